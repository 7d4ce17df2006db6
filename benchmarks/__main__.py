"""Run every benchmark and print what it measured."""

from __future__ import annotations

from benchmarks.rounds import main

if __name__ == "__main__":
    main()
