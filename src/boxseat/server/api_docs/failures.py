"""Error responses of the routes, for the OpenAPI document."""

from __future__ import annotations

from litestar.openapi.datastructures import ResponseSpec

from boxseat.server.wire.core import Error

_DESCRIPTIONS = {
    400: "The request cannot be read: unknown or missing fields, wrong types, or not JSON.",
    401: "Nobody is logged in, or the name or password is wrong.",
    403: "This person may not do it, or the request comes from a page of another origin.",
    404: "It does not exist.",
    409: "It exists already, or the table has changed in the meantime.",
    413: "The body is larger than the server takes.",
    415: "The body is not application/json.",
    422: "The rules do not allow it; the clause says which.",
    429: "Too many requests; Retry-After says when to try again.",
    503: "The house cannot store anything now.",
}


def fails(*statuses: int) -> dict[int, ResponseSpec]:
    """Error responses that a route may give, by status."""
    return {
        status: ResponseSpec(Error, description=_DESCRIPTIONS[status], generate_examples=False) for status in statuses
    }


def why(status: int) -> str:
    """Description of an error status."""
    return _DESCRIPTIONS[status]
