"""Counts raw WebSocket frames by their headers, before the frames are parsed."""

from __future__ import annotations

_LENGTH_BYTES = {126: 2, 127: 8}
"""Bytes of the length field that follow a header with this code."""


class FrameScanner:
    """Finds where frames begin in the bytes of one socket, however these are cut into reads."""

    __slots__ = ("_head", "_payload_left")

    def __init__(self) -> None:
        self._head = b""
        """First bytes of a header that has not arrived whole."""
        self._payload_left = 0

    def scan(self, data: bytes, frames_max: int) -> tuple[int, int]:
        """Length of the part of `data` in which at most so many frames begin, and how many begin there.

        The next call goes on after that part.
        """
        place, size, frames = 0, len(data), 0
        while place < size:
            if self._payload_left:
                skipped = min(self._payload_left, size - place)
                self._payload_left -= skipped
                place += skipped
                continue
            if not self._head:
                if frames >= frames_max:
                    break
                frames += 1
            head = self._head + data[place : place + 14 - len(self._head)]
            wanted = _head_size(head)
            if len(head) < wanted:
                self._head = head
                return size, frames
            place += wanted - len(self._head)
            self._head = b""
            self._payload_left = _payload_size(head)
        return place, frames


def _head_size(head: bytes) -> int:
    if len(head) < 2:
        return 2
    return 2 + _LENGTH_BYTES.get(head[1] & 127, 0) + (4 if head[1] & 128 else 0)


def _payload_size(head: bytes) -> int:
    code = head[1] & 127
    extra = _LENGTH_BYTES.get(code, 0)
    return int.from_bytes(head[2 : 2 + extra], "big") if extra else code
