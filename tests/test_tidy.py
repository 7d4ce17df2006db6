"""Rules for the source tree that a test can check: names, sizes, docstrings, and no `assert` that judges data."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "boxseat"
FILES_PER_FOLDER_MAX = 22
LINES_PER_FILE_MAX = 500
PLAIN_NOUNS = {"evening", "opening", "ruling", "training", "wording"}
"""Nouns that only look like participles."""
VAGUE = {"base", "common", "helpers", "kept", "manager", "misc", "stuff", "things", "tools", "util", "utils"}
HABITUAL = {"commands", "fold", "handlers", "names", "postings", "records", "schema", "settings", "state", "view"}
"""File names that several rooms use for the same purpose."""
BY_SUBJECT = ("cli", "cli/odds", "cli/floor", "cli/terminal", "server/routes", "server/wire", "table/handlers")
"""Folders whose files are named for their subject (a command, a route, a body); the work is done in another room."""
MIRRORED = {"AnswerFrame", "Behind", "ErrorFrame", "Paused", "Person", "Refused", "TableFrame"}
"""Names that the client library shares with the house, for the same thing at the other end of the connection."""
TIMES = re.compile(r"(TIMEOUT|INTERVAL|WAIT|PAUSE|DELAY|EVERY|WITHIN|PATIENCE|GRACE|LIFETIME)")
UNITS = re.compile(r"_(S|MS|US|NS|HOURS|DAYS|ROUNDS|ENTRIES|STEPS|FRAMES|FACTOR)$")
BOUNDS = re.compile(r"^_?(MOST|LEAST|MANY|FEW|BIGGEST|SMALLEST|LONGEST|SHORTEST|AT_ONCE|TOLD)(_|$)")

SOURCES = sorted(path for path in SOURCE.rglob("*.py") if "pages" not in path.relative_to(SOURCE).parts)
FILES = sorted([*SOURCES, *(ROOT / "tests").rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py")])


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def folders() -> dict[Path, list[Path]]:
    found: dict[Path, list[Path]] = defaultdict(list)
    for path in FILES:
        if path.name != "__init__.py":
            found[path.parent].append(path)
    return found


def public(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Public classes, functions and methods, with their dotted names."""
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield prefix + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body, f"{prefix}{node.name}.")


def constants() -> Iterator[tuple[Path, str]]:
    """Named numbers at the top of a module."""
    for path in SOURCES:
        for node in tree(path).body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                numbers = [each for each in ast.walk(node.value) if isinstance(each, ast.Constant)]
                if name.isupper() and numbers and all(type(each.value) in (int, float) for each in numbers):
                    yield path.relative_to(ROOT), name


def test_a_folder_can_be_taken_in_at_a_glance() -> None:
    large = {str(folder.relative_to(ROOT)): len(files) for folder, files in folders().items()}
    assert {folder: files for folder, files in large.items() if files > FILES_PER_FOLDER_MAX} == {}


def test_a_file_is_about_one_thing() -> None:
    lines = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in SOURCES}
    assert {path: number for path, number in lines.items() if number > LINES_PER_FILE_MAX} == {}


def test_files_are_nouns() -> None:
    stems = {path: path.stem.removeprefix("test_").split("_")[-1] for path in FILES}
    participles = [
        str(path.relative_to(ROOT))
        for path, word in stems.items()
        if re.fullmatch(r"[a-z]{3,}(ing|ed)", word) and word not in PLAIN_NOUNS
    ]
    assert participles == []
    assert [str(path) for path in FILES if path.stem in VAGUE] == []


def test_a_file_name_has_one_meaning() -> None:
    named: dict[str, list[str]] = defaultdict(list)
    for path in SOURCES:
        folder = str(path.parent.relative_to(SOURCE))
        if path.stem not in ("__init__", "__main__", *HABITUAL) and folder not in BY_SUBJECT:
            named[path.stem].append(str(path.relative_to(SOURCE)))
    assert {stem: paths for stem, paths in named.items() if len(paths) > 1} == {}


def test_a_class_name_has_one_meaning() -> None:
    named: dict[str, list[str]] = defaultdict(list)
    for path in SOURCES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                named[node.name].append(str(path.relative_to(SOURCE)))
    doubled = {name: paths for name, paths in named.items() if len(paths) > 1}
    assert {name: paths for name, paths in doubled.items() if name not in MIRRORED} == {}
    for name in MIRRORED & doubled.keys():
        assert sum(path.startswith("client/") for path in doubled[name]) == 1, doubled[name]


def test_every_public_name_says_what_it_is() -> None:
    silent = {}
    for path in SOURCES:
        module = tree(path)
        names = [name for name, node in public(module.body) if not ast.get_docstring(node)]  # type: ignore[arg-type]
        if not ast.get_docstring(module):
            names.append("the module")
        if names:
            silent[str(path.relative_to(SOURCE))] = names
    assert silent == {}


def test_nothing_is_judged_by_an_assertion() -> None:
    """`python -O` removes assertions, and a forged journal must be found even then."""
    for path in SOURCES:
        for node in ast.walk(tree(path)):
            assert not isinstance(node, ast.Assert), f"{path}:{node.lineno}"
            assert not (isinstance(node, ast.Name) and node.id == "AssertionError"), f"{path}:{node.lineno}"


def test_numbers_carry_their_unit_and_bound() -> None:
    """`PROBE_INTERVAL_S`, `COMMANDS_PER_COMMIT_MAX`: the name says what is counted, and whether it is a limit."""
    without_unit = [f"{path} {name}" for path, name in constants() if TIMES.search(name) and not UNITS.search(name)]
    assert without_unit == []
    assert [f"{path} {name}" for path, name in constants() if BOUNDS.match(name)] == []
