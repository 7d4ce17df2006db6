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
from boxseat.ledger.accounts import may_go_below_zero

Row = tuple[str | int | bytes | None, ...]
"""A table's row, in the order of its columns."""


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
    balances: dict[str, int] = {}
    streams: dict[str, Row] = {}
    rounds: dict[str, Row] = {}
    snapshots: dict[tuple[str, int], Row] = {}
    secrets: list[Row] = []


def build_batch(found: StoredState, runs: Sequence[Sequence[Write]]) -> Batch:
    """Accept or reject each write as if they came one by one; a rejected write also rejects the rest of its run."""
    batch = Batch()
    for run in runs:
        cut_short = False
        for write in run:
            moved = _moved(found, write)
            refused = Conflict(found.versions.get(write.stream, 0)) if cut_short else _refusal(found, write, moved)
            cut_short = refused is not None
            batch.outcomes.append(_take(batch, found, write, moved) if refused is None else refused)
    return batch


def _refusal(found: StoredState, write: Write, moved: dict[str, int]) -> WriteRefused | None:
    if write.command and (answer := found.answers.get((write.who, write.command))) is not None:
        return Duplicate(answer)
    if (version := found.versions.get(write.stream, 0)) != write.expected:
        return Conflict(version)
    for account, cents in moved.items():
        if cents < 0 and not may_go_below_zero(account):
            return Insufficient(account)
    return None


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
    batch.balances.update(moved)
    batch.streams[stream] = (stream, version, write.deadline, seal(stream, version, write.deadline))
    for each in write.rounds:
        row = (each.id, each.stream, each.number, each.first, each.last, each.at)
        batch.rounds[each.id] = (*row, seal(*row))
    for key, value in write.secrets:
        batch.secrets.append((key, value, seal(key, value)))
    if write.snapshot is not None:
        batch.snapshots[stream, version] = (
            stream,
            version,
            write.snapshot,
            seal(stream, version, write.snapshot),
        )
    return Entry(seq, stream, version, write.at, who, command, write.records, previous, own)
