"""Alembic migrations, one file each; `boxseat.journal.migrate` runs them."""
