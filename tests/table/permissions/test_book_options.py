"""Options of a book that a gaming manager sets at an open table: Perfect Pairs (SP 16.4, R17) and one more split (SP 14.9, R15)."""

from __future__ import annotations

import pytest

from boxseat.money import Cents
from boxseat.rulebook.load import open_book, with_options
from boxseat.table import commands as c
from boxseat.table.permissions import commands as p
from boxseat.table.permissions.overlay import book_of_round
from boxseat.table.records import WagerReturned
from tests.table.day import Day

MANAGER = "gus"
RESTRICTED = p.RestrictPerfectPairs(surveillance_notified=True, inspector_notified=True)
stars = pytest.mark.parametrize(
    ("game", "pairs", "told", "resplit"),
    [("star-pontoon", "16.4", "16.4.1", "14.9.1"), ("star-pontoon-6to5", "15.4", "15.4.1", "13.9.1")],
)
canberras = pytest.mark.parametrize(("game", "split"), [("canberra-pontoon", "11.3"), ("canberra-blackjack", "10.3")])
SPLITS = "8S 6S 8H 8D"
"""A pair to box 1, whose first hand gets a third eight after the split."""


def pairs_only(box: int) -> c.Lay:
    return c.Lay(box, perfect_pairs=Cents(500))


def split(day: Day) -> None:
    """Deal a pair, split it, and let the first hand get an equal card."""
    day.deal(SPLITS, ann=10)
    day.done("ann", c.DoSplit(1))


# Perfect Pairs


@stars
def test_16_4_perfect_pairs_are_kept_for_those_with_a_main_wager(
    game: str, pairs: str, told: str, resplit: str
) -> None:
    day = Day(game).opened("ann", "bob")
    day.done("ann", c.Lay(1, Cents(1000)))
    day.done("bob", pairs_only(1))
    day.done(MANAGER, RESTRICTED)
    assert [(one.player, one.clause) for one in day.records(WagerReturned) if isinstance(one, WagerReturned)] == [
        ("bob", pairs)
    ]
    assert day.seen().sign.perfect_pairs_needs == "own-main-wager"
    assert day.refused("bob", pairs_only(1)) == f"side-bet/no-main-wager {pairs}"
    day.done("bob", c.Lay(2, Cents(1000), perfect_pairs=Cents(500)))
    day.done(MANAGER, p.RestrictPerfectPairs(restricted=False))
    assert day.seen().sign.perfect_pairs_needs == "main-wager-on-box"
    day.done("bob", pairs_only(1))


@stars
def test_16_4_1_surveillance_and_an_inspector_are_notified_first(
    game: str, pairs: str, told: str, resplit: str
) -> None:
    day = Day(game).opened("ann")
    for flags in ({}, {"surveillance_notified": True}, {"inspector_notified": True}):
        assert day.refused(MANAGER, p.RestrictPerfectPairs(**flags)) == f"permit/told-first {told}"
    assert day.seen().sign.perfect_pairs_needs == "main-wager-on-box"


@canberras
def test_18_10_at_canberra_perfect_pairs_need_a_main_wager_anyway(game: str, split: str) -> None:
    day = Day(game).opened("ann")
    for command in (RESTRICTED, p.RestrictPerfectPairs(restricted=False)):
        assert day.refused(MANAGER, command) == "permit/pairs 18.10"


def test_16_4_a_round_in_play_goes_on_as_it_began() -> None:
    """Reconstructed or shown, it has the wagers that it began with."""
    day = Day("star-pontoon").opened("ann", "bob")
    day.done("ann", c.Lay(1, Cents(1000)))
    day.done("bob", pairs_only(1))
    day.deal("9S 6S 9H")
    day.done(MANAGER, RESTRICTED)
    day.done("ann", c.DoStand(1))
    assert day.table.round is not None
    assert day.table.round.net()["bob"] == 5 * 500
    day.refused("bob", pairs_only(1))


def test_a_table_without_perfect_pairs_restricts_none() -> None:
    book = with_options(open_book("star-pontoon"), {"side_bets": "none"})
    day = Day("star-pontoon", book=book).opened("ann")
    assert day.refused(MANAGER, RESTRICTED) == "side-bet/not-offered 16.1"


# One more split


@stars
def test_14_9_a_gaming_manager_allows_one_more_split(game: str, pairs: str, told: str, resplit: str) -> None:
    day = Day(game).opened("ann")
    split(day)
    assert day.refused("ann", c.DoSplit(1)).startswith("split/")
    day.done(MANAGER, p.AllowResplit(on=True))
    assert day.said == (f"From the next round up to 3 hands may be formed by splits of a box (clause {resplit}).",)
    day.refused("ann", c.DoSplit(1))
    day.play_out()
    assert day.seen().sign.split_hands == 3
    split(day)
    day.done("ann", c.DoSplit(1))
    assert len(day.table.current_round.boxes[0].hands) == 3
    day.done(MANAGER, p.AllowResplit(on=False))
    assert book_of_round(day.book, day.table).splitting.max_split_hands.value == 3
    day.play_out()
    assert day.seen().sign.split_hands == 2
    split(day)
    day.refused("ann", c.DoSplit(1))


def test_14_8_the_clause_of_two_hands_is_cited_again_after_three() -> None:
    book = with_options(open_book("star-pontoon"), {"max_split_hands": 3})
    day = Day("star-pontoon", book=book).opened("ann")
    day.done(MANAGER, p.AllowResplit(on=False))
    split(day)
    assert day.refused("ann", c.DoSplit(1)).endswith(" 14.8")


@canberras
def test_canberra_has_its_own_number_of_hands(game: str, split: str) -> None:
    day = Day(game).opened("ann")
    for on in (True, False):
        assert day.refused(MANAGER, p.AllowResplit(on)) == f"permit/resplit {split}"
