"""Commands for the odds of the games."""
