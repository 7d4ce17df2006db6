"""A round in the middle: played as far as its document goes, with what may be signalled, done by staff, and paid."""

from __future__ import annotations

from typing import Any

import pytest

from boxseat.cards import deck
from boxseat.play.as_it_lies.pay_outs import corrections, in_chips, pay_outs
from boxseat.play.as_it_lies.signals import closed_signals, signals
from boxseat.play.as_it_lies.staff_choices import staff_choices
from boxseat.play.document import read_document
from boxseat.play.fields import BadDocument
from boxseat.play.irregularities.reconstruction_account import question
from boxseat.play.places import due_place
from boxseat.play.replay import Replayed, answer, play_document, play_so_far
from boxseat.play.state import Phase
from boxseat.rulebook.load import GAMES, open_book, with_options
from tests.notation import document

BOTH = "1:ann=10 2:bob=10"
MISPLACED: dict[str, Any] = {"by": "dealer", "do": "misplace", "after_cards": 5, "to": "2"}


def _so_far(game: str, cards: str, wagers: str, *decisions: str, steps: tuple[dict[str, Any], ...] = ()) -> Replayed:
    written = document(game, cards, wagers, *decisions)
    return play_so_far(read_document({**written, "decisions": [*written["decisions"], *steps]}))


def test_a_round_stops_where_its_cards_do() -> None:
    for cards, due in (("", "1.1"), ("9S", "2.1"), ("9S 9H", "dealer"), ("9S 9H 7D 8S", "2.1")):
        played = _so_far("star-pontoon", cards, BOTH)
        assert (due_place(played.round), played.round.phase) == (due, Phase.INITIAL_DEAL)


def test_a_hand_without_a_decision_waits_for_it_and_is_not_played_as_absent() -> None:
    played = _so_far("canberra-pontoon", "9S 9H 7D 2S 8H KD KC", BOTH)
    assert (question(played.round), played.round.phase, played.left_over) == ("1.1", Phase.DECISION, ("KD", "KC"))
    assert play_document(played.document).round.over


def test_a_decision_whose_card_is_not_listed_yet_waits_for_it() -> None:
    played = _so_far("star-pontoon", "9S 9H 7D 2S 8H", BOTH, "1 hit", "2 stand")
    assert (due_place(played.round), played.round.phase) == ("1.1", Phase.DRAW)
    assert [one.refusal.code for one in played.refused] == ["turn/not-yet"]
    late: dict[str, Any] = {"by": "dealer", "do": "extra-card"}
    played = _so_far("star-pontoon", "9S 9H 7D 2S 8H", BOTH, "1 stand", "2 stand", steps=(late,))
    assert [one.refusal.code for one in played.refused] == ["irregular/not-complete"]


def test_a_round_with_a_misplaced_card_waits_for_the_ruling() -> None:
    played = _so_far("star-pontoon", "KS 9S 7D 5H 8H 4C KH KD", BOTH, "1 hit", steps=(MISPLACED,))
    assert (due_place(played.round), question(played.round)) == ("", "2.1")
    stands = ({**MISPLACED}, {"box": 2, "do": "stand"})
    played = _so_far("star-pontoon", "KS 9S 7D 5H 8H 4C KH KD", BOTH, "1 hit", steps=stands)
    assert (played.round.phase, question(played.round), played.left_over) == (Phase.SETTLEMENT, "", ())
    with pytest.raises(BadDocument, match="a card is misplaced"):
        play_document(played.document)


def test_a_whole_document_is_played_as_by_replay() -> None:
    steps = (MISPLACED, {"by": "supervisor", "do": "reconstruct", "after_cards": 6})
    stands = ({"box": 1, "do": "stand"}, {"box": 2, "do": "stand"})
    played = _so_far("star-pontoon", "KS 9S 7D 5H 8H 4C KD", BOTH, "1 hit", steps=(*steps, *stands))
    assert answer(played) == answer(play_document(played.document))
    (_, done) = played.steps
    assert (done.before.boxes[0].dealt, done.after.boxes[0].dealt) == (("KS", "5H"), ("KS", "5H", "4C"))
    assert not done.ended


def test_signals_are_those_of_the_hand_in_turn_with_the_place_of_the_next_card() -> None:
    played = _so_far("star-pontoon", "8S 9D 8H", "1:ann=10")
    book = played.document.book
    found = {type(one.choice.act).__name__: one.draws_to for one in signals(book, played.round)}
    assert found == {"Split": "1.1", "Double": "1.1", "Hit": "1.1", "Stand": "dealer", "PlayAbsent": "dealer"}
    assert list(signals(book, _so_far("star-pontoon", "8S", "1:ann=10").round)) == []


def test_signals_during_an_offer_are_also_those_that_close_it() -> None:
    played = _so_far("star-pontoon", "KS AD 5H", "1:ann=10")
    names = [type(one.choice.act).__name__ for one in signals(played.document.book, played.round)]
    assert names == ["Insure", "CloseOffer", "Surrender", "Double", "Hit", "Stand", "PlayAbsent"]
    reasons = [one.refusal.reason for one in closed_signals(played.document.book, played.round)]
    assert reasons == ["the two cards are not of equal value"]
    over = _so_far("star-pontoon", "KS 9D AS", "1:ann=10")
    assert list(closed_signals(over.document.book, over.round)) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_staff_has_its_clause(game: str) -> None:
    played = _so_far(game, "9S 9H 7D 8S", BOTH)
    found = list(staff_choices(played.document.book, played.round))
    assert all(one.clause for one in found if one.refusal is None)
    possible = {type(one.act).__name__ for one in found if one.refusal is None}
    assert possible >= {"Misplace", "Burn", "VoidRound", "Invalidate", "VoidWagers"}
    assert "Reconstruct" not in possible


def test_choices_of_staff_are_judged_where_a_card_is_due_to_the_dealer_or_none_is_left() -> None:
    played = _so_far("star-pontoon", "9S 9H", BOTH)
    found = {type(one.act).__name__: one.refusal for one in staff_choices(played.document.book, played.round)}
    assert found["Misplace"] is None
    book = open_book("canberra-pontoon")
    pack = deck(book.cards.ranks.value) * book.cards.decks.value
    burns = tuple({"by": "dealer", "do": "burn", "after_cards": place} for place in range(len(pack)))
    all_out = _so_far("canberra-pontoon", " ".join(pack), BOTH, steps=burns)
    assert all_out.left_over == ()
    refused = {one.refusal.code for one in staff_choices(book, all_out.round) if one.refusal}
    assert "deal/no-more" in refused


def test_an_amount_is_made_of_the_fewest_chips_that_a_table_has() -> None:
    book = open_book("star-pontoon")
    chips, coins = in_chips(book, 18_750)
    assert [(one.value, one.number) for one in chips] == [(10_000, 1), (2_500, 3), (500, 2), (100, 2), (50, 1)]
    assert coins == 0
    chips, coins = in_chips(with_options(book, {"smallest_chip": "2.50"}), 1_251)
    assert ([(one.value, one.number) for one in chips], coins) == ([(500, 2), (250, 1)], 1)


def test_what_to_pay_is_summed_by_box_and_player_and_corrections_are_netted() -> None:
    played = _so_far("star-pontoon", "AS 9S 7D KS 8H KD", "1:ann=20 2:bob=10+pp5", "2 stand")
    book, lines = played.document.book, played.round.settlements
    assert [(one.box, one.player, one.paid, one.collected) for one in pay_outs(book, lines)] == [
        (1, "ann", 3_000, 0),
        (2, "bob", 0, 500),
    ]
    assert [(one.player, one.paid, one.collected) for one in corrections(book, lines, lines[:1])] == [
        ("bob", 500, 0) if lines[0].player == "ann" else ("ann", 0, 3_000)
    ]
