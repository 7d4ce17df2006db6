"""What all tests share: the databases (one PostgreSQL server a worker), no deadlines, and a Ctrl-C that is heard."""

from __future__ import annotations

import signal

import pytest
from hypothesis import settings

from tests.databases import postgres, postgres_url, sqlite_url, store_url

__all__ = ["postgres", "postgres_url", "sqlite_url", "store_url"]

settings.register_profile("boxseat", deadline=None)
settings.load_profile("boxseat")


@pytest.fixture(autouse=True, scope="session")
def _control_c_is_heard() -> None:
    """A shell's background jobs ignore Ctrl-C, and so would the tests of it, and the programs they start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
