"""The log: one JSON object a line, in UTC, for those who run the house. No password, token or ticket is ever written to it.

Whatever a stranger sent is a value of a field and is escaped as JSON is, so nobody writes lines of their own into it.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, TextIO

import structlog

from boxseat.server.settings import BadSettings

SECRET = frozenset({"password", "old", "new", "token", "ticket", "cookie", "authorization", "seed"})
LONGEST = 300


def _shorten(_: Any, __: str, event: Any) -> Any:
    """Cut what is long, and never write what is secret, even where somebody names it by mistake."""
    for key, value in event.items():
        if key in SECRET:
            event[key] = "***"
        elif isinstance(value, str) and len(value) > LONGEST and key != "traceback":
            event[key] = value[:LONGEST] + "…"
    return event


class _Log:
    """Writes lines to the log that was opened last. A disk that is full must not stop the house, so a line may be lost."""

    def __init__(self) -> None:
        self.open: list[TextIO] = []

    def msg(self, line: str) -> None:
        with suppress(OSError, ValueError):
            out = self.open[-1] if self.open else sys.stderr
            out.write(line + "\n")
            out.flush()

    debug = info = warning = error = critical = msg


_LOG = _Log()


@contextmanager
def open_log(file: str = "-") -> Iterator[None]:
    """Send the log to a file or to standard error, what the libraries have to say included; `BadSettings` where it cannot be."""
    _take_over()
    with ExitStack() as stack:
        out: TextIO = sys.stderr
        if file != "-":
            out = _to_file(file)
            stack.callback(_close, out)
        _LOG.open.append(out)
        stack.callback(_LOG.open.remove, out)
        yield


def _to_file(file: str) -> TextIO:
    """The end of a file. A new one is its owner's alone; one that is there, or is no file but a device, is left as it is."""
    try:
        return open(file, "a", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600))
    except OSError as error:
        raise BadSettings(f"log: {file} cannot be written to: {(error.strerror or str(error)).lower()}") from None


def _close(out: TextIO) -> None:
    with suppress(OSError):  # lines that a full disk did not take are lost by now
        out.close()


def _take_over() -> None:
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
            _shorten,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=lambda *_: _LOG,
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        cache_logger_on_first_use=False,
    )
    handler = _Libraries()
    for name in ("uvicorn", "litestar", "asyncio", "websockets"):
        library = logging.getLogger(name)
        library.handlers, library.propagate = [handler], False
        library.setLevel(logging.WARNING)
    # At a lower level uvicorn writes the address of each socket, and a ticket is part of it.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


class _Libraries(logging.Handler):
    """What the libraries log, in the same form."""

    def emit(self, record: logging.LogRecord) -> None:
        fields: dict[str, Any] = {"library": record.name}
        if record.exc_info and record.exc_info[1] is not None:
            fields["traceback"] = "".join(logging.Formatter().formatException(record.exc_info))[-4000:]
        log().warning(record.getMessage(), **fields)


def log() -> Any:
    return structlog.get_logger()
