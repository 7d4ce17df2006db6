"""Canberra Blackjack, rule 6: two cards to each box, and one to the dealer."""

from __future__ import annotations

from boxseat.play.state import Phase
from boxseat.play.view import view
from boxseat.rulebook.load import open_book
from tests.clauses.canberra_rounds import moments, said
from tests.notation import play

GAME = "canberra-blackjack"


def test_6_1_whoever_looks_on_sees_every_card() -> None:
    for round_ in moments(GAME, "9H 8H 6C 8D 5D 3S TC TS", "1:ann=20 2:bob=20", "1 stand", "2 hit", "2 stand"):
        seen = view(open_book(GAME), round_, None)
        on_boxes = [card for box in seen.boxes for hand in box.hands for card in hand.cards]
        assert len(on_boxes) + len(seen.dealer) == round_.cards_used
    assert on_boxes == ["9H", "8D", "8H", "5D", "3S"]
    assert list(seen.dealer) == ["6C", "TC", "TS"]


def test_6_2_the_deal_goes_clockwise_from_the_first_box_with_a_wager() -> None:
    answer = play(GAME, "9H 8H 7H 6C 8D 7D 6D TC TS", "7:cat=20 2:ann=20 4:bob=20 3:dan=-+ss5")
    assert (answer.hands(2), answer.hands(4), answer.hands(7)) == (["9H 8D"], ["8H 7D"], ["7H 6D"])
    assert answer.hands(3) == []
    assert answer.dealer == "6C TC TS"


def test_6_2_betting_is_called_closed_with_the_first_card_and_then_no_more() -> None:
    calls = said(GAME, "9H 8H 6C 8D 7D TC TS", "1:ann=20 2:bob=20")
    assert "No more bets." in calls[0]
    assert not any("No more bets." in later for later in calls[1:])


def test_6_2_a_one_card_to_each_box_comes_before_the_dealers() -> None:
    (round_,) = [at for at in moments(GAME, "9H 8H 6C 8D 7D TC TS", "1:ann=20 2:bob=20") if at.cards_used == 2]
    assert [box.dealt for box in round_.boxes] == [("9H",), ("8H",)]
    assert round_.dealer == ()


def test_6_2_b_the_dealers_one_card_comes_before_any_second() -> None:
    (round_,) = [at for at in moments(GAME, "9H 8H 6C 8D 7D TC TS", "1:ann=20 2:bob=20") if at.cards_used == 3]
    assert [box.dealt for box in round_.boxes] == [("9H",), ("8H",)]
    assert round_.dealer == ("6C",)


def test_6_2_c_a_second_card_to_each_box_ends_the_initial_deal() -> None:
    stood = moments(GAME, "9H 8H 6C 8D 7D TC TS", "1:ann=20 2:bob=20")
    dealt = next(at for at in stood[1:] if at.phase is not Phase.INITIAL_DEAL)
    assert [box.dealt for box in dealt.boxes] == [("9H", "8D"), ("8H", "7D")]
    assert dealt.dealer == ("6C",)


def test_6_2_c_the_dealers_second_card_waits_for_the_players() -> None:
    answer = play(GAME, "9H 6C 3D 5S TC TS", "1:ann=20", "1 hit", "1 stand")
    assert answer.hands() == ["9H 3D 5S"]
    assert answer.dealer == "6C TC TS"
