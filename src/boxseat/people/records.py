"""What is written down about an account: who came in and who was kept out, and everything that was changed and by whom.

They lie in the stream ``account/<name>``, and the entry that holds them says who did it and when. No password, hash or token is
ever among them. A record's tag is its name for good: what a later version says differently gets the next number.
"""

from __future__ import annotations

import msgspec

from boxseat.people.roles import Role


class _Record(msgspec.Struct, frozen=True, tag_field="is"):
    """Something that happened to an account."""


class AccountOpened(_Record, frozen=True, tag="account-opened.1"):
    """Somebody is known to the casino from now on."""

    name: str
    role: Role
    guest: bool
    cents: int
    """The play money they found in their wallet."""
    credential: str
    """Which kept password is theirs; a number drawn for it that says nothing of it. Empty for a guest."""
    password_due: bool


class LoggedIn(_Record, frozen=True, tag="logged-in.1"):
    """They came in by the door."""

    session: str


class LoginFailed(_Record, frozen=True, tag="login-failed.1"):
    """Somebody came with their name and a wrong password, or to an account that is closed."""


class Locked(_Record, frozen=True, tag="locked.1"):
    """After too many of those, nobody comes in by their name for a while."""

    until: int


class LoggedOut(_Record, frozen=True, tag="logged-out.1"):
    """They left."""

    session: str


class PasswordChanged(_Record, frozen=True, tag="password-changed.1"):
    """They have another password, and every session before it is over."""

    credential: str
    password_due: bool
    """It was made for them, and they must choose their own."""


class RoleGiven(_Record, frozen=True, tag="role-given.1"):
    """They are somebody else in the casino, and every session before it is over."""

    role: Role


class Disabled(_Record, frozen=True, tag="disabled.1"):
    """The account is closed, and every session is over."""


class Enabled(_Record, frozen=True, tag="enabled.1"):
    """The account is open again, and not locked."""


class SessionsEnded(_Record, frozen=True, tag="sessions-ended.1"):
    """They were shown out: of one session, or of all there were."""

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
    """Records as an entry holds them."""
    return _encode(records)


def decode(stored: bytes) -> tuple[Record, ...]:
    """An entry's records about the account itself; other rooms write to an account's stream too, and theirs are passed over."""
    return tuple(_record.decode(raw) for raw in _raw(stored) if _tag(raw).is_ in _TAGS)
