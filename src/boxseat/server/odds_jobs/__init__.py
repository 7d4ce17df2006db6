"""Questions about odds, answered in a pool of processes."""
