"""Games as their layouts and brochures show them: inscriptions, payouts and places on the layout.

Everything is read from the book, so that a page can draw the layout of any book without knowing its name.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import zip_longest

import msgspec
from litestar import get

from boxseat.money import dollars
from boxseat.play.announce import spoken
from boxseat.rulebook.book import Book
from boxseat.server.api_docs.failures import fails
from boxseat.server.bookshelf import Volume
from boxseat.server.guard import AnyRequest, Who, needs, node_of


class PaysSeen(msgspec.Struct, frozen=True):
    """A line of the payouts."""

    what: str
    pays: str
    """As it is spoken: ``3 to 2``, or an amount of dollars."""
    clause: str


class InscriptionSeen(msgspec.Struct, frozen=True):
    """An inscription on the layout."""

    text: str
    clause: str


class GameSeen(msgspec.Struct, frozen=True):
    """A game: cards, layout, inscriptions and payouts."""

    name: str
    title: str
    natural: str
    """Name of an ace with a ten-point card."""
    boxes: int
    decks: int
    cards: int
    """In all decks together."""
    without: str
    """Ranks that are removed from each deck."""
    inscriptions: tuple[InscriptionSeen, ...]
    pays: tuple[PaysSeen, ...]
    perfect_pairs: tuple[PaysSeen, ...]
    """Empty where the wager is not offered."""
    super_sevens: tuple[PaysSeen, ...]
    bonus: tuple[PaysSeen, ...]
    surrender: bool
    insurance: bool
    smallest_chip: str
    registered: bool
    """Whether its clauses are in the register; not for a book of the house's own."""


@get("/api/games", opt=needs(Who.ANYONE), responses=fails(429, 503), tags=["tables"])
async def games(request: AnyRequest) -> list[GameSeen]:
    """All games of the house: what their layouts say and what they pay."""
    node = node_of(request)
    await node.shelf.add_books_of_tables(node.house)
    return [game_seen(volume) for volume in node.shelf.volumes]


@cache
def game_seen(volume: Volume) -> GameSeen:
    """A game as its layout shows it."""
    book = volume.book
    ranks, decks = book.cards.ranks.value, book.cards.decks.value
    return GameSeen(
        name=book.name,
        title=book.title,
        natural=book.natural.name.value,
        boxes=book.layout.boxes.value,
        decks=decks,
        cards=decks * len(ranks) * 4,
        without="".join(rank for rank in "A23456789TJQK" if rank not in ranks),
        inscriptions=tuple(_inscriptions(book)),
        pays=tuple(_pays(book)),
        perfect_pairs=tuple(_perfect_pairs(book)),
        super_sevens=tuple(_super_sevens(book)),
        bonus=tuple(_bonus(book)),
        surrender=bool(book.surrender.against.value),
        insurance=bool(book.insurance.against.value),
        smallest_chip=dollars(book.chips.smallest_chip.value),
        registered=volume.registered,
    )


def _inscriptions(book: Book) -> Iterator[InscriptionSeen]:
    natural, dealer, insurance = book.natural, book.dealer, book.insurance
    yield InscriptionSeen(f"{natural.name.value} pays {spoken(natural.odds.value)}", natural.odds.clause)
    hard, soft = dealer.stands_hard.value, dealer.stands_soft.value
    stands = f"on {hard}" if hard == soft else f"on hard {hard} or soft {soft}"
    yield InscriptionSeen(f"Dealer must stand {stands}", dealer.stands_hard.clause)
    if insurance.against.value:
        yield InscriptionSeen(f"Insurance pays {spoken(insurance.odds.value)}", insurance.odds.clause)


def _pays(book: Book) -> Iterator[PaysSeen]:
    yield PaysSeen(book.natural.name.value, spoken(book.natural.odds.value), book.natural.odds.clause)
    for line in book.payouts.lines:
        yield PaysSeen(line.name, spoken(line.odds), line.clause)
    yield PaysSeen("Other winning wagers", spoken(book.payouts.other.value), book.payouts.other.clause)


def _perfect_pairs(book: Book) -> Iterator[PaysSeen]:
    pairs = book.perfect_pairs
    if pairs is None or "perfect-pairs" not in book.offers.side_bets.value:
        return
    for what, odds in (("Perfect pair", pairs.perfect), ("Coloured pair", pairs.coloured), ("Mixed pair", pairs.mixed)):
        yield PaysSeen(what, spoken(odds.value), odds.clause)


def _super_sevens(book: Book) -> Iterator[PaysSeen]:
    sevens = book.super_sevens
    if sevens is None or "super-sevens" not in book.offers.side_bets.value:
        return
    for what, odds in (
        ("Three suited sevens", sevens.three_suited),
        ("Three sevens", sevens.three),
        ("Two suited sevens", sevens.two_suited),
        ("Two sevens", sevens.two),
        ("First card a seven", sevens.one),
    ):
        yield PaysSeen(what, spoken(odds.value), odds.clause)


def _bonus(book: Book) -> Iterator[PaysSeen]:
    bonus = book.super_bonus
    if bonus is None or "super-bonus" not in book.offers.bonuses.value:
        return
    ranks = ",".join(bonus.ranks.value)
    tiers = bonus.tiers.value
    for tier, above in zip_longest(tiers, tiers[1:]):
        what = f"{ranks} of one suit, dealer's first card a {bonus.dealer.value}"
        if tier.from_stake > book.chips.smallest_chip.value:
            what += f", wager of ${dollars(tier.from_stake)} or more"
        elif above is not None:
            what += f", wager under ${dollars(above.from_stake)}"
        yield PaysSeen(what, f"${dollars(tier.pays)}", bonus.tiers.clause)
    yield PaysSeen("Other players in that round", f"${dollars(bonus.shared.value)}", bonus.shared.clause)


GAMES_ROUTES = [games]
