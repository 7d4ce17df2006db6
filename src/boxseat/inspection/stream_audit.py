"""Audit of one stream: recomputes what each entry must contain, and reports differences.

A follower trusts only the records. Postings, answers, indexes, snapshots and cards are recomputed with the same engine and compared
with what is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from boxseat.consistency import Inconsistent, present
from boxseat.house.answers import Done, decode
from boxseat.house.house import index_of
from boxseat.house.live_table import RECORDS
from boxseat.inspection.entry_authority import Authority
from boxseat.inspection.login_rows import SessionTrails
from boxseat.inspection.shoe_proofs import ShoeTrail
from boxseat.journal.entry import RoundIndex
from boxseat.journal.record_codec import BadRecord, UnknownRecord
from boxseat.ledger.accounts import BANK, Posting, wallet
from boxseat.people.account import Account
from boxseat.people.account import fold as fold_account
from boxseat.people.account_store import account_stream
from boxseat.people.login import OPENING_MONEY
from boxseat.people.records import CODEC, AccountOpened
from boxseat.people.records import Record as AccountRecord
from boxseat.rulebook.book import Book
from boxseat.table.codec import decode_table
from boxseat.table.codec import encode as encode_table
from boxseat.table.fold import retrace
from boxseat.table.names import stream_of
from boxseat.table.postings import postings
from boxseat.table.records import CardsShuffled, ShoeFinished, TableOpened, TableRecord
from boxseat.table.state import Table

BookOf = Callable[[str, str, dict[str, int | str]], Book]
"""Returns the book with a digest, with a game's options."""


class StreamUnreadable(Exception):
    """The stream cannot be followed further; the message says why."""


class TableFollower:
    """A table's stream, entry by entry."""

    def __init__(self, stream: str, book_of: BookOf, authority: Authority) -> None:
        self.stream = stream
        self._authority = authority
        self.book: Book | None = None
        self.table = Table()
        self.trail: ShoeTrail | None = None
        """The cards in use."""
        self.at = 0
        self.rounds_over: list[RoundIndex] = []
        """Rounds and shoes finished since the last look, as their index rows should be; those in play are in `open`."""
        self.open: dict[str, RoundIndex] = {}
        self.shoes_over: list[ShoeTrail] = []
        """Shoes finished since the last look."""
        self.rounds = 0
        self.shoes = 0
        self._book_of = book_of

    @property
    def state(self) -> Table:
        """The table after its entries."""
        return self.table

    def follow(self, entry: Any, money: Sequence[Any]) -> Iterator[str]:
        """One more entry; what is wrong with it, a sentence for each fault."""
        happened = self._records(entry.records)
        if entry.at < self.at:
            yield "it is of an earlier time than the entry before it"
        self.at = entry.at
        if self.book is None:
            self._begin(happened[0])
        book = present(self.book, f"book of {self.stream}")
        try:
            steps, table = retrace(book, self.table, happened, entry.at)
            due = postings(steps)
        except Exception as error:  # whatever the engine stumbles over, the records are not what it wrote
            raise StreamUnreadable(f"its records do not follow from the table before them: {_said(error)}") from None
        yield from _money_faults(due, money)
        yield from _answer_faults(entry)
        yield from self._authority.table_faults(entry, happened, self.table)
        for step in steps:
            self._follow_cards(book, step.record)
        self._follow_index(index_of(steps, self.stream))
        self.table = table

    def _records(self, stored: bytes) -> list[TableRecord]:
        try:
            happened = RECORDS.decode(stored)
        except (BadRecord, UnknownRecord, ValueError) as error:
            raise StreamUnreadable(f"its records cannot be read: {error}") from None
        if not happened:
            raise StreamUnreadable("it has no records")
        return happened

    def _begin(self, opened: TableRecord) -> None:
        if not isinstance(opened, TableOpened) or stream_of(opened.table) != self.stream:
            raise StreamUnreadable("the table was not set up before")
        try:
            self.book = self._book_of(opened.book, opened.game, opened.options)
        except ValueError as error:
            raise StreamUnreadable(f"its book cannot be used: {error}") from None

    def _follow_cards(self, book: Book, record: TableRecord) -> None:
        if isinstance(record, CardsShuffled):
            self.trail = ShoeTrail(book, record)
        elif self.trail is not None:
            self.trail.follow(record)
            if isinstance(record, ShoeFinished):
                self.shoes_over.append(self.trail)
                self.trail = None

    def _follow_index(self, indexes: Sequence[RoundIndex]) -> None:
        for index in indexes:
            if index.id not in self.open:  # one that begins here; it may be over with the same entry
                is_round = index.stream == self.stream
                self.rounds += is_round
                self.shoes += not is_round
            self.open[index.id] = index
            if index.last is not None:
                self.rounds_over.append(self.open.pop(index.id))

    def snapshot_fault(self, state: Table, stored: bytes) -> str | None:
        """What is wrong with a snapshot; none where it holds the state that the entries came to."""
        if stored == encode_table(state):
            return None
        return _differs(state, lambda: decode_table(stored))


class AccountFollower:
    """An account's stream, entry by entry. Nodes write with their own clocks, so times may go back."""

    def __init__(self, stream: str, authority: Authority, sessions: SessionTrails) -> None:
        self.stream = stream
        self.account: Account | None = None
        self._authority = authority
        self._sessions = sessions

    @property
    def state(self) -> Account | None:
        """The account after its entries."""
        return self.account

    def follow(self, entry: Any, money: Sequence[Any]) -> Iterator[str]:
        """One more entry; what is wrong with it, a sentence for each fault."""
        try:
            happened = tuple(CODEC.decode(entry.records))
        except (BadRecord, UnknownRecord, msgspec.DecodeError, ValueError) as error:
            raise StreamUnreadable(f"its records cannot be read: {error}") from None
        try:
            self.account = fold_account(self.account, entry.version, entry.at, happened)
        except Inconsistent as error:
            raise StreamUnreadable(f"its records do not follow from the account before them: {_said(error)}") from None
        if self.account is None or account_stream(self.account.name) != self.stream:
            raise StreamUnreadable("the account was not opened before")
        yield from _money_faults(tuple(_opening_money(happened)), money)
        yield from self._authority.account_faults(entry, happened, self.account.name)
        self._authority.note(self.account, entry.at)
        self._sessions.follow(entry, happened, self.account.name)

    def snapshot_fault(self, state: Account, stored: bytes) -> str | None:
        """What is wrong with a snapshot; none where it holds the state that the entries came to."""
        if stored == msgspec.json.encode(state):
            return None
        return _differs(state, lambda: msgspec.json.decode(stored, type=Account))


def _opening_money(happened: Sequence[AccountRecord]) -> Iterator[Posting]:
    for record in happened:
        if isinstance(record, AccountOpened) and record.cents:
            yield Posting(BANK, wallet(record.name), record.cents, OPENING_MONEY)


def _money_faults(due: Sequence[Posting], money: Sequence[Any]) -> Iterator[str]:
    """Differences between the stored postings and those that follow from the records."""
    stored = [Posting(row.giver, row.taker, row.cents, row.why, row.clause) for row in money]
    if stored == list(due):
        return
    for place, posting in enumerate(due):
        if place >= len(stored):
            yield f"a posting is missing: {_shown(posting)}"
            return
        if stored[place] != posting:
            yield f"posting {place + 1} is {_shown(stored[place])}, and by the records it is {_shown(posting)}"
            return
    yield f"there is a posting that no record makes: {_shown(stored[len(due)])}"


def _shown(posting: Posting) -> str:
    clause = f", clause {posting.clause}" if posting.clause else ""
    return f"{posting.cents} cents from {posting.giver} to {posting.taker} ({posting.why}{clause})"


def _answer_faults(entry: Any) -> Iterator[str]:
    """Check the stored answer of a command, which a repeated command gets again."""
    if not entry.answer:
        if entry.command:
            yield "its command has no answer"
        return
    try:
        answered = decode(entry.answer)
    except msgspec.DecodeError:
        yield "its answer cannot be read"
        return
    if answered != Done(entry.version):
        yield f"its answer is not that version {entry.version} is done"


def _differs(state: object, read: Callable[[], object]) -> str | None:
    """Whether a snapshot has another state; the encoding of an earlier version of the program may differ."""
    try:
        kept = read()
    except (msgspec.DecodeError, ValueError) as error:
        return f"the snapshot cannot be read: {error}"
    if kept == state:
        return None
    names: tuple[str, ...] = getattr(type(state), "__struct_fields__", ())
    fields = [name for name in names if getattr(kept, name) != getattr(state, name)]
    return f"the snapshot is not what the entries come to; it differs in {', '.join(fields[:5])}"


def _said(error: BaseException) -> str:
    return f"{type(error).__name__} {error}".replace("\n", " ")[:300].strip()
