"""The state of a round: boxes, hands, chips, the dealer's cards, and the settlements so far."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace

from boxseat.cards import TWENTY_ONE, Card, Total, total
from boxseat.consistency import present
from boxseat.money import Odds
from boxseat.play.acts import Act
from boxseat.play.irregularities.irregular import Irregular


class Wager(msgspec.Struct, frozen=True, gc=False):
    """A player's wagers on a box before the first card, in cents; 0 where there is none."""

    box: int
    player: str
    stake: int = 0
    seated: bool = False
    perfect_pairs: int = 0
    super_sevens: int = 0
    warned: bool = False
    """Whether the player was warned that further wagers under the minimum are returned (R21)."""
    pairs_since: int = 0
    """The table's version at which the Perfect Pairs wager was placed, for the order of those without a main wager (SP 16.6)."""


class TableLimits(msgspec.Struct, frozen=True, gc=False):
    """The minimum wager and the maximum on a box by the table's sign; none for no limit."""

    minimum: int | None = None
    maximum: int | None = None


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A player's chips in one place."""

    player: str
    cents: int


class Stake(msgspec.Struct, frozen=True, gc=False):
    """A player's unsettled chips on one hand: the own wager and the doubled part."""

    player: str
    own: int
    double: int = 0
    surrendered: bool = False
    forfeited: bool = False


class Hand(msgspec.Struct, frozen=True, gc=False):
    """A hand of a box."""

    cards: tuple[Card, ...] = ()
    stakes: tuple[Stake, ...] = ()
    """The unsettled wagers, nearest the dealer first."""
    doubled: bool = False
    aces_at_one: int = 0
    """The number of cards when it was doubled, if their aces count one from then on (R02)."""
    absent: bool = False
    """Whether the dealer plays it for an absent player."""
    done: bool = False
    """Whether it gets no more cards and no more decisions."""

    @property
    def total(self) -> Total:
        """The hand's total."""
        return total(self.cards, aces_at_one=self.aces_at_one)

    def stake_of(self, player: str) -> Stake | None:
        """A player's chips on the hand, if any."""
        return next((stake for stake in self.stakes if stake.player == player), None)


class Box(msgspec.Struct, frozen=True, gc=False):
    """A box with at least one main wager."""

    number: int
    controller: str
    """The controlling player (R22)."""
    main: tuple[Laid, ...]
    """The original wagers that play within the limits, nearest the dealer first."""
    hands: tuple[Hand, ...]
    dealt: tuple[Card, ...] = ()
    """The box's cards in the order they were dealt."""
    perfect_pairs: tuple[Laid, ...] = ()
    super_sevens: tuple[Laid, ...] = ()
    insurance: tuple[Laid, ...] = ()
    """Unsettled side bets and insurance."""
    suited_pair_split: bool = False
    """Whether a pair of one suit was split on this box."""

    @property
    def has_natural(self) -> bool:
        """Whether its first two cards make 21."""
        return len(self.dealt) == 2 and len(self.hands) == 1 and self.hands[0].total.points == TWENTY_ONE

    def main_of(self, player: str) -> int:
        """The amount of the player's original wager; 0 if there is none."""
        return next((laid.cents for laid in self.main if laid.player == player), 0)


class Phase(StrEnum):
    """What the round is waiting for."""

    INITIAL_DEAL = "initial-deal"
    INSURANCE = "insurance"
    SURRENDER = "surrender"
    DECISION = "decision"
    """A decision of the controlling player of the hand in turn."""
    DRAW = "draw"
    """A card for the hand in turn."""
    FORFEIT = "forfeit"
    """The players who doubled the hand in turn, who may forfeit."""
    DEALER = "dealer"
    """A card for the dealer."""
    SETTLEMENT = "settlement"
    """The final settlement, with which `step` goes on at once unless a card is misplaced."""
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


class Settlement(msgspec.Struct, frozen=True, gc=False):
    """One wager paid, collected or returned, and the clause that says so."""

    box: int
    hand: int
    """The number of the hand in its box, from 1; 1 for side bets, insurance and shared bonuses."""
    player: str
    wager: WagerKind
    stake: int
    result: Result
    odds: Odds | None
    net: int
    """What the player wins (or loses, if negative) by it, in cents."""
    clause: str
    why: str
    """The reason in a few words."""


class Round(msgspec.Struct, frozen=True, gc=False):
    """One round of play."""

    wagers: tuple[Wager, ...]
    limits: TableLimits
    as_found: bool
    """Whether the wagers are as found on the table: their amounts were not checked for whole chips (R19)."""
    boxes: tuple[Box, ...]
    """The boxes in play, clockwise."""
    phase: Phase
    dealer: tuple[Card, ...] = ()
    burnt: tuple[Card, ...] = ()
    turn: tuple[int, int] = (0, 0)
    """The box and hand in turn: indexes in `boxes` and `hands`."""
    settlements: tuple[Settlement, ...] = ()
    acts: tuple[Act, ...] = ()
    void: bool = False
    device: bool = False
    """Whether the first card came from a shuffling device."""
    deferred: tuple[Settlement, ...] = ()
    """Interim payments that are made at the final settlement (R43)."""
    irregular: Irregular | None = None
    """What is irregular in it; none for an ordinary round."""

    @property
    def over(self) -> bool:
        """Whether everything is settled."""
        return self.phase is Phase.OVER

    @property
    def from_device(self) -> bool:
        """Whether the next card comes from a shuffling device."""
        return self.device and not (self.irregular is not None and self.irregular.device_failed)

    @property
    def card_due(self) -> bool:
        """Whether a card must be dealt first."""
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
        """Whether the dealer has a natural, or can still get one with the second card."""
        return self.dealer_has_natural if len(self.dealer) > 1 else self.dealer[0].points in (1, 10)

    @property
    def cards_used(self) -> int:
        """The number of cards that have left the shoe; carried ones do not count."""
        loose = len(self.loose) if self.irregular is not None else 0
        return len(self.burnt) + len(self.dealer) + sum([len(box.dealt) for box in self.boxes]) + loose

    @property
    def cards_placed(self) -> int:
        """The number of cards dealt to their places."""
        return len(self.dealer) + sum([len(box.dealt) for box in self.boxes])

    @property
    def loose(self) -> tuple[Card, ...]:
        """Cards that wait for a place, or lie where they should not."""
        if self.irregular is None:
            return ()
        waiting = tuple(out.card for out in self.irregular.waiting)
        return (*waiting, *(surplus.card for surplus in self.irregular.surplus))

    def cards_seen(self) -> Iterator[Card]:
        """Every card that has left the shoe in the round."""
        yield from self.burnt
        yield from self.dealer
        for box in self.boxes:
            yield from box.dealt
        yield from self.loose

    def times_seen(self, card: Card) -> int:
        """How often a card has left the shoe."""
        loose = self.loose.count(card) if self.irregular is not None else 0
        return (
            self.burnt.count(card)
            + self.dealer.count(card)
            + sum([box.dealt.count(card) for box in self.boxes])
            + loose
        )

    def find_box(self, number: int) -> tuple[int, Box] | None:
        """A box in play and its index, by its number on the layout; none if it is not in play."""
        for place, box in enumerate(self.boxes):
            if box.number == number:
                return place, box
        return None

    def box_at(self, number: int) -> tuple[int, Box]:
        """A box that must be in play, and its index."""
        return present(self.find_box(number), f"box {number} in the round")

    def net(self) -> dict[str, int]:
        """What each player has won or lost so far, in the order of their wagers."""
        nets = dict.fromkeys((wager.player for wager in self.wagers), 0)
        for line in self.settlements:
            nets[line.player] += line.net
        return nets


def irregular(round_: Round) -> Irregular:
    """What is irregular in a round; nothing for an ordinary one."""
    return round_.irregular or NOTHING_IRREGULAR


NOTHING_IRREGULAR = Irregular()


def with_irregular(round_: Round, **changes: Any) -> Round:
    """The round with parts of what is irregular changed."""
    return replace(round_, irregular=replace(irregular(round_), **changes))


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
    """The number of earlier settlements that are still there; they come first, in the same order."""
    left = 0
    for line in before.settlements:
        if left < len(after.settlements) and after.settlements[left] == line:
            left += 1
    return left


def cleared(box: Box) -> Box:
    """The box with no chips left on it."""
    hands = tuple(replace(hand, stakes=()) for hand in box.hands)
    return replace(box, hands=hands, insurance=(), perfect_pairs=(), super_sevens=())
