"""Practice tables: advice, drills and grades."""
