"""Access control of the HTTP routes: the session of a request, CSRF protection, and the power that a route needs.

Every route declares what it needs (`needs=`); one that declares nothing is a programming error and is not served. CSRF: a session
cookie counts only together with a header that a page of another origin may not send, and with an allowed origin.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from boxseat.people.roles import Person, Power, refusal_of
from boxseat.people.sessions import Visit
from boxseat.server.history import History
from boxseat.server.limits.addresses import address_of
from boxseat.server.logs import log
from boxseat.server.node import Node
from boxseat.server.problems import Problem, problem_of
from boxseat.server.settings import LOOPBACK_NAMES, ServerSettings

SESSION_COOKIE = "boxseat"
CSRF_HEADER = "x-boxseat"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
NO_SESSION = Problem("session/none", "log in first, or come in as a guest")
AnyConnection = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]


class Who(Enum):
    """Access levels of routes that need no power."""

    ANYONE = "anyone"
    SOMEBODY = "somebody who is in"


def needs(what: Who | Power, *, body: type | None = None) -> dict[str, Any]:
    """Route option: who may call the route, and the record type of its body."""
    return {"needs": what, "body": body}


def node_of(connection: AnyConnection) -> Node:
    """Server node that handles a request."""
    found: Node = connection.app.state["node"]
    return found


def visit_of(connection: AnyConnection) -> Visit:
    """Session of a request that has passed the guard."""
    found: Visit = connection.scope["state"]["visit"]
    return found


def person_of(connection: AnyConnection) -> Person:
    """Person who sent a request."""
    return visit_of(connection).person


def history_of(connection: AnyConnection) -> History:
    """Reads of history for a request, counted against the rate limits of its sender."""
    node = node_of(connection)
    node.check_history(person_of(connection), address_of(connection.scope))
    return node.history


async def check_caller(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """Guard of all routes; raises `Problem` for a request that is not allowed."""
    if connection.scope.get("method") == "OPTIONS":  # the methods of a path are public, and nothing is changed
        return
    needed = handler.opt["needs"]
    if needed is Who.ANYONE:
        return
    token, from_cookie = token_in(connection)
    visit = await node_of(connection).front.sessions.find(token) if token else None
    if visit is None:
        raise NO_SESSION
    if from_cookie and str(connection.scope.get("method")) not in SAFE_METHODS:
        if connection.headers.get(CSRF_HEADER) != "1":
            raise Problem("origin/header", "a request with a session cookie must have the header X-Boxseat: 1")
        if "origin" not in connection.headers:
            raise Problem("origin/none", "a request with a session cookie must have an Origin header")
    if isinstance(needed, Power) and (refused := refusal_of(visit.person, needed)):
        log().warning("denied", person=visit.person.name, role=str(visit.person.role), needed=str(needed))
        raise problem_of(refused)
    connection.scope["state"]["visit"] = visit


def token_in(connection: AnyConnection) -> tuple[str, bool]:
    """Session token of a request, and whether it came as a cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip(), False
    return connection.cookies.get(SESSION_COOKIE, ""), True


def header(scope: Any, name: bytes) -> str | None:
    """Header of a raw ASGI request: None where it is missing, all values joined where it is repeated."""
    found = [value for key, value in scope["headers"] if key == name]
    return b", ".join(found).decode("latin-1") if found else None


def is_known_host(settings: ServerSettings, host: str | None) -> bool:
    """Whether the Host header names this server; protects against DNS rebinding."""
    if host is None:
        return False
    host = host.lower()
    name = re.sub(":[0-9]*$", "", host)
    return name in LOOPBACK_NAMES or bool({host, name} & settings.allowed_hosts())


def is_allowed_origin(settings: ServerSettings, origin: str | None, host: str | None) -> bool:
    """Whether pages of an origin may call: the server's own pages, and origins that the operator has named."""
    if origin is None:  # no browser
        return True
    origin = origin.lower()
    if origin in settings.allowed_origins():
        return True
    return host is not None and origin in (f"http://{host.lower()}", f"https://{host.lower()}")
