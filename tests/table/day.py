"""A table's day in a test: commands go to the pure table code, with cards in an order that the test chooses.

After every command the invariants are checked. Chips, wagers, float and drop equal the ledger's postings. The records
alone give the same table again. The snapshot reads back. And no seed is shown too early, in the table or in any view.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
from msgspec.structs import replace

from boxseat.cards import Card, parse_cards
from boxseat.clock import MINUTE, SECOND, Moment
from boxseat.house.table_stream import RECORDS
from boxseat.ledger.accounts import BANK, Posting, chips_of, owed
from boxseat.ledger.double_entry import fold as fold_postings
from boxseat.ledger.double_entry import imbalances, overdrawn
from boxseat.money import Cents
from boxseat.refusal import Refusal
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import open_book
from boxseat.table import commands as c
from boxseat.table.admission.state import Admissions
from boxseat.table.announcements import announcements
from boxseat.table.card_source import Orders, decks
from boxseat.table.codec import decode_table, encode
from boxseat.table.desk import Desk
from boxseat.table.dispatch import carry_out, is_stale
from boxseat.table.fold import fold_entry, retrace
from boxseat.table.picture import TableSeen, You
from boxseat.table.postings import postings
from boxseat.table.questions import OpenQuestion, open_questions
from boxseat.table.records import ChipsBought, LeftTable, TableOpened, TableRecord
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from boxseat.table.signs.commands import AnnounceClosure, FollowSigns
from boxseat.table.state import Table, layout_chips
from boxseat.table.view import Pictured, seen_by, seen_by_all

SUPERVISOR = "sue"
HOUSE = "house"
BEGAN = 1_760_000_000 * SECOND


class Day:
    """A table named t1, from the moment it is set up."""

    def __init__(self, game: str, seed: int = 1, book: Book | None = None, **settings: object) -> None:
        self.book = book or open_book(game)
        self.rng = Random(seed)
        self.at = BEGAN
        self.settings = Settings(**{"sign": SIGN, **settings})  # type: ignore[arg-type]
        self.seeds: dict[str, bytes] = {}
        self.orders: Orders = {}
        self.money: dict[str, int] = {}
        self.moved: tuple[Posting, ...] = ()
        """The postings of the last command."""
        self.register: Admissions | None = None
        """Who may not play at this table, by the register of persons."""
        self.happened: list[TableRecord] = []
        """The records of the last command."""
        opened = TableOpened("t1", game, self.book.title, "digest", {}, self.settings)
        self.table = fold_entry(self.book, Table(), [opened], self.at)
        self.said: tuple[str, ...] = ()
        """What the dealer said after the last command."""
        self._brought: Counter[str] = Counter()
        """Per player: chips bought, less chips taken away, plus the net result of finished rounds."""
        self._pictured: Pictured | None = None

    # Commands

    def do(self, who: str, command: c.TableCommand) -> Refusal | None:
        """Carry out one command, and check that all invariants still hold."""
        self.at += 1000
        desk = self._desk()
        refused = carry_out(desk, who, command)
        if refused is not None:
            assert refused.code, refused
            assert refused.reason, refused
            assert not desk.happened
            return refused
        self.happened = desk.happened
        if not desk.happened:
            return None
        after = desk.done()
        moved = postings(desk.steps)
        assert all(posting.cents > 0 for posting in moved)
        self.money = fold_postings(moved, self.money)
        self.moved = moved
        for posting in moved:  # a computer player lacks chips that a correction takes
            if posting.giver == BANK and (name := chips_of(posting.taker, "t1")):
                self._brought[name] += posting.cents
        self.seeds.update(desk.secrets)
        before, self.table = self.table, after
        self.said = announcements(self.book, desk.steps)
        self._holds(before)
        return None

    def may(self, who: str, command: c.TableCommand) -> Refusal | None:
        """The refusal that a command would get, without carrying it out."""
        desk = Desk(
            self.book, self.table, self.at, seeds=self.seeds, entropy=Random(0).randbytes, orders=dict(self.orders)
        )
        return carry_out(desk, who, command)

    def done(self, who: str, *commands: c.TableCommand) -> None:
        """Carry out commands that must not be refused."""
        for command in commands:
            refused = self.do(who, command)
            assert refused is None, (who, command, refused)

    def refused(self, who: str, command: c.TableCommand) -> str:
        """Give a command that must be refused and change nothing; return the refusal's code and clause."""
        before = self.table
        refused = self.do(who, command)
        assert refused is not None, (who, command, self.happened)
        assert self.table is before
        return f"{refused.code} {refused.clause}"

    def is_stale(self, version: int, command: c.TableCommand) -> bool:
        """Whether a command made at an earlier version comes too late now."""
        return is_stale(self._desk(), command, version)

    def time_up(self) -> None:
        """The clock runs out on the question that the table is waiting for."""
        assert self.table.deadline is not None
        self.at = max(self.at, self.table.deadline)
        self.done(HOUSE, c.TimeUp())

    def close(self) -> None:
        """Close the table: at once, or by a sign if players are present where that needs one."""
        minutes = self.book.signs.closed.value if any(self.table.people) else 0
        if not minutes:
            self.done(SUPERVISOR, c.CloseTable())
            return
        closing = Moment(self.at + 1000 + minutes * MINUTE)
        self.done(SUPERVISOR, AnnounceClosure(closing))
        self.at = int(closing)
        self.done(HOUSE, FollowSigns())

    def _desk(self) -> Desk:
        desk = Desk(self.book, self.table, self.at, seeds=self.seeds, entropy=self.rng.randbytes, orders=self.orders)
        desk.admissions = self.register
        return desk

    # Starting points

    def opened(self, *people: str, chips: int = 100_000) -> Day:
        """Open for play, and seat people with chips at boxes 1, 2, and so on; the house cuts."""
        self.done(SUPERVISOR, c.OpenForPlay())
        for box, name in enumerate(people, start=1):
            self.done(name, c.BuyIn(Cents(chips)), c.Sit(box))
        self.cut_by_house()
        return self

    def cut_by_house(self) -> None:
        while self.table.cut_offer is not None:
            self.time_up()

    def stack(self, cards: str) -> None:
        """Put these cards next in the shoe or device; the rest follow in any order."""
        pack = self.table.pack
        assert pack is not None
        wanted = parse_cards(cards)
        lying = pack.stage_cards if pack.stage == 2 else pack.cards or decks(self.book)
        gone = pack.stage_drawn if pack.stage == 2 else pack.drawn
        rest = list((Counter(lying) - Counter(wanted)).elements())
        filling: tuple[Card, ...] = tuple(rest[:gone])
        self.orders[pack.shoe, pack.stage] = (*filling, *wanted, *rest[gone:])

    def stacked_after(self, shoe: str, cards: str, stage: int = 1) -> None:
        """Set the first cards of a shoe that is not shuffled yet."""
        wanted = parse_cards(cards)
        rest = (Counter(decks(self.book)) - Counter(wanted)).elements()
        self.orders[shoe, stage] = (*wanted, *rest)

    def cutting_card_in(self, cards: int) -> None:
        """Make the cutting card come out after this many more cards."""
        pack = self.table.pack
        assert pack is not None
        self.table = replace(self.table, pack=replace(pack, behind=pack.to_come - cards))

    def cards_left(self, cards: int) -> None:
        """Leave this many cards in the shoe, in the last part of the final rounds."""
        pack = self.table.pack
        assert pack is not None
        last = replace(pack, drawn=pack.size - cards, out_at="dealer", discarded=True)
        self.table = replace(self.table, pack=last)

    def deal(self, cards: str, **wagers: int) -> None:
        """Start a round with these wagers (in dollars, each on the player's first box) and these cards first."""
        for name, dollars in wagers.items():
            self.done(name, c.Lay(self.table.boxes_of(name)[0], Cents(dollars * 100)))
        self.stack(cards)
        self.time_up()

    def play_out(self) -> None:
        """No player answers any more until the round is over."""
        while self.table.in_round:
            self.time_up()

    # Views

    @property
    def waiting(self) -> list[OpenQuestion]:
        return open_questions(self.book, self.table)

    @property
    def asked(self) -> list[tuple[str, int, str]]:
        return [(one.player, one.box, one.what) for one in self.waiting]

    def chips(self, name: str) -> int:
        return self.table.patrons[name].chips

    def seen(self) -> TableSeen:
        return seen_by_all(self.book, self.table, self.waiting, self.said)

    def you(self, name: str) -> You:
        return seen_by(self.book, self.table, self.waiting, name)

    def records(self, *kinds: type) -> list[TableRecord]:
        """The records of the last command, of some kinds."""
        return [record for record in self.happened if isinstance(record, kinds)]

    # Invariants

    def _holds(self, before: Table) -> None:
        self._money_is_posted()
        stored = RECORDS.encode(self.happened)
        assert RECORDS.decode(stored) == self.happened
        again = fold_entry(self.book, before, RECORDS.decode(stored), self.at)
        assert again == self.table, "the records give a different table"
        steps, again = retrace(self.book, before, RECORDS.decode(stored), self.at)
        assert again == self.table, "the records, act by act, give a different table"
        assert announcements(self.book, steps) == self.said, "the records give different announcements"
        self._chips_follow_from_nets(before)
        assert decode_table(encode(self.table)) == self.table, "the snapshot reads back as a different table"
        self._picture_is_true()
        self._nothing_is_told()

    def _chips_follow_from_nets(self, before: Table) -> None:
        """A player's chips, with those on the layout, are what they brought, the rounds' net results, and what they owe."""
        for record in self.happened:
            if isinstance(record, ChipsBought):
                self._brought[record.player] += record.cents
            elif isinstance(record, LeftTable):
                self._brought[record.player] -= record.cents
        table, round_ = self.table, self.table.round
        over = (before.in_round and not table.in_round) or (round_ is not before.round and not table.in_round)
        nets = Counter(round_.net()) if round_ is not None and (table.in_round or over) else Counter[str]()
        lying: Counter[str] = Counter()
        for (_, player), cents in layout_chips(table).items():
            lying[player] += cents
        for name, patron in table.patrons.items():
            debt = -self.money.get(owed(name), 0)
            assert patron.chips + lying[name] == self._brought[name] + nets[name] + debt, (name, self.happened)
        if over:
            self._brought.update(nets)

    def _money_is_posted(self) -> None:
        table, money = self.table, self.money
        assert imbalances(money) == {}
        assert not overdrawn({name: cents for name, cents in money.items() if not name.startswith("wallet/")})
        for name, cents in money.items():
            kind, _, rest = name.partition("/")
            owner = rest.split("/")[-1]
            if kind == "chips":
                patron = table.patrons.get(owner)
                assert cents == (patron.chips if patron else 0), (name, cents, self.happened)
            elif kind == "wager":
                box = int(rest.split("/")[1])
                assert cents == layout_chips(table).get((box, owner), 0), (name, cents, self.happened)
        lying = sum(cents for name, cents in money.items() if name.startswith("wager/"))
        assert lying == sum(layout_chips(table).values())
        assert money.get("float/t1", 0) == table.float_cents
        assert money.get("drop/t1", 0) == table.drop_cents

    def _picture_is_true(self) -> None:
        """A picture that reuses parts of the previous one equals a newly drawn one."""
        drawn = self.seen()
        assert seen_by_all(self.book, self.table, self.waiting, self.said, self._pictured) == drawn
        self._pictured = Pictured(self.table, drawn)

    def _nothing_is_told(self) -> None:
        shown = encode(self.table) + msgspec.json.encode(self.seen())
        for name in self.table.patrons:
            shown += msgspec.json.encode(self.you(name))
        shown += RECORDS.encode(self.happened)
        for shoe, seed in self.seeds.items():
            over = self.table.pack is None or self.table.pack.shoe != shoe
            assert over or seed.hex().encode() not in shown, f"the seed of {shoe} is shown too early"
