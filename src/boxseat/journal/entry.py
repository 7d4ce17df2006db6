"""The journal's input and output: a write, the entry it becomes, and the errors for a write that is not stored."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from sqlalchemy import Connection

from boxseat.ledger.accounts import Posting


class RoundIndex(msgspec.Struct, frozen=True, gc=False):
    """Index entry of a round: where it lies in its table's stream, so that any round can be recalled quickly."""

    id: str
    stream: str
    number: int
    first: int
    """The version of the entry it began with."""
    last: int | None
    """The version it ended with; none while it is open."""
    at: int
    """When it began, in microseconds UTC."""


class Notice(msgspec.Struct, frozen=True, gc=False):
    """What a write tells a desk of the house, such as surveillance, the inspector or the cashier."""

    desk: str
    text: str
    clause: str = ""
    """The clause of the rules that requires it, if there is one."""
    about: str = ""
    """The stream that it is about, such as a table's; empty for that of the entry."""


class PersonalValue(msgspec.Struct, frozen=True, gc=False):
    """A person's data that can be erased: it is stored outside the hash chain, and the records hold only its digest."""

    key: str
    value: str
    salt: bytes
    """Random bytes that the digest is keyed by (`personal.personal_digest`), erased with the value."""
    keep_until: int | None
    """When it must be erased at the latest, in microseconds UTC; none if no time is set."""


class Write(msgspec.Struct, frozen=True):
    """Everything that one command changes, stored in one transaction or not at all."""

    stream: str
    """``table/<id>`` or ``account/<name>``."""
    expected: int
    """The version of the stream that this was decided on, for optimistic concurrency; 0 for a new stream."""
    at: int
    """Microseconds UTC."""
    who: str
    command: str
    """The command's id, an idempotency key unique for `who`; empty for acts of the house that need none."""
    records: bytes
    """A JSON array of records."""
    answer: bytes = b""
    """The answer to the command; a repeated command gets the same."""
    postings: tuple[Posting, ...] = ()
    notices: tuple[Notice, ...] = ()
    """What the desks are told. They follow from the records, so an audit can compute them again; no hash covers them."""
    secrets: tuple[tuple[str, bytes], ...] = ()
    """Values that must stay secret for a time, such as a shoe's seed, by a key that the records name."""
    personal: tuple[PersonalValue, ...] = ()
    """Values that can be erased later, by keys that the records name; an earlier value of a key is replaced.

    The caller must not put a value into the records, the answer or the command: these are never erased.
    """
    erased: tuple[str, ...] = ()
    """Keys, named in the records too, whose personal values and salts are erased with this write."""
    rounds: tuple[RoundIndex, ...] = ()
    """Rounds that begin or end with this entry: of this stream, or else by an id that the records name."""
    snapshot: bytes | None = None
    """A snapshot: the stream's state after this entry, from which later entries are folded."""
    deadline: int | None = None
    """When the stream must next be woken by the clock, in microseconds UTC; none if it has no deadline."""
    beside: Callable[[Connection], None] | None = None
    """Changes rows of another package's tables in the same transaction, if the write is stored."""
    relied_on: tuple[tuple[str, int], ...] = ()
    """Other streams that this was decided on, each with its version; if one has moved on, the write is rejected."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One entry of the journal as it is stored."""

    seq: int
    """Its sequence number in the whole journal, from 1."""
    stream: str
    version: int
    """Its sequence number in its stream, from 1."""
    at: int
    who: str
    command: str
    records: bytes
    previous: bytes
    """The hash of the entry before it by `seq`."""
    hash: bytes


class StatementLine(msgspec.Struct, frozen=True):
    """A posting as a line of an account's statement."""

    seq: int
    at: int
    posting: Posting
    place: int
    """Its place among the postings of its entry, from 0."""


class NoticeLine(msgspec.Struct, frozen=True):
    """A notice as a line of a desk's list."""

    seq: int
    at: int
    stream: str
    notice: Notice
    position: int
    """Its position among the notices of its entry, from 0."""


class StreamState(msgspec.Struct, frozen=True):
    """A stream's newest version and its deadline."""

    stream: str
    version: int
    deadline: int | None


class WriteRefused(Exception):
    """The store rejected a write; nothing of it is stored."""


class Conflict(WriteRefused):
    """Optimistic concurrency failed: somebody else wrote first to the write's stream, or to one that it relied on."""

    def __init__(self, stream: str, version: int) -> None:
        super().__init__(f"{stream} is at version {version}")
        self.stream = stream
        """The stream that has moved on."""
        self.version = version


class Duplicate(WriteRefused):
    """A command with this idempotency key was stored before; `answer` is its answer."""

    def __init__(self, answer: bytes) -> None:
        super().__init__("the command was stored before")
        self.answer = answer


class Insufficient(WriteRefused):
    """A posting would take an account below zero that must not be; or more from a debt than is owed."""

    def __init__(self, account: str) -> None:
        super().__init__(f"{account} does not {'owe' if account.startswith('owed/') else 'hold'} that much")
        self.account = account


class StoreDown(Exception):
    """The database cannot be used now. A write may or may not be stored: sending the same command id again tells."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        """For everybody: it names no database, host or file."""
        self.detail = detail or reason
        """For the operator: in the database's own words."""


class BadDatabase(Exception):
    """The database cannot be opened at all; the message is one sentence for the person who gave its URL."""
