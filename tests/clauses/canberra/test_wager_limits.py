"""Sections 3 and 4 at a table, and placing side bets: the sign, the marker beside a box, chips, boxes, late players."""

from __future__ import annotations

import pytest

from boxseat.rulebook.load import open_book
from boxseat.table import commands as c
from boxseat.table.records import RoundOpened
from boxseat.table.settings import Settings, refusal_to_set
from boxseat.table.sign import SIGN
from tests.clauses.canberra.twins import BLACKJACK, PONTOON, both
from tests.clauses.full_tables import ONE_STANDS, full_where_ann_has_two
from tests.table_notation import AtTable, at_table, lay, who_may

TWO_STAND = "9S 8S 6S 9H 8H"


@both()
def test_3_1_the_sign_tells_the_least_and_the_most_a_box_takes(game: str) -> None:
    table = at_table(game, limits=(10, 200)).seat(1, "ann")
    assert (table.sign.minimum, table.sign.maximum) == ("10.00", "200.00")
    assert table.refuses("ann", lay(1, 200.5)) == "wager/over-maximum 3.1"
    table.wager(1, "ann", 200)


@both()
def test_3_2_a_marker_beside_a_box_lets_its_players_go_above_the_maximum(game: str) -> None:
    table = at_table(game).seat(1, "ann").seat(2, "bob").staff(c.MarkBox(2, lay(2, 800).stake))
    assert [table.box(box).maximum for box in (1, 2)] == [None, "800.00"]
    assert table.refuses("ann", lay(1, 600)) == "wager/over-maximum 3.1"
    table.wager(1, "ann", 500).wager(2, "bob", 800).round(TWO_STAND)
    assert table.table.round is not None
    assert [box.main_of(box.controller) for box in table.table.round.boxes] == [50_000, 80_000]
    assert who_may(c.MarkBox(1)) == ["supervisor", "gaming-manager"]


@both()
def test_3_2_the_marker_is_placed_and_taken_away_between_rounds(game: str) -> None:
    table = at_table(game).seat(1, "ann").round(ONE_STANDS, ann=10)
    assert table.refuses("sue", c.MarkBox(1, lay(1, 800).stake)) == "limits/in-round 3.2"
    table.over().staff(c.MarkBox(1, lay(1, 800).stake), c.MarkBox(1))
    assert table.box(1).maximum is None
    assert table.refuses("ann", lay(1, 501)) == "wager/over-maximum 3.1"


@both()
def test_3_3_the_sign_tells_the_multiples_of_wagers(game: str) -> None:
    table = at_table(game, limits=(10, 200), unit=5).seat(1, "ann")
    assert table.sign.unit == "5.00"
    assert table.refuses("ann", lay(1, 12.5)) == "wager/unit 3.3"
    table.wager(1, "ann", 15)
    assert at_table(game).sign.smallest_chip == "0.50"


@both()
def test_3_4_the_first_wager_under_the_minimum_plays_and_its_owner_is_told_about_the_next(game: str) -> None:
    table = at_table(game).seat(1, "ann").round(ONE_STANDS, ann=2)
    assert "ann: further wagers under the minimum of 5.00 are returned (clause 3.4)." in table.heard
    assert table.day.you("ann").warned
    assert table.over().chips("ann") in (998, 1000, 1002)
    assert table.refuses("ann", lay(1, 2)) == "wager/under-minimum 3.4"
    table.wager(1, "ann", 5)


@both()
def test_3_4_leaving_and_coming_back_earns_no_second_warning(game: str) -> None:
    table = at_table(game).seat(1, "ann").wager(1, "ann", 2).do("ann", c.Leave()).seat(1, "ann")
    assert table.refuses("ann", lay(1, 2)) == "wager/under-minimum 3.4"
    table.staff(c.CloseTable(), c.OpenForPlay()).seat(1, "ann").wager(1, "ann", 2)


@both()
def test_3_4_of_all_who_come_and_go_the_latest_hundred_who_were_warned_are_remembered(game: str) -> None:
    table = at_table(game).seat(7, "zoe")
    for number in range(101):
        table.come(f"ann{number}").wager(1, f"ann{number}", 2).do(f"ann{number}", c.Leave())
    assert set(table.table.remembered) == {f"ann{number}" for number in range(1, 101)}


@both()
def test_4_1_no_round_begins_before_every_seated_player_had_the_chance_to_wager(game: str) -> None:
    table = at_table(game).seat(1, "ann").seat(2, "bob").cut().wager(1, "ann", 10).do("ann", c.Ready())
    assert not table.records(RoundOpened), "bob has neither wagered nor passed the round"
    table.wager(2, "bob", 10).do("bob", c.Ready())
    assert table.records(RoundOpened)


@both()
def test_4_1_the_wait_for_them_has_an_end(game: str) -> None:
    table = at_table(game).seat(1, "ann").seat(2, "bob").cut().wager(1, "ann", 10)
    assert table.table.deadline is not None
    assert table.table.deadline - table.day.at == table.table.settings.times.wager
    table.time_up()
    assert table.records(RoundOpened)


@both()
def test_4_2_wagers_are_made_in_chips(game: str) -> None:
    table = at_table(game)
    assert table.refuses("ann", lay(1, 10)) == "chips/none 4.2"
    table.seat(1, "ann", chips=20)
    assert table.refuses("ann", lay(1, 20.5)) == "chips/short 4.2"
    assert table.refuses("ann", lay(1, 10.25)).startswith("wager/multiples")
    assert table.wager(1, "ann", 20).chips("ann") == 0


@both()
def test_4_3_nobody_touches_a_wager_or_lays_one_once_the_first_card_is_out(game: str) -> None:
    table = at_table(game).seat(1, "ann").seat(2, "bob").round(ONE_STANDS, ann=10)
    for name, command in (("ann", lay(1, 20)), ("ann", c.TakeBack(1)), ("bob", lay(2, 10))):
        assert table.refuses(name, command) == "wager/no-more-bets 4.3"


@both()
def test_4_4_a_player_may_have_several_boxes(game: str) -> None:
    table = at_table(game).seat(1, "ann").seat(2, "ann").wager(1, "ann", 10).wager(2, "ann", 10).round(TWO_STAND)
    assert [table.controls(box) for box in (1, 2)] == ["ann", "ann"]


@both()
def test_4_4_but_gives_one_up_to_somebody_who_finds_none_free(game: str) -> None:
    table = full_where_ann_has_two(game).come("gus").do("gus", c.AskForBox())
    assert (table.table.boxes_of("ann"), table.table.boxes_of("gus")) == ([1], [2])
    table.come("hal")
    assert table.refuses("hal", c.AskForBox()) == "seat/none 4.4"


@both()
def test_4_4_and_only_when_the_round_on_it_is_over(game: str) -> None:
    table = full_where_ann_has_two(game).wager(1, "ann", 10).wager(2, "ann", 10).round(TWO_STAND)
    table.come("gus").do("gus", c.AskForBox())
    assert table.controls(2) == "ann"
    assert table.over().table.boxes_of("gus") == [2]


@both()
def test_4_4_the_house_need_not_permit_several_boxes(game: str) -> None:
    table = at_table(game).seat(1, "ann").seat(2, "ann").do("max", c.Restrict("ann", to_one_box=True))
    assert table.table.boxes_of("ann") == [1]
    assert table.refuses("ann", c.Sit(2)) == "seat/one-box 4.4"
    assert who_may(c.Restrict("ann", to_one_box=True)) == ["gaming-manager"]


@both()
def test_4_5_no_table_takes_more_than_three_on_a_box_or_fewer(game: str) -> None:
    table = at_table(game).come("ann").come("bob").come("cat").come("dan")
    table.wager(4, "ann", 10).wager(4, "bob", 10).wager(4, "cat", 10)
    assert table.refuses("dan", lay(4, 10)) == "box/full 4.5"
    refused = refusal_to_set(open_book(game), Settings(sign=SIGN, players_on_box=2))
    assert refused is not None
    assert refused.clause == "4.5"


def late(game: str) -> AtTable:
    return at_table(game, late_to_minimum=True).seat(1, "ann").seat(2, "bob")


@both(clause=("4.6", "4.7"))
def test_4_6_and_4_7_the_house_may_hold_those_who_sit_rounds_out_to_the_minimum_until_the_next_shoe(
    game: str, clause: str
) -> None:
    table = late(game).round(ONE_STANDS, ann=50).over()
    assert table.refuses("bob", lay(2, 50)) == f"wager/minimum-only {clause}"
    assert table.day.you("bob").minimum_only
    table.wager(2, "bob", 5).staff(c.ShuffleNow()).cut().wager(2, "bob", 50)


@both(clause=("4.6", "4.7"))
def test_4_6_and_4_7_only_where_the_house_says_so_and_no_longer_than_the_shoe(game: str, clause: str) -> None:
    table = at_table(game).seat(1, "ann").seat(2, "bob").round(ONE_STANDS, ann=50).over().wager(2, "bob", 50)
    assert (
        table.refuses("max", c.Restrict("bob", to_minimum=True, inspector_notified=True)) == f"restrict/none {clause}"
    )


@both(clause=("4.6", "4.7"))
def test_4_6_a_and_4_7_a_who_did_not_wager_on_the_first_round(game: str, clause: str) -> None:
    table = late(game).round(TWO_STAND, ann=50, bob=50).over().seat(3, "cat")
    assert table.refuses("cat", lay(3, 50)) == f"wager/minimum-only {clause}"


@both(clause=("4.6", "4.7"))
def test_4_6_b_and_4_7_b_who_let_a_later_round_go_by(game: str, clause: str) -> None:
    table = late(game).round(TWO_STAND, ann=50, bob=50).over().round(ONE_STANDS, ann=50).over()
    assert table.refuses("bob", lay(2, 50)) == f"wager/minimum-only {clause}"
    table.wager(1, "ann", 50)


@both()
def test_4_7_and_4_6_others_may_wager_on_a_marked_box_as_far_as_its_limit_goes(game: str) -> None:
    table = at_table(game).seat(2, "ann").come("bob").staff(c.MarkBox(2, lay(2, 800).stake)).wager(2, "ann", 600)
    assert table.refuses("bob", lay(2, 201)) == "wager/over-maximum 3.1"
    table.wager(2, "bob", 200)


@pytest.mark.parametrize(
    ("game", "bet"),
    [(PONTOON, "pp"), (BLACKJACK, "pp"), (BLACKJACK, "ss")],
    ids=[f"{PONTOON} 18.8", f"{BLACKJACK} 18.8", f"{BLACKJACK} 17.3"],
)
def test_18_8_and_17_3_until_the_first_card_a_side_bet_is_open_to_every_players_chips(game: str, bet: str) -> None:
    table = at_table(game).seat(1, "ann", chips=15).seat(2, "bob")
    assert table.refuses("ann", lay(1, 10, **{bet: 6})) == "chips/short 4.2"
    table.wager(1, "ann", 10, **{bet: 5}).wager(2, "bob", 10, **{bet: 5}).round(TWO_STAND)
    assert table.refuses("bob", lay(2, 10, **{bet: 10})) == "wager/no-more-bets 4.3"


@both()
@pytest.mark.parametrize("stake", [0.5, 101])
def test_18_9_the_sign_tells_the_limits_of_perfect_pairs(game: str, stake: float) -> None:
    table = at_table(game).seat(1, "ann")
    assert (table.sign.side_bet_minimum, table.sign.side_bet_maximum) == ("1.00", "100.00")
    assert table.refuses("ann", lay(1, 10, pp=stake)).startswith("side-bet/limits")
    table.wager(1, "ann", 10, pp=100)
