"""Everyone can use the pages: axe-core finds nothing wrong in either theme, and a round is told in words."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.hands import Hands
from tests.web.visitor import Visitor

Opens = Callable[..., str]
TRANSCRIPT = Path(__file__).with_name("transcript.txt")
"""What a screen reader reads out in one round. After a change, write it with BOXSEAT_WRITE=1 and read it before keeping it."""


@pytest.fixture(params=["dark", "light"])
def reader(request: pytest.FixtureRequest, visitor: Callable[..., Visitor]) -> Visitor:
    one = visitor(color_scheme=request.param)
    one.come_in()
    return one


@pytest.mark.parametrize("path", ["/", "/account", "/history", "/practice", "/odds", "/rules", "/fairness", "/no/such"])
def test_axe_finds_nothing(reader: Visitor, path: str) -> None:
    reader.go(path)
    if path == "/odds":
        expect(reader.page.locator("main .cell").first).to_be_visible(timeout=90_000)
    expect(reader.page.locator("main h1, main h2").first).to_be_visible()
    expect(reader.page.locator("main")).not_to_contain_text("One moment")
    assert reader.axe() == []


def test_axe_finds_nothing_at_the_table(reader: Visitor, table: Opens, hands: Hands) -> None:
    """At the cut, the bets, a decision, the settlement, the recall, and with every panel open."""
    at = table("canberra-blackjack")
    hands.set(at, "8S 6D 8H 3C KD KS KC")
    reader.page.locator(f"button[data-table='{at}']").click()
    expect(reader.page.locator("dialog")).to_be_visible()
    assert reader.axe() == []
    reader.page.locator("dialog button.first").click()
    expect(reader.button("cut")).to_be_visible()
    assert reader.axe() == []
    reader.bet(25)
    assert reader.axe() == []
    reader.deal()
    reader.page.locator(".choices details summary").click()
    reader.page.locator(".sign summary").click()
    assert reader.axe() == []
    reader.page.locator(".sign summary").click()
    reader.do("split", "hit")
    expect(reader.total(4, 2)).to_have_text("18")
    reader.do("stand")
    expect(reader.results).to_be_visible()
    reader.page.get_by_role("button", name="How it looks").click()
    assert reader.axe() == []
    reader.go(f"/round/{at}-1")
    expect(reader.page.get_by_text("REPLAY").first).to_be_visible()
    assert reader.axe() == []
    reader.go(f"/history/{at}")
    expect(reader.page.locator("main")).to_contain_text("Round 1")
    assert reader.axe() == []


def test_a_round_as_a_screen_reader_tells_it(ann: Visitor, table: Opens, hands: Hands) -> None:
    at = table("star-pontoon")
    hands.set(at, "8S 6D 8H 3C 7D KC 9S QD")
    ann.sit(at)
    ann.bet(25)
    ann.deal()
    ann.do("split")
    expect(ann.total(4)).to_have_text("11")
    ann.do("hit")
    expect(ann.total(4)).to_have_text("18")
    ann.do("stand")
    expect(ann.total(4, 2)).to_have_text("18")
    ann.do("stand")
    expect(ann.results).to_be_visible()
    told = "\n".join(ann.heard()).replace(ann.name, "ann").replace("\u00a0", " ") + "\n"
    if os.environ.get("BOXSEAT_WRITE"):
        TRANSCRIPT.write_text(told, "utf-8")
    assert told == TRANSCRIPT.read_text("utf-8")


def test_cards_move_only_where_motion_is_liked(visitor: Callable[..., Visitor], table: Opens, hands: Hands) -> None:
    moving = "document.getAnimations().filter((one) => one.playState === 'running' && one.effect.getTiming().duration > 50).length"
    for motion, moves in (("no-preference", True), ("reduce", False)):
        ann, at = visitor(reduced_motion=motion), table("star-pontoon")
        hands.set(at, "8S 6D 8H 3C 7D KC 9S QD")
        ann.come_in()
        ann.sit(at)
        ann.bet(25)
        ann.page.evaluate(f"window.moved = 0; setInterval(() => (window.moved = Math.max(window.moved, {moving})), 20)")
        ann.deal()
        expect(ann.button("stand")).to_be_visible()
        ann.page.wait_for_timeout(400)
        assert bool(ann.page.evaluate("window.moved")) is moves
        ann.do("stand")


def test_four_colours_and_the_light_are_kept(ann: Visitor) -> None:
    ann.page.get_by_role("button", name="How it looks").click()
    ann.page.get_by_label("Four colours for the suits").check()
    ann.page.get_by_label("Light", exact=True).check()
    ann.page.reload()
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "light")
    expect(ann.page.locator("html")).to_have_attribute("data-colours", "four")
