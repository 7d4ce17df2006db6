"""Who may play: players who are excluded or barred leave the table, and wagers without a Player Card go back
(CP 17.3, CB 16.3, SP 18.21, 20.1, 20.4, S6 19.3; R42, R49)."""

from __future__ import annotations

from boxseat.clock import day_begins
from boxseat.refusal import Refusal, refuse
from boxseat.table.admission.fold import difference
from boxseat.table.desk import Desk
from boxseat.table.handlers.seats import send_away
from boxseat.table.records import WagerReturned

SHUT_OUT = "its player may not play here"


def copy_admissions(desk: Desk) -> None:
    """Take over what the register says; who may no longer play leaves, after the round if they have a wager in it (R49)."""
    if desk.admissions is None:
        return
    record = difference(desk.table.admissions, desk.admissions)
    if record is None:
        return
    desk.note(record)
    for name, clause in record.shut_out.items():
        if name in desk.table.patrons:
            send_away(desk, name, SHUT_OUT, clause)
    if is_card_needed(desk):
        for name in record.without_card:
            _return_wagers(desk, name)


def is_card_needed(desk: Desk) -> bool:
    """Whether a Player Card is needed at this table by now."""
    since = desk.book.persons.card_since.value
    needed = desk.book.invalidation.player_card.value
    return needed and (not since or desk.at >= day_begins(since, desk.table.admissions.zone))


def refusal_of_card(desk: Desk, player: str) -> Refusal | None:
    """The refusal of a wager without a Player Card, whatever is claimed of agency or of whose stake it is (SP 20.1)."""
    if player not in desk.table.admissions.without_card or not is_card_needed(desk):
        return None
    rule = desk.book.invalidation.player_card
    return refuse("player-card/none", rule, f"{player[:40]} has not shown a valid Player Card of their own")


def _return_wagers(desk: Desk, player: str) -> None:
    """Return the wagers that a player without a Player Card has laid for the next round (SP 18.21.1)."""
    clause = desk.book.invalidation.card_wagers_lying.clause
    for laid in desk.table.wagers:
        if laid.player == player:
            why = "its player has not shown a valid Player Card of their own"
            desk.note(WagerReturned(player, laid.box, why, clause, by_house=True))
