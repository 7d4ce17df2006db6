"""A stream in memory on this node: its state at a version, the secrets it needs, its queue of commands, and its watchers."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from boxseat.clock import Clock
from boxseat.consistency import present
from boxseat.house.answers import Answer
from boxseat.house.streams import S, StreamKind, Unreadable
from boxseat.journal.entry import Entry
from boxseat.journal.store import Store
from boxseat.people.roles import Role

L = TypeVar("L", bound="LiveStream[Any]")
Watcher = Callable[[L], None]
"""Called with a stream at each new version, and when the house pauses or resumes."""


class NoSuchStream(Exception):
    """There is no stream with this name."""


class NotOpened(NoSuchStream):
    """The stream exists but cannot be opened, because what it needs cannot be read; the message says why."""


class StreamVersion(NamedTuple, Generic[S]):
    """A stream at a version, with everything needed to judge the next command."""

    state: S
    at: int
    """The time of its last entry; no later entry may have an earlier time."""
    secrets: dict[str, bytes]
    cached: Any
    """What the last judgement worked out, for the next one."""
    ahead: int
    """How far the time stamp of its open question is ahead of this node's clock; its time limit is corrected by it."""
    said: tuple[str, ...]
    """The announcements of the last entry."""


class Request:
    """A command that waits for its turn, and the future of its answer."""

    def __init__(
        self, who: str, command_id: str, version: int, command: Any, role: Role | None = None, tries: int = 0
    ) -> None:
        self.who = who
        self.role = role
        self.id = command_id
        self.version = version
        self.command = command
        self.tries = tries
        self.told = False
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    def tell(self, answer: Answer | Exception) -> None:
        """Set the answer, unless the caller is gone."""
        self.told = True
        if self.answer.done():
            return
        if isinstance(answer, Exception):
            self.answer.set_exception(answer)
        else:
            self.answer.set_result(answer)


def answer_all(group: Sequence[Request], answer: Answer | Exception) -> None:
    """Give the same answer to all requests without one."""
    for request in group:
        request.tell(answer)


class LiveStream(Generic[S]):
    """A stream in memory: a cache of the journal, which can be loaded again at any time."""

    def __init__(self, kind: StreamKind[S], store: Store, stream: str, clock: Clock) -> None:
        self.kind = kind
        self.stream = stream
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher[Any]] = set()
        self.requests: deque[Request] = deque()
        """Commands that are not judged yet."""
        self.serving = False
        self.state = kind.empty
        self.context: Any = None
        self.last_at = 0
        self.ahead = 0
        self.said: tuple[str, ...] = ()
        self.secrets: dict[str, bytes] = {}
        self.cached: Any = None
        self._store = store
        self._clock = clock

    async def load(self) -> None:
        """Load the stream: its newest snapshot and the entries since. `NotOpened` if what it needs cannot be read."""
        state, entries = await self._since_snapshot(None)
        if not entries and state.version:
            # The last entry is always folded: it has the time before which no further entry may be, and the announcements.
            state, entries = await self._since_snapshot(state.version - 1)
        if not entries:
            raise NoSuchStream(self.stream)
        if state.version:
            await self.prepare(None, state)
        await self._fold(state, entries)

    async def prepare(self, first: Any, state: S) -> None:
        """Read what the fold needs, from the first record or a snapshot's state; `NotOpened` if it cannot be used."""
        digest = self.kind.text_needed(first, state)
        text = await self._store.book(digest) if digest else None
        try:
            self.context = self.kind.context(text, first, state)
        except Unreadable as error:
            raise NotOpened(f"{self.stream.replace('/', ' ', 1)} is not opened: {error}") from None

    async def _since_snapshot(self, at: int | None) -> tuple[S, list[Entry]]:
        """The newest snapshot, not newer than a version, and the entries after it."""
        found = await self._store.snapshot(self.stream, at)
        state = self.kind.empty if found is None else self.kind.decode(found[1])
        return state, await self._store.read(self.stream, state.version)

    async def catch_up(self) -> None:
        """Fold the entries of other nodes, and notify the watchers."""
        before = self.state.version
        await self._fold(self.state, await self._store.read(self.stream, before))
        if self.state.version != before:
            self.tell()

    async def _fold(self, state: S, entries: list[Entry]) -> None:
        kind, was = self.kind, self.state
        for entry in entries:
            records = kind.records.decode(entry.records)
            if entry.version == 1:
                await self.prepare(records[0], state)
            if entry is not entries[-1]:
                state = kind.fold(self.context, state, records, entry.at)
            else:
                effects = kind.follow(self.context, self.stream, state, records, entry.at)
                state, self.said = effects.state, effects.said
            self.last_at = max(self.last_at, entry.at)
        await self._fetch_secrets(state)
        if kind.asked_since(state) != kind.asked_since(was):
            self.ahead = max(0, self.last_at - self._clock.now())
        self.state = state

    async def _fetch_secrets(self, state: S) -> None:
        needed = self.kind.secrets_needed(state)
        if any(key not in self.secrets for key in needed):
            self.secrets = {
                key: present(await self._store.secret(key), f"secret {key} of {self.stream}") for key in needed
            }

    @property
    def current(self) -> StreamVersion[S]:
        """The stored version, on which the next command is judged."""
        return StreamVersion(self.state, self.last_at, self.secrets, self.cached, self.ahead, self.said)

    def adopt(self, version: StreamVersion[S]) -> None:
        """Take a stored version as the current one. Only the secrets that are still needed stay in memory."""
        self.state, self.last_at, secrets, self.cached, self.ahead, self.said = version
        needed = self.kind.secrets_needed(self.state)
        self.secrets = {key: secret for key, secret in secrets.items() if key in needed}

    def late(self, now: int) -> Any:
        """The house's command for the first thing that is due by now; none if nothing is.

        Time stamps of a stream never go back, even after a clock that was ahead; `ahead` corrects time limits for that.
        """
        ahead = self.ahead
        late = [due for due in self.kind.due(self.state) if due.at <= (now + ahead if due.by_stamps else now)]
        return self.kind.waking(min(late)) if late else None

    def tell(self) -> None:
        """Notify all watchers."""
        for told in list(self.watchers):
            told(self)
