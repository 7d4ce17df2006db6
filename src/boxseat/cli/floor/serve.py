"""``boxseat serve`` and ``boxseat administrator``: runs the server, and opens the first administrator's account."""

from __future__ import annotations

import asyncio
import errno
import os
import sys
import webbrowser
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from boxseat.cli.errors import WrongRequest
from boxseat.cli.journal import journal_url
from boxseat.journal.address import parse
from boxseat.journal.entry import BadDatabase, StoreDown
from boxseat.refusal import Refusal
from boxseat.server.settings import BadSettings, ServerSettings, is_loopback, make_settings, read_settings


def settings_of(file: str, given: dict[str, Any]) -> ServerSettings:
    """The server's settings from a file, overridden by the command line."""
    try:
        return make_settings({**(read_settings(file) if file else {}), **given})
    except BadSettings as error:
        raise WrongRequest(str(error)) from None


def open_floor(settings: ServerSettings, *, data: str, database: str, browser: bool) -> None:
    """Run the server until it is stopped."""
    from boxseat.server.runner import serve

    def serving(address: str, first: str) -> None:
        print(f"The floor is open: {address}", flush=True)  # noqa: T201
        if first:
            print(f"Make the first administrator, once: {first}", flush=True)  # noqa: T201
        if browser and sys.stdout.isatty():
            with suppress(webbrowser.Error):
                webbrowser.open(address)

    url = _database(data, database)
    with _alone(url):
        _run(serve(settings, url, serving))


def open_demo(settings: ServerSettings, *, browser: bool) -> None:
    """Run a demo: a floor in a temporary folder, where a day has been played, and whose people one can be by one click."""
    from boxseat.clock import WallClock
    from boxseat.journal.store import Store
    from boxseat.rehearsal.demo_day import play_demo_day

    if not is_loopback(settings.host) or settings.public_url:
        raise WrongRequest("--demo: everybody is let in without a password, so it is for this machine only")

    async def play(url: str) -> None:
        store = await Store.open(url)
        try:
            await play_demo_day(store, WallClock().now())
        finally:
            await store.close()

    with TemporaryDirectory(prefix="boxseat-demo-") as folder:
        _run(play(_database(folder, "")))
        open_floor(settings, data=folder, database="", browser=browser)


def make_administrator(name: str, *, data: str, database: str) -> None:
    """Open the first administrator's account and print its one-time password, once, to this terminal."""
    from boxseat.clock import WallClock
    from boxseat.journal.store import Store
    from boxseat.people.front import Front

    async def make() -> str:
        store = await Store.open(_database(data, database))
        front = Front(store, WallClock())
        try:
            made = await front.administration.create_first_administrator(name)
        finally:
            await front.close()
            await store.close()
        if isinstance(made, Refusal):
            raise WrongRequest(f"administrator: {made.reason}")
        return f"{made.name}'s password, for one login: {made.password}"

    print(_run(make()))  # noqa: T201


def _database(data: str, database: str) -> str:
    """The journal's URL; for an SQLite file its folder is created and must be writable."""
    url = journal_url(data, database, there=False)
    if (file := _file(url)) is not None:
        folder = file.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise WrongRequest(f"--data: the folder {folder} cannot be created: {_why(error)}") from None
        if not os.access(folder, os.W_OK | os.X_OK):
            raise WrongRequest(f"--data: the folder {folder} cannot be written to")
    return url


def _file(url: str) -> Path | None:
    """The journal's SQLite file; none where it is on PostgreSQL."""
    read = parse(url)
    return Path(str(read.database)) if read.drivername == "sqlite" else None


@contextmanager
def _alone(url: str) -> Iterator[None]:
    """Lock an SQLite file for this process: two servers would not notice each other's writes.

    The database file itself is locked, by whatever name it is opened. The file beside it is locked for systems where the first lock
    would get in the way of SQLite's own, and for servers of before.
    """
    file = _file(url)
    if file is None:
        yield
        return
    file = file.resolve()
    try:
        with _opened(file) as database, _opened(file.with_name(file.name + ".lock")) as lock:
            _take_file(database.fileno())
            _take(lock.fileno())
            yield
    except _Taken:
        raise WrongRequest(f"--data: the database in {file.parent} is in use by another server") from None


def _opened(file: Path) -> BinaryIO:
    return open(file, "ab", opener=lambda path, flags: os.open(path, flags, 0o600))


class _Taken(Exception):
    """Another process holds the lock."""


def _take_file(database: int) -> None:
    """Lock the database file by `flock`, which on Linux leaves SQLite's own locks alone."""
    if sys.platform != "linux":
        return
    import fcntl

    try:
        fcntl.flock(database, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise _Taken from None


def _take(lock: int) -> None:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
            raise
        raise _Taken from None


def _run(work: Coroutine[Any, Any, Any]) -> Any:
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            return runner.run(work)
    except (BadDatabase, BadSettings) as error:
        raise WrongRequest(str(error)) from None
    except StoreDown as down:
        raise WrongRequest(f"The database cannot be used now: {down.detail}") from None
    except OSError as error:
        raise WrongRequest(_why(error)) from None


def _loop_factory() -> Any:
    """uvloop's event loop, which is faster, where it is installed."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _why(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()
