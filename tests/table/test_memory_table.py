"""A table in memory: several commands are done together or not at all, and trying them out changes nothing."""

from __future__ import annotations

import pytest

from boxseat.consistency import Inconsistent
from boxseat.fairness.commitment import check
from boxseat.inspection.shoe_proofs import ShoeTrail
from boxseat.money import Cents
from boxseat.refusal import Refusal
from boxseat.rulebook.load import open_book
from boxseat.table import commands as c
from boxseat.table.announcements import announcements
from boxseat.table.memory_table import STAFF, MemoryTable, practice_entropy
from boxseat.table.records import CardsShuffled
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN

COMING = c.BuyIn(Cents(10_000)), c.Sit(1), c.DeclineCut()


def opened(entropy: str = "1") -> MemoryTable:
    """A table opened for play, where nobody sits."""
    table = MemoryTable(open_book("star-pontoon"), entropy=practice_entropy(entropy))
    table.open(Settings(sign=SIGN))
    return table


def test_the_dealer_goes_on_until_somebody_must_act() -> None:
    table = opened()
    said = announcements(table.book, table.done("ann", *COMING, c.Lay(1, Cents(500)), c.Ready()))
    assert "The house cuts the cards." in said
    assert [(one.player, one.box) for one in table.waiting] == [("ann", 1)]


def test_of_several_commands_all_are_done_or_none() -> None:
    """The refused one comes after the cut: the cards that are cut later are the same."""
    table, other = opened(), opened()
    before = table.table
    refused = table.do("ann", *COMING, c.Lay(1, Cents(500)), c.Lay(2, Cents(60_000)), c.Ready())
    assert isinstance(refused, Refusal)
    assert refused.code == "wager/over-maximum"
    assert table.table is before
    for one in (table, other):
        one.done("ann", *COMING, c.Lay(1, Cents(500)), c.Ready())
    assert table.table == other.table


def test_what_may_be_done_is_not_done() -> None:
    table = opened()
    table.done("ann", *COMING)
    before = table.table
    assert table.may("ann", c.Lay(1, Cents(500))) is None
    refused = table.may("ann", c.Lay(1, Cents(500)), c.TakeBack(2))
    assert refused is not None
    assert refused.code == "wager/none"
    assert table.table is before


def test_a_refusal_of_what_the_program_knows_to_be_allowed_is_a_fault() -> None:
    with pytest.raises(Inconsistent, match="ann may not do"):
        opened().done("ann", c.Sit(1))


def test_a_shoe_that_was_undone_leaves_no_card_behind() -> None:
    """The first shoe of this number is undone after its first cards; the second is dealt from its own seed."""
    table = opened()
    table.done("ann", *COMING)
    dealing = c.ShuffleNow(), c.DeclineCut(), c.Lay(1, Cents(500)), c.Ready()
    assert isinstance(table.do("ann", *dealing, c.ShuffleNow()), Refusal)
    shuffled, *steps = [
        step
        for step in (*table.done("ann", *dealing, c.Leave()), *table.done(STAFF, c.CloseTable()))
        if step.after.shoes == 2
    ]
    assert isinstance(shuffled.record, CardsShuffled)
    trail = ShoeTrail(table.book, shuffled.record)
    for step in steps:
        trail.follow(step.record, step.after.version)
    assert trail.seed is not None
    proof = trail.proof(bytes.fromhex(trail.seed))
    assert len(proof.stages[0].dealt.split()) > 3
    assert check(proof) == []


def test_the_same_name_gives_the_same_entropy() -> None:
    first, again, other = practice_entropy("a"), practice_entropy("a"), practice_entropy("b")
    drawn = [first(64) for _ in range(3)]
    assert drawn == [again(64) for _ in range(3)]
    assert len({*drawn, other(64)}) == 4
