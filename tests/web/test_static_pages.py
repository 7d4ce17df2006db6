"""The pages as a browser gets them: under any path, cached if they never change, revalidated if they may."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest

from boxseat.server.static_pages import Pages, build_of

INDEX = (
    '<!doctype html><meta name="boxseat-build" content="0123456789abcdef" />'
    '<script type="module" src="./assets/index-a.js"></script>'
)
SCRIPT = b"console.log('seven boxes');" * 40


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(INDEX)
    (tmp_path / "assets" / "index-a.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "index-a.js.gz").write_bytes(gzip.compress(SCRIPT))
    return tmp_path


def asked(pages: Pages, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[bytes, bytes], bytes]:
    scope = {
        "method": method,
        "path": path,
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    assert pages.serves(scope)
    asyncio.run(pages(scope, send))
    start, body = sent
    return start["status"], dict(start["headers"]), body["body"]


@pytest.mark.parametrize(
    "path", ["/", "/table/star-pontoon", "/round/t1-r5", "/odds/star-pontoon/8", "/rules/star-pontoon/13.2"]
)
def test_every_address_of_the_application_answers_with_the_page_and_absolute_addresses(folder: Path, path: str) -> None:
    status, headers, body = asked(Pages("/casino", folder), path)
    assert status == 200
    assert headers[b"cache-control"] == b"no-cache"
    assert b'src="/casino/assets/index-a.js"' in body


def test_a_file_with_a_digest_in_its_name_is_kept_for_a_year_and_sent_small(folder: Path) -> None:
    status, headers, body = asked(Pages("", folder), "/assets/index-a.js", accept_encoding="gzip, br;q=0")
    assert (status, headers[b"content-encoding"]) == (200, b"gzip")
    assert b"immutable" in headers[b"cache-control"]
    assert headers[b"content-type"] == b"text/javascript; charset=utf-8"
    assert gzip.decompress(body) == SCRIPT
    assert asked(Pages("", folder), "/assets/index-a.js")[2] == SCRIPT


def test_a_page_that_has_not_changed_is_not_sent_again(folder: Path) -> None:
    pages = Pages("", folder)
    tag = asked(pages, "/")[1][b"etag"].decode()
    assert asked(pages, "/", if_none_match=tag)[0] == 304


def test_a_file_that_is_not_there_is_not_the_application(folder: Path) -> None:
    assert asked(Pages("", folder), "/assets/index-gone.js")[0] == 404
    assert asked(Pages("", folder), "/../pages_served.py")[0] == 404


@pytest.mark.parametrize("path", ["/api/tables", "/healthz", "/metrics", "/openapi.json"])
def test_the_api_is_left_alone(folder: Path, path: str) -> None:
    assert not Pages("", folder).serves({"method": "GET", "path": path})
    assert not Pages("", folder).serves({"method": "POST", "path": "/"})


def test_without_built_pages_a_plain_page_says_how_to_build_them(tmp_path: Path) -> None:
    status, _, body = asked(Pages("", tmp_path), "/")
    assert status == 200
    assert b"make run" in body
    assert build_of(tmp_path) == ""


def test_the_build_is_told_by_its_digest(folder: Path) -> None:
    assert build_of(folder) == "0123456789abcdef"


def test_a_head_request_gets_no_body(folder: Path) -> None:
    status, headers, body = asked(Pages("", folder), "/", "HEAD")
    assert (status, body) == (200, b"")
    assert int(headers[b"content-length"]) > 0
