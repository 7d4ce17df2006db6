"""The table in the terminal: screen, keys, prompts and the sitting itself."""
