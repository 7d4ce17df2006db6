"""A wrong clock is a significant event: a line in the log and a number in the metrics (GLI-19, 2.2)."""

from __future__ import annotations

from structlog.testing import capture_logs

from boxseat.clock import SECOND, WallClock
from boxseat.server.node import Node, TimedStore
from boxseat.server.settings import ServerSettings
from tests.databases import run_async


@run_async
async def test_a_wrong_clock_is_logged_and_counted(sqlite_url: str) -> None:
    node = Node(await TimedStore.open(sqlite_url), ServerSettings())
    assert isinstance(node.house.clock, WallClock)
    with capture_logs() as lines:
        node.house.clock.jumped(86_400 * SECOND)
        node.house.stamped_ahead("t1", 3_600 * SECOND)
        node.presence.clocks_moved(-60 * SECOND)
    await node.close()
    assert [(line["event"], line["log_level"], line["seconds"]) for line in lines] == [
        ("significant event", "error", 86_400.0),
        ("significant event", "error", 3_600.0),
        ("significant event", "error", -60.0),
    ]
    assert lines[1]["table"] == "t1"
    told = node.metrics.text().decode()
    for what in (
        "the system clock jumped",
        "a table's last entry is ahead of the clock",
        "the database's clock jumped",
    ):
        assert f'boxseat_clock_events_total{{what="{what}"}} 1.0' in told
