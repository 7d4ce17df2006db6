"""Creates the index that finds a round by the version at which it begins."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the index."""
    op.create_index("ix_rounds_stream_first", "rounds", ["stream", "first"])
