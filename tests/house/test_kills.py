"""L1: the process is killed, and nothing that it acknowledged is lost."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.tiers import size

KILLS = size(5, 200)


def test_kills_lose_nothing() -> None:
    """In a separate process, which has no threads when it forks."""
    command = [sys.executable, "-m", "tests.house.kills", "--kills", str(KILLS), "--quiet"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert run.returncode == 0, run.stderr[-4000:]
    found = json.loads(run.stdout)
    assert found["kills"] == KILLS
    assert found["acknowledged"] > KILLS, "too few commands for the test to mean anything"
