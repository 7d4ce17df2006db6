"""Notices: every one has a desk and a time, is listed until somebody at the desk has seen it, and then says who and when."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec import json

from boxseat.house.kinds import STREAM_KINDS
from boxseat.inspection.audit import audit_through
from boxseat.journal.entry import Write
from boxseat.people.names import refusal_of_name
from boxseat.people.roles import Role
from boxseat.pit.notices.records import NoticeAcknowledged
from boxseat.pit.notices.state import DESKS, PLAYERS, desks_of
from boxseat.rehearsal.answer_objects import OBJECTS
from boxseat.rehearsal.day import opened
from boxseat.rehearsal.day_document import read_day
from tests.pit.test_disputes import complained, raised, ruled
from tests.rehearsal.written_day import PEOPLE, Played, day, outcomes, play


def _seen(who: str, number: int) -> dict[str, Any]:
    return {"who": who, "do": "acknowledge", "notice": number}


def _day(*steps: dict[str, Any]) -> Played:
    """A day on which ann is told of a decision (notice 1), and the inspector of her complaint (notice 2)."""
    people = {**PEOPLE, "vic": "surveillance", "kim": "cage"}
    return play(raised(), ruled(), complained(), *steps, people=people)


def test_a_notice_is_listed_with_whoever_has_seen_it() -> None:
    played = _day({**_seen("ivy", 2), "at": "18:10"})
    marks = [(each["notice"], each["to"], each["table"], each["seen_by"]) for each in played.objects["notices"]]
    assert marks == [(1, "ann", "p1", None), (2, "inspector", "p1", "ivy")]


@pytest.mark.parametrize("who", ["sue", "gus", "dan", "ann", "vic", "kim"])
def test_only_the_desk_it_went_to_acknowledges(who: str) -> None:
    played = _day(_seen(who, 2))
    assert outcomes(played)[-1] == ""
    assert "another desk" in played.steps[-1]["refused"]["reason"]
    assert played.objects["notices"][1]["seen_by"] is None


def test_a_person_sees_what_is_told_to_them_and_nobody_else_does() -> None:
    assert outcomes(_day(_seen("bob", 1), _seen("ivy", 1), _seen("ann", 1)))[3:] == ["", "", "done"]


def test_a_notice_is_acknowledged_once_and_has_to_be_there() -> None:
    assert outcomes(_day(_seen("ivy", 2), _seen("ivy", 2), _seen("ivy", 3)))[3:] == ["done", "", ""]


def test_what_is_said_at_the_table_lies_on_nobodys_desk() -> None:
    assert not [role for role in Role if PLAYERS in desks_of("ann", role)]
    assert desks_of("ivy", Role.INSPECTOR) == ("ivy", "inspector", "nicc", "authority", "events")
    assert desks_of("ann", Role.PLAYER) == ("ann",)


def test_no_name_of_a_person_is_that_of_a_desk() -> None:
    for desk in (*DESKS, PLAYERS):
        assert refusal_of_name(desk) is not None
        assert desks_of(desk, Role.PLAYER) == ()


def _faults(*forged: NoticeAcknowledged, who: str) -> list[str]:
    """The audit's faults after entries that no judge has seen."""

    async def run() -> list[str]:
        async with opened(read_day(day(raised(), ruled(), ask=[]), STREAM_KINDS, OBJECTS)) as rehearsal:
            await rehearsal.play()
            live = await rehearsal.house.stream("notices/house")
            write = Write("notices/house", live.state.version, rehearsal.clock.now(), who, "", json.encode(forged))
            await rehearsal.store.append(write)
            audited = await rehearsal.store.query(audit_through)
            return [fault.what for fault in audited.faults]

    return asyncio.run(run())


def test_the_audit_finds_marks_that_nobody_could_have_made() -> None:
    assert _faults(NoticeAcknowledged(1, "ann", "ann"), who="ann") == []
    none = ["it names notice 2 to inspector, and there was none"]
    assert _faults(NoticeAcknowledged(2, "inspector", "ivy"), who="ivy") == none
    assert _faults(NoticeAcknowledged(1, "inspector", "ivy"), who="ivy") == [none[0].replace("2", "1")]
    assert _faults(NoticeAcknowledged(1, "ann", "ann"), who="bob") == ["it is of ann by its records, and by bob"]
