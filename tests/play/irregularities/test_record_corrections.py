"""Corrections of what was keyed: the round is played anew with the steps as they were."""

from __future__ import annotations

import pytest

from boxseat.cards import UNSEEN, card
from boxseat.play.acts import Act, CloseOffer, Deal, Double, DrawInError, ExtraCard, Hit, Insure, Misplace, Stand
from boxseat.play.irregularities.record_correction import BadCorrection, RecordFault, corrected_acts, keyed_text
from boxseat.play.judge import refusal
from boxseat.play.opening import open_round
from boxseat.play.state import Round, Wager
from boxseat.rulebook.load import open_book
from tests.play.irregularities.games import each, in_each_game
from tests.play.rounds import dealt, so_far

STOOD = Stand(1, "ann")
TWO = (Wager(1, "ann", 2000), Wager(1, "bob", 1000))


def corrected(game: str, round_: Round, *faults: RecordFault) -> tuple[Act, ...]:
    return corrected_acts(open_book(game), round_, faults)


def why_not(game: str, round_: Round, *faults: RecordFault) -> str:
    with pytest.raises(BadCorrection) as refused:
        corrected(game, round_, *faults)
    return str(refused.value)


def after_nine(game: str, *steps: str | Act, wagers: tuple[Wager, ...] = ()) -> Round:
    """A round with 5S 4H on box 1 against a six, and what follows."""
    book = open_book(game)
    return so_far(book, dealt(book, "5S 6D 4H", *wagers), *steps)


def after_seventeen(game: str, *steps: str | Act) -> Round:
    """A round with 9S 8H on box 1 against a six, on which ann has stood, and what follows."""
    book = open_book(game)
    return so_far(book, dealt(book, "9S 6D 8H"), STOOD, *steps)


@in_each_game
def test_an_amount_belongs_to_doubles_and_insurance_alone(game: str) -> None:
    round_ = after_seventeen(game)
    assert why_not(game, round_, RecordFault(4, "stand", "hit 20")) == "step 4: hit has no amount"
    assert why_not(game, round_, RecordFault(4, "stand", "split 5")) == "step 4: split has no amount"
    assert "lots" in why_not(game, round_, RecordFault(4, "stand", "double lots"))


@in_each_game
def test_a_signal_names_its_box_and_player(game: str) -> None:
    """Those of the step that it replaces, if it does not say; only an absent player's needs no name."""
    book = open_book(game)
    round_ = dealt(book, "9S 6D 8H")
    for box, player in ((0, ""), (1, ""), (0, "ann")):
        fault = RecordFault(4, "", "stand", box, player)
        assert why_not(game, round_, fault) == "step 4: a signal needs its box and player"
    assert corrected(game, round_, RecordFault(4, "", "stand", 1, "ann"))[3:] == (STOOD,)
    absent = corrected(game, round_, RecordFault(4, "", "absent", 1))[3:]
    assert [keyed_text(act) for act in absent] == ["absent"]
    assert "needs its box" in why_not(game, round_, RecordFault(4, "", "absent"))


@in_each_game
def test_a_step_that_could_not_have_been_is_told_in_words(game: str) -> None:
    round_ = after_seventeen(game)
    told = why_not(game, round_, RecordFault(4, "stand", "double 500"))
    assert told.startswith("step 4 (double 500.00 on box 1) could not have been: ")
    told = why_not(game, round_, RecordFault(4, "stand", "split"))
    assert told.startswith("step 4 (split on box 1) could not have been: ")
    told = why_not(game, round_, RecordFault(3, "8H", ""))
    assert told.startswith("step 4 (stand on box 1) could not have been: ")
    told = why_not(game, round_, RecordFault(4, "", "2H"))
    assert told.startswith("step 4 (2H) could not have been: ")
    for step in (0, 6):
        assert why_not(game, round_, RecordFault(step, "", "2H")) == f"step {step}: the record has 4 steps"
    assert why_not(game, round_, RecordFault(5, "stand", "hit")) == "step 5: the record has 4 steps"


@in_each_game
def test_a_double_without_an_amount_is_whole(game: str) -> None:
    round_ = after_nine(game, Hit(1, "ann"), "8H")
    doubled = corrected(game, round_, RecordFault(4, "hit", "double"))
    assert doubled[3:5] == (Double(1, "ann", 2000), Deal(card("8H")))
    assert corrected(game, round_, RecordFault(4, "hit", "double 20")) == doubled
    stranger = RecordFault(4, "hit", "double", player="bob")
    assert why_not(game, round_, stranger).startswith("step 4 (double on box 1) could not have been: ")


@in_each_game
def test_a_double_before_its_turn_is_not_whole_but_refused(game: str) -> None:
    told = why_not(game, after_nine(game), RecordFault(3, "", "double", 1, "ann"))
    assert told.startswith("step 3 (double on box 1) could not have been: ")


def test_who_joined_a_double_has_joined_it_when_its_amount_is_corrected() -> None:
    """Nobody was asked anew: what the co-bettor laid beside it is not what was keyed wrongly."""
    game = "star-pontoon"
    round_ = after_nine(game, Double(1, "ann", 1000, (("bob", 500),)), "2H", wagers=TWO)
    acts = corrected(game, round_, RecordFault(4, "double", "double 20"))
    assert acts[3] == Double(1, "ann", 2000, (("bob", 500),))
    assert corrected(game, round_, RecordFault(4, "double", "hit"))[3:] == (Hit(1, "ann"), Deal(card("2H")))


@in_each_game
def test_insurance_that_was_not_keyed(game: str) -> None:
    """CP and CB 7.1, SP 9.1, S6 8.1: for half the wager at most; the offer that followed it is closed after it."""
    book = open_book(game)
    round_ = so_far(book, dealt(book, "9S AD 9H"), CloseOffer())
    insured = corrected(game, round_, RecordFault(4, "", "insure 5", 1, "ann"))
    assert insured[3:5] == (Insure(1, "ann", 500), CloseOffer())
    assert why_not(game, round_, RecordFault(4, "", "insure 50", 1, "ann")).startswith("step 4 (insure 50.00 on box 1)")
    assert "for 10.00 at the most" in why_not(game, round_, RecordFault(4, "", "insure 50", 1, "ann"))
    assert "above zero" in why_not(game, round_, RecordFault(4, "", "insure", 1, "ann"))


@in_each_game
def test_an_offer_that_was_none_is_not_closed(game: str) -> None:
    """The dealer's ace was a six: nobody had been offered insurance."""
    book = open_book(game)
    round_ = so_far(book, dealt(book, "9S AD 8H"), CloseOffer())
    acts = corrected(game, round_, RecordFault(2, "AD", "6D"))
    assert acts == (Deal(card("9S")), Deal(card("6D")), Deal(card("8H")))


@in_each_game
def test_a_card_lies_where_it_is_due_once_those_before_it_do(game: str) -> None:
    """The second card of the box was keyed as the dealer's, before the dealer's own."""
    book = open_book(game)
    round_ = so_far(book, dealt(book, "5S"), Misplace(card("6D"), "1.1"))
    dealers = RecordFault(2, "", "4H")
    assert corrected(game, round_, dealers)[1:] == (Deal(card("4H")), Deal(card("6D")))


@in_each_game
def test_several_faults_are_counted_by_the_record_as_it_was_keyed(game: str) -> None:
    """In whatever order they are named; of two before the same step, the first is first."""
    round_ = after_seventeen(game)
    faults = (RecordFault(4, "stand", "hit"), RecordFault(5, "", "3H"), RecordFault(5, "", "stand", 1, "ann"))
    expected = corrected(game, round_, *faults)
    assert [keyed_text(act) for act in expected] == ["9S", "6D", "8H", "hit", "3H", "stand"]
    assert corrected(game, round_, *faults[1:], faults[0]) == expected


@in_each_game
def test_what_was_never_keyed_comes_before_the_step_that_is_corrected_too(game: str) -> None:
    never = (RecordFault(4, "", "hit", 1, "ann"), RecordFault(4, "", "2C"))
    told = corrected(game, after_seventeen(game), *never, RecordFault(4, "stand", "absent"))
    assert [keyed_text(act) for act in told] == ["9S", "6D", "8H", "hit", "2C", "absent"]


@in_each_game
def test_a_step_closes_the_offers_that_are_open_now(game: str) -> None:
    """The dealer's six was an ace, and nobody was offered insurance; also the first step of a record may be wrong."""
    told = corrected(game, after_seventeen(game), RecordFault(1, "9S", "8S"), RecordFault(2, "6D", "AD"))
    assert [keyed_text(act) for act in told if not isinstance(act, CloseOffer)] == ["8S", "AD", "8H", "stand"]
    assert isinstance(told[3], CloseOffer)


@in_each_game
def test_a_card_replaces_a_card_and_keeps_what_it_was(game: str) -> None:
    round_ = after_nine(game, DrawInError(card("2C"), exposed=False))
    acts = corrected(game, round_, RecordFault(4, "2C", "3C"))
    assert acts[3] == DrawInError(card("3C"), exposed=False)
    assert corrected(game, round_, RecordFault(4, "2C", ""))[3:] == ()
    assert why_not(game, round_, RecordFault(4, "2C", "9X")).startswith("step 4: ")
    assert "3C was keyed" not in why_not(game, round_, RecordFault(4, "3C", "2C" * 40))
    told = why_not(game, round_, RecordFault(4, "x" * 60, "2C"))
    assert told == f"step 4: 2C was keyed, and not {'x' * 40}"


@each("15.2", "14.2", "18.2", "17.2")
def test_a_card_that_lies_out_unseen_is_turned_before_another_is_dealt(game: str, clause: str) -> None:
    """R29: it is the next card, and has no name yet."""
    book = open_book(game)
    round_ = so_far(book, dealt(book, "9S 6D 9H"), DrawInError(UNSEEN, exposed=False), STOOD)
    refused = refusal(book, round_, Deal(card("KD")))
    assert refused is not None
    assert (refused.code, refused.clause) == ("deal/unseen", clause)
    assert refused.reason == "the card that lies out face down is next, and is turned first"


@in_each_game
def test_a_card_that_nobody_has_seen_goes_to_no_hand(game: str) -> None:
    """Neither where it is due, nor by mistake, nor face up in error; it may be burnt, or lie face down."""
    book = open_book(game)
    round_ = open_round(book, (Wager(1, "ann", 2000),))
    for act in (Deal(UNSEEN), Misplace(UNSEEN, "dealer"), DrawInError(UNSEEN)):
        refused = refusal(book, round_, act)
        assert refused is not None
        assert (refused.code, refused.clause) == ("deal/unseen", book.cards.ranks.clause), act
        assert refused.reason == "a card that goes to a hand is seen and named"
    over = so_far(book, dealt(book, "9S 6D 9H"), STOOD, "KD", "3D")
    refused = refusal(book, over, ExtraCard(UNSEEN))
    assert refused is not None
    assert refused.code == "deal/unseen"
    assert refusal(book, over, ExtraCard(UNSEEN, exposed=False)) is None
