"""The house: takes every command, with its author, authority and version; judges it; stores it in one transaction.

The journal is the only source of truth. A node caches tables by version and can rebuild them; a write names the version it expects,
and the database decides races. If a node is killed before the commit, nothing happened; after it, all nodes see the same table.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from boxseat.clock import SECOND, Clock, WallClock
from boxseat.house.answers import Answer, Behind, Done, Paused, Refused, answered_before, kept
from boxseat.house.authority import refusal_in_own_cause, refusal_to_ask
from boxseat.house.live_table import RECORDS, LiveTable, NoSuchTable, NotOpened, Request, TableVersion, TableWatcher
from boxseat.journal.entry import Conflict, Duplicate, Entry, Insufficient, RoundIndex, StoreDown, Write
from boxseat.journal.store import Store
from boxseat.money import Cents
from boxseat.people.roles import Person
from boxseat.refusal import Refusal
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import option_text
from boxseat.rulebook.load import options as options_of
from boxseat.table import commands as c
from boxseat.table.announcements import announcements
from boxseat.table.codec import encode as written
from boxseat.table.desk import Desk, Entropy
from boxseat.table.dispatch import carry_out, is_stale
from boxseat.table.fold import Step, fold_entry
from boxseat.table.names import PRACTICE, STREAM_PREFIX, TABLE_ID, is_table_stream, shoes_of, stream_of, table_of
from boxseat.table.postings import postings
from boxseat.table.records import (
    CardsShuffled,
    RoundOpened,
    RoundSettled,
    ShoeFinished,
    TableOpened,
)
from boxseat.table.settings import Settings, refusal_to_set
from boxseat.table.state import Table

HOUSE_ACTOR = "house"
ENTRIES_PER_SNAPSHOT = 200
"""Entries between two snapshots; loading a table folds at most twice as many."""
COMMANDS_PER_COMMIT_MAX = 64
"""Commands at one table that share one commit."""
TRIES_MAX = 20
"""How often a command is judged again after another node wrote first."""
STAMPED_AHEAD_MAX_US = 2 * SECOND
"""A table's last entry may be this far ahead of this node's clock before it is reported."""
PROBE_INTERVAL_S = 0.5
"""The interval at which a database that does not answer is tried again."""


class House:
    """The house on one node: it takes any command for any table."""

    def __init__(self, store: Store, clock: Clock | None = None, entropy: Entropy = os.urandom) -> None:
        self.store = store
        self.clock = clock or WallClock()
        self._entropy = entropy
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self.paused = ""
        """Why play is paused; empty in normal operation."""
        self.on_load: list[TableWatcher] = []
        """Called with every table that is loaded into memory."""
        self._not_opened: set[str] = set()
        """Tables whose books cannot be read."""
        self._reported: dict[str, str] = {}
        """The last error at each table, so that the log has it once."""
        self.stamped_ahead: Callable[[str, int], None] = lambda table_id, by_us: None
        """Called once with a table whose last entry is ahead of this node's clock, and the difference in microseconds."""
        self._told_ahead: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._serving: set[asyncio.Task[None]] = set()

    # Tables

    async def open_table(
        self, table_id: str, book: Book, text: str, settings: Settings, by: str = HOUSE_ACTOR
    ) -> Answer:
        """Create a table with a book; it is closed until somebody opens it for play."""
        if refused := refusal_to_set(book, settings):
            return _refused(refused)
        if not TABLE_ID.fullmatch(table_id):
            return Refused("table/name", "", "a table's name has up to 40 letters, digits, hyphens or underscores")
        if table_id.startswith(PRACTICE) != settings.practice:
            return Refused("table/name", "", f"names that begin with {PRACTICE} are those of practice tables")
        digest = hashlib.sha256(text.encode()).hexdigest()
        chosen: dict[str, int | str] = {
            name: option_text(cited.value) if isinstance(cited.value, Cents | tuple) else cited.value
            for name, cited in options_of(book).items()
        }
        record = TableOpened(table_id, book.name, book.title, digest, chosen, settings)
        write = Write(
            stream=stream_of(table_id),
            expected=0,
            at=self.clock.now(),
            who=by,
            command="",
            records=RECORDS.encode([record]),
            snapshot=written(fold_entry(book, Table(), [record], 0)),
        )
        try:
            await self.store.put_book(digest, text)
            await self.store.append(write)
        except Conflict:
            return Refused("table/exists", "", f"there is a table {table_id} already")
        except StoreDown as down:
            self.pause(down.reason)
            return Paused(down.reason)
        return Done(1)

    async def table(self, table_id: str) -> LiveTable:
        """A table in memory, loaded from the journal at first use."""
        if table_id in self._live:
            return self._live[table_id]
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> LiveTable:
        live = LiveTable(self.store, stream_of(table_id), self.clock)
        await live.load()
        self._live[table_id] = live
        self._check_stamp(live)
        for told in self.on_load:
            told(live)
        return live

    async def tables(self) -> list[LiveTable]:
        """All tables of the house, loaded into memory; practice tables are private and loaded one by one."""
        streams = await self.store.streams(STREAM_PREFIX)
        names = [table_of(state.stream) for state in streams]
        found = [await self._read(name) for name in names if not name.startswith(PRACTICE)]
        return [live for live in found if live is not None]

    async def _read(self, table_id: str) -> LiveTable | None:
        """A table in memory; none if it cannot be read, which is reported and does not affect other tables."""
        if table_id in self._not_opened:
            return None  # a book that is kept does not change
        try:
            return await self.table(table_id)
        except StoreDown:
            raise
        except Exception as error:
            if isinstance(error, NotOpened):
                self._not_opened.add(table_id)
            self._report(table_id, error)
            return None

    async def _renew(self, live: LiveTable, read: Callable[[], Awaitable[None]]) -> None:
        """Load a table again; an error is reported and does not affect other tables."""
        try:
            async with live.lock:
                await read()
            self._check_stamp(live)
        except StoreDown:
            raise
        except Exception as error:
            self._report(table_of(live.stream), error)

    def _check_stamp(self, live: LiveTable) -> None:
        """Report a wrong clock, of this node or of the node that wrote the last entry."""
        table_id, by_us = table_of(live.stream), live.last_at - self.clock.now()
        if by_us <= STAMPED_AHEAD_MAX_US:
            self._told_ahead.discard(table_id)
        elif table_id not in self._told_ahead:
            self._told_ahead.add(table_id)
            self.stamped_ahead(table_id, by_us)

    def loaded_tables(self) -> list[LiveTable]:
        """The tables that are in memory on this node."""
        return list(self._live.values())

    def unload(self, table_id: str) -> None:
        """Remove a table from memory; it is loaded again at the next use."""
        self._live.pop(table_id).watchers.clear()

    async def watch(self, table_id: str, told: TableWatcher) -> LiveTable:
        """Call a function whenever the table has a new version."""
        live = await self.table(table_id)
        live.watchers.add(told)
        return live

    # Commands

    async def submit(
        self, person: Person, table_id: str, command_id: str, version: int, command: c.TableCommand
    ) -> Answer:
        """Carry out a person's command, at most once, if their role has the power it needs."""
        if refused := refusal_to_ask(person, command):
            return _refused(refused)
        return await self.submit_authorized(person.name, table_id, command_id, version, command)

    async def submit_authorized(
        self, who: str, table_id: str, command_id: str, version: int, command: c.TableCommand
    ) -> Answer:
        """Carry out a command without a check of authority: of the house itself, or already checked."""
        if self.paused:
            return Paused(self.paused)
        try:
            live = await self.table(table_id)
        except NoSuchTable:
            return Refused("table/none", "", f"there is no table {table_id[:40]}")
        except StoreDown as down:
            self.pause(down.reason)
            return Paused(down.reason)
        request = Request(who, command_id, version, command)
        live.requests.append(request)
        if not live.serving:
            live.serving = True
            serving = asyncio.create_task(self._serve(live))
            self._serving.add(serving)
            serving.add_done_callback(self._serving.discard)
        # Whoever asked may hang up: the command is not theirs any more, it is finished all the same, and those who watch are told.
        return await request.answer

    async def _serve(self, live: LiveTable) -> None:
        """Carry out the commands at a table in order; those that arrive during a commit share the next one."""
        while live.requests:
            async with live.lock:
                group = [live.requests.popleft() for _ in range(min(len(live.requests), COMMANDS_PER_COMMIT_MAX))]
                try:
                    await self._carry_out_all(live, group)
                except StoreDown as down:
                    self.pause(down.reason)
                    _answer_all(group, Paused(down.reason))
                except Exception as error:
                    _answer_all(group, error)
        live.serving = False

    async def _carry_out_all(self, live: LiveTable, group: Sequence[Request]) -> None:
        """Carry out a group; a command that raises an internal error fails alone."""
        left = list(group)
        try:
            while left:
                left = await self._carry_out(live, left)
        except StoreDown:
            raise
        except Exception as error:
            if len(group) == 1:
                group[0].tell(error)
                return
            await live.catch_up()
            for request in left:
                if not request.told:
                    await self._carry_out_all(live, [request])

    async def _carry_out(self, live: LiveTable, group: Sequence[Request]) -> list[Request]:
        """Judge a group of commands in order and store them in one commit; returns those that must be judged again."""
        if max(request.version for request in group) > live.table.version:
            await live.catch_up()
        standing = live.current
        judged: list[Answer | Change] = []
        for request in group:
            found = self._judge(live.book, standing, request)
            if isinstance(found, Change):
                standing = found.standing
            judged.append(found)
        changes = [found for found in judged if isinstance(found, Change)]
        run = [_write(live.stream, change) for change in changes]
        stored = iter(await self.store.append_run(run) if run else ())
        for place, (request, found) in enumerate(zip(group, judged, strict=True)):
            if not isinstance(found, Change):
                # What is refused may be a command that was done before, and is asked again.
                seen = await self.store.answer(request.who, request.id) if request.id else None
                request.tell(found if seen is None else answered_before(seen, live.stream, request.command))
                continue
            outcome = next(stored)
            if isinstance(outcome, Entry):
                live.adopt(found.standing)
                request.tell(found.answer)
                live.tell()
                continue
            again = list(group[place + 1 :])
            if isinstance(outcome, Duplicate):
                request.tell(answered_before(outcome.answer, live.stream, request.command))
            elif isinstance(outcome, Insufficient):
                short = f"{request.who} has too little money for that"
                request.tell(Refused("wallet/short", "", short, live.table.version))
            else:
                request.tries += 1
                again = [request, *again] if request.tries < TRIES_MAX else again
                if request.tries >= TRIES_MAX:
                    request.tell(Behind(live.table.version))
            await live.catch_up()
            return again
        return []

    def _judge(self, book: Book, standing: TableVersion, request: Request) -> Answer | Change:
        """Judge a command on the current table: its change, or the answer why there is none."""
        table = standing.table
        if request.version > table.version:
            return Refused("version/unknown", "", f"the table is at version {table.version}")
        if refused := refusal_in_own_cause(table, request.who, request.command):
            return _refused(refused, table.version)
        now = self.clock.now()
        # Stamps never go back: while the clock is behind the last entry, each is a microsecond after the one before it.
        at = now if now >= standing.at else standing.at + 1
        # Orders worked out here hold once the entry is stored: till then another cut, or another seed, may take its place.
        orders = dict(standing.orders)
        desk = Desk(book, table, at, seeds=standing.seeds, entropy=self._entropy, orders=orders)
        if is_stale(desk, request.command, request.version):
            return Behind(table.version)
        if refused := carry_out(desk, request.who, request.command):
            return _refused(refused, table.version)
        if not desk.happened:
            return Done(table.version)
        done = desk.done()
        ahead = standing.ahead if done.asked_since == table.asked_since else at - now
        said = announcements(book, desk.steps)
        after = TableVersion(done, at, {**standing.seeds, **dict(desk.secrets)}, orders, ahead, said)
        return Change(request, Done(table.version + 1), desk, after)

    # The clock

    async def keep_time(self, every: float = 0.05) -> None:
        """Run the deadlines of the tables in memory and, at intervals, of tables whose node is gone."""
        look_around = 0
        while True:
            await asyncio.sleep(every)
            if self.paused:
                continue
            now = self.clock.now()
            await self.time_up(now)
            if now >= look_around:
                look_around = now + SECOND
                await self._adopt_orphans(now)

    async def time_up(self, now: int) -> None:
        """Continue at every table in memory whose deadline has passed; an error at one table does not affect others."""
        late = [live.table for live in self._live.values() if live.is_late(now)]
        if not late:
            return
        acts = [self.submit_authorized(HOUSE_ACTOR, table.id, "", table.version, c.TimeUp()) for table in late]
        for table, done in zip(late, await asyncio.gather(*acts, return_exceptions=True), strict=True):
            if isinstance(done, Exception):
                self._report(table.id, done)

    def _report(self, table_id: str, error: Exception) -> None:
        """Log an error that no caller waits for: a sentence for a table that cannot be opened, a traceback for an internal error.

        A repeated error is not logged again.
        """
        before, self._reported[table_id] = self._reported.get(table_id), repr(error)
        if before == repr(error):
            return
        told: dict[str, Any] = {"message": f"the house could not go on at table {table_id}", "exception": error}
        if isinstance(error, NotOpened):
            told = {"message": str(error)}
        asyncio.get_running_loop().call_exception_handler(told)

    async def _adopt_orphans(self, now: int) -> None:
        """Load tables whose deadlines nobody runs: their node may be gone."""
        try:
            for stream in await self.store.overdue(now - SECOND):
                if not is_table_stream(stream):
                    continue
                live = await self._read(table_of(stream))
                if live is not None:
                    await self._renew(live, live.catch_up)
        except StoreDown as down:
            self.pause(down.reason)

    async def follow(self) -> None:
        """Follow the entries of other nodes, and notify the watchers on this node."""
        place, _ = await self.store.newest()
        for live in self.loaded_tables():  # read before this place, they may lack what came up to it
            await self._renew(live, live.catch_up)
        async for stream, version in self.store.subscribe(place):
            if is_table_stream(stream):
                await self._hear(table_of(stream), version)

    async def _hear(self, table_id: str, version: int) -> None:
        if table_id in self._loading:  # it may have been read up to just before this
            await asyncio.wait([self._loading[table_id]])
        live = self._live.get(table_id)
        if live is None or live.table.version >= version:
            return
        try:
            await self._renew(live, live.catch_up)
        except StoreDown as down:
            self.pause(down.reason)

    # When the database is gone

    def pause(self, reason: str) -> None:
        """Pause all tables because nothing can be stored, and notify watchers of the reason."""
        if self.paused:
            return
        self.paused = reason
        for live in self.loaded_tables():
            live.tell()
        task = asyncio.create_task(self._recover(reason), name="recover")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _recover(self, reason: str) -> None:
        """Wait until the database answers, then load every table again: an interrupted write may or may not be stored."""
        while True:
            await asyncio.sleep(PROBE_INTERVAL_S)
            try:
                await self.store.probe()
                for live in self.loaded_tables():
                    await self._renew(live, live.load)
            except StoreDown:
                continue
            if self.paused == reason:  # a house that is closing by now stays closed
                self.paused = ""
            for live in self.loaded_tables():
                live.tell()
            return

    async def close(self) -> None:
        """Stop background tasks, and finish the commands that are being carried out."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._serving, return_exceptions=True)


def _refused(refused: Refusal, version: int = 0) -> Refused:
    return Refused(refused.code, refused.clause, refused.reason, version)


def _answer_all(group: Sequence[Request], answer: Answer | Exception) -> None:
    """Give the same answer to all requests without one."""
    for request in group:
        request.tell(answer)


class Change(NamedTuple):
    """The change of an allowed command, ready to be stored."""

    request: Request
    answer: Done
    desk: Desk
    standing: TableVersion


def _write(stream: str, change: Change) -> Write:
    request, desk, after = change.request, change.desk, change.standing.table
    return Write(
        stream=stream,
        expected=after.version - 1,
        at=desk.at,
        who=request.who,
        command=request.id,
        records=RECORDS.encode(desk.happened),
        answer=kept(change.answer, stream, request.command),
        postings=postings(desk.steps),
        secrets=tuple(desk.secrets),
        rounds=index_of(desk.steps, stream),
        snapshot=written(after) if after.version % ENTRIES_PER_SNAPSHOT == 0 else None,
        deadline=after.deadline,
    )


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
