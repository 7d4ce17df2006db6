"""Administration of accounts: opening them for staff, roles, passwords, disabling, and ending sessions.

Whatever takes authority away ends every session of the person, so that nobody goes on under a role they no longer have.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from sqlalchemy import Connection

from boxseat.clock import Clock
from boxseat.journal.entry import Conflict
from boxseat.people.account import Account, fold
from boxseat.people.account_store import AccountStore
from boxseat.people.credentials import delete_credential, digest_of_hash, insert_credential
from boxseat.people.login import NAME_TAKEN, Admitted, Login
from boxseat.people.names import GUEST_PREFIX, plain, refusal_of_name
from boxseat.people.passwords import BUSY, Busy, Passwords, refusal_of_password
from boxseat.people.records import (
    AccountOpened,
    Disabled,
    Enabled,
    LoggedIn,
    PasswordChanged,
    Record,
    RoleGiven,
    SessionsEnded,
)
from boxseat.people.roles import Person, Power, Role, refusal_of, spoken
from boxseat.people.sessions import NewSession, Sessions, Visit, delete_sessions_before
from boxseat.people.settings import AccountSettings
from boxseat.people.tokens import new_id, one_time_password
from boxseat.refusal import Refusal

NO_SUCH_ACCOUNT = Refusal("account/none", "", "nobody has this name")
OWN_ACCOUNT = Refusal("account/oneself", "", "somebody else must do this to your account")
FIRST_ADMINISTRATOR = "admin"
"""The default name of the first administrator; nobody else may choose it."""
ACCOUNTS_PER_PAGE_MAX = 500

Decide = Callable[[Account], Record | Refusal]
"""Decides on an account as it was read: the record to write, or why not."""


class OneTimePassword(msgspec.Struct, frozen=True):
    """A generated password, shown once, which its owner must change at the first login. It is never stored in clear."""

    name: str
    password: str

    def __repr__(self) -> str:
        return f"OneTimePassword({self.name!r})"


class AccountLine(msgspec.Struct, frozen=True):
    """An account as the list of accounts shows it (GLI-19, 2.8.9)."""

    name: str
    role: Role
    guest: bool
    disabled: bool
    locked: bool
    opened: int
    last_in: int
    """When they last logged in, or 0."""


class AccountAdministration:
    """Lists and changes accounts, for those whose role permits it."""

    def __init__(
        self,
        accounts: AccountStore,
        sessions: Sessions,
        passwords: Passwords,
        login: Login,
        clock: Clock,
        settings: AccountSettings,
    ) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._passwords = passwords
        self._login = login
        self._clock = clock
        self._locked_for = settings.locked_for

    async def person(self, name: str) -> Person | None:
        """The person of an account."""
        account = await self._accounts.load(plain(name))
        return account.person if account else None

    async def page(self, by: Person, after: str = "", limit: int = 100) -> list[AccountLine] | Refusal:
        """Accounts in the order of their names, after one name."""
        if refused := refusal_of(by, Power.SEE_ACCOUNTS):
            return refused
        now, lasts = self._clock.now(), self._locked_for
        return [
            AccountLine(
                name=each.name,
                role=each.role,
                guest=each.guest,
                disabled=each.disabled,
                locked=each.is_locked(now, lasts),
                opened=each.opened,
                last_in=each.last_in,
            )
            for each in await self._accounts.page(after, min(limit, ACCOUNTS_PER_PAGE_MAX))
        ]

    async def change_password(self, visit: Visit, old: str, new: str) -> Admitted | Refusal:
        """Change one's own password: a new session begins, and all sessions before it are over."""
        name = visit.person.name
        if refused := refusal_of_password(name, new):
            return refused
        proved = await self._login.verify_password(name, old)
        if isinstance(proved, Refusal):
            return proved
        if old == new:
            return Refusal("password/same", "", "this is the password you have")
        try:
            kept = await self._passwords.hash(new)
        except Busy:
            return BUSY
        async with self._accounts.lock(name):
            while account := await self._accounts.load(name):
                if account.credential != proved.credential or account.disabled:
                    return Refusal("password/changed", "", "your password was changed meanwhile; log in again")
                now = self._clock.now()
                session = self._sessions.prepare(name, account.version + 1, now)
                changed = PasswordChanged(new_id(), password_due=False, hash_digest=digest_of_hash(kept))
                records = (changed, LoggedIn(session.id))
                if after := await self._write(account, records, who=name, at=now, kept=kept, session=session):
                    return Admitted(session.token, session.id, after.person)
        return NO_SUCH_ACCOUNT

    async def reset_password(self, by: Person, name: str) -> OneTimePassword | Refusal:
        """Replace somebody's password by a generated one; their sessions and their lock-out are over."""
        name = plain(name)
        if refused := self._refusal(by, name, Power.MANAGE_ACCOUNTS):
            return refused
        password = one_time_password()
        try:
            kept = await self._passwords.hash(password)
        except Busy:
            return BUSY
        async with self._accounts.lock(name):
            while account := await self._accounts.load(name):
                if account.guest:
                    return Refusal("password/none", "", "a guest has no password")
                changed = PasswordChanged(new_id(), password_due=True, hash_digest=digest_of_hash(kept))
                if await self._write(account, (changed,), who=by.name, kept=kept):
                    return OneTimePassword(name, password)
        return NO_SUCH_ACCOUNT

    async def open_staff(self, by: Person, name: str, role: Role) -> OneTimePassword | Refusal:
        """Open an account for staff: no opening money, and a generated password that must be changed."""
        name = plain(name)
        if refused := self._refusal(by, name, Power.MANAGE_ACCOUNTS) or refusal_of_name(name):
            return refused
        if role is Role.PLAYER:
            return Refusal("role/player", "", "players open their accounts themselves")
        return await self._open(by.name, name, role)

    async def create_first_administrator(self, name: str = FIRST_ADMINISTRATOR) -> OneTimePassword | Refusal:
        """Open an administrator's account, if there is none yet that is not disabled."""
        after = ""
        while page := await self._accounts.page(after, ACCOUNTS_PER_PAGE_MAX):
            if any(account.role is Role.ADMINISTRATOR and not account.disabled for account in page):
                return Refusal("administrator/exists", "", "there is an administrator already")
            # Guests are many, and none is an administrator.
            after = GUEST_PREFIX + "~" if page[-1].name.startswith(GUEST_PREFIX) else page[-1].name
        name = plain(name)
        if name != FIRST_ADMINISTRATOR and (refused := refusal_of_name(name)):
            return refused
        return await self._open("house", name, Role.ADMINISTRATOR)

    async def give_role(self, by: Person, name: str, role: Role) -> Person | Refusal:
        """Change somebody's role, who has nothing at any table; they must log in again."""
        if refused := self._refusal(by, plain(name), Power.MANAGE_ACCOUNTS):
            return refused
        if tables := await self._accounts.tables_with_money_of(plain(name)):
            where = f"{plain(name)} has chips at table {tables[0]}, and leaves it before the role changes"
            return Refusal("role/at-table", "", where)

        def decide(account: Account) -> Record | Refusal:
            if account.guest:
                return Refusal("role/guest", "", "a guest can only be a player")
            if account.role is role:
                return Refusal("role/same", "", f"{account.name} is {spoken(role)} already")
            return RoleGiven(role)

        return await self._change(by, name, decide)

    async def disable(self, by: Person, name: str) -> Person | Refusal:
        """Disable somebody's account; all their sessions are over."""

        def decide(account: Account) -> Record | Refusal:
            if account.disabled:
                return Refusal("account/disabled", "", f"{account.name}'s account is closed already")
            return Disabled()

        return await self._change(by, name, decide)

    async def enable(self, by: Person, name: str) -> Person | Refusal:
        """Enable somebody's account again, or lift a lock-out."""

        def decide(account: Account) -> Record | Refusal:
            if not account.disabled and not account.is_locked(self._clock.now(), self._locked_for):
                return Refusal("account/open", "", f"{account.name}'s account is open and not locked")
            return Enabled()

        return await self._change(by, name, decide)

    async def end_sessions(self, by: Person, name: str) -> Person | Refusal:
        """End all sessions and sockets of somebody. Everybody may do it to themselves."""
        name = plain(name)
        if by.name != name and (refused := refusal_of(by, Power.END_SESSIONS)):
            return refused
        return await self._record(by, name, lambda account: SessionsEnded())

    async def _change(self, by: Person, name: str, decide: Decide) -> Person | Refusal:
        name = plain(name)
        return self._refusal(by, name, Power.MANAGE_ACCOUNTS) or await self._record(by, name, decide)

    async def _record(self, by: Person, name: str, decide: Decide) -> Person | Refusal:
        async with self._accounts.lock(name):
            while account := await self._accounts.load(name):
                record = decide(account)
                if isinstance(record, Refusal):
                    return record
                if after := await self._write(account, (record,), who=by.name):
                    return after.person
        return NO_SUCH_ACCOUNT

    def _refusal(self, by: Person, name: str, power: Power) -> Refusal | None:
        """Why `by` may not change this account. Nobody changes their own, so that one administrator is always left."""
        return refusal_of(by, power) or (OWN_ACCOUNT if by.name == name else None)

    async def _open(self, by: str, name: str, role: Role) -> OneTimePassword | Refusal:
        password = one_time_password()
        try:
            kept = await self._passwords.hash(password)
        except Busy:
            return BUSY
        credential = new_id()
        opened = AccountOpened(name, role, False, 0, credential, password_due=True, hash_digest=digest_of_hash(kept))
        try:
            await self._accounts.write(
                name,
                None,
                (opened,),
                at=self._clock.now(),
                who=by,
                beside=lambda connection: insert_credential(connection, credential, name, kept),
            )
        except Conflict:
            return NAME_TAKEN
        return OneTimePassword(name, password)

    async def _write(
        self,
        account: Account,
        records: tuple[Record, ...],
        *,
        who: str,
        at: int | None = None,
        kept: str = "",
        session: NewSession | None = None,
    ) -> Account | None:
        """Write to an account, with the rows that the records begin and end; none where another node wrote first."""
        after = fold(account, account.version + 1, 0, records)

        def rows(connection: Connection) -> None:
            if after is not None and after.credential != account.credential:
                # Old passwords are often used elsewhere, so that theirs does not stay.
                delete_credential(connection, account.credential)
                insert_credential(connection, after.credential, account.name, kept)
            if after is not None and after.sessions_from == after.version:
                delete_sessions_before(connection, account.name, after.sessions_from)
            if session is not None:
                session.insert(connection)

        try:
            now = self._clock.now() if at is None else at
            written = await self._accounts.write(account.name, account, records, at=now, who=who, beside=rows)
        except Conflict:
            return None
        if written.sessions_from == written.version:
            await self._sessions.recheck({account.name})
        return written
