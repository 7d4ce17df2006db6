"""Creates the tables of password hashes, sessions and socket tickets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "credentials",
        sa.Column("id", NAME, primary_key=True),
        sa.Column("name", NAME, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
    )
    op.create_index("ix_credentials_name", "credentials", ["name"])
    op.create_table(
        "sessions",
        sa.Column("id", NAME, primary_key=True),
        sa.Column("token", sa.LargeBinary, nullable=False),
        sa.Column("name", NAME, nullable=False),
        sa.Column("version", NUMBER, nullable=False),
        sa.Column("opened", NUMBER, nullable=False),
        sa.Column("used", NUMBER, nullable=False),
    )
    op.create_index("ix_sessions_token", "sessions", ["token"], unique=True)
    op.create_index("ix_sessions_name", "sessions", ["name"])
    op.create_index("ix_sessions_used", "sessions", ["used"])
    op.create_table(
        "tickets",
        sa.Column("ticket", sa.LargeBinary, primary_key=True),
        sa.Column("session", NAME, nullable=False),
        sa.Column("until", NUMBER, nullable=False),
    )
