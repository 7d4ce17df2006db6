"""Signs at a live table: what is shown to whom, and what wagers that lie already come to (SP 7.5, 7.6, 20.9; R45)."""

from __future__ import annotations

import pytest

from boxseat.clock import MINUTE, Moment
from boxseat.money import Cents
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.hand_dealt.commands import LinkPatron
from boxseat.table.picture import ComingSeen, OwnLimitsSeen
from boxseat.table.records import WagerReturned
from boxseat.table.signs import commands as s
from tests.table.day import HOUSE, SUPERVISOR, Day
from tests.table.hand_dealt.hand_day import HandDay

games = pytest.mark.parametrize("game", GAMES)
star = pytest.mark.parametrize("game", ["star-pontoon", "star-pontoon-6to5"])


def dollars(amount: int) -> Cents:
    return Cents(amount * 100)


@star
def test_7_5_1_1_and_7_5_1_3_the_marker_stands_in_front_of_the_box_where_its_player_sits(game: str) -> None:
    """SP 7.5.1.1, 7.5.1.3; S6 6.5.1.1, 6.5.1.3: at one of several boxes."""
    day = Day(game).opened("ann", "bob")
    day.done("ann", c.Sit(4))
    day.done(SUPERVISOR, s.RaiseMinimum(dollars(25)))
    day.done("cat", c.BuyIn(dollars(100)), c.Sit(3))
    assert {box.number: box.old_minimum for box in day.seen().boxes if box.old_minimum} == {1: "5.00", 2: "5.00"}
    assert (day.you("ann").own_minimum, day.you("cat").own_minimum) == ("5.00", None)
    day.done("ann", c.Lay(4, dollars(5)))
    day.done("ann", c.GiveUp(1))
    assert [box.number for box in day.seen().boxes if box.old_minimum] == [2, 4], "it goes with its player"


@star
def test_7_5_3_the_sign_shows_both_minima_while_there_are_two(game: str) -> None:
    day = Day(game).opened("ann")
    day.done(SUPERVISOR, s.RaiseMinimum(dollars(25)))
    assert (day.seen().sign.minimum, day.seen().sign.old_minima) == ("25.00", ("5.00",))
    day.done("ann", c.Leave())
    assert (day.seen().sign.minimum, day.seen().sign.old_minima) == ("25.00", ())


@games
def test_the_sign_shows_what_is_to_come_with_its_time(game: str) -> None:
    day = Day(game).opened("ann")
    at, closing = day.at + 30 * MINUTE, day.at + 60 * MINUTE
    day.done(SUPERVISOR, s.RaiseMinimum(dollars(25), Moment(at)), s.AnnounceClosure(Moment(closing)))
    sign = day.seen().sign
    assert sign.coming == (ComingSeen("raise-minimum", "main", "25.00", at // 1000),)
    assert (sign.minimum, sign.closing) == ("5.00", closing // 1000)
    assert day.said == ("The table closes at the time on the sign.",)


@star
def test_7_6_the_sign_of_one_player_shows_their_limits(game: str) -> None:
    day = Day(game).opened("ann", "bob")
    day.done(SUPERVISOR, s.SetPrivateLimits("ann", dollars(50), dollars(900)))
    assert day.seen().sign.private_limits == (OwnLimitsSeen("ann", "50.00", "900.00"),)
    assert (day.you("ann").own_minimum, day.you("ann").own_maximum) == ("50.00", "900.00")
    assert (day.you("bob").own_minimum, day.you("bob").own_maximum) == (None, None)


@star
def test_7_6_a_wager_above_the_sign_plays_whole_also_beside_others(game: str) -> None:
    day = Day(game).opened("ann", "bob", chips=200_000)
    day.done(SUPERVISOR, s.SetPrivateLimits("ann", dollars(50), dollars(900)))
    day.done("bob", c.Lay(2, dollars(400)))
    day.done("ann", c.Lay(2, dollars(300)), c.Lay(1, dollars(900)))
    assert day.refused("bob", c.Lay(1, dollars(5))).startswith("wager/over-maximum")
    day.time_up()
    main = {(box.number, laid.player): laid.cents for box in day.table.current_round.boxes for laid in box.main}
    assert main == {(1, "ann"): 90_000, (2, "bob"): 40_000, (2, "ann"): 30_000}


@star
def test_45_whoever_has_the_first_option_above_the_sign_leaves_others_no_room(game: str) -> None:
    """R45, SP 7.1.1: others fill the box only up to the sign."""
    day = Day(game).opened("ann", "bob")
    day.done("bob", c.Lay(1, dollars(100)))
    day.done(SUPERVISOR, s.SetPrivateLimits("ann", dollars(5), dollars(900)))
    day.done("ann", c.Lay(1, dollars(500)))
    assert [record.player for record in day.records(WagerReturned) if isinstance(record, WagerReturned)] == ["bob"]


@games
def test_a_wager_that_lies_when_the_minimum_rises_stands(game: str) -> None:
    """SP 7.2, S6 6.2, CP 3.4, CB 3.4: it was laid within the limits of its time."""
    day = Day(game).opened("ann")
    day.done("ann", c.Lay(1, dollars(5)))
    day.done(SUPERVISOR, s.RaiseMinimum(dollars(25), Moment(day.at + 30 * MINUTE)))
    day.at += 30 * MINUTE
    day.done(HOUSE, s.FollowSigns())
    day.stack("9S 6S 9H")
    day.time_up()
    assert [laid.cents for box in day.table.current_round.boxes for laid in box.main] == [500]


@games
def test_a_wager_that_lies_when_the_maximum_falls_plays_to_the_maximum(game: str) -> None:
    """SP 7.3, S6 6.3, CP 3.5, CB 3.5."""
    day = Day(game).opened("ann")
    day.done("ann", c.Lay(1, dollars(400)))
    day.done(SUPERVISOR, s.ChangeLimits(max=dollars(200)))
    day.stack("9S 6S 9H")
    day.time_up()
    assert [laid.cents for box in day.table.current_round.boxes for laid in box.main] == [20_000]


@star
def test_20_12_a_refused_wager_goes_back_with_its_reason(game: str) -> None:
    day = Day(game).opened("ann")
    day.done("ann", c.Lay(1, dollars(50)))
    day.done(SUPERVISOR, s.RefuseWager("ann", 1, "two\nlines"))
    (said,) = day.said
    assert said.startswith("ann's wager on box 1 is returned: two lines (clause ")
    assert day.chips("ann") == 100_000
    day.done("ann", c.Lay(1, dollars(50)))
    assert day.table.wager_of("ann", 1) is not None, "the next one is another wager"


@games
def test_nothing_by_the_clock_is_done_before_its_time(game: str) -> None:
    day = Day(game).opened("ann")
    assert day.refused(HOUSE, s.FollowSigns()).startswith("clock/nothing")
    day.done(SUPERVISOR, s.AnnounceClosure(Moment(day.at + 30 * MINUTE)))
    assert day.refused(HOUSE, s.FollowSigns()).startswith("clock/nothing")


@games
def test_a_table_that_has_closed_already_closes_no_second_time(game: str) -> None:
    day = Day(game).opened("ann")
    day.done(SUPERVISOR, s.AnnounceClosure(Moment(day.at + 30 * MINUTE)))
    day.done("ann", c.Leave())
    day.done(SUPERVISOR, c.CloseTable())
    assert day.table.signs.next_at is None


def test_computer_players_play_by_the_sign() -> None:
    day = Day("star-pontoon").opened("ann")
    day.done("ann", c.AskComputer(2))
    day.done(SUPERVISOR, s.RaiseMinimum(dollars(25)))
    assert [*day.table.signs.old_minimum] == ["ann"]


def test_a_patron_without_a_name_keeps_the_old_minimum_under_their_own() -> None:
    day = HandDay("star-pontoon-6to5")
    day.done(SUPERVISOR, c.OpenForPlay(), c.ForPlayer("patron 1", c.BuyIn(dollars(100))))
    day.done(SUPERVISOR, s.RaiseMinimum(dollars(25)), s.EndOldMinimum(Moment(day.at + 30 * MINUTE)))
    day.done(SUPERVISOR, LinkPatron("patron 1", "bob"))
    assert [*day.table.signs.old_minimum] == ["bob"]
    day.at += 30 * MINUTE
    day.done(HOUSE, s.FollowSigns())
    assert not day.table.signs.old_minimum
