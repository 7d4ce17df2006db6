"""The decks, what cards count, and that everyone sees them."""

from __future__ import annotations

import pytest

from boxseat.play.fields import BadDocument
from boxseat.play.view import view
from boxseat.rulebook.load import open_book
from tests.clauses.star.twins import both, course, play

pytestmark = both


@pytest.mark.parametrize("decks", [6, 8])
def test_4_1_each_card_is_in_the_shoe_once_a_deck(game: str, decks: int) -> None:
    round_ = "KS 7D 9H KD"
    answer = play(game, f"{round_}{' 8S' * decks}", "1:ann*=10", "1 stand", decks=decks)
    assert answer.net == {"ann": "10.00"}
    with pytest.raises(BadDocument, match="8S is listed"):
        play(game, f"{round_}{' 8S' * (decks + 1)}", "1:ann*=10", "1 stand", decks=decks)


@pytest.mark.parametrize("decks", [1, 4, 7, 9])
def test_4_1_no_other_number_of_decks(game: str, decks: int) -> None:
    with pytest.raises(BadDocument, match="decks"):
        play(game, "KS 7D 9H KD", "1:ann*=10", "1 stand", decks=decks)


@pytest.mark.parametrize("card", ["TS", "TH", "TD", "TC", "10S", "XX"])
def test_4_1_no_tens_and_no_jokers(game: str, card: str) -> None:
    with pytest.raises(BadDocument, match=card):
        play(game, f"{card} 7D 9H KD", "1:ann*=10", "1 stand")


@pytest.mark.parametrize(
    ("hand", "decisions", "points", "net"),
    [
        ("AS 8H", (), 19, "10.00"),
        ("AS 6H", (), 17, "-10.00"),
        ("AS AH", (), 12, "-10.00"),
        ("AS 8H 5D", ("1 hit",), 14, "-10.00"),
        ("AS 5H KD", ("1 hit",), 16, "-10.00"),
        ("AS AH 8D", ("1 hit",), 20, "10.00"),
        ("AS AH 8D KC", ("1 hit", "1 hit"), 20, "10.00"),
        ("9S 5H AD", ("1 hit",), 15, "-10.00"),
    ],
)
def test_4_2_1_an_ace_counts_eleven_unless_that_is_too_much(
    game: str, hand: str, decisions: tuple[str, ...], points: int, net: str
) -> None:
    first, *rest = hand.split()
    answer = play(game, f"{first} 9C {' '.join(rest)} 9D", "1:ann*=10", *decisions, "1 stand")
    assert answer.dealer_total == 18
    assert (answer.total(), answer.net) == (points, {"ann": net})


@pytest.mark.parametrize(
    ("dealer", "points", "net"), [("AC 7D", 18, "10.00"), ("AC 5D KS 5H", 21, "-10.00"), ("6C AD KH", 17, "10.00")]
)
def test_4_2_1_a_dealers_ace_counts_the_same(game: str, dealer: str, points: int, net: str) -> None:
    first, *rest = dealer.split()
    answer = play(game, f"KS {first} 9H {' '.join(rest)}", "1:ann*=10", "1 stand")
    assert (answer.dealer, answer.dealer_total, answer.net) == (dealer, points, {"ann": net})


@pytest.mark.parametrize("number", range(2, 10))
def test_4_2_2_numbers_count_what_they_show(game: str, number: int) -> None:
    answer = play(game, f"KS 9C {number}H 8D", "1:ann*=10", "1 stand")
    net = "10.00" if number > 7 else "0.00" if number == 7 else "-10.00"
    assert (answer.total(), answer.dealer_total, answer.net) == (10 + number, 17, {"ann": net})


@pytest.mark.parametrize("picture", ["JS", "QH", "KD"])
def test_4_2_3_pictures_count_ten(game: str, picture: str) -> None:
    answer = play(game, f"{picture} 9C 8H KC", "1:ann*=10", "1 stand")
    assert (answer.total(), answer.dealer_total, answer.net) == (18, 19, {"ann": "-10.00"})


def test_4_6_1_everyone_sees_every_card_as_it_is_dealt(game: str) -> None:
    for round_ in course(game, "KS 5D 9C 9H 6D 8C 7S KH", "1:ann*=10 2:bob*=10", "1 stand", "2 hit", "2 stand"):
        dealt = [card for box in round_.boxes for hand in box.hands for card in hand.cards] + list(round_.dealer)
        assert len(dealt) == round_.cards_used
        for viewer in ("ann", "bob", None):
            seen = view(open_book(game), round_, viewer)
            assert [card for box in seen.boxes for hand in box.hands for card in hand.cards] + list(
                seen.dealer
            ) == dealt
