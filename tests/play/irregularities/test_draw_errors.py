"""Cards drawn in error: they stay the next card, and what becomes of one that no hand needs (R29, R31)."""

from __future__ import annotations

from tests.notation import play
from tests.play.irregularities.games import each

DRAWN = each("15.2", "14.2", "18.2", "17.2")


@DRAWN
def test_18_2_a_card_drawn_in_error_is_the_next_card(game: str, clause: str) -> None:
    for how in ("", " exposed=false"):
        told = play(game, "KS 7D 2H 5C 4C KD", "1:ann=10", f"dealer draw-in-error @3{how}", "1 hit", "1 stand")
        assert (told.hands(), told.dealer, told.done) == (["KS 2H 5C"], "7D 4C KD", [(0, clause)])
        assert (told.burned, told.carried, told.cards_used) == ("", "", 6)


@DRAWN
def test_18_2_where_nobody_draws_it_goes_to_the_dealer(game: str, clause: str) -> None:
    told = play(game, "KS 7D 9H KD", "1:ann=10", "dealer draw-in-error", "1 stand")
    assert (told.dealer, told.net, told.done) == ("7D KD", {"ann": "10.00"}, [(0, clause)])
    double = play(game, "KS 7D 9H KD", "1:ann=10", "1 stand", "dealer draw-in-error @3")
    assert (double.dealer, double.net) == ("7D KD", {"ann": "10.00"})


@DRAWN
def test_18_2_cards_drawn_in_error_keep_their_order(game: str, clause: str) -> None:
    told = play(
        game, "KS 7D 2H 5C 2C 9C KD", "1:ann=10", "dealer draw-in-error", "dealer draw-in-error", "1 hit", "1 hit"
    )
    assert (told.hands(), told.done) == (["KS 2H 5C 2C"], [(0, clause), (1, clause)])


@each(("15.2", "15.2"), ("14.2", "14.2"), ("18.2", "18.3"), ("17.2", "17.3"))
def test_18_2_in_the_initial_deal_it_goes_to_the_next_place_and_is_not_refused(
    game: str, clause1: str, clause2: str
) -> None:
    told = play(game, "KS 7D 9H KD", "1:ann=10", "dealer draw-in-error @1", "1 refuse", "1 stand")
    assert (told.hands(), told.dealer) == (["KS 9H"], "7D KD")
    assert (told.done, told.refused) == ([(0, clause1)], [(1, clause2)])


@DRAWN
def test_18_5_an_exposed_card_that_no_hand_needs_is_burnt_and_an_unseen_one_carried(game: str, clause: str) -> None:
    """R31; 15.3 and 14.3 alike."""
    told = play(game, "KS 8D 9H KD 2C", "1:ann=10", "1 stand", "dealer draw-in-error")
    assert (told.burned, told.carried, told.cards_used) == ("2C", "", 5)
    assert told.done == [(1, clause)]
    told = play(game, "KS 8D 9H KD 2C", "1:ann=10", "1 stand", "dealer draw-in-error exposed=false")
    assert (told.burned, told.carried, told.cards_used, told.net) == ("", "2C", 4, {"ann": "10.00"})


@DRAWN
def test_18_6_a_card_after_a_carried_one_is_the_next_of_the_list(game: str, clause: str) -> None:
    steps = ("1 stand", "dealer draw-in-error exposed=false", "dealer burn", "dealer draw-in-error exposed=false")
    told = play(game, "KS 8D 9H KD 2C 3C 4C", "1:ann=10", *steps)
    assert (told.burned, told.carried, told.cards_used) == ("3C", "2C 4C", 5)
    assert told.done[0] == (1, clause)


@DRAWN
def test_18_5_a_card_that_waits_when_the_round_is_void_is_burnt_or_carried(game: str, clause: str) -> None:
    told = play(game, "KS 8D 9H 2C", "1:ann=10", "dealer draw-in-error", "supervisor void")
    assert (told.burned, told.carried, told.done[0]) == ("2C", "", (0, clause))
    told = play(game, "KS 8D 9H 2C", "1:ann=10", "dealer draw-in-error exposed=false", "supervisor void")
    assert (told.burned, told.carried, told.cards_used) == ("", "2C", 3)
