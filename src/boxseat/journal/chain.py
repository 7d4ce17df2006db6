"""The hash chain: each entry's SHA-256 covers the hash before it, so changing one entry changes all hashes after it.

docs/journal.md says which bytes are hashed, for those who would check a journal with a program of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

import msgspec

from boxseat.ledger.accounts import Posting

HASHED_FORMAT = 1
"""Version of the byte format that is hashed."""
GENESIS_HASH = bytes(32)
"""The previous hash of the first entry."""

_encode = msgspec.msgpack.Encoder().encode


def entry_hash(
    previous: bytes,
    seq: int,
    stream: str,
    version: int,
    at: int,
    who: str,
    command: str,
    records: bytes,
    answer: bytes,
    postings: Iterable[Posting] | Iterable[tuple[str, str, int, str, str]],
) -> bytes:
    """The SHA-256 of an entry, its postings and the hash before it."""
    money = [(p.giver, p.taker, p.cents, p.why, p.clause) if isinstance(p, Posting) else p for p in postings]
    said = (HASHED_FORMAT, seq, stream, version, at, who, command, records, sha256(answer).digest(), money)
    return sha256(previous + _encode(said)).digest()
