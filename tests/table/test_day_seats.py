"""Who sits where: several boxes, boxes given up to those who wait, reserved boxes, idle seats, leaving (CP 4.4, 17.8; CB 4.4, 16.8;
SP 6.9, 6.13-6.14, 6.16, 20.10)."""

from __future__ import annotations

import pytest

from boxseat.money import Cents
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.records import LeavingAfterRound, LeftTable, PlayerAway, SeatLeft, WagerReturned
from boxseat.table.state import Status
from tests.table.day import HOUSE, SUPERVISOR, Day

games = pytest.mark.parametrize("game", GAMES)
star = pytest.mark.parametrize("game", ["star-pontoon", "star-pontoon-6to5"])
canberra = pytest.mark.parametrize("game", ["canberra-pontoon", "canberra-blackjack"])
SEVEN = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")


def _come(day: Day, name: str, chips: int = 100_000) -> None:
    day.done(name, c.BuyIn(Cents(chips)))


def _passing_round(day: Day, *wagerers: str) -> None:
    """A round that only these take part in."""
    for name in wagerers:
        day.done(name, c.Lay(day.table.boxes_of(name)[0], Cents(1000)))
    day.time_up()
    day.play_out()
    day.cut_by_house()


@games
def test_chips_come_before_a_seat(game: str) -> None:
    day = Day(game).opened("ann")
    assert day.refused("bob", c.Sit(2)).startswith("chips/none")
    assert day.refused("bob", c.AskForBox()).startswith("chips/none")
    assert day.refused("bob", c.Leave()).startswith("chips/none")
    _come(day, "bob")
    for box in (-1, 0, 8, 99):
        assert day.refused("bob", c.Sit(box)).startswith("box/none")
    assert day.refused("bob", c.Sit(1)).startswith("seat/taken")
    day.done("bob", c.Sit(2))


@games
@pytest.mark.parametrize("amount", [0, -50, 1, 49, 12_345])
def test_chips_are_bought_in_chips_that_there_are(game: str, amount: int) -> None:
    day = Day(game).opened("ann")
    before = day.chips("ann")
    assert day.refused("ann", c.BuyIn(Cents(amount))).split()[0] in ("chips/multiples", "chips/nothing")
    assert day.chips("ann") == before


@games
def test_chips_may_be_topped_up_at_any_time(game: str) -> None:
    day = Day(game).opened("ann", chips=1000)
    day.deal("9S 6S 9H", ann=10)
    assert day.chips("ann") == 0
    day.done("ann", c.BuyIn(Cents(5000)))
    assert day.chips("ann") == 5000
    day.play_out()


@games
def test_a_player_may_have_several_boxes(game: str) -> None:
    """CP 4.4, CB 4.4, SP 6.9."""
    day = Day(game).opened("ann")
    day.done("ann", c.Sit(3), c.Sit(7))
    assert day.table.boxes_of("ann") == [1, 3, 7]
    day.done("ann", c.GiveUp(3))
    assert day.table.boxes_of("ann") == [1, 7]
    assert day.refused("ann", c.GiveUp(3)).startswith("seat/not-yours")


@games
def test_a_box_is_given_up_to_somebody_who_has_none(game: str) -> None:
    """CP 4.4, CB 4.4, SP 6.9: the last box of whoever has most, once no box is free."""
    day = Day(game).opened("ann", "bob")
    for box in (3, 4, 5):
        day.done("ann", c.Sit(box))
    _come(day, "cat")
    assert day.refused("cat", c.AskForBox()).startswith("seat/free")
    day.done("bob", c.Sit(6), c.Sit(7))
    day.done("cat", c.AskForBox())
    assert day.table.seats[5] == "cat", "ann had four boxes, bob three"
    assert day.refused("cat", c.AskForBox()).startswith("seat/has-one")


@games
def test_a_box_in_play_is_given_up_after_the_round(game: str) -> None:
    day = Day(game).opened(*SEVEN[:6])
    day.done("ann", c.Sit(7), c.Lay(7, Cents(1000)))
    _come(day, "hal")
    day.deal("9S 6S 9H", ann=10)
    day.done("hal", c.AskForBox())
    assert day.table.seats[7] == "ann"
    assert day.table.wanted == {7: "hal"}
    assert day.refused("hal", c.AskForBox()).startswith("seat/waiting")
    assert day.refused("ann", c.GiveUp(7)).startswith("seat/in-round")
    _come(day, "ivy")
    assert day.refused("ivy", c.AskForBox()).startswith("seat/none"), "everybody else has one box only"
    day.play_out()
    assert day.table.seats[7] == "hal"
    assert day.table.wanted == {}


@games
def test_whoever_waits_and_sits_down_elsewhere_takes_no_second_box(game: str) -> None:
    day = Day(game).opened(*SEVEN[:6])
    day.done("ann", c.Sit(7), c.Lay(7, Cents(1000)))
    _come(day, "hal")
    day.deal("9S 6S 9H", ann=10)
    day.done("hal", c.AskForBox())
    day.done("bob", c.GiveUp(2))
    assert day.table.seats[2] == "hal", "there is a free box now, and nobody has to give one up (CP 4.4, SP 6.9)"
    assert day.table.wanted == {}
    day.play_out()
    assert day.table.seats[7] == "ann"
    assert day.table.boxes_of("hal") == [2]


@games
def test_a_box_that_is_waited_for_goes_to_the_one_who_waits_as_soon_as_it_is_free(game: str) -> None:
    day = Day(game).opened(*SEVEN[:6])
    day.done("ann", c.Sit(7))
    _come(day, "hal")
    day.done("bob", c.Lay(2, Cents(1000)))
    day.done("ann", c.Lay(7, Cents(1000)))
    day.stack("9S 8S 6S 9H 8H")
    day.time_up()
    day.done("hal", c.AskForBox())
    assert day.table.wanted == {7: "hal"}
    _come(day, "ivy")
    assert day.refused("ivy", c.Sit(7)).startswith("seat/taken")
    day.done("ann", c.Leave())
    day.play_out()
    assert day.table.seats[7] == "hal"
    assert "ann" not in day.table.patrons
    assert 1 not in day.table.seats


@games
def test_computers_give_way_to_people(game: str) -> None:
    day = Day(game).opened(*SEVEN[:6])
    day.done("ann", c.AskComputer(7))
    robot = day.table.seats[7]
    assert day.table.patrons[robot].computer == "chart"
    _come(day, "hal")
    day.done("hal", c.AskForBox())
    assert day.table.seats[7] == "hal"
    assert robot not in day.table.patrons


@games
def test_a_computer_in_play_gives_way_after_the_round(game: str) -> None:
    day = Day(game).opened(*SEVEN[:6])
    day.done("ann", c.AskComputer(7))
    robot = day.table.seats[7]
    day.done(robot, c.Lay(7, Cents(1000)))
    day.deal("9S 8S 6S 9H 8H", ann=10)
    _come(day, "hal")
    day.done("hal", c.AskForBox())
    assert day.table.seats[7] == robot
    day.play_out()
    assert day.table.seats[7] == "hal"
    assert robot not in day.table.patrons


@games
def test_computers_are_asked_to_sit_and_thanked(game: str) -> None:
    day = Day(game).opened("ann")
    assert day.refused("ann", c.AskComputer(1)).startswith("seat/taken")
    assert len(day.table.patrons) == 1, "a computer that finds no seat leaves nothing behind"
    day.done("ann", c.AskComputer(2, "perfect"))
    assert day.refused("ann", c.DismissComputer(1)).startswith("computer/not-there")
    day.done("ann", c.DismissComputer(2))
    assert list(day.table.patrons) == ["ann"]
    plain = Day(game, computers=False).opened("ann")
    assert plain.refused("ann", c.AskComputer(2)).startswith("computer/none")


@star
def test_a_series_of_boxes_is_reserved_for_one_player(game: str) -> None:
    """SP 6.14: for their sole use, to sit at and to wager on, and not to be given up on demand."""
    day = Day(game).opened("ann")
    for box in (6, 7):
        day.done(SUPERVISOR, c.ReserveBox(box, "cat"))
    _come(day, "bob")
    clause = day.book.seating.reserved.clause
    assert day.refused("bob", c.Sit(7)) == f"seat/reserved {clause}"
    assert day.refused("bob", c.Lay(7, Cents(1000))) == f"seat/reserved {clause}"
    _come(day, "cat")
    day.done("cat", c.Sit(6), c.Sit(7))
    for box in (2, 3, 4, 5):
        day.done("ann", c.Sit(box))
    day.done("bob", c.AskForBox())
    assert day.table.boxes_of("cat") == [6, 7]
    assert day.table.boxes_of("bob") == [5]
    day.done(SUPERVISOR, c.ReserveBox(7))
    assert day.table.reserved == {6: "cat"}
    assert day.refused(SUPERVISOR, c.ReserveBox(1, "cat")).startswith("seat/taken")
    assert day.refused(SUPERVISOR, c.ReserveBox(8, "cat")).startswith("box/none")


@canberra
def test_canberra_reserves_no_boxes(game: str) -> None:
    day = Day(game).opened("ann")
    assert day.refused(SUPERVISOR, c.ReserveBox(2, "bob")).startswith("seat/reserve ")


@games
def test_a_player_limited_to_one_box_gives_the_others_up(game: str) -> None:
    """SP 6.13; an inspector is notified first."""
    day = Day(game).opened("ann")
    day.done("ann", c.Sit(2), c.Sit(3), c.Lay(2, Cents(1000)))
    if game.startswith("star"):
        assert day.refused(SUPERVISOR, c.Restrict("ann", to_one_box=True)).startswith("restrict/inspector")
    day.done(SUPERVISOR, c.Restrict("ann", to_one_box=True, inspector_notified=True))
    assert day.table.boxes_of("ann") == [1]
    assert not day.table.wagers
    assert day.refused("ann", c.Sit(2)).startswith("seat/one-box")
    if day.book.seating.one_box_minimum.value:
        assert day.refused("ann", c.Lay(1, Cents(1000))).startswith("wager/minimum-only"), "SP 6.13, R54"
    assert day.you("ann").one_box
    day.done("ann", c.Lay(1, Cents(500)))
    assert day.refused("ann", c.Lay(2, Cents(500))).startswith("seat/one-box")
    day.done(SUPERVISOR, c.Restrict("ann"))
    day.done("ann", c.Sit(2))
    assert day.refused(SUPERVISOR, c.Restrict("bob")).startswith("player/none")


@games
def test_a_player_limited_to_one_box_in_mid_round_plays_the_round_and_then_gives_the_others_up(game: str) -> None:
    day = Day(game).opened("ann")
    day.done("ann", c.Sit(2), c.Lay(2, Cents(1000)))
    day.deal("9S 8S 6S 9H 8H", ann=10)
    day.done(SUPERVISOR, c.Restrict("ann", to_one_box=True, inspector_notified=True))
    assert day.table.boxes_of("ann") == [1, 2]
    day.play_out()
    assert day.table.boxes_of("ann") == [1]


@games
def test_three_rounds_without_a_wager_at_a_full_table_cost_the_seat(game: str) -> None:
    """CP 17.8, CB 16.8, SP 20.10."""
    day = Day(game).opened(*SEVEN)
    for _ in range(2):
        _passing_round(day, *SEVEN[:6])
        assert day.table.seats[7] == "gus"
    _passing_round(day, *SEVEN[:6])
    assert 7 not in day.table.seats
    assert day.table.patrons["gus"].chips == 100_000, "the chips stay in front of them"
    day.done("gus", c.Sit(7))
    _passing_round(day, *SEVEN[:6])
    assert day.table.seats[7] == "gus", "whoever sits down has three rounds again"


@games
def test_one_wager_in_three_rounds_keeps_the_seat(game: str) -> None:
    day = Day(game).opened(*SEVEN)
    for number in range(6):
        _passing_round(day, *(SEVEN if number % 3 == 2 else SEVEN[:6]))
    assert day.table.seats[7] == "gus"


@games
def test_nobody_loses_a_seat_while_another_is_free(game: str) -> None:
    day = Day(game).opened(*SEVEN[:6])
    for _ in range(5):
        _passing_round(day, "ann")
    assert len(day.table.seats) == 6


@games
def test_rounds_stood_behind_do_not_count_against_a_seat(game: str) -> None:
    day = Day(game).opened(*SEVEN[:6])
    _come(day, "hal")
    for _ in range(4):
        _passing_round(day, *SEVEN[:6])
    day.done("hal", c.Sit(7))
    _passing_round(day, *SEVEN[:6])
    assert day.table.seats[7] == "hal"


def test_fewer_players_may_be_let_in() -> None:
    """SP 6.16."""
    day = Day("star-pontoon", players_at_table=2).opened("ann", "bob")
    assert day.refused("cat", c.BuyIn(Cents(1000))) == "table/full 6.16"
    assert day.refused("ann", c.AskComputer(3)) == "table/full 6.16"
    day.done("ann", c.BuyIn(Cents(1000)))
    day.done("ann", c.Leave())
    _come(day, "cat")


@games
def test_leaving_between_rounds_takes_chips_and_wagers_home(game: str) -> None:
    day = Day(game).opened("ann", "bob")
    day.done("ann", c.Lay(1, Cents(1000)), c.Leave())
    assert day.records(LeftTable) == [LeftTable("ann", 100_000)]
    assert day.money["wallet/ann"] == 0
    assert day.money["wager/t1/1/ann"] == 0


@games
def test_leaving_in_mid_round_the_hand_is_played_and_paid(game: str) -> None:
    """By R20, and the winnings go with the player."""
    day = Day(game).opened("ann", "bob")
    ten = "TS" if "T" in day.book.cards.ranks.value else "KS"
    day.deal(f"9S 8S 6S 9H 8H {ten} {ten}", ann=10, bob=10)
    day.done("ann", c.Leave())
    assert day.table.patrons["ann"].leaving
    assert day.refused("ann", c.Sit(3)).startswith("seat/leaving")
    assert day.asked == [("bob", 2, "decision")], "nobody waits for who has left"
    day.done("bob", c.DoStand(2))
    assert not day.table.in_round
    assert "ann" not in day.table.patrons
    assert day.money["wallet/ann"] == 1000, "18 against a dealer over 21"


@games
def test_whoever_is_settled_and_leaves_is_there_until_the_round_is_over(game: str) -> None:
    """R23, R07: a void round or a shared bonus may still move their chips."""
    day = Day(game).opened("ann", "bob")
    ten = "TS" if "T" in day.book.cards.ranks.value else "KS"
    day.deal(f"9S 8S 6S 5H 8H {ten}", ann=10, bob=10)
    day.done("ann", c.DoHit(1))
    day.done("ann", c.Leave())
    assert day.records(LeavingAfterRound) == [LeavingAfterRound("ann")]
    day.done(SUPERVISOR, c.VoidTheRound("a card was exposed"))
    assert "ann" not in day.table.patrons
    assert day.money["wallet/ann"] == 0, "the wager came back, though the hand had gone over 21"


@games
def test_a_second_thought_about_leaving(game: str) -> None:
    """Chips bought again before the round is over mean that one stays."""
    day = Day(game).opened("ann", "bob")
    day.deal("9S 8S 6S 9H 8H", ann=10, bob=10)
    day.done("ann", c.Leave())
    assert day.table.patrons["ann"].leaving
    day.done("ann", c.BuyIn(Cents(1000)))
    day.done("bob", c.DoStand(2))
    assert day.table.patrons["ann"].leaving is False
    assert day.chips("ann") > 0


@games
def test_a_seat_expires_when_its_player_is_gone_for_too_long(game: str) -> None:
    day = Day(game).opened("ann", "bob")
    day.done(HOUSE, c.SeatExpired("ann"))
    assert day.records(SeatLeft) == [SeatLeft("ann", 1, "the connection was gone for too long")]
    assert "ann" not in day.table.patrons
    assert day.refused(HOUSE, c.SeatExpired("ann")).startswith("chips/none")


@games
def test_nobody_waits_for_the_wagers_of_somebody_who_is_away(game: str) -> None:
    day = Day(game).opened("ann", "bob")
    day.done(HOUSE, c.NoteAway("bob", away=True))
    assert day.records(PlayerAway) == [PlayerAway("bob")]
    day.done(HOUSE, c.NoteAway("bob", away=True))
    assert not day.happened, "it is noted once"
    day.done("ann", c.Lay(1, Cents(1000)), c.Ready())
    assert day.table.round_number == 1
    day.play_out()
    day.done(HOUSE, c.NoteAway("bob", away=False))
    day.done("ann", c.Lay(1, Cents(1000)), c.Ready())
    assert day.table.round_number == 1, "bob is back, and waited for"
    assert day.refused(HOUSE, c.NoteAway("eve", away=True)).startswith("chips/none")


@games
def test_where_everybody_is_away_their_wagers_wait_for_the_time(game: str) -> None:
    day = Day(game).opened("ann", "bob")
    day.done("ann", c.Lay(1, Cents(1000)))
    for name in ("ann", "bob"):
        day.done(HOUSE, c.NoteAway(name, away=True))
    assert day.table.round_number == 0
    day.time_up()
    assert day.table.round_number == 1


@games
def test_a_table_that_closes_plays_its_round_and_sends_everybody_home(game: str) -> None:
    """SP 21, CP 16: no further round begins. The drop stays in its box until it is counted."""
    day = Day(game).opened("ann", "bob")
    day.deal("9S 8S 6S 9H 8H", ann=10, bob=10)
    day.close()
    assert day.table.status == "closing"
    assert day.refused("cat", c.BuyIn(Cents(1000))).startswith("table/closed")
    assert day.refused(SUPERVISOR, c.CloseTable()).startswith("table/closed")
    day.play_out()
    assert day.table.status is Status.CLOSED
    assert not day.table.patrons
    assert not day.table.seats
    assert day.money["float/t1"] == 0
    assert day.money["drop/t1"] == 200_000
    assert day.refused("ann", c.BuyIn(Cents(1000))).startswith("table/closed")
    day.done(SUPERVISOR, c.OpenForPlay())
    assert day.refused(SUPERVISOR, c.OpenForPlay()).startswith("table/open")


@games
def test_a_waiting_player_takes_nobodys_only_box(game: str) -> None:
    """CP 4.4, CB 4.4, SP 6.9: a box is given up where there is no vacant one, and by a player with more than one."""
    day = Day(game).opened(*SEVEN[:6])
    day.done("ann", c.Sit(7), c.Lay(7, Cents(1000)))
    _come(day, "hal")
    day.stack("9S 6S 9H")
    day.time_up()
    day.done("hal", c.AskForBox())
    day.done("ann", c.GiveUp(1))
    assert day.table.seats[1] == "hal"
    day.play_out()
    assert day.table.boxes_of("ann") == [7]


@star
def test_a_box_reserved_in_the_meantime_goes_to_nobody_who_waits(game: str) -> None:
    """SP 6.14, whatever 6.9 says."""
    day = Day(game).opened(*SEVEN[:6])
    day.done("ann", c.Sit(7), c.Lay(7, Cents(1000)))
    _come(day, "hal")
    day.deal("9S 6S 9H", ann=10)
    day.done("hal", c.AskForBox())
    day.done(SUPERVISOR, c.ReserveBox(1, "ann"), c.ReserveBox(7, "ann"))
    day.play_out()
    assert day.table.boxes_of("ann") == [1, 7]
    day.done(SUPERVISOR, c.ReserveBox(7))
    day.cut_by_house()
    _passing_round(day, "bob")
    assert day.table.seats[7] == "hal", "hal still waits"


@star
def test_somebody_waits_for_another_box_where_the_first_is_reserved(game: str) -> None:
    day = Day(game).opened(*SEVEN[:4])
    day.done("ann", c.Sit(5))
    day.done("bob", c.Sit(6), c.Sit(7), c.Lay(7, Cents(1000)))
    _come(day, "hal")
    day.deal("9S 8S 6S 9H 8H", ann=10)
    day.done("hal", c.AskForBox())
    assert day.table.wanted == {7: "hal"}
    day.done(SUPERVISOR, c.ReserveBox(7, "bob"), c.Restrict("cat"))
    assert day.table.wanted == {}
    assert day.table.boxes_of("hal") == [6], "bob has three and plays on two of them"


@games
def test_a_computer_player_that_loses_its_seat_leaves(game: str) -> None:
    """CP 17.8, CB 16.8, SP 20.10: it has nothing to stay for."""
    day = Day(game).opened(*SEVEN[:6])
    day.done("ann", c.AskComputer(7, "perfect"))
    for _ in range(3):
        _passing_round(day, *SEVEN[:6])
    assert 7 not in day.table.seats
    assert list(day.table.patrons) == list(SEVEN[:6])


@games
def test_a_seat_with_a_wager_on_it_is_not_idle(game: str) -> None:
    """CP 17.8, CB 16.8, SP 20.10: who has let three rounds go by and wagers now abstains no more."""
    day = Day(game).opened(*SEVEN)
    for _ in range(2):
        _passing_round(day, *SEVEN[1:])
    for name in SEVEN[1:]:
        day.done(name, c.Lay(day.table.boxes_of(name)[0], Cents(1000)))
    day.time_up()
    day.done("gus", c.Leave())
    day.play_out()
    day.cut_by_house()
    assert day.table.patrons["ann"].idle_rounds == 3
    _come(day, "hal")
    day.done("hal", c.Sit(7))
    day.done("ann", c.Lay(1, Cents(1000)))
    day.done(SUPERVISOR, c.Restrict("hal"))
    assert day.table.boxes_of("ann") == [1]
    assert day.table.wager_of("ann", 1) is not None


@games
def test_a_round_in_play_when_one_sits_down_is_none_that_went_by(game: str) -> None:
    """CP 17.8, CB 16.8, SP 20.10: three rounds, and the one before the seat is not among them."""
    day = Day(game).opened(*SEVEN[:6])
    _come(day, "gus")
    for name in SEVEN[:6]:
        day.done(name, c.Lay(day.table.boxes_of(name)[0], Cents(1000)))
    day.stack("9S 9D 9C 9H 9S 9D 6S 8S 8D 8C 8H 8S 8D")
    day.time_up()
    day.done("gus", c.Sit(7))
    day.play_out()
    day.cut_by_house()
    for _ in range(2):
        _passing_round(day, *SEVEN[:6])
    assert day.table.seats[7] == "gus"
    _passing_round(day, *SEVEN[:6])
    assert 7 not in day.table.seats


@star
def test_computer_players_make_way_where_the_table_takes_so_many(game: str) -> None:
    """SP 6.16."""
    day = Day(game, players_at_table=2).opened("ann")
    day.done("ann", c.AskComputer(2))
    assert day.refused("ann", c.AskComputer(3)).startswith("table/full")
    _come(day, "bob")
    assert list(day.table.patrons) == ["ann", "bob"]
    assert day.refused("cat", c.BuyIn(Cents(1000))).startswith("table/full")


def test_a_computer_player_makes_way_once() -> None:
    """SP 6.16: while it plays its last round nobody else comes in its place; another computer player may make way."""
    day = Day("star-pontoon", players_at_table=3).opened("ann")
    day.done("ann", c.AskComputer(2), c.AskComputer(3))
    for box in (2, 3):
        day.done(day.table.seats[box], c.Lay(box, Cents(1000)))
    day.deal("9S 8S 7S 6S 9H 8H 7H", ann=10)
    _come(day, "bob")
    _come(day, "cat")
    assert day.refused("dan", c.BuyIn(Cents(1000))).startswith("table/full")
    day.play_out()
    assert list(day.table.patrons) == ["ann", "bob", "cat"]
    assert day.refused("dan", c.BuyIn(Cents(1000))).startswith("table/full")


def test_the_box_of_a_computer_player_that_made_way_goes_to_whoever_waits() -> None:
    """SP 6.9, 6.16."""
    day = Day("star-pontoon", players_at_table=8).opened(*SEVEN[:5])
    day.done("ann", c.AskComputer(6), c.AskComputer(7))
    robot = day.table.seats[6]
    day.done(robot, c.Lay(6, Cents(1000)))
    day.deal("9S 8S 6S 9H 8H", ann=10)
    day.done("ann", c.DismissComputer(6))
    _come(day, "hal")
    day.done("hal", c.AskForBox())
    assert day.table.wanted == {6: "hal"}
    _come(day, "ivy")
    assert day.table.seats[7] == "hal", "the computer player there had no wager, and made way at once"
    assert day.table.wanted == {}


@games
def test_a_wager_on_a_box_that_is_given_up_on_demand_comes_back_with_the_reason(game: str) -> None:
    """CP 4.4, CB 4.4, SP 6.9: it was not the player who took it back."""
    day = Day(game).opened(*SEVEN[:6])
    day.done("ann", c.Sit(7), c.Lay(7, Cents(1000)))
    _come(day, "hal")
    day.done("hal", c.AskForBox())
    clause = day.book.seating.several_boxes.clause
    assert day.records(WagerReturned) == [WagerReturned("ann", 7, "hal was waiting for the box", clause, by_house=True)]
    assert f"ann's wager on box 7 is returned: hal was waiting for the box (clause {clause})." in day.said


@games
def test_a_wager_on_a_box_beyond_the_one_comes_back_with_the_reason(game: str) -> None:
    """SP 6.13, CP 4.4, CB 4.4."""
    day = Day(game).opened("ann")
    day.done("ann", c.Sit(2), c.Lay(2, Cents(1000)))
    day.done(SUPERVISOR, c.Restrict("ann", to_one_box=True, inspector_notified=True))
    clause = day.book.seating.one_box.clause
    assert day.records(WagerReturned) == [
        WagerReturned("ann", 2, "its player is limited to one box", clause, by_house=True)
    ]


@games
def test_a_wager_that_the_player_gives_up_with_the_box_needs_no_reason(game: str) -> None:
    day = Day(game).opened("ann")
    day.done("ann", c.Lay(1, Cents(1000)), c.GiveUp(1))
    assert day.records(WagerReturned) == [WagerReturned("ann", 1)]
    day.done("ann", c.Sit(2), c.Lay(2, Cents(1000)), c.Leave())
    assert day.records(WagerReturned) == [WagerReturned("ann", 2)]


@games
def test_wagers_come_back_with_the_reason_from_a_table_that_closes_and_a_seat_that_expires(game: str) -> None:
    day = Day(game).opened("ann", "bob")
    day.done("bob", c.Lay(2, Cents(1000)))
    day.done(HOUSE, c.SeatExpired("bob"))
    assert day.records(WagerReturned) == [WagerReturned("bob", 2, "the connection was gone for too long")]
    day.done("ann", c.Lay(1, Cents(1000)))
    day.close()
    assert day.records(WagerReturned, SeatLeft) == [
        WagerReturned("ann", 1, "the table closes"),
        SeatLeft("ann", 1, "the table closes"),
    ]


@games
def test_a_seat_that_expires_in_mid_round_is_left_for_the_same_reason(game: str) -> None:
    """It is kept until the round is over, and whoever buys chips again stays."""
    gone = "the connection was gone for too long"
    day = Day(game).opened("ann", "bob", "cat")
    day.deal("9S 8S 7S 6S 9H 8H 7H", ann=10, bob=10, cat=10)
    for name in ("ann", "bob"):
        day.done(HOUSE, c.SeatExpired(name))
        assert day.records(LeavingAfterRound) == [LeavingAfterRound(name, gone)]
    day.done("bob", c.BuyIn(Cents(1000)))
    day.done("bob", c.Leave())
    assert day.records(LeavingAfterRound) == [LeavingAfterRound("bob")], "this time it is their own wish"
    day.play_out()
    assert day.records(SeatLeft) == [SeatLeft("ann", 1, gone), SeatLeft("bob", 2, "")]


@star
def test_whoever_has_waited_longest_keeps_their_place_though_another_box_is_promised(game: str) -> None:
    """SP 6.9: the first vacant box goes to the first who asked."""
    day = Day(game).opened("ann", "bob", "cat")
    for box in (4, 5, 6, 7):
        day.done("ann", c.Sit(box), c.Lay(box, Cents(1000)))
    _come(day, "hal")
    _come(day, "ivy")
    day.deal("9S 9D 9C 9H 8S 6S 8D 8C 8H 7S 7D", ann=10)
    day.done("hal", c.AskForBox())
    day.done("ivy", c.AskForBox())
    assert day.table.wanted == {7: "hal", 6: "ivy"}
    day.done(SUPERVISOR, c.ReserveBox(7, "ann"), c.Restrict("cat"))
    assert list(day.table.wanted.items()) == [(5, "hal"), (6, "ivy")]
    day.done("bob", c.GiveUp(2))
    assert day.table.seats[2] == "hal"
    assert day.table.wanted == {6: "ivy"}


def test_only_players_at_the_table_ask_computers_to_come_or_go() -> None:
    """Somebody who only looks on cannot fill the boxes with computer players, nor send away somebody else's."""
    day = Day("star-pontoon").opened("ann")
    day.done("ann", c.AskComputer(2))
    assert day.refused("bob", c.AskComputer(3)).startswith("computer/not-at-table")
    assert day.refused("bob", c.DismissComputer(2)).startswith("computer/not-at-table")
    day.done("ann", c.DismissComputer(2))
