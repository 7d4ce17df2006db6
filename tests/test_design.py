"""The design page is correct: every file that it names exists, and so does every name that it gives in one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "boxseat"
PAGE = (ROOT / "docs" / "design.md").read_text("utf-8")
PATHS = sorted(set(re.findall(r"`([a-z_]+(?:/[a-z_]+)*(?:\.py|/))`", PAGE)))
NAMED = sorted(set(re.findall(r"`([a-z_/]+\.py)` `([A-Za-z_.]+)`", PAGE)))


@pytest.mark.parametrize("path", PATHS)
def test_files_and_rooms_are_there(path: str) -> None:
    folders = (SOURCE, SOURCE / "server", ROOT, SOURCE / "table", SOURCE / "odds", SOURCE / "rulebook")
    assert any((folder / path).exists() for folder in folders)


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_names_are_there(path: str, name: str) -> None:
    text = (SOURCE / path).read_text("utf-8")
    for part in name.split("."):
        assert re.search(rf"\b(class|def) {part}\b", text), f"{path} has no {part}"


def test_every_room_is_in_the_table() -> None:
    rooms = {path.name for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    table = PAGE.split("## Rooms")[1].split("## A round")[0]
    named = set(re.findall(r"`([a-z_]+(?:\.py)?)/?`", table))
    assert rooms - named == {"__init__.py", "__main__.py"}
