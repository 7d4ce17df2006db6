"""Login and logout: by name and password, or as a guest by one click; and opening a player's account.

Every failed login gets the same answer, takes as long and costs one password hash, whether the account does not exist, is disabled
or locked, or the password is wrong (GLI-19, 2.5.3; ASVS 6.3.8).
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from sqlalchemy import Connection

from boxseat.clock import SECOND, Clock
from boxseat.consistency import Inconsistent, require
from boxseat.journal.entry import Conflict
from boxseat.journal.store import Store
from boxseat.ledger.accounts import BANK, Posting, wallet
from boxseat.people.account import Account, failed_login_records
from boxseat.people.account_store import AccountStore
from boxseat.people.credentials import digest_of_hash, insert_credential, replace_hash, stored_hash
from boxseat.people.names import guest_name, is_name, plain, refusal_of_name
from boxseat.people.passwords import BUSY, Busy, Passwords, refusal_of_password
from boxseat.people.records import AccountOpened, LoggedIn, LoggedOut
from boxseat.people.roles import Person, Role
from boxseat.people.sessions import NewSession, Sessions, Visit, delete_session
from boxseat.people.settings import AccountSettings
from boxseat.people.tokens import new_id
from boxseat.refusal import Refusal

WRONG_LOGIN = Refusal(
    "login/wrong",
    "",
    "the name or the password is wrong; after three wrong tries, wait 30 minutes",
)
NAME_TAKEN = Refusal("name/taken", "", "somebody else has this name")
OPENING_MONEY = "opening money"
"""The reason of the posting that fills a new player's wallet."""
NOT_LOGGED_IN = "door"
"""Who an entry says did it, where nobody is logged in: a failed login."""
GUEST_NAME_ATTEMPTS_MAX = 100
SHORT_GUEST_NAME_ATTEMPTS = 10
"""So many times a guest's name is drawn with four digits, and after that with six."""


class Admitted(msgspec.Struct, frozen=True):
    """A successful login: session, token and person. The token is shown only here; only its digest is stored."""

    token: str
    session: str
    person: Person

    def __repr__(self) -> str:
        return f"Admitted({self.person.name!r})"  # without the token, which must not be logged


class _Proved(msgspec.Struct, frozen=True):
    """A password that was right: the credential it was verified against, its hash, and one of the present cost if that differs."""

    credential: str
    kept: str
    fresh: str | None


class Login:
    """Logs people in and out, and opens players' accounts."""

    def __init__(
        self,
        store: Store,
        accounts: AccountStore,
        sessions: Sessions,
        passwords: Passwords,
        clock: Clock,
        settings: AccountSettings,
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._sessions = sessions
        self._passwords = passwords
        self._clock = clock
        self._settings = settings

    async def open_account(self, name: str, password: str) -> Admitted | Refusal:
        """Open a player's account, with opening money in its wallet, and log them in."""
        name = plain(name)
        if refused := refusal_of_name(name) or refusal_of_password(name, password):
            return refused
        if await self._accounts.load(name) is not None:
            return NAME_TAKEN
        try:
            kept = await self._passwords.hash(password)
        except Busy:
            return BUSY
        return await self._open(name, kept) or NAME_TAKEN

    async def open_guest(self) -> Admitted:
        """Open a guest's account under a generated name, and log them in."""
        for attempt in range(GUEST_NAME_ATTEMPTS_MAX):
            digits = 4 if attempt < SHORT_GUEST_NAME_ATTEMPTS else 6
            if admitted := await self._open(guest_name(digits=digits), None):
                return admitted
        raise Inconsistent(f"{GUEST_NAME_ATTEMPTS_MAX} generated names for a guest were taken")

    async def login(self, name: str, password: str) -> Admitted | Refusal:
        """Log somebody in by name and password."""
        began = asyncio.get_running_loop().time()
        name = plain(name)
        account, kept = await self._load(name)
        credential = account.credential if account else ""
        try:
            right = await self._passwords.verify(kept, password)
        except Busy:
            return BUSY
        fresh: str | None = None
        if right and kept is not None and self._passwords.is_dated(kept):
            with suppress(Busy):
                fresh = await self._passwords.hash(password)
        # Names that nobody has are not written down: people type passwords there.
        proved = _Proved(credential, kept, fresh) if right and kept is not None else None
        admitted = await self._decide(name, proved) if credential else None
        if admitted is None:
            pause = began + self._settings.failed_answer_after / SECOND - asyncio.get_running_loop().time()
            await asyncio.sleep(max(0.0, pause))
            return WRONG_LOGIN
        return admitted

    async def _load(self, name: str) -> tuple[Account | None, str | None]:
        """An account and its password hash; none where the stored hash is not the one on record."""
        for _ in range(2):  # between the two reads another node may have made the hash anew
            account = await self._accounts.load(name)
            kept = await stored_hash(self._store, account.credential if account else "")
            if account is None or kept is None or account.hash_digest in ("", digest_of_hash(kept)):
                return account, kept
        return account, None

    async def logout(self, visit: Visit) -> None:
        """End a session; its token is no longer valid."""
        name, session = visit.person.name, visit.session
        async with self._accounts.lock(name):
            while account := await self._accounts.load(name):
                with suppress(Conflict):
                    await self._accounts.write(
                        name,
                        account,
                        (LoggedOut(session),),
                        at=self._clock.now(),
                        who=name,
                        beside=lambda connection: delete_session(connection, session),
                    )
                    break
        self._sessions.note_end(session)

    async def verify_password(self, name: str, password: str) -> Account | Refusal:
        """Verify the password of somebody who is logged in; a wrong one counts as a failed login."""
        account, kept = await self._load(name)
        if account is None or not account.credential:
            return Refusal("password/none", "", "a guest has no password")
        try:
            right = await self._passwords.verify(kept, password)
        except Busy:
            return BUSY
        locked = account.is_locked(self._clock.now(), self._settings.locked_for)
        if right and not locked and not account.disabled:
            return account
        await self._decide(name, None)
        return WRONG_LOGIN

    async def _decide(self, name: str, proved: _Proved | None) -> Admitted | None:
        """Begin a session if the password that was verified is still the account's, or write down the failure.

        The account is read once more under its lock, and written with optimistic concurrency. However many try at once, on however
        many nodes, the third wrong password locks it, and a right one after that does not open it.
        """
        async with self._accounts.lock(name):
            while account := await self._accounts.load(name):
                now = self._clock.now()
                locked = account.is_locked(now, self._settings.locked_for)
                if proved is None or account.credential != proved.credential or account.disabled or locked:
                    if records := failed_login_records(account, self._settings, now):
                        try:
                            await self._accounts.write(name, account, records, at=now, who=NOT_LOGGED_IN)
                        except Conflict:
                            continue
                    return None
                session = self._sessions.prepare(name, account.version + 1, now)
                digest = digest_of_hash(proved.fresh or proved.kept)
                record = LoggedIn(session.id, "" if digest == account.hash_digest else digest)

                def rows(connection: Connection, session: NewSession = session) -> None:
                    session.insert(connection)
                    if proved.fresh is not None:
                        replace_hash(connection, proved.credential, proved.fresh)

                with suppress(Conflict):
                    after = await self._accounts.write(name, account, (record,), at=now, who=name, beside=rows)
                    return Admitted(session.token, session.id, after.person)
        return None

    async def _open(self, name: str, kept: str | None) -> Admitted | None:
        """Open a player's or guest's account with a session; none where the name was taken first."""
        require(is_name(name), f"{name!r} cannot be an account's name")
        now, cents = self._clock.now(), self._settings.opening_cents
        session = self._sessions.prepare(name, 1, now)
        credential, digest = ("", "") if kept is None else (new_id(), digest_of_hash(kept))

        def rows(connection: Connection) -> None:
            session.insert(connection)
            if kept is not None:
                insert_credential(connection, credential, name, kept)

        opened = AccountOpened(name, Role.PLAYER, kept is None, cents, credential, False, digest)
        money = (Posting(BANK, wallet(name), cents, OPENING_MONEY),) if cents else ()
        records = (opened, LoggedIn(session.id))
        try:
            account = await self._accounts.write(name, None, records, at=now, who=name, postings=money, beside=rows)
        except Conflict:
            return None
        return Admitted(session.token, session.id, account.person)
