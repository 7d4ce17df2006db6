"""What a round waits for and what was done last, in sentences."""

from __future__ import annotations

from boxseat.play.acts import CloseOffer, Deal, PlayersAct
from boxseat.play.announce import OFFERED, announcements, hand_name
from boxseat.play.irregularities.reconstruction_account import place_name
from boxseat.play.places import due_place
from boxseat.play.state import Phase, Round
from boxseat.rulebook.book import Book


def waiting_sentence(round_: Round) -> str:
    """What the round waits for."""
    if round_.card_due:
        return f"A card is due to {place_name(due_place(round_))}."
    if round_.phase in OFFERED:
        return f"{OFFERED[round_.phase]} is on offer."
    hand = hand_name(round_.box_in_turn, round_.turn[1])
    if round_.phase is Phase.FORFEIT:
        return f"{hand} may be forfeited."
    return f"{hand} is in turn, and {round_.box_in_turn.controller} is to decide."


def done_sentence(book: Book, before: Round, after: Round) -> str:
    """What was done last; empty for what is neither a card nor a decision."""
    act = after.acts[-1]
    if isinstance(act, Deal):
        return f"{act.card} goes to {place_name(due_place(before))}."
    if isinstance(act, PlayersAct) or (isinstance(act, CloseOffer) and before.phase in OFFERED):
        return announcements(book, before, after)[0]
    return ""
