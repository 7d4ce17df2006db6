"""Password hashes: one row each, under a random id that the account's records name, with a digest of it on record."""

from __future__ import annotations

from hashlib import sha256

from sqlalchemy import Connection, delete, insert, select, update

from boxseat.journal.store import Store
from boxseat.people.schema import credentials


def digest_of_hash(kept: str) -> str:
    """The digest of a password hash, as the account's records have it."""
    return sha256(kept.encode()).hexdigest()


def insert_credential(connection: Connection, credential: str, name: str, kept: str) -> None:
    """Store a password hash, in the transaction of the entry that names it."""
    connection.execute(insert(credentials), {"id": credential, "name": name, "hash": kept})


def delete_credential(connection: Connection, credential: str) -> None:
    """Delete a password hash, in the transaction of the entry that names another."""
    connection.execute(delete(credentials).where(credentials.c.id == credential))


async def stored_hash(store: Store, credential: str) -> str | None:
    """The password hash under an id; the database is always read, so that timing does not tell if there is one."""
    query = select(credentials.c.hash).where(credentials.c.id == credential)
    return await store.query(lambda connection: connection.execute(query).scalar_one_or_none())


def replace_hash(connection: Connection, credential: str, kept: str) -> None:
    """Replace a password hash by one of the same password with the present cost, in the transaction of the login."""
    connection.execute(update(credentials).where(credentials.c.id == credential).values(hash=kept))
