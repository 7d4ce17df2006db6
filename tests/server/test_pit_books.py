"""The cage and the pit's books over HTTP: who may write, who may read, and results as JSON and as a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from itertools import count
from typing import Any

import pytest

from boxseat.people.roles import Role
from tests.server.server_thread import TABLE, Caller, Running

CAGE = "/api/streams/cage/house"
_numbers = count(1)


def _done(by: Caller, do: str, **fields: Any) -> Mapping[str, Any]:
    answer = by.post(
        f"{CAGE}/commands", {"id": f"cage-{next(_numbers)}", "version": 0, "command": {"do": do, **fields}}
    )
    assert answer.status_code == 200, answer.text
    result: Mapping[str, Any] = answer.json().get("result") or {}
    return result


@pytest.fixture(scope="module")
def staff(floor: Running) -> dict[Role, Caller]:
    return {role: floor.staff(role) for role in Role if role is not Role.PLAYER}


def test_a_fill_goes_from_the_order_to_the_receipt(staff: dict[Role, Caller]) -> None:
    chips = {"25": 40}
    order = _done(staff[Role.SUPERVISOR], "request-fill", table=TABLE, chips=chips)["order"]
    assert _done(staff[Role.CAGE], "issue-fill", order=order, chips=chips) == {"difference": "0.00"}
    assert _done(staff[Role.DEALER], "receive-fill", order=order, chips={"25": 39}) == {"difference": "-25.00"}
    books = staff[Role.CAGE].get("/api/pit/cage").json()
    (seen,) = [each for each in books["cage"]["orders"] if each["order"] == order]
    assert (seen["what"], seen["ordered"]["chips"], seen["received"]["amount"]) == ("fill", {"25.00": 40}, "975.00")
    (tray,) = [each for each in books["floats"] if each["table"] == TABLE]
    assert (tray["fills"], tray["transit"]) == ("975.00", "25.00")
    assert staff[Role.GAMING_MANAGER].get("/api/pit/cage").status_code == 200


def test_a_dealer_counts_without_the_expected_sum(staff: dict[Role, Caller]) -> None:
    dealer = staff[Role.DEALER]
    assert dealer.get("/api/pit/cage").status_code == 403
    picture = dealer.get(CAGE).json()
    assert set(picture["picture"]) == {"orders", "footage"}
    assert set(picture["staff"]) == {"orders", "dealing"}
    assert "difference" in _done(dealer, "count-float", table=TABLE, chips={"100": 1})


def test_results_are_for_the_manager_and_the_inspector_as_json_and_as_a_file(staff: dict[Role, Caller]) -> None:
    boss = staff[Role.GAMING_MANAGER]
    rows = boss.get("/api/pit/results").json()
    assert TABLE in {row["table"] for row in rows}
    assert all(row["theoretical"] is not None and row["outside"] is False for row in rows if not row["rounds"])
    file = boss.get("/api/pit/results.csv")
    assert file.headers["content-type"].startswith("text/csv")
    lines = list(csv.DictReader(io.StringIO(file.text)))
    assert [line["table"] for line in lines] == [row["table"] for row in rows]
    year = boss.get("/api/pit/results", params={"by": "game", "period": "year"}).json()
    assert all(row["table"] == "" and len(row["period"]) == 4 for row in year)
    assert boss.get("/api/pit/ratings").status_code == staff[Role.INSPECTOR].get("/api/pit/ratings").status_code == 200
    for role in (Role.DEALER, Role.SUPERVISOR, Role.CAGE, Role.SURVEILLANCE):
        assert staff[role].get("/api/pit/results").status_code == 403


@pytest.mark.parametrize(
    "asked", ["first=2024-02-30", "first=2024-09-02&last=2024-09-01", "first=2020-01-01&last=2024-01-01"]
)
def test_days_that_there_are_not_are_refused(staff: dict[Role, Caller], asked: str) -> None:
    assert staff[Role.GAMING_MANAGER].get(f"/api/pit/results?{asked}").status_code in (400, 422)


def test_the_shift_log_and_footage(staff: dict[Role, Caller]) -> None:
    supervisor, eye = staff[Role.SUPERVISOR], staff[Role.SURVEILLANCE]
    _done(supervisor, "dealer-in", table=TABLE, dealer=staff[Role.DEALER].name)
    _done(supervisor, "shift-note", text="the cutting card is worn")
    lines = staff[Role.DEALER].get("/api/pit/shift-log").json()
    assert [(line["dealer"], line["text"]) for line in lines[-2:]] == [
        (staff[Role.DEALER].name, ""),
        ("", "the cutting card is worn"),
    ]
    assert staff[Role.DEALER].get("/api/pit/shift-log?day=2020-01-01").json() == []
    number = _done(supervisor, "request-footage", table=TABLE, text="box 3")["request"]
    assert [each["request"] for each in eye.get("/api/pit/footage").json() if not each["answered_by"]] == [number]
    _done(eye, "answer-footage", request=number, reference="cam 2")
    assert eye.get("/api/pit/footage").json()[-1]["reference"] == "cam 2"
    assert staff[Role.CAGE].get("/api/pit/footage").status_code == 403
    assert eye.get("/api/pit/cage").status_code == 403
