"""A table in the terminal: screen, keyboard, prompts and the loop of rounds."""
