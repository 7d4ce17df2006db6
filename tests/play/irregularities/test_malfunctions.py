"""A shuffling device that fails in a round (R40)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.notation import Answer, play
from tests.play.irregularities.games import at_canberra, at_the_star, each, in_each_game, in_each_star_game


def _device(game: str, cards: str, wagers: str, *decisions: str, **more: Any) -> Answer:
    return play(game, cards, wagers, *decisions, cards_from="device", **more)


@each("19.3", "19.3", "19.2", "18.2")
def test_19_2_with_another_device_the_round_goes_on(game: str, clause: str) -> None:
    told = _device(game, "KS 7D 9H KD", "1:ann=10", "supervisor malfunction @1", "1 stand")
    assert (told.done, told.void, told.net) == ([(0, clause)], None, {"ann": "10.00"})


@at_the_star(("19.3", "19.5"), ("18.3", "18.5"))
def test_19_3_damaged_cards_are_replaced_where_there_is_another_device(game: str, clause1: str, clause2: str) -> None:
    told = _device(game, "KS 7D 9H KD", "1:ann=10", "supervisor malfunction @1 damaged=9H", "1 stand")
    assert (told.done, told.void, told.after_round) == ([(0, clause1)], None, [])
    for missing in ("another_device=false", "transferable=false"):
        told = _device(game, "KS 7D 9H KD", "1:ann=10", f"supervisor malfunction @1 damaged=9H {missing}", "1 stand")
        assert (told.done, told.net) == ([(0, clause2)], {"ann": "10.00"})


@at_the_star("19.4", "18.4")
def test_19_4_where_somebody_is_put_at_a_disadvantage_the_round_ends_as_void(game: str, clause: str) -> None:
    """Interim payments stand, read with 18.8."""
    told = _device(
        game,
        "AS 9S 7D KH 8H",
        "1:ann=20 2:bob=10",
        "supervisor malfunction @5 disadvantaged=true damaged=9H",
        "2 stand",
    )
    assert (told.void, told.done) == (("malfunction", clause), [(0, clause)])
    assert (told.line("ann")["result"], told.results("bob")) == ("win", [("main", "void", "0.00", clause)])
    assert [number for number, _ in told.refused] == [1]


@at_the_star(("19.5", "19.5.1"), ("18.5", "18.5.1"))
def test_19_5_without_a_device_each_player_may_have_unsettled_wagers_back(
    game: str, clause1: str, clause2: str
) -> None:
    """ann's pair is settled and stands; her split, double and insurance come back; bob plays on."""
    told = _device(
        game,
        "8S 9S AD 8D 9H 3C KD",
        "1:ann=20+pp5 2:bob=10",
        "1 insure 10",
        "1 split",
        "1 double 20",
        "supervisor malfunction @6 another_device=false returned_to=ann",
        "2 stand",
    )
    assert (told.done, told.void) == ([(3, clause1)], None)
    assert told.results("ann")[0][:2] == ("perfect-pairs", "win")
    assert sorted(told.results("ann")[1:]) == [
        ("double", "void", "0.00", clause2),
        ("insurance", "void", "0.00", clause2),
        ("main", "void", "0.00", clause2),
        ("split", "void", "0.00", clause2),
    ]
    assert (told.hands(1), told.dealer) == (["8S 3C", "8D"], "AD KD")


@in_each_star_game
def test_19_5_also_if_the_cards_cannot_be_transferred_and_for_several_players(game: str) -> None:
    told = _device(
        game,
        "KS 9S 7D 5H 9H KD",
        "1:ann=10 2:bob=10",
        "supervisor malfunction @5 transferable=false returned_to=ann,bob",
        "2 stand",
    )
    assert (told.net, told.dealer, told.cards_used) == ({"ann": "0.00", "bob": "0.00"}, "7D", 5)
    assert [number for number, _ in told.refused] == [1]


@at_the_star("19.5.1", "18.5.1")
def test_19_5_1_not_where_a_device_takes_over_or_the_round_ends_and_to_no_stranger(game: str, clause: str) -> None:
    for step in (
        "returned_to=ann",
        "damaged=9H returned_to=ann",
        "disadvantaged=true returned_to=ann",
        "another_device=false returned_to=ann,eve",
    ):
        told = _device(game, "KS 7D 9H KD", "1:ann=10", f"supervisor malfunction @3 {step}", "1 stand")
        assert (told.refused, told.done, told.net) == ([(0, clause)], [], {"ann": "10.00"})


@in_each_star_game
def test_19_5_1_a_box_that_empties_in_the_initial_deal_gets_no_further_card(game: str) -> None:
    told = _device(
        game,
        "KS 9S 7D 9H KD",
        "1:ann=10 2:bob=10",
        "supervisor malfunction @1 another_device=false returned_to=ann",
        "2 stand",
    )
    assert (told.hands(1), told.hands(2), told.dealer) == (["KS"], ["9S 9H"], "7D KD")
    nobody = _device(
        game,
        "KS 9S",
        "1:ann=10",
        "supervisor malfunction @1 another_device=false returned_to=ann",
        "1 insure 5",
        "1 hit",
    )
    assert (nobody.hands(), nobody.dealer, nobody.net, nobody.cards_used) == (["KS"], "", {"ann": "0.00"}, 1)
    assert [number for number, _ in nobody.refused] == [1, 2]


@at_the_star("6.6", "5.5")
def test_19_5_1_control_of_a_box_passes_to_whoever_has_it_among_the_rest(game: str, clause: str) -> None:
    """6.6: the seated player leaves; cat has laid more than bob."""
    told = _device(
        game,
        "5S 7D 6H 9C KD",
        "1:ann*=10 1:bob=10 1:cat=20",
        "supervisor malfunction @3 another_device=false returned_to=ann",
        "1 hit bob",
        "1 hit cat",
        "1 stand",
    )
    assert (told.refused, told.hands()) == ([(1, clause)], ["5S 6H 9C"])
    assert (told.net["ann"], told.net["cat"]) == ("0.00", "20.00")


@at_the_star(("13.4", "14.10"), ("12.4", "13.10"))
def test_19_5_1_who_controls_a_hand_without_a_wager_on_it_neither_doubles_nor_splits_it(
    game: str, clause1: str, clause2: str
) -> None:
    """ann and dan split, cat's wager stays on the first hand; with ann gone, cat has the higher wager on the box."""
    told = _device(
        game,
        "8S 7D 8H 2C 3C KD KC 9C",
        "1:ann*=10 1:cat=30 1:dan=20",
        "1 split +dan",
        "1 stand",
        "supervisor malfunction @5 another_device=false returned_to=ann",
        "1 double cat 10",
        "1 hit cat",
        max_split_hands=3,
    )
    assert (told.refused, told.hands()) == ([(3, clause1)], ["8S 2C", "8H 3C KD"])
    told = _device(
        game,
        "8S 7D 8H 2C 8C KD 9D",
        "1:ann*=10 1:cat=30 1:dan=20",
        "1 split +dan",
        "1 stand",
        "supervisor malfunction @5 another_device=false returned_to=ann",
        "1 split cat",
        "1 stand cat",
        max_split_hands=3,
    )
    assert (told.refused, told.hands()) == ([(3, clause2)], ["8S 2C", "8H 8C"])


@at_the_star("16.5", "15.5")
def test_19_5_1_perfect_pairs_without_a_main_wager_on_the_box_come_back_too(game: str, clause: str) -> None:
    told = _device(
        game,
        "KS 9S 7D 9H KD",
        "1:ann=10 1:bob=-+pp5 2:cat=10",
        "supervisor malfunction @1 another_device=false returned_to=ann",
        "2 stand",
    )
    assert told.results("bob") == [("perfect-pairs", "void", "0.00", clause)]


@in_each_star_game
def test_19_5_1_a_player_whose_wager_was_returned_before_the_first_card_has_none_to_take_back(game: str) -> None:
    told = _device(
        game,
        "2C KS 7D 9H KD",
        "2:ann=-+pp5",
        "dealer burn @0",
        "supervisor malfunction @1 another_device=false returned_to=ann",
    )
    assert (told.net, told.burned, told.refused) == ({"ann": "0.00"}, "2C", [])


@at_the_star("19.1.1", "18.1.1")
def test_19_5_4_the_round_goes_on_from_a_shoe_which_does_not_fail_again(game: str, clause: str) -> None:
    told = _device(
        game,
        "KS 7D 9H KD",
        "1:ann=10",
        "supervisor malfunction @1 another_device=false",
        "supervisor malfunction @2",
        "dealer rack-left",
        "dealer cut-missed",
        "1 stand",
    )
    assert told.refused[0] == (1, clause)
    assert [number for number, _ in told.done] == [0, 3]


@each(("19.3", "19.3"), ("19.3", "19.3"), ("19.1.1", "19.1.2"), ("18.1.1", "18.1.2"))
def test_19_1_1_only_a_device_fails_and_only_in_a_round(game: str, clause1: str, clause2: str) -> None:
    told = play(game, "KS 7D 9H KD", "1:ann=10", "supervisor malfunction @1", "1 stand")
    assert (told.refused, told.done) == ([(0, clause1)], [])
    told = _device(game, "KS 7D 9H KD", "1:ann=10", "supervisor malfunction @0", "1 stand")
    assert (told.refused, told.done) == ([(0, clause2)], [])


@at_canberra("19.3", "19.3")
def test_19_3_at_canberra_the_round_is_completed_whatever_failed(game: str, clause: str) -> None:
    for how in ("", " another_device=false", " transferable=false damaged=9H"):
        told = _device(game, "KS 7D 9H KD", "1:ann=10", f"supervisor malfunction @1{how}", "1 stand")
        assert (told.done, told.net, told.void) == ([(0, clause)], {"ann": "10.00"}, None)
    for how in ("disadvantaged=true", "another_device=false returned_to=ann"):
        told = _device(game, "KS 7D 9H KD", "1:ann=10", f"supervisor malfunction @1 {how}", "1 stand")
        assert (told.refused, told.net) == ([(0, clause)], {"ann": "10.00"})


@pytest.mark.parametrize(
    ("game", "due"),
    [
        ("canberra-pontoon", ["replace-device-after-shoe"]),
        ("canberra-blackjack", ["replace-device"]),
        ("star-pontoon", []),
        ("star-pontoon-6to5", []),
    ],
)
def test_19_3_what_is_done_about_the_device_after_the_round(game: str, due: list[str]) -> None:
    told = _device(game, "KS 7D 9H KD", "1:ann=10", "supervisor malfunction @1", "1 stand")
    assert (told.after_round, told.notified) == (due, [])


def test_19_3_at_canberra_pontoon_the_dealer_deals_on_or_shuffles() -> None:
    for then in ("", " then=deal-on", " then=shuffle"):
        told = _device("canberra-pontoon", "KS 7D 9H KD", "1:ann=10", f"supervisor malfunction @1{then}", "1 stand")
        assert told.done == [(0, "19.3")]


@in_each_game
def test_19_4_a_device_fails_after_the_dealers_last_card_too(game: str) -> None:
    told = _device(game, "KS 7D 9H KD", "1:ann=10", "1 stand", "supervisor malfunction")
    assert (told.net, told.refused) == ({"ann": "10.00"}, [])


@in_each_star_game
def test_11_2_3_whoever_took_an_unsettled_wager_back_has_still_wagered_on_the_round(game: str) -> None:
    """Cat's first hand had won when the other came back: the fifty dollars for another player's Super Bonus are hers too."""
    steps = ("1 split", "1 hit", "supervisor malfunction @8 another_device=false returned_to=cat", "6 hit")
    cards = "7H 7S 7C 7C 7S 7D 7C 7H 7S KD"
    told = play(game, cards, "1:cat=10 6:dan=25", *steps, cards_from="device")
    assert [(wager, result) for wager, result, _, _ in told.results("cat")] == [
        ("main", "win"),
        ("split", "void"),
        ("shared-bonus", "win"),
    ]
    assert told.line("cat", "shared-bonus")["net"] == "50.00"
    all_back = ("1 split", "supervisor malfunction @6 another_device=false returned_to=cat", "6 hit")
    told = play(game, "7H 7S 7C 7C 7S 7D 7S KD", "1:cat=10 6:dan=25", *all_back, cards_from="device")
    assert told.lines("cat", "shared-bonus") == []
