"""Training of dealers: exercises from a seed, with answers computed by the engine, marks by clause, and a sheet per trainee."""
