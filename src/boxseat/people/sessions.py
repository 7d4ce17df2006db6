"""Sessions: found by their token, cached on each node, and ended by logout, time-out or a change of the account.

A session is over after a logout, after too long without use, after its longest duration, or when the account's records say so: its
sessions were ended, it was disabled, or its role or password changed. All of that is in the journal, in one order for all nodes, so
a node follows the journal and knows within a second whose sessions were ended on any node. A row of a session counts only if the
journal bears it out: the entry of its version has the login, at the same time, and no later entry has its end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Connection, RowMapping, Select, bindparam, delete, insert, select, update

from boxseat.clock import CLOCK_SKEW_MAX_US, Clock
from boxseat.journal import queries as reads
from boxseat.journal.entry import StoreDown
from boxseat.journal.schema import entries, head
from boxseat.journal.store import Store
from boxseat.people.account import Account
from boxseat.people.account_store import STREAM_PREFIX, account_of, account_stream
from boxseat.people.records import Disabled, LoggedIn, LoggedOut, PasswordChanged, RoleGiven, SessionsEnded, decode
from boxseat.people.roles import Person
from boxseat.people.row_batches import RowBatches
from boxseat.people.schema import sessions, tickets
from boxseat.people.settings import MINUTE, AccountSettings
from boxseat.people.tokens import digest, new_id, new_token

SESSION_ENDING_RECORDS = (LoggedOut, PasswordChanged, RoleGiven, Disabled, SessionsEnded)
"""Records after which some or all sessions of an account may be over."""
_BY_TOKEN = select(sessions).where(sessions.c.token == bindparam("key"))
_BY_ID = select(sessions).where(sessions.c.id == bindparam("key"))
_TICKET = insert(tickets)
_TAKEN = delete(tickets).where(tickets.c.ticket == bindparam("key")).returning(tickets.c.session, tickets.c.until)
_FOLLOW_INTERVAL_S = 0.4
"""How often the journal is read for sessions that ended."""
_PRUNE_INTERVAL_US = 5 * MINUTE
_CACHED_SESSIONS_MAX = 20_000
"""Above this, sessions not used for a minute are dropped from the cache."""


class NewSession(msgspec.Struct, frozen=True):
    """A session to be stored, with its token, of which only the digest is stored."""

    id: str
    token: str
    name: str
    version: int
    at: int

    def insert(self, connection: Connection) -> None:
        """Store the session's row."""
        row = {"id": self.id, "token": digest(self.token), "name": self.name, "version": self.version}
        connection.execute(insert(sessions), {**row, "opened": self.at, "used": self.at})


class Visit(msgspec.Struct, frozen=True):
    """A valid session: its id, and the person who is logged in."""

    session: str
    person: Person


class _CachedSession:
    """A session as this node last read it."""

    def __init__(self, row: RowMapping, account: Account, read_at: int) -> None:
        self.id: str = row["id"]
        self.token: bytes = row["token"]
        self.version: int = row["version"]
        self.opened: int = row["opened"]
        # A use in the future is one of a clock that was ahead: it counts as of now, and is written anew.
        self.used: int = min(row["used"], read_at)
        self.written: int = self.used if row["used"] <= read_at + CLOCK_SKEW_MAX_US else 0
        self.account = account
        self.read_at = read_at


def delete_session(connection: Connection, session: str) -> None:
    """Delete a session's row, in the transaction of the entry that ends it."""
    connection.execute(delete(sessions).where(sessions.c.id == session))


def delete_sessions_before(connection: Connection, name: str, version: int) -> None:
    """Delete the sessions begun at earlier versions of an account, in the transaction of the entry that ends them."""
    connection.execute(delete(sessions).where(sessions.c.name == name, sessions.c.version < version))


def _is_borne_out(connection: Connection, row: RowMapping) -> bool:
    """Whether the account's entries have the login that began a session, and not its end."""
    version, session = row["version"], row["id"]
    entries = reads.stream(account_stream(row["name"]), version - 1, None)(connection)
    if not entries or entries[0].version != version or entries[0].at != row["opened"]:
        return False
    began = any(isinstance(record, LoggedIn) and record.session == session for record in decode(entries[0].records))
    return began and not any(
        isinstance(record, LoggedOut | SessionsEnded) and record.session == session
        for entry in entries[1:]
        for record in decode(entry.records)
    )


class Sessions:
    """Finds sessions by token or id, and ends them."""

    def __init__(self, store: Store, rows: RowBatches, clock: Clock, settings: AccountSettings) -> None:
        self._store = store
        self._rows = rows
        self._looks = RowBatches(store, reading=True)
        self._clock = clock
        self._settings = settings
        self._kept: dict[str, _CachedSession] = {}
        self._by_token: dict[bytes, str] = {}
        self._watched: dict[str, set[Callable[[], None]]] = {}
        self._seq: int | None = None
        self._followed_at = 0
        self._followed_times = 0
        self._following = asyncio.Lock()

    def prepare(self, name: str, version: int, at: int) -> NewSession:
        """A session that begins with the entry of that version; it is valid once its row and the entry are stored."""
        return NewSession(new_id(), new_token(), name, version, at)

    async def find(self, token: str) -> Visit | None:
        """The session of a token, and note its use; none where the token is not valid, or no longer."""
        hashed = digest(token)
        if hashed is None:
            return None
        kept = await self._cached(self._by_token.get(hashed, "")) or await self._look(_BY_TOKEN, hashed)
        return await self._use(kept) if kept else None

    async def revalidate(self, session: str) -> Visit | None:
        """The session of an id, if it is still valid, and note its use: called for each command on a socket."""
        kept = await self._cached(session) or await self._look(_BY_ID, session)
        return await self._use(kept) if kept else None

    def note_end(self, session: str) -> None:
        """A session was ended: it is over at once on this node, and on the others when they follow the journal."""
        self._forget([session])
        self._tell(session)

    async def ticket(self, token: str) -> str | None:
        """A ticket for one socket, valid once and for half a minute, so that no token is sent in a URL."""
        visit = await self.find(token)
        if visit is None:
            return None
        ticket = new_token()
        row = {
            "ticket": digest(ticket),
            "session": visit.session,
            "until": self._clock.now() + self._settings.ticket_for,
        }
        await self._rows.do(lambda connection: connection.execute(_TICKET, row))
        return ticket

    async def redeem(self, ticket: str) -> Visit | None:
        """The session that a ticket was issued for; none where it was used before, or is too old."""
        hashed = digest(ticket)
        if hashed is None:
            return None
        row = await self._rows.do(lambda connection: connection.execute(_TAKEN, {"key": hashed}).one_or_none())
        now = self._clock.now()
        if row is None or not now < row.until <= now + self._settings.ticket_for + CLOCK_SKEW_MAX_US:
            return None
        return await self.revalidate(row.session)

    def watch(self, session: str, ended: Callable[[], None]) -> None:
        """Have `ended` called once when a session is over, so that a socket closes itself."""
        self._watched.setdefault(session, set()).add(ended)

    def unwatch(self, session: str, ended: Callable[[], None]) -> None:
        """Undo `watch`."""
        if session in self._watched:
            self._watched[session].discard(ended)
            if not self._watched[session]:
                del self._watched[session]

    async def run(self) -> None:
        """Follow the journal until cancelled; while the store is down, a cached session is valid for a second."""
        pruned = self._clock.now()
        while True:
            with suppress(StoreDown):
                await self.follow()
                if self._clock.now() >= pruned + _PRUNE_INTERVAL_US:
                    pruned = self._clock.now()
                    await self.prune()
            await asyncio.sleep(_FOLLOW_INTERVAL_S)

    async def follow(self) -> None:
        """Read what was written about accounts since the last time, and notify watchers of sessions that are over."""
        async with self._following:
            await self._follow()

    async def _follow(self) -> None:
        now = self._clock.now()
        if self._seq is None:
            self._seq, ended = await self._newest(), {kept.account.name for kept in self._kept.values()}
        else:
            self._seq, ended = await self.ended_since(self._seq)
        # A session that is being read at this moment may have been read before that: see `_look`.
        self._followed_times += 1
        self._followed_at = now
        await self.recheck(ended)
        self._trim(now)

    async def ended_since(self, seq: int) -> tuple[int, set[str]]:
        """The journal's newest sequence number, and whose sessions were ended after `seq`, on any node."""
        newest = await self._newest()
        query = select(entries.c.stream, entries.c.records).where(
            entries.c.seq > seq,
            entries.c.seq <= newest,
            entries.c.stream > STREAM_PREFIX,
            entries.c.stream < STREAM_PREFIX + "~",
        )
        rows = await self._store.query(lambda connection: list(connection.execute(query)))
        ended = {
            stream.removeprefix(STREAM_PREFIX)
            for stream, records in rows
            if any(isinstance(record, SESSION_ENDING_RECORDS) for record in decode(records))
        }
        return newest, ended

    async def prune(self) -> None:
        """Delete sessions and tickets that have expired."""
        now, settings = self._clock.now(), self._settings
        late = (sessions.c.used <= now - settings.idle) | (sessions.c.opened <= now - settings.longest)

        def work(connection: Connection) -> None:
            connection.execute(delete(sessions).where(late))
            connection.execute(delete(tickets).where(tickets.c.until <= now))

        await self._rows.do(work)

    async def _newest(self) -> int:
        return await self._store.query(lambda connection: connection.execute(select(head.c.seq)).scalar_one())

    async def _cached(self, session: str) -> _CachedSession | None:
        """A cached session. If the journal was not followed for too long, it is followed first, once for all who ask."""
        if (kept := self._fresh(session)) is not None or session not in self._kept:
            return kept
        async with self._following:
            if self._fresh(session) is None:
                await self._follow()
        return self._fresh(session)

    def _fresh(self, session: str) -> _CachedSession | None:
        kept = self._kept.get(session)
        if kept is None or self._clock.now() - max(kept.read_at, self._followed_at) > self._settings.trusted_for:
            return None
        return kept

    async def _look(self, which: Select[Any], key: bytes | str) -> _CachedSession | None:
        now, times = self._clock.now(), self._followed_times

        def work(connection: Connection) -> _CachedSession | None:
            row = connection.execute(which, {"key": key}).mappings().one_or_none()
            account = account_of(row["name"])(connection) if row is not None else None
            if row is None or account is None or not _is_borne_out(connection, row):
                return None
            return _CachedSession(row, account, now)

        kept = await self._looks.do(work)
        if kept is None:
            return None
        if before := self._kept.get(kept.id):
            kept.used, kept.written = max(kept.used, before.used), max(kept.written, before.written)
        # If the journal was followed meanwhile, this read may have missed an end: it is not cached.
        if times == self._followed_times:
            self._kept[kept.id] = kept
            self._by_token[kept.token] = kept.id
        return kept

    async def _use(self, kept: _CachedSession) -> Visit | None:
        now, settings = self._clock.now(), self._settings
        if self._is_over(kept, now):
            self._forget([kept.id])
            self._tell(kept.id)
            return None
        kept.used = now
        if now - kept.written >= settings.written_every:
            before, kept.written = kept.written, now
            ahead = now + CLOCK_SKEW_MAX_US
            other = (sessions.c.used < now) | (sessions.c.used > ahead)
            used = update(sessions).where(sessions.c.id == kept.id, other).values(used=now)
            try:
                await self._rows.do(lambda connection: connection.execute(used))
            except StoreDown:  # the session is valid all the same; its use is written with their next command
                kept.written = before
        return Visit(kept.id, kept.account.person)

    def _is_over(self, kept: _CachedSession, now: int) -> bool:
        account, settings = kept.account, self._settings
        return (
            now >= kept.used + settings.idle
            or now >= kept.opened + settings.longest
            or kept.opened > now + CLOCK_SKEW_MAX_US
            or kept.version < account.sessions_from
            or account.disabled
        )

    async def recheck(self, names: set[str]) -> None:
        """Drop these people's sessions from the cache, and check the watched ones that are theirs or expired."""
        now = self._clock.now()
        self._forget([kept.id for kept in self._kept.values() if kept.account.name in names])
        for session in list(self._watched):
            kept = self._kept.get(session)
            if kept is None or self._is_over(kept, now):
                kept = await self._look(_BY_ID, session)
                if kept is None or self._is_over(kept, now):
                    self._forget([session])
                    self._tell(session)

    def _forget(self, ids: Iterable[str]) -> None:
        for session in ids:
            if kept := self._kept.pop(session, None):
                self._by_token.pop(kept.token, None)

    def _tell(self, session: str) -> None:
        for ended in self._watched.pop(session, ()):
            ended()

    def _trim(self, now: int) -> None:
        if len(self._kept) > _CACHED_SESSIONS_MAX:
            self._forget(
                [kept.id for kept in self._kept.values() if kept.id not in self._watched and kept.used < now - MINUTE]
            )
