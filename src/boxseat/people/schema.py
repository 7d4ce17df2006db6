"""The tables of password hashes, sessions and socket tickets.

An account's history is in the journal; these tables hold only what must not be there. A row counts only as far as the account's
records bear it out. Rows can be lost without losing an account: people log in again, or are given another password.
"""

from __future__ import annotations

from sqlalchemy import Column, Index, LargeBinary, Table, Text

from boxseat.journal.schema import Name, Number, metadata

credentials = Table(
    "credentials",
    metadata,
    Column("id", Name, primary_key=True),
    Column("name", Name, nullable=False),
    Column("hash", Text, nullable=False),
    Index("ix_credentials_name", "name"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", Name, primary_key=True),
    Column("token", LargeBinary, nullable=False),
    Column("name", Name, nullable=False),
    Column("version", Number, nullable=False),
    Column("opened", Number, nullable=False),
    Column("used", Number, nullable=False),
    Index("ix_sessions_token", "token", unique=True),
    Index("ix_sessions_name", "name"),
    Index("ix_sessions_used", "used"),
)

tickets = Table(
    "tickets",
    metadata,
    Column("ticket", LargeBinary, primary_key=True),
    Column("session", Name, nullable=False),
    Column("until", Number, nullable=False),
)
