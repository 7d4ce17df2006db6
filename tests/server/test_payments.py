"""The register of wrong payments over HTTP: who may write, who may read, and the month's report as a file (SP 18.20.2)."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

import pytest

from boxseat.people.roles import Role
from tests.server.server_thread import Caller, Running

REGISTER = "/api/streams/payments/house"


def _command(by: Caller, command: Mapping[str, object], number: int) -> tuple[int, dict[str, object]]:
    version = by.get(REGISTER).json()["version"]
    answer = by.post(f"{REGISTER}/commands", {"id": f"pay-{number}", "version": version, "command": command})
    return answer.status_code, answer.json()


@pytest.fixture
def sue(floor: Running) -> Caller:
    return floor.staff(Role.SUPERVISOR)


def test_a_wrong_payment_is_recorded_reported_and_put_right(floor: Running, sue: Caller) -> None:
    floor.account("pat-paid")
    wrong = {"do": "payment-error", "table": "star-pontoon", "player": "pat-paid", "kind": "over", "amount": "1200"}
    status, done = _command(sue, {**wrong, "intentional": "no"}, 1)
    assert status == 200, done
    result = done["result"]
    assert isinstance(result, dict)
    number = result["error"]
    seen = sue.get(REGISTER).json()["staff"]
    (month,) = {each["month"] for each in seen["errors"] if each["error"] == number}
    report = sue.get(f"/api/payments/reports/{month}")
    assert report.headers["content-type"].startswith("text/csv")
    assert f'filename="wrong-payments-{month}.csv"' in report.headers["content-disposition"]
    (line,) = [line for line in csv.DictReader(io.StringIO(report.text)) if line["error"] == str(number)]
    assert (line["player"], line["amount"], line["status"]) == ("pat-paid", "1200.00", "open")
    assert _command(sue, {"do": "rectify-payment", "error": number, "how": "demanded"}, 2)[0] == 200
    status, refused = _command(sue, {"do": "rectify-payment", "error": number, "how": "reimbursed"}, 3)
    assert (status, refused["code"], refused["clause"]) == (422, "payment/kind", "18.20.1.1")


def test_supervisors_managers_and_inspectors_read_it_and_nobody_else(floor: Running) -> None:
    for role in (Role.SUPERVISOR, Role.GAMING_MANAGER, Role.INSPECTOR):
        caller = floor.staff(role)
        assert caller.get("/api/payments/reports/2024-09").text.startswith("error,month,table,player")
        assert caller.get(REGISTER).status_code == 200
    for role in (Role.DEALER, Role.TOURNAMENT_MANAGER):
        caller = floor.staff(role)
        assert caller.get("/api/payments/reports/2024-09").status_code == 403
        assert caller.get(REGISTER).status_code == 404
    pat = floor.account("pat-reads")
    assert (pat.get("/api/payments/reports/2024-09").status_code, pat.get(REGISTER).status_code) == (403, 404)


@pytest.mark.parametrize("month", ["2024-9", "September", "2024-09-01", "../x"])
def test_what_is_no_month(sue: Caller, month: str) -> None:
    assert sue.get(f"/api/payments/reports/{month}").status_code in (400, 404)


@pytest.mark.parametrize(("table", "clause"), [("canberra-pontoon", "15.5"), ("star-pontoon", "18.8")])
@pytest.mark.parametrize("number", [1, 0, -5, 2**53])
def test_15_5_there_is_no_past_round_at_a_table_where_none_was_played(
    sue: Caller, table: str, clause: str, number: int
) -> None:
    version = sue.get(f"/api/tables/{table}").json()["version"]
    command = {"do": "void-past-round", "number": number, "reason": "a card was misplaced"}
    body = {"id": f"void-{table}-{number}", "version": version, "command": command}
    answer = sue.post(f"/api/tables/{table}/commands", body)
    assert (answer.status_code, answer.json()["clause"]) == (422, clause)
