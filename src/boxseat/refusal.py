"""A refusal: why something was not done, as data that a program and a person can both read."""

from __future__ import annotations

from typing import Protocol

import msgspec


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Why an act or a command is not allowed: a code, the clause of the rule book if there is one, and a sentence."""

    code: str
    clause: str
    reason: str
    """A sentence that reads well aloud, without its full stop."""


class Rule(Protocol):
    """A value of a rule book with the clause it comes from."""

    @property
    def clause(self) -> str:
        """The clause as the register numbers it."""
        ...


def refuse(code: str, rule: Rule, reason: str) -> Refusal:
    """A refusal by a rule of the book."""
    return Refusal(code, rule.clause, reason)
