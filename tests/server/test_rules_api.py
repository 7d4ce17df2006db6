"""The register over HTTP equals the command line's, and the games' differences are the cited values of their books."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from boxseat.cli.main import app
from boxseat.rulebook.load import GAMES, cited_values, open_book
from boxseat.rulebook.register import all_clauses
from boxseat.rulebook.wording import KEYS, SECTIONS
from tests.server.server_thread import Running


def _get(floor: Running, path: str, **query: Any) -> Any:
    answer = floor.stranger().get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def _cli(*words: str) -> Any:
    return json.loads(CliRunner().invoke(app, ["rules", *words, "--json"]).stdout)


def _same(ours: dict[str, Any], theirs: dict[str, Any]) -> bool:
    return all(ours[name] == theirs[name] for name in ("instrument", "clause", "summary", "way", "where", "tests"))


@pytest.mark.parametrize("nothing", [" ", "   ", "\t"])
def test_a_search_for_nothing_finds_everything(floor: Running, nothing: str) -> None:
    assert _get(floor, "/api/rules", search=nothing)["count"] == len(all_clauses())


def test_all_clauses_are_there_some_at_a_time(floor: Running) -> None:
    found: list[Any] = []
    while len(page := _get(floor, "/api/rules", **{"from": len(found)})["clauses"]):
        found += page
    theirs = _cli()
    assert len(found) == len(theirs) == len(all_clauses())
    assert all(_same(ours, their) for ours, their in zip(found, theirs, strict=True))


def test_a_search_finds_all_words_and_counts_the_ways(floor: Running) -> None:
    found = _get(floor, "/api/rules", game="star-pontoon", search="dealer ace")
    assert 0 < found["count"] == sum(found["ways"].values())
    assert all("ace" in (one["summary"] + one["section"]).lower() for one in found["clauses"])
    some = _get(floor, "/api/rules", game="star-pontoon", search="dealer ace", way="enforced")
    assert some["count"] == found["ways"]["enforced"]
    assert {one["way"] for one in some["clauses"]} == {"enforced"}


def test_a_number_finds_its_clause_and_all_under_it(floor: Running) -> None:
    found = _get(floor, "/api/rules", game="canberra-pontoon", search="17.7")
    assert [one["clause"] for one in found["clauses"]] == ["17.7", "17.7(a)", "17.7(b)", "17.7(c)"]


def test_a_clause_tells_what_it_asks_and_what_the_book_takes_from_it(floor: Running) -> None:
    book = open_book("star-pontoon")
    clause = book.insurance.odds.clause
    found = _get(floor, f"/api/rules/star-pontoon/{clause}")
    (theirs,) = [one for one in _cli("star-pontoon", clause) if one["clause"] == clause]
    assert _same(found["clause"], theirs)
    assert ["Insurance: pays", "2 to 1"] in found["values"]


def test_differences_are_what_the_books_cite(floor: Running) -> None:
    found = _get(floor, "/api/rules/differences")
    assert tuple(found["games"]) == GAMES
    rows = {row["key"]: row for section in found["sections"] for row in section["rows"]}
    for place, game in enumerate(GAMES):
        for key, cited in cited_values(open_book(game)):
            assert rows[key]["sides"][place]["clause"] == cited.clause
    natural = rows["natural.odds"]
    assert natural["differs"]
    assert [side["value"] for side in natural["sides"]] == ["3 to 2", "3 to 2", "3 to 2", "6 to 5"]
    assert not rows["layout.boxes"]["differs"]


def test_every_key_of_a_book_has_words() -> None:
    for game in GAMES:
        for key, _ in cited_values(open_book(game)):
            assert key in KEYS
            assert key.partition(".")[0] in SECTIONS


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/rules?game=no-such", 404),
        ("/api/rules?way=perhaps", 400),
        ("/api/rules?from=-1", 400),
        ("/api/rules/star-pontoon/999", 404),
        ("/api/rules/no-such/1", 404),
    ],
)
def test_what_is_not_there_is_said(floor: Running, path: str, status: int) -> None:
    answer = floor.stranger().get(path)
    assert answer.status_code == status
    assert set(answer.json()) == {"code", "clause", "reason"}
