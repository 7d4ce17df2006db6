"""The rooms stay separate: a room imports only those listed before it, and `play` uses no clock, randomness or
files."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "boxseat"
ROOMS = (
    "money",
    "cards",
    "consistency",
    "refusal",
    "refusal_codes",
    "clock",
    "program",
    "rulebook",
    "fairness",
    "play",
    "ledger",
    "table",
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


def _imports(path: Path) -> list[str]:
    imported: list[str] = []
    for node in ast.walk(ast.parse((SOURCE / path).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            imported.extend(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            module = node.module or ""
            imported.append(module)
            imported.extend(f"{module}.{name.name}" for name in node.names if module in ("boxseat", "boxseat.play"))
    return imported


def _room(module: str) -> str:
    return module.split(".")[1]


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_imports_only_point_up(path: Path) -> None:
    own = path.parts[0].removesuffix(".py")
    assert own in ROOMS, f"{own} is no room"
    for module in _imports(path):
        if module.startswith("boxseat.") and module != "boxseat.__version__":
            assert ROOMS.index(_room(module)) <= ROOMS.index(own), f"{path} uses {module}"


@pytest.mark.parametrize("path", [path for path in MODULES if path.parts[0] == "play"], ids=str)
def test_a_round_has_no_clock_no_chance_and_no_files(path: Path) -> None:
    assert not {module.split(".")[0] for module in _imports(path)} & set(IMPURE)


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_no_branch_names_a_game(path: Path) -> None:
    """Only the list of books may contain the games' names."""
    text = (SOURCE / path).read_text("utf-8")
    if path != Path("rulebook/load.py") and path.parts[0] != "cli":
        for game in ("canberra-pontoon", "canberra-blackjack", "star-pontoon"):
            code = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
            assert game not in code
