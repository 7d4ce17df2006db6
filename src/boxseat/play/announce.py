"""The dealer's announcements: plain sentences for the dealer, the page and the screen reader."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from boxseat.cards import total
from boxseat.money import Odds, dollars
from boxseat.play.acts import (
    Act,
    CloseOffer,
    Deal,
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    PlayAbsent,
    Reconstruct,
    Refuse,
    Split,
    StaffAct,
    Stand,
    Surrender,
)
from boxseat.play.irregularities.announcement import incident
from boxseat.play.irregularities.reconstruction_account import account, lying, move_sentences, place_name
from boxseat.play.state import Box, Phase, Result, Round, Settlement, WagerKind, irregular, lines_since
from boxseat.rulebook.book import Book

OFFERED = {Phase.INSURANCE: "Insurance", Phase.SURRENDER: "Surrender"}
BETS = {
    WagerKind.INSURANCE: "insurance",
    WagerKind.PERFECT_PAIRS: "Perfect Pairs",
    WagerKind.SUPER_SEVENS: "Super Sevens",
    WagerKind.SUPER_BONUS: "the Super Bonus",
    WagerKind.SHARED_BONUS: "the shared bonus",
}


NO_BOXES: frozenset[int] = frozenset()


def announcements(
    book: Book,
    before: Round,
    after: Round,
    *,
    lay_face_down: Collection[int] = NO_BOXES,
    lie_face_down: Collection[int] = NO_BOXES,
) -> list[str]:
    """The announcements for the last act of a round and its consequences.

    The totals of boxes whose cards lay face down before the act, or still lie so, are not told.
    """
    act = after.acts[-1]
    said = [incident(act)] if isinstance(act, StaffAct) else list(_of_act(before, act, lay_face_down))
    if isinstance(act, Reconstruct):
        said.extend(move_sentences(account(before, after)))
    elif before.irregular is not None:
        said.extend(_of_cards_out(before, after))
    said.extend(_of_cards(book, before, after))
    if not after.void and after.settlements is not before.settlements:
        hands = {box.number: len(box.hands) for box in after.boxes}
        said.extend(settled(line, hands=hands[line.box]) for line in lines_since(before, after))
    said.extend(_of_turn(before, after, lie_face_down))
    return said


def _of_act(before: Round, act: Act, face_down: Collection[int]) -> Iterator[str]:
    match act:
        case Deal() if not before.cards_used:
            yield "No more bets."
        case Refuse():
            yield f"{_hand_name(before)} refuses the card."
        case CloseOffer() if before.phase in OFFERED:
            yield f"{OFFERED[before.phase]} is closed."
        case PlayAbsent():
            yield f"{_hand_name(before)} is played for an absent player."
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
        case Stand(box=box) if box in face_down:
            yield f"{_hand_name(before)} stands."
        case Stand():
            yield f"{_hand_name(before)} stands on {before.hand_in_turn.total}."


def _of_cards(book: Book, before: Round, after: Round) -> Iterator[str]:
    """The total of each hand that got a card (SP 12.4)."""
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


def _of_cards_out(before: Round, after: Round) -> Iterator[str]:
    """Where cards went that had lain out."""
    waiting = [out.card for out in irregular(before).waiting]
    lay = list(lying(before))
    for card, place in lying(after):
        if (card, place) in lay:
            lay.remove((card, place))
        elif card in waiting:
            waiting.remove(card)
            yield f"The card that lay out, {card}, goes to {place_name(place)}."


def _of_turn(before: Round, after: Round, face_down: Collection[int]) -> Iterator[str]:
    """The next offer, or the hand in turn with its total (SP 9.3, 10.2, 12.1)."""
    if after.over:
        yield "The round is over."
    elif after.phase in OFFERED and after.phase is not before.phase:
        yield f"{OFFERED[after.phase]}."
    elif after.phase is Phase.FORFEIT and before.phase is not Phase.FORFEIT:
        yield f"{_hand_name(after)} may be forfeited."
    elif after.phase is Phase.DECISION and (before.phase, before.turn) != (after.phase, after.turn):
        points = after.hand_in_turn.total
        if after.box_in_turn.number in face_down:
            yield f"{_hand_name(after)}: {after.box_in_turn.controller} to decide."
        elif not (isinstance(after.acts[-1], Deal) and before.turn == after.turn and before.phase is Phase.DRAW):
            yield f"{_hand_name(after)} has {points}; {after.box_in_turn.controller} to decide."


def settled(line: Settlement, *, hands: int = 1) -> str:
    """A settlement as a sentence with its clause; the hand is named if its box has several."""
    where = f"Box {line.box}, hand {line.hand}" if hands > 1 and line.wager not in BETS else f"Box {line.box}"
    bet = BETS.get(line.wager, "the double" if line.wager is WagerKind.DOUBLE else "the wager")
    stake = dollars(line.stake)
    match line.result:
        case Result.WIN:
            at = f" at {spoken(line.odds)}" if line.odds else ""
            what = f"is paid {dollars(line.net)}{at} for {bet}"
        case Result.LOSE:
            what = f"loses {bet} of {stake}"
        case Result.STAND_OFF:
            what = f"has {bet} of {stake} returned as a stand-off"
        case Result.SURRENDER:
            what = f"surrenders {dollars(-line.net)} of {stake}"
        case Result.FORFEIT:
            what = f"forfeits {stake}"
        case _:
            what = f"has {bet} of {stake} returned"
    return f"{where}: {line.player} {what}: {line.why} (clause {line.clause})."


def spoken(odds: Odds) -> str:
    """Odds in words: 3 to 2."""
    return f"{odds.pays} to {odds.per}"


def _hand_name(round_: Round) -> str:
    """The name of the hand in turn: its box, and its number if the box has several hands."""
    return hand_name(round_.box_in_turn, round_.turn[1])


def hand_name(box: Box, hand_place: int) -> str:
    """The name of a hand: its box, and its number if the box has several hands."""
    return f"Box {box.number}" if len(box.hands) == 1 else f"Box {box.number}, hand {hand_place + 1},"


def _with(others: tuple[str, ...]) -> str:
    return f", joined by {' and '.join(others)}" if others else ""
