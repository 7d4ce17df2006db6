"""What the dealer says about the cards in the terminal: shuffled, the cutting card out, the shoe empty."""

from __future__ import annotations

from boxseat.rulebook.book import Book
from boxseat.table import records as r
from boxseat.table.announcements import announcements
from boxseat.table.automation import FIRST_CARD
from boxseat.table.fold import Step


def card_call(book: Book, step: Step) -> str:
    """The sentence about the cards that a step calls for, with its clause; empty for most steps."""
    rules, pack = book.shoe, step.after.pack
    mid_round = pack is not None and pack.mid_round
    match step.record:
        case r.CardsShuffled() if mid_round:
            return f"The shoe is empty: the discards are shuffled to finish the round (clause {rules.runs_out.clause})."
        case r.CardsCut() if not mid_round:
            burnt = f"; the first card is burnt (clause {rules.burns.clause})" if rules.burns.value else ""
            return f"The cards are shuffled and cut{burnt}."
        case r.CardBurnt() if mid_round:
            return f"A card is burnt (clause {rules.burns_in_mid_round.clause})."
        case r.CuttingCardOut(at=at) if at == FIRST_CARD:
            return " ".join(announcements(book, (step,)))
        case r.CuttingCardOut():
            clause = rules.cutting_card_out.clause
            return f"The cutting card is out: the shoe is shuffled after this round (clause {clause})."
    return ""
