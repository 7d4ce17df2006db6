"""What the commission approves before it is used (CP 1.1, 18.2; CB 1.1, 17.2, 17.4, 18.2; R50)."""

from __future__ import annotations

import pytest

from boxseat.money import Cents
from boxseat.rulebook.load import GAMES, open_book
from boxseat.table import commands as c
from boxseat.table.permissions import commands as p
from boxseat.table.settings import Settings, refusal_to_set
from boxseat.table.sign import SIGN
from boxseat.table.state import Status
from tests.table.day import SUPERVISOR, Day

CANBERRA = pytest.mark.parametrize("game", ["canberra-pontoon", "canberra-blackjack"])


@CANBERRA
def test_1_1_a_table_is_opened_only_after_its_layout_was_approved(game: str) -> None:
    day = Day(game, approved=("perfect-pairs",))
    assert day.refused(SUPERVISOR, c.OpenForPlay()) == "table/not-approved 1.1"
    day.done("gus", p.RecordApproval("table", "AGC 2003/17"))
    assert day.table.permissions.approvals == {"table": "AGC 2003/17"}
    day.done(SUPERVISOR, c.OpenForPlay())
    assert day.table.status is Status.OPEN


@CANBERRA
def test_18_2_perfect_pairs_are_laid_only_after_their_layout_was_approved(game: str) -> None:
    day = Day(game, approved=("table",)).opened("ann")
    wager = c.Lay(1, Cents(1000), perfect_pairs=Cents(500))
    assert day.refused("ann", wager) == "side-bet/not-approved 18.2"
    day.done("gus", p.RecordApproval("perfect-pairs"))
    day.done("ann", wager)


def test_17_2_super_sevens_are_laid_only_after_their_layout_was_approved() -> None:
    day = Day("canberra-blackjack", approved=("table", "perfect-pairs")).opened("ann")
    wager = c.Lay(1, Cents(1000), super_sevens=Cents(500))
    assert day.refused("ann", wager) == "side-bet/not-approved 17.2"
    day.done("gus", p.RecordApproval("super-sevens", "AGC 2003/18"))
    day.done("ann", wager)


def test_17_4_super_sevens_are_laid_in_approved_amounts_only() -> None:
    day = Day("canberra-blackjack", super_sevens_amounts=(500, 1000)).opened("ann")
    for cents in (100, 501, 2000):
        assert day.refused("ann", c.Lay(1, Cents(1000), super_sevens=Cents(cents))) == "side-bet/amount 17.4"
    day.done("ann", c.Lay(1, Cents(1000), super_sevens=Cents(500)))
    day.done("ann", c.Lay(1, Cents(1000), super_sevens=Cents(1000)))


def test_17_4_an_approved_amount_needs_no_other_limits() -> None:
    """R54: who is held to the minimum lays the lowest amount."""
    day = Day("canberra-blackjack", super_sevens_amounts=(500, 20_000)).opened("ann", "bob")
    day.done("ann", c.Lay(1, Cents(1000), super_sevens=Cents(20_000)))
    day.deal("9S 6S 9H")
    day.play_out()
    day.done(SUPERVISOR, p.HoldToMinimum("bob"))
    assert day.refused("bob", c.Lay(2, Cents(500), super_sevens=Cents(20_000))) == "wager/minimum-only 4.7"
    day.done("bob", c.Lay(2, Cents(500), super_sevens=Cents(500)))


@pytest.mark.parametrize("game", GAMES)
def test_only_a_game_with_approved_amounts_has_a_list_of_them(game: str) -> None:
    refused = refusal_to_set(open_book(game), Settings(sign=SIGN, super_sevens_amounts=(500,)))
    assert (refused is None) == (game == "canberra-blackjack")


@pytest.mark.parametrize("game", ["star-pontoon", "star-pontoon-6to5"])
def test_the_star_asks_for_no_approval(game: str) -> None:
    day = Day(game, approved=()).opened("ann")
    day.done("ann", c.Lay(1, Cents(1000), perfect_pairs=Cents(500)))
    day.done("gus", p.RecordApproval("table", "for the file"))
