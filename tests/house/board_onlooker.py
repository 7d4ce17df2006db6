"""An independent reader of the boards' entries: points, notices, personal data and prizes, compared with what is stored."""

from __future__ import annotations

import hashlib
from typing import Any

from boxseat.house.house import HOUSE_ACTOR
from boxseat.journal.entry import Entry
from boxseat.journal.personal import personal_digest
from boxseat.ledger.accounts import BANK, in_unit, wallet
from boxseat.table.records import WrittenWith
from tests.house.board import (
    BOARDS,
    DESK,
    Board,
    BoardClosed,
    BoardSetUp,
    CloseWithTable,
    NotePinned,
    PhoneErased,
    PinLike,
    PrizeShown,
    stream,
    unit,
)
from tests.house.memory_store import Disk


class BoardOnlooker:
    """Follows the boards of a disk from the first entry."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self.boards: dict[str, Board] = {}
        """Each board's state, by its stream."""
        self._pins: list[tuple[int, str, str, int]] = []
        """For each note: the entry's number, its board, its author and the points."""
        self._told: list[str] = []
        self._kept: dict[str, str] = {}
        """Keys and digests of the personal data that are not erased."""

    def read(self, entry: Entry) -> None:
        """Check an entry at a board."""
        board = self.boards.get(entry.stream, BOARDS.empty)
        assert entry.version == board.version + 1
        records = BOARDS.records.decode(entry.records)
        for record in records:
            self._follow(entry, board, record)
        self.boards[entry.stream] = BOARDS.fold(None, board, records, entry.at)

    def _follow(self, entry: Entry, board: Board, record: Any) -> None:
        match record:
            case BoardSetUp(name=name):
                assert (board.version, stream(name)) == (0, entry.stream)
            case NotePinned(author=author, points=points, phone=phone, phone_digest=digest):
                assert author == entry.who
                self._pins.append((entry.seq, entry.stream, author, points))
                self._told.append(f"note {record.number} by {author}")
                assert [pin[1] for pin in self._pins].count(entry.stream) == record.number
                if phone:
                    self._kept[phone] = digest
            case PhoneErased(phone=phone):
                del self._kept[phone]
            case PrizeShown(value=value):
                assert self._disk.secrets[board.prize].hex() == value
                assert hashlib.sha256(bytes.fromhex(value)).hexdigest() == board.commitment
            case BoardClosed(by_clock=True):
                assert entry.who == HOUSE_ACTOR
                assert entry.at >= board.closes_at
            case BoardClosed():
                beside = self._disk.entries[entry.seq]
                assert beside.who == entry.who, "it was not stored with a table's entry"

    def is_beside(self, entry: Entry, record: WrittenWith) -> None:
        """Check that a table's entry was stored with the board's that it names."""
        leader = self._disk.entries[entry.seq - 2]
        assert (leader.stream, leader.version, leader.who) == (record.stream, record.version, entry.who)
        assert any(isinstance(each, BoardClosed) for each in BOARDS.records.decode(leader.records))

    def look(self) -> None:
        """Compare what is stored beside the entries with what they say."""
        disk = self._disk
        assert [line.notice.text for line in disk.notices if line.notice.desk == DESK] == self._told
        kept = {key: personal_digest(each.value, each.salt) for key, (_, each) in disk.personal.items()}
        assert kept == self._kept, "other personal data are kept"
        for name, board in self.boards.items():
            earned = self.points(name)
            own = unit(board.name)
            assert board.points == earned
            assert disk.found.balances.get(in_unit(own, BANK), 0) == -sum(earned.values())
            assert all(disk.found.balances[in_unit(own, wallet(who))] == points for who, points in earned.items())
            assert disk.deadlines[name] == (board.closes_at if board.is_open else None)

    def points(self, name: str, before: int | None = None) -> dict[str, int]:
        """Everybody's points at a board, by its notes; or before an entry."""
        earned: dict[str, int] = {}
        for seq, board, who, points in self._pins:
            if board == name and (before is None or seq < before):
                earned[who] = earned.get(who, 0) + points
        return earned

    def was_done(self, name: str, version: int, who: str, command: Any) -> None:
        """Check what a command did that was acknowledged at this version."""
        entry = self._disk.streams[name][version - 1]
        assert entry.who == who
        record = BOARDS.records.decode(entry.records)[0]
        if isinstance(command, PinLike):
            assert record.points == self.points(stream(command.other), entry.seq)[who], "it relied on what had changed"
        elif isinstance(command, CloseWithTable):
            assert self._disk.entries[entry.seq].stream == f"table/{command.table}"

    def all_closed(self, by: int) -> bool:
        """Whether every board is closed whose time was up by then."""
        return not any(board.is_open and board.closes_at <= by for board in self.boards.values())
