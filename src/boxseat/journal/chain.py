"""The chain: each entry's hash is taken over the one before it, so that nothing can be changed without changing all that follows.

docs/journal.md says which bytes are hashed, for those who would check a journal with a program of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

import msgspec

from boxseat.ledger.accounts import Posting

FORM = 1
"""The form of what is hashed; another form would be another number."""
BEGINNING = bytes(32)
"""What the first entry has before it."""

_encode = msgspec.msgpack.Encoder().encode


def link(
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
    """An entry's hash."""
    money = [(p.giver, p.taker, p.cents, p.why, p.clause) if isinstance(p, Posting) else p for p in postings]
    said = (FORM, seq, stream, version, at, who, command, records, sha256(answer).digest(), money)
    return sha256(previous + _encode(said)).digest()
