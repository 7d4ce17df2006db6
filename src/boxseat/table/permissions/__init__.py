"""What supervisors and gaming managers permit and restrict at a table: commands, records, state and fold."""
