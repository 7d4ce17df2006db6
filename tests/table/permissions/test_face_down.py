"""Players' first two cards are dealt face down, and turned before a third one (SP 4.6.2, S6 3.6.2; CP 6.1, CB 6.1)."""

from __future__ import annotations

import msgspec
import pytest

from boxseat.money import Cents
from boxseat.table import commands as c
from boxseat.table.permissions import commands as p
from boxseat.table.permissions.records import CardsExposed
from tests.table.day import Day

MANAGER = "gus"
FACE_DOWN = p.DealFaceDown(on=True, inspector_approved=True)
stars = pytest.mark.parametrize(("game", "clause"), [("star-pontoon", "4.6.2"), ("star-pontoon-6to5", "3.6.2")])
HIDDEN = ("??", "??")
CARDS = "9S 8C 6D 5H 7S"
"""Box 1 gets 9S 5H, box 2 8C 7S, the dealer 6D; no total is said by any other card."""


def face_down(game: str, *people: str) -> Day:
    day = Day(game).opened(*people)
    day.done(MANAGER, FACE_DOWN)
    return day


def cards_of(day: Day, box: int) -> tuple[str, ...]:
    """The cards that everybody sees on a box."""
    seen = day.seen().round
    assert seen is not None
    return next(one for one in seen.boxes if one.number == box).hands[0].cards


def shown_to(day: Day, *viewers: str) -> str:
    """Everything that is shown to everybody and to some people."""
    shown = [day.seen(), *(day.you(name) for name in viewers)]
    return b"".join(msgspec.json.encode(one) for one in shown).decode()


@stars
def test_4_6_2_players_see_their_own_two_cards_and_others_do_not(game: str, clause: str) -> None:
    day = face_down(game, "ann", "bob")
    assert day.said == (
        f"From the next round the first two cards of each player are dealt face down (clause {clause}).",
    )
    day.deal(CARDS, ann=10, bob=10)
    assert (cards_of(day, 1), cards_of(day, 2)) == (HIDDEN, HIDDEN)
    told = shown_to(day, "bob", "eve")
    assert not [card for card in ("9S", "5H") if card in told]
    assert "14" not in "".join(day.said)
    (own,) = day.you("ann").face_down
    assert (own.box, own.cards, own.total, own.soft) == (1, ("9S", "5H"), 14, False)
    assert [own.box for own in day.you("bob").face_down] == [2]
    assert day.you("eve").face_down == ()
    assert day.seen().round is not None
    assert "6D" in told, "the dealer's card lies face up"


@stars
def test_4_6_2_the_first_two_cards_are_turned_before_a_third(game: str, clause: str) -> None:
    day = face_down(game, "ann", "bob")
    day.deal(CARDS, ann=10, bob=10)
    for command in (c.DoHit(1), c.DoDouble(1)):
        assert day.refused("ann", command) == f"expose/first {clause}"
    assert [choice.do for choice in day.you("ann").choices] == ["expose", "stand"]
    assert {closed.do: closed.clause for closed in day.you("ann").closed}["hit"] == clause
    day.done("ann", p.ExposeCards(1))
    assert day.records(CardsExposed) == [CardsExposed("ann", 1)]
    assert cards_of(day, 1) == ("9S", "5H")
    assert day.said == ("ann turns the cards of box 1: 9S 5H, 14.",)
    assert day.you("ann").face_down == ()
    assert cards_of(day, 2) == HIDDEN
    day.done("ann", c.DoHit(1))


@stars
def test_4_6_2_a_hand_that_stands_is_turned_when_the_round_is_over(game: str, clause: str) -> None:
    day = face_down(game, "ann", "bob")
    day.deal(CARDS, ann=10, bob=10)
    day.done("ann", c.DoStand(1))
    assert day.said == ("Box 1 stands.", "Box 2: bob to decide.")
    assert cards_of(day, 1) == HIDDEN
    day.done("bob", c.DoStand(2))
    assert (cards_of(day, 1), cards_of(day, 2)) == (("9S", "5H"), ("8C", "7S"))


@stars
def test_4_6_2_hands_that_are_settled_in_the_initial_deal_are_turned(game: str, clause: str) -> None:
    """A pontoon is paid at once; so are Perfect Pairs, won or lost."""
    day = face_down(game, "ann", "bob", "cat")
    day.done("bob", c.Lay(2, Cents(1000), perfect_pairs=Cents(500)))
    day.deal("AS 8C 9H 6D KS 7S 5H", ann=10, cat=10)
    assert (cards_of(day, 1), cards_of(day, 2), cards_of(day, 3)) == (("AS", "KS"), ("8C", "7S"), HIDDEN)
    assert day.refused("ann", p.ExposeCards(1)) == f"expose/none {clause}"


@stars
def test_4_6_2_co_bettors_see_the_cards_and_the_controlling_player_turns_them(game: str, clause: str) -> None:
    day = face_down(game, "ann", "bob")
    day.done("bob", c.Lay(1, Cents(1000)))
    day.deal("9S 6D 5H", ann=10)
    assert [own.cards for own in day.you("bob").face_down] == [("9S", "5H")]
    assert day.refused("bob", p.ExposeCards(1)).startswith("control/not-yours")
    day.done("ann", p.ExposeCards(1))
    assert day.refused("ann", p.ExposeCards(1)) == f"expose/none {clause}"


@stars
def test_4_6_2_only_with_the_prior_approval_of_an_inspector(game: str, clause: str) -> None:
    day = Day(game).opened("ann")
    assert day.refused(MANAGER, p.DealFaceDown(on=True)) == f"permit/approved-first {clause}"
    day.done(MANAGER, FACE_DOWN)
    day.done(MANAGER, p.DealFaceDown(on=False))
    day.deal("9S 6D 5H", ann=10)
    assert cards_of(day, 1) == ("9S", "5H")


@stars
def test_4_6_2_a_round_in_play_goes_on_as_it_began(game: str, clause: str) -> None:
    day = Day(game).opened("ann")
    day.deal("9S 6D 5H", ann=10)
    day.done(MANAGER, FACE_DOWN)
    assert cards_of(day, 1) == ("9S", "5H")
    assert day.refused("ann", p.ExposeCards(1)) == f"expose/none {clause}"
    day.done("ann", c.DoStand(1))
    day.deal("9S 6D 5H", ann=10)
    assert cards_of(day, 1) == HIDDEN
    day.done(MANAGER, p.DealFaceDown(on=False))
    assert cards_of(day, 1) == HIDDEN


def test_3_6_2_a_hand_that_the_dealer_plays_for_an_absent_player_is_turned_with_its_third_card() -> None:
    """S6 17.10: it draws past eleven."""
    day = face_down("star-pontoon-6to5", "ann", "bob")
    day.deal("4S 8C 6D 5H 7S 3C", ann=10, bob=10)
    assert cards_of(day, 1) == HIDDEN
    day.time_up()
    assert cards_of(day, 1) == ("4S", "5H", "3C")


@pytest.mark.parametrize("game", ["canberra-pontoon", "canberra-blackjack"])
def test_6_1_at_canberra_all_cards_are_dealt_face_up(game: str) -> None:
    day = Day(game).opened("ann")
    assert day.refused(MANAGER, FACE_DOWN) == "permit/face-down 6.1"
    day.deal("9S 6D 5H", ann=10)
    assert day.refused("ann", p.ExposeCards(1)) == "expose/none 6.1"


def test_cards_that_people_deal_are_named_as_they_lie() -> None:
    day = Day("star-pontoon", dealt="by-hand")
    assert day.refused(MANAGER, FACE_DOWN).startswith("table/by-hand")
