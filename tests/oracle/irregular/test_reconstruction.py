"""Cards that are misplaced, and the round dealt anew: CP 15.4, CB 14.4, SP 18.8, S6 17.8; R35 to R37."""

import pytest

from tests.oracle import Unreadable
from tests.oracle.irregular.shorthand import (
    ANN,
    ANN_AND_BOB,
    CB,
    CP,
    GAMES,
    S6,
    SP,
    bet,
    clauses,
    do,
    hands,
    nets,
    played,
    refusals,
    results,
    step,
)


def set_aside(answer):
    return [one["set_aside"] for one in answer["irregularities"] if one["do"] == "reconstruct"]


# R35


@pytest.mark.parametrize(
    ("game", "due", "nobody"),
    [(CP, "15.4", "15.2"), (CB, "14.4", "14.2"), (SP, "18.8", "18.2"), (S6, "17.8", "17.2")],
)
def test_18_8_what_is_not_misplaced(game, due, nobody):
    # To the box where it is due; and while the hand decides.
    answer = played(game, "KS 7D 9H KD", ANN, step("misplace", 0, to="1"), step("misplace", 3, to="dealer"), "stand")
    assert refusals(answer) == [(0, due), (1, nobody)]
    answer = played(game, "KS 7D 9H KD", ANN, "stand", step("misplace", 3, to="dealer"), step("reconstruct"))
    assert refusals(answer) == [(1, due), (2, due)]
    assert nets(answer) == {"ann": 10}


def test_18_8_a_misplaced_card_must_be_put_right():
    with pytest.raises(Unreadable):
        played(SP, "KS 9S 7D 5H 8H 4C KD", ANN_AND_BOB, step("misplace", 0, to="2"))
    for end in ("void", "missing-card"):
        answer = played(SP, "KS 9S 7D 5H 8H 4C KD", ANN_AND_BOB, step("misplace", 0, to="2"), step(end, 3))
        assert nets(answer) == {"ann": 0, "bob": 0}


def test_18_8_places_are_served_in_any_order():
    # The first card goes to the dealer, the next to box 1, and the third to box 2: not yet put right, K 9 are box 1's.
    cards = "7D KS 9S 9H 8H KD"
    lying = played(SP, cards, ANN_AND_BOB, step("misplace", 0, to="dealer"), step("void", 5))
    assert hands(lying) == {0: "7D", 1: ["KS 9H"], 2: ["9S 8H"]}
    put_right = played(SP, cards, ANN_AND_BOB, step("misplace", 0, to="dealer"), step("reconstruct", 5))
    assert hands(put_right) == {0: "9S KD", 1: ["7D 9H"], 2: ["KS 8H"]}


@pytest.mark.parametrize("to", ["5", "dealer"])
def test_18_8_a_card_lies_as_surplus(to):
    # The fourth card lies on an empty box, or on the dealer's place that is served; box 1 gets the 4, then the 8.
    cards = "KS 9S 7D 8H 4H 8C KD"
    lying = played(SP, cards, ANN_AND_BOB, step("misplace", 3, to=to), step("void", 6))
    assert hands(lying) == {0: "7D", 1: ["KS 4H"], 2: ["9S 8C"]}
    answer = played(
        SP, cards, ANN_AND_BOB, step("misplace", 3, to=to), step("reconstruct", 6), "stand", do("hit", box=2)
    )
    assert hands(answer) == {0: "7D KD", 1: ["KS 8H"], 2: ["9S 4H 8C"]}
    assert nets(answer) == {"ann": 10, "bob": 10}


def test_18_8_the_dealer_s_card_goes_to_a_player():
    # The queen that the dealer got in its stead is left over, and burned.
    answer = played(SP, "KS 7D 9H KD QC", ANN, "stand", step("misplace", 3, to="1"), step("reconstruct", 5))
    assert hands(answer) == {0: "7D KD", 1: ["KS 9H"]}
    assert (answer["burned"], answer["cards_used"]) == (["QC"], 5)
    assert nets(answer) == {"ann": 10}


def test_18_8_cards_burned_stay_burned():
    answer = played(
        SP,
        "KS 2C 9S 7D 5H 8H 4C KD",
        ANN_AND_BOB,
        step("burn", 1),
        "hit",
        step("misplace", 6, to="2"),
        step("reconstruct", 7),
        "stand",
        do("stand", box=2),
    )
    assert hands(answer) == {0: "7D KD", 1: ["KS 5H 4C"], 2: ["9S 8H"]}
    assert answer["burned"] == ["2C"]


# R36


def test_18_8_a_decision_on_another_hand_is_set_aside():
    # Box 1's second card lay on box 2, which was served: ann stood on K 8, bob hit 9 with the 5 beside it.
    # Dealt anew ann has K 5 and is asked again, bob has 9 8 and is asked again.
    cards = "KS 9S 7D 5H 8H 2C 3C 4C KD"
    answer = played(
        SP,
        cards,
        ANN_AND_BOB,
        step("misplace", 3, to="2"),
        "stand",
        do("stand", box=2),
        step("reconstruct"),
        "hit",
        "stand",
        do("stand", box=2),
    )
    # The 5 served box 2's second place; then 8 went to box 1. Anew: K 5, 9 8.
    assert set_aside(answer) == [[1, 2]]
    assert refusals(answer) == []
    assert hands(answer)[1] == ["KS 5H 2C"]
    assert hands(answer)[2] == ["9S 8H"]


def test_18_8_silent_after_it_is_set_aside():
    # R20: asked again on 5 2 and silent, ann draws past 11 at Canberra, and is done at The Star.
    for game, ann, dealer in ((CP, "5S 2H 9H", "7D KD"), (SP, "5S 2H", "7D 9H KD")):
        answer = played(game, "5S 7D 2H 9H KD", ANN, step("misplace", 2, to="dealer"), "stand", step("reconstruct"))
        assert set_aside(answer) == [[1]]
        assert hands(answer) == {0: dealer, 1: [ann]}


def test_18_8_other_boxes_decisions_stand():
    # Three boxes; box 3's second card goes to box 1, where it lies beside 5 6. ann's double saw it and is set aside;
    # bob's stand on 18 stands, and cat, who stood on 9 4, is asked again on 9 K.
    wagers = [bet("ann"), bet("bob", box=2), bet("cat", box=3)]
    answer = played(
        SP,
        "5S 9S 9H 7D 6S 9D KH 4C 8C KD",
        wagers,
        step("misplace", 6, to="1"),
        "double",
        do("stand", box=2),
        do("stand", box=3),
        step("reconstruct"),
        "hit",
        "stand",
        do("stand", box=3),
    )
    assert set_aside(answer) == [[1, 3]]
    assert refusals(answer) == []
    # ann gets the 4, then stands on 15; nobody draws, so 8 and K are the dealer's: 25.
    assert hands(answer) == {0: "7D 8C KD", 1: ["5S 6S 4C"], 2: ["9S 9D"], 3: ["9H KH"]}
    assert nets(answer) == {"ann": 10, "bob": 10, "cat": 10}


def test_18_8_later_decisions_wait_for_the_box_that_is_asked_again():
    # Box 1's hit card lay on box 2, whose stand saw it. Anew ann has 20 and needs nothing; bob decides again.
    answer = played(
        SP,
        "KS 9S 7D 5H 8H 5C 4C KD",
        ANN_AND_BOB,
        "hit",
        step("misplace", 5, to="2"),
        "stand",
        do("stand", box=2),
        step("reconstruct"),
        "stand",
        do("hit", box=2),
    )
    # ann stood on K 5 4, and now sees K 5 5; bob's stand saw the 5 beside his 17. He hits and gets the 4: 21.
    assert set_aside(answer) == [[2, 3]]
    assert hands(answer) == {0: "7D KD", 1: ["KS 5H 5C"], 2: ["9S 8H 4C"]}
    assert nets(answer) == {"ann": 10, "bob": 10}


def test_18_8_a_split_that_does_not_stand():
    # 8 and the misplaced 8 were split; the second hand's wager is gone with it. Anew ann has 8 7.
    answer = played(
        SP,
        "8S 6D 7H 8D 3C 2C KD 9H",
        ANN,
        step("misplace", 2, to="dealer"),
        "split",
        step("reconstruct"),
        "stand",
    )
    assert set_aside(answer) == [[1]]
    assert hands(answer) == {0: "6D 8D 3C", 1: ["8S 7H"]}
    assert results(answer) == [("ann", "main", "lose", -10)]


def test_18_8_a_payment_on_wrong_cards_is_undone():
    # A K was no pontoon: the king was the dealer's, and A 9 is left.
    for game in GAMES:
        answer = played(game, "AS KD 9H 8C", ANN, step("misplace", 1, to="1"), step("reconstruct", 3), "stand")
        assert hands(answer) == {0: "KD 8C", 1: ["AS 9H"]}
        assert nets(answer) == {"ann": 10}


def test_18_8_insurance_on_another_first_card_is_undone():
    # The ace was box 1's.
    answer = played(
        SP,
        "AS 7D 9H KD QC",
        ANN,
        step("misplace", 0, to="dealer"),
        do("insure", amount="5"),
        step("reconstruct", 3),
        "stand",
    )
    assert set_aside(answer) == [[1]]
    assert results(answer) == [("ann", "main", "win", 10)]


def test_18_8_insurance_stands_on_the_same_cards():
    # Only the cards after it were in the wrong places.
    answer = played(
        SP,
        "KS 9S AD 5H 8H 4C KD",
        ANN_AND_BOB,
        do("insure", amount="5"),
        "hit",
        step("misplace", 5, to="2"),
        step("reconstruct", 6),
        "stand",
        do("insure", box=2, amount="5"),
        do("stand", box=2),
    )
    assert set_aside(answer) == [[]]
    assert refusals(answer) == [(5, "9.4")]
    assert nets(answer) == {"ann": 0, "bob": -10}


def test_18_8_a_surrender_on_other_cards():
    # Box 1 has 10 on K 6, not on K 2: asked again it stands, and loses to 20.
    answer = played(
        SP, "KS QD 6H 2H KD", ANN, step("misplace", 2, to="dealer"), "surrender", step("reconstruct"), "stand"
    )
    assert set_aside(answer) == [[1]]
    assert hands(answer) == {0: "QD 2H KD", 1: ["KS 6H"]}
    assert nets(answer) == {"ann": 10}


def test_18_8_a_forfeit_goes_with_its_double():
    # The double's card lay with the dealer: 5 6 and 2, forfeited. Anew it is 5 6 and K: 21, nothing to forfeit.
    answer = played(
        SP,
        "5S 7D 6H KH 2C KD",
        ANN,
        "double",
        step("misplace", 3, to="dealer"),
        "forfeit",
        step("reconstruct"),
    )
    assert set_aside(answer) == [[2]]
    assert hands(answer) == {0: "7D", 1: ["5S 6H KH"]}
    assert answer["burned"] == ["2C"]
    assert results(answer) == [("ann", "double", "win", 10), ("ann", "main", "win", 10)]


def test_18_8_a_refusal_stands_or_falls_like_any_decision():
    # ann refused the 4 on K 5; the card misplaced later changes nothing for her.
    answer = played(
        SP,
        "KS 9S 7D 5H 2H 4C 3C KD",
        ANN_AND_BOB,
        step("draw-in-error"),
        "refuse",
        do("hit", box=2),
        do("hit", box=2),
        step("misplace", 6, to="1"),
        step("reconstruct", 7),
        do("stand", box=2),
    )
    assert set_aside(answer) == [[]]
    assert hands(answer) == {0: "7D KD", 1: ["KS 5H"], 2: ["9S 2H 4C 3C"]}


# R37


def test_18_8_cards_that_are_out_cannot_be_refused():
    answer = played(
        SP,
        "KS 7D 4H 5H 9C KD",
        ANN,
        step("misplace", 2, to="dealer"),
        "hit",
        step("reconstruct"),
        "refuse",
        "stand",
    )
    # ann hit K 5 and got the 9: busted. Anew K 4; the 5 and the 9 are out, and she stands.
    assert set_aside(answer) == [[1]]
    assert refusals(answer) == [(3, "18.3")]
    assert hands(answer) == {0: "7D 5H 9C", 1: ["KS 4H"]}
    assert nets(answer) == {"ann": -10}


@pytest.mark.parametrize("game", GAMES)
def test_18_5_what_is_left_over_is_burned(game):
    # ann hit 2 KD twice and busted. Anew she has 2 KH, which is not what she saw, and stands; 3 and 9 are for nobody.
    answer = played(
        game,
        "2S 8D KH KD 3C 9C",
        ANN,
        step("misplace", 2, to="dealer"),
        "hit",
        "hit",
        step("reconstruct"),
        "stand",
    )
    assert set_aside(answer) == [[1, 2]]
    assert hands(answer) == {0: "8D KD", 1: ["2S KH"]}
    assert answer["burned"] == ["3C", "9C"]
    assert answer["cards_used"] == 6


def test_18_8_two_errors_at_once():
    # The first two cards changed places, and box 2's second card lies on box 1.
    answer = played(
        SP,
        "KS 9S 7D 5H 8H 3H KD",
        ANN_AND_BOB,
        step("misplace", 0, to="2"),
        step("misplace", 4, to="1"),
        step("reconstruct", 6),
        "stand",
        do("stand", box=2),
    )
    assert clauses(answer) == ["18.8"] * 3
    assert hands(answer) == {0: "7D 3H KD", 1: ["KS 5H"], 2: ["9S 8H"]}
    assert nets(answer) == {"ann": -10, "bob": -10}


def test_18_8_a_second_reconstruction():
    # A decision that was set aside stays so; one made since is repeated.
    answer = played(
        SP,
        "KS 9S 7D 5H 8H 4C 2C 3C KD",
        ANN_AND_BOB,
        step("misplace", 3, to="2"),
        "hit",
        step("reconstruct"),
        "hit",
        step("misplace", 6, to="dealer"),
        step("reconstruct"),
        do("stand", box=2),
    )
    # ann hit K 8 and got the 4: busted. Anew she has K 5; she hits and takes the 4 that is out; nobody is due a card.
    assert set_aside(answer) == [[1]]
    assert refusals(answer) == [(4, "18.2"), (5, "18.8")]
    answer = played(
        SP,
        "KS 9S 7D 5H 8H 2C 4C 3C KD",
        ANN_AND_BOB,
        step("misplace", 3, to="2"),
        step("reconstruct", 5),
        "hit",
        step("misplace", 5, to="dealer"),
        step("reconstruct", 6),
        "hit",
        "stand",
        do("stand", box=2),
    )
    assert set_aside(answer) == [[], []]
    assert hands(answer) == {0: "7D 3C KD", 1: ["KS 5H 2C 4C"], 2: ["9S 8H"]}


# R38 after a misplaced card


def test_18_8_payments_made_before_a_void_stand():
    # The misplaced king made a pontoon that was paid; it cannot be reconstructed, a supervisor says.
    cards = "AS 9S KD 7H 8H"
    misplaced = step("misplace", 2, to="1")
    answer = played(SP, cards, ANN_AND_BOB, misplaced, step("void", 5))
    assert hands(answer) == {0: "7H", 1: ["AS KD"], 2: ["9S 8H"]}
    assert nets(answer) == {"ann": 15, "bob": 0}
    assert nets(played(CP, cards, ANN_AND_BOB, misplaced, step("void", 5))) == {"ann": 0, "bob": 0}
    # Put right first, it was never made.
    answer = played(SP, cards, ANN_AND_BOB, misplaced, step("reconstruct", 5), step("void", 5))
    assert nets(answer) == {"ann": 0, "bob": 0}
