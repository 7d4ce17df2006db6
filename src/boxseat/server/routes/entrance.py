"""Ways in that need no password: a person of a demo floor, and the first administrator of a new one."""

from __future__ import annotations

import hmac

from litestar import Response, post

from boxseat.people.front import Front
from boxseat.people.login import Admitted
from boxseat.people.passwords import refusal_of_password
from boxseat.people.sessions import Visit
from boxseat.refusal import Refusal
from boxseat.server.api_docs.failures import fails
from boxseat.server.bodies import read_body
from boxseat.server.guard import AnyRequest, Who, needs, node_of
from boxseat.server.limits.addresses import address_of
from boxseat.server.problems import Problem, problem_of
from boxseat.server.routes.people import welcome
from boxseat.server.wire.core import DemoPerson, FirstAdministrator, Welcome

LINK_OVER = Problem("administrator/link", "this link is over: it makes one administrator, once, after the first start")


@post(
    "/api/demo",
    status_code=200,
    opt=needs(Who.ANYONE, body=DemoPerson),
    responses=fails(400, 403, 429, 503),
    tags=["people"],
)
async def be_demo_person(request: AnyRequest) -> Response[Welcome]:
    """Log in as a person of a demo floor, without a password; any other floor refuses."""
    data = await read_body(request, DemoPerson)
    node = node_of(request)
    node.check_rate(node.arrivals, address_of(request.scope))
    admitted = await node.front.demo.login(data.name)
    if isinstance(admitted, Refusal):
        raise problem_of(admitted)
    return welcome(node, admitted, "demo person")


@post(
    "/api/first-administrator",
    opt=needs(Who.ANYONE, body=FirstAdministrator),
    responses=fails(400, 403, 409, 422, 429, 503),
    tags=["people"],
)
async def make_first_administrator(request: AnyRequest) -> Response[Welcome]:
    """Make the first administrator of a new floor, with the token of the link that was printed at its first start."""
    data = await read_body(request, FirstAdministrator)
    node = node_of(request)
    node.check_rate(node.logins, address_of(request.scope))
    token = node.first_token
    if not token or not hmac.compare_digest(token.encode(), data.token.encode()):
        raise LINK_OVER
    if refused := refusal_of_password(data.name, data.password):
        raise problem_of(refused)
    node.first_token = ""
    admitted = await _first_administrator(node.front, data.name, data.password)
    if isinstance(admitted, Refusal):
        node.first_token = "" if admitted.code == "administrator/exists" else token
        raise problem_of(admitted)
    return welcome(node, admitted, "first administrator")


async def _first_administrator(front: Front, name: str, password: str) -> Admitted | Refusal:
    made = await front.administration.create_first_administrator(name)
    if isinstance(made, Refusal):
        return made
    entered = await front.login.login(made.name, made.password)
    if isinstance(entered, Refusal):
        return entered
    return await front.administration.change_password(Visit(entered.session, entered.person), made.password, password)


ENTRANCE = [be_demo_person, make_first_administrator]
