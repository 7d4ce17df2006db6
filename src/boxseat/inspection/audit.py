"""The audit: folds the whole journal from its first entry, and compares everything that is stored with the result.

It checks the hash chain; every record, posting, balance, answer and result; every card against the seed of its commitment;
snapshots and indexes; the authority of every author; times; sessions and password hashes; and that the sum of all money is 0. It
reads one database snapshot, beside the running server.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select, tuple_

from boxseat.clock import SECOND, WallClock
from boxseat.consistency import Inconsistent
from boxseat.fairness.commitment import check
from boxseat.inspection.entry_authority import Authority
from boxseat.inspection.login_rows import SessionTrails, credential_faults
from boxseat.inspection.shoe_proofs import ShoeTrail
from boxseat.inspection.stream_audit import AccountFollower, StreamUnreadable, TableFollower
from boxseat.journal import schema
from boxseat.journal.connections import read_in_snapshot
from boxseat.journal.db_errors import reason
from boxseat.journal.entry import BadDatabase, RoundIndex
from boxseat.journal.migrate import step_of
from boxseat.journal.verify import READ_ERRORS, ChainFault, examine
from boxseat.ledger.accounts import chips, drop, table_float, wager
from boxseat.ledger.double_entry import imbalance, overdrawn
from boxseat.people.account_store import account_stream, is_account_stream
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import BookError, OptionError, with_options
from boxseat.rulebook.stored_book import parse_kept
from boxseat.table.names import is_table_stream
from boxseat.table.state import Table, layout_chips

FAULTS_LISTED_MAX = 20
"""Faults that are listed; further ones are only counted."""
ROWS_PER_QUERY_MAX = 200
"""Rows outside the journal that one query reads."""
TIME_OFF_MAX_US = 2 * 86_400 * SECOND
"""How far an entry may be before an earlier one or ahead of the audit's clock; a normal clock error is smaller."""
Progress = Callable[[int, int], None]
"""Called with the number of entries done and their total."""
Follower = TableFollower | AccountFollower


class AuditFault(msgspec.Struct, frozen=True):
    """A fault that the audit found."""

    stream: str
    """Empty if it is in no particular stream."""
    version: int
    """0 if it is in no particular entry."""
    what: str
    seq: int = 0


class Audited(msgspec.Struct, frozen=True):
    """The result of an audit."""

    entries: int
    rounds: int
    shoes: int
    tables: int
    accounts: int
    head: str
    """``SEQ:HASH`` of the last valid entry, to be stored elsewhere and passed to the next audit."""
    money: dict[str, int]
    """The balances by kind of account, in cents; their sum is 0."""
    faults: tuple[AuditFault, ...]
    """The first faults."""
    fault_count: int

    @property
    def balanced(self) -> bool:
        """Whether there is no fault."""
        return not self.fault_count


async def audit(url: str, *, expect: tuple[int, bytes] | None = None, progress: Progress | None = None) -> Audited:
    """Audit the journal at a URL, as of now."""
    return await read_in_snapshot(url, lambda connection: audit_through(connection, expect=expect, progress=progress))


def audit_through(
    connection: Connection, *, expect: tuple[int, bytes] | None = None, progress: Progress | None = None
) -> Audited:
    """Audit the journal of a connection in one database snapshot; `BadDatabase` if it has none, or a newer schema."""
    if step_of(connection) is None:
        raise BadDatabase("The database holds no journal.")
    auditor = Auditor(connection, progress)
    with auditor.reading():
        auditor.begin()
    verdict = examine(connection, expect, auditor.visit)
    with auditor.reading():
        if verdict.fault is not None:
            auditor.chain_fault(verdict.fault)
        if auditor.seen == auditor.entries:
            auditor.finish()
    return auditor.audited(f"{verdict.entries}:{verdict.head.hex()}")


class Auditor:
    """Follows all streams together, in the order of the journal."""

    def __init__(self, connection: Connection, progress: Progress | None = None) -> None:
        self._connection = connection
        self._progress = progress
        self.entries = 0
        self.seen = 0
        self.faults: list[AuditFault] = []
        self.fault_count = 0
        self.followers: dict[str, Follower] = {}
        self._lost: set[str] = set()
        self._books: dict[tuple[str, str], Book] = {}
        self._snapshots: set[tuple[str, int]] = set()
        self._to_compare: list[tuple[str, int, Any]] = []
        self._money: dict[str, int] = {}
        self._authority = Authority()
        self._sessions = SessionTrails()
        self._latest_at = 0
        self._now = WallClock().now()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Report an error in reading as a fault, so that the audit continues."""
        try:
            yield
        except READ_ERRORS as error:
            self._fault("", 0, f"the database cannot be read: {reason(error)}")

    def begin(self) -> None:
        """Read the number of entries and the list of snapshots."""
        self.entries = self._connection.execute(select(schema.head.c.entries)).scalar() or 0
        self._snapshots = _keys(self._connection)
        self._sessions.read(self._connection)

    @property
    def tables(self) -> dict[str, Table]:
        """The state of every table after its entries."""
        return {each.table.id: each.table for each in self.followers.values() if isinstance(each, TableFollower)}

    def visit(self, entry: Any, money: list[Any]) -> None:
        """Audit the next entry, whose hash is valid."""
        self.seen += 1
        if self._progress is not None and self.seen % 500 == 0:
            self._progress(self.seen, self.entries)
        stream = entry.stream
        self._follow_time(entry)
        if stream in self._lost:
            return
        follower = self.followers.get(stream)
        try:
            if follower is None:
                follower = self.followers[stream] = self._follower(stream)
            for what in follower.follow(entry, money):
                self._fault(stream, entry.version, what, entry.seq)
        except StreamUnreadable as lost:
            self._fault(stream, entry.version, f"{lost}; what follows in {stream} is not examined", entry.seq)
            self._lost.add(stream)
            return
        if (stream, entry.version) in self._snapshots:
            self._to_compare.append((stream, entry.version, follower.state))
            if len(self._to_compare) >= ROWS_PER_QUERY_MAX:
                self._compare_snapshots()
        if isinstance(follower, TableFollower) and len(follower.rounds_over) >= ROWS_PER_QUERY_MAX:
            self._look_beside(follower)

    def _follow_time(self, entry: Any) -> None:
        """Check that times increase from entry to entry, within the tolerance for clock errors."""
        if entry.at > self._now + TIME_OFF_MAX_US:
            self._fault(entry.stream, entry.version, "it is of a time that has not come", entry.seq)
            return
        if entry.at < self._latest_at - TIME_OFF_MAX_US:
            days = (self._latest_at - entry.at) // (86_400 * SECOND)
            what = f"it is of a time {days} days before that of an earlier entry"
            self._fault(entry.stream, entry.version, what, entry.seq)
            self._latest_at = entry.at  # what follows is compared with this one, so that one jump is told once
        self._latest_at = max(self._latest_at, entry.at)

    def chain_fault(self, fault: ChainFault) -> None:
        """Report a broken chain at its entry."""
        e = schema.entries.c
        row = self._connection.execute(select(e.stream, e.version).where(e.seq == fault.seq)).first()
        stream, version = (row.stream, row.version) if row is not None else ("", 0)
        where = f"entry {fault.seq} of all: " if fault.seq else ""
        self._fault(stream, version, where + fault.why, fault.seq)

    def finish(self) -> None:
        """Run the checks that need the whole journal."""
        self._compare_snapshots()
        for follower in self.followers.values():
            if isinstance(follower, TableFollower) and follower.stream not in self._lost:
                self._look_beside(follower)
                self._shoes(follower, [follower.trail] if follower.trail is not None else [])
                self._index(follower, [*follower.open.values()])
        self._counts()
        self._logins()
        self._deadlines()
        self._balances()
        if self._progress is not None:
            self._progress(self.seen, self.entries)

    def audited(self, head: str) -> Audited:
        """The result, once every entry has been visited."""
        tables = [each for each in self.followers.values() if isinstance(each, TableFollower)]
        return Audited(
            entries=self.seen,
            rounds=sum(each.rounds for each in tables),
            shoes=sum(each.shoes for each in tables),
            tables=len(tables),
            accounts=len(self.followers) - len(tables),
            head=head,
            money=self._money,
            faults=tuple(self.faults),
            fault_count=self.fault_count,
        )

    def _fault(self, stream: str, version: int, what: str, seq: int = 0) -> None:
        self.fault_count += 1
        if len(self.faults) < FAULTS_LISTED_MAX:
            self.faults.append(AuditFault(stream, version, what, seq))

    def _follower(self, stream: str) -> Follower:
        if is_table_stream(stream):
            return TableFollower(stream, self._book, self._authority)
        if is_account_stream(stream):
            return AccountFollower(stream, self._authority, self._sessions)
        raise StreamUnreadable("this program does not know what such a stream holds")

    def _book(self, digest: str, game: str, options: dict[str, int | str]) -> Book:
        """The book with a digest; its text must have that digest."""
        key = digest, msgspec.json.encode(options).decode()
        if key not in self._books:
            text = self._connection.execute(select(schema.books.c.text).where(schema.books.c.digest == digest)).scalar()
            if text is None:
                raise ValueError("its text is not kept")
            if hashlib.sha256(text.encode()).hexdigest() != digest:
                raise ValueError("its text is another than it was")
            try:
                self._books[key] = with_options(parse_kept(text, source=game), options)
            except (BookError, OptionError) as error:
                raise ValueError(str(error)) from None
        return self._books[key]

    # What is stored beside the entries

    def _compare_snapshots(self) -> None:
        s = schema.snapshots.c
        for part in _parts(self._to_compare):
            wanted = [(stream, version) for stream, version, _ in part]
            rows = self._connection.execute(select(schema.snapshots).where(tuple_(s.stream, s.version).in_(wanted)))
            stored = {(row.stream, row.version): row.state for row in rows}
            for stream, version, state in part:
                what = self.followers[stream].snapshot_fault(state, stored[stream, version])
                if what is not None:
                    self._fault(stream, version, what)
        for stream, version, _ in self._to_compare:
            self._snapshots.discard((stream, version))
        self._to_compare = []

    def _look_beside(self, follower: TableFollower) -> None:
        """Check the index rows of finished rounds and shoes, and the proofs of finished shoes."""
        self._index(follower, follower.rounds_over)
        self._shoes(follower, follower.shoes_over)
        follower.rounds_over, follower.shoes_over = [], []

    def _index(self, follower: TableFollower, due: Sequence[RoundIndex]) -> None:
        c = schema.rounds.c
        for part in _parts(due):
            rows = self._connection.execute(select(schema.rounds).where(c.id.in_([index.id for index in part])))
            stored = {row.id: RoundIndex(*row[:-1]) for row in rows}
            for index in part:
                if stored.get(index.id) != index:
                    kind = "round" if index.stream == follower.stream else "shoe"
                    what = "is not in the index" if index.id not in stored else "is indexed at another place"
                    self._fault(follower.stream, index.first, f"{kind} {index.id} {what}")

    def _shoes(self, follower: TableFollower, trails: Sequence[ShoeTrail]) -> None:
        """Check commitment, seed and cards of shoes: the revealed seed is the stored one and gives the cards dealt."""
        c = schema.secrets.c
        for part in _parts(trails):
            rows = self._connection.execute(select(c.key, c.value).where(c.key.in_([trail.shoe for trail in part])))
            kept = {row.key: row.value for row in rows}
            for trail in part:
                for what in _shoe_faults(trail, kept.get(trail.shoe)):
                    self._fault(follower.stream, 0, f"shoe {trail.shoe}: {what}")

    def _counts(self) -> None:
        """Check that there are no rows without an entry."""
        if self._lost:
            return
        for stream, version in sorted(self._snapshots)[:FAULTS_LISTED_MAX]:
            self._fault(stream, version, "there is a snapshot of a version that was never reached")
        tables = [each for each in self.followers.values() if isinstance(each, TableFollower)]
        shoes = sum(each.shoes for each in tables)
        for table, due, what in (
            (schema.rounds, sum(each.rounds for each in tables) + shoes, "rounds and shoes are indexed"),
            (schema.secrets, shoes, "seeds are kept"),
        ):
            held = self._connection.execute(select(func.count()).select_from(table)).scalar_one()
            if held != due:
                self._fault("", 0, f"{held} {what}, and by the entries it is {due}")

    def _logins(self) -> None:
        """Compare sessions and password hashes with the accounts' records; accounts that cannot be read are skipped."""
        accounts = [
            follower.account
            for stream, follower in self.followers.items()
            if isinstance(follower, AccountFollower) and follower.account is not None and stream not in self._lost
        ]
        for name, what in [*self._sessions.faults(), *credential_faults(self._connection, accounts)]:
            if account_stream(name) not in self._lost:
                self._fault(account_stream(name), 0, what)

    def _deadlines(self) -> None:
        stored = dict(self._connection.execute(select(schema.streams.c.stream, schema.streams.c.deadline)).all())
        for stream, follower in self.followers.items():
            due = follower.table.deadline if isinstance(follower, TableFollower) else None
            if stream not in self._lost and stored.get(stream) != due:
                what = f"the clock is set to {stored.get(stream)}, and by the entries it is {due}"
                self._fault(stream, 0, what)

    def _balances(self) -> None:
        """Compare balances with the tables' states; check negative balances and that the sum is 0."""
        held = {row.account: row.cents for row in self._connection.execute(select(schema.balances))}
        for account in overdrawn(held):
            self._fault("", 0, f"{account} is {-held[account]} cents below zero")
        if wrong := imbalance(held):
            self._fault("", 0, f"all money together comes to {wrong} cents and not to nothing")
        for account, cents in held.items():
            kind = account.partition("/")[0]
            self._money[kind] = self._money.get(kind, 0) + cents
        at_tables = ("chips/", "wager/", "float/", "drop/")
        due = {account: cents for account, cents in held.items() if not account.startswith(at_tables)}
        for stream, follower in self.followers.items():
            if isinstance(follower, TableFollower):
                table = follower.table
                if stream in self._lost:
                    return
                if not table.settings.practice:
                    due.update(accounts_at(table))
        for account in sorted({*held, *due}):
            if held.get(account, 0) != due.get(account, 0):
                what = f"{account} holds {held.get(account, 0)} cents, and its table shows {due.get(account, 0)}"
                self._fault("", 0, what)


def accounts_at(table: Table) -> dict[str, int]:
    """The balances of a table's accounts by its state."""
    accounts = {chips(table.id, name): patron.chips for name, patron in table.patrons.items()}
    accounts |= {wager(table.id, box, name): cents for (box, name), cents in layout_chips(table).items()}
    return accounts | {table_float(table.id): table.float_cents, drop(table.id): table.drop_cents}


def _shoe_faults(trail: ShoeTrail, kept: bytes | None) -> Iterator[str]:
    yield from trail.oddities
    if kept is None:
        yield "its seed is not kept"
        return
    if trail.seed is not None and trail.seed != kept.hex():
        yield "the seed that was shown is not the one that was kept"
    try:
        yield from trail.stacked_faults(kept) if trail.stacked else check(trail.proof(kept), trail.book)
    except (IndexError, Inconsistent):
        yield "more cards left it than it had"


def _keys(connection: Connection) -> set[tuple[str, int]]:
    s = schema.snapshots.c
    return {(stream, version) for stream, version in connection.execute(select(s.stream, s.version))}


def _parts(items: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(items), ROWS_PER_QUERY_MAX):
        yield items[start : start + ROWS_PER_QUERY_MAX]
