"""Who may ask for what: the session behind a request, where it comes from, and the power its route needs.

A route names what it needs (`needs=`) and is not served without having been asked for it; what names nothing is a mistake of the
programmer and is refused. A page of another origin cannot act for somebody: a cookie counts only together with a header that such a
page may not send, and with an origin that is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from boxseat.people.roles import Person, Power, refusal_of
from boxseat.people.sessions import Visit
from boxseat.server.logs import log
from boxseat.server.node import Node
from boxseat.server.problems import Problem, problem_of
from boxseat.server.settings import LOOPBACK_NAMES, ServerSettings

COOKIE = "boxseat"
HEADER = "x-boxseat"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
NO_SESSION = Problem(401, "session/none", "log in first, or come in as a guest")
Asker = ASGIConnection[Any, Any, Any, Any]
AnyRequest = Request[Any, Any, Any]


class Who(Enum):
    """Routes that ask for no power."""

    ANYONE = "anyone"
    SOMEBODY = "somebody who is in"


def needs(what: Who | Power, *, body: type | None = None) -> dict[str, Any]:
    """What a route asks of the person who calls it, for the route's `opt`; and the record that its body holds."""
    return {"needs": what, "body": body}


def node_of(asker: Asker) -> Node:
    found: Node = asker.app.state["node"]
    return found


def visit_of(asker: Asker) -> Visit:
    """Who asks, once the guard has let them by."""
    found: Visit = asker.scope["state"]["visit"]
    return found


def person_of(asker: Asker) -> Person:
    return visit_of(asker).person


async def check_caller(asker: Asker, handler: BaseRouteHandler) -> None:
    """Let a request by, or raise why not."""
    if asker.scope.get("method") == "OPTIONS":  # which methods an address takes is no secret, and nothing is done
        return
    needed = handler.opt["needs"]
    if needed is Who.ANYONE:
        return
    token, from_cookie = token_in(asker)
    visit = await node_of(asker).front.sessions.find(token) if token else None
    if visit is None:
        raise NO_SESSION
    if from_cookie and str(asker.scope.get("method")) not in SAFE:
        if asker.headers.get(HEADER) != "1":
            raise Problem(403, "origin/header", "a page that acts for somebody sends the header X-Boxseat: 1")
        if "origin" not in asker.headers:
            raise Problem(403, "origin/none", "a page that acts for somebody says where it comes from")
    if isinstance(needed, Power) and (refused := refusal_of(visit.person, needed)):
        log().warning("denied", person=visit.person.name, role=str(visit.person.role), needed=str(needed))
        raise problem_of(refused)
    asker.scope["state"]["visit"] = visit


def token_in(asker: Asker) -> tuple[str, bool]:
    """The token a request brings, and whether it came as a cookie."""
    scheme, _, token = asker.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip(), False
    return asker.cookies.get(COOKIE, ""), True


def header(scope: Any, name: bytes) -> str | None:
    """A header of a request that Litestar has not seen yet; none where it is missing, all of them where it is there twice."""
    found = [value for key, value in scope["headers"] if key == name]
    return b", ".join(found).decode("latin-1") if found else None


def is_known_host(settings: ServerSettings, host: str | None) -> bool:
    """Whether the server is called by a name it has, and not by one that somebody else's name server made up for it."""
    if host is None:
        return False
    host = host.lower()
    name = re.sub(":[0-9]*$", "", host)
    return name in LOOPBACK_NAMES or bool({host, name} & settings.allowed_hosts())


def is_allowed_origin(settings: ServerSettings, origin: str | None, host: str | None) -> bool:
    """Whether pages of an origin may call: those the server itself gives out, and those its operator has named."""
    if origin is None:  # no browser
        return True
    origin = origin.lower()
    if origin in settings.allowed_origins():
        return True
    return host is not None and origin in (f"http://{host.lower()}", f"https://{host.lower()}")


def address_of(scope: Any) -> str:
    """Where a request comes from; of an IPv6 address the part that belongs to one household."""
    host = scope["client"][0] if scope.get("client") else ""
    address = read_address(host)
    if address is None:
        return str(host)
    return str(IPv6Address(int(address) >> 64 << 64)) if isinstance(address, IPv6Address) else str(address)


def read_address(host: str) -> IPv4Address | IPv6Address | None:
    """A caller's address; a server that listens on IPv6 sees IPv4 callers as ``::ffff:192.0.2.7``, which is 192.0.2.7."""
    try:
        address = ip_address(host)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def is_among(host: str, networks: Iterable[str]) -> bool:
    """Whether a caller's address is one of these, or in one of these networks."""
    address = read_address(host)
    if address is None:
        return False
    return any(one in ip_network(each) for each in networks for one in (address, ip_address(host)))
