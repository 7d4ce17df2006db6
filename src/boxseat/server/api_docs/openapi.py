"""The OpenAPI document: Litestar's description of the routes, and all commands and WebSocket frames."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Any, Union, get_args, get_type_hints

import msgspec
from litestar.openapi.config import OpenAPIConfig
from msgspec import UNSET, Meta, UnsetType

from boxseat import __version__
from boxseat.clock import Moment
from boxseat.money import Cents
from boxseat.rulebook.load import GAMES
from boxseat.server.api_docs.failures import why
from boxseat.server.wire.core import AnyCommand, ClientFrame, Nothing, ServerFrame, ShortText
from boxseat.table.commands import Command, RecordedCommand
from boxseat.table.signs.commands import BetLimits

_AMOUNT_DESCRIPTION = "An amount in dollars, above zero, in whole cents."
Amount = (
    Annotated[str, Meta(pattern=r"^[0-9]{1,10}(\.[0-9]{1,2})?$", description=_AMOUNT_DESCRIPTION, examples=["37.50"])]
    | Annotated[float, Meta(gt=0, le=10_000_000_000, description=_AMOUNT_DESCRIPTION, examples=[20])]
)
_SCHEMA_REF = "#/components/schemas/{name}"


@cache
def description() -> bytes:
    """The OpenAPI document as JSON, made at the first request."""
    return msgspec.json.encode(document())


def document() -> dict[str, Any]:
    """The OpenAPI document."""
    from boxseat.server.app import ROUTES, make_litestar
    from boxseat.server.settings import ServerSettings

    config = OpenAPIConfig(
        title="boxseat", version=__version__, description=_API_DESCRIPTION, use_handler_docstrings=True
    )
    written: dict[str, Any] = make_litestar(None, ServerSettings(), openapi_config=config).openapi_schema.to_schema()
    schemas = written["components"].setdefault("schemas", {})
    schemas.update(_records())
    for route in ROUTES:
        if route.opt.get("body") is not None and route.include_in_schema is not False:
            (path,) = route.paths
            _describe_body(written, re.sub(r"\{(\w+):str\}", r"{\1}", path), route.opt["body"])
    for operations in written["paths"].values():
        for operation in operations.values():
            operation["security"] = _security(operation)
    written["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": "boxseat"},
    }
    written["paths"]["/api/socket"] = _SOCKET_PATH_ITEM
    return written


IsoTime = Annotated[str, msgspec.Meta(description="A time with its offset, such as 2024-09-02T18:00:00+10:00.")]


def _custom_schema(kind: type) -> dict[str, Any]:
    """The schema of an amount or a time inside a part of a command."""
    return msgspec.json.schema(Amount if kind is Cents else IsoTime)


def _records() -> dict[str, Any]:
    """All commands and frames by name, for programs that generate types from them."""
    kinds = [_plain_commands(), ServerFrame, *(_plain(kind) for kind in get_args(ClientFrame))]
    (command, server, *client), schemas = msgspec.json.schema_components(
        kinds, schema_hook=_custom_schema, ref_template=_SCHEMA_REF
    )
    return {**schemas, "AnyCommand": command, "ClientFrame": {"anyOf": client}, "ServerFrame": server}


@cache
def _plain_commands() -> Any:
    return Union[tuple(_plain(kind) for kind in get_args(AnyCommand))]  # noqa: UP007


@cache
def _plain(kind: Any) -> Any:
    """A record as it appears in JSON: amounts are text or numbers, and not cents."""
    config = kind.__struct_config__
    hints = get_type_hints(kind, include_extras=True)
    fields: list[Any] = []
    for field in msgspec.structs.fields(kind):
        hint = hints[field.name]
        parts = get_args(hint)
        if hint is Moment or Moment in parts:
            hint = IsoTime | None if type(None) in parts else IsoTime
            fields.append((field.name, hint) if field.required else (field.name, hint, field.default))
        elif hint is Cents or (Cents in parts and type(None) in parts):
            optional = (Amount | None, None) if type(None) in parts else (Amount | UnsetType, UNSET)
            fields.append((field.name, Amount) if field.required else (field.name, *optional))
        elif hint == BetLimits | None:
            hint = _plain(BetLimits) | None
            fields.append((field.name, hint) if field.required else (field.name, hint, field.default))
        elif field.name == "player":
            fields.append((field.name, ShortText) if field.required else (field.name, ShortText, field.default))
        elif field.name == "command" and field.type is not msgspec.Raw:
            fields.append((field.name, _plain_commands()))
        elif hint == RecordedCommand:
            fields.append((field.name, Union[tuple(_plain(each) for each in parts)]))  # noqa: UP007
        else:
            fields.append((field.name, hint) if field.required else (field.name, hint, field.default))
    named = f"{kind.__name__.removeprefix('Do')}Command" if issubclass(kind, Command) else kind.__name__
    return msgspec.defstruct(
        named,
        fields,
        namespace={"__doc__": kind.__doc__},
        tag=config.tag,
        tag_field=config.tag_field,
        forbid_unknown_fields=True,
        rename={field.name: field.encode_name for field in msgspec.structs.fields(kind)},
    )


def _describe_body(written: dict[str, Any], path: str, kind: type) -> None:
    operation = written["paths"][path]["post"]
    (schema,), found = msgspec.json.schema_components(
        [_plain(kind)], schema_hook=_custom_schema, ref_template=_SCHEMA_REF
    )
    written["components"]["schemas"].update(found)
    content = {"schema": schema, "example": _EXAMPLES[path]}
    operation["requestBody"] = {"required": kind is not Nothing, "content": {"application/json": content}}
    for status in (400, 413, 415):
        operation["responses"][str(status)] = {**operation["responses"]["429"], "description": why(status)}


def _security(operation: dict[str, Any]) -> list[dict[str, list[str]]]:
    return [{"token": []}, {"cookie": []}] if "401" in operation["responses"] else []


_API_DESCRIPTION = (
    "Tables of casino twenty-one. Money is a decimal string in dollars; only in the settings of a new table (POST /api/tables) are"
    " amounts whole cents. Log in as a guest (POST /api/guests) or by name (POST /api/login), send the token as a"
    " bearer token, and open a socket with a ticket (POST /api/ticket, then GET /api/socket). Pages use the cookie"
    " instead, and send the header X-Boxseat: 1 with every request that changes something."
)
_EXAMPLES: dict[str, dict[str, Any]] = {
    "/api/guests": {},
    "/api/accounts": {"name": "ann", "password": "seven plums in a blue bowl"},
    "/api/login": {"name": "ann", "password": "seven plums in a blue bowl"},
    "/api/demo": {"name": "sue"},
    "/api/first-administrator": {"token": "the link's", "name": "amy", "password": "seven plums in a blue bowl"},
    "/api/password": {"old": "seven plums in a blue bowl", "new": "nine pears in a red bowl"},
    "/api/ticket": {},
    "/api/tables": {"game": GAMES[0], "options": {"decks": 8}},
    "/api/tables/{table_id}/commands": {
        "id": "c1",
        "version": 0,
        "command": {"do": "buy-in", "amount": "100"},
    },
    "/api/streams/{kind}/{name}/commands": {
        "id": "c2",
        "version": 0,
        "command": {"do": "buy-in", "amount": "100"},
    },
    "/api/practice": {"game": GAMES[0]},
    "/api/practice/{table_id}/drill": {"theme": "pairs"},
    "/api/rulings": {
        "document": {
            "game": GAMES[0],
            "cards": "KS 9S 7D 5H",
            "wagers": [{"box": 1, "player": "ann", "stake": "10"}, {"box": 2, "player": "bob", "stake": "10"}],
            "decisions": [{"by": "dealer", "do": "misplace", "after_cards": 3, "to": "2"}],
        }
    },
    "/api/training/{game}/exercise": {"seed": 7, "topic": "irregularities", "sheet": {"trainee": "ann"}},
    "/api/training/{game}/answer": {
        "key": "total/5",
        "answers": {"total": "soft 17"},
        "seconds": 4.5,
        "day": "2026-10-26",
        "sheet": {"trainee": "ann"},
    },
    "/api/training/result": {"sheet": {"trainee": "ann"}},
    "/api/people": {"name": "sue", "role": "supervisor"},
    "/api/people/{name}/role": {"role": "dealer"},
}
_ERROR_CONTENT = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
_SOCKET_PATH_ITEM: dict[str, Any] = {
    "get": {
        "tags": ["socket"],
        "summary": "Socket",
        "operationId": "Socket",
        "description": (
            "A WebSocket. The client sends frames of `ClientFrame`, at most 16 KiB each; the server sends frames of"
            " `ServerFrame`. All are JSON text. The socket is closed with 4401 when the session is over, 1008 for"
            " abuse, 1009 for a frame that is too large."
        ),
        "parameters": [
            {
                "name": "ticket",
                "in": "query",
                "required": True,
                "schema": {"type": "string"},
                "description": "From POST /api/ticket; valid once, for half a minute.",
            }
        ],
        "responses": {
            "101": {"description": "Frames follow."},
            "401": {"description": "The ticket is not valid.", "content": _ERROR_CONTENT},
            **{str(status): {"description": why(status), "content": _ERROR_CONTENT} for status in (403, 429, 503)},
        },
        "x-client-frames": {"$ref": "#/components/schemas/ClientFrame"},
        "x-server-frames": {"$ref": "#/components/schemas/ServerFrame"},
    }
}
