"""A visitor in a browser: what they do at a table with the mouse, and the errors that their browser reported."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE_MS = 15_000
"""For clicks and for `expect`, whose own limit is 5 seconds: the machine may be busy."""
expect.set_options(timeout=PATIENCE_MS)
LISTENING = """
window.heard = [];
addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => {
  for (const region of new Set(changes.map((one) => (one.target.parentElement ?? one.target).closest('[data-live]')
    ?? (one.target.matches?.('[data-live]') ? one.target : null)))) {
    const said = region?.textContent.replace(/\\u00a0$/, '').trim();
    if (said) heard.push((region.dataset.live === 'urgent' ? '! ' : '') + said);
  }
}).observe(document.body, { subtree: true, childList: true, characterData: true }));
window.sockets = [];
window.WebSocket = class extends WebSocket { constructor(...words) { super(...words); window.sockets.push(this); } };
window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => violations.push(`${event.violatedDirective} ${event.blockedURI}`));
"""
"""Records what a screen reader would read out, in order, and what the content security policy refused."""

UNTIL_CLICKS_COUNT = """async (patience) => {
  const until = performance.now() + patience;
  while (document.querySelector('[data-early]') && performance.now() < until) await new Promise(requestAnimationFrame);
}"""
"""Returns as soon as buttons accept clicks. `expect` would look again after half a second, and then once a second."""


class Visitor:
    """A browser window with its own cookies."""

    def __init__(self, browser: Browser, url: str, **how: Any) -> None:
        self.url = url
        how = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce", **how}
        self.context = browser.new_context(**how)
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(LISTENING)
        self.problems: list[str] = []
        self.expected: list[str] = []
        """Errors that the browser may report in this test."""
        self.page = self.context.new_page()
        self._listen(self.page)

    def _listen(self, page: Page) -> None:
        origin = "/".join(self.url.split("/")[:3])

        def console(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning") and not any(part in message.text for part in self.expected):
                self.problems.append(f"{message.type}: {message.text} {message.location}")

        page.on("console", console)
        page.on("pageerror", lambda error: self.problems.append(f"script: {error}"))
        page.on(
            "request",
            lambda asked: (
                None
                if asked.url.startswith((origin, "blob:", "data:"))
                else self.problems.append(f"asked elsewhere: {asked.url}")
            ),
        )

    def close(self) -> None:
        """Close the window, after checking the errors that the browser reported."""
        refused = self.page.evaluate("window.violations ?? []")
        self.context.close()
        assert self.problems == [], self.problems
        assert refused == [], "the content security policy was broken"

    def seen(self) -> str:
        """The text of the page; also saves a screenshot if BOXSEAT_SHOTS names a folder."""
        if folder := os.environ.get("BOXSEAT_SHOTS"):
            self.page.screenshot(path=Path(folder) / f"{time.monotonic_ns()}.png")
        return "\n".join([self.page.url, *self.problems, self.page.locator("body").aria_snapshot()])

    # Outside the table

    def go(self, path: str = "/") -> Page:
        self.page.goto(self.url + path)
        return self.page

    def come_in(self) -> None:
        """Come in as a guest, in one click."""
        self.go()
        self.page.locator("[data-do=guest]").click()
        expect(self.page.locator("header .who")).to_be_visible()

    @property
    def name(self) -> str:
        return self.page.locator("header .who .name").inner_text()

    def sit(self, table: str, amount: str = "200", box: int | None = None) -> None:
        """Go from the lobby to a box of a table, with chips."""
        self.page.locator(f"button[data-table='{table}']").click()
        dialog = self.page.locator("dialog")
        dialog.locator("input").fill(amount)
        if box is not None:
            dialog.locator("select").select_option(str(box))
        dialog.locator("button.first").click()
        expect(dialog).to_be_hidden()
        expect(self.page.locator("[data-chips]")).to_have_text(re.compile(rf"^\$?{float(amount):,g}"))

    # At the table

    def chip(self, amount: int) -> Locator:
        return self.page.get_by_role("button", name=re.compile(rf"^Add \D?{amount}$"))

    def bet(self, *chips: int) -> None:
        """Put chips on one's own box, one by one; an offer to cut is declined first."""
        cut = self.button("decline-cut")
        expect(cut.or_(self.chip(chips[0]))).to_be_visible()
        if cut.is_visible():
            cut.click()
        for chip in chips:
            self.chip(chip).click()

    def deal(self) -> None:
        """Confirm the bets and ask for the cards; an offer to cut is declined."""
        self.do("deal")
        self.pass_the_cut()

    def pass_the_cut(self) -> None:
        """Decline the cut until cards are dealt."""
        cut, dealt = self.page.locator("[data-do=decline-cut]"), self.page.locator(".hand .slot").first
        expect(cut.or_(dealt).first).to_be_visible()
        while cut.is_visible():
            cut.click()
            expect(cut).to_be_hidden()
            expect(cut.or_(dealt).first).to_be_visible()

    def button(self, word: str) -> Locator:
        return self.page.locator(f"[data-do={word}]")

    def do(self, *words: str) -> None:
        """Press the buttons for these, one after the other, each when it accepts clicks."""
        for word in words:
            expect(self.button(word)).to_be_visible()
            self.page.evaluate(UNTIL_CLICKS_COUNT, PATIENCE_MS)
            expect(self.page.locator("[data-early]")).to_have_count(0)
            self.button(word).click()

    def box(self, number: int) -> Locator:
        return self.page.locator(f"section[data-box='{number}']")

    def cards(self, box: int, hand: int = 1) -> Locator:
        return self.box(box).locator(".hand").nth(hand - 1).locator(".slot")

    def total(self, box: int, hand: int = 1) -> Locator:
        return self.box(box).locator(".hand").nth(hand - 1).locator(".total")

    @property
    def results(self) -> Locator:
        return self.page.locator("section.results")

    @property
    def chips(self) -> Locator:
        return self.page.locator("[data-chips]")

    def heard(self) -> list[str]:
        """What was read out since the page was loaded."""
        said: list[str] = self.page.evaluate("window.heard")
        return said

    def axe(self) -> list[str]:
        """What axe-core finds wrong with the page now."""
        self.page.evaluate(AXE.read_text("utf-8") + "\n;undefined")
        found = self.page.evaluate("async () => (await axe.run(document)).violations")
        return [
            f"{one['id']} ({one['impact']}): {node['target']} {node['html'][:160]} {node['failureSummary'][:300]}"
            for one in found
            for node in one["nodes"]
        ]
