"""The practice table: advice, grades, drills and set cards, for its owner only; none of it at a table with money."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from boxseat.cli.main import app
from boxseat.rulebook.load import GAMES, open_book
from boxseat.server.coach.drills import THEMES
from boxseat.server.settings import Rate, RateLimits
from tests.server.server_thread import Caller, Line, Running, running
from tests.tiers import cases


def _open(caller: Caller, game: str = "star-pontoon", **more: Any) -> dict[str, Any]:
    answer = caller.post("/api/practice", {"game": game, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def _cli(*words: str) -> Any:
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def _deal(line: Line, table: str, cards: str, stake: str = "20") -> dict[str, Any]:
    line.done(table, "set-cards", cards=cards)
    line.done(table, "wager", box=4, stake=stake)
    return line.done(table, "ready")


def test_a_practice_table_is_its_owners_alone(floor: Running, guest: Caller) -> None:
    table = _open(guest)["id"]
    assert _open(guest)["id"] == table
    stranger = floor.guest()
    assert _open(stranger)["id"] != table
    assert stranger.get(f"/api/tables/{table}").status_code == 404
    assert stranger.get(f"/api/tables/{table}/rounds").status_code == 404
    assert stranger.get(f"/api/practice/{table}/advice").status_code == 404
    with guest.socket(table), stranger.socket() as line:
        assert line.say({"watch": table}, "error")["code"] == "table/none"
    assert all(one["id"] != table for one in guest.get("/api/tables").json())


def test_to_others_a_practice_table_its_rounds_and_its_shoes_are_not_there(floor: Running, guest: Caller) -> None:
    """A practice table's name can be computed from its owner's. Others get the same answer as for no table."""
    table, nothing = _open(guest)["id"], f"practice-{'0' * 20}"
    with guest.socket(table) as line:
        seen = _deal(line, table, "KS 7D KH")
        line.done(table, "stand", box=4)
    paths = [f"/api/rounds/{seen['table']['round']['id']}", f"/api/shoes/{seen['table']['cards']['shoe']}"]
    paths.append(f"{paths[0]}/document")
    stranger = floor.guest()
    for path in paths:
        assert guest.get(path).status_code == 200
        found, missing = stranger.get(path), stranger.get(path.replace(table, nothing))
        assert (found.status_code, found.json()) == (missing.status_code, missing.json())
        assert found.status_code == 404
    with stranger.socket() as line:
        asked: list[dict[str, Any]] = [{"do": "ready"}, {"do": "ask-computer", "box": 1}, {"do": "close"}]
        for number, command in enumerate(asked):
            body = {"id": f"x{number}", "version": 1, "command": command}
            found, missing = (stranger.post(f"/api/tables/{one}/commands", body) for one in (table, nothing))
            assert found.status_code == missing.status_code == (403 if command["do"] == "close" else 404)
            assert found.json() == {**missing.json(), "reason": missing.json()["reason"].replace(nothing, table)}
            on_socket = line.say({**body, "table": table}, "answer")
            assert on_socket == {"is": "answer", "id": body["id"], **_answered(found.json())}


def _answered(told: dict[str, Any]) -> dict[str, Any]:
    return {name: told[name] for name in ("answer", "code", "clause", "reason")}


def test_staff_see_practice_tables_as_they_see_the_floor(guest: Caller, supervisor: Caller) -> None:
    table = _open(guest)["id"]
    with guest.socket(table) as line:
        seen = _deal(line, table, "KS 7D KH")
        line.done(table, "stand", box=4)
    assert supervisor.get(f"/api/rounds/{seen['table']['round']['id']}").status_code == 200
    assert supervisor.get(f"/api/shoes/{seen['table']['cards']['shoe']}").status_code == 200


def test_nothing_of_it_is_money(floor: Running, guest: Caller) -> None:
    before = guest.get("/api/me").json()["wallet"]
    table = _open(guest)["id"]
    with guest.socket(table) as line:
        _deal(line, table, "KS 7D KH", "100")
        line.done(table, "stand", box=4)
        line.done(table, "leave")
    assert guest.get("/api/me").json()["wallet"] == before
    held = floor.run(floor.node.store.balances(f"chips/{table}"))
    assert held == {}
    assert floor.run(floor.node.store.total()) == 0


@pytest.mark.parametrize("game", GAMES)
def test_at_other_tables_there_is_no_advice_and_the_clause_says_so(guest: Caller, game: str) -> None:
    for path in ("advice", "grade"):
        refused = guest.get(f"/api/practice/{game}/{path}")
        assert refused.status_code == 422
        assert refused.json()["code"] == "advice/none"
        assert refused.json()["clause"] == open_book(game).conduct.advice.clause
    assert guest.post(f"/api/practice/{game}/drill", {"theme": "pairs"}).json()["code"] == "advice/none"


def test_the_clauses_are_those_of_the_instruments() -> None:
    said = {game: open_book(game).conduct.advice.clause for game in GAMES}
    assert said == {
        "canberra-pontoon": "17.7(a)",
        "canberra-blackjack": "16.7(a)",
        "star-pontoon": "20.7",
        "star-pontoon-6to5": "19.6",
    }


def test_cards_cannot_be_set_at_a_real_table(floor: Running, guest: Caller) -> None:
    with guest.socket("star-pontoon") as line:
        line.done("star-pontoon", "buy-in", amount="100")
        line.done("star-pontoon", "sit", box=2)
        answer = line.do("star-pontoon", "set-cards", cards="AS KD AH")
        assert (answer["answer"], answer["code"]) == ("refused", "practice/only")
        line.done("star-pontoon", "leave")
    # Staff may not do this either.
    manager = floor.staff("gaming-manager")  # type: ignore[arg-type]
    body = {"id": "m1", "version": 1, "command": {"do": "set-cards", "cards": "AS"}}
    assert manager.post("/api/tables/star-pontoon/commands", body).status_code == 403
    made = manager.post("/api/tables", {"game": "star-pontoon", "settings": {"practice": True, "owner": "ann"}})
    assert made.status_code == 422  # only its owner can have a practice table, whose name follows from theirs


def test_set_cards_are_dealt_in_their_order(guest: Caller) -> None:
    table = _open(guest)["id"]
    with guest.socket(table) as line:
        seen = _deal(line, table, "8S 6D 8H 3C TD".replace("TD", "KD"))
        (box,) = seen["table"]["round"]["boxes"]
        assert box["hands"][0]["cards"] == ["8S", "8H"]
        assert seen["table"]["round"]["dealer"] == ["6D"]
        refused = line.do(table, "set-cards", cards="AS")
        assert refused["code"] == "practice/in-round"
        seen = line.done(table, "split", box=4)
        assert seen["table"]["round"]["boxes"][0]["hands"][0]["cards"] == ["8S", "3C"]


@pytest.mark.parametrize("cards", ["", "ZZ", "TS", " ".join(["AS"] * 9), " ".join(["2S"] * 8 + ["3S"] * 8) * 4])
def test_cards_that_the_shoe_has_not_are_refused(guest: Caller, cards: str) -> None:
    table = _open(guest)["id"]
    with guest.socket(table) as line:
        answer = line.do(table, "set-cards", cards=cards)
        assert (answer["answer"], answer["code"]) == ("refused", "practice/cards")


def test_a_set_shoe_has_no_proof_and_says_why(guest: Caller) -> None:
    """A shoe set by hand was not shuffled: no proof of it could hold, and none is offered."""
    table = _open(guest)["id"]
    with guest.socket(table) as line:
        seen = _deal(line, table, "9S 9D 9H 9C")
        shoe = seen["table"]["cards"]["shoe"]
        told = guest.get(f"/api/shoes/{shoe}").json()
        assert (told["revealed"], told["proof"]) == (False, None)
        assert "set by hand" in told["unproved"]
        while line.tables[table]["table"]["in_round"]:
            asked = line.tables[table]["you"]["asked"][0]
            line.done(table, "stand" if asked["what"] == "decision" else "decline", box=asked["box"])
        line.done(table, "set-cards", cards="AS")
    found = guest.get(f"/api/shoes/{shoe}").json()
    assert (found["revealed"], found["proof"]) == (True, None)
    assert "set by hand" in found["unproved"]


def test_advice_is_what_the_command_line_says(guest: Caller) -> None:
    table = _open(guest)["id"]
    with guest.socket(table) as line:
        _deal(line, table, "8S KD 8H")
        (told,) = guest.get(f"/api/practice/{table}/advice").json()
        theirs = _cli("ev", "star-pontoon", "--hand", "8S 8H", "--dealer", "KD", "--stake", "20")["actions"]
        assert told["what"] == "surrender"
        worths = {one["do"]: one["worth"] for one in told["choices"]}
        play = max(worth for name, worth in theirs.items() if name != "surrender")
        assert worths == {"surrender": theirs["surrender"], "decline": play}
        line.done(table, "decline", box=4)
        (told,) = guest.get(f"/api/practice/{table}/advice").json()
        assert {one["do"]: one["worth"] for one in told["choices"]} == {
            name: worth for name, worth in theirs.items() if name != "surrender"
        }
        assert told["choices"][0]["do"] == "split"


def test_a_grade_says_what_each_decision_gave_away(guest: Caller) -> None:
    table = _open(guest)["id"]
    with guest.socket(table) as line:
        _deal(line, table, "8S KD 3H 2C 9C")
        theirs = _cli("ev", "star-pontoon", "--hand", "8S 3H", "--dealer", "KD", "--stake", "20")["actions"]
        line.done(table, "decline", box=4)
        line.done(table, "hit", box=4)  # eleven against a king: hit, or double?
        assert guest.get(f"/api/practice/{table}/grade").status_code in (404, 422)
        while line.tables[table]["table"]["in_round"]:
            asked = line.tables[table]["you"]["asked"][0]
            line.done(table, "hit" if asked["what"] == "decision" else "decline", box=asked["box"])
    grade = guest.get(f"/api/practice/{table}/grade").json()
    first, second = grade["decisions"][:2]
    assert (first["did"], first["gave_away"]) == ("decline", 0.0)
    assert second["did"] == "hit"
    best = max(theirs[name] for name in ("hit", "double"))
    assert second["gave_away"] == pytest.approx(best - theirs["hit"], abs=2e-9)
    assert grade["gave_away"] == pytest.approx(sum(one["gave_away"] for one in grade["decisions"]), abs=1e-8)
    assert grade["right"] == sum(one["gave_away"] == 0 for one in grade["decisions"])


def test_practice_is_asked_for_no_faster_than_anything_else(tmp_path: Path) -> None:
    """New tables count as arrivals and drills as commands; opening one's existing table has no limit."""
    limits = RateLimits(arrivals=Rate(3, 0.001), commands=Rate(6, 0.001))
    with running(tmp_path, limits=limits) as floor:
        guest = floor.guest()
        table = _open(guest)["id"]
        _open(guest, "canberra-pontoon")
        answers = [guest.post("/api/practice", {"game": "canberra-blackjack"})]
        assert _open(guest)["id"] == table
        answers += [guest.post(f"/api/practice/{table}/drill", {"theme": "pairs"}) for _ in range(2)]
        for answer in answers:
            assert (answer.status_code, answer.json()["code"]) == (429, "rate/too-fast")
            assert int(answer.headers["retry-after"]) >= 1
        figures = floor.http.get("/metrics").text
        assert 'boxseat_turned_away_total{why="arrivals"} 1.0' in figures
        assert 'boxseat_turned_away_total{why="commands"} 2.0' in figures


@pytest.mark.parametrize("game", cases(GAMES, ("canberra-pontoon",)))
def test_every_theme_of_a_game_deals_hands_of_it(guest: Caller, game: str) -> None:
    opened = _open(guest, game)
    table, book = opened["id"], open_book(game)
    assert {one["theme"] for one in opened["drills"]} == {name for name, theme in THEMES.items() if theme.offered(book)}
    with guest.socket(table) as line:
        for one in opened["drills"]:
            answer = guest.post(f"/api/practice/{table}/drill", {"theme": one["theme"]})
            assert answer.status_code == 200, answer.text
            round_ = answer.json()["seen"]["table"]["round"]
            assert len(round_["boxes"]) == 1
            while line.tables.get(table, {}).get("version", 0) < answer.json()["seen"]["version"]:
                line.next()
            while line.tables[table]["table"]["in_round"]:
                asked = line.tables[table]["you"]["asked"][0]
                do = "hit" if asked["what"] == "decision" else "decline"
                line.done(table, do, box=asked["box"])
            assert guest.get(f"/api/practice/{table}/grade").status_code == 200
    assert guest.post(f"/api/practice/{table}/drill", {"theme": "magic"}).json()["code"] == "drill/none"


def test_the_audit_holds_practice_tables_to_what_was_set(floor: Running, guest: Caller) -> None:
    from boxseat.inspection.audit import audit

    table = _open(guest)["id"]
    with guest.socket(table) as line:
        _deal(line, table, "KS 7D KH")
        line.done(table, "stand", box=4)
        line.done(table, "set-cards", cards="2S")
    found = floor.run(audit(floor.database))
    assert found.balanced, found.faults
