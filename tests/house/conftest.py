"""The house is tried on a store in memory, on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from tests.databases import postgres, postgres_url, sqlite_url, store_url

__all__ = ["postgres", "postgres_url", "sqlite_url", "store_url"]
