"""``boxseat rules GAME --text``: prints the operator's copy of a game's rules (CP 17.11; SP 20.15; R55)."""

from __future__ import annotations

import sys
from pathlib import Path

from boxseat.cli.errors import WrongRequest
from boxseat.cli.floor.serve import settings_of


def print_copy(game: str, settings_file: str) -> None:
    """Write the file that the settings name for a game to standard output, byte by byte."""
    if not game:
        raise WrongRequest("--text: say of which game, such as star-pontoon")
    settings = settings_of(settings_file, {})
    if (file := settings.rules_text.get(game)) is None:
        named = "the settings name no copy" if settings_file else "no --settings are given, so no copy is named"
        raise WrongRequest(f"{game[:40]}: {named} of these rules; ask {settings.rules_ask}")
    try:
        text = Path(file).read_bytes()
    except OSError as error:
        raise WrongRequest(f"{file}: cannot be read: {error.strerror}") from None
    sys.stdout.buffer.write(text)
    sys.stdout.buffer.flush()
