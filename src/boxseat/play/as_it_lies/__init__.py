"""A round in the middle, as it lies on a table: what may be signalled, what staff may do, what is to be paid."""
