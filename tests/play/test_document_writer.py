"""A round written as a document that replays it."""

from __future__ import annotations

from boxseat.cards import card
from boxseat.play.acts import (
    Burn,
    CloseOffer,
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
from boxseat.play.document import read_document
from boxseat.play.document_writer import write_document
from boxseat.play.opening import open_round
from boxseat.play.replay import play_document
from boxseat.play.state import TableLimits, Wager
from boxseat.play.step import step
from boxseat.rulebook.load import open_book
from tests.play.rounds import after, deal, dealt, so_far

STAR = open_book("star-pontoon")
BLACKJACK = open_book("canberra-blackjack")


def test_every_kind_of_decision_is_written_in_the_words_of_documents() -> None:
    wagers = [
        Wager(1, "ann", 2000, seated=True, perfect_pairs=500),
        Wager(1, "bob", 1000, warned=True),
        Wager(2, "cat", 2500),
        Wager(3, "dan", 500),
    ]
    round_ = deal(STAR, open_round(STAR, wagers, TableLimits(500, 100_000)), "8S 9D 5H AH 8C 9S 6H")
    round_ = after(
        STAR,
        round_,
        [Insure(1, "bob", 450), CloseOffer(), Surrender(2, "cat"), CloseOffer(), Split(1, "ann", ("bob",))],
    )
    round_ = after(STAR, deal(STAR, round_, "3D"), [Double(1, "ann", 1000, (("bob", 500),))])
    round_ = after(STAR, deal(STAR, round_, "2C"), [Forfeit(1, "bob"), CloseOffer()])
    round_ = after(STAR, deal(STAR, round_, "2D"), [Hit(1, "ann")])
    round_ = after(STAR, deal(STAR, round_, "9H"), [Stand(1, "ann"), PlayAbsent(3)])
    round_ = deal(STAR, round_, "9C")
    assert round_.over
    written = write_document(STAR, round_, game="star-pontoon")
    assert written == {
        "game": "star-pontoon",
        "options": {
            "decks": 8,
            "smallest_chip": "0.50",
            "max_split_hands": 2,
            "dealer_pontoon_takes": "original-wager",
            "perfect_pairs_needs": "main-wager-on-box",
        },
        "limits": {"min": "5.00", "max": "1000.00"},
        "cards": "8S 9D 5H AH 8C 9S 6H 3D 2C 2D 9H 9C",
        "wagers": [
            {"box": 1, "player": "ann", "stake": "20.00", "perfect-pairs": "5.00", "seated": True},
            {"box": 1, "player": "bob", "stake": "10.00", "warned": True},
            {"box": 2, "player": "cat", "stake": "25.00"},
            {"box": 3, "player": "dan", "stake": "5.00"},
        ],
        "decisions": [
            {"box": 1, "do": "insure", "player": "bob", "amount": "4.50"},
            {"box": 2, "do": "surrender", "player": "cat"},
            {"box": 1, "do": "split", "player": "ann", "joined_by": ["bob"]},
            {"box": 1, "do": "double", "player": "ann", "amount": "10.00", "joined_by": {"bob": "5.00"}},
            {"box": 1, "do": "forfeit", "player": "bob"},
            {"box": 1, "do": "hit", "player": "ann"},
            {"box": 1, "do": "stand", "player": "ann"},
            {"by": "dealer", "do": "absent"},
        ],
    }
    replayed = play_document(read_document(written))
    assert (replayed.round.acts, replayed.refused) == (round_.acts, ())


def test_burns_voids_and_the_offers_closed_just_before_a_void_are_written() -> None:
    round_ = step(BLACKJACK, dealt(BLACKJACK, "AS", Wager(1, "ann", 2000, super_sevens=100)), Burn(card("2H")))
    round_ = deal(BLACKJACK, round_, "AH KC")
    taken = after(BLACKJACK, round_, [EvenMoney(1, "ann"), CloseOffer(), VoidRound()])
    written = write_document(BLACKJACK, taken, game="canberra-blackjack")
    assert written["limits"] == {}
    assert written["wagers"] == [{"box": 1, "player": "ann", "stake": "20.00", "super-sevens": "1.00"}]
    assert written["decisions"] == [
        {"by": "dealer", "do": "burn", "after_cards": 1},
        {"box": 1, "do": "even-money", "player": "ann"},
        {"by": "dealer", "do": "close"},
        {"by": "supervisor", "do": "void", "after_cards": 4},
    ]
    insured = dealt(BLACKJACK, "9S AH 8C")
    closed = after(BLACKJACK, insured, [Insure(1, "ann", 100), CloseOffer(), VoidRound()])
    written = write_document(BLACKJACK, closed, game="canberra-blackjack")
    assert written["decisions"] == [
        {"box": 1, "do": "insure", "player": "ann", "amount": "1.00"},
        {"by": "dealer", "do": "close"},
        {"by": "supervisor", "do": "void", "after_cards": 3},
    ]
    assert play_document(read_document(written)).round.acts == closed.acts


def test_an_offer_closed_by_what_follows_it_is_not_written() -> None:
    hit = so_far(STAR, dealt(STAR, "9S KH 4C"), CloseOffer(), Hit(1, "ann"), VoidRound())
    assert write_document(STAR, hit, game="star-pontoon")["decisions"] == [
        {"box": 1, "do": "hit", "player": "ann"},
        {"by": "supervisor", "do": "void", "after_cards": 3},
    ]
    doubled = so_far(STAR, dealt(STAR, "6S 7H 5C"), Double(1, "ann", 2000), "4D", CloseOffer(), "KD")
    assert doubled.over
    assert write_document(STAR, doubled, game="star-pontoon")["decisions"] == [
        {"box": 1, "do": "double", "player": "ann", "amount": "20.00"}
    ]


def test_a_round_declared_void_during_an_offer_is_played_again_without_closing_it() -> None:
    insured = so_far(STAR, dealt(STAR, "9S AH 8C"), Insure(1, "ann", 100), VoidRound())
    written = write_document(STAR, insured, game="star-pontoon")
    assert play_document(read_document(written)).round.acts == insured.acts
