"""Advice at a practice table: the question a player is asked, as the arithmetic takes it, and what each answer to it is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from boxseat.cards import Card
from boxseat.computer.hand_question import HandQuestion, hand_question
from boxseat.money import dollars
from boxseat.play.acts import Double, Insure, PlayersAct
from boxseat.play.legal import Choice
from boxseat.play.state import Phase
from boxseat.rulebook.book import Book
from boxseat.server.wire.practice import WorthSeen
from boxseat.table.questions import open_to
from boxseat.table.state import Table

DECLINE = "decline"
NO_PLAY = ("insure", "surrender")
"""Actions that are no way to go on with a hand."""
SAME = 1e-9
"""Values that differ by less are the same; they are worked out to nine places."""


class AdviceQuestion(NamedTuple):
    """What somebody has to decide on."""

    box: int
    what: str
    hand: HandQuestion
    fields: dict[str, Any]
    """As `boxseat ev` takes it."""
    parts: dict[str, float]
    """The choices that are open, each with the part of the wager it can be done for."""


def question(book: Book, table: Table, player: str, box: int) -> AdviceQuestion:
    """What a player is asked about a box now."""
    round_ = table.round
    assert round_ is not None
    found = round_.find_box(box)
    assert found is not None
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
    parts = {_word(choice): _part(choice, hand) for choice in open_to(book, table, found[0], player)}
    if hand.phase is not Phase.DECISION:
        parts[DECLINE] = 1.0
    return AdviceQuestion(box, str(hand.phase), hand, fields, parts)


def _others(seen: Iterable[Card], own: Iterable[Card]) -> list[Card]:
    """The cards in view that are neither the hand's nor the dealer's first."""
    return sorted((Counter(seen) - Counter(own)).elements())


def _word(choice: Choice) -> str:
    assert isinstance(choice.act, PlayersAct)
    return str(type(choice.act).__struct_config__.tag)


def _part(choice: Choice, hand: HandQuestion) -> float:
    if not isinstance(choice.act, Double | Insure) or choice.amount is None or not hand.stake.own:
        return 1.0
    return choice.amount.most / hand.stake.own


def worths(asked_: AdviceQuestion, actions: Mapping[str, float]) -> tuple[WorthSeen, ...]:
    """What each open choice is worth, best first; what the arithmetic does not know is left out."""
    found: list[WorthSeen] = []
    for do, part in asked_.parts.items():
        worth = worth_of(asked_, actions, do, part)
        if worth is not None:
            found.append(WorthSeen(do, round(worth, 9) + 0.0))
    return tuple(sorted(found, key=lambda one: -one.worth))


def worth_of(asked_: AdviceQuestion, actions: Mapping[str, float], do: str, part: float) -> float | None:
    """What one choice is worth, done for a part of the wager where it can be.

    An offer that is declined is worth the best play after it. Insurance and even money are counted against letting them go by.
    """
    phase = asked_.hand.phase
    if phase is Phase.INSURANCE:
        if do == "insure":
            return actions["insure"] * part if "insure" in actions else None
        if do == "even-money":
            return actions["even-money"] - actions["settled"] if "even-money" in actions else None
        return 0.0
    if phase is Phase.FORFEIT:
        doubled_for = asked_.hand.stake.double / asked_.hand.stake.own if asked_.hand.stake.own else 1.0
        if do == DECLINE:
            return actions["keep"] * (1 + doubled_for) / 2 if "keep" in actions else None
        return actions.get(do)
    if do == DECLINE:
        return max((worth for name, worth in actions.items() if name not in NO_PLAY), default=None)
    if do == "double" and "double" in actions:
        # A smaller double wins and loses with the hand's own wager.
        return actions["double"] * (1 + part) / 2
    return actions.get(do)
