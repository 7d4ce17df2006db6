"""Who may play at a live table: exclusions and bars send a player away, and wagers without a Player Card go back."""

from __future__ import annotations

import msgspec
import pytest

from boxseat.clock import day_begins
from boxseat.money import Cents
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.admission.commands import CopyAdmissions
from boxseat.table.admission.records import AdmissionsChanged
from boxseat.table.admission.state import Admissions
from boxseat.table.records import LeavingAfterRound, LeftTable, WagerReturned
from boxseat.table.view import seen_by_staff
from tests.table.day import HOUSE, SUPERVISOR, Day
from tests.table.irregularities.rulings import clause_of_game

games = pytest.mark.parametrize("game", GAMES)
CARD_DAY = day_begins("2024-08-19", "+10:00")
CARD_OF_ONES_OWN = c.VoidTheWagers("ann", "player-card", "none shown")


def _exclusion(game: str) -> str:
    return clause_of_game(game, "17.3(b)", "16.3(b)", "20.4.2")


def _copied(day: Day, admissions: Admissions) -> None:
    """The register has changed."""
    day.register = admissions
    day.done(HOUSE, CopyAdmissions())


@games
def test_17_3_b_an_excluded_player_has_the_lying_wagers_back_and_the_seat_is_free(game: str) -> None:
    """CP 17.3(b), CB 16.3(b), SP 20.4.2, S6 19.3.2, R49: on every box; other players' wagers stay."""
    day = Day(game).opened("ann", "bob")
    day.done("ann", c.Lay(1, Cents(1000)), c.Lay(2, Cents(1500)))
    day.done("bob", c.Lay(2, Cents(1000)))
    _copied(day, Admissions({"ann": _exclusion(game)}))
    assert [(laid.player, laid.box) for laid in day.table.wagers] == [("bob", 2)]
    assert (day.table.seats, [*day.table.patrons]) == ({2: "bob"}, ["bob"])
    assert {back.clause for back in day.records(WagerReturned) if isinstance(back, WagerReturned)} == {_exclusion(game)}
    assert day.money["wallet/ann"] == 0, "the chips are cashed"
    for command in (c.BuyIn(Cents(1000)), c.Sit(1), c.AskForBox(), c.Lay(1, Cents(1000))):
        assert day.refused("ann", command) == f"person/excluded {_exclusion(game)}"


@games
def test_49_the_round_in_play_is_finished_and_then_they_leave(game: str) -> None:
    """R42, R49: the wagers of the round stay unless they are declared void."""
    day = Day(game).opened("ann", "bob")
    day.done("bob", c.Lay(2, Cents(1000)))
    day.deal("9S 5D 6S 7S 9H KD", ann=20)
    assert day.asked == [("ann", 1, "decision")]
    _copied(day, Admissions({"ann": _exclusion(game)}))
    assert day.records(LeavingAfterRound)
    assert not day.records(LeftTable)
    assert day.asked == [("bob", 2, "decision")], "the hand is played as an absent player's"
    assert day.refused("ann", c.Lay(1, Cents(1000))).startswith("person/excluded")
    day.done("bob", c.DoStand(2))
    day.play_out()
    assert [*day.table.patrons] == ["bob"]


@games
def test_42_their_wagers_of_the_round_come_back_where_they_are_declared_void(game: str) -> None:
    day = Day(game).opened("ann", "bob")
    day.done("bob", c.Lay(2, Cents(1000)))
    day.deal("9S 5D 6S 7S 9H KD", ann=20)
    day.done(SUPERVISOR, c.VoidTheWagers("ann", "device", "a phone"))
    _copied(day, Admissions({"ann": _exclusion(game)}))
    assert (day.chips("ann"), day.table.patrons["ann"].leaving) == (100_000, True)
    day.play_out()
    assert [*day.table.patrons] == ["bob"]


def test_nobody_else_is_told_of_an_exclusion() -> None:
    """R50: neither the picture, nor other players' own parts, nor what the dealer says; staff see it."""
    for clause in ("20.4.3", ""):
        day = Day("star-pontoon").opened("ann", "bob")
        day.done("ann", c.Lay(1, Cents(1000)))
        _copied(day, Admissions({"ann": clause, "zoe": clause}))
        shown = msgspec.json.encode(day.seen()) + msgspec.json.encode(day.you("bob"))
        for word in (b"zoe", b"exclu", b"barred", b"20.4", b"admission", b"may not play"):
            assert word not in shown
        assert day.said == ("ann's wager on box 1 is returned.", "Box 1 is free.", "ann leaves the table.")
        staff = msgspec.json.encode(seen_by_staff(day.book, day.table)).decode()
        assert '"zoe"' in staff


def test_a_bar_outside_the_rules_carries_no_clause() -> None:
    day = Day("canberra-pontoon").opened("ann")
    _copied(day, Admissions({"ann": ""}))
    assert day.refused("ann", c.BuyIn(Cents(1000))) == "person/barred "


@games
def test_who_is_readmitted_plays_again(game: str) -> None:
    day = Day(game).opened("ann", "bob")
    _copied(day, Admissions({"ann": _exclusion(game)}))
    _copied(day, Admissions())
    assert day.records(AdmissionsChanged) == [AdmissionsChanged(let_in=("ann",))]
    day.done("ann", c.BuyIn(Cents(1000)), c.Sit(1), c.Lay(1, Cents(1000)))


def test_a_table_copies_what_is_in_force_when_it_opens_and_notes_no_more_than_changed() -> None:
    day = Day("star-pontoon")
    day.register = Admissions({"ann": "20.4.2"}, ("bob",))
    day.done(SUPERVISOR, c.OpenForPlay())
    assert day.records(AdmissionsChanged) == [AdmissionsChanged({"ann": "20.4.2"}, without_card=("bob",))]
    assert day.refused("ann", c.BuyIn(Cents(1000))) == "person/excluded 20.4.2"
    assert day.do(HOUSE, CopyAdmissions()) is None
    assert day.happened == []


# Player Cards


def test_20_1_without_a_valid_player_card_of_ones_own_no_wager_is_laid() -> None:
    """SP 20.1, 20.1.1, 20.1.2, 6.1, 18.21.1: lying wagers go back; the seat stays, and whose stake it is makes no difference."""
    day = Day("star-pontoon").opened("ann", "bob")
    day.done("ann", c.Lay(1, Cents(1000)), c.Lay(2, Cents(1000)))
    _copied(day, Admissions(without_card=("ann",)))
    assert (day.table.wagers, day.table.seats) == ((), {1: "ann", 2: "bob"})
    assert {back.clause for back in day.records(WagerReturned) if isinstance(back, WagerReturned)} == {"18.21.1"}
    for box in (1, 2):
        assert day.refused("ann", c.Lay(box, Cents(1000))) == "player-card/none 20.1"
    day.done("bob", c.Lay(1, Cents(1000)))
    _copied(day, Admissions())
    day.done("ann", c.Lay(1, Cents(1000)))


@pytest.mark.parametrize("game", [game for game in GAMES if game != "star-pontoon"])
def test_20_1_other_games_need_no_player_card(game: str) -> None:
    day = Day(game).opened("ann")
    day.done("ann", c.Lay(1, Cents(1000)))
    _copied(day, Admissions(without_card=("ann",)))
    day.done("ann", c.Lay(1, Cents(1500)))


def test_6_1_the_player_card_is_needed_from_19_august_2024_by_the_clock_of_the_house() -> None:
    """SP 6.1, 20.1: in Sydney that day begins fourteen hours before it does by UTC."""
    day = Day("star-pontoon").opened("ann")
    day.at = CARD_DAY - 10_000
    _copied(day, Admissions(without_card=("ann",), zone="+10:00"))
    day.done("ann", c.Lay(1, Cents(1000)))
    assert day.refused(SUPERVISOR, CARD_OF_ONES_OWN) == "wagers/no-ground 20.1"
    day.at = CARD_DAY
    assert day.refused("ann", c.Lay(1, Cents(1500))) == "player-card/none 20.1"
    day.done(SUPERVISOR, CARD_OF_ONES_OWN)
    assert day.table.wagers == ()


def test_a_day_begins_by_the_zone() -> None:
    assert day_begins("2024-08-19", "+10:00") == day_begins("2024-08-19", "Australia/Sydney")
    assert day_begins("2024-08-19", "UTC") - day_begins("2024-08-19", "+10:00") == 10 * 3_600 * 1_000_000
