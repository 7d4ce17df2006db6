"""The rooms stay separate: a room imports only those listed before it, and `play` and `training` use no clock, randomness
or files."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "boxseat"
ROOMS = (
    "money",
    "cards",
    "consistency",
    "refusal",
    "refusal_codes",
    "refusal_status",
    "clock",
    "program",
    "rulebook",
    "fairness",
    "play",
    "ledger",
    "table",
    "training",
    "odds",
    "journal",
    "people",
    "pit",
    "tournament",
    "promotion",
    "house",
    "inspection",
    "rehearsal",
    "computer",
    "server",
    "client",
    "cli",
)
"""From the lowest to the highest: a room may use itself and the rooms before it. Rooms planned for later have a
place."""
MODULES = sorted(
    path.relative_to(SOURCE) for path in SOURCE.rglob("*.py") if path.name not in ("__init__.py", "__main__.py")
)
IMPURE = ("datetime", "io", "logging", "os", "pathlib", "random", "secrets", "socket", "subprocess", "sys", "time")


@cache
def _read(path: Path) -> tuple[list[str], set[object]]:
    """What a file imports, and its constants. Every file is parsed once."""
    imported: list[str] = []
    constants: set[object] = set()
    for node in ast.walk(ast.parse((SOURCE / path).read_text("utf-8"))):
        if isinstance(node, ast.Constant):
            constants.add(node.value)
        elif isinstance(node, ast.Import):
            imported.extend(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            module = node.module or ""
            imported.append(module)
            imported.extend(f"{module}.{name.name}" for name in node.names if module in ("boxseat", "boxseat.play"))
    return imported, constants


def _imports(path: Path) -> list[str]:
    return _read(path)[0]


def _room(module: str) -> str:
    return module.split(".")[1]


def test_imports_only_point_up() -> None:
    for path in MODULES:
        own = path.parts[0].removesuffix(".py")
        assert own in ROOMS, f"{own} is no room"
        for module in _imports(path):
            if module.startswith("boxseat.") and module != "boxseat.__version__":
                assert ROOMS.index(_room(module)) <= ROOMS.index(own), f"{path} uses {module}"


@pytest.mark.parametrize("path", [path for path in MODULES if path.parts[0] in ("play", "training")], ids=str)
def test_rounds_and_training_have_no_clock_no_chance_and_no_files(path: Path) -> None:
    assert not {module.split(".")[0] for module in _imports(path)} & set(IMPURE)


def test_no_branch_names_a_game() -> None:
    """Only the list of books may contain the games' names."""
    for path in MODULES:
        if path != Path("rulebook/load.py") and path.parts[0] != "cli":
            for game in ("canberra-pontoon", "canberra-blackjack", "star-pontoon"):
                assert game not in _read(path)[1], f"{path} names {game}"
