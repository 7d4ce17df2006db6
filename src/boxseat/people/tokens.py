"""Session tokens: random, shown once, and stored only as a SHA-256 digest."""

from __future__ import annotations

import secrets
from hashlib import sha256

_TOKEN_BYTES = 32
_ID_BYTES = 9
_TOKEN_CHARACTERS_MAX = 64
_PLAIN_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Without those that look alike."""


def new_token() -> str:
    """A random token of 256 bits."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def digest(token: str) -> bytes | None:
    """The digest of a token, as it is stored; none for text that cannot be a token."""
    return sha256(token.encode("ascii")).digest() if token.isascii() and len(token) <= _TOKEN_CHARACTERS_MAX else None


def new_id() -> str:
    """A random id for a session or a password hash; it is not secret."""
    return secrets.token_hex(_ID_BYTES)


def one_time_password() -> str:
    """A generated password of 80 bits, easy to read aloud or to copy by hand."""
    return "-".join("".join(secrets.choice(_PLAIN_LETTERS) for _ in range(4)) for _ in range(4))
