"""Alembic's way in: the connection is given by `boxseat.journal.migrate`, and there is no file to set anything in."""

from __future__ import annotations

from alembic import context

from boxseat.journal.migrate import VERSION_TABLE
from boxseat.journal.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    render_as_batch=True,
)
context.run_migrations()
