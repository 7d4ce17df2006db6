"""``boxseat ev``: the value of every decision on a hand, for one hand or for a file of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from decimal import Decimal
from functools import lru_cache
from typing import BinaryIO, NoReturn

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from boxseat.cards import Card, total
from boxseat.cli.books import table_book
from boxseat.cli.errors import WrongRequest
from boxseat.cli.progress import telling
from boxseat.money import Cents, dollars
from boxseat.odds.exact.hand_rules import Unsolvable
from boxseat.odds.exact.one_hand import SIDE_ACTIONS, BadHand, HandValues, Values
from boxseat.odds.json_answers import HandRequest, hand_answer, read_hand_request
from boxseat.odds.json_object import JsonObject
from boxseat.rulebook.book import Book

LINE_BYTES_MAX = 100_000
"""The longest line of a batch."""
SHOES_CACHED_MAX = 16
"""How many shoes a batch caches; each takes some megabytes."""


def show_values(
    game: str,
    *,
    settings: Sequence[str] | None,
    decks: int | None,
    fields: Mapping[str, object],
    batch: str,
    as_json: bool,
) -> None:
    """Show the values of one hand, or of every line of a batch."""
    book = table_book(game, settings, decks)
    given = {name: value for name, value in fields.items() if value not in ("", False)}
    if batch:
        for name in given:
            raise WrongRequest(f"{_option(name)}: cannot be used with --batch; write it in the lines of the file")
        _answer_lines(book, batch)
        return
    try:
        asked = read_hand_request(given)
        with telling(f"{book.title}: {' '.join(asked.hand)} against {asked.dealer}"):
            found = _valuer(book)(asked)
    except BadHand as error:
        name, _, reason = str(error).partition(": ")
        raise WrongRequest(f"{_option(name)}: {reason}") from None
    except Unsolvable as error:
        raise WrongRequest(f"{book.name}: {error}") from None
    if as_json:
        typer.echo(json.dumps(hand_answer(book, found), indent=1))
    else:
        _show(book, asked, found)


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _valuer(book: Book) -> Callable[[HandRequest], HandValues]:
    """Values hands of a book; those from the same shoe share what is worked out."""

    @lru_cache(maxsize=SHOES_CACHED_MAX)
    def shoe(removed: tuple[Card, ...], stake: Cents | None) -> Values:
        return Values(book, removed=removed, stake=stake)

    def value(asked: HandRequest) -> HandValues:
        values = shoe(asked.removed, asked.stake)
        return values.of(asked.hand, asked.dealer, doubled=asked.doubled, after_split=asked.after_split)

    return value


def _answer_lines(book: Book, batch: str) -> None:
    """One answer a line. A line that cannot be answered ends the batch; the answers before it stand."""
    value = _valuer(book)
    name = "standard input" if batch == "-" else batch
    with _opened(batch) as file, ExitStack() as waiting:
        tell = waiting.enter_context(telling(f"{book.title}: {name}"))
        for number, raw in enumerate(_lines(file), start=1):
            try:
                fields = _read_line(raw)
                if fields is None:
                    continue
                record = hand_answer(book, value(read_hand_request(fields)))
            except (BadHand, Unsolvable) as error:
                raise WrongRequest(f"{name}, line {number}: {error}") from None
            if sys.stdout.isatty():
                waiting.close()  # The answers themselves show how far it is.
            elif number % 100 == 0:
                tell(f"{book.title}: {name}, {number} lines")
            typer.echo(json.dumps(record))


@contextmanager
def _opened(batch: str) -> Iterator[BinaryIO]:
    try:
        if batch == "-":
            yield sys.stdin.buffer
        else:
            with open(batch, "rb") as file:
                yield file
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise WrongRequest(f"--batch: {batch[:200]!r} cannot be read: {reason}") from None


def _lines(file: BinaryIO) -> Iterator[bytes]:
    while raw := file.readline(LINE_BYTES_MAX + 1):
        yield raw


def _read_line(raw: bytes) -> JsonObject | None:
    """The fields of a line; none where it is blank."""
    if len(raw) > LINE_BYTES_MAX:
        raise BadHand(f"is longer than {LINE_BYTES_MAX:,} characters")
    try:
        text = raw.decode("utf-8-sig").strip()
        if not text:
            return None
        fields = json.loads(text, parse_float=Decimal, parse_constant=_no_number, object_pairs_hook=_once)
    except UnicodeDecodeError:
        raise BadHand("is not UTF-8 text") from None
    except RecursionError:
        raise BadHand("is nested too deeply") from None
    except ValueError as error:
        raise BadHand(f"is not JSON: {error}") from None
    if not isinstance(fields, dict):
        raise BadHand('is not an object such as {"hand": "8S 8D", "dealer": "KH"}')
    return fields


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _once(pairs: list[tuple[str, object]]) -> JsonObject:
    fields: JsonObject = {}
    for name, value in pairs:
        if name in fields:
            raise ValueError(f"the field {name[:40]!r} is given twice")
        fields[name] = value
    return fields


def _show(book: Book, asked: HandRequest, found: HandValues) -> None:
    """The actions, best first, with what each gives away."""
    console = Console(highlight=False, markup=False, emoji=False)
    carries = {
        None: "",
        "original": ", with the original wager of a split",
        "added": ", with the wager added by a split",
    }
    at_one = len(found.hand) - 1 if asked.doubled and book.doubling.aces.value == "count-one" else 0
    points = total(found.hand, aces_at_one=at_one)
    hand = f"{' '.join(found.hand)} ({points}){', doubled' if asked.doubled else ''}{carries[asked.after_split]}"
    console.print(Text(f"{book.title}, {book.cards.decks.value} decks", "bold"))
    console.print(Text(f"{hand}, against {found.dealer}"))
    if asked.removed:
        console.print(Text(f"without {' '.join(asked.removed)}", "dim"))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("action")
    table.add_column("units", justify="right")
    if asked.stake:
        table.add_column(f"of ${dollars(asked.stake)}", justify="right")
    table.add_column("", justify="left")
    ways = sorted((name for name in found.actions if name not in SIDE_ACTIONS), key=lambda name: -found.actions[name])
    for place, name in enumerate(ways):
        worth = found.actions[name]
        money = [f"{worth * asked.stake / 100:+,.2f}"] if asked.stake else []
        said = _compared(found.actions, ways, place)
        table.add_row(name, f"{worth:+.6f}", *money, said, style="bold" if place == 0 and len(ways) > 1 else "")
    console.print(table)
    for name in SIDE_ACTIONS:
        if name in found.actions:
            console.print(Text(f"insure: {found.actions[name]:+.6f} a unit of insurance, whatever the hand does"))
    if not found.exact:
        console.print(Text(f"split is good to {found.error_bound:.1g}; the others are exact", "dim"))


def _compared(actions: Mapping[str, float], ways: Sequence[str], place: int) -> str:
    """What the best is worth over the next, and what each other gives away against it."""
    if len(ways) == 1:
        return "nothing left to decide" if ways[0] == "settled" else "the only choice"
    if place:
        return f"gives away {actions[ways[0]] - actions[ways[place]]:.6f}"
    return f"best, by {actions[ways[0]] - actions[ways[1]]:.6f}"
