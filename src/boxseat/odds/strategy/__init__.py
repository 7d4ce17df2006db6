"""Charts that a player can carry: found, written, drawn and played by."""
