"""The audit: folds the whole journal from its first entry, and compares everything that is stored with the result.

It checks the hash chain; every record, posting, balance, answer and result; every card against the seed of its commitment;
snapshots and indexes; the authority of every author; times; sessions and password hashes; and that the sum of all money is 0. It
reads one database snapshot, beside the running server.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select, tuple_

from boxseat.clock import SECOND, WallClock
from boxseat.consistency import Inconsistent
from boxseat.fairness.commitment import check
from boxseat.house.kinds import STREAM_KINDS
from boxseat.house.streams import StreamKinds, first_due
from boxseat.inspection.entry_authority import Authority
from boxseat.inspection.login_rows import SessionTrails, credential_faults
from boxseat.inspection.shoe_proofs import ShoeTrail
from boxseat.inspection.stream_audit import FOLLOWERS, AccountFollower, StreamFollower, StreamUnreadable, TableFollower
from boxseat.inspection.voided_rounds import voided_round_faults
from boxseat.journal import schema
from boxseat.journal.connections import read_in_snapshot
from boxseat.journal.db_errors import reason
from boxseat.journal.entry import BadDatabase, Notice, RoundIndex
from boxseat.journal.migrate import step_of
from boxseat.journal.personal import personal_digest
from boxseat.journal.verify import READ_ERRORS, ChainFault, examine
from boxseat.ledger.double_entry import imbalances, overdrawn
from boxseat.people.account_store import account_stream
from boxseat.table.state import Table

FAULTS_LISTED_MAX = 20
"""Faults that are listed; further ones are only counted."""
ROWS_PER_QUERY_MAX = 200
"""Rows outside the journal that one query reads."""
TIME_OFF_MAX_US = 2 * 86_400 * SECOND
"""How far an entry may be before an earlier one or ahead of the audit's clock; a normal clock error is smaller."""
Progress = Callable[[int, int], None]
"""Called with the number of entries done and their total."""


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


async def audit(
    url: str,
    *,
    expect: tuple[int, bytes] | None = None,
    progress: Progress | None = None,
    kinds: StreamKinds = STREAM_KINDS,
) -> Audited:
    """Audit the journal at a URL, as of now."""
    return await read_in_snapshot(
        url, lambda connection: audit_through(connection, expect=expect, progress=progress, kinds=kinds)
    )


def audit_through(
    connection: Connection,
    *,
    expect: tuple[int, bytes] | None = None,
    progress: Progress | None = None,
    kinds: StreamKinds = STREAM_KINDS,
) -> Audited:
    """Audit the journal of a connection in one database snapshot; `BadDatabase` if it has none, or a newer schema."""
    if step_of(connection) is None:
        raise BadDatabase("The database holds no journal.")
    auditor = Auditor(connection, progress, kinds)
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

    def __init__(
        self, connection: Connection, progress: Progress | None = None, kinds: StreamKinds = STREAM_KINDS
    ) -> None:
        self._connection = connection
        self._kinds = kinds
        self._progress = progress
        self.entries = 0
        self.seen = 0
        self.faults: list[AuditFault] = []
        self.fault_count = 0
        self.followers: dict[str, StreamFollower] = {}
        self._lost: set[str] = set()
        self._texts: dict[str, str] = {}
        self._snapshots: set[tuple[str, int]] = set()
        self._to_compare: list[tuple[str, int, Any]] = []
        self._money: dict[str, int] = {}
        self._notices: list[tuple[Any, Sequence[Notice]]] = []
        """Entries with the notices that follow from them, to be compared."""
        self.desks: list[str] = []
        """The desk of every notice, in the order of the journal."""
        self.authority = Authority()
        self.sessions = SessionTrails()
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
        self.sessions.read(self._connection)

    @property
    def tables(self) -> dict[str, Table]:
        """The state of every table after its entries."""
        return {each.state.id: each.state for each in self.followers.values() if isinstance(each, TableFollower)}

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
        if isinstance(follower, TableFollower):
            for step in follower.effects.steps:
                for what in voided_round_faults(self._connection, follower.context, stream, step):
                    self._fault(stream, entry.version, what, entry.seq)
        if (stream, entry.version) in self._snapshots:
            self._to_compare.append((stream, entry.version, follower.state))
            if len(self._to_compare) >= ROWS_PER_QUERY_MAX:
                self._compare_snapshots()
        if follower.effects.notices:
            self._notices.append((entry, follower.effects.notices))
            self.desks += [notice.desk for notice in follower.effects.notices]
            if len(self._notices) >= ROWS_PER_QUERY_MAX:
                self._compare_notices()
        if len(follower.rounds_over) >= ROWS_PER_QUERY_MAX:
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
        self._compare_notices()
        for follower in self.followers.values():
            if follower.stream not in self._lost:
                self._look_beside(follower)
                if isinstance(follower, TableFollower):
                    self._shoes(follower, [follower.trail] if follower.trail is not None else [])
                self._index(follower, [*follower.open.values()])
        self._personal()
        self._counts()
        self._logins()
        shown = self._shown()
        self._deadlines(shown)
        self._balances(shown)
        if self._progress is not None:
            self._progress(self.seen, self.entries)

    def audited(self, head: str) -> Audited:
        """The result, once every entry has been visited."""
        followers = self.followers.values()
        return Audited(
            entries=self.seen,
            rounds=sum(each.rounds for each in followers),
            shoes=sum(each.shoes for each in followers),
            tables=sum(isinstance(each, TableFollower) for each in followers),
            accounts=sum(isinstance(each, AccountFollower) for each in followers),
            head=head,
            money=self._money,
            faults=tuple(self.faults),
            fault_count=self.fault_count,
        )

    def _fault(self, stream: str, version: int, what: str, seq: int = 0) -> None:
        self.fault_count += 1
        if len(self.faults) < FAULTS_LISTED_MAX:
            self.faults.append(AuditFault(stream, version, what, seq))

    def _follower(self, stream: str) -> StreamFollower:
        kind = self._kinds.find(stream)
        if kind is None:
            raise StreamUnreadable("this program does not know what such a stream holds")
        return FOLLOWERS.get(kind.prefix, StreamFollower)(kind, stream, self)

    def is_stored(self, stream: str, version: int) -> bool:
        """Whether an entry has been visited."""
        follower = self.followers.get(stream)
        return follower is not None and 0 < version <= follower.state.version

    def is_told(self, number: int, desk: str) -> bool:
        """Whether the notice of a number went to a desk; nobody can tell after a stream that could not be examined."""
        return bool(self._lost) or self.desks[number - 1 : number] == [desk]

    def text_of(self, digest: str) -> str:
        """The text with a digest; `ValueError` if it is not kept, or another than it was."""
        if digest not in self._texts:
            text = self._connection.execute(select(schema.books.c.text).where(schema.books.c.digest == digest)).scalar()
            if text is None:
                raise ValueError("its text is not kept")
            if hashlib.sha256(text.encode()).hexdigest() != digest:
                raise ValueError("its text is another than it was")
            self._texts[digest] = text
        return self._texts[digest]

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

    def _compare_notices(self) -> None:
        """Check that desks were told what the records tell them."""
        n = schema.notices.c
        for part in _parts(self._notices):
            seqs = [entry.seq for entry, _ in part]
            stored: dict[int, list[Notice]] = {}
            chosen = select(n.seq, n.desk, n.text, n.clause, n.about).where(n.seq.in_(seqs)).order_by(n.seq, n.position)
            for seq, *said in self._connection.execute(chosen):
                stored.setdefault(seq, []).append(Notice(*said))
            for entry, due in part:
                if stored.get(entry.seq, []) != list(due):
                    self._fault(entry.stream, entry.version, "its notices are not those of its records", entry.seq)
        self._notices = []

    def _look_beside(self, follower: StreamFollower) -> None:
        """Check the index rows of finished rounds and shoes, revealed secrets, and the proofs of finished shoes."""
        self._index(follower, follower.rounds_over)
        self._revealed(follower)
        follower.rounds_over, follower.revealed = [], []
        if isinstance(follower, TableFollower):
            self._shoes(follower, follower.shoes_over)
            follower.shoes_over = []

    def _revealed(self, follower: StreamFollower) -> None:
        """Check that the secrets that were shown are those that were stored."""
        c = schema.secrets.c
        for part in _parts(follower.revealed):
            rows = self._connection.execute(select(c.key, c.value).where(c.key.in_([key for key, _ in part])))
            kept = {row.key: row.value for row in rows}
            for key, shown in part:
                if kept.get(key) != shown:
                    self._fault(follower.stream, 0, f"secret {key}: what was shown is not what was kept")

    def _index(self, follower: StreamFollower, due: Sequence[RoundIndex]) -> None:
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

    def _personal(self) -> None:
        """Check that the personal data kept are those of the records, and that what was erased is gone."""
        if self._lost:
            return
        due = {key: digest for follower in self.followers.values() for key, digest in follower.personal.items()}
        p = schema.personal.c
        for key, value, salt in self._connection.execute(select(p.key, p.value, p.salt)):
            digest = due.pop(key, None)
            if digest is None:
                self._fault("", 0, f"personal data {key} are kept, and by the entries they are not")
            elif personal_digest(value, salt) != digest:
                self._fault("", 0, f"personal data {key} are not those of their record")
        for key in sorted(due):
            self._fault("", 0, f"personal data {key} are not kept, and no entry erased them")

    def _counts(self) -> None:
        """Check that there are no rows without an entry."""
        if self._lost:
            return
        for stream, version in sorted(self._snapshots)[:FAULTS_LISTED_MAX]:
            self._fault(stream, version, "there is a snapshot of a version that was never reached")
        followers = self.followers.values()
        for table, due, what in (
            (schema.rounds, sum(each.rounds + each.shoes for each in followers), "rounds and shoes are indexed"),
            (schema.secrets, sum(each.secrets for each in followers), "seeds are kept"),
            (schema.notices, len(self.desks), "notices are kept"),
        ):
            held = self._connection.execute(select(func.count()).select_from(table)).scalar_one()
            if held != due:
                self._fault("", 0, f"{held} {what}, and by the entries it is {due}")

    def _logins(self) -> None:
        """Compare sessions and password hashes with the accounts' records; accounts that cannot be read are skipped."""
        accounts = [
            follower.state
            for stream, follower in self.followers.items()
            if isinstance(follower, AccountFollower) and follower.state.version and stream not in self._lost
        ]
        for name, what in [*self.sessions.faults(), *credential_faults(self._connection, accounts)]:
            if account_stream(name) not in self._lost:
                self._fault(account_stream(name), 0, what)

    def _shown(self) -> dict[str, tuple[int | None, Mapping[str, int]]]:
        """What the states show: when something is due next, and the balances of their accounts."""
        shown: dict[str, tuple[int | None, Mapping[str, int]]] = {}
        for stream, follower in self.followers.items():
            if stream in self._lost:
                continue
            try:
                kind, state = follower.kind, follower.state
                shown[stream] = first_due(kind.due(state)), kind.balances(state)
            except Exception as error:  # a state that no kind should come to must not hide the other streams' faults
                self._fault(stream, follower.state.version, f"its state cannot be read: {error}")
                self._lost.add(stream)
        return shown

    def _deadlines(self, shown: Mapping[str, tuple[int | None, Mapping[str, int]]]) -> None:
        stored = dict(self._connection.execute(select(schema.streams.c.stream, schema.streams.c.deadline)).all())
        for stream, (due, _) in shown.items():
            if stored.get(stream) != due:
                what = f"the clock is set to {stored.get(stream)}, and by the entries it is {due}"
                self._fault(stream, 0, what)

    def _balances(self, states: Mapping[str, tuple[int | None, Mapping[str, int]]]) -> None:
        """Compare balances with the tables' states; check negative balances and that the sum is 0."""
        held = {row.account: row.cents for row in self._connection.execute(select(schema.balances))}
        for account in overdrawn(held):
            side = "below" if held[account] < 0 else "above"
            self._fault("", 0, f"{account} is {abs(held[account])} cents {side} zero")
        for unit, wrong in imbalances(held).items():
            self._fault("", 0, f"all {unit or 'money'} together comes to {wrong} cents and not to nothing")
        for account, cents in held.items():
            kind = account.partition("/")[0]
            self._money[kind] = self._money.get(kind, 0) + cents
        by_streams = tuple(prefix for kind in self._kinds for prefix in kind.account_prefixes)
        due = {account: cents for account, cents in held.items() if not account.startswith(by_streams)}
        nouns: dict[str, str] = {}
        for stream, follower in self.followers.items():
            if stream in states:
                shown = states[stream][1]
                due.update(shown)
                nouns.update(dict.fromkeys(shown, follower.kind.noun))
            elif follower.kind.account_prefixes:
                return
        for account in sorted({*held, *due}):
            if held.get(account, 0) != due.get(account, 0):
                noun = nouns.get(account, "table")
                what = f"{account} holds {held.get(account, 0)} cents, and its {noun} shows {due.get(account, 0)}"
                self._fault("", 0, what)


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
