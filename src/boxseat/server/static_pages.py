"""Static pages: index.html for every address of the web application, and the files it refers to.

Files with a digest in their name never change and are cached for a year. index.html is revalidated each time, so that
an upgrade is seen at once. Files that the build has compressed are sent compressed to browsers that accept it.
"""

from __future__ import annotations

import hashlib
import mimetypes
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

Send = Callable[[Any], Awaitable[None]]
PAGES_FOLDER = Path(__file__).with_name("pages")
API_PATHS = ("/api/", "/healthz", "/metrics", "/openapi.json")
NOT_BUILT_PAGE = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>boxseat</title><h1>The floor is open, and its pages are not built</h1>"
    "<p>In the source tree, <code>make run</code> builds them; so does <code>npm ci &amp;&amp; npm run build</code> in"
    " <code>web/</code>. Then start the floor again. An installed package brings them along.</p>"
    "<p>Programs find the API described at <a href=openapi.json>openapi.json</a>.</p></html>"
)
CONTENT_CODINGS = (("br", ".br"), ("gzip", ".gz"))
CACHE_FOR_A_YEAR = b"public, max-age=31536000, immutable"
_MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
_BUILD_DIGEST = re.compile(r'<meta name="boxseat-build" content="([0-9a-f]+)"')


class Page(NamedTuple):
    """A static file in each of its content codings."""

    kind: bytes
    cached: bytes
    forms: dict[str, bytes]
    """Content by coding; "" for the uncompressed file."""
    tag: bytes


class Pages:
    """All static files, read once when the server starts."""

    def __init__(self, base: str = "", folder: Path = PAGES_FOLDER) -> None:
        self._files: dict[str, Page] = {}
        index = folder / "index.html"
        if not index.is_file():
            self._index = _page("text/html", b"no-cache", {"": NOT_BUILT_PAGE.encode()})
            return
        text = index.read_text("utf-8")
        # index.html is served at paths of any depth, so its relative links get the prefix.
        placed = re.sub(r'(src|href)="\./', rf'\1="{base}/', text).encode()
        self._index = _page("text/html", b"no-cache", {"": placed})
        for file in sorted(folder.rglob("*")):
            if file.is_file() and file.suffix not in (".gz", ".br") and file != index:
                self._read(folder, file)

    def _read(self, folder: Path, file: Path) -> None:
        path = f"/{file.relative_to(folder).as_posix()}"
        forms = {"": file.read_bytes()}
        for coding, suffix in CONTENT_CODINGS:
            packed = file.with_name(file.name + suffix)
            if packed.is_file() and packed.stat().st_size < len(forms[""]):
                forms[coding] = packed.read_bytes()
        kind = _MEDIA_TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        self._files[path] = _page(kind, CACHE_FOR_A_YEAR if path.startswith("/assets/") else b"no-cache", forms)

    def serves(self, scope: Any) -> bool:
        """Whether a request is for a page and not for the API."""
        return scope["method"] in ("GET", "HEAD") and not scope["path"].startswith(API_PATHS)

    async def __call__(self, scope: Any, send: Send) -> None:
        path = scope["path"]
        page = self._files.get(path)
        if page is None and _is_file(path):
            await _respond(
                send, scope, 404, [(b"content-type", b"text/plain; charset=utf-8")], b"There is no such file."
            )
            return
        page = page or self._index
        headers = {key: value for key, value in scope["headers"] if key in (b"accept-encoding", b"if-none-match")}
        sent = [(b"cache-control", page.cached), (b"etag", page.tag), (b"vary", b"accept-encoding")]
        if page.tag in headers.get(b"if-none-match", b""):
            await _respond(send, scope, 304, sent, b"")
            return
        coding = _coding(page, headers.get(b"accept-encoding", b"").decode("latin-1"))
        sent.append((b"content-type", page.kind))
        if coding:
            sent.append((b"content-encoding", coding.encode()))
        await _respond(send, scope, 200, sent, page.forms[coding])


def _is_file(path: str) -> bool:
    """Whether a path names a file; the dots of ``/rules/star-pontoon/13.2`` belong to a clause."""
    return "." in path.rpartition("/")[2] and not path.startswith("/rules/")


def build_of(folder: Path = PAGES_FOLDER) -> str:
    """Digest of the current build; a page of another build reloads itself."""
    try:
        found = _BUILD_DIGEST.search((folder / "index.html").read_text("utf-8"))
    except OSError:
        return ""
    return found.group(1) if found else ""


def _page(kind: str, cached: bytes, forms: dict[str, bytes]) -> Page:
    charset = "; charset=utf-8" if kind.startswith("text/") else ""
    tag = hashlib.sha256(forms[""]).hexdigest()[:20]
    return Page(f"{kind}{charset}".encode(), cached, forms, f'"{tag}"'.encode())


def _coding(page: Page, accepted: str) -> str:
    """Preferred content coding that the browser accepts; "" for none."""
    takes = {
        part.split(";")[0].strip() for part in accepted.lower().split(",") if not part.replace(" ", "").endswith(";q=0")
    }
    return next((coding for coding, _ in CONTENT_CODINGS if coding in takes and coding in page.forms), "")


async def _respond(send: Send, scope: Any, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    sized = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": sized})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
