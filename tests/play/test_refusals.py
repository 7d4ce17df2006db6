"""Every refusal: the code for clients, the clause, and the sentence with its names and amounts."""

from __future__ import annotations

import pytest

from boxseat.cards import card
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
from boxseat.play.judge import refusal
from boxseat.play.opening import open_round
from boxseat.play.state import Wager
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import open_book
from tests.books import PLAIN_BLACKJACK, changed
from tests.play.rounds import so_far

STAR = open_book("star-pontoon")
BLACKJACK = open_book("canberra-blackjack")
PLAIN = open_book(PLAIN_BLACKJACK)
NO_INSURANCE = changed(BLACKJACK, insurance__against="")
NEVER_DOUBLED = changed(PLAIN, doubling__on="never")
ACES_PLAYED_ON = changed(PLAIN, splitting__one_card_to_aces=False, splitting__resplit_aces=False)
SOFT_DOUBLES = changed(PLAIN, doubling__totals=(9, 20))

BOXES = (Wager(2, "ann", 2000), Wager(2, "bob", 1100), Wager(5, "cat", 500))
"""ann decides for box 2, where bob bets with her; cat plays box 5."""

Steps = tuple[str | Act, ...]


@pytest.mark.parametrize(
    ("book", "steps", "act", "said"),
    [
        # For every act about a box
        (STAR, ("9S 8S 7H",), Hit(2, "ann"), "8.1 round/dealing: the initial deal is not complete"),
        (STAR, ("9S 8S 7H",), PlayAbsent(2), "8.1 round/dealing: the initial deal is not complete"),
        (STAR, ("9S 8S 7H 5C 6C",), Hit(3, "ann"), "6.6 box/empty: box 3 has no main wager"),
        (STAR, ("9S 8S 7H 5C 6C",), PlayAbsent(3), "6.6 box/empty: box 3 has no main wager"),
        (STAR, ("9S 8S 7H 5C 6C",), Hit(2, "bob"), "6.6 control/not-yours: ann decides for box 2"),
        (STAR, ("9S 8S 7H 5C 6C",), CloseOffer(), "12.1 offer/none: nothing is being offered"),
        (STAR, ("9S 8S 7H", VoidRound()), VoidRound(), "18.8 round/void: the round is void already"),
        # Insurance
        (
            NO_INSURANCE,
            ("9S 8S AH 5C 6C",),
            Insure(2, "ann", 100),
            "7.1 insurance/not-offered: this game has no insurance",
        ),
        (
            STAR,
            ("9S 8S KH 5C 6C",),
            Insure(2, "ann", 100),
            "9.1 insurance/dealers-card: the dealer's first card is not an ace",
        ),
        (STAR, ("9S 8S AH 5C 6C",), Insure(2, "cat", 100), "9.1 insurance/no-wager: cat has no main wager on box 2"),
        (STAR, ("AS 8S AH KC 6C",), Insure(2, "ann", 100), "9.2 insurance/natural: box 2 has Pontoon"),
        (STAR, ("9S 8S AH 5C 6C", CloseOffer()), Insure(2, "ann", 100), "9.4 insurance/closed: insurance is closed"),
        (
            STAR,
            ("9S 8S AH 5C 6C", Insure(2, "bob", 550)),
            Insure(2, "bob", 100),
            "9.1 insurance/twice: bob has insured box 2 already",
        ),
        (
            PLAIN,
            ("AS 8S AH KC 6C", EvenMoney(2, "bob")),
            Insure(2, "bob", 100),
            "house 2.4 insurance/even-money: bob has taken even money",
        ),
        (STAR, ("9S 8S AH 5C 6C",), Insure(2, "bob", 0), "9.1 insurance/nothing: an insurance wager is above zero"),
        (
            STAR,
            ("9S 8S AH 5C 6C",),
            Insure(2, "bob", 551),
            "9.1 insurance/too-much: bob may insure for 5.50 at the most",
        ),
        (
            BLACKJACK,
            ("9S 8S AH 5C 6C",),
            Insure(2, "bob", 130),
            "7.3 insurance/multiples: insurance is laid in multiples of 0.25",
        ),
        # Even money
        (STAR, ("AS 8S AH KC 6C",), EvenMoney(2, "ann"), "11.1 even-money/not-offered: this game has no even money"),
        (
            PLAIN,
            ("AS 8S KH KC 6C",),
            EvenMoney(2, "ann"),
            "house 2.4 even-money/dealers-card: the dealer's first card is not an ace",
        ),
        (
            PLAIN,
            ("AS 8S AH KC 6C",),
            EvenMoney(2, "cat"),
            "house 2.4 even-money/no-wager: cat has no main wager on box 2",
        ),
        (PLAIN, ("AS 8S AH KC 6C",), EvenMoney(5, "cat"), "house 2.4 even-money/no-natural: box 5 has no Blackjack"),
        (
            PLAIN,
            ("AS 8S AH KC 6C", CloseOffer()),
            EvenMoney(2, "ann"),
            "house 2.4 even-money/closed: the interim settlement is over",
        ),
        (
            PLAIN,
            ("AS 8S AH KC 6C", Insure(2, "ann", 100)),
            EvenMoney(2, "ann"),
            "house 2.4 even-money/insured: ann has insured this Blackjack",
        ),
        (
            PLAIN,
            ("AS 8S AH KC 6C", EvenMoney(2, "ann")),
            EvenMoney(2, "ann"),
            "house 2.4 even-money/twice: ann has taken even money already",
        ),
        # Surrender
        (BLACKJACK, ("9S 8S KH 5C 6C",), Surrender(2, "ann"), "9.1 surrender/not-offered: this game has no surrender"),
        (
            STAR,
            ("9S 8S 9H 5C 6C",),
            Surrender(2, "ann"),
            "10.1 surrender/dealers-card: only when the dealer shows J, Q, K or A",
        ),
        (STAR, ("AS 8S KH KC 6C",), Surrender(2, "ann"), "10.1 surrender/natural: box 2 has Pontoon"),
        (STAR, ("9S 8S KH 5C 6C",), Surrender(2, "bob"), "10.5 control/not-yours: ann decides for box 2"),
        (
            STAR,
            ("9S 8S KH 5C 6C", Surrender(2, "ann")),
            Surrender(2, "ann"),
            "10.3 surrender/twice: box 2 has surrendered already",
        ),
        (STAR, ("9S 8S AH 5C 6C",), Surrender(2, "ann"), "9.4 surrender/not-yet: insurance is still open"),
        (
            STAR,
            ("9S 8S KH 5C 6C", CloseOffer()),
            Surrender(2, "ann"),
            "10.1 surrender/closed: the subsequent deal has begun",
        ),
        (STAR, ("9S 8S KH 5C 6C",), Surrender(2, "ann", ("cat",)), "10.4 join/no-wager: cat has no wager on this hand"),
        # Forfeiting a doubled hand
        (BLACKJACK, ("6S 8S 7H 5C 6C",), Forfeit(2, "ann"), "4.3 forfeit/not-offered: this game has no forfeit"),
        (
            STAR,
            ("6S 8S 7H 5C 6C", Double(2, "ann", 2000), "4D"),
            Forfeit(2, "bob"),
            "13.5 forfeit/not-doubled: bob has no doubled wager on this hand",
        ),
        (
            STAR,
            ("6S 8S 7H 5C 6C", Double(2, "ann", 2000), "4D"),
            Forfeit(2, "cat"),
            "13.5 forfeit/not-doubled: cat has no doubled wager on this hand",
        ),
        (
            STAR,
            ("6S 8S 7H 5C 6C", Double(2, "ann", 2000), "4D"),
            Forfeit(5, "cat"),
            "13.5 forfeit/not-doubled: no hand of box 5 has been doubled",
        ),
        (
            STAR,
            ("6S 8S 7H 5C 6C", Double(2, "ann", 2000), "KD"),
            Forfeit(2, "ann"),
            "13.5 forfeit/twenty-one: the hand made 21 and is paid",
        ),
        (
            STAR,
            ("9S 8S 7H 5C 6C", Double(2, "ann", 2000), "KD"),
            Forfeit(2, "ann"),
            "13.5 forfeit/busted: the hand went over 21 and has lost",
        ),
        (
            STAR,
            ("6S 8S 7H 5C 6C", Double(2, "ann", 2000), "4D", CloseOffer()),
            Forfeit(2, "ann"),
            "13.5 forfeit/closed: the next hand has been acted on",
        ),
        # Whose turn it is
        (STAR, ("AS 8S 7H KC 6C",), Hit(2, "ann"), "12.3 turn/natural: box 2 has Pontoon"),
        (STAR, ("9S 8S KH 5C 6C", Surrender(2, "ann")), Hit(2, "ann"), "10.3 turn/surrendered: box 2 has surrendered"),
        (STAR, ("9S 8S AH 5C 6C",), Hit(5, "cat"), "12.1 turn/offer: the dealer is still offering insurance"),
        (STAR, ("9S 8S KH 5C 6C",), Hit(2, "ann"), "12.1 turn/offer: the dealer is still offering surrender"),
        (
            STAR,
            ("6S 8S 7H 5C 6C", Double(2, "ann", 2000), "4D"),
            Hit(5, "cat"),
            "12.1 turn/offer: the dealer is still offering a forfeit",
        ),
        (STAR, ("9S 8S 7H 5C 6C",), Hit(5, "cat"), "12.1 turn/not-yet: it is box 2's turn, not box 5's"),
        (STAR, ("9S 8S 7H 5C 6C",), PlayAbsent(5), "12.1 turn/not-yet: it is box 2's turn, not box 5's"),
        (STAR, ("9S 8S 7H 5C 6C", Hit(2, "ann")), Stand(2, "ann"), "12.1 turn/card-due: box 2 is waiting for a card"),
        (
            STAR,
            ("AS 8S 7H AC 6C", Split(2, "ann"), "9D 9H"),
            Hit(2, "ann"),
            "14.6 turn/split-aces: a split ace gets one card only",
        ),
        (STAR, ("9S 8S 7H 5C 6C", Hit(2, "ann"), "7D"), Hit(2, "ann"), "12.3 turn/twenty-one: box 2 has made 21"),
        (STAR, ("9S 8S 7H 5C 6C", Hit(2, "ann"), "8D"), Hit(2, "ann"), "12.5 turn/busted: box 2 has gone over 21"),
        (STAR, ("9S 8S 7H 9C 6C", Stand(2, "ann")), Hit(2, "ann"), "12.1 turn/finished: box 2 has finished its hands"),
        # Standing, drawing and splitting
        (
            BLACKJACK,
            ("9S 8S 7H 2C 6C",),
            Stand(2, "ann"),
            "9.2(b) stand/too-low: a hard total of 11 must draw until it is 12 or more",
        ),
        (
            PLAIN,
            ("AS 8S 7H AC 6C", Split(2, "ann"), "AD"),
            Hit(2, "ann"),
            "house 3.5 draw/split-aces: a split ace gets one card only",
        ),
        (
            STAR,
            ("2S 8S 7H 2C 6C", Hit(2, "ann"), "2D"),
            Split(2, "ann"),
            "14.1 split/played-on: only the first two cards of a hand may be split",
        ),
        (STAR, ("9S 8S 7H 5C 6C",), Split(2, "ann"), "14.1 split/no-pair: the two cards are not of equal value"),
        (
            PLAIN,
            ("KS 8S 7H QC 6C",),
            Split(2, "ann"),
            "house 3.5 split/no-pair: the two cards are not of the same rank",
        ),
        (
            STAR,
            ("8S 8S 7H 8C 6C", Split(2, "ann"), "8D"),
            Split(2, "ann"),
            "14.8 split/too-many: no more than 2 hands may be formed",
        ),
        (
            ACES_PLAYED_ON,
            ("AS 8S 7H AC 6C", Split(2, "ann"), "AD"),
            Split(2, "ann"),
            "house 3.5 split/aces: aces may be split only once",
        ),
        # Doubling
        (
            NEVER_DOUBLED,
            ("6S 8S 7H 5C 6C",),
            Double(2, "ann", 2000),
            "house 3.4 double/not-offered: this game has no doubling",
        ),
        (
            PLAIN,
            ("AS 8S 7H AC 6C", Split(2, "ann"), "AD"),
            Double(2, "ann", 2000),
            "house 3.5 draw/split-aces: a split ace gets one card only",
        ),
        (
            PLAIN,
            ("2S 8S 7H 5C 6C", Hit(2, "ann"), "3D"),
            Double(2, "ann", 2000),
            "house 3.4 double/first-two: only a hand's first two cards may be doubled",
        ),
        (
            PLAIN,
            ("5S 8S 7H 5C 6C", Split(2, "ann"), "4D"),
            Double(2, "ann", 2000),
            "house 3.4 double/after-split: a split hand may not be doubled",
        ),
        (
            PLAIN,
            ("5S 8S 7H 3C 6C",),
            Double(2, "ann", 2000),
            "house 3.4 double/total: only totals from 9 to 11 may be doubled",
        ),
        (
            PLAIN,
            ("5S 8S 7H 7C 6C",),
            Double(2, "ann", 2000),
            "house 3.4 double/total: only totals from 9 to 11 may be doubled",
        ),
        (
            SOFT_DOUBLES,
            ("AS 8S 7H 8C 6C",),
            Double(2, "ann", 2000),
            "house 3.4 double/soft: a soft total may not be doubled",
        ),
        (PLAIN, ("6S 8S 7H 5C 6C",), Double(2, "ann", 1900), "house 3.4 double/amount: ann doubles for exactly 20.00"),
        (
            PLAIN,
            ("6S 8S 7H 5C 6C",),
            Double(2, "ann", 2000, (("bob", 1000),)),
            "house 3.4 double/amount: bob doubles for exactly 11.00",
        ),
        (STAR, ("6S 8S 7H 5C 6C",), Double(2, "ann", 0), "13.1 double/nothing: a double is above zero"),
        (
            STAR,
            ("6S 8S 7H 5C 6C",),
            Double(2, "ann", 2050),
            "13.1 double/too-much: ann may double for 20.00 at the most",
        ),
        (
            STAR,
            ("6S 8S 7H 5C 6C",),
            Double(2, "ann", 2000, (("bob", 1150),)),
            "13.1 double/too-much: bob may double for 11.00 at the most",
        ),
        (
            STAR,
            ("6S 8S 7H 5C 6C",),
            Double(2, "ann", 1025),
            "6.2 double/multiples: a double is laid in multiples of 0.50",
        ),
        # Joining
        (
            STAR,
            ("8S 8S 7H 8C 6C",),
            Split(2, "ann", ("ann",)),
            "14.10 join/controlling: ann is the controlling player and joins nobody",
        ),
        (
            STAR,
            ("6S 8S 7H 5C 6C",),
            Double(2, "ann", 2000, (("cat", 500),)),
            "13.4 join/no-wager: cat has no wager on this hand",
        ),
        (STAR, ("8S 8S 7H 8C 6C",), Split(2, "ann", ("bob", "bob")), "14.10 join/twice: bob is named twice"),
        # Cards from the shoe
        (STAR, ("9S 8S 7H 5C 6C",), Deal(card("4D")), "12.1 deal/not-due: no card is due"),
        (STAR, ("9S 8S",), Burn(card("TD")), "4.1 deal/no-such-card: TD is not in this game's deck"),
        (
            changed(PLAIN, cards__decks=1),
            ("9S 8S",),
            Deal(card("9S")),
            "house 1.1 deal/no-more: every 9S of 1 deck is out already",
        ),
    ],
)
def test_every_refusal_has_its_code_its_clause_and_its_sentence(book: Book, steps: Steps, act: Act, said: str) -> None:
    refused = refusal(book, so_far(book, open_round(book, BOXES), *steps), act)
    assert refused is not None
    assert f"{refused.clause} {refused.code}: {refused.reason}" == said
