"""Kinds of streams: what house, audit, feeds and export need to know of each. The registry finds the kind of a stream.

A kind is pure: it judges commands and folds records, and leaves reading, writing and clocks to the house.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from boxseat.consistency import Inconsistent
from boxseat.journal.connections import Work
from boxseat.journal.entry import Notice, PersonalValue, RoundIndex
from boxseat.journal.record_codec import RecordCodec
from boxseat.ledger.accounts import Posting
from boxseat.people.roles import Person, Power, Role, refusal_of
from boxseat.refusal import Refusal

STREAM_NAME_PATTERN = "[a-z]{1,20}/[A-Za-z0-9_.-]{1,80}"
"""The pattern of the names of streams: the kind's prefix, and the name."""
STREAM_NAME = re.compile(STREAM_NAME_PATTERN)
Entropy = Callable[[int], bytes]
"""Returns this many random bytes."""


class Versioned(Protocol):
    """A stream's state."""

    @property
    def version(self) -> int:
        """The number of entries it was folded from."""
        ...


S = TypeVar("S", bound=Versioned)


class Due(NamedTuple):
    """Something that happens by the clock."""

    at: int
    """In microseconds UTC."""
    what: str
    by_stamps: bool = False
    """Whether it runs by the stream's own time stamps, as a question's time limit does: after a clock error they are ahead of the
    wall clock for a while, and everybody still gets the full time."""


class Effects(NamedTuple, Generic[S]):
    """What follows from the records of one entry: the state after it, and everything that is stored beside it."""

    state: S
    postings: tuple[Posting, ...] = ()
    rounds: tuple[RoundIndex, ...] = ()
    """Index entries of what begins or ends with it."""
    notices: tuple[Notice, ...] = ()
    result: Mapping[str, Any] | None = None
    """What the answer tells besides that it is done, such as the number of what was created."""
    secrets: tuple[str, ...] = ()
    """Keys of the secrets that are stored with it."""
    revealed: tuple[tuple[str, bytes], ...] = ()
    """Secrets that its records show, which must be those that were stored."""
    personal: tuple[tuple[str, str], ...] = ()
    """Keys and digests of the personal data that are stored with it."""
    erased: tuple[str, ...] = ()
    """Keys of the personal data that are deleted with it."""
    said: tuple[str, ...] = ()
    """Announcements, for those who watch."""
    steps: Sequence[Any] = ()
    """Its records one by one, for kinds that are retraced step by step."""
    seen_notices: tuple[tuple[int, str], ...] = ()
    """Notices that its records name, by their number and desk."""
    written_with: tuple[str, int] | None = None
    """The stream and version of the entry that it was stored with, for a sibling of another stream's command."""


class HouseOnly(Enum):
    """Marks what the house alone does, by the clock or by itself."""

    HOUSE_ONLY = "house-only"


HOUSE_ONLY = HouseOnly.HOUSE_ONLY


class CommandCase(NamedTuple, Generic[S]):
    """A command to judge, and everything it is judged on."""

    stream: str
    """The stream's whole name, which a command that creates it has to bear out."""
    state: S
    context: Any
    at: int
    """The time of the entry that it becomes."""
    who: str
    role: Role | None
    """The author's role, for powers that depend on the state; none for the house itself."""
    command: Any
    seen: int
    """The version that its author saw."""
    secrets: Mapping[str, bytes]
    entropy: Entropy
    cached: Any
    """What an earlier judgement worked out, as `Change.cached`; it can be worked out again."""
    others: Mapping[str, Any]
    """The states of the other streams that it relies on, by name."""
    contexts: Mapping[str, Any]
    """What the folds of these streams need, such as a table's book, by name; none of a stream that does not exist."""
    evidence: Any = None
    """What the kind's `evidence` read."""


class Change(NamedTuple, Generic[S]):
    """The change that an allowed command makes; without records it changes nothing."""

    records: Sequence[Any]
    effects: Effects[S]
    secrets: tuple[tuple[str, bytes], ...] = ()
    personal: tuple[PersonalValue, ...] = ()
    cached: Any = None


class Stale(NamedTuple):
    """The command answers a question that is no longer open."""


class Unreadable(Exception):
    """What a stream needs besides its records cannot be used; the message says why."""


class StreamKind(ABC, Generic[S]):
    """One kind of stream. The state before the first entry has version 0."""

    prefix: ClassVar[str]
    """How the names of its streams begin, with the slash."""
    noun: ClassVar[str]
    """What one of them is called in a sentence."""
    none_code: ClassVar[str] = "stream/none"
    """The refusal's code where there is no stream of a name."""
    begun: ClassVar[str] = "set up"
    """How one begins, in a sentence."""
    exports: ClassVar[bool] = False
    """Whether `documents` makes any."""
    records: RecordCodec[Any]
    empty: S
    powers: Mapping[type, Power] = {}
    """The power that each command needs. Commands that are not listed are the house's own."""
    commands: Any = None
    """The union of the commands that people may send."""
    creating: frozenset[type] = frozenset()
    """Commands that create a stream."""
    spanning: frozenset[type] = frozenset()
    """Commands that change other streams in the same transaction, as `siblings` says."""
    reaches: ClassVar[str] = ""
    """The prefix of the streams among which `siblings` chooses; empty if the command itself names them."""
    sole: ClassVar[str] = ""
    """The name of its only stream, which begins with the house; a kind with several streams has none."""
    account_prefixes: tuple[str, ...] = ()
    """How the names of the accounts begin whose balances follow from the states of its streams."""

    live_type: ClassVar[Any] = None
    """The class of such a stream in memory, if it is more than a `LiveStream`."""

    # Judging

    def refusal_to_ask(self, person: Person, command: Any) -> Refusal | None:
        """The refusal if the person's role does not have the power for a command."""
        power = self.power_of(command)
        if power is None:
            return Refusal("power/house-only", "", "only the house itself does that")
        return refusal_of(person, power)

    def power_of(self, command: Any) -> Power | None:
        """The power that a command needs; none if it is the house's own."""
        return self.powers.get(type(command))

    def refusal_in_own_cause(self, state: S, who: str, command: Any) -> Refusal | None:
        """The refusal of staff powers to somebody with an interest in the stream."""
        return None

    def relies_on(self, state: S, who: str, command: Any) -> tuple[str, ...]:
        """Other streams whose state decides on a command: it is judged again if one of them has changed meanwhile."""
        return ()

    def evidence(self, stream: str, command: Any) -> Work[Any] | None:
        """A read of the journal that a command is judged on, of what never changes once it is stored."""
        return None

    def siblings(self, state: S, who: str, command: Any, reached: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
        """Other streams that a spanning command changes, each with the command that changes it.

        `reached` has the states of all streams that the kind `reaches`, by name. A sibling's command may rely on this stream: it is
        judged on the state after this command.
        """
        return ()

    def is_reached(self, stream: str) -> bool:
        """Whether commands of other kinds that reach all streams of this one reach this stream."""
        return True

    def opening(self, zone: str) -> Any:
        """The house's command that begins the only stream of its kind; `zone` is the house's time zone."""
        raise Inconsistent(f"the house sets up no {self.noun} by itself")

    def written_with(self, stream: str, version: int) -> Any:
        """The record by which an entry names the one that it was stored with."""
        raise Inconsistent(f"no other stream's command changes a {self.noun}")

    @abstractmethod
    def may_begin(self, stream: str, first: Any) -> bool:
        """Whether a record may be the first of a stream, by the stream's whole name; house and audit both ask."""

    def key_prefix(self, stream: str) -> str:
        """How the keys of a stream's secrets and personal data begin, so that no two streams have the same."""
        return f"{stream}/"

    @abstractmethod
    def judge(self, case: CommandCase[S]) -> Change[S] | Refusal | Stale:
        """Judge a command and work out its change."""

    # Folding

    def text_needed(self, first: Any, state: S) -> str:
        """The digest of the stored text that the fold needs, such as a book; empty if it needs none.

        It follows from the stream's first record, or from a snapshot's state if that is none.
        """
        return ""

    def context(self, text: str | None, first: Any, state: S) -> Any:
        """What the fold needs besides the records, from the text if it is stored; `Unreadable` if it cannot be used."""
        return None

    @abstractmethod
    def fold(self, context: Any, state: S, records: Sequence[Any], at: int) -> S:
        """The state after one entry."""

    @abstractmethod
    def follow(self, context: Any, stream: str, state: S, records: Sequence[Any], at: int) -> Effects[S]:
        """The state after one entry, with everything that follows from its records."""

    def encode(self, state: S) -> bytes:
        """A state as a snapshot stores it."""
        return msgspec.json.encode(state)

    def decode(self, snapshot: bytes) -> S:
        """A state from its snapshot."""
        return msgspec.json.decode(snapshot, type=type(self.empty))

    # The clock, secrets and money of a state

    def asked_since(self, state: S) -> int:
        """The version at which the open question was asked, for kinds whose questions have time limits."""
        return 0

    def due(self, state: S) -> tuple[Due, ...]:
        """What happens by the clock, in any order."""
        return ()

    def waking(self, due: Due) -> Any:
        """The house's command for something that is due."""
        raise Inconsistent(f"nothing is due at a {self.noun}")

    def erasing(self, key: str) -> Any:
        """The house's command that erases a personal value whose time to be kept is over."""
        raise Inconsistent(f"no personal data are kept at a {self.noun}")

    def secrets_needed(self, state: S) -> tuple[str, ...]:
        """Keys of the secrets that the next command may need."""
        return ()

    def balances(self, state: S) -> Mapping[str, int]:
        """The balances of its accounts, in cents or whatever their unit is."""
        return {}

    # Who may do and see what

    def power_shown(self, records: Sequence[Any], state: S) -> Power | HouseOnly | None:
        """The power that an entry needed, by its records and the state before it; none if the audit cannot tell."""
        return None

    def author_shown(self, records: Sequence[Any], state: S) -> str:
        """Who must have given the command, by its records and the state before it; empty if it may be anybody."""
        return ""

    def may_watch(self, state: S, person: Person) -> bool:
        """Whether a person may see the stream at all."""
        return False

    def picture(self, context: Any, state: S) -> Any:
        """What everybody who may watch it sees: an allow-list."""
        return None

    def private_picture(self, context: Any, state: S, person: Person) -> Any:
        """What one person sees besides: an allow-list."""
        return None

    def staff_picture(self, context: Any, state: S) -> Any:
        """What staff see besides: an allow-list."""
        return None

    def documents(self, context: Any, state: S) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Names and contents of the documents that an export writes, from what anybody may know."""
        return iter(())


class StreamKinds:
    """The registry: the kind of each stream, by the beginning of its name."""

    def __init__(self, *kinds: StreamKind[Any]) -> None:
        for kind in kinds:
            if not STREAM_NAME.fullmatch(f"{kind.prefix}x"):
                raise Inconsistent(f"{kind.prefix!r} is no prefix of streams: up to 20 small letters and a slash")
        self._by_prefix = {kind.prefix: kind for kind in kinds}

    def __iter__(self) -> Iterator[StreamKind[Any]]:
        return iter(self._by_prefix.values())

    def find(self, stream: str) -> StreamKind[Any] | None:
        """The kind of a stream; none if this program knows no such kind."""
        return self._by_prefix.get(stream[: stream.find("/") + 1])


def first_due(due: Sequence[Due]) -> int | None:
    """The earliest time at which something is due."""
    return min([each.at for each in due], default=None)
