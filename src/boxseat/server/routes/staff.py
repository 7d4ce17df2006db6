"""Management of accounts by staff; `boxseat.people` decides who may do what."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.params import Parameter

from boxseat.people.administration import OneTimePassword
from boxseat.people.roles import Person, Power
from boxseat.refusal import Refusal
from boxseat.server.api_docs.failures import fails
from boxseat.server.bodies import read_body
from boxseat.server.guard import AnyRequest, Who, needs, node_of, person_of
from boxseat.server.logs import log
from boxseat.server.problems import problem_of
from boxseat.server.wire.core import AccountSeen, NewRole, NewStaff, OneTime, PersonSeen, person_seen, whole

Name = Annotated[str, Parameter(max_length=80)]
After = Annotated[
    str, Parameter(max_length=80, pattern=whole("[A-Za-z0-9_-]*"), description="Only names after this one.")
]
_CHANGES = fails(400, 401, 403, 404, 422, 429, 503)


@get("/api/people", opt=needs(Power.SEE_ACCOUNTS), responses=fails(400, 401, 403, 429, 503), tags=["staff"])
async def people(request: AnyRequest, after: After = "") -> list[AccountSeen]:
    """Accounts in the order of their names, a hundred at a time."""
    page = await node_of(request).front.administration.page(person_of(request), after)
    if isinstance(page, Refusal):
        raise problem_of(page)
    return [
        AccountSeen(one.name, one.role, one.guest, one.disabled, one.locked, one.opened // 1000, one.last_in // 1000)
        for one in page
    ]


@post(
    "/api/people",
    opt=needs(Power.MANAGE_ACCOUNTS, body=NewStaff),
    responses=fails(400, 401, 403, 409, 422, 429, 503),
    tags=["staff"],
)
async def open_staff(request: AnyRequest) -> OneTime:
    """Open a staff account; the answer has a one-time password for the first login."""
    data = await read_body(request, NewStaff)
    by = person_of(request)
    return _one_time(
        by, "staff account opened", await node_of(request).front.administration.open_staff(by, data.name, data.role)
    )


@post(
    "/api/people/{name:str}/role",
    status_code=200,
    opt=needs(Power.MANAGE_ACCOUNTS, body=NewRole),
    responses=_CHANGES,
    tags=["staff"],
)
async def give_role(request: AnyRequest, name: Name) -> PersonSeen:
    """Change a person's role; all their sessions end."""
    data = await read_body(request, NewRole)
    by = person_of(request)
    return _changed(by, "role given", await node_of(request).front.administration.give_role(by, name, data.role))


@post(
    "/api/people/{name:str}/disable",
    status_code=200,
    opt=needs(Power.MANAGE_ACCOUNTS),
    responses=_CHANGES,
    tags=["staff"],
)
async def disable(request: AnyRequest, name: Name) -> PersonSeen:
    """Close a person's account; all their sessions end."""
    by = person_of(request)
    return _changed(by, "account closed", await node_of(request).front.administration.disable(by, name))


@post(
    "/api/people/{name:str}/enable",
    status_code=200,
    opt=needs(Power.MANAGE_ACCOUNTS),
    responses=_CHANGES,
    tags=["staff"],
)
async def enable(request: AnyRequest, name: Name) -> PersonSeen:
    """Open a person's account again, or lift a lock-out."""
    by = person_of(request)
    return _changed(by, "account opened again", await node_of(request).front.administration.enable(by, name))


@post(
    "/api/people/{name:str}/end-sessions", status_code=200, opt=needs(Who.SOMEBODY), responses=_CHANGES, tags=["staff"]
)
async def end_sessions(request: AnyRequest, name: Name) -> PersonSeen:
    """End all sessions and sockets of a person; everyone may end their own."""
    by = person_of(request)
    return _changed(by, "sessions ended", await node_of(request).front.administration.end_sessions(by, name))


@post(
    "/api/people/{name:str}/reset-password",
    status_code=200,
    opt=needs(Power.MANAGE_ACCOUNTS),
    responses=_CHANGES,
    tags=["staff"],
)
async def reset_password(request: AnyRequest, name: Name) -> Response[OneTime]:
    """Set a one-time password for a person; their sessions and their lock-out end."""
    by = person_of(request)
    made = _one_time(by, "password reset", await node_of(request).front.administration.reset_password(by, name))
    return Response(made)


def _changed(by: Person, what: str, done: Person | Refusal) -> PersonSeen:
    if isinstance(done, Refusal):
        log().warning("denied", person=by.name, what=what, code=done.code)
        raise problem_of(done)
    log().info(what, person=done.name, by=by.name)
    return person_seen(done)


def _one_time(by: Person, what: str, made: OneTimePassword | Refusal) -> OneTime:
    if isinstance(made, Refusal):
        log().warning("denied", person=by.name, what=what, code=made.code)
        raise problem_of(made)
    log().info(what, person=made.name, by=by.name)
    return OneTime(made.name, made.password)


STAFF = [people, open_staff, give_role, disable, enable, end_sessions, reset_password]
