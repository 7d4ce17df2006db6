"""Rounds are found by the version at which they begin, however many a table has had."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_index("ix_rounds_stream_first", "rounds", ["stream", "first"])
