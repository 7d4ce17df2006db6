"""Splits against brute force: the real engine played by the same policy over every order of a tiny shoe."""

from __future__ import annotations

from itertools import product

import msgspec
import numpy as np
import pytest

from boxseat.cards import SUITS, card
from boxseat.odds.exact.memo import SolverMemo
from boxseat.odds.exact.perfect_policy import best_policy
from boxseat.odds.exact.solver import Against
from boxseat.odds.policy import DOUBLE, HIT, SPLIT, Policy, code
from boxseat.odds.shoe import full_shoe
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import open_book
from tests.books import changed
from tests.odds.brute_force import ByPolicy
from tests.tiers import cases, heavy

READINGS = ("original-wager", "busted-plus-one", "everything", "original-bets-only")


def tiny(ranks: str, decks: int, most: int, reading: str) -> Book:
    return changed(
        open_book("canberra-pontoon"),
        cards__ranks=ranks,
        cards__decks=decks,
        chips__smallest_chip=1,
        dealer__dealer_pontoon_takes=reading,
        splitting__max_split_hands=most,
    )


def splits_again(policy: Policy, rank: str) -> Policy:
    codes = [code(card(rank + suit)) for suit in SUITS]
    policy.split_two[np.ix_(range(2), range(52), codes, codes)] = SPLIT
    return policy


def check(book: Book, policy: Policy, dealers: str, rank: str, *, suits: bool = False) -> None:
    """The solver's value of a split by a policy equals the engine's, to its own bound where hands are tied."""
    shoe = full_shoe(book.cards.ranks.value, book.cards.decks.value)
    pair = card(rank + "H"), card(rank + "D")
    found = Against(SolverMemo(book, shoe, policy), card(dealers), shoe).split(*pair)
    expected = float(ByPolicy(book, policy, suits=suits).split(card(dealers), *pair))
    assert found.worth == pytest.approx(expected, abs=1e-12 + found.error)
    tied = book.splitting.max_split_hands.value > 2 and book.dealer.dealer_pontoon_takes.value == "busted-plus-one"
    assert tied or found.error == 0


@pytest.mark.parametrize(
    ("ranks", "reading"),
    cases(product(("5AK", "39K", "6TA"), READINGS), list(zip(("5AK", "39K"), READINGS, strict=False))),
)
def test_two_hands_by_best_play(ranks: str, reading: str) -> None:
    """R03 in every reading, also where it ties the hands together."""
    book = tiny(ranks, 2, 2, reading)
    policy = best_policy(book)
    for dealers in ranks:
        for rank in ranks:
            check(book, policy, dealers + "S", rank)


@pytest.mark.parametrize("reading", READINGS)
def test_two_hands_that_double_and_forfeit_whenever_they_can(reading: str) -> None:
    """R14: a forfeited hand is decided, like a busted one."""
    book = tiny("4AK", 2, 2, reading)
    policy = best_policy(book)
    policy.split_two[:] = DOUBLE
    policy.split_later[:] = HIT
    for forfeits in (False, True):
        policy.split_forfeit[:] = forfeits
        for dealers in "4AK":
            check(book, policy, dealers + "S", "4")


@pytest.mark.parametrize("reading", cases(READINGS, ("busted-plus-one",)))
@pytest.mark.parametrize(("ranks", "most"), [("9AK", 3), ("8AK", 4)])
def test_hands_split_again(ranks: str, most: int, reading: str) -> None:
    """CP 11.3 (R15): a pair split again is valued with the shoe that the first split leaves."""
    book = tiny(ranks, 2, most, reading)
    policy = splits_again(best_policy(book), ranks[0])
    for dealers in ("AS", "KS") if most == 3 else ("KS",):
        check(book, policy, dealers, ranks[0])


@pytest.mark.parametrize("dealers", ["8S", "6S"])
def test_suited_lines_on_split_hands(dealers: str) -> None:
    """Table 1 (R05, R06): 6-7-8 and 7-7-7 on split sevens, by suit."""
    book = tiny("678", 1, 2, "busted-plus-one")
    check(book, best_policy(book), dealers, "7", suits=True)


@heavy
def test_suited_lines_on_split_hands_where_21_stands() -> None:
    """A named line is paid only if its 21 beats the dealer."""
    blackjack = changed(open_book("canberra-blackjack"), cards__ranks="678", cards__decks=1, chips__smallest_chip=1)
    blackjack = changed(blackjack, splitting__max_split_hands=2)
    book = msgspec.structs.replace(blackjack, payouts=open_book("star-pontoon").payouts)
    check(book, best_policy(book), "6S", "7", suits=True)
