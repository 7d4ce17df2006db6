"""Odds over HTTP equal the command line's figures, and no table waits for them."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from boxseat.cli.main import app
from boxseat.rulebook.load import GAMES, open_book
from boxseat.server.settings import Rate
from tests.server.server_thread import NO_LIMITS, Running, running
from tests.tiers import heavy
from tests.web.set_cards import Hands, on_the_shoe

LONG = 240


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A floor without rate limits on odds, and with long time limits for them."""
    import msgspec

    fast = Rate(1e8, 1e8)
    limits = msgspec.structs.replace(NO_LIMITS, odds=fast, solving=fast)
    with running(tmp_path_factory.mktemp("odds"), limits=limits) as one:
        one.http.timeout = httpx.Timeout(LONG)
        yield one


def _cli(*words: str) -> Any:
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def _get(floor: Running, path: str, **query: Any) -> Any:
    answer = floor.stranger().get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def _events(floor: Running, path: str, **query: Any) -> list[tuple[str, Any]]:
    """All events of a stream, as (event, data)."""
    found: list[tuple[str, Any]] = []
    with floor.http.stream("GET", path, params=query, headers={"Accept": "text/event-stream"}) as response:
        assert response.status_code == 200
        assert response.headers["content-type"].startswith("text/event-stream")
        name = ""
        for line in response.iter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                found.append((name, json.loads(line.removeprefix("data: "))))
    return found


@pytest.mark.parametrize(
    ("game", "words", "query"),
    [
        ("star-pontoon", ["--hand", "8S 8D", "--dealer", "KH"], {"hand": "8S 8D", "dealer": "KH"}),
        ("canberra-blackjack", ["--hand", "AS 6D", "--dealer", "AH"], {"hand": "AS 6D", "dealer": "AH"}),
        (
            "canberra-pontoon",
            ["--hand", "5S 6D 2H", "--dealer", "9H", "--doubled", "--decks", "6"],
            {"hand": "5S 6D 2H", "dealer": "9H", "doubled": "true", "decks": "6"},
        ),
        (
            "star-pontoon",
            ["--hand", "8S 3D", "--dealer", "6H", "--after-split", "added", "--removed", "8D 2C"],
            {"hand": "8S 3D", "dealer": "6H", "after_split": "added", "removed": "8D 2C"},
        ),
        (
            "star-pontoon",
            ["--hand", "7S 7S", "--dealer", "7H", "--stake", "25", "--set", "max_split_hands=2"],
            {"hand": "7S 7S", "dealer": "7H", "stake": "25", "set": "max_split_hands=2"},
        ),
    ],
)
def test_a_hand_is_worth_what_the_command_line_says(
    floor: Running, game: str, words: list[str], query: dict[str, str]
) -> None:
    assert _get(floor, f"/api/odds/{game}/ev", **query) == _cli("ev", game, *words)


def test_the_edge_is_the_command_lines(floor: Running) -> None:
    theirs, ours = _cli("edge", "canberra-blackjack"), _get(floor, "/api/odds/canberra-blackjack")
    assert {**ours, "seconds": 0} == {**theirs, "seconds": 0}


def test_a_comparison_is_the_command_lines(floor: Running) -> None:
    ours = _events(floor, "/api/odds/star-pontoon/compare/star-pontoon-6to5")
    assert ours[-1] == ("answer", _cli("compare", "star-pontoon", "star-pontoon-6to5"))
    assert all(name == "progress" and data["done"] <= data["of"] for name, data in ours[:-1])


@heavy
def test_the_chart_is_the_command_lines_and_every_cell_has_its_hand(floor: Running) -> None:
    theirs = _cli("strategy", "canberra-blackjack")
    ours = _get(floor, "/api/odds/canberra-blackjack/chart")
    for name in ("game", "decks", "house_edge", "best_house_edge", "gives_away"):
        assert ours[name] == theirs[name]
    shown = {block["title"]: block["rows"] for block in ours["blocks"]}
    for title, section in (("Hard totals", "hard"), ("Soft totals", "soft"), ("Pairs", "pairs")):
        rows = {row["label"]: [cell["text"] for cell in row["cells"]] for row in shown[title]}
        assert rows == {label: list(cells.values()) for label, cells in theirs[section].items()}
        assert all(cell["said"] and cell["value"] for row in shown[title] for cell in row["cells"])
    cell = next(row for row in shown["Hard totals"] if row["label"] == "16")["cells"][ours["columns"].index("10")]
    value = cell["value"]
    ev = _cli("ev", "canberra-blackjack", "--hand", value["hand"], "--dealer", value["dealer"])
    assert value == {name: ev[name] for name in ("hand", "dealer", "actions", "best")}


def test_a_simulation_is_the_command_lines_and_tells_how_it_goes(floor: Running) -> None:
    query = {"rounds": 3_000_000, "seed": 7}
    told = _events(floor, "/api/odds/star-pontoon/simulate", **query)
    theirs = _cli("simulate", "star-pontoon", "--rounds", "3000000", "--seed", "7")
    name, answer = told[-1]
    assert name == "answer"
    for field in ("game", "rounds", "seed", "strategy", "house_edge", "standard_error", "distribution", "hands"):
        assert answer[field] == theirs[field]
    assert answer["finished"]
    assert told[0][0] == "progress"


def test_a_simulation_that_nobody_waits_for_is_stopped(floor: Running) -> None:
    pool = floor.node.odds_pool
    url = "/api/odds/star-pontoon/simulate?rounds=50000000&strategy=mimic&boxes=7&dealing=shoe"
    with floor.http.stream("GET", url, headers={"Accept": "text/event-stream"}) as response:
        for line in response.iter_lines():
            if '"house_edge"' in line:
                break
    until = time.monotonic() + 10
    while floor.on_loop(lambda: len(pool._jobs)) and time.monotonic() < until:
        time.sleep(0.1)
    assert floor.on_loop(lambda: len(pool._jobs)) == 0


@pytest.mark.parametrize(
    ("path", "status", "code", "says"),
    [
        ("/api/odds/no-such-game", 404, "game/none", "star-pontoon"),
        ("/api/odds/my-house.toml", 404, "game/none", "there is no such game"),
        ("/api/odds/star-pontoon?decks=5", 422, "option/bad", "decks"),
        ("/api/odds/star-pontoon?set=colour=red", 422, "option/bad", "colour"),
        ("/api/odds/star-pontoon/ev?hand=8S+8D&dealer=TH", 422, "odds/cannot", "TH"),
        ("/api/odds/star-pontoon/ev?hand=8S&dealer=KH", 422, "odds/cannot", "two cards"),
        ("/api/odds/star-pontoon/ev?hand=zz&dealer=KH", 422, "odds/cannot", "hand"),
        ("/api/odds/star-pontoon/simulate?rounds=60000000", 400, "request/shape", "rounds"),
        ("/api/odds/star-pontoon/simulate?strategy=/etc/passwd", 400, "request/shape", "strategy"),
    ],
)
def test_what_cannot_be_worked_out_is_said(floor: Running, path: str, status: int, code: str, says: str) -> None:
    answer = floor.stranger().get(path)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert says in answer.json()["reason"]


def test_every_game_is_told_at_a_glance(floor: Running) -> None:
    told = {one["game"]: one for one in _get(floor, "/api/odds")}
    assert tuple(told) == GAMES
    for one in told.values():
        assert one["decks"] in one["permitted_decks"]
        for bet in one["side_bets"]:
            assert bet["house_edge"] == bet["by_decks"][str(one["decks"])]
            assert bet["pays"]
    theirs = _cli("edge", "canberra-blackjack")
    ours = {bet["name"]: bet["house_edge"] for bet in told["canberra-blackjack"]["side_bets"]}
    assert ours["perfect-pairs"] == theirs["side_bets"]["perfect-pairs"]
    assert ours["insurance"] == theirs["insurance"]


@heavy
def test_asking_too_much_about_odds_is_slowed_down(tmp_path: Path) -> None:
    with running(tmp_path) as floor:
        floor.on_loop(lambda: setattr(floor.node.solving, "rate", Rate(1, 0.001)))
        floor.on_loop(lambda: floor.node.odds_pool._cache.update({}))
        asked = [floor.stranger().get(f"/api/odds/star-pontoon/simulate?rounds=1&seed={seed}") for seed in range(3)]
        assert [answer.status_code for answer in asked] == [200, 429, 429]
        assert asked[-1].headers["retry-after"]


def test_tables_go_on_while_a_game_is_solved(floor: Running) -> None:
    """Rounds are played while the odds processes are busy: a table's answers do not wait for them."""
    busy = threading.Thread(
        target=lambda: _get(floor, "/api/odds/canberra-pontoon/simulate", rounds=8_000_000, dealing="shoe", boxes=3)
    )
    guest = floor.guest()
    took: list[float] = []
    with guest.socket("canberra-pontoon") as line:
        line.done("canberra-pontoon", "buy-in", amount="500")
        line.done("canberra-pontoon", "sit", box=1)
        busy.start()
        for _ in range(6):
            began = time.perf_counter()
            line.play_round("canberra-pontoon", 1)
            took.append(time.perf_counter() - began)
    busy.join(LONG)
    assert sorted(took)[len(took) // 2] < 1.0, took


@pytest.mark.parametrize("game", ["star-pontoon", "canberra-blackjack"])
def test_there_is_no_advice_on_a_hand_that_is_being_played(floor: Running, tmp_path: Path, game: str) -> None:
    """CP 17.7(a), CB 16.7(a), SP 20.7: no advice from calculator, chart or practice table; afterwards there is."""
    ann, query = floor.guest(), {"hand": "KS 6D", "dealer": "9H"}
    practice = ann.post("/api/practice", {"game": game}).json()["id"]
    with on_the_shoe(Hands(tmp_path / "hands")) as hands, ann.socket(game) as line:
        line.done(game, "buy-in", amount="100")
        line.done(game, "sit", box=1)
        while line.tables[game]["table"]["cut"] is not None:
            line.done(game, "decline-cut")
        hands.set(game, "KS 9H 6D 9C")
        line.done(game, "wager", box=1, stake="10")
        line.done(game, "ready")
        coach = (f"/api/practice/{practice}/{what}" for what in ("advice", "grade"))
        for path in (f"/api/odds/{game}/ev", f"/api/odds/{game}/chart", *coach):
            refused = ann.get(path, params=query)
            assert (refused.status_code, refused.json()["code"]) == (422, "advice/none")
            assert refused.json()["clause"] == open_book(game).conduct.advice.clause
        line.done(game, "stand", box=1)
        line.done(game, "leave")
    assert ann.get(f"/api/odds/{game}/ev", params=query).status_code == 200
