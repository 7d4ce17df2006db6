"""Practice: advice, drills and grades at a table of one's own."""
