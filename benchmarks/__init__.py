"""Benchmarks of speed and memory; `python -m benchmarks` runs engine, simulator and learning environments."""
