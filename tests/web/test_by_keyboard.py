"""All four games by keyboard alone: no pointer is used, and the focus is always visible."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from boxseat.rulebook.load import GAMES
from tests.tiers import cases
from tests.web.set_cards import Hands
from tests.web.visitor import Visitor

NO_POINTER = """
window.pointers = 0;
for (const kind of ['pointerdown', 'pointermove', 'mousedown', 'touchstart'])
  addEventListener(kind, (event) => (window.pointers += event.type !== 'pointermove' || event.movementX || event.movementY ? 1 : 0),
    { capture: true });
"""
"""Counts pointer events. A browser also reports a pointer that has not moved when the page moves under it."""
SEEN = """(wanted) => {
  const at = document.activeElement;
  if (!at || !at.matches(wanted)) return 'elsewhere';
  const ring = [at, ...(at.closest('label, .stack') ? [at.closest('label, .stack')] : [])];
  const shown = ring.some((one) => { const style = getComputedStyle(one);
    return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'; });
  return shown ? 'seen' : 'unseen';
}"""


class Keys:
    """A visitor who uses only the keyboard."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page

    def press(self, *keys: str) -> None:
        """Press each key once the question accepts answers: a new question ignores keys for a moment."""
        for key in keys:
            expect(self.page.locator("[data-early]")).to_have_count(0)
            self.page.keyboard.press(key)

    def reach(self, wanted: str) -> None:
        """Press Tab until the focus is there, and check that it is visible."""
        expect(self.page.locator(wanted).first).to_be_visible()
        for _ in range(120):
            if (found := self.page.evaluate(SEEN, wanted)) != "elsewhere":
                assert found == "seen", f"the focus on {wanted} cannot be seen"
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{wanted} is not reached by Tab")

    def push(self, wanted: str) -> None:
        self.reach(wanted)
        self.page.keyboard.press("Enter")


@pytest.mark.parametrize("game", cases(GAMES, ("star-pontoon", "canberra-blackjack")))
def test_a_round_without_a_pointer(
    visitor: Callable[..., Visitor], table: Callable[..., str], hands: Hands, game: str
) -> None:
    ann, at = visitor(), table(game)
    ann.context.add_init_script(NO_POINTER)
    keys = Keys(ann)
    ann.go()
    keys.push("[data-do=guest]")
    expect(ann.page.locator("header .who")).to_be_visible()
    hands.set(at, "5S 9D 6H 2C 8S")
    keys.push(f"button[data-table='{at}']")
    dialog = ann.page.locator("dialog")
    expect(dialog.locator("input")).to_be_focused()
    keys.press("Control+a", "2", "0", "0", "Enter")
    expect(dialog).to_be_hidden()
    keys.reach("[type=range]")  # the cut, by hand: one card further back
    keys.press("ArrowRight")
    keys.push("[data-do=cut]")
    expect(ann.chip(5)).to_be_visible()
    keys.press("2", "3", "Backspace", "2")
    expect(ann.chips).to_have_text("$190")
    keys.press("c")
    expect(ann.chips).to_have_text("$200")
    keys.press("3")
    expect(ann.button("deal")).to_be_visible()
    keys.press("Enter")
    expect(ann.button("hit")).to_be_visible()
    expect(ann.button("hit").locator("kbd")).to_have_text("H")
    keys.press("h")
    expect(ann.total(4)).to_have_text("13")
    keys.press("s")
    expect(ann.results).to_contain_text("You lost")
    expect(ann.chips).to_have_text("$175")
    hands.set(at, "5S 9D 6H 7C 8S")
    keys.press("r", "Enter")
    expect(ann.button("double")).to_be_visible()
    assert ann.page.evaluate("window.pointers") == 0


def test_the_first_thing_tab_finds_leads_past_the_menu(visitor: Callable[..., Visitor]) -> None:
    ann = visitor()
    ann.go()
    expect(ann.page.locator("[data-do=guest]")).to_be_visible()
    ann.page.keyboard.press("Tab")
    expect(ann.page.locator("a.skip")).to_be_focused()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("main")).to_be_focused()


def test_escape_lets_a_dialog_go(ann: Visitor, table: Callable[..., str]) -> None:
    keys, at = Keys(ann), table("star-pontoon")
    ann.go()
    keys.push(f"button[data-table='{at}']")
    expect(ann.page.locator("dialog")).to_be_visible()
    keys.press("Escape")
    expect(ann.page.locator("dialog")).to_have_count(0)
