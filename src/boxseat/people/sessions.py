"""Sessions: who is in the casino now, by which token, and until when.

A session is over when its person left, when nobody used it for too long, when it has lasted too long, or when the account's own
records say so: somebody was shown out, closed off, or given another role or password. All of that is in the journal, in one order
for all nodes, so a node follows the journal and knows within a second whose sessions ended anywhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Connection, RowMapping, Select, bindparam, delete, insert, select, update

from boxseat.clock import Clock
from boxseat.journal.entry import StoreDown
from boxseat.journal.schema import entries, head
from boxseat.journal.store import Store
from boxseat.people.account import Account
from boxseat.people.account_store import STREAM, Roll, account_of
from boxseat.people.records import Disabled, LoggedOut, PasswordChanged, RoleGiven, SessionsEnded, decode
from boxseat.people.roles import Person
from boxseat.people.row_batches import Together
from boxseat.people.schema import sessions, tickets
from boxseat.people.settings import MINUTE, DoorSettings
from boxseat.people.tokens import digest, new_id, new_token

ENDINGS = (LoggedOut, PasswordChanged, RoleGiven, Disabled, SessionsEnded)
"""Records after which somebody's sessions, or one of them, may be over."""
_BY_TOKEN = select(sessions).where(sessions.c.token == bindparam("key"))
_BY_ID = select(sessions).where(sessions.c.id == bindparam("key"))
_TICKET = insert(tickets)
_TAKEN = delete(tickets).where(tickets.c.ticket == bindparam("key")).returning(tickets.c.session, tickets.c.until)
_FOLLOWED_EVERY_S = 0.4
_KEPT_MOST = 20_000


class NewSession(msgspec.Struct, frozen=True):
    """A session that is about to begin, and the one time its token is seen."""

    id: str
    token: str
    name: str
    version: int
    at: int

    def insert(self, connection: Connection) -> None:
        row = {"id": self.id, "token": digest(self.token), "name": self.name, "version": self.version}
        connection.execute(insert(sessions), {**row, "opened": self.at, "used": self.at})


class Visit(msgspec.Struct, frozen=True):
    """Somebody who is in: what their token or their socket was found to stand for."""

    session: str
    person: Person


class _Kept:
    """A session as this node last saw it."""

    def __init__(self, row: RowMapping, account: Account, read_at: int) -> None:
        self.id: str = row["id"]
        self.token: bytes = row["token"]
        self.version: int = row["version"]
        self.opened: int = row["opened"]
        self.used: int = row["used"]
        self.written: int = row["used"]
        self.account = account
        self.read_at = read_at


class Sessions:
    """Finds people by their tokens, and ends their sessions."""

    def __init__(self, store: Store, rows: Together, roll: Roll, clock: Clock, settings: DoorSettings) -> None:
        self._store = store
        self._rows = rows
        self._looks = Together(store, reading=True)
        self._roll = roll
        self._clock = clock
        self._settings = settings
        self._kept: dict[str, _Kept] = {}
        self._by_token: dict[bytes, str] = {}
        self._watched: dict[str, set[Callable[[], None]]] = {}
        self._seq: int | None = None
        self._followed_at = 0
        self._followed_times = 0
        self._following = asyncio.Lock()

    def prepare(self, name: str, version: int, at: int) -> NewSession:
        """A session to begin with the entry of that version; it counts once both its row and the entry are stored."""
        return NewSession(new_id(), new_token(), name, version, at)

    async def find(self, token: str) -> Visit | None:
        """Who comes with this token, and note that they did; none where it opens nothing, or no longer."""
        hashed = digest(token)
        if hashed is None:
            return None
        kept = self._fresh(self._by_token.get(hashed, "")) or await self._look(_BY_TOKEN, hashed)
        return await self._use(kept) if kept else None

    async def again(self, session: str) -> Visit | None:
        """Somebody who came in before, by their session: each command on a socket asks this."""
        kept = self._fresh(session) or await self._look(_BY_ID, session)
        return await self._use(kept) if kept else None

    async def end(self, session: str) -> None:
        """Let a session be over, here at once and on other nodes when they hear of it or look."""
        await self._rows.do(lambda connection: connection.execute(delete(sessions).where(sessions.c.id == session)))
        self._forget([session])
        self._tell(session)

    async def end_before(self, name: str, version: int) -> None:
        """Clear away what an account's record has ended: somebody's sessions of earlier versions."""
        gone = (sessions.c.name == name) & (sessions.c.version < version)
        await self._rows.do(lambda connection: connection.execute(delete(sessions).where(gone)))
        await self._recheck({name})

    async def ticket(self, token: str) -> str | None:
        """A ticket for one socket, good once and for half a minute, so that no token travels in an address."""
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
        """Who a ticket was given to. Whoever hands it in second, or late, gets nothing."""
        hashed = digest(ticket)
        if hashed is None:
            return None
        row = await self._rows.do(lambda connection: connection.execute(_TAKEN, {"key": hashed}).one_or_none())
        if row is None or self._clock.now() >= row.until:
            return None
        return await self.again(row.session)

    def watch(self, session: str, ended: Callable[[], None]) -> None:
        """Have `ended` called once when a session is over: a socket closes itself by it."""
        self._watched.setdefault(session, set()).add(ended)

    def unwatch(self, session: str, ended: Callable[[], None]) -> None:
        if session in self._watched:
            self._watched[session].discard(ended)
            if not self._watched[session]:
                del self._watched[session]

    async def run(self) -> None:
        """Follow the journal until cancelled; while the store is down nobody is trusted for longer than a second."""
        pruned = self._clock.now()
        while True:
            with suppress(StoreDown):
                await self.follow()
                if self._clock.now() >= pruned + 5 * MINUTE:
                    pruned = self._clock.now()
                    await self.prune()
            await asyncio.sleep(_FOLLOWED_EVERY_S)

    async def follow(self) -> None:
        """Take in what was written about accounts since the last time, and tell the sockets of sessions that are over."""
        async with self._following:
            now = self._clock.now()
            if self._seq is None:
                self._seq, ended = await self._newest(), {kept.account.name for kept in self._kept.values()}
            else:
                self._seq, ended = await self.ended_since(self._seq)
            # What is being looked up at this moment may have been read before that: see `_look`.
            self._followed_times += 1
            self._followed_at = now
            await self._recheck(ended)
            self._trim(now)

    async def ended_since(self, seq: int) -> tuple[int, set[str]]:
        """Whose sessions, or some of them, were ended after a place in the journal, by anybody on any node; and the place now."""
        newest = await self._newest()
        query = select(entries.c.stream, entries.c.records).where(
            entries.c.seq > seq, entries.c.seq <= newest, entries.c.stream > STREAM, entries.c.stream < STREAM + "~"
        )
        rows = await self._store.query(lambda connection: list(connection.execute(query)))
        ended = {
            stream.removeprefix(STREAM)
            for stream, records in rows
            if any(isinstance(record, ENDINGS) for record in decode(records))
        }
        return newest, ended

    async def prune(self) -> None:
        """Clear away sessions and tickets whose time is over."""
        now, settings = self._clock.now(), self._settings
        late = (sessions.c.used <= now - settings.idle) | (sessions.c.opened <= now - settings.longest)

        def work(connection: Connection) -> None:
            connection.execute(delete(sessions).where(late))
            connection.execute(delete(tickets).where(tickets.c.until <= now))

        await self._rows.do(work)

    async def _newest(self) -> int:
        return await self._store.query(lambda connection: connection.execute(select(head.c.seq)).scalar_one())

    def _fresh(self, session: str) -> _Kept | None:
        kept = self._kept.get(session)
        if kept is None or self._clock.now() - max(kept.read_at, self._followed_at) > self._settings.trusted_for:
            return None
        return kept

    async def _look(self, which: Select[Any], key: bytes | str) -> _Kept | None:
        now, times = self._clock.now(), self._followed_times

        def work(connection: Connection) -> _Kept | None:
            row = connection.execute(which, {"key": key}).mappings().one_or_none()
            account = account_of(row["name"])(connection) if row is not None else None
            return None if row is None or account is None else _Kept(row, account, now)

        kept = await self._looks.do(work)
        if kept is None:
            return None
        if before := self._kept.get(kept.id):
            kept.used, kept.written = max(kept.used, before.used), max(kept.written, before.written)
        # An end that came between the reading and now was told of already, and would be trusted away: look again next time.
        if times == self._followed_times:
            self._kept[kept.id] = kept
            self._by_token[kept.token] = kept.id
        return kept

    async def _use(self, kept: _Kept) -> Visit | None:
        now, settings = self._clock.now(), self._settings
        if self._is_over(kept, now):
            self._forget([kept.id])
            self._tell(kept.id)
            return None
        kept.used = now
        if now - kept.written >= settings.written_every:
            before, kept.written = kept.written, now
            used = update(sessions).where(sessions.c.id == kept.id, sessions.c.used < now).values(used=now)
            try:
                await self._rows.do(lambda connection: connection.execute(used))
            except StoreDown:  # they are in all the same; it is written with their next command
                kept.written = before
        return Visit(kept.id, kept.account.person)

    def _is_over(self, kept: _Kept, now: int) -> bool:
        account, settings = kept.account, self._settings
        return (
            now >= kept.used + settings.idle
            or now >= kept.opened + settings.longest
            or kept.version < account.sessions_from
            or account.disabled
        )

    async def _recheck(self, names: set[str]) -> None:
        """Forget what is known of these people, and look again at watched sessions that are theirs or out of time."""
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
        if len(self._kept) > _KEPT_MOST:
            self._forget(
                [kept.id for kept in self._kept.values() if kept.id not in self._watched and kept.used < now - MINUTE]
            )
