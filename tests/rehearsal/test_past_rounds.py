"""A round declared void after the next one has begun: Canberra only, later rounds stand (CP 15.5, CB 14.5; R44)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection

from boxseat.house.kinds import STREAM_KINDS
from boxseat.inspection.retrace import retraced
from boxseat.inspection.voided_rounds import voided_round_faults
from boxseat.rehearsal.answer_objects import OBJECTS
from boxseat.rehearsal.day import opened
from boxseat.rehearsal.day_document import read_day
from boxseat.table.corrections.records import PastRoundVoided
from tests.rehearsal.test_payments import GAMES, balances, moved
from tests.rehearsal.written_day import WON, command, day, outcomes, play, whole_round

LOST_SHORT = ("9S 8D 8H KD", "1:ann*=20", "1 stand")


def void(number: int, table: str = "b1", **step: Any) -> dict[str, Any]:
    return {**command("sue", "void-past-round", table, number=number, reason="a card was misplaced"), **step}


def won(table: str = "b1") -> dict[str, Any]:
    return whole_round(*WON, table=table)


def rounds(played: Any) -> list[tuple[int, bool, dict[str, str]]]:
    return [(each["round"], each["void"], each["net"]) for each in played.objects["rounds"]]


@pytest.mark.parametrize(("table", "clause"), [("b1", "14.5"), ("c1", "15.5")])
def test_that_round_is_void_and_later_ones_stand(table: str, clause: str) -> None:
    played = play(won(table), won(table), won(table), void(2, table), tables=GAMES)
    assert outcomes(played) == ["done"] * 4
    assert rounds(played) == [(1, False, {"ann": "20.00"}), (2, True, {"ann": "0.00"}), (3, False, {"ann": "20.00"})]
    again = play(won(table), won(table), void(1, table), void(1, table), tables=GAMES)
    assert outcomes(again) == ["done", "done", "done", clause]
    assert again.steps[-1]["refused"]["reason"] == "round 1 is void already"


@pytest.mark.parametrize(("table", "clause"), [("b1", "14.5"), ("c1", "15.5")])
@pytest.mark.parametrize("number", [2, 3, 0, -1, 9])
def test_the_last_round_is_not_one_of_the_past(table: str, clause: str, number: int) -> None:
    played = play(won(table), won(table), void(number, table), tables=GAMES)
    assert outcomes(played) == ["done", "done", clause]
    assert [is_void for _, is_void, _ in rounds(played)] == [False, False]


@pytest.mark.parametrize(("table", "clause"), [("p1", "18.8"), ("s1", "17.8")])
def test_18_8_at_the_star_it_stands(table: str, clause: str) -> None:
    played = play(won(table), won(table), void(1, table), tables=GAMES)
    assert outcomes(played) == ["done", "done", clause]
    assert [is_void for _, is_void, _ in rounds(played)] == [False, False]


def test_14_5_what_was_won_goes_back_and_what_was_lost_is_restored() -> None:
    first = (won(), won())
    assert moved(void(1), before=first) == {"chips/b1/ann": -20_00, "float/b1": 20_00}
    lost = (whole_round(*LOST_SHORT, table="b1"), won())
    assert play(*lost).objects["rounds"][0]["net"] == {"ann": "-20.00"}
    assert moved(void(1), before=lost) == {"chips/b1/ann": 20_00, "float/b1": -20_00}


def test_14_5_who_has_left_owes_what_is_gone_and_gets_what_is_due_in_the_wallet() -> None:
    bob = whole_round("KS 7D 9H KD", "2:bob*=20", "2 stand", table="b1")
    left = (won(), command("ann", "leave", "b1"), bob)
    assert moved(void(1), before=left) == {"owed/ann": -20_00, "float/b1": 20_00}
    lost = (whole_round(*LOST_SHORT, table="b1"), command("ann", "leave", "b1"), bob)
    assert moved(void(1), before=lost) == {"wallet/ann": 20_00, "float/b1": -20_00}


def test_14_5_chips_lost_since_are_owed() -> None:
    steps = (won(), whole_round(*LOST_SHORT, table="b1"), whole_round(*LOST_SHORT, table="b1"))
    held = balances(*steps).get("chips/b1/ann", 0)
    changed = moved(void(1), before=steps)
    assert changed.get("chips/b1/ann", 0) + changed.get("owed/ann", 0) == -20_00
    assert changed.get("chips/b1/ann", 0) == -min(held, 20_00)


def test_14_5_a_round_that_was_void_when_it_was_played_is_void_already() -> None:
    spoilt = [
        command("ann", "buy-in", "b1", amount="100"),
        command("ann", "sit", "b1", box=1),
        command("ann", "wager", "b1", box=1, stake="20"),
        command("ann", "ready", "b1"),
        command("ann", "cut", "b1", place=100),
        command("sue", "void-round", "b1", reason="a card fell"),
    ]
    played = play(*spoilt, won(), void(1))
    assert outcomes(played)[-2:] == ["done", "14.5"]
    assert rounds(played)[0][1] is True


def test_a_round_is_found_however_old_it_is() -> None:
    """The journal has it, long after the table has forgotten it, in another shoe and behind a snapshot."""
    steps = [won() for _ in range(30)]
    played = play(*steps, command("sue", "shuffle", "b1"), won(), void(1), void(17))
    assert outcomes(played)[-2:] == ["done", "done"]
    assert [number for number, is_void, _ in rounds(played) if is_void] == [1, 17]


@pytest.mark.parametrize("who", ["dan", "ann", "ivy"])
def test_who_may(who: str) -> None:
    played = play(won(), won(), {**void(1), "who": who})
    assert played.steps[-1]["refused"]["clause"] == ""
    assert "may not declare a round void" in played.steps[-1]["refused"]["reason"]


def test_a_reason_is_needed() -> None:
    assert outcomes(play(won(), won(), {**void(1), "reason": "  "}))[-1] == "14.5"


# Rounds that people deal


def _keyed(*cards: str) -> list[dict[str, Any]]:
    return [command("dan", "card", "c1", card=card) for card in cards]


def _dealt() -> list[dict[str, Any]]:
    """Ann loses 20 to 21 by the record."""
    laid = [command("ann", "wager", "c1", box=3, stake="20"), command("dan", "no-more-bets", "c1")]
    return [*laid, *_keyed("9S", "6S", "9H"), command("ann", "stand", "c1", box=3), *_keyed("KD", "3D")]


SEATED = [command("ann", "buy-in", "c1", amount="100"), command("ann", "sit", "c1", box=3)]
BY_HAND = {"c1": {**GAMES["c1"], "dealt": "by-hand"}}


def test_15_5_a_round_that_was_dealt_by_hand() -> None:
    next_one = [command("ann", "wager", "c1", box=3, stake="20"), command("dan", "no-more-bets", "c1")]
    over = [*SEATED, *_dealt()]
    assert outcomes(play(*over, void(1, "c1"), tables=BY_HAND))[-1] == "15.5", "no later round has begun"
    played = play(*over, *next_one, void(1, "c1"), tables=BY_HAND)
    assert outcomes(played)[-1] == "done"
    assert rounds(played) == [(1, True, {"ann": "0.00"})]
    assert moved(void(1, "c1"), before=(*over, *next_one), tables=BY_HAND) == {
        "chips/c1/ann": 20_00,
        "float/c1": -20_00,
    }


def test_15_5_what_a_corrected_round_came_to_is_undone() -> None:
    """By its corrected record ann has won 20: these go back."""
    next_one = [command("ann", "wager", "c1", box=3, stake="20"), command("dan", "no-more-bets", "c1")]
    faults = [{"step": 6, "keyed": "3D", "lay": "8D"}]
    fixed = command("sue", "correct-record", "c1", faults=faults, reason="the camera shows it", number=1)
    before = (*SEATED, *_dealt(), *next_one, fixed)
    assert rounds(play(*before, tables=BY_HAND)) == [(1, False, {"ann": "20.00"})]
    assert moved(void(1, "c1"), before=before, tables=BY_HAND) == {"chips/c1/ann": -20_00, "float/c1": 20_00}
    again = play(*before, void(1, "c1"), fixed, tables=BY_HAND)
    assert (outcomes(again)[-2:], again.steps[-1]["refused"]["reason"]) == (["done", ""], "round 1 is void")


# The audit


def test_the_audit_reads_the_round_again() -> None:
    """Records that undo more or less than the round had come to, or another round, do not pass."""

    async def faults() -> list[list[str]]:
        written = day(won(), won(), won(), void(1), void(2))
        async with opened(read_day(written, STREAM_KINDS, OBJECTS)) as rehearsal:
            await rehearsal.play()
            found = [
                (entry.book, step)
                async for entry in retraced(rehearsal.store, "table/b1", 1, None)
                for step in entry.steps
                if isinstance(step.record, PastRoundVoided)
            ]
            (book, step), _ = found
            record = step.record
            assert isinstance(record, PastRoundVoided)
            forged = [record, replace(record, changes=()), replace(record, number=7)]
            steps = [step._replace(record=each) for each in forged]

            def read(connection: Connection) -> list[list[str]]:
                return [list(voided_round_faults(connection, book, "table/b1", one)) for one in steps]

            return await rehearsal.store.query(read)

    sound, other_sums, no_round = asyncio.run(faults())
    assert sound == []
    assert other_sums == ["round 1 is declared void, and what is undone is not what it had come to"]
    assert no_round == ["round 7 is declared void, and it is not one that was played to its end"]
