"""The records of an account: logins, failed logins, and every change to the account.

They are in the stream ``account/<name>``, and the entry that holds them says who did it and when. No password, hash or token is
ever among them. A record's tag never changes: another shape gets the next version number.
"""

from __future__ import annotations

import msgspec

from boxseat.people.roles import Role


class _Record(msgspec.Struct, frozen=True, tag_field="is"):
    """The base of all records about an account."""


class AccountOpened(_Record, frozen=True, tag="account-opened.1"):
    """The account was opened."""

    name: str
    role: Role
    guest: bool
    cents: int
    """The opening play money in their wallet."""
    credential: str
    """The random id of their password hash. Empty for a guest."""
    password_due: bool


class LoggedIn(_Record, frozen=True, tag="logged-in.1"):
    """They logged in."""

    session: str


class LoginFailed(_Record, frozen=True, tag="login-failed.1"):
    """Somebody tried to log in with a wrong password, or to an account that is disabled."""


class Locked(_Record, frozen=True, tag="locked.1"):
    """The account is locked for a time, after too many failed logins."""

    until: int


class LoggedOut(_Record, frozen=True, tag="logged-out.1"):
    """They logged out."""

    session: str


class PasswordChanged(_Record, frozen=True, tag="password-changed.1"):
    """The password was changed; every session before it is over."""

    credential: str
    password_due: bool
    """It was generated for them, and they must choose their own."""


class RoleGiven(_Record, frozen=True, tag="role-given.1"):
    """The role was changed; every session before it is over."""

    role: Role


class Disabled(_Record, frozen=True, tag="disabled.1"):
    """The account was disabled; every session is over."""


class Enabled(_Record, frozen=True, tag="enabled.1"):
    """The account was enabled again, and is not locked."""


class SessionsEnded(_Record, frozen=True, tag="sessions-ended.1"):
    """One session, or all there were, were ended by somebody."""

    session: str = ""


Record = (
    AccountOpened
    | LoggedIn
    | LoginFailed
    | Locked
    | LoggedOut
    | PasswordChanged
    | RoleGiven
    | Disabled
    | Enabled
    | SessionsEnded
)

_TAGS = frozenset(
    {
        "account-opened.1",
        "logged-in.1",
        "login-failed.1",
        "locked.1",
        "logged-out.1",
        "password-changed.1",
        "role-given.1",
        "disabled.1",
        "enabled.1",
        "sessions-ended.1",
    }
)


class _Tag(msgspec.Struct, frozen=True):
    is_: str = msgspec.field(name="is", default="")


_encode = msgspec.json.Encoder().encode
_raw = msgspec.json.Decoder(list[msgspec.Raw]).decode
_tag = msgspec.json.Decoder(_Tag).decode
_record: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


def encode(records: tuple[Record, ...]) -> bytes:
    """Records as the JSON that an entry stores."""
    return _encode(records)


def decode(stored: bytes) -> tuple[Record, ...]:
    """An entry's records about the account itself; other packages write to its stream too, and theirs are skipped."""
    return tuple(_record.decode(raw) for raw in _raw(stored) if _tag(raw).is_ in _TAGS)
