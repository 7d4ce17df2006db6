"""The register: complete, in our own words, and correct about the code and tests that it names."""

from __future__ import annotations

import ast
import importlib
import re
import string
from functools import cache
from pathlib import Path

import pytest

from boxseat.rulebook.load import GAMES, cited_values, open_book
from boxseat.rulebook.register import WAYS, WAYS_MET, all_clauses, clauses, count_by_way, search

ROOT = Path(__file__).parent.parent.parent
COUNTS = {"canberra-pontoon": 163, "canberra-blackjack": 167, "star-pontoon": 400, "star-pontoon-6to5": 367}
ROOMS = ("table", "ledger", "journal", "floor", "tournament", "promotion", "server", "web")
NUMBER = re.compile(r"\d+(\.\d+)+(\([a-z]+\))*")


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_there_once(game: str) -> None:
    numbers = [clause.number for clause in clauses(game)]
    assert len(numbers) == len(set(numbers)) == COUNTS[game]
    assert all(NUMBER.fullmatch(number) for number in numbers)


def test_all_four_instruments_have_1097_clauses() -> None:
    assert len(all_clauses()) == sum(COUNTS.values()) == 1097


def test_the_readme_says_how_many_clauses_there_are() -> None:
    said = re.findall(r"([\d,]+) clauses", (ROOT / "README.md").read_text("utf-8"))
    assert [int(number.replace(",", "")) for number in said] == [len(all_clauses())]


@pytest.mark.parametrize("game", GAMES)
def test_no_clause_is_left_out_of_a_list(game: str) -> None:
    """Numbers and letters have no gaps, and a lettered list has a second item: if `(i)` is alone, `(ii)` is missing."""
    numbers: dict[str, list[str]] = {}
    letters: dict[str, list[str]] = {}
    romans: dict[str, list[str]] = {}
    for clause in clauses(game):
        above, _, item = clause.number.rstrip(")").rpartition("(" if clause.number.endswith(")") else ".")
        if item.isdigit():
            numbers.setdefault(above, []).append(item)
        elif item == string.ascii_lowercase[len(letters.get(above, ()))]:
            letters.setdefault(above, []).append(item)
        else:
            romans.setdefault(above, []).append(item)
    for above, found in numbers.items():
        assert found == [str(number) for number in range(1, len(found) + 1)], above
    for above, found in romans.items():
        assert found == ["i", "ii", "iii", "iv", "v"][: len(found)], above
    for above, found in (letters | romans).items():
        assert len(found) > 1, above


@pytest.mark.parametrize("game", GAMES)
def test_each_says_what_it_asks_in_one_line(game: str) -> None:
    for clause in clauses(game):
        assert 10 <= len(clause.summary) <= 160, clause
        assert clause.summary.endswith((".", "?")), clause
        assert "\n" not in clause.summary


@pytest.mark.parametrize("game", GAMES)
def test_a_met_clause_names_code_and_tests_that_exist(game: str) -> None:
    for clause in clauses(game):
        if clause.way in WAYS_MET:
            assert clause.where, clause.number
            assert clause.tests, clause.number
            for where in clause.where:
                _find_code(where)
            for test in clause.tests:
                assert test.partition("::")[2] in _tests_in(test.partition("::")[0]), test


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_met_says_why_or_where_it_will_be(game: str) -> None:
    for clause in clauses(game):
        if clause.way == "planned":
            assert clause.room in ROOMS, clause
        if clause.way == "outside":
            assert len(clause.why) > 10, clause
        if clause.way not in WAYS_MET:
            assert not clause.where, clause
            assert not clause.tests, clause


def test_every_clause_test_is_claimed_by_a_clause() -> None:
    assert _clause_tests("**") <= {test for clause in all_clauses() for test in clause.tests}


@pytest.mark.parametrize("game", ["canberra-pontoon", "canberra-blackjack"])
def test_a_test_of_both_canberra_instruments_is_claimed_by_a_clause_of_each(game: str) -> None:
    assert _clause_tests("canberra") <= {test for clause in clauses(game) for test in clause.tests}


@pytest.mark.parametrize("game", GAMES)
def test_the_book_cites_clauses_that_exist(game: str) -> None:
    numbers = {clause.number for clause in clauses(game)}
    book = open_book(game)
    assert {cited.clause for _, cited in cited_values(book)} <= numbers
    assert {clause for _, cited in cited_values(book) for clause in cited.clauses.values()} <= numbers
    assert {line.clause for line in book.payouts.lines} <= numbers


def test_the_register_is_searched_by_words_way_room_and_number() -> None:
    game = clauses("canberra-pontoon")
    assert [clause.number for clause in search(game, number="7.5")] == ["7.5", "7.5(a)", "7.5(b)"]
    assert {clause.way for clause in search(game, way="attested")} == {"attested"}
    assert all("insurance" in (clause.summary + clause.section).lower() for clause in search(game, text="INSURANCE"))
    assert all(clause.room == "floor" for clause in search(game, room="floor"))
    assert all("play" in clause.place for clause in search(game, room="play"))
    assert search(game, room="play")
    assert "3.2" in [clause.number for clause in search(clauses("star-pontoon"), room="web")], "a page may meet one"
    assert not search(game, text="no such words")


def test_counts_add_up() -> None:
    counts = count_by_way(all_clauses())
    assert sum(counts.values()) == 1097
    assert {way for _, way in counts} <= set(WAYS)


def _find_code(where: str) -> None:
    if where.startswith("books/"):
        book, _, key = where.removeprefix("books/").partition(".toml:")
        keys = {key for key, _ in cited_values(open_book(book))} | {"payouts.lines"}
        assert key in keys, where
        return
    if where.startswith("web/"):
        assert (ROOT / where).is_file(), where
        return
    module, _, names = where.partition(":")
    found = importlib.import_module(module)
    for name in names.split("."):
        found = getattr(found, name)


def _clause_tests(folder: str) -> set[str]:
    """The tests under a folder of ``tests/clauses``, as the register names them."""
    files = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests" / "clauses").glob(f"{folder}/test_*.py")]
    assert files
    return {f"{file}::{test}" for file in files for test in _tests_in(file)}


@cache
def _tests_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return frozenset(
        node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )
