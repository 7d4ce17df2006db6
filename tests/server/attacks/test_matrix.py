"""S2: who may do what, over HTTP and on the socket: every role, route and command, derived from the code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from msgspec import inspect

from boxseat.clock import Moment
from boxseat.house.authority import NEEDS
from boxseat.people.roles import POWERS, Power, Role
from boxseat.server.app import ROUTES
from boxseat.server.guard import Who
from boxseat.server.wire.core import AnyCommand
from boxseat.table import commands as c
from tests.server.server_thread import TABLE, Caller, Running

FIELDS: dict[str, Any] = {
    "what": {"do": "leave"},
    "box": 7,
    "place": 10,
    "amount": "5",
    "stake": "5",
    "player": "nobody-here",
    "reason": "a test",
    "maximum": "500",
}
HARMLESS = {"/api/logout"}
"""Routes allowed to everyone that would sign out the person whom this file still needs."""


@pytest.fixture(scope="module")
def everyone(floor: Running) -> dict[Role, Caller]:
    return {role: floor.guest() if role is Role.PLAYER else floor.staff(role) for role in Role}


def _routes() -> Iterator[tuple[str, str, Who | Power]]:
    for route in ROUTES:
        (method,) = route.http_methods
        (path,) = route.paths
        yield str(method), re.sub(r"\{\w+:str\}", "nobody-here", path), route.opt["needs"]


def test_every_route_says_whom_it_is_for() -> None:
    routes = list(_routes())
    assert len(routes) >= 25
    assert all(isinstance(needed, Who | Power) for _, _, needed in routes)


@pytest.mark.parametrize(("method", "path", "needed"), list(_routes()), ids=str)
def test_s2_every_role_at_every_route(
    floor: Running, everyone: dict[Role, Caller], method: str, path: str, needed: Who | Power
) -> None:
    stranger = floor.stranger().ask(method, path)
    assert (stranger.status_code == 401) == (needed is not Who.ANYONE and "login" not in path)
    for role, caller in everyone.items():
        if path in HARMLESS:
            continue
        answer = caller.ask(method, path)
        assert answer.status_code != 401 or needed is Who.ANYONE
        if isinstance(needed, Power):
            denied = answer.status_code == 403 and answer.json()["code"] == "power/none"
            assert denied == (needed not in POWERS[role]), (role, answer.text)


def _commands() -> Iterator[tuple[str, type]]:
    for kind in get_args(AnyCommand):
        yield str(kind.__struct_config__.tag), kind


def _written(kind: type) -> dict[str, Any]:
    """The required fields of a command, each with a value of the right type."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return {field.encode_name: _something(field.name, field.type) for field in info.fields if field.required}


def _something(name: str, kind: inspect.Type) -> Any:
    if name in FIELDS and not isinstance(kind, inspect.LiteralType):
        return FIELDS[name]
    match kind:
        case inspect.IntType():
            return 1
        case inspect.BoolType():
            return False
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType():
            return []
        case inspect.StrType():
            return "something"
        case inspect.CustomType(cls=cls) if cls is Moment:
            return "2099-01-01T00:00:00+00:00"
    return "5"


def test_every_command_has_words_and_a_power_and_the_houses_own_have_no_words() -> None:
    kinds = {kind for _, kind in _commands()}
    assert kinds == set(NEEDS)
    assert not kinds & set(get_args(c.HouseCommand))


@pytest.mark.parametrize("role", list(Role), ids=str)
def test_s2_every_role_with_every_command_on_a_socket_and_over_http(
    floor: Running, everyone: dict[Role, Caller], role: Role
) -> None:
    caller = everyone[role]
    table = f"{TABLE}-2"
    with caller.socket(table) as line:
        for word, kind in _commands():
            fields = _written(kind)
            answer = line.do(table, word, version=1, **fields)
            body = {"id": f"m:{word}", "version": 1, "command": {"do": word, **fields}}
            over_http = caller.post(f"/api/tables/{table}/commands", body)
            may = NEEDS[kind] in POWERS[role]
            assert (answer.get("code") == "power/none") == (not may), (role, word, answer)
            assert (over_http.json().get("code") == "power/none") == (not may), (role, word, over_http.text)
            assert (over_http.status_code == 403) == (not may)


def test_s2_words_for_what_the_house_does_itself_are_not_read(floor: Running, everyone: dict[Role, Caller]) -> None:
    for caller in everyone.values():
        with caller.socket(TABLE) as line:
            for command in ({"do": "time-up"}, {"do": "seat-expired", "player": "ann"}):
                frame = {"id": "h1", "table": TABLE, "version": 1, "command": command}
                assert line.say(frame, "error")["code"] == "frame/bad"
