"""Corrections at a table of what is over: payments that were wrong, and rounds of the past."""
