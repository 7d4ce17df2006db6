"""Practice drills: hands that belong to a theme. Their cards are placed at the top of a practice shoe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from boxseat.cards import Card, deck, total
from boxseat.rulebook.book import Book
from boxseat.server.wire.practice import DrillSeen


class Theme(NamedTuple):
    """A kind of hand to practise."""

    title: str
    said: str
    offered: Callable[[Book], bool]
    fits: Callable[[Book, Card, Card, Card], bool]
    next_cards: str = ""
    """Points of the cards drawn next, for a theme about drawing; empty for others."""


def _hard(one: Card, other: Card) -> int:
    points, soft = total((one, other))
    return 0 if soft else points


THEMES: dict[str, Theme] = {
    "pairs": Theme(
        "Pairs",
        "Two of a value: split, or play the total?",
        lambda book: book.splitting.max_split_hands.value > 1,
        lambda book, one, other, dealers: book.splitting.is_pair(one, other),
    ),
    "soft": Theme(
        "Soft hands",
        "An ace that counts eleven, for as long as it can.",
        lambda book: True,
        lambda book, one, other, dealers: total((one, other)).soft and 13 <= total((one, other)).points <= 20,
    ),
    "stiff": Theme(
        "Stiff hands",
        "Hard 12 to 16: stand and hope, or draw and dare?",
        lambda book: True,
        lambda book, one, other, dealers: 12 <= _hard(one, other) <= 16 and not book.splitting.is_pair(one, other),
    ),
    "doubles": Theme(
        "Doubling",
        "Totals of eight to eleven, and when twice the wager is right.",
        lambda book: book.doubling.on.value != "never",
        lambda book, one, other, dealers: 8 <= _hard(one, other) <= 11 and not book.splitting.is_pair(one, other),
    ),
    "forfeit": Theme(
        "Doubled and regretted",
        "Double, get a small card, and decide whether to give up the first wager and save the second.",
        lambda book: book.doubling.forfeit.value and book.doubling.on.value != "never",
        lambda book, one, other, dealers: (
            9 <= _hard(one, other) <= 11
            and not book.splitting.is_pair(one, other)
            and dealers.points in (1, 7, 8, 9, 10)
        ),
        next_cards="234",
    ),
    "surrender": Theme(
        "Surrender",
        "Poor hands against the dealer's best cards: give up half, or play?",
        lambda book: bool(book.surrender.against.value),
        lambda book, one, other, dealers: (
            dealers.rank in book.surrender.against.value and 13 <= _hard(one, other) <= 17
        ),
    ),
    "insurance": Theme(
        "Insurance",
        "The dealer shows an ace, and a wager is offered.",
        lambda book: bool(book.insurance.against.value),
        lambda book, one, other, dealers: dealers.rank in book.insurance.against.value and one.points != other.points,
    ),
    "many-cards": Theme(
        "Many-card 21s",
        "Small cards that keep coming: how far towards a better-paid 21?",
        lambda book: any(line.cards[0] >= 4 for line in book.payouts.lines),
        lambda book, one, other, dealers: one.points in (2, 3, 4) and other.points in (2, 3, 4) and one != other,
        next_cards="234",
    ),
    "named-lines": Theme(
        "6-7-8 and 7-7-7",
        "Two cards of a hand that the payout table names, and suits that matter.",
        lambda book: any(line.ranks for line in book.payouts.lines),
        lambda book, one, other, dealers: any(
            line.ranks and _are_in(one, other, line.ranks) for line in book.payouts.lines
        ),
    ),
}


def _are_in(one: Card, other: Card, ranks: str) -> bool:
    left = list(ranks)
    for held in (one, other):
        if held.rank not in left:
            return False
        left.remove(held.rank)
    return True


def drills(book: Book) -> Iterator[DrillSeen]:
    """Themes that a book offers."""
    for name, theme in THEMES.items():
        if theme.offered(book):
            yield DrillSeen(name, theme.title, theme.said)


def cards_of(book: Book, name: str, chance: Random) -> tuple[Card, ...]:
    """Cards of a random hand of a theme, as dealt to one box: first card, dealer's card, second card, further cards."""
    theme, cards = THEMES[name], deck(book.cards.ranks.value)
    while True:
        one, other, dealers = chance.choice(cards), chance.choice(cards), chance.choice(cards)
        if total((one, other)).points == 21 or not theme.fits(book, one, other, dealers):
            continue
        if book.cards.decks.value < 3 and len({one, other, dealers}) < 3:
            continue
        small = [held for held in cards if str(held.points) in theme.next_cards and held not in (one, other, dealers)]
        follow = tuple(chance.sample(small, 4)) if theme.next_cards else ()
        return (one, dealers, other, *follow)
