"""Rounds per second of the simulator, compared with a bare loop that only draws the same number of cards.

Speeds are for one core and in CPU time, so that other work on the machine does not count. Two threads are compared with
one by wall-clock time; the threads share the same rounds.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from boxseat.odds.jit import compiled
from boxseat.odds.simulator.card_count import read_count
from boxseat.odds.simulator.generator import Cards, Words, generator, shuffle
from boxseat.odds.simulator.simulation import ROUNDS_PER_CHUNK, Plan, TableRun, make_plan, play_chunk, simulate
from boxseat.odds.strategy.named_policies import policy_by_name
from boxseat.rulebook.load import open_book

HI_LO = str(Path(__file__).parent.parent / "docs" / "examples" / "hi-lo.toml")
TABLES = {
    "fresh shoe each round": TableRun(),
    "shoe to the cutting card": TableRun(dealing="shoe"),
    "seven boxes from a shoe": TableRun(dealing="shoe", boxes=7),
}


@compiled
def _bare(cards: Cards, chance: Words, number: int) -> int:
    """Shuffle shoes and draw this many cards, three quarters of each shoe; the sum prevents removal by the compiler."""
    deep = len(cards) * 3 // 4
    place, total = deep, 0
    for _ in range(number):
        if place == deep:
            shuffle(chance, cards, 0, len(cards), deep)
            place = 0
        total += cards[place]
        place += 1
    return total


def _rate(plan: Plan) -> tuple[float, float]:
    """Rounds per second of CPU time, best of three, and cards per round."""
    play_chunk(plan._replace(rounds=1000), 0)
    best, cards = 0.0, 0.0
    for _ in range(3):
        start = time.process_time()
        tally = simulate(plan)
        best = max(best, plan.rounds / (time.process_time() - start))
        cards = float(tally.others[1]) / plan.rounds
    return best, cards


def _bare_rate(plan: Plan, cards: float) -> float:
    """Rounds per second, if a round only drew its cards."""
    number = int(plan.rounds * cards)
    shoe, chance = plan.cards.copy(), generator(1, 1)
    _bare(shoe, chance, 10)
    best = 0.0
    for _ in range(3):
        start = time.process_time()
        _bare(shoe, chance, number)
        best = max(best, plan.rounds / (time.process_time() - start))
    return best


def _two_threads(plan: Plan) -> float:
    """How many times faster two threads are than one, by wall-clock time, best of five."""
    best = 0.0
    for _ in range(5):
        spent = []
        for threads in (1, 2):
            start = time.perf_counter()
            simulate(plan, threads=threads)
            spent.append(time.perf_counter() - start)
        best = max(best, spent[0] / spent[1])
    return best


def main() -> None:
    """Print rounds per second for star-pontoon by the chart, and for Hi-Lo at canberra-blackjack."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=30)
    rounds = ROUNDS_PER_CHUNK * parser.parse_known_args()[0].chunks
    out = sys.stdout.write
    out(f"{'simulator':<28}{'million rounds/s':>18}{'cards/round':>13}{'bare draws, times faster':>26}\n")
    star, blackjack = open_book("star-pontoon"), open_book("canberra-blackjack")
    chart = policy_by_name(star, "chart")
    plans = {name: make_plan(star, chart, rounds=rounds // table.boxes, table=table) for name, table in TABLES.items()}
    plans["Hi-Lo, one box, shoe"] = make_plan(
        blackjack,
        policy_by_name(blackjack, "chart"),
        rounds=rounds // 2,
        table=TableRun(dealing="shoe", penetration=0.8),
        counting=read_count(HI_LO),
    )
    for name, plan in plans.items():
        rate, cards = _rate(plan)
        out(f"{name:<28}{rate / 1e6:>18.1f}{cards:>13.2f}{_bare_rate(plan, cards) / rate:>26.2f}\n")
    faster = _two_threads(plans["fresh shoe each round"]._replace(rounds=rounds))
    out(f"two threads: {faster:.2f} times one\n")


if __name__ == "__main__":
    main()
