"""Tokens people are known by once they are in: drawn by chance, shown once, and kept only as a digest."""

from __future__ import annotations

import secrets
from hashlib import sha256

_TOKEN_BYTES = 32
_ID_BYTES = 9
_LONGEST = 64
_PLAIN_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Without those that are read for one another."""


def new_token() -> str:
    """A token of 256 bits."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def digest(token: str) -> bytes | None:
    """What is kept of a token; none for what cannot be one."""
    return sha256(token.encode("ascii")).digest() if token.isascii() and len(token) <= _LONGEST else None


def new_id() -> str:
    """A name for a session or a kept password, which opens nothing."""
    return secrets.token_hex(_ID_BYTES)


def one_time_password() -> str:
    """A password for somebody else to change at once: 80 bits, to be read aloud or copied by hand."""
    return "-".join("".join(secrets.choice(_PLAIN_LETTERS) for _ in range(4)) for _ in range(4))
