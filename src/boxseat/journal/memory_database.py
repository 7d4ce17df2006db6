"""A journal in memory, for what keeps nothing: the same schema and statements on an SQLite database that ends with the process.

Everything runs on the event loop, with one connection and no thread, so that the same things happen in the same order every time.
"""

from __future__ import annotations

from functools import partial

from sqlalchemy import Connection, StaticPool, create_engine, event
from sqlalchemy.engine import Dialect

from boxseat.journal.connections import FaultHook, T, Work, no_fault
from boxseat.journal.migrate import bring_up_to_date
from boxseat.journal.store import Store

MEMORY_URL = "sqlite://"
"""Of the store in memory; no command opens it by this address."""


async def open_in_memory() -> Store:
    """A new, empty journal in memory."""
    connections = MemoryConnections()
    await connections.write(partial(bring_up_to_date, migrate=True))
    return Store(MEMORY_URL, connections)


class MemoryConnections:
    """The one connection to a database in memory."""

    def __init__(self) -> None:
        self._engine = create_engine(
            MEMORY_URL,
            poolclass=StaticPool,
            hide_parameters=True,
            connect_args={"isolation_level": None, "cached_statements": 512},
        )
        self.dialect: Dialect = self._engine.dialect

        @event.listens_for(self._engine, "begin")
        def _begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN")

    async def write(self, work: Work[T], fault: FaultHook = no_fault) -> T:
        """Run `work` in one transaction."""
        with self._engine.begin() as connection:
            return work(connection)

    async def read(self, work: Work[T]) -> T:
        """Run `work` on the last commit."""
        with self._engine.connect() as connection:
            return work(connection)

    async def read_history(self, work: Work[T]) -> T:
        """Run `work` on the last commit."""
        return await self.read(work)

    async def scrub(self) -> None:
        """Nothing of a database in memory stays anywhere."""

    async def close(self) -> None:
        """Give the memory back."""
        self._engine.dispose()
