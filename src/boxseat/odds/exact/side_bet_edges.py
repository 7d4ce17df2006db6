"""House edges of side bets, insurance and the Super Bonus, as exact fractions; negative where the player is ahead."""

from __future__ import annotations

from fractions import Fraction

from boxseat.cards import SUITS, deck
from boxseat.money import Odds
from boxseat.rulebook.book import Book


def cards_in_shoe(book: Book) -> int:
    """The number of cards in a full shoe."""
    return len(deck(book.cards.ranks.value)) * book.cards.decks.value


def _paid(odds: Odds) -> Fraction:
    return Fraction(odds.pays, odds.per)


Lines = tuple[tuple[Odds, Fraction], ...]
"""The odds that a bet pays, each with its chance; it is lost otherwise."""


def perfect_pairs(book: Book) -> Fraction | None:
    """The house edge of Perfect Pairs on the first two cards of a box; `None` where the game has no such bet."""
    lines = _pairs_lines(book)
    return None if lines is None else _edge(lines)


def super_sevens(book: Book) -> Fraction | None:
    """The house edge of Super Sevens for a player who always draws a third card; `None` without such a bet."""
    lines = _sevens_lines(book)
    return None if lines is None else _edge(lines)


def variances(book: Book) -> dict[str, Fraction]:
    """The variance of the result of each side bet and of insurance that the game has, in units of the bet."""
    bets = {
        "perfect-pairs": _pairs_lines(book),
        "super-sevens": _sevens_lines(book),
        "insurance": _insurance_lines(book),
    }
    return {name: _variance(lines) for name, lines in bets.items() if lines is not None}


def _pairs_lines(book: Book) -> Lines | None:
    rules = book.perfect_pairs
    if rules is None:
        return None
    decks, rest = book.cards.decks.value, cards_in_shoe(book) - 1
    return (
        (rules.perfect.value, Fraction(decks - 1, rest)),
        (rules.coloured.value, Fraction(decks, rest)),
        (rules.mixed.value, Fraction(2 * decks, rest)),
    )


def _sevens_lines(book: Book) -> Lines | None:
    rules = book.super_sevens
    if rules is None:
        return None
    decks, cards = book.cards.decks.value, cards_in_shoe(book)
    sevens = len(SUITS) * decks
    one = Fraction(sevens, cards)
    two = one * Fraction(sevens - 1, cards - 1)
    two_suited = one * Fraction(decks - 1, cards - 1)
    three = two * Fraction(sevens - 2, cards - 2)
    three_suited = two_suited * Fraction(decks - 2, cards - 2)
    return (
        (rules.three_suited.value, three_suited),
        (rules.three.value, three - three_suited),
        (rules.two_suited.value, two_suited * (1 - Fraction(sevens - 2, cards - 2))),
        (rules.two.value, (two - two_suited) * (1 - Fraction(sevens - 2, cards - 2))),
        (rules.one.value, one - two),
    )


def _insurance_lines(book: Book) -> Lines | None:
    if not book.insurance.against.value:
        return None
    tens = sum(card.points == 10 for card in deck(book.cards.ranks.value)) * book.cards.decks.value
    return ((book.insurance.odds.value, Fraction(tens, cards_in_shoe(book) - 1)),)


def _edge(lines: Lines) -> Fraction:
    return 1 - sum(((_paid(odds) + 1) * chance for odds, chance in lines), Fraction(0))


def _variance(lines: Lines) -> Fraction:
    lost = 1 - sum((chance for _, chance in lines), Fraction(0))
    return sum((_paid(odds) ** 2 * chance for odds, chance in lines), lost) - _edge(lines) ** 2


def insurance(book: Book) -> Fraction | None:
    """The house edge of insurance for a player who has seen the dealer's ace only; `None` without insurance."""
    lines = _insurance_lines(book)
    return None if lines is None else _edge(lines)


def super_bonus_chance(book: Book) -> Fraction | None:
    """The chance of suited sevens against a dealer's seven, unsplit, for a player who always draws to them."""
    if book.super_bonus is None:
        return None
    decks, cards = book.cards.decks.value, cards_in_shoe(book)
    sevens = len(SUITS) * decks
    chance = Fraction(sevens, cards)
    for place, left in enumerate((decks - 1, decks - 2, sevens - 3), start=1):
        chance *= Fraction(left, cards - place)
    return chance
