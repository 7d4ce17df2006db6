"""The fold: from records to what is seen."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from boxseat.consistency import require
from boxseat.pit.notices.records import DeskRecord, DesksOpened, EventAcknowledged
from boxseat.pit.notices.state import DESKS, PLAYERS, Desks, SeenMark


def fold(desks: Desks, records: Sequence[DeskRecord], at: int) -> Desks:
    """What is seen after one entry."""
    seen, events = {**desks.seen}, {**desks.events}
    for record in records:
        if isinstance(record, DesksOpened):
            require(not desks.version, "the list of what is seen is begun once")
            continue
        if isinstance(record, EventAcknowledged):
            require(record.event not in events, f"event {record.event} is acknowledged once")
            events[record.event] = SeenMark(record.by, at)
            continue
        require(record.notice not in seen, f"notice {record.notice} is acknowledged once")
        require(record.desk != PLAYERS, f"notice {record.notice} is to no desk")
        require(record.desk in DESKS or record.desk == record.by, f"{record.desk} sees what is told to {record.desk}")
        seen[record.notice] = SeenMark(record.by, at)
    return replace(desks, version=desks.version + 1, seen=seen, events=events)
