"""Passwords at the door: what may be chosen, and checking them without holding up the tables.

A check is dear on purpose, so it is done beside the event loop by a few threads, and only so many may wait for them: somebody who
tries a hundred passwords a second is told to come again, and no card is dealt later for it.
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

LEAST, MOST = 8, 128
"""Characters in a password. All of them count: nothing is cut off, folded or trimmed."""

BUSY = Refusal("password/busy", "", "many people are at the door at this moment; try again in a few seconds")

_T = TypeVar("_T")


class Busy(Exception):
    """As many passwords are waiting to be checked as may."""


def refusal_of_password(name: str, password: str) -> Refusal | None:
    """Why a password may not be chosen: none where it may. Any characters will do, in any mixture."""
    if len(password) < LEAST:
        return Refusal("password/short", "", f"a password has at least {LEAST} characters")
    if len(password) > MOST:
        return Refusal("password/long", "", f"a password has at most {MOST} characters")
    if password.lower().rstrip("0123456789!.?-_") == name.lower().rstrip("0123456789-_"):
        return Refusal("password/name", "", "a password is not the account's own name")
    if is_common(password):
        return Refusal("password/common", "", "this password is one of those that are tried first; choose another")
    return None


class Passwords:
    """Makes and checks argon2id hashes in a bounded room of its own."""

    def __init__(self, hashing: Hashing, *, hashers: int = 2, waiting: int = 16) -> None:
        self._hasher = PasswordHasher(
            time_cost=hashing.passes, memory_cost=hashing.kibibytes, parallelism=hashing.lanes, type=Type.ID
        )
        self._room = threading.BoundedSemaphore(hashers + waiting)
        self._threads = ThreadPoolExecutor(hashers, "password", initializer=_step_aside)
        self._nobodys = self._hasher.hash(os.urandom(16))

    async def hash(self, password: str) -> str:
        """A hash to keep, or `Busy`."""
        return await self._beside(lambda: self._hasher.hash(_bytes(password)))

    async def verify(self, kept: str | None, password: str) -> bool:
        """Whether a password is the one that was kept, or `Busy`. The same work is done where none was kept."""
        return await self._beside(lambda: self.check(kept or self._nobodys, _bytes(password))) and kept is not None

    def check(self, kept: str, password: bytes) -> bool:
        """One argon2id verification, here and now."""
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    def is_dated(self, kept: str) -> bool:
        """Whether a hash was made when checking cost less or more than it does now."""
        return self._hasher.check_needs_rehash(kept)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _beside(self, work: Callable[[], _T]) -> _T:
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


def _step_aside() -> None:
    """Let the tables go first where threads can have a priority of their own."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
