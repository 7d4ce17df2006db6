"""Advice at a practice table: the player's open question as input of the exact solver, and the value of every choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from boxseat.cards import Card
from boxseat.computer.hand_question import HandQuestion, hand_question
from boxseat.money import dollars
from boxseat.play.acts import Double, Insure
from boxseat.play.legal import Choice
from boxseat.play.state import Phase
from boxseat.rulebook.book import Book
from boxseat.server.wire.practice import WorthSeen
from boxseat.table.questions import open_to
from boxseat.table.state import Table

DECLINE = "decline"
NOT_PLAYING_ON = ("insure", "surrender")
"""Actions that do not continue the play of the hand."""
VALUE_TOLERANCE = 1e-9
"""Values that differ by less than this count as equal; they are computed to nine decimal places."""


class AdviceQuestion(NamedTuple):
    """A decision that a player has to make."""

    box: int
    what: str
    hand: HandQuestion
    fields: dict[str, Any]
    """The hand in the input format of `boxseat ev`."""
    parts: dict[str, float]
    """Open choices, each with its maximum amount as a fraction of the wager."""


def advice_question(book: Book, table: Table, player: str, box: int) -> AdviceQuestion:
    """A player's open question about a box."""
    round_ = table.current_round
    place, _ = round_.box_at(box)
    hand = hand_question(round_, player, box)
    fields: dict[str, Any] = {"hand": " ".join(hand.cards), "dealer": str(hand.dealers)}
    if hand.hand.doubled:
        fields["doubled"] = True
    if hand.split:
        fields["after_split"] = hand.split
    if others := _others(round_.cards_seen(), [*hand.cards, hand.dealers]):
        fields["removed"] = " ".join(others)
    if book.super_bonus is not None and hand.stake.own:
        fields["stake"] = dollars(hand.stake.own)
    parts = {_name(choice): _fraction(choice, hand) for choice in open_to(book, table, place, player)}
    if hand.phase is not Phase.DECISION:
        parts[DECLINE] = 1.0
    return AdviceQuestion(box, str(hand.phase), hand, fields, parts)


def _others(seen: Iterable[Card], own: Iterable[Card]) -> list[Card]:
    """Cards in view, without the hand's own cards and the dealer's first card."""
    return sorted((Counter(seen) - Counter(own)).elements())


def _name(choice: Choice) -> str:
    return str(type(choice.players_act).__struct_config__.tag)


def _fraction(choice: Choice, hand: HandQuestion) -> float:
    if not isinstance(choice.act, Double | Insure) or choice.amount is None or not hand.stake.own:
        return 1.0
    return choice.amount.most / hand.stake.own


def worths(asked: AdviceQuestion, actions: Mapping[str, float]) -> tuple[WorthSeen, ...]:
    """Value of every open choice, best first; choices whose value is not known are left out."""
    found: list[WorthSeen] = []
    for do, part in asked.parts.items():
        worth = worth_of(asked, actions, do, part)
        if worth is not None:
            found.append(WorthSeen(do, round(worth, 9) + 0.0))
    return tuple(sorted(found, key=lambda one: -one.worth))


def worth_of(asked: AdviceQuestion, actions: Mapping[str, float], do: str, part: float) -> float | None:
    """Value of one choice, made for a fraction of the wager where that is possible.

    To decline an offer is worth the best play after it. Insurance and even money are valued relative to declining them.
    """
    phase = asked.hand.phase
    if phase is Phase.INSURANCE:
        if do == "insure":
            return actions["insure"] * part if "insure" in actions else None
        if do == "even-money":
            return actions["even-money"] - actions["settled"] if "even-money" in actions else None
        return 0.0
    if phase is Phase.FORFEIT:
        doubled_for = asked.hand.stake.double / asked.hand.stake.own if asked.hand.stake.own else 1.0
        if do == DECLINE:
            return actions["keep"] * (1 + doubled_for) / 2 if "keep" in actions else None
        return actions.get(do)
    if do == DECLINE:
        return max((worth for name, worth in actions.items() if name not in NOT_PLAYING_ON), default=None)
    if do == "double" and "double" in actions:
        # A smaller double wins and loses with the hand's own wager.
        return actions["double"] * (1 + part) / 2
    return actions.get(do)
