"""What goes into the journal and what comes out of it: a command's records, its money and its answer are one entry."""

from __future__ import annotations

import msgspec

from boxseat.ledger.accounts import Posting


class RoundIndex(msgspec.Struct, frozen=True):
    """Where a round lies in its table's stream, so that any round ever played can be recalled at once."""

    id: str
    stream: str
    number: int
    first: int
    """The version of the entry it began with."""
    last: int | None
    """The version it ended with; none while it is open."""
    at: int
    """When it began, in microseconds UTC."""


class Write(msgspec.Struct, frozen=True):
    """One command's whole effect, stored in one transaction or not at all."""

    stream: str
    """``table/<id>`` or ``account/<name>``."""
    expected: int
    """The version the stream had when this was decided; 0 for a new one."""
    at: int
    """Microseconds UTC."""
    who: str
    command: str
    """The command's id, one of a kind for `who`; empty for acts of the house that need none."""
    records: bytes
    """A JSON array of records."""
    answer: bytes = b""
    """What the command was answered; a repeated command gets it again."""
    postings: tuple[Posting, ...] = ()
    secrets: tuple[tuple[str, bytes], ...] = ()
    """What must not be read before its time, such as a shoe's seed, by a key that the records name."""
    rounds: tuple[RoundIndex, ...] = ()
    """Rounds that begin or end with this entry: of this stream, or else by an id that the records name."""
    snapshot: bytes | None = None
    """The state of the stream after this entry, to fold from."""
    deadline: int | None = None
    """When the stream next needs the clock, in microseconds UTC; none if it waits for nobody."""


class Entry(msgspec.Struct, frozen=True):
    """One entry of the journal as it is stored."""

    seq: int
    """Its place in the one order of everything, from 1."""
    stream: str
    version: int
    """Its place in its stream, from 1."""
    at: int
    who: str
    command: str
    records: bytes
    previous: bytes
    """The hash of the entry before it by `seq`."""
    hash: bytes


class StatementLine(msgspec.Struct, frozen=True):
    """A posting as an account's holder reads it."""

    seq: int
    at: int
    posting: Posting
    place: int
    """Its place among the postings of its entry, from 0."""


class StreamState(msgspec.Struct, frozen=True):
    """How far a stream has come, and when it next needs the clock."""

    stream: str
    version: int
    deadline: int | None


class WriteRefused(Exception):
    """The store did not take a write, and nothing of it is stored."""


class Conflict(WriteRefused):
    """Somebody else wrote to the stream first."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the stream is at version {version}")
        self.version = version


class Duplicate(WriteRefused):
    """The command was stored before; this is what it was answered then."""

    def __init__(self, answer: bytes) -> None:
        super().__init__("the command was stored before")
        self.answer = answer


class Insufficient(WriteRefused):
    """An account would go below zero that may not."""

    def __init__(self, account: str) -> None:
        super().__init__(f"{account} does not hold that much")
        self.account = account


class StoreDown(Exception):
    """The store cannot answer now. A write may or may not be stored: the same command id, sent again, tells."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BadDatabase(Exception):
    """The database cannot be opened at all; the message is one sentence for the person who gave its address."""
