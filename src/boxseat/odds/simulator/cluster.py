"""A simulation on many machines: the plan goes to the workers of a Dask cluster once, and each plays chunks of it.

A chunk is the same wherever it is played and tallies only add up, so the figures are those of the seed, on any number of workers,
also where some of them join late or die at work: what they had not finished is played again by others.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import signal
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, NamedTuple

import numba

from boxseat import __version__
from boxseat.odds.simulator.kernel_table import Tally
from boxseat.odds.simulator.simulation import Plan, added, empty_tally, play_chunk

Client = Any
Future = Any
"""Dask's own, which is only there with the extra, and mostly without types."""

LOCAL_PREFIX = "local:"
"""Begins an address that asks for worker processes on this machine."""
SILENT_LOG_LEVEL = logging.CRITICAL + 1
"""Above every level that is logged."""
LOCAL_WORKERS_MAX = 64
ADDRESS_CHARS_MAX = 300
ANSWER_TIMEOUT_S = 5.0
"""How long a scheduler may take to answer, and then its first worker to join."""
WORKERS_GONE_TIMEOUT_S = 30.0
"""How long a simulation waits for new workers when all are gone."""
POLL_INTERVAL_S = 0.5
"""How often the simulation looks whether workers are there."""
FETCH_TIMEOUT_S = 2.0
"""How long a tally may take from its worker before it is requested again."""
TASK_TARGET_S = 0.5
"""How long a task of a worker should take."""
TASKS_PER_THREAD = 2
"""Tasks queued for each of the workers' threads, so that none waits for the next."""


class NoCluster(ValueError):
    """A cluster that cannot be used; the message says why."""


class ClusterLost(NoCluster):
    """A cluster that was lost during the work."""


class Edition(NamedTuple):
    """Version and sources of boxseat; tallies are only added up if they are the same on all workers."""

    version: str
    sources: str
    """Hash of all compiled sources, taken when they were loaded."""

    def __str__(self) -> str:
        return f"boxseat {self.version} ({self.sources})"


def edition() -> Edition:
    """The edition that this process runs."""
    return Edition(__version__, Path(str(numba.config.CACHE_DIR)).name)  # type: ignore[attr-defined]


@contextmanager
def joined(where: str) -> Iterator[Client]:
    """A client of the scheduler at an address, or of new local processes (``local:4``), while the work lasts."""
    local = _local_workers(where)
    try:
        import distributed
    except ImportError:
        raise NoCluster("needs Dask: pip install boxseat[cluster]") from None
    with _quiet(), TemporaryDirectory(prefix="boxseat-") as folder:
        if local is None:
            asyncio.run(_greet(distributed, where))
            with _connected(distributed, where, where) as client:
                yield client
            return
        with _interrupts_held() as interrupted:
            cluster = _local_cluster(distributed, local, folder)
        try:
            if interrupted:
                raise KeyboardInterrupt
            with _connected(distributed, cluster, where) as client:
                yield client
        finally:
            cluster.close(timeout=ANSWER_TIMEOUT_S)


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence Dask's messages about lost connections; this module reports them in one sentence."""
    loggers = [logging.getLogger(name) for name in ("distributed", "asyncio")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(SILENT_LOG_LEVEL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _local_workers(where: str) -> int | None:
    """How many processes are asked for on this machine; none for an address."""
    if not where.startswith(LOCAL_PREFIX):
        return None
    number = where.removeprefix(LOCAL_PREFIX)
    if not number.isdecimal() or not number.isascii() or not 1 <= int(number[:6]) <= LOCAL_WORKERS_MAX:
        raise NoCluster(f"{where[:40]!r}: the number of local workers is not between 1 and {LOCAL_WORKERS_MAX}")
    return int(number)


def _local_cluster(distributed: Any, workers: int, folder: str) -> Any:
    try:
        return distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            local_directory=folder,
            memory_limit=0,
            silence_logs=SILENT_LOG_LEVEL,
        )
    except (OSError, RuntimeError, TimeoutError) as error:
        raise NoCluster(f"{workers} local workers cannot be started: {error}") from None


@contextmanager
def _interrupts_held() -> Iterator[list[int]]:
    """Delay Ctrl-C while workers are started, so that only this process receives it.

    A process begins with the signals blocked that the thread which starts it has blocked; so do a thread and those it starts.
    """
    kept: list[int] = []
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield kept
        return
    # Begun later, it would unblock them again.
    resource_tracker.ensure_running()
    before = signal.signal(signal.SIGINT, lambda number, _frame: kept.append(number))
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield kept
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        signal.signal(signal.SIGINT, before)


async def _greet(distributed: Any, where: str) -> None:
    """Contact the scheduler and its workers first, so that a wrong address is an error within seconds."""
    shown = repr(where[:100])
    scheme, _, rest = where.rpartition("://")
    host, _, port = rest.rpartition(":")
    if scheme not in ("", "tcp", "tls") or not host or len(where) > ADDRESS_CHARS_MAX or not _is_port(port):
        raise NoCluster(f"{shown} is neither an address such as tcp://host:8786 nor local:4")
    security = distributed.Security().get_connection_args("client")
    try:
        async with asyncio.timeout(ANSWER_TIMEOUT_S):
            comm = await distributed.comm.connect(where, timeout=ANSWER_TIMEOUT_S, **security)
            await comm.write({"op": "identity", "reply": True})
            answer = await comm.read()
            await comm.close()
    except (OSError, TimeoutError, ValueError, TypeError, RuntimeError):
        raise NoCluster(f"{shown}: no scheduler answers there") from None
    if not isinstance(answer, dict) or answer.get("type") != "Scheduler":
        raise NoCluster(f"{shown}: what answers there is no scheduler")


def _is_port(text: str) -> bool:
    return text.isdecimal() and len(text) <= 5 and 1 <= int(text) < 1 << 16


@contextmanager
def _connected(distributed: Any, to: object, where: str) -> Iterator[Client]:
    shown = repr(where[:100])
    try:
        client = distributed.Client(to, timeout=ANSWER_TIMEOUT_S, set_as_default=False)
    except (OSError, TimeoutError):
        raise NoCluster(f"{shown}: no scheduler answers there") from None
    try:
        try:
            client.wait_for_workers(1, timeout=ANSWER_TIMEOUT_S)
        except TimeoutError:
            raise NoCluster(f"{shown}: the scheduler has no workers") from None
        _check_editions(client)
        yield client
    finally:
        with suppress(Exception):
            client.close(timeout=ANSWER_TIMEOUT_S)


def _check_editions(client: Client) -> None:
    """Refuse workers without boxseat or with another version."""

    def workers_edition() -> object:
        # A function within a function travels whole, so that it runs where there is no boxseat.
        try:
            from boxseat.odds.simulator.cluster import edition
        except Exception:
            return None
        return tuple(edition())

    own = edition()
    for worker, theirs in client.run(workers_edition).items():
        _check_edition(own, Edition(*theirs) if theirs else None, worker)


def _check_edition(own: Edition, theirs: Edition | None, worker: str) -> None:
    if theirs is None:
        raise NoCluster(f"the worker {worker} has no boxseat, or none that simulates")
    if theirs != own:
        raise NoCluster(f"the worker {worker} has {theirs}, and here is {own}")


def played_on(
    client: Client, plan: Plan, *, each: int | None = None, stop: Callable[[], bool] = lambda: False
) -> Iterator[Tally]:
    """Yield the tallies of the plan as workers finish them; no task is started once `stop` returns true.

    A task is `each` so many chunks, or as many as take about `TASK_TARGET_S`.
    """
    packed = zlib.compress(pickle.dumps(plan), level=1)
    held = client.submit(_unpacked, packed, pure=False)
    done: SimpleQueue[Future] = SimpleQueue()
    running: set[Future] = set()
    begun, at_once, threads = 0, each or 1, _threads(client)
    looked = last = monotonic()
    try:
        while True:
            while begun < plan.chunks and len(running) < TASKS_PER_THREAD * max(threads, 1) and not stop():
                chunks = range(begun, min(begun + at_once, plan.chunks))
                begun = chunks.stop
                task = client.submit(_played, held, chunks, tuple(edition()), pure=False)
                running.add(task)
                task.add_done_callback(done.put)
            if not running:
                return
            with suppress(Empty):
                task = done.get(timeout=POLL_INTERVAL_S)
                brought = _result(task)
                if brought is None:
                    done.put(task)
                else:
                    running.discard(task)
                    last = monotonic()
                    if each is None:
                        share = (plan.chunks - begun) // (TASKS_PER_THREAD * max(threads, 1))
                        at_once = max(1, min(int(TASK_TARGET_S / brought.seconds), share))
                    yield brought.tally
            if monotonic() - looked >= POLL_INTERVAL_S:
                threads = _threads(client)
                looked = monotonic()
                last = looked if threads else last
                if looked - last > WORKERS_GONE_TIMEOUT_S:
                    raise ClusterLost("all workers are gone")
    finally:
        with suppress(Exception):
            client.cancel([*running, held])


def _threads(client: Client) -> int:
    """How many threads the workers have; none while the scheduler does not answer."""
    if client.status not in ("running", "connecting"):
        raise ClusterLost("the scheduler is gone")
    try:
        threads: dict[str, int] = client.sync(client.scheduler.ncores, callback_timeout=ANSWER_TIMEOUT_S)
    except (OSError, TimeoutError):
        return 0
    return sum(threads.values())


class Brought(NamedTuple):
    """The result of a task."""

    tally: Tally
    seconds: float
    """The time that one chunk took."""


def _result(task: Future) -> Brought | None:
    """What a task has brought; none yet where its worker died before it was fetched, so that it is played again."""
    from distributed import CancelledError, KilledWorker
    from distributed.client import FuturesCancelledError

    try:
        brought: Brought = task.result(timeout=FETCH_TIMEOUT_S)
    except TimeoutError:
        return None
    except (CancelledError, FuturesCancelledError):
        raise ClusterLost("the scheduler is gone") from None
    except NoCluster as error:
        raise ClusterLost(str(error)) from None
    except KilledWorker:
        raise ClusterLost("workers die at work again and again") from None
    except (ImportError, AttributeError, pickle.UnpicklingError):
        raise ClusterLost("a worker that joined late has no boxseat, or none that simulates") from None
    return brought


def _unpacked(packed: bytes) -> Plan:
    """The plan on a worker; the scheduler has it unpacked again where the worker that held it dies."""
    plan: Plan = pickle.loads(zlib.decompress(packed))
    return plan


def _played(plan: Plan, chunks: range, asked_by: tuple[str, str]) -> Brought:
    """Play chunks on a worker."""
    _check_edition(Edition(*asked_by), edition(), "that joined late")
    start = monotonic()
    tally = empty_tally(plan)
    for chunk in chunks:
        tally = added(tally, play_chunk(plan, chunk))
    return Brought(tally, max(monotonic() - start, 1e-6) / len(chunks))


def simulate_on(where: str, plan: Plan) -> Tally:
    """Play the whole plan on a cluster."""
    tally = empty_tally(plan)
    with joined(where) as client:
        for one in played_on(client, plan):
            tally = added(tally, one)
    return tally
