"""Password hashes: one row each, under a random id that the account's records name."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update

from boxseat.journal.store import Store
from boxseat.people.row_batches import RowBatches
from boxseat.people.schema import credentials
from boxseat.people.tokens import new_id


def insert_credential(connection: Connection, name: str, kept: str) -> str:
    """Store a password hash and return its id; it is valid once a record of the account names it."""
    credential = new_id()
    connection.execute(insert(credentials), {"id": credential, "name": name, "hash": kept})
    return credential


def delete_credential(connection: Connection, credential: str) -> None:
    """Delete a password hash that no record of the account names, or names any more."""
    connection.execute(delete(credentials).where(credentials.c.id == credential))


async def stored_hash(store: Store, credential: str) -> str | None:
    """The password hash under an id; the database is always read, so that timing does not tell if there is one."""
    query = select(credentials.c.hash).where(credentials.c.id == credential)
    return await store.query(lambda connection: connection.execute(query).scalar_one_or_none())


async def replace_hash(rows: RowBatches, credential: str, kept: str) -> None:
    """Replace a password hash by one of the same password with the present cost."""
    change = update(credentials).where(credentials.c.id == credential).values(hash=kept)
    await rows.do(lambda connection: connection.execute(change))
