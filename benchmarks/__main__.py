"""Runs the benchmarks of engine, simulator and learning environments, and prints the results."""

from __future__ import annotations

from benchmarks import reinforcement, rounds, simulator

if __name__ == "__main__":
    rounds.main()
    simulator.main()
    reinforcement.main()
