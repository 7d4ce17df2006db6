"""The journal's tables. Other packages add their own tables to the same `metadata`.

Rows outside the hash chain (notices, round index, snapshots, secrets, personal data, books) have a `seal`, a digest of the row, so
that a damaged page of the disk is detected before it is used.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec
from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Name = Text().with_variant(Text(collation="C"), "postgresql")
"""Text in the order of its bytes on both databases, so that a prefix is a range of the index."""
Number = BigInteger().with_variant(Integer(), "sqlite")
"""64-bit integers on both databases."""
SEAL_BYTES = 16
HAS_COMMAND_ID = text("command <> ''")
"""The condition of the index on command ids; a query must have it to use the index."""

entries = Table(
    "entries",
    metadata,
    Column("seq", Number, primary_key=True, autoincrement=False),
    Column("stream", Name, nullable=False),
    Column("version", Number, nullable=False),
    Column("at", Number, nullable=False),
    Column("who", Name, nullable=False),
    Column("command", Name, nullable=False),
    Column("records", LargeBinary, nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Column("previous", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Index("ix_entries_stream_version", "stream", "version", unique=True),
    Index(
        "ix_entries_command_who",
        "command",
        "who",
        unique=True,
        sqlite_where=HAS_COMMAND_ID,
        postgresql_where=HAS_COMMAND_ID,
    ),
)

postings = Table(
    "postings",
    metadata,
    Column("seq", Number, ForeignKey("entries.seq"), primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("giver", Name, nullable=False),
    Column("taker", Name, nullable=False),
    Column("cents", Number, nullable=False),
    Column("why", Text, nullable=False),
    Column("clause", Text, nullable=False),
    CheckConstraint("cents > 0", name="above_zero"),
    CheckConstraint("giver <> taker", name="two_accounts"),
    Index("ix_postings_giver_seq", "giver", "seq"),
    Index("ix_postings_taker_seq", "taker", "seq"),
    sqlite_with_rowid=False,
)

notices = Table(
    "notices",
    metadata,
    Column("seq", Number, ForeignKey("entries.seq"), primary_key=True, autoincrement=False),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("desk", Name, nullable=False),
    Column("text", Text, nullable=False),
    Column("clause", Text, nullable=False),
    Column("about", Name, nullable=False),
    Column("seal", LargeBinary, nullable=False),
    Index("ix_notices_desk_seq_position", "desk", "seq", "position"),
    sqlite_with_rowid=False,
)

BALANCE_RULE = (
    "CASE WHEN substr(account, 1, 5) = 'owed/' THEN cents <= 0"
    " ELSE cents >= 0 OR account IN ('cage', 'bank') OR substr(account, 1, 6) = 'float/'"
    " OR substr(account, 1, 8) = 'transit/'"
    " OR (substr(account, length(account) - 4) = '\\:bank' AND replace(account, '/', '') = account) END"
)
"""The check constraint on balances, as `boxseat.ledger.accounts.may_hold` says; an unescaped colon would name a parameter."""

balances = Table(
    "balances",
    metadata,
    Column("account", Name, primary_key=True),
    Column("cents", Number, nullable=False),
    CheckConstraint(BALANCE_RULE, name="only_the_house_owes"),
    sqlite_with_rowid=False,
)

streams = Table(
    "streams",
    metadata,
    Column("stream", Name, primary_key=True),
    Column("version", Number, nullable=False),
    Column("deadline", Number),
    Column("seal", LargeBinary, nullable=False),
    Index(
        "ix_streams_deadline",
        "deadline",
        sqlite_where=text("deadline IS NOT NULL"),
        postgresql_where=text("deadline IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)

rounds = Table(
    "rounds",
    metadata,
    Column("id", Name, primary_key=True),
    Column("stream", Name, nullable=False),
    Column("number", Number, nullable=False),
    Column("first", Number, nullable=False),
    Column("last", Number),
    Column("at", Number, nullable=False),
    Column("seal", LargeBinary, nullable=False),
    Index("ix_rounds_stream_number", "stream", "number", unique=True),
    Index("ix_rounds_stream_first", "stream", "first"),
    sqlite_with_rowid=False,
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", Name, primary_key=True),
    Column("version", Number, primary_key=True, autoincrement=False),
    Column("state", LargeBinary, nullable=False),
    Column("seal", LargeBinary, nullable=False),
)

secrets = Table(
    "secrets",
    metadata,
    Column("key", Name, primary_key=True),
    Column("value", LargeBinary, nullable=False),
    Column("seal", LargeBinary, nullable=False),
)

personal = Table(
    "personal",
    metadata,
    Column("key", Name, primary_key=True),
    Column("stream", Name, nullable=False),
    Column("value", Text, nullable=False),
    Column("salt", LargeBinary, nullable=False),
    Column("keep_until", Number),
    Column("seal", LargeBinary, nullable=False),
    Index(
        "ix_personal_keep_until",
        "keep_until",
        sqlite_where=text("keep_until IS NOT NULL"),
        postgresql_where=text("keep_until IS NOT NULL"),
    ),
)

books = Table(
    "books",
    metadata,
    Column("digest", Name, primary_key=True),
    Column("text", Text, nullable=False),
    Column("seal", LargeBinary, nullable=False),
)

head = Table(
    "head",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("seq", Number, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("entries", Number, nullable=False),
    CheckConstraint("id = 1", name="only_one"),
)

SEALED = (notices, streams, rounds, snapshots, secrets, personal, books)
"""The tables whose last column is the seal of the others."""

_encode = msgspec.msgpack.Encoder().encode


def seal(*row: str | int | bytes | None) -> bytes:
    """The digest of a row, stored in its last column."""
    return sha256(_encode(row)).digest()[:SEAL_BYTES]
