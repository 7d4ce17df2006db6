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


def perfect_pairs(book: Book) -> Fraction | None:
    """The house edge of Perfect Pairs on the first two cards of a box; `None` where the game has no such bet."""
    rules = book.perfect_pairs
    if rules is None:
        return None
    decks, rest = book.cards.decks.value, cards_in_shoe(book) - 1
    chances = {
        rules.perfect.value: Fraction(decks - 1, rest),
        rules.coloured.value: Fraction(decks, rest),
        rules.mixed.value: Fraction(2 * decks, rest),
    }
    return 1 - sum(((_paid(odds) + 1) * chance for odds, chance in chances.items()), Fraction(0))


def super_sevens(book: Book) -> Fraction | None:
    """The house edge of Super Sevens for a player who always draws a third card; `None` without such a bet."""
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
    lines = (
        (rules.three_suited, three_suited),
        (rules.three, three - three_suited),
        (rules.two_suited, two_suited * (1 - Fraction(sevens - 2, cards - 2))),
        (rules.two, (two - two_suited) * (1 - Fraction(sevens - 2, cards - 2))),
        (rules.one, one - two),
    )
    return 1 - sum(((_paid(rule.value) + 1) * chance for rule, chance in lines), Fraction(0))


def insurance(book: Book) -> Fraction | None:
    """The house edge of insurance for a player who has seen the dealer's ace only; `None` without insurance."""
    if not book.insurance.against.value:
        return None
    tens = sum(card.points == 10 for card in deck(book.cards.ranks.value)) * book.cards.decks.value
    wins = Fraction(tens, cards_in_shoe(book) - 1)
    return 1 - (_paid(book.insurance.odds.value) + 1) * wins


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
