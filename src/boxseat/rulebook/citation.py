"""A value of a book, with the clause that sets it."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

import msgspec

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A struct that refuses unknown keys."""


class Cited(Strict, Generic[T_co], frozen=True):
    """A value of the rules, and the clause that sets it."""

    value: T_co
    clause: str
    """The clause as the register numbers it."""
    ruling: str = ""
    """The reading of the clause, if its text is not clear."""
    permitted: tuple[T_co, ...] | Literal["any"] | None = None
    """The values that a table may set instead; none if the value is not an option."""
    clauses: dict[str, str] = {}
    """Clauses of permitted values, if they differ."""


NOT_SAID = "not said"
"""The clause of a value that a book does not name."""


def before(value: T) -> Cited[T]:
    """The default of an added key: what was done before."""
    return Cited(value, NOT_SAID)
