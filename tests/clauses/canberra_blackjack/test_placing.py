"""Sections 3 and 4 at a table, and what 17 and 18 say of placing side bets: the sign, the marker, chips, boxes, late players."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from boxseat.rulebook.load import open_book
from boxseat.table import commands as c
from boxseat.table.records import RoundOpened
from boxseat.table.settings import SIGN, Settings, refusal_to_set
from tests.books import changed
from tests.table_notation import AtTable, at_table, lay, who_may

GAME = "canberra-blackjack"
ONE_STANDS = "9S 6S 9H"
TWO_STAND = "9S 8S 6S 9H 8H"


def test_3_1_the_sign_tells_the_least_and_the_most_a_box_takes() -> None:
    table = at_table(GAME, limits=(10, 200)).seat(1, "ann")
    assert (table.sign.minimum, table.sign.maximum) == ("10.00", "200.00")
    assert table.refuses("ann", lay(1, 200.5)) == "wager/over-maximum 3.1"
    table.wager(1, "ann", 200)


def test_3_2_a_marker_beside_a_box_lets_its_players_go_above_the_maximum() -> None:
    table = at_table(GAME).seat(1, "ann").seat(2, "bob").staff(c.MarkBox(2, lay(2, 800).stake))
    assert [table.box(box).maximum for box in (1, 2)] == [None, "800.00"]
    assert table.refuses("ann", lay(1, 600)) == "wager/over-maximum 3.1"
    table.wager(1, "ann", 500).wager(2, "bob", 800).round(TWO_STAND)
    assert table.table.round is not None
    assert [box.main_of(box.controller) for box in table.table.round.boxes] == [50_000, 80_000]
    assert who_may(c.MarkBox(1)) == ["supervisor", "gaming-manager"]


def test_3_2_the_marker_is_placed_and_taken_away_between_rounds() -> None:
    table = at_table(GAME).seat(1, "ann").round(ONE_STANDS, ann=10)
    assert table.refuses("sue", c.MarkBox(1, lay(1, 800).stake)) == "limits/in-round 3.2"
    table.over().staff(c.MarkBox(1, lay(1, 800).stake), c.MarkBox(1))
    assert table.box(1).maximum is None
    assert table.refuses("ann", lay(1, 501)) == "wager/over-maximum 3.1"


def test_3_3_the_sign_tells_the_multiples_of_wagers() -> None:
    table = at_table(GAME, limits=(10, 200), unit=5).seat(1, "ann")
    assert table.sign.unit == "5.00"
    assert table.refuses("ann", lay(1, 12.5)) == "wager/unit 3.3"
    table.wager(1, "ann", 15)
    assert at_table(GAME).sign.smallest_chip == "0.50"


def test_3_4_the_first_wager_under_the_minimum_plays_and_its_owner_is_told_about_the_next() -> None:
    table = at_table(GAME).seat(1, "ann").round(ONE_STANDS, ann=2)
    assert "ann: further wagers under the minimum of 5.00 are returned (clause 3.4)." in table.heard
    assert table.day.you("ann").warned
    assert table.over().chips("ann") in (998, 1000, 1002)
    assert table.refuses("ann", lay(1, 2)) == "wager/under-minimum 3.4"
    table.wager(1, "ann", 5)


def test_3_4_leaving_and_coming_back_earns_no_second_warning() -> None:
    table = at_table(GAME).seat(1, "ann").wager(1, "ann", 2).do("ann", c.Leave()).seat(1, "ann")
    assert table.refuses("ann", lay(1, 2)) == "wager/under-minimum 3.4"
    table.staff(c.CloseTable(), c.OpenForPlay()).seat(1, "ann").wager(1, "ann", 2)


def test_4_1_no_round_begins_before_every_seated_player_had_the_chance_to_wager() -> None:
    table = at_table(GAME).seat(1, "ann").seat(2, "bob").cut().wager(1, "ann", 10).do("ann", c.Ready())
    assert not table.records(RoundOpened), "bob has neither wagered nor let the round go by"
    table.wager(2, "bob", 10).do("bob", c.Ready())
    assert table.records(RoundOpened)


def test_4_1_the_wait_for_them_has_an_end() -> None:
    table = at_table(GAME).seat(1, "ann").seat(2, "bob").cut().wager(1, "ann", 10)
    assert table.table.deadline is not None
    assert table.table.deadline - table.day.at == table.table.settings.times.wager
    table.time_up()
    assert table.records(RoundOpened)


def test_4_2_wagers_are_made_in_chips() -> None:
    table = at_table(GAME)
    assert table.refuses("ann", lay(1, 10)) == "chips/none 4.2"
    table.seat(1, "ann", chips=20)
    assert table.refuses("ann", lay(1, 20.5)) == "chips/short 4.2"
    assert table.refuses("ann", lay(1, 10.25)).startswith("wager/multiples")
    assert table.wager(1, "ann", 20).chips("ann") == 0


def test_4_3_nobody_touches_a_wager_or_lays_one_once_the_first_card_is_out() -> None:
    table = at_table(GAME).seat(1, "ann").seat(2, "bob").round(ONE_STANDS, ann=10)
    for name, command in (("ann", lay(1, 20)), ("ann", c.TakeBack(1)), ("bob", lay(2, 10))):
        assert table.refuses(name, command) == "wager/no-more-bets 4.3"


def full() -> AtTable:
    """Ann has boxes 1 and 2, and others the rest."""
    table = at_table(GAME).seat(1, "ann").seat(2, "ann")
    for box, name in enumerate(("bob", "cat", "dan", "eve", "fay"), start=3):
        table.seat(box, name)
    return table


def test_4_4_a_player_may_have_several_boxes() -> None:
    table = at_table(GAME).seat(1, "ann").seat(2, "ann").wager(1, "ann", 10).wager(2, "ann", 10).round(TWO_STAND)
    assert [table.controls(box) for box in (1, 2)] == ["ann", "ann"]


def test_4_4_but_gives_one_up_to_somebody_who_finds_none_free() -> None:
    table = full().come("gus").do("gus", c.AskForBox())
    assert (table.table.boxes_of("ann"), table.table.boxes_of("gus")) == ([1], [2])
    table.come("hal")
    assert table.refuses("hal", c.AskForBox()) == "seat/none 4.4"


def test_4_4_and_only_when_the_round_on_it_is_over() -> None:
    table = full().wager(1, "ann", 10).wager(2, "ann", 10).round(TWO_STAND).come("gus").do("gus", c.AskForBox())
    assert table.controls(2) == "ann"
    assert table.over().table.boxes_of("gus") == [2]


def test_4_4_the_house_need_not_permit_several_boxes() -> None:
    table = at_table(GAME).seat(1, "ann").seat(2, "ann").do("max", c.Restrict("ann", to_one_box=True))
    assert table.table.boxes_of("ann") == [1]
    assert table.refuses("ann", c.Sit(2)) == "seat/one-box 4.4"
    assert who_may(c.Restrict("ann", to_one_box=True)) == ["gaming-manager"]


def test_4_5_no_table_takes_more_than_three_on_a_box_or_fewer() -> None:
    table = at_table(GAME).come("ann").come("bob").come("cat").come("dan")
    table.wager(4, "ann", 10).wager(4, "bob", 10).wager(4, "cat", 10)
    assert table.refuses("dan", lay(4, 10)) == "box/full 4.5"
    refused = refusal_to_set(open_book(GAME), Settings(sign=SIGN, players_on_box=2))
    assert refused is not None
    assert refused.clause == "4.5"


def test_4_6_others_may_wager_on_a_marked_box_as_far_as_its_limit_goes() -> None:
    table = at_table(GAME).seat(2, "ann").come("bob").staff(c.MarkBox(2, lay(2, 800).stake)).wager(2, "ann", 600)
    assert table.refuses("bob", lay(2, 201)) == "wager/over-maximum 3.1"
    table.wager(2, "bob", 200)


def late() -> AtTable:
    return at_table(GAME, late_to_minimum=True).seat(1, "ann").seat(2, "bob")


def test_4_7_the_house_may_hold_those_who_sit_rounds_out_to_the_minimum_until_the_next_shoe() -> None:
    table = late().round(ONE_STANDS, ann=50).over()
    assert table.refuses("bob", lay(2, 50)) == "wager/minimum-only 4.7"
    assert table.day.you("bob").minimum_only
    table.wager(2, "bob", 5).staff(c.ShuffleNow()).cut().wager(2, "bob", 50)


def test_4_7_only_where_the_house_says_so_and_no_longer_than_the_shoe() -> None:
    table = at_table(GAME).seat(1, "ann").seat(2, "bob").round(ONE_STANDS, ann=50).over().wager(2, "bob", 50)
    assert table.refuses("max", c.Restrict("bob", to_minimum=True, inspector_notified=True)) == "restrict/none 4.7"


def test_4_7_a_who_did_not_wager_on_the_first_round() -> None:
    table = late().round(TWO_STAND, ann=50, bob=50).over().seat(3, "cat")
    assert table.refuses("cat", lay(3, 50)) == "wager/minimum-only 4.7"


def test_4_7_b_who_let_a_later_round_go_by() -> None:
    table = late().round(TWO_STAND, ann=50, bob=50).over().round(ONE_STANDS, ann=50).over()
    assert table.refuses("bob", lay(2, 50)) == "wager/minimum-only 4.7"
    table.wager(1, "ann", 50)


def without(side_bet: str) -> AtTable:
    """A table of a house that does not offer this side bet."""
    book = open_book(GAME)
    offered = tuple(name for name in book.offers.side_bets.value if name != side_bet)
    section = {side_bet.replace("-", "_"): None}
    return at_table(GAME, book=replace(changed(book, offers__side_bets=offered), **section)).seat(1, "ann")


def test_17_1_super_sevens_is_played_only_where_the_house_offers_it() -> None:
    at_table(GAME).seat(1, "ann").wager(1, "ann", 10, ss=5)
    table = without("super-sevens")
    assert table.refuses("ann", lay(1, 10, ss=5)).startswith("side-bet/not-offered")
    table.wager(1, "ann", 10, pp=5)


def test_17_3_until_the_first_card_super_sevens_is_open_to_every_players_chips() -> None:
    table = at_table(GAME).seat(1, "ann", chips=15).seat(2, "bob")
    assert table.refuses("ann", lay(1, 10, ss=6)) == "chips/short 4.2"
    table.wager(1, "ann", 10, ss=5).wager(2, "bob", 10, ss=5).round(TWO_STAND)
    assert table.refuses("bob", lay(2, 10, ss=10)) == "wager/no-more-bets 4.3"


def test_18_1_perfect_pairs_is_played_only_where_the_house_offers_it() -> None:
    at_table(GAME).seat(1, "ann").wager(1, "ann", 10, pp=5)
    table = without("perfect-pairs")
    assert table.refuses("ann", lay(1, 10, pp=5)).startswith("side-bet/not-offered")
    table.wager(1, "ann", 10, ss=5)


def test_18_8_until_the_first_card_perfect_pairs_is_open_to_every_players_chips() -> None:
    table = at_table(GAME).seat(1, "ann", chips=15).seat(2, "bob")
    assert table.refuses("ann", lay(1, 10, pp=6)) == "chips/short 4.2"
    table.wager(1, "ann", 10, pp=5).wager(2, "bob", 10, pp=5).round(TWO_STAND)
    assert table.refuses("bob", lay(2, 10, pp=10)) == "wager/no-more-bets 4.3"


@pytest.mark.parametrize("cents", [0.5, 101])
def test_18_9_the_sign_tells_the_limits_of_perfect_pairs(cents: float) -> None:
    table = at_table(GAME).seat(1, "ann")
    assert (table.sign.side_bet_minimum, table.sign.side_bet_maximum) == ("1.00", "100.00")
    assert table.refuses("ann", lay(1, 10, pp=cents)).startswith("side-bet/limits")
    table.wager(1, "ann", 10, pp=100)
