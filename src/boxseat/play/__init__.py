"""One round of play, exactly: immutable values and pure functions, without clock, random numbers or input and output."""
