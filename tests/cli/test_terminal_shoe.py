"""The shoe: exactly the right cards, each load proved by its seed, the place of the cutting card, and running out."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from boxseat.cards import Card, deck
from boxseat.cli.terminal.shoe import NoCardsLeft, Shoe, cutting_card_call, load_call, practice_seeds, ran_out_call
from boxseat.fairness.commitment import check
from boxseat.fairness.shuffle import cut_region
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, open_book
from tests.books import changed

BURNS = {"canberra-pontoon": False, "canberra-blackjack": True, "star-pontoon": True, "star-pontoon-6to5": True}


def whole(book: Book) -> Counter[Card]:
    return Counter(deck(book.cards.ranks.value) * book.cards.decks.value)


def dealt_out(shoe: Shoe) -> list[Card]:
    return [shoe.draw() for _ in range(shoe.cards_to_come)]


@pytest.mark.parametrize("game", GAMES)
def test_every_card_is_in_the_shoe_once_a_deck_and_the_burnt_one_is_out(game: str) -> None:
    book = open_book(game)
    shoe = Shoe(book, practice_seeds("1"))
    missing = whole(book) - Counter(dealt_out(shoe))
    assert missing.total() == shoe.cards_discarded == (1 if BURNS[game] else 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_fresh_load_has_all_the_cards_again(game: str) -> None:
    book = open_book(game)
    shoe = Shoe(book, practice_seeds("2"))
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
    behind = [cards_behind(Shoe(book, practice_seeds(str(seed)))) for seed in range(200)]
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
    first, again, other = (Shoe(book, practice_seeds(seed)) for seed in "778")
    cards = dealt_out(first)
    assert cards == dealt_out(again) != dealt_out(other)
    first.load()
    again.load()
    assert dealt_out(first) == dealt_out(again) != cards


def test_a_table_shuffles_by_the_operating_systems_entropy(monkeypatch: pytest.MonkeyPatch) -> None:
    book = open_book("star-pontoon")
    assert dealt_out(Shoe(book)) != dealt_out(Shoe(book))
    asked: list[int] = []

    def entropy(length: int) -> bytes:
        asked.append(length)
        return bytes(length)

    monkeypatch.setattr(os, "urandom", entropy)
    shoe = Shoe(book)
    shoe.load()
    assert asked == [512, 512]


@pytest.mark.parametrize("game", GAMES)
def test_every_load_keeps_what_its_commitment_promised(game: str) -> None:
    """F2: the cards dealt are those of the seed, from the burnt card to the last."""
    book = open_book(game)
    shoe = Shoe(book, practice_seeds(game))
    seen = set()
    for cards in (0, 1, 60, shoe.cards_to_come):
        promised = shoe.commitment
        drawn = [shoe.draw() for _ in range(cards)]
        proof = shoe.reveal()
        (stage,) = proof.stages
        assert proof.commitment == promised
        assert check(proof, book) == []
        assert stage.burnt == ((1,) if BURNS[game] else ())
        assert stage.dealt.split()[BURNS[game] :] == drawn
        seen.add(promised)
        shoe.load()
    assert len(seen) == 4


def test_discards_shuffled_in_mid_round_have_a_promise_of_their_own() -> None:
    """CP 15.6: the cards dealt after the shoe ran out are proved too, from the pack of discards."""
    book = changed(open_book("canberra-pontoon"), cards__decks=1)
    shoe = Shoe(book, practice_seeds("discards"))
    earlier = [shoe.draw() for _ in range(20)]
    shoe.clear_table()
    dealt_out(shoe)
    first = shoe.reveal()
    again = [shoe.draw() for _ in range(7)]
    second = shoe.reveal()
    assert check(first) == check(second) == []
    assert (first.shoe, second.shoe) == ("1", "2")
    assert first.commitment != second.commitment == shoe.commitment
    assert second.stages[0].dealt.split() == again
    assert Counter((second.stages[0].pack or "").split()) == Counter(earlier)


def test_where_the_shoe_runs_out_the_discards_finish_the_round() -> None:
    """CP 15.6: the cards on the table stay there, and those of earlier rounds come again."""
    book = changed(open_book("canberra-pontoon"), cards__decks=1)
    shoe = Shoe(book, practice_seeds("3"))
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
