"""Rulings over HTTP: a round that staff key as it lies on any table, without a table of the house."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import get, post

from boxseat.people.roles import Power
from boxseat.play.document import Document, read_document
from boxseat.play.fields import BadDocument
from boxseat.play.replay import play_so_far
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import BookError
from boxseat.server.api_docs.failures import fails
from boxseat.server.bodies import read_body
from boxseat.server.bookshelf import Shelf
from boxseat.server.guard import AnyRequest, needs, node_of, person_of
from boxseat.server.odds_jobs.game_odds import book_options
from boxseat.server.problems import Problem
from boxseat.server.rulings.ruling_answer import ruling_answer
from boxseat.server.wire.rulings import RulingAsked, RulingGame, RulingSeen

RULING_CARDS_MAX = 200
"""Cards in a round to be ruled on; seven boxes split to the limit need about half."""
RULING_DECISIONS_MAX = 200
"""Decisions and steps of staff in such a round."""
RULING_STEPS_MAX = 40
"""Steps of staff among them: each may have the engine play the whole round again."""
RULING_WAGERS_MAX = 40


@get("/api/rulings", opt=needs(Power.ASK_RULING), responses=fails(401, 403, 429, 503), tags=["rulings"])
async def ruling_games(request: AnyRequest) -> list[RulingGame]:
    """The games whose rounds can be ruled on, and how a round of each is keyed."""
    node = node_of(request)
    await node.shelf.add_books_of_tables(node.house)
    return [_game(volume.book) for volume in node.shelf.volumes]


def _game(book: Book) -> RulingGame:
    return RulingGame(
        name=book.name,
        title=book.title,
        boxes=book.layout.boxes.value,
        players_on_box=book.layout.players_per_box.value,
        ranks=book.cards.ranks.value,
        device=book.device.offered.value,
        side_bets=book.offers.side_bets.value,
        options=tuple(book_options(book)),
        split_hands=book.splitting.max_split_hands.value,
        after_malfunction=book.malfunction.then.value,
    )


@post(
    "/api/rulings",
    status_code=200,
    opt=needs(Power.ASK_RULING, body=RulingAsked),
    responses=fails(400, 401, 403, 404, 422, 429, 503),
    tags=["rulings"],
)
async def ruling(request: AnyRequest) -> RulingSeen:
    """The ruling on a round as it lies: a replay document that may stop in the middle of the round. Nothing is stored."""
    node = node_of(request)
    node.check_rate(node.rulings, person_of(request).name)
    data = await read_body(request, RulingAsked)
    try:
        return await asyncio.to_thread(_ruled, node.shelf, data.document)
    except BadDocument as bad:
        raise Problem("document/bad", str(bad)) from None


def _ruled(shelf: Shelf, written: dict[str, Any]) -> RulingSeen:
    document = _read(shelf, written)
    return ruling_answer(shelf.volume(document.game), play_so_far(document))


def _read(shelf: Shelf, written: dict[str, Any]) -> Document:
    """The document, within the bounds of one round; it may name the books of the house, and no file."""

    def opened(game: str) -> Book:
        if game not in shelf.games:
            raise BookError("", "", f"there is no such game; there are {', '.join(shelf.games)}")
        return shelf.volume(game).book

    for name, most in (("wagers", RULING_WAGERS_MAX), ("decisions", RULING_DECISIONS_MAX)):
        rows = written.get(name)
        if isinstance(rows, list) and len(rows) > most:
            raise BadDocument(f"{name}: a round to be ruled on has {most} at the most")
    document = read_document(written, opener=opened)
    if len(document.cards) > RULING_CARDS_MAX:
        raise BadDocument(f"cards: a round to be ruled on has {RULING_CARDS_MAX} at the most")
    if sum(bool(decision.by) for decision in document.decisions) > RULING_STEPS_MAX:
        raise BadDocument(f"decisions: a round to be ruled on has {RULING_STEPS_MAX} steps of staff at the most")
    return document


RULINGS = [ruling_games, ruling]
