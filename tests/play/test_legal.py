"""The list of allowed acts: bounds of amounts, joiners, and a house without side bets."""

from __future__ import annotations

import msgspec
import pytest

from boxseat.consistency import Inconsistent
from boxseat.play.acts import Double, Hit, Insure, Split, Stand, Surrender, VoidRound
from boxseat.play.legal import Bounds, Choice, legal
from boxseat.play.state import Round, Wager
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import open_book
from tests.books import changed
from tests.play.rounds import after, deal, dealt

STAR = open_book("star-pontoon")
BLACKJACK = open_book("canberra-blackjack")


def _choice(book: Book, round_: Round, kind: type) -> Choice:
    (found,) = (choice for choice in legal(book, round_).open if type(choice.act) is kind)
    return found


def test_bounds_hold_the_amounts_that_may_be_laid() -> None:
    bounds = Bounds(50, 200, 50)
    assert [cents for cents in range(0, 300, 25) if cents in bounds] == [50, 100, 150, 200]
    assert [cents for cents in range(200) if cents in Bounds(30, 130, 50)] == [30, 80, 130]


def test_13_a_pontoon_double_is_any_amount_in_chips_up_to_the_wager() -> None:
    round_ = dealt(STAR, "5S 7H 6C", Wager(1, "ann", 2000), Wager(1, "bob", 1025))
    choice = _choice(STAR, round_, Double)
    assert choice.act == Double(1, "ann", 2000)
    assert choice.amount == Bounds(50, 2000, 50)
    assert [(joiner.player, joiner.amount) for joiner in choice.joiners] == [("bob", Bounds(50, 1000, 50))]


def test_12_a_blackjack_double_is_exactly_the_wager() -> None:
    assert _choice(BLACKJACK, dealt(BLACKJACK, "5S 7H 6C"), Double).amount == Bounds(2000, 2000, 1)


def test_09_insurance_is_at_most_half_in_multiples_of_half_the_smallest_chip() -> None:
    book = changed(BLACKJACK, chips__smallest_chip=250)
    round_ = dealt(book, "5S AH 6C", Wager(1, "ann", 1100))
    assert _choice(book, round_, Insure).amount == Bounds(125, 500, 125)


def test_15_only_those_with_a_wager_on_the_hand_may_join_a_split() -> None:
    book = changed(STAR, splitting__max_split_hands=3)
    round_ = dealt(book, "8S 7H 8C", Wager(1, "ann", 2000), Wager(1, "bob", 1000), Wager(1, "cat", 500))
    choice = _choice(book, round_, Split)
    assert [joiner.player for joiner in choice.joiners] == ["bob", "cat"]
    round_ = after(book, round_, [Split(1, "ann", ("cat",))])
    round_ = deal(book, after(book, deal(book, round_, "KD"), [Stand(1, "ann")]), "8D")
    assert [joiner.player for joiner in _choice(book, round_, Split).joiners] == ["cat"]


def test_a_house_without_side_bets_plays_a_round() -> None:
    offers = msgspec.structs.replace(
        BLACKJACK.offers, side_bets=msgspec.structs.replace(BLACKJACK.offers.side_bets, value=())
    )
    book = msgspec.structs.replace(BLACKJACK, offers=offers, perfect_pairs=None, super_sevens=None)
    round_ = deal(book, after(book, dealt(book, "9S 7H 9C"), [Stand(1, "ann")]), "KD")
    assert round_.net() == {"ann": 2000}
    assert [line.wager.value for line in round_.settlements] == ["main"]


def test_08_those_with_a_wager_on_the_box_may_join_a_surrender() -> None:
    round_ = dealt(STAR, "9S KH 7C", Wager(1, "ann", 2000), Wager(1, "bob", 1000))
    assert [joiner.player for joiner in _choice(STAR, round_, Surrender).joiners] == ["bob"]


def test_a_hand_that_is_paid_has_nothing_to_double() -> None:
    closed = legal(STAR, dealt(STAR, "AS 9D 7H KC 8D", Wager(1, "ann", 2000), Wager(2, "bob", 500))).closed
    assert [entry.act for entry in closed if isinstance(entry.act, Double)] == [Double(1, "ann", 0)]


def test_a_card_is_due_or_someone_has_to_act() -> None:
    round_ = dealt(STAR, "9S 7H")
    assert legal(STAR, round_).card_due is True
    round_ = deal(STAR, round_, "5C")
    assert legal(STAR, round_).card_due is False
    assert legal(STAR, after(STAR, round_, [Hit(1, "ann")])).card_due is True


def test_what_the_dealer_may_do_is_no_players_act() -> None:
    choices = {type(choice.act): choice for choice in legal(STAR, dealt(STAR, "KS 7H 6C")).open}
    assert choices[Hit].players_act == Hit(1, "ann")
    with pytest.raises(Inconsistent, match="no player's act"):
        _ = choices[VoidRound].players_act
