"""Rows of sessions and password hashes in the audit: each must agree with the account's records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, select

from boxseat.people.account import Account
from boxseat.people.credentials import digest_of_hash
from boxseat.people.records import LoggedIn, LoggedOut, SessionsEnded
from boxseat.people.records import Record as AccountRecord
from boxseat.people.schema import credentials, sessions

Fault = tuple[str, str]
"""The person of a row, and its fault."""


class SessionTrails:
    """The stored sessions, and what the entries say about each."""

    def __init__(self) -> None:
        self._rows: dict[str, Any] = {}
        self._began: dict[str, tuple[str, int, int]] = {}
        self._ended: set[str] = set()

    def read(self, connection: Connection) -> None:
        """Read the stored rows; they are few, since a session lasts for hours."""
        self._rows = {row.id: row for row in connection.execute(select(sessions))}

    def follow(self, entry: Any, happened: Sequence[AccountRecord], name: str) -> None:
        """Note what an entry says about stored sessions."""
        for record in happened:
            match record:
                case LoggedIn(session=session) if session in self._rows:
                    self._began[session] = (name, entry.version, entry.at)
                case LoggedOut(session=session) | SessionsEnded(session=session) if session in self._rows:
                    self._ended.add(session)
                case _:
                    pass

    def faults(self) -> Iterator[Fault]:
        """Faults of sessions: without a login, different from it, or already ended."""
        for session, row in self._rows.items():
            began = self._began.get(session)
            if began is None:
                yield row.name, f"there is a session {session} that no login began"
            elif began != (row.name, row.version, row.opened):
                yield row.name, f"the session {session} is not as its login began it"
            elif session in self._ended:
                yield row.name, f"there is a session {session} that was ended"


def credential_faults(connection: Connection, accounts: Iterable[Account]) -> Iterator[Fault]:
    """Faults of password hashes: missing, or not those on record."""
    stored = {row.id: row for row in connection.execute(select(credentials))}
    for account in accounts:
        if not account.credential:
            continue
        row = stored.get(account.credential)
        if row is None:
            yield account.name, "its password hash is gone"
        elif row.name != account.name or account.hash_digest not in ("", digest_of_hash(row.hash)):
            yield account.name, "its password hash is not the one that its records name"
