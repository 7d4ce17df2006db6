"""Routes for the staff of the pit: what the cage and the journal know of tables and shifts."""
