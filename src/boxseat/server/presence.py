"""Presence: who is connected to any node, and when the seat of a disconnected player is given up.

A seat is kept for as long as its table's settings say. Each node stores who connected to it and who left, and at intervals that
it is alive; a player is gone when no living node has them. What a dead node stored counts up to its last sign of life. After a
restart everybody has the full time again, because it was the server that was away.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from sqlalchemy import Column, Connection, Table, delete, select
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from boxseat.clock import SECOND
from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.journal.schema import Name, Number, metadata
from boxseat.journal.store import Store
from boxseat.server.hub import Hub
from boxseat.server.logs import log
from boxseat.table.commands import SeatExpired

WRITE_INTERVAL_US = 2 * SECOND
NODE_DEAD_AFTER_US = 12 * SECOND
"""A node without a sign of life for this long has nobody connected to it."""
RECORDS_KEPT_US = 3600 * SECOND

presence = Table(
    "presence",
    metadata,
    Column("player", Name, primary_key=True),
    Column("node", Name, primary_key=True),
    Column("gone_at", Number),
)
nodes = Table("nodes", metadata, Column("node", Name, primary_key=True), Column("seen_at", Number, nullable=False))


class Presence:
    """Tracks who is connected to any node, and gives up the seats of players who are gone for too long."""

    def __init__(self, store: Store, house: House, hub: Hub) -> None:
        self._store = store
        self._house = house
        self._hub = hub
        self._clock = house.clock
        self._began = self._clock.now()
        self._changed: set[str] = set()
        self._asked_at: dict[str, int] = {}
        """Time of each person's last request without a socket."""
        hub.changed = self._came_or_left

    def note_request(self, name: str) -> None:
        """Count a person as present because of a request without a socket."""
        self._asked_at[name] = self._clock.now()
        self._changed.add(name)

    def _came_or_left(self, name: str) -> None:
        self._changed.add(name)

    async def run(self, interval_s: float = WRITE_INTERVAL_US / SECOND) -> None:
        """Refresh at a fixed interval until cancelled."""
        while True:
            await asyncio.sleep(interval_s)
            if not self._house.paused:
                await self.refresh()

    async def refresh(self) -> None:
        """Store who connected and left, and give up the seats of players who are gone for too long."""
        now = self._clock.now()
        await self._write(now)
        missing = self._missing()
        if not missing:
            return
        seen = await self._last_seen(set().union(*missing.values()), now)
        for table_id, names in missing.items():
            kept_for = (await self._house.table(table_id)).table.settings.times.seat
            for name in names:
                if now - max(seen.get(name, 0), self._began) >= kept_for:
                    log().info("seat given up", table=table_id, person=name)
                    live = await self._house.table(table_id)
                    await self._house.submit_authorized(
                        HOUSE_ACTOR, table_id, "", live.table.version, SeatExpired(name)
                    )

    def _missing(self) -> dict[str, list[str]]:
        """Players at loaded tables who have no socket here and are not leaving already, by table."""
        missing: dict[str, list[str]] = {}
        for live in self._house.loaded_tables():
            names = [one.name for one in live.table.people if not one.leaving and not self._hub.is_here(one.name)]
            if names:
                missing[live.table.id] = names
        return missing

    async def _write(self, now: int) -> None:
        changed, self._changed = self._changed, set()
        rows: list[dict[str, object]] = [
            {"player": name, "node": self._store.node, "gone_at": self._gone_at(name, now)} for name in changed
        ]

        def work(connection: Connection) -> None:
            _upsert(connection, nodes, [{"node": self._store.node, "seen_at": now}], "seen_at")
            if rows:
                _upsert(connection, presence, rows, "gone_at")
            long_ago = now - RECORDS_KEPT_US
            connection.execute(delete(presence).where(presence.c.gone_at < long_ago))
            old = select(nodes.c.node).where(nodes.c.seen_at < long_ago)
            connection.execute(delete(presence).where(presence.c.node.in_(old)))
            connection.execute(delete(nodes).where(nodes.c.seen_at < long_ago))

        try:
            await self._store.change(work)
        except BaseException:
            self._changed |= changed
            raise
        for name in changed:
            if self._asked_at.get(name, now) < now:
                del self._asked_at[name]

    def _gone_at(self, name: str, now: int) -> int | None:
        return None if self._hub.is_here(name) else self._asked_at.get(name, now)

    async def _last_seen(self, names: set[str], now: int) -> dict[str, int]:
        """When each person was last connected to any node; now for those who are."""
        query = (
            select(presence.c.player, presence.c.gone_at, nodes.c.seen_at)
            .join(nodes, nodes.c.node == presence.c.node)
            .where(presence.c.player.in_(sorted(names)))
        )
        rows = await self._store.query(lambda connection: list(connection.execute(query)))
        seen: dict[str, int] = {}
        for player, gone_at, alive_at in rows:
            here = now if now - alive_at < NODE_DEAD_AFTER_US else alive_at
            seen[player] = max(seen.get(player, 0), here if gone_at is None else gone_at)
        return seen

    async def leave(self) -> None:
        """Store that nobody is connected to this node any more; called when it closes."""
        now = self._clock.now()
        gone = presence.update().where(presence.c.node == self._store.node, presence.c.gone_at.is_(None))
        await self._store.change(lambda connection: connection.execute(gone.values(gone_at=now)))


def _upsert(connection: Connection, table: Table, rows: Sequence[dict[str, object]], *replaced: str) -> None:
    """Insert rows, or update those that exist."""
    making = postgresql_insert if connection.dialect.name == "postgresql" else sqlite_insert
    insert = making(table)
    changes: Iterable[str] = replaced
    connection.execute(
        insert.on_conflict_do_update(table.primary_key, set_={name: insert.excluded[name] for name in changes}), rows
    )
