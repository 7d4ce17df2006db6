"""Log for operators: one JSON object per line, in UTC. Passwords, tokens and tickets are never written to it.

Data from clients is the value of a field and escaped as JSON, so nobody can forge log lines.
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

SECRET_FIELDS = frozenset({"password", "old", "new", "token", "ticket", "cookie", "authorization", "seed"})
VALUE_CHARS_MAX = 300
TRACEBACK_CHARS_MAX = 4_000


def _redact(_: Any, __: str, event: Any) -> Any:
    """Shorten long values, and mask secret fields even where one is logged by mistake."""
    for key, value in event.items():
        if key in SECRET_FIELDS:
            event[key] = "***"
        elif isinstance(value, str) and len(value) > VALUE_CHARS_MAX and key != "traceback":
            event[key] = value[:VALUE_CHARS_MAX] + "…"
    return event


class _LineWriter:
    """Writes lines to the log that was opened last. A full disk must not stop the server, so a line may be lost."""

    def __init__(self) -> None:
        self.open: list[TextIO] = []

    def msg(self, line: str) -> None:
        with suppress(OSError, ValueError):
            out = self.open[-1] if self.open else sys.stderr
            out.write(line + "\n")
            out.flush()

    debug = info = warning = error = critical = msg


_WRITER = _LineWriter()


@contextmanager
def open_log(file: str = "-") -> Iterator[None]:
    """Send the log, the libraries' messages included, to a file or standard error; `BadSettings` where it cannot be opened."""
    _configure()
    with ExitStack() as stack:
        out: TextIO = sys.stderr
        if file != "-":
            out = _open_file(file)
            stack.callback(_close, out)
        _WRITER.open.append(out)
        stack.callback(_WRITER.open.remove, out)
        yield


def _open_file(file: str) -> TextIO:
    """A file opened for appending. A new file can be read by its owner only; an existing file or device keeps its mode."""
    try:
        return open(file, "a", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600))
    except OSError as error:
        raise BadSettings(f"log: {file} cannot be written to: {(error.strerror or str(error)).lower()}") from None


def _close(out: TextIO) -> None:
    with suppress(OSError):  # lines that did not fit on a full disk are lost
        out.close()


def _configure() -> None:
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
            _redact,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=lambda *_: _WRITER,
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        cache_logger_on_first_use=False,
    )
    handler = _LibraryHandler()
    for name in ("uvicorn", "litestar", "asyncio", "websockets"):
        library = logging.getLogger(name)
        library.handlers, library.propagate = [handler], False
        library.setLevel(logging.WARNING)
    # At a lower level uvicorn logs the URL of each socket, which contains the ticket.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


class _LibraryHandler(logging.Handler):
    """Handler that writes the messages of the libraries in the same format."""

    def emit(self, record: logging.LogRecord) -> None:
        fields: dict[str, Any] = {"library": record.name}
        if record.exc_info and record.exc_info[1] is not None:
            fields["traceback"] = "".join(logging.Formatter().formatException(record.exc_info))[-TRACEBACK_CHARS_MAX:]
        log().warning(record.getMessage(), **fields)


def log() -> Any:
    """Logger: ``log().info("what happened", field=value)``."""
    return structlog.get_logger()
