"""Shared by all tests: databases (one PostgreSQL server per worker), tiers, Hypothesis settings, Ctrl-C handling."""

from __future__ import annotations

import gc
import signal
from collections.abc import Generator, Iterator
from itertools import zip_longest
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from tests.databases import postgres, postgres_url, sqlite_url, store_url
from tests.tiers import chosen, heavy, size

__all__ = ["postgres", "postgres_url", "sqlite_url", "store_url"]

settings.register_profile("boxseat", deadline=None, max_examples=size(40, 100))
settings.load_profile("boxseat")

ON_BOTH_ALWAYS = ("tests/journal/test_store.py", "tests/golden/")
"""Tests that `make test` runs on SQLite and on PostgreSQL. Of the others it runs one in sixteen on PostgreSQL too."""
TWINS_CHOSEN_ONE_IN = 16
PARAMETERS_CHOSEN_ONE_IN = {
    f"tests/{folder}/": 12 for folder in ("cli", "computer", "inspection", "odds", "server", "web")
}
"""Of the parameter sets of a test in these folders `make test` runs the first, and of the others one in so many."""
ONE_BY_ONE = tuple(
    f"tests/{folder}/" for folder in ("client", "golden", "house", "journal", "live_server", "odds", "rounds")
)
"""Folders of long tests, which any worker may take one by one. Elsewhere a worker takes a whole file."""
FILES_OF_ONE_CLUSTER = ("tests/odds/test_cluster.py",)
WAITING = tuple(f"tests/{folder}/" for folder in ("web", "server", "live_server", "client"))
"""Folders whose tests wait for browsers, servers and clocks, the longest first."""
COMPUTING = tuple(
    f"tests/{folder}/" for folder in ("odds", "golden", "cli", "inspection", "house", "journal", "rounds")
)
"""Folders whose tests compute, the longest first. Files of both kinds begin by turns, and all other files after them."""


@pytest.fixture(autouse=True, scope="session")
def _control_c_is_heard() -> None:
    """A shell's background jobs ignore Ctrl-C. The tests of Ctrl-C, and the programs they start, need it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None]:
    """Freeze what was collected, as thousands of tests would make every full garbage collection long."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def _servers_leave_it_frozen() -> Iterator[None]:
    """A server in a test's own process would freeze the objects of its start too, and unfreeze all when it stops."""
    with patch("gc.freeze"), patch("gc.unfreeze"):
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items[:] = _by_turns(items)
    begun: set[str] = set()
    for item in items:
        if not isinstance(item, pytest.Function):
            continue
        file, _, _ = item.nodeid.partition("::")
        if (
            _on_postgresql(item)
            and not file.startswith(ON_BOTH_ALWAYS)
            and not chosen(item.nodeid, TWINS_CHOSEN_ONE_IN)
        ):
            item.add_marker(heavy)
        function, has_parameters, _ = item.nodeid.partition("[")
        if not has_parameters or item.get_closest_marker("heavy") is not None:
            continue
        one_in = next((number for folder, number in PARAMETERS_CHOSEN_ONE_IN.items() if file.startswith(folder)), 1)
        if function in begun and not chosen(item.nodeid, one_in):
            item.add_marker(heavy)
        begun.add(function)


def _by_turns(items: list[pytest.Item]) -> list[pytest.Item]:
    """Files that wait and files that compute by turns, so that the workers do not all wait, or all compute, at once."""
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    waiting, computing = (
        [file for folder in folders for file in files if file.startswith(folder)] for folders in (WAITING, COMPUTING)
    )
    turns = [file for pair in zip_longest(waiting, computing) for file in pair if file]
    return [item for file in dict.fromkeys([*turns, *files]) for item in files[file]]


def _on_postgresql(item: pytest.Function) -> bool:
    given = item.callspec.params if hasattr(item, "callspec") else {}
    return "postgresql" in (given.get("store_url"), given.get("target_url"))


class ByFile(LoadScopeScheduling):  # type: ignore[misc]
    """Distributes tests in the order collected: by file, long tests one by one."""

    def _split_scope(self, nodeid: str) -> str:
        file, _, _ = nodeid.partition("::")
        return nodeid if file.startswith(ONE_BY_ONE) and file not in FILES_OF_ONE_CLUSTER else file

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        """Forget a finished piece: the scheduler counts all that a worker ever had, after every test."""
        super().mark_test_complete(node, item_index, duration)
        pieces = self.assigned_work[node]
        piece = self._split_scope(self.registered_collections[node][item_index])
        if all(pieces[piece].values()):
            del pieces[piece]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    config.option.loadscopereorder = False
    return ByFile(config, log)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print each reason for a skipped test once, not once per test."""
    reasons = {report.longrepr[2] for report in terminalreporter.stats.get("skipped", []) if report.longrepr}
    for reason in sorted(reasons):
        terminalreporter.write_line(f"Left out: {reason.removeprefix('Skipped: ')}.")
