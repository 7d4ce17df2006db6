"""Text in commands and addresses: if it cannot be stored, the refusal names the field, and nothing changes."""

from __future__ import annotations

import pytest

from tests.server.server_thread import TABLE, Caller, Running


def test_a_name_with_nul_is_refused_before_it_reaches_a_table(floor: Running, supervisor: Caller) -> None:
    before = floor.on_loop(lambda: [live.table.version for live in floor.node.house.loaded_tables()])
    for command in ({"do": "reserve", "box": 1, "player": "a\0"}, {"do": "void-round", "reason": "a\0b"}):
        body = {"id": "c1", "version": 1, "command": command}
        answer = supervisor.post(f"/api/tables/{TABLE}/commands", body)
        assert (answer.status_code, answer.json()["code"]) == (400, "request/shape")
        assert "NUL" in answer.json()["reason"]
        with supervisor.socket(TABLE) as line:
            line.send({"table": TABLE, **body})
            error = line.until("error")
            assert (error["code"], error["id"]) == ("frame/bad", "c1")
    assert floor.on_loop(lambda: [live.table.version for live in floor.node.house.loaded_tables()]) == before


@pytest.mark.parametrize("command_id", ["abc\n", "\nabc", "abc\r\n"])
def test_a_line_break_is_no_part_of_a_command_id(guest: Caller, command_id: str) -> None:
    body = {"id": command_id, "version": 1, "command": {"do": "ready"}}
    assert guest.post(f"/api/tables/{TABLE}/commands", body).json()["code"] == "request/shape"
    with guest.socket(TABLE) as line:
        line.send({"table": TABLE, **body})
        assert line.until("error")["code"] == "frame/bad"
        line.send({"watch": TABLE + "\n"})
        assert line.until("error")["code"] == "frame/bad"


@pytest.mark.parametrize("path", ["/api/odds/star-pontoon/simulate?strategy=chart%0A", "/api/rules?way=enforced%0A"])
def test_a_line_break_is_no_part_of_a_choice(floor: Running, path: str) -> None:
    assert floor.http.get(path).status_code == 400
