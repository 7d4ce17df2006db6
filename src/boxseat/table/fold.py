"""The fold: the state of a table from its records.

The fold uses no clock, no random numbers and no files: the same records give the same table, live, after a restart and in an audit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from boxseat.consistency import require
from boxseat.play.acts import Act, CardAct, PlayAbsent, StaffAct, VoidRound, word
from boxseat.play.irregularities.consequence import BEFORE_ROUND
from boxseat.play.irregularities.staff_judge import clause_of
from boxseat.play.opening import open_round
from boxseat.play.state import Round, TableLimits, irregular
from boxseat.play.step import step
from boxseat.rulebook.book import Book
from boxseat.table import records as r
from boxseat.table.admission.fold import ADMISSION_FOLDS
from boxseat.table.checks.fold import CHECK_FOLDS
from boxseat.table.chip_moves import Move, moves, with_moves
from boxseat.table.corrections.fold import CORRECTION_FOLDS
from boxseat.table.deadlines import timed
from boxseat.table.hand_dealt.fold import HAND_DEALT_FOLDS, after_act, after_round_by_hand, with_real_cards
from boxseat.table.hand_dealt.records import ChipsForCash
from boxseat.table.hand_dealt.state import HandDealt
from boxseat.table.permissions.fold import PERMISSION_FOLDS, round_begun
from boxseat.table.permissions.overlay import book_of_bets, book_of_round
from boxseat.table.rulings.ruling_effects import due_done, ruled
from boxseat.table.shoe.fold import SHOE_FOLDS
from boxseat.table.signs.fold import SIGN_FOLDS, after_closing, without_player
from boxseat.table.state import (
    HouseDecision,
    JoinOffer,
    Pack,
    Patron,
    Status,
    Table,
)
from boxseat.table.wager_rules import in_line

WARNED_REMEMBERED_MAX = 100
"""Players who left after a warning and are remembered; the bound keeps the state small."""

K = TypeVar("K")
V = TypeVar("V")


class Step(NamedTuple):
    """A record with the table before it and after it, and the chips it moved."""

    before: Table
    record: r.TableRecord
    after: Table
    moves: tuple[Move, ...]


def fold_entry(book: Book, table: Table, happened: Iterable[r.TableRecord], at: int) -> Table:
    """The table after one entry of its journal."""
    before = table
    table = begin_entry(table)
    for record in happened:
        table = fold(book, table, record)
    return timed(before, table, at)


def retrace(book: Book, table: Table, happened: Iterable[r.TableRecord], at: int) -> tuple[list[Step], Table]:
    """The steps of one entry, and the table after it.

    The journal stores consecutive acts of the dealer as one record; here each act is a separate step again.
    """
    before = table
    table = begin_entry(table)
    steps: list[Step] = []
    for record in single_acts(happened):
        steps.append(fold_step(book, table, record))
        table = steps[-1].after
    return steps, timed(before, table, at)


def single_acts(happened: Iterable[r.TableRecord]) -> Iterator[r.TableRecord]:
    """The records, each with one act only."""
    for record in happened:
        if isinstance(record, r.Acted) and len(record.acts) > 1:
            yield from (replace(record, acts=(act,)) for act in record.acts)
        else:
            yield record


def begin_entry(table: Table) -> Table:
    """The table at the start of its next entry."""
    return replace(table, version=table.version + 1)


def fold(book: Book, table: Table, record: r.TableRecord) -> Table:
    """The table after one record."""
    return fold_step(book, table, record).after


def fold_step(book: Book, table: Table, record: r.TableRecord) -> Step:
    """One record with the table before it and after, and the chips it moves."""
    if not isinstance(record, r.Acted):
        changed = _FOLDS[type(record)](book, table, record)
        return _counted(table, record, changed)
    book, after = book_of_round(book, table), table
    moved: tuple[Move, ...] = ()
    for act in record.acts:
        single = record if len(record.acts) == 1 else replace(record, acts=(act,))
        clause = clause_of(book, after.current_round, act) if isinstance(act, StaffAct) else ""
        step = _counted(after, single, _acted(book, after, single, act), clause)
        after, moved = step.after, moved + step.moves
    return Step(table, record, after, moved)


def _counted(before: Table, record: r.TableRecord, changed: Table, clause: str = "") -> Step:
    """The step to a changed table, with the chips it moves; an act of staff moves them by a clause."""
    moved = moves(before, record, changed, clause)
    return Step(before, record, with_moves(changed, moved) if moved else changed, moved)


# The table and its people


def _table_opened(book: Book, table: Table, record: r.TableOpened) -> Table:
    return replace(
        table,
        id=record.table,
        game=record.game,
        title=record.title,
        book=record.book,
        options=record.options,
        settings=record.settings,
        by_hand=HandDealt() if record.settings.dealt == "by-hand" else None,
    )


def _opened_for_play(book: Book, table: Table, record: r.OpenedForPlay) -> Table:
    table = replace(table, status=Status.OPEN, beginning=True, final_rounds=None, closing_float=None)
    return table if table.by_hand is None else with_real_cards(book, table)


def _final_rounds(book: Book, table: Table, record: r.FinalRoundsAnnounced) -> Table:
    return replace(table, final_rounds=record.rounds)


def _closing(book: Book, table: Table, record: r.Closing) -> Table:
    return replace(table, status=Status.CLOSING)


def _closed(book: Book, table: Table, record: r.TableClosed) -> Table:
    restricted = {name: patron for name, patron in table.remembered.items() if patron.is_restricted}
    tray = None if record.with_drop else table.float_cents
    closed = replace(table, status=Status.CLOSED, final_rounds=None, pack=None, cut_offer=None, rack=())
    return replace(closed, remembered=restricted, closing_float=tray, signs=after_closing(table.signs), checks=())


def _chips_bought(book: Book, table: Table, record: r.ChipsBought | ChipsForCash) -> Table:
    patron = table.patrons.get(record.player) or table.remembered.get(record.player)
    patron = patron or Patron(record.player, 0, record.computer if isinstance(record, r.ChipsBought) else "")
    table = replace(table, remembered=_without(table.remembered, record.player))
    return _with_patron(table, replace(patron, leaving=False, why_leaving=""))


def _left_table(book: Book, table: Table, record: r.LeftTable) -> Table:
    gone = table.patrons[record.player]
    patrons = _without(table.patrons, record.player)
    if gone.is_remembered:
        table = _with_remembered(
            table, replace(gone, chips=0, leaving=False, why_leaving="", away=False, idle_rounds=0)
        )
    ready = tuple(name for name in table.ready if name != record.player)
    wanted = {box: name for box, name in table.wanted.items() if name != record.player}
    signs = without_player(table.signs, record.player)
    return replace(table, patrons=patrons, ready=ready, wanted=wanted, signs=signs)


def _leaving(book: Book, table: Table, record: r.LeavingAfterRound) -> Table:
    return _with_patron(table, replace(table.patrons[record.player], leaving=True, why_leaving=record.why))


def _away(book: Book, table: Table, record: r.PlayerAway) -> Table:
    return _with_patron(table, replace(table.patrons[record.player], away=record.away))


def _seat_taken(book: Book, table: Table, record: r.SeatTaken) -> Table:
    seats = {**table.seats, record.box: record.player}
    wanted = {box: name for box, name in table.wanted.items() if box != record.box and name != record.player}
    wagers = tuple(replace(laid, seated=seats.get(laid.box) == laid.player) for laid in table.wagers)
    # The round in play is none that they let go by.
    patron = replace(table.patrons[record.player], idle_rounds=-1 if table.in_round else 0)
    return _with_patron(replace(table, seats=seats, wanted=wanted, wagers=wagers), patron)


def _seat_left(book: Book, table: Table, record: r.SeatLeft) -> Table:
    return replace(table, seats=_without(table.seats, record.box))


def _box_wanted(book: Book, table: Table, record: r.BoxWanted) -> Table:
    queue = {name: box for box, name in table.wanted.items()} | {record.player: record.box}
    return replace(table, wanted={box: name for name, box in queue.items()})


def _box_reserved(book: Book, table: Table, record: r.BoxReserved) -> Table:
    reserved = _without(table.reserved, record.box)
    if record.player:
        reserved = {**reserved, record.box: record.player}
    return replace(table, reserved=reserved)


def _box_marked(book: Book, table: Table, record: r.BoxMarked) -> Table:
    maxima = _without(table.box_maxima, record.box)
    if record.maximum is not None:
        maxima = {**maxima, record.box: record.maximum}
    return replace(table, box_maxima=maxima)


def _restricted(book: Book, table: Table, record: r.PlayerRestricted) -> Table:
    there = record.player in table.patrons
    patron = (table.patrons if there else table.remembered)[record.player]
    patron = replace(patron, to_minimum=record.to_minimum, to_one_box=record.to_one_box)
    return _with_patron(table, patron) if there else _with_remembered(table, patron)


# Wagers


def _wager_laid(book: Book, table: Table, record: r.WagerLaid) -> Table:
    wager = record.wager
    others = tuple(laid for laid in table.wagers if (laid.box, laid.player) != (wager.box, wager.player))
    place = record.place
    if place is None:
        behind = (place for place, laid in enumerate(others) if laid.box == wager.box and wager.seated)
        place = next(behind, len(others))
    return replace(table, wagers=(*others[:place], wager, *others[place:]))


def _wager_returned(book: Book, table: Table, record: r.WagerReturned) -> Table:
    left = tuple(laid for laid in table.wagers if (laid.box, laid.player) != (record.box, record.player))
    made_way = (*table.made_way, record.player) if record.by_house else table.made_way
    return replace(table, wagers=left, made_way=made_way)


def _ready(book: Book, table: Table, record: r.PlayerReady) -> Table:
    return replace(table, ready=(*table.ready, record.player))


def _warned(book: Book, table: Table, record: r.PlayerWarned) -> Table:
    return _with_patron(table, replace(table.patrons[record.player], warned=True))


# The round


def next_round(book: Book, table: Table, *, device: bool) -> Round:
    """The round that begins with the wagers on the table."""
    boxes = {wager.box for wager in table.wagers}
    limits = table.sign.box
    if limits.maximum is not None:
        limits = replace(limits, maximum=max(limits.maximum, *(table.box_maxima.get(box, 0) for box in boxes), 0))
    limits = _with_own_limits(table, limits)
    wagers = tuple(replace(laid, pairs_since=0) if laid.pairs_since else laid for laid in in_line(book, table.wagers))
    return open_round(book_of_bets(book, table), wagers, limits, device=device)


def _with_own_limits(table: Table, limits: TableLimits) -> TableLimits:
    """The limits of a round: wagers that single players may lay outside those of the sign play whole (R45)."""
    signs = table.signs
    if not (signs.old_minimum or signs.private):
        return limits
    minima = [table.sign_for(wager.player, wager.box).box.minimum or 0 for wager in table.wagers]
    above = {wager.box for wager in table.wagers if wager.player in signs.private}
    stakes = [sum(wager.stake for wager in table.wagers if wager.box == box) for box in above]
    maximum = None if limits.maximum is None else max(limits.maximum, *stakes, 0)
    return TableLimits(min([limits.minimum or 0, *minima]), maximum)


def _round_opened(book: Book, table: Table, record: r.RoundOpened) -> Table:
    pack = table.current_pack
    require(BEFORE_ROUND.isdisjoint(table.due), "what is due is done before the next round")
    require(pack.cards_from == "device" or not record.device, "the cards come from a device")
    if record.counted:
        pack = _with_regulars(pack, {wager.player for wager in table.wagers})
    return replace(
        table,
        round=next_round(book, table, device=record.device),
        written=False,
        round_id=record.round,
        round_number=record.number,
        round_first=table.version,
        round_at=record.at,
        wagers=(),
        ready=(),
        declined=(),
        house_decisions=(),
        beginning=False,
        settled=False,
        pack=replace(pack, rounds=pack.rounds + 1),
        permissions=round_begun(table.permissions),
    )


def _round_written(book: Book, table: Table, record: r.RoundWritten) -> Table:
    require(table.settings.rehearsal, "rounds are dealt from written cards in a rehearsal only")
    return replace(table, written=True)


def _wallet_credited(book: Book, table: Table, record: r.WalletCredited) -> Table:
    require(table.settings.rehearsal, "money is given in a rehearsal only")
    return table


def _with_regulars(pack: Pack, played: Collection[str]) -> Pack:
    """The pack, with the players who have wagered in every round of it since the first."""
    still = sorted(played) if pack.regulars is None else [name for name in pack.regulars if name in played]
    return replace(pack, regulars=tuple(still))


def _acted(book: Book, table: Table, record: r.Acted, act: Act) -> Table:
    before = table.current_round
    after = step(book, before, act)
    pack = table.pack
    if isinstance(act, CardAct) and pack is not None and not table.written:
        staged = 1 if pack.stage == 2 else 0
        pack = replace(pack, drawn=pack.drawn + 1, stage_drawn=pack.stage_drawn + staged)
    changed = replace(table, round=after, pack=pack, join_offer=None)
    if isinstance(act, StaffAct):
        by_house = isinstance(act, VoidRound) and table.current_pack.to_come <= 0
        require(bool(record.by) or by_house or table.written, f"somebody rules that {word(act)}")
        changed = ruled(book, table, changed, act)
    if (before.phase, before.turn) != (after.phase, after.turn):
        changed = replace(changed, declined=())
    if isinstance(act, PlayAbsent) and record.instead_of:
        what = "played the hand by the absent player's rule"
        changed = _decided(changed, HouseDecision(record.instead_of, act.box, what))
    return changed if changed.by_hand is None else after_act(book, changed, act)


def _declined(book: Book, table: Table, record: r.Declined) -> Table:
    return replace(table, declined=(*table.declined, (record.player, record.box)))


def _join_offered(book: Book, table: Table, record: r.JoinOffered) -> Table:
    return replace(table, join_offer=JoinOffer(record.act, record.asked))


def _join_answered(book: Book, table: Table, record: r.JoinAnswered) -> Table:
    offer = table.current_join_offer
    asked = tuple(name for name in offer.asked if name != record.player)
    joined = {**offer.joined, record.player: record.cents} if record.joins else offer.joined
    return replace(table, join_offer=replace(offer, asked=asked, joined=joined))


def _time_ran_out(book: Book, table: Table, record: r.TimeRanOut) -> Table:
    """The offers declined for players who did not answer; a hand played for somebody is recorded where it is played."""
    if not record.offer:
        return table
    what = "did not join" if record.offer == "join" else f"let the {record.offer} go by"
    return _decided(table, *(HouseDecision(*whose, what) for whose in zip(record.players, record.boxes, strict=True)))


def _round_settled(book: Book, table: Table, record: r.RoundSettled) -> Table:
    round_ = table.current_round
    carried = irregular(round_).carried
    settled = replace(table, settled=True, rack=tuple(round_.cards_seen()), made_way=(), carried=carried)
    if table.by_hand is not None:
        settled = after_round_by_hand(table, settled)
    if not record.counts:
        return settled
    played = {*(wager.player for wager in round_.wagers), *table.made_way}
    full = len(table.seats) >= book.layout.boxes.value
    patrons = {
        name: replace(patron, idle_rounds=patron.idle_rounds + 1 if full and name not in played else 0)
        for name, patron in table.patrons.items()
    }
    left = None if table.final_rounds is None else table.final_rounds - 1
    return replace(settled, patrons=patrons, final_rounds=left, pack=_with_regulars(table.current_pack, played))


# What the records share


def _decided(table: Table, *decisions: HouseDecision) -> Table:
    return replace(table, house_decisions=(*table.house_decisions, *decisions))


def _with_patron(table: Table, patron: Patron) -> Table:
    return replace(table, patrons={**table.patrons, patron.name: patron})


def _with_remembered(table: Table, patron: Patron) -> Table:
    """Remember a player who is not at the table, or forget them; of those who were only warned, the latest are remembered."""
    kept = _without(table.remembered, patron.name)
    if patron.is_remembered:
        kept[patron.name] = patron
    warned = [name for name, one in kept.items() if not one.is_restricted]
    for name in warned[:-WARNED_REMEMBERED_MAX]:
        del kept[name]
    return replace(table, remembered=kept)


def _without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    return {other: value for other, value in mapping.items() if other != key}


_FOLDS: dict[type, Callable[[Book, Table, Any], Table]] = {
    r.TableOpened: _table_opened,
    r.OpenedForPlay: _opened_for_play,
    r.FinalRoundsAnnounced: _final_rounds,
    r.Closing: _closing,
    r.TableClosed: _closed,
    r.FloatMoved: lambda book, table, record: table,
    r.DropEmptied: lambda book, table, record: table,
    r.ChipsBought: _chips_bought,
    r.LeftTable: _left_table,
    r.LeavingAfterRound: _leaving,
    r.PlayerAway: _away,
    r.SeatTaken: _seat_taken,
    r.SeatLeft: _seat_left,
    r.BoxWanted: _box_wanted,
    r.BoxReserved: _box_reserved,
    r.BoxMarked: _box_marked,
    r.PlayerRestricted: _restricted,
    r.WagerLaid: _wager_laid,
    r.WagerReturned: _wager_returned,
    r.WagersVoided: lambda book, table, record: table,
    r.PlayerReady: _ready,
    r.PlayerWarned: _warned,
    **SHOE_FOLDS,
    r.RoundOpened: _round_opened,
    r.RoundWritten: _round_written,
    r.WalletCredited: _wallet_credited,
    r.Declined: _declined,
    r.JoinOffered: _join_offered,
    r.JoinAnswered: _join_answered,
    r.TimeRanOut: _time_ran_out,
    r.RoundSettled: _round_settled,
    r.DueDone: due_done,
    r.WrittenWith: lambda book, table, record: table,
    **HAND_DEALT_FOLDS,
    **PERMISSION_FOLDS,
    **CORRECTION_FOLDS,
    **ADMISSION_FOLDS,
    **SIGN_FOLDS,
    **CHECK_FOLDS,
    ChipsForCash: _chips_bought,
}
