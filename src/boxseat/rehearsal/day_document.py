"""Documents of written days: people, tables and steps, read strictly before anything is played.

An error is one sentence that names the field, and in a step the step. The words and fields of commands are those of the kinds of
streams (`house/kinds.py`), as over the network; whether one is allowed is for the house, when it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, NoReturn, get_args

import msgspec

from boxseat.clock import SECOND, Moment
from boxseat.consistency import Inconsistent
from boxseat.house.command_codec import BadCommand, error_sentence, read_command
from boxseat.house.house import HOUSE_ACTOR
from boxseat.house.streams import STREAM_NAME, StreamKind, StreamKinds
from boxseat.money import BadAmount, Cents, dollars, parse_dollars
from boxseat.people.administration import FIRST_ADMINISTRATOR
from boxseat.people.names import is_name
from boxseat.people.roles import Person, Role
from boxseat.play.document import Document, read_document
from boxseat.play.fields import BadDocument
from boxseat.play.state import TableLimits
from boxseat.rehearsal.day_clock import BadTime, DayTimes
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import BookError, OptionError, book_text, open_book, with_options
from boxseat.table.names import PRACTICE, SERVED_TABLE_ID, is_unnamed
from boxseat.table.settings import TIME_MAX_US, Settings, Times, refusal_to_set
from boxseat.table.sign import SIGN, Sign

OWN_KEYS = ("at", "who", "do", "table", "round")
"""A step's own keys. Only a command at another kind of stream has a field `table`, or `round` for the number of a round."""
SETTINGS = (
    "cards_from",
    "dealt",
    "terminals",
    "cards_on_record",
    "players_on_box",
    "players_at_table",
    "late_to_minimum",
    "supervisor_cuts",
    "approved",
    "hours",
)
"""The settings that a table of a document may have, besides its sign and times."""
PATIENT = Times(wager=TIME_MAX_US, decide=TIME_MAX_US, cut=TIME_MAX_US, seat=TIME_MAX_US, alone=False)
"""The time limits where a document gives none: who does not act within a day is absent."""


class WrittenTable(NamedTuple):
    """A table that stands open when the day begins."""

    book: Book
    text: str
    """The text of the book."""
    settings: Settings


class WrittenCommand(NamedTuple):
    """A step that is somebody's command."""

    place: int
    """Its place among the steps, from 0."""
    at: int
    stream: str
    who: Person
    command: Any
    fields: Mapping[str, Any]
    """The fields that the document gives, with amounts in full."""


class WrittenRound(NamedTuple):
    """A step that is a whole round at a table."""

    place: int
    at: int
    table: str
    document: Document


WrittenStep = WrittenCommand | WrittenRound


class WrittenDay(NamedTuple):
    """A document that can be played."""

    times: DayTimes
    people: Mapping[str, Person]
    tables: Mapping[str, WrittenTable]
    steps: tuple[WrittenStep, ...]
    ask: tuple[str, ...]


def read_day(
    written: object, kinds: StreamKinds, objects: Collection[str], *, find: Callable[[str], str] = str
) -> WrittenDay:
    """Read a document from decoded JSON; `objects` may be asked for, and `find` gives the path of a book of one's own."""
    fields = _object(written, "", ("start", "people", "tables", "steps", "ask"))
    for name in ("start", "people", "steps"):
        if name not in fields:
            _bad(name, "missing")
    try:
        times = DayTimes(fields["start"])
    except BadTime as error:
        _bad("start", str(error))
    people = {name: _person(name, role) for name, role in _object(fields["people"], "people").items()}
    tables = {name: _table(name, table, find) for name, table in _object(fields.get("tables", {}), "tables").items()}
    reader = _StepReader(times, people, tables, kinds)
    steps = tuple(reader.step(place, step) for place, step in enumerate(_list(fields["steps"], "steps")))
    ask = tuple(_list(fields.get("ask", []), "ask"))
    for place, name in enumerate(ask):
        if not isinstance(name, str) or name not in objects:
            _bad(f"ask[{place}]", f"{_shown(name)} is none of {', '.join(objects)}")
    return WrittenDay(times, people, tables, steps, ask)


def _person(name: str, role: object) -> Person:
    at = f"people.{name[:40]}"
    if not is_name(name) or name in (HOUSE_ACTOR, FIRST_ADMINISTRATOR):
        _bad(at, "a name has 3 to 24 small letters, digits, hyphens or underscores; house and admin are taken")
    if role not in list(Role):
        _bad(at, f"{_shown(role)} is no role; there are {', '.join(Role)}")
    return Person(name, Role(str(role)))


def _table(name: str, written: object, find: Callable[[str], str]) -> WrittenTable:
    at = f"tables.{name[:40]}"
    if not SERVED_TABLE_ID.fullmatch(name) or name.startswith(PRACTICE):
        _bad(at, "a table's name has lower-case letters, digits and hyphens, and is no practice table's")
    fields = _object(written, at, ("game", "options", "sign", "times", "super_sevens_amounts", *SETTINGS))
    if not isinstance(fields.get("game"), str):
        _bad(f"{at}.game", "missing" if "game" not in fields else f"{_shown(fields['game'])} is not text")
    try:
        game = find(fields["game"])
        book = with_options(open_book(game), _object(fields.get("options", {}), f"{at}.options"))
        text = book_text(game)
    except BookError as error:
        _bad(f"{at}.game", str(error))
    except OptionError as error:
        _bad(f"{at}.options", str(error))
    chosen = {field: fields[field] for field in SETTINGS if field in fields}
    try:
        settings = msgspec.convert({"sign": msgspec.to_builtins(SIGN), **chosen}, Settings)
    except msgspec.ValidationError as error:
        raise BadDocument(f"{at}.{error_sentence(error)}") from None
    settings = msgspec.structs.replace(
        settings,
        sign=_sign(fields.get("sign", {}), f"{at}.sign"),
        times=_times(fields.get("times", {}), f"{at}.times"),
        super_sevens_amounts=_amounts(fields.get("super_sevens_amounts", []), f"{at}.super_sevens_amounts"),
        computers=False,
        rehearsal=True,
    )
    if refused := refusal_to_set(book, settings):
        _bad(at, f"{refused.reason} (clause {refused.clause})")
    return WrittenTable(book, text, settings)


def _sign(written: object, at: str) -> Sign:
    """The sign: minimum and maximum of a box, and where they are not the usual ones, of a side bet, and the step of wagers."""
    fields = _object(written, at, ("min", "max", "side_bet", "unit"))
    side_bet = _object(fields.get("side_bet", {}), f"{at}.side_bet", ("min", "max"))
    unit = _amount(fields["unit"], f"{at}.unit") if "unit" in fields else None
    return Sign(_limits(fields, at, SIGN.box), _limits(side_bet, f"{at}.side_bet", SIGN.side_bet), unit)


def _limits(fields: Mapping[str, Any], at: str, usual: TableLimits) -> TableLimits:
    amounts = {name: _amount(fields[name], f"{at}.{name}") for name in ("min", "max") if name in fields}
    return TableLimits(amounts.get("min", usual.minimum), amounts.get("max", usual.maximum))


def _times(written: object, at: str) -> Times:
    """Time limits in whole seconds."""
    fields = _object(written, at, ("wager", "decide", "cut", "seat", "least"))
    for name, seconds in fields.items():
        if type(seconds) is not int or not 0 <= seconds <= TIME_MAX_US // SECOND:
            _bad(f"{at}.{name}", f"{_shown(seconds)} is no number of seconds up to a day")
    return msgspec.structs.replace(PATIENT, **{name: seconds * SECOND for name, seconds in fields.items()})


class _StepReader:
    """Reads the steps in order; the time of one is that of the step before, unless it says otherwise."""

    def __init__(
        self,
        times: DayTimes,
        people: Mapping[str, Person],
        tables: Mapping[str, WrittenTable],
        kinds: StreamKinds,
    ) -> None:
        self._times = times
        self._people = people
        self._tables = tables
        self._known: dict[str, list[tuple[StreamKind[Any], Any]]] = {}
        """The kinds of streams that take a command, each with the command's type, by its word."""
        for kind in kinds:
            for command in get_args(kind.commands) or filter(None, (kind.commands,)):
                self._known.setdefault(command.__struct_config__.tag, []).append((kind, command))
        self._at = times.start

    def step(self, place: int, written: object) -> WrittenStep:
        at = f"steps[{place}]"
        fields = _object(written, at)
        try:
            msgspec.json.encode(fields, enc_hook=str)
        except UnicodeEncodeError:
            _bad(at, "has characters that are no text")
        self._at = self._time(fields, at)
        if "table" in fields:
            self._one_of(self._tables, fields["table"], f"{at}.table", "table")
        if "round" in fields and "do" not in fields:
            _object(fields, at, ("at", "table", "round"))
            return self._round(place, fields, at)
        for name in ("who", "do"):
            if name not in fields:
                _bad(f"{at}.{name}", "missing; a step is a command of somebody, or a round")
        who = self._people[self._one_of(self._people, fields["who"], f"{at}.who", "person")]
        do = self._one_of(self._known, fields["do"], f"{at}.do", "command")
        return self._command(place, fields, at, who, do)

    def _time(self, fields: Mapping[str, Any], at: str) -> int:
        if "at" not in fields:
            return self._at
        try:
            found = self._times.read(fields["at"], self._at)
        except BadTime as error:
            _bad(f"{at}.at", str(error))
        if found < self._at:
            _bad(f"{at}.at", f"{self._times.shown(found)} is before {self._times.shown(self._at)}")
        return found

    def _command(self, place: int, fields: Mapping[str, Any], at: str, who: Person, do: str) -> WrittenCommand:
        """A command; the field that is named for the kind of stream (`table`) says which stream is asked."""
        known = self._known[do]
        kind, asked = next((each for each in known if each[0].noun in fields or each[0].sole), known[0])
        name = kind.sole or fields.get(kind.noun)
        if name is None:
            _bad(f"{at}.{kind.noun}", "missing")
        stream = f"{kind.prefix}{name}"
        if not isinstance(name, str) or not STREAM_NAME.fullmatch(stream):
            _bad(f"{at}.{kind.noun}", f"{_shown(name)} is no name of a {kind.noun}")
        addressed = () if kind.sole else (kind.noun,)
        own = {*OWN_KEYS, *addressed} - {"round"} - ({"table", *addressed} & {*asked.__struct_fields__})
        given = {name: value for name, value in fields.items() if name not in own}
        optional = {field.name for field in msgspec.structs.fields(asked) if not field.required}
        named = given.get("player") or ("player" in given and "player" not in optional)
        if named and not self._is_unnamed_at(fields.get("table"), given["player"]):
            self._one_of(self._people, given["player"], f"{at}.player", "person")
        if "dealer" in given:
            self._one_of(self._people, given["dealer"], f"{at}.dealer", "person")
        try:
            command = read_command(kind, {"do": do, **given}, lambda time: self._times.read(time, self._at))
        except BadCommand as error:
            sentence = str(error)
            raise BadDocument(f"{at}.{sentence}" if ": " in sentence else f"{at}: {sentence}") from None
        full = msgspec.to_builtins(command, enc_hook=self._shown_value)
        return WrittenCommand(place, self._at, stream, who, command, {name: full[name] for name in given})

    def _is_unnamed_at(self, table: object, player: object) -> bool:
        """Whether this is a patron without a name at a table where people deal; whether they are known there is for the house."""
        by_hand = isinstance(table, str) and table in self._tables and self._tables[table].settings.dealt == "by-hand"
        return by_hand and isinstance(player, str) and is_unnamed(player)

    def _shown_value(self, value: object) -> str:
        """An amount or a time of a command, as an event shows it."""
        if isinstance(value, Moment):
            return self._times.shown(value)
        if not isinstance(value, Cents):
            raise Inconsistent(f"a command has an amount or a time, and not {value!r}")
        return dollars(value)

    def _round(self, place: int, fields: Mapping[str, Any], at: str) -> WrittenRound:
        """A whole round, as a replay document of the table's book; how many may wager on a marked box is for the house."""
        if "table" not in fields:
            _bad(f"{at}.table", "missing")
        book = self._tables[fields["table"]].book
        boxes = [*range(1, book.layout.boxes.value + 1)]
        names = ("cards", "cards_from", "discards_shuffled", "wagers", "decisions")
        whole = {"game": book.name, "limits": {"marked": boxes}, **_object(fields["round"], f"{at}.round", names)}
        cards_from = self._tables[fields["table"]].settings.cards_from
        if whole.setdefault("cards_from", cards_from) != cards_from:
            _bad(f"{at}.round.cards_from", f"the cards of this table come from a {cards_from}")
        document = read_document(whole, at=f"{at}.round", opener=lambda game: book)
        for number, wager in enumerate(document.wagers):
            self._one_of(self._people, wager.player, f"{at}.round.wagers[{number}].player", "person")
        return WrittenRound(place, self._at, fields["table"], document)

    def _one_of(self, known: Collection[str], name: object, at: str, noun: str) -> str:
        if not isinstance(name, str) or name not in known:
            _bad(at, f"there is no {noun} {_shown(name)}")
        return name


def _amount(written: object, at: str) -> int:
    try:
        return int(parse_dollars(written))
    except BadAmount as error:
        _bad(at, str(error))


def _amounts(written: object, at: str) -> tuple[int, ...]:
    return tuple(_amount(each, f"{at}[{place}]") for place, each in enumerate(_list(written, at)))


def _list(written: object, at: str) -> list[Any]:
    if not isinstance(written, list):
        _bad(at, f"{_shown(written)} is not a list")
    return written


def _object(written: object, at: str, known: Collection[str] | None = None) -> Mapping[str, Any]:
    if not isinstance(written, dict):
        _bad(at, f"{_shown(written)} is not an object")
    for name in written:
        if known is not None and name not in known:
            _bad(f"{at}.{name[:40]}".lstrip("."), f"unknown field; there are {', '.join(known)}")
    return written


def _bad(at: str, reason: str) -> NoReturn:
    raise BadDocument(f"{at}: {reason}" if at else reason)


def _shown(value: object) -> str:
    text = type(value).__name__ if isinstance(value, dict | list) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
