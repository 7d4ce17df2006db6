"""Calls at the house's counter, by HTTP: coming in, the list of tables, one's wallet, rounds that are over."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import httpx
import msgspec

from boxseat.client.errors import Paused, Refused, SessionOver, Unreachable

TIMEOUT_S = 15.0
_NOBODY = 401
_UNAVAILABLE = 503
_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol, httpx.InvalidURL)


class Counter:
    """One address of the house, and the token one shows there."""

    def __init__(self, url: str, http: httpx.AsyncClient | None = None) -> None:
        self.url = url.rstrip("/")
        self.token = ""
        self._own = None if http is not None else httpx.AsyncClient(timeout=TIMEOUT_S, trust_env=False)
        self._http: httpx.AsyncClient = http or self._own  # type: ignore[assignment]

    async def get(self, path: str, **parameters: str | int) -> Any:
        return await self._call("GET", path, params=parameters)

    async def post(self, path: str, body: object = None) -> Any:
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
            maybe_heard = method != "GET" and not isinstance(error, _NEVER_SENT)
            raise Unreachable(why, maybe_heard=maybe_heard) from error
        if answer.is_success:
            return _read(answer.content)
        said = error_of(answer.status_code, answer.content)
        if isinstance(said, Refused) and said.status == _NOBODY and said.code != "login/wrong":
            raise SessionOver(said.reason)
        raise said

    async def close(self) -> None:
        if self._own is not None:
            await self._own.aclose()


def segment(name: str) -> str:
    """A name as a part of a path."""
    return quote(name, safe="")


def error_of(status: int, body: bytes | bytearray | None) -> Refused | Paused:
    """What an answer that is no success says."""
    said = _read(bytes(body or b""))
    said = said if isinstance(said, dict) else {}
    reason = str(said.get("reason", "")) or f"the house answered {status}"
    if status == _UNAVAILABLE:
        return Paused(reason)
    return Refused(str(said.get("code", "")), str(said.get("clause", "")), reason, status=status)


def _read(body: bytes) -> Any:
    if not body:
        return None
    try:
        return msgspec.json.decode(body)
    except msgspec.DecodeError:
        return body.decode(errors="replace")
