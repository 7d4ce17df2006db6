"""A table's evening as a chain of calls, so that a test reads like a page of the pit's log.

    table = at_table("star-pontoon").seat(1, "ann").seat(2, "bob")
    table.round("9S 8S 6S 9H 8H", ann=20, bob=10).over()
    table.refuses("ann", c.Cut(47))     "cut/place 5.5", the refusal's code and clause; The Star's clauses are those of 2024
    table.asked_to_cut()                ["bob", "ann"], everyone asked to cut, if all decline
    table.heard                         what the dealer has said since the table opened

Amounts are dollars. Each round names its first cards, in the order they leave the shoe; the rest follow in any order.
If the stack waits to be cut when a round begins, the house cuts it.
"""

from __future__ import annotations

from collections import Counter

from boxseat.cards import Card, parse_cards
from boxseat.fairness.shuffle import cut, shuffled, stage_label
from boxseat.house.table_stream import TABLES
from boxseat.money import Cents
from boxseat.people.roles import Person, Role
from boxseat.play.acts import Deal
from boxseat.play.state import TableLimits
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import open_book, with_options
from boxseat.table import commands as c
from boxseat.table.card_source import decks
from boxseat.table.picture import BoxSeen, CardsSeen, SignSeen
from boxseat.table.records import TableRecord
from boxseat.table.sign import Sign
from boxseat.table.state import Pack, Table
from tests.clauses.star.twins import of_2024
from tests.table.day import SUPERVISOR, Day

THREE_STAND = "9S 8S 7S 6S 9H 8H 7H"
"""Three boxes have 18, 16 and 14, and the dealer a six. Only the dealer draws."""


def at_table(
    game: str,
    *,
    limits: tuple[int, int] = (5, 500),
    unit: int = 0,
    decks: int | None = None,
    book: Book | None = None,
    **settings: object,
) -> AtTable:
    """A table opened for play, of a game or of a changed book. Side bets are from 1 to 100 dollars."""
    if book is None:
        book = open_book(game) if decks is None else with_options(open_book(game), {"decks": decks})
    box = TableLimits(limits[0] * 100, limits[1] * 100)
    sign = Sign(box, TableLimits(100, 10_000), unit * 100 or None)
    return AtTable(game, book, sign, settings)


def who_may(command: c.TableCommand) -> list[str]:
    """The roles that may give this command at a table."""
    return [str(role) for role in Role if TABLES.refusal_to_ask(Person("x", role), command) is None]


class AtTable:
    """A table, its records so far, and all that the dealer has said."""

    def __init__(self, game: str, book: Book, sign: Sign, settings: dict[str, object]) -> None:
        self.game = game
        self.day = Day(game, 1, book, sign=sign, **settings)
        self.heard: list[str] = []
        self.happened: list[TableRecord] = []
        self.staff(c.OpenForPlay())

    # What people and staff do

    def do(self, who: str, *commands: c.TableCommand) -> AtTable:
        for command in commands:
            self.day.done(who, command)
            self.heard.extend(self.day.said)
            self.happened.extend(self.day.happened)
        return self

    def staff(self, *commands: c.TableCommand) -> AtTable:
        return self.do(SUPERVISOR, *commands)

    def close(self) -> AtTable:
        """Close the table, by a sign where that needs one."""
        self.day.close()
        self.heard.extend(self.day.said)
        self.happened.extend(self.day.happened)
        return self

    def refuses(self, who: str, command: c.TableCommand) -> str:
        code, _, clause = self.day.refused(who, command).partition(" ")
        return f"{code} {of_2024(self.game, clause) if self.game.startswith('star') else clause}"

    def come(self, name: str, chips: int = 1000) -> AtTable:
        """A player buys chips and stands behind the boxes."""
        return self.do(name, c.BuyIn(Cents(chips * 100)))

    def seat(self, box: int, name: str, chips: int = 1000) -> AtTable:
        """A player sits down; the first time, they buy chips before."""
        if name not in self.table.patrons:
            self.come(name, chips)
        return self.do(name, c.Sit(box))

    def wager(self, box: int, name: str, stake: float, *, pp: float = 0, ss: float = 0) -> AtTable:
        return self.do(name, lay(box, stake, pp=pp, ss=ss))

    # The cards

    def cut(self) -> AtTable:
        """No player wishes to cut, and the house does."""
        while self.table.cut_offer is not None:
            self.time_up()
        return self

    def time_up(self) -> AtTable:
        """No one acts until the table's current time limit has passed."""
        assert self.table.deadline is not None
        self.day.at = max(self.day.at, self.table.deadline)
        return self.do("house", c.TimeUp())

    def cutting_card_in(self, cards: int) -> AtTable:
        """The cutting card comes out after this many more cards."""
        self.cut()
        self.day.cutting_card_in(cards)
        return self

    def cards_left(self, cards: int) -> AtTable:
        """This many cards are left in the shoe."""
        self.day.cards_left(cards)
        return self

    def round(self, cards: str, **stakes: float) -> AtTable:
        """Play a round with these stakes, each on the player's first box, and these cards."""
        for name, stake in stakes.items():
            self.wager(self.table.boxes_of(name)[0], name, stake)
        self.cut()
        self.day.stack(cards)
        return self.time_up()

    def over(self) -> AtTable:
        """No one decides anything more until the round is over."""
        while self.table.in_round:
            self.time_up()
        return self

    def asked_to_cut(self) -> list[str]:
        """Everyone who is asked to cut, if all decline."""
        names: list[str] = []
        while self.table.cut_offer is not None and self.table.cut_offer.player:
            names.append(self.table.cut_offer.player)
            self.do(names[-1], c.DeclineCut())
        return names

    # What there is to see

    @property
    def table(self) -> Table:
        return self.day.table

    @property
    def pack(self) -> Pack:
        assert self.table.pack is not None
        return self.table.pack

    @property
    def sign(self) -> SignSeen:
        """The sign, as everyone sees it."""
        return self.day.seen().sign

    @property
    def cards(self) -> CardsSeen:
        """The shoe or device, as everyone sees it."""
        cards = self.day.seen().cards
        assert cards is not None
        return cards

    def box(self, number: int) -> BoxSeen:
        """A box and the wagers on it for the next round, as everyone sees it."""
        return self.day.seen().boxes[number - 1]

    def wagers_on(self, box: int) -> list[str]:
        """The players whose wagers are on a box, nearest the dealer first: ``ann 20.00``."""
        return [f"{laid.player} {laid.stake}" for laid in self.box(box).wagers]

    def controls(self, box: int) -> str:
        """Who decides for a box of the round in play."""
        assert self.table.round is not None
        found = self.table.round.find_box(box)
        assert found is not None
        return found[1].controller

    def dealt(self) -> tuple[Card, ...]:
        """The cards of the round, in the order they left the shoe."""
        assert self.table.round is not None
        return tuple(act.card for act in self.table.round.acts if isinstance(act, Deal))

    def chips(self, name: str) -> float:
        return self.table.patrons[name].chips / 100

    def records(self, *kinds: type) -> list[TableRecord]:
        """All records of the table so far, of some kinds."""
        return [record for record in self.happened if isinstance(record, kinds)]

    def order_in_shoe(self) -> tuple[Card, ...]:
        """The cards of the shoe in play in the order they leave it, burnt card first. Only the test may know them."""
        pack = self.pack
        order = shuffled(pack.cards or decks(self.day.book), self.day.seeds[pack.shoe], stage_label(1))
        return order if pack.place is None else cut(order, pack.place)


def lay(box: int, stake: float, *, pp: float = 0, ss: float = 0) -> c.Lay:
    """A command to lay a wager."""
    return c.Lay(box, Cents(round(stake * 100)), Cents(round(pp * 100)), Cents(round(ss * 100)))


def holds_its_decks(table: AtTable) -> bool:
    """Whether the shoe holds exactly the cards of the game's decks."""
    return Counter(table.order_in_shoe()) == Counter(decks(table.day.book))


OWN = {"name", "chips", "boxes", "warned", "minimum_only", "asked", "choices", "closed"}
"""The fields that only the player sees: what they have, may do and may not do."""
CHOICE = {"do", "box", "amount", "co_bettors"}


def says_no_more_than_the_rules(table: AtTable, name: str) -> bool:
    """Whether a player is shown what they may do, and nothing about which choice is better."""
    you = table.day.you(name)
    more = [getattr(you, field) for field in you.__struct_fields__ if field not in OWN]
    more += [getattr(one, field) for one in you.choices for field in one.__struct_fields__ if field not in CHOICE]
    return not any(more)


def cards(written: str) -> tuple[Card, ...]:
    return tuple(parse_cards(written))
