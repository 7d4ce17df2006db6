"""Section 5 at a table, and 8.2: when cards are shuffled, who cuts and where, the burnt card, the shuffling device."""

from __future__ import annotations

from collections import Counter

import pytest

from boxseat.fairness.shuffle import shuffled, stage_label
from boxseat.table import commands as c
from boxseat.table.card_source import decks, decks_without
from boxseat.table.records import CardBurnt, CardsCut, CardsShuffled, CutOffered, RackReturned, RoundOpened
from tests.clauses.star.twins import both
from tests.table_notation import THREE_STAND, AtTable, at_table, cards, who_may

pytestmark = both


def three(game: str) -> AtTable:
    """Ann, Bob and Cat at boxes 1 to 3, with the cards cut."""
    return at_table(game).seat(1, "ann").seat(2, "bob").seat(3, "cat").cut()


def test_5_1_every_shuffle_is_an_order_of_its_own_from_a_fresh_seed(game: str) -> None:
    table = three(game)
    first = table.order_in_shoe()
    table.round(THREE_STAND, ann=10).over().staff(c.ShuffleNow()).cut()
    assert table.order_in_shoe() != first
    assert Counter(table.order_in_shoe()) == Counter(first) == Counter(decks(table.day.book))
    assert len(set(table.day.seeds.values())) == 2


def test_5_1_1_the_cards_are_shuffled_before_play_starts(game: str) -> None:
    table = at_table(game)
    assert len(table.records(CardsShuffled)) == 1
    assert not table.records(RoundOpened)
    table.close().staff(c.OpenForPlay())
    assert len(table.records(CardsShuffled)) == 2


def test_5_1_2_a_cutting_card_as_the_first_card_calls_for_a_shuffle_before_the_round(game: str) -> None:
    table = three(game).round(THREE_STAND, ann=10, bob=10, cat=10).over()
    table.cutting_card_in(0).wager(1, "ann", 10).time_up()
    assert not table.table.in_round
    assert len(table.records(CardsShuffled)) == 2
    assert table.wagers_on(1) == ["ann 10.00"]
    table.cut().time_up()
    assert table.table.in_round
    assert table.pack.rounds == 1


def test_5_1_3_a_cutting_card_in_mid_round_calls_for_a_shuffle_after_it(game: str) -> None:
    table = three(game).cutting_card_in(4).round(THREE_STAND, ann=10, bob=10, cat=10)
    assert table.table.in_round
    assert len(table.records(CardsShuffled)) == 1
    assert "The cutting card is out: the cards are shuffled after this round." in table.heard
    table.over()
    assert len(table.records(CardsShuffled)) == 2


def test_5_1_4_a_supervisor_may_have_the_cards_shuffled_after_a_round(game: str) -> None:
    table = three(game).round(THREE_STAND, ann=10)
    assert table.refuses("sue", c.ShuffleNow()).startswith("shuffle/in-round")
    table.over().staff(c.ShuffleNow())
    assert len(table.records(CardsShuffled)) == 2
    assert who_may(c.ShuffleNow()) == ["supervisor", "gaming-manager"]


def test_5_3_after_the_shuffle_a_player_is_asked_to_cut(game: str) -> None:
    table = at_table(game).seat(2, "bob")
    assert table.table.cut_offer is not None
    assert table.table.cut_offer.player == "bob"
    assert "bob is asked to cut the cards." in table.heard
    assert table.refuses("bob", c.Cut(20)).startswith("cut/place")
    table.do("bob", c.Cut(100))
    assert table.pack.cut


def test_5_3_1_the_first_player_to_the_table_cuts_when_the_game_begins(game: str) -> None:
    table = at_table(game).come("ann").seat(2, "bob").cut().seat(7, "ann").staff(c.ShuffleNow())
    assert table.asked_to_cut() == ["ann", "bob"]


def test_5_3_2_the_player_on_whose_box_the_cutting_card_came_out_cuts(game: str) -> None:
    table = three(game).cutting_card_in(1).round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert table.asked_to_cut()[0] == "bob"


def test_5_3_3_for_the_dealers_hand_the_player_farthest_right_cuts(game: str) -> None:
    table = three(game).cutting_card_in(3).round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert table.asked_to_cut()[0] == "cat"


def test_5_3_4_for_a_rounds_first_card_the_player_farthest_right_cuts(game: str) -> None:
    table = three(game).round(THREE_STAND, ann=10, bob=10, cat=10).over()
    table.cutting_card_in(0).wager(1, "ann", 10).time_up()
    assert table.asked_to_cut()[0] == "cat"


def test_5_3_5_replaced_cards_are_cut_by_the_player_farthest_right(game: str) -> None:
    table = three(game).cutting_card_in(1).round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert table.table.cut_offer is not None
    assert table.table.cut_offer.player == "bob"
    table.staff(c.ShuffleNow(replace_cards=True))
    assert table.asked_to_cut()[0] == "cat"


def test_5_4_a_refused_cut_goes_clockwise_round_the_table(game: str) -> None:
    table = three(game).cutting_card_in(1).round(THREE_STAND, ann=10, bob=10, cat=10).over()
    assert table.refuses("ann", c.Cut(100)).startswith("cut/not-yours")
    assert table.asked_to_cut() == ["bob", "cat", "ann"]


def test_5_4_where_no_player_accepts_a_supervisor_cuts(game: str) -> None:
    table = at_table(game, supervisor_cuts=True).seat(1, "ann")
    assert table.refuses("sue", c.CutForHouse(100)).startswith("cut/not-yours")
    table.do("ann", c.DeclineCut())
    assert "A supervisor is asked to cut the cards." in table.heard
    assert table.refuses("sue", c.CutForHouse(47)) == "cut/place 5.5"
    table.staff(c.CutForHouse(100))
    assert table.pack.place == 100
    assert who_may(c.CutForHouse(100)) == ["supervisor", "gaming-manager"]


def test_5_4_without_a_supervisor_the_seed_says_where_so_that_the_house_has_no_choice(game: str) -> None:
    table = at_table(game).seat(1, "ann").do("ann", c.DeclineCut())
    assert table.pack.cut
    assert "The house cuts the cards." in table.heard


@pytest.mark.parametrize(("decks", "least", "most"), [(8, 48, 336), (6, 48, 240)])
def test_5_5_the_cut_is_a_deck_or_more_from_either_end(game: str, decks: int, least: int, most: int) -> None:
    table = at_table(game, decks=decks).seat(1, "ann")
    for place in (0, least - 1, most + 1):
        assert table.refuses("ann", c.Cut(place)) == "cut/place 5.5"
    for place in (least, most):
        assert table.day.may("ann", c.Cut(place)) is None


def test_5_6_cards_in_front_of_the_cut_go_to_the_back_and_the_cutting_card_half_way_in_at_most(game: str) -> None:
    table = at_table(game).seat(1, "ann").do("ann", c.Cut(100))
    order = shuffled(decks(table.day.book), table.day.seeds[table.pack.shoe], stage_label(1))
    assert 0 < table.pack.behind <= len(order) // 2
    table.wager(1, "ann", 10).time_up()
    assert table.dealt() == order[101:104]


def test_5_7_a_shuffling_devices_cards_are_shuffled_in_it_and_not_cut(game: str) -> None:
    table = at_table(game, cards_from="device").seat(1, "ann").wager(1, "ann", 10).time_up().over()
    assert not table.records(CutOffered)
    assert table.refuses("ann", c.Cut(100)).startswith("cut/none")
    assert [record.place for record in table.records(CardsCut) if isinstance(record, CardsCut)] == [None, None]
    assert len(table.day.seeds) == 2, "it shuffles again for the next round"


@pytest.mark.parametrize("cards_from", ["shoe", "device"])
def test_5_9_the_first_card_is_burnt_unseen(game: str, cards_from: str) -> None:
    table = at_table(game, cards_from=cards_from).seat(1, "ann").cut()
    assert len(table.records(CardBurnt)) == 1
    assert table.cards.drawn == 1
    burnt, first, dealers, second, *_ = table.order_in_shoe()
    table.wager(1, "ann", 10).time_up()
    assert table.dealt()[:3] == (first, dealers, second)
    assert "A card is burnt." in table.heard
    assert not any(str(burnt) in sentence.split() for sentence in table.heard)


def test_5_9_a_card_is_burnt_at_each_load_and_not_at_each_round(game: str) -> None:
    table = three(game).round(THREE_STAND, ann=10).over().round(THREE_STAND, ann=10).over()
    assert len(table.records(CardBurnt)) == 1
    table.staff(c.ShuffleNow()).cut()
    assert len(table.records(CardBurnt)) == 2
    device = at_table(game, cards_from="device").seat(1, "ann").round("9S 6S 9H", ann=10).over()
    assert len(device.records(CardBurnt)) == 1
    device.staff(c.ShuffleNow(replace_cards=True))
    assert len(device.records(CardBurnt)) == 2
    assert Counter(device.order_in_shoe()) == Counter(decks(device.day.book)), "the new cards must be all the cards"


def test_8_2_after_the_initial_deal_the_rack_goes_into_the_device(game: str) -> None:
    table = at_table(game, cards_from="device").seat(1, "ann").round("9S 6S 9H", ann=10).over()
    last = table.dealt()
    assert Counter(table.order_in_shoe()) == Counter(decks_without(table.day.book, last)), "the rack is still out"
    table.wager(1, "ann", 10)
    table.day.stack("8S 5S 8H")
    table.time_up()
    assert isinstance(table.happened[-1], RackReturned)
    assert Counter(table.pack.stage_cards) == Counter(decks_without(table.day.book, cards("8S 5S 8H")))


def test_18_9_too_few_cards_are_made_up_by_the_discards_shuffled_and_cut(game: str) -> None:
    table = three(game).round(THREE_STAND, ann=10, bob=10, cat=10).over()
    table.wager(1, "ann", 10).cards_left(2)
    table.day.stack("9S 6S")
    table.time_up()
    assert table.table.in_round
    assert table.pack.mid_round
    assert Counter(table.pack.cards) == Counter(decks_without(table.day.book, cards("9S 6S")))
    assert table.table.cut_offer is not None
    table.do(table.table.cut_offer.player, c.Cut(100))
    assert len(table.dealt()) == 3
    assert table.dealt()[0] == cards("9S")[0]
    table.over()
    assert not table.table.in_round
    assert not table.pack.mid_round, "then all cards are shuffled"


def test_18_17_a_burnt_card_stays_out_until_the_next_shuffle(game: str) -> None:
    table = three(game)
    order = table.order_in_shoe()
    dealt: list[object] = []
    for _ in range(5):
        table.wager(1, "ann", 5).time_up().over()
        dealt.extend(table.dealt())
    used = len(dealt)
    assert dealt == list(order[1 : used + 1])
    assert table.pack.drawn == used + 1


def test_18_8_1_after_a_void_round_play_goes_on_with_the_cards_that_are_left(game: str) -> None:
    table = three(game)
    order = table.order_in_shoe()
    table.wager(1, "ann", 10).time_up().staff(c.VoidTheRound("a card was dealt to the wrong box"))
    assert table.chips("ann") == 1000
    assert len(table.records(CardsShuffled)) == 1
    drawn = table.pack.drawn
    table.wager(1, "ann", 10).time_up()
    assert table.dealt()[0] == order[drawn]
    assert who_may(c.VoidTheRound("x")) == ["supervisor", "gaming-manager"]
