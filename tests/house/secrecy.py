"""I7: everything shown to anyone is searched for secrets: cards not dealt yet, and seeds not shown yet.

The frames are the ones that sockets receive. The server's own hub makes them, for a player at the table, for a stranger
who watches, and for a supervisor.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter

from boxseat.house.house import House
from boxseat.house.table_stream import RECORDS
from boxseat.people.roles import Person, Role
from boxseat.play.acts import Deal
from boxseat.server.websocket.hub import Hub, Subscriber
from boxseat.table.records import Acted, RoundOpened, ShoeFinished
from tests.house.memory_store import Disk

PIECE = 16
"""The search looks for this many bytes of a seed, in hexadecimal and in base 64."""
_SHORTEST = PIECE // 3 * 4
"""This many characters of base 64 depend on the piece alone, and not on the bytes after it."""
_CARD = re.compile(r'"([2-9TJQKA][SHDC])"')
_LONG = re.compile(rf"[0-9A-Za-z+/_-]{{{_SHORTEST},}}")


class Shoulders:
    """Reads what several people are shown of one table, and the table's whole journal."""

    def __init__(self, house: House, disk: Disk, player: str) -> None:
        self._disk = disk
        self._hub = Hub(house)
        people = (Person(player, Role.PLAYER), Person("a stranger", Role.PLAYER), Person("sue", Role.SUPERVISOR))
        self._callers = [
            Subscriber(person, person.name, plays=person.role is Role.PLAYER, queued_max=1_000) for person in people
        ]
        self._read = 0
        self._dealt: Counter[str] = Counter()
        """The cards on the table, according to the journal."""
        self._told: set[str] = set()
        """Shoes whose seeds have been shown."""
        self._pieces: set[str] = set()
        self._secrets = 0
        self._clean: set[str] = set()
        """Long words already checked; cleared when a seed is added."""
        self._for_all = ""
        self.frames = 0

    async def open(self, table: str) -> None:
        for caller in self._callers:
            self._hub.enter(caller)
            await self._hub.watch(caller, table)

    def look(self) -> None:
        """Search every frame that was sent since the last call."""
        self._read_journal()
        for caller in self._callers:
            for frame in caller.unsent():
                self.search(frame)

    def search(self, frame: str) -> None:
        """Search one frame; the part that is the same for everyone is searched once."""
        self.frames += 1
        for_all, _, own = frame.partition(',"you":')
        if for_all != self._for_all:
            assert Counter(_CARD.findall(for_all)) == self._dealt, "other cards than those that were dealt"
            self._search_words(for_all)
            self._for_all = for_all
        assert not _CARD.search(own), "a card outside the picture"
        self._search_words(own)

    def _search_words(self, told: str) -> None:
        for word in _LONG.findall(told):
            if word not in self._clean:
                assert not self._is_secret(word), "a seed is shown too early"
                self._clean.add(word)

    def _is_secret(self, word: str) -> bool:
        return any(word[place : place + size] in self._pieces for size in _SIZES for place in range(len(word)))

    def _read_journal(self) -> None:
        for entry in self._disk.entries[self._read :]:
            if not entry.stream.startswith("table/"):
                continue
            for record in RECORDS.decode(entry.records):
                match record:
                    case RoundOpened():
                        self._dealt = Counter()
                    case Acted(acts=acts):
                        self._dealt.update(str(act.card) for act in acts if isinstance(act, Deal))
                    case ShoeFinished(shoe=shoe):
                        self._told.add(shoe)
                        self._secrets = 0
        self._read = len(self._disk.entries)
        if self._secrets != len(self._disk.secrets):
            self._secrets = len(self._disk.secrets)
            untold = [seed for shoe, seed in self._disk.secrets.items() if shoe not in self._told]
            self._pieces = {written for seed in untold for written in _written(seed)}
            self._clean.clear()


def _written(seed: bytes) -> set[str]:
    """The ways in which pieces of a seed could be written."""
    pieces = [seed[place : place + PIECE] for place in range(0, len(seed), PIECE)]
    return {piece.hex() for piece in pieces} | {b64encode(piece).decode()[:_SHORTEST] for piece in pieces}


_SIZES = (PIECE * 2, _SHORTEST)
