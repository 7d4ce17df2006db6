"""Speed and memory of the engine, measured as ratios and counts in one run; `python -m benchmarks`."""
