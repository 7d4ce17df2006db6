"""A hand-dealt table's day in a test: dot deals and keys, sue rules, and after every command the invariants of any day hold."""

from __future__ import annotations

import copy

import pytest

from boxseat.ledger.double_entry import imbalances
from boxseat.money import Cents
from boxseat.rulebook.book import Book
from boxseat.table import commands as c
from boxseat.table.hand_dealt import commands as h
from boxseat.table.hand_dealt.layout_picture import HandDealtForStaff
from boxseat.table.hand_dealt.state import Deviation, HandDealt
from boxseat.table.hand_dealt.view import hand_dealt_for_staff
from boxseat.table.state import Table
from tests.table.day import SUPERVISOR, Day

DEALER = "dot"
CP, CB, SP, S6 = "canberra-pontoon", "canberra-blackjack", "star-pontoon", "star-pontoon-6to5"
games = pytest.mark.parametrize("game", [CP, CB, SP, S6])


def by_clause(*clauses: str) -> pytest.MarkDecorator:
    """The four games, each with its clause, in the order CP, CB, SP, S6."""
    return pytest.mark.parametrize(("game", "clause"), list(zip((CP, CB, SP, S6), clauses, strict=True)))


class HandDay(Day):
    """A hand-dealt table named t1."""

    def __init__(self, game: str, seed: int = 1, book: Book | None = None, **settings: object) -> None:
        super().__init__(game, seed, book, dealt="by-hand", **settings)

    def opened(self, *people: str, chips: int = 100_000) -> HandDay:
        """Open for play, and seat people with chips at boxes 1, 2, and so on."""
        self.done(SUPERVISOR, c.OpenForPlay())
        for box, name in enumerate(people, start=1):
            self.done(name, c.BuyIn(Cents(chips)), c.Sit(box))
        return self

    def copied(self) -> HandDay:
        """The same day again, to go on otherwise."""
        return copy.deepcopy(self)

    def bets(self, **wagers: int) -> HandDay:
        """Lay wagers, in dollars, each on the player's first box, and close the bets."""
        for name, dollars in wagers.items():
            self.done(name, c.Lay(self.table.boxes_of(name)[0], Cents(dollars * 100)))
        self.done(DEALER, h.NoMoreBets())
        return self

    def cards(self, *keyed: str) -> HandDay:
        """Key cards, such as `7H`, or `7H>3` where it went elsewhere."""
        for text in keyed:
            card, _, to = text.partition(">")
            self.done(DEALER, h.KeyCard(card, to))
        return self

    @property
    def kept(self) -> HandDealt:
        assert self.table.by_hand is not None
        return self.table.by_hand

    @property
    def deviation(self) -> Deviation | None:
        return self.kept.deviation

    @property
    def phase(self) -> str:
        return str(self.table.current_round.phase)

    @property
    def net(self) -> dict[str, int]:
        """What each player has won in the round so far, in dollars."""
        return {name: cents // 100 for name, cents in self.table.current_round.net().items()}

    def staff(self) -> HandDealtForStaff:
        """What staff see of the table besides."""
        seen = hand_dealt_for_staff(self.book, self.table)
        assert seen is not None
        return seen

    def _chips_follow_from_nets(self, before: Table) -> None:
        """All money is accounted for: what came from wallets and the cage is at the table, or owed to it."""
        assert imbalances(self.money) == {}
