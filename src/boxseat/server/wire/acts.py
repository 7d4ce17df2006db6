"""Wire format of the descriptions of commands: what a person may ask of a table or another stream, with its fields."""

from __future__ import annotations

import msgspec


class ActField(msgspec.Struct, frozen=True):
    """A field of a command, as a form shows it."""

    name: str
    kind: str
    """``text``, ``amount``, ``time``, ``number``, ``flag``, ``choice``, ``names``, ``counts`` or ``group``."""
    required: bool
    choices: tuple[str, ...] = ()
    """What may be chosen."""
    usual: str | bool | int | None = None
    """What it is if it is left out."""
    fields: tuple[ActField, ...] = ()
    """The fields of a group."""


class ActSeen(msgspec.Struct, frozen=True):
    """A command that a person's role may give."""

    at: str
    """``table``, or the whole name of the only stream of its kind, or the kind of a stream that has several."""
    do: str
    about: str
    """What it does, in a sentence."""
    fields: tuple[ActField, ...]
    clauses: dict[str, str]
    """The clause that it acts on, for each game; games without one are left out."""
