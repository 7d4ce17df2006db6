"""Rounds that are void or invalidated, wagers that are void, devices that fail, payments at the end: R38 to R43."""

import pytest

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

DEVICE = {"cards_from": "device"}

# Void: R23, R38


@pytest.mark.parametrize(
    ("game", "cited", "ann"), [(CP, "15.5", 0), (CB, "14.5", 0), (SP, "18.8", 10), (S6, "17.8", 10)]
)
def test_18_8_a_21_that_was_paid(game, cited, ann):
    # 5 6 K: paid at The Star before the void, and the Perfect Pair of 9s (25 to 1) too; nothing stands at Canberra.
    wagers = [bet("ann"), bet("bob", box=2, pairs=2)]
    answer = played(game, "5S 9S 7D 6H 9S KD", wagers, "hit", step("void"), do("stand", box=2))
    assert nets(answer) == {"ann": ann, "bob": 50 if ann else 0}
    assert answer["void"] == {"because": "cannot-reconstruct", "clause": cited}
    assert refusals(answer) == [(2, cited)]


def test_18_8_before_the_initial_deal_is_complete_nothing_is_paid():
    answer = played(SP, "AS 9S 7D KH 9S", [bet("ann"), bet("bob", box=2, pairs=2)], step("void", 4))
    assert nets(answer) == {"ann": 0, "bob": 0}
    assert hands(answer)[2] == ["9S"]


def test_r38_nothing_of_the_final_settlement_stands():
    for game in GAMES:
        answer = played(game, "KS 7D 9H KD", ANN, "stand", step("void", because="found-later"))
        assert results(answer) == [("ann", "main", "void", 0)]
        assert hands(answer)[0] == "7D KD"
        assert answer["void"]["because"] == "found-later"


def test_r23_wagers_that_were_lost_come_back():
    # The forfeited one and the busted one; the doubled part that was taken back stays where it is.
    answer = played(SP, "5S KS 7D 6H 9S 8D KC", ANN_AND_BOB, "double", "forfeit", do("hit", box=2), step("void"))
    assert results(answer) == [("ann", "double", "void", 0), ("ann", "main", "void", 0), ("bob", "main", "void", 0)]


def test_r38_super_bonus_and_the_fifty_dollars_stand():
    # SP 11.2.2-3: ann is paid 2 to 1 and 1,000; bob's 50 was paid at once.
    cards = "7H KS 7D 7H 9S 7H"
    answer = played(SP, cards, ANN_AND_BOB, "hit", step("void"))
    assert nets(answer) == {"ann": 1020, "bob": 50}
    assert nets(played(CP, cards, ANN_AND_BOB, "hit", step("void"))) == {"ann": 0, "bob": 0}


# Payment at final settlement: R43


def test_11_3_deferred_and_then_void():
    wagers = [bet("ann"), bet("bob", box=2)]
    cards = "AS AH 7D KH KD"
    for game, cited in ((SP, "11.3"), (S6, "10.3")):
        answer = played(game, cards, wagers, step("pay-at-end", 0, box=1), step("void"))
        assert nets(answer) == {"ann": 0, "bob": 15 if game == SP else 12}
        assert clauses(answer)[0] == cited
        answer = played(game, cards, wagers, step("pay-at-end", 0), step("void"))
        assert nets(answer) == {"ann": 0, "bob": 0}


def test_11_3_too_late_changes_nothing():
    answer = played(SP, "AS 7D KH", ANN, step("pay-at-end"), step("void"))
    assert nets(answer) == {"ann": 15}
    assert clauses(answer) == ["11.3", "18.8"]


def test_11_3_odds_and_draws_are_as_ever():
    # A 21 of 5 6 K and a pontoon: nothing waits for the dealer.
    answer = played(SP, "5S AS 7D 6H KH KD", ANN_AND_BOB, step("pay-at-end", 0), "hit")
    assert nets(answer) == {"ann": 10, "bob": 15}
    assert hands(answer)[0] == "7D"


def test_8_1_no_deferring_at_canberra():
    for game in (CP, CB):
        assert refusals(played(game, "AS 7D KH", ANN, step("pay-at-end", 0))) == [(0, "8.1")]


# Invalidated: R41


@pytest.mark.parametrize(
    ("game", "because", "cited"),
    [
        (CP, "disruption", "17.1"),
        (CP, "fraud", "17.4"),
        (CP, "impractical", "17.4"),
        (CB, "disruption", "16.1"),
        (CB, "fraud", "16.4"),
        (CB, "impractical", "16.4"),
        (SP, "disruption", "20.5.1"),
        (SP, "fraud", "20.5.2"),
        (S6, "disruption", "19.4.1"),
        (S6, "fraud", "19.4.2"),
    ],
)
def test_20_5_payments_are_undone(game, because, cited):
    # ann's pontoon is undone at The Star too.
    answer = played(game, "AS 9S 7D QH 8H", ANN_AND_BOB, step("invalidate", because=because))
    assert results(answer) == [("ann", "main", "void", 0), ("bob", "main", "void", 0)]
    assert answer["void"] == {"because": because, "clause": cited}
    assert clauses(answer) == [cited]


def test_20_6_without_a_refund_every_stake_is_kept():
    # The forfeit's double was taken back before, and stays ann's.
    answer = played(
        SP,
        "5S 9S 7D 6H 9S 8D",
        [bet("ann"), bet("bob", box=2, pairs=2)],
        "double",
        "forfeit",
        step("invalidate", because="fraud", refund=False),
    )
    assert results(answer) == [
        ("ann", "double", "stand-off", 0),
        ("ann", "main", "forfeit", -10),
        ("bob", "main", "forfeit", -10),
        ("bob", "perfect-pairs", "forfeit", -2),
    ]


def test_20_6_all_wagers_of_those_named_are_forfeited():
    wagers = [bet("ann"), bet("ann", box=2, pairs=5), bet("bob", box=3)]
    answer = played(
        SP,
        "KS 9S 8S AD KH 9D 8D",
        wagers,
        do("insure", amount=5),
        step("invalidate", because="fraud", forfeited_by=["ann"]),
    )
    assert nets(answer) == {"ann": -30, "bob": 0}


def test_20_5_refused():
    wrong = [
        (SP, {"because": "impractical"}, "20.5"),
        (S6, {"because": "impractical"}, "19.4"),
        (SP, {"because": "disruption", "forfeited_by": ["ann"]}, "20.6"),
        (S6, {"because": "fraud", "forfeited_by": ["zoe"]}, "19.5"),
        (CP, {"because": "fraud", "forfeited_by": ["ann"]}, "17.5"),
        (CB, {"because": "fraud", "forfeited_by": ["zoe"]}, "16.5"),
    ]
    for game, said, cited in wrong:
        answer = played(game, "KS 7D 9H KD", ANN, step("invalidate", **said), "stand")
        assert refusals(answer) == [(0, cited)]
        assert answer["void"] is None
        assert nets(answer) == {"ann": 10}


# Wagers of one player: R42

WITH_BOB = [bet("ann", stake=20), bet("bob", seated=False)]


@pytest.mark.parametrize(
    ("game", "because", "cited"),
    [(CP, "rules", "17.3(a)"), (CB, "device", "16.3(a)"), (SP, "device", "20.4.1"), (S6, "device", "19.3.1")],
)
def test_20_4_1_control_passes(game, because, cited):
    # ann's 20 come back; bob controls the box from then on.
    answer = played(
        game,
        "KS 7D 5H 4C KD",
        WITH_BOB,
        step("void-wagers", player="ann", because=because),
        do("hit", player="ann"),
        do("hit", player="bob"),
        "stand",
    )
    assert clauses(answer) == [cited]
    assert [one for one, _ in refusals(answer)] == [1]
    assert results(answer) == [("ann", "main", "void", 0), ("bob", "main", "win", 10)]


def test_6_6_2_the_highest_wager_that_is_left():
    wagers = [bet("ann"), bet("bob", stake=5, seated=False), bet("cat", stake=15, seated=False)]
    void = step("void-wagers", player="ann", because="device")
    for game, controller, other in ((SP, "cat", "bob"), (CP, "bob", "cat")):
        answer = played(game, "KS 7D 9H KD", wagers, void, do("stand", player=other), do("stand", player=controller))
        assert [one for one, _ in refusals(answer)] == [1]


def test_20_4_1_won_and_lost_wagers_come_back():
    wagers = [bet("ann"), bet("ann", box=2, pairs=5), bet("bob", box=3)]
    void = step("void-wagers", player="ann", because="device")
    answer = played(SP, "AS 9S 8S 7D KH 4D KC KD", wagers, do("stand", box=2), void, do("stand", box=3))
    assert nets(answer) == {"ann": 0, "bob": 10}
    assert len(answer["irregularities"]) == 1


def test_18_21_2_what_was_lost_before_stays_lost():
    # The pontoon is undone; the Perfect Pairs and the busted hand were lost before; box 3 is still open.
    wagers = [bet("ann"), bet("ann", box=2, pairs=5), bet("ann", box=3), bet("bob", box=4)]
    answer = played(
        SP,
        "AS 9S 8S KC 7D KH 4D KC 9C QD KD",
        wagers,
        do("hit", box=2),
        step("void-wagers", player="ann", because="player-card"),
        do("stand", box=4),
    )
    assert results(answer) == [
        ("ann", "main", "lose", -10),
        ("ann", "main", "void", 0),
        ("ann", "main", "void", 0),
        ("ann", "perfect-pairs", "lose", -5),
        ("bob", "main", "win", 10),
    ]


def test_20_4_1_a_box_that_empties_in_the_initial_deal():
    # Box 1 gets no second card; bob's Perfect Pairs there come back for want of a main wager (16.5).
    wagers = [bet("ann"), bet("bob", stake=None, seated=False, pairs=5), bet("bob", box=2)]
    answer = played(
        SP, "KS 9S 7D 9H KD", wagers, step("void-wagers", 2, player="ann", because="device"), do("stand", box=2)
    )
    assert hands(answer) == {0: "7D KD", 1: ["KS"], 2: ["9S 9H"]}
    assert nets(answer) == {"ann": 0, "bob": 10}
    # Nobody is left: no more cards at all.
    answer = played(CP, "KS 7D 9H KD", ANN, step("void-wagers", 1, player="ann", because="rules"), "stand")
    assert hands(answer) == {0: "", 1: ["KS"]}
    assert answer["cards_used"] == 1


def test_20_4_1_the_last_place_of_the_initial_deal_is_nobody_s():
    # Box 2 would get the fifth card; ann's pontoon is paid all the same.
    void = step("void-wagers", 4, player="bob", because="device")
    answer = played(SP, "AS 9S 7D KH 9H KD", ANN_AND_BOB, void, step("void"))
    assert nets(answer) == {"ann": 15, "bob": 0}
    assert answer["cards_used"] == 4


def test_20_4_1_a_card_that_was_asked_for():
    # bob has a wager on the hand, so it gets the card that ann asked for; without him it does not.
    void = step("void-wagers", 3, player="ann", because="device")
    answer = played(SP, "KS 7D 5H 4C KD", WITH_BOB, "hit", void, "stand")
    assert hands(answer)[1] == ["KS 5H 4C"]
    answer = played(SP, "KS 7D 5H 4C KD", ANN, "hit", void, "stand")
    assert hands(answer) == {0: "7D", 1: ["KS 5H"]}
    assert refusals(answer) == [(2, "12.1")]


def test_20_4_1_a_split_hand_without_wagers_gets_no_card():
    # bob did not join the split: with ann gone hand 2 is nobody's.
    answer = played(
        SP,
        "8S 7D 8H 3C KC KD",
        WITH_BOB,
        "split",
        step("void-wagers", player="ann", because="device"),
        "hit",
    )
    assert hands(answer) == {0: "7D", 1: ["8S 3C KC", "8H"]}
    assert nets(answer) == {"ann": 0, "bob": 10}


def test_15_no_doubling_of_a_hand_without_a_wager_of_one_s_own():
    # cat joined the split, bob did not; bob controls the box when ann's wagers are void, and may hit hand 2.
    wagers = [*WITH_BOB, bet("cat", stake=5, seated=False)]
    answer = played(
        SP,
        "8S 7D 8H KC 3C KH KD",
        wagers,
        do("split", joined_by=["cat"]),
        "stand",
        step("void-wagers", player="ann", because="device"),
        "double",
        do("hit", player="bob"),
    )
    assert refusals(answer) == [(3, "13.1")]
    assert hands(answer)[1] == ["8S KC", "8H 3C KH"]
    assert nets(answer) == {"ann": 0, "bob": 10, "cat": 10}


def test_20_4_refused():
    wrong = [
        (CP, "ann", "player-card", "17.3"),
        (CB, "ann", "player-card", "16.3"),
        (S6, "ann", "player-card", "19.3"),
        (SP, "ann", "rules", "20.4"),
        (S6, "ann", "rules", "19.3"),
        (SP, "zoe", "device", "20.4.1"),
        (SP, "zoe", "player-card", "18.21.2"),
        (CP, "zoe", "rules", "17.3(a)"),
    ]
    for game, player, because, cited in wrong:
        answer = played(game, "KS 7D 9H KD", ANN, step("void-wagers", player=player, because=because), "stand")
        assert refusals(answer) == [(0, cited)]
        assert nets(answer) == {"ann": 10}
    twice = step("void-wagers", player="ann", because="device")
    assert refusals(played(SP, "KS 7D 9H KD", ANN, twice, twice)) == [(1, "20.4.1")]


def test_r42_a_super_bonus_that_is_void_rewards_nobody():
    answer = played(
        SP,
        "7H KS 7D 7H 9S 7H KD",
        ANN_AND_BOB,
        "hit",
        step("void-wagers", player="ann", because="device"),
        do("stand", box=2),
    )
    assert nets(answer) == {"ann": 0, "bob": 10}


# Malfunction: R40


@pytest.mark.parametrize(
    ("game", "damaged", "returned"),
    [(SP, "19.3", "19.5"), (S6, "18.3", "18.5"), (CP, "19.3", None), (CB, "19.3", None)],
)
def test_19_2_the_round_goes_on(game, damaged, returned):
    cards = "KS 7D 9H KD"
    plain = {SP: "19.2", S6: "18.2"}.get(game, "19.3")
    answer = played(game, cards, ANN, step("malfunction"), "stand", **DEVICE)
    assert (clauses(answer), answer["void"], nets(answer)) == ([plain], None, {"ann": 10})
    answer = played(game, cards, ANN, step("malfunction", damaged="7H torn"), "stand", **DEVICE)
    assert clauses(answer) == [damaged]
    if returned is not None:
        answer = played(game, cards, ANN, step("malfunction", transferable=False), "stand", **DEVICE)
        assert (clauses(answer), nets(answer)) == ([returned], {"ann": 10})


def test_19_4_somebody_is_disadvantaged():
    # Terminated as if void: the pontoon that was paid stands.
    wagers = [bet("ann"), bet("bob", box=2)]
    for game, cited, ann in ((SP, "19.4", 15), (S6, "18.4", 12)):
        answer = played(
            game, "AS 9S 7D KH 8H", wagers, step("malfunction", disadvantaged=True), do("stand", box=2), **DEVICE
        )
        assert answer["void"] == {"because": "malfunction", "clause": cited}
        assert clauses(answer) == [cited]
        assert nets(answer) == {"ann": ann, "bob": 0}
        assert refusals(answer) == [(1, cited)]


def test_19_5_1_unsettled_wagers_come_back():
    # Hand 1 was busted and stays lost; hand 2 with its double, and the insurance, come back.
    answer = played(
        SP,
        "8S AD 8H KC 9C 3C 2C",
        ANN,
        do("insure", amount=5),
        "split",
        "hit",
        "double",
        step("malfunction", another_device=False, returned_to=["ann"]),
        **DEVICE,
    )
    assert results(answer) == [
        ("ann", "double", "void", 0),
        ("ann", "insurance", "void", 0),
        ("ann", "main", "lose", -10),
        ("ann", "split", "void", 0),
    ]
    assert hands(answer)[0] == "AD"


def test_19_5_1_control_passes_and_the_round_goes_on_from_a_shoe():
    answer = played(
        SP,
        "KS 7D 5H 4C KD",
        WITH_BOB,
        step("malfunction", transferable=False, returned_to=["ann"]),
        step("malfunction"),
        do("hit", player="bob"),
        "stand",
        **DEVICE,
    )
    assert refusals(answer) == [(1, "19.1.1")]
    assert nets(answer) == {"ann": 0, "bob": 10}


def test_19_refused():
    wrong = [
        (SP, "shoe", 3, {}, "19.1.1"),
        (S6, "shoe", 3, {}, "18.1.1"),
        (CP, "shoe", 3, {}, "19.3"),
        (SP, "device", 0, {}, "19.1.2"),
        (S6, "device", 0, {}, "18.1.2"),
        (CB, "device", 0, {}, "19.3"),
        (CP, "device", 3, {"disadvantaged": True}, "19.3"),
        (CB, "device", 3, {"returned_to": ["ann"]}, "19.3"),
        (SP, "device", 3, {"returned_to": ["ann"]}, "19.5.1"),
        (SP, "device", 3, {"disadvantaged": True, "another_device": False, "returned_to": ["ann"]}, "19.5.1"),
        (S6, "device", 3, {"another_device": False, "returned_to": ["zoe"]}, "18.5.1"),
    ]
    for game, source, after, said, cited in wrong:
        answer = played(game, "KS 7D 9H KD", ANN, step("malfunction", after, **said), "stand", cards_from=source)
        assert refusals(answer) == [(0, cited)]
        assert nets(answer) == {"ann": 10}


def test_19_3_what_canberra_does_after_it():
    cards = "KS 7D 9H KD"
    for game, said, after_round in (
        (CB, {}, ["replace-device"]),
        (CP, {}, ["replace-device-after-shoe"]),
        (CP, {"then": "deal-on"}, ["replace-device-after-shoe"]),
        (CP, {"then": "shuffle"}, ["replace-device-after-shoe", "shuffle"]),
    ):
        answer = played(game, cards, ANN, step("malfunction", **said), "stand", **DEVICE)
        assert answer["after_round"] == after_round
        assert nets(answer) == {"ann": 10}
