"""What is said of an irregularity: the account of a reconstruction, and the dealer's sentences."""

from __future__ import annotations

import pytest

from boxseat.cards import card
from boxseat.play.acts import (
    Act,
    Burn,
    CloseOffer,
    Deal,
    DrawInError,
    ExtraCard,
    Hit,
    InsuranceMissed,
    Insure,
    Invalidate,
    Malfunction,
    Misplace,
    PayAtEnd,
    PlayAbsent,
    Reconstruct,
    Refuse,
    Report,
    Split,
    StaffAct,
    Stand,
    VoidRound,
    VoidWagers,
    WrongPack,
)
from boxseat.play.announce import announcements
from boxseat.play.irregularities.announcement import incident
from boxseat.play.irregularities.reconstruction_account import CardMove, account, lying, place_name
from boxseat.play.state import Round, Wager
from boxseat.play.step import step
from boxseat.rulebook.load import open_book
from tests.play.rounds import dealt, so_far

STAR = open_book("star-pontoon")
TWO = (Wager(1, "ann", 1000), Wager(2, "bob", 1000))


def _said(before: Round, act: Act) -> list[str]:
    return announcements(STAR, before, step(STAR, before, act))


def test_18_8_the_account_names_cards_decisions_and_money() -> None:
    """Box 1 hit, the 4C went to box 2, and box 1 went over 21 with the KC."""
    before = so_far(
        STAR,
        dealt(STAR, "9S KS 7D 3H 8H", *TWO),
        Hit(1, "ann"),
        Misplace(card("4C"), "2.1"),
        "KC",
        Stand(2, "bob"),
    )
    after = step(STAR, before, Reconstruct())
    told = account(before, after)
    assert told.moves == (CardMove(card("KC"), "1.1", "next"), CardMove(card("4C"), "2.1", "1.1"))
    assert (told.stands, told.set_aside, told.asked) == ((5,), (), "1.1")
    assert [(line.player, line.net) for line in told.undone] == [("ann", -1000)]
    assert told.made == ()
    assert _said(before, Reconstruct()) == [
        "The round is put right: every card goes where it should have gone.",
        "KC goes from box 1 to the next cards.",
        "4C goes from box 2 to box 1.",
        "Undone: ann's main wager of 10.00 on box 1, which was lost.",
        "Box 1 has 16; ann to decide.",
    ]


def test_18_8_the_account_of_a_round_that_ends_with_it() -> None:
    before = so_far(
        STAR, dealt(STAR, "9S 7D 3H"), Hit(1, "ann"), Misplace(card("9C"), "dealer"), "4C", Stand(1, "ann"), "8C 2D"
    )
    after = step(STAR, before, Reconstruct())
    told = account(before, after)
    assert told.moves == (
        CardMove(card("4C"), "1.1", "rack"),
        CardMove(card("8C"), "dealer", "rack"),
        CardMove(card("2D"), "dealer", "rack"),
        CardMove(card("9C"), "dealer", "1.1"),
    )
    assert (told.stands, told.set_aside, told.asked) == ((3,), (6,), "")
    assert after.over
    assert [(line.player, line.net) for line in told.made] == [("ann", 2000)]
    assert _said(before, Reconstruct())[-2:] == [
        "Box 1: ann is paid 20.00 at 1 to 1 for the wager: a total of 21 (clause 11.2.1).",
        "The round is over.",
    ]


def test_18_8_the_account_names_the_offer_that_is_open_again_and_what_falls() -> None:
    before = so_far(
        STAR,
        dealt(STAR, "9S KS AD", *TWO),
        Misplace(card("3H"), "2.1"),
        "8H",
        Insure(1, "ann", 300),
        Insure(2, "bob", 200),
        CloseOffer(),
        CloseOffer(),
        Stand(1, "ann"),
        PlayAbsent(2),
        "8C",
    )
    after = step(STAR, before, Reconstruct())
    told = account(before, after)
    assert (told.stands, sorted(told.set_aside), told.asked) == ((), [5, 6, 9], "insurance")
    assert {line.wager.value for line in told.undone} == {"insurance"}
    assert "3 decisions do not stand." in _said(before, Reconstruct())


def test_18_8_wagers_that_staff_made_void_are_no_decision_that_stands() -> None:
    before = so_far(
        STAR,
        dealt(STAR, "9S KS 7D 3H 8H", *TWO),
        Hit(1, "ann"),
        Misplace(card("4C"), "2.1"),
        VoidWagers("bob", "device"),
    )
    told = account(before, step(STAR, before, Reconstruct()))
    assert told.stands == (5,)


def test_18_8_a_second_account_names_only_what_is_new() -> None:
    first = so_far(
        STAR, dealt(STAR, "9S KS 7D 2H 8H", *TWO), Hit(1, "ann"), Misplace(card("4C"), "2.1"), "3C", Hit(1, "ann")
    )
    once = step(STAR, so_far(STAR, first, "2C"), Reconstruct())
    again = so_far(STAR, once, Hit(1, "ann"), Hit(1, "ann"), Hit(1, "ann"), Misplace(card("2D"), "dealer"))
    told = account(again, step(STAR, again, Reconstruct()))
    assert told.set_aside == ()
    assert account(so_far(STAR, first, "2C"), once).set_aside == (8,)


def test_18_8_equal_cards_that_change_places_do_not_move() -> None:
    before = so_far(STAR, dealt(STAR, "9S", *TWO), Misplace(card("9S"), "1.1"), "7D 9S 8H")
    told = account(before, step(STAR, before, Reconstruct()))
    assert told.moves == (CardMove(card("7D"), "2.1", "dealer"), CardMove(card("9S"), "dealer", "2.1"))


def test_every_card_that_is_out_lies_somewhere() -> None:
    round_ = so_far(
        STAR,
        dealt(STAR, "8S 7D 8H"),
        Burn(card("2C")),
        Split(1, "ann"),
        "3C",
        Stand(1, "ann"),
        Misplace(card("4C"), "5.1"),
        "5C",
        DrawInError(card("6C"), exposed=False),
    )
    assert sorted(lying(round_)) == sorted(
        [
            (card("8S"), "1.1"),
            (card("3C"), "1.1"),
            (card("8H"), "1.2"),
            (card("5C"), "1.2"),
            (card("7D"), "dealer"),
            (card("4C"), "5.1"),
            (card("6C"), "next"),
            (card("2C"), "rack"),
        ]
    )
    void = so_far(STAR, round_, VoidRound())
    assert (card("6C"), "carried") in list(lying(void))
    assert [place_name(place) for place in ("dealer", "3.1", "3.2", "next", "rack", "carried")] == [
        "the dealer",
        "box 3",
        "box 3, hand 2",
        "the next cards",
        "the discard rack",
        "the next round",
    ]


def test_18_2_where_a_card_goes_that_lay_out_is_said() -> None:
    out = so_far(STAR, dealt(STAR, "9S KS 7D 3H 8H", *TWO), DrawInError(card("4C")), DrawInError(card("4C")))
    assert _said(out, Hit(1, "ann")) == ["Box 1 draws.", "The card that lay out, 4C, goes to box 1."]
    assert _said(out, Refuse(1, "ann")) == ["Box 1 refuses the card.", "Box 2 has 18; bob to decide."]
    refused = so_far(STAR, out, Refuse(1, "ann"))
    assert _said(refused, Stand(2, "bob"))[:3] == [
        "Box 2 stands on 18.",
        "The card that lay out, 4C, goes to the dealer.",
        "The card that lay out, 4C, goes to the dealer.",
    ]
    ended = so_far(STAR, dealt(STAR, "9S 7D KH"), DrawInError(card("KC")), DrawInError(card("KD"), exposed=False))
    assert _said(ended, Stand(1, "ann"))[1:3] == [
        "The card that lay out, KC, goes to the dealer.",
        "The card that lay out, KD, goes to the next round.",
    ]


def test_18_8_a_void_says_no_settlements() -> None:
    assert _said(dealt(STAR, "9S 7D KH"), VoidRound()) == ["The round is void.", "The round is over."]


def test_18_3_a_refusal_names_the_hand_of_a_split_box() -> None:
    split = so_far(STAR, dealt(STAR, "8S 7D 8H"), Split(1, "ann"), "3C", DrawInError(card("2C")))
    assert _said(split, Refuse(1, "ann"))[:2] == [
        "Box 1, hand 1, refuses the card.",
        "The card that lay out, 2C, goes to box 1, hand 2.",
    ]


SENTENCES: list[tuple[StaffAct, str]] = [
    (Burn(card("2C")), "A card is burnt."),
    (Burn(card("2C"), "in-error"), "A card is burnt by mistake, and stays burnt."),
    (DrawInError(card("2C")), "A card was drawn in error; it is the next card."),
    (ExtraCard(card("2C")), "A card too many was drawn to the dealer."),
    (ExtraCard(card("2C"), exposed=False), "An unseen card too many was drawn to the dealer."),
    (Misplace(card("2C"), "dealer"), "2C was dealt to the dealer, where it was not due."),
    (Misplace(card("2C"), "3.2"), "2C was dealt to box 3, hand 2, where it was not due."),
    (Reconstruct(), "The round is put right: every card goes where it should have gone."),
    (InsuranceMissed(), "Insurance was not offered in time, and is offered now."),
    (Report("burn-forgotten"), "No card was burnt; the first card stays in play."),
    (Report("cut-missed"), "The cards were not cut. The round stands; then they are shuffled and cut."),
    (Report("shuffle-missed"), "The cards were not shuffled. The round stands; then they are shuffled and cut."),
    (Report("rack-left"), "The discards stay in the rack until the next initial deal."),
    (Report("check-cards"), "The cards of the device are checked after the round."),
    (PayAtEnd(), "What is won is paid at the final settlement."),
    (PayAtEnd(3), "What box 3 wins is paid at the final settlement."),
    (VoidWagers("ann", "device"), "ann's wagers are void, because of a forbidden device."),
    (VoidWagers("ann", "player-card"), "ann's wagers are void, because of a missing Player Card."),
    (VoidWagers("ann", "rules"), "ann's wagers are void, because of a breach of the rules."),
    (
        WrongPack("missing-card"),
        "A card of the pack is missing: the round is over, and the cards are checked.",
    ),
    (WrongPack("foreign-card"), "A foreign card was found: the round is over, and the cards are checked."),
    (
        WrongPack("foreign-card", "a joker"),
        "A foreign card was found (a joker): the round is over, and the cards are checked.",
    ),
    (
        Invalidate("disruption"),
        "The round has no outcome, because the game is disrupted; wagers are refunded.",
    ),
    (
        Invalidate("fraud", refund=False),
        "The round has no outcome, because of a fraud; wagers are kept.",
    ),
    (
        Invalidate("impractical"),
        "The round has no outcome, because it is impractical to go on; wagers are refunded.",
    ),
    (
        Invalidate("fraud", forfeited_by=("eve",)),
        "The round has no outcome, because of a fraud; wagers are refunded, and eve forfeits all of theirs.",
    ),
    (
        Invalidate("fraud", forfeited_by=("eve", "dan")),
        "The round has no outcome, because of a fraud; wagers are refunded, and eve and dan forfeit all of theirs.",
    ),
    (Malfunction(), "The device failed; the round goes on."),
    (Malfunction(returned_to=("ann",)), "The device failed; ann takes back what is not settled."),
    (Malfunction(returned_to=("ann", "bob")), "The device failed; ann and bob take back what is not settled."),
    (Malfunction(disadvantaged=True), "The device failed to somebody's disadvantage: the round is void."),
    (VoidRound(), "The round is void."),
]


@pytest.mark.parametrize(("act", "sentence"), SENTENCES)
def test_each_act_of_staff_has_its_sentence(act: StaffAct, sentence: str) -> None:
    assert incident(act) == sentence


def test_a_card_dealt_by_an_act_of_staff_is_announced_with_it() -> None:
    before = dealt(STAR, "9S 7D")
    assert _said(before, Burn(card("2C"))) == ["A card is burnt."]
    assert _said(before, Deal(card("KH"))) == ["Box 1 has 19; ann to decide."]
