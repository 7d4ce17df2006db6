"""The table on a phone: 360 points wide, with touch."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.tiers import cases, heavy
from tests.web.set_cards import Hands
from tests.web.visitor import Visitor

PATHS = ("/", "/history", "/account", "/practice", "/train", "/odds", "/rules", "/fairness")

SMALL = """() => [...document.querySelectorAll('button, a, input, select, summary')].flatMap((one) => {
  const seen = one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest('.skip, .unseen');
  const label = one.matches('input[type=radio], input[type=checkbox]') ? one.closest('label') ?? one : one;
  const place = label.getBoundingClientRect();
  const least = one.matches('.cell') ? 24 : 43.5;
  const inText = getComputedStyle(one).display === 'inline' && one.closest('p, li, dd, td');
  return seen && !inText && place.width && (place.height < least || place.width < least)
    ? [`${one.outerHTML.slice(0, 120)} ${Math.round(place.width)} x ${Math.round(place.height)}`] : [];
})"""
"""Controls too small for a finger. The cells of a ten-column chart may be smaller; the calculator offers the same."""


@pytest.fixture
def thumb(visitor: Callable[..., Visitor]) -> Visitor:
    one = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, device_scale_factor=2)
    one.go()
    one.page.locator("[data-do=guest]").tap()
    expect(one.page.locator("header .who")).to_be_attached()
    return one


def fits(page: Page) -> None:
    """Nothing needs to be scrolled sideways."""
    wide, room = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= room, f"{wide} wide in {room}"


def test_a_round_by_touch(thumb: Visitor, table: Callable[..., str], hands: Hands) -> None:
    page, at = thumb.page, table("canberra-blackjack")
    fits(page)
    hands.set(at, "8S 6D 8H KC 5D KD KS")
    page.locator(f"button[data-table='{at}']").tap()
    page.locator("dialog button.first").tap()
    thumb.button("decline-cut").tap()
    thumb.chip(25).tap()
    fits(page)
    assert page.evaluate(SMALL) == []
    thumb.button("deal").tap()
    expect(thumb.button("split")).to_be_in_viewport()
    fits(page)
    assert page.evaluate(SMALL) == []
    thumb.button("split").tap()
    expect(thumb.box(4).locator(".hand")).to_have_count(2)
    fits(page)
    thumb.button("stand").tap()
    expect(thumb.total(4, 2)).to_have_text("13")
    thumb.button("stand").tap()
    expect(thumb.results).to_contain_text("You won")
    expect(thumb.chips).to_have_text("$250")
    fits(page)


@heavy
@pytest.mark.parametrize(
    ("width", "path"),
    cases(product((360, 768), PATHS), [*((360, path) for path in PATHS), (768, "/"), (768, "/odds")]),
)
def test_every_page_fits(thumb: Visitor, width: int, path: str) -> None:
    thumb.page.set_viewport_size({"width": width, "height": 800})
    thumb.go(path)
    expect(thumb.page.locator("main h1").first).to_be_visible()
    expect(thumb.page.locator("main")).not_to_contain_text("One moment")
    fits(thumb.page)
    if width == 360:
        assert thumb.page.evaluate(SMALL) == []
