"""Makes the pictures of the README again: ``python -m tests.web.pictures``. Each stays under 200 kB."""

from __future__ import annotations

import base64
import os
import re
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from tests.server.server_thread import Running, running
from tests.web.chromium import launch
from tests.web.set_cards import Hands, on_the_shoe
from tests.web.visitor import Visitor

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
MOST = 200_000
DESK = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"}
PHONE = {
    "viewport": {"width": 390, "height": 780},
    "color_scheme": "dark",
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


def keep(visitor: Visitor, name: str) -> None:
    """Save what the visitor sees as the best WebP under the limit, and as PNG if BOXSEAT_SHOTS names a folder."""
    visitor.page.wait_for_timeout(600)
    camera = visitor.context.new_cdp_session(visitor.page)
    for quality in (90, 80, 70, 60):
        shot = camera.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
        taken = base64.b64decode(shot["data"])
        if len(taken) < MOST:
            break
    assert len(taken) < MOST, name
    (FOLDER / f"{name}.webp").write_bytes(taken)
    if folder := os.environ.get("BOXSEAT_SHOTS"):
        visitor.page.screenshot(path=Path(folder) / f"{name}.png")


def at_the_table(browser: Browser, floor: Running, hands: Hands, how: dict[str, object], name: str) -> None:
    """A round in play: three boxes, and a pair of eights to decide on."""
    game = "star-pontoon" if name == "table" else "canberra-blackjack"
    ann = Visitor(browser, floor.url, **how)
    ann.come_in()
    ann.sit(game, "500", 4)
    ann.button("decline-cut").click()
    others = [floor.guest(), floor.guest()]
    for caller, box in zip(others, (2, 6), strict=True):
        with caller.socket(game) as line:
            line.done(game, "buy-in", amount="300")
            line.done(game, "sit", box=box)
            line.done(game, "wager", box=box, stake="50")
            line.done(game, "ready")
    hands.set(game, "KS 8S QH 6D 9H 8D 9D")
    ann.bet(25, 25)
    ann.do("deal")
    expect(ann.cards(4)).to_have_count(2)
    for caller, box in zip(others, (2, 6), strict=True):
        with caller.socket(game) as line:
            if any(one["box"] == box for one in (line.tables[game]["you"] or {}).get("asked", ())):
                line.done(game, "stand", box=box)
    expect(ann.button("split")).to_be_visible()
    keep(ann, name)
    ann.close()


def main() -> None:
    data = Path(tempfile.mkdtemp())
    with on_the_shoe(Hands(data / "hands")) as hands, running(data, tables=1) as floor, sync_playwright() as playwright:
        browser = launch(playwright)
        at_the_table(browser, floor, hands, dict(DESK), "table")
        at_the_table(browser, floor, hands, dict(PHONE), "phone")
        ann = Visitor(browser, floor.url, **DESK)
        ann.come_in()
        expect(ann.page.locator("button[data-table]").first).to_be_visible()
        keep(ann, "lobby")
        ann.go("/odds/star-pontoon/chart")
        ann.page.get_by_role("button", name=re.compile(", 11 against 6:")).first.click(timeout=120_000)
        keep(ann, "odds")
        ann.close()
        browser.close()


if __name__ == "__main__":
    main()
