"""Commands at boards, drawn at random: what the random evenings, the simulation and the live runs do beside their tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from boxseat.clock import SECOND
from boxseat.people.roles import Person, Role
from tests.house.board import Board, CloseWithTable, Erase, Pin, PinLike, SetUpBoard, ShowPrize

BOARDS = ("north", "south")
"""The boards that an evening begins with. After one is closed, `next_name` says how the one after it is called."""
STAFFS = (SetUpBoard, ShowPrize, CloseWithTable)
"""Commands that players may not send."""
OPEN_S = (60, 600)
"""The shortest and the longest time that a board is open."""
_OFTEN = {Pin: 50, PinLike: 30, Erase: 15, ShowPrize: 2, SetUpBoard: 2, CloseWithTable: 3}


def set_up(rng: Random, name: str, now: int, open_s: tuple[int, int] = OPEN_S) -> SetUpBoard:
    """The command that sets up a board, which closes after a while."""
    return SetUpBoard(name, now + rng.randint(*open_s) * SECOND)


def board_command(rng: Random, board: Board, others: Sequence[str], tables: Sequence[str], now: int) -> Any:
    """A command at a board: mostly one that is allowed."""
    if not board.is_open and rng.random() < 0.7:
        return ShowPrize() if rng.random() < 0.5 or not board.phones else Erase(rng.choice(board.phones))
    kind = rng.choices(list(_OFTEN), list(_OFTEN.values()))[0]
    if kind is Pin:
        kept = rng.random() < 0.5
        phone = f"0491 570 {rng.randrange(1000):03}" if kept else ""
        until = now + rng.randint(-60, 600) * SECOND if kept and rng.random() < 0.5 else None
        return Pin(rng.choice((0, 1, 2, 3, 5, 8)), phone, until)
    if kind is PinLike:
        return PinLike(rng.choice((*others, board.name, "nowhere")))
    if kind is Erase:
        return Erase(rng.choice(board.phones) if board.phones and rng.random() < 0.8 else "board/north/phone-1")
    if kind is CloseWithTable:
        return CloseWithTable(rng.choice((*tables, *tables, "nowhere")))
    return ShowPrize() if kind is ShowPrize else set_up(rng, board.name, now)


def author(rng: Random, command: Any, people: Sequence[str], supervisor: Person) -> Person:
    """Who sends a command: mostly somebody who may."""
    staffs = isinstance(command, STAFFS) != (rng.random() < 0.05)
    return supervisor if staffs else Person(rng.choice(people), Role.PLAYER)


def next_name(name: str) -> str:
    """The name of the board that comes after one: `north`, `north-2`, `north-3`."""
    first, _, number = name.partition("-")
    return f"{first}-{int(number or 1) + 1}"


def newest(first: str, names: Iterable[str]) -> str:
    """The newest of the boards that came after a first one; empty if there is none."""
    own = [name for name in names if name.partition("-")[0] == first]
    return max(own, key=lambda name: int(name.partition("-")[2] or 1), default="")
