"""A small crowd for a few seconds: commands are answered, answers stored, and every round settles the same again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.tiers import heavy, size

ROOT = Path(__file__).parents[2]


@heavy
def test_a_small_crowd_is_answered_stored_and_settled() -> None:
    words = f"full --tables 4 --seconds {size(2, 5)} --warm-up {size(1, 2)} --every 0.4 --json".split()
    command = [sys.executable, "-m", "benchmarks.floor", *words]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    figures = json.loads(run.stdout)
    assert figures["answered"]["done"] > size(20, 50)
    assert figures["rounds"] > 0
    clean = ("unanswered", "disconnects", "missing", "twice", "ledger sum", "not settled the same", "versions not seen")
    assert {name: figures[name] for name in clean} == dict.fromkeys(clean, 0)
    assert figures["errors"] == {}
    assert figures["fault in the chain"] is None
