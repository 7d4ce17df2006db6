"""Decisions that fall after a reconstruction because nobody is asked for them any more, and when late insurance is over."""

from __future__ import annotations

import pytest

from tests.notation import play
from tests.play.irregularities.games import CANBERRA, each, in_each_game, in_each_star_game

ENDED = ("dealer misplace @2 to=dealer", "1 stand", "supervisor reconstruct @4", "supervisor void")


@in_each_game
def test_18_8_a_decision_on_a_hand_that_has_nothing_to_decide_falls_at_once(game: str) -> None:
    """R36: box 1 has an ace and a king now; that the round is void afterwards changes nothing about it."""
    told = play(game, "KH 4C AH 9D 7C AD", "1:ann=10", *ENDED)
    assert (told.hands(), told.set_aside, told.refused) == (["KH AH"], [[1]], [])


@in_each_game
def test_18_8_a_decision_of_a_box_that_is_still_to_be_asked_does_not_fall_before(game: str) -> None:
    """Box 1 is asked again, and the round is void before it answers: nobody knows whether the stand of box 2 would stand."""
    steps = ("1 hit", "dealer misplace @5 to=dealer", "1 stand", "2 stand", "supervisor reconstruct @7")
    told = play(game, "5S KS 7D 6H 8H 3C 9C 4C 2C JD", "1:ann=10 2:bob=10", *steps, "supervisor void")
    assert told.set_aside == [[2]]


@in_each_game
def test_18_8_insurance_falls_at_once_where_the_dealers_card_was_no_ace(game: str) -> None:
    """The ace lay on the dealer's place and belonged to box 1."""
    steps = ("dealer misplace @1 to=1", "1 insure 5", "supervisor reconstruct @3", "supervisor void")
    told = play(game, "9S 8D AD 7C JD", "1:ann=10", *steps)
    assert (told.refused, told.set_aside, told.dealer) == ([], [[1]], "8D")


@pytest.mark.parametrize("game", CANBERRA)
@pytest.mark.parametrize("order", [1, -1])
def test_22_a_box_stands_as_it_did_when_control_has_passed_since(game: str, order: int) -> None:
    """R42: box 2 stood before its first player's wagers came back; box 1 alone is asked again."""
    steps = ("1 hit", "dealer misplace @5 to=dealer", "1 stand", "2 stand")
    later = ("supervisor void-wagers @7 player=bob because=rules", "supervisor reconstruct")[::order]
    told = play(game, "9S KS 7D 2H 8H 4C 5C KD", "1:ann=10 2:bob*=10 2:cat=10", *steps, *later, "1 hit")
    assert (told.hands(1), told.hands(2), told.dealer) == (["9S 2H 4C 5C"], ["KS 8H"], "7D KD")
    assert (told.set_aside, told.refused) == ([[2]], [])
    assert told.line("bob")["result"] == "void"


@in_each_star_game
def test_18_13_insurance_that_was_missed_is_open_to_every_box(game: str) -> None:
    """R33: also where only one box was to be asked again after a reconstruction."""
    cards = "4S 3H 2S AH 5S 5H 3S 2C 4S AH 3H AS 2H 4S 2S 4H"
    steps = ("dealer misplace @0 to=2", "1 stand", "2 stand", "supervisor reconstruct @7", "dealer insurance-missed")
    told = play(
        game, cards, "1:ann=10 2:bob=10 3:cat=10", *steps, "1 insure 5", "3 insure 5", "1 stand", "2 stand", "3 stand"
    )
    assert told.refused == []
    assert [line["net"] for name in ("ann", "cat") for line in told.lines(name, "insurance")] == ["-5.00"] * 2


@in_each_star_game
def test_18_13_late_insurance_is_over_with_the_next_entry(game: str) -> None:
    """R27, R33: before a step without a moment all cards that are due are dealt."""
    steps = ("1 hit", "dealer insurance-missed @4", "dealer draw-in-error", "1 insure 5", "1 stand")
    told = play(game, "5S AD 4H 2C 3C 8S 9H", "1:ann=10", *steps)
    assert [entry for entry, _ in told.refused] == [3]
    assert (told.hands(), told.dealer) == (["5S 4H 2C"], "AD 3C 8S 9H")
    told = play(
        game, "5S AD 4H 2C 3C 8S 9H", "1:ann=10", "1 hit", "dealer insurance-missed @3", "supervisor void", "1 forfeit"
    )
    assert [entry for entry, _ in told.refused] == [3]


@each("15.3", "14.3", "18.5", "17.5")
def test_15_3_no_card_is_too_many_while_a_natural_may_be_insured(game: str, clause: str) -> None:
    """R32: in Blackjack the dealer's hand waits for those who insure, and the list says that somebody will."""
    steps = ("dealer extra-card", "1 insure 5")
    told = play(game, "KS AD AS 9C 8C 7C", "1:ann=10", *steps)
    if game == "canberra-blackjack":
        assert (told.refused, told.burned) == ([(0, clause)], "")
    else:
        assert (0, clause) in told.done
    quiet = play(game, "KS AD AS 9C 8C 7C", "1:ann=10", "dealer extra-card")
    assert quiet.done == [(0, clause)]
