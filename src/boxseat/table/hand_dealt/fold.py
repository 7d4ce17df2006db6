"""The fold of what only a hand-dealt table keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from boxseat.cards import UNSEEN, Card, card_or_unseen
from boxseat.consistency import Inconsistent, present, require
from boxseat.play.acts import Act, Burn, CardAct, CloseOffer, DrawInError, ExtraCard, Report, WrongPack
from boxseat.play.irregularities.staff_judge import clause_of
from boxseat.play.judge import next_is_unseen
from boxseat.play.opening import open_round
from boxseat.play.state import Round, irregular
from boxseat.play.step import IllegalAct, rebuilt
from boxseat.rulebook.book import Book
from boxseat.table.corrections.amendments import with_amendment
from boxseat.table.hand_dealt import records as r
from boxseat.table.hand_dealt.state import Deviation, HandDealt, PastRound
from boxseat.table.permissions.fold import after_shuffle
from boxseat.table.permissions.overlay import book_of_round, with_permissions
from boxseat.table.signs.fold import renamed
from boxseat.table.state import Pack, Table

PAST_ROUNDS_MAX = 50
"""Earlier rounds whose record can still be corrected: about an hour of play."""
NOTES_MAX = 100
"""Descriptions of patrons without a name that are kept; the bound keeps the state small."""


def kept_of(table: Table) -> HandDealt:
    """What a hand-dealt table keeps."""
    return present(table.by_hand, f"hand-dealt table {table.id}")


def with_real_cards(book: Book, table: Table) -> Table:
    """The table with a pack of real cards, of which the house has promised nothing."""
    size = len(book.cards.ranks.value) * 4 * book.cards.decks.value
    pack = Pack("", "", table.settings.cards_from, size, cut=True, first=table.version)
    kept = replace(kept_of(table), not_shuffled=True, not_cut=False, out={})
    return replace(table, pack=pack, by_hand=kept, due=(), carried=())


def carried_now(table: Table) -> tuple[Card, ...]:
    """The first cards of the next round, or those of the round in play that are not dealt yet (R46)."""
    if not table.in_round:
        return table.carried
    round_ = table.current_round
    return (*table.carried[cards_left(round_) :], *irregular(round_).carried)


def cards_left(round_: Round) -> int:
    """The number of cards that have left the shoe in a round."""
    return sum(isinstance(act, CardAct) for act in round_.acts)


def after_act(book: Book, table: Table, act: Act) -> Table:
    """The table after an act: a deviation is past when the deal goes on, but for a misplaced or a foreign card."""
    kept = kept_of(table)
    if isinstance(act, CardAct):
        return table
    if isinstance(act, WrongPack) or table.current_round.void:
        kept = replace(kept, foreign="")
    deviation = None
    if isinstance(act, Report) and act.what in ("shuffle-missed", "cut-missed"):
        deviation = Deviation(act.what, "", clause_of(book, table.current_round, act))
    return replace(table, by_hand=replace(kept, deviation=_still(table, kept, deviation)))


def _still(table: Table, kept: HandDealt, deviation: Deviation | None) -> Deviation | None:
    """A new deviation, or the one before it that is not put right."""
    misplaced = table.round is not None and irregular(table.round).misplaced
    return deviation or (kept.deviation if misplaced or kept.foreign else None)


def after_round_by_hand(before: Table, settled: Table) -> Table:
    """The table after its round: the cards carried to the next, and the round, so that it can be corrected later."""
    round_, pack, kept = settled.current_round, settled.current_pack, kept_of(settled)
    require(round_.over, f"round {settled.round_number} is over")
    options = settled.permissions.round_options
    past = PastRound(settled.round_number, round_.wagers, round_.limits, round_.device, round_.acts, options)
    on_record = settled.settings.cards_on_record and settled.settings.cards_from == "shoe"
    kept = replace(
        kept,
        deviation=None,
        foreign="",
        turned=None,
        not_shuffled=kept.not_shuffled or pack.mid_round or bool(pack.out_at and not pack.discarded),
        out=_more_out(kept.out, round_.cards_seen()) if on_record else {},
        past=(*kept.past, past)[-PAST_ROUNDS_MAX:],
    )
    return replace(settled, carried=carried_now(before), by_hand=kept)


def _more_out(out: dict[str, int], cards: Iterable[Card]) -> dict[str, int]:
    """How often each card is out, with further ones."""
    return dict(Counter(out) + Counter(str(card) for card in cards if card is not UNSEEN))


# Cards


def _card_keyed(book: Book, table: Table, record: r.CardKeyed) -> Table:
    kept = kept_of(table)
    kept = replace(kept, deviation=_still(table, kept, record.deviation))
    if record.deviation is not None and record.deviation.kind == "foreign-card":
        kept = replace(kept, foreign=str(record.card))
    if table.in_round:
        return replace(table, by_hand=kept)
    return _with_lone_card(replace(table, by_hand=replace(kept, lone=str(record.card))), record.card, 1)


def _with_lone_card(table: Table, card: Card, times: int) -> Table:
    """The table after a card has left the shoe in no round: one that nobody has seen is the next card (R31)."""
    pack = table.current_pack
    carried = table.carried
    if card is UNSEEN:
        carried = (*carried, card) if times > 0 else carried[:-1]
    return replace(table, pack=replace(pack, drawn=pack.drawn + times), carried=carried)


def undone_card(table: Table) -> Card | None:
    """The card that was keyed last and that nothing has followed; none if there is no such card."""
    kept = kept_of(table)
    if kept.foreign:
        return card_or_unseen(kept.foreign)
    if not table.in_round:
        lone = kept.lone if kept.deviation is not None else ""
        return card_or_unseen(lone) if lone else None
    round_ = table.current_round
    if kept.turned is not None and kept.turned[1] == len(round_.acts):
        return card_of(round_.acts[kept.turned[0]])
    left = without_last_card(round_)
    return card_of(round_.acts[len(left)]) if len(left) < len(round_.acts) else None


def card_of(act: Act) -> Card:
    """The card with which an act left the shoe."""
    if not isinstance(act, CardAct):
        raise Inconsistent(f"{act} is about no card")
    return act.card


def _card_undone(book: Book, table: Table, record: r.CardUndone) -> Table:
    kept = kept_of(table)
    cleared = replace(kept, foreign="", deviation=None, turned=None, lone="")
    if kept.foreign:
        return replace(table, by_hand=cleared)
    if not table.in_round:
        return _with_lone_card(replace(table, by_hand=cleared), record.card, -1)
    book, round_, pack = book_of_round(book, table), table.current_round, table.current_pack
    if kept.turned is not None and kept.turned[1] == len(round_.acts):
        again = with_name(book, round_, kept.turned[0], UNSEEN)
    else:
        again = rebuilt(book, round_, without_last_card(round_))
        pack = replace(pack, drawn=pack.drawn - 1)
    again = present(again, "round without the name")
    return replace(table, round=again, pack=pack, declined=(), join_offer=None, by_hand=cleared)


def without_last_card(round_: Round) -> tuple[Act, ...]:
    """The acts of a round up to its last card, if only offers were closed after it; otherwise all of them."""
    acts = list(round_.acts)
    while acts and isinstance(acts[-1], CloseOffer):
        acts.pop()
    return tuple(acts[:-1]) if acts and isinstance(acts[-1], CardAct) else round_.acts


def unnamed_act(round_: Round) -> int | None:
    """The first act of a round whose card left the shoe face down and has no name yet; the next card comes first."""
    unnamed = [place for place, act in enumerate(round_.acts) if isinstance(act, CardAct) and act.card is UNSEEN]
    if next_is_unseen(round_):
        return next(place for place in unnamed if isinstance(round_.acts[place], DrawInError))
    return unnamed[0] if unnamed else None


def with_name(book: Book, round_: Round, place: int, card: Card) -> Round | None:
    """The round with the name of a card that left the shoe face down; none if it could not have gone on so."""
    act = round_.acts[place]
    if isinstance(act, DrawInError):
        named: Act = DrawInError(card, exposed=card is not UNSEEN)
    elif isinstance(act, Burn | ExtraCard):
        named = replace(act, card=card)
    else:
        return None
    try:
        return rebuilt(book, round_, (*round_.acts[:place], named, *round_.acts[place + 1 :]))
    except IllegalAct:
        return None


def _card_turned(book: Book, table: Table, record: r.CardTurned) -> Table:
    before = table.current_round
    after = with_name(book_of_round(book, table), before, record.act, record.card)
    after = present(after, "round with the name of the card")
    kept = replace(kept_of(table), turned=(record.act, len(after.acts)), deviation=None)
    changed = replace(table, round=after, join_offer=None, by_hand=kept)
    return changed if (before.phase, before.turn) == (after.phase, after.turn) else replace(changed, declined=())


def _cards_of_the_day(book: Book, table: Table, record: r.CardsOfTheDay) -> Table:
    kept, pack = kept_of(table), table.current_pack
    match record.what:
        case "shuffled":
            kept = replace(kept, not_shuffled=False, not_cut=pack.cards_from == "shoe", out={}, deviation=None)
            fresh = after_shuffle(with_real_cards(book, table))
            return replace(fresh, due=table.due, shoes=table.shoes + 1, last_out_at=pack.out_at, by_hand=kept)
        case "cut":
            return replace(table, by_hand=replace(kept, not_cut=False))
        case "loaded":
            if record.card is None:
                return table
            out = _more_out(kept.out, (record.card,)) if table.settings.cards_on_record else kept.out
            pack = replace(pack, drawn=pack.drawn + 1, burnt=pack.burnt + 1)
            return replace(table, pack=pack, by_hand=replace(kept, out=out))
        case "cutting-card-out":
            last = table.final_rounds is not None and table.final_rounds <= book.shoe.final_rounds.value
            kept = replace(kept, not_shuffled=kept.not_shuffled or not (last or table.in_play))
            return replace(table, pack=replace(pack, out_at=record.by, discarded=last), by_hand=kept)
        case _:
            return replace(table, pack=replace(pack, mid_round=True), by_hand=replace(kept, out={}))


# Corrections


def past_round(book: Book, past: PastRound) -> Round:
    """An earlier round, rebuilt from its acts."""
    book = with_permissions(book, past.options)
    opened = open_round(book, past.wagers, past.limits, device=past.device)
    return rebuilt(book, opened, past.acts)


def net_changes(kept: HandDealt, before: Round, after: Round) -> tuple[r.NetChange, ...]:
    """What each player has won more by a correction, under the name that they have now."""
    won, wins = before.net(), after.net()
    changes = ((kept.linked.get(name, name), wins[name] - won.get(name, 0)) for name in sorted(wins))
    return tuple(r.NetChange(name, cents) for name, cents in changes if cents)


def _record_corrected(book: Book, table: Table, record: r.RecordCorrected) -> Table:
    kept = kept_of(table)
    if table.in_round and record.number == table.round_number:
        before = table.current_round
        after = rebuilt(book_of_round(book, table), before, record.acts)
        drawn = table.current_pack.drawn + cards_left(after) - cards_left(before)
        pack = replace(table.current_pack, drawn=drawn)
        kept = replace(kept, turned=None, deviation=_still(replace(table, round=after), kept, None))
        return replace(table, round=after, pack=pack, declined=(), join_offer=None, by_hand=kept)
    place = next(place for place, past in enumerate(kept.past) if past.number == record.number)
    was = kept.past[place]
    now = replace(was, acts=record.acts)
    changes = net_changes(kept, past_round(book, was), past_round(book, now))
    require(changes == record.changes, f"round {record.number} comes to what its record says")
    kept = replace(kept, past=(*kept.past[:place], now, *kept.past[place + 1 :]))
    return replace(table, by_hand=kept, amended=with_amendment(table, record.number, record.changes))


# Patrons


def _patron_noted(book: Book, table: Table, record: r.PatronNoted) -> Table:
    kept = kept_of(table)
    notes = {name: note for name, note in kept.notes.items() if name != record.patron}
    if record.note:
        notes[record.patron] = record.note
    for name in list(notes)[:-NOTES_MAX]:
        del notes[name]
    return replace(table, by_hand=replace(kept, notes=notes))


def _patron_linked(book: Book, table: Table, record: r.PatronLinked) -> Table:
    old, new = record.patron, record.player

    def named(name: str) -> str:
        return new if name == old else name

    patrons = {
        named(name): replace(patron, name=new, chips=0) if name == old else patron
        for name, patron in table.patrons.items()
    }
    kept = kept_of(table)
    notes = {name: note for name, note in kept.notes.items() if name != old}
    return replace(
        table,
        patrons=patrons,
        seats={box: named(name) for box, name in table.seats.items()},
        wanted={box: named(name) for box, name in table.wanted.items()},
        reserved={box: named(name) for box, name in table.reserved.items()},
        wagers=tuple(replace(laid, player=named(laid.player)) for laid in table.wagers),
        ready=tuple(map(named, table.ready)),
        by_hand=replace(kept, notes=notes, linked={**kept.linked, old: new}),
        signs=renamed(table.signs, old, new),
    )


def _as_it_was(book: Book, table: Table, record: r.HandDealtRecord) -> Table:
    return table


HAND_DEALT_FOLDS: dict[type, Callable[[Book, Table, Any], Table]] = {
    r.CardKeyed: _card_keyed,
    r.CardUndone: _card_undone,
    r.CardTurned: _card_turned,
    r.SignalKeyed: _as_it_was,
    r.CardsOfTheDay: _cards_of_the_day,
    r.RecordCorrected: _record_corrected,
    r.LateChips: _as_it_was,
    r.PatronNoted: _patron_noted,
    r.PatronLinked: _patron_linked,
}
