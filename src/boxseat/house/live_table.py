"""A table in memory on this node: its state at a version, the seeds of its cards, and its watchers."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from boxseat.clock import Clock
from boxseat.consistency import present
from boxseat.house.answers import Answer
from boxseat.journal.entry import Entry
from boxseat.journal.record_codec import RecordCodec
from boxseat.journal.store import Store
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import BookError, OptionError, with_options
from boxseat.rulebook.stored_book import parse_kept
from boxseat.table.announcements import announcements
from boxseat.table.codec import decode_table, read, written
from boxseat.table.commands import TableCommand
from boxseat.table.desk import Orders
from boxseat.table.fold import fold_entry, retrace
from boxseat.table.names import table_of
from boxseat.table.questions import OpenQuestion, open_questions
from boxseat.table.records import UPCASTERS, TableOpened, TableRecord
from boxseat.table.state import Table

RECORDS: RecordCodec[TableRecord] = RecordCodec(TableRecord, UPCASTERS, written=written, read=read)
TableWatcher = Callable[["LiveTable"], None]
"""Called with a table at each new version, and when the house pauses or resumes."""


class NoSuchTable(Exception):
    """There is no table with this name."""


class NotOpened(NoSuchTable):
    """The table exists but cannot be opened, because its book cannot be read; the message says why."""


class TableVersion(NamedTuple):
    """A table at a version, with everything needed to judge the next command."""

    table: Table
    at: int
    """The time of its last entry; no later entry may have an earlier time."""
    seeds: dict[str, bytes]
    orders: Orders
    ahead: int
    """How far the time stamp of its open question is ahead of this node's clock; its time limit is corrected by it."""
    said: tuple[str, ...]
    """The dealer's announcements of the last entry."""


class Request:
    """A command that waits for its turn at a table, and the future of its answer."""

    def __init__(self, who: str, command_id: str, version: int, command: TableCommand) -> None:
        self.who = who
        self.id = command_id
        self.version = version
        self.command = command
        self.tries = 0
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


class LiveTable:
    """A table in memory: a cache of the journal, which can be loaded again at any time."""

    def __init__(self, store: Store, stream: str, clock: Clock) -> None:
        self.stream = stream
        self.lock = asyncio.Lock()
        self.watchers: set[TableWatcher] = set()
        self.requests: deque[Request] = deque()
        """Commands that are not judged yet."""
        self.serving = False
        self.orders: Orders = {}
        self.last_at = 0
        self.ahead = 0
        self.book: Book
        self.table = Table()
        self.said: tuple[str, ...] = ()
        self.seeds: dict[str, bytes] = {}
        self._store = store
        self._clock = clock
        self._waiting: tuple[int, list[OpenQuestion]] = (-1, [])

    async def load(self) -> None:
        """Load the table: its newest snapshot and the entries since. `NotOpened` if its book cannot be read."""
        try:
            await self._load()
        except (BookError, OptionError) as error:
            raise NotOpened(f"table {table_of(self.stream)} is not opened: {error}") from None

    async def _load(self) -> None:
        table, entries = await self._since_snapshot(None)
        if not entries and table.version:
            # The last entry is always folded: it has the time before which no further entry may be, and the dealer's words.
            table, entries = await self._since_snapshot(table.version - 1)
        if not entries:
            raise NoSuchTable(self.stream)
        if table.version:
            self.book = await book_of(self._store, table.book, table.game, table.options)
        await self._fold(table, entries)

    async def _since_snapshot(self, at: int | None) -> tuple[Table, list[Entry]]:
        """The newest snapshot, not newer than a version, and the entries after it."""
        found = await self._store.snapshot(self.stream, at)
        table = Table() if found is None else decode_table(found[1])
        return table, await self._store.read(self.stream, table.version)

    async def catch_up(self) -> None:
        """Fold the entries of other nodes, and notify the watchers."""
        before = self.table.version
        await self._fold(self.table, await self._store.read(self.stream, before))
        if self.table.version != before:
            self.tell()

    async def _fold(self, table: Table, entries: list[Entry]) -> None:
        for entry in entries:
            happened = RECORDS.decode(entry.records)
            if isinstance(happened[0], TableOpened):
                opened = happened[0]
                self.book = await book_of(self._store, opened.book, opened.game, opened.options)
            if entry is not entries[-1]:
                table = fold_entry(self.book, table, happened, entry.at)
            else:
                steps, table = retrace(self.book, table, happened, entry.at)
                self.said = announcements(self.book, steps)
            self.last_at = max(self.last_at, entry.at)
        await self._fetch_seed(table)
        if table.asked_since != self.table.asked_since:
            self.ahead = max(0, self.last_at - self._clock.now())
        self.table = table

    async def _fetch_seed(self, table: Table) -> None:
        if table.pack is not None and table.pack.shoe not in self.seeds:
            shoe = table.pack.shoe
            self.seeds = {shoe: present(await self._store.secret(shoe), f"seed of shoe {shoe}")}

    @property
    def current(self) -> TableVersion:
        """The stored version, on which the next command is judged."""
        return TableVersion(self.table, self.last_at, self.seeds, self.orders, self.ahead, self.said)

    def adopt(self, version: TableVersion) -> None:
        """Take a stored version as the current one. Only the seed of the cards in use stays in memory."""
        self.table, self.last_at, _, self.orders, self.ahead, self.said = version
        in_use = self.table.pack.shoe if self.table.pack is not None else ""
        self.seeds = {shoe: seed for shoe, seed in version.seeds.items() if shoe == in_use}

    def is_late(self, now: int) -> bool:
        """Whether the deadline of the open question has passed.

        Time stamps of a table never go back, even after a clock that was ahead; `ahead` corrects the time limit for that.
        """
        return self.table.deadline is not None and self.table.deadline <= now + self.ahead

    def waiting(self) -> list[OpenQuestion]:
        """The players that the table waits for; computed once per version."""
        if self._waiting[0] != self.table.version:
            self._waiting = (self.table.version, open_questions(self.book, self.table))
        return self._waiting[1]

    def tell(self) -> None:
        """Notify all watchers."""
        for told in list(self.watchers):
            told(self)


async def book_of(store: Store, digest: str, game: str, options: dict[str, int | str]) -> Book:
    """The book of a table, with the text from when it was opened."""
    text = await store.book(digest)
    if text is None:
        raise BookError(game, "", "its text is not kept")
    return _read(text, game, tuple(options.items()))


@lru_cache(maxsize=64)
def _read(text: str, game: str, options: tuple[tuple[str, int | str], ...]) -> Book:
    """Parse a book; tables with the same book share it."""
    return with_options(parse_kept(text, source=game), dict(options))
