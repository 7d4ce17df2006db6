"""I7: whatever is shown to anybody is searched for what nobody may know yet: cards that were not dealt, seeds that were not told.

The frames are those that sockets are given: they are made by the server's own hub, for somebody at the table, for a stranger who
looks on and for a supervisor.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections import Counter

from boxseat.house.house import House
from boxseat.house.live_table import RECORDS
from boxseat.people.roles import Person, Role
from boxseat.play.acts import Deal
from boxseat.server.hub import Hub, Subscriber
from boxseat.table.records import Acted, RoundOpened, ShoeFinished
from tests.house.memory_store import Disk

PIECE = 16
"""Bytes of a seed that are looked for, in hexadecimal digits and in base 64."""
_SHORTEST = PIECE // 3 * 4
"""So many characters of base 64 are whole bytes of a piece, whatever comes after it."""
_CARD = re.compile(r'"([2-9TJQKA][SHDC])"')
_LONG = re.compile(rf"[0-9A-Za-z+/_-]{{{_SHORTEST},}}")


class Shoulders:
    """Looks over several shoulders at one table, whose whole journal this is."""

    def __init__(self, house: House, disk: Disk, player: str) -> None:
        self._disk = disk
        self._hub = Hub(house)
        people = (Person(player, Role.PLAYER), Person("a stranger", Role.PLAYER), Person("sue", Role.SUPERVISOR))
        self._callers = [
            Subscriber(person, person.name, plays=person.role is Role.PLAYER, queued_max=1_000) for person in people
        ]
        self._read = 0
        self._dealt: Counter[str] = Counter()
        """The cards on the table, by the journal."""
        self._told: set[str] = set()
        """Shoes whose seeds have been told."""
        self._pieces: set[str] = set()
        self._secrets = 0
        self._clean: set[str] = set()
        """Long words that are no part of a seed, while there is no other seed."""
        self._for_all = ""
        self.frames = 0

    async def open(self, table: str) -> None:
        for caller in self._callers:
            self._hub.enter(caller)
            await self._hub.watch(caller, table)

    def look(self) -> None:
        """Search everything that is sent now."""
        self._read_journal()
        for caller in self._callers:
            for frame in caller.unsent():
                self.search(frame)

    def search(self, frame: str) -> None:
        """One frame; the part that is the same for everybody only once."""
        self.frames += 1
        for_all, _, own = frame.partition(',"you":')
        if for_all != self._for_all:
            assert Counter(_CARD.findall(for_all)) == self._dealt, "other cards than those that were dealt"
            self._search_words(for_all)
            self._for_all = for_all
        assert not _CARD.search(own), "a card beside the picture"
        self._search_words(own)

    def _search_words(self, told: str) -> None:
        for word in _LONG.findall(told):
            if word not in self._clean:
                assert not self._is_secret(word), "a seed before its time"
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
    """The pieces of a seed as they could be written."""
    pieces = [seed[place : place + PIECE] for place in range(0, len(seed), PIECE)]
    return {piece.hex() for piece in pieces} | {b64encode(piece).decode()[:_SHORTEST] for piece in pieces}


_SIZES = (PIECE * 2, _SHORTEST)
