"""Significant events: each kind on the closed list is produced here, and found in the journal with who, where and when."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, get_args

import pytest

from boxseat.house.kinds import STREAM_KINDS
from boxseat.people.account_store import AccountStore
from boxseat.people.login import NOT_LOGGED_IN
from boxseat.people.records import LoginFailed, RoleGiven
from boxseat.people.roles import Role
from boxseat.pit.events import event_list
from boxseat.pit.events.event_kinds import ACTS, COUNTED, RECORDS, EventKind
from boxseat.pit.events.event_list import EventPage, SignificantEvent, page_of
from boxseat.play.acts import Act
from boxseat.rehearsal.answer_objects import OBJECTS
from boxseat.rehearsal.day import opened
from boxseat.rehearsal.day_document import read_day
from tests.pit.test_disputes import PAYMENT, REIMBURSED, raised
from tests.rehearsal.written_day import WON, command, day, play, whole_round

IN_ROUND = [
    command("ann", "buy-in", amount="500"),
    command("ann", "sit", box=1),
    command("ann", "wager", box=1, stake="20"),
    command("ann", "ready"),
]
"""A round in play, dealt by the machine."""
FOUND: list[tuple[EventKind, list[dict[str, Any]], str]] = [
    (EventKind.VOID, [*IN_ROUND, command("sue", "void-round", reason="a fire")], "sue"),
    (EventKind.VOID, [*IN_ROUND[:3], command("sue", "void-wagers", player="ann", because="device", reason="x")], "sue"),
    (EventKind.OVERRIDE, [*IN_ROUND, command("gus", "pay-at-end")], "gus"),
    (EventKind.IRREGULARITY, [*IN_ROUND, command("sue", "missing-card")], "sue"),
    (EventKind.PAYMENT_ERROR, [whole_round(*WON), PAYMENT], "sue"),
    (EventKind.CORRECTION, [whole_round(*WON), PAYMENT, REIMBURSED], "sue"),
    (EventKind.LARGE_WIN, [whole_round("KS 7D 9H KD", "1:ann*=10000", "1 stand")], "house"),
    (EventKind.LIMIT_CHANGE, [command("sue", "mark-box", box=2, maximum="50")], "sue"),
    (EventKind.PERMISSION, [command("gus", "record-approval", what="table", reference="R 7")], "gus"),
    (EventKind.EXCLUSION, [command("gus", "bar", player="eve", law="order", reason="x")], "gus"),
    (EventKind.DETENTION, [command("sue", "detain", player="eve", reason="a computer")], "sue"),
    (EventKind.DISPUTE, [raised()], "ann"),
    (EventKind.COUNT_DIFFERENCE, [command("dan", "count-float", chips={"10": 5}, when="check")], "dan"),
    (EventKind.TABLE_HOURS, [command("sue", "close")], "sue"),
]


def _events(*steps: dict[str, Any], since: int = 0, until: int | None = None) -> list[SignificantEvent]:
    """The events of a day at a table with a high maximum; a login has failed, and a role was given."""

    async def run() -> EventPage:
        tables = {"p1": {"game": "star-pontoon", "sign": {"min": "10", "max": "20000"}, "cards_from": "device"}}
        written = read_day(day(*steps, tables=tables, ask=[]), STREAM_KINDS, OBJECTS)
        async with opened(written) as rehearsal:
            await rehearsal.play()
            assert [each.refused for each in rehearsal.happenings if each.refused] == []
            accounts, at = AccountStore(rehearsal.store), rehearsal.clock.now()
            for record, who in ((LoginFailed(), NOT_LOGGED_IN), (RoleGiven(Role.DEALER), "admin")):
                await accounts.write("bob", await accounts.load("bob"), (record,), at=at, who=who)
            return await rehearsal.store.query(page_of(None, since, until))

    return list(asyncio.run(run()).events)


def _kinds(events: Iterable[SignificantEvent]) -> set[EventKind]:
    return {each.kind for each in events}


@pytest.mark.parametrize(
    ("kind", "steps", "who"), FOUND, ids=[f"{kind}-{place}" for place, (kind, _, _) in enumerate(FOUND)]
)
def test_every_kind_of_event_is_found(kind: EventKind, steps: list[dict[str, Any]], who: str) -> None:
    found = [each for each in _events(*steps) if each.kind is kind and each.who == who]
    assert found
    assert found[0].about == "table/p1" or kind in (EventKind.EXCLUSION,)
    in_round = any("round" in step or step.get("do") == "ready" for step in steps)
    assert found[0].round == (
        "p1-1" if in_round and found[0].about == "table/p1" and kind is not EventKind.PAYMENT_ERROR else ""
    )


def test_failed_logins_and_changes_of_accounts_are_events() -> None:
    account = [each for each in _events() if each.about == "account/bob"]
    assert [(each.kind, each.who) for each in account] == [
        (EventKind.ACCOUNT_CHANGE, "admin"),
        (EventKind.FAILED_LOGIN, NOT_LOGGED_IN),
    ]


def test_the_list_is_closed_and_every_kind_on_it_is_tested() -> None:
    assert {*RECORDS.values(), *ACTS.values()} <= set(EventKind)
    assert {kind for kind, _, _ in FOUND} | {EventKind.FAILED_LOGIN, EventKind.ACCOUNT_CHANGE} == set(EventKind)


def test_events_of_a_time_and_so_many_entries_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [{**command("sue", "mark-box", box=box, maximum="50"), "at": f"18:0{box}"} for box in (1, 2, 3)]
    times = [each.at for each in _events(*steps) if each.kind is EventKind.LIMIT_CHANGE][::-1]
    assert [each.at for each in _events(*steps, since=times[1]) if each.kind is EventKind.LIMIT_CHANGE] == times[:0:-1]
    assert [each.at for each in _events(*steps, until=times[1]) if each.kind is EventKind.LIMIT_CHANGE] == times[:1]
    monkeypatch.setattr(event_list, "ENTRIES_PER_READ_MAX", 4)
    assert len([each for each in _events(*steps) if each.kind is EventKind.LIMIT_CHANGE]) < len(times)


def test_an_event_tells_nothing_of_a_players_own_words() -> None:
    assert "21 was not paid" not in str(_events(raised()))


def test_gaming_managers_and_inspectors_acknowledge_events() -> None:
    marked = command("sue", "mark-box", box=2, maximum="50")
    (event,) = [each.event for each in _events(marked) if each.kind is EventKind.LIMIT_CHANGE]
    steps = [{"who": who, "do": "acknowledge-event", "event": event} for who in ("sue", "dan", "ann", "ivy", "gus")]
    tables = {"p1": {"game": "star-pontoon", "sign": {"min": "10", "max": "20000"}, "cards_from": "device"}}
    played = play(marked, *steps, {**steps[-1], "event": event + 99}, tables=tables)
    assert [bool(step.get("done")) for step in played.steps] == [True, False, False, False, True, False, False]


def test_every_name_on_the_list_is_that_of_a_record_or_an_act() -> None:
    known = {name for kind in STREAM_KINDS for name in kind.records.names}
    assert {*RECORDS, COUNTED} - known == set()
    assert set(ACTS) - {act.__struct_config__.tag for act in get_args(Act)} == set()
