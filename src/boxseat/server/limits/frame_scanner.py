"""Counts raw WebSocket frames by their headers, before the frames are parsed."""

from __future__ import annotations

_LENGTH_BYTES = {126: 2, 127: 8}
"""Size of the extended length field in bytes, by the length code of the header."""


def is_whole_text_frame(data: bytes) -> bool:
    """Whether received bytes are exactly one masked text frame, as a client sends for a command."""
    if len(data) < 6 or data[0] != 0x81 or not data[1] & 128:
        return False
    length = data[1] & 127
    if length == 126:
        return len(data) == 8 + int.from_bytes(data[2:4], "big")
    return length < 126 and len(data) == 6 + length


class FrameScanner:
    """Finds the start of each frame in the byte stream of one socket; a frame may span several reads."""

    __slots__ = ("_head", "_payload_left")

    def __init__(self) -> None:
        self._head = b""
        """First bytes of an incomplete header."""
        self._payload_left = 0

    @property
    def is_between_frames(self) -> bool:
        """Whether the next byte begins a frame."""
        return not self._head and not self._payload_left

    def scan(self, data: bytes, frames_max: int) -> tuple[int, int]:
        """Length of the prefix of `data` in which at most `frames_max` frames begin, and how many begin in it.

        The next call continues after that prefix.
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
