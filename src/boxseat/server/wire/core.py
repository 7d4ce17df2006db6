"""Wire format of the HTTP API and the WebSocket: request bodies, answers and frames.

Amounts are dollars. An unknown field is refused, so that a misspelt one is never silently ignored.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from boxseat.house.command_codec import NAME_CHARS_MAX, check_fields
from boxseat.house.streams import STREAM_NAME_PATTERN
from boxseat.people.roles import Person, Role
from boxseat.server.wire.rulings import RulingSeen
from boxseat.table import commands as c
from boxseat.table.names import SERVED_TABLE_ID_PATTERN
from boxseat.table.picture import SignSeen, StaffSeen, TableSeen, You


def whole(pattern: str) -> str:
    """Regular expression that matches a whole text; Python's ``$`` alone would allow a line break at the end."""
    return rf"^{pattern}$(?!\n)"


CommandId = Annotated[str, Meta(pattern=whole("[A-Za-z0-9._:-]{1,64}"), description="Unique for this person.")]
TableId = Annotated[str, Meta(pattern=whole(SERVED_TABLE_ID_PATTERN), description="A table's name.")]
StreamName = Annotated[
    str, Meta(pattern=whole(STREAM_NAME_PATTERN), description="A stream that is no table: its kind, a slash, its name.")
]
WatchedName = Annotated[
    str,
    Meta(
        pattern=whole(f"({SERVED_TABLE_ID_PATTERN}|{STREAM_NAME_PATTERN})"), description="A table's name, or a stream."
    ),
]
Version = Annotated[int, Meta(ge=0, le=2**53, description="The table's version as the client saw it.")]
PingNumber = Annotated[int, Meta(ge=-(2**53), le=2**53)]
ShortText = Annotated[str, Meta(max_length=NAME_CHARS_MAX)]

AnyCommand = c.PlayersCommand | c.StaffCommand
"""Commands that people may send; those of the house itself are not part of the wire format."""


class _Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a request."""


class Nothing(_Body, frozen=True):
    """An empty object."""


class Credentials(_Body, frozen=True):
    """A name and a password."""

    name: ShortText
    password: Annotated[str, Meta(max_length=1024)]

    def __repr__(self) -> str:
        return "Credentials(…)"


class DemoPerson(_Body, frozen=True):
    """The person of a demo floor to log in as."""

    name: ShortText


class FirstAdministrator(_Body, frozen=True):
    """The first administrator of a new floor, with the token of the link that was printed at its first start."""

    token: Annotated[str, Meta(max_length=200)]
    name: ShortText
    password: Annotated[str, Meta(max_length=1024)]

    def __repr__(self) -> str:
        return "FirstAdministrator(…)"


class PasswordChange(_Body, frozen=True):
    """The current password and a new one."""

    old: Annotated[str, Meta(max_length=1024)]
    new: Annotated[str, Meta(max_length=1024)]

    def __repr__(self) -> str:
        return "PasswordChange(…)"


class NewStaff(_Body, frozen=True):
    """A staff account to open."""

    name: ShortText
    role: Role


class NewRole(_Body, frozen=True):
    """The new role of a person."""

    role: Role


class NewTable(_Body, frozen=True):
    """A table to set up. Options are those of the book, settings those of the house, in whole cents and microseconds."""

    game: ShortText
    id: TableId | UnsetType = UNSET
    options: dict[str, bool | int | str] | UnsetType = UNSET
    settings: dict[str, Any] | UnsetType = UNSET


class CommandAsked(_Body, frozen=True):
    """A command at a table, with its idempotency key and the table's version as the client saw it."""

    id: CommandId
    version: Version
    command: AnyCommand

    def __post_init__(self) -> None:
        check_fields(self.command, "command.")


class StreamCommandAsked(_Body, frozen=True):
    """A command at a stream that is no table; its kind says which commands there are."""

    id: CommandId
    version: Version
    command: msgspec.Raw


# Answers


class Error(msgspec.Struct, frozen=True):
    """Why a request failed: a code, the clause where a rule decides, and a sentence."""

    code: str
    clause: str
    reason: str


class PersonSeen(msgspec.Struct, frozen=True):
    """A person: name, role, and whether they are a guest."""

    name: str
    role: Role
    guest: bool
    password_due: bool = False
    """Whether they have a one-time password and must choose their own first."""


class Welcome(msgspec.Struct, frozen=True):
    """A new session. The token gives access to the API, and is shown only this once."""

    person: PersonSeen
    token: str

    def __repr__(self) -> str:
        return f"Welcome({self.person.name!r})"


class VisitSeen(msgspec.Struct, frozen=True):
    """Who is logged in."""

    person: PersonSeen | None
    """None where nobody is logged in."""
    demo: tuple[PersonSeen, ...] = ()
    """The people of a demo floor, whom anybody can be without a password; none elsewhere."""


class SeatSeen(msgspec.Struct, frozen=True):
    """A table of the house where you have chips; practice tables are not among them."""

    table: str
    title: str
    chips: str
    boxes: tuple[int, ...]


class Me(msgspec.Struct, frozen=True):
    """Who you are, the balance of your wallet in dollars, and the tables where you have chips."""

    person: PersonSeen
    wallet: str
    seats: tuple[SeatSeen, ...]


class StatementLineSeen(msgspec.Struct, frozen=True):
    """A movement of money into or out of a wallet."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    amount: str
    """Below zero where it left the wallet."""
    other: str
    """The account at the other end."""
    why: str
    clause: str


class Statement(msgspec.Struct, frozen=True):
    """A wallet's balance and movements."""

    wallet: str
    lines: tuple[StatementLineSeen, ...]
    """Newest first."""


class Ticket(msgspec.Struct, frozen=True):
    """A ticket that opens one WebSocket, once, within half a minute."""

    ticket: str

    def __repr__(self) -> str:
        return "Ticket(…)"


class BoxLine(msgspec.Struct, frozen=True):
    """A box in the list of tables, and who sits there."""

    number: int
    seated: str


class TableLine(msgspec.Struct, frozen=True):
    """A table in the list of tables."""

    id: str
    game: str
    title: str
    status: str
    sign: SignSeen
    boxes: tuple[BoxLine, ...]
    patrons: int
    in_round: bool
    round_number: int
    cards_from: str
    practice: bool
    dealt: str
    """``by-machine``, or ``by-hand``: people deal real cards there."""


class TableAnswer(msgspec.Struct, frozen=True):
    """Snapshot of a table for the person who asks."""

    version: int
    table: TableSeen
    you: You | None
    paused: str


class StreamAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Picture of a stream for the person who asks."""

    version: int
    picture: Any
    """What everybody sees who may watch it."""
    you: Any
    paused: str
    staff: Any = None
    """What staff see besides."""


class RoundLine(msgspec.Struct, frozen=True):
    """A round in the list of a table's rounds."""

    id: str
    number: int
    at: int
    """When it began, in milliseconds since 1970."""
    over: bool


class OneTime(msgspec.Struct, frozen=True):
    """A one-time password for a person, to be changed at the first login; it is shown only this once."""

    name: str
    password: str

    def __repr__(self) -> str:
        return f"OneTime({self.name!r})"


class AccountSeen(msgspec.Struct, frozen=True):
    """An account in the list for staff."""

    name: str
    role: Role
    guest: bool
    disabled: bool
    locked: bool
    opened: int
    last_in: int
    """Milliseconds since 1970, or 0."""


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether tables can be played; the reason where they cannot."""

    status: str
    reason: str = ""


def person_seen(person: Person) -> PersonSeen:
    """A person as the API shows them."""
    return PersonSeen(person.name, person.role, person.guest, person.password_due)


# Frames from a client


class AnyFrame(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Any client frame, decoded in one pass; `boxseat.server.websocket.frame_codec` checks which one it is."""

    watch: WatchedName | UnsetType = UNSET
    unwatch: WatchedName | UnsetType = UNSET
    resync: WatchedName | UnsetType = UNSET
    ping: PingNumber | UnsetType = UNSET
    id: CommandId | UnsetType = UNSET
    table: TableId | UnsetType = UNSET
    version: Version | UnsetType = UNSET
    command: AnyCommand | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.command is not UNSET:
            check_fields(self.command, "command.")


class WatchFrame(_Body, frozen=True):
    """Subscribe to a table or another stream: its picture now, and at every change."""

    watch: WatchedName


class UnwatchFrame(_Body, frozen=True):
    """End a subscription."""

    unwatch: WatchedName


class ResyncFrame(_Body, frozen=True):
    """Send the picture of what is subscribed again."""

    resync: WatchedName


class PingFrame(_Body, frozen=True):
    """Ask for a pong with the same number."""

    ping: PingNumber


class CommandFrame(_Body, frozen=True):
    """Carry out a command at a table. The id is an idempotency key: the same id again gets the same answer again."""

    id: CommandId
    table: TableId
    version: Version
    command: AnyCommand


class StreamCommandFrame(_Body, frozen=True):
    """Carry out a command at a stream that is no table; its kind says which commands there are."""

    id: CommandId
    stream: StreamName
    version: Version
    command: msgspec.Raw


ClientFrame = WatchFrame | UnwatchFrame | ResyncFrame | PingFrame | CommandFrame | StreamCommandFrame


# Frames to a client


class _ServerFrame(msgspec.Struct, frozen=True, gc=False, tag_field="is"):
    """A frame from the server."""


class HelloFrame(_ServerFrame, frozen=True, tag="hello"):
    """First frame on a socket: who you are, and the server's time and version."""

    person: PersonSeen
    time: int
    """The server's clock, in milliseconds since 1970."""
    program: str


class TableFrame(_ServerFrame, frozen=True, tag="table"):
    """Snapshot of a table. A slow reader may miss versions, but always gets the newest."""

    id: str
    version: int
    table: TableSeen
    you: You | None
    paused: str
    """Why play is paused because nothing can be stored; empty in normal operation."""
    staff: StaffSeen | UnsetType = UNSET
    """What staff see besides; left out for others."""
    ruling: RulingSeen | UnsetType = UNSET
    """The round of a hand-dealt table, for staff: what may be done now, and what is to be paid."""


class StreamFrame(_ServerFrame, frozen=True, tag="stream"):
    """Picture of a stream that is no table. A slow reader may miss versions, but always gets the newest."""

    id: str
    """Its kind, a slash, its name."""
    version: int
    picture: Any
    you: Any
    paused: str
    staff: Any | UnsetType = UNSET


class AnswerFrame(_ServerFrame, frozen=True, tag="answer", omit_defaults=True):
    """Answer to a command: ``done``, ``refused``, ``behind`` or ``paused``."""

    id: str
    answer: str
    version: int | UnsetType = UNSET
    code: str | UnsetType = UNSET
    clause: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    result: dict[str, Any] | UnsetType = UNSET
    """What came of a command that is done, such as the number of what was created."""


class PongFrame(_ServerFrame, frozen=True, tag="pong"):
    """Answer to a ping, with its number."""

    ping: int


class ErrorFrame(_ServerFrame, frozen=True, tag="error", omit_defaults=True):
    """A frame that could not be decoded or carried out; `id` names its command, `table` what it asked to watch."""

    code: str
    reason: str
    id: str = ""
    table: str = ""


class EndedFrame(_ServerFrame, frozen=True, tag="ended"):
    """The session is over; the socket closes with code 4401."""

    reason: str


ServerFrame = HelloFrame | TableFrame | StreamFrame | AnswerFrame | PongFrame | ErrorFrame | EndedFrame
