"""Written days for tests: a document from its steps, played to its end; the journal of every day must pass the audit."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from boxseat.house.kinds import STREAM_KINDS
from boxseat.house.streams import StreamKinds
from boxseat.inspection.audit import audit_through
from boxseat.rehearsal.answer_objects import OBJECTS, asked
from boxseat.rehearsal.day import opened
from boxseat.rehearsal.day_document import read_day
from tests.notation import document

START = "2024-09-02T18:00:00+10:00"
PEOPLE = {
    "sue": "supervisor",
    "gus": "gaming-manager",
    "dan": "dealer",
    "ivy": "inspector",
    "ann": "player",
    "bob": "player",
    "cat": "player",
    "eve": "player",
}
P1 = {"game": "star-pontoon", "sign": {"min": "10", "max": "500"}}
B1 = {"game": "canberra-blackjack", "sign": {"min": "10", "max": "500"}}
QUICK = [name for name in OBJECTS if name not in ("results", "ratings")]
"""The objects for which no game is solved."""
WON = ("KS 7D 9H KD", "1:ann*=20", "1 stand")
"""A round that ann wins, at every game."""


class Played(NamedTuple):
    """A day that was played."""

    steps: list[dict[str, Any]]
    objects: dict[str, Any]
    told: list[tuple[str, str, str]]
    """What happened: the time, the stream, the command's word (``round`` for a whole round)."""
    head: str
    """The head of the journal's hash chain."""


def command(who: str, do: str, table: str = "p1", **fields: object) -> dict[str, Any]:
    return {"who": who, "do": do, "table": table, **fields}


def whole_round(cards: str, wagers: str, *decisions: str, table: str = "p1", **step: object) -> dict[str, Any]:
    """A whole round in the notation of `tests/notation.py`."""
    written = document("", cards, wagers, *decisions)
    return {**step, "table": table, "round": {name: written[name] for name in ("cards", "wagers", "decisions")}}


def day(*steps: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """A document with these steps; it asks for everything that is there at once."""
    written = {"start": START, "people": PEOPLE, "tables": {"p1": P1, "b1": B1}, "steps": [*steps], "ask": QUICK}
    return {**written, **changed}


def rehearse(written: dict[str, Any], kinds: StreamKinds = STREAM_KINDS) -> Played:
    """Play a document, and audit its journal."""

    async def run() -> Played:
        async with opened(read_day(written, kinds, OBJECTS), kinds) as rehearsal:
            await rehearsal.play()
            audited = await rehearsal.store.query(lambda connection: audit_through(connection, kinds=kinds))
            assert audited.faults == ()
            told = [
                (
                    rehearsal.written.times.shown(each.at),
                    each.stream,
                    "round" if each.command is None else type(each.command).__struct_config__.tag,
                )
                for each in rehearsal.happenings
            ]
            return Played(rehearsal.answers(), await asked(rehearsal), told, audited.head)

    return asyncio.run(run())


def play(*steps: dict[str, Any], **changed: Any) -> Played:
    """Play a day of these steps."""
    return rehearse(day(*steps, **changed))


def outcomes(played: Played) -> list[str]:
    """``done``, or the clause by which a step was refused."""
    return ["done" if step.get("done") else step["refused"]["clause"] for step in played.steps]
