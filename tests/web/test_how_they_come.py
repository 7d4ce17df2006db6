"""How the pages are served: small, from the house alone, under a strict policy, and under any path."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Browser, Response, expect

from boxseat.server import static_pages as pages_served
from tests.server.server_thread import Running, running
from tests.server_process import free_port
from tests.tiers import heavy
from tests.web.visitor import Visitor

MOST = 150_000


def test_the_table_page_loads_little_script(
    visitor: Callable[..., Visitor], floor: Running, table: Callable[..., str]
) -> None:
    """The bytes of a first visit directly to a table."""
    ann, scripts = visitor(), []
    ann.page.on("response", lambda one: scripts.append(one) if one.url.endswith(".js") else None)
    ann.come_in()
    ann.go(f"/table/{table('star-pontoon')}")
    expect(ann.page.locator(".felt")).to_be_visible()
    assert scripts
    weights = {one.url: _sent(one) for one in scripts}
    assert sum(weights.values()) < MOST, weights


def _sent(response: Response) -> int:
    assert response.headers["content-encoding"] in ("br", "gzip")
    return int(response.headers["content-length"])


def test_the_policy_allows_no_script_in_the_page_and_nothing_from_elsewhere(floor: Running) -> None:
    """Every visitor in every test also checks that the policy refused nothing, and that no other host was called."""
    answer = floor.http.get("/")
    policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'self'"
    for name in ("script-src", "style-src", "connect-src"):
        assert "unsafe" not in policy.get(name, "")
        assert "*" not in policy.get(name, "")
    assert "<style" not in answer.text
    assert "<script>" not in answer.text


def test_the_policy_stops_a_script_that_somebody_slips_in(visitor: Callable[..., Visitor]) -> None:
    ann = visitor()
    ann.expected += ["Content Security Policy", "Refused to"]
    ann.go()
    ran = """() => { const script = document.createElement('script'); script.textContent = 'window.slipped = 1';
      document.body.append(script); return window.slipped ?? 0 }"""
    assert ann.page.evaluate(ran) == 0
    assert ann.page.evaluate("window.violations.splice(0).length") == 1


def test_a_stale_page_loads_itself_again_after_an_upgrade(ann: Visitor) -> None:
    """The page has one build and the server now has another: at the next connection the page loads the new one."""
    ann.expected += ["WebSocket"]
    ann.page.evaluate("window.same = true")
    asked = "**/api/version"
    ann.page.route(asked, lambda route: route.fulfill(json={"program": "9", "pages": "0" * 16}))
    with ann.page.expect_navigation():
        ann.page.evaluate("window.sockets.forEach((one) => one.close())")
    assert ann.page.evaluate("window.same ?? false") is False
    expect(ann.page.locator("header .who")).to_be_visible()
    # Not in a loop: the server still reports another build, and the page stays.
    ann.page.evaluate("window.same = true")
    ann.page.wait_for_timeout(800)
    assert ann.page.evaluate("window.same") is True


@contextmanager
def proxy(port: int, behind: int) -> Iterator[None]:
    """A proxy that forwards everything unchanged."""
    door = socket.create_server(("127.0.0.1", port))

    def carry(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)

    def stand() -> None:
        with suppress(OSError):
            while True:
                caller, _ = door.accept()
                house = socket.create_connection(("127.0.0.1", behind))
                for pair in ((caller, house), (house, caller)):
                    threading.Thread(target=carry, args=pair, daemon=True).start()

    threading.Thread(target=stand, daemon=True).start()
    try:
        yield
    finally:
        door.close()


@heavy
def test_under_a_sub_path_behind_a_proxy(browser: Browser, tmp_path: Path) -> None:
    """The lobby, a table, its socket, a deeper page, and a reload there."""
    port = free_port()
    public = f"http://127.0.0.1:{port}/casino"
    with running(tmp_path, public_url=public) as floor, proxy(port, floor.port()):
        ann = Visitor(browser, public)
        ann.come_in()
        ann.sit("star-pontoon")
        expect(ann.page).to_have_url(f"{public}/table/star-pontoon")
        ann.bet(25)
        ann.deal()
        ann.page.reload()
        expect(ann.page.locator(".hand .slot").first).to_be_visible()
        ann.page.get_by_role("link", name="Rounds of this table").click()
        expect(ann.page).to_have_url(f"{public}/history/star-pontoon")
        ann.page.get_by_role("link", name="Rules", exact=True).click()
        expect(ann.page.locator("main h1").first).to_be_visible()
        expect(ann.page).to_have_url(re.compile(f"^{re.escape(public)}/rules"))
        ann.close()


def test_every_script_and_style_is_kept_for_a_year(floor: Running) -> None:
    folder = pages_served.PAGES_FOLDER / "assets"
    for file in folder.iterdir():
        if file.suffix in (".js", ".css"):
            assert "immutable" in floor.http.get(f"/assets/{file.name}").headers["cache-control"]
