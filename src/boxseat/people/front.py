"""Facade of the package: login, account administration and sessions, set up on one store."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from boxseat.clock import Clock
from boxseat.journal.store import Store
from boxseat.people.account_store import AccountStore
from boxseat.people.administration import AccountAdministration
from boxseat.people.demo import DemoLogin
from boxseat.people.login import Login
from boxseat.people.passwords import Passwords
from boxseat.people.row_batches import RowBatches
from boxseat.people.sessions import Sessions
from boxseat.people.settings import AccountSettings


class Front:
    """Login, administration, sessions and password hashing, as a server uses them."""

    def __init__(self, store: Store, clock: Clock, settings: AccountSettings | None = None) -> None:
        settings = settings or AccountSettings()
        accounts, rows = AccountStore(store), RowBatches(store)
        self.passwords = Passwords(settings.hashing, hashers=settings.hashers, waiting=settings.waiting)
        self.sessions = Sessions(store, rows, clock, settings)
        self.login = Login(store, accounts, self.sessions, self.passwords, clock, settings)
        self.administration = AccountAdministration(
            accounts, self.sessions, self.passwords, self.login, clock, settings
        )
        self.demo = DemoLogin(store, accounts, self.sessions, clock)
        self._following: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to follow the journal for sessions that end."""
        self._following = asyncio.create_task(self.sessions.run(), name="sessions")

    async def close(self) -> None:
        """Stop following the journal, and stop the hashing threads."""
        if self._following is not None:
            self._following.cancel()
            with suppress(asyncio.CancelledError):
                await self._following
        self.passwords.close()
