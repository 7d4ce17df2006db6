"""Search of rounds by table, time, player, hand and event, newest first, so many rounds at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, Row, and_, exists, select

from boxseat.cards import Card
from boxseat.inspection.recall import rebuild
from boxseat.journal import schema
from boxseat.journal.store import Store
from boxseat.pit.events.event_kinds import EventKind
from boxseat.pit.events.event_list import events_of_versions
from boxseat.play.state import Round
from boxseat.table.names import STREAM_PREFIX, stream_of, table_of

ROUNDS_PER_SEARCH_MAX = 500
"""Rounds that one search goes through; it says where to go on."""
FOUND_MAX = 50


class Wanted(msgspec.Struct, frozen=True):
    """What to search for; what is left out is not looked at."""

    table: str = ""
    since: int = 0
    until: int | None = None
    """Times at which the round began, from one until before the other, in microseconds UTC."""
    player: str = ""
    """Who had a wager in it."""
    cards: tuple[Card, ...] = ()
    """Cards that one hand had, a player's or the dealer's."""
    event: EventKind | None = None


class FoundRound(msgspec.Struct, frozen=True):
    """A round that was found; its id recalls it."""

    id: str
    table: str
    number: int
    at: int
    """When it began, in milliseconds since 1970."""
    over: bool


class RoundsFound(msgspec.Struct, frozen=True):
    """Rounds, newest first."""

    rounds: tuple[FoundRound, ...]
    before: int
    """Value of `before` that goes on; 0 if there are no earlier rounds."""


async def find_rounds(store: Store, wanted: Wanted, before: int | None = None) -> RoundsFound:
    """The rounds that fit among the newest ones that began before a time, in microseconds UTC."""
    rows = await store.query(lambda connection: _rounds(connection, wanted, before))
    found: list[FoundRound] = []
    for row in rows:
        if len(found) >= FOUND_MAX:
            return RoundsFound(tuple(found), row.at + 1)
        if await _fits(store, wanted, row):
            found.append(FoundRound(row.id, table_of(row.stream), row.number, row.at // 1000, row.last is not None))
    return RoundsFound(tuple(found), rows[-1].at if len(rows) == ROUNDS_PER_SEARCH_MAX else 0)


def _rounds(connection: Connection, wanted: Wanted, before: int | None) -> Sequence[Row[tuple[object, ...]]]:
    """The rounds of the table and time that are wanted, newest first."""
    r = schema.rounds.c
    chosen = select(schema.rounds).where(r.at >= wanted.since, r.stream.startswith(STREAM_PREFIX))
    if wanted.table:
        chosen = chosen.where(r.stream == stream_of(wanted.table))
    for end in (wanted.until, before):
        if end is not None:
            chosen = chosen.where(r.at < end)
    return connection.execute(chosen.order_by(r.at.desc(), r.id).limit(ROUNDS_PER_SEARCH_MAX)).all()


async def _fits(store: Store, wanted: Wanted, row: Row[tuple[object, ...]]) -> bool:
    """Whether a round has the player, the event and the hand that are wanted."""
    stream, first, last = str(row.stream), row.first, row.last
    if wanted.player and not await store.query(lambda connection: _wagered(connection, wanted.player, row)):
        return False
    if wanted.event is not None:
        events = await store.query(lambda connection: events_of_versions(connection, stream, first, last))
        if wanted.event not in {each.kind for each in events}:
            return False
    return not wanted.cards or _has_hand((await rebuild(store, str(row.id))).round, wanted.cards)


def _wagered(connection: Connection, player: str, row: Row[tuple[object, ...]]) -> bool:
    """Whether a player's wager left its box in a round, however it was settled."""
    e, p = schema.entries.c, schema.postings.c
    within = and_(e.stream == row.stream, e.version >= row.first)
    if row.last is not None:
        within = and_(within, e.version <= row.last)
    theirs = and_(p.giver.startswith("wager/"), p.giver.endswith(f"/{player}", autoescape=True))
    chosen = select(exists(select(p.seq).join(schema.entries, e.seq == p.seq).where(within, theirs)))
    return bool(connection.execute(chosen).scalar())


def _has_hand(round_: Round, cards: tuple[Card, ...]) -> bool:
    """Whether a hand has all of these cards."""
    hands = [round_.dealer, *(hand.cards for box in round_.boxes for hand in box.hands)]
    return any(Counter(cards) <= Counter(hand) for hand in hands)
