"""What the last round left for the next one: a shuffle or check that comes before it, and its first card (R46)."""

from __future__ import annotations

from boxseat.cards import UNSEEN, Card
from boxseat.play.acts import Report
from boxseat.refusal import Refusal, refuse
from boxseat.rulebook.book import Book, Cited
from boxseat.table.state import Table

SHUFFLES = frozenset(("shuffle", "check-cards"))
"""What is due and done by a shuffle."""


def refusal_by_what_is_due(book: Book, table: Table) -> Refusal | None:
    """The refusal of a round before which the cards are to be shuffled or checked."""
    errors = book.dealing_errors
    if "check-cards" in table.due:
        return refuse("round/check-due", errors.wrong_pack_checked, "the cards are to be checked first")
    if "shuffle" in table.due:
        acts = () if table.round is None else table.round.acts
        rule = errors.after_missed_cut if Report("cut-missed") in acts else errors.after_missed_shuffle
        return refuse("round/shuffle-due", rule, "the cards are to be shuffled first")
    return None


def refusal_of_other_card(book: Book, table: Table, place: int, card: Card) -> Refusal | None:
    """The refusal of a card at this place in a round, from 0, if the last round left another one for it."""
    if place >= len(table.carried) or table.carried[place] in (card, UNSEEN):
        return None
    errors = book.dealing_errors
    rule: Cited[object] = errors.extra_unseen if errors.extra_unseen.value == "carried" else errors.drawn_in_error
    return refuse("card/carried", rule, f"{table.carried[place]} lies under the shoe and is the next card")
