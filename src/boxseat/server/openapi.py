"""The description of the API: Litestar's of the routes, and beside it every command and every frame of the socket."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

import msgspec
from litestar.openapi.config import OpenAPIConfig

from boxseat import __version__
from boxseat.money import Cents
from boxseat.server.wire import AnyCommand, ClientFrame, ServerFrame

AMOUNT = {
    "anyOf": [
        {"type": "string", "pattern": "^[0-9]{1,10}(\\.[0-9]{1,2})?$"},
        {"type": "number", "exclusiveMinimum": 0, "maximum": 10_000_000_000},
    ],
    "description": "An amount in dollars, above zero, in whole cents.",
    "examples": ["37.50", 20],
}
_REF = "#/components/schemas/{name}"


@cache
def description() -> bytes:
    """The OpenAPI document, made when somebody first asks for it."""
    return msgspec.json.encode(document())


def document() -> dict[str, Any]:
    from boxseat.server.app import make_litestar
    from boxseat.server.settings import ServerSettings

    config = OpenAPIConfig(title="boxseat", version=__version__, description=_ABOUT, use_handler_docstrings=True)
    written: dict[str, Any] = make_litestar(None, ServerSettings(), openapi_config=config).openapi_schema.to_schema()
    schemas = written["components"].setdefault("schemas", {})
    schemas.update(_records())
    for path, method, example in _EXAMPLES:
        content = written["paths"][path][method]["requestBody"]["content"]["application/json"]
        content["example"] = example
    for operations in written["paths"].values():
        for operation in operations.values():
            operation["security"] = _security(operation)
    written["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": "boxseat"},
    }
    written["paths"]["/api/socket"] = _SOCKET
    return written


def _records() -> dict[str, Any]:
    """All commands and frames, by name, for those who generate types from them."""
    kinds = [AnyCommand, ServerFrame, *get_args(ClientFrame)]
    (command, server, *client), schemas = msgspec.json.schema_components(kinds, schema_hook=_schema, ref_template=_REF)
    return {**schemas, "AnyCommand": command, "ClientFrame": {"anyOf": client}, "ServerFrame": server}


def _schema(kind: type) -> dict[str, Any]:
    if kind is Cents:
        return AMOUNT
    raise NotImplementedError(kind)


def _security(operation: dict[str, Any]) -> list[dict[str, list[str]]]:
    return [{"token": []}, {"cookie": []}] if "401" in operation["responses"] else []


_ABOUT = (
    "Tables of casino twenty-one. Money is a decimal string in dollars. Come in as a guest (POST /api/guests) or by name (POST"
    " /api/login), send the token as a bearer token, and open a socket with a ticket (POST /api/ticket, then GET /api/socket)."
    " Pages use the cookie instead, and send the header X-Boxseat: 1 with whatever changes something."
)
_EXAMPLES: list[tuple[str, str, dict[str, Any]]] = [
    ("/api/guests", "post", {}),
    ("/api/accounts", "post", {"name": "ann", "password": "seven plums in a blue bowl"}),
    ("/api/login", "post", {"name": "ann", "password": "seven plums in a blue bowl"}),
    ("/api/password", "post", {"old": "seven plums in a blue bowl", "new": "nine pears in a red bowl"}),
    ("/api/ticket", "post", {}),
    ("/api/tables", "post", {"game": "star-pontoon", "options": {"decks": 8}}),
    (
        "/api/tables/{table_id}/commands",
        "post",
        {"id": "c1", "version": 12, "command": {"do": "wager", "box": 3, "stake": "20"}},
    ),
    ("/api/people", "post", {"name": "sue", "role": "supervisor"}),
    ("/api/people/{name}/role", "post", {"role": "dealer"}),
]
_SOCKET: dict[str, Any] = {
    "get": {
        "tags": ["socket"],
        "summary": "Socket",
        "operationId": "Socket",
        "description": (
            "A WebSocket. The client sends frames of `ClientFrame`, the server those of `ServerFrame`; all are JSON text of 16 KiB"
            " at the most. Closed with 4401 when the session is over, 1008 for abuse, 1009 for a frame that is too large."
        ),
        "parameters": [
            {
                "name": "ticket",
                "in": "query",
                "required": True,
                "schema": {"type": "string"},
                "description": "From POST /api/ticket; good once, for half a minute.",
            }
        ],
        "responses": {"101": {"description": "Frames follow."}, "401": {"description": "The ticket opens nothing."}},
        "x-client-frames": {"$ref": "#/components/schemas/ClientFrame"},
        "x-server-frames": {"$ref": "#/components/schemas/ServerFrame"},
    }
}
