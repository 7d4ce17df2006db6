"""The Star's layout and equipment as the page draws them: sections 3 (2024) and 2 (6 to 5), with the same rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.tiers import cases, heavy
from tests.web.set_cards import Hands
from tests.web.visitor import Visitor

Opens = Callable[..., str]
PAYS = {"star-pontoon": "Pontoon pays 3 to 2", "star-pontoon-6to5": "Pontoon pays 6 to 5"}
STANDS = "Dealer must stand on hard 17 or soft 18"
INSURANCE = "Insurance pays 2 to 1"
BOXES = range(1, 8)
EIGHT_DECKS = 8 * 48

both = pytest.mark.parametrize("game", PAYS)
either = pytest.mark.parametrize("game", cases(PAYS, ("star-pontoon",)))


def _lies(place: Locator) -> FloatRect:
    found = place.bounding_box()
    assert found is not None
    return found


def _looks(ann: Visitor, table: str) -> None:
    ann.go(f"/table/{table}")
    expect(ann.box(7)).to_be_visible()


@either
def test_3_1_the_players_places_are_along_one_side_and_the_dealer_faces_them(
    ann: Visitor, table: Opens, game: str
) -> None:
    _looks(ann, table(game))
    dealer = _lies(ann.page.locator(".felt [data-dealer]"))
    places = [_lies(ann.box(number).locator(".plate")) for number in BOXES]
    assert all(place["y"] > dealer["y"] + dealer["height"] for place in places)
    across = [place["x"] for place in places]
    assert across == sorted(across, reverse=True) or across == sorted(across), "the boxes are out of order"


@both
def test_3_2_the_cloth_has_seven_boxes_the_insurance_line_the_words_and_the_pairs(
    ann: Visitor, table: Opens, game: str
) -> None:
    _looks(ann, table(game))
    expect(ann.page.locator("section[data-box]")).to_have_count(7)
    expect(ann.page.locator(".felt .cloth text")).to_have_text([PAYS[game], STANDS, INSURANCE])
    expect(ann.page.locator(".felt .cloth path.line")).to_have_count(2)
    expect(ann.page.locator(".felt .spot.perfect_pairs")).to_have_count(7)


@either
def test_3_2_2_insurance_has_a_place_between_two_lines_before_the_boxes(
    ann: Visitor, table: Opens, hands: Hands, game: str
) -> None:
    at = table(game)
    hands.set(at, "9S AD 8H")
    ann.sit(at)
    ann.bet(25)
    ann.deal()
    ann.page.get_by_role("textbox").first.fill("10")
    ann.do("insure")
    expect(ann.box(4).locator(".insured")).to_contain_text("$10")
    words = _lies(ann.page.locator(".felt .cloth text", has_text=INSURANCE))
    lines = [_lies(ann.page.locator(".felt .cloth path.line").nth(place)) for place in range(2)]
    assert lines[0]["y"] + lines[0]["height"] < words["y"] + words["height"] < lines[1]["y"] + lines[1]["height"] + 5


@heavy
@either
def test_3_2_3_1_the_cloth_says_what_a_pontoon_is_paid(ann: Visitor, table: Opens, game: str) -> None:
    _looks(ann, table(game))
    expect(ann.page.locator(".felt .cloth")).to_contain_text(PAYS[game])


@heavy
@either
def test_3_2_3_2_the_cloth_says_when_the_dealer_stands(ann: Visitor, table: Opens, game: str) -> None:
    _looks(ann, table(game))
    expect(ann.page.locator(".felt .cloth")).to_contain_text(STANDS)


@heavy
@either
def test_3_2_3_3_the_cloth_says_what_insurance_is_paid(ann: Visitor, table: Opens, game: str) -> None:
    _looks(ann, table(game))
    expect(ann.page.locator(".felt .cloth")).to_contain_text(INSURANCE)


@either
def test_3_2_3_the_words_are_there_on_a_telephone_too(visitor: Callable[..., Visitor], table: Opens, game: str) -> None:
    ann = visitor(viewport={"width": 360, "height": 740})
    ann.come_in()
    _looks(ann, table(game))
    expect(ann.page.locator(".felt .words span")).to_have_text([PAYS[game], STANDS, INSURANCE])


@heavy
@either
def test_3_2_4_every_box_has_a_spot_for_perfect_pairs(ann: Visitor, table: Opens, game: str) -> None:
    _looks(ann, table(game))
    for number in BOXES:
        expect(ann.box(number).locator(".spot.perfect_pairs")).to_be_visible()


@either
@pytest.mark.parametrize(("cards_from", "name"), [("shoe", "Shoe"), ("device", "Shuffling device")])
def test_3_3_a_table_has_its_shoe_or_device_rack_and_tray(
    ann: Visitor, table: Opens, game: str, cards_from: str, name: str
) -> None:
    _looks(ann, table(game, cards_from=cards_from))
    expect(ann.page.locator("figure.shoe")).to_contain_text(name)
    expect(ann.page.locator("figure.rack")).to_contain_text("Discard rack")
    expect(ann.page.locator(".felt .tray .column")).to_have_count(14)


@heavy
@either
def test_3_3_2_the_rack_takes_what_eight_decks_give(ann: Visitor, table: Opens, hands: Hands, game: str) -> None:
    at = table(game)
    hands.set(at, "9S 6D 8H 9H 2C")
    ann.sit(at)
    ann.bet(5)
    ann.deal()
    ann.do("stand")
    expect(ann.results).to_be_visible()
    hands.set(at, "9S 6D 8H 9H 2C")
    ann.do("rebet")
    ann.deal()
    expect(ann.button("stand")).to_be_visible()
    rack = ann.page.locator("figure.rack")
    out = int(rack.locator(".number").inner_text().split()[0])
    pack, case = (rack.locator(part).evaluate("drawn => drawn.getBBox().height") for part in (".pack", ".case"))
    assert out == 6, "the cards of the previous round, and the burnt one"
    assert 0 < pack / out * EIGHT_DECKS <= case


@heavy
@either
def test_3_3_3_a_button_marks_the_wager_that_is_given_up_while_others_play_on(
    visitor: Callable[..., Visitor], table: Opens, hands: Hands, game: str
) -> None:
    at = table(game)
    hands.set(at, "9S 5C KD 7H 6C 9H")
    ann, bob = visitor(), visitor()
    for one, box in ((ann, 3), (bob, 5)):
        one.come_in()
        one.sit(at, box=box)
    ann.bet(25)
    ann.do("bet")
    bob.bet(25)
    bob.do("deal")
    ann.deal()
    ann.do("surrender")
    expect(bob.box(3).locator(".surrendered")).to_have_text("Surrendered")
