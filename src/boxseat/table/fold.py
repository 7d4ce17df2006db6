"""How a table becomes what it is: one record after another, each changing the state in its own small way.

Folding reads no clock, no chance and no file: the same records give the same table, live, after a restart, and in an audit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from boxseat.cards import Card
from boxseat.fairness.shuffle import canonical, whole_pack
from boxseat.money import dollars
from boxseat.play.acts import Act, CloseOffer, Deal, PlayAbsent
from boxseat.play.announce import announcements
from boxseat.play.opening import open_round
from boxseat.play.step import step
from boxseat.rulebook.book import Book
from boxseat.table import records as r
from boxseat.table.state import (
    CutOffer,
    HouseDecision,
    JoinOffer,
    Pack,
    Patron,
    Revealed,
    Status,
    Table,
    on_table_around,
    question,
)
from boxseat.table.wager_rules import in_line

MOST_WARNED = 100
"""So many people who were warned and left are remembered; there is no end of those who come and go."""

K = TypeVar("K")
V = TypeVar("V")


def fold_entry(book: Book, table: Table, happened: Iterable[r.TableRecord], at: int) -> Table:
    """The table after one entry of its journal."""
    before = question(table)
    table = begin_entry(table)
    for record in happened:
        table = fold(book, table, record)
    return timed(table, before, at)


def begin_entry(table: Table) -> Table:
    """The table as its next entry finds it."""
    return replace(table, said=(), version=table.version + 1)


def timed(table: Table, before: tuple[object, ...], at: int) -> Table:
    """The table with its clock set: a new question has its whole time."""
    after = question(table)
    if after == before:
        return table
    times = table.settings.times
    wagering = times.wager if table.has_stakes else None
    limit = {"cut": times.cut, "round": times.decide, "wagering": wagering}[str(after[0])]
    deadline = None if limit is None else at + limit
    bets_opened = before[1:3] != after[1:3] and not table.in_round
    open_since = table.version if bets_opened else table.open_since
    return replace(table, asked_since=table.version, open_since=open_since, deadline=deadline)


def fold(book: Book, table: Table, record: r.TableRecord) -> Table:
    """The table after one thing that happened."""
    return _FOLDS[type(record)](book, table, record)


def decks(book: Book) -> tuple[Card, ...]:
    """All the cards of the game, as they lie before a shuffle."""
    return whole_pack(book.cards.ranks.value, book.cards.decks.value)


def decks_without(book: Book, out: Iterable[Card]) -> tuple[Card, ...]:
    """All the cards of the game but for those that lie elsewhere."""
    return canonical((Counter(decks(book)) - Counter(out)).elements())


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
    )


def _opened_for_play(book: Book, table: Table, record: r.OpenedForPlay) -> Table:
    opened = replace(
        table, status=Status.OPEN, beginning=True, final_rounds=None, float_cents=table.settings.opening_float
    )
    number = book.cards.decks.value
    packed = f"{number} {'deck' if number == 1 else 'decks'} of {len(decks(book)) // number} cards"
    dealt_from = "a shuffling device" if table.settings.cards_from == "device" else "a shoe"
    return _say(opened, f"The table is open: {packed}, dealt from {dealt_from}.")


def _final_rounds(book: Book, table: Table, record: r.FinalRoundsAnnounced) -> Table:
    rounds = record.rounds - table.in_round
    said = f"Final {rounds} rounds" if rounds > 1 else "Final round"
    said += " after this one." if table.in_round else "."
    return _say(replace(table, final_rounds=record.rounds), said)


def _closing(book: Book, table: Table, record: r.Closing) -> Table:
    return _say(replace(table, status=Status.CLOSING), "The table closes: no further round begins.")


def _closed(book: Book, table: Table, record: r.TableClosed) -> Table:
    restricted = {name: patron for name, patron in table.remembered.items() if patron.is_restricted}
    closed = replace(table, status=Status.CLOSED, final_rounds=None, pack=None, cut_offer=None, rack=())
    closed = replace(closed, remembered=restricted)
    return _say(replace(closed, float_cents=0, drop_cents=0), "The table is closed.")


def _chips_bought(book: Book, table: Table, record: r.ChipsBought) -> Table:
    patron = table.patrons.get(record.player) or table.remembered.get(record.player)
    patron = patron or Patron(record.player, 0, record.computer)
    table = replace(table, drop_cents=table.drop_cents + record.cents, float_cents=table.float_cents - record.cents)
    table = replace(table, remembered=_without(table.remembered, record.player))
    return _with_patron(table, replace(patron, chips=patron.chips + record.cents, leaving=False, why_leaving=""))


def _left_table(book: Book, table: Table, record: r.LeftTable) -> Table:
    gone = table.patrons[record.player]
    patrons = _without(table.patrons, record.player)
    if gone.is_remembered:
        table = _with_remembered(table, replace(gone, chips=0, leaving=False, why_leaving="", idle_rounds=0))
    ready = tuple(name for name in table.ready if name != record.player)
    wanted = {box: name for box, name in table.wanted.items() if name != record.player}
    return _say(replace(table, patrons=patrons, ready=ready, wanted=wanted), f"{record.player} leaves the table.")


def _leaving(book: Book, table: Table, record: r.LeavingAfterRound) -> Table:
    return _with_patron(table, replace(table.patrons[record.player], leaving=True, why_leaving=record.why))


def _seat_taken(book: Book, table: Table, record: r.SeatTaken) -> Table:
    seats = {**table.seats, record.box: record.player}
    wanted = {box: name for box, name in table.wanted.items() if box != record.box and name != record.player}
    wagers = tuple(replace(laid, seated=seats.get(laid.box) == laid.player) for laid in table.wagers)
    # The round in play is none that they let go by.
    patron = replace(table.patrons[record.player], idle_rounds=-1 if table.in_round else 0)
    seated = _with_patron(replace(table, seats=seats, wanted=wanted, wagers=wagers), patron)
    return _say(seated, f"{record.player} sits down at box {record.box}.")


def _seat_left(book: Book, table: Table, record: r.SeatLeft) -> Table:
    said = f"Box {record.box} is free" + (f": {record.why}." if record.why else ".")
    return _say(replace(table, seats=_without(table.seats, record.box)), said)


def _box_wanted(book: Book, table: Table, record: r.BoxWanted) -> Table:
    queue = {name: box for box, name in table.wanted.items()} | {record.player: record.box}
    wanted = {box: name for name, box in queue.items()}
    return _say(replace(table, wanted=wanted), f"{record.player} waits for box {record.box}.")


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
    return _moved(table, replace(table, wagers=(*others[:place], wager, *others[place:])))


def _wager_returned(book: Book, table: Table, record: r.WagerReturned) -> Table:
    kept = tuple(laid for laid in table.wagers if (laid.box, laid.player) != (record.box, record.player))
    returned = _moved(table, replace(table, wagers=kept))
    if record.why:
        returned = _say(returned, f"{record.player}'s wager on box {record.box} is returned: {record.why}.")
    return returned


def _ready(book: Book, table: Table, record: r.PlayerReady) -> Table:
    return replace(table, ready=(*table.ready, record.player))


def _warned(book: Book, table: Table, record: r.PlayerWarned) -> Table:
    rule, least = book.limits.placed_under_minimum, dollars(table.sign.box.minimum or 0)
    said = f"{record.player}: further wagers under the minimum of {least} are returned (clause {rule.clause})."
    return _say(_with_patron(table, replace(table.patrons[record.player], warned=True)), said)


# The cards


def _cards_shuffled(book: Book, table: Table, record: r.CardsShuffled) -> Table:
    assert not record.stacked or table.settings.practice, "cards are set by hand at practice tables only"
    size = len(record.pack) or len(decks(book))
    pack = Pack(
        record.shoe,
        record.commitment,
        record.cards_from,
        size,
        cards=record.pack,
        stacked=record.stacked,
        mid_round=record.mid_round,
        first=table.version,
        at=record.at,
    )
    if table.pack is not None and record.mid_round:
        pack = replace(pack, rounds=table.pack.rounds, regulars=table.pack.regulars)
    said = f"The cards are shuffled{': ' + record.why if record.why else ''}."
    last_out_at = "" if table.pack is None else table.last_out_at if table.pack.mid_round else table.pack.out_at
    rack = table.rack if record.pack else ()
    shuffled = replace(table, pack=pack, shoes=table.shoes + 1, last_out_at=last_out_at, cut_offer=None, rack=rack)
    return shuffled if record.cards_from == "device" else _say(shuffled, said)


def _cut_offered(book: Book, table: Table, record: r.CutOffered) -> Table:
    declined = table.cut_offer.declined if table.cut_offer else ()
    said = f"{record.player or 'A supervisor'} is asked to cut the cards."
    return _say(replace(table, cut_offer=CutOffer(record.player, declined)), said)


def _cut_declined(book: Book, table: Table, record: r.CutDeclined) -> Table:
    assert table.cut_offer is not None
    offer = replace(table.cut_offer, declined=(*table.cut_offer.declined, record.player))
    return replace(table, cut_offer=offer)


def _cards_cut(book: Book, table: Table, record: r.CardsCut) -> Table:
    pack = replace(_pack(table), cut=True, place=record.place, behind=record.behind)
    cut = replace(table, pack=pack, cut_offer=None)
    return cut if record.place is None else _say(cut, f"{_begun(record.by)} cuts the cards.")


def _card_burnt(book: Book, table: Table, record: r.CardBurnt) -> Table:
    pack = _pack(table)
    return _say(replace(table, pack=replace(pack, drawn=pack.drawn + 1, burnt=pack.burnt + 1)), "A card is burnt.")


def _cutting_card_out(book: Book, table: Table, record: r.CuttingCardOut) -> Table:
    pack = replace(_pack(table), out_at=record.at, discarded=record.discarded)
    said = "The cutting card is out"
    if record.discarded:
        said += " and discarded: the final rounds are dealt to their end."
    elif record.at == "first card":
        said += " as the first card of the round: the cards are shuffled first."
    else:
        said += ": the cards are shuffled after this round."
    return _say(replace(table, pack=pack), said)


def _rack_returned(book: Book, table: Table, record: r.RackReturned) -> Table:
    assert table.round is not None
    pack = _pack(table)
    inside = decks_without(book, table.round.cards_seen())
    pack = replace(pack, stage=2, stage_cards=inside, stage_drawn=0, size=pack.drawn + len(inside))
    return replace(table, pack=pack, rack=())


def _shoe_finished(book: Book, table: Table, record: r.ShoeFinished) -> Table:
    return replace(table, revealed=Revealed(record.shoe, _pack(table).commitment, record.seed))


# The round


def _round_opened(book: Book, table: Table, record: r.RoundOpened) -> Table:
    boxes = {wager.box for wager in table.wagers}
    limits = table.sign.box
    if limits.maximum is not None:
        limits = replace(limits, maximum=max(limits.maximum, *(table.box_maxima.get(box, 0) for box in boxes), 0))
    wagerers = {wager.player for wager in table.wagers}
    pack = _pack(table)
    regulars = tuple(
        sorted(wagerers) if pack.regulars is None else [name for name in pack.regulars if name in wagerers]
    )
    opened = replace(
        table,
        round=open_round(book, in_line(book, table.wagers), limits),
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
        pack=replace(pack, rounds=pack.rounds + 1, regulars=regulars),
    )
    return _moved(table, opened)


def _acted(book: Book, table: Table, record: r.Acted) -> Table:
    for act in record.acts:
        table = _after_act(book, table, act)
        if isinstance(act, PlayAbsent) and record.instead_of:
            table = _decided(
                table, HouseDecision(record.instead_of, act.box, "played the hand by the absent player's rule")
            )
    return table


def _after_act(book: Book, table: Table, act: Act) -> Table:
    before = table.round
    assert before is not None
    after = step(book, before, act)
    pack = table.pack
    if isinstance(act, Deal) and pack is not None:
        staged = 1 if pack.stage == 2 else 0
        pack = replace(pack, drawn=pack.drawn + 1, stage_drawn=pack.stage_drawn + staged)
    said = (*table.said, *announcements(book, before, after))
    changed = replace(table, round=after, pack=pack, join_offer=None, said=said)
    if (before.phase, before.turn) != (after.phase, after.turn):
        changed = replace(changed, declined=())
    money_stands = isinstance(act, Deal | CloseOffer) and len(before.settlements) == len(after.settlements)
    return changed if money_stands else _moved(table, changed)


def _declined(book: Book, table: Table, record: r.Declined) -> Table:
    return replace(table, declined=(*table.declined, (record.player, record.box)))


def _join_offered(book: Book, table: Table, record: r.JoinOffered) -> Table:
    return replace(table, join_offer=JoinOffer(record.act, record.asked))


def _join_answered(book: Book, table: Table, record: r.JoinAnswered) -> Table:
    offer = table.join_offer
    assert offer is not None
    asked = tuple(name for name in offer.asked if name != record.player)
    joined = {**offer.joined, record.player: record.cents} if record.joins else offer.joined
    return replace(table, join_offer=replace(offer, asked=asked, joined=joined))


def _time_ran_out(book: Book, table: Table, record: r.TimeRanOut) -> Table:
    """What was let go by for those who did not answer; a hand played for somebody is told of where it is played."""
    if not record.offer:
        return table
    what = "did not join" if record.offer == "join" else f"let the {record.offer} go by"
    return _decided(table, *(HouseDecision(*whose, what) for whose in zip(record.players, record.boxes, strict=True)))


def _round_settled(book: Book, table: Table, record: r.RoundSettled) -> Table:
    round_ = table.round
    assert round_ is not None
    wagerers = {wager.player for wager in round_.wagers}
    full = len(table.seats) >= book.layout.boxes.value
    patrons = {
        name: replace(patron, idle_rounds=patron.idle_rounds + 1 if full and name not in wagerers else 0)
        for name, patron in table.patrons.items()
    }
    left = None if table.final_rounds is None else table.final_rounds - 1
    return replace(table, settled=True, patrons=patrons, rack=tuple(round_.cards_seen()), final_rounds=left)


# What the records share


def _pack(table: Table) -> Pack:
    assert table.pack is not None
    return table.pack


def _decided(table: Table, *decisions: HouseDecision) -> Table:
    return replace(table, house_decisions=(*table.house_decisions, *decisions))


def _moved(before: Table, after: Table) -> Table:
    """The table with every player's chips, and the float, as wagers laid and wagers settled have moved them."""
    changes: dict[str, int] = {}
    lay, lies = on_table_around(before, after)
    for lying, sign in ((lay, 1), (lies, -1)):
        for (_, player), cents in lying.items():
            changes[player] = changes.get(player, 0) + sign * cents
    paid = 0
    if after.round is not None and after.round is not before.round:
        won = before.round.net() if before.round is not None and before.in_round else {}
        for name, net in after.round.net().items():
            net -= won.get(name, 0)
            changes[name] = changes.get(name, 0) + net
            paid += net
    patrons = dict(after.patrons)
    for name, cents in changes.items():
        if cents:
            patrons[name] = replace(patrons[name], chips=patrons[name].chips + cents)
    return replace(after, patrons=patrons, float_cents=after.float_cents - paid)


def _with_patron(table: Table, patron: Patron) -> Table:
    return replace(table, patrons={**table.patrons, patron.name: patron})


def _with_remembered(table: Table, patron: Patron) -> Table:
    """Somebody who is not at the table is remembered, or no longer; of those only warned, the latest."""
    kept = _without(table.remembered, patron.name)
    if patron.is_remembered:
        kept[patron.name] = patron
    warned = [name for name, one in kept.items() if not one.is_restricted]
    for name in warned[:-MOST_WARNED]:
        del kept[name]
    return replace(table, remembered=kept)


def _without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    return {other: value for other, value in mapping.items() if other != key}


def _begun(who: str) -> str:
    """Who does something, at the head of a sentence; people's names are as they write them."""
    return who.capitalize() if who == r.HOUSE else who


def _say(table: Table, sentence: str) -> Table:
    return replace(table, said=(*table.said, sentence))


_FOLDS: dict[type, Callable[[Book, Table, Any], Table]] = {
    r.TableOpened: _table_opened,
    r.OpenedForPlay: _opened_for_play,
    r.FinalRoundsAnnounced: _final_rounds,
    r.Closing: _closing,
    r.TableClosed: _closed,
    r.ChipsBought: _chips_bought,
    r.LeftTable: _left_table,
    r.LeavingAfterRound: _leaving,
    r.SeatTaken: _seat_taken,
    r.SeatLeft: _seat_left,
    r.BoxWanted: _box_wanted,
    r.BoxReserved: _box_reserved,
    r.BoxMarked: _box_marked,
    r.PlayerRestricted: _restricted,
    r.WagerLaid: _wager_laid,
    r.WagerReturned: _wager_returned,
    r.PlayerReady: _ready,
    r.PlayerWarned: _warned,
    r.CardsShuffled: _cards_shuffled,
    r.CutOffered: _cut_offered,
    r.CutDeclined: _cut_declined,
    r.CardsCut: _cards_cut,
    r.CardBurnt: _card_burnt,
    r.CuttingCardOut: _cutting_card_out,
    r.RackReturned: _rack_returned,
    r.ShoeFinished: _shoe_finished,
    r.RoundOpened: _round_opened,
    r.Acted: _acted,
    r.Declined: _declined,
    r.JoinOffered: _join_offered,
    r.JoinAnswered: _join_answered,
    r.TimeRanOut: _time_ran_out,
    r.RoundSettled: _round_settled,
}
