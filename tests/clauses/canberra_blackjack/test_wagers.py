"""Canberra Blackjack, 4.3: a doubled wager stays, since no rule of this game allows a forfeit."""

from __future__ import annotations

from tests.notation import play

GAME = "canberra-blackjack"


def test_4_3_doubled_wager_is_not_taken_back() -> None:
    answer = play(GAME, "5S 7C 6D 2H TD", "1:ann=20", "1 double", "1 forfeit")
    assert answer.refused == [(1, "4.3")]
    assert answer.net == {"ann": "-40.00"}
