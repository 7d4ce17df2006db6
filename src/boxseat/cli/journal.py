"""The journal of a command: where it is kept, opened for reading, and never made by looking."""

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
QUIET_FOR = 2.0
"""Seconds before anything is said of progress."""


def journal_url(data: str, database: str, *, there: bool = True) -> str:
    """The journal's address: what the command line says, or else the environment. One that must be there is looked for."""
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
    """Do something with a journal that is there and up to date."""

    async def run() -> T:
        store = await Store.open(url, reads_only=True)
        try:
            return await work(store)
        finally:
            await store.close()

    return run_journal(run())


def run_journal(work: Coroutine[Any, Any, T]) -> T:
    """Run work on a journal; where the journal cannot be used, one line says why."""
    try:
        return asyncio.run(work)
    except BadDatabase as error:
        raise WrongRequest(str(error)) from None
    except StoreDown as down:
        raise WrongRequest(f"the database cannot be used now: {down.reason}") from None
    except BookError as error:
        raise WrongRequest(f"the book of a table cannot be read: {error}") from None


class Progress:
    """How far a long command has come, on standard error: after two seconds, on one line that is written over."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._began = self._last = time.monotonic()
        self._wrote = False

    def __call__(self, done: int, of: int) -> None:
        now = time.monotonic()
        often = 0.5 if sys.stderr.isatty() else 30.0
        if now - self._began < QUIET_FOR or (self._wrote and now - self._last < often):
            return
        self._last, self._wrote = now, True
        rate = done / (now - self._began)
        left = f", {(of - done) / rate:,.0f} s to go" if rate and of > done else ""
        said = f"{self._what}: {done:,} of {of:,}{left}"
        over = sys.stderr.isatty()
        typer.echo(f"\r{said:<70}" if over else said, nl=not over, err=True)

    def done(self) -> None:
        if self._wrote and sys.stderr.isatty():
            typer.echo("\r" + " " * 70 + "\r", nl=False, err=True)
