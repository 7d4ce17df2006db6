"""``boxseat rules``: the register read, counted and exported."""

from __future__ import annotations

import json

import pytest

from boxseat.rulebook.register import WAYS
from tests.cli.commands import Shell


def test_json_has_every_clause_in_the_contracts_words(shell: Shell) -> None:
    told = json.loads(shell.run("rules", "--json").out)
    assert len(told) == 1097
    for clause in told:
        assert {"instrument", "clause", "summary", "way", "where", "tests"} <= clause.keys()
        assert clause["way"] in WAYS
    assert len(json.loads(shell.run("rules", "star-pontoon", "--json").out)) == 400


def test_a_clause_is_shown_whole_with_those_below_it(shell: Shell) -> None:
    out = shell.run("rules", "canberra-pontoon", "7.5").out
    assert [line.split(" · ")[0] for line in out.splitlines() if " · " in line] == [
        "canberra-pontoon 7.5",
        "canberra-pontoon 7.5(a)",
        "canberra-pontoon 7.5(b)",
    ]
    assert "tests/clauses/canberra_pontoon/test_insurance.py::test_7_5" in out
    assert "why     " in shell.run("rules", "star-pontoon", "21.11.1").out


def test_clauses_are_found_by_words_way_and_room(shell: Shell) -> None:
    assert "R03" not in shell.run("rules", "--search", "forfeit").out
    assert "11.9" in shell.run("rules", "canberra-pontoon", "--search", "R03").out
    assert shell.run("rules", "--way", "planned", "--room", "tournament").out.rstrip().endswith("clauses")
    assert shell.run("rules", "--search", "unicorn").out == "no clause fits\n"


def test_the_summary_counts(shell: Shell) -> None:
    rows = shell.run("rules", "--summary").out.splitlines()
    assert rows[0].split() == [*WAYS, "all"]
    assert [row.split()[-1] for row in rows[1:]] == ["163", "167", "400", "367", "1097"]
    assert len(shell.run("rules", "star-pontoon", "--summary").out.splitlines()) == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("whist",), "whist: no such instrument; there are canberra-pontoon"),
        (("star-pontoon", "99.9"), "99.9: star-pontoon has no such clause"),
        (("--way", "perhaps"), "--way: 'perhaps' is not one of enforced, offered"),
        (("--room", "cellar"), "--room: 'cellar' is not one of"),
        (("--frobnicate",), "No such option"),
    ],
)
def test_wrong_requests_are_one_line(shell: Shell, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in shell.refused("rules", *arguments)
