"""The list of a document, entry by entry: players' decisions and steps of staff."""

from . import offers
from .clauses import Refused, clause
from .decisions import decide, pass_over
from .declarations import invalidate, pay_at_end, void_wagers
from .documents import Unreadable
from .irregularities import (
    absent,
    burn,
    burn_forgotten,
    check_cards,
    close,
    draw_in_error,
    extra_card,
    in_time,
    insurance_missed,
    insure_late,
    misplace,
    not_prepared,
    put_right,
    rack_left,
    void,
    wrong_card,
)
from .literal import Table
from .malfunction import malfunction

STEPS = {
    "absent": absent,
    "close": close,
    "burn": burn,
    "draw-in-error": draw_in_error,
    "extra-card": extra_card,
    "misplace": misplace,
    "reconstruct": put_right,
    "void": void,
    "insurance-missed": insurance_missed,
    "burn-forgotten": burn_forgotten,
    "cut-missed": not_prepared,
    "shuffle-missed": not_prepared,
    "rack-left": rack_left,
    "check-cards": check_cards,
    "missing-card": wrong_card,
    "foreign-card": wrong_card,
    "malfunction": malfunction,
    "invalidate": invalidate,
    "void-wagers": void_wagers,
    "pay-at-end": pay_at_end,
}


def play(document):
    """Play a whole document; answers the table when the round is over."""
    table = Table(document)
    for entry in document.decisions:
        take(table, entry, document.decisions)
    finish(table)
    return table


def take(table, entry, entries):
    """Take one entry of the list. A refused one changes nothing: the round is played again up to it."""
    late = is_late(table, entry)
    try:
        if table.ended:
            raise Refused("void", "the round is over", table.ended["clause"])
        take_one(table, entry, entries, late)
        table.window = late or entry.do == "insurance-missed"
    except Refused as refusal:
        cited = refusal.cited or clause(table.game, refusal.topic)
        refused = {"decision": entry.index, "do": entry.do, "clause": cited, "reason": refusal.reason}
        play_again(table, entries[: entry.index], entries)
        table.refused.append(refused)
        table.window = late


def is_late(table, entry):
    """R33: insurance straight after it was missed is laid before any further card."""
    if table.window and entry.do != "insure":
        table.window = False
        offers.closed_late(table)
        table.run()
    return table.window


def take_one(table, entry, entries, late):
    rest = [later for later in entries[entry.index + 1 :] if later.by is None]
    if late:
        insure_late(table, entry)
    elif entry.by is None:
        decide(table, entry, rest)
    else:
        if entry.do != "extra-card":
            in_time(table, entry, rest)
        STEPS[entry.do](table, entry, rest)


def play_again(table, before, entries):
    refused = table.refused
    numbers = {one["decision"] for one in refused}
    table.__init__(table.document)
    table.refused = refused
    for entry in before:
        late = is_late(table, entry)
        if entry.index not in numbers:
            take_one(table, entry, entries, late)
            late = late or entry.do == "insurance-missed"
        table.window = late


def finish(table):
    """R20 for what is silent, the dealer's hand, and the cards that nobody needed: R31, R37."""
    table.run()
    while not table.ended:
        if table.due() is not None:
            table.deal()
        elif not pass_over(table, ()):
            break
    if table.misplaced and not table.ended:  # R35
        raise Unreadable("decisions: a card is misplaced, and the round is neither reconstructed nor void")
