"""Wrong payments to patrons of a hand-dealt table: in chips that are there, to those who have left, and to those without a name."""

from __future__ import annotations

from boxseat.money import Cents
from boxseat.table import commands as c
from boxseat.table.corrections.commands import FindPaymentWrong, PutPaymentRight
from boxseat.table.hand_dealt import commands as h
from tests.table.hand_dealt.hand_day import CP, DEALER, HandDay

HOUSE = "house"
NAMELESS = "patron 1"


def test_a_patron_without_a_name_is_paid_under_the_name_found_since() -> None:
    day = HandDay(CP).opened("ann")
    day.done(DEALER, c.ForPlayer(NAMELESS, c.BuyIn(Cents(100_00))))
    day.done(HOUSE, FindPaymentWrong(1, NAMELESS, -30_00, suspected=False))
    assert day.table.patrons[NAMELESS].chips == 70_00
    day.done(DEALER, h.LinkPatron(NAMELESS, "bob"))
    day.done(HOUSE, PutPaymentRight(1, NAMELESS, 30_00, suspected=False))
    assert day.table.patrons["bob"].chips == 100_00


def test_a_patron_without_a_name_who_has_left_is_paid_in_cash() -> None:
    day = HandDay(CP).opened("ann")
    day.done(HOUSE, FindPaymentWrong(1, NAMELESS, -30_00, suspected=True))
    day.done(HOUSE, PutPaymentRight(1, NAMELESS, 30_00, suspected=True))
    assert [(move.giver, move.taker, move.cents) for move in day.moved] == [("float/t1", "cage", 30_00)]
    assert {move.clause for move in day.moved} == {"17.6"}
