"""The long tests: a million rounds of each game through both engines, the mutation run, and the million-round memory check.

`make soak`; `python -m tests.soak --rounds 50000` for a shorter one. What the last whole run said stands in docs/figures.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

from boxseat.rulebook.load import GAMES
from tests.rounds.agreement import disagreement, random_round

BATCH = 5_000
FIRST_SEED = 1_000_000
"""Past the rounds that the quick tests play."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000_000, help="rounds a game through both engines")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES, help="some of the games")
    parser.add_argument("--only", choices=("rounds", "mutation", "memory"), help="one of the parts")
    asked = parser.parse_args()
    failed = False
    if asked.only in (None, "rounds"):
        failed |= not two_engines(asked.games, asked.rounds, asked.workers)
    if asked.only in (None, "memory"):
        command = [sys.executable, "-m", "benchmarks", "--seconds", "1", "--memory-rounds", "1000000"]
        failed |= subprocess.run(command, check=False).returncode != 0
    if asked.only in (None, "mutation"):
        failed |= subprocess.run([sys.executable, "-m", "tests.mutation"], check=False).returncode != 0
    return int(failed)


def two_engines(games: Sequence[str], rounds: int, workers: int) -> bool:
    """Play so many rounds of each game through both engines, saying how far it has come."""
    batches = [(game, seed) for game in games for seed in range(FIRST_SEED, FIRST_SEED + rounds, BATCH)]
    start, done, faults = time.monotonic(), 0, 0
    with ProcessPoolExecutor(workers) as pool:
        for found in pool.map(_batch, batches):
            done += BATCH
            faults += len(found)
            for fault in found[:3]:
                _say(fault)
            spent = time.monotonic() - start
            left = spent / done * (len(batches) * BATCH - done)
            if done % (20 * BATCH) == 0:
                _say(f"{done:,} rounds, {faults} differ, {done / spent:.0f} a second, {left / 60:.0f} minutes left")
    _say(f"two engines: {done:,} rounds, {faults} differ, {time.monotonic() - start:.0f} s")
    return faults == 0


def _batch(batch: tuple[str, int]) -> list[str]:
    game, first = batch
    found: list[str] = []
    for seed in range(first, first + BATCH):
        document = random_round(game, seed)
        if differs := disagreement(document):
            found.append(f"{game} seed {seed} differs in {differs}: {json.dumps(document)}")
    return found


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
