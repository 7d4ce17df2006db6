"""Creates the journal, the ledger's balances, and the round index, snapshots, secrets and books."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
NO_HASH = bytes(32)


def upgrade() -> None:
    """Create the tables."""
    _journal()
    _ledger()
    _beside()
    head = op.create_table(
        "head",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seq", NUMBER, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("entries", NUMBER, nullable=False),
        sa.CheckConstraint("id = 1", name="only_one"),
    )
    op.bulk_insert(head, [{"id": 1, "seq": 0, "hash": NO_HASH, "entries": 0}])


def _journal() -> None:
    op.create_table(
        "entries",
        sa.Column("seq", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("stream", NAME, nullable=False),
        sa.Column("version", NUMBER, nullable=False),
        sa.Column("at", NUMBER, nullable=False),
        sa.Column("who", NAME, nullable=False),
        sa.Column("command", NAME, nullable=False),
        sa.Column("records", sa.LargeBinary, nullable=False),
        sa.Column("answer", sa.LargeBinary, nullable=False),
        sa.Column("previous", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_entries_stream_version", "entries", ["stream", "version"], unique=True)
    named = sa.text("command <> ''")
    op.create_index(
        "ix_entries_command_who",
        "entries",
        ["command", "who"],
        unique=True,
        sqlite_where=named,
        postgresql_where=named,
    )


def _ledger() -> None:
    op.create_table(
        "postings",
        sa.Column("seq", NUMBER, sa.ForeignKey("entries.seq"), primary_key=True, autoincrement=False),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("giver", NAME, nullable=False),
        sa.Column("taker", NAME, nullable=False),
        sa.Column("cents", NUMBER, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("clause", sa.Text, nullable=False),
        sa.CheckConstraint("cents > 0", name="above_zero"),
        sa.CheckConstraint("giver <> taker", name="two_accounts"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_postings_giver_seq", "postings", ["giver", "seq"])
    op.create_index("ix_postings_taker_seq", "postings", ["taker", "seq"])
    op.create_table(
        "balances",
        sa.Column("account", NAME, primary_key=True),
        sa.Column("cents", NUMBER, nullable=False),
        sa.CheckConstraint(
            "cents >= 0 OR account IN ('cage', 'bank') OR substr(account, 1, 6) = 'float/'",
            name="only_the_house_owes",
        ),
        sqlite_with_rowid=False,
    )


def _beside() -> None:
    op.create_table(
        "streams",
        sa.Column("stream", NAME, primary_key=True),
        sa.Column("version", NUMBER, nullable=False),
        sa.Column("deadline", NUMBER),
        sa.Column("seal", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    waits = sa.text("deadline IS NOT NULL")
    op.create_index("ix_streams_deadline", "streams", ["deadline"], sqlite_where=waits, postgresql_where=waits)
    op.create_table(
        "rounds",
        sa.Column("id", NAME, primary_key=True),
        sa.Column("stream", NAME, nullable=False),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("first", NUMBER, nullable=False),
        sa.Column("last", NUMBER),
        sa.Column("at", NUMBER, nullable=False),
        sa.Column("seal", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rounds_stream_number", "rounds", ["stream", "number"], unique=True)
    op.create_table(
        "snapshots",
        sa.Column("stream", NAME, primary_key=True),
        sa.Column("version", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("seal", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("key", NAME, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.Column("seal", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "books",
        sa.Column("digest", NAME, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("seal", sa.LargeBinary, nullable=False),
    )
