"""An independent reader that checks every journal entry as it is stored: money, order, and the cards of every shoe."""

from __future__ import annotations

from functools import cache

from boxseat.cards import Card
from boxseat.consistency import Inconsistent
from boxseat.fairness.commitment import commitment
from boxseat.fairness.shuffle import cut, shuffled, stage_label
from boxseat.house.answers import Done, decode
from boxseat.house.table_stream import RECORDS
from boxseat.journal.chain import GENESIS_HASH
from boxseat.journal.entry import Entry
from boxseat.ledger.accounts import DOLLARS, unit_of
from boxseat.ledger.double_entry import imbalances, overdrawn
from boxseat.play.acts import Deal
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import parse_book, with_options
from boxseat.table import commands as c
from boxseat.table import records as r
from boxseat.table.card_source import decks
from boxseat.table.deadlines import timed
from boxseat.table.dispatch import ANSWERS, BETS
from boxseat.table.fold import begin_entry, fold
from boxseat.table.state import Table
from tests.house.board import BOARDS
from tests.house.board_onlooker import BoardOnlooker
from tests.house.memory_store import Disk
from tests.house.reference import table_is_the_ledger


@cache
def _book(text: str, game: str, options: tuple[tuple[str, int | str], ...]) -> Book:
    return with_options(parse_book(text, source=game), dict(options))


class _Shoe:
    """The cards dealt from a pack, stage by stage."""

    def __init__(self, record: r.CardsShuffled) -> None:
        self.promised = record.commitment
        self.pack = record.pack
        self.place: int | None = None
        self.burnt = 0
        self.stages: list[tuple[tuple[Card, ...], list[Card]]] = []


class Onlooker:
    """Follows the tables of a disk from the first entry."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._seen = 0
        self._previous = disk.found.hash
        self._commands: set[tuple[str, str]] = set()
        self._shoes: dict[str, _Shoe] = {}
        self._books: dict[str, Book] = {}
        self._at: dict[str, int] = {}
        self._since: dict[tuple[str, int], tuple[int, int]] = {}
        """For each table and version: the versions at which its question was asked and its betting opened."""
        self.tables: dict[str, Table] = {}
        self.boards = BoardOnlooker(disk)
        self._wrong: AssertionError | Inconsistent | None = None

    def look(self) -> list[Entry]:
        """Check the new entries. Once something was wrong, every later call raises the same error."""
        if self._wrong is not None:
            raise self._wrong
        try:
            return self._look()
        except (AssertionError, Inconsistent) as wrong:
            self._wrong = wrong
            raise

    def look_from_the_beginning(self) -> None:
        """Check a journal that was written before."""
        self._previous = GENESIS_HASH
        assert self.look(), "there is nothing to read"

    def _look(self) -> list[Entry]:
        fresh = self._disk.entries[self._seen :]
        for entry in fresh:
            self._read(entry)
        if fresh:
            money = self._disk.found.balances
            assert not imbalances(money), imbalances(money)
            assert not overdrawn(money), overdrawn(money)
            for table in self.tables.values():
                table_is_the_ledger(table, money)
            self.boards.look()
        self._seen += len(fresh)
        return fresh

    def _read(self, entry: Entry) -> None:
        assert entry.previous == self._previous, "the chain is broken"
        self._previous = entry.hash
        assert entry.at >= self._at.get(entry.stream, 0), "time went back"
        self._at[entry.stream] = entry.at
        if entry.command:
            assert (entry.who, entry.command) not in self._commands, "a command was done twice"
            self._commands.add((entry.who, entry.command))
        if entry.stream.startswith(BOARDS.prefix):
            self.boards.read(entry)
        if not entry.stream.startswith("table/"):
            return
        name = entry.stream.removeprefix("table/")
        table = self.tables.get(name, Table())
        assert entry.version == table.version + 1
        happened = RECORDS.decode(entry.records)
        if isinstance(opened := happened[0], r.TableOpened):
            options = tuple(opened.options.items())
            self._books[name] = _book(self._disk.books[opened.book], opened.game, options)
        before, table = table, begin_entry(table)
        for record in happened:
            self._cards(self._books[name], table, record)
            table = fold(self._books[name], table, record)
            if isinstance(record, r.WrittenWith):
                self.boards.is_beside(entry, record)
            if isinstance(record, r.RackReturned):
                assert table.pack is not None
                self._shoes[table.pack.shoe].stages.append((table.pack.stage_cards, []))
        self.tables[name] = table = timed(before, table, entry.at)
        self._since[name, table.version] = (table.asked_since, table.open_since)

    def _cards(self, book: Book, table: Table, record: r.TableRecord) -> None:
        """Collect the cards dealt, and check them once the seed is shown."""
        match record:
            case r.CardsShuffled(shoe=name, pack=pack):
                shoe = self._shoes[name] = _Shoe(record)
                shoe.stages.append((pack or decks(book), []))
            case r.CardsCut(place=place):
                assert table.pack is not None
                self._shoes[table.pack.shoe].place = place
            case r.CardBurnt():
                assert table.pack is not None
                self._shoes[table.pack.shoe].burnt += 1
            case r.Acted(acts=acts):
                assert table.pack is not None
                dealt = self._shoes[table.pack.shoe].stages[-1][1]
                dealt.extend(act.card for act in acts if isinstance(act, Deal))
            case r.ShoeFinished(shoe=name, seed=seed):
                self._prove(book, name, bytes.fromhex(seed))

    def _prove(self, book: Book, name: str, seed: bytes) -> None:
        """F2: the seed is the one that was committed to, and gives the cards that were dealt."""
        shoe = self._shoes[name]
        assert commitment(book.name, name, seed) == shoe.promised, "another seed was promised"
        for number, (cards, dealt) in enumerate(shoe.stages, start=1):
            order = shuffled(cards, seed, stage_label(number))
            if number == 1:
                order = order if shoe.place is None else cut(order, shoe.place)
                order = order[shoe.burnt :]
            assert list(order[: len(dealt)]) == dealt, f"other cards were dealt than {name} promised"

    def holds(self, who: str, command: str, answer: Done) -> None:
        """Check that an acknowledged command is in the journal, with the same answer."""
        stored = self._disk.found.answers.get((who, command))
        assert stored is not None, f"{command} of {who} is gone"
        assert decode(stored) == answer

    def was_asked(self, name: str, version: int, command: c.TableCommand, answer: Done) -> None:
        """I6: no command was used as the answer to a question that its sender had not seen."""
        asked, opened = self._since[name, answer.version - 1]
        if isinstance(command, ANSWERS):
            assert version >= asked, f"{command} answers a question that came after it"
        if isinstance(command, BETS):
            assert version >= opened, f"{command} was meant for an earlier round"

    def all_is_home(self) -> None:
        """The tables are closed: chips are left nowhere; all money is in the bank, in wallets, and in drop boxes."""
        self.look()
        left = {name: cents for name, cents in self._disk.found.balances.items() if cents and unit_of(name) == DOLLARS}
        assert all(name == "bank" or name.startswith(("wallet/", "drop/")) for name in left), left
