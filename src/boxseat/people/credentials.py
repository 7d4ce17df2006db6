"""Kept passwords: one row for each, under a number that the account's records name."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update

from boxseat.journal.store import Store
from boxseat.people.row_batches import Together
from boxseat.people.schema import credentials
from boxseat.people.tokens import new_id


def insert_credential(connection: Connection, name: str, kept: str) -> str:
    """Keep a password's hash; it counts once a record of the account names it."""
    credential = new_id()
    connection.execute(insert(credentials), {"id": credential, "name": name, "hash": kept})
    return credential


def drop_credential(connection: Connection, credential: str) -> None:
    """Forget a password that no record came to name, or that the account's records name no more."""
    connection.execute(delete(credentials).where(credentials.c.id == credential))


async def kept_password(store: Store, credential: str) -> str | None:
    """The hash kept under a number; the store is asked in any case, so that nobody can tell by the time whether there is one."""
    query = select(credentials.c.hash).where(credentials.c.id == credential)
    return await store.query(lambda connection: connection.execute(query).scalar_one_or_none())


async def keep_dearer(rows: Together, credential: str, kept: str) -> None:
    """The same password, hashed as it is done now."""
    change = update(credentials).where(credentials.c.id == credential).values(hash=kept)
    await rows.do(lambda connection: connection.execute(change))
