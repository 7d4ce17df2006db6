"""The account of a reconstruction: which cards move, which decisions stand, who is asked again, what money goes where."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from boxseat.cards import Card
from boxseat.consistency import present
from boxseat.money import dollars
from boxseat.play.acts import PlayersAct
from boxseat.play.places import DEALERS_PLACE, hand_place
from boxseat.play.state import Phase, Round, Settlement, WagerKind, irregular, lines_since, lines_withdrawn

OUT = "next"
"""The place of a card that is out and waits for the next place due."""
IN_RACK = "rack"
CARRIED = "carried"
"""The place of a card that is the first of the next round."""
_WAGERS = {WagerKind.MAIN: "main wager", WagerKind.SPLIT: "split wager"}


class CardMove(msgspec.Struct, frozen=True):
    """A card that lay in one place and belongs in another."""

    card: Card
    before: str
    """`dealer`, a hand of a box (`3.1`), `next`, `rack` or `carried`."""
    after: str


class ReconstructionAccount(msgspec.Struct, frozen=True):
    """What a reconstruction changes."""

    moves: tuple[CardMove, ...]
    stands: tuple[int, ...]
    """Decisions that stand so far, by their place in the acts of the round."""
    set_aside: tuple[int, ...]
    """Decisions that do not."""
    asked: str
    """The hand that is asked next (`3.1`), or the offer that is open again; empty if nobody is asked."""
    undone: tuple[Settlement, ...]
    """Payments and collections that are undone."""
    made: tuple[Settlement, ...]
    """Those that are made instead."""


def account(before: Round, after: Round) -> ReconstructionAccount:
    """The account of a reconstruction, from the round before and after it."""
    waiting = {one.index for one in irregular(after).pending}
    fallen = irregular(after).set_aside[len(irregular(before).set_aside) :]
    decisions = [index for index, act in enumerate(before.acts) if isinstance(act, PlayersAct)]
    return ReconstructionAccount(
        moves=tuple(_moves(before, after)),
        stands=tuple(index for index in decisions if index not in waiting and index not in irregular(after).set_aside),
        set_aside=fallen,
        asked=question(after),
        undone=lines_withdrawn(before, after),
        made=lines_since(before, after),
    )


def question(round_: Round) -> str:
    """The hand that is asked (`3.1`), or the offer that is open; empty if nobody is asked."""
    if round_.phase in (Phase.DECISION, Phase.FORFEIT):
        return hand_place(round_.box_in_turn.number, round_.turn[1])
    return round_.phase.value if round_.phase in (Phase.INSURANCE, Phase.SURRENDER) else ""


def _moves(before: Round, after: Round) -> Iterator[CardMove]:
    """Each card whose place changes; equal cards that change places with one another do not count."""
    left, come = list(lying(before)), list(lying(after))
    for at in tuple(left):
        if at in come:
            left.remove(at)
            come.remove(at)
    for card, place in left:
        found = present(next((other for other in come if other[0] == card), None), f"place for {card}")
        come.remove(found)
        yield CardMove(card, place, found[1])


def lying(round_: Round) -> Iterator[tuple[Card, str]]:
    """Every card that has left the shoe, with the place where it lies."""
    for box in round_.boxes:
        for place, hand in enumerate(box.hands):
            for card in hand.cards:
                yield card, hand_place(box.number, place)
    for card in round_.dealer:
        yield card, DEALERS_PLACE
    loose = irregular(round_)
    for surplus in loose.surplus:
        yield surplus.card, surplus.to
    for out in loose.waiting:
        yield out.card, OUT
    for card in round_.burnt:
        yield card, IN_RACK
    for card in loose.carried:
        yield card, CARRIED


def move_sentences(done: ReconstructionAccount) -> Iterator[str]:
    """The account as sentences, card by card, then decisions and what is undone; new payments are announced as ever."""
    for move in done.moves:
        yield f"{move.card} goes from {place_name(move.before)} to {place_name(move.after)}."
    if done.set_aside:
        number = len(done.set_aside)
        yield f"{number} decision{'s do' if number > 1 else ' does'} not stand."
    for line in done.undone:
        was = f"paid {dollars(line.net)}" if line.net > 0 else "lost" if line.net else "returned"
        stake = f" of {dollars(line.stake)}" if line.stake else ""
        wager = _WAGERS.get(line.wager, line.wager.value.replace("-", " "))
        yield f"Undone: {line.player}'s {wager}{stake} on box {line.box}, which was {was}."


def place_name(place: str) -> str:
    """A place in words: the dealer, box 3, box 3 hand 2."""
    if place in _IN_WORDS:
        return _IN_WORDS[place]
    box, _, hand = place.partition(".")
    return f"box {box}" if hand == "1" else f"box {box}, hand {hand}"


_IN_WORDS = {
    DEALERS_PLACE: "the dealer",
    OUT: "the next cards",
    IN_RACK: "the discard rack",
    CARRIED: "the next round",
}
