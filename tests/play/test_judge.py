"""Refusals that no replay document reaches, and those that occur only with a house's own book."""

from __future__ import annotations

import pytest

from boxseat.cards import card
from boxseat.consistency import Inconsistent
from boxseat.money import Odds
from boxseat.play.acts import (
    Burn,
    CloseOffer,
    Deal,
    Double,
    Hit,
    Insure,
    PlayAbsent,
    Split,
    Stand,
    Surrender,
    VoidRound,
)
from boxseat.play.judge import refusal
from boxseat.play.legal import legal
from boxseat.play.opening import open_round
from boxseat.play.state import Wager
from boxseat.play.step import step
from boxseat.play.view import view
from boxseat.refusal import Refusal
from boxseat.rulebook.load import GAMES, open_book
from tests.books import PLAIN_BLACKJACK, changed
from tests.play.rounds import after, deal, dealt, so_far

STAR = open_book("star-pontoon")
PLAIN = open_book(PLAIN_BLACKJACK)


def test_2_1_a_card_that_is_not_in_the_deck_cannot_be_dealt() -> None:
    round_ = dealt(STAR, "KS")
    assert refusal(STAR, round_, Deal(card("TS"))) == Refusal(
        "deal/no-such-card", "4.1", "TS is not in this game's deck"
    )


def test_25_a_card_cannot_come_more_often_than_the_decks_hold_it() -> None:
    book = changed(PLAIN, cards__decks=1)
    round_ = dealt(book, "8S")
    refused = refusal(book, round_, Deal(card("8S")))
    assert refused == Refusal("deal/no-more", "house 1.1", "every 8S of 1 deck is out already")
    burnt = step(book, round_, Burn(card("7S")))
    assert refusal(book, burnt, Deal(card("7S"))) is not None
    assert burnt.cards_used == 2


def test_no_card_is_dealt_while_a_player_decides() -> None:
    round_ = dealt(STAR, "KS 7H 6C")
    refused = refusal(STAR, round_, Deal(card("8S")))
    assert refused is not None
    assert refused.code == "deal/not-due"
    assert refusal(STAR, round_, Burn(card("8S"))) is None, "a card may be found face up at any time (R28)"


def test_nothing_is_decided_before_the_initial_deal_is_complete() -> None:
    round_ = dealt(STAR, "KS 7H")
    for act in (Hit(1, "ann"), Insure(1, "ann", 100), PlayAbsent(1), Surrender(1, "ann")):
        refused = refusal(STAR, round_, act)
        assert refused is not None
        assert (refused.code, refused.clause) == ("round/dealing", "8.1")
    refused = refusal(STAR, round_, CloseOffer())
    assert refused is not None
    assert refused.code == "offer/none"


def test_while_an_offer_is_open_no_hand_is_played() -> None:
    round_ = dealt(STAR, "9S AH 7C")
    for expected in ("insurance", "surrender"):
        refused = refusal(STAR, round_, Hit(1, "ann"))
        assert refused is not None
        assert refused.reason == f"the dealer is still offering {expected}"
        round_ = step(STAR, round_, CloseOffer())
    assert refusal(STAR, round_, Hit(1, "ann")) is None


def test_surrender_waits_for_insurance_to_be_closed() -> None:
    round_ = dealt(STAR, "9S AH 7C")
    refused = refusal(STAR, round_, Surrender(1, "ann"))
    assert refused is not None
    assert refused.code == "surrender/not-yet"


def test_a_hand_waiting_for_its_card_decides_nothing() -> None:
    round_ = step(STAR, dealt(STAR, "KS 7H 2C"), Hit(1, "ann"))
    refused = refusal(STAR, round_, Stand(1, "ann"))
    assert refused is not None
    assert refused.reason == "box 1 is waiting for a card"


def test_a_double_card_offers_a_forfeit_before_the_next_hand() -> None:
    round_ = after(STAR, dealt(STAR, "8S 7H 8C"), [Split(1, "ann")])
    round_ = after(STAR, deal(STAR, round_, "3S"), [Double(1, "ann", 2000)])
    round_ = deal(STAR, round_, "5S")
    refused = refusal(STAR, round_, Hit(1, "ann"))
    assert refused is not None
    assert refused.reason == "the dealer is still offering a forfeit"


def test_19_a_double_is_laid_in_whole_chips_at_the_table_and_found_in_any_cents() -> None:
    for as_found, code in ((False, "double/multiples"), (True, None)):
        round_ = deal(STAR, open_round(STAR, [Wager(1, "ann", 2000)], as_found=as_found), "5S 7H 6C")
        refused = refusal(STAR, round_, Double(1, "ann", 1025))
        assert (refused and refused.code) == code
        assert refusal(STAR, round_, Double(1, "ann", 1050)) is None


@pytest.mark.parametrize("amount", [0, -1])
def test_nothing_is_no_wager(amount: int) -> None:
    for cards, act, code in (
        ("5S AH 6C", Insure(1, "ann", amount), "insurance/nothing"),
        ("5S 7H 6C", Double(1, "ann", amount), "double/nothing"),
    ):
        refused = refusal(STAR, dealt(STAR, cards), act)
        assert refused is not None
        assert refused.code == code


def test_nobody_joins_twice() -> None:
    round_ = dealt(STAR, "8S 7H 8C", Wager(1, "ann", 2000), Wager(1, "bob", 1000))
    refused = refusal(STAR, round_, Split(1, "ann", ("bob", "bob")))
    assert refused is not None
    assert refused.reason == "bob is named twice"


def test_aces_split_only_once_where_a_house_lets_them_be_played_on() -> None:
    book = changed(PLAIN, splitting__one_card_to_aces=False, splitting__resplit_aces=False)
    round_ = deal(book, after(book, dealt(book, "AS 7H AC"), [Split(1, "ann")]), "AD")
    refused = refusal(book, round_, Split(1, "ann"))
    assert refused is not None
    assert (refused.code, refused.reason) == ("split/aces", "aces may be split only once")
    assert refusal(book, round_, Hit(1, "ann")) is None


def test_a_house_may_keep_soft_totals_and_split_hands_from_doubling() -> None:
    soft = changed(PLAIN, doubling__totals=(2, 20))
    refused = refusal(soft, dealt(soft, "AS 7H 6C"), Double(1, "ann", 2000))
    assert refused is not None
    assert refused.code == "double/soft"
    round_ = deal(PLAIN, after(PLAIN, dealt(PLAIN, "5S 7H 5C"), [Split(1, "ann")]), "4D")
    refused = refusal(PLAIN, round_, Double(1, "ann", 2000))
    assert refused is not None
    assert refused.code == "double/after-split"


def test_a_house_doubles_on_the_totals_it_names_and_on_no_others() -> None:
    for cards, may in (("5S 7H 3C", False), ("5S 7H 4C", True), ("6S 7H 5C", True), ("7S 7H 5C", False)):
        assert (refusal(PLAIN, dealt(PLAIN, cards), Double(1, "ann", 2000)) is None) == may


def test_09_insurance_is_laid_in_half_chips_as_far_as_whole_cents_go() -> None:
    for chip, least in ((100, 50), (50, 25), (5, 5)):
        book = changed(PLAIN, insurance__multiples="half-smallest-chip", chips__smallest_chip=chip)
        round_ = dealt(book, "5S AH 6C")
        laid = [cents for cents in range(1, 101) if refusal(book, round_, Insure(1, "ann", cents)) is None]
        assert laid == list(range(least, 101, least))


def test_a_house_may_let_more_than_half_be_insured() -> None:
    book = changed(PLAIN, insurance__most=Odds("2:3"))
    round_ = dealt(book, "5S AH 6C")
    assert refusal(book, round_, Insure(1, "ann", 1333)) is None
    refused = refusal(book, round_, Insure(1, "ann", 1334))
    assert refused is not None
    assert refused.reason == "ann may insure for 13.33 at the most"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cards", ["", "9S", "9S 8S 7H"])
def test_23_nothing_is_open_in_a_void_round_whenever_it_was_voided(game: str, cards: str) -> None:
    """SP 18.8 and similar: also before the dealer has a card; every act is refused because the round is void."""
    book = open_book(game)
    opened = open_round(book, [Wager(1, "ann", 2000), Wager(2, "bob", 2000)])
    round_ = so_far(book, opened, cards, VoidRound())
    found = legal(book, round_)
    assert found.open == ()
    assert {
        (closed.refusal.clause, closed.refusal.reason)
        for closed in found.closed
        if not isinstance(closed.act, VoidRound)
    } == {(book.irregularities.void_round.clause, "the round is void")}
    view(book, round_, "ann")


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_voided_once(game: str) -> None:
    book = open_book(game)
    round_ = step(book, dealt(book, "9S 7H 8C"), VoidRound())
    assert round_.over
    refused = refusal(book, round_, VoidRound())
    assert refused is not None
    assert refused.code == "round/void"


def test_a_step_that_was_refused_is_a_programmers_mistake() -> None:
    with pytest.raises(Inconsistent):
        step(STAR, dealt(STAR, "KS 7H 6C"), Hit(3, "ann"))


def test_a_box_always_has_someone_to_decide() -> None:
    book = changed(STAR, control__order=("seated",))
    with pytest.raises(Inconsistent, match="without a controlling player"):
        open_round(book, [Wager(1, "ann", 2000)])
