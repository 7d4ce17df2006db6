"""Password hashing with argon2id on a bounded thread pool, and the rules for choosing a password.

A hash is expensive on purpose, so it is computed by a few threads outside the event loop, and only so many may wait for them:
somebody who tries a hundred passwords a second is told to come again, and no card is dealt later for it.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import Type

from boxseat.people.common_passwords import is_common
from boxseat.people.settings import Hashing
from boxseat.refusal import Refusal

PASSWORD_CHARACTERS_MIN = 8
PASSWORD_CHARACTERS_MAX = 128
"""All characters of a password count: nothing is cut off, folded or trimmed."""

BUSY = Refusal("password/busy", "", "many people are at the door at this moment; try again in a few seconds")

_T = TypeVar("_T")


class Busy(Exception):
    """The queue for the hashing threads is full."""


def refusal_of_password(name: str, password: str) -> Refusal | None:
    """Why a password may not be chosen; none where it may. Any characters are allowed, in any mixture."""
    if len(password) < PASSWORD_CHARACTERS_MIN:
        return Refusal("password/short", "", f"a password has at least {PASSWORD_CHARACTERS_MIN} characters")
    if len(password) > PASSWORD_CHARACTERS_MAX:
        return Refusal("password/long", "", f"a password has at most {PASSWORD_CHARACTERS_MAX} characters")
    if password.lower().rstrip("0123456789!.?-_") == name.lower().rstrip("0123456789-_"):
        return Refusal("password/name", "", "a password is not the account's own name")
    if is_common(password):
        return Refusal("password/common", "", "this password is too easy to guess; choose another")
    return None


class Passwords:
    """Computes and verifies argon2id hashes on a thread pool with a bounded queue."""

    def __init__(self, hashing: Hashing, *, hashers: int = 2, waiting: int = 16) -> None:
        self._hasher = PasswordHasher(
            time_cost=hashing.passes, memory_cost=hashing.kibibytes, parallelism=hashing.lanes, type=Type.ID
        )
        self._room = threading.BoundedSemaphore(hashers + waiting)
        self._threads = ThreadPoolExecutor(hashers, "password", initializer=_lower_priority)
        self._unknown_hash = self._hasher.hash(os.urandom(16))

    async def hash(self, password: str) -> str:
        """The hash of a password, to be stored; or `Busy`."""
        return await self._in_thread(lambda: self._hasher.hash(_bytes(password)))

    async def verify(self, kept: str | None, password: str) -> bool:
        """Whether a password matches a stored hash, or `Busy`. Without a hash the same work is done."""
        return (
            await self._in_thread(lambda: self.check(kept or self._unknown_hash, _bytes(password))) and kept is not None
        )

    def check(self, kept: str, password: bytes) -> bool:
        """One argon2id verification, on the calling thread."""
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    def is_dated(self, kept: str) -> bool:
        """Whether a hash was computed with another cost than the present one."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """Stop the threads, and drop what waits for them."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _in_thread(self, work: Callable[[], _T]) -> _T:
        if not self._room.acquire(blocking=False):
            raise Busy
        try:
            future = self._threads.submit(work)
        except BaseException:
            self._room.release()
            raise
        # Given back when the work is done and not when its caller has gone away: a caller who hangs up frees no thread.
        future.add_done_callback(lambda _: self._room.release())
        return await asyncio.wrap_future(future)


def _bytes(password: str) -> bytes:
    # Half a surrogate pair can be typed into JSON; it is a wrong password like another, not a fault.
    return password.encode("utf-8", "surrogatepass")


def _lower_priority() -> None:
    """Lower the thread's priority, where threads have their own, so that the tables go first."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
