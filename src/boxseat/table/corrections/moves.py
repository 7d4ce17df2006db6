"""Chips and money that a correction of what is over moves.

The books have what a round came to by the rules. A wrong payment left more in the tray than that, or less. This is booked when it
is recorded, so that the count of the tray agrees; when it is put right, the tray pays or takes the same amount. At a hand-dealt
table the difference is with the patron until then; elsewhere, or if the patron has left or is not known, the bank has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boxseat.ledger.accounts import BANK, chips, table_float
from boxseat.money import dollars
from boxseat.table.corrections.amendments import named_now
from boxseat.table.corrections.records import CorrectionRecord, PastRoundVoided, PaymentFoundWrong, PaymentPutRight
from boxseat.table.hand_dealt.records import NetChange
from boxseat.table.rulings.chip_corrections import within_chips
from boxseat.table.state import Status, Table

_Move = tuple[str, str, int, str, str]

OF_ROUND = "correction of round"
"""How the reasons of moves begin that correct a round after the next one has begun."""
OF_PAYMENT = "correction of payment"
"""How the reasons of moves begin that are about a wrong payment; they belong to no round."""


def moves_of_correction(before: Table, record: CorrectionRecord) -> Iterator[_Move]:
    """The moves of a correction, in order."""
    match record:
        case PaymentFoundWrong():
            yield from _as_paid(before, record)
        case PaymentPutRight(error=error, cents=cents, clause=clause):
            player = named_now(before, record.player)
            yield from changed_by(before, (NetChange(player, cents),), f"{OF_PAYMENT} {error}: put right", clause)
        case PastRoundVoided(number=number, clause=clause):
            yield from changed_by(before, record.changes, f"{OF_ROUND} {number}: it is void", clause)


def changed_by(before: Table, changes: Iterable[NetChange], why: str, clause: str = "") -> Iterator[_Move]:
    """The moves by which players get more than they had, or give it back; what is gone is owed."""
    tray, found = _tray(before), []
    for each in changes:
        hand = chips(before.id, each.player)
        move = (tray, hand, each.cents, why, clause) if each.cents > 0 else (hand, tray, -each.cents, why, clause)
        found.append(move)
    yield from within_chips(before, found)


def _tray(table: Table) -> str:
    """The account that pays at a table; a closed one has given its float to the bank."""
    return BANK if table.status is Status.CLOSED else table_float(table.id)


def _as_paid(before: Table, record: PaymentFoundWrong) -> Iterator[_Move]:
    """The moves to what was really paid: what a patron did not get cannot be more than their chips by the books."""
    tray, wrong = _tray(before), abs(record.cents)
    too_much = record.cents > 0
    why = f"{OF_PAYMENT} {record.error}: {dollars(wrong)} too {'much' if too_much else 'little'}"
    player = named_now(before, record.player)
    holder = before.patrons.get(player) if before.by_hand is not None else None
    with_patron = 0 if holder is None else wrong if too_much else min(wrong, holder.chips)
    parts = [(BANK, wrong - with_patron)] if tray != BANK else []
    if holder is not None:
        parts.append((chips(before.id, player), with_patron))
    for account, cents in parts:
        yield (tray, account, cents, why, record.clause) if too_much else (account, tray, cents, why, record.clause)
