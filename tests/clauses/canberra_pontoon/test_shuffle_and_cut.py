"""Section 5 at a table, 15.6 and 19: when the cards are shuffled, who cuts them and where, and the automated shuffling shoe."""

from __future__ import annotations

from collections import Counter

import pytest

from boxseat.table import commands as c
from boxseat.table.folding import decks, decks_without
from boxseat.table.records import CardBurnt, CardsCut, CardsShuffled, CutOffered, CuttingCardOut
from boxseat.table.shuffle import shuffled, stage_label
from boxseat.table.state import Status
from tests.table_notation import THREE_STAND, AtTable, at_table, cards, holds_its_decks, who_may

GAME = "canberra-pontoon"


def three() -> AtTable:
    """Ann, Bob and Cat at boxes 1 to 3, and the cards cut."""
    return at_table(GAME).seat(1, "ann").seat(2, "bob").seat(3, "cat").cut()


def test_5_1_the_cards_are_shuffled_for_each_new_shoe() -> None:
    table = three()
    first = table.order_in_shoe()
    table.cutting_card_in(1).round(THREE_STAND, ann=10, bob=10, cat=10).over().cut()
    assert len(table.records(CardsShuffled)) == 2
    assert table.order_in_shoe() != first
    assert holds_its_decks(table)


def test_5_2_the_players_are_asked_to_cut_and_where_none_wishes_to_a_supervisor_does() -> None:
    table = at_table(GAME, supervisor_cuts=True).seat(1, "ann").seat(2, "bob")
    assert table.asked_to_cut() == ["ann", "bob"]
    assert "A supervisor is asked to cut the cards." in table.heard
    assert table.refuses("ann", c.Cut(60)).startswith("cut/not-yours")
    table.staff(c.CutForHouse(60))
    assert table.pack.place == 60
    assert who_may(c.CutForHouse(60)) == ["supervisor", "gaming-manager"]


def test_5_2_without_a_supervisor_the_seed_says_where_so_that_the_house_has_no_choice() -> None:
    table = at_table(GAME).seat(1, "ann").do("ann", c.DeclineCut())
    assert table.pack.cut
    assert "The house cuts the cards." in table.heard


def test_5_2_a_the_first_player_to_the_table_cuts_when_the_game_begins() -> None:
    table = at_table(GAME).come("ann").seat(2, "bob").cut().seat(7, "ann").staff(c.ShuffleNow())
    assert table.asked_to_cut() == ["ann", "bob"]


def test_5_2_b_the_player_on_whose_box_the_cutting_card_came_out_cuts() -> None:
    table = three().cutting_card_in(1).round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert table.asked_to_cut()[0] == "bob"


def test_5_2_c_for_the_dealers_hand_the_player_farthest_right_cuts() -> None:
    table = three().cutting_card_in(3).round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert table.asked_to_cut()[0] == "cat"


def test_5_2_d_a_declined_cut_goes_clockwise_round_the_table() -> None:
    table = three().cutting_card_in(1).round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert table.asked_to_cut() == ["bob", "cat", "ann"]


@pytest.mark.parametrize(("number", "least", "most"), [(3, 48, 96), (4, 48, 144), (8, 48, 336)])
def test_5_3_the_cut_is_a_deck_or_more_from_either_end(number: int, least: int, most: int) -> None:
    table = at_table(GAME, decks=number).seat(1, "ann")
    for place in (0, least - 1, most + 1):
        assert table.refuses("ann", c.Cut(place)) == "cut/place 5.3"
    for place in (least, most):
        assert table.day.may("ann", c.Cut(place)) is None


@pytest.mark.parametrize("number", [3, 4, 8])
def test_5_3_cards_in_front_of_it_go_to_the_back_and_a_deck_to_half_of_all_lie_behind_the_cutting_card(
    number: int,
) -> None:
    table = at_table(GAME, decks=number).seat(1, "ann").do("ann", c.Cut(60))
    order = shuffled(decks(table.day.book), table.day.seeds[table.pack.shoe], stage_label(1))
    assert 48 <= table.pack.behind <= 48 * number // 2
    table.wager(1, "ann", 10).time_up()
    assert table.dealt()[:3] == order[60:63]


def test_5_4_the_cards_are_shuffled_once_the_cutting_card_is_out_and_not_before() -> None:
    table = three()
    for _ in range(3):
        table.round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert len(table.records(CardsShuffled)) == 1
    table.cutting_card_in(2).round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert len(table.records(CardsShuffled)) == 2


def test_5_4_a_at_once_where_it_is_a_rounds_first_card() -> None:
    table = three().cutting_card_in(0).wager(1, "ann", 10).time_up()
    assert not table.table.in_round
    assert len(table.records(CardsShuffled)) == 2
    table.cut().time_up()
    assert table.table.in_round
    assert table.pack.rounds == 1


def test_5_4_b_after_the_round_where_it_is_drawn_in_it() -> None:
    table = three().cutting_card_in(4).round(THREE_STAND, ann=10, bob=10, cat=10)
    assert table.table.in_round
    assert len(table.records(CardsShuffled)) == 1
    assert len(table.over().records(CardsShuffled)) == 2


def test_5_5_in_the_final_three_rounds_the_cutting_card_is_put_aside() -> None:
    table = three().staff(c.FinalRounds())
    assert "Final 3 rounds." in table.heard
    table.cutting_card_in(2)
    for _ in range(3):
        table.round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert len(table.records(CardsShuffled)) == 1
    assert table.records(CuttingCardOut) == [CuttingCardOut("box 3", discarded=True)]
    assert table.table.status is Status.CLOSED


def test_5_5_a_round_in_play_when_they_are_announced_is_not_among_them() -> None:
    table = three().round(THREE_STAND, ann=10, bob=10, cat=10).staff(c.FinalRounds())
    assert table.heard[-1] == "Final 3 rounds after this one."
    table.cutting_card_in(0).over()
    assert table.records(CuttingCardOut) == [CuttingCardOut("dealer", discarded=False)]
    assert len(table.records(CardsShuffled)) == 2, "so the cards are shuffled after it"
    for _ in range(3):
        assert table.table.status is Status.OPEN
        table.round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert table.table.status is Status.CLOSED


def test_15_6_too_few_cards_are_made_up_by_the_discards_shuffled_and_cut() -> None:
    table = three().round(THREE_STAND, ann=10, bob=10, cat=10).over().wager(1, "ann", 10).cards_left(2)
    table.day.stack("9S 6S")
    table.time_up()
    assert table.table.in_round
    assert Counter(table.pack.cards) == Counter(decks_without(table.day.book, cards("9S 6S")))
    assert table.table.cut_offer is not None
    table.do(table.table.cut_offer.player, c.Cut(60))
    assert table.dealt()[:2] == cards("9S 6S")
    assert len(table.dealt()) == 3
    assert not table.over().table.in_round


def test_19_1_with_a_shuffling_shoe_nothing_is_cut_and_no_cutting_card_ends_it() -> None:
    table = at_table(GAME, cards_from="device").seat(1, "ann")
    for _ in range(40):
        table.wager(1, "ann", 5).time_up().over()
    assert not table.records(CutOffered, CuttingCardOut, CardBurnt)
    assert {record.place for record in table.records(CardsCut) if isinstance(record, CardsCut)} == {None}


def test_19_2_the_cards_are_shuffled_and_put_into_it_before_the_first_round() -> None:
    table = at_table(GAME, cards_from="device")
    assert len(table.records(CardsShuffled)) == 1
    assert table.cards.cards_from == "device"
    assert holds_its_decks(table)
    table.seat(1, "ann").wager(1, "ann", 10).time_up().over()
    assert holds_its_decks(table), "the discards are back in it for the next round"
