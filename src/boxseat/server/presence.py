"""Presence: who is connected to any node, who is away, and when the seat of a disconnected player is given up.

After a few seconds without a connection a player is away, and the table does not wait for their wagers. A seat is kept for as
long as its table's settings say. Each node stores who connected to it and who left, and at intervals that it is alive; a player
is gone when no living node has them. What a dead node stored counts up to its last sign of life. After a restart everybody has
the full time again, because it was the server that was away. All times are those of the database, since the clocks of nodes
differ; SQLite has one node, and its clock. Where the database's clock jumps, everybody has the full time again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence

from sqlalchemy import Column, Connection, Table, delete, select, text
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from boxseat.clock import SECOND
from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.journal.schema import Name, Number, metadata
from boxseat.journal.store import Store
from boxseat.server.logs import log
from boxseat.server.websocket.hub import Hub
from boxseat.table import state
from boxseat.table.commands import NoteAway, SeatExpired

WRITE_INTERVAL_US = 2 * SECOND
NODE_DEAD_AFTER_US = 12 * SECOND
"""A node without a sign of life for this long has nobody connected to it."""
AWAY_AFTER_US = 10 * SECOND
"""A player without a connection for this long is away; to load the page again takes less."""
RECORDS_KEPT_US = 3600 * SECOND
CLOCKS_MOVED_US = 5 * SECOND
"""The database's clock has jumped if it differs from this node's by so much more or less than at the last look."""
_DATABASE_TIME = text("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)")
DatabaseTime = Callable[[Connection], int | None]

presence = Table(
    "presence",
    metadata,
    Column("player", Name, primary_key=True),
    Column("node", Name, primary_key=True),
    Column("gone_at", Number),
)
nodes = Table("nodes", metadata, Column("node", Name, primary_key=True), Column("seen_at", Number, nullable=False))


def database_time(connection: Connection) -> int | None:
    """The database's own time, in microseconds UTC; none where it has none but this machine's."""
    return connection.execute(_DATABASE_TIME).scalar_one() if connection.dialect.name == "postgresql" else None


class Presence:
    """Tracks who is connected to any node, and gives up the seats of players who are gone for too long."""

    def __init__(self, store: Store, house: House, hub: Hub, time_of: DatabaseTime = database_time) -> None:
        self._store = store
        self._house = house
        self._hub = hub
        self._clock = house.clock
        self._time_of = time_of
        self._began: int | None = None
        """Nobody's absence counts from before this, by the database's clock."""
        self._offset: int | None = None
        """By how much the database's clock was ahead of this node's at the last look."""
        self.clocks_moved: Callable[[int], None] = lambda by_us: None
        """Called where the database's clock has jumped, with the difference."""
        self._changed: set[str] = set()
        self._asked_at: dict[str, int] = {}
        """Time of each person's last request without a socket, by this node's clock."""
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
        now, began = self._follow_clock(*await self._write())
        missing = self._missing()
        if not missing:
            return
        seen = await self._last_seen(set().union(*missing.values()), now)
        for table_id, names in missing.items():
            for name in names:
                live = await self._house.table(table_id)
                gone_us = 0 if self._hub.is_here(name) else now - max(seen.get(name, 0), began)
                if command := _due(live.table, name, gone_us):
                    log().info(_logged(command), table=table_id, person=name)
                    await self._house.submit_authorized(HOUSE_ACTOR, table_id, "", live.table.version, command)

    def _follow_clock(self, now: int, own: int) -> tuple[int, int]:
        """The database's time, and the time from which absence counts: anew where its clock has jumped."""
        before, self._offset = self._offset, now - own
        if before is not None and abs(self._offset - before) > CLOCKS_MOVED_US:
            self._began = now
            self.clocks_moved(self._offset - before)
        if self._began is None:
            self._began = now
        return now, self._began

    def _missing(self) -> dict[str, list[str]]:
        """Players at loaded tables who have no socket here, or had none, and are not leaving already, by table."""
        missing: dict[str, list[str]] = {}
        for live in self._house.loaded_tables():
            names = [
                one.name
                for one in live.table.people
                if not one.leaving and (one.away or not self._hub.is_here(one.name))
            ]
            if names:
                missing[live.table.id] = names
        return missing

    async def _write(self) -> tuple[int, int]:
        """Store who connected and left; the database's time and this node's, of one moment."""
        changed, self._changed = self._changed, set()
        own = self._clock.now()
        away = {name: own - self._last_here(name, own) for name in changed}

        def work(connection: Connection) -> tuple[int, int]:
            told = self._time_of(connection)
            now, read_at = (own, own) if told is None else (told, self._clock.now())
            rows: list[dict[str, object]] = [
                {"player": name, "node": self._store.node, "gone_at": None if since < 0 else now - since}
                for name, since in away.items()
            ]
            _upsert(connection, nodes, [{"node": self._store.node, "seen_at": now}], "seen_at")
            if rows:
                _upsert(connection, presence, rows, "gone_at")
            long_ago = now - RECORDS_KEPT_US
            connection.execute(delete(presence).where(presence.c.gone_at < long_ago))
            old = select(nodes.c.node).where(nodes.c.seen_at < long_ago)
            connection.execute(delete(presence).where(presence.c.node.in_(old)))
            connection.execute(delete(nodes).where(nodes.c.seen_at < long_ago))
            return now, read_at

        try:
            times = await self._store.change(work)
        except BaseException:
            self._changed |= changed
            raise
        for name in changed:
            if self._asked_at.get(name, own) < own:
                del self._asked_at[name]
        return times

    def _last_here(self, name: str, own: int) -> int:
        """When somebody was last here, by this node's clock; later than now for those who are."""
        return own + 1 if self._hub.is_here(name) else min(own, self._asked_at.get(name, own))

    async def _last_seen(self, names: set[str], now: int) -> dict[str, int]:
        """When each person was last connected to any node; now for those who are.

        What is of the future was stamped before the database's clock was set back, and says nothing of when that was.
        """
        query = (
            select(presence.c.player, presence.c.gone_at, nodes.c.seen_at)
            .join(nodes, nodes.c.node == presence.c.node)
            .where(presence.c.player.in_(sorted(names)))
        )
        rows = await self._store.query(lambda connection: list(connection.execute(query)))
        seen: dict[str, int] = {}
        for player, gone_at, alive_at in rows:
            here = now if abs(now - alive_at) < NODE_DEAD_AFTER_US else alive_at
            last = here if gone_at is None else gone_at
            seen[player] = max(seen.get(player, 0), last if last <= now else 0)
        return seen

    async def leave(self) -> None:
        """Store that nobody is connected to this node any more; called when it closes."""
        own = self._clock.now()
        gone = presence.update().where(presence.c.node == self._store.node, presence.c.gone_at.is_(None))

        def work(connection: Connection) -> None:
            told = self._time_of(connection)
            connection.execute(gone.values(gone_at=own if told is None else told))

        await self._store.change(work)


def _logged(command: SeatExpired | NoteAway) -> str:
    if isinstance(command, SeatExpired):
        return "seat given up"
    return "player away" if command.away else "player back"


def _due(table: state.Table, name: str, gone_us: int) -> SeatExpired | NoteAway | None:
    """What the house does about a player who has been disconnected for so long; zero for somebody who is here.

    At a hand-dealt table people sit in person, connected or not.
    """
    patron = table.patrons.get(name)
    if patron is None or patron.leaving or table.by_hand is not None:
        return None
    if gone_us >= table.settings.times.seat:
        return SeatExpired(name)
    away = gone_us >= AWAY_AFTER_US
    return NoteAway(name, away) if away != patron.away else None


def _upsert(connection: Connection, table: Table, rows: Sequence[dict[str, object]], *replaced: str) -> None:
    """Insert rows, or update those that exist."""
    making = postgresql_insert if connection.dialect.name == "postgresql" else sqlite_insert
    insert = making(table)
    changes: Iterable[str] = replaced
    connection.execute(
        insert.on_conflict_do_update(table.primary_key, set_={name: insert.excluded[name] for name in changes}), rows
    )
