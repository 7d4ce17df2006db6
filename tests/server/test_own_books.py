"""A house with its own books: they get tables like the others, with odds, but no register."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from boxseat.cli.main import app
from boxseat.rulebook.load import GAMES
from boxseat.server.bookshelf import Shelf
from boxseat.server.settings import BadSettings, ServerSettings, check
from tests.server.server_thread import Running, running
from tests.tiers import heavy

BOOK = Path(__file__).parents[2] / "docs" / "examples" / "plain-blackjack.toml"
GAME = "plain-blackjack"
LONG = 240


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("own"), books=(str(BOOK),)) as one:
        one.http.timeout = httpx.Timeout(LONG)
        yield one


def _get(floor: Running, path: str, **query: Any) -> Any:
    answer = floor.stranger().get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def _names(floor: Running) -> list[str]:
    return sorted(line["id"] for line in floor.guest().get("/api/tables").json())


def test_a_round_is_played_by_it(floor: Running) -> None:
    seen = {game["name"]: game for game in _get(floor, "/api/games")}
    assert tuple(seen) == (*GAMES, GAME)
    assert (seen[GAME]["title"], seen[GAME]["registered"]) == ("Plain Blackjack", False)
    assert all(seen[game]["registered"] for game in GAMES)
    assert _names(floor) == sorted((*GAMES, GAME))
    guest = floor.guest()
    with guest.socket(GAME) as line:
        line.done(GAME, "buy-in", amount="100")
        line.done(GAME, "sit", box=2)
        table = line.play_round(GAME, 2)["table"]
    assert all(one["clause"].startswith("house ") for one in table["round"]["settlements"])


@heavy
def test_its_odds_are_those_of_the_command_line(floor: Running) -> None:
    told = {one["game"]: one for one in _get(floor, "/api/odds")}
    assert told[GAME]["permitted_decks"] == [1, 2, 4, 6, 8]
    answer = _get(floor, f"/api/odds/{GAME}/ev", hand="8S 8D", dealer="KH", decks=4)
    words = ["ev", str(BOOK), "--hand", "8S 8D", "--dealer", "KH", "--decks", "4", "--json"]
    said = CliRunner().invoke(app, words)
    assert answer["actions"] == json.loads(said.stdout)["actions"]


def test_it_may_be_practised(floor: Running) -> None:
    guest = floor.guest()
    table = guest.post("/api/practice", {"game": GAME}).json()["id"]
    with guest.socket(table) as line:
        line.done(table, "set-cards", cards="8S 6H 8D")
        line.done(table, "wager", box=4, stake="20")
        line.done(table, "ready")
    (advice,) = guest.get(f"/api/practice/{table}/advice").json()
    assert {choice["do"] for choice in advice["choices"]} >= {"hit", "stand", "split"}
    assert advice["cannot"] == ""


def test_practice_sits_down_at_the_middle_of_a_smaller_table(tmp_path: Path) -> None:
    book = tmp_path / "small.toml"
    book.write_text(BOOK.read_text().replace("boxes = { value = 7,", "boxes = { value = 3,"))
    with running(tmp_path, books=(str(book),)) as floor:
        guest = floor.guest()
        opened = guest.post("/api/practice", {"game": GAME})
        assert opened.status_code == 200, opened.text
        assert [box["seated"] for box in opened.json()["seen"]["table"]["boxes"]] == ["", guest.name, ""]
        drilled = guest.post(f"/api/practice/{opened.json()['id']}/drill", {"theme": "pairs"})
        assert drilled.status_code == 200, drilled.text


def test_it_has_no_register_and_stands_beside_the_others(floor: Running) -> None:
    for path in (f"/api/rules?game={GAME}", f"/api/rules/{GAME}/house%201.1"):
        answer = floor.stranger().get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "register/none")
        assert answer.json()["reason"].startswith("Plain Blackjack is a book of the house's own")
    found = _get(floor, "/api/rules/differences")
    assert found["games"] == [*GAMES, GAME]
    row = next(row for section in found["sections"] for row in section["rows"] if row["key"] == "cards.decks")
    assert row["sides"][-1]["clause"] == "house 1.1"


def test_its_tables_stay_and_a_changed_text_has_tables_of_its_own(tmp_path: Path) -> None:
    book = tmp_path / "ours.toml"
    book.write_text(BOOK.read_text())
    with running(tmp_path) as floor:
        assert GAME not in _names(floor)
    for _ in range(2):  # added to a floor that was open before, and added again
        with running(tmp_path, books=(str(book),)) as floor:
            assert _names(floor) == sorted((*GAMES, GAME))
    book.write_text(BOOK.read_text().replace("Plain Blackjack", "Plainer Blackjack"))
    with running(tmp_path, books=(str(book),)) as floor:
        assert _names(floor) == sorted((*GAMES, GAME, f"{GAME}-2"))
    with running(tmp_path) as floor:  # the book is no longer given, and its tables continue
        assert [game["name"] for game in _get(floor, "/api/games")] == [*GAMES, GAME]
        assert len(_names(floor)) == 6


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "plain-blackjack"', 'name = "star-pontoon"', "there is a game star-pontoon already"),
        ('name = "plain-blackjack"', 'name = "Our Game"', "'Our Game' cannot name tables"),
        ('name = "plain-blackjack"', 'name = "practice-game"', "'practice-game' cannot name tables"),
        ("[shoe]", "[shoes]", "unknown key"),
        (
            "totals = { value = [9, 11], ",
            "totals = { value = [9, 11], permitted = [[9, 11], [10, 11]], ",
            "a list of numbers cannot be",
        ),
    ],
)
def test_a_book_that_cannot_stand_beside_the_others_is_one_sentence(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    book = tmp_path / "ours.toml"
    book.write_text(BOOK.read_text().replace(old, new))
    with pytest.raises(BadSettings, match=f"books: .*ours.toml.*{said}"):
        Shelf([str(book)])


def test_a_book_that_is_not_there_ends_the_command(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="is not the path of a book"):
        check(ServerSettings(books=("plain-blackjack",)))
    with pytest.raises(BadSettings, match=r"none\.toml: cannot be read: No such file or directory"):
        Shelf([str(tmp_path / "none.toml")])
    words = ["serve", "--no-browser", "--port", "0", "--data", str(tmp_path), "--book", str(tmp_path / "none.toml")]
    done = subprocess.run([sys.executable, "-m", "boxseat", *words], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "cannot be read" in done.stderr
