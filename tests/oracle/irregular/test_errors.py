"""Errors of dealing: CP 15, CB 14, SP 18, S6 17."""

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


def by_game(*values):
    return list(zip(GAMES, values, strict=True))


@pytest.mark.parametrize(("game", "cited"), by_game("15.1", "14.1", "18.1", "17.1"))
def test_18_1_a_card_face_up_while_the_dealer_draws(game, cited):
    # The dealer's 6 K 5 make 21 against 19.
    answer = played(game, "KS 6D 9H 3C KD 5H", ANN, "stand", step("burn", 3))
    assert nets(answer) == {"ann": -10}
    assert hands(answer)[0] == "6D KD 5H"
    assert answer["burned"] == ["3C"]
    assert clauses(answer) == [cited]


@pytest.mark.parametrize(("game", "cited"), by_game("15.2", "14.2", "18.17", "17.17"))
def test_18_17_a_card_burned_by_mistake(game, cited):
    answer = played(game, "KS 7D 9H 3C KD", ANN, step("burn", because="in-error"), "stand")
    assert nets(answer) == {"ann": 10}
    assert clauses(answer) == [cited]
    assert answer["burned"] == ["3C"]


@pytest.mark.parametrize(("game", "cited"), by_game("15.2", "14.2", "18.2", "17.2"))
def test_18_2_a_card_drawn_in_error_is_the_next_card(game, cited):
    # 5 K and the 4 that lay out: 19 against 17. The order of cards is as it was.
    answer = played(game, "KS 7D 5H 4C KD", ANN, step("draw-in-error", 3), "hit", "stand")
    assert nets(answer) == {"ann": 10}
    assert hands(answer) == {0: "7D KD", 1: ["KS 5H 4C"]}
    assert clauses(answer) == [cited]
    assert (answer["burned"], answer["carried"], answer["cards_used"]) == ([], [], 5)


def test_18_2_in_the_initial_deal_it_cannot_be_refused():
    answer = played(SP, "KS 7D 9H KD", ANN, step("draw-in-error", 1), "refuse", "stand")
    assert refusals(answer) == [(1, "18.3")]
    assert nets(answer) == {"ann": 10}


def test_18_3_whoever_refuses_gets_no_card_on_any_box():
    # ann has both boxes; the king goes to the dealer (18.4): 17 against 16 and 11.
    wagers = [bet("ann"), bet("ann", box=2)]
    answer = played(
        SP, "KS 9S 7D 6H 2H KC", wagers, step("draw-in-error"), "refuse", do("hit", box=2), do("refuse", box=2)
    )
    assert refusals(answer) == [(2, "12.1"), (3, "18.3")]
    assert hands(answer) == {0: "7D KC", 1: ["KS 6H"], 2: ["9S 2H"]}
    assert nets(answer) == {"ann": -20}


def test_18_3_a_split_hand_still_gets_its_second_card():
    # Hand 1 has 11 and refuses the king, which is the second card of hand 2: 18 against 17.
    answer = played(SP, "8S 7D 8H 3C KC KD", ANN, "split", step("draw-in-error"), "refuse")
    assert hands(answer) == {0: "7D KD", 1: ["8S 3C", "8H KC"]}
    assert nets(answer) == {"ann": 0}


def test_18_3_standing_or_taking_it_is_no_refusal():
    # ann stands, bob takes the 9 on 11: 20 against 17. Then there is nothing to refuse.
    answer = played(
        SP,
        "KS 9S 7D 8H 2H 9C KD",
        ANN_AND_BOB,
        step("draw-in-error"),
        "stand",
        do("hit", box=2),
        do("refuse", box=2),
        do("stand", box=2),
    )
    assert refusals(answer) == [(3, "18.3")]
    assert hands(answer)[2] == ["9S 2H 9C"]
    assert nets(answer) == {"ann": 10, "bob": 10}


def test_18_3_only_the_controlling_player_refuses():
    wagers = [*ANN, bet("bob", seated=False)]
    answer = played(SP, "KS 7D 5H KC", wagers, step("draw-in-error"), do("refuse", player="bob"), "refuse")
    assert refusals(answer) == [(1, "6.6")]
    assert nets(answer) == {"ann": -10, "bob": -10}


@pytest.mark.parametrize(("game", "cited"), by_game("15.2", "14.2", "18.3", "17.3"))
def test_18_3_nothing_to_refuse(game, cited):
    answer = played(game, "KS 7D 9H KD", ANN, "refuse", "stand", step("cut-missed"))
    assert refusals(answer) == [(0, cited)]
    assert nets(answer) == {"ann": 10}


@pytest.mark.parametrize("game", [CP, CB])
def test_15_2_no_refusing_at_canberra(game):
    answer = played(game, "KS 7D 5H 4C KD", ANN, step("draw-in-error"), "refuse", "hit", "stand")
    assert refusals(answer) == [(1, "15.2" if game == CP else "14.2")]
    assert nets(answer) == {"ann": 10}


@pytest.mark.parametrize("game", GAMES)
def test_18_5_a_card_drawn_in_error_that_nobody_needs(game):
    # R31: ann is busted. An exposed card is burned, another is the first of the next round.
    answer = played(game, "KS 7D 6H KD 2C", ANN, "hit", step("draw-in-error"))
    assert (answer["burned"], answer["carried"], answer["cards_used"]) == (["2C"], [], 5)
    answer = played(game, "KS 7D 6H KD 2C", ANN, "hit", step("draw-in-error", exposed=False))
    assert (answer["burned"], answer["carried"], answer["cards_used"]) == ([], ["2C"], 4)


@pytest.mark.parametrize(("game", "cited"), by_game("15.3", "14.3", "18.5", "17.5"))
def test_18_5_an_exposed_card_to_the_complete_hand(game, cited):
    answer = played(game, "KS 8D 9H KD 2C", ANN, "stand", step("extra-card"))
    assert hands(answer)[0] == "8D KD"
    assert answer["burned"] == ["2C"]
    assert clauses(answer) == [cited]
    assert nets(answer) == {"ann": 10}


@pytest.mark.parametrize(("game", "cited"), by_game("15.3", "14.3", "18.6", "17.6"))
def test_18_6_an_unseen_card_to_the_complete_hand(game, cited):
    # Canberra burns it, seen or not; The Star carries it.
    answer = played(game, "KS 8D 9H KD 2C", ANN, "stand", step("extra-card", exposed=False))
    star = game in (SP, S6)
    assert answer["burned"] == ([] if star else ["2C"])
    assert answer["carried"] == (["2C"] if star else [])
    assert answer["cards_used"] == (4 if star else 5)
    assert clauses(answer) == [cited]


@pytest.mark.parametrize(("game", "cited"), by_game("15.3", "14.3", "18.5", "17.5"))
def test_18_5_not_while_a_hand_decides_later(game, cited):
    answer = played(game, "KS 8D 9H KD", ANN, step("extra-card"), "stand")
    assert refusals(answer) == [(0, cited)]
    assert answer["burned"] == []
    assert nets(answer) == {"ann": 10}


def test_15_3_silent_hands_are_played_first():
    # 5 draws 4 and 5: 14 against 18; the 9 is burnt.
    answer = played(CP, "2S 8D 3H 4C 5D KD 9C", ANN, step("extra-card"))
    assert hands(answer) == {0: "8D KD", 1: ["2S 3H 4C 5D"]}
    assert answer["burned"] == ["9C"]


def test_18_5_a_hand_of_one_card_is_complete_when_nothing_waits():
    answer = played(SP, "AS 8D KH 2C", ANN, step("extra-card"))
    assert hands(answer)[0] == "8D"
    assert answer["burned"] == ["2C"]
    assert nets(answer) == {"ann": 15}


# R34


@pytest.mark.parametrize(("game", "cited"), [(CB, "5.7"), (SP, "18.12"), (S6, "17.12")])
def test_18_12_a_burn_forgotten_leaves_the_card_in_play(game, cited):
    answer = played(game, "KS 7D 9H KD", ANN, step("burn-forgotten", 0), "stand")
    assert clauses(answer) == [cited]
    assert hands(answer)[1] == ["KS 9H"]
    answer = played(game, "KS 7D 9H KD", ANN, step("burn-forgotten", 1), "stand")
    assert refusals(answer) == [(0, cited)]


def test_5_3_where_no_card_is_burned():
    assert refusals(played(CP, "KS 7D 9H KD", ANN, step("burn-forgotten", 0))) == [(0, "5.3")]
    answer = played(CB, "KS 7D 9H KD", ANN, step("burn-forgotten", 0), cards_from="device")
    assert refusals(answer) == [(0, "19.1")]


@pytest.mark.parametrize("missed", ["cut-missed", "shuffle-missed"])
@pytest.mark.parametrize(
    ("game", "cut", "shuffle", "device"),
    [
        (CP, "5.2", "15.8", "19.1"),
        (CB, "5.2", "14.8", "19.1"),
        (SP, "18.11", "18.14", "5.7"),
        (S6, "17.11", "17.14", "4.7"),
    ],
)
def test_18_11_and_18_14_the_round_stands(missed, game, cut, shuffle, device):
    answer = played(game, "KS 7D 9H KD", ANN, step(missed), "stand")
    assert clauses(answer) == [cut if missed == "cut-missed" else shuffle]
    assert answer["after_round"] == ["shuffle"]
    assert nets(answer) == {"ann": 10}
    answer = played(game, "KS 7D 9H KD", ANN, step(missed), "stand", cards_from="device")
    assert refusals(answer) == [(0, device)]
    assert answer["after_round"] == []


def test_18_15_the_rack_stays():
    for game, cited in ((SP, "18.15"), (S6, "17.15")):
        answer = played(game, "KS 7D 9H KD", ANN, step("rack-left"), "stand", cards_from="device")
        assert (clauses(answer), answer["after_round"]) == ([cited], ["rack-stays"])
        answer = played(game, "KS 7D 9H KD", ANN, step("rack-left", 2), "stand", cards_from="device")
        assert refusals(answer) == [(0, cited)]
        assert refusals(played(game, "KS 7D 9H KD", ANN, step("rack-left"), "stand")) == [(0, cited)]
    for game in (CP, CB):
        answer = played(game, "KS 7D 9H KD", ANN, step("rack-left"), "stand", cards_from="device")
        assert refusals(answer) == [(0, "19.2")]


def test_18_1_1_the_cards_are_checked():
    cards = "KS 7D 3C 9H KD"
    burnt = step("burn", 2)
    answer = played(SP, cards, ANN, burnt, step("check-cards"), "stand", cards_from="device")
    assert (clauses(answer), answer["after_round"]) == (["18.1", "18.1.1"], ["check-cards"])
    in_error = step("burn", 2, because="in-error")
    answer = played(SP, cards, ANN, in_error, step("check-cards"), "stand", cards_from="device")
    assert refusals(answer) == [(1, "18.1.1")]
    assert refusals(played(S6, cards, ANN, burnt, step("check-cards"), "stand")) == [(1, "17.1.1")]
    assert refusals(played(CP, cards, ANN, burnt, step("check-cards"), "stand", cards_from="device")) == [(1, "15.1")]


# R39


@pytest.mark.parametrize("found", ["missing-card", "foreign-card"])
def test_18_16_a_missing_or_a_foreign_card(found):
    # The Star: ann's pontoon is paid and stands. Canberra: everything is undone.
    wagers = [bet("ann", stake=20), bet("bob", box=2)]
    for game, cited, ann in ((SP, "18.16.2", 30), (S6, "17.16.2", 24), (CP, "17.4", 0)):
        answer = played(game, "AS 9S 7D QH 8H", wagers, step(found), do("stand", box=2))
        assert nets(answer) == {"ann": ann, "bob": 0}
        assert answer["void"] == {"because": found, "clause": cited}
        assert answer["after_round"] == ["check-cards"]
        assert answer["notified"] == ([] if game == CP else ["inspector", "surveillance"])
        assert refusals(answer) == [(1, cited)]
        assert answer["cards_used"] == 5
    assert played(SP, "KS", ANN, step("foreign-card", 1, card="TH"))["void"]["because"] == "foreign-card"


# R33


def test_18_13_insurance_is_laid_where_it_was_missed():
    # After the double's card: 20 against the dealer's pontoon; the double stands off, insurance of 5 pays 10.
    answer = played(SP, "5S AD 6H 9C QD", ANN, "double", step("insurance-missed"), do("insure", amount="5"))
    assert results(answer) == [
        ("ann", "double", "stand-off", 0),
        ("ann", "insurance", "win", 10),
        ("ann", "main", "lose", -10),
    ]


def test_18_13_before_a_card_that_is_due():
    answer = played(SP, "KS AD 2H 4C QD", ANN, "hit", step("insurance-missed", 3), do("insure", amount="5"), "stand")
    assert refusals(answer) == []
    assert nets(answer) == {"ann": 0}


def test_18_13_for_unsettled_wagers_only():
    # Box 1 is a pontoon and paid, box 2 is busted, cat is still in play; dan has no wager.
    wagers = [bet("ann"), bet("bob", box=2), bet("cat", box=3)]
    insured = [
        do("insure", box, player=who, amount="5") for box, who in ((1, "ann"), (2, "bob"), (3, "cat"), (3, "dan"))
    ]
    answer = played(
        SP,
        "AS 9S KC AD KH 8H 5C 9D QC",
        wagers,
        do("hit", box=2),
        step("insurance-missed"),
        *insured,
        do("stand", box=3),
    )
    assert [one for one, _ in refusals(answer)] == [2, 3, 5]
    assert nets(answer) == {"ann": 15, "bob": -10, "cat": 0}


def test_18_13_too_late_or_offered():
    ace = "KS AD 5H QD"
    answer = played(SP, ace, ANN, do("insure", amount="5"), step("insurance-missed"), "stand")
    assert refusals(answer) == [(1, "18.13")]
    answer = played(SP, ace, ANN, "stand", step("insurance-missed", 4))
    assert refusals(answer) == [(1, "18.13")]
    for game, cited in by_game("7.1", "7.1", "9.1", "8.1"):
        answer = played(game, "KS 7D 9H KD", ANN, step("insurance-missed"), "stand")
        assert refusals(answer) == [(0, cited)]


def test_18_13_only_straight_after():
    answer = played(
        SP, "KS AD 2H 3C 4C 9D", ANN, "hit", step("insurance-missed"), "hit", do("insure", amount="5"), "stand"
    )
    assert refusals(answer) == [(3, "9.4")]


@pytest.mark.parametrize("game", [CP, CB])
def test_7_2_at_canberra_until_the_first_decision_on_a_hand(game):
    cards = "KS AD 5H 2C QD"
    answer = played(game, cards, ANN, "hit", step("insurance-missed"), do("insure", amount="5"), "stand")
    assert refusals(answer) == [(1, "7.2"), (2, "7.2")]
    answer = played(game, cards, ANN, step("insurance-missed"), do("insure", amount="5"), "hit", "stand")
    assert nets(answer) == {"ann": 0}


def test_7_2_after_a_surrender():
    # ann surrenders, which closes insurance; bob insures all the same and stands on 15. The dealer has a pontoon.
    answer = played(
        CP,
        "KS KC AD 6H 5H QD",
        ANN_AND_BOB,
        "surrender",
        do("insure", box=2, amount="5"),
        step("insurance-missed"),
        do("insure", box=2, amount="5"),
        do("stand", box=2),
    )
    assert refusals(answer) == [(1, "7.2")]
    assert nets(answer) == {"ann": -10, "bob": 0}


# R27


def test_r27_a_step_is_taken_before_the_next_card():
    # The hit was asked for when 3 cards were out; the burnt card comes before the one for ann.
    answer = played(SP, "KS 7D 5H 2C 4C KD", ANN, "hit", step("burn", 3), "stand")
    assert hands(answer)[1] == ["KS 5H 4C"]


def test_r27_silent_hands_are_played_up_to_it():
    # CP 15.7: box 2 has 5 and draws 4 and 9; the 3 between is burnt.
    answer = played(CP, "KS 2S 8D 9H 3H 4C 3C 9C KD", ANN_AND_BOB, "stand", step("burn", 6))
    assert hands(answer) == {0: "8D KD", 1: ["KS 9H"], 2: ["2S 3H 4C 9C"]}
    assert answer["burned"] == ["3C"]


@pytest.mark.parametrize(
    "decisions",
    [
        ["stand", step("burn", 2)],  # three cards have left
        [step("burn", 4), "hit", "stand"],  # the hand decides first
        [step("void", 9)],  # no nine cards leave in this round
    ],
)
def test_r27_a_time_that_never_comes(decisions):
    with pytest.raises(Unreadable):
        played(SP, "KS 7D 5H 2C 9C KD 5C 5D 6D 8S", ANN, *decisions)


def test_r38_what_follows_the_end_is_refused():
    answer = played(SP, "KS 7D 9H KD", ANN, step("void"), "stand", step("burn", 3), step("void"))
    assert [one for one, _ in refusals(answer)] == [1, 2, 3]
    assert len(answer["irregularities"]) == 1


WRONG = {
    "another's step": {"by": "dealer", "do": "void"},
    "nobody's step": {"by": "owner", "do": "burn"},
    "an unknown step": {"by": "dealer", "do": "sneeze"},
    "an unknown field": {"by": "dealer", "do": "burn", "card": "7H"},
    "an unknown ground": {"by": "supervisor", "do": "void", "because": "rain"},
    "no ground": {"by": "supervisor", "do": "invalidate"},
    "a negative time": {"by": "dealer", "do": "burn", "after_cards": -1},
    "a time as text": {"by": "dealer", "do": "burn", "after_cards": "3"},
    "an extra card with a time": {"by": "dealer", "do": "extra-card", "after_cards": 4},
    "exposed as a word": {"by": "dealer", "do": "extra-card", "exposed": "yes"},
    "misplaced without a time": {"by": "dealer", "do": "misplace", "to": "2"},
    "misplaced nowhere": {"by": "dealer", "do": "misplace", "after_cards": 1},
    "misplaced on box 8": {"by": "dealer", "do": "misplace", "after_cards": 1, "to": "8"},
    "misplaced on a hand that is not there": {"by": "dealer", "do": "misplace", "after_cards": 1, "to": "1.2"},
    "a card with missing-card": {"by": "supervisor", "do": "missing-card", "card": "7H"},
    "then at The Star": {"by": "supervisor", "do": "malfunction", "then": "shuffle"},
    "no player": {"by": "supervisor", "do": "void-wagers", "because": "device"},
    "returned to a text": {"by": "supervisor", "do": "malfunction", "returned_to": "ann"},
    "box and by": {"by": "dealer", "do": "burn", "box": 1},
    "box 0": {"by": "gaming-manager", "do": "pay-at-end", "box": 0},
}


@pytest.mark.parametrize("case", WRONG)
def test_unreadable(case):
    with pytest.raises(Unreadable):
        played(SP, "KS 7D 9H KD", ANN, WRONG[case], "stand")


def test_unreadable_source_of_cards():
    with pytest.raises(Unreadable):
        played(SP, "KS 7D 9H KD", ANN, "stand", cards_from="sleeve")


def test_the_answer_to_players_alone_is_as_ever():
    answer = played(SP, "KS 7D 9H KD", ANN, "stand")
    assert set(answer) == {"dealer", "boxes", "settlements", "refused", "net", "house", "cards_used"}
