"""Who is in the room: a seat is kept for somebody whose connection is gone, for as long as its table says, and then given up.

Several nodes have to agree on it. Each writes down who came to it and who left, and now and then that it is still alive; somebody
is gone when no living node has them. What a node wrote that died counts until it was last heard of. After a restart everybody
has the whole time again, since it was the house that was away.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from sqlalchemy import Column, Connection, Table, delete, select
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from boxseat.clock import SECOND
from boxseat.house.house import HOUSE, House
from boxseat.journal.schema import Name, Number, metadata
from boxseat.journal.store import Store
from boxseat.server.hub import Hub
from boxseat.server.logs import log
from boxseat.table.commands import SeatExpired

WRITTEN_EVERY = 2 * SECOND
DEAD_AFTER = 12 * SECOND
"""A node that has not been heard of for so long has nobody connected to it."""
FORGOTTEN_AFTER = 3600 * SECOND

presence = Table(
    "presence",
    metadata,
    Column("player", Name, primary_key=True),
    Column("node", Name, primary_key=True),
    Column("gone_at", Number),
)
nodes = Table("nodes", metadata, Column("node", Name, primary_key=True), Column("seen_at", Number, nullable=False))


class Presence:
    """Knows who is connected anywhere, and gives up the seats of those who are gone for too long."""

    def __init__(self, store: Store, house: House, hub: Hub) -> None:
        self._store = store
        self._house = house
        self._hub = hub
        self._clock = house.clock
        self._began = self._clock.now()
        self._changed: set[str] = set()
        self._asked_at: dict[str, int] = {}
        """When somebody last asked for something without a socket."""
        hub.changed = self._came_or_left

    def asked(self, name: str) -> None:
        """Somebody who has no socket is here all the same."""
        self._asked_at[name] = self._clock.now()
        self._changed.add(name)

    def _came_or_left(self, name: str) -> None:
        self._changed.add(name)

    async def run(self, every: float = WRITTEN_EVERY / SECOND) -> None:
        while True:
            await asyncio.sleep(every)
            if not self._house.paused:
                await self.look_round()

    async def look_round(self) -> None:
        """Write down who came and left, and give up the seats of those who are gone."""
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
                    await self._house.act(HOUSE, table_id, "", live.table.version, SeatExpired(name))

    def _missing(self) -> dict[str, list[str]]:
        """People at the tables at hand who have no socket here, and are not on their way out already."""
        missing: dict[str, list[str]] = {}
        for live in self._house.at_hand():
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
            _put(connection, nodes, [{"node": self._store.node, "seen_at": now}], "seen_at")
            if rows:
                _put(connection, presence, rows, "gone_at")
            long_ago = now - FORGOTTEN_AFTER
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
        """When each was last connected to any node: now, where they are."""
        query = (
            select(presence.c.player, presence.c.gone_at, nodes.c.seen_at)
            .join(nodes, nodes.c.node == presence.c.node)
            .where(presence.c.player.in_(sorted(names)))
        )
        rows = await self._store.query(lambda connection: list(connection.execute(query)))
        seen: dict[str, int] = {}
        for player, gone_at, alive_at in rows:
            here = now if now - alive_at < DEAD_AFTER else alive_at
            seen[player] = max(seen.get(player, 0), here if gone_at is None else gone_at)
        return seen

    async def leave(self) -> None:
        """This node closes: nobody is connected to it from now on."""
        now = self._clock.now()
        gone = presence.update().where(presence.c.node == self._store.node, presence.c.gone_at.is_(None))
        await self._store.change(lambda connection: connection.execute(gone.values(gone_at=now)))


def _put(connection: Connection, table: Table, rows: Sequence[dict[str, object]], *replaced: str) -> None:
    """Insert rows, or change those that are there."""
    making = postgresql_insert if connection.dialect.name == "postgresql" else sqlite_insert
    insert = making(table)
    changes: Iterable[str] = replaced
    connection.execute(
        insert.on_conflict_do_update(table.primary_key, set_={name: insert.excluded[name] for name in changes}), rows
    )
