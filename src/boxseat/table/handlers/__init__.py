"""Handlers of the commands at a table, by subject."""
