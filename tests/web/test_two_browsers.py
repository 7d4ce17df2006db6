"""Two browsers on one box: the controlling player decides, the co-bettor is asked, and each forfeits or not."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.tiers import heavy
from tests.web.set_cards import Hands
from tests.web.visitor import Visitor


@heavy
def test_controller_and_co_bettor_through_double_and_forfeit(
    visitor: Callable[..., Visitor], table: Callable[..., str], hands: Hands
) -> None:
    at = table("star-pontoon")
    ann, bob = visitor(), visitor()
    ann.come_in()
    bob.come_in()
    hands.set(at, "5S 9D 6H 2C 8S")
    ann.sit(at)
    ann.bet(25)
    ann.do("bet")
    bob.go(f"/table/{at}")
    bob.do("buy")
    bob.page.locator("dialog button.first").click()
    bob.box(4).locator("[data-spot=stake]").click()
    expect(bob.page.locator(".bets")).to_contain_text("Behind on box 4")
    bob.bet(5, 5)
    bob.do("deal")
    expect(bob.page.locator(".bets")).to_contain_text("the dealer waits for the other players")
    expect(ann.box(4)).to_contain_text("+1")
    ann.deal()
    # The controlling player is offered the choices, and sees who will be asked; the other waits.
    expect(ann.page.locator(".choices .note")).to_have_text(f"Double: {bob.name} will be asked too")
    expect(bob.page.locator(".action")).to_contain_text(f"Waiting for {ann.name}")
    expect(bob.button("hit")).to_have_count(0)
    ann.do("double")
    expect(bob.page.locator(".choices")).to_contain_text("Do you join?")
    expect(bob.page.locator(".choices").get_by_role("timer")).to_be_visible()
    bob.do("join")
    # Thirteen after the double: each may forfeit their own wager.
    for one in (ann, bob):
        expect(one.total(4)).to_contain_text("13")
    asked = "Give up your wager and take the double back?"
    expect(ann.page.locator(".choices")).to_contain_text(asked)
    ann.do("forfeit")
    expect(bob.page.locator(".choices")).to_contain_text(asked)
    bob.page.get_by_role("button", name="Keep the double").click()
    expect(ann.results).to_contain_text("You forfeited $25")
    expect(bob.results).to_contain_text("You lost")
    expect(ann.chips).to_have_text("$175")
    expect(bob.chips).to_have_text("$180")
    assert re.search(r"\bforfeit", " ".join(bob.heard()))


def test_who_does_not_go_along_has_no_part_in_the_double(
    visitor: Callable[..., Visitor], table: Callable[..., str], hands: Hands
) -> None:
    at = table("canberra-blackjack")
    ann, bob = visitor(), visitor()
    ann.come_in()
    bob.come_in()
    hands.set(at, "5S 9D 6H TC 8S")
    ann.sit(at)
    ann.bet(25)
    ann.do("bet")
    bob.go(f"/table/{at}")
    bob.do("buy")
    bob.page.locator("dialog button.first").click()
    bob.box(4).locator("[data-spot=stake]").click()
    bob.bet(25)
    bob.do("deal")
    ann.deal()
    ann.do("double")
    bob.do("pass")
    expect(ann.results).to_contain_text("the double")
    expect(ann.chips).to_have_text("$250")
    expect(bob.chips).to_have_text("$225")
    # The last card of the doubled hand lies sideways.
    expect(ann.box(4).locator(".cards.doubled")).to_be_visible()
    expect(ann.cards(4).nth(1).locator(".sideways")).to_have_count(0)
    expect(ann.cards(4).nth(2).locator(".sideways")).to_be_visible()
