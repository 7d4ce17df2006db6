"""Lets chips on their way be below zero, and says what each notice is about."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from boxseat.journal.schema import seal

revision = "0006"
down_revision = "0005"

NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
RULE = "only_the_house_owes"
BALANCE_RULE = (
    "CASE WHEN substr(account, 1, 5) = 'owed/' THEN cents <= 0"
    " ELSE cents >= 0 OR account IN ('cage', 'bank') OR substr(account, 1, 6) = 'float/'"
    " OR substr(account, 1, 8) = 'transit/'"
    " OR (substr(account, length(account) - 4) = '\\:bank' AND replace(account, '/', '') = account) END"
)


def upgrade() -> None:
    """Change the rule for balances, and add a column to the notices."""
    _balances()
    _notices()


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
    """The table is made anew, as the seal of a row is a digest of all its columns."""
    columns = "seq, position, desk, text, clause"
    rows: list[Any] = [*op.get_bind().execute(sa.text(f"SELECT {columns} FROM notices ORDER BY seq, position"))]
    op.drop_index("ix_notices_desk_seq_position", "notices")
    op.drop_table("notices")
    notices = op.create_table(
        "notices",
        sa.Column("seq", NUMBER, sa.ForeignKey("entries.seq"), primary_key=True, autoincrement=False),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("desk", NAME, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("clause", sa.Text, nullable=False),
        sa.Column("about", NAME, nullable=False),
        sa.Column("seal", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_notices_desk_seq_position", "notices", ["desk", "seq", "position"])
    names = [column.name for column in notices.columns]
    op.bulk_insert(notices, [dict(zip(names, (*row, "", seal(*row, "")), strict=True)) for row in rows])
