"""Forged journals are found under `python -O` too, which removes every assertion."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from boxseat.journal.address import DATABASE_FILE
from tests.inspection.forgeries import Forgery, edit_record, forge
from tests.inspection.stored_evening import played
from tests.inspection.test_audit import FORGED
from tests.tiers import size

__all__ = ["played"]

STACKED: Forgery = edit_record(
    "cards-shuffled.2", lambda record: record.update(stacked=["AS", "KS", "QS"]), lambda record: not record.get("pack")
)
"""A shoe at a table with money whose first cards were set by hand; in an earlier version only an assertion found it."""
ILLEGAL: Forgery = edit_record("acted.2", lambda record: record.update(acts=[{"do": "close"}]))
"""An offer is closed although none was made."""
AUDIT = """
import asyncio, json, sys
from boxseat.inspection.audit import audit
from boxseat.journal.address import database_url
assert False, "assertions are left out"
print(json.dumps([asyncio.run(audit(database_url(folder))).balanced for folder in sys.argv[1:]]))
"""


def test_forgeries_are_found_without_assertions(played: Path, tmp_path: Path) -> None:
    names = [name for name in FORGED if name != "a stream of nobody's"][:: size(12, 1)]
    forgeries = {name: FORGED[name][0] for name in names}
    forgeries |= {"a stacked shoe": STACKED, "an illegal act": ILLEGAL}
    folders = [played]
    for place, forgery in enumerate(forgeries.values()):
        folders.append(tmp_path / str(place))
        folders[-1].mkdir()
        shutil.copy(played / DATABASE_FILE, folders[-1] / DATABASE_FILE)
        forge(folders[-1], forgery)
    command = [sys.executable, "-O", "-c", AUDIT, *map(str, folders)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    sound, *forged = json.loads(ran.stdout)
    assert sound
    assert [name for name, balanced in zip(forgeries, forged, strict=True) if balanced] == []
