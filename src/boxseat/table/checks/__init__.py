"""Checks that supervisors record at a table, and the hours of gaming: command, record, state, fold and handler."""
