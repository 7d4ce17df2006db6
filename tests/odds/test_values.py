"""The value of every decision on one hand, against published hands and hand calculations."""

from __future__ import annotations

from typing import Any

import pytest

from boxseat.cards import card, parse_cards
from boxseat.money import Cents
from boxseat.odds.exact.one_hand import BadHand, HandValues, Values, could_be_drawn, hand_values
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import open_book
from tests.books import changed
from tests.odds.test_exact import blackjack

STAR, CANBERRA, BLACKJACK = (open_book(game) for game in ("star-pontoon", "canberra-pontoon", "canberra-blackjack"))


def values(book: Book, hand: str, dealer: str, removed: str = "", **flags: Any) -> HandValues:
    return hand_values(book, parse_cards(hand), card(dealer), removed=parse_cards(removed), **flags)


def worth(book: Book, hand: str, dealer: str, removed: str = "", **flags: Any) -> dict[str, float]:
    return values(book, hand, dealer, removed, **flags).actions


@pytest.mark.parametrize(
    ("hand", "stand", "hit", "double"),
    [
        ("2S AD", -0.722307, -0.378980, -1.024082),
        ("6S 4D", -0.721150, -0.286345, -0.639456),
        ("6S 5D", -0.721201, -0.235977, -0.537869),
    ],
)
def test_published_hands_against_an_ace(hand: str, stand: float, hit: float, double: float) -> None:
    """Wizard of Odds, appendix 9: 8 decks, H17, a natural takes everything."""
    found = values(blackjack(dealer__stands_soft=18, dealer__dealer_pontoon_takes="everything"), hand, "AH")
    insure = found.actions.pop("insure")
    assert {name: round(value, 6) for name, value in found.actions.items()} == {
        "stand": stand,
        "hit": hit,
        "double": double,
    }
    assert insure == pytest.approx(3 * 128 / 413 - 1, abs=1e-12)
    assert found.best == "hit"
    assert found.exact
    assert str(found).startswith(f"{hand} against AH: ")


def test_insurance_is_paid_for_by_the_tens_left() -> None:
    assert worth(STAR, "8S 9D", "AH")["insure"] == pytest.approx(3 * 96 / 381 - 1, abs=1e-12)
    assert worth(STAR, "KS QD", "AH")["insure"] == pytest.approx(3 * 94 / 381 - 1, abs=1e-12)
    assert worth(STAR, "8S 9D", "AH", "2S 3S 4S")["insure"] == pytest.approx(3 * 96 / 378 - 1, abs=1e-12)
    assert "insure" not in worth(STAR, "8S 9D", "KH")
    assert "insure" not in worth(STAR, "2S 3D 4H", "AH")
    assert "insure" not in worth(changed(STAR, insurance__against=""), "8S 9D", "AH")


def test_a_natural_is_settled_and_may_take_even_money_where_the_book_has_it() -> None:
    assert worth(STAR, "AS KD", "AH") == {"settled": 1.5}
    waits = 1.5 * (1 - 127 / 413)
    natural = values(BLACKJACK, "AS KD", "AH")
    assert natural.actions == pytest.approx(
        {"settled": waits, "even-money": 1.0, "insure": 3 * 127 / 413 - 1}, abs=1e-12
    )
    assert natural.best == "settled"
    rich_in_tens = values(BLACKJACK, "AS KD", "AH", " ".join(f"{rank}{suit}" for rank in "23456" for suit in "SHDC"))
    assert rich_in_tens.best == "settled"
    no_low_cards = " ".join([f"{rank}{suit}" for rank in "23456" for suit in "SHDC"] * 4)
    assert values(BLACKJACK, "AS KD", "AH", no_low_cards).best == "even-money"
    assert worth(BLACKJACK, "AS KD", "KH") == pytest.approx({"settled": 1.5 * (1 - 31 / 413)}, abs=1e-12)


@pytest.mark.parametrize(
    ("hand", "paid"),
    [
        ("5S 6D KH", 1.0),
        ("2S 3D 4H 5C 7S", 1.5),
        ("2S 2D 3H 3C 4S 7S", 2.0),
        ("AS 2S 2D 3H 3C 4S 6D", 3.0),
        ("6S 7D 8S", 1.5),
        ("6D 7D 8D", 2.0),
        ("6S 7S 8S", 3.0),
        ("7S 7S 7S", 3.0),
        ("KS 6D 8H", -1.0),
    ],
)
def test_a_decided_hand_has_the_one_value_of_its_settlement(hand: str, paid: float) -> None:
    assert worth(STAR, hand, "7H") == {"settled": paid}


def test_a_21_that_waits_for_the_dealer_is_worth_less_than_its_line() -> None:
    """At Blackjack 21 stands off against 21 and loses to a natural."""
    settled = worth(BLACKJACK, "5S 6D KH", "KH")["settled"]
    assert 0.8 < settled < 1
    against_six = worth(BLACKJACK, "5S 6D KH", "6H")["settled"]
    assert against_six > settled


def test_a_doubled_hand_is_kept_or_forfeited() -> None:
    """Kept, 16 wins or loses twice as much as undoubled; forfeited, it costs the original wager."""
    for hand in ("9S 2D 5H", "AS 5D KH"):
        kept = worth(STAR, hand, "6H", doubled=True)
        assert kept == pytest.approx({"keep": 2 * worth(STAR, hand, "6H")["stand"], "forfeit": -1}, abs=1e-12)
    stand = worth(STAR, "9S 2D 5H", "KH")["stand"]
    natural = 32 / 380
    kept = worth(STAR, "9S 2D 5H", "KH", doubled=True)
    assert kept["keep"] == pytest.approx(2 * stand + natural, abs=1e-12), "the double is returned (R03)"
    assert values(STAR, "9S 2D 5H", "KH", doubled=True).best == "forfeit"


def test_a_doubled_hand_with_nothing_to_decide() -> None:
    assert worth(STAR, "5S 5D AS", "6H", doubled=True) == {"settled": 2.0}, "the double card's ace counts 11"
    assert worth(STAR, "9S 3D KS", "6H", doubled=True) == {"settled": -2.0}
    seventeen = worth(BLACKJACK, "9S 2D 6H", "6H")["stand"]
    assert worth(BLACKJACK, "9S 2D 6H", "6H", doubled=True) == pytest.approx({"settled": 2 * seventeen}, abs=1e-12)
    back = changed(STAR, dealer__dealer_pontoon_takes="original-bets-only")
    assert worth(back, "9S 3D KS", "KH", doubled=True) == pytest.approx({"settled": -2 + 32 / 380}, abs=1e-12)


def test_split_hands_differ_by_the_wager_a_dealers_natural_takes() -> None:
    natural = 32 / 380
    original = worth(STAR, "8S KD", "KH", "8D", after_split="original")
    added = worth(STAR, "8S KD", "KH", "8D", after_split="added")
    assert added["stand"] - original["stand"] == pytest.approx(natural, abs=1e-12)
    assert set(added) == set(original) == {"stand", "hit", "double"}
    no_aces = "8D " + " ".join(f"A{suit}" for suit in "SHDC" for _ in range(8))
    assert worth(STAR, "8S KD", "KH", no_aces, after_split="added") == pytest.approx(
        worth(STAR, "8S KD", "KH", no_aces, after_split="original"), abs=1e-12
    )


def test_split_hands_that_are_settled_and_those_that_may_be_split_again() -> None:
    assert worth(STAR, "AS KD", "6H", after_split="added") == {"settled": 1.0}, "no pontoon after a split"
    assert set(worth(STAR, "AS 5D", "6H", after_split="added")) == {"settled"}
    assert "split" not in worth(STAR, "8S 8D", "6H", after_split="added")
    three = changed(STAR, splitting__max_split_hands=3)
    assert "split" in worth(three, "8S 8D", "6H", after_split="added")
    assert set(worth(three, "AS AD", "6H", after_split="original")) == {"stand", "split"}
    assert set(worth(CANBERRA, "AS AD", "6H", after_split="original")) == {"settled"}
    assert set(worth(CANBERRA, "2S 3D", "6H", after_split="original")) == {"hit", "double"}, "no standing under 12"


SUITED_SEVENS = [
    (STAR, "25", 6 / 381 * 200),
    (STAR, "10", 6 / 381 * 100),
    (STAR, "4.99", 0.0),
    (CANBERRA, "25", 2 / 189 * 200),
    (CANBERRA, "24.99", 2 / 189 * 1000 / 24.99),
    (CANBERRA, "5", 2 / 189 * 200),
]


@pytest.mark.parametrize(("book", "dollars", "more"), SUITED_SEVENS)
def test_the_super_bonus_of_a_stake_on_suited_sevens(book: Book, dollars: str, more: float) -> None:
    stake = Cents(round(float(dollars) * 100))
    without, with_stake = worth(book, "7S 7S", "7H"), worth(book, "7S 7S", "7H", stake=stake)
    assert with_stake["hit"] - without["hit"] == pytest.approx(more, abs=1e-12)
    assert with_stake["stand"] == without["stand"]
    assert worth(book, "7S 7S", "8H", stake=stake) == worth(book, "7S 7S", "8H")
    assert worth(book, "7S 7D", "7H", stake=stake)["hit"] == worth(book, "7S 7D", "7H")["hit"]
    settled = worth(book, "7S 7S 7S", "7H", stake=stake)["settled"]
    shoe = 48 * book.cards.decks.value
    chance = (book.cards.decks.value - 2) / (shoe - 3)
    assert settled == pytest.approx(3 + more / chance, abs=1e-9)


def test_the_super_bonus_after_a_split_of_sevens() -> None:
    """The Star never pays it; Canberra does unless the sevens split were of one suit (R07)."""
    stake = Cents(2500)

    def more(book: Book, removed: str) -> float:
        flags: dict[str, Any] = {"after_split": "added"}
        return (
            worth(book, "7S 7S", "7H", removed, stake=stake, **flags)["hit"]
            - (worth(book, "7S 7S", "7H", removed, **flags)["hit"])
        )

    assert more(STAR, "7D") == 0
    assert more(CANBERRA, "7D") == pytest.approx(2 / 188 * 200, abs=1e-12)
    assert more(CANBERRA, "7S") == 0
    assert more(CANBERRA, "") == pytest.approx(2 / 189 * 200, abs=1e-12)
    made = worth(CANBERRA, "7S 7S 7S", "7H", "7D", stake=stake, after_split="original")
    assert made == pytest.approx({"settled": 203.0}, abs=1e-9)
    assert worth(CANBERRA, "7S 7S 7S", "7H", "7S", stake=stake, after_split="original") == {"settled": 3.0}


def test_what_one_hand_needed_does_not_change_the_next() -> None:
    shared = Values(CANBERRA)
    split = shared.of(parse_cards("8S 8D"), card("KH"))
    assert 0 < split.error_bound < 1e-5
    assert not split.exact
    for hand, dealer, flags in (
        ("KS 6D", "KH", {}),
        ("8S 8D", "KH", {}),
        ("8S KD", "KH", {"after_split": "added"}),
        ("9S 2D 5H", "KH", {"doubled": True}),
        ("8S 8D", "6H", {}),
        ("8D 8S", "QD", {}),
        ("9S 9D", "7H", {}),
        ("9C 9H", "7D", {}),
        ("7S 7S", "7H", {}),
        ("7S 7S", "7S", {}),
        ("KS QD", "KH", {}),
        ("JS JD", "KC", {}),
    ):
        fresh = values(CANBERRA, hand, dealer, **flags)
        found = shared.of(parse_cards(hand), card(dealer), **flags)
        assert found.actions == pytest.approx(fresh.actions, abs=1e-12)
        assert (found.best, found.exact) == (fresh.best, fresh.exact)
    assert shared.of(parse_cards("KS 6D"), card("KH")).exact


@pytest.mark.parametrize(
    ("hand", "dealer", "removed", "flags", "reason"),
    [
        ("8S", "KH", "", {}, "hand: needs two cards or more"),
        ("TS 8S", "KH", "", {}, "hand: TS is not in this game's decks, which have the ranks A23456789JQK"),
        ("8S 8D", "TH", "", {}, "dealer: TH is not in this game's decks, which have the ranks A23456789JQK"),
        ("8S 8D", "KH", "TH", {}, "removed: TH is not in this game's decks, which have the ranks A23456789JQK"),
        ("8S 8D", "KH", "8S " * 8, {}, "hand: the shoe holds no further 8S; 8 decks have 8 of each card"),
        ("2S " * 9, "KH", "", {}, "hand: the shoe holds no further 2S; 8 decks have 8 of each card"),
        ("KS QS 2D 9D", "KH", "", {}, "hand: KS QS 2D 9D cannot be drawn: a hand of 21 or more gets no further card"),
        ("AS 2D 3D", "KH", "", {"after_split": "added"}, "hand: AS 2D 3D: a split ace gets one card"),
        (
            "8S 8D",
            "KH",
            "",
            {"doubled": True},
            "hand: 8S 8D was not doubled: a hand is doubled on two cards or more under 21",
        ),
        (
            "KS AD 5H",
            "KH",
            "",
            {"doubled": True},
            "hand: KS AD 5H was not doubled: a hand is doubled on two cards or more under 21",
        ),
    ],
)
def test_hands_that_cannot_be(hand: str, dealer: str, removed: str, flags: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadHand) as refused:
        values(STAR, hand, dealer, removed, **flags)
    assert str(refused.value) == reason


def test_hands_a_book_does_not_allow() -> None:
    with pytest.raises(BadHand, match=r"^dealer: the shoe holds no further 8S; 1 deck has 1 of each card$"):
        values(changed(STAR, cards__decks=1), "7S 8D", "8S", "8S")
    with pytest.raises(
        BadHand, match=r"^hand: 2S 3D 4H may not be doubled by doubling\.on, totals, soft and after_split"
    ):
        values(BLACKJACK, "2S 3D 4H 5C", "KH", doubled=True)
    with pytest.raises(BadHand, match=r"^after_split: this book lets no hand be split$"):
        values(changed(STAR, splitting__max_split_hands=1), "8S 9D", "KH", after_split="added")


def test_a_shoe_that_could_run_out_is_refused_and_one_that_cannot_is_not() -> None:
    """With only high cards left, a 15 takes one card and a dealer's ten another."""
    low = " ".join(f"{rank}{suit}" for rank in "A23456" for suit in "SHDC")
    one_deck = changed(STAR, cards__decks=1)
    high = "7D 7C 8S 8H 8D 8C 9S 9H 9D 9C JS JH JD JC QS QH QD"
    assert worth(one_deck, "7S 8S", "KH", f"{low} {high}".replace("8S ", ""))["hit"] == pytest.approx(-1.0)
    with pytest.raises(BadHand, match=r"^removed: the shoe has too few cards left; it could run out before"):
        values(one_deck, "7S 8S", "KH", f"{low} {high} QC KS KD".replace("8S ", ""))
    with pytest.raises(BadHand, match=r"^removed: the shoe has too few"):
        values(one_deck, "7S 8S", "KH", f"{low[12:]} {high} QC KS KD".replace("8S ", ""))


def test_whether_cards_can_have_been_drawn() -> None:
    assert could_be_drawn(parse_cards("AS " * 11))
    assert not could_be_drawn(parse_cards("AS " * 12))
    assert not could_be_drawn(parse_cards("AS " * 20))
    assert could_be_drawn(parse_cards("AS KD 5H"))
    assert not could_be_drawn(parse_cards("KS KD KH 2S"))
