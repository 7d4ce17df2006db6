"""Cards found face up, and cards burnt by mistake: out of the round for good (R28)."""

from __future__ import annotations

import pytest

from tests.notation import play
from tests.play.irregularities.games import each


@each("15.1", "14.1", "18.1", "17.1")
def test_18_1_a_card_found_face_up_is_burnt_and_the_next_takes_its_place(game: str, clause: str) -> None:
    told = play(game, "KS 2C 7D 9H KD", "1:ann=10", "dealer burn @1", "1 stand")
    assert (told.hands(), told.dealer, told.net) == (["KS 9H"], "7D KD", {"ann": "10.00"})
    assert (told.burned, told.carried, told.cards_used) == ("2C", "", 5)
    assert (told.done, told.refused, told.void) == ([(0, clause)], [], None)
    assert (told.after_round, told.notified) == ([], [])


@each("15.2", "14.2", "18.17", "17.17")
def test_18_17_a_card_burnt_by_mistake_stays_burnt(game: str, clause: str) -> None:
    told = play(game, "KS 7D 5H 6C 5C KD", "1:ann=10", "1 hit", "dealer burn @3 because=in-error", "1 stand")
    assert (told.hands(), told.burned, told.net) == (["KS 5H 5C"], "6C", {"ann": "10.00"})
    assert (told.done, told.cards_used) == ([(1, clause)], 6)


@each("15.1", "14.1", "18.1", "17.1")
def test_18_1_a_card_is_found_face_up_while_a_player_decides_and_after_the_last_hand(game: str, clause: str) -> None:
    told = play(game, "KS 7D 5H 6C 5C KD 2C", "1:ann=10", "dealer burn", "1 hit", "1 stand", "dealer burn")
    assert (told.hands(), told.dealer, told.burned) == (["KS 5H 5C"], "7D KD", "6C 2C")
    assert told.done == [(0, clause), (3, clause)]
    assert told.net == {"ann": "10.00"}


@each("15.1", "14.1", "18.1", "17.1")
def test_18_1_cards_are_burnt_in_order_before_the_first_and_between_the_dealers(game: str, clause: str) -> None:
    told = play(
        game, "2C 3C KS 7D 9H 4C KD", "1:ann=10", "dealer burn @0", "dealer burn @1", "1 stand", "dealer burn @5"
    )
    assert (told.burned, told.dealer, told.cards_used) == ("2C 3C 4C", "7D KD", 7)
    assert told.done == [(0, clause), (1, clause), (3, clause)]


@each("15.4", "14.4", "18.8", "17.8")
def test_18_8_burnt_cards_are_left_out_of_a_reconstruction(game: str, clause: str) -> None:
    """R28: the 2C was burnt before the misplaced card, the 3C after it."""
    told = play(
        game,
        "KS 9S 7D 2C 8H 3C 9H KD",
        "1:ann=10 2:bob=10",
        "dealer burn @3",
        "dealer misplace @4 to=2",
        "dealer burn @5 because=in-error",
        "supervisor reconstruct @7",
        "1 stand",
        "2 stand",
    )
    assert (told.hands(1), told.hands(2), told.burned) == (["KS 8H"], ["9S 9H"], "2C 3C")
    assert (told.done[1][1], told.set_aside) == (clause, [[]])
    assert told.net == {"ann": "10.00", "bob": "10.00"}


@each("15.5", "14.5", "18.8", "17.8")
def test_18_8_nothing_is_burnt_after_a_void_though_no_card_is_listed(game: str, clause: str) -> None:
    told = play(game, "KS 7D 9H", "1:ann=10", "supervisor void @3", "dealer burn", "dealer draw-in-error")
    assert told.refused == [(1, clause), (2, clause)]
    assert (told.burned, told.net) == ("", {"ann": "0.00"})


def test_18_1_a_refused_decision_does_not_move_a_step_that_comes_before_the_dealers_card() -> None:
    """R27: three cards are out when the 2C is found face up, whatever ann tried meanwhile."""
    told = play("star-pontoon", "KS 8D 9H 2C KD", "1:ann=20", "1 stand", "1 hit", "dealer burn @3")
    assert (told.burned, told.dealer, told.refused) == ("2C", "8D KD", [(1, "12.1")])
    told = play("star-pontoon", "KS 8D 9H 2C KD", "1:ann=20", "1 stand", "dealer close", "dealer burn @3")
    assert (told.burned, told.dealer, told.refused) == ("2C", "8D KD", [(1, "12.1")])


@pytest.mark.parametrize("game", ["star-pontoon", "star-pontoon-6to5"])
def test_18_1_after_all_have_surrendered_a_step_comes_when_the_dealers_hand_is_complete(game: str) -> None:
    told = play(game, "KS KD 6H 9C 2C", "1:ann=10", "1 surrender", "dealer burn")
    assert (told.dealer, told.burned, told.net) == ("KD 9C", "2C", {"ann": "-5.00"})
