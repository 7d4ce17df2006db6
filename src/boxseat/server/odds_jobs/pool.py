"""Process pool for odds computations, so that no table waits for them.

A few jobs run at a time, and a limited number wait. Equal requests share one job, and answers are cached. A job that no
request waits for any more is cancelled where possible.
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
from typing import Any, TypeVar

from boxseat.server.odds_jobs import jobs
from boxseat.server.odds_jobs.jobs import JsonObject, NoSolution
from boxseat.server.problems import Problem

T = TypeVar("T")
JOBS_MAX = 24
"""Jobs that run or wait at one time; further requests are refused."""
ANSWERS_CACHED_MAX = 4_000
PROCESSES = 2
"""One may be busy with a long job while the other answers short ones; both have lower priority than the tables."""
UNCACHED_JOBS = ("simulation",)
"""Jobs that are computed again for every request, and can be cancelled."""

PREPARE_TASK_NAME = "odds nobody waits for yet"
ProgressListener = Callable[[JsonObject], None]


class OddsJob:
    """A running or waiting job, and the listeners for its progress."""

    def __init__(self, number: int, slot: int, cancel: Callable[[], None]) -> None:
        self.number = number
        self.slot = slot
        self.answer: asyncio.Future[JsonObject] = asyncio.get_running_loop().create_future()
        self.answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        self.last: JsonObject | None = None
        self._listeners: list[ProgressListener] = []
        self._cancel = cancel

    def listen(self, listener: ProgressListener) -> None:
        """Add a listener for the job's progress."""
        self._listeners.append(listener)
        if self.last is not None:
            listener(self.last)

    def leave(self, listener: ProgressListener) -> None:
        """Remove a listener; a job without listeners is cancelled."""
        self._listeners.remove(listener)
        if not self._listeners and not self.answer.done():
            self._cancel()

    def report(self, progress: JsonObject) -> None:
        """Report progress to all listeners."""
        self.last = progress
        for listener in list(self._listeners):
            listener(progress)


class OddsPool:
    """Runs odds jobs, a few at a time. Its processes start with the first job."""

    def __init__(self, processes: int = 0) -> None:
        self._processes = processes or PROCESSES
        self._context = get_context("spawn")
        self._pool: ProcessPoolExecutor | None = None
        self._progress: Any = None
        self._cancelled: Any = None
        self._numbers = count(1)
        self._free = list(range(JOBS_MAX))
        self._jobs: dict[int, OddsJob] = {}
        self._shared_jobs: dict[str, OddsJob] = {}
        self._cache: OrderedDict[str, JsonObject] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def cached(self, name: str, asked: JsonObject) -> JsonObject | None:
        """Answer to an earlier request, if it is cached."""
        key = _cache_key(name, asked)
        if key in self._cache:
            self._cache.move_to_end(key)
        return self._cache.get(key)

    async def ask(self, name: str, asked: JsonObject) -> JsonObject:
        """The answer to a request, without a time limit; `Problem` where there is none."""
        if (found := self.cached(name, asked)) is not None:
            return found
        job = self.begin(name, asked)

        def listener(progress: JsonObject) -> None:
            """Ignore the progress; only the answer is needed here."""

        job.listen(listener)
        try:
            return await asyncio.shield(job.answer)
        finally:
            job.leave(listener)

    def prepare(self, name: str, requests: Sequence[JsonObject]) -> None:
        """Compute and cache answers in advance, one after the other."""
        missing = [asked for asked in requests if self.cached(name, asked) is None]
        if missing and not any(task.get_name() == PREPARE_TASK_NAME for task in self._tasks):
            task = asyncio.create_task(self._prepare(name, missing), name=PREPARE_TASK_NAME)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _prepare(self, name: str, missing: Sequence[JsonObject]) -> None:
        for asked in missing:
            with suppress(Problem):
                await self.ask(name, asked)

    def begin(self, name: str, asked: JsonObject) -> OddsJob:
        """Start a job, or join the one that already runs for an equal request."""
        key = _cache_key(name, asked)
        if name not in UNCACHED_JOBS and key in self._shared_jobs:
            return self._shared_jobs[key]
        if not self._free:
            raise Problem("odds/busy", "too many calculations are running; ask again in a moment", wait=5)
        pool = self._start_processes()
        number, slot = next(self._numbers), self._free.pop()
        self._cancelled[slot] = 0
        job = OddsJob(number, slot, lambda: self._cancel(slot))
        self._jobs[number] = job
        if name not in UNCACHED_JOBS:
            self._shared_jobs[key] = job
        task = asyncio.create_task(self._run(pool, job, name, asked, key), name=f"odds {name}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job

    async def call(self, function: Callable[..., T], *args: object) -> T:
        """Run a function in a worker process, without caching; `Problem` where the pool is full."""
        if not self._free:
            raise Problem("odds/busy", "too many calculations are running; ask again in a moment", wait=5)
        pool, slot = self._start_processes(), self._free.pop()
        try:
            return await asyncio.wrap_future(pool.submit(function, *args))
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            raise Problem("odds/busy", "the calculation was interrupted; ask again", wait=1) from None
        finally:
            self._free.append(slot)

    async def _run(self, pool: ProcessPoolExecutor, job: OddsJob, name: str, asked: JsonObject, key: str) -> None:
        try:
            work = pool.submit(jobs.run_job, job.number, job.slot, name, asked)
            found = await asyncio.wrap_future(work)
        except NoSolution as error:
            _fail(job, Problem("odds/cannot", str(error)))
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            _fail(job, Problem("odds/busy", "the calculation was interrupted; ask again", wait=1))
        except BaseException as error:
            _fail(job, error)
            if not isinstance(error, Exception):
                raise
        else:
            if name not in UNCACHED_JOBS:
                self._cache[key] = found
                if len(self._cache) > ANSWERS_CACHED_MAX:
                    self._cache.popitem(last=False)
            if not job.answer.done():
                job.answer.set_result(found)
        finally:
            self._shared_jobs.pop(key, None)
            del self._jobs[job.number]
            self._free.append(job.slot)

    def _cancel(self, slot: int) -> None:
        if self._cancelled is not None:
            self._cancelled[slot] = 1

    def _start_processes(self) -> ProcessPoolExecutor:
        """The worker processes; starts them if they are not running."""
        if self._progress is None:
            self._progress = self._context.Queue()
            self._cancelled = self._context.Array("b", JOBS_MAX, lock=False)
            forwarding = threading.Thread(
                target=self._forward_progress, args=(asyncio.get_running_loop(),), daemon=True
            )
            forwarding.start()
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._processes, self._context, jobs.start_worker, (self._progress, self._cancelled)
            )
        return self._pool

    def _forward_progress(self, loop: asyncio.AbstractEventLoop) -> None:
        """Forward the progress of all jobs to the event loop, until the pool closes."""
        while (reported := self._progress.get()) is not None:
            try:
                loop.call_soon_threadsafe(self._report, *reported)
            except RuntimeError:  # the event loop is closed
                return

    def _report(self, number: int, progress: JsonObject) -> None:
        if job := self._jobs.get(number):
            job.report(progress)

    async def close(self) -> None:
        """Stop at once, without waiting for jobs."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._pool is not None:
            # Running jobs are not waited for: their processes are terminated.
            processes = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()
        if self._progress is not None:
            self._progress.put(None)


def _cache_key(name: str, asked: JsonObject) -> str:
    return f"{name} {json.dumps(asked, sort_keys=True)}"


def _fail(job: OddsJob, error: BaseException) -> None:
    if not job.answer.done():
        job.answer.set_exception(error)
