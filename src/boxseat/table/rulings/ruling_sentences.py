"""What players hear of a ruling of staff: what happened to each one's chips, why, and by which clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from boxseat.ledger.accounts import chips, table_float, wager
from boxseat.money import dollars
from boxseat.play.acts import Malfunction
from boxseat.play.irregularities.consequence import CARDS_CHANGED, deals_on_behind
from boxseat.play.irregularities.staff_judge import clause_of
from boxseat.rulebook.book import NOT_SAID, Book
from boxseat.table import records as r
from boxseat.table.fold import Step
from boxseat.table.rulings.chip_corrections import CORRECTION, owed_by

_CHIPS_SAID = {
    "returned": "has {} returned",
    "undone": "gives back {} that was paid",
    "restored": "gets back {} that was collected",
    "lost": "loses {}",
    "owed": "owes the house {}",
}
"""What can happen to a player's chips by a ruling, in the order in which it is said."""


def of_ruling(book: Book, each: Step, record: r.Acted) -> Iterator[str]:
    """The sentences about an act of staff, after those of the dealer about cards and settlements."""
    after = each.after.current_round
    act = record.acts[0]
    clause = clause_of(book, after, act)
    told = False
    for player in dict.fromkeys(laid.player for laid in after.wagers):
        if found := _of_chips(each, player, ended=after.void):
            told = True
            yield f"{player} {_listed(found)} (clause {clause})."
    if record.reason and not after.void:
        yield f"Reason: {record.reason.rstrip('.')} (clause {clause})."
    elif not told and not after.void:
        yield f"Clause {clause} applies."
    if isinstance(act, Malfunction) and not after.over and (behind := deals_on_behind(book, act)) is not None:
        on = book.malfunction.deal_on_decks.clause
        yield f"The dealer deals on, with {behind} cards behind the cutting card (clause {on})."


def _of_chips(each: Step, player: str, *, ended: bool) -> list[str]:
    """What happened to one player's chips; where the round goes on, the dealer has said what was returned and settled."""
    table = each.after.id
    hand, tray, debt = chips(table, player), table_float(table), owed_by(table, player)
    lying = {wager(table, box.number, player) for box in each.after.current_round.boxes}
    sums: Counter[str] = Counter()
    for move in each.moves:
        of_correction = move.why.startswith(CORRECTION)
        if move.giver == debt:
            sums["owed"] += move.cents
        elif of_correction and (move.giver, move.taker) == (hand, tray):
            sums["undone"] += move.cents
        elif of_correction and (move.giver, move.taker) == (tray, hand):
            sums["restored"] += move.cents
        elif ended and move.giver in lying and move.taker == hand:
            sums["returned"] += move.cents
        elif ended and move.taker == tray and move.giver in (hand, *lying):
            sums["lost"] += move.cents
    return [said.format(dollars(sums[what])) for what, said in _CHIPS_SAID.items() if sums[what]]


def _listed(parts: list[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def of_wagers_voided(book: Book, record: r.WagersVoided) -> str:
    """The sentence about a player's wagers for the next round that are void."""
    return f"{record.player}'s wagers for the next round are void: {record.reason.rstrip('.')}."


def of_due(book: Book, record: r.DueDone) -> str:
    """The sentence about what was left to be done after an irregularity."""
    errors, device = book.dealing_errors, book.malfunction.device_replaced
    done: list[str] = []
    if "shuffle" in record.what and CARDS_CHANGED.isdisjoint(record.what):
        done.append(f"The missed shuffle and cut follow now{_by(errors.shuffle_missed.clause)}.")
    if "check-cards" in record.what:
        done.append(f"The cards are checked, and new ones are used{_by(errors.wrong_pack_checked.clause)}.")
    if any(what.startswith("replace-device") for what in record.what):
        done.append(f"The shuffling device is replaced, and new cards are used{_by(device.clause)}.")
    return " ".join(done)


def _by(clause: str) -> str:
    return "" if clause == NOT_SAID else f" (clause {clause})"
