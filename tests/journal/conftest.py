"""Every promise of the journal is held on SQLite and on a real PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.databases import Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def target_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a backup goes back to."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/restored/boxseat.db"
    server: Postgres = request.getfixturevalue("postgres")
    return server.fresh()
