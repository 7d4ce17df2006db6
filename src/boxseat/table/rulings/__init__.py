"""Rulings of staff: what they change in a round's chips, and what players hear of it."""
