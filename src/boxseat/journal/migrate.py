"""Schema migrations: creates or upgrades a database's tables, or says in one sentence why it cannot be used."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from boxseat.journal.entry import BadDatabase
from boxseat.journal.schema import metadata

VERSION_TABLE = "boxseat_schema"
"""Not Alembic's usual name, so that a server's database can be shared with programs that use it too."""
MIGRATIONS = Path(__file__).parent / "migrations"
SCHEMA_STEPS = tuple(sorted(path.name.split("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py")))
"""The migrations by number, oldest first."""
_ADVISORY_LOCK_ID = 0x626F7873
"""PostgreSQL's advisory lock: two nodes that start at the same time upgrade one after the other."""


def bring_up_to_date(connection: Connection, *, migrate: bool) -> None:
    """Create or upgrade the tables, inside the connection's transaction; without `migrate`, refuse older ones."""
    step = step_of(connection)
    if step == SCHEMA_STEPS[-1]:
        return
    if not migrate:
        if step is None:
            raise BadDatabase("The database holds no journal.")
        raise BadDatabase(
            f"The database's tables are of step {step}; `boxseat serve` upgrades them to {SCHEMA_STEPS[-1]}."
        )
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _ADVISORY_LOCK_ID})
        if step_of(connection) == SCHEMA_STEPS[-1]:
            return
    # Alembic takes longer to import than an up-to-date database to open.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def step_of(connection: Connection) -> str | None:
    """The migration a database is at, none for an empty one; one that this program does not know is refused."""
    names = set(inspect(connection).get_table_names())
    if VERSION_TABLE not in names:
        if taken := sorted(names & set(metadata.tables)):
            raise BadDatabase(f"The database holds a table {taken[0]} that is not boxseat's.")
        return None
    step = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    if step is not None and step not in SCHEMA_STEPS:
        raise BadDatabase(
            f"The database was written by a newer boxseat (its tables are of step {str(step)[:20]!r}; this program knows"
            f" {SCHEMA_STEPS[-1]})."
        )
    return None if step is None else str(step)
