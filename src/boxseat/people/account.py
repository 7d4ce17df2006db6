"""An account's state, folded from its records: the same records give the same account on every node."""

from __future__ import annotations

import msgspec

from boxseat.clock import CLOCK_SKEW_MAX_US
from boxseat.consistency import Inconsistent, require
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
from boxseat.people.settings import AccountSettings

_FAILURES_KEPT_MAX = 10
"""Failed logins that an account's state remembers."""


class Account(msgspec.Struct, frozen=True):
    """The state of an account at a version of its stream."""

    name: str
    role: Role
    opened: int
    version: int
    """The version of the stream ``account/<name>`` up to which it was folded."""
    guest: bool = False
    disabled: bool = False
    password_due: bool = False
    credential: str = ""
    last_in: int = 0
    """When they last logged in, or 0."""
    failures: tuple[int, ...] = ()
    """When logins failed, since the last successful one or the last lock-out."""
    locked_until: int = 0
    sessions_from: int = 0
    """Sessions begun at earlier versions of the stream are over, whatever else is stored about them."""
    hash_digest: str = ""
    """The SHA-256 of the password hash; empty where it is not on record."""

    @property
    def person(self) -> Person:
        """The account's holder, with their role."""
        return Person(self.name, self.role, self.guest, self.disabled, self.password_due)

    def is_locked(self, now: int, locked_for: int) -> bool:
        """Whether the account is locked out at this moment. A lock that would last longer than locks do was set by a clock that was
        ahead, and is over."""
        return now < self.locked_until <= now + locked_for + CLOCK_SKEW_MAX_US


def failed_login_records(account: Account, settings: AccountSettings, now: int) -> tuple[Record, ...]:
    """The records of a failed login; none while the account is locked, so that attempts do not fill the journal."""
    if account.is_locked(now, settings.locked_for) or account.guest:
        return ()
    since, until = now - settings.failures_within, now + CLOCK_SKEW_MAX_US
    recent = [at for at in account.failures if since < at <= until]
    if len(recent) + 1 < settings.failures:
        return (LoginFailed(),)
    return (LoginFailed(), Locked(now + settings.locked_for))


def fold(account: Account | None, version: int, at: int, records: tuple[Record, ...]) -> Account | None:
    """The account after an entry of its stream; `Inconsistent` where the records do not follow from the account."""
    for record in records:
        account = apply(account, version, at, record)
    return account and msgspec.structs.replace(account, version=version)


def apply(account: Account | None, version: int, at: int, record: Record) -> Account:
    """The account after one record."""
    if isinstance(record, AccountOpened):
        require(account is None, "an account is opened once")
        return Account(
            name=record.name,
            role=record.role,
            opened=at,
            version=version,
            guest=record.guest,
            password_due=record.password_due,
            credential=record.credential,
            hash_digest=record.hash_digest,
        )
    if account is None:
        raise Inconsistent("an account is opened first")
    change = msgspec.structs.replace
    match record:
        case LoggedIn(hash_digest=noted):
            return change(account, last_in=at, failures=(), locked_until=0, hash_digest=noted or account.hash_digest)
        case LoginFailed():
            return change(account, failures=(*account.failures, at)[-_FAILURES_KEPT_MAX:])
        case Locked(until=until):
            return change(account, failures=(), locked_until=until)
        case PasswordChanged(credential=credential, password_due=due, hash_digest=noted):
            return change(
                account,
                credential=credential,
                password_due=due,
                failures=(),
                locked_until=0,
                sessions_from=version,
                hash_digest=noted,
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
