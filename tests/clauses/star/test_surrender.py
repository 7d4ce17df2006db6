"""Surrendering half the wager against a court card or an ace."""

from __future__ import annotations

import pytest

from boxseat.play.state import Phase
from boxseat.play.view import view
from boxseat.rulebook.load import open_book
from tests.clauses.star.twins import both, course, play, played, said
from tests.notation import document

pytestmark = both


@pytest.mark.parametrize("first", ["JD", "QD", "KD", "AD"])
def test_10_1_half_is_given_up_against_a_picture_or_an_ace(game: str, first: str) -> None:
    answer = play(game, f"KS {first} 6H 9C", "1:ann*=20", "1 surrender")
    assert answer.settled("ann") == [("surrender", None, "-10.00", "17.1.11")]
    assert answer.line("ann")["stake"] == "20.00"


@pytest.mark.parametrize("first", [f"{number}D" for number in range(2, 10)])
def test_10_1_not_against_a_number(game: str, first: str) -> None:
    answer = play(game, f"KS {first} 6H 9C KD KC", "1:ann*=20", "1 surrender", "1 stand")
    assert answer.refused == [(0, "10.1")]


def test_10_1_not_with_pontoon(game: str) -> None:
    answer = play(game, "AS 9S KD KH 9H 8C", "1:ann*=20 2:bob*=20", "1 surrender", "2 surrender")
    assert answer.refused == [(0, "10.1")]
    assert (answer.line("ann")["result"], answer.net["bob"]) == ("win", "-10.00")


@pytest.mark.parametrize("begun", ["1 hit", "1 stand", "1 double 5", "1 split"])
def test_10_1_before_the_subsequent_deal(game: str, begun: str) -> None:
    answer = play(game, "5S KS KD 5H 9C 2D 2H KC KH 9D", "1:ann*=20 2:bob*=20", begun, "2 surrender", "1 surrender")
    assert answer.refused == [(1, "10.1"), (2, "10.1")]


def test_10_1_boxes_surrender_in_any_order(game: str) -> None:
    answer = play(game, "KS KH KD 6S 5H 9C", "1:ann*=20 2:bob*=10", "2 surrender", "1 surrender")
    assert answer.net == {"ann": "-10.00", "bob": "-5.00"}


def test_10_2_the_dealer_calls_surrender_where_it_may_be_taken(game: str) -> None:
    after_insurance = said(game, "KS AD 6H 9C", "1:ann*=20", "1 surrender")
    assert after_insurance.index("Insurance is closed.") < after_insurance.index("Surrender.")
    assert "Surrender." in said(game, "KS KD 9H 8C", "1:ann*=20", "1 stand")
    assert "Surrender." not in said(game, "KS 9D 9H 8C", "1:ann*=20", "1 stand")
    assert "Surrender." not in said(game, "AS KD KH", "1:ann*=20")


@pytest.mark.parametrize("decision", ["1 hit", "1 stand", "1 double 5", "1 split", "1 surrender"])
def test_10_3_no_further_card_to_a_surrendered_hand(game: str, decision: str) -> None:
    answer = play(game, "8S KD 8H 9C", "1:ann*=20", "1 surrender", decision)
    assert answer.refused == [(1, "10.3")]
    assert answer.hands() == ["8S 8H"]
    assert answer.net == {"ann": "-10.00"}


def test_10_3_a_surrendered_wager_is_marked(game: str) -> None:
    rounds = course(game, "8S KD 8H 9C", "1:ann*=20 1:bob=10 1:cat=10", "1 surrender +cat")
    marked = next(round_ for round_ in reversed(rounds) if not round_.over)
    for viewer in ("ann", "bob", "cat", None):
        assert view(open_book(game), marked, viewer).boxes[0].hands[0].surrendered == ("ann", "cat")


@pytest.mark.parametrize(
    ("cards", "nets"),
    [
        ("KS KD 6H 7C", ("-10.00", "-5.00", "-30.00")),
        ("KS KD 7H 7C", ("-10.00", "-5.00", "0.00")),
        ("KS KD 9H 8C", ("-10.00", "-5.00", "30.00")),
        ("KS KD 5H 6D QH", ("-10.00", "-5.00", "30.00")),
        ("KS KD 9H AC", ("-20.00", "-10.00", "-30.00")),
    ],
)
def test_10_4_co_bettors_surrender_or_keep_their_wager_on_the_two_cards(
    game: str, cards: str, nets: tuple[str, ...]
) -> None:
    answer = play(game, cards, "1:ann*=20 1:bob=10 1:cat=30", "1 surrender +bob", "1 hit")
    assert answer.refused == [(1, "10.3")]
    assert len(answer.hands()[0].split()) == 2
    assert answer.cards_used == len(cards.split())
    assert tuple(answer.net.values()) == nets


def test_10_4_those_who_join_are_named_once(game: str) -> None:
    written = document(game, "KS KD 6H 9C", "1:ann*=20 1:bob=10", "1 surrender +bob", "1 stand")
    written["decisions"][0]["joined_by"] *= 2
    assert played(written).refused == [(0, "10.4")]


def test_10_4_those_who_join_must_have_a_wager(game: str) -> None:
    wagers = "1:ann*=20 1:bob=10 1:cat=-+pp5 2:dan*=10"
    answer = play(
        game,
        "KS KH KD 6H 9H 9C",
        wagers,
        "1 surrender +cat",
        "1 surrender +dan",
        "1 surrender +ann",
        "1 surrender +bob",
        "2 stand",
    )
    assert answer.refused == [(0, "10.4"), (1, "10.4"), (2, "10.4")]
    assert answer.net == {"ann": "-10.00", "bob": "-5.00", "cat": "-5.00", "dan": "0.00"}


def test_10_5_nobody_surrenders_without_the_controlling_player(game: str) -> None:
    answer = play(game, "KS KD 6H 9C", "1:ann*=20 1:bob=10", "1 surrender bob", "1 stand")
    assert answer.refused_at == [0]
    assert answer.settled("bob") == [("lose", None, "-10.00", "17.1.9")]
    assert answer.net == {"ann": "-20.00", "bob": "-10.00"}


def test_10_5_nobody_surrenders_after_the_controlling_player_has(game: str) -> None:
    answer = play(game, "KS KD 6H 9C", "1:ann*=20 1:bob=10", "1 surrender", "1 surrender bob")
    assert answer.refused_at == [1]
    assert answer.net == {"ann": "-10.00", "bob": "-10.00"}


@pytest.mark.parametrize(("first", "second"), [("KD", "AC"), ("AD", "KC"), ("AD", "JC")])
def test_10_6_a_dealer_pontoon_takes_the_whole_wager(game: str, first: str, second: str) -> None:
    answer = play(game, f"KS {first} 6H {second}", "1:ann*=20 1:bob=10", "1 surrender +bob")
    assert answer.settled("ann") == [("lose", None, "-20.00", "10.6")]
    assert answer.settled("bob") == [("lose", None, "-10.00", "10.6")]


def test_10_6_insurance_on_a_surrendered_wager_still_wins(game: str) -> None:
    answer = play(game, "KS AD 6H KC", "1:ann*=20", "1 insure 10", "1 surrender")
    assert answer.net == {"ann": "0.00"}


def test_10_7_surrendered_halves_are_collected_at_the_final_settlement(game: str) -> None:
    rounds = course(game, "KS KH KD 6H 9H 5C 3D", "1:ann*=20 2:bob*=10", "1 surrender", "2 stand")
    before, over = rounds[-2:]
    assert before.phase is Phase.DEALER
    assert not before.settlements
    assert len(over.dealer) == 3
    assert over.net() == {"ann": -1000, "bob": 1000}


def test_10_7_a_dealers_21_of_three_cards_is_no_pontoon(game: str) -> None:
    answer = play(game, "KS KH KD 6H 9H 5C 6D", "1:ann*=20 2:bob*=10", "1 surrender", "2 stand")
    assert answer.dealer_total == 21
    assert answer.net == {"ann": "-10.00", "bob": "-10.00"}
