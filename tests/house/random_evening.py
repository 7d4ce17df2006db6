"""An evening on the floor, driven at random through the one door: all games, legal and illegal, by players, staff and the clock.

The same seed gives the same evening. `Evening.step` does one thing at one table; `play` does many. Nothing here checks anything:
the tests look at what the journal holds afterwards, or after each step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from random import Random

import msgspec

from boxseat.clock import SECOND
from boxseat.fairness.shuffle import cut_bounds
from boxseat.house.answers import Answer, Done, Refused
from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.house.live_table import LiveTable
from boxseat.journal.store import Store
from boxseat.ledger.accounts import BANK, Posting, wallet
from boxseat.money import Cents
from boxseat.people.account_store import AccountStore, account_stream
from boxseat.people.administration import FIRST_ADMINISTRATOR
from boxseat.people.login import OPENING_MONEY
from boxseat.people.records import AccountOpened
from boxseat.people.roles import Person, Role
from boxseat.play.acts import (
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    PlayersAct,
    Split,
    Stand,
    Surrender,
)
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, parse_book, with_options
from boxseat.table import commands as c
from boxseat.table.questions import OpenQuestion, open_to
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from boxseat.table.state import Status, Table

BEGAN = 1_760_000_000 * SECOND
MONEY = 5_000_000
"""What everybody finds in their wallet, in cents."""
PEOPLE = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ivy")
SUPERVISOR = Person("sue", Role.SUPERVISOR)
INSPECTOR = Person("ira", Role.INSPECTOR)
STAFF = (SUPERVISOR, INSPECTOR, Person("gil", Role.GAMING_MANAGER))


class SteppedClock:
    """A clock that goes on when it is told to."""

    def __init__(self, at: int = BEGAN) -> None:
        self.at = at

    def now(self) -> int:
        return self.at


Sent = tuple[Person, str, str, int, c.TableCommand]
"""Who sent what: person, table, command's id, version, command."""


class Opened(msgspec.Struct, frozen=True):
    """How a table of the evening is set up."""

    id: str
    game: str
    settings: Settings = Settings(sign=SIGN)
    options: dict[str, object] = {}
    text: str = ""
    """The text of a book of one's own; the game's where there is none."""


def tables_of_all_games() -> tuple[Opened, ...]:
    """A table of each game, and one with a shuffling device where the game has one."""
    device = Settings(sign=SIGN, cards_from="device")
    shoes = [Opened(f"t{place}", game) for place, game in enumerate(GAMES, start=1)]
    devices = [
        Opened(f"d{place}", game, device)
        for place, game in enumerate(GAMES, start=1)
        if book_of(game).device.offered.value
    ]
    return (*shoes, *devices)


@cache
def book_text(game: str) -> str:
    return resources.files("boxseat.rulebook").joinpath("books", f"{game}.toml").read_text("utf-8")


@cache
def read_once(text: str, game: str) -> Book:
    """A book, for thousands of floors."""
    return parse_book(text, source=game)


def book_of(game: str) -> Book:
    return read_once(book_text(game), game)


class Evening:
    """A floor and the people on it. Everything that happens is drawn from one seed."""

    def __init__(
        self,
        store: Store,
        seed: int,
        tables: Sequence[Opened] = (),
        *,
        people: Sequence[str] = PEOPLE,
        wild: float = 0.1,
        staff: float = 0.01,
    ) -> None:
        """`wild` is how often something is asked that fits nothing, `staff` how often a supervisor steps in."""
        self.rng = Random(seed)
        self.clock = SteppedClock()
        self.store = store
        self.house = House(store, self.clock, self.rng.randbytes)
        self.tables = tuple(tables) or tables_of_all_games()
        self.people = tuple(people)
        self.told: Counter[str] = Counter()
        """What was answered, and how often."""
        self._wild = wild
        self._staff = staff
        self._commands = 0
        self._named = "c"
        self._sent: list[Sent] = []
        self.last_sent: Sent | None = None
        """The last command that was asked, to be sent again."""

    def name_commands(self, prefix: str) -> None:
        """How this evening's commands are named, where others were on the same floor before."""
        self._named = prefix

    async def open(self) -> None:
        """Everybody has an account, and every table is open."""
        roll = AccountStore(self.store)
        for name in self.people:
            opened = AccountOpened(name, Role.PLAYER, True, MONEY, "", False)
            money = (Posting(BANK, wallet(name), MONEY, OPENING_MONEY),)
            await roll.write(name, None, (opened,), at=self.clock.now(), who=name, postings=money)
        await self._open_staff(roll)
        for table in self.tables:
            text = table.text or book_text(table.game)
            book = with_options(read_once(text, table.game), table.options)
            answer = await self.house.open_table(table.id, book, text, table.settings)
            assert isinstance(answer, Done), answer
            assert isinstance(await self.ask(SUPERVISOR, table.id, c.OpenForPlay()), Done)

    async def _open_staff(self, roll: AccountStore) -> None:
        """An administrator, where there is none, and the staff that the administrator opens accounts for."""
        staff = [(person.name, person.role, FIRST_ADMINISTRATOR) for person in STAFF]
        if not await self.store.read(account_stream(FIRST_ADMINISTRATOR)):
            staff.insert(0, (FIRST_ADMINISTRATOR, Role.ADMINISTRATOR, HOUSE_ACTOR))
        for name, role, by in staff:
            opened = AccountOpened(name, role, False, 0, "", False)
            await roll.write(name, None, (opened,), at=self.clock.now(), who=by)

    async def ask(self, person: Person, table_id: str, command: c.TableCommand, version: int | None = None) -> Answer:
        """One command, as a client sends it that has just looked at the table."""
        self._commands += 1
        self.clock.at += self.rng.randint(1, SECOND)
        if version is None:
            version = (await self.house.table(table_id)).table.version
        sent = (person, table_id, f"{self._named}{self._commands}", version, command)
        self._sent = [*self._sent[-20:], sent]
        self.last_sent = sent
        answer = await self.house.submit(*sent)
        self._note(command, answer)
        return answer

    async def time_up(self, table_id: str) -> Answer:
        """The clock runs out for whatever the table asks."""
        live = await self.house.table(table_id)
        self.clock.at = max(self.clock.at, live.table.deadline or 0) + 1
        answer = await self.house.submit_authorized(HOUSE_ACTOR, table_id, "", live.table.version, c.TimeUp())
        self._note(c.TimeUp(), answer)
        return answer

    async def play(self, steps: int) -> None:
        """So many things happen, each at a table drawn from all."""
        for _ in range(steps):
            await self.step(self.rng.choice(self.tables).id)

    async def play_rounds(self, table_id: str, rounds: int) -> None:
        """Until so many rounds have been settled at a table."""
        live = await self.house.table(table_id)
        while live.table.round_number < rounds or live.table.in_round:
            await self.step(table_id)

    async def close(self) -> None:
        """Every round is played out and every table closed, so that all money is home."""
        for table in self.tables:
            live = await self.house.table(table.id)
            await self.ask(SUPERVISOR, table.id, c.CloseTable())
            while live.table.status is not Status.CLOSED:
                await self.time_up(table.id)

    async def step(self, table_id: str) -> Answer:
        """Somebody does something at a table: mostly what it waits for."""
        live = await self.house.table(table_id)
        drawn = self.rng.random()
        if drawn < self._wild:
            return await self._something_wild(table_id, live)
        if drawn < self._wild + self._staff:
            return await self.ask(SUPERVISOR, table_id, self._staffs(live))
        table = live.table
        if table.status is not Status.OPEN and not table.in_round and table.cut_offer is None:
            return await self.ask(SUPERVISOR, table_id, c.OpenForPlay())
        if table.cut_offer is not None:
            return await self._cut(table_id, live)
        if table.in_round:
            return await self._decide(table_id, live)
        return await self._before_the_cards(table_id, live)

    # What the table waits for

    async def _cut(self, table_id: str, live: LiveTable) -> Answer:
        assert live.table.cut_offer is not None
        assert live.table.pack is not None
        player = live.table.cut_offer.player
        place = self.rng.randint(*cut_bounds(live.book, live.table.pack.size))
        drawn = self.rng.random()
        if drawn < 0.2:
            return await self.time_up(table_id)
        if not player:
            return await self.ask(SUPERVISOR, table_id, c.CutForHouse(place))
        return await self.ask(_player(player), table_id, c.Cut(place) if drawn < 0.6 else c.DeclineCut())

    async def _decide(self, table_id: str, live: LiveTable) -> Answer:
        waiting = live.waiting()
        if not waiting or self.rng.random() < 0.04:
            return await self.time_up(table_id)
        entry = self.rng.choice(waiting)
        return await self.ask(_player(entry.player), table_id, self._decision(live, entry))

    def _decision(self, live: LiveTable, entry: OpenQuestion) -> c.TableCommand:
        if entry.what == "join":
            return c.Join(entry.box) if self.rng.random() < 0.6 else c.Pass(entry.box)
        assert live.table.round is not None
        found = live.table.round.find_box(entry.box)
        assert found is not None
        choices = open_to(live.book, live.table, found[0], entry.player)
        if not choices or (entry.what != "decision" and self.rng.random() < 0.4):
            return c.Decline(entry.box)
        act = self.rng.choice(choices).act
        assert isinstance(act, PlayersAct)
        return command_of(act)

    async def _before_the_cards(self, table_id: str, live: LiveTable) -> Answer:
        table, rng = live.table, self.rng
        if len(table.patrons) < 3:
            return await self._come(table_id, live)
        name = rng.choice(list(table.patrons))
        drawn = rng.random()
        if drawn < 0.04:
            return await self._come(table_id, live)
        if drawn < 0.06:
            return await self.ask(_player(name), table_id, c.Leave())
        if drawn < 0.07:
            return await self.ask(_player(name), table_id, c.AskComputer(rng.randint(1, 7), rng.choice(_KINDS)))
        if drawn < 0.10:
            return await self.ask(_player(name), table_id, c.Sit(rng.randint(1, 7)))
        if drawn < 0.2 and any(laid.stake for laid in table.wagers):
            return await self.time_up(table_id)
        if drawn < 0.45:
            return await self.ask(_player(name), table_id, c.Ready())
        return await self.ask(_player(name), table_id, self._wager(live, name))

    def _wager(self, live: LiveTable, name: str) -> c.Lay:
        rng = self.rng
        own = live.table.boxes_of(name)
        box = rng.choice(own) if own and rng.random() < 0.7 else rng.randint(1, live.book.layout.boxes.value)
        offered = live.book.offers.side_bets.value
        side = {bet.replace("-", "_"): Cents(100 * rng.randint(1, 10)) for bet in offered if rng.random() < 0.25}
        cents = rng.choice((500, 1000, 1250, 2000, 2500, 5000, 7550, 10_000, 25_000))
        return c.Lay(box, Cents(0 if side and rng.random() < 0.05 else cents), **side)

    async def _come(self, table_id: str, live: LiveTable) -> Answer:
        """Somebody buys in and takes a seat where one is free."""
        name = self.rng.choice(self.people)
        if name not in live.table.patrons or live.table.patrons[name].chips < 50_000:
            return await self.ask(_player(name), table_id, c.BuyIn(Cents(50 * self.rng.randint(500, 4000))))
        free = [box for box in range(1, live.book.layout.boxes.value + 1) if box not in live.table.seats]
        command = c.Sit(self.rng.choice(free)) if free else c.AskForBox()
        return await self.ask(_player(name), table_id, command)

    # Staff, and what fits nothing

    def _staffs(self, live: LiveTable) -> c.TableCommand:
        rng, table = self.rng, live.table
        box, name = rng.randint(1, 7), rng.choice([*table.patrons, "nobody"])
        drawn = rng.random()
        if drawn < 0.25 and table.in_round:
            return c.VoidTheRound("a card was dealt out of turn")
        if drawn < 0.35:
            return c.MarkBox(box, Cents(rng.choice((20_000, 80_000))) if rng.random() < 0.7 else None)
        if drawn < 0.45:
            return c.ReserveBox(box, name if rng.random() < 0.5 else "")
        if drawn < 0.55:
            return c.Restrict(name, rng.random() < 0.3, rng.random() < 0.3, rng.random() < 0.8)
        if drawn < 0.75:
            return c.ShuffleNow(rng.random() < 0.5)
        if drawn < 0.85:
            return c.FinalRounds()
        return c.CloseTable() if drawn < 0.9 else c.CutForHouse(rng.randint(1, 300))

    async def _something_wild(self, table_id: str, live: LiveTable) -> Answer:
        """Anything by anyone, to any box; a question from before; a command sent twice."""
        rng = self.rng
        drawn = rng.random()
        if drawn < 0.15 and self._sent:
            sent = rng.choice(self._sent)
            answer = await self.house.submit(*sent)
            self._note(sent[-1], answer)
            return answer
        person = rng.choice([*map(_player, self.people), SUPERVISOR, INSPECTOR])
        version = live.table.version
        if drawn < 0.4:
            version += rng.choice((-50, -3, -1, 1, 100))
        return await self.ask(person, table_id, any_command(rng, live.table), max(0, version))

    def _note(self, command: c.TableCommand, answer: Answer) -> None:
        code = answer.code if isinstance(answer, Refused) else type(answer).__name__.lower()
        self.told[f"{type(command).__name__}: {code}"] += 1


_KINDS: tuple[c.ComputerKind, ...] = ("perfect", "chart", "loose")


def _player(name: str) -> Person:
    return Person(name, Role.PLAYER)


def any_command(rng: Random, table: Table) -> c.TableCommand:
    """Any command at all, with fields that make sense or do not."""
    box = rng.choice((1, 2, 3, 4, 5, 6, 7, 0, -1, 8, 99))
    cents = Cents(rng.choice((0, 1, 50, 100, 500, 1000, 12_345, 10**9)))
    name = rng.choice([*table.patrons, *PEOPLE, "", "nobody"])
    makers: tuple[Callable[[], c.TableCommand], ...] = (
        lambda: c.BuyIn(cents),
        lambda: c.Sit(box),
        lambda: c.AskForBox(),
        lambda: c.GiveUp(box),
        lambda: c.Leave(),
        lambda: c.Lay(box, cents, Cents(rng.choice((0, 100))), Cents(rng.choice((0, 100)))),
        lambda: c.TakeBack(box),
        lambda: c.Ready(),
        lambda: c.Cut(rng.randint(-1, 420)),
        lambda: c.DeclineCut(),
        lambda: c.DoInsure(box, cents),
        lambda: c.DoEvenMoney(box),
        lambda: c.DoSurrender(box),
        lambda: c.DoSplit(box),
        lambda: c.DoDouble(box, rng.choice((None, cents))),
        lambda: c.DoForfeit(box),
        lambda: c.DoHit(box),
        lambda: c.DoStand(box),
        lambda: c.Decline(box),
        lambda: c.Join(box, rng.choice((None, cents))),
        lambda: c.Pass(box),
        lambda: c.AskComputer(box),
        lambda: c.DismissComputer(box),
        lambda: c.OpenForPlay(),
        lambda: c.CutForHouse(rng.randint(-1, 420)),
        lambda: c.ReserveBox(box, name),
        lambda: c.MarkBox(box, cents),
        lambda: c.Restrict(name),
        lambda: c.TimeUp(),
        lambda: c.SeatExpired(name),
        lambda: c.NoteAway(name, away=rng.random() < 0.5),
    )
    return rng.choice(makers)()


def command_of(act: PlayersAct) -> c.PlayCommand:
    """What a player says to have an act done."""
    match act:
        case Insure(box=box, amount=amount):
            return c.DoInsure(box, Cents(amount))
        case EvenMoney(box=box):
            return c.DoEvenMoney(box)
        case Surrender(box=box):
            return c.DoSurrender(box)
        case Split(box=box):
            return c.DoSplit(box)
        case Double(box=box, amount=amount):
            return c.DoDouble(box, Cents(amount))
        case Forfeit(box=box):
            return c.DoForfeit(box)
        case Hit(box=box):
            return c.DoHit(box)
        case Stand(box=box):
            return c.DoStand(box)


def books(evening: Evening) -> dict[str, Book]:
    """The book of every table, as it is played there."""
    return {
        table.id: with_options(parse_book(table.text or book_text(table.game), source=table.game), table.options)
        for table in evening.tables
    }
