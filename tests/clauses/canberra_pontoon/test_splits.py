"""Canberra Pontoon, 11.6 to 11.10: split hands of 21 and over, what a dealer's pontoon takes, and split sevens."""

from __future__ import annotations

from tests.clauses.canberra_rounds import told
from tests.notation import Answer, play

GAME = "canberra-pontoon"
READINGS = ("busted-plus-one", "original-wager", "everything")


def nets(player: str, cards: str, wagers: str, *decisions: str) -> list[str]:
    """A player's net result by each reading of what a dealer's pontoon takes, in the order of `READINGS`."""
    return [play(GAME, cards, wagers, *decisions, dealer_pontoon_takes=reading).net[player] for reading in READINGS]


def test_11_6_split_hand_of_21_is_paid_at_once() -> None:
    answer = play(GAME, "8S KC 8D 3H JC 9C AD", "1:ann=20", "1 split", "1 hit", "1 stand")
    assert answer.dealer == "KC AD"
    assert told(answer, "ann") == "win 1:1 20.00 by 10.2(b)"


def test_11_7_ten_to_a_split_ace_is_21_and_no_pontoon() -> None:
    answer = play(GAME, "AS 7C AD KH QH", "1:ann=20", "1 split")
    assert told(answer, "ann") == "win 1:1 20.00 by 10.2(b)"
    assert told(answer, "ann", "split") == "win 1:1 20.00 by 10.2(b)"


def test_11_7_an_ace_to_a_split_ten_is_21_and_no_pontoon() -> None:
    answer = play(GAME, "KS 7C QD AH AC", "1:ann*=20 1:bob=10", "1 split +bob")
    assert told(answer, "ann") == "win 1:1 20.00 by 10.2(b)"
    assert told(answer, "bob", "split") == "win 1:1 10.00 by 10.2(b)"


def test_11_8_split_hand_over_21_loses_though_the_dealer_goes_over_too() -> None:
    answer = play(GAME, "8S 7C 8D 5H KC 9C 8H KD", "1:ann*=20 1:bob=10", "1 split +bob", "1 hit", "1 stand")
    assert answer.dealer_total == 25
    assert told(answer, "ann") == "lose -20.00 by 14.1(e)"
    assert told(answer, "bob") == "lose -10.00 by 14.1(e)"
    assert answer.net == {"ann": "0.00", "bob": "0.00"}


def test_11_8_all_wagers_on_the_hand_lose_a_double_among_them() -> None:
    answer = play(GAME, "8S KC 8D 5H JC 9C AD", "1:ann*=20 1:bob=10", "1 split +bob", "1 double 20 +bob=5", "1 stand")
    assert told(answer, "ann", "double") == "lose -20.00 by 14.1(e)"
    assert told(answer, "bob", "double") == "lose -5.00 by 14.1(e)"


def test_11_9_of_two_hands_a_dealers_pontoon_takes_one_wager() -> None:
    answer = play(GAME, "8S KH 8D 9H 9D AC", "1:ann=20", "1 split", "1 stand", "1 stand")
    assert told(answer, "ann") == "lose -20.00 by 14.1(g)"
    assert told(answer, "ann", "split") == "stand-off 0.00 by 11.9"


def test_11_9_each_player_on_the_box_loses_one_wager_of_their_own() -> None:
    answer = play(GAME, "8S KH 8D 9H 9D AC", "1:ann*=20 1:bob=10 1:cat=5", "1 split +bob", "1 stand", "1 stand")
    assert answer.net == {"ann": "-20.00", "bob": "-10.00", "cat": "-5.00"}


def test_11_9_of_four_hands_one_wager_is_taken() -> None:
    answer = play(GAME, "8S KH 8D 8H 8C 9H 9D 9C 9S AC", "1:ann=20", "1 split", "1 split", "1 split")
    assert len(answer.hands()) == 4
    assert answer.net == {"ann": "-20.00"}


def test_11_9_two_live_hands_by_every_reading() -> None:
    assert nets("ann", "8S KH 8D 9H 9D AC", "1:ann=20", "1 split") == ["-20.00", "-20.00", "-40.00"]


def test_11_9_hand_that_is_over_is_lost_beside_the_one_wager() -> None:
    round_ = ("8S KH 8D 5H JC 9D AC", "1:ann=20", "1 split", "1 hit", "1 stand")
    assert nets("ann", *round_) == ["-40.00", "-20.00", "-40.00"]
    answer = play(GAME, *round_)
    assert told(answer, "ann") == "lose -20.00 by 14.1(e)"
    assert told(answer, "ann", "split") == "lose -20.00 by 14.1(g)"


def test_11_9_later_hand_that_is_over_is_lost_by_every_reading() -> None:
    assert nets("ann", "8S KH 8D 9H 5D JC AC", "1:ann=20", "1 split", "1 stand", "1 hit") == ["-40.00"] * 3


def test_11_9_hand_that_is_paid_stays_paid() -> None:
    round_ = ("8S KH 8D 3H JC 9D AC", "1:ann=20", "1 split", "1 hit", "1 stand")
    assert nets("ann", *round_) == ["0.00", "20.00", "0.00"]
    assert told(play(GAME, *round_), "ann", "split") == "lose -20.00 by 14.1(g)"


def test_11_9_the_doubled_part_of_a_live_hand_comes_back() -> None:
    round_ = ("8S KH 8D 3H 4D 9D AC", "1:ann=20", "1 split", "1 double 20", "1 stand")
    assert nets("ann", *round_) == ["-20.00", "-20.00", "-60.00"]
    answer = play(GAME, *round_)
    assert told(answer, "ann", "double") == "stand-off 0.00 by 12.5"
    assert told(answer, "ann", "split") == "stand-off 0.00 by 11.9"


def test_11_9_doubled_hand_that_is_over_is_lost_whole() -> None:
    round_ = ("8S KH 8D 6H JC 9D AC", "1:ann=20", "1 split", "1 double 20", "1 stand")
    assert nets("ann", *round_) == ["-60.00", "-40.00", "-60.00"]


def test_11_9_later_hand_doubled_after_one_that_is_over() -> None:
    round_ = ("8S KH 8D 5H JC 3D 4D AC", "1:ann=20", "1 split", "1 hit", "1 double 20")
    assert nets("ann", *round_) == ["-40.00", "-20.00", "-60.00"]


def test_11_9_forfeited_hand_is_decided_like_one_that_is_over() -> None:
    round_ = ("8S KH 8D 3H 4D 9D AC", "1:ann=20", "1 split", "1 double 20", "1 forfeit", "1 stand")
    assert nets("ann", *round_) == ["-40.00", "-20.00", "-40.00"]
    assert told(play(GAME, *round_), "ann") == "forfeit -20.00 by 12.6"


def test_11_9_co_bettor_on_the_first_hand_alone_loses_that_wager() -> None:
    live = ("8S KH 8D 9H 9D AC", "1:ann*=20 1:bob=10", "1 split", "1 stand", "1 stand")
    assert nets("bob", *live) == ["-10.00"] * 3
    over = ("8S KH 8D 5H JC 9D AC", "1:ann*=20 1:bob=10", "1 split", "1 hit", "1 stand")
    assert nets("bob", *over) == ["-10.00"] * 3
    assert nets("ann", *over) == ["-40.00", "-20.00", "-40.00"]


SUITED_SEVENS = "7H 9S 7C 7H 9D 7H 7H KD KC"


def bonuses(answer: Answer) -> list[str]:
    return [line["player"] for line in answer.settlements if line["wager"] in ("super-bonus", "shared-bonus")]


def test_11_10_suited_sevens_that_are_split_forfeit_the_super_bonus() -> None:
    answer = play(GAME, SUITED_SEVENS, "1:ann*=20 1:bob=10 2:cat=20", "1 split", "1 hit", "1 stand", "2 stand")
    assert answer.hands() == ["7H 7H 7H", "7H KD"]
    assert told(answer, "ann") == "win 2:1 40.00 by 14.2"
    assert bonuses(answer) == []


def test_11_10_the_same_sevens_unsplit_win_it() -> None:
    answer = play(GAME, "7H 9S 7C 7H 9D 7H KC", "1:ann*=20 1:bob=10 2:cat=20", "1 hit", "2 stand")
    assert bonuses(answer) == ["ann", "bob", "cat"]


def test_11_10_split_of_unsuited_sevens_may_still_win_it() -> None:
    answer = play(GAME, "7H 7C 7S 7H 7H KD KC", "1:ann=20", "1 split", "1 hit", "1 stand")
    assert answer.hands() == ["7H 7H 7H", "7S KD"]
    assert told(answer, "ann") == "win 2:1 40.00 by 14.2"
    assert told(answer, "ann", "super-bonus") == "win 1000.00 by 14.3"


def test_11_10_the_second_hand_of_unsuited_sevens_may_win_it_too() -> None:
    answer = play(GAME, "7H 7C 7S KD 7S 7S KC", "1:ann=20", "1 split", "1 stand", "1 hit")
    assert answer.hands() == ["7H KD", "7S 7S 7S"]
    assert told(answer, "ann", "split") == "win 3:1 60.00 by 14.2"
    assert told(answer, "ann", "super-bonus") == "win 1000.00 by 14.3"


def test_11_10_later_split_of_suited_sevens_forfeits_for_the_whole_box() -> None:
    answer = play(
        GAME,
        "7H 9S 7C 7S 9D 7H 7H 7S KD KS KC",
        "1:ann=20 2:bob=20",
        "1 split",
        "1 hit",
        "1 split",
        "1 stand",
        "1 stand",
        "2 stand",
    )
    assert answer.hands() == ["7H 7H 7H", "7S KD", "7S KS"]
    assert told(answer, "ann") == "win 2:1 40.00 by 14.2"
    assert bonuses(answer) == []


def test_11_10_an_unsuited_split_after_it_restores_nothing() -> None:
    answer = play(GAME, "7H 7C 7H 7S 7H 7H KD KS KC", "1:ann=20", "1 split", "1 split", "1 hit", "1 stand", "1 stand")
    assert answer.hands() == ["7H 7H 7H", "7S KD", "7H KS"]
    assert told(answer, "ann") == "win 2:1 40.00 by 14.2"
    assert bonuses(answer) == []


def test_11_10_another_box_is_not_touched_by_it() -> None:
    answer = play(
        GAME,
        "7H 7S 7C 7H 7S KD KC 7S KS",
        "1:ann=20 2:bob=20",
        "1 split",
        "1 stand",
        "1 stand",
        "2 hit",
    )
    assert bonuses(answer) == ["bob", "ann"]
