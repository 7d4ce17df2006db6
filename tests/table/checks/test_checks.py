"""What supervisors check and attest (CP 17.7(c); CB 16.7(c); SP 3.4, 3.4.1, 4.4, 5.2, 5.2.1, 5.6.1, 5.8; S6 alike; R50)."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from boxseat.consistency import present
from boxseat.table import commands as c
from boxseat.table.checks.checklist import REAL_CARDS
from boxseat.table.checks.commands import CheckName, RecordCheck
from boxseat.table.checks.fold import CHECKS_MAX
from boxseat.table.checks.state import Check
from boxseat.table.hand_dealt import commands as h
from boxseat.table.view import seen_by_staff
from tests.table.day import SUPERVISOR, Day
from tests.table.hand_dealt.hand_day import CB, CP, DEALER, S6, SP, HandDay, by_clause

ALL = get_args(CheckName)
CANBERRA = ("1.1", "1.1", "2.1", "2.1", "19.1", "5.1", "5.1")
CLAUSES = {
    CP: dict(zip(ALL, (*CANBERRA, "17.7(c)"), strict=True)),
    CB: dict(zip(ALL, (*CANBERRA, "16.7(c)"), strict=True)),
    SP: dict(zip(ALL, ("3.4", "3.4.1", "4.4", "5.6.1", "5.8", "5.2", "5.2.1", "20.7"), strict=True)),
    S6: dict(zip(ALL, ("2.4", "2.4", "3.4", "4.6.1", "4.8", "4.2", "4.2.1", "19.6"), strict=True)),
}
"""The clause of each check, or the one that a check the game does not have is refused by."""
HAS = {
    CP: ("procedures",),
    CB: ("procedures",),
    SP: ALL[:-1],
    S6: tuple(each for each in ALL[:-1] if each != "cashless"),
}
games = pytest.mark.parametrize("game", CLAUSES)
star = pytest.mark.parametrize("game", [SP, S6])


@games
def test_a_supervisor_records_the_checks_that_a_game_has(game: str) -> None:
    day = HandDay(game, cards_from="device").opened("ann")
    done = []
    for what in ALL:
        command = RecordCheck(what, "ann", f" {what} seen ")
        if what in HAS[game] and what != "riffle-factory-shuffled":
            day.done(SUPERVISOR, command)
            done.append(Check(what, SUPERVISOR, day.at, "ann", f"{what} seen"))
        else:
            assert day.refused(SUPERVISOR, command) == f"check/none {CLAUSES[game][what]}"
    staff = seen_by_staff(day.book, day.table)
    assert staff.checks == tuple(done)
    assert staff.checklist == {check.what: CLAUSES[game][check.what] for check in done}


@games
def test_17_7_c_and_16_7_c_the_checks_are_those_since_the_table_was_closed(game: str) -> None:
    """A checklist at opening is done while the table is closed."""
    what = HAS[game][0]
    day = Day(game)
    day.done(SUPERVISOR, RecordCheck(what))
    day.opened("ann")
    day.done(SUPERVISOR, RecordCheck(what, note="again"))
    assert [check.note for check in day.table.checks] == ["", "again"]
    day.close()
    assert day.table.checks == ()


@star
@pytest.mark.parametrize("what", REAL_CARDS)
def test_checks_of_real_cards_are_for_tables_where_people_deal(game: str, what: CheckName) -> None:
    for cards_from in ("shoe", "device"):
        day = Day(game, cards_from=cards_from).opened("ann")
        assert day.refused(SUPERVISOR, RecordCheck(what, "ann")) == f"check/none {CLAUSES[game][what]}"
        assert what not in seen_by_staff(day.book, day.table).checklist
    by_hand = HandDay(game, cards_from="device" if what == "hand-shuffle" else "shoe").opened("ann")
    by_hand.done(SUPERVISOR, RecordCheck(what, "ann"))


@by_clause("5.1", "5.1", "5.2", "4.2")
def test_5_2_a_riffle_is_asked_for_by_a_player_and_approved_between_rounds(game: str, clause: str) -> None:
    day = HandDay(game).opened("ann")
    riffle = RecordCheck("riffle", "ann")
    if game in (CP, CB):
        assert day.refused(SUPERVISOR, riffle) == f"check/none {clause}"
        return
    for who in ("", "eve"):
        assert day.refused(SUPERVISOR, RecordCheck("riffle", who)) == f"player/none {clause}"
    day.done(SUPERVISOR, riffle)
    factory = RecordCheck("riffle-factory-shuffled", "ann")
    day.done(SUPERVISOR, factory)
    assert [(check.what, check.player, check.by) for check in day.table.checks] == [
        ("riffle", "ann", SUPERVISOR),
        ("riffle-factory-shuffled", "ann", SUPERVISOR),
    ]
    day.done(DEALER, h.CardsShuffledByHand())
    day.bets(ann=10)
    assert day.refused(SUPERVISOR, riffle) == f"check/in-round {clause}"
    assert day.refused(SUPERVISOR, factory) == f"check/in-round {clause}.1"
    day.done(SUPERVISOR, RecordCheck("cards-collected", note="two fell"))


@star
def test_5_8_a_shuffle_by_hand_comes_before_the_shuffling_device(game: str) -> None:
    clause = CLAUSES[game]["hand-shuffle"]
    assert HandDay(game).opened("ann").refused(SUPERVISOR, RecordCheck("hand-shuffle")) == f"check/none {clause}"
    day = HandDay(game, cards_from="device").opened("ann")
    day.done(SUPERVISOR, RecordCheck("hand-shuffle"))
    day.bets(ann=10)
    assert day.refused(SUPERVISOR, RecordCheck("hand-shuffle")) == f"check/in-round {clause}"


@games
def test_nobody_is_named_who_is_not_at_the_table(game: str) -> None:
    what = HAS[game][0]
    day = Day(game).opened("ann")
    assert day.refused(SUPERVISOR, RecordCheck(what, "eve")) == f"player/none {CLAUSES[game][what]}"


def test_a_table_remembers_its_last_checks() -> None:
    day = Day(SP).opened("ann")
    for number in range(CHECKS_MAX + 1):
        day.done(SUPERVISOR, RecordCheck("drop-box", note=str(number)))
    assert [check.note for check in day.table.checks][::99] == ["1", str(CHECKS_MAX)]


def test_a_check_is_no_sentence_of_the_dealer_and_no_part_of_what_players_see() -> None:
    day = Day(SP).opened("ann")
    seen = day.seen()
    day.done(SUPERVISOR, RecordCheck("drop-box"))
    assert day.said == ()
    assert replace(day.seen(), version=seen.version, said=seen.said) == seen


def test_a_check_holds_up_no_round() -> None:
    day = Day(SP).opened("ann")
    day.deal("8S 6S 8H", ann=10)
    before = present(day.table.round, "round")
    day.done(SUPERVISOR, RecordCheck("drop-box"))
    assert day.table.round is before
    day.done("ann", c.DoStand(1))
