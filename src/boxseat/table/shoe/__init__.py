"""The shoe or device of a table: how its records change its cards."""
