"""What the dealer says in a round, sentence by sentence, with every name, number and clause."""

from __future__ import annotations

from boxseat.cards import card, parse_cards
from boxseat.play.acts import (
    Act,
    Burn,
    CloseOffer,
    Deal,
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    PlayAbsent,
    Split,
    Stand,
    Surrender,
    VoidRound,
)
from boxseat.play.announce import announcements
from boxseat.play.opening import open_round
from boxseat.play.state import Wager
from boxseat.play.step import step
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import open_book

STAR = open_book("star-pontoon")
BLACKJACK = open_book("canberra-blackjack")


def _said(book: Book, wagers: list[Wager], *steps: str | Act) -> list[str]:
    """All that the dealer says about these cards and acts, in order."""
    round_ = open_round(book, wagers)
    said: list[str] = []
    for taken in steps:
        acts = [Deal(dealt) for dealt in parse_cards(taken)] if isinstance(taken, str) else [taken]
        for act in acts:
            before, round_ = round_, step(book, round_, act)
            said.extend(announcements(book, before, round_))
    return said


def test_a_round_of_pontoon_from_the_first_card_to_the_last_chip() -> None:
    """bob bets with ann, who splits and doubles; cat surrenders, dan is absent, eve has a natural."""
    wagers = [
        Wager(2, "ann", 2000, seated=True, perfect_pairs=500),
        Wager(2, "bob", 1000),
        Wager(4, "cat", 2500),
        Wager(6, "dan", 1500),
        Wager(7, "eve", 500),
    ]
    steps: tuple[str | Act, ...] = (
        *("8S KD", Burn(card("2H")), "6H AC AH 8D 5D 4H KH"),
        *(Insure(2, "bob", 450), CloseOffer(), Surrender(4, "cat"), CloseOffer()),
        *(Split(2, "ann", ("bob",)), "3D", Double(2, "ann", 1000, (("bob", 500),)), "5C"),
        *(Forfeit(2, "bob"), CloseOffer(), "2S", Hit(2, "ann"), "9D", Stand(2, "ann")),
        *(PlayAbsent(6), "6D 5S 9H"),
    )
    assert _said(STAR, wagers, *steps) == [
        "No more bets.",
        "A card is burnt.",
        "The dealer has soft 11.",
        "Box 7 has Pontoon.",
        "Box 2: ann is paid 25.00 at 5 to 1 for Perfect Pairs: a mixed pair (clause 16.8.1).",
        "Box 7: eve is paid 7.50 at 3 to 2 for the wager: Pontoon (clause 11.1).",
        "Insurance.",
        "bob insures box 2 for 4.50.",
        "Insurance is closed.",
        "Surrender.",
        "Box 4 surrenders.",
        "Surrender is closed.",
        "Box 2 has 16; ann to decide.",
        "Box 2 splits, joined by bob.",
        "Box 2, hand 1, has 11.",
        "Box 2, hand 1, doubles, joined by bob.",
        "Box 2, hand 1, has 16.",
        "Box 2, hand 1, may be forfeited.",
        "bob forfeits on box 2.",
        "Box 2, hand 1: bob forfeits 10.00: forfeited after doubling (clause 13.5).",
        "Box 2, hand 1: bob has the double of 5.00 returned as a stand-off: taken back by forfeiting (clause 13.5).",
        "Box 2, hand 2, has 10.",
        "Box 2, hand 2, draws.",
        "Box 2, hand 2, has 19.",
        "Box 2, hand 2, stands on 19.",
        "Box 6 has 10; dan to decide.",
        "Box 6 is played for an absent player.",
        "The dealer has soft 17.",
        "Box 2: bob loses insurance of 4.50: the dealer's second card makes no natural (clause 15.2).",
        "The dealer has 12.",
        "The dealer has 21.",
        "Box 2, hand 1: ann loses the wager of 20.00: 16 against the dealer's 21 (clause 17.1.9).",
        "Box 2, hand 1: ann loses the double of 10.00: 16 against the dealer's 21 (clause 17.1.9).",
        "Box 2, hand 2: ann loses the wager of 20.00: 19 against the dealer's 21 (clause 17.1.9).",
        "Box 2, hand 2: bob loses the wager of 10.00: 19 against the dealer's 21 (clause 17.1.9).",
        "Box 4: cat surrenders 12.50 of 25.00: no further cards (clause 17.1.11).",
        "Box 6: dan loses the wager of 15.00: 10 against the dealer's 21 (clause 17.1.9).",
        "The round is over.",
    ]


def test_a_round_of_blackjack_with_even_money_a_bust_and_a_natural() -> None:
    wagers = [Wager(1, "ann", 2000, super_sevens=500), Wager(2, "bob", 1000), Wager(3, "cat", 500)]
    steps: tuple[str | Act, ...] = (
        *("AS 7S 9S AH KD 7C 8C", EvenMoney(1, "ann"), Insure(3, "cat", 250), CloseOffer()),
        *(Hit(2, "bob"), "9D", Stand(3, "cat"), "QH"),
    )
    assert _said(BLACKJACK, wagers, *steps) == [
        "No more bets.",
        "The dealer has soft 11.",
        "Box 1 has Blackjack.",
        "Box 1: ann loses Super Sevens of 5.00: the first card is no seven (clause 17.6(d)).",
        "Insurance.",
        "ann takes even money on box 1.",
        "Box 1: ann is paid 20.00 at 1 to 1 for the wager: even money (clause 8.1(b)).",
        "cat insures box 3 for 2.50.",
        "Insurance is closed.",
        "Box 2 has 14; bob to decide.",
        "Box 2 draws.",
        "Box 2 has 23, over 21.",
        "Box 2: bob loses the wager of 10.00: 23 is over 21 (clause 13.1(d)).",
        "Box 3 has 17; cat to decide.",
        "Box 3 stands on 17.",
        "The dealer has soft 21, Blackjack.",
        "Box 3: cat loses the wager of 5.00: the dealer has Blackjack (clause 13.1(f)).",
        "Box 3: cat is paid 5.00 at 2 to 1 for insurance: the dealer's second card makes a natural (clause 7.4).",
        "The round is over.",
    ]


def test_of_a_void_round_no_chip_is_told_singly() -> None:
    said = _said(STAR, [Wager(1, "ann", 2000)], "9S 7H", VoidRound())
    assert said == ["No more bets.", "The dealer has 7.", "The round is void.", "The round is over."]


def test_those_who_join_a_decision_are_named() -> None:
    wagers = [Wager(1, "ann", 2000), Wager(1, "bob", 1000), Wager(1, "cat", 500)]
    assert "Box 1 surrenders, joined by bob and cat." in _said(
        STAR, wagers, "9S KH 7C", Surrender(1, "ann", ("bob", "cat"))
    )
    assert "Box 1 doubles, joined by cat." in _said(STAR, wagers, "6S 7H 5C", Double(1, "ann", 2000, (("cat", 500),)))
