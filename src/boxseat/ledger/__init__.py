"""Chips and money: every movement is one posting from a giver to a taker, in whole cents, and nothing is ever rubbed out."""
