"""A table through the day: its shoe, the wagers before the first card, the dealer's round, and who else sits down."""
