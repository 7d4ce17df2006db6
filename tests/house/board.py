"""A kind of stream for tests: a notice board whose notes earn points. House, journal and audit do not know it.

It uses what a kind may use: a unit of its own, notices, something due by the wall clock, results in answers, a secret that is
revealed later, personal data, a command that changes a table too, and one that relies on another board.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from boxseat.consistency import require
from boxseat.house.kinds import STREAM_KINDS
from boxseat.house.streams import (
    HOUSE_ONLY,
    Change,
    CommandCase,
    Due,
    Effects,
    HouseOnly,
    Stale,
    StreamKind,
    StreamKinds,
)
from boxseat.journal.entry import Notice, PersonalValue
from boxseat.journal.personal import personal_digest
from boxseat.journal.record_codec import RecordCodec
from boxseat.ledger.accounts import BANK, UNIT_PATTERN, Posting, in_unit, wallet
from boxseat.people.roles import Person, Power, may
from boxseat.refusal import Refusal
from boxseat.table.commands import FinalRounds
from boxseat.table.names import stream_of

DESK = "board"
POINTS_MAX = 1_000_000
"""The most that one note is worth."""
Time = Annotated[int, Meta(ge=0, le=2**53)]


class Record(msgspec.Struct, frozen=True, tag_field="is"):
    """What happened at a board."""


class BoardSetUp(Record, frozen=True, tag="board-set-up.1"):
    name: str
    closes_at: int
    prize: str
    """The key of the secret."""
    commitment: str


class NotePinned(Record, frozen=True, tag="note-pinned.1"):
    number: int
    author: str
    points: int
    phone: str = ""
    """The key of the personal data."""
    phone_digest: str = ""


class PhoneErased(Record, frozen=True, tag="phone-erased.1"):
    phone: str


class PrizeShown(Record, frozen=True, tag="prize-shown.1"):
    value: str


class BoardClosed(Record, frozen=True, tag="board-closed.1"):
    by_clock: bool


class Together(Record, frozen=True, tag="together.1"):
    stream: str
    version: int


BoardRecord = BoardSetUp | NotePinned | PhoneErased | PrizeShown | BoardClosed | Together


class Board(msgspec.Struct, frozen=True):
    """A board. `version` counts its entries."""

    version: int = 0
    name: str = ""
    closes_at: int = 0
    prize: str = ""
    commitment: str = ""
    is_open: bool = False
    shown: str = ""
    notes: int = 0
    points: dict[str, int] = msgspec.field(default_factory=dict)
    phones: tuple[str, ...] = ()


class SetUpBoard(msgspec.Struct, frozen=True, tag_field="do", tag="set-up-board"):
    name: str
    closes_at: Time


class Pin(msgspec.Struct, frozen=True, tag_field="do", tag="pin"):
    """Pin a note, for points."""

    points: Annotated[int, Meta(ge=-POINTS_MAX, le=POINTS_MAX)]
    phone: str = ""
    keep_until: Time | None = None
    personal_fields = ("phone",)


class PinLike(msgspec.Struct, frozen=True, tag_field="do", tag="pin-like"):
    """Pin a note for as many points as the author has at another board."""

    other: str


class Erase(msgspec.Struct, frozen=True, tag_field="do", tag="erase"):
    phone: str


class ShowPrize(msgspec.Struct, frozen=True, tag_field="do", tag="show-prize"):
    pass


class CloseBoard(msgspec.Struct, frozen=True, tag_field="do", tag="close-board"):
    by_clock: bool = False


class CloseWithTable(msgspec.Struct, frozen=True, tag_field="do", tag="close-with-table"):
    """Close the board, and announce the final rounds of a table."""

    table: str


def stream(name: str) -> str:
    return f"board/{name}"


def unit(name: str) -> str:
    return f"board-{name}"


class BoardKind(StreamKind[Board]):
    """Boards."""

    prefix = "board/"
    noun = "board"
    none_code = "board/none"
    records = RecordCodec(BoardRecord, {})
    empty = Board()
    powers: Mapping[type, Power] = {
        SetUpBoard: Power.OPEN_TABLE,
        Pin: Power.PLAY,
        PinLike: Power.PLAY,
        Erase: Power.PLAY,
        ShowPrize: Power.CLOSE_TABLE,
        CloseWithTable: Power.CLOSE_TABLE,
    }
    commands = SetUpBoard | Pin | PinLike | Erase | ShowPrize | CloseWithTable
    creating = frozenset((SetUpBoard,))
    spanning = frozenset((CloseWithTable,))
    account_prefixes = ("board-",)

    def relies_on(self, state: Board, who: str, command: Any) -> tuple[str, ...]:
        return (stream(command.other),) if isinstance(command, PinLike) else ()

    def siblings(self, state: Board, who: str, command: Any, reached: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
        return ((stream_of(command.table), FinalRounds()),)

    def written_with(self, stream: str, version: int) -> Record:
        return Together(stream, version)

    def may_begin(self, stream: str, first: Any) -> bool:
        return isinstance(first, BoardSetUp) and f"board/{first.name}" == stream

    def judge(self, case: CommandCase[Board]) -> Change[Board] | Refusal | Stale:
        board, command, who = case.state, case.command, case.who
        secrets: tuple[tuple[str, bytes], ...] = ()
        personal: tuple[PersonalValue, ...] = ()
        record: Record
        if isinstance(command, SetUpBoard):
            if board.version:
                return Refusal("board/exists", "", f"there is a board {board.name} already")
            if not UNIT_PATTERN.fullmatch(unit(command.name)):
                return Refusal("board/name", "", "a board's name has small letters, digits and hyphens")
            seed = case.entropy(16)
            key = f"{case.stream}/prize"
            secrets = ((key, seed),)
            record = BoardSetUp(command.name, command.closes_at, key, hashlib.sha256(seed).hexdigest())
        elif isinstance(command, Erase):
            if command.phone not in board.phones:
                return Refusal("board/phone", "", "there is no such phone number")
            record = PhoneErased(command.phone)
        elif isinstance(command, ShowPrize):
            if board.is_open:
                return Refusal("board/open", "", "the prize is shown when the board is closed")
            if board.shown:
                return Refusal("board/shown", "", "the prize is shown already")
            record = PrizeShown(case.secrets[board.prize].hex())
        elif not board.is_open:
            return Refusal("board/closed", "", "the board is closed")
        elif isinstance(command, Pin | PinLike):
            points = (
                command.points if isinstance(command, Pin) else case.others[stream(command.other)].points.get(who, 0)
            )
            if not 0 < points <= POINTS_MAX:
                return Refusal("board/points", "", f"a note is worth one point at least, and {POINTS_MAX} at the most")
            record = NotePinned(board.notes + 1, who, points)
            if isinstance(command, Pin) and command.phone:
                salt = case.entropy(16)
                value = PersonalValue(f"{case.stream}/phone-{record.number}", command.phone, salt, command.keep_until)
                record = replace(record, phone=value.key, phone_digest=personal_digest(value.value, salt))
                personal = (value,)
        else:
            record = BoardClosed(getattr(command, "by_clock", False))
        effects = self.follow(None, case.stream, board, [record], case.at)
        return Change([record], effects, secrets, personal)

    def fold(self, context: Any, state: Board, records: Sequence[Any], at: int) -> Board:
        for record in records:
            state = _folded(state, record)
        return replace(state, version=state.version + 1)

    def follow(self, context: Any, stream: str, state: Board, records: Sequence[Any], at: int) -> Effects[Board]:
        after = self.fold(context, state, records, at)
        effects = Effects(after)
        for record in records:
            effects = _with(effects, record)
        return effects

    def due(self, state: Board) -> tuple[Due, ...]:
        return (Due(state.closes_at, "closing"),) if state.is_open else ()

    def waking(self, due: Due) -> CloseBoard:
        return CloseBoard(by_clock=True)

    def erasing(self, key: str) -> Erase:
        return Erase(key)

    def secrets_needed(self, state: Board) -> tuple[str, ...]:
        return (state.prize,) if state.prize and not state.shown else ()

    def balances(self, state: Board) -> Mapping[str, int]:
        own = unit(state.name)
        return {
            **{in_unit(own, wallet(name)): points for name, points in state.points.items()},
            in_unit(own, BANK): -sum(state.points.values()),
        }

    def power_shown(self, records: Sequence[Any], state: Board) -> Power | HouseOnly | None:
        match records[0]:
            case BoardSetUp():
                return Power.OPEN_TABLE
            case PrizeShown() | BoardClosed(by_clock=False):
                return Power.CLOSE_TABLE
            case BoardClosed(by_clock=True):
                return HOUSE_ONLY
            case NotePinned() | PhoneErased():
                return Power.PLAY
            case _:
                return None

    def author_shown(self, records: Sequence[Any], state: Board) -> str:
        return records[0].author if isinstance(records[0], NotePinned) else ""

    def picture(self, context: Any, state: Board) -> Any:
        return {"name": state.name, "notes": state.notes, "open": state.is_open, "prize": state.shown}

    def private_picture(self, context: Any, state: Board, person: Person) -> Any:
        return {"points": state.points.get(person.name, 0)}

    def staff_picture(self, context: Any, state: Board) -> Any:
        return {"points": state.points}

    exports = True

    def documents(self, context: Any, state: Board) -> Iterator[tuple[str, Mapping[str, Any]]]:
        yield "notes", self.picture(context, state)

    def may_watch(self, state: Board, person: Person) -> bool:
        return may(person, Power.WATCH)


def _folded(board: Board, record: Any) -> Board:
    match record:
        case BoardSetUp(name=name, closes_at=at, prize=prize, commitment=commitment):
            return replace(board, name=name, closes_at=at, prize=prize, commitment=commitment, is_open=True)
        case NotePinned(number=number, author=author, points=points, phone=phone):
            require(board.is_open and number == board.notes + 1, "a note is pinned out of turn")
            earned = {**board.points, author: board.points.get(author, 0) + points}
            phones = (*board.phones, phone) if phone else board.phones
            return replace(board, notes=number, points=earned, phones=phones)
        case PhoneErased(phone=phone):
            return replace(board, phones=tuple(each for each in board.phones if each != phone))
        case PrizeShown(value=value):
            require(hashlib.sha256(bytes.fromhex(value)).hexdigest() == board.commitment, "it is not the prize")
            return replace(board, shown=value)
        case BoardClosed():
            return replace(board, is_open=False)
        case _:
            return board


def _with(effects: Effects[Board], record: Any) -> Effects[Board]:
    board = effects.state
    match record:
        case BoardSetUp(prize=key):
            return effects._replace(secrets=(key,))
        case NotePinned(number=number, author=author, points=points, phone=phone, phone_digest=digest):
            own = unit(board.name)
            return effects._replace(
                postings=(Posting(in_unit(own, BANK), in_unit(own, wallet(author)), points, "note pinned"),),
                notices=(Notice(DESK, f"note {number} by {author}", "1.1"),),
                result={"number": number},
                personal=((phone, digest),) if phone else (),
                said=(f"note {number}",),
            )
        case PhoneErased(phone=phone):
            return effects._replace(erased=(phone,))
        case PrizeShown(value=value):
            return effects._replace(revealed=((board.prize, bytes.fromhex(value)),))
        case Together(stream=name, version=version):
            return effects._replace(written_with=(name, version))
        case _:
            return effects


BOARDS = BoardKind()
KINDS = StreamKinds(*STREAM_KINDS, BOARDS)
