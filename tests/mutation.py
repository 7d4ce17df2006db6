"""Mutates the engine, a change at a time, and counts how many of the changes its tests notice.

`python -m tests.mutation`; survivors are listed, `mutmut show NAME` prints one. The last score stands in docs/figures.md.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

STATS = Path("mutants/mutmut-cicd-stats.json")
LEAST_KILLED = 0.9


def main() -> int:
    subprocess.run([sys.executable, "-m", "mutmut", "run", "--max-children", "2"], check=True)
    subprocess.run([sys.executable, "-m", "mutmut", "export-cicd-stats"], check=True)
    stats = json.loads(STATS.read_text("utf-8"))
    killed = stats["killed"] + stats.get("timeout", 0)
    tried = killed + stats["survived"] + stats.get("no_tests", 0)
    subprocess.run([sys.executable, "-m", "mutmut", "results"], check=True)
    sys.stdout.write(f"mutation: {killed} of {tried} changes noticed, {killed / tried:.1%}\n")
    return int(killed / tried < LEAST_KILLED)


if __name__ == "__main__":
    sys.exit(main())
