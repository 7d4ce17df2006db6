"""Signing in and out, and one's own account: every route about oneself, and each of its refusals."""

from __future__ import annotations

import pytest

from boxseat.people.roles import Role
from tests.server.server_thread import PASSWORD, TABLE, Caller, Running


def test_a_guest_comes_in_by_one_request(floor: Running) -> None:
    answer = floor.stranger().post("/api/guests")
    assert answer.status_code == 201
    person = answer.json()["person"]
    assert (person["role"], person["guest"]) == ("player", True)
    me = Caller(floor, token=answer.json()["token"]).get("/api/me").json()
    assert me["person"] == person
    assert me["wallet"] == "1000.00"


def test_an_account_is_opened_once_and_logged_into(floor: Running) -> None:
    ann = floor.account("ann-people")
    assert ann.get("/api/me").json()["person"]["guest"] is False
    again = floor.stranger().post("/api/accounts", {"name": "Ann-People", "password": PASSWORD})
    assert (again.status_code, again.json()["code"]) == (409, "name/taken")
    login = floor.stranger().post("/api/login", {"name": "ANN-people", "password": PASSWORD})
    assert login.status_code == 200
    assert login.json()["token"] != ann.token  # a new token at every login (ASVS 7.2.4)


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("x", PASSWORD, "name/shape"),
        ("admin", PASSWORD, "name/reserved"),
        ("bob-people", "short", "password/short"),
        ("bob-people", "password1", "password/common"),
        ("bob-people", "x" * 129, "password/long"),
    ],
)
def test_names_and_passwords_that_may_not_be_chosen(floor: Running, name: str, password: str, code: str) -> None:
    answer = floor.stranger().post("/api/accounts", {"name": name, "password": password})
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_a_failed_login_says_the_same_whatever_was_wrong(floor: Running) -> None:
    floor.account("cat-people")
    wrong = floor.stranger().post("/api/login", {"name": "cat-people", "password": "not this one at all"})
    nobody = floor.stranger().post("/api/login", {"name": "nobody-people", "password": PASSWORD})
    assert wrong.status_code == nobody.status_code == 401
    assert wrong.json() == nobody.json()


def test_after_logout_the_token_opens_nothing(floor: Running, guest: Caller) -> None:
    assert guest.post("/api/logout").status_code == 204
    assert (guest.get("/api/visit").status_code, guest.get("/api/visit").json()) == (200, {"person": None, "demo": []})
    for path in ("/api/me", "/api/wallet", "/api/tables"):
        answer = guest.get(path)
        assert (answer.status_code, answer.json()["code"]) == (401, "session/none")
    assert guest.post("/api/ticket").status_code == 401


def test_a_changed_password_ends_every_other_session(floor: Running) -> None:
    dan = floor.account("dan-people")
    other = floor.stranger().post("/api/login", {"name": "dan-people", "password": PASSWORD}).json()["token"]
    wrong = dan.post("/api/password", {"old": "not this one at all", "new": "nine pears in a red bowl"})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "login/wrong")
    changed = dan.post("/api/password", {"old": PASSWORD, "new": "nine pears in a red bowl"})
    assert changed.status_code == 200
    assert Caller(floor, token=changed.json()["token"]).get("/api/me").status_code == 200
    assert dan.get("/api/me").status_code == 401
    assert Caller(floor, token=other).get("/api/me").status_code == 401


def test_a_guest_has_no_password_to_change(guest: Caller) -> None:
    answer = guest.post("/api/password", {"old": "", "new": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (422, "password/none")


def test_the_statement_tells_where_the_money_came_from_and_went(guest: Caller) -> None:
    with guest.socket(TABLE) as line:
        line.done(TABLE, "buy-in", amount="120.50")
    told = guest.get("/api/wallet").json()
    assert told["wallet"] == "879.50"
    assert [(one["amount"], one["other"]) for one in told["lines"]] == [
        ("-120.50", f"drop/{TABLE}"),
        ("1000.00", "bank"),
    ]
    before = guest.get("/api/wallet", params={"before": told["lines"][0]["seq"]}).json()
    assert [one["amount"] for one in before["lines"]] == ["1000.00"]
    for bad in ("0", "-1", "x", "1.5", str(2**63)):
        assert guest.get("/api/wallet", params={"before": bad}).status_code == 400


def test_somebody_with_a_password_made_for_them_may_only_choose_their_own(
    floor: Running, administrator: Caller
) -> None:
    made = administrator.post("/api/people", {"name": "new-dealer", "role": "dealer"}).json()
    login = floor.stranger().post("/api/login", {"name": "new-dealer", "password": made["password"]})
    assert login.json()["person"]["password_due"] is True
    fresh = Caller(floor, "new-dealer", login.json()["token"], Role.DEALER)
    assert fresh.get("/api/me").status_code == 200
    answer = fresh.get("/api/tables")
    assert (answer.status_code, answer.json()["code"]) == (403, "password/due")


@pytest.mark.parametrize(
    "body", [b"", b"nope", b"[]", b"null", b'"x"', b'{"name": "a"', b'{"name": 1, "password": "x"}', b"\xff\xfe"]
)
def test_a_body_that_cannot_be_read_is_400(floor: Running, body: bytes) -> None:
    answer = floor.stranger().ask("POST", "/api/login", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert set(answer.json()) == {"code", "clause", "reason"}


def test_an_unknown_field_is_400_and_named(floor: Running) -> None:
    answer = floor.stranger().post("/api/login", {"name": "ann", "password": PASSWORD, "otp": "1"})
    assert answer.status_code == 400
    assert "otp" in answer.json()["reason"]


def test_paths_and_methods_that_are_not_there(floor: Running, guest: Caller) -> None:
    assert guest.get("/api/nothing").status_code == 404
    answer = guest.get("/api/login")
    assert (answer.status_code, answer.json()["code"]) == (405, "path/method")
    assert answer.headers["allow"] == "OPTIONS, POST"
