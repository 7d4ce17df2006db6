"""A table through the day: pure state, folded from records, changed by commands."""
