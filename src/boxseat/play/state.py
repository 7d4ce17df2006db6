"""A round as it lies on the table: boxes, hands, chips, the dealer's cards, and what has been settled."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from boxseat.cards import TWENTY_ONE, Card, Total, total
from boxseat.consistency import present
from boxseat.money import Odds
from boxseat.play.acts import Act


class Wager(msgspec.Struct, frozen=True):
    """What a player laid on a box before the first card; amounts in cents, none where nothing was laid."""

    box: int
    player: str
    stake: int = 0
    seated: bool = False
    perfect_pairs: int = 0
    super_sevens: int = 0
    warned: bool = False
    """The player has been told that further wagers under the minimum are returned (R21)."""
    pairs_since: int = 0
    """The table's version with which the Perfect Pairs wager was placed: of those alone, the first come first (SP 16.6)."""


class TableLimits(msgspec.Struct, frozen=True):
    """The least wager and the most on a box, as the table's sign gives them; none where it gives none."""

    minimum: int | None = None
    maximum: int | None = None


class Laid(msgspec.Struct, frozen=True):
    """A player's chips in one place."""

    player: str
    cents: int


class Stake(msgspec.Struct, frozen=True):
    """A player's chips still on one hand: its own wager, and what was added by doubling."""

    player: str
    own: int
    double: int = 0
    surrendered: bool = False
    forfeited: bool = False


class Hand(msgspec.Struct, frozen=True):
    """Cards of a box that are played together."""

    cards: tuple[Card, ...] = ()
    stakes: tuple[Stake, ...] = ()
    """The wagers not yet settled, nearest the dealer first."""
    doubled: bool = False
    aces_at_one: int = 0
    """How many of its first cards were held when it was doubled, if their aces count one since (R02)."""
    absent: bool = False
    """The dealer plays it for a player who does not decide."""
    done: bool = False
    """No more cards and no more decisions."""

    @property
    def total(self) -> Total:
        """The hand's total."""
        return total(self.cards, aces_at_one=self.aces_at_one)

    def stake_of(self, player: str) -> Stake | None:
        """A player's chips on the hand; none where there are none."""
        return next((stake for stake in self.stakes if stake.player == player), None)


class Box(msgspec.Struct, frozen=True):
    """A box with at least one main wager."""

    number: int
    controller: str
    """The player who decides for the box (R22)."""
    main: tuple[Laid, ...]
    """The original wagers, as far as the limits let them play, nearest the dealer first."""
    hands: tuple[Hand, ...]
    dealt: tuple[Card, ...] = ()
    """The box's cards in the order they were dealt."""
    perfect_pairs: tuple[Laid, ...] = ()
    super_sevens: tuple[Laid, ...] = ()
    insurance: tuple[Laid, ...] = ()
    """Side bets and insurance not yet settled."""
    suited_pair_split: bool = False
    """A pair of one suit was split here in this round."""

    @property
    def has_natural(self) -> bool:
        """Whether its first two cards make 21."""
        return len(self.dealt) == 2 and len(self.hands) == 1 and self.hands[0].total.points == TWENTY_ONE

    def main_of(self, player: str) -> int:
        """What the player's original wager plays for, none where there is none."""
        return next((laid.cents for laid in self.main if laid.player == player), 0)


class Phase(StrEnum):
    """What the round is waiting for."""

    INITIAL_DEAL = "initial-deal"
    INSURANCE = "insurance"
    SURRENDER = "surrender"
    DECISION = "decision"
    """The controlling player of the hand in turn."""
    DRAW = "draw"
    """A card for the hand in turn."""
    FORFEIT = "forfeit"
    """Those who doubled the hand in turn."""
    DEALER = "dealer"
    """A card for the dealer."""
    OVER = "over"


OFFERS = (Phase.INSURANCE, Phase.SURRENDER, Phase.FORFEIT)
CARD_DUE = (Phase.INITIAL_DEAL, Phase.DRAW, Phase.DEALER)


class WagerKind(StrEnum):
    """The kinds of wager that a settlement names."""

    MAIN = "main"
    SPLIT = "split"
    DOUBLE = "double"
    INSURANCE = "insurance"
    PERFECT_PAIRS = "perfect-pairs"
    SUPER_SEVENS = "super-sevens"
    SUPER_BONUS = "super-bonus"
    SHARED_BONUS = "shared-bonus"


class Result(StrEnum):
    """How a wager ended."""

    WIN = "win"
    LOSE = "lose"
    STAND_OFF = "stand-off"
    SURRENDER = "surrender"
    FORFEIT = "forfeit"
    VOID = "void"


class Settlement(msgspec.Struct, frozen=True):
    """One wager paid, collected or returned, and the clause that says so."""

    box: int
    hand: int
    """Which of the box's hands, counted from one; side bets, insurance and what is shared count with the first."""
    player: str
    wager: WagerKind
    stake: int
    result: Result
    odds: Odds | None
    net: int
    """What the player has more, or less, than before the round."""
    clause: str
    why: str
    """How it came about, in a few words."""


class Round(msgspec.Struct, frozen=True):
    """One round of play."""

    wagers: tuple[Wager, ...]
    limits: TableLimits
    as_found: bool
    """The wagers are those found on the table, whatever their cents; chips were not checked when they were laid (R19)."""
    boxes: tuple[Box, ...]
    """The boxes in play, clockwise."""
    phase: Phase
    dealer: tuple[Card, ...] = ()
    burnt: tuple[Card, ...] = ()
    turn: tuple[int, int] = (0, 0)
    """Which box, and which of its hands, is in turn: places in `boxes` and `hands`."""
    settlements: tuple[Settlement, ...] = ()
    acts: tuple[Act, ...] = ()
    void: bool = False

    @property
    def over(self) -> bool:
        """Whether everything is settled."""
        return self.phase is Phase.OVER

    @property
    def card_due(self) -> bool:
        """Whether a card must leave the shoe before anything else is done."""
        return self.phase in CARD_DUE

    @property
    def box_in_turn(self) -> Box:
        """The box whose hand is in turn."""
        return self.boxes[self.turn[0]]

    @property
    def hand_in_turn(self) -> Hand:
        """The hand in turn."""
        box, hand = self.turn
        return self.boxes[box].hands[hand]

    @property
    def dealer_has_natural(self) -> bool:
        """Whether the dealer's first two cards make 21."""
        return len(self.dealer) == 2 and total(self.dealer).points == TWENTY_ONE

    @property
    def dealer_may_have_natural(self) -> bool:
        """The dealer's one card could still become a natural, or the two are one."""
        return self.dealer_has_natural if len(self.dealer) > 1 else self.dealer[0].points in (1, 10)

    @property
    def cards_used(self) -> int:
        """How many cards have left the shoe."""
        return len(self.burnt) + len(self.dealer) + sum(len(box.dealt) for box in self.boxes)

    def cards_seen(self) -> Iterator[Card]:
        """Every card dealt or burnt in the round."""
        yield from self.burnt
        yield from self.dealer
        for box in self.boxes:
            yield from box.dealt

    def times_seen(self, card: Card) -> int:
        """How often a card has been dealt or burnt."""
        return self.burnt.count(card) + self.dealer.count(card) + sum([box.dealt.count(card) for box in self.boxes])

    def find_box(self, number: int) -> tuple[int, Box] | None:
        """A box in play and its place, by its number on the layout."""
        for place, box in enumerate(self.boxes):
            if box.number == number:
                return place, box
        return None

    def box_at(self, number: int) -> tuple[int, Box]:
        """A box that is known to be in play, and its place."""
        return present(self.find_box(number), f"box {number} in the round")

    def net(self) -> dict[str, int]:
        """What each player has won or lost so far, in the order their wagers lie."""
        nets = dict.fromkeys((wager.player for wager in self.wagers), 0)
        for line in self.settlements:
            nets[line.player] += line.net
        return nets


def with_box(round_: Round, place: int, box: Box) -> Round:
    """The round with one of its boxes changed."""
    return replace(round_, boxes=(*round_.boxes[:place], box, *round_.boxes[place + 1 :]))


def with_hand(round_: Round, box: int, hand: int, changed: Hand) -> Round:
    """The round with one of its hands changed."""
    hands = round_.boxes[box].hands
    return with_box(round_, box, replace(round_.boxes[box], hands=(*hands[:hand], changed, *hands[hand + 1 :])))


def with_lines(round_: Round, *lines: Settlement) -> Round:
    """The round with further settlements."""
    return replace(round_, settlements=round_.settlements + lines) if lines else round_


def lines_since(before: Round, after: Round) -> tuple[Settlement, ...]:
    """The settlements that were added between two states of a round."""
    return after.settlements[_lines_left(before, after) :]


def lines_withdrawn(before: Round, after: Round) -> tuple[Settlement, ...]:
    """The settlements of an earlier state that a later one no longer has."""
    if _lines_left(before, after) == len(before.settlements):
        return ()
    left = after.settlements[: _lines_left(before, after)]
    return tuple(line for line in before.settlements if line not in left)


def _lines_left(before: Round, after: Round) -> int:
    """How many of the earlier settlements are still there; those stand first, in their order."""
    left = 0
    for line in before.settlements:
        if left < len(after.settlements) and after.settlements[left] == line:
            left += 1
    return left


def cleared(box: Box) -> Box:
    """The box with no chips left on it."""
    hands = tuple(replace(hand, stakes=()) for hand in box.hands)
    return replace(box, hands=hands, insurance=(), perfect_pairs=(), super_sevens=())
