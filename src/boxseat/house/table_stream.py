"""Tables as a kind of stream, and a table in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from boxseat.clock import Clock
from boxseat.consistency import present
from boxseat.house.authority import NEEDS, STAFF_COMMANDS, power_needed, power_of_staff
from boxseat.house.live_stream import LiveStream
from boxseat.house.past_rounds import entries_of_round, round_ended
from boxseat.house.persons_stream import REGISTER, admissions_at
from boxseat.house.streams import Change, CommandCase, Due, Effects, HouseOnly, Stale, StreamKind, Unreadable
from boxseat.journal.entry import Notice, RoundIndex
from boxseat.journal.queries import Work
from boxseat.journal.record_codec import RecordCodec
from boxseat.journal.store import Store
from boxseat.ledger.accounts import TABLES_MONEY
from boxseat.people.account_store import account_stream
from boxseat.people.roles import Person, Power, Role, may
from boxseat.play.acts import Reconstruct, Report, StaffAct
from boxseat.play.irregularities.announcement import incident
from boxseat.play.irregularities.consequence import notified
from boxseat.refusal import Refusal
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import BookError, OptionError, option_text, options, with_options
from boxseat.rulebook.stored_book import parse_kept
from boxseat.table import commands as c
from boxseat.table.admission.commands import CopyAdmissions
from boxseat.table.announcements import announcements
from boxseat.table.chip_moves import balances_at
from boxseat.table.codec import decode_table, encode, read, written
from boxseat.table.corrections.commands import VoidPastRound
from boxseat.table.desk import Desk
from boxseat.table.dispatch import carry_out, is_stale
from boxseat.table.fold import Step, fold_entry, retrace
from boxseat.table.hand_dealt.commands import LinkPatron
from boxseat.table.hand_dealt.records import CardKeyed, CardTurned
from boxseat.table.hand_dealt.view import reconstruction_seen
from boxseat.table.handlers.patrons import ACCOUNT_NAME
from boxseat.table.names import PRACTICE, STREAM_PREFIX, shoes_of, stream_of, table_of
from boxseat.table.permissions.notices import told_of_permission
from boxseat.table.permissions.overlay import book_of_round
from boxseat.table.picture import StaffSeen
from boxseat.table.postings import postings
from boxseat.table.questions import OpenQuestion, open_questions
from boxseat.table.records import (
    UPCASTERS,
    Acted,
    CardsShuffled,
    RoundOpened,
    RoundSettled,
    ShoeFinished,
    TableOpened,
    TableRecord,
    WrittenWith,
)
from boxseat.table.signs.commands import FollowSigns
from boxseat.table.signs.sign_sentences import told_of_signs
from boxseat.table.state import Table, TableUse
from boxseat.table.view import seen_by_staff

RECORDS: RecordCodec[TableRecord] = RecordCodec(TableRecord, UPCASTERS, written=written, read=read)
TableWatcher = Callable[["LiveTable"], None]
"""Called with a table at each new version, and when the house pauses or resumes."""
COPYING = c.OpenForPlay | CopyAdmissions
"""Commands with which a table copies the register of persons."""
QUESTION = "question"
SIGNS = "signs"
"""What is due at a table: the time limit of its open question, and what its signs show for a time."""


class TableKind(StreamKind[Table]):
    """Tables. The context of a table is its book."""

    prefix = STREAM_PREFIX
    noun = "table"
    none_code = "table/none"
    records = RECORDS
    empty = Table()
    powers = NEEDS
    commands = c.PlayersCommand | c.StaffCommand
    creating = frozenset((c.SetUpTable,))
    account_prefixes = TABLES_MONEY

    def power_of(self, command: Any) -> Power | None:
        """The power that a command needs, which may depend on what it asks."""
        return power_needed(command)

    def refusal_in_own_cause(self, state: Table, who: str, command: Any) -> Refusal | None:
        """The refusal of staff powers to a person with chips, a wager or a seat at the table."""
        if type(command) not in STAFF_COMMANDS or who not in state.patrons:
            return None
        return Refusal("power/own-table", "", f"{who} plays at this table, and nobody judges in their own cause")

    def relies_on(self, state: Table, who: str, command: Any) -> tuple[str, ...]:
        """The register of persons, if the table copies it; the account of somebody for whom staff record what they do."""
        if isinstance(command, COPYING) and not state.settings.practice:
            return (REGISTER,)
        recorded = state.by_hand is not None and isinstance(command, c.ForPlayer | LinkPatron)
        named = recorded and ACCOUNT_NAME.fullmatch(command.player)
        return (account_stream(command.player),) if named else ()

    def evidence(self, stream: str, command: Any) -> Work[Any] | None:
        """The round of the past that is declared void."""
        of_past = isinstance(command, VoidPastRound)
        return entries_of_round(stream, f"{table_of(stream)}-{command.number}") if of_past else None

    def judge(self, case: CommandCase[Table]) -> Change[Table] | Refusal | Stale:
        """Judge a command at a desk of its own."""
        register = case.others.get(REGISTER)
        for name, account in case.others.items():
            if name == REGISTER:
                continue
            if not account.version or account.role is not Role.PLAYER or account.disabled:
                return Refusal("patron/no-account", "", f"no player has the account {name.partition('/')[2]}")
        # Orders worked out here hold once the entry is stored: till then another cut, or another seed, may take its place.
        orders = dict(case.cached)
        desk = Desk(case.context, case.state, case.at, seeds=case.secrets, entropy=case.entropy, orders=orders)
        if isinstance(case.command, VoidPastRound) and case.evidence is not None:
            desk.past = round_ended(self, case.context, case.stream, case.evidence, case.command.number)
        desk.admissions = None if register is None else admissions_at(register, case.state.game)
        if is_stale(desk, case.command, case.seen):
            return Stale()
        if refused := carry_out(desk, case.who, case.command):
            return refused
        if not desk.happened:
            return Change((), Effects(case.state))
        stream = stream_of(desk.table.id)
        effects = _effects(case.context, stream, desk.steps, desk.done())
        return Change(desk.happened, effects, tuple(desk.secrets), cached=orders)

    def written_with(self, stream: str, version: int) -> TableRecord:
        """The record by which an entry names the one that it was stored with."""
        return WrittenWith(stream, version)

    def is_reached(self, stream: str) -> bool:
        """A practice table is its owner's own."""
        return not table_of(stream).startswith(PRACTICE)

    def may_begin(self, stream: str, first: Any) -> bool:
        """Whether a record sets up the table of this name."""
        return isinstance(first, TableOpened) and stream_of(first.table) == stream

    def key_prefix(self, stream: str) -> str:
        """The keys of seeds are the names of shoes: ``star-pontoon-s2``."""
        return f"{table_of(stream)}-"

    def text_needed(self, first: Any, state: Table) -> str:
        """The digest of the table's book."""
        digest: str = state.book if first is None else first.book
        return digest

    def context(self, text: str | None, first: Any, state: Table) -> Book:
        """The book of a table, with the text from when it was set up."""
        opened = state if first is None else first
        try:
            return _book(text, opened.game, opened.options)
        except (BookError, OptionError) as error:
            raise Unreadable(str(error)) from None

    def fold(self, context: Book, state: Table, records: Sequence[TableRecord], at: int) -> Table:
        """The table after one entry."""
        return fold_entry(context, state, records, at)

    def follow(
        self, context: Book, stream: str, state: Table, records: Sequence[TableRecord], at: int
    ) -> Effects[Table]:
        """The table after one entry, with its steps and everything that follows from them."""
        steps, table = retrace(context, state, records, at)
        return _effects(context, stream, steps, table)

    def encode(self, state: Table) -> bytes:
        """A table as JSON."""
        return encode(state)

    def decode(self, snapshot: bytes) -> Table:
        """A table from its snapshot."""
        return decode_table(snapshot)

    def asked_since(self, state: Table) -> int:
        """The version at which the open question was asked."""
        return state.asked_since

    def due(self, state: Table) -> tuple[Due, ...]:
        """The time limit of the open question, and the next time on the signs."""
        question = () if state.deadline is None else (Due(state.deadline, QUESTION, by_stamps=True),)
        shown = state.signs.next_at
        return question if shown is None else (*question, Due(shown, SIGNS))

    def waking(self, due: Due) -> c.TableCommand:
        """The house continues without an answer, or does what the signs show."""
        return FollowSigns() if due.what == SIGNS else c.TimeUp()

    def secrets_needed(self, state: Table) -> tuple[str, ...]:
        """The seed of the cards in use."""
        return () if state.pack is None or state.by_hand is not None else (state.pack.shoe,)

    def balances(self, state: Table) -> dict[str, int]:
        """The balances of a table's accounts; chips of a practice table are not money."""
        return {} if state.use is TableUse.PRACTICE else balances_at(state)

    def power_shown(self, records: Sequence[TableRecord], state: Table) -> Power | HouseOnly | None:
        """The staff power that an entry needed; what the house does by the clock is its own."""
        return power_of_staff(records, state)

    def staff_picture(self, context: Book, state: Table) -> StaffSeen:
        """What staff see besides."""
        return seen_by_staff(context, state)

    def may_watch(self, state: Table, person: Person) -> bool:
        """Whether a person may watch a table; only its owner and staff may watch a practice table."""
        return state.settings.owner in ("", person.name) or may(person, Power.SEE_FLOOR)


class LiveTable(LiveStream[Table]):
    """A table in memory, with its book."""

    def __init__(self, kind: TableKind, store: Store, stream: str, clock: Clock) -> None:
        super().__init__(kind, store, stream, clock)
        self.cached = {}
        self._waiting: tuple[int, list[OpenQuestion]] = (-1, [])

    @property
    def table(self) -> Table:
        """The table at its newest version."""
        return self.state

    @property
    def book(self) -> Book:
        """The book of the round in play, or of the last one."""
        return book_of_round(self.context, self.state)

    def waiting(self) -> list[OpenQuestion]:
        """The players that the table waits for; computed once per version."""
        if self._waiting[0] != self.state.version:
            self._waiting = (self.state.version, open_questions(self.book, self.state))
        return self._waiting[1]


TableKind.live_type = LiveTable
TABLES = TableKind()


def _effects(book: Book, stream: str, steps: Sequence[Step], table: Table) -> Effects[Table]:
    return Effects(
        table,
        postings=postings(steps),
        rounds=index_of(steps, stream),
        result=_result(steps),
        notices=tuple(_notices(book, steps)),
        secrets=tuple(step.record.shoe for step in steps if isinstance(step.record, CardsShuffled)),
        said=announcements(book, steps),
        steps=steps,
        written_with=_leader(steps),
    )


def _result(steps: Sequence[Step]) -> dict[str, Any] | None:
    """What the answer tells of a hand-dealt table: a deviation, or the account of a reconstruction."""
    if not steps or steps[-1].after.by_hand is None:
        return None
    result: dict[str, Any] = {}
    for step in steps:
        match step.record:
            case RoundOpened() | CardTurned():
                result.setdefault("deviation", None)
            case Acted(acts=(Report(),)) if "deviation" in result:
                result["deviation"] = present(step.after.by_hand, "hand-dealt table").deviation
            case CardKeyed(deviation=deviation):
                result["deviation"] = deviation
            case Acted(acts=(Reconstruct(),)):
                result["account"] = reconstruction_seen(step.before.current_round, step.after.current_round)
            case _:
                pass
    return msgspec.json.decode(msgspec.json.encode(result)) if result else None


def _notices(book: Book, steps: Sequence[Step]) -> Iterator[Notice]:
    """What desks of the house are told: of acts of staff (SP 18.16.4), of what is permitted, and of signs."""
    clause = book.dealing_errors.wrong_pack_told.clause
    for step in steps:
        match step.record:
            case Acted(acts=(act,)) if isinstance(act, StaffAct):
                text = f"{step.after.title}, round {step.after.round_id}: {incident(act)}"
                yield from (Notice(desk, text, clause) for desk in notified(book, act))
            case record:
                for told in (told_of_permission, told_of_signs):
                    yield from (Notice(*each) for each in told(book, step.before, record))


def _leader(steps: Sequence[Step]) -> tuple[str, int] | None:
    """The entry of another stream that these steps were stored with."""
    last = steps[-1].record if steps else None
    return (last.stream, last.version) if isinstance(last, WrittenWith) else None


def index_of(steps: Sequence[Step], stream: str) -> tuple[RoundIndex, ...]:
    """The index entries of rounds and shoes that begin or end with these steps."""
    found: dict[str, RoundIndex] = {}
    for before, record, after, _ in steps:
        last = after.version
        match record:
            case RoundOpened(round=name, number=number, at=at):
                found[name] = RoundIndex(name, stream, number, last, None, at)
            case RoundSettled():
                name = after.round_id
                found[name] = RoundIndex(name, stream, after.round_number, after.round_first, last, after.round_at)
            case CardsShuffled(shoe=name, at=at):
                found[name] = RoundIndex(name, shoes_of(stream), after.shoes, last, None, at)
            case ShoeFinished(shoe=name):
                pack = before.current_pack
                found[name] = RoundIndex(name, shoes_of(stream), before.shoes, pack.first, last, pack.at)
    return tuple(found.values())


def stored_options(book: Book) -> dict[str, bool | int | str]:
    """The options of a table with this book, as its first record holds them."""
    return {
        name: cited.value if type(cited.value) in (bool, int) else option_text(cited.value)
        for name, cited in options(book).items()
    }


async def book_of(store: Store, digest: str, game: str, options: dict[str, int | str]) -> Book:
    """The book of a table, with the text from when it was opened."""
    return _book(await store.book(digest), game, options)


def _book(text: str | None, game: str, options: dict[str, int | str]) -> Book:
    if text is None:
        raise BookError(game, "", "its text is not kept")
    return _read(text, game, tuple(options.items()))


@lru_cache(maxsize=64)
def _read(text: str, game: str, options: tuple[tuple[str, int | str], ...]) -> Book:
    """Parse a book; tables with the same book share it."""
    return with_options(parse_kept(text, source=game), dict(options))
