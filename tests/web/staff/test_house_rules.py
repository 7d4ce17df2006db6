"""The page of house rules: no devices, no advice, no bets among players, one's own total and placement."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.server.staff.test_house_rules import SHOWN
from tests.web.visitor import Visitor


@pytest.mark.parametrize("game", SHOWN)
def test_the_house_rules_are_shown_with_their_clauses(ann: Visitor, game: str) -> None:
    """CP 17.2, 17.9-17.10, CB 16.2, 16.9-16.10, SP and S6 alike: reached from the sign of a table."""
    ann.go(f"/table/{game}")
    ann.page.locator(".sign summary").click()
    ann.page.locator("[data-house-rules]").click()
    expect(ann.page).to_have_url(f"{ann.url}/house-rules/{game}")
    for number in SHOWN[game].split():
        line = ann.page.locator(f"[data-house-rule='{number}']")
        expect(line.locator("a")).to_have_text(number)
        expect(line.locator("span")).not_to_be_empty()
    assert ann.axe() == []
