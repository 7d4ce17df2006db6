"""The counting room: where odds are worked out, in processes of its own, so that no table waits for arithmetic.

Few pieces are worked on at a time and few more may wait. What is being worked out is worked out once for all who ask, what was
found is remembered, and what nobody waits for any more is stopped where it can be.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import count
from multiprocessing import get_context
from typing import Any

from boxseat.server.odds_jobs import jobs as arithmetic
from boxseat.server.odds_jobs.jobs import CannotBe, Told
from boxseat.server.problems import Problem

MOST_WAITING = 24
REMEMBERED = 4_000
PROCESSES = 2
"""One may be busy with something long while the other answers a hand; both give way to the tables."""
NOT_REMEMBERED = ("simulation",)
"""What is asked anew each time, and can be stopped."""

PREPARING = "odds nobody waits for yet"
Heard = Callable[[Told], None]


class Piece:
    """A piece of work that is being done, and who waits for it."""

    def __init__(self, number: int, slot: int, stop: Callable[[], None]) -> None:
        self.number = number
        self.slot = slot
        self.answer: asyncio.Future[Told] = asyncio.get_running_loop().create_future()
        self.answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        self.last: Told | None = None
        self._heard: list[Heard] = []
        self._stop = stop

    def listen(self, heard: Heard) -> None:
        """Hear how far it is, from now on."""
        self._heard.append(heard)
        if self.last is not None:
            heard(self.last)

    def leave(self, heard: Heard) -> None:
        """Wait no longer; where nobody is left, it need not be finished."""
        self._heard.remove(heard)
        if not self._heard and not self.answer.done():
            self._stop()

    def tell(self, told: Told) -> None:
        self.last = told
        for heard in list(self._heard):
            heard(told)


class CountingRoom:
    """Takes work, a few pieces at a time. Its processes start with the first piece."""

    def __init__(self, processes: int = 0) -> None:
        self._processes = processes or PROCESSES
        self._context = get_context("spawn")
        self._pool: ProcessPoolExecutor | None = None
        self._news: Any = None
        self._stopped: Any = None
        self._numbers = count(1)
        self._free = list(range(MOST_WAITING))
        self._pieces: dict[int, Piece] = {}
        self._doing: dict[str, Piece] = {}
        self._known: OrderedDict[str, Told] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def known(self, name: str, asked: Told) -> Told | None:
        """What was found before."""
        key = _key(name, asked)
        if key in self._known:
            self._known.move_to_end(key)
        return self._known.get(key)

    async def ask(self, name: str, asked: Told) -> Told:
        """The answer, however long it takes; `Problem` where there is none."""
        if (found := self.known(name, asked)) is not None:
            return found
        piece = self.begin(name, asked)

        def heard(told: Told) -> None:
            """Only the answer matters here."""

        piece.listen(heard)
        try:
            return await asyncio.shield(piece.answer)
        finally:
            piece.leave(heard)

    def prepare(self, name: str, pieces: Sequence[Told]) -> None:
        """Have things worked out that nobody waits for yet, one after the other."""
        missing = [asked for asked in pieces if self.known(name, asked) is None]
        if missing and not any(task.get_name() == PREPARING for task in self._tasks):
            task = asyncio.create_task(self._prepare(name, missing), name=PREPARING)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _prepare(self, name: str, missing: Sequence[Told]) -> None:
        for asked in missing:
            with suppress(Problem):
                await self.ask(name, asked)

    def begin(self, name: str, asked: Told) -> Piece:
        """Have something worked out; the same thing once for all who ask."""
        key = _key(name, asked)
        if name not in NOT_REMEMBERED and key in self._doing:
            return self._doing[key]
        if not self._free:
            raise Problem(503, "odds/busy", "the house is working out as much as it can; ask again in a moment", wait=5)
        self._open()
        number, slot = next(self._numbers), self._free.pop()
        self._stopped[slot] = 0
        piece = Piece(number, slot, lambda: self._stop(slot))
        self._pieces[number] = piece
        if name not in NOT_REMEMBERED:
            self._doing[key] = piece
        task = asyncio.create_task(self._do(piece, name, asked, key), name=f"odds {name}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return piece

    async def _do(self, piece: Piece, name: str, asked: Told, key: str) -> None:
        assert self._pool is not None
        pool = self._pool
        try:
            work = pool.submit(arithmetic.do, piece.number, piece.slot, name, asked)
            found = await asyncio.wrap_future(work)
        except CannotBe as error:
            _set(piece, Problem(422, "odds/cannot", str(error)))
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            _set(piece, Problem(503, "odds/busy", "the arithmetic broke off; ask again", wait=1))
        except BaseException as error:
            _set(piece, error)
            if not isinstance(error, Exception):
                raise
        else:
            if name not in NOT_REMEMBERED:
                self._known[key] = found
                if len(self._known) > REMEMBERED:
                    self._known.popitem(last=False)
            if not piece.answer.done():
                piece.answer.set_result(found)
        finally:
            self._doing.pop(key, None)
            del self._pieces[piece.number]
            self._free.append(piece.slot)

    def _stop(self, slot: int) -> None:
        if self._stopped is not None:
            self._stopped[slot] = 1

    def _open(self) -> None:
        if self._news is None:
            self._news = self._context.Queue()
            self._stopped = self._context.Array("b", MOST_WAITING, lock=False)
            hearing = threading.Thread(target=self._hear, args=(asyncio.get_running_loop(),), daemon=True)
            hearing.start()
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._processes, self._context, arithmetic.begin, (self._news, self._stopped)
            )

    def _hear(self, loop: asyncio.AbstractEventLoop) -> None:
        """Pass on how far each piece is, until the room closes."""
        while (heard := self._news.get()) is not None:
            try:
                loop.call_soon_threadsafe(self._tell, *heard)
            except RuntimeError:  # the house has closed
                return

    def _tell(self, number: int, told: Told) -> None:
        if piece := self._pieces.get(number):
            piece.tell(told)

    async def close(self) -> None:
        """Stop at once: nothing here has to be finished."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._pool is not None:
            # The processes end by themselves when nobody holds their pipes; work that has begun is not waited for.
            processes = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
        if self._news is not None:
            self._news.put(None)


def _key(name: str, asked: Told) -> str:
    return f"{name} {json.dumps(asked, sort_keys=True)}"


def _set(piece: Piece, error: BaseException) -> None:
    if not piece.answer.done():
        piece.answer.set_exception(error)
