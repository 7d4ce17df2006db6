"""Records everything that clients were told, and compares it with the journal afterwards.

Every command answered with done must be in the journal once, at the version in the answer. Every picture that was shown
must be the table at that version according to the journal. And the ledger must agree with the tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from boxseat.client.frames import AnswerFrame, Picture
from boxseat.client.table import TableWatched
from boxseat.inspection.audit import AuditFault, audit
from boxseat.inspection.retrace import Retraced, retraced
from boxseat.journal.store import Store
from boxseat.server.websocket.frame_codec import ENCODE
from boxseat.table.announcements import announcements
from boxseat.table.names import stream_of
from boxseat.table.picture import TableSeen
from boxseat.table.questions import open_questions
from boxseat.table.view import seen_by_all
from tests.house.board import KINDS

_READ = msgspec.json.Decoder(TableSeen).decode


class Done(NamedTuple):
    """A command that was answered with done."""

    stream: str
    who: str
    command_id: str
    do: str
    version: int


class Witness:
    """What clients were told."""

    def __init__(self) -> None:
        self.done: list[Done] = []
        self.answers: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.pictures: dict[tuple[str, int], bytes] = {}
        self.contradicted = 0
        """Versions of which clients saw different pictures."""

    def attend(self, who: str, table: TableWatched) -> None:
        """Record what this client is told from now on."""

        def seen(picture: Picture) -> None:
            key, shown = (table.id, picture.version), picture.as_sent
            before = self.pictures.setdefault(key, shown)
            self.contradicted += before != shown and _silent(before) != _silent(shown)

        def answered(command: Mapping[str, object], answer: AnswerFrame) -> None:
            self.note(stream_of(table.id), who, command, answer)

        table.seen, table.answered = seen, answered

    def note(self, stream: str, who: str, command: Mapping[str, object], answer: AnswerFrame) -> None:
        """Record the answer to a command."""
        self.answers[answer.answer] += 1
        if answer.answer == "done":
            self.done.append(Done(stream, who, answer.id, str(command["do"]), answer.version))
        elif answer.answer == "refused":
            self.refusals[answer.code] += 1

    def decisions(self) -> Counter[str]:
        """How often each command was done."""
        return Counter(one.do for one in self.done)


class Findings(NamedTuple):
    """The result of the comparison with the journal."""

    done: int
    missing: int
    """Commands answered with done that are not in the journal, or are there at another version."""
    twice: int
    pictures: int
    changed: int
    """Pictures that were shown and differ from the journal."""
    total: int
    """By how much the accounts of any unit do not add up to zero."""
    faults: tuple[AuditFault, ...]
    """The audit's findings: money that does not match the tables, cards not committed to, a broken chain."""

    @property
    def clean(self) -> bool:
        return not (self.missing or self.twice or self.changed or self.total or self.faults)


async def compare(url: str, witness: Witness) -> Findings:
    """Compare the journal with what clients were told."""
    store = await Store.open(url)
    try:
        by_command: Counter[tuple[str, str]] = Counter()
        by_place: dict[tuple[str, int], tuple[str, str]] = {}
        seq = 0
        while entries := await store.since(seq, 2_000):
            seq = entries[-1].seq
            for entry in entries:
                by_place[entry.stream, entry.version] = entry.who, entry.command
                by_command[entry.who, entry.command] += bool(entry.command)
        missing = sum(by_place.get((one.stream, one.version)) != (one.who, one.command_id) for one in witness.done)
        changed = 0
        for state in await store.streams("table/"):
            table_id = state.stream.removeprefix("table/")
            async for each in retraced(store, state.stream, 1, None):
                shown = witness.pictures.get((table_id, each.table.version))
                if shown is not None:
                    changed += not _is_picture_of(shown, each)
        known = {(f"table/{table}", version) for table, version in witness.pictures}
        changed += len(known - by_place.keys()) + witness.contradicted
        return Findings(
            done=len(witness.done),
            missing=missing,
            twice=sum(times > 1 for times in by_command.values()),
            pictures=len(witness.pictures),
            changed=changed,
            total=sum(map(abs, (await store.totals()).values())),
            faults=(await audit(url, kinds=KINDS)).faults,
        )
    finally:
        await store.close()


def _is_picture_of(shown: bytes, each: Retraced) -> bool:
    """Whether this picture shows the table. A picture may cover several versions, with all announcements in between."""
    book, table = each.book, each.table
    stored = seen_by_all(book, table, open_questions(book, table), announcements(book, each.steps))
    if shown == ENCODE(stored):
        return True
    seen = _READ(shown)
    return _silent(shown) == replace(stored, said=()) and seen.said[len(seen.said) - len(stored.said) :] == stored.said


def _silent(shown: bytes) -> TableSeen:
    return replace(_READ(shown), said=())
