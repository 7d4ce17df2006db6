"""Creates the tables of who is connected to which node, and of live nodes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "presence",
        sa.Column("player", NAME, primary_key=True),
        sa.Column("node", NAME, primary_key=True),
        sa.Column("gone_at", NUMBER),
    )
    op.create_table(
        "nodes",
        sa.Column("node", NAME, primary_key=True),
        sa.Column("seen_at", NUMBER, nullable=False),
    )
