"""Database URLs: an SQLite file in a data folder, or a PostgreSQL server. They are printed without the password."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from boxseat.journal.entry import BadDatabase

DATABASE_FILE = "boxseat.db"
"""The SQLite file in a data folder."""
_DRIVERS = {
    "sqlite": "sqlite",
    "sqlite+aiosqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
    "postgresql+psycopg": "postgresql+asyncpg",
}
SERVER_PARAMETERS = (
    "connect_timeout",
    "host",
    "passfile",
    "password",
    "port",
    "ssl",
    "sslmode",
    "target_session_attrs",
    "user",
)
"""The query parameters that a server's URL may have, as libpq or the driver names them."""


def data_folder() -> Path:
    """The default data folder: BOXSEAT_DATA, or the operating system's folder for application data."""
    if named := os.environ.get("BOXSEAT_DATA"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "boxseat"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "boxseat"
    share = os.environ.get("XDG_DATA_HOME", "")
    return (Path(share) if share.startswith("/") else Path.home() / ".local" / "share") / "boxseat"


def database_url(data_dir: Path | str, url: str | None = None) -> str:
    """The URL to open: the one given, or that of the SQLite file in the data folder."""
    if url is None:
        return URL.create("sqlite", database=str(Path(data_dir) / DATABASE_FILE)).render_as_string()
    return parse(url).render_as_string(hide_password=False)


def parse(url: str) -> URL:
    """Parse and check a URL, and set the driver that boxseat uses."""
    try:
        url.encode()
        read = make_url(url)
    except (ArgumentError, ValueError):
        raise BadDatabase(
            "The database's address cannot be read; it looks like sqlite:///FILE or postgresql://NAME@HOST/DATABASE."
        ) from None
    kind = _DRIVERS.get(read.drivername)
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
    known = () if kind == "sqlite" else SERVER_PARAMETERS
    for name in read.query:
        if name not in known:
            knows = f"boxseat knows {', '.join(SERVER_PARAMETERS)}" if known else "an SQLite file has none"
            raise BadDatabase(f"The database's address has a parameter {name[:40]!r}, and {knows}.")
    if kind != "sqlite":
        _check_numbers(read)
    return read


def _check_numbers(url: URL) -> None:
    """Refuse hosts, ports and timeouts that the driver would fail on."""
    from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg  # most floors are files, and need no driver

    plain, _ = split_connect_timeout(url, 0)
    dialect: Any = PGDialect_asyncpg
    try:
        _, settings = dialect().create_connect_args(plain)
    except (ArgumentError, ValueError):
        raise BadDatabase("The database's address cannot be read: its hosts and ports do not go together.") from None
    for port in _each(settings.get("port")):
        if not 0 < int(port) < 65_536:
            raise BadDatabase(f"The database's address has the port {port}, and ports go from 1 to 65535.")
    for host in _each(settings.get("host")):
        try:
            host.encode("ascii" if host.startswith("/") else "idna")
        except UnicodeError:
            raise BadDatabase("The database's address cannot be read: its host is no name of one.") from None


def _each(setting: Any) -> Sequence[Any]:
    """A setting of the driver as a sequence: it may be missing, one value or several."""
    if isinstance(setting, list | tuple):
        return setting
    return [] if setting is None else [setting]


def split_connect_timeout(url: URL, otherwise: float) -> tuple[URL, float]:
    """A URL without libpq's ``connect_timeout``, which the driver does not take, and that timeout in seconds."""
    told = url.query.get("connect_timeout")
    if told is None:
        return url, otherwise
    said = told if isinstance(told, str) else told[-1]
    if not re.fullmatch("[0-9]{1,4}", said) or not int(said):
        raise BadDatabase(
            f"The database's address has connect_timeout={said[:20]}, and it goes from 1 to 9999 seconds."
        )
    return url.difference_update_query(["connect_timeout"]), float(said)


def shown(url: str | URL) -> str:
    """A URL for printing, with stars in place of the password, wherever in the URL it was."""
    read = parse(url) if isinstance(url, str) else url
    if read.drivername == "sqlite":
        return str(read.database)
    hidden = {name: "***" if "pass" in name else value for name, value in read.query.items()}
    return read.set(query=hidden, drivername="postgresql").render_as_string(hide_password=True)
