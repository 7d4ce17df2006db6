"""Section 5 at a table, cards that run out, and 19: when cards are shuffled, who cuts and where, the shuffling shoe."""

from __future__ import annotations

from collections import Counter

import pytest

from boxseat.fairness.shuffle import shuffled, stage_label
from boxseat.table import commands as c
from boxseat.table.card_source import decks, decks_without
from boxseat.table.records import CardBurnt, CardsCut, CardsShuffled, CutOffered, CuttingCardOut
from boxseat.table.state import Status
from tests.clauses.canberra.twins import BLACKJACK, BURNT, DECK, PONTOON, both, every_shoe
from tests.table_notation import THREE_STAND, AtTable, at_table, cards, holds_its_decks, who_may


def three(game: str) -> AtTable:
    """Ann, Bob and Cat at boxes 1 to 3, with the cards cut."""
    return at_table(game).seat(1, "ann").seat(2, "bob").seat(3, "cat").cut()


@both()
def test_5_1_the_cards_are_shuffled_for_each_new_shoe(game: str) -> None:
    table = three(game)
    first = table.order_in_shoe()
    table.cutting_card_in(1).round(THREE_STAND, ann=10, bob=10, cat=10).over().cut()
    assert len(table.records(CardsShuffled)) == 2
    assert table.order_in_shoe() != first
    assert holds_its_decks(table)


@both()
def test_5_2_after_the_shuffle_a_player_is_asked_to_cut(game: str) -> None:
    table = at_table(game).seat(2, "bob")
    assert "bob is asked to cut the cards." in table.heard
    table.do("bob", c.Cut(60))
    assert table.pack.place == 60


@both()
def test_5_2_and_5_3_where_no_player_wishes_to_cut_a_supervisor_does(game: str) -> None:
    table = at_table(game, supervisor_cuts=True).seat(1, "ann").seat(2, "bob")
    assert table.asked_to_cut() == ["ann", "bob"]
    assert "A supervisor is asked to cut the cards." in table.heard
    assert table.refuses("ann", c.Cut(60)).startswith("cut/not-yours")
    table.staff(c.CutForHouse(60))
    assert table.pack.place == 60
    assert who_may(c.CutForHouse(60)) == ["supervisor", "gaming-manager"]


@both()
def test_5_2_and_5_3_without_a_supervisor_the_seed_says_where_so_that_the_house_has_no_choice(game: str) -> None:
    table = at_table(game).seat(1, "ann").do("ann", c.DeclineCut())
    assert table.pack.cut
    assert "The house cuts the cards." in table.heard


@both()
def test_5_2_a_the_first_player_to_the_table_cuts_when_the_game_begins(game: str) -> None:
    table = at_table(game).come("ann").seat(2, "bob").cut().seat(7, "ann").staff(c.ShuffleNow())
    assert table.asked_to_cut() == ["ann", "bob"]


@both()
def test_5_2_b_the_player_on_whose_box_the_cutting_card_came_out_cuts(game: str) -> None:
    table = three(game).cutting_card_in(1).round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert table.asked_to_cut()[0] == "bob"


@both()
def test_5_2_c_for_the_dealers_hand_the_player_farthest_right_cuts(game: str) -> None:
    table = three(game).cutting_card_in(3).round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert table.asked_to_cut()[0] == "cat"


@both()
def test_5_2_d_a_declined_cut_goes_clockwise_round_the_table(game: str) -> None:
    table = three(game).cutting_card_in(1).round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert table.asked_to_cut() == ["bob", "cat", "ann"]


@pytest.mark.parametrize(
    ("game", "clause", "number", "least", "most"),
    [
        (PONTOON, "5.3", 3, 48, 96),
        (PONTOON, "5.3", 4, 48, 144),
        (PONTOON, "5.3", 8, 48, 336),
        (BLACKJACK, "5.4", 4, 52, 156),
        (BLACKJACK, "5.4", 8, 52, 364),
    ],
)
def test_5_3_and_5_4_the_cut_is_a_deck_or_more_from_either_end(
    game: str, clause: str, number: int, least: int, most: int
) -> None:
    table = at_table(game, decks=number).seat(1, "ann")
    for place in (0, least - 1, most + 1):
        assert table.refuses("ann", c.Cut(place)) == f"cut/place {clause}"
    for place in (least, most):
        assert table.day.may("ann", c.Cut(place)) is None


@every_shoe
def test_5_3_and_5_4_cards_in_front_of_it_go_to_the_back_and_a_deck_to_half_of_all_lie_behind_the_cutting_card(
    game: str, number: int
) -> None:
    table = at_table(game, decks=number).seat(1, "ann").do("ann", c.Cut(60))
    order = shuffled(decks(table.day.book), table.day.seeds[table.pack.shoe], stage_label(1))
    assert DECK[game] <= table.pack.behind <= DECK[game] * number // 2
    table.wager(1, "ann", 10).time_up()
    first = 60 + BURNT[game]
    assert table.dealt()[:3] == order[first : first + 3]


@both()
def test_5_4_and_5_5_the_cards_are_shuffled_once_the_cutting_card_is_out_and_not_before(game: str) -> None:
    table = three(game)
    for _ in range(3):
        table.round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert len(table.records(CardsShuffled)) == 1
    table.cutting_card_in(2).round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert len(table.records(CardsShuffled)) == 2


@both()
def test_5_4_a_and_5_5_a_at_once_where_it_is_a_rounds_first_card(game: str) -> None:
    table = three(game).cutting_card_in(0).wager(1, "ann", 10).time_up()
    assert not table.table.in_round
    assert len(table.records(CardsShuffled)) == 2
    table.cut().time_up()
    assert table.table.in_round
    assert table.pack.rounds == 1


@both()
def test_5_4_b_and_5_5_b_after_the_round_where_it_is_drawn_in_it(game: str) -> None:
    table = three(game).cutting_card_in(4).round(THREE_STAND, ann=10, bob=10, cat=10)
    assert table.table.in_round
    assert len(table.records(CardsShuffled)) == 1
    assert len(table.over().records(CardsShuffled)) == 2


@both()
def test_5_5_and_5_6_in_the_final_three_rounds_the_cutting_card_is_put_aside(game: str) -> None:
    table = three(game).staff(c.FinalRounds())
    assert "Final 3 rounds." in table.heard
    table.cutting_card_in(2)
    for _ in range(3):
        table.round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert len(table.records(CardsShuffled)) == 1
    assert table.records(CuttingCardOut) == [CuttingCardOut("box 3", discarded=True)]
    assert table.table.status is Status.CLOSED


@both()
def test_5_5_and_5_6_a_round_in_play_when_they_are_announced_is_not_among_them(game: str) -> None:
    table = three(game).round(THREE_STAND, ann=10, bob=10, cat=10).staff(c.FinalRounds())
    assert table.heard[-1] == "Final 3 rounds after this one."
    table.cutting_card_in(0).over()
    assert table.records(CuttingCardOut) == [CuttingCardOut("dealer", discarded=False)]
    assert len(table.records(CardsShuffled)) == 2, "so the cards are shuffled after it"
    for _ in range(3):
        assert table.table.status is Status.OPEN
        table.round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert table.table.status is Status.CLOSED


@both()
def test_15_6_and_14_6_too_few_cards_are_made_up_by_the_discards_shuffled_and_cut(game: str) -> None:
    table = three(game).round(THREE_STAND, ann=10, bob=10, cat=10).over().wager(1, "ann", 10).cards_left(2)
    table.day.stack("9S 6S")
    table.time_up()
    assert table.table.in_round
    assert Counter(table.pack.cards) == Counter(decks_without(table.day.book, cards("9S 6S")))
    assert table.table.cut_offer is not None
    table.do(table.table.cut_offer.player, c.Cut(60))
    assert table.dealt()[:2] == cards("9S 6S")
    assert len(table.dealt()) == 3
    assert not table.over().table.in_round


@both()
def test_19_1_with_a_shuffling_shoe_nothing_is_cut_and_no_cutting_card_ends_it(game: str) -> None:
    table = at_table(game, cards_from="device").seat(1, "ann")
    for _ in range(40):
        table.wager(1, "ann", 5).time_up().over()
    assert not table.records(CutOffered, CuttingCardOut, CardBurnt)
    assert {record.place for record in table.records(CardsCut) if isinstance(record, CardsCut)} == {None}


@both()
def test_19_2_the_cards_are_shuffled_and_put_into_it_before_the_first_round(game: str) -> None:
    table = at_table(game, cards_from="device")
    assert len(table.records(CardsShuffled)) == 1
    assert table.cards.cards_from == "device"
    assert holds_its_decks(table)
    table.seat(1, "ann").wager(1, "ann", 10).time_up().over()
    assert holds_its_decks(table), "the discards are back in it for the next round"
