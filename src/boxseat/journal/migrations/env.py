"""Alembic's environment: `boxseat.journal.migrate` passes the connection, and there is no alembic.ini."""

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
