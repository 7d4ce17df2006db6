"""What the dealer says: plain sentences for the dealer, the page and the screen reader."""

from __future__ import annotations

from collections.abc import Iterator

from boxseat.cards import total
from boxseat.money import Odds, dollars
from boxseat.play.acts import (
    Act,
    Burn,
    CloseOffer,
    Deal,
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    PlayAbsent,
    Split,
    Stand,
    Surrender,
    VoidRound,
)
from boxseat.play.state import Box, Phase, Result, Round, Settlement, WagerKind
from boxseat.rulebook.book import Book

OFFERED = {Phase.INSURANCE: "Insurance", Phase.SURRENDER: "Surrender"}
BETS = {
    WagerKind.INSURANCE: "insurance",
    WagerKind.PERFECT_PAIRS: "Perfect Pairs",
    WagerKind.SUPER_SEVENS: "Super Sevens",
    WagerKind.SUPER_BONUS: "the Super Bonus",
    WagerKind.SHARED_BONUS: "the shared bonus",
}


def announcements(book: Book, before: Round, after: Round) -> list[str]:
    """What is said of the last act of a round, and of all that came of it."""
    said = list(_of_act(before, after.acts[-1]))
    said.extend(_of_cards(book, before, after))
    said.extend(settled(line) for line in after.settlements[len(before.settlements) :] if not after.void)
    said.extend(_of_turn(before, after))
    return said


def _of_act(before: Round, act: Act) -> Iterator[str]:
    match act:
        case Deal() if not before.cards_used:
            yield "No more bets."
        case Burn():
            yield "A card is burnt."
        case CloseOffer() if before.phase in OFFERED:
            yield f"{OFFERED[before.phase]} is closed."
        case PlayAbsent():
            yield f"{_hand_name(before)} is played for an absent player."
        case VoidRound():
            yield "The round is void."
        case Insure(box=box, player=player, amount=amount):
            yield f"{player} insures box {box} for {dollars(amount)}."
        case EvenMoney(box=box, player=player):
            yield f"{player} takes even money on box {box}."
        case Surrender(box=box, joined_by=others):
            yield f"Box {box} surrenders{_with(others)}."
        case Split(joined_by=others):
            yield f"{_hand_name(before)} splits{_with(others)}."
        case Double(joined_by=others):
            yield f"{_hand_name(before)} doubles{_with(tuple(name for name, _ in others))}."
        case Forfeit(box=box, player=player):
            yield f"{player} forfeits on box {box}."
        case Hit():
            yield f"{_hand_name(before)} draws."
        case Stand():
            yield f"{_hand_name(before)} stands on {before.hand_in_turn.total}."


def _of_cards(book: Book, before: Round, after: Round) -> Iterator[str]:
    """Totals after a card, as each hand is dealt to (SP 12.4)."""
    if not isinstance(after.acts[-1], Deal):
        return
    if len(after.dealer) > len(before.dealer):
        natural = f", {book.natural.name.value}" if after.dealer_has_natural else ""
        yield f"The dealer has {total(after.dealer)}{natural}."
    elif before.phase is Phase.DRAW:
        place, hand_place = before.turn
        points = after.boxes[place].hands[hand_place].total
        yield f"{_hand_name(before)} has {points}{', over 21' if points.busted else ''}."
    elif after.phase is not Phase.INITIAL_DEAL:
        for box in after.boxes:
            if box.has_natural:
                yield f"Box {box.number} has {book.natural.name.value}."


def _of_turn(before: Round, after: Round) -> Iterator[str]:
    """What is offered next, or whose hand is in turn and what it has (SP 9.3, 10.2, 12.1)."""
    if after.over:
        yield "The round is over."
    elif after.phase in OFFERED and after.phase is not before.phase:
        yield f"{OFFERED[after.phase]}."
    elif after.phase is Phase.FORFEIT and before.phase is not Phase.FORFEIT:
        yield f"{_hand_name(after)} may be forfeited."
    elif after.phase is Phase.DECISION and (before.phase, before.turn) != (after.phase, after.turn):
        points = after.hand_in_turn.total
        if not (isinstance(after.acts[-1], Deal) and before.turn == after.turn and before.phase is Phase.DRAW):
            yield f"{_hand_name(after)} has {points}; {after.box_in_turn.controller} to decide."


def settled(line: Settlement) -> str:
    """A settlement in a sentence, with its clause."""
    what = BETS.get(line.wager, "a double" if line.wager is WagerKind.DOUBLE else "the wager")
    clause = f"{line.why}, clause {line.clause}"
    where = f"Box {line.box}: {line.player}"
    match line.result:
        case Result.WIN:
            at = f" at {spoken(line.odds)}" if line.odds else ""
            return f"{where} is paid {dollars(line.net)}{at} for {what} ({clause})."
        case Result.LOSE:
            return f"{where} loses {dollars(line.stake)} of {what} ({clause})."
        case Result.STAND_OFF:
            return f"{where} has {what} of {dollars(line.stake)} returned, a stand-off ({clause})."
        case Result.SURRENDER:
            return f"{where} surrenders {dollars(-line.net)} of {dollars(line.stake)} ({clause})."
        case Result.FORFEIT:
            return f"{where} forfeits {dollars(line.stake)} ({clause})."
        case Result.VOID:
            return f"{where} has {what} of {dollars(line.stake)} returned ({clause})."


def spoken(odds: Odds) -> str:
    """Odds as a dealer says them: 3 to 2."""
    return f"{odds.pays} to {odds.per}"


def _hand_name(round_: Round) -> str:
    """The hand in turn by its box, and by its place where the box has several."""
    return hand_name(round_.box_in_turn, round_.turn[1])


def hand_name(box: Box, hand_place: int) -> str:
    return f"Box {box.number}" if len(box.hands) == 1 else f"Box {box.number}, hand {hand_place + 1},"


def _with(others: tuple[str, ...]) -> str:
    return f", joined by {' and '.join(others)}" if others else ""
