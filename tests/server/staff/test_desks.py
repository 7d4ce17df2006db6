"""What staff read and acknowledge over HTTP: disputes, notices, significant events and past rounds; and who may not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boxseat.people.roles import Role
from tests.server.server_thread import TABLE, Caller, Running, running
from tests.web.set_cards import Hands, on_the_shoe


class Evening:
    """A floor on which ann has played a round, disputed it, and complained of the decision."""

    def __init__(self, floor: Running, data: Path) -> None:
        self.floor = floor
        self.ann, self.bob = floor.guest(), floor.guest()
        self.sue, self.dan = floor.staff(Role.SUPERVISOR), floor.staff(Role.DEALER)
        self.gus, self.ivy = floor.staff(Role.GAMING_MANAGER), floor.staff(Role.INSPECTOR)
        with on_the_shoe(Hands(data / "hands")) as hands, self.ann.socket(TABLE) as line:
            line.done(TABLE, "buy-in", amount="200")
            line.done(TABLE, "sit", box=1)
            while line.tables[TABLE]["table"]["cut"] is not None:
                line.done(TABLE, "decline-cut")
            hands.set(TABLE, "KS 7D KH JC")
            self.round = line.play_round(TABLE, 1)["table"]["round"]["id"]
        about = {"do": "dispute", "table": TABLE, "about": "the seven was a nine"}
        self.dispute = _done(self.ann, "disputes", about)["result"]["dispute"]
        decided = {"do": "rule-on-dispute", "dispute": self.dispute, "upheld": False, "text": "it was a seven"}
        _done(self.sue, "disputes", decided)
        _done(self.ann, "disputes", {"do": "complain", "dispute": self.dispute})


def _command(caller: Caller, kind: str, command: dict[str, Any]) -> Any:
    body = {"id": f"{caller.name}-{command['do']}", "version": 0, "command": command}
    return caller.post(f"/api/streams/{kind}/house/commands", body)


def _done(caller: Caller, kind: str, command: dict[str, Any]) -> Any:
    answer = _command(caller, kind, command)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    data = tmp_path_factory.mktemp("floor")
    with running(data) as floor:
        yield Evening(floor, data)


def test_a_player_sees_their_own_disputes_and_those_who_decide_see_what_is_to_be_done(evening: Evening) -> None:
    path = "/api/streams/disputes/house"
    (mine,) = evening.ann.get(path).json()["you"]["to_do"]
    assert (mine["dispute"], mine["status"], mine["round"]) == (evening.dispute, "with-inspector", evening.round)
    assert mine["decisions"][0]["text"] == "it was a seven"
    assert evening.ann.get(f"/api/rounds/{mine['round']}").status_code == 200, "its record is there"
    for staff in (evening.sue, evening.gus, evening.ivy):
        (line,) = staff.get(path).json()["staff"]["to_do"]
        assert (line["about"], line["to_do"]) == ("the seven was a nine", "inspect")
    assert "seven" not in evening.bob.get(path).text
    for stranger in (evening.dan, evening.floor.staff(Role.TOURNAMENT_MANAGER), evening.floor.staff(Role.CAGE)):
        assert stranger.get(path).status_code == 404


def test_notices_are_listed_for_their_desk_until_seen_and_after(evening: Evening) -> None:
    (notice,) = [each for each in evening.ivy.get("/api/notices").json() if "complains" in each["text"]]
    assert (notice["to"], notice["about"], notice["seen_by"]) == ("inspector", f"table/{TABLE}", "")
    refused = _command(evening.sue, "notices", {"do": "acknowledge", "notice": notice["notice"]})
    assert (refused.status_code, refused.json()["code"]) == (422, "notice/not-yours")
    _done(evening.ivy, "notices", {"do": "acknowledge", "notice": notice["notice"]})
    seen = next(each for each in evening.ivy.get("/api/notices").json() if each["notice"] == notice["notice"])
    assert seen["seen_by"] == evening.ivy.name
    assert seen["seen_at"] >= seen["at"]
    assert [each["to"] for each in evening.ann.get("/api/notices").json()] == [evening.ann.name]
    assert evening.ann.get("/api/notices", params={"before": 1}).json() == []
    assert evening.bob.get("/api/notices").json() == evening.sue.get("/api/notices").json() == []


def test_events_are_filtered_acknowledged_and_exported(evening: Evening) -> None:
    evening.floor.account("zoe-wrong")
    wrong = {"name": "zoe-wrong", "password": "not hers at all"}
    assert evening.floor.stranger().post("/api/login", wrong).status_code == 401
    (failed,) = evening.gus.get("/api/events", params={"kind": "failed-login"}).json()["events"]
    assert (failed["about"], failed["seen_by"], failed["round"]) == ("account/zoe-wrong", "", "")
    disputes = evening.ivy.get("/api/events", params={"kind": "dispute", "about": f"table/{TABLE}"}).json()["events"]
    assert [(each["who"], each["what"]) for each in disputes] == [
        (evening.ann.name, f"dispute raised: player {evening.ann.name}, number {evening.dispute}")
    ]
    _done(evening.ivy, "notices", {"do": "acknowledge-event", "event": failed["event"]})
    lines = evening.gus.get("/api/events.csv", params={"kind": "failed-login"}).text.splitlines()
    assert lines[0].split(",") == ["event", "at", "kind", "who", "about", "round", "what", "seen_by", "seen_at"]
    assert f"account/zoe-wrong,,login failed,{evening.ivy.name}," in lines[1]
    assert "table-hours" not in {each["kind"] for each in evening.gus.get("/api/events").json()["events"]}
    for caller in (evening.ann, evening.dan, evening.sue):
        for path in ("/api/events", "/api/events.csv"):
            assert caller.get(path).status_code == 403


@pytest.mark.parametrize(
    ("given", "is_found"),
    [
        ({}, True),
        ({"table": TABLE}, True),
        ({"table": "canberra-pontoon"}, False),
        ({"since": 1, "until": 2}, False),
        ({"player": "ann"}, True),
        ({"player": "bob"}, False),
        ({"cards": "KH KS"}, True),
        ({"cards": "7D JC"}, True),
        ({"cards": "KS 7D"}, False),
        ({"event": "void"}, False),
        ({"before": 1}, False),
    ],
)
def test_a_round_is_found_by_table_time_player_and_hand(
    evening: Evening, given: dict[str, Any], is_found: bool
) -> None:
    if "player" in given:
        given = {**given, "player": getattr(evening, given["player"]).name}
    answer = evening.sue.get("/api/search/rounds", params=given).json()
    found = [each["id"] for each in answer["rounds"]]
    assert (evening.round in found) == is_found
    assert answer["before"] == 0


def test_only_those_who_may_recall_any_round_search(evening: Evening) -> None:
    for caller, status in ((evening.ann, 403), (evening.dan, 403), (evening.ivy, 200), (evening.gus, 200)):
        assert caller.get("/api/search/rounds").status_code == status
    assert evening.sue.get("/api/search/rounds", params={"cards": "no card"}).status_code == 400
