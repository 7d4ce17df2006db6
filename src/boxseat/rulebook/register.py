"""The register of clauses: every clause of the four instruments, what it requires, and how the software meets it."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Literal

import msgspec

from boxseat.rulebook.load import GAMES

Way = Literal["enforced", "offered", "shown", "attested", "outside", "planned"]
"""How the software meets a clause; for `outside` there is nothing for software to do."""
WAYS: tuple[Way, ...] = ("enforced", "offered", "shown", "attested", "outside", "planned")
WAYS_MET: tuple[Way, ...] = ("enforced", "offered", "shown", "attested")
"""The ways for which the register names code and tests."""


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause of an instrument."""

    number: str
    section: str
    summary: str
    """What the clause requires, in our own words."""
    way: Way
    """How the software meets it."""
    where: tuple[str, ...] = ()
    """The code, book key or page that meets it: ``boxseat.play.judge:refusal``, ``books/star-pontoon.toml:insurance.most``."""
    tests: tuple[str, ...] = ()
    """The tests that would fail if it were not met."""
    rulings: tuple[str, ...] = ()
    room: str = ""
    """The package that will meet a planned clause."""
    why: str = ""
    """Why there is nothing for software to do."""
    instrument: str = ""

    @property
    def place(self) -> str:
        """The packages that meet the clause, or the one that will."""
        if self.room:
            return self.room
        rooms = {_room(where) for where in self.where}
        return ", ".join(sorted(rooms))


def _room(where: str) -> str:
    if where.startswith("web/"):
        return "web"
    return "rulebook" if where.startswith("books/") else where.split(":")[0].split(".")[1]


class _Register(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    instrument: str
    title: str
    clause: tuple[Clause, ...]


@cache
def clauses(game: str) -> tuple[Clause, ...]:
    """The clauses of one instrument, in its order."""
    text = resources.files("boxseat.rulebook").joinpath("clauses", f"{game}.toml").read_text("utf-8")
    register = msgspec.convert(tomllib.loads(text), _Register)
    return tuple(msgspec.structs.replace(clause, instrument=register.instrument) for clause in register.clause)


def all_clauses() -> tuple[Clause, ...]:
    """The clauses of all four instruments."""
    return tuple(clause for game in GAMES for clause in clauses(game))


def search(
    found: Iterable[Clause], *, text: str = "", way: str = "", room: str = "", number: str = ""
) -> tuple[Clause, ...]:
    """Filter clauses: those with all words of a text, met in a way, by a package, with a number or below it."""
    words = text.lower().split()
    return tuple(
        clause
        for clause in found
        if (not way or clause.way == way)
        and (not room or room in clause.place.split(", "))
        and (not number or clause.number == number or clause.number.startswith((f"{number}.", f"{number}(")))
        and all(word in f"{clause.summary} {clause.section} {' '.join(clause.rulings)}".lower() for word in words)
    )


def count_by_way(found: Iterable[Clause]) -> dict[tuple[str, Way], int]:
    """The number of clauses by instrument and way."""
    counted: Counter[tuple[str, Way]] = Counter((clause.instrument, clause.way) for clause in found)
    return dict(counted)
