"""The signs at a table while it stands: changes of limits to come, limits of single players, closing times (R45, R52)."""
