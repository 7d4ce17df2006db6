"""Every guarantee of the journal is tested on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.databases import Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def target_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of the database that a backup is restored to."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/restored/boxseat.db"
    server: Postgres = request.getfixturevalue("postgres")
    return server.fresh()
