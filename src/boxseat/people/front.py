"""The front of the house: the door, the people and their sessions, put together over one store."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from boxseat.clock import Clock
from boxseat.journal.store import Store
from boxseat.people.account_store import Roll
from boxseat.people.administration import People
from boxseat.people.login import Door
from boxseat.people.passwords import Passwords
from boxseat.people.row_batches import Together
from boxseat.people.sessions import Sessions
from boxseat.people.settings import DoorSettings


class Front:
    """Everything about people that a server needs. `start` follows the journal for sessions that end; `close` stops."""

    def __init__(self, store: Store, clock: Clock, settings: DoorSettings | None = None) -> None:
        settings = settings or DoorSettings()
        roll, rows = Roll(store), Together(store)
        self.passwords = Passwords(settings.hashing, hashers=settings.hashers, waiting=settings.waiting)
        self.sessions = Sessions(store, rows, roll, clock, settings)
        self.door = Door(store, rows, roll, self.sessions, self.passwords, clock, settings)
        self.people = People(rows, roll, self.sessions, self.passwords, self.door, clock)
        self._following: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._following = asyncio.create_task(self.sessions.run(), name="sessions")

    async def close(self) -> None:
        if self._following is not None:
            self._following.cancel()
            with suppress(asyncio.CancelledError):
                await self._following
        self.passwords.close()
