"""All four games with the mouse: from the lobby to the settlement, and through every choice in the rules."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from boxseat.rulebook.load import GAMES
from tests.server.server_thread import Running
from tests.tiers import cases, heavy
from tests.web.set_cards import Hands
from tests.web.visitor import Visitor

Opens = Callable[..., str]


@pytest.mark.parametrize("game", cases(GAMES, ("star-pontoon-6to5", "canberra-pontoon")))
def test_a_newcomer_plays_a_round(visitor: Callable[..., Visitor], table: Opens, hands: Hands, game: str) -> None:
    """One click to come in, a seat, two chips, a card drawn; then the house says what was paid, and by which clause."""
    ann, at = visitor(), table(game)
    ann.come_in()
    hands.set(at, "5S 9D 6H 8C 8S")
    ann.sit(at)
    ann.bet(5, 25)
    expect(ann.chips).to_have_text("$170")
    ann.deal()
    expect(ann.total(4)).to_have_text("11")
    ann.do("hit")
    expect(ann.cards(4)).to_have_count(3)
    expect(ann.total(4)).to_have_text("19")
    ann.do("stand")
    expect(ann.results).to_contain_text("You won $30")
    expect(ann.results).to_contain_text(re.compile(r"clause \d+\.\d+"))
    expect(ann.results).to_contain_text("+$30")
    expect(ann.chips).to_have_text("$230")
    ann.do("rebet")
    expect(ann.chips).to_have_text("$200")
    ann.do("clear")
    expect(ann.chips).to_have_text("$230")


@heavy
def test_only_what_is_legal_is_offered_and_beside_the_rest_stands_why(ann: Visitor, table: Opens, hands: Hands) -> None:
    at = table("star-pontoon")
    hands.set(at, "5S 9D 6H")
    ann.sit(at)
    ann.bet(25)
    ann.deal()
    expect(ann.button("hit")).to_be_visible()
    expect(ann.button("split")).to_have_count(0)
    ann.page.locator(".choices details summary").click()
    expect(ann.page.locator("[data-closed=split]")).to_contain_text(re.compile(r"Split .+\(clause 14\.\d"))
    ann.do("stand")


@heavy
def test_chips_are_dragged_and_typed(ann: Visitor, table: Opens) -> None:
    at = table("canberra-blackjack")
    ann.sit(at)
    ann.bet(5)
    chip = ann.chip(25)
    chip.drag_to(ann.box(4).locator("[data-spot=stake]"))
    expect(ann.chips).to_have_text("$170")
    ann.page.get_by_role("textbox", name="Super Sevens").fill("3")
    ann.page.get_by_role("textbox", name="Perfect Pairs").fill("2")
    ann.page.get_by_role("textbox", name="Perfect Pairs").press("Tab")
    expect(ann.chips).to_have_text("$165")
    ann.do("bet")
    expect(ann.box(4).get_by_role("button", name="Super Sevens, box 4: $3")).to_be_visible()
    ann.do("clear")
    expect(ann.chips).to_have_text("$200")


@heavy
def test_a_player_cuts_the_cards_by_hand(ann: Visitor, table: Opens) -> None:
    ann.sit(table("canberra-pontoon"))
    place = ann.page.get_by_role("slider", name="Cards in front of the cutting card")
    place.fill("70")
    ann.do("cut")
    expect(ann.page.locator(".said")).to_contain_text(re.compile("cuts? the cards"))
    expect(ann.chip(5)).to_be_visible()


@heavy
def test_surrender(ann: Visitor, table: Opens, hands: Hands) -> None:
    """Half the wager is lost, and the surrender button is on the box."""
    at = table("star-pontoon")
    hands.set(at, "9S KD 7H 7C")
    ann.sit(at)
    ann.bet(100)
    ann.deal()
    ann.do("surrender")
    expect(ann.results).to_contain_text("You surrendered and lost $50")
    expect(ann.results).to_contain_text("\N{MINUS SIGN}$50")
    expect(ann.chips).to_have_text("$150")


def test_insurance(ann: Visitor, table: Opens, hands: Hands) -> None:
    """Also for less than half the wager: the wager loses to the dealer's blackjack, and insurance pays 2 to 1."""
    at = table("canberra-blackjack")
    hands.set(at, "9S AD 9H KC")
    ann.sit(at)
    ann.bet(100)
    ann.deal()
    expect(ann.page.locator(".choices")).to_contain_text("Insure against a dealer Blackjack? Insurance pays 2 to 1.")
    ann.page.get_by_label("Insure: amount").fill("40")
    ann.do("insure")
    expect(ann.box(4).locator(".insured")).to_contain_text("$40")
    ann.do("stand")
    expect(ann.results).to_contain_text("$40 at 2 to 1")
    expect(ann.chips).to_have_text("$180")


def test_an_amount_that_is_written_stays_when_others_act(
    ann: Visitor, floor: Running, table: Opens, hands: Hands
) -> None:
    at = table("canberra-blackjack")
    hands.set(at, "9S AD 9H KC")
    ann.sit(at)
    ann.bet(100)
    ann.deal()
    ann.page.get_by_label("Insure: amount").fill("40")
    with floor.guest().socket(at) as line:
        line.done(at, "buy-in", amount="300")
        line.done(at, "sit", box=6)
        expect(ann.box(6)).not_to_contain_text("Free")
        ann.do("insure")
    expect(ann.box(4).locator(".insured")).to_contain_text("$40")
    ann.do("stand")


@heavy
def test_even_money(ann: Visitor, table: Opens, hands: Hands) -> None:
    at = table("canberra-blackjack")
    hands.set(at, "AS AD KH")
    ann.sit(at)
    ann.bet(100)
    ann.deal()
    ann.do("even-money")
    expect(ann.results).to_contain_text("at 1 to 1")
    expect(ann.chips).to_have_text("$300")


@heavy
def test_split_to_the_limit(ann: Visitor, table: Opens, hands: Hands) -> None:
    """Four hands, each with its own wager; then splitting is closed, and the clause is given."""
    at = table("canberra-blackjack")
    hands.set(at, "8S 6D 8H 8C 8D 5S 5H 5D 5C KD KS")
    ann.sit(at, "500")
    ann.bet(100)
    ann.deal()
    for count in (2, 3, 4):
        ann.do("split")
        expect(ann.box(4).locator(".hand")).to_have_count(count)
    expect(ann.button("split")).to_have_count(0)
    for number in range(1, 5):
        expect(ann.box(4).locator(".one").nth(number - 1).locator(".stake")).to_have_text("$100")
    for number in range(1, 5):
        expect(ann.total(4, number)).to_have_text("13")
        ann.do("stand")
    expect(ann.chips).to_have_text("$900")
    expect(ann.results.locator("li")).to_have_count(4)
    expect(ann.results).to_contain_text("the split wager")


@heavy
def test_a_computer_player_comes_when_asked_and_goes_when_thanked(ann: Visitor, table: Opens) -> None:
    ann.sit(table("star-pontoon"))
    ann.do("decline-cut")
    ann.box(2).locator("[data-spot=stake]").click()
    ann.do("ask-computer")
    ann.page.locator("dialog button").last.click()
    expect(ann.box(2).locator(".kind").first).to_be_visible()
    ann.page.get_by_role("button", name=re.compile("^Dismiss")).click()
    expect(ann.box(2)).to_contain_text("Free")


@heavy
def test_a_round_is_stepped_through_marked_replay(ann: Visitor, table: Opens, hands: Hands) -> None:
    at = table("star-pontoon")
    hands.set(at, "KS 9D 9H 8C")
    ann.sit(at)
    ann.bet(25)
    ann.deal()
    ann.do("stand")
    ann.results.get_by_role("link", name="Step through this round").click()
    expect(ann.page.locator(".mark", has_text="REPLAY").first).to_be_visible()
    expect(ann.page.get_by_text(re.compile(r"^Step \d+ of \d+$"))).to_be_visible()
    ann.page.get_by_role("button", name="Last").click()
    expect(ann.page.locator("main")).to_contain_text("This is a replay")
    ann.go(f"/history/{at}")
    expect(ann.page.locator("main")).to_contain_text("Round 1")
    ann.go("/account")
    expect(ann.page.locator("main")).to_contain_text("Bankroll")
