"""Steps of staff in replay documents: who does each, its fields, and the act that it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from boxseat.cards import Card
from boxseat.play.acts import (
    Act,
    Burn,
    CardAct,
    DrawInError,
    ExtraCard,
    InsuranceMissed,
    Invalidate,
    Malfunction,
    Misplace,
    PayAtEnd,
    Reconstruct,
    Report,
    StaffAct,
    VoidRound,
    VoidWagers,
    WrongPack,
    word,
)
from boxseat.play.fields import FieldReader
from boxseat.play.places import DEALERS_PLACE
from boxseat.rulebook.book import Book

Fields = Mapping[str, Any]
StaffStep = StaffAct | Callable[[Card], CardAct]
"""An act of staff, or what makes one of the next card of the shoe."""
TEXT_CHARACTERS_MAX = 200


class StepKind(msgspec.Struct, frozen=True):
    """A kind of step: who does it, the fields it may have, and how it is read."""

    by: str
    known: tuple[str, ...] = ()
    read: Callable[[FieldReader, Fields, str, Book], StaffStep | None] = lambda reader, fields, at, book: None
    has_moment: bool = True
    """Whether it may say after how many cards it was done."""

    def fields(self, book: Book) -> tuple[str, ...]:
        """The fields that it may have in this game, besides who, what and when."""
        return tuple(name for name in self.known if name != "then" or book.malfunction.then.value)


def _reason(reader: FieldReader, fields: Fields, at: str, reasons: tuple[str, ...], usual: str = "") -> Any:
    """The field `because`; without a usual reason it must be given."""
    if "because" not in fields:
        return usual or reader.bad(f"{at}.because", f"missing; it is {', '.join(reasons)}")
    because = reader.text(fields["because"], f"{at}.because")
    if because not in reasons:
        reader.bad(f"{at}.because", f"{because!r} is none of {', '.join(reasons)}")
    return because


def _names(reader: FieldReader, fields: Fields, at: str, field: str) -> tuple[str, ...]:
    written = reader.sequence(fields.get(field, []), f"{at}.{field}")
    return tuple(reader.text(name, f"{at}.{field}[{place}]") for place, name in enumerate(written))


def _flag(reader: FieldReader, fields: Fields, at: str, field: str, *, usual: bool) -> bool:
    return reader.flag(fields.get(field, usual), f"{at}.{field}")


def _text(reader: FieldReader, fields: Fields, at: str, field: str) -> str:
    return reader.text(fields[field], f"{at}.{field}", longest=TEXT_CHARACTERS_MAX) if field in fields else ""


def _burn(reader: FieldReader, fields: Fields, at: str, book: Book) -> StaffStep:
    because = _reason(reader, fields, at, ("face-up", "in-error"), "face-up")
    return lambda card: Burn(card, because)


def _draw_in_error(reader: FieldReader, fields: Fields, at: str, book: Book) -> StaffStep:
    exposed = _flag(reader, fields, at, "exposed", usual=True)
    return lambda card: DrawInError(card, exposed)


def _extra_card(reader: FieldReader, fields: Fields, at: str, book: Book) -> StaffStep:
    exposed = _flag(reader, fields, at, "exposed", usual=True)
    return lambda card: ExtraCard(card, exposed)


def _misplace(reader: FieldReader, fields: Fields, at: str, book: Book) -> StaffStep:
    if "to" not in fields:
        reader.bad(f"{at}.to", "missing")
    to = read_place(reader, fields["to"], f"{at}.to", book)
    return lambda card: Misplace(card, to)


def read_place(reader: FieldReader, written: object, at: str, book: Book) -> str:
    """A place on the layout: `dealer`, a box (`3`), or a hand of a box (`3.2`)."""
    text = reader.text(written, at)
    if text == DEALERS_PLACE:
        return text
    box, _, hand = text.partition(".")
    if not (box.isascii() and box.isdigit() and (hand or "1").isascii() and (hand or "1").isdigit()) or text.endswith(
        "."
    ):
        reader.bad(at, f"{text[:40]!r} is no place; it is dealer, a box (3), or a hand of a box (3.2)")
    number, of_box = reader.box_number(int(box), at, book), int(hand or "1")
    if not 1 <= of_box <= book.splitting.max_split_hands.value:
        reader.bad(at, f"a box has hands 1 to {book.splitting.max_split_hands.value}")
    return f"{number}.{of_box}"


def _void(reader: FieldReader, fields: Fields, at: str, book: Book) -> StaffStep:
    return VoidRound(_reason(reader, fields, at, ("cannot-reconstruct", "found-later"), "cannot-reconstruct"))


def _foreign_card(reader: FieldReader, fields: Fields, at: str, book: Book) -> StaffStep:
    return WrongPack("foreign-card", _text(reader, fields, at, "card"))


def _malfunction(reader: FieldReader, fields: Fields, at: str, book: Book) -> StaffStep:
    choices = book.malfunction.then.value
    then = _text(reader, fields, at, "then") or (choices[0] if choices else "")
    if choices and then not in choices:
        reader.bad(f"{at}.then", f"{then!r} is none of {', '.join(choices)}")
    return Malfunction(
        disadvantaged=_flag(reader, fields, at, "disadvantaged", usual=False),
        another_device=_flag(reader, fields, at, "another_device", usual=True),
        transferable=_flag(reader, fields, at, "transferable", usual=True),
        damaged=_text(reader, fields, at, "damaged"),
        returned_to=_names(reader, fields, at, "returned_to"),
        then=then,
    )


def _invalidate(reader: FieldReader, fields: Fields, at: str, book: Book) -> StaffStep:
    return Invalidate(
        because=_reason(reader, fields, at, ("disruption", "fraud", "impractical")),
        refund=_flag(reader, fields, at, "refund", usual=True),
        forfeited_by=_names(reader, fields, at, "forfeited_by"),
    )


def _void_wagers(reader: FieldReader, fields: Fields, at: str, book: Book) -> StaffStep:
    return VoidWagers(reader.name(fields, at), _reason(reader, fields, at, ("player-card", "device", "rules")))


def _pay_at_end(reader: FieldReader, fields: Fields, at: str, book: Book) -> StaffStep:
    return PayAtEnd(reader.box(fields, at, book) if "box" in fields else 0)


def _always(act: StaffAct) -> Callable[[FieldReader, Fields, str, Book], StaffStep]:
    return lambda reader, fields, at, book: act


DEALER, SUPERVISOR, MANAGER = "dealer", "supervisor", "gaming-manager"
_OF_MALFUNCTION = ("disadvantaged", "another_device", "transferable", "damaged", "returned_to", "then")
STAFF_STEPS = {
    "absent": StepKind(DEALER),
    "close": StepKind(DEALER),
    "burn": StepKind(DEALER, ("because",), _burn),
    "draw-in-error": StepKind(DEALER, ("exposed",), _draw_in_error),
    "extra-card": StepKind(DEALER, ("exposed",), _extra_card, has_moment=False),
    "misplace": StepKind(DEALER, ("to",), _misplace),
    "insurance-missed": StepKind(DEALER, (), _always(InsuranceMissed())),
    "burn-forgotten": StepKind(DEALER, (), _always(Report("burn-forgotten"))),
    "cut-missed": StepKind(DEALER, (), _always(Report("cut-missed"))),
    "shuffle-missed": StepKind(DEALER, (), _always(Report("shuffle-missed"))),
    "rack-left": StepKind(DEALER, (), _always(Report("rack-left"))),
    "reconstruct": StepKind(SUPERVISOR, (), _always(Reconstruct())),
    "void": StepKind(SUPERVISOR, ("because",), _void),
    "check-cards": StepKind(SUPERVISOR, (), _always(Report("check-cards"))),
    "missing-card": StepKind(SUPERVISOR, (), _always(WrongPack("missing-card"))),
    "foreign-card": StepKind(SUPERVISOR, ("card",), _foreign_card),
    "malfunction": StepKind(SUPERVISOR, _OF_MALFUNCTION, _malfunction),
    "invalidate": StepKind(SUPERVISOR, ("because", "refund", "forfeited_by"), _invalidate),
    "void-wagers": StepKind(SUPERVISOR, ("player", "because"), _void_wagers),
    "pay-at-end": StepKind(MANAGER, ("box",), _pay_at_end),
}
"""Every step of staff by its word."""


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


def write_step(act: Act, cards: int) -> dict[str, object]:
    """An act of staff as a step of a document, done after so many cards."""
    do = word(act)
    kind = STAFF_STEPS[do]
    written: dict[str, object] = {"by": kind.by, "do": do}
    if kind.has_moment:
        written["after_cards"] = cards
    for field in _fields(type(act)):
        value = getattr(act, field.name)
        if field.name in kind.known and (field.required or value != field.default):
            written[field.name] = list(value) if isinstance(value, tuple) else value
    return written
