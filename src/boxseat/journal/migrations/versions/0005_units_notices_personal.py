"""Lets the bank of every unit and what people owe be below zero; creates the tables of notices and personal data."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
RULE = "only_the_house_owes"
BALANCE_RULE = (
    "CASE WHEN substr(account, 1, 5) = 'owed/' THEN cents <= 0"
    " ELSE cents >= 0 OR account IN ('cage', 'bank') OR substr(account, 1, 6) = 'float/'"
    " OR (substr(account, length(account) - 4) = '\\:bank' AND replace(account, '/', '') = account) END"
)


def upgrade() -> None:
    """Change the rule for balances, and create the tables."""
    _balances()
    _notices()
    _personal()


def _balances() -> None:
    if op.get_context().dialect.name == "postgresql":
        op.drop_constraint(RULE, "balances", type_="check")
        op.create_check_constraint(RULE, "balances", BALANCE_RULE)
        return
    # SQLite cannot change a constraint, so the table is made anew.
    op.rename_table("balances", "balances_before")
    op.create_table(
        "balances",
        sa.Column("account", NAME, primary_key=True),
        sa.Column("cents", NUMBER, nullable=False),
        sa.CheckConstraint(BALANCE_RULE, name=RULE),
        sqlite_with_rowid=False,
    )
    op.execute("INSERT INTO balances SELECT account, cents FROM balances_before")
    op.drop_table("balances_before")


def _notices() -> None:
    op.create_table(
        "notices",
        sa.Column("seq", NUMBER, sa.ForeignKey("entries.seq"), primary_key=True, autoincrement=False),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("desk", NAME, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("clause", sa.Text, nullable=False),
        sa.Column("seal", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_notices_desk_seq_position", "notices", ["desk", "seq", "position"])


def _personal() -> None:
    op.create_table(
        "personal",
        sa.Column("key", NAME, primary_key=True),
        sa.Column("stream", NAME, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("keep_until", NUMBER),
        sa.Column("seal", sa.LargeBinary, nullable=False),
    )
    timed = sa.text("keep_until IS NOT NULL")
    op.create_index("ix_personal_keep_until", "personal", ["keep_until"], sqlite_where=timed, postgresql_where=timed)
    if op.get_context().dialect.name == "postgresql":
        # The server's own vacuum also removes what a single erasure left, where the store's was prevented by a reader.
        op.execute("ALTER TABLE personal SET (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0)")
