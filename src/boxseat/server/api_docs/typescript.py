"""TypeScript types of the wire format, so that the pages are checked against the server's own definitions.

``python -m boxseat.server.api_docs.typescript`` writes ``web/src/lib/wire.ts``; a test checks that the file is up to date.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

from boxseat.cards import Card
from boxseat.clock import Moment
from boxseat.inspection.recall import Recalled
from boxseat.inspection.result_report import ResultRow
from boxseat.inspection.round_search import RoundsFound
from boxseat.money import Cents, Odds
from boxseat.pit.cage.view import FootageSeen
from boxseat.pit.disputes.view import DisputesSeen
from boxseat.pit.payments.view import PaymentsSeen
from boxseat.pit.persons.view import PersonsForPlayer, PersonsForStaff
from boxseat.server.routes.bankroll import BankrollPoint
from boxseat.server.routes.events import EventsSeen
from boxseat.server.routes.games import GameSeen
from boxseat.server.routes.log import LogLine
from boxseat.server.routes.my_rounds import MyRound
from boxseat.server.routes.notices import NoticeSeen
from boxseat.server.routes.pit.pit_books import CageBooks
from boxseat.server.routes.rules import ClauseAnswer, DifferencesSeen, RulesCopy, RulesSeen
from boxseat.server.routes.version import VersionSeen
from boxseat.server.wire import core as wire
from boxseat.server.wire.acts import ActSeen
from boxseat.server.wire.exercises import (
    AnswerMarked,
    ExerciseAnswered,
    ExerciseAsked,
    ExerciseSeen,
    ResultSeen,
    TopicSeen,
)
from boxseat.server.wire.odds import (
    ChartSeen,
    ComparisonSeen,
    EdgeSeen,
    GameOdds,
    HandWorths,
    ProgressSeen,
    SimulationSeen,
)
from boxseat.server.wire.practice import AdviceSeen, GradeSeen, PracticeSeen
from boxseat.server.wire.rulings import RulingAsked, RulingGame, RulingSeen
from boxseat.server.wire.shoe import ShoeAnswer

FILE = Path(__file__).parents[4] / "web" / "src" / "lib" / "wire.ts"
FILE_HEAD = """\
// Written by `python -m boxseat.server.api_docs.typescript` from the server's records; change those, and write it again.

/** Dollars as the house writes them: "37.50". */
export type Dollars = string;
/** Dollars as the house reads them. */
export type Amount = string | number;
/** A rank and a suit: "AS", "TD". */
export type CardName = string;
"""
UNIONS: dict[str, Any] = {
    "Command": wire.AnyCommand,
    "ServerFrame": wire.ServerFrame,
    "ClientFrame": wire.ClientFrame,
}
RECORDS: list[type] = [
    wire.Credentials,
    wire.PasswordChange,
    wire.DemoPerson,
    wire.FirstAdministrator,
    wire.NewTable,
    wire.CommandAsked,
    wire.Error,
    wire.Welcome,
    wire.VisitSeen,
    wire.Me,
    wire.Statement,
    wire.Ticket,
    VersionSeen,
    wire.TableLine,
    wire.TableAnswer,
    wire.RoundLine,
    MyRound,
    Recalled,
    ShoeAnswer,
    GameSeen,
    BankrollPoint,
    GameOdds,
    EdgeSeen,
    HandWorths,
    ChartSeen,
    ComparisonSeen,
    SimulationSeen,
    ProgressSeen,
    RulesCopy,
    RulesSeen,
    ClauseAnswer,
    DifferencesSeen,
    PracticeSeen,
    AdviceSeen,
    GradeSeen,
    RulingAsked,
    RulingGame,
    RulingSeen,
    ActSeen,
    CageBooks,
    FootageSeen,
    ResultRow,
    DisputesSeen,
    PaymentsSeen,
    PersonsForStaff,
    PersonsForPlayer,
    NoticeSeen,
    LogLine,
    EventsSeen,
    RoundsFound,
    wire.StreamAnswer,
    wire.StreamCommandAsked,
    wire.AccountSeen,
    wire.NewStaff,
    wire.OneTime,
    TopicSeen,
    ExerciseAsked,
    ExerciseSeen,
    ExerciseAnswered,
    AnswerMarked,
    ResultSeen,
]
"""Requests and answers of the pages. A new route for the pages adds its records here."""
_SIMPLE_TYPES = {
    inspect.AnyType: "unknown",
    inspect.RawType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}
_CUSTOM_TYPES = {Moment: "string", Cents: "Amount", Card: "CardName", Odds: "string"}


class Writer:
    """Generates the TypeScript types, each record once."""

    def __init__(self) -> None:
        self._written: dict[str, str] = {}
        self._names: dict[type, str] = {}

    def text(self) -> str:
        """All types as the text of one file."""
        parts = [FILE_HEAD]
        for name, kinds in UNIONS.items():
            parts.append(f"export type {name} = {' | '.join(self.of(kind) for kind in get_args(kinds))};\n")
        for kind in RECORDS:
            self.of(kind)
        parts.extend(self._written[name] for name in sorted(self._written))
        return "\n".join(parts)

    def of(self, kind: Any) -> str:
        """TypeScript type for a Python type."""
        return self._of(inspect.type_info(kind))

    def _of(self, info: inspect.Type) -> str:
        if plain := _SIMPLE_TYPES.get(type(info)):
            return plain
        match info:
            case inspect.Metadata(type=inner):
                return self._of(inner)
            case inspect.CustomType(cls=cls):
                return _CUSTOM_TYPES[cls]
            case inspect.LiteralType(values=values):
                return _either(_quoted(value) for value in values)
            case inspect.EnumType(cls=cls):
                return _either(_quoted(member.value) for member in cls)
            case inspect.UnionType(types=types):
                return _either(self._of(each) for each in types if not _is_unset(each))
            case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
                return f"readonly {_grouped(self._of(item))}[]"
            case inspect.TupleType(item_types=items):
                return f"readonly [{', '.join(self._of(each) for each in items)}]"
            case inspect.DictType(key_type=key, value_type=value):
                return f"Readonly<Record<{self._of(key)}, {self._of(value)}>>"
            case inspect.StructType(cls=cls):
                return self._struct(info)
        raise NotImplementedError(info)

    def _struct(self, info: inspect.StructType) -> str:
        if info.cls not in self._names:
            name = self._name(info.cls)
            lines = [f"  readonly {info.tag_field}: {_quoted(info.tag)};"] if info.tag_field else []
            lines += [self._field(info, field) for field in info.fields]
            about = (info.cls.__doc__ or "").partition("\n")[0]
            told = f"/** {about} */\n" if about and not about.startswith(f"{info.cls.__name__}(") else ""
            body = "\n".join(["{", *lines, "}"]) if lines else "{}"
            self._written[name] = f"{told}export interface {name} {body}\n"
        return self._names[info.cls]

    def _name(self, cls: type) -> str:
        """Name of a record; a second record of the same name has its module's name before it."""
        name = cls.__name__
        if name in self._names.values():
            name = cls.__module__.rpartition(".")[2].title().replace("_", "") + name
        self._names[cls] = name
        return name

    def _field(self, info: inspect.StructType, field: inspect.Field) -> str:
        """A field. Clients may omit fields with defaults; the server omits them only in records that say so."""
        config = info.cls.__struct_config__
        left_out = not field.required and (config.forbid_unknown_fields or config.omit_defaults)
        return f"  readonly {field.encode_name}{'?' if left_out or _may_be_unset(field.type) else ''}: {self._of(field.type)};"


def _may_be_unset(info: inspect.Type) -> bool:
    return isinstance(info, inspect.UnionType) and any(map(_is_unset, info.types))


def _is_unset(info: inspect.Type) -> bool:
    return isinstance(info, inspect.CustomType) and info.cls is msgspec.UnsetType


def _either(parts: Any) -> str:
    return " | ".join(dict.fromkeys(parts))


def _grouped(text: str) -> str:
    return f"({text})" if " " in text else text


def _quoted(value: Any) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value)


def main() -> None:
    """Write the file; with ``--check``, compare it instead."""
    text = Writer().text()
    if sys.argv[1:] == ["--check"]:
        sys.exit(
            FILE.read_text("utf-8") != text and f"{FILE.name} is not what the server's records say; write it again"
        )
    FILE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
