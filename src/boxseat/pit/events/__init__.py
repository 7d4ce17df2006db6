"""Significant events: one closed list, derived from the records of the journal, and from its large payments."""
