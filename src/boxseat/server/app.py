"""ASGI application: checks every request, then passes it to the HTTP API, the static pages or the WebSocket endpoint."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException

from boxseat.journal.entry import StoreDown
from boxseat.server.guard import SAFE_METHODS, check_caller, header, is_allowed_origin, is_known_host
from boxseat.server.limits.addresses import address_of
from boxseat.server.logs import log
from boxseat.server.node import Node
from boxseat.server.problems import (
    Problem,
    answer_options,
    on_fault,
    on_http,
    on_problem,
    on_store_down,
    on_validation,
    retry_after,
)
from boxseat.server.routes.acts import ACTS
from boxseat.server.routes.entrance import ENTRANCE
from boxseat.server.routes.events import EVENT_ROUTES
from boxseat.server.routes.exercises import TRAINING_ROUTES
from boxseat.server.routes.games import GAMES_ROUTES
from boxseat.server.routes.health import HEALTH
from boxseat.server.routes.log import LOG
from boxseat.server.routes.notices import NOTICE_ROUTES
from boxseat.server.routes.odds import ODDS
from boxseat.server.routes.payments import PAYMENT_REPORTS
from boxseat.server.routes.people import PEOPLE
from boxseat.server.routes.pit.pit_books import PIT_BOOKS
from boxseat.server.routes.practice import PRACTICE_ROUTES
from boxseat.server.routes.rounds import ROUNDS_ROUTES
from boxseat.server.routes.rules import RULES
from boxseat.server.routes.rulings import RULINGS
from boxseat.server.routes.search import SEARCH_ROUTES
from boxseat.server.routes.staff import STAFF
from boxseat.server.routes.streams import STREAMS
from boxseat.server.routes.tables import TABLES
from boxseat.server.routes.version import VERSION_ROUTES
from boxseat.server.settings import ServerSettings
from boxseat.server.static_pages import API_PATHS, Pages
from boxseat.server.websocket.endpoint import SOCKET_PATH, Receive, Send, Sockets

ROUTES: list[Any] = [
    *PEOPLE,
    *ENTRANCE,
    *TABLES,
    *STREAMS,
    *PAYMENT_REPORTS,
    *PIT_BOOKS,
    *ACTS,
    *ROUNDS_ROUTES,
    *NOTICE_ROUTES,
    *EVENT_ROUTES,
    *SEARCH_ROUTES,
    *STAFF,
    *LOG,
    *HEALTH,
    *GAMES_ROUTES,
    *VERSION_ROUTES,
    *ODDS,
    *RULES,
    *RULINGS,
    *PRACTICE_ROUTES,
    *TRAINING_ROUTES,
]
SECURITY_HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
HTTPS_HEADERS = [(b"strict-transport-security", b"max-age=31536000")]
NO_STORE = (b"cache-control", b"no-store")
CORS_HEADERS = [
    (b"access-control-allow-methods", b"GET, POST"),
    (b"access-control-allow-headers", b"authorization, content-type, x-boxseat"),
    (b"access-control-expose-headers", b"retry-after"),
    (b"access-control-max-age", b"600"),
    (b"vary", b"origin"),
    (b"cross-origin-resource-policy", b"cross-origin"),
]
"""For pages of the origins that the operator allows. They send a token; the session cookie is not sent across origins."""
SAME_ORIGIN_ONLY = (b"cross-origin-resource-policy", b"same-origin")


def make_litestar(node: Node | None, settings: ServerSettings, **more: Any) -> Litestar:
    """Litestar application with all routes, one access guard and one error format."""
    more.setdefault("openapi_config", None)
    return Litestar(
        route_handlers=ROUTES,
        guards=[check_caller],
        before_request=answer_options,
        state=State({"node": node}),
        exception_handlers={
            Problem: on_problem,
            StoreDown: on_store_down,
            ValidationException: on_validation,
            HTTPException: on_http,
            Exception: on_fault,
        },
        request_max_body_size=settings.limits.body_bytes,
        logging_config=None,
        **more,
    )


class AsgiApp:
    """ASGI entry point: checks host, origin and rate limit, removes a proxy's path prefix, and adds the security headers."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._settings = node.settings
        self._api = make_litestar(node, node.settings)
        self._pages = Pages(node.settings.base)
        self._sockets = Sockets(node)
        self._origins = self._settings.allowed_origins()
        self._headers = [*SECURITY_HEADERS, *(HTTPS_HEADERS if self._settings.is_secure else [])]

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        base = self._settings.base
        if base and scope["path"].startswith(f"{base}/"):
            path = scope["path"][len(base) :]
            scope = {**scope, "path": path, "raw_path": path.encode(), "root_path": ""}
        problem: Problem | None = None
        try:
            self._check(scope)
        except Problem as found:
            problem = found
            if found.status == 429:
                scope["state"]["connection"].slow_down(found.wait)
        if scope["type"] == "websocket":
            await receive()  # websocket.connect
            if problem is None:
                await self._sockets(scope, receive, send)
            else:
                await self._sockets.refuse(scope, send, problem)
            return
        began = time.perf_counter()
        status = 0

        async def with_headers(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", ()), *self._headers, *self._cors_headers(scope)]
                if scope["path"].startswith("/api/"):
                    headers.append(NO_STORE)
                message = {**message, "headers": headers}
            await send(message)

        if problem is not None:
            await _send_problem(with_headers, problem)
        elif self._pages.serves(scope):
            await self._pages(scope, with_headers)
        else:
            await self._api(scope, receive, with_headers)
        self._count(scope, status, time.perf_counter() - began)

    def _cors_headers(self, scope: Any) -> list[tuple[bytes, bytes]]:
        """CORS headers of an answer: an allowed origin may read the API's answers, any other origin none."""
        origin = header(scope, b"origin")
        if origin is None or origin.lower() not in self._origins or not scope["path"].startswith(API_PATHS):
            return [SAME_ORIGIN_ONLY]
        return [(b"access-control-allow-origin", origin.encode("latin-1")), *CORS_HEADERS]

    def _check(self, scope: Any) -> None:
        """Raise `Problem` for a request that is refused before its content is read."""
        settings, address = self._settings, address_of(scope)
        self._node.check_rate(self._node.requests, address)
        host, origin = header(scope, b"host"), header(scope, b"origin")
        if not is_known_host(settings, host):
            raise Problem("host/unknown", "this server does not have that host name")
        is_socket = scope["type"] == "websocket"
        if (is_socket or scope["method"] not in SAFE_METHODS) and not is_allowed_origin(settings, origin, host):
            what = "socket" if is_socket else "request"
            log().warning(f"{what} of a foreign origin", origin=origin, address=address)
            raise Problem("origin/foreign", "pages of this origin may not call the house")
        if is_socket and scope["path"] != SOCKET_PATH:
            raise Problem("path/none", "there is no socket at this address")

    def _count(self, scope: Any, status: int, seconds: float) -> None:
        handler = scope.get("route_handler")
        route = scope.get("path_template") or (handler and sorted(handler.paths)[0]) or "none"
        self._node.metrics.request(str(route), status)
        if status >= 500 and status != 503:
            self._node.metrics.fault()


async def _send_problem(send: Send, problem: Problem) -> None:
    headers = [(b"content-type", b"application/json")]
    if problem.wait:
        headers.append((b"retry-after", retry_after(problem.wait).encode()))
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(problem.error)})
