"""Loading a book from TOML, by a game's name or a file's path, with strict validation and a table's options.

An error is one sentence that names the file, the key and the reason.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from boxseat.cards import RANKS
from boxseat.consistency import require
from boxseat.money import BadAmount, Cents, Odds, dollars, parse_dollars
from boxseat.rulebook.book import Book, Cited

GAMES = ("canberra-pontoon", "canberra-blackjack", "star-pontoon", "star-pontoon-6to5")
"""The games of the four instruments, whose books are part of the program."""
BOOK_BYTES_MAX = 1_000_000
SIDE_BETS = ("perfect-pairs", "super-sevens")
NONE, LIST_SEPARATOR = "none", "+"
"""How an option that is a list is written: `perfect-pairs+super-sevens`, or `none`."""
UNCITED = "names no clause; every value cites the one it comes from"
_WHERE = re.compile(r"(?P<said>.*) - at `\$\.?(?P<at>.*)`")
"""msgspec's message, and the place it names."""


class BookError(ValueError):
    """A book that is not valid: its file, the key, and why."""

    def __init__(self, source: str, key: str, reason: str) -> None:
        super().__init__(": ".join(part for part in (source, key, reason) if part))


class OptionError(ValueError):
    """An option that the book does not permit; the message names it."""


def open_book(game: str) -> Book:
    """The book of a game by its name, or a house's own book by its file's path."""
    return _own_book(game) if game in GAMES else parse_book(book_text(game), source=game)


@cache
def _own_book(game: str) -> Book:
    return parse_book(book_text(game), source=f"{game}.toml")


def book_text(game: str) -> str:
    """A book's TOML text, by the same names as `open_book`."""
    if game in GAMES:
        return resources.files("boxseat.rulebook").joinpath("books", f"{game}.toml").read_text("utf-8")
    path = Path(game)
    if path.suffix != ".toml" and "/" not in game:
        raise BookError(game[:60], "", f"no such game; there are {', '.join(GAMES)}, or the path of a book (.toml)")
    try:
        if path.stat().st_size > BOOK_BYTES_MAX:
            raise BookError(game, "", "too large for a book of rules")
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise BookError(game, "", "is not UTF-8 text") from None
    except ValueError as error:
        raise BookError(repr(game)[:80], "", f"cannot be read: {error}") from None
    except OSError as error:
        raise BookError(game, "", f"cannot be read: {error.strerror}") from None


def parse_book(text: str, *, source: str) -> Book:
    """Parse and validate a book's TOML text."""
    try:
        written = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BookError(source, "", f"is not TOML: {error}") from None
    except RecursionError:
        raise BookError(source, "", "is nested too deeply") from None
    try:
        book = msgspec.convert(written, Book, dec_hook=_read)
    except msgspec.ValidationError as error:
        raise BookError(source, *_key_and_reason(str(error))) from None
    for key, reason in _faults(book):
        raise BookError(source, key, reason)
    return book


def _read(kind: type, written: object) -> object:
    """The decoder's hook for amounts and odds, which TOML does not have."""
    if kind is Cents:
        return parse_dollars(written)
    require(kind is Odds, f"a book has values of the type {kind}, which nothing reads")
    if not isinstance(written, str):
        raise ValueError(f"Expected odds such as '3:2', got {written!r}")
    return Odds(written)


def _key_and_reason(said: str) -> tuple[str, str]:
    """The key and the reason in a decoder's error message."""
    match = _WHERE.fullmatch(said)
    at, said = (match["at"], match["said"]) if match else ("", said)
    for pattern, reason in (
        (r"Object missing required field `clause`", UNCITED),
        (r"Object missing required field `(.+)`", "missing"),
        (r"Object contains unknown field `(.+)`", "unknown key"),
    ):
        if found := re.fullmatch(pattern, said):
            return ".".join(part for part in (at, *found.groups()) if part), reason
    return at, said[0].lower() + said[1:].replace("`", "")


def cited_values(book: Book) -> Iterator[tuple[str, Cited[Any]]]:
    """All values of a book with their keys (``doubling.forfeit``)."""
    for section in book.__struct_fields__:
        rules = getattr(book, section)
        for name in getattr(rules, "__struct_fields__", ()):
            value = getattr(rules, name)
            if isinstance(value, Cited):
                yield f"{section}.{name}", value


def _faults(book: Book) -> Iterator[tuple[str, str]]:
    """The faults of a book whose keys and types are right."""
    for key, cited in cited_values(book):
        if not cited.clause.strip():
            yield key, UNCITED
        if isinstance(cited.permitted, tuple) and cited.value not in cited.permitted:
            yield key, f"the value {cited.value} is not among those permitted"
    for key, number, least, most in _numbers(book):
        if not least <= number <= most:
            yield key, f"{number} is not between {least} and {most}"
    yield from _rank_faults(book)
    yield from _payout_faults(book)
    yield from _offer_faults(book)


def _rank_faults(book: Book) -> Iterator[tuple[str, str]]:
    for key, ranks in (
        ("cards.ranks", book.cards.ranks.value),
        ("insurance.against", book.insurance.against.value),
        ("surrender.against", book.surrender.against.value),
    ):
        if len(set(ranks)) != len(ranks) or not set(ranks) <= set(RANKS):
            yield key, f"{ranks!r} is not a choice of the ranks {RANKS}, each once"
    if not book.cards.ranks.value:
        yield "cards.ranks", "a deck needs at least one rank"


def _payout_faults(book: Book) -> Iterator[tuple[str, str]]:
    for key, part in (("insurance.most", book.insurance.most), ("surrender.loses", book.surrender.loses)):
        if part.value.pays > part.value.per:
            yield key, f"{part.value} is more than the whole wager"
    for number, line in enumerate(book.payouts.lines):
        if not line.clause.strip():
            yield f"payouts.lines[{number}].clause", UNCITED
        if not 1 <= line.cards[0] <= line.cards[1] or (line.ranks and line.cards != (len(line.ranks),) * 2):
            yield f"payouts.lines[{number}].cards", "must be from fewest to most cards, and as many as the ranks named"


def _offer_faults(book: Book) -> Iterator[tuple[str, str]]:
    offered = (*book.offers.side_bets.value, *book.offers.bonuses.value)
    for name in (*SIDE_BETS, "super-bonus"):
        section = name.replace("-", "_")
        if (name in offered) != (getattr(book, section) is not None):
            yield section, "stands in the book if it is among the offers, and only then"
    if book.device.cut.value:
        yield "device.cut", "cards go into a shuffling device without a cut"
    if book.natural.even_money.value and book.natural.against_dealer_natural.value == "wins":
        yield "natural.even_money", "means nothing where a natural wins against the dealer's"


def _numbers(book: Book) -> Iterator[tuple[str, int, int, int]]:
    lowest, highest = book.doubling.totals.value
    yield "cards.decks", book.cards.decks.value, 1, 64
    yield "shoe.cut_from_ends", book.shoe.cut_from_ends.value, 0, 64
    yield "shoe.final_rounds", book.shoe.final_rounds.value, 0, 100
    yield "shoe.cut_least_decks", book.shoe.cut_least_decks.value, 0, 64
    yield "shoe.cut_most", book.shoe.cut_most.value.pays, 0, book.shoe.cut_most.value.per
    yield "layout.boxes", book.layout.boxes.value, 1, 20
    yield "layout.players_per_box", book.layout.players_per_box.value, 1, 20
    yield "seating.abstaining_rounds", book.seating.abstaining_rounds.value, 1, 100
    yield "drawing.stand_from", book.drawing.stand_from.value, 0, 21
    yield "doubling.totals", lowest, 2, highest
    yield "doubling.totals", highest, lowest, 20
    yield "splitting.max_split_hands", book.splitting.max_split_hands.value, 1, 10
    yield "malfunction.deal_on_decks", book.malfunction.deal_on_decks.value, 0, 64
    yield "dealer.stands_hard", book.dealer.stands_hard.value, 12, 21
    yield "dealer.stands_soft", book.dealer.stands_soft.value, book.dealer.stands_hard.value, 21


def options(book: Book) -> dict[str, Cited[Any]]:
    """The options that a table may set, by name: the last part of the key."""
    return {key.rpartition(".")[2]: cited for key, cited in cited_values(book) if cited.permitted}


def with_options(book: Book, settings: Mapping[str, object]) -> Book:
    """The book with a table's options set; `OptionError` where one is not permitted."""
    if not settings:
        return book
    keys = {key.rpartition(".")[2]: (key, cited) for key, cited in cited_values(book) if cited.permitted}
    chosen: dict[str, Cited[Any]] = {}
    for name, given in settings.items():
        if name not in keys:
            raise OptionError(f"{name[:40]}: {book.name} has no such option; it has {', '.join(keys)}")
        key, cited = keys[name]
        value = _option_value(name, cited, given)
        clause = cited.clauses.get(str(value), cited.clause)
        # The clause of the book's own value stays known, so that a table can return to it.
        clauses = cited.clauses if value == cited.value else {str(cited.value): cited.clause, **cited.clauses}
        chosen[key] = msgspec.structs.replace(cited, value=value, clause=clause, clauses=clauses)
    return overlaid(book, chosen)


def overlaid(book: Book, values: Mapping[str, Cited[Any]]) -> Book:
    """The book with other values for some of its keys (``doubling.forfeit``), each with the clause that sets it.

    `OptionError` where there is no such key, or the value does not suit it.
    """
    own = dict(cited_values(book))
    changes: dict[str, dict[str, Cited[Any]]] = {}
    for key, cited in values.items():
        if key not in own or type(cited.value) is not type(own[key].value):
            raise OptionError(f"{key[:60]}: {book.name} has no such key, or not with {str(cited.value)[:40]}")
        section, _, name = key.partition(".")
        changes.setdefault(section, {})[name] = cited
    sections = {section: msgspec.structs.replace(getattr(book, section), **new) for section, new in changes.items()}
    book = _without_unoffered(msgspec.structs.replace(book, **sections))
    for key, reason in _faults(book):
        raise OptionError(f"{key}: {reason}")
    return book


def _without_unoffered(book: Book) -> Book:
    """The book without the sections of side bets that a table does not offer."""
    gone = {name: None for name in SIDE_BETS if name not in book.offers.side_bets.value}
    return msgspec.structs.replace(book, **{name.replace("-", "_"): none for name, none in gone.items()})


def _option_value(name: str, cited: Cited[Any], given: object) -> object:
    if isinstance(cited.value, Cents):
        try:
            value: object = parse_dollars(given)
        except BadAmount as error:
            raise OptionError(f"{name}: {error}") from None
    elif isinstance(cited.value, tuple) and isinstance(given, str):
        value = () if given == NONE else tuple(given.split(LIST_SEPARATOR))
    elif isinstance(cited.value, Odds) and isinstance(given, str):
        try:
            value = Odds(given)
        except ValueError as error:
            raise OptionError(f"{name}: {error}") from None
    else:
        value = given
    right_type = type(value) is type(cited.value)
    if not right_type or (isinstance(cited.permitted, tuple) and value not in cited.permitted):
        choice = "any" if cited.permitted == "any" else " or ".join(option_text(one) for one in cited.permitted or ())
        raise OptionError(f"{name}: {str(given)[:40]!r} is not permitted; it may be {choice}")
    return value


def option_text(value: object) -> str:
    """An option's value as a person types it, and as documents and tables keep a list."""
    if isinstance(value, tuple):
        return LIST_SEPARATOR.join(map(str, value)) or NONE
    return dollars(value) if isinstance(value, Cents) else str(value).lower() if isinstance(value, bool) else str(value)


def setting_from_text(book: Book, text: str) -> tuple[str, object]:
    """Parse an option as a person types it, ``decks=6``."""
    name, equals, typed = text.partition("=")
    if not equals:
        raise OptionError(f"{text[:40]}: a setting is written NAME=VALUE")
    present = options(book).get(name)
    if present is not None and isinstance(present.value, bool):
        return name, {"true": True, "false": False}.get(typed, typed)
    if present is not None and isinstance(present.value, int) and not isinstance(present.value, Cents):
        return name, int(typed) if re.fullmatch("[0-9]{1,6}", typed) else typed
    return name, typed
