"""Accounts managed by staff: every route, and its refusals to those who may not use it."""

from __future__ import annotations

from boxseat.people.roles import Role
from tests.server.server_thread import PASSWORD, Caller, Running


def test_an_account_is_seen_changed_closed_and_opened(floor: Running, administrator: Caller) -> None:
    ann = floor.account("ann-staff")
    line = next(one for one in administrator.get("/api/people", params={"after": "ann-staf"}).json())
    assert (line["name"], line["role"], line["disabled"], line["locked"]) == ("ann-staff", "player", False, False)
    assert administrator.post("/api/people/ann-staff/disable").status_code == 200
    assert ann.get("/api/me").status_code == 401
    assert administrator.post("/api/people/ann-staff/disable").json()["code"] == "account/disabled"
    assert floor.stranger().post("/api/login", {"name": "ann-staff", "password": PASSWORD}).status_code == 401
    assert administrator.post("/api/people/ann-staff/enable").status_code == 200
    made = administrator.post("/api/people/ann-staff/reset-password").json()
    login = floor.stranger().post("/api/login", {"name": "ann-staff", "password": made["password"]})
    assert login.json()["person"]["password_due"] is True


def test_nobody_changes_their_own_account(administrator: Caller) -> None:
    answer = administrator.post(f"/api/people/{administrator.name}/role", {"role": "player"})
    assert (answer.status_code, answer.json()["code"]) == (403, "account/oneself")


def test_people_who_are_not_there(administrator: Caller) -> None:
    for what in ("disable", "enable", "end-sessions", "reset-password"):
        for name in ("nobody-here", "%00", "..", "x" * 79):
            assert administrator.post(f"/api/people/{name}/{what}").status_code == 404
    assert administrator.post("/api/people/nobody-here/role", {"role": "dealer"}).status_code == 404
    assert administrator.post("/api/people/nobody-here/role", {"role": "king"}).status_code == 400


def test_everybody_may_end_their_own_sessions_and_nobody_elses(floor: Running) -> None:
    ann, bob = floor.account("ann-ends"), floor.account("bob-ends")
    assert bob.post("/api/people/ann-ends/end-sessions").status_code == 403
    assert ann.post("/api/people/ann-ends/end-sessions").status_code == 200
    assert ann.get("/api/me").status_code == 401


def test_a_staff_account_is_opened_once(administrator: Caller) -> None:
    assert administrator.post("/api/people", {"name": "sue-staff", "role": "supervisor"}).status_code == 201
    again = administrator.post("/api/people", {"name": "sue-staff", "role": "supervisor"})
    assert (again.status_code, again.json()["code"]) == (409, "name/taken")
    player = administrator.post("/api/people", {"name": "pam-staff", "role": str(Role.PLAYER)})
    assert (player.status_code, player.json()["code"]) == (422, "role/player")
