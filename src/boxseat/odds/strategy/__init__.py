"""Strategy charts: computed, written, drawn and played by."""
