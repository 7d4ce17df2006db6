"""The door: coming in with a name and a password, or as a guest by one click, and leaving.

Whatever is wrong about a login, the answer is the same, takes as long, and costs one check of a password: that there is no such
account, that it is closed, that it is locked, that the password is another one (GLI-19, 2.5.3; ASVS 6.3.8).
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from sqlalchemy import Connection

from boxseat.clock import SECOND, Clock
from boxseat.journal.entry import Conflict
from boxseat.journal.store import Store
from boxseat.ledger.accounts import BANK, Posting, wallet
from boxseat.people.account import Account, failure
from boxseat.people.account_store import Roll
from boxseat.people.credentials import drop_credential, insert_credential, keep_dearer, kept_password
from boxseat.people.names import guest_name, is_name, plain, refusal_of_name
from boxseat.people.passwords import BUSY, Busy, Passwords, refusal_of_password
from boxseat.people.records import AccountOpened, LoggedIn, LoggedOut
from boxseat.people.roles import Person, Role
from boxseat.people.row_batches import Together
from boxseat.people.sessions import NewSession, Sessions, Visit
from boxseat.people.settings import DoorSettings
from boxseat.refusal import Refusal

WRONG = Refusal(
    "login/wrong",
    "",
    "the name or the password is wrong, or wrong ones were given too often; try again in half an hour",
)
TAKEN = Refusal("name/taken", "", "somebody else has this name")
OPENING_MONEY = "opening money"
AT_THE_DOOR = "door"
"""Who is written down as having done what nobody was known for yet."""


class Admitted(msgspec.Struct, frozen=True):
    """Somebody came in. The token is shown this once, and is kept nowhere but with them."""

    token: str
    session: str
    person: Person

    def __repr__(self) -> str:
        return f"Admitted({self.person.name!r})"  # a token in a log would be a key under the mat


class Door:
    """Lets people in and out."""

    def __init__(
        self,
        store: Store,
        rows: Together,
        roll: Roll,
        sessions: Sessions,
        passwords: Passwords,
        clock: Clock,
        settings: DoorSettings,
    ) -> None:
        self._store = store
        self._rows = rows
        self._roll = roll
        self._sessions = sessions
        self._passwords = passwords
        self._clock = clock
        self._settings = settings

    async def open_account(self, name: str, password: str) -> Admitted | Refusal:
        """Open a player's account, with opening money in its wallet, and let them in."""
        name = plain(name)
        if refused := refusal_of_name(name) or refusal_of_password(name, password):
            return refused
        if await self._roll.load(name) is not None:
            return TAKEN
        try:
            kept = await self._passwords.hash(password)
        except Busy:
            return BUSY
        return await self._open(name, kept) or TAKEN

    async def open_guest(self) -> Admitted:
        """Let somebody in who did not say who they are, under a name made for them."""
        for attempt in range(100):
            if admitted := await self._open(guest_name(digits=4 if attempt < 10 else 6), None):
                return admitted
        raise AssertionError("a hundred names for a guest were taken")

    async def login(self, name: str, password: str) -> Admitted | Refusal:
        """Let somebody in by name and password."""
        began = asyncio.get_running_loop().time()
        name = plain(name)
        account = await self._roll.load(name)
        credential = account.credential if account else ""
        kept = await kept_password(self._store, credential)
        try:
            right = await self._passwords.verify(kept, password)
        except Busy:
            return BUSY
        # Names that nobody has are not written down: people type passwords there.
        admitted = await self._decide(name, credential if right else None) if credential else None
        if admitted is None:
            pause = began + self._settings.failed_answer_after / SECOND - asyncio.get_running_loop().time()
            await asyncio.sleep(max(0.0, pause))
            return WRONG
        if kept is not None and self._passwords.is_dated(kept):
            with suppress(Busy):
                await keep_dearer(self._rows, credential, await self._passwords.hash(password))
        return admitted

    async def logout(self, visit: Visit) -> None:
        """Somebody leaves; their token opens nothing from now on."""
        name = visit.person.name
        await self._sessions.end(visit.session)
        async with self._roll.turn(name):
            while account := await self._roll.load(name):
                with suppress(Conflict):
                    record = LoggedOut(visit.session)
                    await self._roll.write(name, account, (record,), at=self._clock.now(), who=name)
                    return

    async def prove(self, name: str, password: str) -> Account | Refusal:
        """Have somebody who is in say their password again; wrong ones count as at the door."""
        account = await self._roll.load(name)
        if account is None or not account.credential:
            return Refusal("password/none", "", "a guest has no password")
        kept = await kept_password(self._store, account.credential)
        try:
            right = await self._passwords.verify(kept, password)
        except Busy:
            return BUSY
        if right and not account.is_locked(self._clock.now()) and not account.disabled:
            return account
        await self._decide(name, None)
        return WRONG

    async def _decide(self, name: str, proved: str | None) -> Admitted | None:
        """Let somebody in who proved to know the password under that number, or note the failure.

        The account is read once more in turn, and written to as it was read. However many try at once, on however many nodes, the
        third wrong password locks it, and a right one after that does not open it.
        """
        async with self._roll.turn(name):
            while account := await self._roll.load(name):
                now = self._clock.now()
                if proved is None or account.credential != proved or account.disabled or account.is_locked(now):
                    if records := failure(account, self._settings, now):
                        try:
                            await self._roll.write(name, account, records, at=now, who=AT_THE_DOOR)
                        except Conflict:
                            continue
                    return None
                session = self._sessions.prepare(name, account.version + 1, now)
                # The row first: an end of all sessions that is written between the two finds it there, or the entry in its way.
                await self._rows.do(session.insert)
                try:
                    after = await self._roll.write(name, account, (LoggedIn(session.id),), at=now, who=name)
                except Conflict:
                    await self._sessions.end(session.id)
                    continue
                return Admitted(session.token, session.id, after.person)
        return None

    async def _open(self, name: str, kept: str | None) -> Admitted | None:
        """Open a player's or guest's account with a session; none where somebody was first."""
        assert is_name(name)
        now, cents = self._clock.now(), self._settings.opening_cents
        session = self._sessions.prepare(name, 1, now)
        credential = await self._rows.do(lambda connection: _rows(connection, session, kept))
        opened = AccountOpened(name, Role.PLAYER, kept is None, cents, credential, False)
        money = (Posting(BANK, wallet(name), cents, OPENING_MONEY),) if cents else ()
        try:
            account = await self._roll.write(
                name, None, (opened, LoggedIn(session.id)), at=now, who=name, postings=money
            )
        except Conflict:
            await self._sessions.end(session.id)
            await self._rows.do(lambda connection: drop_credential(connection, credential))
            return None
        return Admitted(session.token, session.id, account.person)


def _rows(connection: Connection, session: NewSession, kept: str | None) -> str:
    session.insert(connection)
    return "" if kept is None else insert_credential(connection, session.name, kept)
