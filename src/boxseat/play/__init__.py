"""One round of play, exactly: pure records and functions, with no clock, no chance and nothing read or written."""
