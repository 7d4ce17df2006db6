"""Errors of the HTTP API in one format: a code, the clause where a rule book decides, and a sentence."""

from __future__ import annotations

import math
import re
import secrets
import traceback
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from boxseat.journal.entry import StoreDown
from boxseat.refusal import Refusal
from boxseat.refusal_status import status_of
from boxseat.server.logs import log
from boxseat.server.wire.core import Error

_HTTP_ERRORS = {
    400: ("request/bad", "the request cannot be read"),
    404: ("path/none", "there is nothing at this address"),
    405: ("path/method", "this address does not take that method"),
    413: ("request/large", "the request is larger than the server takes"),
    415: ("request/type", "the body must be application/json"),
}
TOO_FAST_RETRY_S = 2
"""Retry-After of a refusal that gives no time."""
TRACEBACK_CHARS_MAX = 6_000


class Problem(Exception):
    """A request that fails, with its HTTP status and error body."""

    def __init__(self, code: str, reason: str, *, clause: str = "", wait: float = 0, status: int = 0) -> None:
        super().__init__(code)
        self.status = status or status_of(code)
        self.error = Error(code, clause, reason)
        self.wait = wait
        """Seconds after which the client may try again; 0 where that does not apply."""


def problem_of(refused: Refusal) -> Problem:
    """A refusal of the house as an HTTP error."""
    wait = TOO_FAST_RETRY_S if status_of(refused.code) == 429 else 0
    return Problem(refused.code, refused.reason, clause=refused.clause, wait=wait)


def too_fast(wait: float) -> Problem:
    """HTTP error for a client that exceeds its rate limit."""
    return Problem("rate/too-fast", "you are asking faster than the house answers; wait a moment", wait=wait)


def retry_after(wait: float) -> str:
    """Value of the Retry-After header: whole seconds, rounded up."""
    return str(max(1, math.ceil(wait)))


def error_response(error: Error, status: int, wait: float = 0) -> Response[Error]:
    """Response with an error body and the headers that its status needs."""
    headers = {"Retry-After": retry_after(wait)} if wait else {}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(error, status_code=status, headers=headers)


def on_problem(_: Request[Any, Any, Any], problem: Problem) -> Response[Error]:
    """Exception handler for `Problem`."""
    return error_response(problem.error, problem.status, problem.wait)


def on_store_down(request: Request[Any, Any, Any], down: StoreDown) -> Response[Error]:
    """Exception handler for a database that does not answer: all tables are paused until it is back."""
    log().error("the store is down", reason=down.reason)
    request.app.state["node"].house.pause(down.reason)
    return error_response(Error("house/paused", "", "the house cannot store anything now; try again"), 503, 1)


def on_validation(_: Request[Any, Any, Any], error: ValidationException) -> Response[Error]:
    """Exception handler for a body or parameter of the wrong shape: names the field, and repeats no other input."""
    code, reason = "request/shape", "the request has the wrong shape"
    if isinstance(error.extra, list) and error.extra:
        first = error.extra[0]
        where, said = str(first.get("key", "")), str(first.get("message", "")).replace("`", "")
        said, *more = said.split(" - at $", 1)
        inside = more[0] if more else ""
        if said == "'data'":
            said, where = "the body is missing", ""
        where = ".".join(part for part in (where, inside.lstrip(".")) if part)
        reason = f"{where}: {said[:1].lower()}{said[1:]}"[:300] if where else said[:300]
    return error_response(Error(code, "", reason), 400)


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Error]:
    """Exception handler for Litestar's own HTTP errors."""
    status = error.status_code
    if status >= 500:
        return on_fault(request, error)
    cause = error.__cause__
    code, reason = _HTTP_ERRORS.get(status, ("request/bad", "the request cannot be met"))
    if status == 400 and isinstance(cause, msgspec.DecodeError):
        code, reason = "request/json", "the body is not JSON"
    response = error_response(Error(code, "", reason), status)
    if status == 405:
        response.headers["Allow"] = _methods(request)
    return response


def answer_options(request: Request[Any, Any, Any]) -> Response[None] | None:
    """Answer to OPTIONS, with all methods of the path; None for other requests.

    Litestar's own answer has only the methods of the path's first handler.
    """
    if request.method != "OPTIONS":
        return None
    return Response(None, status_code=204, headers={"Allow": _methods(request)})


def _methods(request: Request[Any, Any, Any]) -> str:
    """HTTP methods that the path takes."""
    path = request.scope["path"].rstrip("/") or "/"
    found: set[str] = set()
    for route in request.app.routes:
        if re.fullmatch(re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(route.path)), path):
            found |= {str(method) for method in getattr(route, "methods", ())}
    return ", ".join(sorted(found))


def on_fault(_: Request[Any, Any, Any], error: Exception) -> Response[Error]:
    """Exception handler of last resort: the client gets a number, and the log has the error with that number."""
    number = note_fault(error)
    return error_response(Error("house/fault", "", f"internal error; it is in the log as {number}"), 500)


def note_fault(error: BaseException, **fields: object) -> str:
    """Log an internal error with its traceback; returns the number that identifies it."""
    number = secrets.token_hex(4)
    told = "".join(traceback.format_exception(error))[-TRACEBACK_CHARS_MAX:]
    log().error("fault", number=number, kind=type(error).__name__, traceback=told, **fields)
    return number
