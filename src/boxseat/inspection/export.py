"""Export of rounds as replay documents, which anybody can settle again without the server, and of other kinds' documents.

A document names its game. If the table used a book of the operator's, or a text that has changed since, the original text is
written beside the documents, and they name its file.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from boxseat.clock import WallClock
from boxseat.consistency import present, require
from boxseat.house.kinds import STREAM_KINDS
from boxseat.house.live_stream import LiveStream
from boxseat.house.streams import StreamKinds
from boxseat.inspection.recall import NoSuchRound
from boxseat.inspection.retrace import retraced
from boxseat.journal import schema
from boxseat.journal.entry import RoundIndex
from boxseat.journal.store import Store
from boxseat.ledger.accounts import CAGE, chips, table_float, wager
from boxseat.money import dollars
from boxseat.play.document import read_document
from boxseat.play.document_writer import write_document
from boxseat.play.replay import play_document
from boxseat.play.state import Round
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES
from boxseat.rulebook.stored_book import kept_text
from boxseat.table.chip_moves import BOUGHT
from boxseat.table.corrections.moves import OF_PAYMENT, OF_ROUND
from boxseat.table.names import PRACTICE, STREAM_PREFIX, is_table_stream, stream_of, table_of
from boxseat.table.permissions.overlay import book_of_round
from boxseat.table.records import RoundSettled
from boxseat.table.rulings.chip_corrections import owed_by
from boxseat.table.state import Table


class BookFile(msgspec.Struct, frozen=True):
    """A book's text, written beside the documents that name it."""

    name: str
    text: str


class Exported(msgspec.Struct, frozen=True):
    """A finished round as a replay document."""

    index: RoundIndex
    document: dict[str, object]
    book: BookFile | None
    """None if the document names one of the four games with its present text."""
    round: Round
    as_played: Book


async def export(store: Store, round_id: str) -> Exported:
    """Export one round; `NoSuchRound` if there is none, or if it is still in play."""
    index = await store.round(round_id)
    if index is None or index.last is None or not is_table_stream(index.stream):
        raise NoSuchRound(round_id)
    async for exported in export_rounds(store, [index]):
        return exported
    raise NoSuchRound(round_id)


async def export_rounds(store: Store, indexes: Sequence[RoundIndex]) -> AsyncIterator[Exported]:
    """Export rounds of one table, in order; entries between two rounds are folded if that is shorter than from a snapshot."""
    for run in _runs(indexes):
        wanted = {index.last: index for index in run}
        async for each in retraced(store, run[0].stream, run[0].first, run[-1].last):
            index = wanted.get(each.entry.version)
            if index is None:
                continue
            after = next(step.after for step in each.steps if isinstance(step.record, RoundSettled))
            require(after.round_id == index.id, f"the index of round {index.id} leads to round {after.round_id}")
            yield await _exported(store, index, each.book, after)


ENTRIES_BETWEEN_ROUNDS_MAX = 400
"""Rounds at most this many entries apart are read together; a snapshot is at most half as far away."""


def _runs(indexes: Sequence[RoundIndex]) -> list[list[RoundIndex]]:
    runs: list[list[RoundIndex]] = []
    for index in sorted(indexes, key=lambda index: index.first):
        previous = runs[-1][-1].last if runs else None
        if previous is not None and index.first - previous < ENTRIES_BETWEEN_ROUNDS_MAX:
            runs[-1].append(index)
        else:
            runs.append([index])
    return runs


async def _exported(store: Store, index: RoundIndex, book: Book, table: Table) -> Exported:
    book = book_of_round(book, table)
    own = None if book_digest(table.game) == table.book else await _book_file(store, table)
    document = write_document(book, table.current_round, game=table.game if own is None else own.name)
    return Exported(index, document, own, table.current_round, book)


async def _book_file(store: Store, table: Table) -> BookFile:
    stored = present(await store.book(table.book), f"text of the book {table.game}")
    text = kept_text(stored)  # so that it is read as any book one brings
    plain = "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in table.game)[:60]
    return BookFile(f"{plain}-{table.book[:12]}.toml", text)


@cache
def book_digest(game: str) -> str:
    """The digest of the present book of one of the four games; empty for any other name."""
    if game not in GAMES:
        return ""
    text = resources.files("boxseat.rulebook").joinpath("books", f"{game}.toml").read_text("utf-8")
    return hashlib.sha256(text.encode()).hexdigest()


# Documents of other kinds


class StreamDocument(msgspec.Struct, frozen=True):
    """A document that a stream's kind makes of its state."""

    name: str
    """The stream's name with a hyphen for the slash, then the document's own name."""
    content: Mapping[str, Any]


async def stream_documents(store: Store, kinds: StreamKinds = STREAM_KINDS) -> AsyncIterator[StreamDocument]:
    """The documents of all streams, kind by kind, from what anybody may know."""
    clock = WallClock()
    for kind in kinds:
        if not kind.exports:
            continue
        for stored in await store.streams(kind.prefix):
            live: LiveStream[Any] = LiveStream(kind, store, stored.stream, clock)
            await live.load()
            for name, content in kind.documents(live.context, live.state):
                yield StreamDocument(f"{stored.stream.replace('/', '-')}-{name}", content)


# Which rounds


async def find_rounds(
    store: Store, *, tables: Sequence[str] = (), since: int | None = None, until: int | None = None
) -> list[RoundIndex]:
    """Finished rounds of some or all tables that began within a period."""
    c = schema.rounds.c
    chosen = select(c.id, c.stream, c.number, c.first, c.last, c.at).where(c.last.is_not(None))
    if since is not None:
        chosen = chosen.where(c.at >= since)
    if until is not None:
        chosen = chosen.where(c.at < until)
    streams = [stream_of(table) for table in tables] or [
        state.stream
        for state in await store.streams(STREAM_PREFIX)
        if state.version and not table_of(state.stream).startswith(PRACTICE)
    ]

    def work(connection: Connection) -> list[RoundIndex]:
        return [
            RoundIndex(*row)
            for stream in streams
            for row in connection.execute(chosen.where(c.stream == stream).order_by(c.number))
        ]

    return await store.query(work)


# Whether a document settles as the floor did


async def differences(store: Store, exported: Exported) -> list[str]:
    """Replay a document and compare it with the stored round and the ledger; one sentence for each difference."""
    found: list[str] = []
    document = read_document(exported.document, opener=lambda _: exported.as_played)
    replayed = play_document(document)
    round_, again = exported.round, replayed.round
    for refused in replayed.refused:
        found.append(f"decision {refused.decision} ({refused.do}) is refused: {refused.refusal.reason}")
    for what, was, now in (
        ("the dealer's cards", round_.dealer, again.dealer),
        ("the boxes' cards", _cards(round_), _cards(again)),
        ("the settlements", round_.settlements, again.settlements),
        ("what was void", round_.void, again.void),
    ):
        if was != now:
            found.append(f"{what} are not as they were played")
    paid = await _paid(store, exported)
    other = {name: cents - paid.get(name, 0) for name, cents in again.net().items() if cents != paid.get(name, 0)}
    if sum(other.values()) != paid.get(CAGE, 0):  # where a correction paid players who had left
        for name, cents in other.items():
            found.append(
                f"{name} comes to {dollars(cents + paid.get(name, 0))}, and was paid {dollars(paid.get(name, 0))}"
            )
    return found


def _cards(round_: Round) -> list[object]:
    return [[hand.cards for hand in box.hands] for box in round_.boxes]


async def _paid(store: Store, exported: Exported) -> dict[str, int]:
    """What each player won or lost by the ledger: the postings between them, or what they owe, and the table's float.

    Under the cage's name: what a correction paid to players who had left.
    """
    index = exported.index
    table = table_of(index.stream)
    tray = table_float(table)
    p, e = schema.postings.c, schema.entries.c
    chosen = (
        select(p.giver, p.taker, p.cents, p.clause)
        .join(schema.entries, e.seq == p.seq)
        .where(e.stream == index.stream, e.version >= index.first, e.version <= index.last)
        .where(p.why != BOUGHT, ~p.why.startswith(OF_ROUND), ~p.why.startswith(OF_PAYMENT))  # of other rounds
        .where((p.giver == tray) | (p.taker == tray))
    )
    rows = await store.query(lambda connection: connection.execute(chosen).all())
    holders = {
        account: name
        for laid in exported.round.wagers
        for name in (laid.player,)
        for account in (chips(table, name), wager(table, laid.box, name), owed_by(table, name))
    }
    paid: dict[str, int] = {}
    for giver, taker, cents, clause in rows:
        name = CAGE if taker == CAGE and clause else holders.get(taker if giver == tray else giver)
        if name is not None:
            paid[name] = paid.get(name, 0) + (cents if giver == tray else -cents)
    return paid
