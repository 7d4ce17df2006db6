"""The table itself: its cards, absent and abstaining players, closing, and no advice."""

from __future__ import annotations

import pytest

from boxseat.fairness.shuffle import SHUFFLE, cut, shuffled, stage_label, whole_pack
from boxseat.table import commands as c
from boxseat.table.records import SeatLeft
from boxseat.table.state import HouseDecision, Status
from tests.clauses.canberra.twins import BLACKJACK, BURNT, DECK, DECKS, PONTOON, RANKS, both, every_shoe
from tests.clauses.full_tables import ONE_STANDS, SEVEN, full, passing, seated
from tests.table_notation import at_table, holds_its_decks, says_no_more_than_the_rules, who_may


@every_shoe
def test_2_2_before_play_the_shoe_holds_the_games_decks_card_by_card(game: str, number: int) -> None:
    table = at_table(game, decks=number).seat(1, "ann").cut()
    assert holds_its_decks(table)
    assert len(table.order_in_shoe()) == DECK[game] * number


@both()
def test_2_2_after_play_anybody_can_check_that_the_cards_dealt_were_those(game: str) -> None:
    table = at_table(game).seat(1, "ann").do("ann", c.Cut(60)).wager(1, "ann", 10).time_up().over()
    dealt = table.dealt()
    table.staff(c.CloseTable())
    assert table.table.revealed is not None
    seed = bytes.fromhex(table.table.revealed.seed)
    order = cut(shuffled(whole_pack(RANKS[game], DECKS[game]), seed, stage_label(1)), 60)
    assert dealt == order[BURNT[game] : BURNT[game] + len(dealt)], "after the burnt card, if there is one"


@both()
@pytest.mark.parametrize("cards_from", ["shoe", "device"])
def test_2_3_decks_and_shuffle_are_told_before_the_first_round(game: str, cards_from: str) -> None:
    table = at_table(game, cards_from=cards_from)
    where = "a shoe" if cards_from == "shoe" else "a shuffling device"
    assert table.heard[0] == f"The table is open: {DECKS[game]} decks of {DECK[game]} cards, dealt from {where}."
    assert (table.sign.decks, table.cards.cards_from, table.cards.shuffle) == (DECKS[game], cards_from, SHUFFLE)


@pytest.mark.parametrize(("game", "number"), [(PONTOON, 3), (PONTOON, 6), (BLACKJACK, 4), (BLACKJACK, 6)])
def test_2_3_a_the_number_of_decks_stands_on_the_sign(game: str, number: int) -> None:
    table = at_table(game, decks=number)
    assert table.sign.decks == number
    assert table.cards.size == DECK[game] * number


@both()
def test_2_3_b_the_shuffle_in_use_is_named(game: str) -> None:
    assert at_table(game).cards.shuffle == "boxseat shuffle 1"


@both()
def test_2_4_cards_are_replaced_after_any_round(game: str) -> None:
    table = at_table(game).seat(1, "ann").round(ONE_STANDS, ann=10)
    replaced = c.ShuffleNow(replace_cards=True)
    assert table.refuses("sue", replaced) == "shuffle/in-round 2.4"
    table.over().staff(replaced)
    assert "The cards are shuffled: the cards were replaced." in table.heard
    assert holds_its_decks(table), "the new cards must be exactly the game's decks"
    assert who_may(replaced) == ["supervisor", "gaming-manager"]


@both()
def test_15_7_and_14_7_a_player_who_does_not_decide_in_time_is_dealt_for(game: str) -> None:
    table = at_table(game).seat(1, "ann").round("2S 6S 3H 4D 9C", ann=10).time_up()
    assert not table.table.in_round
    assert table.table.round is not None
    assert [hand.cards for hand in table.table.round.boxes[0].hands] == [("2S", "3H", "4D", "9C")]
    assert table.table.house_decisions == (HouseDecision("ann", 1, "played the hand by the absent player's rule"),)


@both()
def test_16_2_and_15_2_a_table_closes_after_its_players_are_told(game: str) -> None:
    table = at_table(game).seat(1, "ann").round(ONE_STANDS, ann=10).staff(c.CloseTable())
    assert table.table.status is Status.CLOSING
    assert table.heard[-1] == "The table closes: no further round begins."
    assert table.over().table.status is Status.CLOSED
    assert table.day.money["chips/t1/ann"] == 0, "everyone takes their chips"
    assert who_may(c.CloseTable()) == who_may(c.FinalRounds()) == ["supervisor", "gaming-manager"]


@both()
def test_17_7_a_and_16_7_a_nobody_is_told_how_to_play(game: str) -> None:
    table = at_table(game).seat(1, "ann").round("KS 6S 3H", ann=10)
    assert [choice.do for choice in table.day.you("ann").choices] == ["double", "hit", "stand"]
    assert says_no_more_than_the_rules(table, "ann")


@both(clause=("17.8", "16.8"))
def test_17_8_and_16_8_three_rounds_without_a_wager_at_a_full_table_cost_the_seat(game: str, clause: str) -> None:
    table = passing(full(game), 2)
    assert len(table.table.seats) == 7
    assert len(passing(table, 1).table.seats) == 6, "then all other seats are no longer in use"
    assert {record.why for record in table.records(SeatLeft) if isinstance(record, SeatLeft)} == {
        f"3 rounds went by without a wager (clause {clause})"
    }


@both()
def test_17_8_and_16_8_only_rounds_while_every_other_seat_was_in_use_count(game: str) -> None:
    table = seated(at_table(game), SEVEN[:6])
    passing(table, 5).seat(7, "gus")
    assert len(passing(table, 2).table.seats) == 7
    assert len(passing(table, 1).table.seats) == 6


@both()
def test_17_8_and_16_8_only_where_the_house_asks_for_it(game: str) -> None:
    assert len(passing(full(game, idle_seats_go=False), 4).table.seats) == 7
