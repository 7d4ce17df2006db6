"""The oracle against rounds whose answers were computed by hand from the clauses.

A single box is dealt player, dealer, player; two boxes: box 1, box 2, dealer, box 1, box 2. CP, CB, SP, S6 are the
games, R01 to R26 the rulings.
"""

from collections import Counter

import pytest

from tests.oracle import Unreadable, settle

CP = "canberra-pontoon"
CB = "canberra-blackjack"
SP = "star-pontoon"
S6 = "star-pontoon-6to5"


def bet(player, stake=None, box=1, **more):
    """A wager; `pairs` and `sevens` are its side bets."""
    wager = {"box": box, "player": player}
    if stake is not None:
        wager["stake"] = stake
    for short, long in (("pairs", "perfect-pairs"), ("sevens", "super-sevens")):
        if short in more:
            wager[long] = more.pop(short)
    return {**wager, **more}


def do(what, box=1, **more):
    return {"box": box, "do": what, **more}


def document(game, cards, wagers, decisions=(), limits=None, **options):
    made = {"game": game, "cards": cards, "wagers": list(wagers), "options": options}
    made["decisions"] = [do(one) if isinstance(one, str) else one for one in decisions]
    if limits:
        made["limits"] = {"min": limits[0], "max": limits[1]}
    return made


def played(*args, **kwargs):
    return settle(document(*args, **kwargs))


def nets(answer):
    return {player: float(amount) for player, amount in answer["net"].items()}


def refusals(answer):
    return [refusal["decision"] for refusal in answer["refused"]]


def lines(answer, wager):
    return Counter(
        (line["hand"], line["player"], line["result"], float(line["net"]))
        for line in answer["settlements"]
        if line["wager"] == wager
    )


def ann(stake=10):
    return [bet("ann", stake, seated=True)]


EXAMPLES = {
    "cp-stand-and-win": (document(CP, "QS 8D 9H KC", ann(10), ["stand"]), {"ann": 10}),
    "cp-pontoon": (document(CP, "KD 6H AC", ann(10)), {"ann": 15}),
    "cp-double-and-win": (document(CP, "5H 6S 6D 9C QD 9H", ann(10), [do("double", amount="10")]), {"ann": 20}),
    "cp-surrender": (document(CP, "8H KS 6C 9D", ann(10), ["surrender"]), {"ann": -5}),
    "cb-blackjack": (document(CB, "AH 7S QD", ann(20)), {"ann": 30}),
    "cb-insurance": (document(CB, "TH AS 8D KD", ann(20), [do("insure", amount="10"), "stand"]), {"ann": 0}),
    "cb-bust": (document(CB, "TH 5S 6C QD", ann(20), ["hit"]), {"ann": -20}),
    "sp-678-mixed": (document(SP, "8H 4C 7D 6S", ann(20), ["hit"]), {"ann": 30}),
    "sp-split-and-win": (
        document(SP, "9C 5D 9H JD QS JH 8D", ann(10), ["split", "stand", "stand"]),
        {"ann": 20},
    ),
    "sp-two-players-on-a-box": (
        document(SP, "JC 8H 9D QH", [*ann(20), bet("bob", 10)], ["stand"]),
        {"ann": 20, "bob": 10},
    ),
    "sp-refused-insurance": (
        document(SP, "KH 9S 7C QC", ann(20), [do("insure", player="ann", amount="10"), "stand"]),
        {"ann": -20},
    ),
    "sp-perfect-pairs": (
        document(SP, "6C 9D 6S 9H", [bet("ann", 10, seated=True, pairs=5)], ["hit"]),
        {"ann": 60},
    ),
    "s6-pontoon": (document(S6, "AC 5H JD", ann(15)), {"ann": 18}),
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_example(example):
    made, expected = EXAMPLES[example]
    assert nets(settle(made)) == expected


def test_worked_example():
    answer = played(
        SP,
        "KS 9D 7H 6C 8D 5S KD",
        [bet("ann", "20", seated=True, pairs="5"), bet("bob", "10"), bet("cat", "25", box=3)],
        [
            do("insure", player="bob", amount="5"),
            do("double", amount="20", joined_by={"bob": "10"}),
            do("forfeit", player="bob"),
            do("stand", box=3),
        ],
        limits=("5", "1000"),
        decks=8,
        smallest_chip="0.50",
    )
    assert answer["dealer"] == {"cards": ["7H", "KD"], "total": 17}
    assert answer["boxes"] == [
        {"box": 1, "hands": [{"cards": ["KS", "6C", "5S"], "total": 21}]},
        {"box": 3, "hands": [{"cards": ["9D", "8D"], "total": 17}]},
    ]
    assert [(one["decision"], one["do"], one["clause"]) for one in answer["refused"]] == [
        (0, "insure", "9.1"),
        (2, "forfeit", "13.5"),
    ]
    assert answer["net"] == {"ann": "35.00", "bob": "20.00", "cat": "0.00"}
    assert answer["house"] == "-55.00"
    assert answer["cards_used"] == 7


# Eights split against an ace: hand 1 busts with 8 K 9, hand 2 stands on 18, the dealer has a pontoon.
BUST_THEN_18 = ("8H AS 8D KH 9C QD KC", ann(10), ["split", "hit", "stand"])
# Hand 1 makes 21 (8 3 Q, paid 1 to 1), hand 2 stands on 18, the dealer has a pontoon.
MADE_21_THEN_18 = ("8H AS 8D 3H QC QD KC", ann(10), ["split", "hit", "stand"])
# Hand 1 is doubled to 18 and forfeited, hand 2 stands on 18, the dealer has a pontoon.
FORFEIT_THEN_18 = ("8H AS 8D 2H 8C QD KC", ann(10), ["split", "double", "forfeit", "stand"])
# Both hands stand on 18, hand 1 doubled; the dealer has a pontoon.
DOUBLED_AND_18 = ("8H AS 8D 2H 8C QD KC", ann(10), ["split", "double", "stand"])


@pytest.mark.parametrize(
    ("takes", "round_", "net"),
    [
        # original-wager: the original lies on hand 1; what was added comes back (SP 17.1.7-8).
        ("original-wager", BUST_THEN_18, -10),
        ("original-wager", MADE_21_THEN_18, 10),
        ("original-wager", FORFEIT_THEN_18, -10),
        ("original-wager", DOUBLED_AND_18, -10),
        # busted-plus-one: what is decided stays decided, and one original wager goes besides (CP 11.8, 11.9, 12.5).
        ("busted-plus-one", BUST_THEN_18, -20),
        ("busted-plus-one", MADE_21_THEN_18, 0),
        ("busted-plus-one", FORFEIT_THEN_18, -20),
        ("busted-plus-one", DOUBLED_AND_18, -10),
        # everything: all that is undecided loses (CB 13.1(f)).
        ("everything", BUST_THEN_18, -20),
        ("everything", MADE_21_THEN_18, 0),
        ("everything", FORFEIT_THEN_18, -20),
        ("everything", DOUBLED_AND_18, -30),
    ],
)
def test_r03_dealer_pontoon_takes(takes, round_, net):
    for game in (CP, SP, S6):
        answer = played(game, *round_, dealer_pontoon_takes=takes)
        assert nets(answer) == {"ann": net}
        assert answer["refused"] == []


def test_r03_defaults():
    assert nets(played(CP, *BUST_THEN_18)) == {"ann": -20}  # busted-plus-one
    assert nets(played(SP, *BUST_THEN_18)) == {"ann": -10}  # original-wager
    assert nets(played(S6, *BUST_THEN_18)) == {"ann": -10}
    # CB 13.1(f): everything; hand 1 doubled to 18 and hand 2 on 18 lose 30.
    assert nets(played(CB, *DOUBLED_AND_18)) == {"ann": -30}
    # CB, a 21 of three cards is no blackjack and waits for the dealer: it loses too.
    assert nets(played(CB, *MADE_21_THEN_18)) == {"ann": -20}


def test_r03_busted_plus_one_takes_from_each_player():
    # bob does not join the split, his 6 stay on hand 1 and bust. ann loses hand 1 and, undecided, hand 2.
    answer = played(CP, BUST_THEN_18[0], [*ann(10), bet("bob", 6)], BUST_THEN_18[2])
    assert nets(answer) == {"ann": -20, "bob": -6}
    # Both hands stand on 18, bob joined: each loses one original wager, the first hand's.
    answer = played(
        CP,
        "8H AS 8D KH QD KC",
        [*ann(10), bet("bob", 6)],
        [do("split", joined_by=["bob"]), "stand", "stand"],
    )
    assert nets(answer) == {"ann": -10, "bob": -6}
    assert lines(answer, "main") == Counter({(1, "ann", "lose", -10): 1, (1, "bob", "lose", -6): 1})
    assert lines(answer, "split") == Counter({(2, "ann", "stand-off", 0): 1, (2, "bob", "stand-off", 0): 1})


def test_r02_aces_held_count_one_when_doubling():
    # A 6 doubled is 7; K makes 17; the dealer's 18 takes both parts (SP 13.1.4, CP by the brochure).
    for game in (CP, SP, S6):
        assert nets(played(game, "AH 9S 6D KH 9C", ann(10), ["double"])) == {"ann": -20}
    # CB 2.5(a): A 6 and 4 are a soft 21 and beat 18; in Pontoon they are 11 and lose.
    assert nets(played(CB, "AH 9S 6D 4H 9C", ann(10), ["double"])) == {"ann": 20}
    assert nets(played(SP, "AH 9S 6D 4H 9C", ann(10), ["double"])) == {"ann": -20}
    # An ace drawn to the double counts 11: 1 + 7 + 11 = 19 against 18.
    answer = played(SP, "AH 9S 7D AC 9C", ann(10), ["double"])
    assert nets(answer) == {"ann": 20}
    assert answer["boxes"][0]["hands"][0]["total"] == 19
    # SP 13.1.4.1: two aces are 2 when doubled; 2 + 11 = 13.
    answer = played(SP, "AH 9S AD AC 9C", ann(10), ["double"])
    assert answer["boxes"][0]["hands"][0]["total"] == 13


@pytest.mark.parametrize(
    ("cards", "decisions", "net"),
    [
        ("8H 4C 7H 6H", ["hit"], 20),  # 6,7,8 same suit: 2 to 1
        ("8S 4C 7S 6S", ["hit"], 30),  # all spades: 3 to 1
        ("7S 4C 7S 7S", ["hit"], 30),  # 7,7,7 all spades
        ("7S 4C 7H 7S", ["hit"], 15),  # 7,7,7 mixed
        ("2S 4C 3H 4S 5D 7C", ["hit", "hit", "hit"], 15),  # five cards
        ("2S 4C 3H 4S 5D 6C AC", ["hit"] * 4, 20),  # six cards
        ("2S 4C 3H 4S 2D 3C 4D 3D", ["hit"] * 5, 30),  # seven cards
        ("9S 4C 5H 7S", ["hit"], 10),  # any other 21
    ],
)
def test_table_1(cards, decisions, net):
    for game in (CP, SP, S6):
        answer = played(game, cards, ann(10), decisions)
        assert nets(answer) == {"ann": net}
        assert answer["dealer"]["cards"] == ["4C"]  # R10: nothing waits for the dealer


def test_r05_split_hands_earn_table_1_but_no_pontoon():
    # Hand 1 is 8 7 6 mixed (3 to 2 on the original), hand 2 is 8 K and ties the dealer's 18.
    answer = played(CP, "8H 9S 8D 7C 6S KH 9C", ann(10), ["split", "hit", "stand"])
    assert nets(answer) == {"ann": 15}
    # Split aces with K and Q: two 21s at 1 to 1, no pontoon (SP 14.3, CP 11.7).
    for game in (CP, SP, S6):
        assert nets(played(game, "AH 9S AD KC QS", ann(10), ["split"])) == {"ann": 20}
    # Split kings with an ace too.
    assert nets(played(SP, "KH 9S QD AC 8S 9C", ann(10), ["split", "stand"])) == {"ann": 10}


def test_r05_doubled_hand_pays_evens_for_everyone_on_it():
    # 2 3 4 5 7 would be a five card 21; doubled for 5 it pays 10 + 5.
    # bob did not double: 10, not 15 (SP 13.4, CP 12.8).
    for game in (CP, SP):
        answer = played(
            game,
            "2S 4C 3H 4S 5D 7C",
            [*ann(10), bet("bob", 10)],
            ["hit", "hit", do("double", amount=5)],
        )
        assert nets(answer) == {"ann": 15, "bob": 10}
    # Hand 1 of a split is doubled to 21 (1 to 1: 20); hand 2, 8 7 6 mixed, keeps 3 to 2 (15).
    answer = played(CP, "8H 9S 8D 3C QH 7C 6S", ann(10), ["split", "double", "hit"])
    assert nets(answer) == {"ann": 35}


def test_r07_star_super_bonus():
    # ann (25): 7,7,7 of hearts at 2 to 1 = 50, and 5,000. bob (4) on the same hand: 8, and the 50 of an other player.
    # cat has only a perfect pair, 5 at 25 to 1 = 125, and no 50. dan on boxes 2 and 3: 50 once; his 18s beat 17.
    answer = played(
        SP,
        "7H KS KC 7D 7H 8S 8C 7H KH",
        [*ann(25), bet("bob", 4), bet("cat", pairs=5), bet("dan", 10, box=2), bet("dan", 10, box=3)],
        ["hit", do("stand", box=2), do("stand", box=3)],
    )
    assert nets(answer) == {"ann": 5050, "bob": 58, "cat": 125, "dan": 70}
    assert lines(answer, "shared-bonus") == Counter({(1, "bob", "win", 50): 1, (1, "dan", "win", 50): 1})


def test_r07_star_under_five_earns_nothing():
    # Suited sevens at 2 to 1 on 4 dollars; no wager earned the bonus, so bob gets no 50 either (SP Table 2).
    answer = played(
        SP,
        "7H KS 7D 7H 8S 7H KH",
        [bet("ann", "4.99", seated=True), bet("bob", 10, box=2)],
        ["hit", do("stand", box=2)],
        smallest_chip="0.01",
    )
    assert nets(answer) == {"ann": 9.98, "bob": 10}
    answer = played(SP, "7H 7D 7H 7H", ann(5), ["hit"])
    assert nets(answer) == {"ann": 1010}


def test_r07_canberra_super_bonus():
    # Box 1: ann (10) 3 to 1 and 1,000, bob (25) 75 and 5,000; neither gets 50 there. Box 2: ann and cat lose 17 to 18
    # and get 50 for each of these main wagers.
    answer = played(
        CP,
        "7S KS 7D 7S 7S 7S 4H 7C",
        [*ann(10), bet("bob", 25), bet("ann", 10, box=2), bet("cat", 1, box=2)],
        ["hit", do("stand", box=2)],
    )
    assert answer["dealer"]["total"] == 18
    assert nets(answer) == {"ann": 1030 + 40, "bob": 5075, "cat": 49}


def test_r07_bonus_and_splits():
    # CP 11.10: unsuited sevens split, hand 1 becomes 7,7,7 of hearts: the original wins 20 and 1,000. Hand 2 ties.
    unsuited = "7H 7D 7S 7H 7H KC KH"
    answer = played(CP, unsuited, ann(10), ["split", "hit", "stand"])
    assert nets(answer) == {"ann": 1020}
    # SP Table 2: never where hands have been split.
    assert nets(played(SP, unsuited, ann(10), ["split", "hit", "stand"])) == {"ann": 20}
    # CP: suited sevens split: no bonus on the box.
    suited = "7H 7D 7H 7H 7H KC KH"
    assert nets(played(CP, suited, ann(10), ["split", "hit", "stand"])) == {"ann": 20}
    # CP: hand 1 wins with three hearts, but then two spades are split on hand 2: no bonus, "at any time in the round".
    # Hands 2 and 3 tie the dealer's 17.
    late = "7H 7D 7S 7H 7H 7S KC KD KH"
    answer = played(CP, late, ann(10), ["split", "hit", "split", "stand", "stand"])
    assert nets(answer) == {"ann": 20}


def test_r07_not_on_a_doubled_hand():
    # CP 12.7, SP 13.2: 1 to 1 on both parts.
    for game in (CP, SP, S6):
        assert nets(played(game, "7H 7D 7H 7H", ann(10), ["double"])) == {"ann": 20}


def test_r08_star_co_bettor_keeps_the_wager():
    # ann surrenders 16, gets half of 10 back. bob stays: 16 against 17 loses. cat joins. The dealer plays out for bob.
    answer = played(
        SP,
        "KH KS 6D 5C 2C",
        [*ann(10), bet("bob", 10), bet("cat", 6)],
        [do("surrender", joined_by=["cat"])],
    )
    assert nets(answer) == {"ann": -5, "bob": -10, "cat": -3}
    assert answer["dealer"]["total"] == 17
    # All on the box surrender: the second card only (R10).
    answer = played(SP, "KH KS 6D 5C", [*ann(10), bet("bob", 10)], [do("surrender", joined_by=["bob"])])
    assert nets(answer) == {"ann": -5, "bob": -5}
    assert answer["cards_used"] == 4


def test_r08_canberra_all_surrender():
    # CP 9.2: bob surrenders with ann, named or not.
    answer = played(CP, "KH KS 6D 5C", [*ann(10), bet("bob", 6)], ["surrender"])
    assert nets(answer) == {"ann": -5, "bob": -3}
    # CP 9.3, SP 10.6: the dealer has a pontoon: all lose whole.
    for game in (CP, SP):
        answer = played(game, "KH KS 6D AC", [*ann(10), bet("bob", 6)], ["surrender"])
        assert nets(answer) == {"ann": -10, "bob": -6}
        assert lines(answer, "main")[(1, "ann", "lose", -10)] == 1


def test_surrender_refused():
    # Not against a 9; not by a co-bettor; not after a hit; not in Blackjack.
    assert refusals(played(CP, "KH 9S 6D 8C", ann(10), ["surrender", "stand"])) == [0]
    answer = played(
        SP, "KH KS 5D 2C 8C", [*ann(10), bet("bob", 6)], [do("surrender", player="bob"), "hit", "surrender", "stand"]
    )
    assert refusals(answer) == [0, 2]
    assert refusals(played(CB, "KH KS 6D 8C", ann(10), ["surrender", "stand"])) == [0]


def test_insurance_closes_with_a_surrender():
    # An accepted surrender closes insurance for box 2; a refused one (box 2 has a pontoon) does not.
    wagers = [*ann(10), bet("bob", 10, box=2)]
    answer = played(
        CP,
        "KH KS AC 6D 8C 9H",
        wagers,
        ["surrender", do("insure", box=2, amount=5), do("stand", box=2)],
    )
    assert refusals(answer) == [1]
    assert nets(answer) == {"ann": -5, "bob": -10}
    answer = played(
        CP,
        "KH KS AC 6D AD KD",
        wagers,
        [do("surrender", box=2), do("insure", amount=5), "stand"],
    )
    assert refusals(answer) == [0]
    assert nets(answer) == {"ann": 0, "bob": 15}  # the dealer's pontoon: -10 + 10; bob's pontoon stays paid


def test_r09_insurance_limits():
    # Half of 10.50 is 5.25. CP 7.3: in multiples of 0.25 where the smallest chip is 0.50; The Star takes any cents.
    tries = [do("insure", amount=amount) for amount in ("5.26", "5.20", "5.25", "1")] + ["stand"]
    answer = played(CP, "KH AS 8D KD", ann("10.50"), tries)
    assert refusals(answer) == [0, 1, 3]  # too much; not a multiple; one wager a player and box
    assert nets(answer) == {"ann": 0}  # -10.50 + 10.50
    answer = played(SP, "KH AS 8D KD", ann("10.50"), tries)
    assert refusals(answer) == [0, 2, 3]
    assert nets(answer) == {"ann": 0}  # SP 6.10: 5.20 at 2 to 1 is 10.40, paid 10.50
    # CP 7.1, SP 9.2: never on a pontoon. And insurance alone buys the dealer's second card only.
    assert refusals(played(SP, "KH AS AD", ann(10), [do("insure", amount=5)])) == [0]
    answer = played(CP, "KH AS 6D KD 2C", ann(10), [do("insure", amount=5), "hit"])
    assert answer["cards_used"] == 5
    assert nets(answer) == {"ann": -15}


def test_r09_blackjack_even_money_or_insurance():
    # ann takes even money (8.1(b)), bob insures, cat waits; the dealer has a blackjack: 1 to 1, stand-off + 2 to 1,
    # stand-off. Neither may have both.
    answer = played(
        CB,
        "KH AS AD TD",
        [*ann(10), bet("bob", 10), bet("cat", 10)],
        [
            do("even-money"),
            do("insure", amount=5),
            do("insure", player="bob", amount=5),
            do("even-money", player="bob"),
            do("even-money", player="dan"),
        ],
    )
    assert refusals(answer) == [1, 3, 4]
    assert nets(answer) == {"ann": 10, "bob": 10, "cat": 0}
    # Taken by all, nothing waits: the dealer keeps one card. Even money closes nothing.
    answer = played(
        CB,
        "KH 9C AS AD 9D KD",
        [*ann(10), bet("bob", 10, box=2)],
        [do("even-money"), do("insure", box=2, amount=5), do("stand", box=2)],
    )
    assert nets(answer) == {"ann": 10, "bob": 0}
    assert played(CB, "KH AS AD", ann(10), ["even-money"])["cards_used"] == 3
    assert refusals(played(CB, "KH KS AD 9D", ann(10), ["even-money"])) == [0]
    assert refusals(played(CP, "KH AS AD", ann(10), ["even-money"])) == [0]


def test_r10_blackjack_waiting_takes_one_card():
    # R16: a blackjack against a ten waits; 5 is no blackjack, and the dealer stops at 15.
    answer = played(CB, "KH TS AD 5D", ann(10))
    assert nets(answer) == {"ann": 15}
    assert answer["dealer"]["cards"] == ["TS", "5D"]
    assert nets(played(CB, "KH TS AD AC", ann(10))) == {"ann": 0}


def test_dealer_on_soft_17():
    # CP 13.1(a): A 6 draws; CB 12: A 6 stands.
    assert nets(played(CP, "KH AS 8D 6C 4C", ann(10), ["stand"])) == {"ann": -10}
    assert nets(played(CB, "KH AS 8D 6C", ann(10), ["stand"])) == {"ann": 10}


def test_r11_standing_low():
    # CP 10.2(c): 11 must draw; the list holds nothing more, so the absent rule draws Q: 21, paid.
    answer = played(CP, "6H 9S 5D QC", ann(10), ["stand"])
    assert refusals(answer) == [0]
    assert nets(answer) == {"ann": 10}
    assert nets(played(SP, "6H 9S 5D KC", ann(10), ["stand"])) == {"ann": -10}  # 11 against 19


def test_r12_blackjack_double_is_exact_and_first():
    # Half is refused; after a hit it is too late: 2 3 4 = 9, then K makes 19 and beats 18.
    answer = played(CB, "2H 9S 3D 4C KC 9H", ann(10), [do("double", amount=5), "hit", "double", "hit", "stand"])
    assert refusals(answer) == [0, 2]
    assert nets(answer) == {"ann": 10}
    # bob must double for exactly his 6.
    wagers = [*ann(10), bet("bob", 6)]
    answer = played(
        CB,
        "5H 9S 6D 9C 9H",
        wagers,
        [do("double", joined_by={"bob": 5}), do("double", joined_by={"bob": 6})],
    )
    assert refusals(answer) == [0]
    assert nets(answer) == {"ann": 20, "bob": 12}


# Box 1: ann 10 doubles with bob (10, for 5) to 5 6 5 = 16; cat (8) does not.
# Box 2: dan stands on 18. The dealer has 19.
FORFEITS = ("5H KS 9C 6D 8S 5S KC", [*ann(10), bet("bob", 10), bet("cat", 8), bet("dan", 10, box=2)])
DOUBLE = do("double", joined_by={"bob": 5})


def test_r14_forfeit_is_each_doubler_s_own():
    for game in (CP, SP, S6):
        answer = played(
            game,
            *FORFEITS,
            [DOUBLE, do("forfeit", player="cat"), do("forfeit", player="bob"), do("stand", box=2)],
        )
        assert refusals(answer) == [1]  # cat did not double
        assert nets(answer) == {"ann": -20, "bob": -10, "cat": -8, "dan": -10}
        assert lines(answer, "double") == Counter({(1, "ann", "lose", -10): 1, (1, "bob", "stand-off", 0): 1})
        assert lines(answer, "main")[(1, "bob", "forfeit", -10)] == 1


def test_r14_forfeit_until_the_next_hand_is_acted_on():
    # A refused double on box 2 (too much) leaves the forfeit open; an accepted stand closes it. Twice is refused.
    answer = played(
        CP,
        *FORFEITS,
        [
            DOUBLE,
            do("double", box=2, amount=11),
            do("forfeit"),
            do("forfeit"),
            do("forfeit", box=2),
            do("stand", box=2),
            do("forfeit", player="bob"),
        ],
    )
    assert refusals(answer) == [1, 3, 4, 6]
    assert nets(answer) == {"ann": -10, "bob": -15, "cat": -8, "dan": -10}


def test_r14_all_forfeited_needs_no_dealer():
    # R10: nothing waits, the dealer takes no card.
    answer = played(SP, "5H KS 6D 5S", ann(10), ["double", "forfeit"])
    assert answer["cards_used"] == 4
    assert nets(answer) == {"ann": -10}


def test_r14_own_wager_of_a_split_hand():
    # Hand 2's own wager (10) goes, its doubled part (4) comes back; hand 1 has 18 against 17.
    answer = played(CP, "8H 9S 8D KH 3C 2C 8C", ann(10), ["split", "stand", do("double", amount=4), "forfeit"])
    assert lines(answer, "split") == Counter({(2, "ann", "forfeit", -10): 1})
    assert lines(answer, "double") == Counter({(2, "ann", "stand-off", 0): 1})
    assert nets(answer) == {"ann": 0}


def test_r15_canberra_four_hands():
    # Eights split three times; the fourth split is refused. Four 18s (8 K) beat the dealer's 17; hand 1 holds 8 8 = 16.
    answer = played(
        CP,
        "8H 9S 8D 8C 8S 8H KH KD KC 8D",
        ann(10),
        ["split", "split", "split", "split", "stand", "stand", "stand", "stand"],
    )
    assert refusals(answer) == [3]
    assert [hand["cards"] for hand in answer["boxes"][0]["hands"]] == [
        ["8H", "8H"],
        ["8S", "KH"],
        ["8C", "KD"],
        ["8D", "KC"],
    ]
    assert nets(answer) == {"ann": -10 + 30}


def test_r15_aces_and_the_star():
    # CP 11.3: aces once. A A on hand 1 stands at 12, hand 2 at A 5 = 16; the dealer's 18 beats both.
    answer = played(CP, "AH 9S AD AC 5S 9C", ann(10), ["split", "split"])
    assert refusals(answer) == [1]
    assert nets(answer) == {"ann": -20}
    # SP 14.8: two hands.
    assert refusals(played(SP, "8H 9S 8D 8C KH 9C", ann(10), ["split", "split", "stand", "stand"])) == [1]
    # SP 14.9: a third hand, aces too; hit and double are refused. A K = 21 paid, A 9 = 20 wins, A 5 = 16 loses to 18.
    answer = played(
        SP,
        "AH 9S AD AC KS 9D 5D 9C",
        ann(10),
        ["split", "hit", "double", "split"],
        max_split_hands=3,
    )
    assert refusals(answer) == [1, 2]
    assert nets(answer) == {"ann": 10}
    # Without a decision A A stands, even where the absent draw: 12 and 16 lose to 18.
    for game in (SP, S6):
        answer = played(game, "AH 9S AD AC 5D 9C", ann(10), ["split"], max_split_hands=3)
        assert nets(answer) == {"ann": -20}


def test_r15_co_bettors():
    # K and Q split. bob (6) does not join: his wager stays on hand 1. cat (4) joins. Then hand 1 (K J) is split again
    # and only bob joins; cat's wager stays on the first of the two. Hands: K 9, J 8, Q 7 against 18.
    answer = played(
        CP,
        "KH 9S QD JC 9H 8C 7D 9C",
        [*ann(10), bet("bob", 6), bet("cat", 4)],
        [do("split", joined_by=["cat"]), do("split", joined_by=["bob"]), "stand", "stand", "stand"],
    )
    assert [hand["cards"] for hand in answer["boxes"][0]["hands"]] == [["KH", "9H"], ["JC", "8C"], ["QD", "7D"]]
    assert lines(answer, "main") == Counter(
        {(1, "ann", "win", 10): 1, (1, "bob", "win", 6): 1, (1, "cat", "win", 4): 1}
    )
    assert lines(answer, "split") == Counter(
        {
            (2, "ann", "stand-off", 0): 1,
            (2, "bob", "stand-off", 0): 1,
            (3, "ann", "lose", -10): 1,
            (3, "cat", "lose", -4): 1,
        }
    )


def test_r15_joining_needs_a_wager_on_the_hand():
    # bob has no wager on hand 2, so he cannot join its split or double; ann cannot join herself. Hands 18, 18, tied.
    answer = played(
        CP,
        "8H 9S 8D KH 3C 7C 9C",
        [*ann(10), bet("bob", 6)],
        ["split", "stand", do("double", joined_by={"bob": 6}), do("double", joined_by={"ann": 6}), "hit", "stand"],
    )
    assert refusals(answer) == [2, 3]
    assert nets(answer) == {"ann": 0, "bob": 0}


def test_r17_perfect_pairs():
    # Canberra 6, 12, 25; The Star 5, 10, 25. The main wager of 10 busts with 16 + K.
    for second, canberra, star in (("8S", 6, 5), ("8D", 12, 10), ("8H", 25, 25)):
        wagers = [bet("ann", 10, pairs=5)]
        cards = f"8H 9S {second} KC"
        assert nets(played(CP, cards, wagers, ["hit"])) == {"ann": -10 + 5 * canberra}
        assert nets(played(SP, cards, wagers, ["hit"])) == {"ann": -10 + 5 * star}
    # K Q are no pair. SP: bob, without a main wager, may; CP 18.10: his is returned.
    wagers = [bet("ann", 10), bet("bob", pairs=5)]
    assert nets(played(SP, "KH 9S QS 9C", wagers, ["stand"])) == {"ann": 10, "bob": -5}
    assert nets(played(CP, "KH 9S QS 9C", wagers, ["stand"])) == {"ann": 10, "bob": 0}


def test_r21_three_perfect_pairs_a_box():
    # SP 16.6: dan (main wager) first, then ann and bob in order; cat's is returned, and so is eve's on a box without a
    # main wager.
    wagers = [bet(who, pairs=5) for who in ("ann", "bob", "cat")]
    wagers += [bet("dan", 10, pairs=5), bet("eve", box=2, pairs=5)]
    answer = played(SP, "KH 9S 8S 9C", wagers, ["stand", do("stand", box=2)])
    assert nets(answer) == {"ann": -5, "bob": -5, "cat": 0, "dan": -5, "eve": 0}
    assert refusals(answer) == [1]
    assert [box["box"] for box in answer["boxes"]] == [1]


@pytest.mark.parametrize(
    ("cards", "decisions", "net"),
    [
        ("8H 9S 7D 9C KH", ["hit"], -15),  # no seven first: loses; the hand busts
        ("7H 9S 8D 9C KH", ["hit"], 15 - 10),  # one seven: 3 to 1
        ("7H 9S 7D 9C", ["stand"], 250 - 10),  # two, not suited: 50 to 1; 14 loses to 18
        ("7H 9S 7H 9C", ["stand"], 500 - 10),  # suited: 100 to 1
        ("7H 9S 7D 7C 9C", ["hit"], 2500 + 10),  # three: 500 to 1, and 21 beats 18
        ("7H 9S 7H 7H 9C", ["double"], 25000 + 20),  # suited: 5,000 to 1
        ("7H 9S 7H 8H KC 9C", ["hit"], 500 - 10),  # the third card is no seven: two suited; 22 busts
        # 17.10: split: the third card is the first dealt to hand 1. Hand 1: 7 7 = 14, hand 2: 7 K = 17, both lose.
        ("7H 9S 7H 7H KC 9C", ["split", "stand", "stand"], 25000 - 20),
        # A seven on hand 2 is not the third card: two suited at 100 to 1.
        ("7H 9S 7H KH 7H 9C", ["split", "stand", "stand"], 500 - 20),
    ],
)
def test_r18_super_sevens(cards, decisions, net):
    assert nets(played(CB, cards, [bet("ann", 10, sevens=5)], decisions)) == {"ann": net}


def test_r18_needs_a_main_wager():
    # CB 17.5
    answer = played(CB, "7H 9S 7H 9C", [bet("ann", 10), bet("bob", sevens=5)], ["stand"])
    assert nets(answer) == {"ann": -10, "bob": 0}
    assert lines(answer, "super-sevens") == Counter({(1, "bob", "void", 0): 1})


def test_r19_the_star_pays_up_to_the_next_chip():
    # 1 to 1 on 7.25 pays 7.50; losing costs 7.25.
    assert nets(played(SP, "KH 9S QD 9C", ann("7.25"), ["stand"])) == {"ann": 7.5}
    assert nets(played(SP, "KH 9S 7D 9C", ann("7.25"), ["stand"])) == {"ann": -7.25}
    # Surrender: half is 3.625, 4.00 come back.
    assert nets(played(SP, "KH KS 6D 9C", ann("7.25"), ["surrender"])) == {"ann": -3.25}
    # A pontoon at 6 to 5 on 7 is 8.40, paid 8.50; with 5 dollar chips 10.
    assert nets(played(S6, "KH 9S AD", ann(7))) == {"ann": 8.5}
    assert nets(played(S6, "KH 9S AD", ann(7), smallest_chip=5)) == {"ann": 10}
    # Each line for itself: 5.25 + 5.25 doubled pay 5.50 + 5.50. A perfect pair: 1.05 at 25 to 1 = 26.25, paid 26.50.
    assert nets(played(SP, "5H 9S 6D 9H 9C", ann("5.25"), ["double"])) == {"ann": 11}
    answer = played(SP, "8H 9S 8H KC", [bet("ann", 10, pairs="1.05")], ["hit"])
    assert nets(answer) == {"ann": 16.5}
    # A forfeit's doubled part comes back exactly.
    assert nets(played(SP, "5H KS 6D 5S", ann("5.25"), ["double", "forfeit"])) == {"ann": -5.25}


def test_r19_canberra_is_exact_to_the_cent():
    assert nets(played(CP, "KH 9S QD 9C", ann("7.25"), ["stand"])) == {"ann": 7.25}
    assert nets(played(CP, "KH 9S AD", ann("5.01"))) == {"ann": 7.52}  # 7.515
    assert nets(played(CP, "KH KS 6D 9C", ann("5.01"), ["surrender"])) == {"ann": -2.5}  # 2.505 back as 2.51


def test_r20_absent():
    # Nothing decided on 5: CP 15.7 draws 6 (11), then 8: 19 beats 18. SP 18.10 stands on 5 and loses.
    cards = "2H 9S 3D 6C 8H 9C"
    assert nets(played(CP, cards, ann(10))) == {"ann": 10}
    assert nets(played(S6, cards, ann(10))) == {"ann": 10}
    answer = played(SP, "2H 9S 3D 9C", ann(10))
    assert nets(answer) == {"ann": -10}
    assert answer["cards_used"] == 4
    assert nets(played(S6, "2H 9S 3D 9C", ann(10), absent_player="stand")) == {"ann": -10}
    # A split hand still gets its second card: 8 2 and 8 3 stand and lose to 18.
    answer = played(SP, "8H 9S 8D 2C 3C 9C", ann(10), ["split"])
    assert [hand["total"] for hand in answer["boxes"][0]["hands"]] == [10, 11]
    assert nets(answer) == {"ann": -20}


def test_r20_out_of_turn_or_absent():
    # Box 1 still has a decision in the list: box 2's stand is refused as out of turn, and 19 stands by the absent rule.
    wagers = [*ann(10), bet("bob", 10, box=2)]
    answer = played(CP, "KH KS 9C 9D 9S 9H", wagers, [do("stand", box=2), "stand", do("stand", box=2)])
    assert refusals(answer) == [0]
    # Nothing more for box 1: it is played by the absent rule (5 + 6 + 8 = 19), and box 2 stands, once.
    answer = played(CP, "2H KS 9C 3D 9S 6H 8H 9H", wagers, [do("stand", box=2), do("stand", box=2)])
    assert refusals(answer) == [1]
    assert nets(answer) == {"ann": 10, "bob": 10}
    # A decision for a box with a pontoon is refused at once and plays nothing: ann may still surrender.
    answer = played(CP, "2H KS KC 3D AS 9H", wagers, [do("stand", box=2), "surrender"])
    assert refusals(answer) == [0]
    assert nets(answer) == {"ann": -5, "bob": 15}


def test_r21_maximum():
    # Maximum 100: cat, seated, counts first with 60, then ann 30, and bob 10 of his 50.
    # The double follows the capped stake: 11 is too much for bob. 5 6 9 = 20 beats 19.
    wagers = [bet("ann", 30), bet("bob", 50), bet("cat", 60, seated=True)]
    answer = played(
        CP,
        "5H KS 6D 9H 9S",
        wagers,
        [do("double", joined_by={"bob": 11}), do("double", amount=60, joined_by={"bob": 10})],
        limits=(5, 100),
    )
    assert refusals(answer) == [0]
    assert nets(answer) == {"ann": 30, "bob": 20, "cat": 120}
    # Capped to nothing: returned, no main wager, and at Canberra no perfect pair either; at The Star the pair stands.
    wagers = [bet("ann", 100), bet("bob", 50, pairs=5)]
    for game, bob in ((CP, 0), (SP, 25)):
        answer = played(game, "9H 8S 9S KH", wagers, ["stand", do("stand", player="bob")], limits=(5, 100))
        assert refusals(answer) == [1]
        assert nets(answer) == {"ann": 0, "bob": bob}
        assert lines(answer, "main")[(1, "bob", "void", 0)] == 1


def test_r21_minimum():
    # CP 3.4: under the minimum stands; from a warned owner it comes back. SP 7.2: it is valid either way.
    low = [bet("ann", 3, seated=True), bet("bob", 10)]
    warned = [bet("ann", 3, seated=True, warned=True), bet("bob", 10)]
    decisions = [do("stand", player="ann"), do("stand", player="bob")]
    answer = played(CP, "KH 9S QD 9C", low, decisions, limits=(5, 100))
    assert (nets(answer), refusals(answer)) == ({"ann": 3, "bob": 10}, [1])
    answer = played(CP, "KH 9S QD 9C", warned, decisions, limits=(5, 100))
    assert (nets(answer), refusals(answer)) == ({"ann": 0, "bob": 10}, [0])
    answer = played(SP, "KH 9S QD 9C", warned, decisions, limits=(5, 100))
    assert (nets(answer), refusals(answer)) == ({"ann": 3, "bob": 10}, [1])
    # Every main wager returned: the box gets no cards.
    answer = played(CP, "", [bet("ann", 3, warned=True, pairs=5)], ["stand"], limits=(5, 100))
    assert (nets(answer), refusals(answer)) == ({"ann": 0}, [0])
    assert answer["cards_used"] == 0
    assert answer["dealer"]["cards"] == []


def test_r22_control():
    # No one is seated: SP 6.6.2 the highest wager, of equals the nearest (bob, not cat); CP 4.5(b) the nearest (ann).
    wagers = [bet("ann", 10), bet("bob", 20), bet("cat", 20)]
    decisions = [do("stand", player=who) for who in ("cat", "bob", "ann")]
    assert refusals(played(SP, "KH 9S QD 9C", wagers, decisions)) == [0, 2]
    assert refusals(played(CP, "KH 9S QD 9C", wagers, decisions)) == [0, 1]


def good():
    return document(SP, "KH 9S QD 9C", ann(10), ["stand"], limits=(5, 100))


def broken(change):
    made = good()
    change(made)
    return made


UNREADABLE = {
    "unknown game": lambda d: d.update(game="whist"),
    "unknown field": lambda d: d.update(colour="red"),
    "no wagers": lambda d: d.update(wagers=[]),
    "no cards": lambda d: d.pop("cards"),
    "cards as a list": lambda d: d.update(cards=["KH"]),
    "unknown card": lambda d: d.update(cards="KH 9S QD 1C"),
    "a ten in pontoon": lambda d: d.update(cards="TH 9S QD 9C"),
    "lower case card": lambda d: d.update(cards="kh 9S QD 9C"),
    "too few cards": lambda d: d.update(cards="KH 9S QD"),
    "more of a kind than decks": lambda d: d.update(cards="KH 9S QD 9C" + " 5H" * 9),
    "decks": lambda d: d["options"].update(decks=7),
    "decks as true": lambda d: d["options"].update(decks=True),
    "decks as text": lambda d: d["options"].update(decks="8"),
    "unknown option": lambda d: d["options"].update(speed=1),
    "absent_player in star-pontoon": lambda d: d["options"].update(absent_player="stand"),
    "max_split_hands 4": lambda d: d["options"].update(max_split_hands=4),
    "original-bets-only": lambda d: d["options"].update(dealer_pontoon_takes="original-bets-only"),
    "options null": lambda d: d.update(options=None),
    "chip of no value": lambda d: d["options"].update(smallest_chip="0"),
    "limits reversed": lambda d: d.update(limits={"min": 10, "max": 5}),
    "limit unknown": lambda d: d["limits"].update(most=5),
    "box 8": lambda d: d["wagers"][0].update(box=8),
    "box true": lambda d: d["wagers"][0].update(box=True),
    "box 1.0": lambda d: d["wagers"][0].update(box=1.0),
    "nameless": lambda d: d["wagers"][0].update(player=""),
    "seated as 1": lambda d: d["wagers"][0].update(seated=1),
    "stake of nothing": lambda d: d["wagers"][0].update(stake=0),
    "negative stake": lambda d: d["wagers"][0].update(stake="-5"),
    "part of a cent": lambda d: d["wagers"][0].update(stake="5.005"),
    "part of a cent as a number": lambda d: d["wagers"][0].update(stake=0.1 + 0.2),
    "NaN": lambda d: d["wagers"][0].update(stake=float("nan")),
    "infinite": lambda d: d["wagers"][0].update(stake=float("inf")),
    "stake true": lambda d: d["wagers"][0].update(stake=True),
    "stake as words": lambda d: d["wagers"][0].update(stake="ten"),
    "no stake": lambda d: d["wagers"][0].pop("stake"),
    "super-sevens in pontoon": lambda d: d["wagers"][0].update({"super-sevens": 5}),
    "a player twice": lambda d: d["wagers"].append(bet("ann", 5)),
    "two seated": lambda d: d["wagers"].append(bet("bob", 5, seated=True)),
    "four main wagers": lambda d: d["wagers"].extend(bet(who, 5) for who in ("bob", "cat", "dan")),
    "unknown do": lambda d: d["decisions"].append(do("fold")),
    "decision without a box": lambda d: d["decisions"].append({"do": "hit"}),
    "amount on a hit": lambda d: d["decisions"].append(do("hit", amount=5)),
    "joined_by on a stand": lambda d: d["decisions"].append(do("stand", joined_by=[])),
    "insure without an amount": lambda d: d["decisions"].append(do("insure")),
    "double joined by a list": lambda d: d["decisions"].append(do("double", joined_by=["bob"])),
    "split joined by an object": lambda d: d["decisions"].append(do("split", joined_by={"bob": 5})),
    "double of nothing": lambda d: d["decisions"].append(do("double", amount=0)),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_unreadable(case):
    with pytest.raises(Unreadable):
        settle(broken(UNREADABLE[case]))


def test_several_rounds():
    assert nets(settle(good())) == {"ann": 10}
    answer = settle({"rounds": [good(), good()]})
    assert [nets(one) for one in answer["rounds"]] == [{"ann": 10}, {"ann": 10}]
    with pytest.raises(Unreadable):
        settle({"rounds": [good()], "game": SP})
    with pytest.raises(Unreadable):
        settle([good()])
