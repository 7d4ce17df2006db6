"""Wire format of the HTTP API and the WebSocket: request bodies, answers and frames.

Amounts are dollars. An unknown field is refused, so that a misspelt one is never silently ignored.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from boxseat.consistency import require
from boxseat.money import Cents, parse_dollars
from boxseat.people.roles import Person, Role
from boxseat.table import commands as c
from boxseat.table.names import SERVED_TABLE_ID_PATTERN
from boxseat.table.picture import SignSeen, TableSeen, You


def whole(pattern: str) -> str:
    """Regular expression that matches a whole text; Python's ``$`` alone would allow a line break at the end."""
    return rf"^{pattern}$(?!\n)"


CommandId = Annotated[str, Meta(pattern=whole("[A-Za-z0-9._:-]{1,64}"), description="Unique for this person.")]
TableId = Annotated[str, Meta(pattern=whole(SERVED_TABLE_ID_PATTERN), description="A table's name.")]
Version = Annotated[int, Meta(ge=0, le=2**53, description="The table's version as the client saw it.")]
PingNumber = Annotated[int, Meta(ge=-(2**53), le=2**53)]
NAME_CHARS_MAX = 200
ShortText = Annotated[str, Meta(max_length=NAME_CHARS_MAX)]

AnyCommand = c.PlayersCommand | c.StaffCommand
"""Commands that people may send; those of the house itself are not part of the wire format."""


def _check_names(command: AnyCommand) -> None:
    """Refuse text that cannot be stored, and bound the length of a name, because the table shows it to everyone."""
    for field in command.__struct_fields__:
        value = getattr(command, field)
        if isinstance(value, str) and "\0" in value:
            raise ValueError(f"command.{field}: text may not hold a NUL character")
    if len(getattr(command, "player", "")) > NAME_CHARS_MAX:
        raise ValueError(f"command.player: a name has {NAME_CHARS_MAX} characters at the most")


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
        _check_names(self.command)


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


class TableAnswer(msgspec.Struct, frozen=True):
    """Snapshot of a table for the person who asks."""

    version: int
    table: TableSeen
    you: You | None
    paused: str


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
    """Any client frame, decoded in one pass; `boxseat.server.frame_codec` checks which one it is."""

    watch: TableId | UnsetType = UNSET
    unwatch: TableId | UnsetType = UNSET
    resync: TableId | UnsetType = UNSET
    ping: PingNumber | UnsetType = UNSET
    id: CommandId | UnsetType = UNSET
    table: TableId | UnsetType = UNSET
    version: Version | UnsetType = UNSET
    command: AnyCommand | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.command is not UNSET:
            _check_names(self.command)


class WatchFrame(_Body, frozen=True):
    """Subscribe to a table: its snapshot now, and at every change."""

    watch: TableId


class UnwatchFrame(_Body, frozen=True):
    """End the subscription to a table."""

    unwatch: TableId


class ResyncFrame(_Body, frozen=True):
    """Send the snapshot of a subscribed table again."""

    resync: TableId


class PingFrame(_Body, frozen=True):
    """Ask for a pong with the same number."""

    ping: PingNumber


class CommandFrame(_Body, frozen=True):
    """Carry out a command at a table. The id is an idempotency key: the same id again gets the same answer again."""

    id: CommandId
    table: TableId
    version: Version
    command: AnyCommand


ClientFrame = WatchFrame | UnwatchFrame | ResyncFrame | PingFrame | CommandFrame


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


class AnswerFrame(_ServerFrame, frozen=True, tag="answer", omit_defaults=True):
    """Answer to a command: ``done``, ``refused``, ``behind`` or ``paused``."""

    id: str
    answer: str
    version: int | UnsetType = UNSET
    code: str | UnsetType = UNSET
    clause: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET


class PongFrame(_ServerFrame, frozen=True, tag="pong"):
    """Answer to a ping, with its number."""

    ping: int


class ErrorFrame(_ServerFrame, frozen=True, tag="error", omit_defaults=True):
    """A frame that could not be decoded or carried out; `id` names its command, `table` the table it asked to watch."""

    code: str
    reason: str
    id: str = ""
    table: str = ""


class EndedFrame(_ServerFrame, frozen=True, tag="ended"):
    """The session is over; the socket closes with code 4401."""

    reason: str


ServerFrame = HelloFrame | TableFrame | AnswerFrame | PongFrame | ErrorFrame | EndedFrame


def read_amount(kind: type, written: Any) -> Any:
    """Decoder hook: an amount of dollars as clients write it."""
    require(kind is Cents, "only amounts have a decoder of their own")
    return parse_dollars(written)
