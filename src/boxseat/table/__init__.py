"""A table: pure state, folded from records, changed by commands."""
