"""The shoe: all the cards and no others, an even shuffle, the cutting card where the rules put it, and what happens at the end."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from secrets import SystemRandom

import pytest

from boxseat.cards import Card, deck
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, open_book
from boxseat.table.shoe import NoCardsLeft, Shoe, cut_region, cutting_card_call, load_call, ran_out_call
from tests.books import changed

BURNS = {"canberra-pontoon": False, "canberra-blackjack": True, "star-pontoon": True, "star-pontoon-6to5": True}


def whole(book: Book) -> Counter[Card]:
    return Counter(deck(book.cards.ranks.value) * book.cards.decks.value)


def dealt_out(shoe: Shoe) -> list[Card]:
    return [shoe.draw() for _ in range(shoe.cards_to_come)]


@pytest.mark.parametrize("game", GAMES)
def test_every_card_is_in_the_shoe_once_a_deck_and_the_burnt_one_is_out(game: str) -> None:
    book = open_book(game)
    shoe = Shoe(book, Random(1))
    missing = whole(book) - Counter(dealt_out(shoe))
    assert missing.total() == shoe.cards_discarded == (1 if BURNS[game] else 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_fresh_load_has_all_the_cards_again(game: str) -> None:
    book = open_book(game)
    shoe = Shoe(book, Random(2))
    dealt_out(shoe)
    shoe.load()
    assert (whole(book) - Counter(dealt_out(shoe))).total() == BURNS[game]


@pytest.mark.parametrize("game", GAMES)
def test_the_cutting_card_is_between_one_deck_and_half_the_cards_from_the_back(game: str) -> None:
    """CP 5.3, CB 5.4, SP 5.6, S6 4.6."""
    book = open_book(game)
    one_deck = len(deck(book.cards.ranks.value))
    least, most = cut_region(book)
    assert (least, most) == (one_deck, one_deck * book.cards.decks.value // 2)
    behind = [cards_behind(Shoe(book, Random(seed))) for seed in range(200)]
    assert least <= min(behind) < max(behind) <= most
    assert len(set(behind)) > 40


def cards_behind(shoe: Shoe) -> int:
    while not shoe.cutting_card_out:
        shoe.draw()
    return shoe.cards_to_come


@pytest.mark.parametrize(("decks", "region"), [(1, (24, 24)), (2, (48, 48)), (3, (48, 72)), (8, (48, 192))])
def test_few_decks_leave_half_of_them_behind_at_the_most(decks: int, region: tuple[int, int]) -> None:
    assert cut_region(changed(open_book("canberra-pontoon"), cards__decks=decks)) == region


def test_a_practice_table_deals_the_same_shoes_again() -> None:
    book = open_book("star-pontoon")
    first, again, other = (Shoe(book, Random(seed)) for seed in (7, 7, 8))
    cards = dealt_out(first)
    assert cards == dealt_out(again) != dealt_out(other)
    first.load()
    again.load()
    assert dealt_out(first) == dealt_out(again) != cards


def test_a_table_shuffles_by_the_operating_systems_entropy() -> None:
    book = open_book("star-pontoon")
    assert isinstance(Shoe(book)._chance, SystemRandom)
    assert dealt_out(Shoe(book)) != dealt_out(Shoe(book))


def test_every_card_is_as_likely_in_every_place() -> None:
    """Chi-square of card by place over many shuffles; mean and spread of the statistic are those of its degrees of freedom."""
    statistic, freedom = places_of_cards(Random("even"), shuffles=2000)
    assert abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5


def test_the_same_test_finds_an_uneven_shuffle() -> None:
    statistic, freedom = places_of_cards(Uneven("uneven"), shuffles=2000)
    assert statistic > freedom + 10 * (2 * freedom) ** 0.5


def test_neighbours_after_the_shuffle_are_as_likely_as_any_other_two() -> None:
    book = changed(open_book("canberra-pontoon"), cards__decks=1)
    shoe = Shoe(book, Random("neighbours"))
    order = deck(book.cards.ranks.value)
    followed = 0
    for _ in range(2000):
        shoe.load()
        place = {card: number for number, card in enumerate(dealt_out(shoe))}
        followed += sum(place[one] + 1 == place[two] for one, two in pairwise(order))
    expected = 2000 * 47 / 48
    assert abs(followed - expected) < 5 * expected**0.5


class Uneven(Random):
    """Exchanges every place with any other one, which does not give every order the same chance."""

    def shuffle(self, x: list[Card]) -> None:  # type: ignore[override]
        for place in range(len(x)):
            other = self.randrange(len(x))
            x[place], x[other] = x[other], x[place]


def places_of_cards(chance: Random, *, shuffles: int) -> tuple[float, int]:
    shoe = Shoe(changed(open_book("canberra-pontoon"), cards__decks=1), chance)
    seen: Counter[tuple[Card, int]] = Counter()
    for _ in range(shuffles):
        shoe.load()
        seen.update((card, place) for place, card in enumerate(dealt_out(shoe)))
    cards = 48
    expected = shuffles / cards
    places = ((card, place) for card in deck("A23456789JQK") for place in range(cards))
    return sum((seen[place] - expected) ** 2 / expected for place in places), (cards - 1) ** 2


def test_where_the_shoe_runs_out_the_discards_finish_the_round() -> None:
    """CP 15.6: what lies on the table stays there, and the cards of earlier rounds come again."""
    book = changed(open_book("canberra-pontoon"), cards__decks=1)
    shoe = Shoe(book, Random(3))
    earlier = [shoe.draw() for _ in range(20)]
    shoe.clear_table()
    on_table = [shoe.draw() for _ in range(28)]
    assert not shoe.ran_out
    again = [shoe.draw() for _ in range(20)]
    assert shoe.ran_out
    assert shoe.cutting_card_out
    assert Counter(again) == Counter(earlier)
    assert not Counter(again) & Counter(on_table)
    with pytest.raises(NoCardsLeft):
        shoe.draw()
    shoe.load()
    assert (shoe.ran_out, shoe.cards_to_come) == (False, 48)


def test_the_calls_name_their_clauses() -> None:
    star, pontoon = open_book("star-pontoon"), open_book("canberra-pontoon")
    assert "burnt (clause 5.9)" in load_call(star)
    assert "burnt" not in load_call(pontoon)
    assert "(clause 5.4)" in cutting_card_call(pontoon)
    assert "(clause 15.6)" in ran_out_call(pontoon)
