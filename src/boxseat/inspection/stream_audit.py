"""Audit of one stream: recomputes what each entry must contain, and reports differences.

A follower trusts only the records. Postings, answers, indexes, snapshots and cards are recomputed with the same engine and compared
with what is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from boxseat.house.account_stream import ACCOUNTS
from boxseat.house.answers import Done, decode
from boxseat.house.house import HOUSE_ACTOR
from boxseat.house.streams import HOUSE_ONLY, Effects, StreamKind, Unreadable
from boxseat.house.table_stream import TABLES
from boxseat.inspection.entry_authority import Authority
from boxseat.inspection.login_rows import SessionTrails
from boxseat.inspection.shoe_proofs import ShoeTrail
from boxseat.journal.entry import RoundIndex
from boxseat.journal.record_codec import BadRecord, UnknownRecord
from boxseat.ledger.accounts import Posting
from boxseat.people.roles import Power
from boxseat.table.records import CardsShuffled, ShoeFinished, TableRecord


class Surroundings(Protocol):
    """What the audit of one stream needs of the others."""

    authority: Authority
    sessions: SessionTrails

    def text_of(self, digest: str) -> str:
        """The text with a digest; `ValueError` if it is not kept, or another than it was."""

    def is_stored(self, stream: str, version: int) -> bool:
        """Whether an entry has been visited."""

    def is_told(self, number: int, desk: str) -> bool:
        """Whether the notice of a number went to a desk."""


class StreamUnreadable(Exception):
    """The stream cannot be followed further; the message says why."""


class StreamFollower:
    """A stream of any kind, entry by entry."""

    times_may_go_back = False
    """Whether nodes write such a stream by their own clocks."""

    def __init__(self, kind: StreamKind[Any], stream: str, surroundings: Surroundings) -> None:
        self.kind = kind
        self.stream = stream
        self.state: Any = kind.empty
        self.context: Any = None
        self.at = 0
        self.rounds_over: list[RoundIndex] = []
        """Rounds and shoes finished since the last look, as their index rows should be; those in play are in `open`."""
        self.open: dict[str, RoundIndex] = {}
        self.rounds = 0
        """How many index entries name this stream."""
        self.shoes = 0
        """How many index entries name something within it."""
        self.secrets = 0
        self.revealed: list[tuple[str, bytes]] = []
        """Secrets shown since the last look."""
        self.personal: dict[str, str] = {}
        """Digests of the personal data that are kept, by key."""
        self.effects: Effects[Any] = Effects(kind.empty)
        """What follows from the last entry."""
        self._around = surroundings

    def follow(self, entry: Any, money: Sequence[Any]) -> Iterator[str]:
        """One more entry; what is wrong with it, a sentence for each fault."""
        kind, before = self.kind, self.state
        records = self._records(entry.records)
        if entry.at < self.at and not self.times_may_go_back:
            yield "it is of an earlier time than the entry before it"
        self.at = entry.at
        if not before.version:
            self._begin(records[0])
        try:
            effects = self.effects = kind.follow(self.context, self.stream, before, records, entry.at)
        except Exception as error:  # whatever the fold stumbles over, the records are not what it wrote
            what = f"its records do not follow from the {kind.noun} before them: {_said(error)}"
            raise StreamUnreadable(what) from None
        yield from _money_faults(effects.postings, money)
        yield from self._answer_faults(entry, effects)
        yield from self._authority_faults(entry, records, before)
        yield from self._sibling_faults(effects)
        yield from self._notice_faults(effects)
        self._follow_index(effects.rounds)
        self.secrets += len(effects.secrets)
        self.revealed.extend(effects.revealed)
        self.personal.update(effects.personal)
        for key in effects.erased:
            self.personal.pop(key, None)
        self.state = effects.state
        self._follow_records(entry, records, effects)

    def _records(self, stored: bytes) -> list[Any]:
        try:
            records = self.kind.records.decode(stored)
        except (BadRecord, UnknownRecord, ValueError) as error:
            raise StreamUnreadable(f"its records cannot be read: {error}") from None
        if not records:
            raise StreamUnreadable("it has no records")
        return records

    def _begin(self, first: Any) -> None:
        kind = self.kind
        if not kind.may_begin(self.stream, first):
            raise StreamUnreadable(f"the {kind.noun} was not {kind.begun} before")
        try:
            digest = kind.text_needed(first, kind.empty)
            self.context = kind.context(self._around.text_of(digest) if digest else None, first, kind.empty)
        except (Unreadable, ValueError) as error:
            raise StreamUnreadable(f"its book cannot be used: {error}") from None

    def _answer_faults(self, entry: Any, effects: Effects[Any]) -> Iterator[str]:
        """Check the stored answer of a command, which a repeated command gets again."""
        return _answer_faults(entry, effects.result)

    def _authority_faults(self, entry: Any, records: Sequence[Any], before: Any) -> Iterator[str]:
        """Check that the author had the power that the records show."""
        power, author = self.kind.power_shown(records, before), self.kind.author_shown(records, before)
        if author and entry.who != author:
            yield f"it is of {author} by its records, and by {entry.who}"
        if isinstance(power, Power):
            yield from self._around.authority.faults_of(entry, power)
        elif power is HOUSE_ONLY and entry.who != HOUSE_ACTOR:
            yield f"only the house itself does that, and not {entry.who}"

    def _sibling_faults(self, effects: Effects[Any]) -> Iterator[str]:
        """Check that an entry that was stored with another names one that is stored."""
        if effects.written_with is not None and not self._around.is_stored(*effects.written_with):
            stream, version = effects.written_with
            yield f"it names version {version} of {stream}, with which it was stored, and there is none"

    def _notice_faults(self, effects: Effects[Any]) -> Iterator[str]:
        """Check that the notices that were seen were told before."""
        for number, desk in effects.seen_notices:
            if not self._around.is_told(number, desk):
                yield f"it names notice {number} to {desk}, and there was none"

    def _follow_index(self, indexes: Sequence[RoundIndex]) -> None:
        for index in indexes:
            if index.id not in self.open:  # one that begins here; it may be over with the same entry
                is_round = index.stream == self.stream
                self.rounds += is_round
                self.shoes += not is_round
            self.open[index.id] = index
            if index.last is not None:
                self.rounds_over.append(self.open.pop(index.id))

    def _follow_records(self, entry: Any, records: Sequence[Any], effects: Effects[Any]) -> None:
        """Follow what only this kind of stream has."""

    def snapshot_fault(self, state: Any, stored: bytes) -> str | None:
        """What is wrong with a snapshot; none where it holds the state that the entries came to."""
        if stored == self.kind.encode(state):
            return None
        return _differs(state, lambda: self.kind.decode(stored))


class TableFollower(StreamFollower):
    """A table's stream, with the cards of its shoes."""

    def __init__(self, kind: StreamKind[Any], stream: str, surroundings: Surroundings) -> None:
        super().__init__(kind, stream, surroundings)
        self.trail: ShoeTrail | None = None
        """The cards in use."""
        self.shoes_over: list[ShoeTrail] = []
        """Shoes finished since the last look."""

    def _authority_faults(self, entry: Any, records: Sequence[Any], before: Any) -> Iterator[str]:
        return self._around.authority.table_faults(entry, records, before)

    def _follow_records(self, entry: Any, records: Sequence[Any], effects: Effects[Any]) -> None:
        for step in effects.steps:
            self._follow_cards(step.record, entry.version)

    def _follow_cards(self, record: TableRecord, version: int) -> None:
        if isinstance(record, CardsShuffled):
            self.trail = ShoeTrail(self.context, record)
        elif self.trail is not None:
            self.trail.follow(record, version)
            if isinstance(record, ShoeFinished):
                self.shoes_over.append(self.trail)
                self.trail = None


class AccountFollower(StreamFollower):
    """An account's stream, with its sessions. Its commands have no stored answers."""

    times_may_go_back = True

    def _answer_faults(self, entry: Any, effects: Effects[Any]) -> Iterator[str]:
        return iter(())

    def _authority_faults(self, entry: Any, records: Sequence[Any], before: Any) -> Iterator[str]:
        return self._around.authority.account_faults(entry, records, self.effects.state.name)

    def _follow_records(self, entry: Any, records: Sequence[Any], effects: Effects[Any]) -> None:
        self._around.authority.note(self.state, entry.at)
        self._around.sessions.follow(entry, tuple(records), self.state.name)


FOLLOWERS: dict[str, type[StreamFollower]] = {TABLES.prefix: TableFollower, ACCOUNTS.prefix: AccountFollower}
"""Kinds of streams of which the audit checks more than what every kind has."""


def _money_faults(due: Sequence[Posting], money: Sequence[Any]) -> Iterator[str]:
    """Differences between the stored postings and those that follow from the records."""
    stored = [Posting(row.giver, row.taker, row.cents, row.why, row.clause) for row in money]
    if stored == list(due):
        return
    for place, posting in enumerate(due):
        if place >= len(stored):
            yield f"a posting is missing: {_shown(posting)}"
            return
        if stored[place] != posting:
            yield f"posting {place + 1} is {_shown(stored[place])}, and by the records it is {_shown(posting)}"
            return
    yield f"there is a posting that no record makes: {_shown(stored[len(due)])}"


def _json(result: Mapping[str, Any]) -> str:
    return msgspec.json.encode(result).decode()[:100]


def _shown(posting: Posting) -> str:
    clause = f", clause {posting.clause}" if posting.clause else ""
    return f"{posting.cents} cents from {posting.giver} to {posting.taker} ({posting.why}{clause})"


def _answer_faults(entry: Any, result: Mapping[str, Any] | None) -> Iterator[str]:
    """Check the stored answer of a command, which a repeated command gets again."""
    if not entry.answer:
        if entry.command:
            yield "its command has no answer"
        return
    try:
        answered = decode(entry.answer)
    except msgspec.DecodeError:
        yield "its answer cannot be read"
        return
    if answered != Done(entry.version, result):
        what = f" with {_json(result)}" if result else ""
        yield f"its answer is not that version {entry.version} is done{what}"


def _differs(state: object, read: Callable[[], object]) -> str | None:
    """Whether a snapshot has another state; the encoding of an earlier version of the program may differ."""
    try:
        kept = read()
    except (msgspec.DecodeError, ValueError) as error:
        return f"the snapshot cannot be read: {error}"
    if kept == state:
        return None
    names: tuple[str, ...] = getattr(type(state), "__struct_fields__", ())
    fields = [name for name in names if getattr(kept, name) != getattr(state, name)]
    return f"the snapshot is not what the entries come to; it differs in {', '.join(fields[:5])}"


def _said(error: BaseException) -> str:
    return f"{type(error).__name__} {error}".replace("\n", " ")[:300].strip()
