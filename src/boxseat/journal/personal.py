"""Personal data: the digest by which a record vouches for an erasable value, and the checks of a write that carries some."""

from __future__ import annotations

import hmac

from boxseat.journal.entry import Write
from boxseat.journal.record_codec import strings_in

SALT_BYTES_MIN = 16
"""A shorter salt could be guessed, and with it a short value such as a date of birth."""


def personal_digest(value: str, salt: bytes) -> str:
    """The HMAC-SHA256 of a value keyed by its salt, in hex: without the salt it does not tell the value."""
    _check_salt(salt)
    return hmac.digest(salt, value.encode(), "sha256").hex()


def check_personal(write: Write) -> None:
    """Refuse personal data that could not be erased again everywhere: each key occurs once, and the records name it.

    A tail finds values and erasures by the names in its records, as it finds secrets.
    """
    if not write.personal and not write.erased:
        return
    keys = [*(each.key for each in write.personal), *write.erased]
    if "" in keys or len(set(keys)) < len(keys):
        raise ValueError("each personal value has a key of its own, and is either stored or erased")
    if not strings_in(write.records).issuperset(keys):
        raise ValueError("the records must name the keys of the personal values that are stored or erased")
    for each in write.personal:
        _check_salt(each.salt)


def _check_salt(salt: bytes) -> None:
    if len(salt) < SALT_BYTES_MIN:
        raise ValueError(f"a salt has at least {SALT_BYTES_MIN} bytes")
