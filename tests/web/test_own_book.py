"""A house with its own book: its table is in the lobby and can be played, and its clauses link to no register."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.server_thread import Running, running
from tests.tiers import heavy
from tests.web.set_cards import Hands
from tests.web.visitor import Visitor

BOOK = Path(__file__).parents[2] / "docs" / "examples" / "plain-blackjack.toml"
GAME = "plain-blackjack"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory, launched: object) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("floor"), tables=1, books=(str(BOOK),)) as one:
        yield one


@heavy
def test_it_is_played_like_the_others(ann: Visitor, hands: Hands) -> None:
    expect(ann.page.get_by_role("heading", name="Plain Blackjack")).to_be_visible()
    hands.set(GAME, "KS 7D KH JC")
    ann.sit(GAME)
    ann.bet(25)
    ann.deal()
    ann.do("stand")
    expect(ann.results).to_contain_text("house 5.")


@heavy
def test_its_clauses_are_told_side_by_side_and_lead_nowhere(ann: Visitor) -> None:
    page = ann.go("/rules/differences")
    expect(page.get_by_role("columnheader", name="Plain Blackjack")).to_be_visible()
    expect(page.get_by_text("house 1.1").first).to_be_visible()
    expect(page.locator("a[href*='plain-blackjack']")).to_have_count(0)
    page = ann.go("/rules")
    expect(page.locator("main select option[value=star-pontoon]")).to_have_count(1)
    expect(page.locator("main select option[value=plain-blackjack]")).to_have_count(0)
