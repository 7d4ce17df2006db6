"""Sections 6 and 7 at a table, and 16.3: who may wager where and how much, the sign, restrictions and reservations."""

from __future__ import annotations

import pytest

from boxseat.rulebook.load import open_book, with_options
from boxseat.table import commands as c
from boxseat.table.records import SeatLeft, WagerReturned
from boxseat.table.settings import Settings, refusal_to_set
from boxseat.table.sign import SIGN
from tests.clauses.full_tables import full_where_ann_has_two
from tests.clauses.star.twins import STAR, both, of_2024
from tests.table_notation import at_table, lay, who_may

pytestmark = both
ONE_STANDS = "9S 6S 9H"
TWO_STAND = "9S 8S 6S 9H 8H"


def test_6_3_wagers_are_laid_before_the_first_card(game: str) -> None:
    table = at_table(game).seat(1, "ann").seat(2, "bob").come("cat")
    table.wager(2, "cat", 5).do("cat", c.TakeBack(2)).wager(1, "cat", 5)
    table.round(TWO_STAND, ann=10, bob=10)
    for name, command in (("bob", lay(3, 10)), ("cat", lay(1, 10)), ("cat", c.TakeBack(1))):
        assert table.refuses(name, command) == "wager/no-more-bets 6.4"
    table.over().wager(1, "cat", 10)
    assert table.wagers_on(1) == ["cat 10.00"]


def test_6_5_three_players_wager_on_a_box_and_a_fourth_may_not(game: str) -> None:
    table = at_table(game).come("ann").come("bob").come("cat").come("dan")
    table.wager(4, "ann", 10).wager(4, "bob", 10).wager(4, "cat", 10)
    assert table.refuses("dan", lay(4, 10)) == "box/full 6.5"
    table.wager(5, "dan", 10)


@pytest.mark.parametrize("most", [1, 2])
def test_6_5_a_table_may_let_fewer_wager_on_a_box(game: str, most: int) -> None:
    table = at_table(game, players_on_box=most).come("ann").come("bob").come("cat")
    assert table.sign.players_on_box == most
    for name in ("ann", "bob")[:most]:
        table.wager(4, name, 10)
    assert table.refuses("cat", lay(4, 10)) == ("box/full 6.16" if most == 1 and game == STAR else "box/full 6.5")
    assert refusal_to_set(open_book(game), Settings(sign=SIGN, players_on_box=4)) is not None


def test_6_8_wagers_lie_in_line_from_the_dealer(game: str) -> None:
    table = at_table(game).come("ann").come("bob").come("cat")
    table.wager(4, "ann", 10).wager(4, "bob", 10).wager(4, "cat", 10)
    assert table.wagers_on(4) == ["ann 10.00", "bob 10.00", "cat 10.00"]


def test_6_8_1_the_controlling_players_wager_is_nearest_the_dealer(game: str) -> None:
    table = at_table(game).come("ann").come("bob").seat(4, "cat")
    table.wager(4, "ann", 10).wager(4, "bob", 20)
    assert table.wagers_on(4)[0] == "bob 20.00", "no seated player has a wager, and this is the highest"
    table.wager(4, "cat", 5)
    assert table.wagers_on(4)[0] == "cat 5.00"
    table.round(ONE_STANDS)
    assert table.controls(4) == "cat"
    assert table.table.round is not None
    assert [laid.player for laid in table.table.round.boxes[0].main] == ["cat", "ann", "bob"]


def test_6_8_2_the_others_stand_behind_in_the_order_they_were_laid(game: str) -> None:
    table = at_table(game).come("ann").come("bob").come("cat")
    table.wager(4, "ann", 10).wager(4, "bob", 15).wager(4, "cat", 20)
    assert table.wagers_on(4) == ["cat 20.00", "ann 10.00", "bob 15.00"]
    table.do("cat", c.TakeBack(4))
    assert table.wagers_on(4) == ["bob 15.00", "ann 10.00"]
    table.wager(4, "cat", 20).round(ONE_STANDS)
    assert table.table.round is not None
    assert [laid.player for laid in table.table.round.boxes[0].main] == ["cat", "ann", "bob"]


def test_6_9_a_player_may_have_several_boxes(game: str) -> None:
    table = at_table(game).seat(1, "ann").seat(2, "ann").wager(1, "ann", 10).wager(2, "ann", 10).round(TWO_STAND)
    assert [table.controls(box) for box in (1, 2)] == ["ann", "ann"]


def test_6_9_but_gives_one_up_to_somebody_who_finds_none_free(game: str) -> None:
    table = full_where_ann_has_two(game).come("gus").wager(2, "ann", 10).do("gus", c.AskForBox())
    assert (table.table.boxes_of("ann"), table.table.boxes_of("gus")) == ([1], [2])
    assert table.chips("ann") == 1000, "the wager on it is returned"
    table.come("hal")
    assert table.refuses("hal", c.AskForBox()) == "seat/none 6.9"


def test_6_9_and_only_when_the_round_on_it_is_over(game: str) -> None:
    table = full_where_ann_has_two(game).wager(1, "ann", 10).wager(2, "ann", 10).round(TWO_STAND)
    table.come("gus").do("gus", c.AskForBox())
    assert table.box(2).wanted_by == "gus"
    assert table.controls(2) == "ann"
    assert table.over().table.boxes_of("gus") == [2]


def test_6_9_no_box_is_asked_for_while_one_is_free(game: str) -> None:
    table = at_table(game).seat(1, "ann").seat(2, "ann").come("bob")
    assert table.refuses("bob", c.AskForBox()) == "seat/free 6.9"


def test_6_11_who_sat_a_round_of_the_shoe_out_wagers_the_minimum_until_the_next(game: str) -> None:
    table = at_table(game, late_to_minimum=True).seat(1, "ann").seat(2, "bob")
    table.round(TWO_STAND, ann=50, bob=50).over().seat(3, "cat")
    assert table.refuses("cat", lay(3, 50)) == "wager/minimum-only 6.11"
    table.round(TWO_STAND, ann=50, cat=5).over()
    assert table.refuses("bob", lay(2, 50)) == "wager/minimum-only 6.11"
    assert table.day.you("bob").minimum_only
    table.staff(c.ShuffleNow()).cut().wager(2, "bob", 50).wager(3, "cat", 50)


def test_6_11_only_where_the_house_says_so_and_a_shoe_is_used(game: str) -> None:
    for settings in ({}, {"late_to_minimum": True, "cards_from": "device"}):
        table = at_table(game, **settings).seat(1, "ann").round(ONE_STANDS, ann=50).over()  # type: ignore[arg-type]
        table.seat(2, "bob").wager(2, "bob", 50)


def test_6_12_a_gaming_manager_holds_a_player_to_the_minimum_for_all_further_shoes(game: str) -> None:
    table = at_table(game).seat(1, "ann").seat(2, "bob").cut()
    assert who_may(c.Restrict("ann", to_minimum=True)) == ["gaming-manager"]
    assert table.refuses("max", c.Restrict("ann", to_minimum=True)) == "restrict/inspector 6.12"
    hold = c.Restrict("ann", to_minimum=True, inspector_notified=True)
    assert table.refuses("max", hold) == "restrict/sat-out-none 6.12"
    table.wager(2, "bob", 10).round(ONE_STANDS)
    table.day.play_out()
    table.do("max", c.Restrict("ann", to_minimum=True, inspector_notified=True))
    for _ in range(2):
        assert table.refuses("ann", lay(1, 50)) == "wager/minimum-only 6.12"
        table.wager(1, "ann", 5).staff(c.ShuffleNow()).cut()
    table.do("max", c.Restrict("ann")).wager(1, "ann", 50)


def test_6_12_leaving_and_coming_back_frees_nobody(game: str) -> None:
    table = at_table(game).seat(1, "ann").seat(2, "bob").cut().wager(2, "bob", 10).round(ONE_STANDS)
    table.day.play_out()
    table.do("max", c.Restrict("ann", to_minimum=True, inspector_notified=True))
    table.do("ann", c.Leave()).seat(1, "ann")
    assert table.refuses("ann", lay(1, 50)) == "wager/minimum-only 6.12"
    table.close().staff(c.OpenForPlay()).seat(1, "ann")
    assert table.refuses("ann", lay(1, 50)) == "wager/minimum-only 6.12"
    table.do("ann", c.Leave()).do("max", c.Restrict("ann")).seat(1, "ann").wager(1, "ann", 50)
    assert table.refuses("max", c.Restrict("bob")).startswith("player/none")


def test_6_13_a_gaming_manager_limits_a_player_to_one_box_at_the_minimum(game: str) -> None:
    table = at_table(game).seat(1, "ann").seat(2, "ann").cut()
    one_box = c.Restrict("ann", to_one_box=True, inspector_notified=True)
    assert who_may(one_box) == ["gaming-manager"]
    assert table.refuses("max", c.Restrict("ann", to_one_box=True)) == "restrict/inspector 6.13"
    table.do("max", one_box)
    assert table.table.boxes_of("ann") == [1]
    assert table.refuses("ann", lay(1, 10)) == "wager/minimum-only 6.13"
    table.wager(1, "ann", 5)
    assert table.refuses("ann", c.Sit(2)) == "seat/one-box 6.13"
    assert table.refuses("ann", lay(2, 5)) == "seat/one-box 6.13"


def test_6_14_a_supervisor_reserves_boxes_for_one_player(game: str) -> None:
    table = at_table(game).come("ann").come("bob").wager(2, "bob", 10)
    table.staff(c.ReserveBox(1, "ann"), c.ReserveBox(2, "ann"))
    assert [table.box(box).reserved_for for box in (1, 2, 3)] == ["ann", "ann", ""]
    assert table.wagers_on(2) == []
    assert [record.clause for record in table.records(WagerReturned) if isinstance(record, WagerReturned)] == [
        {"star-pontoon": "6.14"}.get(game, "5.13")
    ]
    for command in (c.Sit(1), lay(2, 10)):
        assert table.refuses("bob", command) == "seat/reserved 6.14"
    table.seat(1, "ann").seat(2, "ann")
    assert who_may(c.ReserveBox(1, "ann")) == ["supervisor", "gaming-manager"]


def test_6_14_reserved_boxes_are_not_given_up(game: str) -> None:
    table = full_where_ann_has_two(game).staff(c.ReserveBox(1, "ann"), c.ReserveBox(2, "ann")).come("gus")
    assert table.refuses("gus", c.AskForBox()) == "seat/none 6.9"
    assert not table.records(SeatLeft)


def test_6_16_a_table_may_take_fewer_players_since_2024(game: str) -> None:
    fewer = Settings(sign=SIGN, players_at_table=2)
    refused = refusal_to_set(open_book(game), fewer)
    if game != STAR:
        assert refused is not None
        assert (refused.code, of_2024(game, refused.clause)) == ("setting/players-at-table", "6.5")
        return
    assert refused is None
    table = at_table(game, players_at_table=2).come("ann").come("bob")
    assert table.sign.players_at_table == 2
    assert table.refuses("cat", c.BuyIn(table.day.book.chips.smallest_chip.value)) == "table/full 6.16"
    table.do("bob", c.Leave()).come("cat")


def test_6_16_or_one_player_a_box(game: str) -> None:
    table = at_table(game, players_on_box=1).seat(1, "ann").come("bob").wager(1, "ann", 10)
    clause = "6.16" if game == STAR else "6.5"
    assert table.refuses("bob", lay(1, 10)) == f"box/full {clause}"
    assert table.refuses("bob", lay(1, 0, pp=5)) == f"box/full {clause}", "a side bet is a player on the box too"
    table.wager(2, "bob", 10).seat(2, "ann").wager(2, "ann", 10)
    assert table.wagers_on(2) == ["ann 10.00"]


def test_7_1_the_sign_tells_the_limits_and_wagers_are_kept_to_them(game: str) -> None:
    table = at_table(game, limits=(10, 200)).seat(1, "ann").seat(2, "bob")
    assert (table.sign.minimum, table.sign.maximum, table.sign.unit) == ("10.00", "200.00", None)
    assert table.refuses("ann", lay(1, 9.5)) == "wager/under-minimum 7.1"
    assert table.refuses("ann", lay(1, 200.5)) == "wager/over-maximum 7.1"
    table.wager(1, "ann", 10).wager(2, "bob", 200)


def test_7_1_multiples_are_needed_only_where_the_sign_says_so(game: str) -> None:
    at_table(game, limits=(10, 200)).seat(1, "ann").wager(1, "ann", 12.5)
    table = at_table(game, limits=(10, 200), unit=5).seat(1, "ann")
    assert table.sign.unit == "5.00"
    assert table.refuses("ann", lay(1, 12.5)) == "wager/unit 7.1"
    table.wager(1, "ann", 15)


def test_7_1_a_box_may_have_limits_of_its_own_on_a_sign_beside_it(game: str) -> None:
    table = at_table(game).seat(1, "ann").seat(2, "bob").staff(c.MarkBox(2, lay(2, 800).stake))
    assert [table.box(box).maximum for box in (1, 2)] == [None, "800.00"]
    assert table.refuses("ann", lay(1, 600)) == "wager/over-maximum 7.1"
    table.wager(2, "bob", 800)
    assert who_may(c.MarkBox(1)) == ["supervisor", "gaming-manager"]


def test_7_1_1_the_seated_player_has_the_first_option_on_the_maximum(game: str) -> None:
    table = at_table(game, limits=(5, 100)).seat(1, "ann").come("bob").come("cat")
    table.wager(1, "bob", 30).wager(1, "cat", 50).wager(1, "ann", 60)
    assert table.wagers_on(1) == ["ann 60.00", "bob 30.00"]
    assert table.chips("cat") == 1000


def test_7_1_2_a_second_player_may_wager_the_difference(game: str) -> None:
    table = at_table(game, limits=(5, 100)).seat(1, "ann").come("bob").wager(1, "ann", 60)
    assert table.refuses("bob", lay(1, 40.5)) == "wager/over-maximum 7.1"
    table.wager(1, "bob", 40)


def test_7_1_3_and_a_third_what_the_two_leave(game: str) -> None:
    table = (
        at_table(game, limits=(5, 100)).seat(1, "ann").come("bob").come("cat").wager(1, "ann", 60).wager(1, "bob", 30)
    )
    assert table.refuses("cat", lay(1, 10.5)) == "wager/over-maximum 7.1"
    table.wager(1, "cat", 10)


@pytest.mark.parametrize("hands", [2, 3])
def test_14_9_1_the_sign_tells_whether_hands_are_split_again(game: str, hands: int) -> None:
    table = at_table(game, book=with_options(open_book(game), {"max_split_hands": hands}))
    assert not table.table.patrons, "before anyone plays"
    assert table.sign.split_hands == hands


@pytest.mark.parametrize("needs", ["main-wager-on-box", "own-main-wager"])
def test_16_4_2_the_sign_tells_whether_perfect_pairs_is_kept_for_main_wagers(game: str, needs: str) -> None:
    table = (
        at_table(game, book=with_options(open_book(game), {"perfect_pairs_needs": needs})).seat(1, "ann").come("bob")
    )
    assert table.sign.perfect_pairs_needs == needs
    table.wager(1, "ann", 10)
    if needs == "own-main-wager":
        assert table.refuses("bob", lay(1, 0, pp=5)).startswith("side-bet/no-main-wager")
    else:
        table.wager(1, "bob", 0, pp=5)


def test_16_3_the_sign_tells_the_limits_of_perfect_pairs(game: str) -> None:
    table = at_table(game).seat(1, "ann")
    assert (table.sign.side_bet_minimum, table.sign.side_bet_maximum) == ("1.00", "100.00")
    assert table.refuses("ann", lay(1, 10, pp=101)).startswith("side-bet/limits")
    table.wager(1, "ann", 10, pp=100)
