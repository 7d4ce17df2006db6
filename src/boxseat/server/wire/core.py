"""What travels between the server and its clients: bodies of requests and answers, and the frames of the socket.

Amounts are dollars. A field that is not known is refused, so that a slip of the pen is never half obeyed.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from boxseat.money import Cents, parse_dollars
from boxseat.people.roles import Person, Role
from boxseat.table import commands as c
from boxseat.table.view import SignSeen, TableSeen, You

CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._:-]{1,64}$", description="One of a kind for this person.")]
TableId = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$", description="A table's name.")]
Version = Annotated[int, Meta(ge=0, le=2**53, description="The table's version as the client saw it.")]
PingNumber = Annotated[int, Meta(ge=-(2**53), le=2**53)]
LONGEST_NAME = 200
Word = Annotated[str, Meta(max_length=LONGEST_NAME)]

AnyCommand = c.PlayersCommand | c.StaffCommand
"""What people may ask; what the house does by itself has no words on the wire."""


def _check_names(command: AnyCommand) -> None:
    """A table keeps the names in a command and shows them to all, so they are as long as names can be, and no longer."""
    if len(getattr(command, "player", "")) > LONGEST_NAME:
        raise ValueError(f"command.player: a name has {LONGEST_NAME} characters at the most")


class _Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request."""


class Nothing(_Body, frozen=True):
    """An empty object."""


class Credentials(_Body, frozen=True):
    """A name and a password."""

    name: Word
    password: Annotated[str, Meta(max_length=1024)]

    def __repr__(self) -> str:
        return "Credentials(…)"


class PasswordChange(_Body, frozen=True):
    old: Annotated[str, Meta(max_length=1024)]
    new: Annotated[str, Meta(max_length=1024)]

    def __repr__(self) -> str:
        return "PasswordChange(…)"


class NewStaff(_Body, frozen=True):
    name: Word
    role: Role


class NewRole(_Body, frozen=True):
    role: Role


class NewTable(_Body, frozen=True):
    """A table to set up. Options are the book's; settings the house's, with amounts in whole cents and times in microseconds."""

    game: Word
    id: TableId | UnsetType = UNSET
    options: dict[str, bool | int | str] | UnsetType = UNSET
    settings: dict[str, Any] | UnsetType = UNSET


class CommandAsked(_Body, frozen=True):
    """A command at a table."""

    id: CommandId
    version: Version
    command: AnyCommand

    def __post_init__(self) -> None:
        _check_names(self.command)


# What is answered


class Error(msgspec.Struct, frozen=True):
    """Why a request was not met."""

    code: str
    clause: str
    reason: str


class PersonSeen(msgspec.Struct, frozen=True):
    name: str
    role: Role
    guest: bool
    password_due: bool = False
    """They hold a password made for them, and must choose their own first."""


class Welcome(msgspec.Struct, frozen=True):
    """Somebody is in. The token opens the API for them and is shown this once."""

    person: PersonSeen
    token: str

    def __repr__(self) -> str:
        return f"Welcome({self.person.name!r})"


class VisitSeen(msgspec.Struct, frozen=True):
    person: PersonSeen | None
    """Nobody, for a stranger."""


class Me(msgspec.Struct, frozen=True):
    person: PersonSeen
    wallet: str


class StatementLineSeen(msgspec.Struct, frozen=True):
    """Money that came to somebody's wallet, or left it."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    amount: str
    """Below zero where it left."""
    other: str
    """The account at the other end."""
    why: str
    clause: str


class Statement(msgspec.Struct, frozen=True):
    wallet: str
    lines: tuple[StatementLineSeen, ...]
    """The newest first."""


class Ticket(msgspec.Struct, frozen=True):
    """Opens one socket, once, within half a minute."""

    ticket: str

    def __repr__(self) -> str:
        return "Ticket(…)"


class BoxLine(msgspec.Struct, frozen=True):
    number: int
    seated: str


class TableLine(msgspec.Struct, frozen=True):
    """A table as the list of tables shows it."""

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
    """A table as the person who asks sees it."""

    version: int
    table: TableSeen
    you: You | None
    paused: str


class RoundLine(msgspec.Struct, frozen=True):
    id: str
    number: int
    at: int
    """When it began, in milliseconds since 1970."""
    over: bool


class OneTime(msgspec.Struct, frozen=True):
    """A password made for somebody, to be told to them and changed at once; it is shown this once."""

    name: str
    password: str

    def __repr__(self) -> str:
        return f"OneTime({self.name!r})"


class AccountSeen(msgspec.Struct, frozen=True):
    name: str
    role: Role
    guest: bool
    disabled: bool
    locked: bool
    opened: int
    last_in: int
    """Milliseconds since 1970, or 0."""


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    status: str
    reason: str = ""


def person_seen(person: Person) -> PersonSeen:
    return PersonSeen(person.name, person.role, person.guest, person.password_due)


# Frames from a client


class AnyFrame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whatever a client sends, read in one go; `boxseat.server.frames` says which it is."""

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
    """Show me this table, and every change of it."""

    watch: TableId


class UnwatchFrame(_Body, frozen=True):
    """I have seen enough of this table."""

    unwatch: TableId


class ResyncFrame(_Body, frozen=True):
    """Show me this table again, whole."""

    resync: TableId


class PingFrame(_Body, frozen=True):
    ping: PingNumber


class CommandFrame(_Body, frozen=True):
    """Do this at a table. The same id again gets the same answer again."""

    id: CommandId
    table: TableId
    version: Version
    command: AnyCommand


ClientFrame = WatchFrame | UnwatchFrame | ResyncFrame | PingFrame | CommandFrame


# Frames to a client


class _ServerFrame(msgspec.Struct, frozen=True, tag_field="is"):
    """What the server says on a socket."""


class HelloFrame(_ServerFrame, frozen=True, tag="hello"):
    person: PersonSeen
    time: int
    """The house's clock, in milliseconds since 1970."""
    program: str


class TableFrame(_ServerFrame, frozen=True, tag="table"):
    """The whole picture of a table; versions may be left out for a slow reader, and the newest always comes."""

    id: str
    version: int
    table: TableSeen
    you: You | None
    paused: str
    """Why the house cannot write anything down now; empty when all is well."""


class AnswerFrame(_ServerFrame, frozen=True, tag="answer", omit_defaults=True):
    """What became of a command: ``done``, ``refused``, ``behind`` or ``paused``."""

    id: str
    answer: str
    version: int | UnsetType = UNSET
    code: str | UnsetType = UNSET
    clause: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET


class PongFrame(_ServerFrame, frozen=True, tag="pong"):
    ping: int


class ErrorFrame(_ServerFrame, frozen=True, tag="error", omit_defaults=True):
    """A frame could not be read, or not be met; `id` is there where it was a command's, `table` where it named one to watch."""

    code: str
    reason: str
    id: str = ""
    table: str = ""


class EndedFrame(_ServerFrame, frozen=True, tag="ended"):
    """The session is over; the socket closes with 4401."""

    reason: str


ServerFrame = HelloFrame | TableFrame | AnswerFrame | PongFrame | ErrorFrame | EndedFrame


def read_amount(kind: type, written: Any) -> Any:
    """An amount of dollars as clients write it."""
    assert kind is Cents, kind
    return parse_dollars(written)
