"""What one person sees of a round, and may do."""

from __future__ import annotations

from boxseat.cards import card, parse_cards
from boxseat.play.acts import (
    Burn,
    CloseOffer,
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    Split,
    Stand,
    Surrender,
    VoidRound,
)
from boxseat.play.state import Laid, Phase, Wager
from boxseat.play.step import step
from boxseat.play.view import view
from boxseat.rulebook.load import open_book
from tests.books import changed
from tests.play.rounds import after, deal, dealt, so_far

STAR = open_book("star-pontoon")
WAGERS = (Wager(1, "ann", 2000, perfect_pairs=500), Wager(1, "bob", 1000), Wager(3, "cat", 2500, perfect_pairs=100))


def test_everyone_sees_boxes_hands_wagers_totals_and_who_decides() -> None:
    round_ = step(STAR, dealt(STAR, "5S", *WAGERS), Burn(card("2H")))
    round_ = deal(STAR, round_, "9D AH AC 8S")
    seen = view(STAR, round_, None)
    assert seen.phase is Phase.INSURANCE
    assert (seen.dealer, seen.dealer_total, seen.dealer_soft) == (parse_cards("AH"), 11, True)
    assert seen.cards_burnt == 1
    assert [(box.number, box.controller) for box in seen.boxes] == [(1, "ann"), (3, "cat")]
    hand = seen.boxes[0].hands[0]
    assert (hand.cards, hand.total, hand.soft, hand.doubled, hand.in_turn) == (
        parse_cards("5S AC"),
        16,
        True,
        False,
        False,
    )
    assert hand.wagers == (Laid("ann", 2000), Laid("bob", 1000))
    assert [line.player for line in seen.settlements] == ["ann", "cat"]
    assert seen.net == {"ann": -500, "bob": 0, "cat": -100}
    assert seen.choices == ()
    assert seen.closed == ()


def test_side_bets_and_insurance_are_seen_until_they_are_settled() -> None:
    round_ = dealt(STAR, "5S 9D", *WAGERS)
    boxes = view(STAR, round_, "ann").boxes
    assert boxes[0].perfect_pairs == (Laid("ann", 500),)
    assert boxes[1].perfect_pairs == (Laid("cat", 100),)
    round_ = after(STAR, deal(STAR, round_, "AH AC 8S"), [Insure(1, "bob", 450)])
    boxes = view(STAR, round_, "ann").boxes
    assert boxes[0].insurance == (Laid("bob", 450),)
    assert boxes[0].perfect_pairs == boxes[1].perfect_pairs == ()
    blackjack = open_book("canberra-blackjack")
    sevens = view(blackjack, dealt(blackjack, "7S", Wager(1, "ann", 2000, super_sevens=100)), None)
    assert sevens.boxes[0].super_sevens == (Laid("ann", 100),)


def test_a_player_is_told_of_their_own_choices_only() -> None:
    round_ = dealt(STAR, "8S 9D 7H 8C 9S", *WAGERS)
    anns = view(STAR, round_, "ann")
    assert {type(choice.act) for choice in anns.choices} == {Hit, Stand, Split, Double}
    assert {type(closed.act) for closed in anns.closed} == {Insure, EvenMoney, Surrender, Forfeit}
    bobs = view(STAR, round_, "bob")
    assert bobs.choices == ()
    assert {type(closed.act) for closed in bobs.closed} == {Insure, EvenMoney, Forfeit}


def test_the_hand_in_turn_the_doubled_and_the_surrendered_are_marked() -> None:
    round_ = after(STAR, dealt(STAR, "8S 9D 7H 8C 9S", *WAGERS), [Split(1, "ann")])
    round_ = after(STAR, deal(STAR, round_, "3D"), [Double(1, "ann", 1000, (("bob", 500),))])
    hands = view(STAR, deal(STAR, round_, "2C"), "ann").boxes[0].hands
    assert [(hand.in_turn, hand.doubled) for hand in hands] == [(True, True), (False, False)]
    assert hands[0].wagers == (Laid("ann", 3000), Laid("bob", 1500))
    assert hands[1].wagers == (Laid("ann", 2000),)
    given_up = after(STAR, dealt(STAR, "8S 9D KH 8C 9S", *WAGERS), [Surrender(1, "ann", ("bob",))])
    seen = view(STAR, given_up, None).boxes
    assert [box.hands[0].surrendered for box in seen] == [("ann", "bob"), ()]
    assert not any(hand.in_turn for box in seen for hand in box.hands)


def test_r03_wagers_of_lost_hands_that_a_dealers_natural_may_still_give_back_are_seen() -> None:
    book = changed(STAR, dealer__dealer_pontoon_takes="original-bets-only")
    round_ = so_far(book, dealt(book, "KS KH 6D"), CloseOffer(), Double(1, "ann", 1000), "9C")
    assert view(book, round_, None).boxes[0].hands[0].wagers == (Laid("ann", 1000),)
    round_ = so_far(book, dealt(book, "8S KH 8D"), CloseOffer(), Split(1, "ann"), "KS", Stand(1, "ann"))
    round_ = so_far(book, round_, "5C", Double(1, "ann", 1000), "2S", Forfeit(1, "ann"))
    assert view(book, round_, None).boxes[0].hands[1].wagers == (Laid("ann", 2000),)


def test_23_nothing_is_seen_on_the_boxes_of_a_void_round() -> None:
    blackjack = open_book("canberra-blackjack")
    sevens = Wager(1, "ann", 2000, super_sevens=100, perfect_pairs=100)
    insured = so_far(STAR, dealt(STAR, "5S 9D AH AC 8S", *WAGERS), Insure(1, "bob", 450), VoidRound())
    dealing = so_far(blackjack, dealt(blackjack, "7S 6H", sevens), VoidRound())
    for book, round_ in ((STAR, insured), (blackjack, dealing)):
        for box in view(book, round_, None).boxes:
            assert [hand.wagers for hand in box.hands] == [()]
            assert box.insurance == box.perfect_pairs == box.super_sevens == ()
