"""Odds computations, run in a process pool."""
