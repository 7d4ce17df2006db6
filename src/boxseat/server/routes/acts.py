"""Descriptions of commands over HTTP, so that a page can draw the form of any command without knowing it.

They are made from the commands themselves. A new command is described at once; its clause is one row in `RULES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args

import msgspec
from litestar import get
from msgspec import inspect

from boxseat.clock import Moment
from boxseat.house.streams import StreamKind, StreamKinds
from boxseat.house.table_stream import TABLES
from boxseat.money import Cents
from boxseat.people.roles import Person, refusal_of
from boxseat.pit.disputes import commands as disputes
from boxseat.pit.payments.commands import IdentifyPatron, RecordPaymentError, RectifyPayment
from boxseat.pit.persons import commands as persons
from boxseat.rulebook.book import Book
from boxseat.rulebook.citation import Cited
from boxseat.server.api_docs.failures import fails
from boxseat.server.bookshelf import Volume
from boxseat.server.guard import AnyRequest, Who, needs, node_of, person_of
from boxseat.server.wire.acts import ActField, ActSeen
from boxseat.table import commands as c
from boxseat.table.checks.commands import RecordCheck
from boxseat.table.corrections.commands import VoidPastRound
from boxseat.table.hand_dealt.commands import HandDealtCommand
from boxseat.table.permissions import commands as permissions
from boxseat.table.signs import commands as signs

RULES: dict[type, Callable[[Book], Cited[Any]]] = {
    c.FinalRounds: lambda book: book.shoe.final_rounds,
    c.CutForHouse: lambda book: book.shoe.cut_from_ends,
    c.ShuffleNow: lambda book: book.cards.replaced,
    c.ReserveBox: lambda book: book.seating.reserved,
    c.MarkBox: lambda book: book.limits.box_marker,
    c.Restrict: lambda book: book.seating.held_to_minimum,
    c.VoidTheRound: lambda book: book.irregularities.void_round,
    c.InvalidateTheRound: lambda book: book.invalidation.disruption,
    c.VoidTheWagers: lambda book: book.invalidation.device_wagers,
    c.DeviceFailed: lambda book: book.malfunction.continued,
    c.CardMissing: lambda book: book.dealing_errors.wrong_pack,
    c.ForeignCardFound: lambda book: book.dealing_errors.wrong_pack,
    c.CheckTheCards: lambda book: book.dealing_errors.check_cards,
    c.DeferPayments: lambda book: book.interim_payment.at_end,
    VoidPastRound: lambda book: book.dealing_errors.found_later,
    RecordPaymentError: lambda book: book.wrong_payments.unintended,
    IdentifyPatron: lambda book: book.wrong_payments.patron,
    RectifyPayment: lambda book: book.wrong_payments.unintended,
    signs.RaiseMinimum: lambda book: book.signs.raised,
    signs.ChangeLimits: lambda book: book.signs.raised,
    signs.EndOldMinimum: lambda book: book.signs.old_ended,
    signs.SetPrivateLimits: lambda book: book.signs.private_limits,
    signs.EndPrivateLimits: lambda book: book.signs.private_limits,
    signs.MarkLowLimit: lambda book: book.signs.low_limit,
    signs.RefuseWager: lambda book: book.signs.wager_refused,
    signs.AnnounceClosure: lambda book: book.signs.closed,
    c.CloseTable: lambda book: book.signs.closed,
    permissions.LimitPlayersOnBox: lambda book: book.seating.fewer_on_box,
    permissions.LimitPlayersAtTable: lambda book: book.seating.fewer_at_table,
    permissions.HoldToMinimum: lambda book: book.seating.late_players,
    permissions.ReleaseFromMinimum: lambda book: book.seating.late_players,
    permissions.RestrictPerfectPairs: lambda book: book.permissions.pairs_restricted,
    c.OpenForPlay: lambda book: book.permissions.table_approved,
    permissions.DealFaceDown: lambda book: book.permissions.face_down,
    permissions.AllowResplit: lambda book: book.permissions.resplit,
    permissions.RecordApproval: lambda book: book.permissions.table_approved,
    RecordCheck: lambda book: book.checks.procedures if book.checks.procedures.value else book.checks.drop_box,
    disputes.RaiseDispute: lambda book: book.disputes.decided_by,
    persons.Exclude: lambda book: book.persons.game,
    persons.Readmit: lambda book: book.persons.game,
    persons.Detain: lambda book: book.persons.detention,
    persons.HandOver: lambda book: book.persons.detention,
    persons.PresentCard: lambda book: book.persons.card_since,
}
"""The rule that a command acts on, whose clause stands beside its form. What may be done is decided when it is asked."""
NOT_IN_FORMS = frozenset((*get_args(c.PlayersCommand), *get_args(HandDealtCommand), c.ForPlayer))
"""Commands that have places of their own: at the table, and on the dealer's page."""
_PLAIN: dict[type[inspect.Type], str] = {
    inspect.BoolType: "flag",
    inspect.IntType: "number",
    inspect.StrType: "text",
    inspect.DictType: "counts",
}
_CUSTOM: dict[type, str] = {Cents: "amount", Moment: "time"}


@get("/api/acts", opt=needs(Who.SOMEBODY), responses=fails(401, 403, 429, 503), tags=["streams"])
async def acts(request: AnyRequest) -> list[ActSeen]:
    """The commands that your role may give, with their fields; those of players at a table are left out."""
    node = node_of(request)
    await node.shelf.add_books_of_tables(node.house)
    return list(acts_of(person_of(request), node.house.kinds, node.shelf.volumes))


def acts_of(person: Person, kinds: StreamKinds, volumes: tuple[Volume, ...]) -> Iterator[ActSeen]:
    """The commands that a person's role may give, as forms show them."""
    for kind in kinds:
        for command in get_args(kind.commands) or filter(None, (kind.commands,)):
            power = kind.powers.get(command)
            if power is None or command in NOT_IN_FORMS or refusal_of(person, power):
                continue
            clauses = {volume.book.name: RULES[command](volume.book).clause for volume in volumes if command in RULES}
            yield ActSeen(
                _place(kind), *_described(command), clauses={at: clause for at, clause in clauses.items() if clause}
            )


def _place(kind: StreamKind[Any]) -> str:
    if kind is TABLES:
        return TABLES.noun
    return kind.prefix + kind.sole if kind.sole else kind.prefix.rstrip("/")


def _described(command: type) -> tuple[str, str, tuple[ActField, ...]]:
    """A command's word, what it does, and its fields."""
    info = inspect.type_info(command)
    about = (command.__doc__ or "").partition("\n")[0]
    word = str(command.__struct_config__.tag)  # type: ignore[attr-defined]
    return word, about, tuple(_fields(info) if isinstance(info, inspect.StructType) else ())


def _fields(info: inspect.StructType) -> Iterator[ActField]:
    for field in info.fields:
        kind, choices, inner = _kind(field.type)
        usual = field.default if isinstance(field.default, str | bool | int) else None
        # A reason is always given, though not every rule asks for one.
        required = field.required or field.encode_name == "reason"
        yield ActField(field.encode_name, kind, required, choices, usual, inner)


def _kind(info: inspect.Type) -> tuple[str, tuple[str, ...], tuple[ActField, ...]]:
    """How a form shows a field of a type: the kind of input, what may be chosen, and the fields of a group."""
    match info:
        case inspect.Metadata(type=inner):
            return _kind(inner)
        case inspect.UnionType(types=types):
            one = [each for each in types if not isinstance(each, inspect.NoneType) and not _is_unset(each)]
            return _kind(one[0]) if one else ("text", (), ())
        case inspect.CustomType(cls=cls):
            return _CUSTOM[cls], (), ()
        case inspect.LiteralType(values=values):
            return "choice", tuple(map(str, values)), ()
        case inspect.EnumType(cls=cls):
            return "choice", tuple(str(member.value) for member in cls), ()
        case inspect.VarTupleType() | inspect.ListType():
            return "names", (), ()
        case inspect.StructType():
            return "group", (), tuple(_fields(info))
        case _:
            return _PLAIN[type(info)], (), ()


def _is_unset(info: inspect.Type) -> bool:
    return isinstance(info, inspect.CustomType) and info.cls is msgspec.UnsetType


ACTS = [acts]
