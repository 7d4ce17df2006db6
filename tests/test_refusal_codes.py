"""One list of refusal codes, with meaning and HTTP status: the program uses no others, and the manual shows them
all."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from boxseat.refusal_codes import CODES
from boxseat.refusal_status import NOT_ALLOWED, status_of

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "boxseat"
CODE = re.compile(r"[a-z]+(-[a-z]+)*/[a-z]+(-[a-z]+)*")
MEDIA_TYPES = {
    "application/json",
    "application/octet-stream",
    "text/css",
    "text/csv",
    "text/event-stream",
    "text/html",
    "text/javascript",
}


@cache
def used() -> dict[str, str]:
    """Every string in the source that looks like a code, each with a file that contains it."""
    found: dict[str, str] = {}
    for path in SOURCE.rglob("*.py"):
        if path.name not in ("refusal_codes.py", "refusal_status.py") and "pages" not in path.relative_to(SOURCE).parts:
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                    found[node.value] = str(path.relative_to(SOURCE))
    return {code: path for code, path in found.items() if code not in MEDIA_TYPES}


def test_every_code_that_is_used_is_listed_and_every_listed_one_used() -> None:
    assert {code: path for code, path in used().items() if code not in CODES} == {}
    assert set(CODES) - set(used()) == set()


def test_codes_and_meanings_read_well() -> None:
    for code, meaning in CODES.items():
        assert CODE.fullmatch(code)
        assert len(meaning) > 8
        assert meaning[-1] not in ".!"


def test_a_refusal_by_the_rules_is_422_and_what_is_not_there_404() -> None:
    """A hit between rounds is refused by the rules (422); a round that was never played does not exist (404)."""
    assert status_of("round/none") == NOT_ALLOWED
    assert status_of("round/unknown") == 404
    assert {status_of(code) for code in CODES} == {400, 401, 403, 404, 405, 409, 413, 415, 421, 422, 429, 431, 500, 503}


def test_the_manual_lists_them_all() -> None:
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `([a-z/-]+)` \| (\d{3} \| .*?) \|$", page, flags=re.MULTILINE))
    assert rows == {code: f"{status_of(code)} | {meaning}" for code, meaning in CODES.items()}
