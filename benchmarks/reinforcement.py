"""Rounds per second of the learning environments, compared with Gymnasium's own Blackjack in the same run.

Both are played at random. Gymnasium's game gets its decisions from a list made in advance. Ours are drawn from the
action masks, which is part of the measured time. The two are measured in turns, so that a busy machine slows both.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median

import gymnasium

from boxseat.odds.learning.environments import AnyAllowed, TableEnv, TableVectorEnv
from boxseat.rulebook.load import GAMES

TURNS = 5


def blackjack_rounds(env: gymnasium.Env[object, int], decisions: list[int], seconds: float) -> float:
    """Rounds per second of Gymnasium's Blackjack."""
    done, place = 0, 0
    env.reset(seed=1)
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(100):
            _, _, over, _, _ = env.step(decisions[place])
            place = (place + 1) % len(decisions)
            if over:
                env.reset()
                done += 1
    return done / (time.perf_counter() - start)


def table_rounds(envs: TableVectorEnv, anyhow: AnyAllowed, seconds: float) -> float:
    """Rounds per second of many tables at once."""
    done = 0
    _, info = envs.reset()
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        _, _, over, _, info = envs.step(anyhow(info["action_mask"]))
        done += int(over.sum())
    return done / (time.perf_counter() - start)


def one_table_rounds(env: TableEnv, anyhow: AnyAllowed, seconds: float) -> float:
    done = 0
    _, info = env.reset()
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        _, _, over, _, info = env.step(int(anyhow(info["action_mask"][None])[0]))
        if over:
            _, info = env.reset()
            done += 1
    return done / (time.perf_counter() - start)


def in_turns(measures: dict[str, Callable[[float], float]], seconds: float) -> dict[str, float]:
    """Run every measurement once per turn; returns the median of each."""
    found: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(TURNS):
        for name, measure in measures.items():
            found[name].append(measure(seconds / TURNS))
    return {name: median(rates) for name, rates in found.items()}


def main() -> None:
    """Print rounds per second, also as a multiple of Gymnasium's own Blackjack."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--tables", type=int, default=4096)
    asked, _ = parser.parse_known_args()
    out = sys.stdout.write
    own = gymnasium.make("Blackjack-v1")
    chance, anyhow = Random(1), AnyAllowed(1)
    decisions = [chance.randrange(2) for _ in range(9973)]
    out(f"{'environment':<20}{'tables':>8}{'autoreset':>12}{'rounds/s':>12}{'times Blackjack-v1':>20}\n")
    for game in GAMES:
        one = TableEnv(game)
        later = TableVectorEnv(game, asked.tables)
        at_once = TableVectorEnv(game, asked.tables, autoreset_mode="SameStep")
        for envs in (later, at_once):
            table_rounds(envs, anyhow, 0.05)
        rates = in_turns(
            {
                "blackjack": lambda seconds: blackjack_rounds(own, decisions, seconds),
                "one": lambda seconds, one=one: one_table_rounds(one, anyhow, seconds),  # type: ignore[misc]
                "later": lambda seconds, envs=later: table_rounds(envs, anyhow, seconds),  # type: ignore[misc]
                "at once": lambda seconds, envs=at_once: table_rounds(envs, anyhow, seconds),  # type: ignore[misc]
            },
            asked.seconds,
        )
        base = rates["blackjack"]
        out(f"{'Blackjack-v1':<20}{1:>8}{'':>12}{base:>12.0f}{1:>20.1f}\n")
        for name, tables, mode in (
            ("one", 1, ""),
            ("later", asked.tables, "next step"),
            ("at once", asked.tables, "same step"),
        ):
            out(f"{game:<20}{tables:>8}{mode:>12}{rates[name]:>12.0f}{rates[name] / base:>20.1f}\n")


if __name__ == "__main__":
    main()
