"""Betting: who may wager where and how much, which wagers are returned, and what the first card locks (CP 3-4, CB 3-4,
SP 6-7; R17, R19, R21, R22)."""

from __future__ import annotations

import pytest

from boxseat.money import Cents
from boxseat.play.state import TableLimits
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.records import PlayerWarned, WagerReturned
from boxseat.table.settings import Settings, refusal_to_set
from boxseat.table.sign import SIGN, Sign
from tests.table.day import SUPERVISOR, Day

games = pytest.mark.parametrize("game", GAMES)
STAR = ("star-pontoon", "star-pontoon-6to5")
CANBERRA = ("canberra-pontoon", "canberra-blackjack")
CARDS = "9S 6S 9H"


def _lay(box: int, dollars: int, **side: int) -> c.Lay:
    return c.Lay(box, Cents(dollars * 100), **{name: Cents(amount * 100) for name, amount in side.items()})


def _come(day: Day, *names: str) -> None:
    for name in names:
        day.done(name, c.BuyIn(Cents(100_000)))


def _laid(day: Day) -> dict[tuple[int, str], int]:
    return {(laid.box, laid.player): laid.stake for laid in day.table.wagers}


@games
def test_anybody_with_chips_may_wager_behind_without_a_seat(game: str) -> None:
    """CP 4.5, CB 4.5, SP 6.5: up to three on a box; the seated player decides (R22)."""
    day = Day(game).opened("ann")
    assert day.refused("bob", _lay(1, 10)).startswith("chips/none")
    _come(day, "bob", "cat", "dan")
    day.done("bob", _lay(1, 50))
    day.done("ann", _lay(1, 10))
    day.done("cat", _lay(1, 10))
    assert day.refused("dan", _lay(1, 10)).startswith("box/full")
    day.stack(CARDS)
    day.time_up()
    assert day.table.round is not None
    assert day.table.round.boxes[0].controller == "ann"
    assert [laid.player for laid in day.table.round.boxes[0].main] == ["ann", "bob", "cat"], "nearest the dealer first"


@pytest.mark.parametrize(
    ("game", "decides"), [*((game, "cat") for game in STAR), *((game, "bob") for game in CANBERRA)]
)
def test_who_decides_where_nobody_is_seated(game: str, decides: str) -> None:
    """R22: SP 6.6.2 the highest wager, 6.6.3 the nearest; CP 4.5(b), CB 4.5(b) the nearest."""
    day = Day(game).opened("ann")
    _come(day, "bob", "cat")
    day.done("bob", _lay(5, 10))
    day.done("cat", _lay(5, 20))
    day.stack(CARDS)
    day.time_up()
    assert day.table.round is not None
    assert day.table.round.boxes[0].controller == decides


@games
def test_whoever_sits_down_behind_their_own_wager_decides(game: str) -> None:
    """CP 4.5(a), CB 4.5(a), SP 6.6.1: a player seated when the round begins, whenever they sat down."""
    day = Day(game).opened("ann")
    _come(day, "bob", "cat")
    day.done("bob", _lay(5, 50))
    day.done("cat", _lay(5, 10), c.Sit(5))
    day.stack(CARDS)
    day.time_up()
    assert day.table.round is not None
    assert day.table.round.boxes[0].controller == "cat"


@pytest.mark.parametrize("game", CANBERRA)
def test_at_canberra_nobody_has_a_first_option_on_the_maximum(game: str) -> None:
    """CP 3.1, 4.7, CB 3.1, 4.6, R21: a wager above the box's maximum is refused, even the seated player's."""
    day = Day(game).opened("ann")
    _come(day, "bob")
    day.done("bob", _lay(1, 300))
    assert day.refused("ann", _lay(1, 250)) == "wager/over-maximum 3.1"
    day.done("ann", _lay(1, 200))
    assert _laid(day) == {(1, "ann"): 20_000, (1, "bob"): 30_000}


@pytest.mark.parametrize(("game", "clause"), list(zip(STAR, ("7.1.1", "6.1.1"), strict=True)))
def test_the_controlling_player_has_the_first_option_without_a_seat_too(game: str, clause: str) -> None:
    """SP 7.1.1, S6 6.1.1, R21."""
    day = Day(game).opened("ann")
    _come(day, "bob", "cat")
    day.done("cat", _lay(2, 300))
    day.done("bob", _lay(2, 200))
    assert day.refused("bob", _lay(2, 250)).startswith("wager/over-maximum"), "cat has the highest wager"
    day.done("cat", _lay(2, 500))
    assert _laid(day) == {(2, "cat"): 50_000}
    assert [one.clause for one in day.records(WagerReturned) if isinstance(one, WagerReturned)] == [clause]


@pytest.mark.parametrize("game", STAR)
def test_the_controlling_player_has_the_first_option_on_the_maximum(game: str) -> None:
    """SP 7.1.1-7.1.3: other wagers are reduced as far as necessary, the last laid first."""
    day = Day(game).opened("ann")
    _come(day, "bob", "cat")
    day.done("bob", _lay(1, 200))
    day.done("cat", _lay(1, 200))
    assert day.refused("cat", _lay(1, 400)).startswith("wager/over-maximum")
    day.done("ann", _lay(1, 250))
    assert _laid(day) == {(1, "ann"): 25_000, (1, "bob"): 20_000}
    returned = day.records(WagerReturned)
    assert [record.player for record in returned if isinstance(record, WagerReturned)] == ["cat"]
    assert day.chips("cat") == 100_000
    assert day.refused("cat", _lay(1, 100)).startswith("wager/over-maximum")
    day.done("cat", _lay(1, 50))
    day.done("ann", _lay(1, 500))
    assert _laid(day) == {(1, "ann"): 50_000}


@games
def test_three_on_a_box_are_all_and_the_seated_player_pushes_nobody_out(game: str) -> None:
    """CP 4.5, CB 4.5, SP 6.5, S6 5.4: the first option concerns the maximum (SP 7.1.1), not the number of players."""
    day = Day(game).opened("ann")
    _come(day, "bob", "cat", "dan")
    for name in ("bob", "cat", "dan"):
        day.done(name, _lay(1, 10))
    assert day.refused("ann", _lay(1, 10)) == f"box/full {day.book.layout.players_per_box.clause}"
    assert list(_laid(day)) == [(1, "bob"), (1, "cat"), (1, "dan")]


@pytest.mark.parametrize("game", STAR)
def test_a_table_of_one_player_a_box(game: str) -> None:
    """SP 6.5, 6.16: a casino supervisor may restrict the number of players on a box."""
    day = Day(game, players_on_box=1).opened("ann")
    _come(day, "bob", "cat")
    day.done("ann", _lay(1, 10))
    assert day.refused("bob", _lay(1, 10)).startswith("box/full")
    day.done("bob", _lay(2, 10))
    assert day.refused("cat", _lay(2, 10)).startswith("box/full")
    day.done("cat", c.Sit(2), _lay(2, 10))
    assert (2, "bob") not in _laid(day), "the box is the seated player's alone"


@pytest.mark.parametrize("game", CANBERRA)
def test_canberra_takes_three_on_a_box_and_no_fewer(game: str) -> None:
    day = Day(game)
    refused = refusal_to_set(day.book, Settings(sign=SIGN, players_on_box=1))
    assert refused is not None
    assert refused.code == "setting/players-on-box"
    limited = refusal_to_set(day.book, Settings(sign=SIGN, players_at_table=3))
    assert limited is not None
    assert limited.code == "setting/players-at-table"


@games
def test_a_wager_replaces_what_one_had_there(game: str) -> None:
    day = Day(game).opened("ann", chips=10_000)
    day.done("ann", _lay(1, 60))
    assert day.refused("ann", _lay(2, 60)).startswith("chips/short")
    day.done("ann", _lay(1, 100))
    assert day.chips("ann") == 0
    day.done("ann", _lay(1, 10))
    assert day.chips("ann") == 9000
    assert _laid(day) == {(1, "ann"): 1000}


@games
def test_a_wager_may_be_taken_back_until_the_first_card(game: str) -> None:
    """CP 4.3, CB 4.3, SP 6.4."""
    day = Day(game).opened("ann")
    day.done("ann", _lay(1, 10), c.TakeBack(1))
    assert day.refused("ann", c.TakeBack(1)).startswith("wager/none")
    day.deal(CARDS, ann=10)
    clause = day.book.control.locked.clause
    for command in (c.TakeBack(1), _lay(1, 20), _lay(2, 20), c.Ready()):
        assert day.refused("ann", command) == f"wager/no-more-bets {clause}"


@games
def test_wagers_go_by_the_chips_the_sign_and_the_boxes(game: str) -> None:
    day = Day(game, sign=Sign(TableLimits(500, 50_000), TableLimits(100, 10_000), unit=500)).opened("ann")
    for command, code in (
        (c.Lay(1), "wager/nothing"),
        (c.Lay(0, Cents(1000)), "box/none"),
        (c.Lay(8, Cents(1000)), "box/none"),
        (c.Lay(1, Cents(1010)), "wager/multiples"),
        (c.Lay(1, Cents(750)), "wager/unit"),
        (c.Lay(1, Cents(50_500)), "wager/over-maximum"),
        (c.Lay(1, Cents(1000), perfect_pairs=Cents(50)), "side-bet/limits"),
        (c.Lay(1, Cents(0), perfect_pairs=Cents(500)), "side-bet/no-main-wager"),
    ):
        assert day.refused("ann", command).split()[0] == code, command
    day.done("ann", c.Lay(1, Cents(1500), perfect_pairs=Cents(500)))


@pytest.mark.parametrize("game", CANBERRA)
def test_canberra_warns_once_of_a_wager_under_the_minimum(game: str) -> None:
    """R21, CP 3.4, CB 3.4: the first one plays; the next is returned, that is, refused here."""
    day = Day(game).opened("ann")
    day.done("ann", c.Lay(1, Cents(300)))
    assert day.records(PlayerWarned) == [PlayerWarned("ann")]
    assert day.you("ann").warned
    day.stack(CARDS)
    day.time_up()
    assert day.table.round is not None
    assert day.table.round.boxes[0].main_of("ann") == 300
    day.play_out()
    assert day.refused("ann", c.Lay(1, Cents(300))) == "wager/under-minimum 3.4"


@pytest.mark.parametrize("game", STAR)
def test_the_star_takes_no_wager_under_the_minimum(game: str) -> None:
    day = Day(game).opened("ann")
    assert day.refused("ann", c.Lay(1, Cents(300))).startswith("wager/under-minimum")
    assert not day.you("ann").warned


@games
def test_a_box_with_a_marker_has_a_maximum_of_its_own(game: str) -> None:
    """CP 3.2, 4.7; CB 3.2, 4.6; SP 7.1, 7.6: for that box only, and for all its wagers together."""
    day = Day(game).opened("ann", "bob", chips=1_000_000)
    day.done(SUPERVISOR, c.MarkBox(1, Cents(200_000)))
    assert day.refused("bob", _lay(2, 2000)).startswith("wager/over-maximum")
    day.done("ann", _lay(1, 1500))
    assert day.refused("bob", _lay(1, 501)).startswith("wager/over-maximum")
    day.done("bob", _lay(1, 500))
    assert day.refused(SUPERVISOR, c.MarkBox(1)).startswith("limits/wagers")
    day.stack(CARDS)
    day.time_up()
    assert day.table.round is not None
    assert sum(laid.cents for laid in day.table.round.boxes[0].main) == 200_000
    assert day.refused(SUPERVISOR, c.MarkBox(2)).startswith("limits/in-round")
    day.play_out()
    day.done(SUPERVISOR, c.MarkBox(1))
    assert day.refused("ann", _lay(1, 1500)).startswith("wager/over-maximum")
    assert day.refused(SUPERVISOR, c.MarkBox(1, Cents(100))).startswith("limits/marker")
    assert day.refused(SUPERVISOR, c.MarkBox(9, Cents(100_000))).startswith("box/none")


@games
def test_a_marker_at_a_table_without_a_maximum_binds_no_other_box(game: str) -> None:
    day = Day(game, sign=Sign(TableLimits(500, None), TableLimits(100, 10_000))).opened("ann", "bob", chips=1_000_000)
    day.done(SUPERVISOR, c.MarkBox(1, Cents(10_000)))
    day.done("ann", _lay(1, 100))
    day.done("bob", _lay(2, 5000))
    day.stack("9S 8S 6S 9H 8H")
    day.time_up()
    assert day.table.round is not None
    assert [box.main_of(box.controller) for box in day.table.round.boxes] == [10_000, 500_000]


@games
def test_late_players_wager_the_minimum_until_the_next_shoe(game: str) -> None:
    """CP 4.6, CB 4.7, SP 6.11: players who did not wager on the shoe's first round, or missed a round."""
    day = Day(game, late_to_minimum=True).opened("ann", "bob")
    clause = day.book.seating.late_players.clause
    day.done("bob", _lay(2, 50))
    day.deal("9S 8S 6S 9H 8H", ann=50)
    day.play_out()
    _come(day, "cat")
    assert day.refused("cat", _lay(3, 50)) == f"wager/minimum-only {clause}"
    assert day.you("cat").minimum_only
    assert not day.you("bob").minimum_only
    day.done("cat", _lay(3, 5))
    day.done("ann", _lay(1, 50))
    day.time_up()
    day.play_out()
    assert day.refused("bob", _lay(2, 50)) == f"wager/minimum-only {clause}"
    day.done("ann", _lay(1, 50))
    day.done(SUPERVISOR, c.ShuffleNow())
    day.cut_by_house()
    day.done("bob", _lay(2, 50))
    day.done("cat", _lay(3, 50))


@games
def test_late_players_at_a_table_without_a_minimum_wager_the_smallest_chip(game: str) -> None:
    sign = Sign(TableLimits(None, 50_000), TableLimits(100, 10_000))
    day = Day(game, sign=sign, late_to_minimum=True).opened("ann")
    day.deal(CARDS, ann=50)
    day.play_out()
    _come(day, "bob")
    assert day.refused("bob", _lay(2, 50)).startswith("wager/minimum-only")
    day.done("bob", c.Lay(2, Cents(50)))


@pytest.mark.parametrize("game", STAR)
def test_a_gaming_manager_may_hold_a_player_to_the_minimum(game: str) -> None:
    """SP 6.12: for all further shoes, after an inspector is informed."""
    day = Day(game).opened("ann", "bob")
    day.deal(CARDS, bob=50)
    day.play_out()
    day.done(SUPERVISOR, c.Restrict("ann", to_minimum=True, inspector_notified=True))
    assert day.said == (f"ann is held to the minimum wager (clause {day.book.seating.held_to_minimum.clause}).",)
    assert day.refused("ann", _lay(1, 50)).startswith("wager/minimum-only")
    assert day.refused("ann", _lay(1, 5, perfect_pairs=50)).startswith("wager/minimum-only"), "R54"
    assert (day.you("ann").minimum_until, day.you("ann").minimum_only) == ("further-notice", True)
    day.done("ann", _lay(1, 5, perfect_pairs=1))
    day.done(SUPERVISOR, c.ShuffleNow())
    day.cut_by_house()
    assert day.refused("ann", _lay(1, 50)).startswith("wager/minimum-only")
    day.done(SUPERVISOR, c.Restrict("ann"))
    day.done("ann", _lay(1, 50))


@pytest.mark.parametrize("game", STAR)
def test_at_the_star_perfect_pairs_goes_on_any_box_with_a_main_wager(game: str) -> None:
    """SP 16, R17: also by a seated player with no other wager on their own box."""
    day = Day(game).opened("ann")
    _come(day, "bob")
    assert day.refused("ann", _lay(1, 0, perfect_pairs=5)).startswith("side-bet/no-main-wager")
    day.done("bob", _lay(1, 10))
    day.done("ann", _lay(1, 0, perfect_pairs=5))
    day.stack(CARDS)
    day.time_up()
    assert day.table.round is not None
    assert day.table.round.boxes[0].controller == "bob"


@pytest.mark.parametrize("game", STAR)
def test_the_last_perfect_pairs_alone_comes_back_where_one_beside_a_main_wager_is_laid(game: str) -> None:
    """SP 16.6, S6 15.6, R21: three per box, first those with a main wager, then in order; the rest are returned."""
    day = Day(game).opened("ann")
    _come(day, "bob", "cat", "dan", "eve", "fay")
    day.done("ann", _lay(1, 10))
    for name in ("bob", "cat", "dan"):
        day.done(name, _lay(1, 0, perfect_pairs=5))
    assert day.refused("fay", _lay(1, 0, perfect_pairs=5)).startswith("side-bet/box-full")
    day.done("eve", _lay(1, 10, perfect_pairs=5))
    returned = [one for one in day.records(WagerReturned) if isinstance(one, WagerReturned)]
    assert day.book.perfect_pairs is not None
    assert day.book.perfect_pairs.per_box is not None
    assert [(one.player, one.clause) for one in returned] == [("dan", day.book.perfect_pairs.per_box.clause)]
    assert any(sentence.startswith("dan's wager on box 1 is returned") for sentence in day.said)
    assert day.chips("dan") == 100_000
    day.stack(CARDS)
    day.time_up()
    assert day.table.round is not None
    pairs = {line.player: line.result for line in day.table.round.settlements if line.wager == "perfect-pairs"}
    assert pairs == {"eve": "win", "bob": "win", "cat": "win"}
    day.play_out()


@pytest.mark.parametrize("game", STAR)
def test_of_perfect_pairs_alone_the_last_placed_comes_back_wherever_its_player_sits(game: str) -> None:
    """SP 16.6, S6 15.6: by the order in which they were placed; neither a seat nor an earlier main wager counts."""
    day = Day(game).opened("ann")
    _come(day, "bob", "cat", "dan")
    day.done("bob", _lay(1, 10))
    day.done("cat", _lay(1, 0, perfect_pairs=5))
    day.done("dan", _lay(1, 0, perfect_pairs=5))
    day.done("ann", _lay(1, 0, perfect_pairs=5))
    day.done("bob", _lay(1, 10, perfect_pairs=5))
    assert {name for _, name in _laid(day)} == {"bob", "cat", "dan"}


@pytest.mark.parametrize("game", STAR)
def test_a_main_wager_that_becomes_perfect_pairs_alone_was_placed_then(game: str) -> None:
    """SP 16.6, S6 15.6."""
    day = Day(game).opened("ann")
    _come(day, "bob", "cat", "eve", "fay")
    day.done("bob", _lay(1, 10))
    day.done("cat", _lay(1, 10))
    day.done("eve", _lay(1, 0, perfect_pairs=5))
    day.done("fay", _lay(1, 0, perfect_pairs=5))
    day.done("cat", _lay(1, 0, perfect_pairs=5))
    day.done("bob", _lay(1, 10, perfect_pairs=5))
    assert {name for _, name in _laid(day)} == {"bob", "eve", "fay"}


@pytest.mark.parametrize("game", STAR)
def test_a_side_bet_alone_starts_no_clock_and_comes_back(game: str) -> None:
    """R17: returned if there is no main wager."""
    day = Day(game).opened("ann")
    _come(day, "bob")
    day.done("ann", _lay(1, 10))
    day.done("bob", _lay(1, 0, perfect_pairs=5))
    day.done("ann", c.TakeBack(1))
    assert day.table.deadline is None, "without a main wager there is no round"
    day.done("ann", c.Ready())
    assert not day.table.in_round
    day.done("ann", c.Sit(2), _lay(2, 10))
    day.stack(CARDS)
    day.time_up()
    assert day.chips("bob") == 100_000


@games
def test_ready_means_nobody_need_wait(game: str) -> None:
    day = Day(game).opened("ann", "bob")
    day.done("ann", c.Ready())
    assert not day.table.in_round, "there is no wager on the table"
    day.done("ann", _lay(1, 10))
    assert not day.table.in_round
    day.done("ann", c.Ready())
    assert not day.happened, "they are returned only once"
    day.stack("9S 6S 9H")
    day.done("bob", c.Ready())
    assert day.table.round_number == 1
    day.play_out()
    assert day.table.ready == ()


@games
def test_computers_are_not_waited_for(game: str) -> None:
    day = Day(game).opened("ann")
    day.done("ann", c.AskComputer(2), _lay(1, 10))
    day.stack(CARDS)
    day.done("ann", c.Ready())
    assert day.table.round_number == 1


@games
def test_a_wager_that_is_changed_keeps_its_place(game: str) -> None:
    """CP 4.5(b), CB 4.5(b), SP 6.6.3, R22: the first to lay is nearest the dealer, even after changes of the wager."""
    day = Day(game).opened("zoe")
    for name in ("ann", "bob"):
        day.done(name, c.BuyIn(Cents(10_000)), c.Lay(3, Cents(1000)))
    day.done("ann", c.Lay(3, Cents(1500)), c.Lay(3, Cents(1000)))
    day.stack("9S 6S 9H")
    day.time_up()
    assert day.table.round is not None
    assert day.table.round.boxes[0].controller == "ann"


@pytest.mark.parametrize("game", STAR)
def test_where_two_may_wager_on_a_box_main_wagers_are_counted(game: str) -> None:
    """SP 6.5, S6 5.4, R17: Perfect Pairs alone does not keep a main wager out."""
    day = Day(game, players_on_box=2).opened("ann")
    _come(day, "bob", "cat", "dan")
    day.done("ann", _lay(1, 10))
    day.done("bob", _lay(1, 0, perfect_pairs=5))
    day.done("cat", _lay(1, 10))
    assert day.refused("dan", _lay(1, 10)).startswith("box/full")
    day.done("dan", _lay(1, 0, perfect_pairs=5))
    assert list(_laid(day)) == [(1, "ann"), (1, "bob"), (1, "cat"), (1, "dan")]


def test_one_player_a_box_keeps_everybody_else_off() -> None:
    """SP 6.16, R17: side bets too; only the seated player may wager."""
    day = Day("star-pontoon", players_on_box=1).opened("ann")
    _come(day, "bob")
    day.done("ann", _lay(1, 10))
    assert day.refused("bob", _lay(1, 0, perfect_pairs=5)) == "box/full 6.16"


@games
def test_nothing_below_zero_is_wagered(game: str) -> None:
    day = Day(game).opened("ann")
    for amounts in ((-500,), (1000, -500), (1000, 0, -500)):
        assert day.refused("ann", c.Lay(1, *map(Cents, amounts))).startswith("wager/nothing")
