"""The working state of one command: the table so far, the new records, and the cards to draw from.

Nothing here is stored. The noted records are the whole effect of the command and are stored together, in one entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from boxseat.cards import Card
from boxseat.consistency import require
from boxseat.fairness.commitment import commitment
from boxseat.fairness.shuffle import SEED_BYTES
from boxseat.play.acts import CloseOffer, Deal
from boxseat.play.state import Round
from boxseat.rulebook.book import Book
from boxseat.table.admission.state import Admissions
from boxseat.table.card_source import CardSource, Orders, SeededCards
from boxseat.table.deadlines import timed
from boxseat.table.fold import Step, begin_entry, fold_step
from boxseat.table.permissions.overlay import book_of_bets, book_of_round
from boxseat.table.records import Acted, CardsShuffled, ShoeFinished, TableRecord
from boxseat.table.settings import CardsFrom
from boxseat.table.state import Table

Entropy = Callable[[int], bytes]
"""Returns this many random bytes."""


class Desk:
    """The state while one command is carried out, and the records it creates."""

    def __init__(
        self,
        book: Book,
        table: Table,
        at: int,
        *,
        seeds: Mapping[str, bytes],
        entropy: Entropy,
        orders: Orders,
        cards: CardSource | None = None,
    ) -> None:
        self.table_book = book
        """The book that the table was set up with."""
        self.at = at
        self.past: Round | None = None
        """The round of the past that the command is about, as it ended; none if there was no such round."""
        self.table = begin_entry(table)
        self._before = table
        self.happened: list[TableRecord] = []
        self.steps: list[Step] = []
        """Each record, with the table before it and after."""
        self.secrets: list[tuple[str, bytes]] = []
        self.admissions: Admissions | None = None
        """Who may not play, by the house's register of persons; none where the command does not ask it."""
        self._seeds = dict(seeds)
        self._entropy = entropy
        self._orders = orders
        self._cards: CardSource = cards or SeededCards(self._seeds, orders)

    @property
    def book(self) -> Book:
        """The book of the round in play, or of the last one."""
        return book_of_round(self.table_book, self.table)

    @property
    def book_of_bets(self) -> Book:
        """The book of the next round, for which wagers are laid."""
        return book_of_bets(self.table_book, self.table)

    def note(self, record: TableRecord) -> None:
        """Add a record and apply it to the table."""
        step = fold_step(self.table_book, self.table, record)
        self.table = step.after
        self.steps.append(step)
        last = self.happened[-1] if self.happened else None
        if isinstance(record, Acted) and isinstance(last, Acted) and _is_dealers(record) and _is_dealers(last):
            self.happened[-1] = replace(last, acts=last.acts + record.acts)
        else:
            self.happened.append(record)

    def done(self) -> Table:
        """The table after the command, with its deadline set."""
        return timed(self._before, self.table, self.at)

    def shuffle(
        self,
        cards_from: CardsFrom,
        pack: Sequence[Card] = (),
        *,
        stacked: Sequence[Card] = (),
        mid_round: bool = False,
        replaced: bool = False,
        why: str = "",
    ) -> None:
        """Shuffle with a new seed, whose commitment is published before a card is seen."""
        shoe = f"{self.table.id}-s{self.table.shoes + 1}"
        seed = self._entropy(SEED_BYTES)
        self._seeds[shoe] = seed
        self.secrets.append((shoe, seed))
        promised = commitment(self.book.name, shoe, seed)
        out_at = self._last_out_at(replaced=replaced)
        self.note(
            CardsShuffled(shoe, promised, cards_from, tuple(pack), mid_round, why, self.at, tuple(stacked), out_at)
        )

    def _last_out_at(self, *, replaced: bool) -> str:
        """Where the cutting card appeared in the last round; nowhere if the cut of replaced cards does not depend on it."""
        pack = self.table.pack
        if pack is None or (replaced and self.book.shoe.cut_of_replaced.value == "farthest-right"):
            return ""
        return pack.out_at if pack.cut and not pack.mid_round else self.table.last_out_at

    def finish_shoe(self) -> None:
        """Reveal the seed of the finished shoe; real cards have none."""
        if self.table.pack is not None and self.table.by_hand is None:
            shoe = self.table.pack.shoe
            self.note(ShoeFinished(shoe, self._seeds[shoe].hex()))
            for key in [key for key in self._orders if key[0] == shoe]:
                del self._orders[key]

    @property
    def seed(self) -> bytes:
        """The seed of the cards in use."""
        return self._seeds[self.table.current_pack.shoe]

    def next_card(self) -> Card | None:
        """The next card; none if somebody has to name it first."""
        pack = self.table.current_pack
        require(pack.cut, f"the cards of {pack.shoe} are not cut")
        return self._cards.next_card(self.book, pack)


def _is_dealers(record: Acted) -> bool:
    """Whether a record is of the dealer's acts (cards dealt, offers closed), which are joined into one record."""
    if record.by or record.instead_of:
        return False
    return all(isinstance(act, Deal | CloseOffer) for act in record.acts)
