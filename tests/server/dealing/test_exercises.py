"""Training over HTTP: exercises without their answers, marks, the sheet that comes back, and its bounds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import decode, encode

from boxseat.people.roles import Role
from boxseat.rulebook.load import GAMES, open_book
from boxseat.server.settings import Rate, RateLimits
from boxseat.training.course import exercise
from boxseat.training.result_sheet import result_csv
from boxseat.training.sheet import BACK_AFTER_EXERCISES, Sheet, read_sheet, written_sheet
from boxseat.training.skill import TOPICS
from tests.server.server_thread import Caller, Running, running
from tests.tiers import cases

GAME = "star-pontoon"
NEW: dict[str, Any] = {"trainee": "ann"}


def _asked(caller: Caller, sheet: dict[str, Any], seed: int = 7, topic: str = "", game: str = GAME) -> dict[str, Any]:
    answer = caller.post(f"/api/training/{game}/exercise", {"sheet": sheet, "seed": seed, "topic": topic})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def _body(key: str, answers: dict[str, str], sheet: dict[str, Any]) -> dict[str, Any]:
    return {"key": key, "answers": answers, "seconds": 4.5, "day": "2026-10-26", "sheet": sheet}


def _answered(caller: Caller, key: str, sheet: dict[str, Any], *, right: bool = True) -> dict[str, Any]:
    """The marks of right answers, or of an answer whose first part is wrong."""
    done = exercise(open_book(GAME), key)
    answers = {one.part.name: one.right.answer for one in done.asked}
    if not right:
        part = done.asked[0].part
        wrong = next((option.id for option in part.options if option.id != answers[part.name]), "99")
        answers[part.name] = wrong
    answer = caller.post(f"/api/training/{GAME}/answer", _body(key, answers, sheet))
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("game", cases(GAMES, GAMES[:1]))
def test_the_course_of_a_game_has_the_topics(guest: Caller, game: str) -> None:
    found = guest.get(f"/api/training/{game}").json()
    assert [one["topic"] for one in found] == list(TOPICS)
    assert all(one["skills"] for one in found)
    assert guest.get("/api/training/no-such-game").status_code == 404


@pytest.mark.parametrize("topic", TOPICS)
def test_an_exercise_is_sent_without_its_answers(guest: Caller, topic: str) -> None:
    found = _asked(guest, NEW, topic=topic)
    assert found["topic"] == topic
    assert not found["comes_back"]
    assert found == _asked(guest, NEW, topic=topic), "the same seed asks the same"
    assert {name for part in found["parts"] for name in part} == {"name", "asks", "form", "options", "start", "cards"}
    assert not {"answers", "right", "clause", "why"} & found.keys()


def test_staff_are_trained_too(floor: Running) -> None:
    for role in (Role.DEALER, Role.SUPERVISOR, Role.INSPECTOR):
        assert _asked(floor.staff(role), NEW)["parts"]
    stranger = floor.stranger()
    assert stranger.post(f"/api/training/{GAME}/exercise", {"sheet": NEW, "seed": 7}).status_code == 401
    assert stranger.post("/api/training/result", {"sheet": NEW}).status_code == 401


def test_the_table_lies_as_in_the_exercise(guest: Caller) -> None:
    """A drill names the exercise: a misplaced card is shown beside the hands, with its place in words."""
    drill = {"game": GAME, "key": "misplace/5", "due": 0}
    found = _asked(guest, {**NEW, "drills": [drill]})
    assert (found["key"], found["comes_back"]) == ("misplace/5", True)
    table = found["table"]
    assert table["dealer"] == ["8D", "JH"]
    assert table["surplus"] == [{"card": "2S", "place": "box 5"}]
    assert [box["number"] for box in table["boxes"]] == [3, 4, 5]
    assert table["boxes"][2]["hands"][0]["cards"] == ["8H", "8H", "4H"]
    assert [part["start"] for part in found["parts"] if part["name"] == "cards:5.1"] == ["8H 8H 4H 2S"]


def test_cards_to_be_dealt_are_listed_with_some_more(guest: Caller) -> None:
    for key in ("initial-deal/5", "whole-round/5"):
        found = _asked(guest, {**NEW, "drills": [{"game": GAME, "key": key, "due": 0}]})
        (part,) = found["parts"]
        (asked,) = exercise(open_book(GAME), key).asked
        assert len(part["cards"].split()) > len(asked.right.answer.split())


def test_a_mistake_is_marked_with_its_clause_and_comes_back(guest: Caller) -> None:
    told = _answered(guest, "misplace/5", NEW, right=False)
    first = told["marks"][0]
    assert (told["is_right"], first["is_right"], first["answer"], first["clause"]) == (
        False,
        False,
        "reconstruct",
        "18.8",
    )
    assert first["sentence"]
    assert all(mark["is_right"] for mark in told["marks"][1:])
    sheet = told["sheet"]
    for number in range(BACK_AFTER_EXERCISES):
        found = _asked(guest, sheet)
        assert found["key"] != "misplace/5"
        sheet = _answered(guest, found["key"], sheet, right=number >= 0)["sheet"]
    again = _asked(guest, sheet)
    assert (again["key"], again["comes_back"]) == ("misplace/5", True)
    sheet = _answered(guest, "misplace/5", sheet)["sheet"]
    assert sheet["answered"] == 2 + BACK_AFTER_EXERCISES
    assert [drill["key"] for drill in sheet["drills"]] == ["misplace/6"]


def test_the_result_is_that_of_the_command_line(guest: Caller) -> None:
    sheet = _answered(guest, "misplace/5", {"trainee": "=ann"}, right=False)["sheet"]
    told = guest.post("/api/training/result", {"sheet": sheet}).json()
    read = read_sheet(json.dumps(sheet))
    assert told["csv"] == result_csv(read)
    assert told["csv"].splitlines()[1].startswith("'=ann,star-pontoon,irregularities,18.8,1,0,4.5,1,")
    (topic,) = told["topics"]
    assert (topic["title"], topic["seen"], topic["right"], topic["seconds"]) == ("Irregularities", 1, 0, 4.5)
    assert told["clauses"][0]["says"]
    assert decode(written_sheet(read)) == sheet, "the file of `boxseat train --sheet` is the same"


@pytest.mark.parametrize(
    ("sheet", "status", "word"),
    [
        ({"trainee": "ann", "version": 2}, 422, "version"),
        ({"trainee": "ann", "answered": -1}, 422, "answered"),
        ({"trainee": "ann", "drills": [{"game": GAME, "key": "total/5", "due": 10**12}]}, 422, "drills"),
        ({"trainee": "ann", "rows": [{"game": GAME, "topic": "deal", "clause": "12.1", "seen": 1, "right": 2}]}, 422, "12.1"),
        ({"trainee": "ann", "rows": [{"game": GAME, "topic": "deal", "clause": "12.1", "seconds": 1e300}]}, 422, "12.1"),
        ({"trainee": "ann", "notes": ""}, 400, "notes"),
        ({"trainee": 5}, 400, "trainee"),
        ({"trainee": "ann" * 30_000}, 413, "large"),
    ],
)  # fmt: skip
def test_a_sheet_that_cannot_be_is_refused(guest: Caller, sheet: dict[str, Any], status: int, word: str) -> None:
    for path, more in (
        ("result", {}),
        (f"{GAME}/exercise", {"seed": 7}),
        (f"{GAME}/answer", _body("total/5", {"total": "12"}, sheet)),
    ):
        answer = guest.post(f"/api/training/{path}", {**more, "sheet": sheet})
        assert answer.status_code == status, answer.text
        assert word in answer.json()["reason"]


def test_a_wrong_request_is_refused_in_a_sentence(guest: Caller) -> None:
    def refused(key: str, answers: dict[str, str], game: str = GAME) -> tuple[int, str]:
        answer = guest.post(f"/api/training/{game}/answer", _body(key, answers, NEW))
        return answer.status_code, answer.json()["code"]

    assert refused("total/5", {}) == (422, "training/answer")
    assert refused("total/5", {"total": "many"}) == (422, "training/answer")
    assert refused("total/5", {"total": "12", "more": "1"}) == (422, "training/answer")
    assert refused("no-such/5", {}) == (422, "training/none")
    assert refused("total/5", {"total": "12"}, "no-such-game") == (404, "game/none")
    found = guest.post(f"/api/training/{GAME}/exercise", {"sheet": NEW, "seed": 7, "topic": "poker"})
    assert (found.status_code, found.json()["code"]) == (422, "training/none")


def test_drills_that_lead_nowhere_are_passed_over(guest: Caller) -> None:
    drills = [{"game": GAME, "key": f"nothing/{number}", "due": 0} for number in range(200)]
    drills += [{"game": "canberra-pontoon", "key": "total/5", "due": 0}, {"game": GAME, "key": "total/5", "due": 9}]
    found = _asked(guest, {**NEW, "drills": drills})
    assert not found["comes_back"]


def test_exercises_are_limited_as_other_computations(tmp_path: Path) -> None:
    with running(tmp_path, limits=RateLimits(odds=Rate(2, 0.01))) as floor:
        guest = floor.guest()
        for path in ("star-pontoon/exercise", "star-pontoon/exercise"):
            assert guest.post(f"/api/training/{path}", {"sheet": NEW, "seed": 7}).status_code == 200
        for path, more in (("star-pontoon/exercise", {"seed": 7}), ("result", {})):
            answer = guest.post(f"/api/training/{path}", {"sheet": NEW, **more})
            assert (answer.status_code, answer.json()["code"]) == (429, "rate/too-fast")


def test_a_sheet_of_every_clause_fits_into_a_request() -> None:
    """A row for each clause of every skill of all games, in far more than the smallest numbers."""
    rows = [
        {
            "game": game,
            "topic": "irregularities",
            "clause": f"18.{number}.1",
            "seen": 999,
            "right": 888,
            "seconds": 9999.9,
        }
        for game in GAMES
        for number in range(60)
    ]
    drills = [{"game": GAMES[0], "key": f"malfunction-disadvantage/{2**31 - 1}", "due": 99_999} for _ in range(100)]
    sheet = decode(encode({"trainee": "ann", "rows": rows, "drills": drills}), type=Sheet)
    assert len(encode(sheet)) < 48 * 1024
