"""Error responses of the routes, for the OpenAPI document."""

from __future__ import annotations

from litestar.openapi.datastructures import ResponseSpec

from boxseat.server.wire.core import Error

_DESCRIPTIONS = {
    400: "The request cannot be read: unknown or missing fields, wrong types, no JSON.",
    401: "Nobody is logged in, or the name or password is wrong.",
    403: "This person may not, or the request comes from a foreign page.",
    404: "There is no such thing.",
    409: "It is there already, or the table has moved on.",
    413: "The body is larger than the server takes.",
    415: "The body is not application/json.",
    422: "The rules do not allow it; the clause says which.",
    429: "Asked too fast; Retry-After says when to come again.",
    503: "The house cannot write anything down now.",
}


def fails(*statuses: int) -> dict[int, ResponseSpec]:
    """Error responses that a route may give, by status."""
    return {
        status: ResponseSpec(Error, description=_DESCRIPTIONS[status], generate_examples=False) for status in statuses
    }


def why(status: int) -> str:
    """Description of an error status."""
    return _DESCRIPTIONS[status]
