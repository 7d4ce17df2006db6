"""What each command does at a table, by subject."""
