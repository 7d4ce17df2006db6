"""Shared by all tests: databases (one PostgreSQL server per worker), tiers, Hypothesis settings, Ctrl-C handling."""

from __future__ import annotations

import signal
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

from tests.databases import postgres, postgres_url, sqlite_url, store_url
from tests.tiers import chosen, heavy

__all__ = ["postgres", "postgres_url", "sqlite_url", "store_url"]

settings.register_profile("boxseat", deadline=None)
settings.load_profile("boxseat")

ON_BOTH_ALWAYS = ("tests/journal/test_store.py", "tests/golden/")
"""Tests that `make test` runs on SQLite and on PostgreSQL. Of the others it runs one in eight on PostgreSQL too."""
TWINS_CHOSEN_ONE_IN = 8
PARAMETERS_CHOSEN_ONE_IN = {f"tests/{folder}/": 3 for folder in ("cli", "inspection", "odds", "server", "web")}
"""Of the parameter sets of a test in these folders `make test` runs the first, and of the others one in so many."""
ONE_BY_ONE = tuple(
    f"tests/{folder}/" for folder in ("client", "golden", "house", "journal", "live_server", "odds", "rounds")
)
"""Folders of long tests, which any worker may take one by one. Elsewhere a worker takes a whole file."""
FILES_OF_ONE_CLUSTER = ("tests/odds/test_cluster.py",)


@pytest.fixture(autouse=True, scope="session")
def _control_c_is_heard() -> None:
    """A shell's background jobs ignore Ctrl-C. The tests of Ctrl-C, and the programs they start, need it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
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


def _on_postgresql(item: pytest.Function) -> bool:
    given = item.callspec.params if hasattr(item, "callspec") else {}
    return "postgresql" in (given.get("store_url"), given.get("target_url"))


class ByFile(LoadScopeScheduling):  # type: ignore[misc]
    """Distributes tests by file, long tests one by one. More pieces would make the distribution itself slow."""

    def _split_scope(self, nodeid: str) -> str:
        file, _, _ = nodeid.partition("::")
        return nodeid if file.startswith(ONE_BY_ONE) and file not in FILES_OF_ONE_CLUSTER else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    return ByFile(config, log)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print each reason for a skipped test once, not once per test."""
    reasons = {report.longrepr[2] for report in terminalreporter.stats.get("skipped", []) if report.longrepr}
    for reason in sorted(reasons):
        terminalreporter.write_line(f"Left out: {reason.removeprefix('Skipped: ')}.")
