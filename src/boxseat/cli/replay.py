"""``boxseat replay``: settles recorded rounds again, and prints them as JSON or as text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import NoReturn

import typer

from boxseat.cli.books import settings_of
from boxseat.cli.errors import WrongRequest
from boxseat.cli.files import read_bytes
from boxseat.cli.round_story import story
from boxseat.play.document import BadDocument, read_document
from boxseat.play.replay import Replayed, answer, play_document
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import BookError, OptionError, open_book

REPLAY_FILE_BYTES_MAX = 200_000_000
NUMBER_CHARACTERS_MAX = 60
"""Of a number in JSON, so that none takes long to parse."""


def replay_files(files: Sequence[str], *, as_json: bool, settings: Sequence[str] | None, decks: int | None) -> None:
    """Replay each file and print the results."""
    answers: list[object] = []
    for name in files:
        written = _read(name)
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
        return play_document(read_document(document, at=at, opener=lambda game: _open(game, name)))
    except (BadDocument, OptionError) as error:
        raise WrongRequest(f"{name}: {error}") from None


def _open(game: str, name: str) -> Book:
    """A document's book; a book's file is looked for in the document's folder first."""
    beside = Path(name).parent / game
    return open_book(str(beside) if game.endswith(".toml") and beside.is_file() else game)


def _with_settings(written: object, name: str, settings: Sequence[str] | None, decks: int | None) -> object:
    """The document with the options of the command line in place of its own."""
    if not (settings or decks) or not isinstance(written, dict) or not isinstance(written.get("game"), str):
        return written
    own = written.get("options", {})
    try:
        chosen = settings_of(_open(written["game"], name), settings, decks)
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


def _read(name: str) -> object:
    """Parse a file's JSON, with numbers exactly as written."""
    raw = read_bytes(name, REPLAY_FILE_BYTES_MAX)
    try:
        return json.loads(
            raw.decode("utf-8-sig"),
            parse_float=_decimal,
            parse_int=_whole,
            parse_constant=_no_number,
            object_pairs_hook=_once,
        )
    except UnicodeDecodeError:
        raise WrongRequest(f"{name}: is not UTF-8 text") from None
    except RecursionError:
        raise WrongRequest(f"{name}: is nested too deeply") from None
    except ValueError as error:
        raise WrongRequest(f"{name}: is not JSON: {error}") from None


def _decimal(text: str) -> Decimal:
    if len(text) > NUMBER_CHARACTERS_MAX:
        raise ValueError(f"a number is longer than {NUMBER_CHARACTERS_MAX} characters")
    return Decimal(text)


def _whole(text: str) -> int:
    if len(text) > NUMBER_CHARACTERS_MAX:
        raise ValueError(f"a number is longer than {NUMBER_CHARACTERS_MAX} characters")
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the field {twice[:40]!r} is given twice")
    return fields
