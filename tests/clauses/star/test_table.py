"""The table itself: its cards, tray and rack, rounds without wagers, absent and abstaining players, and no advice."""

from __future__ import annotations

from collections import Counter

import pytest

from boxseat.table import commands as c
from boxseat.table.card_source import decks
from boxseat.table.records import CardsShuffled, RoundOpened, SeatLeft
from boxseat.table.state import HouseDecision
from tests.clauses.full_tables import ONE_STANDS, SEVEN, full, passing, seated
from tests.clauses.star.twins import both
from tests.table_notation import at_table, holds_its_decks, says_no_more_than_the_rules, who_may

pytestmark = both


@pytest.mark.parametrize("cards_from", ["shoe", "device"])
def test_3_3_1_every_card_comes_from_a_shoe_or_a_shuffling_device(game: str, cards_from: str) -> None:
    table = at_table(game, cards_from=cards_from).seat(1, "ann").cut().wager(1, "ann", 10)
    order = table.order_in_shoe()
    table.time_up()
    assert table.cards.cards_from == cards_from
    assert table.dealt()[:3] == order[1:4]
    assert table.cards.drawn == 4


def test_3_3_4_the_float_tray_gives_chips_and_takes_what_the_table_wins(game: str) -> None:
    table = at_table(game, opening_float=2_000_000).seat(1, "ann", chips=100)
    assert table.day.money["float/t1"] == 1_990_000
    table.round("KS 9S 6S KD", ann=10).over()
    assert table.table.round is not None
    won = table.table.round.net()["ann"]
    assert won != 0
    assert table.day.money["float/t1"] == table.table.float_cents == 1_990_000 - won


@pytest.mark.parametrize("number", [6, 8])
def test_4_3_every_shoe_holds_the_games_decks_card_by_card(game: str, number: int) -> None:
    table = at_table(game, decks=number).seat(1, "ann").cut()
    for _ in range(3):
        assert holds_its_decks(table)
        assert len(table.order_in_shoe()) == 48 * number
        table.cutting_card_in(1).wager(1, "ann", 10).time_up().over().cut()
    device = at_table(game, decks=number, cards_from="device")
    assert holds_its_decks(device)


def test_4_5_cards_are_replaced_by_a_supervisor_between_rounds(game: str) -> None:
    table = at_table(game, cards_from="device").seat(1, "ann").round(ONE_STANDS, ann=10)
    assert table.refuses("sue", c.ShuffleNow(replace_cards=True)) == "shuffle/in-round 4.5.1"
    assert who_may(c.ShuffleNow(replace_cards=True)) == ["supervisor", "gaming-manager"]


def test_4_5_1_a_shoes_cards_once_the_cutting_card_is_out_and_before_they_are_cut(game: str) -> None:
    table = at_table(game).seat(1, "ann").round(ONE_STANDS, ann=10).over()
    replaced = c.ShuffleNow(replace_cards=True)
    assert table.refuses("sue", replaced) == "shuffle/not-yet 4.5.1"
    table.cutting_card_in(1).round(ONE_STANDS, ann=10).over()
    assert table.table.cut_offer is not None
    table.staff(replaced)
    assert "The cards are shuffled: the cards were replaced." in table.heard
    assert holds_its_decks(table)


def test_4_5_2_a_devices_cards_after_any_round(game: str) -> None:
    table = at_table(game, cards_from="device").seat(1, "ann").round(ONE_STANDS, ann=10).over()
    table.staff(c.ShuffleNow(replace_cards=True))
    assert Counter(table.order_in_shoe()) == Counter(decks(table.day.book)), "no old card may be in the rack"
    table.wager(1, "ann", 10).time_up().over()


def test_17_3_a_rounds_cards_go_to_the_rack_when_it_is_over(game: str) -> None:
    table = at_table(game).seat(1, "ann").round(ONE_STANDS, ann=10)
    assert table.table.rack == ()
    table.over()
    assert Counter(table.table.rack) == Counter(table.dealt())
    assert len(table.table.rack) >= 4


def test_18_7_no_round_begins_without_a_wager(game: str) -> None:
    table = at_table(game).seat(1, "ann").cut()
    assert table.refuses("house", c.TimeUp()).startswith("clock/nothing")
    table.wager(1, "ann", 10).do("ann", c.TakeBack(1), c.Ready())
    assert table.refuses("house", c.TimeUp()).startswith("clock/nothing")
    assert not table.records(RoundOpened)
    table.wager(1, "ann", 10)
    assert table.records(RoundOpened), "ann has said that the table need not wait for her"


def test_18_10_the_hand_of_a_player_who_does_not_decide_in_time_gets_no_more_cards(game: str) -> None:
    table = at_table(game).seat(1, "ann").round(ONE_STANDS, ann=10)
    assert table.day.asked == [("ann", 1, "decision")]
    table.time_up()
    assert not table.table.in_round
    assert table.table.round is not None
    assert [len(hand.cards) for hand in table.table.round.boxes[0].hands] == [2]
    assert table.table.house_decisions == (HouseDecision("ann", 1, "played the hand by the absent player's rule"),)


def test_20_7_nobody_is_told_how_to_play(game: str) -> None:
    good = at_table(game).seat(1, "ann").round("KS 6S KH", ann=10)
    bad = at_table(game).seat(1, "ann").round("KS 6S 3H", ann=10)
    for table in (good, bad):
        words = [choice.do for choice in table.day.you("ann").choices]
        assert [word for word in words if word != "split"] == ["double", "hit", "stand"], "whether they are good or bad"
        assert says_no_more_than_the_rules(table, "ann")


def test_20_10_three_rounds_without_a_wager_at_a_full_table_cost_the_seat(game: str) -> None:
    table = passing(full(game), 2)
    assert len(table.table.seats) == 7
    passing(table, 1)
    assert len(table.table.seats) == 6, "then all other seats are no longer in use"
    assert {record.why for record in table.records(SeatLeft) if isinstance(record, SeatLeft)} == {
        f"3 rounds went by without a wager (clause {table.day.book.seating.abstaining_rounds.clause})"
    }


def test_20_10_only_rounds_while_every_other_seat_was_in_use_count(game: str) -> None:
    table = seated(at_table(game), SEVEN[:6])
    passing(table, 5).seat(7, "gus")
    assert len(passing(table, 2).table.seats) == 7
    assert len(passing(table, 1).table.seats) == 6


def test_20_10_only_where_the_house_asks_for_it(game: str) -> None:
    assert len(passing(full(game, idle_seats_go=False), 4).table.seats) == 7


def test_5_1_1_a_new_game_has_new_cards(game: str) -> None:
    table = at_table(game).seat(1, "ann").cut().close().staff(c.OpenForPlay())
    assert len(table.records(CardsShuffled)) == 2
    assert table.seat(1, "ann").asked_to_cut() == ["ann"]
