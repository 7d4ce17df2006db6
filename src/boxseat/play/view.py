"""What one viewer may see and do in a round: an allow-list.

All cards of these games are dealt face up, so everybody sees the hands. Nobody sees burnt cards, and each viewer gets only their
own choices.
"""

from __future__ import annotations

import msgspec

from boxseat.cards import Card, total
from boxseat.play.acts import PlayersAct
from boxseat.play.legal import Choice, ClosedChoice, legal
from boxseat.play.state import Box, Hand, Laid, Phase, Round, Settlement
from boxseat.rulebook.book import Book


class HandView(msgspec.Struct, frozen=True):
    """A hand as everybody sees it."""

    cards: tuple[Card, ...]
    total: int
    soft: bool
    doubled: bool
    in_turn: bool
    wagers: tuple[Laid, ...]
    """The unsettled chips on the hand, with doubled parts."""
    surrendered: tuple[str, ...]


class BoxView(msgspec.Struct, frozen=True):
    """A box as everybody sees it."""

    number: int
    controller: str
    hands: tuple[HandView, ...]
    insurance: tuple[Laid, ...]
    perfect_pairs: tuple[Laid, ...]
    super_sevens: tuple[Laid, ...]


class RoundView(msgspec.Struct, frozen=True):
    """A round as one viewer sees it."""

    phase: Phase
    boxes: tuple[BoxView, ...]
    dealer: tuple[Card, ...]
    dealer_total: int
    dealer_soft: bool
    cards_burnt: int
    settlements: tuple[Settlement, ...]
    net: dict[str, int]
    choices: tuple[Choice, ...]
    """What the viewer may do now."""
    closed: tuple[ClosedChoice, ...]
    """What the viewer may not do now, and why."""


def view(book: Book, round_: Round, viewer: str | None) -> RoundView:
    """What a player sees and may do; without a name, what an onlooker sees."""
    acts = legal(book, round_)
    dealers = total(round_.dealer)
    return RoundView(
        phase=round_.phase,
        boxes=tuple(_box_view(round_, place, box) for place, box in enumerate(round_.boxes)),
        dealer=round_.dealer,
        dealer_total=dealers.points,
        dealer_soft=dealers.soft,
        cards_burnt=len(round_.burnt),
        settlements=round_.settlements,
        net=round_.net(),
        choices=tuple(choice for choice in acts.open if _is_for(choice, viewer)),
        closed=tuple(closed for closed in acts.closed if _is_for(closed, viewer)),
    )


def _is_for(entry: Choice | ClosedChoice, viewer: str | None) -> bool:
    return isinstance(entry.act, PlayersAct) and entry.act.player == viewer


def _box_view(round_: Round, place: int, box: Box) -> BoxView:
    return BoxView(
        number=box.number,
        controller=box.controller,
        hands=tuple(
            _hand_view(hand, in_turn=round_.turn == (place, hand_place) and round_.phase in _HANDS_TURN)
            for hand_place, hand in enumerate(box.hands)
        ),
        insurance=box.insurance,
        perfect_pairs=box.perfect_pairs,
        super_sevens=box.super_sevens,
    )


_HANDS_TURN = (Phase.DECISION, Phase.DRAW, Phase.FORFEIT)


def _hand_view(hand: Hand, *, in_turn: bool) -> HandView:
    points, soft = hand.total
    return HandView(
        cards=hand.cards,
        total=points,
        soft=soft,
        doubled=hand.doubled,
        in_turn=in_turn,
        wagers=tuple(Laid(stake.player, stake.own + stake.double) for stake in hand.stakes),
        surrendered=tuple(stake.player for stake in hand.stakes if stake.surrendered),
    )
