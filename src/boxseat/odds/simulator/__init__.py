"""The Monte Carlo simulator: rounds as a finite automaton, played by compiled loops."""
