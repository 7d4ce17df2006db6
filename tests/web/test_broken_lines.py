"""Pages recover: after a reload, after a lost connection, and after the server is killed between two cards."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from boxseat.journal.address import database_url
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from tests.server_process import SETTINGS, TableWanted, free_port, furnish
from tests.tiers import heavy
from tests.web.conftest import UNHURRIED
from tests.web.set_cards import Hands
from tests.web.visitor import Visitor

Opens = Callable[..., str]


def test_a_reload_in_the_middle_of_a_hand(ann: Visitor, table: Opens, hands: Hands) -> None:
    at = table("star-pontoon")
    hands.set(at, "5S 9D 6H 8C 8S")
    ann.sit(at)
    ann.bet(25)
    ann.deal()
    expect(ann.total(4)).to_have_text("11")
    ann.page.reload()
    expect(ann.total(4)).to_have_text("11")
    expect(ann.chips).to_have_text("$175")
    ann.do("hit", "stand")
    expect(ann.results).to_contain_text("You won")
    ann.page.reload()
    expect(ann.results).to_contain_text("You won")
    expect(ann.chips).to_have_text("$225")


@heavy
def test_a_line_that_is_cut_says_so_keeps_the_table_in_view_and_resumes(
    ann: Visitor, table: Opens, hands: Hands
) -> None:
    at = table("star-pontoon")
    ann.expected += ["ERR_INTERNET_DISCONNECTED", "WebSocket", "ERR_NETWORK"]
    hands.set(at, "5S 9D 6H 8C 8S")
    ann.sit(at)
    ann.bet(25)
    ann.deal()
    expect(ann.button("hit")).to_be_visible()
    # The browser's offline switch leaves open sockets open, so the socket is closed as on a lost connection.
    ann.context.set_offline(True)
    ann.page.evaluate("window.sockets.forEach((one) => one.close())")
    notice = ann.page.get_by_text("Connection lost.").first
    expect(notice).to_be_visible()
    expect(ann.total(4)).to_have_text("11")
    ann.do("hit")  # sent while there is no connection
    ann.page.wait_for_timeout(1200)
    expect(ann.cards(4)).to_have_count(2)
    ann.context.set_offline(False)
    expect(ann.cards(4)).to_have_count(3)
    expect(ann.total(4)).to_have_text("19")
    expect(ann.page.get_by_role("button", name="Try now")).to_have_count(0)
    assert [said for said in ann.heard() if said in ("! You are connected again.",)]
    ann.do("stand")
    expect(ann.results).to_contain_text("You won")


class Killed:
    """A server in its own process, which is killed and started again."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.hands = Hands(data / "hands")
        (data / "settings.toml").write_text(SETTINGS)
        wanted = [TableWanted("t1", "canberra-pontoon", Settings(sign=SIGN, times=UNHURRIED))]
        with ThreadPoolExecutor(1) as apart:  # the browser uses the event loop of this thread
            apart.submit(asyncio.run, furnish(database_url(data), wanted)).result()

    def start(self) -> None:
        words = ["serve", "--no-browser", "--port", str(self.port), "--data", str(self.data)]
        words += ["--settings", str(self.data / "settings.toml")]
        with (self.data / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.web.set_cards", str(self.hands.folder), *words], stdout=log, stderr=log
            )
        for _ in range(600):
            try:
                httpx.get(f"{self.url}/healthz", trust_env=False)
                return
            except httpx.TransportError:
                time.sleep(0.1)
        raise AssertionError((self.data / "log").read_text()[-2000:])

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Killed]:
    one = Killed(tmp_path_factory.mktemp("killed"))
    one.start()
    yield one
    one.kill()


@heavy
def test_the_server_is_killed_and_started_again_between_two_cards(killed: Killed, browser: Browser) -> None:
    ann = Visitor(browser, killed.url)
    ann.expected += ["ERR_CONNECTION_REFUSED", "WebSocket", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE"]
    killed.hands.set("t1", "5S 9D 2H 4C 8H 8S")
    ann.come_in()
    ann.sit("t1")
    ann.bet(100)
    ann.deal()
    ann.do("hit")
    expect(ann.total(4)).to_have_text("11")
    killed.kill()
    expect(ann.page.get_by_text("Connection lost.").first).to_be_visible()
    expect(ann.cards(4)).to_have_count(3)
    ann.do("hit")  # sent while the server is down; done once when it is back
    killed.start()
    expect(ann.cards(4)).to_have_count(4, timeout=30_000)
    expect(ann.total(4)).to_have_text("19")
    expect(ann.chips).to_have_text("$100")
    ann.do("stand")
    expect(ann.results).to_contain_text("+$100")
    expect(ann.chips).to_have_text("$300")
    assert killed.hands.left("t1") == []
    ann.close()
