"""Long tests: random rounds in both engines and in the simulator, house edges, memory, mutation, and the floor.

The floor is tested with shuffles, kills, faults, races, torn logs, backups, fuzzed frames and a full house. `make soak`
runs everything; `python -m tests.soak --rounds 50000` is shorter. The results of the last complete run are in
docs/figures.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from boxseat.rulebook.load import GAMES, open_book
from tests.odds.parity import missed, soak_batch
from tests.odds.test_truth import compare_with_edge
from tests.parallel import in_parts
from tests.progress import say
from tests.rounds.agreement import disagreement, irregular_round, random_round

BATCH = 5_000
POLICY_BATCH = 100_000
"""Rounds by one policy; the simulator needs a second to build the tables of a policy."""
FIRST_SEED = 1_000_000
"""Seeds from here on are not used by the quick tests."""
COMMANDS: dict[str, tuple[str, ...]] = {
    "memory": ("benchmarks", "--seconds", "1", "--memory-rounds", "1000000"),
    "mutation": ("tests.mutation",),
    "claims": ("tests.rulebook.claim_mutants",),
    "shuffles": ("tests.fairness.randomness", "--shoes", "1000000", "--processes", "2"),
    "tampering": ("tests.journal.tampered_rows", "--times", "100000"),
    "torn-logs": ("tests.journal.torn_files",),
    "backups": ("tests.journal.backups", "--times", "100"),
    "sessions": ("tests.house.sessions", "--sessions", "14000", "--steps", "200"),
    "faults": ("tests.house.faults", "--seeds", "10000"),
    "races": ("tests.house.races", "--trials", "10000"),
    "house-kills": ("tests.house.kills", "--kills", "1000"),
    "simulation": ("tests.house.simulation", "--seeds", "100000"),
    "server-kills": ("tests.live_server.kills", "--kills", "1000"),
    "repeats": ("tests.live_server.repeats", "--repeats", "1000000"),
    "frames": ("tests.server.attacks.fuzz", "--frames", "10000000"),
    "floods": ("benchmarks.floor", "floods", "--seconds", "60"),
    "full-house": ("benchmarks.floor", "full", "--seconds", "600"),
    "recall": ("benchmarks.journal", "--rounds", "10000000"),
}
"""Parts that run as separate commands."""
PARTS = ("rounds", "irregular-rounds", "edges", "kernel", *COMMANDS)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1_000_000, help="rounds of each game in both engines")
    parser.add_argument(
        "--irregular-rounds",
        type=int,
        default=200_000,
        help="rounds of each game in which something goes wrong, in both",
    )
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES, help="only these games")
    parser.add_argument(
        "--kernel-rounds", type=int, default=10_000_000, help="rounds of each game in engine and simulator"
    )
    parser.add_argument("--edge-rounds", type=int, default=1_000_000_000, help="rounds of each game with perfect play")
    parser.add_argument("--only", choices=PARTS, help="run only this part")
    asked = parser.parse_args()
    failed = False
    if asked.only in (None, "rounds"):
        failed |= not two_engines(asked.games, asked.rounds, asked.workers)
    if asked.only in (None, "irregular-rounds"):
        failed |= not two_engines(asked.games, asked.irregular_rounds, asked.workers, irregular=True)
    if asked.only in (None, "edges"):
        failed |= not edges(asked.games, asked.edge_rounds)
    if asked.only in (None, "kernel"):
        failed |= not kernel(asked.games, asked.kernel_rounds, asked.workers)
    for part, command in COMMANDS.items():
        if asked.only in (None, part):
            say(f"{part}: python -m {' '.join(command)}")
            failed |= subprocess.run([sys.executable, "-m", *command], check=False).returncode != 0
    return int(failed)


def two_engines(games: Sequence[str], rounds: int, workers: int, *, irregular: bool = False) -> bool:
    """Play this many rounds of each game in both engines, and compare them."""
    batches = [(game, seed, irregular) for game in games for seed in range(FIRST_SEED, FIRST_SEED + rounds, BATCH)]
    what = "two engines, irregular rounds" if irregular else "two engines"
    faults, _ = _play_all(what, _batch, batches, workers)
    return not faults


def _batch(batch: tuple[str, int, bool]) -> tuple[int, list[str], Counter[str]]:
    game, first, irregular = batch
    written = irregular_round if irregular else random_round
    found: list[str] = []
    for seed in range(first, first + BATCH):
        document = written(game, seed)
        if differs := disagreement(document):
            found.append(f"{game} seed {seed} differs in {differs}: {json.dumps(document)}")
    return BATCH, found, Counter()


def kernel(games: Sequence[str], rounds: int, workers: int) -> bool:
    """Play this many rounds of each game in the engine and the simulator; every way a hand can end must occur."""
    good = True
    for game in games:
        batches = [(game, number, min(rounds, POLICY_BATCH)) for number in range(max(1, rounds // POLICY_BATCH))]
        faults, reached = _play_all(f"{game}, engine and simulator", soak_batch, batches, workers)
        never = missed(open_book(game), reached)
        splits = ", ".join(f"{reached[name]:,} with {name}" for name in sorted(reached) if name.endswith(" hands"))
        say(f"  split: {splits}; never reached: {', '.join(sorted(never)) or 'nothing'}")
        good &= not faults and not never
    return good


def _play_all(
    what: str, play: Callable[[Any], tuple[int, list[str], Counter[str]]], batches: Sequence[object], workers: int
) -> tuple[int, Counter[str]]:
    """Play batches in parallel and report progress; returns how many rounds differ, and what occurred how often."""
    start, done, faults, reached = time.monotonic(), 0, 0, Counter[str]()
    for number, ((played, found, on_the_way), left) in enumerate(in_parts(play, batches, workers), start=1):
        done += played
        faults += len(found)
        reached.update(on_the_way)
        for fault in found[:3]:
            say(fault)
        if number % 10 == 0:
            rate = done / (time.monotonic() - start)
            say(f"{done:,} rounds, {faults} differ, {rate:.0f} a second, {left:.0f} minutes left")
    say(f"{what}: {done:,} rounds, {faults} differ, {time.monotonic() - start:.0f} s")
    return faults, reached


def edges(games: Sequence[str], rounds: int) -> bool:
    """Simulate perfect play of each game; the result must be within three standard errors of the exact edge."""
    good = True
    for game in games:
        found, errors = compare_with_edge(game, rounds)
        say(
            f"{game}: {found.rounds:,} rounds of perfect play, the house keeps {found.house_edge:.5%},"
            f" {errors:+.2f} standard errors from the exact edge"
        )
        good &= abs(errors) < 3
    return good


if __name__ == "__main__":
    sys.exit(main())
