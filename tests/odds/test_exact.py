"""The solver against published figures, and against brute force on tiny shoes."""

from __future__ import annotations

import msgspec
import pytest

from boxseat.cards import card, parse_cards
from boxseat.odds.exact.memo import SolverMemo
from boxseat.odds.exact.perfect_policy import best_policy
from boxseat.odds.exact.solver import Against, edge
from boxseat.odds.shoe import full_shoe
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import open_book
from tests.books import PLAIN_BLACKJACK, changed
from tests.odds.brute_force import BruteForce
from tests.tiers import cases


def blackjack(**values: object) -> Book:
    """Blackjack as in published analyses: no bonuses, double any two cards, also after splits, aces split once."""
    plain = changed(
        open_book(PLAIN_BLACKJACK),
        surrender__against="",
        doubling__totals=(2, 20),
        doubling__soft=True,
        doubling__after_split=True,
        splitting__pairs="equal-value",
        splitting__resplit_aces=False,
        dealer__stands_soft=17,
        cards__decks=8,
    )
    return changed(msgspec.structs.replace(plain, payouts=msgspec.structs.replace(plain.payouts, lines=())), **values)


def against(book: Book, dealers: str) -> Against:
    """The first round from a full shoe, against a dealer's card."""
    shoe = full_shoe(book.cards.ranks.value, book.cards.decks.value)
    return Against(SolverMemo(book, shoe), card(dealers), shoe)


@pytest.mark.parametrize(
    ("book", "expected"),
    [
        (blackjack(), -0.00430580629),
        (blackjack(cards__decks=6), -0.00402870236),
        (blackjack(cards__ranks="A23456789JQK"), -0.02325292916),
        (blackjack(splitting__max_split_hands=2), -0.00485780359),
    ],
    ids=["8 decks", "6 decks", "8 decks of 48", "no resplit"],
)
def test_farmers_exact_analyzer(book: Book, expected: float) -> None:
    """E. Farmer's figures play split hands by the decisions for hands that were not split (CDZ-)."""
    assert round(-edge(book, presplit=True).house_edge, 11) == expected


@pytest.mark.parametrize(("decks", "expected"), [(8, -0.007562), (6, -0.0072705)])
def test_wizard_of_odds_appendix_9(decks: int, expected: float) -> None:
    """A natural takes everything, and the dealer draws to soft 17; the source's splits are accurate to about 1e-5."""
    book = blackjack(cards__decks=decks, dealer__stands_soft=18, dealer__dealer_pontoon_takes="everything")
    assert -edge(book).house_edge == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(
    ("hand", "stand", "hit", "double"),
    [
        ("2S AD", -0.722307, -0.378980, -1.024082),
        ("6S 4D", -0.721150, -0.286345, -0.639456),
        ("6S 5D", -0.721201, -0.235977, -0.537869),
    ],
)
def test_wizard_of_odds_single_hands(hand: str, stand: float, hit: float, double: float) -> None:
    book = blackjack(dealer__stands_soft=18, dealer__dealer_pontoon_takes="everything")
    actions = against(book, "AS").actions(parse_cards(hand))
    assert {name: round(value, 6) for name, value in actions.items()} == {"stand": stand, "hit": hit, "double": double}


def test_six_to_five_costs_three_tenths_of_the_chance_of_a_natural() -> None:
    plain, six = edge(open_book("star-pontoon")), edge(open_book("star-pontoon-6to5"))
    naturals = 2 * 32 * 96 / (384 * 383)
    assert plain.naturals == pytest.approx(naturals, abs=1e-14)
    assert six.house_edge - plain.house_edge == pytest.approx(0.3 * naturals, abs=1e-13)


@pytest.mark.parametrize("game", ["star-pontoon", "canberra-blackjack"])
def test_perfect_play_as_a_policy_is_worth_the_edge(game: str) -> None:
    book = open_book(game)
    assert edge(book, best_policy(book)).house_edge == pytest.approx(edge(book).house_edge, abs=1e-12)


TINY = {
    "star-pontoon": ("678", "78K", "79K", "5AK", "67A"),
    "canberra-pontoon": ("678", "79K", "5AK"),
    "canberra-blackjack": ("678", "5AK", "9TK", "A6T"),
    "original-bets-only": ("78K", "5AK"),
    "lines where 21 stands": ("678",),
}


def _tiny(name: str, ranks: str) -> Book:
    """A deck of three ranks. Canberra Pontoon's reading of R03 differs only after splits, which are not tested here."""
    game, reading = name, "original-wager"
    if name == "original-bets-only":
        game, reading = "star-pontoon", name
    elif name in ("canberra-blackjack", "lines where 21 stands"):
        game, reading = "canberra-blackjack", "everything"
    book = changed(open_book(game), cards__ranks=ranks, cards__decks=1, chips__smallest_chip=1)
    if name == "lines where 21 stands":
        book = msgspec.structs.replace(book, payouts=open_book("star-pontoon").payouts)
    return changed(book, dealer__dealer_pontoon_takes=reading)


@pytest.mark.parametrize(
    ("name", "ranks"),
    cases([(name, ranks) for name, decks in TINY.items() for ranks in decks], [(name, TINY[name][0]) for name in TINY]),
)
def test_trying_everything_on_a_tiny_shoe(name: str, ranks: str) -> None:
    book = _tiny(name, ranks)
    for rank in ranks:
        brute = BruteForce(book, card(rank + "S"))
        found_by = against(book, rank + "S")
        for one in ranks:
            for other in ranks:
                hand = (card(one + "H"), card(other + "D"))
                expected = brute.actions(*hand)
                found = {action: value for action, value in found_by.actions(hand).items() if action in expected}
                assert found == pytest.approx(
                    {action: float(value) for action, value in expected.items()}, abs=1e-12
                ), hand
