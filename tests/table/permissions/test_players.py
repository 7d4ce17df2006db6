"""Fewer players on a box or at a table, and players held to the minimum until the next shuffle (SP 6.5, 6.11, 6.16; R54)."""

from __future__ import annotations

from typing import Any

import pytest

from boxseat.money import Cents
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.permissions import commands as p
from boxseat.table.records import WagerReturned
from tests.table.day import SUPERVISOR, Day

games = pytest.mark.parametrize("game", GAMES)
LATE = {"canberra-pontoon": "4.6", "canberra-blackjack": "4.7", "star-pontoon": "6.11", "star-pontoon-6to5": "5.10"}
ON_BOX = {"canberra-pontoon": "4.5", "canberra-blackjack": "4.5", "star-pontoon": "6.5", "star-pontoon-6to5": "5.4"}
AT_TABLE = {**ON_BOX, "star-pontoon": "6.16"}


def stake(dollars: int, box: int = 1, **side_bets: int) -> c.Lay:
    return c.Lay(box, Cents(dollars * 100), **{name: Cents(cents * 100) for name, cents in side_bets.items()})


def sat_out(game: str, **settings: Any) -> Day:
    """A table at which bob has sat out the first round of the shoe."""
    day = Day(game, **settings).opened("ann", "bob")
    day.deal("9S 6S 9H", ann=10)
    day.play_out()
    day.cut_by_house()
    return day


# Fewer players on a box


@pytest.mark.parametrize("game", ["star-pontoon", "star-pontoon-6to5"])
def test_6_5_a_supervisor_allows_fewer_players_on_a_box(game: str) -> None:
    day = Day(game).opened("ann", "bob", "cat")
    assert day.seen().sign.players_on_box == 3
    day.done(SUPERVISOR, p.LimitPlayersOnBox(2))
    assert day.seen().sign.players_on_box == 2
    assert day.said == (f"From the next round at most 2 players may wager on a box (clause {ON_BOX[game]}).",)
    day.done("ann", stake(10))
    day.done("bob", stake(10))
    assert day.refused("cat", stake(10)) == f"box/full {ON_BOX[game]}"
    day.done(SUPERVISOR, p.LimitPlayersOnBox(3))
    day.done("cat", stake(10))


@pytest.mark.parametrize("game", ["star-pontoon", "star-pontoon-6to5"])
def test_6_5_who_wagers_on_the_box_already_stays_until_the_next_round(game: str) -> None:
    day = Day(game).opened("ann", "bob", "cat")
    for name in ("ann", "bob", "cat"):
        day.done(name, stake(10))
    day.done(SUPERVISOR, p.LimitPlayersOnBox(2))
    assert len(day.table.wagers) == 3
    day.deal("9S 6S 9H")
    day.play_out()
    day.done("ann", stake(10))
    day.done("bob", stake(10))
    day.refused("cat", stake(10))


@games
def test_the_number_of_players_on_a_box_is_lowered_only_where_the_rules_say_so(game: str) -> None:
    """CP 4.5, CB 4.5: never; SP 6.5, S6 5.4: from one to three."""
    day = Day(game).opened("ann")
    wrong = (0, -1, 4) if game.startswith("star") else (0, 1, 2, 3)
    for most in wrong:
        assert day.refused(SUPERVISOR, p.LimitPlayersOnBox(most)) == f"permit/players {ON_BOX[game]}"


# Fewer players at the table


def test_6_16_a_supervisor_limits_how_many_play_at_the_table() -> None:
    day = Day("star-pontoon").opened("ann", "bob", "cat")
    day.done(SUPERVISOR, p.LimitPlayersAtTable(2))
    assert day.seen().sign.players_at_table == 2
    day.done("cat", stake(10, 3))
    day.done("ann", stake(10))
    day.done("ann", stake(20, 2), stake(20))
    assert day.refused("bob", stake(10, 2)) == "table/full 6.16"
    assert day.refused("dee", c.BuyIn(Cents(1000))) == "table/full 6.16"
    day.done("cat", c.TakeBack(3))
    day.done("bob", stake(10, 2))
    day.done(SUPERVISOR, p.LimitPlayersAtTable(21))
    day.done("dee", c.BuyIn(Cents(1000)))


def test_6_16_who_is_there_stays_until_the_next_round() -> None:
    day = Day("star-pontoon").opened("ann", "bob")
    day.deal("9S 8S 6S 9H 8H", ann=10, bob=10)
    day.done(SUPERVISOR, p.LimitPlayersAtTable(1))
    day.play_out()
    assert set(day.table.patrons) == {"ann", "bob"}
    day.done("bob", stake(10, 2))
    day.refused("ann", stake(10))


def test_6_16_computer_players_make_way_at_once() -> None:
    day = Day("star-pontoon").opened("ann")
    day.done("ann", c.AskComputer(2), c.AskComputer(3))
    day.done(SUPERVISOR, p.LimitPlayersAtTable(2))
    assert [patron.name for patron in day.table.patrons.values()] == ["ann", "Mateo.bot"]
    assert day.refused("ann", c.AskComputer(4)) == "table/full 6.16"


@games
def test_the_number_of_players_at_a_table_is_limited_only_where_the_rules_say_so(game: str) -> None:
    """CP 4.5, CB 4.5, S6 5.4: never; SP 6.16: one at the least."""
    day = Day(game).opened("ann")
    wrong = (0, -1, 22) if game == "star-pontoon" else (0, 1, 2, 7)
    for most in wrong:
        assert day.refused(SUPERVISOR, p.LimitPlayersAtTable(most)) == f"permit/players {AT_TABLE[game]}"


# Held to the minimum


@games
def test_who_sat_out_a_round_is_held_to_the_minimum_until_the_next_shuffle(game: str) -> None:
    """CP 4.6, CB 4.7, SP 6.11, S6 5.10."""
    day = sat_out(game)
    day.done("bob", stake(10, 2))
    day.done(SUPERVISOR, p.HoldToMinimum("bob"))
    assert day.records(WagerReturned), "more than the minimum lay on the box"
    assert (day.you("bob").minimum_only, day.you("bob").minimum_until) == (True, "next-shoe")
    assert day.you("bob").minimum_clause == LATE[game]
    assert day.refused("bob", stake(10, 2)) == f"wager/minimum-only {LATE[game]}"
    day.done("bob", stake(5, 2))
    day.done("ann", stake(10))
    day.deal("9S 8S 6S 9H 8H")
    day.play_out()
    day.cut_by_house()
    day.refused("bob", stake(10, 2))
    day.done(SUPERVISOR, c.ShuffleNow())
    assert not day.you("bob").minimum_only
    day.cut_by_house()
    day.done("bob", stake(10, 2))


@pytest.mark.parametrize("game", ["canberra-blackjack", "star-pontoon"])
def test_r54_side_bets_of_a_held_player_are_at_their_minimum_too(game: str) -> None:
    day = sat_out(game)
    day.done(SUPERVISOR, p.HoldToMinimum("bob"))
    assert day.refused("bob", stake(5, 2, perfect_pairs=5)) == f"wager/minimum-only {LATE[game]}"
    day.done("bob", stake(5, 2, perfect_pairs=1))


@games
def test_who_left_while_held_is_held_when_they_come_back_to_the_same_shoe(game: str) -> None:
    day = sat_out(game)
    day.done(SUPERVISOR, p.HoldToMinimum("bob"))
    day.done("bob", c.Leave())
    day.done("bob", c.BuyIn(Cents(10_000)))
    day.refused("bob", stake(10, 2))


@games
def test_who_sat_out_no_round_or_plays_from_a_device_is_not_held(game: str) -> None:
    """CP 4.6, CB 4.7, 19.1, SP 6.11, S6 5.10."""
    day = sat_out(game)
    assert day.refused(SUPERVISOR, p.HoldToMinimum("ann")) == f"restrict/sat-out-none {LATE[game]}"
    assert day.refused(SUPERVISOR, p.HoldToMinimum(" ")) == f"player/none {LATE[game]}"
    device = sat_out(game, cards_from="device")
    assert device.refused(SUPERVISOR, p.HoldToMinimum("bob")) == f"restrict/sat-out-none {LATE[game]}"


@games
def test_who_missed_the_first_round_is_held_before_they_come_to_the_table(game: str) -> None:
    """CP 4.6(a), CB 4.7(a), SP 6.11, S6 5.10."""
    day = sat_out(game)
    assert day.refused(SUPERVISOR, p.ReleaseFromMinimum("eve")) == f"restrict/not-held {LATE[game]}"
    day.done(SUPERVISOR, p.HoldToMinimum("eve"))
    day.done("eve", c.BuyIn(Cents(10_000)))
    assert day.refused("eve", stake(10, 3)) == f"wager/minimum-only {LATE[game]}"
    day.done("eve", c.Leave())
    day.done(SUPERVISOR, p.ReleaseFromMinimum("eve"))
    day.done("eve", c.BuyIn(Cents(10_000)))
    day.done("eve", stake(10, 3))


@games
def test_a_supervisor_releases_a_held_player(game: str) -> None:
    day = sat_out(game)
    assert day.refused(SUPERVISOR, p.ReleaseFromMinimum("bob")) == f"restrict/not-held {LATE[game]}"
    day.done(SUPERVISOR, p.HoldToMinimum("bob"), p.ReleaseFromMinimum("bob"))
    day.done("bob", stake(10, 2))
    day.refused(SUPERVISOR, p.ReleaseFromMinimum("bob"))


def test_a_supervisor_releases_one_player_where_the_house_holds_all_late_ones() -> None:
    day = sat_out("star-pontoon", late_to_minimum=True)
    day.refused("bob", stake(10, 2))
    day.done(SUPERVISOR, p.ReleaseFromMinimum("bob"))
    day.done("bob", stake(10, 2))


def test_a_gaming_managers_order_is_not_lifted_by_a_supervisor() -> None:
    """SP 6.12: for all further shoes."""
    day = sat_out("star-pontoon")
    day.done(SUPERVISOR, c.Restrict("bob", to_minimum=True, inspector_notified=True))
    assert day.refused(SUPERVISOR, p.ReleaseFromMinimum("bob")) == "restrict/not-held 6.11"
    day.refused("bob", stake(10, 2))
