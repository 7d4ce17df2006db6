"""Wording of what happened at a table: records here, acts of a round in `play.announce`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from boxseat.money import dollars
from boxseat.play import announce
from boxseat.play.acts import StaffAct, VoidRound
from boxseat.play.irregularities.staff_judge import clause_of
from boxseat.rulebook.book import NOT_SAID, Book
from boxseat.table import records as r
from boxseat.table.card_source import decks
from boxseat.table.corrections.correction_sentences import CORRECTION_WORDING
from boxseat.table.fold import Step
from boxseat.table.hand_dealt.real_card_sentences import HAND_DEALT_WORDING
from boxseat.table.permissions.face_down import boxes_face_down
from boxseat.table.permissions.overlay import book_of_round
from boxseat.table.permissions.sentences import PERMISSION_WORDING
from boxseat.table.rulings.ruling_sentences import of_due, of_ruling, of_wagers_voided
from boxseat.table.signs.sign_sentences import SIGN_WORDING
from boxseat.table.state import Table


def announcements(book: Book, steps: Iterable[Step]) -> tuple[str, ...]:
    """The dealer's sentences about these steps, in order."""
    return tuple(sentence for each in steps for sentence in sentences(book, each))


def sentences(book: Book, each: Step) -> Iterator[str]:
    """The dealer's sentences about one step, which has at most one act."""
    book = book_of_round(book, each.after)
    if isinstance(each.record, r.Acted):
        lay, lie = boxes_face_down(each.before), boxes_face_down(each.after)
        rounds = each.before.current_round, each.after.current_round
        yield from announce.announcements(book, *rounds, lay_face_down=lay, lie_face_down=lie)
        if isinstance(each.record.acts[0], StaffAct) and each.record.by:
            yield from of_ruling(book, each, each.record)
    elif (wording := _WORDING.get(type(each.record))) is not None and (said := wording(book, each.before, each.record)):
        yield said


def _opened_for_play(book: Book, table: Table, record: r.OpenedForPlay) -> str:
    number = book.cards.decks.value
    packed = f"{number} {'deck' if number == 1 else 'decks'} of {len(decks(book)) // number} cards"
    dealt_from = "a shuffling device" if table.settings.cards_from == "device" else "a shoe"
    return f"The table is open: {packed}, dealt from {dealt_from}."


def _final_rounds(book: Book, table: Table, record: r.FinalRoundsAnnounced) -> str:
    rounds = record.rounds - table.in_round
    said = f"Final {rounds} rounds" if rounds > 1 else "Final round"
    return said + (" after this one." if table.in_round else ".")


def _seat_left(book: Book, table: Table, record: r.SeatLeft) -> str:
    return f"Box {record.box} is free" + (f": {record.why}." if record.why else ".")


def _wager_returned(book: Book, table: Table, record: r.WagerReturned) -> str:
    """The sentence for a returned wager; none if its player took it back. Nobody hears that a player is excluded."""
    if record.player in table.admissions.shut_out:
        return f"{record.player}'s wager on box {record.box} is returned."
    by = f" (clause {record.clause})" if record.clause and record.clause != NOT_SAID else ""
    return f"{record.player}'s wager on box {record.box} is returned: {record.why}{by}." if record.why else ""


def _restricted(book: Book, table: Table, record: r.PlayerRestricted) -> str:
    """The restriction of a player with its clause, or its end."""
    seating, to = book.seating, []
    if record.to_one_box:
        less = " at its minimum" if seating.one_box_minimum.value else ""
        to.append(f"one box{less} (clause {seating.one_box.clause})")
    if record.to_minimum:
        to.append(f"the minimum wager (clause {seating.held_to_minimum.clause})")
    return f"{record.player} is held to {' and to '.join(to)}." if to else f"{record.player} is no longer restricted."


def _settled(book: Book, table: Table, record: r.RoundSettled) -> str:
    """The reason of a void round, which the act before it announced; no sentence for other rounds."""
    rules, act = book.irregularities, table.current_round.acts[-1]
    if not (record.void and record.reason):
        return ""
    void = (rules.cannot_rebuild.clause, rules.void_round.clause)
    cited = void if isinstance(act, VoidRound) else (clause_of(book, table.current_round, act),)
    clauses = dict.fromkeys(clause for clause in cited if clause != NOT_SAID)
    return f"Reason: {record.reason.rstrip('.')} (clause {', '.join(clauses)})."


def _warned(book: Book, table: Table, record: r.PlayerWarned) -> str:
    rule, least = book.limits.placed_under_minimum, dollars(table.sign.box.minimum or 0)
    return f"{record.player}: further wagers under the minimum of {least} are returned (clause {rule.clause})."


def _cards_shuffled(book: Book, table: Table, record: r.CardsShuffled) -> str:
    """No sentence for a shuffling device, which is loaded before every round."""
    if record.cards_from == "device" and not record.why:
        return ""
    return f"The cards are shuffled{': ' + record.why if record.why else ''}."


def _cards_cut(book: Book, table: Table, record: r.CardsCut) -> str:
    """No sentence for a shuffling device, which is not cut."""
    who = record.by.capitalize() if record.by == r.HOUSE_CUTTER else record.by  # people's names are as they write them
    return "" if record.place is None else f"{who} cuts the cards."


def _cutting_card_out(book: Book, table: Table, record: r.CuttingCardOut) -> str:
    if record.discarded:
        return "The cutting card is out and discarded: the final rounds are dealt to their end."
    if record.at == "first card":
        return "The cutting card is out as the first card of the round: the cards are shuffled first."
    return "The cutting card is out: the cards are shuffled after this round."


_WORDING: dict[type, Callable[[Book, Table, Any], str]] = {
    r.OpenedForPlay: _opened_for_play,
    r.FinalRoundsAnnounced: _final_rounds,
    r.Closing: lambda book, table, record: "The table closes: no further round begins.",
    r.TableClosed: lambda book, table, record: "The table is closed.",
    r.LeftTable: lambda book, table, record: f"{record.player} leaves the table.",
    r.SeatTaken: lambda book, table, record: f"{record.player} sits down at box {record.box}.",
    r.SeatLeft: _seat_left,
    r.BoxWanted: lambda book, table, record: f"{record.player} waits for box {record.box}.",
    r.WagerReturned: _wager_returned,
    r.WagersVoided: lambda book, table, record: of_wagers_voided(book, record),
    r.PlayerRestricted: _restricted,
    r.PlayerWarned: _warned,
    r.CardsShuffled: _cards_shuffled,
    r.CutOffered: lambda book, table, record: f"{record.player or 'A supervisor'} is asked to cut the cards.",
    r.CardsCut: _cards_cut,
    r.CardBurnt: lambda book, table, record: "A card is burnt.",
    r.CuttingCardOut: _cutting_card_out,
    r.RoundSettled: _settled,
    **HAND_DEALT_WORDING,
    **CORRECTION_WORDING,
    **PERMISSION_WORDING,
    **SIGN_WORDING,
    r.DueDone: lambda book, table, record: of_due(book, record),
}
"""The sentence of each record that the dealer announces; the others have none."""
