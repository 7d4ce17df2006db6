"""Compiled code and solved tables are never used after a change to anything that they depend on."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

import numba
import numpy as np
import pytest

from boxseat.odds import disk_cache, jit
from boxseat.odds.disk_cache import Arrays, cached
from boxseat.odds.source_hash import ROOT, package_hash, source_hash, sources

USERS = [
    path for path in sorted(ROOT.rglob("*.py")) if "boxseat.odds.disk_cache import cached" in path.read_text("utf-8")
]


def test_machine_code_lies_where_the_hash_says() -> None:
    assert str(jit.cache_folder()) == numba.config.CACHE_DIR  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "changed",
    [
        "money.py",
        "cards.py",
        "play/payout.py",
        "play/dealer.py",
        "rulebook/book.py",
        "rulebook/load.py",
        "odds/hands.py",
    ],
)
def test_a_change_to_anything_that_is_imported_changes_the_hash(changed: str, tmp_path: Path) -> None:
    """These were missing in an earlier version: after a change to them, old results were used."""
    copy = tmp_path / "boxseat"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("__pycache__", "pages"))
    before = source_hash("boxseat.odds", root=copy)
    assert before == source_hash("boxseat.odds")
    with (copy / changed).open("a") as file:
        file.write("# another rule\n")
    assert source_hash("boxseat.odds", root=copy) != before


def test_what_the_house_serves_is_not_part_of_the_solver(tmp_path: Path) -> None:
    """So that compiled code survives a change to the server."""
    assert not any(path.is_relative_to(ROOT / "server") for path in sources(["boxseat.odds"]))


@pytest.mark.parametrize("user", USERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_hash_follows_every_import_of_whoever_stores_results(user: Path) -> None:
    """All imports, direct and indirect, that Python's own parser finds."""
    module = ".".join(("boxseat", *user.relative_to(ROOT).with_suffix("").parts))
    found = sources([module])
    for path in found:
        for name in _imports(path):
            file = ROOT.parent / (name.replace(".", "/") + ".py")
            assert not file.is_file() or file in found, f"{path} imports {name}"


def test_served_chart_cells_are_among_what_their_result_comes_from() -> None:
    served = next(path for path in USERS if path.is_relative_to(ROOT / "server"))
    module = ".".join(("boxseat", *served.relative_to(ROOT).with_suffix("").parts))
    assert any(path.name == "chart_cells.py" for path in sources([module]))


def test_a_stored_result_is_not_met_again_once_its_source_has_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(disk_cache, "cache_folder", lambda: tmp_path)
    solved: list[int] = []

    def solve() -> Arrays:
        solved.append(1)
        return {"number": np.arange(2)}

    for _ in range(2):
        cached("thing", [b"book"], solve)
    assert len(solved) == 1
    monkeypatch.setattr(disk_cache, "package_hash", lambda module: package_hash("boxseat.odds") + module.encode())
    cached("thing", [b"book"], solve)
    assert len(solved) == 2


def _imports(path: Path) -> list[str]:
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{name.name}" for name in node.names)]
    return [name for name in found if name.startswith("boxseat")]
