"""Hand-dealt tables: bets are closed, cards are keyed where they lie, and a round is put right."""

from __future__ import annotations

from boxseat.table import commands as c
from boxseat.table.hand_dealt import commands as h
from boxseat.table.hand_dealt.state import Deviation
from tests.table.day import SUPERVISOR
from tests.table.hand_dealt.hand_day import HandDay, games

MISPLACED = {
    "canberra-pontoon": "15.4",
    "canberra-blackjack": "14.4",
    "star-pontoon": "18.8",
    "star-pontoon-6to5": "17.8",
}


@games
def test_a_round_is_keyed_card_by_card(game: str) -> None:
    day = HandDay(game).opened("ann", "bob").bets(ann=10, bob=20)
    day.cards("9S", "8S", "6S", "9H", "8H")
    assert day.asked == [("ann", 1, "decision")]
    day.done("ann", c.DoStand(1))
    day.done("bob", c.DoStand(2))
    day.cards("KD", "QD")
    assert day.phase == "over"
    assert day.net == {"ann": 10, "bob": 20}
    assert (day.chips("ann"), day.chips("bob")) == (101_000, 102_000)
    assert day.deviation is None


@games
def test_a_misplaced_card_is_put_right(game: str) -> None:
    """CP 15.4, CB 14.4, SP 18.8, S6 17.8: told at once, rebuilt by the supervisor."""
    day = HandDay(game).opened("cat", "eve", "bob").bets(bob=20)
    day.cards("QS", "8D>3")
    assert day.deviation == Deviation("misplaced", "dealer", MISPLACED[game])
    seen = day.seen().by_hand
    assert seen is not None
    assert seen.misplaced
    assert [(lying.card, lying.to) for lying in seen.should_be] == [("QS", "3.1"), ("8D", "dealer")]
    day.done(SUPERVISOR, h.ReconstructRound())
    assert day.deviation is None
    seen = day.seen().by_hand
    assert seen is not None
    assert seen.reconstruction is not None
    assert [(move.card, move.before, move.after) for move in seen.reconstruction.moves] == [("8D", "3.1", "dealer")]
    day.cards("9H")
    day.done("bob", c.DoStand(3))
    day.cards("JD")
    assert day.net == {"bob": 20}
    day.close()
