"""What rulings of staff change at a table besides the round: what is left to be done, and a device that failed (R40, R46)."""

from __future__ import annotations

from msgspec.structs import replace

from boxseat.play.acts import Malfunction, StaffAct
from boxseat.play.irregularities.consequence import after_round, deals_on_behind, shuffles_on
from boxseat.rulebook.book import Book
from boxseat.table import records as r
from boxseat.table.state import Table


def ruled(book: Book, table: Table, changed: Table, act: StaffAct) -> Table:
    """The table after an act of staff that has changed its round; what others are asked stays open if their box did not change."""
    before, after = table.current_round, changed.current_round
    if (before.phase, before.boxes) == (after.phase, after.boxes):
        changed = replace(changed, join_offer=table.join_offer)
    if left := set(after_round(book, act)) - ({"shuffle"} if isinstance(act, Malfunction) else set()):
        changed = replace(
            changed, due=tuple(sorted({*table.due, *left}))
        )  # a failed device's cards are shuffled at once
    if isinstance(act, Malfunction) and not after.over and (behind := deals_on_behind(book, act)) is not None:
        changed = replace(changed, pack=replace(changed.current_pack, cards_from="shoe", behind=behind))
    return changed


def due_done(book: Book, table: Table, record: r.DueDone) -> Table:
    """The table after something that was left to be done."""
    return replace(table, due=tuple(what for what in table.due if what not in record.what))


def device_is_emptied(book: Book, table: Table) -> bool:
    """Whether the device of the round in play has just failed, and its cards are shuffled to be dealt from a shoe."""
    acts = table.current_round.acts if table.in_round else ()
    if not acts or table.current_pack.cards_from != "device":
        return False
    return isinstance(acts[-1], Malfunction) and shuffles_on(book, acts[-1])
