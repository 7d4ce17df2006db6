"""The records of an account: logins, failed logins, and every change to the account.

They are in the stream ``account/<name>``, and the entry that holds them says who did it and when. No password, hash or token is
ever among them; of a password hash there is a digest, by which the audit knows the stored one. A record's tag never changes:
another shape gets the next version number.
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from boxseat.journal.record_codec import TAG_FIELD, RecordCodec
from boxseat.people.roles import Role


class _Record(msgspec.Struct, frozen=True, tag_field="is"):
    """The base of all records about an account."""


class AccountOpened(_Record, frozen=True, tag="account-opened.2"):
    """The account was opened."""

    name: str
    role: Role
    guest: bool
    cents: int
    """The opening play money in their wallet."""
    credential: str
    """The random id of their password hash. Empty for a guest."""
    password_due: bool
    hash_digest: str = ""
    """The SHA-256 of the password hash. Empty for a guest, and where an earlier program wrote the record."""


class LoggedIn(_Record, frozen=True, tag="logged-in.2"):
    """They logged in."""

    session: str
    hash_digest: str = ""
    """The SHA-256 of the password hash, where it is not on record: it was made anew, or an earlier program stored it."""


class LoginFailed(_Record, frozen=True, tag="login-failed.1"):
    """Somebody tried to log in with a wrong password, or to an account that is disabled."""


class Locked(_Record, frozen=True, tag="locked.1"):
    """The account is locked for a time, after too many failed logins."""

    until: int


class LoggedOut(_Record, frozen=True, tag="logged-out.1"):
    """They logged out."""

    session: str


class PasswordChanged(_Record, frozen=True, tag="password-changed.2"):
    """The password was changed; every session before it is over."""

    credential: str
    password_due: bool
    """It was generated for them, and they must choose their own."""
    hash_digest: str = ""


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


def _without_digest(fields: dict[str, Any]) -> dict[str, Any]:
    """A record of before digests of password hashes were on record: it says nothing of one."""
    return fields


OLDER_TAGS = ("account-opened.1", "logged-in.1", "password-changed.1")
CODEC: RecordCodec[Record] = RecordCodec(Record, dict.fromkeys(OLDER_TAGS, _without_digest))
NEWER_TAGS = ("account-opened.2", "logged-in.2", "password-changed.2")
"""Where a record of these is in a journal, none of the older ones follows."""
_KINDS = frozenset(str(kind.__struct_config__.tag).rsplit(".", 1)[0] for kind in get_args(Record))


class _Tag(msgspec.Struct, frozen=True):
    is_: str = msgspec.field(name=TAG_FIELD, default="")


_raw = msgspec.json.Decoder(list[msgspec.Raw]).decode
_tag = msgspec.json.Decoder(_Tag).decode


def encode(records: tuple[Record, ...]) -> bytes:
    """Records as the JSON that an entry stores."""
    return CODEC.encode(records)


def decode(stored: bytes) -> tuple[Record, ...]:
    """An entry's records about the account itself; other packages write to its stream too, and theirs are skipped."""
    own = [bytes(raw) for raw in _raw(stored) if _tag(raw).is_.rsplit(".", 1)[0] in _KINDS]
    return tuple(CODEC.decode(b"[" + b",".join(own) + b"]"))


def tags(stored: bytes) -> list[str]:
    """The tags of an entry's records, as they are stored."""
    return [_tag(raw).is_ for raw in _raw(stored)]
