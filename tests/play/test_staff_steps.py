"""What the dealer and a supervisor do in a round, written among a document's decisions."""

from __future__ import annotations

from typing import Any

import pytest

from boxseat.play.acts import Hit, VoidRound
from boxseat.play.replay import replay
from boxseat.play.state import Wager, WagerKind
from boxseat.rulebook.load import open_book
from tests.books import changed
from tests.notation import Answer, document
from tests.play.rounds import dealt, so_far


def _with_steps(written: dict[str, Any], *steps: dict[str, Any]) -> Answer:
    return Answer(replay({**written, "decisions": [*written["decisions"], *steps]}))


def test_23_a_void_round_at_the_star_leaves_payments_made_and_returns_the_rest() -> None:
    """ann's pontoon and bob's winning pair were paid; cat's lost pair and every main wager are returned."""
    written = document("star-pontoon", "AS 8S 9D 7H KC 8D 9H 2C", "1:ann=20 2:bob=10+pp5 3:cat=10+pp5", "2 hit")
    told = _with_steps(written, {"by": "supervisor", "do": "void"})
    assert told.net == {"ann": "30.00", "bob": "25.00", "cat": "50.00"}
    lost = document("star-pontoon", "AS 8S 9D 7H KC 3D 9H 2C", "1:ann=20 2:bob=10+pp5 3:cat=10", "2 hit")
    told = _with_steps(lost, {"by": "supervisor", "do": "void"})
    assert told.net == {"ann": "30.00", "bob": "0.00", "cat": "0.00"}
    assert told.line("bob", "perfect-pairs")["result"] == "void"
    assert told.line("cat")["clause"] == "18.8"


def test_23_a_void_round_at_canberra_undoes_everything() -> None:
    written = document("canberra-pontoon", "AS 8S 7H KC 8D 2C", "1:ann=20 2:bob=10+pp5", "2 hit")
    told = _with_steps(written, {"by": "supervisor", "do": "void"})
    assert told.net == {"ann": "0.00", "bob": "0.00"}
    assert {line["result"] for line in told.settlements} == {"void"}
    assert {line["clause"] for line in told.settlements} == {"15.5"}


def test_23_a_void_round_gives_back_bonuses_insurance_doubles_and_splits() -> None:
    written = document("canberra-blackjack", "8S AH 8D 3C 5S 2C", "1:ann=20+ss5", "1 insure 10", "1 split", "1 double")
    told = _with_steps(written, {"by": "supervisor", "do": "void"})
    assert told.net == {"ann": "0.00"}
    assert sorted(line["wager"] for line in told.settlements) == [
        "double",
        "insurance",
        "main",
        "split",
        "super-sevens",
    ]
    sevens = document("canberra-pontoon", "7S 7H 7S 7S", "1:ann=20 ", "1 hit")
    bonus = _with_steps(sevens, {"by": "supervisor", "do": "void"})
    assert bonus.net == {"ann": "0.00"}
    assert [line["wager"] for line in bonus.settlements] == ["main"]


def test_a_void_before_the_cards_are_out() -> None:
    written = document("star-pontoon", "AS 8S 9D", "1:ann=20 3:bob=10+pp5")
    told = _with_steps(written, {"by": "supervisor", "do": "void", "after_cards": 3})
    assert (told.cards_used, told.net) == (3, {"ann": "0.00", "bob": "0.00"})


def test_a_decision_after_a_void_before_the_dealers_card_is_refused() -> None:
    written = document("star-pontoon", "9S 8S 7H 5C 6C KD", "1:ann=20 2:bob=20", "1 surrender")
    insure = {"box": 1, "do": "insure", "player": "ann", "amount": "1"}
    voided = {"by": "supervisor", "do": "void", "after_cards": 1}
    told = Answer(replay({**written, "decisions": [voided, insure, *written["decisions"]]}))
    assert told.refused == [(1, "18.8"), (2, "18.8")]
    assert told.reasons == ["the round is void", "the round is void"]


def test_a_face_up_card_is_burnt_and_the_next_one_takes_its_place() -> None:
    written = document("star-pontoon", "9S 7H 8C 4D KC 5S QD", "1:ann=20", "1 hit")
    burnt = {**written, "decisions": [{"by": "dealer", "do": "burn", "after_cards": 1}, *written["decisions"]]}
    told = Answer(replay(burnt))
    assert told.hands() == ["9S 4D KC"]
    assert told.dealer == "8C"
    assert told.net == {"ann": "-20.00"}


def test_18_1_a_card_is_found_face_up_while_players_decide_and_closes_no_offer() -> None:
    """R28; CP 15.1, CB 14.1, S6 17.1 alike."""
    written = document("star-pontoon", "9S KH KC 4D 7C", "1:ann=20")
    burn: dict[str, Any] = {"by": "dealer", "do": "burn"}
    told = Answer(replay({**written, "decisions": [burn, {"box": 1, "do": "surrender"}]}))
    assert (told.refused, told.dealer, told.net) == ([], "KH 7C", {"ann": "-10.00"})
    told = Answer(replay({**written, "decisions": [{"box": 1, "do": "stand"}, {**burn, "after_cards": 3}]}))
    assert told.dealer == "KH 7C"
    hit = document("star-pontoon", "9S 7H 8C 4D KC 5S QD", "1:ann=20")
    told = Answer(replay({**hit, "decisions": [burn, {"box": 1, "do": "hit"}]}))
    assert told.hands() == ["9S 8C KC"]


BY_GAME = (
    ("canberra-pontoon", "15.1", "15.2", "15.5"),
    ("canberra-blackjack", "14.1", "14.2", "14.5"),
    ("star-pontoon", "18.1", "18.17", "18.8"),
    ("star-pontoon-6to5", "17.1", "17.17", "17.8"),
)
"""The clauses of a card found face up, of one burnt by mistake, and of a void."""


@pytest.mark.parametrize(("game", "face_up", "in_error", "void"), BY_GAME)
def test_an_account_of_what_staff_did_names_the_clause_of_each_step(
    game: str, face_up: str, in_error: str, void: str
) -> None:
    written = document(game, "KS 2C 7D 9H 3C KD", "1:ann=10")
    burns: list[dict[str, Any]] = [
        {"by": "dealer", "do": "burn", "after_cards": 1},
        {"by": "dealer", "do": "burn", "after_cards": 4, "because": "in-error"},
    ]
    told = replay({**written, "decisions": [*burns, {"box": 1, "do": "stand"}]})
    assert told["irregularities"] == [
        {"decision": 0, "do": "burn", "clause": face_up},
        {"decision": 1, "do": "burn", "clause": in_error},
    ]
    assert (told["burned"], told["void"], told["carried"]) == (["2C", "3C"], None, [])
    assert (told["after_round"], told["notified"], told["cards_used"]) == ([], [], 6)
    step = {"by": "supervisor", "do": "void", "because": "found-later"}
    told = replay({**written, "decisions": [*burns, step]})
    assert told["void"] == {"because": "found-later", "clause": void}
    plain = replay({**written, "decisions": [{"box": 1, "do": "stand"}]})
    assert "burned" not in plain


def test_18_8_of_the_final_settlement_nothing_stands_in_a_void() -> None:
    """R38: the dealer's hand is complete, so the pontoon stays paid, and bob's winning hand is returned."""
    cards = "AS 9S 7D QH 8H KD"
    written = document("star-pontoon", cards, "1:ann=20 2:bob=10", "2 stand")
    assert Answer(replay(written)).net == {"ann": "30.00", "bob": "0.00"}
    won = document("star-pontoon", "AS 9S 7D QH AH KD", "1:ann=20 2:bob=10", "2 stand")
    assert Answer(replay(won)).net == {"ann": "30.00", "bob": "10.00"}
    told = _with_steps(won, {"by": "supervisor", "do": "void"})
    assert told.net == {"ann": "30.00", "bob": "0.00"}
    assert told.line("bob")["result"] == "void"
    insured = document("star-pontoon", "9S AD 8H KD", "1:ann=20", "1 insure 10", "1 stand")
    told = _with_steps(insured, {"by": "supervisor", "do": "void"})
    assert (told.net, {line["result"] for line in told.settlements}) == ({"ann": "0.00"}, {"void"})


def test_15_5_at_canberra_the_final_settlement_is_undone_too() -> None:
    written = document("canberra-pontoon", "9S 7D AH KD", "1:ann=20", "1 stand")
    told = _with_steps(written, {"by": "supervisor", "do": "void"})
    assert (told.net, {line["result"] for line in told.settlements}) == ({"ann": "0.00"}, {"void"})


def test_a_bonus_that_was_paid_at_once_is_taken_back_where_a_void_undoes_everything() -> None:
    """A house that pays as The Star does and voids as Canberra does: no line of the bonus is left (R23)."""
    book = changed(open_book("star-pontoon"), irregularities__void_round="all-undone")
    round_ = dealt(book, "7S 9H 7D 7S KC", Wager(1, "ann", 2500), Wager(2, "bob", 1000))
    paid = so_far(book, round_, Hit(1, "ann"), "7S")
    assert {line.wager for line in paid.settlements} >= {WagerKind.SUPER_BONUS, WagerKind.SHARED_BONUS}
    void = so_far(book, paid, VoidRound())
    assert [(line.wager, line.player, line.net) for line in void.settlements] == [
        (WagerKind.MAIN, "ann", 0),
        (WagerKind.MAIN, "bob", 0),
    ]


def test_18_10_an_absent_player_gets_no_further_card_on_any_hand_of_the_box() -> None:
    """SP 18.10, S6 17.10.1, R20: the split hand has its second card, and a decision that comes later is refused."""
    written = document("star-pontoon", "8S 7H 8C 3D KC 5S KD", "1:ann=20", "1 split")
    told = _with_steps(written, {"by": "dealer", "do": "absent"}, {"box": 1, "do": "hit"})
    assert told.hands() == ["8S 3D", "8C KC"]
    assert [number for number, _ in told.refused] == [2]


def test_17_10_in_6_to_5_an_absence_is_for_every_hand_of_the_box() -> None:
    """S6 17.10, R20: each hand is drawn for until it passes 11, and a decision that comes later is refused."""
    written = document("star-pontoon-6to5", "8S 7H 8C 5D 2C 6C KD", "1:ann=20", "1 split")
    told = _with_steps(written, {"by": "dealer", "do": "absent"}, {"box": 1, "do": "hit"})
    assert told.hands() == ["8S 5D", "8C 2C 6C"]
    assert [number for number, _ in told.refused] == [2]


def test_at_canberra_an_absent_player_may_come_back_for_the_next_hand() -> None:
    """CP 15.7 is about one hand only."""
    written = document("canberra-pontoon", "8S 7H 8C 5D KC 2S KD", "1:ann=20", "1 split")
    told = _with_steps(written, {"by": "dealer", "do": "absent"}, {"box": 1, "do": "hit"})
    assert told.hands() == ["8S 5D", "8C KC 2S"]
    assert told.refused == []


def test_a_step_that_cannot_be_taken_is_refused() -> None:
    written = document("star-pontoon", "KS 7H KC KD", "1:ann=20", "1 stand")
    told = _with_steps(written, {"by": "dealer", "do": "absent"}, {"by": "dealer", "do": "close"})
    assert told.refused == [(1, "12.1"), (2, "12.1")]
    assert told.net == {"ann": "20.00"}


def test_a_void_after_more_cards_than_are_out_closes_the_offers_on_the_way() -> None:
    written = document("star-pontoon", "9S AH KC 4D 7C", "1:ann=20")
    told = _with_steps(written, {"by": "dealer", "do": "absent"}, {"by": "supervisor", "do": "void", "after_cards": 4})
    assert (told.cards_used, told.dealer) == (4, "AH 4D")
    early = _with_steps(written, {"by": "supervisor", "do": "void", "after_cards": 3})
    assert (early.cards_used, early.dealer) == (3, "AH")
    assert early.line("ann")["result"] == "void"


def test_the_dealer_closes_insurance_and_then_surrender() -> None:
    written = document("star-pontoon", "9S AH KC 4D 7C 6H", "1:ann=20")
    close = {"by": "dealer", "do": "close"}
    told = _with_steps(written, close, {"box": 1, "do": "insure", "amount": "5"}, {"box": 1, "do": "surrender"})
    assert told.refused == [(1, "9.4")]
    assert told.line("ann")["result"] == "surrender"
    told = _with_steps(written, close, close, {"box": 1, "do": "surrender"}, {"box": 1, "do": "stand"})
    assert told.refused == [(2, "10.1")]


def test_23_every_wager_of_a_void_round_is_returned_line_by_line() -> None:
    """Eights split; the first hand was doubled and bust, the second waits; with insurance and a Perfect Pairs wager."""
    written = document(
        "canberra-pontoon", "8S AH 8D 8H 3C 9D", "1:ann=20+pp5", "1 insure 10", "1 split", "1 hit", "1 double 10"
    )
    told = _with_steps(written, {"by": "supervisor", "do": "void", "after_cards": 6})
    assert [(line["box"], line["hand"], line["player"], line["wager"], line["stake"]) for line in told.settlements] == [
        (1, 1, "ann", "perfect-pairs", "5.00"),
        (1, 1, "ann", "main", "20.00"),
        (1, 1, "ann", "double", "10.00"),
        (1, 2, "ann", "split", "20.00"),
        (1, 1, "ann", "insurance", "10.00"),
    ]
    assert {(line["result"], line["odds"], line["net"], line["clause"]) for line in told.settlements} == {
        ("void", None, "0.00", "15.5")
    }


def test_23_at_the_star_a_payment_of_one_cent_stands_and_a_stand_off_is_void() -> None:
    written = document("star-pontoon", "KS 7H 9D 2C", "1:ann=0.01", "1 hit", smallest_chip="0.01")
    told = _with_steps(written, {"by": "supervisor", "do": "void", "after_cards": 4})
    assert (told.line("ann")["result"], told.net) == ("win", {"ann": "0.01"})
    written = document("star-pontoon", "8S 7H 3D 5C", "1:ann=20", "1 double 10", "1 forfeit")
    told = _with_steps(written, {"by": "supervisor", "do": "void", "after_cards": 4})
    assert [(line["wager"], line["result"], line["net"], line["clause"]) for line in told.settlements] == [
        ("main", "void", "0.00", "18.8"),
        ("double", "void", "0.00", "18.8"),
    ]


def test_a_card_is_burnt_or_the_round_void_between_the_dealers_cards_once_the_forfeit_is_closed() -> None:
    written = document("star-pontoon", "6S 7H 5C 4D 2C 3C KD", "1:ann=20", "1 double")
    told = _with_steps(written, {"by": "dealer", "do": "burn", "after_cards": 4})
    assert (told.refused, told.dealer) == ([], "7H 3C KD")
    told = _with_steps(written, {"by": "supervisor", "do": "void", "after_cards": 5})
    assert (told.cards_used, told.dealer) == (5, "7H 2C")


def test_6_6_nobody_is_absent_where_no_main_wager_lies() -> None:
    told = _with_steps(document("star-pontoon", "", "2:ann=-+pp5"), {"by": "dealer", "do": "absent"})
    assert (told.refused, told.net) == ([(0, "6.6")], {"ann": "0.00"})
