"""Hand-dealt tables: the record of a round that was dealt rightly and keyed wrongly is corrected, also after the round."""

from __future__ import annotations

from boxseat.ledger.accounts import owed
from boxseat.money import Cents
from boxseat.play.irregularities.record_correction import RecordFault
from boxseat.table import commands as c
from boxseat.table.hand_dealt import commands as h
from boxseat.table.permissions import commands as p
from tests.table.day import SUPERVISOR
from tests.table.hand_dealt.hand_day import DEALER, HandDay, games


def correction(*faults: RecordFault, number: int | None = None) -> h.CorrectRecord:
    return h.CorrectRecord(faults, "the camera shows it", "cam 7, 18:05", number)


def played(game: str) -> HandDay:
    """Ann stands on 18, and the dealer draws to 19."""
    day = HandDay(game).opened("ann").bets(ann=10).cards("9S", "6S", "9H")
    day.done("ann", c.DoStand(1))
    return day.cards("KD", "3D")


@games
def test_a_card_is_corrected_and_the_round_settled_again(game: str) -> None:
    """The dealer's last card was an 8: the dealer busts."""
    day = played(game)
    assert day.net == {"ann": -10}
    steps = [(one.step, one.do, one.card, one.to) for one in day.staff().record]
    assert steps[0] == (1, "deal", "9S", "1")
    last = steps[-1]
    assert last[1:] == ("deal", "3D", "dealer")
    day.done(SUPERVISOR, correction(RecordFault(last[0], "3D", "8D")))
    assert day.net == {"ann": 10}
    assert day.chips("ann") == 101_000
    assert day.said[0] == "The record of round 1 is corrected: the camera shows it."


@games
def test_an_earlier_round_is_corrected_with_correcting_entries(game: str) -> None:
    day = played(game)
    step = day.staff().record[-1].step
    day.bets(ann=10).cards("9S")
    assert day.staff().past_rounds == (1,)
    before = day.table.round
    day.done(SUPERVISOR, correction(RecordFault(step, "3D", "8D"), number=1))
    assert day.table.round is before
    assert day.chips("ann") == 100_000
    day.done(SUPERVISOR, correction(RecordFault(step, "8D", "3D"), number=1))
    assert day.chips("ann") == 98_000
    assert day.refused(SUPERVISOR, correction(RecordFault(step, "3D", "8D"), number=7)).startswith("round/unknown")


@games
def test_money_that_is_gone_is_owed(game: str) -> None:
    day = played(game)
    step = day.staff().record[-1].step
    day.done(SUPERVISOR, correction(RecordFault(step, "3D", "8D")))
    day.done("ann", c.Leave())
    day.done(DEALER, c.ForPlayer("bob", c.Lay(1, Cents(1_000))), h.NoMoreBets())
    day.done(SUPERVISOR, correction(RecordFault(step, "8D", "3D"), number=1))
    assert day.money[owed("ann")] == -2_000


@games
def test_a_signal_is_corrected(game: str) -> None:
    """What was keyed as a stand was a hit, and its card went unkeyed."""
    day = played(game)
    stand = next(one.step for one in day.staff().record if one.do == "stand")
    hit = RecordFault(stand, "stand", "hit")
    assert day.refused(SUPERVISOR, correction(hit)).startswith("record/wrong")
    drawn = RecordFault(stand + 1, "", "2H")
    stood = RecordFault(stand + 1, "", "stand", box=1, player="ann")
    day.done(SUPERVISOR, correction(hit, drawn, stood))
    assert [str(card) for card in day.table.current_round.boxes[0].hands[0].cards] == ["9S", "9H", "2H"]
    assert day.net == {"ann": 10}


@games
def test_corrections_that_cannot_be(game: str) -> None:
    day = played(game)
    last = day.staff().record[-1].step
    for fault, why in (
        (RecordFault(last, "4D", "8D"), "3D was keyed, and not 4D"),
        (RecordFault(99, "3D", "8D"), "the record has"),
        (RecordFault(last, "3D", "8X"), "is no card"),
        (RecordFault(last, "3D", ""), "would not be over"),
        (RecordFault(last, "3D", "stand"), "needs its box and player"),
        (RecordFault(last + 1, "", "8D"), "no card is due"),
        (RecordFault(last + 1, "", "double lots", box=1, player="ann"), "lots"),
    ):
        refused = day.do(SUPERVISOR, correction(fault))
        assert refused is not None
        assert why in refused.reason
    refused = day.do(SUPERVISOR, h.CorrectRecord((RecordFault(last, "3D", "8D"),), " "))
    assert refused is not None
    assert refused.code == "ruling/reason"


@games
def test_an_offer_that_a_correction_opens_or_closes_needs_no_step(game: str) -> None:
    """The dealer's first card was an ace: insurance was offered, and nobody took it."""
    day = played(game)
    ace = next(one.step for one in day.staff().record if one.card == "6S")
    day.done(SUPERVISOR, correction(RecordFault(ace, "6S", "AS"), RecordFault(day.staff().record[-1].step, "3D", "")))
    assert day.net == {"ann": -10}


@games
def test_the_record_of_the_round_in_play_is_corrected(game: str) -> None:
    day = HandDay(game).opened("ann").bets(ann=10).cards("9S", "6S")
    day.done(SUPERVISOR, correction(RecordFault(1, "9S", "8S")))
    day.cards("8H")
    assert "split" in [choice.do for choice in day.you("ann").choices]


def test_14_9_an_earlier_round_is_settled_again_by_the_book_that_it_began_with() -> None:
    """A round with three hands is corrected when a table allows only two again."""
    day = HandDay("star-pontoon").opened("ann")
    day.done("gus", p.AllowResplit(on=True))
    day.bets(ann=10).cards("8S", "6S", "8H")
    day.done("ann", c.DoSplit(1))
    day.cards("8D")
    day.done("ann", c.DoSplit(1))
    for card in ("2C", "3C", "4C"):
        day.cards(card)
        day.done("ann", c.DoStand(1))
    day.cards("KD", "3D")
    last = day.staff().record[-1].step
    day.done("gus", p.AllowResplit(on=False))
    day.bets(ann=10).cards("9S", "6S", "9H")
    day.done("ann", c.DoStand(1))
    day.cards("KD", "3D")
    before = day.chips("ann")
    day.done(SUPERVISOR, correction(RecordFault(last, "3D", "8D"), number=1))
    assert day.chips("ann") == before + 60_00
