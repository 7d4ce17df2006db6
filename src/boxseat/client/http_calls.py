"""HTTP calls of the client: login, list of tables, wallet, finished rounds."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import httpx
import msgspec

from boxseat.client.errors import Paused, Refused, SessionOver, Unreachable

HTTP_TIMEOUT_S = 15.0
_HTTP_UNAUTHORIZED = 401
_HTTP_UNAVAILABLE = 503
_NOT_SENT_ERRORS = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.UnsupportedProtocol,
    httpx.InvalidURL,
)


class HttpApi:
    """HTTP API at one address of the house, with the session's token."""

    def __init__(self, url: str, http: httpx.AsyncClient | None = None) -> None:
        self.url = url.rstrip("/")
        self.token = ""
        self._own_http = None if http is not None else httpx.AsyncClient(timeout=HTTP_TIMEOUT_S, trust_env=False)
        self._http: httpx.AsyncClient = http or self._own_http  # type: ignore[assignment]

    async def get(self, path: str, **parameters: str | int) -> Any:
        """Send a GET request; returns the decoded answer."""
        return await self._call("GET", path, params=parameters)

    async def post(self, path: str, body: object = None) -> Any:
        """Send a POST request with a JSON body; returns the decoded answer."""
        content = msgspec.json.encode({} if body is None else body)
        return await self._call("POST", path, content=content)

    async def _call(self, method: str, path: str, **sent: Any) -> Any:
        headers = {"content-type": "application/json", "x-boxseat": "1"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        try:
            answer = await self._http.request(method, self.url + path, headers=headers, **sent)
        except (httpx.RequestError, httpx.InvalidURL) as error:
            why = f"there is no answer from {self.url}: {error or type(error).__name__}"
            maybe_heard = method != "GET" and not isinstance(error, _NOT_SENT_ERRORS)
            raise Unreachable(why, maybe_heard=maybe_heard) from error
        if answer.is_success:
            return _read(answer.content)
        said = error_of(answer.status_code, answer.content)
        if isinstance(said, Refused) and said.status == _HTTP_UNAUTHORIZED and said.code != "login/wrong":
            raise SessionOver(said.reason)
        raise said

    async def close(self) -> None:
        """Close the HTTP client, unless it is shared."""
        if self._own_http is not None:
            await self._own_http.aclose()


def segment(name: str) -> str:
    """A name quoted as a segment of a URL path."""
    return quote(name, safe="")


def error_of(status: int, body: bytes | bytearray | None) -> Refused | Paused:
    """Error for an answer with an error status."""
    said = _read(bytes(body or b""))
    said = said if isinstance(said, dict) else {}
    reason = str(said.get("reason", "")) or f"the house answered {status}"
    if status == _HTTP_UNAVAILABLE:
        return Paused(reason)
    return Refused(str(said.get("code", "")), str(said.get("clause", "")), reason, status=status)


def _read(body: bytes) -> Any:
    if not body:
        return None
    try:
        return msgspec.json.decode(body)
    except msgspec.DecodeError:
        return body.decode(errors="replace")
