"""The house: takes every command, with its author, authority and version; judges it; stores it in one transaction.

The journal is the only source of truth. A node caches streams by version and can rebuild them; a write names the version it
expects, and the database decides races. If a node is killed before the commit, nothing happened; after it, all nodes see the
same state.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Sequence
from typing import Any

from boxseat.clock import SECOND, Clock, WallClock
from boxseat.consistency import Inconsistent, present
from boxseat.house.answers import Answer, Behind, Done, Paused, Refused, answered_before, refusal_of_money, refused_by
from boxseat.house.joint_commands import carry_out_together
from boxseat.house.judgement import Judged, check_keys, write_of
from boxseat.house.kinds import STREAM_KINDS
from boxseat.house.live_stream import LiveStream, NoSuchStream, NotOpened, Request, StreamVersion, answer_all
from boxseat.house.stream_cache import StreamCache
from boxseat.house.streams import CommandCase, Entropy, Stale, StreamKind, StreamKinds
from boxseat.house.table_stream import TABLES, LiveTable, stored_options
from boxseat.journal.entry import Conflict, Duplicate, Entry, Insufficient, StoreDown, WriteRefused
from boxseat.journal.store import Store
from boxseat.people.roles import Person, Role
from boxseat.refusal import Refusal
from boxseat.rulebook.book import Book
from boxseat.table import commands as c
from boxseat.table.names import PRACTICE, TABLE_ID, stream_of, table_of
from boxseat.table.settings import Settings

HOUSE_ACTOR = "house"
COMMANDS_PER_COMMIT_MAX = 64
"""Commands at one stream that share one commit."""
TRIES_MAX = 20
"""How often a command is judged again after another node wrote first."""
ERASE_INTERVAL_US = 10 * SECOND
"""The interval at which personal data that are no longer to be kept are looked for."""
PROBE_INTERVAL_S = 0.5
"""The interval at which a database that does not answer is tried again."""


class House:
    """The house on one node: it takes any command for any stream."""

    def __init__(
        self,
        store: Store,
        clock: Clock | None = None,
        entropy: Entropy = os.urandom,
        kinds: StreamKinds = STREAM_KINDS,
        zone: str = "UTC",
    ) -> None:
        self.store = store
        self.clock = clock or WallClock()
        self.kinds = kinds
        self.zone = zone
        """The time zone of the casino, by which a day and a month end: a name such as Australia/Sydney, or an offset (+10:00)."""
        self._entropy = entropy
        self.cache = StreamCache(store, self.clock, kinds)
        self.paused = ""
        """Why play is paused; empty in normal operation."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._serving: set[asyncio.Task[None]] = set()

    # Streams

    async def stream(self, name: str) -> LiveStream[Any]:
        """A stream in memory, loaded from the journal at first use; `NoSuchStream` if there is none."""
        return await self.cache.load(name)

    async def begin(self) -> None:
        """Begin the streams of which there is one of a kind, where the journal has none yet."""
        for kind in self.kinds:
            if not kind.sole:
                continue
            name = f"{kind.prefix}{kind.sole}"
            try:
                await self.stream(name)
            except NotOpened:
                raise
            except NoSuchStream:
                await self.submit_to(HOUSE_ACTOR, name, "", 0, kind.opening(self.zone))  # or another node did it first

    # Tables

    async def open_table(
        self, table_id: str, book: Book, text: str, settings: Settings, by: str = HOUSE_ACTOR
    ) -> Answer:
        """Create a table with a book; it is closed until somebody opens it for play."""
        if not TABLE_ID.fullmatch(table_id):
            return Refused("table/name", "", "a table's name has up to 40 letters, digits, hyphens or underscores")
        digest = hashlib.sha256(text.encode()).hexdigest()
        try:
            await self.store.put_book(digest, text)
        except StoreDown as down:
            self.pause(down.reason)
            return Paused(down.reason)
        command = c.SetUpTable(table_id, book.name, book.title, digest, stored_options(book), settings)
        return await self.submit_to(by, stream_of(table_id), "", 0, command)

    async def table(self, table_id: str) -> LiveTable:
        """A table in memory; `NoSuchStream` if there is none."""
        live: Any = await self.stream(stream_of(table_id))
        table: LiveTable = live
        return table

    async def tables(self) -> list[LiveTable]:
        """All tables of the house, loaded into memory; practice tables are private and loaded one by one."""
        streams = [state.stream for state in await self.store.streams(TABLES.prefix)]
        found = [await self.cache.read(name) for name in streams if not table_of(name).startswith(PRACTICE)]
        return [live for live in found if isinstance(live, LiveTable)]

    def loaded_tables(self) -> list[LiveTable]:
        """The tables that are in memory on this node."""
        return [live for live in self.cache if isinstance(live, LiveTable)]

    # Commands

    async def submit(
        self, person: Person, table_id: str, command_id: str, version: int, command: c.TableCommand
    ) -> Answer:
        """Carry out a person's command at a table, at most once, if their role has the power it needs."""
        return await self.command(person, stream_of(table_id), command_id, version, command)

    async def submit_authorized(
        self, who: str, table_id: str, command_id: str, version: int, command: c.TableCommand
    ) -> Answer:
        """Carry out a command at a table without a check of authority: of the house itself, or already checked."""
        return await self.submit_to(who, stream_of(table_id), command_id, version, command)

    async def command(self, person: Person, stream: str, command_id: str, version: int, command: Any) -> Answer:
        """Carry out a person's command at a stream, at most once, if their role has the power it needs."""
        kind = self.kinds.find(stream)
        if kind is not None and (refused := kind.refusal_to_ask(person, command)):
            return refused_by(refused)
        return await self.submit_to(person.name, stream, command_id, version, command, person.role)

    def not_there(self, person: Person, stream: str, command: Any) -> Refused:
        """The answer to a command at a stream that does not exist, or that this person may not know of."""
        kind = self.kinds.find(stream)
        if kind is not None and (refused := kind.refusal_to_ask(person, command)):
            return refused_by(refused)
        return self.none_of(stream)

    def none_of(self, stream: str) -> Refused:
        """The answer where there is no stream of a name."""
        kind = self.kinds.find(stream)
        if kind is None:
            return Refused("stream/none", "", f"there is no {stream[:60]}")
        return Refused(kind.none_code, "", f"there is no {kind.noun} {stream.partition('/')[2][:40]}")

    async def submit_to(
        self, who: str, stream: str, command_id: str, version: int, command: Any, role: Role | None = None
    ) -> Answer:
        """Carry out a command at a stream without a check of authority."""
        if self.paused:
            return Paused(self.paused)
        request = Request(who, command_id, version, command, role)
        try:
            live = await self.stream(stream)
        except NoSuchStream as none:
            kind = self.kinds.find(stream)
            if kind is not None and type(command) in kind.creating and not isinstance(none, NotOpened):
                self._start(self._create(kind, stream, request))
                return await request.answer
            return self.none_of(stream)
        except StoreDown as down:
            self.pause(down.reason)
            return Paused(down.reason)
        if type(command) in live.kind.spanning:
            self._start(carry_out_together(self, live, request))
            return await request.answer
        live.requests.append(request)
        if not live.serving:
            live.serving = True
            self._start(self._serve(live))
        # Whoever asked may hang up: the command is not theirs any more, it is finished all the same, and those who watch are told.
        return await request.answer

    def _start(self, work: Any) -> None:
        serving = asyncio.create_task(work)
        self._serving.add(serving)
        serving.add_done_callback(self._serving.discard)

    async def _serve(self, live: LiveStream[Any]) -> None:
        """Carry out the commands at a stream in order; those that arrive during a commit share the next one."""
        while live.requests:
            async with live.lock:
                group = [live.requests.popleft() for _ in range(min(len(live.requests), COMMANDS_PER_COMMIT_MAX))]
                try:
                    await self._carry_out_all(live, group)
                except StoreDown as down:
                    self.pause(down.reason)
                    answer_all(group, Paused(down.reason))
                except Exception as error:
                    answer_all(group, error)
        live.serving = False

    async def _carry_out_all(self, live: LiveStream[Any], group: Sequence[Request]) -> None:
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

    async def _carry_out(self, live: LiveStream[Any], group: Sequence[Request]) -> list[Request]:
        """Judge a group of commands in order and store them in one commit; returns those that must be judged again."""
        if max(request.version for request in group) > live.state.version:
            await live.catch_up()
        current = live.current
        judged: list[Answer | Judged] = []
        for request in group:
            found = await self.judge(live, current, request)
            if isinstance(found, Judged):
                current = found.after
            judged.append(found)
        run = [write_of(live, found) for found in judged if isinstance(found, Judged)]
        stored = iter(await self.store.append_run(run) if run else ())
        for place, (request, found) in enumerate(zip(group, judged, strict=True)):
            if not isinstance(found, Judged):
                # What is refused may be a command that was done before, and is asked again.
                seen = await self.store.answer(request.who, request.id) if request.id else None
                request.tell(found if seen is None else answered_before(seen, live.stream, request.command))
                continue
            outcome = next(stored)
            if isinstance(outcome, Entry):
                live.adopt(found.after)
                request.tell(found.answer)
                live.tell()
                continue
            again = list(group[place + 1 :])
            if self.is_tried_again(live, request, outcome):
                again = [request, *again]
            await live.catch_up()
            return again
        return []

    def is_tried_again(self, live: LiveStream[Any], request: Request, outcome: WriteRefused) -> bool:
        """Whether a command whose write was refused is judged again, on what is stored by then; else it is answered."""
        if isinstance(outcome, Duplicate):
            request.tell(answered_before(outcome.answer, live.stream, request.command))
        elif isinstance(outcome, Insufficient):
            request.tell(refused_by(refusal_of_money(outcome.account, request.who), live.state.version))
        else:
            request.tries += 1
            if request.tries < TRIES_MAX:
                return True
            request.tell(Behind(live.state.version))
        return False

    async def _others(self, request: Request, names: Sequence[str]) -> dict[str, LiveStream[Any]]:
        """Other streams that a command relies on; one that does not exist is empty.

        After a conflict they are read anew: a stream in memory may only be caught up under its own lock.
        """
        others: dict[str, LiveStream[Any]] = {}
        for name in names:
            live = self.cache.new(present(self.kinds.find(name), f"kind of {name}"), name)
            try:
                if request.tries:
                    await live.load()
                else:
                    live = await self.stream(name)
            except NotOpened:
                raise
            except NoSuchStream:
                pass
            others[name] = live
        return others

    async def _create(self, kind: StreamKind[Any], name: str, request: Request) -> None:
        """Carry out a command that creates a stream; the stream is loaded when it is first used."""
        live = self.cache.new(kind, name)
        try:
            await live.prepare(request.command, kind.empty)
            while not request.told:
                found = await self.judge(live, live.current, request)
                if not isinstance(found, Judged):
                    request.tell(found)
                    return
                try:
                    await self.store.append(write_of(live, found))
                    request.tell(found.answer)
                except Conflict as conflict:
                    if conflict.stream == name:  # it exists by now, and its kind says what that means
                        again = request.who, name, request.id, request.version, request.command, request.role
                        request.tell(await self.submit_to(*again))
                    else:
                        self.is_tried_again(live, request, conflict)
                except WriteRefused as refused:
                    self.is_tried_again(live, request, refused)
        except StoreDown as down:
            self.pause(down.reason)
            request.tell(Paused(down.reason))
        except Exception as error:
            request.tell(error)

    async def judge(
        self,
        live: LiveStream[Any],
        current: StreamVersion[Any],
        request: Request,
        leader: tuple[str, Any] | None = None,
    ) -> Answer | Judged:
        """Judge a command on the current state: its change, or the answer why there is none.

        The command of a sibling relies on its leader as it is after the leader's own command: `leader` is the name and that state.
        """
        kind, state = live.kind, current.state
        if request.version > state.version:
            return Refused("version/unknown", "", f"the {kind.noun} is at version {state.version}")
        if refused := kind.refusal_in_own_cause(state, request.who, request.command):
            return refused_by(refused, state.version)
        names = kind.relies_on(state, request.who, request.command)
        relied = await self._others(request, names) if names else {}
        evidence = kind.evidence(live.stream, request.command)
        read = None if evidence is None else await self.store.query(evidence)
        others = {name: other.state for name, other in relied.items()}
        relied_on = tuple((name, state.version) for name, state in others.items())
        if leader is not None and leader[0] in others:
            others[leader[0]] = leader[1]
        now = self.clock.now()
        # Stamps never go back: while the clock is behind the last entry, each is a microsecond after the one before it.
        at = now if now >= current.at else current.at + 1
        found = kind.judge(
            CommandCase(
                live.stream,
                state,
                live.context,
                at,
                request.who,
                request.role,
                request.command,
                request.version,
                current.secrets,
                self._entropy,
                current.cached,
                others,
                {name: other.context for name, other in relied.items() if other.state.version},
                read,
            )
        )
        if isinstance(found, Stale):
            return Behind(state.version)
        if isinstance(found, Refusal):
            return refused_by(found, state.version)
        if not found.records:
            return Done(state.version)
        if not state.version and not kind.may_begin(live.stream, found.records[0]):
            return Refused("stream/name", "", f"that does not set up {live.stream}")
        check_keys(kind, live.stream, found)
        after = found.effects.state
        ahead = current.ahead if kind.asked_since(after) == kind.asked_since(state) else at - now
        secrets = {**current.secrets, **dict(found.secrets)} if found.secrets else current.secrets
        version = StreamVersion(after, at, secrets, found.cached, ahead, found.effects.said)
        return Judged(request, Done(state.version + 1, found.effects.result), found, version, relied_on)

    # The clock

    async def keep_time(self, every: float = 0.05) -> None:
        """Do what is due at the streams in memory and, at intervals, at streams whose node is gone."""
        look_around = erase = 0
        while True:
            await asyncio.sleep(every)
            if self.paused:
                continue
            now = self.clock.now()
            await self.time_up(now)
            if now >= look_around:
                look_around = now + SECOND
                await self._adopt_orphans(now)
            if now >= erase:
                erase = now + ERASE_INTERVAL_US
                await self.erase_overdue(now)

    async def time_up(self, now: int) -> None:
        """Do what is due at the streams in memory; an error at one does not affect others."""
        late = [(live, command) for live in self.cache if (command := live.late(now)) is not None]
        if not late:
            return
        acts = [self.submit_to(HOUSE_ACTOR, live.stream, "", live.state.version, command) for live, command in late]
        for (live, _), done in zip(late, await asyncio.gather(*acts, return_exceptions=True), strict=True):
            if isinstance(done, Exception):
                self.cache.report(live.stream, done)

    async def erase_overdue(self, now: int) -> None:
        """Erase the personal data whose time to be kept is over, after a restore of an older backup too."""
        try:
            for stream, key in await self.store.overdue_personal(now):
                live = await self.cache.read(stream)
                if live is None:
                    continue
                answer = await self.submit_to(HOUSE_ACTOR, stream, "", live.state.version, live.kind.erasing(key))
                if isinstance(answer, Refused) and await self.store.personal([key]):  # not erased by anybody else
                    self.cache.report(stream, Inconsistent(f"{key} is not erased: {answer}"))
        except StoreDown as down:
            self.pause(down.reason)

    async def _adopt_orphans(self, now: int) -> None:
        """Load streams at which something is due and nobody does it: their node may be gone."""
        try:
            for stream in await self.store.overdue(now - SECOND):
                live = await self.cache.read(stream)
                if live is not None:
                    await self.cache.renew(live, live.catch_up)
        except StoreDown as down:
            self.pause(down.reason)

    async def follow(self) -> None:
        """Follow the entries of other nodes, and notify the watchers on this node."""
        place, _ = await self.store.newest()
        for live in self.cache:  # read before this place, they may lack what came up to it
            await self.cache.renew(live, live.catch_up)
        async for stream, version in self.store.subscribe(place):
            await self._hear(stream, version)

    async def _hear(self, stream: str, version: int) -> None:
        live = await self.cache.found(stream)  # one being loaded may have been read up to just before this
        if live is None or live.state.version >= version:
            return
        try:
            await self.cache.renew(live, live.catch_up)
        except StoreDown as down:
            self.pause(down.reason)

    # When the database is gone

    def pause(self, reason: str) -> None:
        """Pause all streams because nothing can be stored, and notify watchers of the reason."""
        if self.paused:
            return
        self.paused = reason
        for live in self.cache:
            live.tell()
        task = asyncio.create_task(self._recover(reason), name="recover")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _recover(self, reason: str) -> None:
        """Wait until the database answers, then load every stream again: an interrupted write may or may not be stored."""
        while True:
            await asyncio.sleep(PROBE_INTERVAL_S)
            try:
                await self.store.probe()
                for live in self.cache:
                    await self.cache.renew(live, live.load)
            except StoreDown:
                continue
            if self.paused == reason:  # a house that is closing by now stays closed
                self.paused = ""
            for live in self.cache:
                live.tell()
            return

    async def close(self) -> None:
        """Stop background tasks, and finish the commands that are being carried out."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, *self._serving, return_exceptions=True)
