"""What the house decided on a command, and the write that stores it."""

from __future__ import annotations

from typing import Any, NamedTuple

from boxseat.consistency import require
from boxseat.house.answers import Done, kept
from boxseat.house.live_stream import LiveStream, Request, StreamVersion
from boxseat.house.streams import Change, StreamKind, first_due
from boxseat.journal.entry import Write

ENTRIES_PER_SNAPSHOT = 200
"""Entries between two snapshots; loading a stream folds at most twice as many."""


class Judged(NamedTuple):
    """An allowed command with its change, ready to be stored."""

    request: Request
    answer: Done
    change: Change[Any]
    after: StreamVersion[Any]
    relied_on: tuple[tuple[str, int], ...]


def check_keys(kind: StreamKind[Any], stream: str, change: Change[Any]) -> None:
    """Refuse keys of secrets and personal data that another stream could have, as they would replace what it stored."""
    prefix = kind.key_prefix(stream)
    for key in (*[key for key, _ in change.secrets], *[each.key for each in change.personal]):
        require(key.startswith(prefix), f"the key {key} of {stream} does not begin with {prefix}")


def write_of(live: LiveStream[Any], judged: Judged, beside: tuple[str, int] | None = None) -> Write:
    """The write of a judged command; one that is stored beside another names it in a record."""
    kind, request, change, after = live.kind, judged.request, judged.change, judged.after
    records = change.records if beside is None else (*change.records, kind.written_with(*beside))
    version = after.state.version
    return Write(
        stream=live.stream,
        expected=version - 1,
        at=after.at,
        who=request.who,
        command=request.id,
        records=kind.records.encode(records),
        answer=b"" if beside else kept(judged.answer, live.stream, request.command),
        postings=change.effects.postings,
        secrets=change.secrets,
        rounds=change.effects.rounds,
        snapshot=kind.encode(after.state) if version == 1 or version % ENTRIES_PER_SNAPSHOT == 0 else None,
        deadline=first_due(kind.due(after.state)),
        notices=change.effects.notices,
        personal=change.personal,
        erased=change.effects.erased,
        relied_on=judged.relied_on,
    )
