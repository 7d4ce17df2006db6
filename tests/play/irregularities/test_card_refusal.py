"""Refusing a card that was drawn in error: who is bound by it at The Star, and never at Canberra (R30)."""

from __future__ import annotations

from tests.notation import play
from tests.play.irregularities.games import at_canberra, at_the_star, in_each_star_game

STAR = at_the_star("18.3", "17.3")


@at_the_star("18.2", "17.2")
def test_18_4_a_card_that_all_refuse_is_the_dealers_next(game: str, clause: str) -> None:
    told = play(
        game, "KS 9S 7D 6H 2H KC 8D", "1:ann=10 2:bob=10", "dealer draw-in-error @5", "1 refuse", "2 refuse", "1 hit"
    )
    assert (told.hands(1), told.hands(2), told.dealer) == (["KS 6H"], ["9S 2H"], "7D KC")
    assert told.net == {"ann": "-10.00", "bob": "-10.00"}
    assert [number for number, _ in told.refused] == [3]
    assert told.done == [(0, clause)]


@in_each_star_game
def test_18_3_whoever_refuses_gets_no_further_card_on_any_box(game: str) -> None:
    """ann decides for boxes 1 and 3, with cat on box 3; bob takes the card."""
    told = play(
        game,
        "KS 2S 4S 7D 6H 3H 5H KC QD",
        "1:ann*=10 2:bob=10 3:ann*=10 3:cat=20",
        "dealer draw-in-error @7",
        "1 refuse",
        "2 hit",
        "2 stand",
        "3 hit",
        "3 hit cat",
    )
    assert (told.hands(1), told.hands(2), told.hands(3)) == (["KS 6H"], ["2S 3H KC"], ["4S 5H"])
    assert told.dealer == "7D QD"
    assert [number for number, _ in told.refused] == [4, 5]


@in_each_star_game
def test_18_3_a_split_hand_still_gets_its_second_card_which_may_be_the_very_card(game: str) -> None:
    told = play(
        game, "8S 7H 8C 3D KC 9D KD", "1:ann=10", "1 split", "dealer draw-in-error @4", "1 refuse", "1 hit", "1 stand"
    )
    assert (told.hands(), told.dealer) == (["8S 3D", "8C KC"], "7H 9D KD")
    assert [number for number, _ in told.refused] == [3, 4]


@in_each_star_game
def test_18_3_a_card_that_makes_21_on_the_second_split_hand_is_paid(game: str) -> None:
    told = play(game, "AS 7H AC 3D KC 9D KD", "1:ann=10", "1 split", "dealer draw-in-error @4", "1 refuse", "2 refuse")
    assert told.hands() == ["AS 3D", "AC KC"]
    assert told.line("ann", "split")["result"] == "win"
    assert [number for number, _ in told.refused] == [2, 3]


@STAR
def test_18_3_taking_the_card_or_standing_is_no_refusal(game: str, clause: str) -> None:
    told = play(game, "KS 9S 7D 6H 2H 4C 9C KD", "1:ann=10 2:bob=10", "dealer draw-in-error @5", "1 stand", "2 hit")
    assert (told.hands(2), told.dealer) == (["9S 2H 4C"], "7D 9C KD")
    taken = play(game, "KS 7D 2H 5C 4C KD", "1:ann=10", "dealer draw-in-error @3", "1 hit", "1 refuse", "1 stand")
    assert (taken.refused, taken.hands()) == ([(2, clause)], ["KS 2H 5C"])
    double = play(game, "6S 7D 5H 9C 4C KD", "1:ann=10", "dealer draw-in-error @3", "1 double 10", "1 refuse")
    assert (double.hands(), double.refused) == (["6S 5H 9C"], [(2, clause)])


@at_the_star(("6.6", "18.3"), ("5.5", "17.3"))
def test_18_3_only_the_controlling_player_refuses_and_only_in_turn(game: str, clause1: str, clause2: str) -> None:
    told = play(
        game,
        "KS 9S 7D 6H 2H 4C 9C KD",
        "1:ann*=10 1:cat=10 2:bob=10",
        "dealer draw-in-error @5",
        "1 refuse cat",
        "1 refuse eve",
        "5 refuse",
        "1 refuse",
        "2 stand",
        "2 refuse",
    )
    assert told.refused == [(1, clause1), (2, clause1), (3, clause1), (6, clause2)]
    assert (told.hands(1), told.hands(2)) == (["KS 6H"], ["9S 2H"])


@in_each_star_game
def test_18_3_a_second_card_drawn_in_error_may_be_refused_by_whoever_took_none(game: str) -> None:
    told = play(
        game,
        "KS 9S 7D 6H 2H 4C 9C KD",
        "1:ann=10 2:bob=10",
        "dealer draw-in-error @5",
        "1 refuse",
        "2 hit",
        "dealer draw-in-error @6",
        "2 refuse",
    )
    assert (told.hands(2), told.dealer, told.refused) == (["9S 2H 4C"], "7D 9C KD", [])


@at_canberra("15.2", "14.2")
def test_15_2_at_canberra_nobody_refuses_a_card(game: str, clause: str) -> None:
    told = play(game, "KS 7D 6H 2C 3C KD", "1:ann=10", "dealer draw-in-error @3", "1 refuse", "1 hit", "1 stand")
    assert (told.refused, told.hands()) == ([(1, clause)], ["KS 6H 2C"])
    assert play(game, "KS 7D 6H KD", "1:ann=10", "1 refuse", "1 stand").refused == [(0, clause)]
