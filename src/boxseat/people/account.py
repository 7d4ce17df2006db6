"""An account: what its records come to. The same records give the same account, on every node and after every restart."""

from __future__ import annotations

import msgspec

from boxseat.people.records import (
    AccountOpened,
    Disabled,
    Enabled,
    Locked,
    LoggedIn,
    LoggedOut,
    LoginFailed,
    PasswordChanged,
    Record,
    RoleGiven,
    SessionsEnded,
)
from boxseat.people.roles import Person, Role
from boxseat.people.settings import DoorSettings


class Account(msgspec.Struct, frozen=True):
    """What the casino knows of somebody."""

    name: str
    role: Role
    opened: int
    version: int
    """Of the stream ``account/<name>``, as far as it was read."""
    guest: bool = False
    disabled: bool = False
    password_due: bool = False
    credential: str = ""
    last_in: int = 0
    """When they last came in, or 0."""
    failures: tuple[int, ...] = ()
    """When wrong passwords were given, since somebody last came in or the account was last locked."""
    locked_until: int = 0
    sessions_from: int = 0
    """Sessions of earlier versions are over, whatever else is stored about them."""

    @property
    def person(self) -> Person:
        return Person(self.name, self.role, self.guest, self.disabled, self.password_due)

    def is_locked(self, now: int) -> bool:
        return now < self.locked_until


def failure(account: Account, settings: DoorSettings, now: int) -> tuple[Record, ...]:
    """What is written when a login fails. While the account is locked nothing is, so that nobody fills the journal by knocking."""
    if account.is_locked(now) or account.guest:
        return ()
    recent = [at for at in account.failures if at > now - settings.failures_within]
    if len(recent) + 1 < settings.failures:
        return (LoginFailed(),)
    return (LoginFailed(), Locked(now + settings.locked_for))


def fold(account: Account | None, version: int, at: int, records: tuple[Record, ...]) -> Account | None:
    """The account after an entry of its stream."""
    for record in records:
        account = apply(account, version, at, record)
    return account and msgspec.structs.replace(account, version=version)


def apply(account: Account | None, version: int, at: int, record: Record) -> Account:
    """The account after one record."""
    if isinstance(record, AccountOpened):
        assert account is None, "an account is opened once"
        return Account(
            name=record.name,
            role=record.role,
            opened=at,
            version=version,
            guest=record.guest,
            password_due=record.password_due,
            credential=record.credential,
        )
    assert account is not None, "an account is opened first"
    change = msgspec.structs.replace
    match record:
        case LoggedIn():
            return change(account, last_in=at, failures=(), locked_until=0)
        case LoginFailed():
            return change(account, failures=(*account.failures[-9:], at))
        case Locked(until=until):
            return change(account, failures=(), locked_until=until)
        case PasswordChanged(credential=credential, password_due=due):
            return change(
                account, credential=credential, password_due=due, failures=(), locked_until=0, sessions_from=version
            )
        case RoleGiven(role=role):
            return change(account, role=role, sessions_from=version)
        case Disabled():
            return change(account, disabled=True, sessions_from=version)
        case Enabled():
            return change(account, disabled=False, failures=(), locked_until=0)
        case SessionsEnded(session=""):
            return change(account, sessions_from=version)
        case SessionsEnded() | LoggedOut():
            return account
