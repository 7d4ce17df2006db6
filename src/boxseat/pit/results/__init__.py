"""Results of tables: what was wagered and won, what it should have come to, and ratings of players."""
