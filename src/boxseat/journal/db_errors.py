"""Database errors: which exceptions they are, their cause in plain words, and whether a write was rejected."""

from __future__ import annotations

import re
import sqlite3

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_dbapi as postgresql
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from boxseat.journal.entry import StoreDown

DATABASE_ERRORS = (
    DBAPIError,
    PoolTimeout,
    sqlite3.Error,
    postgresql.Error,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    OSError,
    TimeoutError,
    UnicodeDecodeError,  # of SQLite's driver, when the schema itself is damaged
)
"""The exceptions that a database, its driver or the operating system raises when an operation fails."""

_REASONS = (
    ("disk is full", "the disk is full"),
    ("No space left", "the disk is full"),
    ("disk I/O error", "the disk cannot be read or written"),
    ("Input/output error", "the disk cannot be read or written"),
    ("database is locked", "another program holds the database's lock"),
    ("lock timeout", "another program holds the database's lock"),
    ("malformed", "the database file is damaged"),
    ("file is not a database", "the file is no database"),
    ("readonly database", "the database file may not be written"),
    ("unable to open database file", "the database file cannot be opened"),
)
"""Parts of drivers' messages, and what is said instead."""
_REJECTIONS = (
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.ProgrammingError,
    postgresql.IntegrityError,
    postgresql.DataError,
    postgresql.ProgrammingError,
)
"""Errors about the data that was written, not about the database."""
_CLASS = re.compile(r"^<class '[^']*'>: ")


def reason(error: BaseException) -> str:
    """The cause of an error in a few words, for the operator: without SQL, values or URLs."""
    cause = _cause(error)
    return public_reason(error) or _said(cause)[:200] or type(cause).__name__


def public_reason(error: BaseException) -> str:
    """The cause of an error for everybody, in words of this program; empty where only the database's own words tell it."""
    cause = _cause(error)
    said = _said(cause)
    for sign, words in _REASONS:
        if sign in said:
            return words
    if isinstance(cause, PoolTimeout):
        return "all connections to the database are busy"
    if isinstance(cause, UnicodeDecodeError):
        return "the database file is damaged"
    if isinstance(cause, TimeoutError):
        return "the database did not answer in time"
    if isinstance(cause, ConnectionError) or "closed in the middle" in said or "connection is closed" in said:
        return "the connection to the database is lost"
    if isinstance(cause, OSError):
        return cause.strerror or "the database cannot be reached"
    return ""


def _said(cause: BaseException) -> str:
    return _CLASS.sub("", str(cause)).split("\n")[0]


def store_down(error: BaseException) -> StoreDown:
    """The error of a store whose database failed."""
    return StoreDown(public_reason(error) or "the database reports an error", reason(error))


def is_rejected_write(error: BaseException) -> bool:
    """Whether the database rejected the data: then one write of a batch is at fault, and the others can be stored."""
    return isinstance(_cause(error), _REJECTIONS) or is_rejected_value(error)


def is_rejected_value(error: BaseException) -> bool:
    """Whether a value is at fault that no database takes, such as a name with a NUL in it (SQLSTATE class 22)."""
    return str(getattr(_cause(error), "sqlstate", None)).startswith("22")


def _cause(error: BaseException) -> BaseException:
    return error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
