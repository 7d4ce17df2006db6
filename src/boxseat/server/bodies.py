"""Request bodies: strict JSON. A number in quotes is not a number, and an unknown field is refused."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

import msgspec
from litestar.exceptions import InternalServerException

from boxseat.house.command_codec import error_sentence, read_value
from boxseat.server.guard import AnyRequest
from boxseat.server.problems import Problem

T = TypeVar("T", bound=msgspec.Struct)
JSON_MEDIA_TYPE = "application/json"


async def read_body(request: AnyRequest, kind: type[T]) -> T:
    """Request body decoded as a record of this type; `Problem` where it is not valid."""
    try:
        raw = await request.body()
    except InternalServerException:  # the client has disconnected; it is not an error of the server
        raise Problem("request/broken-off", "the request ended before it was complete") from None
    if not raw:
        raw = b"{}"
    elif request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON_MEDIA_TYPE:
        raise Problem("request/type", "the body must be application/json")
    try:
        found: T = _decoder(kind).decode(raw)
    except msgspec.ValidationError as error:
        raise Problem("request/shape", error_sentence(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Problem("request/json", "the body is not JSON") from None
    return found


@cache
def _decoder(kind: type[Any]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind, dec_hook=read_value)
