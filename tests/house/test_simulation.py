"""L5: the whole floor on virtual time, with crashes, lost and doubled messages, store faults and clock jumps."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.house.simulation import simulate
from tests.tiers import heavy, size

SEEDS = size(12, 200)
SECONDS = 80
COMPARED = size(2, 4)


def test_troubled_evenings_hold() -> None:
    """After every entry: money, order, committed cards and acknowledged commands; and every floor comes to rest."""
    entries = 0
    for seed in range(SEEDS):
        try:
            _, stored, _ = simulate(seed, SECONDS)
        except BaseException as error:
            error.add_note(f"python -m tests.house.simulation --first {seed} --seeds 1 --seconds {SECONDS}")
            raise
        entries += stored
    assert entries > 80 * SEEDS, "too little happens"


@heavy
def test_the_same_seed_is_the_same_evening_to_the_byte() -> None:
    """Also in other processes, where sets have another order."""
    command = [
        sys.executable,
        "-m",
        "tests.house.simulation",
        "--seeds",
        str(COMPARED),
        "--seconds",
        str(SECONDS),
        "--digests",
    ]
    told = [
        subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": hashing}, capture_output=True, text=True, check=True
        ).stdout
        for hashing in ("1", "2")
    ]
    assert told[0] == told[1]
    assert told[0].split()[1::2] == [simulate(seed, SECONDS)[0] for seed in range(COMPARED)]
