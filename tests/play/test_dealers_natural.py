"""What a dealer's natural takes after splits and doubles, in all four readings of R03, with a test's own book."""

from __future__ import annotations

import pytest

from boxseat.play.document import read_document
from boxseat.play.replay import answer, play_document
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import open_book
from tests.books import PLAIN_BLACKJACK, changed
from tests.notation import Answer, document, play

READINGS = ("everything", "busted-plus-one", "original-wager", "original-bets-only")


def _by(book: Book, cards: str, wagers: str, *decisions: str) -> Answer:
    """A round by a book that has no file."""
    written = document(book.name, cards, wagers, *decisions)
    return Answer(answer(play_document(read_document(written, opener=lambda _: book))))


def _original_bets_only() -> Book:
    return changed(open_book("star-pontoon"), dealer__dealer_pontoon_takes="original-bets-only")


def _split_in_three(reading: str, second_card: str) -> Answer:
    """Eights split into three hands: the first busts, and the other two stand against a king."""
    return play(
        PLAIN_BLACKJACK,
        f"8S KH 8D 8H 5S TS TC 9C {second_card}",
        "1:ann=20",
        "1 split",
        "1 split",
        "1 hit",
        "1 stand",
        "1 stand",
        dealer_pontoon_takes=reading,
    )


@pytest.mark.parametrize(
    ("reading", "lost"), list(zip(READINGS, ("-60.00", "-40.00", "-20.00", "-20.00"), strict=True))
)
def test_r03_the_manuals_example(reading: str, lost: str) -> None:
    told = _split_in_three(reading, "AD")
    assert told.refused == []
    assert told.hands() == ["8S 5S TS", "8H TC", "8D 9C"]
    assert told.dealer == "KH AD"
    assert told.net == {"ann": lost}


@pytest.mark.parametrize("reading", READINGS)
def test_r03_without_a_natural_every_hand_is_for_itself(reading: str) -> None:
    assert _split_in_three(reading, "8C").net == {"ann": "-40.00"}


@pytest.mark.parametrize(("second", "net", "double"), [("AD", "-20.00", "stand-off"), ("QD", "-40.00", "lose")])
def test_r03_original_bets_only_gives_back_the_double_of_a_busted_hand(second: str, net: str, double: str) -> None:
    told = _by(_original_bets_only(), f"KS KH 6D 9C {second}", "1:ann=20", "1 double")
    assert told.cards_used == 5
    assert told.net == {"ann": net}
    assert told.line("ann", "main")["result"] == "lose"
    assert told.line("ann", "double")["result"] == double


def test_r03_original_bets_only_settles_a_busted_hand_at_once_where_no_natural_can_come() -> None:
    told = _by(_original_bets_only(), "KS 9H 6D 9C", "1:ann=20", "1 double")
    assert told.cards_used == 4
    assert told.net == {"ann": "-40.00"}


@pytest.mark.parametrize("second", ["AD", "8D"])
def test_r03_original_bets_only_gives_back_a_forfeited_split_wager(second: str) -> None:
    """The second hand's wager was added: a dealer's natural returns it, even if forfeited, and takes the first
    hand's."""
    told = _by(
        _original_bets_only(),
        f"8S KH 8D KS 5C 2S {second}",
        "1:ann=20",
        "1 split",
        "1 stand",
        "1 double 10",
        "1 forfeit",
    )
    assert told.refused == []
    assert told.hands() == ["8S KS", "8D 5C 2S"]
    assert told.line("ann", "split")["result"] == ("stand-off" if second == "AD" else "forfeit")
    assert told.line("ann", "double")["net"] == "0.00"
    assert told.line("ann", "main")["result"] == ("lose" if second == "AD" else "stand-off")
    assert told.net == {"ann": "-20.00"}


def test_r03_a_forfeit_on_the_first_hand_gives_up_the_original_wager() -> None:
    told = _by(_original_bets_only(), "8S KH 5D 2S", "1:ann=20", "1 double 10", "1 forfeit")
    assert told.cards_used == 4
    assert told.net == {"ann": "-20.00"}
