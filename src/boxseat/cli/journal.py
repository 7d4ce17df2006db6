"""Opening the journal for a command: finding its URL, reading without creating it, and a progress line."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import typer

from boxseat.cli.errors import WrongRequest
from boxseat.journal.address import data_folder, database_url, parse, shown
from boxseat.journal.entry import BadDatabase, StoreDown
from boxseat.journal.store import Store
from boxseat.rulebook.load import BookError

T = TypeVar("T")
PROGRESS_DELAY_S = 2.0
"""A command that takes less shows no progress."""
TERMINAL_UPDATE_S = 0.5
LOG_UPDATE_S = 30.0
"""The shortest time between two updates, on a terminal and elsewhere."""


def journal_url(data: str, database: str, *, there: bool = True) -> str:
    """The journal's URL from the command line, else from the environment; with `there`, an SQLite file must exist."""
    if data and database:
        raise WrongRequest("--data, --database: one of them says where the floor is kept, not both")
    url = database or ("" if data else os.environ.get("BOXSEAT_DATABASE", ""))
    try:
        found = database_url(Path(data) if data else data_folder(), url or None)
        read = parse(found)
    except BadDatabase as error:
        raise WrongRequest(str(error)) from None
    if there and read.drivername == "sqlite" and not Path(str(read.database)).is_file():
        raise WrongRequest(f"there is no floor at {shown(read)}; --data names its folder, --database its address")
    return found


def with_store(url: str, work: Callable[[Store], Coroutine[Any, Any, T]]) -> T:
    """Run `work` on an existing journal, opened read-only."""

    async def run() -> T:
        store = await Store.open(url, reads_only=True)
        try:
            return await work(store)
        finally:
            await store.close()

    return run_journal(run())


def run_journal(work: Coroutine[Any, Any, T]) -> T:
    """Run work on a journal, and turn its errors into `WrongRequest`."""
    try:
        return asyncio.run(work)
    except BadDatabase as error:
        raise WrongRequest(str(error)) from None
    except StoreDown as down:
        raise WrongRequest(f"the database cannot be used now: {down.reason}") from None
    except BookError as error:
        raise WrongRequest(f"the book of a table cannot be read: {error}") from None


class Progress:
    """The progress of a long command on standard error; on a terminal it is one line, overwritten."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._began = self._last = time.monotonic()
        self._wrote = False

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        often = TERMINAL_UPDATE_S if sys.stderr.isatty() else LOG_UPDATE_S
        if now - self._began < PROGRESS_DELAY_S or (self._wrote and now - self._last < often):
            return
        self._last, self._wrote = now, True
        rate = done / (now - self._began)
        left = f", {(of - done) / rate:,.0f} s to go" if rate and of > done else ""
        said = f"{self._what}: {done:,} of {of:,}{left}"
        over = sys.stderr.isatty()
        typer.echo(f"\r{said:<70}" if over else said, nl=not over, err=True)

    def done(self) -> None:
        """Clear the line."""
        if self._wrote and sys.stderr.isatty():
            typer.echo("\r" + " " * 70 + "\r", nl=False, err=True)
