"""A player's own rounds at all tables, with their results, and a link to each round."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.tiers import heavy
from tests.web.set_cards import Hands
from tests.web.visitor import Visitor


@heavy
def test_my_rounds_are_listed_and_lead_to_their_recall(ann: Visitor, table: Callable[..., str], hands: Hands) -> None:
    page = ann.go("/history")
    expect(page.locator("[data-mine]")).to_contain_text("You have not played a round yet.")
    expect(page.get_by_role("link", name="Play a round")).to_be_visible()
    for game, cards, net in (("star-pontoon", "KS 7D KH JC", "25"), ("canberra-blackjack", "KS 9D 7H JC", "25")):
        at = table(game)
        hands.set(at, cards)
        ann.go()
        ann.sit(at)
        ann.bet(25)
        ann.deal()
        ann.do("stand")
        expect(ann.results).to_contain_text(net)
    page = ann.go("/history")
    rows = page.locator("[data-mine] li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_have_text(re.compile(r"Canberra Blackjack.*Round 1.*\u2212\D?25", re.DOTALL))
    expect(rows.last).to_have_text(re.compile(r"The Star, Pontoon.*Round 1.*\+\D?25", re.DOTALL))
    assert ann.axe() == []
    rows.first.locator("a").click()
    expect(page.get_by_text("REPLAY").first).to_be_visible()
