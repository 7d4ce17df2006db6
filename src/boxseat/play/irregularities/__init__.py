"""Irregularities: cards that went wrong, wagers that do not count, and the round rebuilt as it should have been."""
