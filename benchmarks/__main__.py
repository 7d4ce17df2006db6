"""Run every benchmark and print what it measured."""

from __future__ import annotations

from benchmarks import reinforcement, rounds, simulator

if __name__ == "__main__":
    rounds.main()
    simulator.main()
    reinforcement.main()
