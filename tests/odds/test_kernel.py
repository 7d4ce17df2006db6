"""The simulator plays as the engine does: the same cards and policy give the same net and the same number of cards."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import msgspec
import pytest

from boxseat.money import Odds
from boxseat.odds.strategy.mimic import mimic_policy
from boxseat.rulebook.book import Book, PayoutLine
from boxseat.rulebook.load import GAMES, open_book, with_options
from tests.books import all_books, changed
from tests.odds.parity import compare, missed, random_policy, sensible_policy
from tests.tiers import cases, heavy, size

READINGS = ("original-wager", "busted-plus-one", "everything", "original-bets-only")
ROUNDS = size(3_000, 33_000)


def _agrees(book: Book, *, seed: str, rounds: int, boxes: int = 1, random: bool, insured: bool = False) -> Counter[str]:
    """Compare both; returns what occurred on the way."""
    chance, reached = Random(seed), Counter[str]()
    policy = random_policy(book, chance) if random else sensible_policy(book)
    differ = compare(
        book, policy, rounds=rounds, boxes=boxes, chance=chance, reached=reached, insured=insured, keep=True
    )
    assert not differ, differ[0]
    return reached


@pytest.mark.parametrize("game", cases(GAMES, ("star-pontoon",)))
def test_sensible_play_agrees_and_reaches_every_line_of_the_payout_table(game: str) -> None:
    book = open_book(game)
    reached = _agrees(book, seed=f"sensible {game}", rounds=size(4_000, 28_000), random=False)
    assert len(missed(book, reached)) <= size(3, 0)
    assert reached[f"{book.splitting.max_split_hands.value} hands"] > size(0, 10)


@pytest.mark.parametrize(
    ("game", "number"), cases(product(GAMES, range(2)), [("star-pontoon-6to5", 0), ("canberra-blackjack", 0)])
)
def test_any_play_at_all_agrees(game: str, number: int) -> None:
    reached = _agrees(open_book(game), seed=f"any {game} {number}", rounds=ROUNDS, random=True)
    assert reached["split"] > ROUNDS // 66


@pytest.mark.parametrize("game", cases(GAMES, ("canberra-pontoon",)))
def test_several_boxes_agree(game: str) -> None:
    book = open_book(game)
    for boxes, rounds in ((2, size(1_000, 3_000)), (7, size(500, 2_000))):
        _agrees(book, seed=f"{boxes} boxes of {game}", rounds=rounds, boxes=boxes, random=boxes == 2)


@pytest.mark.parametrize(
    ("reading", "most_hands"),
    cases(product(READINGS, (2, 3, 4)), [("busted-plus-one", 4), ("original-bets-only", 2)]),
)
def test_every_reading_of_a_dealers_natural_agrees(reading: str, most_hands: int) -> None:
    book = changed(
        open_book("canberra-pontoon" if most_hands > 2 else "star-pontoon"),
        dealer__dealer_pontoon_takes=reading,
        splitting__max_split_hands=most_hands,
        splitting__resplit_aces=most_hands == 3,
    )
    reached = _agrees(book, seed=f"{reading} {most_hands}", rounds=1_500, random=True)
    assert reached["the dealer has Pontoon"] > 10
    assert reached[f"{most_hands} hands"] > 5


@pytest.mark.parametrize(
    ("name", "random"),
    cases(
        product([name for name in all_books() if name not in GAMES], (False, True)),
        [("early-surrender", True)],
    ),
)
def test_books_of_ones_own_agree(name: str, random: bool) -> None:
    _agrees(all_books()[name], seed=f"{name} {random}", rounds=1_200, random=random)
    _agrees(all_books()[name], seed=f"{name} {random} boxes", rounds=400, boxes=3, random=random)


@pytest.mark.parametrize("game", cases(GAMES, ("canberra-blackjack",)))
def test_insured_boxes_take_the_same_cards(game: str) -> None:
    """With insurance alone, the dealer takes a second card."""
    _agrees(open_book(game), seed=f"insured {game}", rounds=1_500, boxes=2, random=False, insured=True)


@heavy
def test_three_hands_by_permission_and_six_decks_agree() -> None:
    book = with_options(open_book("star-pontoon"), {"max_split_hands": 3, "decks": 6})
    assert _agrees(book, seed="permission", rounds=2_000, random=True)["3 hands"] > 5


def test_lines_of_any_ranks_and_suits_agree() -> None:
    """A house may name four ranks, or require suits without ranks."""
    star = open_book("star-pontoon")
    four = PayoutLine("2,4,6,9 of one suit", (4, 4), "2469", "suited", Odds("5:1"), "house 1")
    suited = PayoutLine("three of one suit", (3, 3), "", "suited", Odds("4:1"), "house 2")
    payouts = msgspec.structs.replace(star.payouts, lines=(four, suited, *star.payouts.lines))
    book = msgspec.structs.replace(star, payouts=payouts)
    reached = Counter[str]()
    rounds, chance = size(600, 1_500), Random("own lines")
    differ = compare(book, mimic_policy(book), rounds=rounds, boxes=1, chance=chance, reached=reached, keep=True)
    assert not differ, differ[0]
    assert reached["three of one suit"] > 0
