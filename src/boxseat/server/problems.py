"""Why a request was not met, in one form for all: a code, the clause where a rule book says so, and a sentence."""

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
from boxseat.server.logs import log
from boxseat.server.wire.core import Error

_STATUS = {
    "login/wrong": 401,
    "session/none": 401,
    "name/taken": 409,
    "table/exists": 409,
    "account/none": 404,
    "table/none": 404,
    "round/none": 404,
    "shoe/none": 404,
    "account/oneself": 403,
    "account/disabled": 403,
    "password/due": 403,
    "password/busy": 429,
    "rate/too-fast": 429,
}
_WORDS = {
    400: ("request/bad", "the request cannot be read"),
    404: ("path/none", "there is nothing at this address"),
    405: ("path/method", "this address does not take that method"),
    413: ("request/large", "the request is larger than the server takes"),
    415: ("request/type", "the body must be application/json"),
}
BUSY_S = 2


class Problem(Exception):
    """A request that is not met."""

    def __init__(self, status: int, code: str, reason: str, *, clause: str = "", wait: float = 0) -> None:
        super().__init__(code)
        self.status = status
        self.error = Error(code, clause, reason)
        self.wait = wait
        """After how many seconds it may be asked again; 0 where that is not the point."""


def problem_of(refused: Refusal) -> Problem:
    """A refusal of the house as an answer on the web."""
    wait = BUSY_S if status_of(refused.code) == 429 else 0
    return Problem(status_of(refused.code), refused.code, refused.reason, clause=refused.clause, wait=wait)


def status_of(code: str) -> int:
    if code.startswith("power/"):
        return 403
    return _STATUS.get(code, 422)


def too_fast(wait: float) -> Problem:
    return Problem(429, "rate/too-fast", "you are asking faster than the house answers; wait a moment", wait=wait)


def retry_after(wait: float) -> str:
    """Whole seconds after which it is not too early any more."""
    return str(max(1, math.ceil(wait)))


def answered(error: Error, status: int, wait: float = 0) -> Response[Error]:
    headers = {"Retry-After": retry_after(wait)} if wait else {}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(error, status_code=status, headers=headers)


def on_problem(_: Request[Any, Any, Any], problem: Problem) -> Response[Error]:
    return answered(problem.error, problem.status, problem.wait)


def on_store_down(request: Request[Any, Any, Any], down: StoreDown) -> Response[Error]:
    """Nothing can be written down: the tables stand still too, and everybody is told, until it can be."""
    log().error("the store is down", reason=down.reason)
    request.app.state["node"].house.pause(down.reason)
    return answered(Error("house/paused", "", "the house cannot write anything down now; try again"), 503, 1)


def on_validation(_: Request[Any, Any, Any], error: ValidationException) -> Response[Error]:
    """A body or a parameter of the wrong shape: say which field, never more of what was sent."""
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
    return answered(Error(code, "", reason), 400)


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Error]:
    status = error.status_code
    if status >= 500:
        return on_fault(request, error)
    cause = error.__cause__
    code, reason = _WORDS.get(status, ("request/bad", "the request cannot be met"))
    if status == 400 and isinstance(cause, msgspec.DecodeError):
        code, reason = "request/json", "the body is not JSON"
    response = answered(Error(code, "", reason), status)
    if status == 405:
        response.headers["Allow"] = _methods(request)
    return response


def say_methods(request: Request[Any, Any, Any]) -> Response[None] | None:
    """The answer to OPTIONS; other requests go on. Litestar's own names only the methods of an address's first handler."""
    if request.method != "OPTIONS":
        return None
    return Response(None, status_code=204, headers={"Allow": _methods(request)})


def _methods(request: Request[Any, Any, Any]) -> str:
    """The methods that the address takes."""
    path = request.scope["path"].rstrip("/") or "/"
    found: set[str] = set()
    for route in request.app.routes:
        if re.fullmatch(re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(route.path)), path):
            found |= {str(method) for method in getattr(route, "methods", ())}
    return ", ".join(sorted(found))


def on_fault(_: Request[Any, Any, Any], error: Exception) -> Response[Error]:
    """The last resort: the client learns a number, and the log what it stands for."""
    number = note_fault(error)
    return answered(Error("house/fault", "", f"something is wrong here; it was noted as {number}"), 500)


def note_fault(error: BaseException, **fields: object) -> str:
    number = secrets.token_hex(4)
    told = "".join(traceback.format_exception(error))[-6000:]
    log().error("fault", number=number, kind=type(error).__name__, traceback=told, **fields)
    return number
