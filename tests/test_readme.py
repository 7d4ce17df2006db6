"""README and docs are correct: the round in Python runs, commands print what is shown, and links lead somewhere."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest

from boxseat.cli.round_story import story
from boxseat.play.document import read_document
from boxseat.play.replay import play_document, replay

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def test_the_round_in_the_readme_runs() -> None:
    ran = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert ran.failed == 0
    assert ran.attempted > 10


def test_the_account_in_the_readme_is_what_replay_prints() -> None:
    shown = (ROOT / "README.md").read_text("utf-8").split("disputed.json\n")[1].split("```")[0]
    disputed = json.loads((ROOT / "docs" / "examples" / "disputed.json").read_text("utf-8"))
    told = story(play_document(read_document(disputed))).splitlines()
    assert [line for line in shown.splitlines() if line != "..." and line not in told] == []


def test_the_document_in_the_manual_is_answered_as_the_contract_says() -> None:
    manual = (ROOT / "docs" / "replay.md").read_text("utf-8")
    answer = replay(json.loads(manual.split("```json\n")[1].split("```")[0]))
    assert answer["net"] == {"ann": "35.00", "bob": "20.00", "cat": "0.00"}
    assert answer["house"] == "-55.00"
    assert answer["refused"] == [
        {"decision": 0, "do": "insure", "clause": "9.1", "reason": "the dealer's first card is not an ace"},
        {"decision": 2, "do": "forfeit", "clause": "13.5", "reason": "the hand made 21 and is paid"},
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Only links to our own files are checked, not those to the web."""
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert "://" in target or (page.parent / target).exists(), target
