"""Signs by the clock of the house: at their time, once, and late where no node was running (SP 7.5, 20.9)."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from boxseat.clock import MINUTE, Moment
from boxseat.house.answers import Done, Refused
from boxseat.house.streams import HOUSE_ONLY
from boxseat.house.table_stream import TABLES, LiveTable
from boxseat.inspection.entry_authority import Authority
from boxseat.money import Cents
from boxseat.table import commands as c
from boxseat.table.records import Closing
from boxseat.table.signs.commands import AnnounceClosure, FollowSigns, RaiseMinimum
from boxseat.table.signs.records import ClosingTimeCame
from boxseat.table.state import Status
from tests.databases import run_async
from tests.house.memory_store import Disk
from tests.house.test_house import ANN, SUPERVISOR, Node


async def _with_signs() -> tuple[Node, Disk, int]:
    """A table with a player, whose signs show a minimum of 20 dollars in 20 minutes and closing in 40."""
    disk = Disk()
    node = Node(disk)
    await node.open()
    at = node.clock.at
    await node.done(SUPERVISOR, RaiseMinimum(Cents(2000), Moment(at + 20 * MINUTE)))
    await node.done(SUPERVISOR, AnnounceClosure(Moment(at + 40 * MINUTE)))
    return node, disk, at


async def _by_the_clock(node: Node, at: int) -> LiveTable:
    node.clock.at = at
    live = await node.house.table("t1")
    await node.house.time_up(at)
    return live


@run_async
async def test_7_5_and_20_9_what_a_sign_shows_comes_at_its_time_and_not_before() -> None:
    node, _, at = await _with_signs()
    before = await _by_the_clock(node, at + 20 * MINUTE - 1)
    assert before.table.sign.box.minimum == 500
    version = before.table.version
    live = await _by_the_clock(node, at + 20 * MINUTE)
    assert (live.table.sign.box.minimum, live.table.version) == (2000, version + 1)
    assert live.said == ("The minimum is 20.00 now, as the sign said.",)
    assert (await _by_the_clock(node, at + 40 * MINUTE - 1)).table.status is Status.OPEN
    live = await _by_the_clock(node, at + 40 * MINUTE)
    assert live.table.status is Status.CLOSED
    assert not live.table.patrons


@run_async
async def test_it_comes_once_and_late_where_no_node_was_running() -> None:
    _, disk, at = await _with_signs()
    again = Node(disk, name="south")
    await _by_the_clock(again, at + 95 * MINUTE)  # the time for the cut was over first
    live = await _by_the_clock(again, at + 95 * MINUTE)
    assert live.said[:2] == (
        "The minimum is 20.00 now, as the sign said, 75 minutes late.",
        "It is the closing time on the sign, 55 minutes late.",
    )
    assert live.table.status is Status.CLOSED
    version = live.table.version
    await _by_the_clock(again, at + 100 * MINUTE)
    assert live.table.version == version


@run_async
async def test_two_nodes_do_it_once() -> None:
    north, disk, at = await _with_signs()
    south = Node(disk, name="south")
    await south.house.table("t1")
    one = await _by_the_clock(north, at + 20 * MINUTE)
    two = await _by_the_clock(south, at + 20 * MINUTE)
    assert one.table == two.table


@run_async
async def test_only_the_house_does_what_signs_show() -> None:
    node, _, at = await _with_signs()
    node.clock.at = at + 20 * MINUTE
    for person in (ANN, SUPERVISOR):
        answer = await node.do(person, FollowSigns())
        assert isinstance(answer, Refused)
        assert answer.code == "power/house-only"


@pytest.mark.parametrize("records", [[ClosingTimeCame(), Closing()], [ClosingTimeCame(late_s=90)]])
def test_the_audit_finds_the_hand_of_a_person_in_it(records: list[ClosingTimeCame | Closing]) -> None:
    table = TABLES.empty
    assert TABLES.power_shown(records, table) is HOUSE_ONLY
    for who, faults in (("house", 0), ("sue", 1)):
        found = Authority().table_faults(SimpleNamespace(who=who, at=0), records, table)
        assert len([*found]) == faults


@run_async
async def test_a_sign_at_a_closed_table_comes_into_force_too() -> None:
    node, _, at = await _with_signs()
    await _by_the_clock(node, at + 40 * MINUTE)
    soon = node.clock.at + 20 * MINUTE
    await node.done(SUPERVISOR, RaiseMinimum(Cents(5000), Moment(soon)))
    live = await _by_the_clock(node, soon)
    assert live.table.sign.box.minimum == 5000
    assert await node.do(SUPERVISOR, c.OpenForPlay()) == Done(live.table.version)
