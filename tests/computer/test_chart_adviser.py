"""Players with a chart: they do what its cell says."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from boxseat.computer import computer
from boxseat.computer.hand_question import HandQuestion, hand_question
from boxseat.money import Odds
from boxseat.odds.hands import place_of
from boxseat.odds.policy import ADDED, ORIGINAL, Policy, code
from boxseat.odds.shoe import value_of
from boxseat.odds.strategy.named_policies import policy_by_name
from boxseat.play.acts import Act, Double, EvenMoney, Forfeit, Hit, Insure, Split, Stand, Surrender
from boxseat.play.state import Phase
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, open_book
from tests.books import PLAIN_BLACKJACK, changed
from tests.computer.random_questions import PLAYER, STAKE, lying, players_choices, questions
from tests.tiers import cases

ACTS: tuple[type[Act], ...] = (Stand, Hit, Double, Split, Surrender)


@cache
def _book(game: str) -> Book:
    return open_book(game)


@cache
def _policy(game: str) -> Policy:
    """The chart as solver and simulator play it."""
    return policy_by_name(_book(game), "chart")


def _said(policy: Policy, hand: HandQuestion) -> int:
    dealers, first = code(hand.dealers), value_of(hand.dealers)
    place = place_of([value_of(held) for held in hand.cards])
    wager = ORIGINAL if hand.split == "original" else ADDED
    if len(hand.cards) == 2:
        pair = code(hand.cards[0]), code(hand.cards[1])
        return int(policy.split_two[(wager, dealers, *pair)] if hand.split else policy.two[(dealers, *pair)])
    if hand.split:
        return int(policy.split_later[wager, first, value_of(hand.cards[0]), place])
    return int(policy.later[first, place])


def _given_up(policy: Policy, hand: HandQuestion) -> bool:
    at_eleven = hand.cards[-1].is_ace and hand.hand.total.soft
    place = place_of([value_of(held) for held in hand.cards])
    return bool(policy.forfeit[value_of(hand.dealers), place, int(at_eleven)])


@pytest.mark.parametrize("game", cases([*GAMES, PLAIN_BLACKJACK], ("star-pontoon", "canberra-blackjack")))
def test_a_player_with_a_chart_does_what_its_cell_says(game: str) -> None:
    book, policy, ann = _book(game), _policy(game), computer("chart", PLAYER, Random(1))
    met: Counter[str] = Counter()
    for round_, choices in questions(book, 500, 5):
        choice = ann.decide(book, round_, choices)
        done = type(choice.act) if choice else None
        hand = hand_question(round_, PLAYER, 1)
        if round_.phase is Phase.INSURANCE:
            assert done is None
        elif round_.phase is Phase.SURRENDER:
            assert (done is Surrender) == (ACTS[_said(policy, hand)] is Surrender), hand
        elif round_.phase is Phase.FORFEIT:
            assert (done is Forfeit) == _given_up(policy, hand), hand
        else:
            said = ACTS[_said(policy, hand)]
            open_ = {type(choice.act) for choice in choices}
            assert done in open_
            assert done is said or said not in open_, hand
        met[f"{round_.phase} {done and done.__name__}"] += 1
    assert {f"decision {name}" for name in ("Hit", "Stand", "Double", "Split")} <= met.keys()
    if book.doubling.forfeit.value:
        assert {"forfeit Forfeit", "forfeit None"} <= met.keys()
    if game == PLAIN_BLACKJACK:
        assert {"surrender Surrender", "surrender None"} <= met.keys()


def test_where_the_first_letter_cannot_be_done_the_next_one_counts() -> None:
    """Eights that cannot be split are played as sixteen, and a double without enough chips is a hit."""
    book, ann = _book("canberra-blackjack"), computer("chart", PLAYER, Random(1))

    def done(cards: str, *beyond: type[Act]) -> Act | None:
        round_ = lying(book, cards)
        choices = [choice for choice in players_choices(book, round_) if not isinstance(choice.act, beyond)]
        choice = ann.decide(book, round_, choices)
        return choice.act if choice else None

    assert done("8S 6H 8D") == Split(1, PLAYER)
    assert done("8S 6H 8D", Split) == Stand(1, PLAYER)
    assert done("8S 7H 8D", Split) == Hit(1, PLAYER)
    assert done("8S 6H 3D") == Double(1, PLAYER, STAKE)
    assert done("8S 6H 3D", Double) == Hit(1, PLAYER)


def test_insurance_and_even_money_by_the_count_of_a_full_shoe() -> None:
    ann, book = computer("chart", PLAYER, Random(1)), _book("canberra-blackjack")

    def done(book: Book, cards: str) -> type[Act] | None:
        round_ = lying(book, cards, phase=Phase.INSURANCE)
        choice = ann.decide(book, round_, players_choices(book, round_))
        return type(choice.act) if choice else None

    assert done(book, "JS AH AS") is None
    assert done(changed(book, insurance__odds=Odds("3:1")), "JS AH 6S") is Insure
    assert done(changed(book, natural__odds=Odds("6:5")), "JS AH AS") is EvenMoney


def test_co_bettors_join_what_their_chart_says_too() -> None:
    book = _book("canberra-blackjack")
    bob = computer("chart", "bob", Random(1))
    for cards, act, cents in (("8S 6H 8D", Split, 0), ("6S 6H 5D", Double, STAKE), ("5S 6H 5D", Split, None)):
        round_ = lying(book, cards, co_bettors=["bob"])
        choice = next(choice for choice in players_choices(book, round_) if type(choice.act) is act)
        assert bob.joins(book, round_, choice, choice.joiners[0]) == cents
