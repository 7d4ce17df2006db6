"""Shuffle ordered by a supervisor: cards mixed again, or replaced (CP 2.4, CB 2.4, SP 4.5, 5.1.4)."""

from __future__ import annotations

from boxseat.refusal import Refusal, refuse
from boxseat.rulebook.book import Cited
from boxseat.table import commands as c
from boxseat.table.automation import load_cards
from boxseat.table.desk import Desk
from boxseat.table.state import Status


def shuffle_now(desk: Desk, command: c.ShuffleNow) -> Refusal | None:
    """Shuffle between rounds, with new cards or the same ones (CP 2.4, CB 2.4, SP 4.5, 5.1.4)."""
    table, book = desk.table, desk.book
    rule: Cited[object] = book.cards.replaced if command.replace_cards else book.shoe.cutting_card_out
    pack = table.pack
    if table.in_round or table.status is not Status.OPEN or pack is None:
        return refuse("shuffle/in-round", rule, "the cards are shuffled between rounds")
    if not pack.cut and not command.replace_cards and not table.due:
        return refuse("shuffle/already", rule, "the cards have just been shuffled")
    if (
        command.replace_cards
        and pack.cut
        and pack.cards_from == "shoe"
        and book.cards.replaced.value == "when-shuffled"
    ):
        return refuse(
            "shuffle/not-yet", rule, "a shoe's cards are replaced when the cutting card is out, before they are cut"
        )
    desk.finish_shoe()
    replaced = command.replace_cards
    why = "the cards were replaced" if replaced else "a supervisor directs it"
    load_cards(desk, why, all_of_them=True, replaced=replaced)
    return None
