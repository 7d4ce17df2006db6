"""Accepts or rejects each write of a group commit (idempotency key, version, balances), and makes the rows to store.

Pure: the stored state is given, and the rows to store are returned. The committing transaction locks the head row from reading
that state until the commit, so no other node can change it in between.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from boxseat.journal.chain import entry_hash
from boxseat.journal.entry import Conflict, Duplicate, Entry, Insufficient, Write, WriteRefused
from boxseat.journal.schema import seal
from boxseat.ledger.accounts import may_hold

Row = tuple[str | int | bytes | None, ...]
"""A table's row, in the order of its columns."""


class Run(msgspec.Struct, frozen=True):
    """Writes that one caller hands over together."""

    writes: Sequence[Write]
    """Each decided on the state after the one before it; or, of a whole run, all on the same state."""
    whole: bool = False
    """Stored whole or not at all; otherwise up to the first rejected write."""


class StoredState(msgspec.Struct):
    """The stored state that a batch depends on; `build_batch` updates it with each write that it accepts."""

    seq: int
    hash: bytes
    versions: dict[str, int]
    """The version of each stream."""
    answers: dict[tuple[str, str], bytes]
    """The answer of each command stored before, by who sent it and its id."""
    balances: dict[str, int]
    """The cents that each account holds."""


class Batch(msgspec.Struct):
    """The outcome of each write, in order, and the rows to store for the accepted ones."""

    outcomes: list[Entry | WriteRefused] = []
    entries: list[Row] = []
    postings: list[Row] = []
    notices: list[Row] = []
    balances: dict[str, int] = {}
    streams: dict[str, Row] = {}
    rounds: dict[str, Row] = {}
    snapshots: dict[tuple[str, int], Row] = {}
    secrets: list[Row] = []
    personal: dict[str, Row | None] = {}
    """The row of each personal value that is stored; none for one that is erased."""


def build_batch(found: StoredState, runs: Sequence[Run]) -> Batch:
    """Accept or reject each write as if they came one by one; a rejected write also rejects the rest of its run."""
    batch = Batch()
    for run in runs:
        if run.whole:
            _take_whole(batch, found, run.writes)
            continue
        cut_short = False
        for write in run.writes:
            moved = _moved(found, write)
            refused = _conflict(found, write.stream) if cut_short else _refusal(found, write, moved)
            cut_short = refused is not None
            batch.outcomes.append(_take(batch, found, write, moved) if refused is None else refused)
    return batch


def _take_whole(batch: Batch, found: StoredState, writes: Sequence[Write]) -> None:
    """Accept all of some writes; or reject all of them for the reason of the first that cannot be stored."""
    refused = _refusal_of_any(found, writes)
    for write in writes:
        batch.outcomes.append(_take(batch, found, write, _moved(found, write)) if refused is None else refused)


def _refusal_of_any(found: StoredState, writes: Sequence[Write]) -> WriteRefused | None:
    """Why the first of some writes that cannot be stored is rejected; their postings are added up on an overlay."""
    overlay = msgspec.structs.replace(found, balances={**found.balances})
    for write in writes:
        moved = _moved(overlay, write)
        if (refused := _refusal(overlay, write, moved)) is not None:
            return refused
        overlay.balances.update(moved)
    return None


def _refusal(found: StoredState, write: Write, moved: dict[str, int]) -> WriteRefused | None:
    if write.command and (answer := found.answers.get((write.who, write.command))) is not None:
        return Duplicate(answer)
    for stream, version in ((write.stream, write.expected), *write.relied_on):
        if found.versions.get(stream, 0) != version:
            return _conflict(found, stream)
    for account, cents in moved.items():
        if not may_hold(account, cents):
            return Insufficient(account)
    return None


def _conflict(found: StoredState, stream: str) -> Conflict:
    return Conflict(stream, found.versions.get(stream, 0))


def _moved(found: StoredState, write: Write) -> dict[str, int]:
    """The balances of a write's accounts after it."""
    moved: dict[str, int] = {}
    held = found.balances
    for posting in write.postings:
        giver, taker = posting.giver, posting.taker
        moved[giver] = moved.get(giver, held.get(giver, 0)) - posting.cents
        moved[taker] = moved.get(taker, held.get(taker, 0)) + posting.cents
    return moved


def _take(batch: Batch, found: StoredState, write: Write, moved: dict[str, int]) -> Entry:
    seq, version, previous = found.seq + 1, write.expected + 1, found.hash
    who, command, stream = write.who, write.command, write.stream
    money = [(p.giver, p.taker, p.cents, p.why, p.clause) for p in write.postings]
    own = entry_hash(previous, seq, stream, version, write.at, who, command, write.records, write.answer, money)
    found.seq, found.hash = seq, own
    found.versions[stream] = version
    found.balances.update(moved)
    if command:
        found.answers[who, command] = write.answer
    batch.entries.append((seq, stream, version, write.at, who, command, write.records, write.answer, previous, own))
    batch.postings.extend([(seq, place, *row) for place, row in enumerate(money)])
    for position, notice in enumerate(write.notices):
        told = (seq, position, notice.desk, notice.text, notice.clause, notice.about)
        batch.notices.append((*told, seal(*told)))
    batch.balances.update(moved)
    batch.streams[stream] = (stream, version, write.deadline, seal(stream, version, write.deadline))
    for each in write.rounds:
        row = (each.id, each.stream, each.number, each.first, each.last, each.at)
        batch.rounds[each.id] = (*row, seal(*row))
    for key, value in write.secrets:
        batch.secrets.append((key, value, seal(key, value)))
    for person in write.personal:
        kept = (person.key, stream, person.value, person.salt, person.keep_until)
        batch.personal[person.key] = (*kept, seal(*kept))
    for key in write.erased:
        batch.personal[key] = None
    if write.snapshot is not None:
        batch.snapshots[stream, version] = (
            stream,
            version,
            write.snapshot,
            seal(stream, version, write.snapshot),
        )
    return Entry(seq, stream, version, write.at, who, command, write.records, previous, own)
