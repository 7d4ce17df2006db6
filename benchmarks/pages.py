"""Speed of the pages: first paint on loopback, and frames per second with seven boxes on a slow processor.

``python -m benchmarks.pages``. The browser slows the processor down four times, to about the speed of a phone.
"""

from __future__ import annotations

import tempfile
from itertools import pairwise
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, expect, sync_playwright

from tests.server.server_thread import Running, running
from tests.web.chromium import launch
from tests.web.set_cards import Hands, on_the_shoe
from tests.web.visitor import Visitor

TABLE = "star-pontoon"
SLOWER = 4
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
FRAMES = """
window.frames_at = [];
const next = (now) => { window.frames_at.push(now); requestAnimationFrame(next); };
requestAnimationFrame(next);
"""


def first_paint(browser: Browser, floor: Running, times: int = 5) -> float:
    """Median of the milliseconds from the request for a table's page to the first paint, with an empty cache."""
    found = []
    for _ in range(times):
        ann = Visitor(browser, floor.url)
        ann.go(f"/table/{TABLE}")
        expect(ann.page.locator("main button").first).to_be_visible()
        found.append(float(ann.page.evaluate(PAINT)))
        ann.context.close()
    return median(found)


def frames(browser: Browser, floor: Running, hands: Hands) -> tuple[float, float]:
    """Frames per second while seven boxes are dealt to, and the longest wait for a frame in milliseconds."""
    ann = Visitor(
        browser,
        floor.url,
        viewport={"width": 390, "height": 780},
        is_mobile=True,
        has_touch=True,
        reduced_motion="no-preference",
    )
    ann.come_in()
    ann.sit(TABLE, "500", 4)
    ann.button("decline-cut").click()
    for box in (1, 2, 3, 5, 6, 7):
        with floor.guest().socket(TABLE) as line:
            line.done(TABLE, "buy-in", amount="300")
            line.done(TABLE, "sit", box=box)
            line.done(TABLE, "wager", box=box, stake="50")
            line.done(TABLE, "ready")
    ann.bet(25)
    ann.context.new_cdp_session(ann.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    hands.set(TABLE, "9S 8S 7H KD 6D 5H 4C 6S 2C 3C 4D 5C 6H 7C 8D")
    ann.do("deal")
    ann.page.evaluate(FRAMES)
    ann.page.wait_for_timeout(2500)
    at: list[float] = ann.page.evaluate("window.frames_at")
    ann.context.close()
    waits = [after - before for before, after in pairwise(at)]
    return 1000 * len(waits) / (at[-1] - at[0]), max(waits)


def main() -> None:
    data = Path(tempfile.mkdtemp())
    with on_the_shoe(Hands(data / "hands")) as hands, running(data, tables=1) as floor, sync_playwright() as playwright:
        browser = launch(playwright)
        print(f"first paint of the table page: {first_paint(browser, floor):.0f} ms (at most 1000)")  # noqa: T201
        rate, longest = frames(browser, floor, hands)
        print(  # noqa: T201
            f"seven boxes dealt to, processor {SLOWER} times slower: {rate:.0f} frames a second (60 wanted),"
            f" longest wait {longest:.0f} ms"
        )
        browser.close()


if __name__ == "__main__":
    main()
