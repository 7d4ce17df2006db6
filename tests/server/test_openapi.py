"""I2: the server behaves as its API description says, by all checks of Schemathesis. It names every frame."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, get_args

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from boxseat.people.roles import Role
from boxseat.server.api_docs.openapi import document
from boxseat.server.wire.core import AnyCommand, ClientFrame, ServerFrame
from tests.server.server_thread import Caller, Running, running
from tests.tiers import size

EXAMPLES = size(1, 4)
"""Examples for each route and person; the soak test tries thousands."""
NOT_TRIED = {"/api/socket", "/api/logout", "/metrics"}
ODDS = "/api/odds"
NOT_CHECKED = [
    ignored_auth,  # the matrix of roles tests strangers; here one session lasts all the run
    positive_data_acceptance,  # a request of the right shape may still be against the rules of a game
]


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, dict[str, Any], list[Caller]]]:
    with running(tmp_path_factory.mktemp("described")) as floor:
        written = json.loads(floor.http.get("/openapi.json").text)
        people = [floor.guest(), *(floor.staff(role) for role in (Role.GAMING_MANAGER, Role.ADMINISTRATOR))]
        yield floor, written, people


def _routes() -> list[tuple[str, str]]:
    paths = document()["paths"]
    return [
        (path, method)
        for path in paths
        for method in paths[path]
        if path not in NOT_TRIED and not path.startswith(ODDS)
    ]


@pytest.mark.parametrize(("path", "method"), _routes(), ids=str)
def test_i2_every_route_does_as_it_is_described(
    described: tuple[Running, dict[str, Any], list[Caller]], path: str, method: str
) -> None:
    floor, written, people = described
    schema = schemathesis.openapi.from_dict(written)
    operation = schema[path][method.upper()]

    for caller in people:
        _try(operation, floor, caller)


def _try(operation: Any, floor: Running, caller: Caller) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
    )
    @given(case=operation.as_strategy())
    def attempt(case: Any) -> None:
        response = case.call(base_url=floor.url, headers={"Authorization": f"Bearer {caller.token}"})
        floor.sent.append(response.text)
        case.validate_response(response, excluded_checks=NOT_CHECKED)

    attempt()


def test_every_command_and_frame_is_described() -> None:
    written = document()
    schemas = written["components"]["schemas"]
    words = {ref["$ref"].rpartition("/")[2] for ref in schemas["AnyCommand"]["anyOf"]}
    assert len(words) == len(get_args(AnyCommand))
    assert {schemas[word]["properties"]["do"]["enum"][0] for word in words} == {
        str(kind.__struct_config__.tag) for kind in get_args(AnyCommand)
    }
    for name, union in (("ClientFrame", ClientFrame), ("ServerFrame", ServerFrame)):
        refs = {ref["$ref"].rpartition("/")[2] for ref in schemas[name]["anyOf"]}
        assert refs == {kind.__name__ for kind in get_args(union)}


def test_the_example_of_a_command_can_be_sent_as_it_stands(
    described: tuple[Running, dict[str, Any], list[Caller]],
) -> None:
    floor, written, _ = described
    body = written["paths"]["/api/tables/{table_id}/commands"]["post"]["requestBody"]["content"]["application/json"]
    answer = floor.guest().post("/api/tables/star-pontoon-6to5/commands", body["example"])
    assert (answer.status_code, answer.json()["answer"]) == (200, "done"), answer.text


def test_every_way_of_failing_is_described() -> None:
    paths = document()["paths"]
    assert {"200", "429", "503"} <= set(paths["/healthz"]["get"]["responses"])
    assert {"101", "401", "403", "429", "503"} <= set(paths["/api/socket"]["get"]["responses"])


def test_amounts_in_the_settings_of_a_table_are_said_to_be_cents() -> None:
    """This is the only place where money is not in dollars."""
    written = document()
    assert "whole cents" in written["info"]["description"]
    assert "whole cents" in written["components"]["schemas"]["NewTable"]["description"]


def test_every_body_has_an_example() -> None:
    for path, operations in document()["paths"].items():
        for operation in operations.values():
            if body := operation.get("requestBody"):
                assert "example" in body["content"]["application/json"], path
