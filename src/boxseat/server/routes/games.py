"""Games as their layouts and brochures show them: inscriptions, payouts and places on the layout.

Everything is read from the book, so that a page can draw the layout of any book without knowing its name.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import zip_longest

import msgspec
from litestar import get

from boxseat.money import Cents, dollars
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


class OffersSeen(msgspec.Struct, frozen=True):
    """What is asked when something is offered; empty where the game does not offer it."""

    insurance: str
    surrender: str
    """``{lost}`` stands for the part of the wager that is given up."""
    surrender_loses: float
    """That part."""
    forfeit: str


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
    pays_notes: tuple[InscriptionSeen, ...]
    """What the payouts do not apply to."""
    bonus_notes: tuple[InscriptionSeen, ...]
    offers: OffersSeen
    one_card_to_split_aces: bool
    """Whether a split ace gets one card only, which lies sideways."""
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
        pays_notes=tuple(_pays_notes(book)),
        bonus_notes=tuple(_bonus_notes(book)),
        offers=_offers(book),
        one_card_to_split_aces=book.splitting.one_card_to_aces.value,
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
        least = tier.from_stake if tier.from_stake > book.chips.smallest_chip.value else None
        what += _wager_between(least, None if above is None else above.from_stake)
        yield PaysSeen(what, f"${dollars(tier.pays)}", bonus.tiers.clause)
    yield PaysSeen(SHARED_WITH[bonus.shared_with.value], f"${dollars(bonus.shared.value)}", bonus.shared.clause)


SHARED_WITH = {
    "other-main-wagers": "Each other wager in that round",
    "other-players": "Each other player in that round",
}


def _wager_between(least: Cents | None, under: Cents | None) -> str:
    """The wagers of a tier: from the least, and under the next tier's."""
    if least is None:
        return "" if under is None else f", wager under ${_short(under)}"
    return f", wager of ${_short(least)} " + ("or more" if under is None else f"to under ${_short(under)}")


def _short(cents: Cents) -> str:
    """Dollars without cents where there are none."""
    return dollars(cents).removesuffix(".00")


def _pays_notes(book: Book) -> Iterator[InscriptionSeen]:
    doubling, splitting = book.doubling, book.splitting
    if book.payouts.lines and not doubling.table_odds.value:
        other = spoken(book.payouts.other.value)
        yield InscriptionSeen(f"A doubled hand that wins is paid {other}.", doubling.table_odds.clause)
    if splitting.twenty_one.value == "no-natural":
        natural = book.natural.name.value
        yield InscriptionSeen(f"A split hand is never a {natural}.", splitting.twenty_one.clause)


def _bonus_notes(book: Book) -> Iterator[InscriptionSeen]:
    bonus = book.super_bonus
    if bonus is None or "super-bonus" not in book.offers.bonuses.value:
        return
    yield InscriptionSeen("The Super Bonus is paid in addition to what the hand wins.", bonus.tiers.clause)
    if bonus.on_split.value == "never":
        yield InscriptionSeen("There is no Super Bonus on a split hand.", bonus.on_split.clause)
    else:
        said = "There is no Super Bonus on a box where a pair of one suit was split from such a hand."
        yield InscriptionSeen(said, bonus.on_split.clause)
    if not book.doubling.table_odds.value:
        yield InscriptionSeen("There is no Super Bonus on a doubled hand.", book.doubling.table_odds.clause)


def _offers(book: Book) -> OffersSeen:
    natural, insurance, surrender = book.natural.name.value, book.insurance, book.surrender
    loses = surrender.loses.value
    asked_insurance = f"Insure against a dealer {natural}? Insurance pays {spoken(insurance.odds.value)}."
    asked_surrender = "Give up this hand and lose {lost}?"
    if surrender.dealer_natural.value == "annuls":
        asked_surrender += f" You lose all of it if the dealer makes {natural}."
    return OffersSeen(
        insurance=asked_insurance if insurance.against.value else "",
        surrender=asked_surrender if surrender.against.value else "",
        surrender_loses=loses.pays / loses.per,
        forfeit="Give up your wager and take the double back?" if book.doubling.forfeit.value else "",
    )


GAMES_ROUTES = [games]
