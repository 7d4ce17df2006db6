"""Rulings on rounds that staff key by hand: a round as it lies, and what is to be done about it."""
