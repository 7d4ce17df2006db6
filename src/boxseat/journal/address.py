"""Where the journal is kept: a folder on this machine, or a PostgreSQL server. An address is shown without its password."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from boxseat.journal.entry import BadDatabase

FILE = "boxseat.db"
_KINDS = {
    "sqlite": "sqlite",
    "sqlite+aiosqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
    "postgresql+psycopg": "postgresql+asyncpg",
}


def data_folder() -> Path:
    """Where a person's own floor is kept: BOXSEAT_DATA, or the place their system has for such things."""
    if named := os.environ.get("BOXSEAT_DATA"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "boxseat"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "boxseat"
    share = os.environ.get("XDG_DATA_HOME", "")
    return (Path(share) if share.startswith("/") else Path.home() / ".local" / "share") / "boxseat"


def database_url(data_dir: Path | str, url: str | None = None) -> str:
    """The address to open: the one given, or a file in the data folder."""
    if url is None:
        return URL.create("sqlite", database=str(Path(data_dir) / FILE)).render_as_string()
    return parse(url).render_as_string(hide_password=False)


def parse(url: str) -> URL:
    """Read an address as people write it, with the driver that boxseat uses."""
    try:
        read = make_url(url)
    except (ArgumentError, ValueError):
        raise BadDatabase(
            "The database's address cannot be read; it looks like sqlite:///FILE or postgresql://NAME@HOST/DATABASE."
        ) from None
    kind = _KINDS.get(read.drivername)
    if kind is None:
        raise BadDatabase(
            f"The database's address begins with {read.drivername}, and boxseat knows sqlite and postgresql."
        )
    if kind == "sqlite" and read.database in (None, "", ":memory:"):
        raise BadDatabase("The database's address names no file, and a journal in memory would keep nothing.")
    read = read.set(drivername=kind)
    if "sslmode" in read.query:  # libpq's word for what asyncpg calls ssl
        mode = read.query["sslmode"]
        read = read.difference_update_query(["sslmode"]).update_query_dict(
            {"ssl": mode if isinstance(mode, str) else mode[-1]}
        )
    return read


def shown(url: str | URL) -> str:
    """An address that can be printed: its password is stars, wherever it stood."""
    read = parse(url) if isinstance(url, str) else url
    if read.drivername == "sqlite":
        return str(read.database)
    hidden = {name: "***" if "pass" in name else value for name, value in read.query.items()}
    return read.set(query=hidden, drivername="postgresql").render_as_string(hide_password=True)
