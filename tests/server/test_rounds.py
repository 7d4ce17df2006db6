"""Rounds that were played: recalled, replayed to the cent, and their shoes proved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from boxseat.fairness.commitment import ShoeProof, check
from boxseat.people.roles import Role
from boxseat.play.replay import replay
from boxseat.rulebook.load import open_book
from tests.server.server_thread import TABLE, Caller, Running, running


@pytest.fixture(scope="module")
def played(floor: Running) -> Iterator[tuple[Caller, dict[str, object]]]:
    """A person who has played a round, and that round."""
    ann = floor.guest()
    with ann.socket(TABLE) as line:
        line.done(TABLE, "buy-in", amount="500")
        line.done(TABLE, "sit", box=1)
        yield ann, line.play_round(TABLE, 1)["table"]["round"]


def test_the_list_of_rounds_is_newest_first(played: tuple[Caller, dict[str, object]]) -> None:
    ann, last = played
    lines = ann.get(f"/api/tables/{TABLE}/rounds").json()
    assert lines[0]["id"] == last["id"]
    assert lines[0]["over"] is True
    assert ann.get(f"/api/tables/{TABLE}/rounds", params={"before": lines[0]["number"]}).json() == lines[1:]


def test_a_round_is_recalled_and_marked(played: tuple[Caller, dict[str, object]]) -> None:
    ann, last = played
    recalled = ann.get(f"/api/rounds/{last['id']}").json()
    assert recalled["marked"] == "REPLAY"
    assert recalled["net"] == last["net"]
    assert recalled["settlements"] == last["settlements"]


def test_the_document_replays_to_the_cent(played: tuple[Caller, dict[str, object]]) -> None:
    ann, last = played
    document = ann.get(f"/api/rounds/{last['id']}/document").json()
    assert replay(document)["net"] == last["net"]


def test_other_peoples_rounds_are_not_a_players_business(
    floor: Running, played: tuple[Caller, dict[str, object]], supervisor: Caller
) -> None:
    _, last = played
    other, dealer = floor.guest(), floor.staff(Role.DEALER)
    for path in (f"/api/rounds/{last['id']}", f"/api/rounds/{last['id']}/document"):
        assert other.get(path).status_code == 403
        assert dealer.get(path).status_code == 403
        assert supervisor.get(path).status_code == 200
        assert floor.stranger().get(path).status_code == 401


def test_rounds_and_shoes_that_never_were(played: tuple[Caller, dict[str, object]]) -> None:
    ann, last = played
    for path in ("/api/rounds/t9-1", "/api/rounds/%00/document", f"/api/shoes/{last['id']}", "/api/shoes/x"):
        assert ann.get(path).status_code == 404
    assert ann.get(f"/api/rounds/{TABLE}-s1").status_code == 404


def test_a_name_that_no_database_takes_is_nobodys_and_pauses_nothing(store_url: str, tmp_path: Path) -> None:
    command = {"id": "c1", "version": 1, "command": {"do": "ready"}}
    with running(tmp_path, database=store_url) as floor:
        ann, boss = floor.guest(), floor.staff(Role.ADMINISTRATOR)
        for name in ("%00", "a%00b", "%ED%A0%80"):
            for path in (f"rounds/{name}", f"rounds/{name}/document", f"shoes/{name}", f"tables/{name}"):
                assert ann.get(f"/api/{path}").status_code == 404, path
            assert ann.get(f"/api/tables/{name}/rounds").status_code == 404
            assert ann.post(f"/api/tables/{name}/commands", command).json()["code"] == "table/none"
            assert ann.get(f"/api/practice/{name}/advice").status_code == 404
            assert boss.post(f"/api/people/{name}/enable").status_code == 404
            answer = boss.get(f"/api/people?after={name}")
            assert (answer.status_code, answer.json()["reason"][:6]) == (400, "after:")
            assert floor.stranger().get("/api/me", headers={"Cookie": f"boxseat={name}"}).status_code == 401
        login = floor.stranger().post("/api/login", {"name": "a\0b", "password": "a\0b"})
        assert login.status_code == 401
        assert boss.get("/api/people?after=m").status_code == 200
        assert floor.stranger().get("/healthz").status_code == 200


def test_a_round_in_play_is_recalled_but_not_written_down(floor: Running) -> None:
    table = "canberra-pontoon"
    ann = floor.guest()
    with ann.socket(table) as line:
        line.done(table, "buy-in", amount="100")
        line.done(table, "sit", box=1)
        while not line.tables[table]["table"]["in_round"]:
            while line.tables[table]["table"]["cut"]:
                line.done(table, "decline-cut")
            line.done(table, "wager", box=1, stake="5")
            line.done(table, "ready")
        name = line.tables[table]["table"]["round"]["id"]
        assert ann.get(f"/api/rounds/{name}").json()["over"] is False
        assert ann.get(f"/api/rounds/{name}/document").json()["code"] == "round/open"
        shoe = line.tables[table]["table"]["cards"]
        told = ann.get(f"/api/shoes/{shoe['shoe']}").json()
        assert told == {"shoe": shoe["shoe"], "commitment": shoe["commitment"], "revealed": False, "proof": None}


def test_f2_a_shoe_that_is_over_is_proved(floor: Running, supervisor: Caller) -> None:
    """A supervisor orders a new shuffle; the previous shoe shows its seed, and the proof holds."""
    table = "star-pontoon-6to5-2"
    with ExitStack() as stack:
        line = stack.enter_context(floor.guest().socket(table))
        boss = stack.enter_context(supervisor.socket(table))
        line.done(table, "buy-in", amount="500")
        line.done(table, "sit", box=2)
        for _ in range(3):
            shoe = line.play_round(table, 2)["table"]["cards"]["shoe"]
        boss.watch(table)
        boss.done(table, "shuffle")
    told = supervisor.get(f"/api/shoes/{shoe}").json()
    assert told["revealed"] is True
    proof = msgspec.convert(told["proof"], ShoeProof)
    assert proof.commitment == told["commitment"]
    assert check(proof, open_book("star-pontoon-6to5")) == []
    assert len(proof.stages[0].dealt.split()) >= 12


def test_recall_tells_a_player_nobody_elses_chips(floor: Running, supervisor: Caller) -> None:
    """Like the live picture: everyone's wagers and results, but only one's own chips. Staff see all."""
    ann, bob = floor.guest(), floor.guest()
    table = "star-pontoon-6to5"
    with ann.socket(table) as line, bob.socket(table) as bobs:
        line.done(table, "buy-in", amount="300")
        bobs.done(table, "buy-in", amount="200")
        line.done(table, "sit", box=1)
        bobs.done(table, "sit", box=2)
        while line.watch(table)["table"]["cut"] is not None:
            asked = line.tables[table]["table"]["cut"]["player"]
            (line if asked == ann.name else bobs).done(table, "decline-cut", version=line.tables[table]["version"])
        bobs.done(table, "wager", box=2, stake="20")
        line.watch(table)
        line.done(table, "wager", box=1, stake="20")
        for one in (line, bobs):
            one.watch(table)
            one.done(table, "ready")
        floor.run(floor.node.house.table(table))
        round_id = line.watch(table)["table"]["round"]["id"]
        line.done(table, "buy-in", amount="55")
    seen = {one["name"]: one for one in bob.get(f"/api/rounds/{round_id}").json()["players"]}
    assert (seen[bob.name]["before"], seen[bob.name]["bought"]) == ("200.00", "0.00")
    assert (seen[ann.name]["before"], seen[ann.name]["bought"], seen[ann.name]["after"]) == ("", "", "")
    assert "55.00" not in bob.get(f"/api/rounds/{round_id}").text
    told = {one["name"]: one["before"] for one in supervisor.get(f"/api/rounds/{round_id}").json()["players"]}
    assert told == {ann.name: "300.00", bob.name: "200.00"}
