"""A browser and a floor for the tests of a worker. Without a Chromium these tests are skipped; in CI they fail."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Generator, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from boxseat.clock import SECOND
from boxseat.house.answers import Done
from boxseat.house.house import HOUSE_ACTOR
from boxseat.rulebook.load import book_text, open_book
from boxseat.server.static_pages import build_of
from boxseat.table.commands import OpenForPlay
from boxseat.table.settings import Settings, Times
from boxseat.table.sign import SIGN
from tests.server.server_thread import Running, running
from tests.web.chromium import NONE_HERE, chromium, launch
from tests.web.set_cards import Hands, on_the_shoe
from tests.web.visitor import Visitor

UNHURRIED = Times(wager=600 * SECOND, decide=600 * SECOND, cut=600 * SECOND, seat=600 * SECOND)
"""Long time limits, as the machine may be busy."""
CAME = pytest.StashKey[list[Visitor]]()
_numbers = count(1)


@pytest.fixture(scope="session")
def launched() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """The worker's browser, and Playwright's event loop, which is set aside while no test uses it."""
    if not chromium():
        if os.environ.get("CI"):
            pytest.fail(NONE_HERE)
        pytest.skip(NONE_HERE)
    assert build_of(), "the pages are not built: make pages"
    with sync_playwright() as playwright:
        one, loop = launch(playwright), asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield one, loop
        asyncio._set_running_loop(loop)
        one.close()


@pytest.fixture
def browser(launched: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """The worker's browser. Between tests its loop does not count as running, as other tests have their own loops."""
    one, loop = launched
    asyncio._set_running_loop(loop)
    yield one
    asyncio._set_running_loop(None)


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    with on_the_shoe(Hands(tmp_path / "hands")) as set_by_us:
        yield set_by_us


@pytest.fixture(scope="session")
def floor(tmp_path_factory: pytest.TempPathFactory, launched: object) -> Iterator[Running]:
    """An open floor with a table of every game and long time limits."""
    with running(tmp_path_factory.mktemp("floor"), tables=1) as one:
        yield one


@pytest.fixture
def table(floor: Running) -> Callable[..., str]:
    """Opens another table of a game, for this test only."""

    def opened(game: str, **more: Any) -> str:
        name = f"{game}-x{next(_numbers)}"
        settings = Settings(**{"sign": SIGN, "times": UNHURRIED, **more})
        made = floor.run(floor.node.house.open_table(name, open_book(game), book_text(game), settings))
        assert isinstance(made, Done), made
        floor.run(floor.node.house.submit_authorized(HOUSE_ACTOR, name, "", made.version, OpenForPlay()))
        return name

    return opened


@pytest.fixture
def visitor(request: pytest.FixtureRequest, browser: Browser, floor: Running) -> Iterator[Callable[..., Visitor]]:
    """Opens browsers for visitors; at the end, checks that the browsers reported no errors."""
    came: list[Visitor] = []
    request.node.stash[CAME] = came

    def comes(url: str = "", **how: Any) -> Visitor:
        came.append(Visitor(browser, url or floor.url, **how))
        return came[-1]

    yield comes
    for one in came:
        one.close()


@pytest.fixture
def ann(visitor: Callable[..., Visitor]) -> Visitor:
    """A guest in the lobby."""
    one = visitor()
    one.come_in()
    return one


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """For a test that failed, report what its browsers showed."""
    report = yield
    if report.when == "call" and report.failed:
        report.sections += [("browser", one.seen()) for one in item.stash.get(CAME, [])]
    return report
