"""Exact expected values: every decision, the whole game and the side bets of a book."""
