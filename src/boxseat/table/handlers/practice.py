"""Practice tables: private, without money, and the owner can set the next cards."""

from __future__ import annotations

from typing import get_args

from boxseat.cards import BadCard, check_in_shoe, parse_cards
from boxseat.fairness.shuffle import cut_region
from boxseat.refusal import Refusal, refuse
from boxseat.table import commands as c
from boxseat.table.desk import Desk
from boxseat.table.records import CardBurnt, CardsCut
from boxseat.table.state import Status, TableUse

SET_CARDS_MAX = 40
PLAYERS = get_args(c.PlayersCommand)


def refusal_of_strangers(desk: Desk, who: str, command: c.TableCommand) -> Refusal | None:
    """Refuse everybody except the owner of a practice table and its computer players."""
    owner = desk.table.settings.owner
    if not owner or who == owner or who in desk.table.patrons or not isinstance(command, PLAYERS):
        return None
    return refuse("practice/owner", desk.book.conduct.advice, f"this practice table is {owner}'s own")


def set_cards(desk: Desk, who: str, command: c.SetCards) -> Refusal | None:
    """Start a new shoe with these cards first. The record and the proof show that they were set."""
    table, book = desk.table, desk.book
    if table.use is not TableUse.PRACTICE or who != table.settings.owner:
        return refuse(
            "practice/only", book.conduct.advice, "cards are set at one's own practice table, and nowhere else"
        )
    if table.in_round or table.status is not Status.OPEN:
        return refuse("practice/in-round", book.control.locked, "the cards are set between rounds")
    try:
        cards = parse_cards(command.cards)
        check_in_shoe(cards, ranks=book.cards.ranks.value, decks=book.cards.decks.value)
    except BadCard as error:
        return refuse("practice/cards", book.cards.ranks, str(error))
    if not 1 <= len(cards) <= SET_CARDS_MAX:
        return refuse("practice/cards", book.cards.ranks, f"from 1 to {SET_CARDS_MAX} cards can be set")
    desk.finish_shoe()
    desk.shuffle("shoe", stacked=cards, why=f"{who} has set the next {len(cards)}")
    desk.note(CardsCut(who, None, cut_region(book)[0]))
    if book.shoe.burns.value:
        desk.note(CardBurnt())
    return None
