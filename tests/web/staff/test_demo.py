"""The people of a demo floor, by one click; and the page of the link for the first administrator."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Browser, expect

from boxseat.clock import WallClock
from boxseat.journal.address import database_url
from boxseat.journal.store import Store
from boxseat.rehearsal.demo_day import play_demo_day
from tests.server.server_thread import PASSWORD, running
from tests.web.visitor import Visitor


def test_one_is_anybody_on_a_demo_by_one_click(tmp_path: Path, browser: Browser) -> None:
    async def play() -> None:
        store = await Store.open(database_url(tmp_path))
        await play_demo_day(store, WallClock().now())
        await store.close()

    with ThreadPoolExecutor() as thread:  # the browser's loop runs in this one
        thread.submit(lambda: asyncio.run(play())).result()
    with running(tmp_path) as demo, closing(Visitor(browser, demo.url, viewport={"width": 360, "height": 740})) as one:
        page = one.go()
        page.locator("[data-demo='demo-supervisor']").click()
        expect(page.locator("[data-tile='star-1']")).to_contain_text("Box 7 is reserved for demo-cat")
        assert one.axe() == []
        page.locator("[data-demo='demo-ann']").click()
        expect(page).to_have_url(f"{demo.url}/")
        expect(page.locator("button[data-table], a[data-table]").first).to_be_visible()
        page.locator("[data-demo='demo-cage']").click()
        expect(page.locator("[data-act-for='pay-out']")).to_be_visible()
        page.locator("[data-demo='demo-administrator']").click()
        expect(page.locator("[data-person='demo-inspector']")).to_be_visible()


def test_the_first_administrator_is_made_by_the_link(tmp_path: Path, browser: Browser) -> None:
    with running(tmp_path) as new, closing(Visitor(browser, new.url)) as one:
        page = one.go(f"/first#{new.node.first_token}")
        assert one.axe() == []
        page.locator("[data-field=password]").fill(PASSWORD)
        page.locator("[data-do=make-first]").click()
        expect(page.locator("[data-do=open-staff]")).to_be_visible()
        assert new.node.first_token == ""
