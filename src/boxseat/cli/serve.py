"""``boxseat serve``: the floor is opened for everyone who can reach it."""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from boxseat.cli.wrong import WrongRequest
from boxseat.journal.address import data_folder, database_url
from boxseat.journal.entry import BadDatabase, StoreDown
from boxseat.play.judge import Refusal
from boxseat.server.settings import BadSettings, ServerSettings, make_settings, read_settings


def settings_of(file: str, given: dict[str, Any]) -> ServerSettings:
    """The settings of a file, changed by what was given on the command line."""
    try:
        return make_settings({**(read_settings(file) if file else {}), **given})
    except BadSettings as error:
        raise WrongRequest(str(error)) from None


def open_floor(settings: ServerSettings, *, data: str, database: str, browser: bool) -> None:
    """Serve until told to stop."""
    from boxseat.server.running import serve

    def serving(address: str) -> None:
        print(f"The floor is open: {address}", flush=True)  # noqa: T201
        if browser and sys.stdout.isatty():
            with suppress(webbrowser.Error):
                webbrowser.open(address)

    _run(serve(settings, _database(data, database), serving))


def make_administrator(name: str, *, data: str, database: str) -> None:
    """Open the first administrator's account and print its one-time password, once, to this terminal."""
    from boxseat.floor.front import Front
    from boxseat.journal.store import Store
    from boxseat.table.clock import WallClock

    async def make() -> str:
        store = await Store.open(_database(data, database))
        front = Front(store, WallClock())
        try:
            made = await front.people.create_first_administrator(name)
        finally:
            await front.close()
            await store.close()
        if isinstance(made, Refusal):
            raise WrongRequest(f"administrator: {made.reason}")
        return f"{made.name}'s password, for one login: {made.password}"

    print(_run(make()))  # noqa: T201


def _database(data: str, database: str) -> str:
    folder = Path(data) if data else data_folder()
    url = database or os.environ.get("BOXSEAT_DATABASE")
    if not url:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            raise WrongRequest(f"--data: the folder {folder} cannot be made: {_why(error)}") from None
        if not os.access(folder, os.W_OK | os.X_OK):
            raise WrongRequest(f"--data: the folder {folder} cannot be written to")
    try:
        return database_url(folder, url or None)
    except BadDatabase as error:
        raise WrongRequest(str(error)) from None


def _run(work: Coroutine[Any, Any, Any]) -> Any:
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            return runner.run(work)
    except (BadDatabase, BadSettings) as error:
        raise WrongRequest(str(error)) from None
    except StoreDown as down:
        raise WrongRequest(f"The database cannot be used now: {down.reason}") from None
    except OSError as error:
        raise WrongRequest(_why(error)) from None


def _loop_factory() -> Any:
    """uvloop where it is to be had: it answers sooner."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _why(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()
