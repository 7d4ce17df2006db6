"""``boxseat replay``: settles recorded rounds again, and prints them as JSON or as text."""

from __future__ import annotations

import json
from collections.abc import Sequence

import typer

from boxseat.cli.books import beside, settings_of
from boxseat.cli.errors import WrongRequest
from boxseat.cli.files import read_json
from boxseat.cli.round_story import story
from boxseat.play.document import read_document
from boxseat.play.fields import BadDocument
from boxseat.play.replay import Replayed, answer, play_document
from boxseat.rulebook.load import BookError, OptionError, open_book

REPLAY_FILE_BYTES_MAX = 200_000_000


def replay_files(files: Sequence[str], *, as_json: bool, settings: Sequence[str] | None, decks: int | None) -> None:
    """Replay each file and print the results."""
    answers: list[object] = []
    for name in files:
        written = read_json(name, REPLAY_FILE_BYTES_MAX)
        rounds, several = _rounds(written, name)
        played = [
            _played(round_, name, f"rounds[{place}]" if several else "", settings, decks)
            for place, round_ in enumerate(rounds)
        ]
        if as_json:
            told: list[object] = [answer(one) for one in played]
            answers.append({"rounds": told} if several else told[0])
        else:
            for place, one in enumerate(played):
                title = f"{name}, round {place + 1}" if several else name
                typer.echo(story(one, title=title if len(files) > 1 or several else ""))
    if as_json:
        typer.echo(json.dumps(answers[0] if len(files) == 1 else answers, indent=1, ensure_ascii=False))


def _played(written: object, name: str, at: str, settings: Sequence[str] | None, decks: int | None) -> Replayed:
    try:
        document = _with_settings(written, name, settings, decks)
        return play_document(read_document(document, at=at, opener=lambda game: open_book(beside(name, game))))
    except (BadDocument, OptionError) as error:
        raise WrongRequest(f"{name}: {error}") from None


def _with_settings(written: object, name: str, settings: Sequence[str] | None, decks: int | None) -> object:
    """The document with the options of the command line in place of its own."""
    if not (settings or decks) or not isinstance(written, dict) or not isinstance(written.get("game"), str):
        return written
    own = written.get("options", {})
    try:
        chosen = settings_of(open_book(beside(name, written["game"])), settings, decks)
    except BookError:
        return written
    return {**written, "options": {**own, **chosen}} if isinstance(own, dict) else written


def _rounds(written: object, name: str) -> tuple[list[object], bool]:
    """The rounds of a file, and whether it is a file of several."""
    if not isinstance(written, dict) or "rounds" not in written:
        return [written], False
    for field in written:
        if field != "rounds":
            raise WrongRequest(f"{name}: {field[:40]}: unknown field beside rounds")
    if not isinstance(written["rounds"], list):
        raise WrongRequest(f"{name}: rounds: is not a list")
    return written["rounds"], True
