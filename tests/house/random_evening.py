"""An evening on the floor, driven at random through the one door: all games, legal and illegal, by players, staff and the clock.

The same seed gives the same evening. `Evening.step` does one thing at one table, `step_board` at one board; `play` does many.
Nothing here checks anything: the tests look at what the journal holds afterwards, or after each step.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from random import Random
from typing import Any

import msgspec

from boxseat.clock import MINUTE, SECOND, Moment
from boxseat.fairness.shuffle import cut_bounds
from boxseat.house.answers import Answer, Done, Refused
from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.house.table_stream import LiveTable
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
from boxseat.table.signs.commands import AnnounceClosure, FollowSigns
from boxseat.table.state import Status, Table
from tests.house.board import BOARDS, KINDS, CloseBoard, stream
from tests.house.board_commands import author, board_command, newest, next_name, set_up

BEGAN = 1_760_000_000 * SECOND
MONEY = 5_000_000
"""What everybody finds in their wallet, in cents."""
PEOPLE = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ivy")
SUPERVISOR = Person("sue", Role.SUPERVISOR)
INSPECTOR = Person("ira", Role.INSPECTOR)
MANAGER = Person("gil", Role.GAMING_MANAGER)
STAFF = (SUPERVISOR, INSPECTOR, MANAGER)


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
        boards: Sequence[str] = (),
        *,
        people: Sequence[str] = PEOPLE,
        wild: float = 0.1,
        staff: float = 0.01,
        rulings: float = 0.03,
    ) -> None:
        """How often something is asked that fits nothing (`wild`), staff step in (`staff`) and rule on a round (`rulings`)."""
        self.rng = Random(seed)
        self.clock = SteppedClock()
        self.store = store
        self.house = House(store, self.clock, self.rng.randbytes, KINDS)
        self.tables = tuple(tables) or tables_of_all_games()
        self.boards = list(boards)
        """The boards in use: a closed one is replaced by the next."""
        self.people = tuple(people)
        self.told: Counter[str] = Counter()
        """What was answered, and how often."""
        self._wild = wild
        self._staff = staff
        self._rulings = rulings
        self._commands = 0
        self._named = "c"
        self._sent: list[Sent] = []
        self._sent_to_boards: list[tuple[Person, str, str, int, Any]] = []
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
        await self.find_boards()

    async def find_boards(self) -> None:
        """Continue with the newest of the boards that are there, and set up those that are not."""
        there = [state.stream.removeprefix(BOARDS.prefix) for state in await self.store.streams(BOARDS.prefix)]
        for place, first in enumerate(self.boards):
            self.boards[place] = newest(first, there) or first
            if self.boards[place] not in there:
                await self.ask_board(SUPERVISOR, first, set_up(self.rng, first, self.clock.now()), 0)

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
        """So many things happen, each at a table or board drawn from all."""
        for _ in range(steps):
            place = self.rng.randrange(len(self.tables) + len(self.boards))
            if place < len(self.tables):
                await self.step(self.tables[place].id)
            else:
                await self.step_board(place - len(self.tables))

    async def play_rounds(self, table_id: str, rounds: int) -> None:
        """Until so many rounds have been settled at a table."""
        live = await self.house.table(table_id)
        while live.table.round_number < rounds or live.table.in_round:
            await self.step(table_id)

    async def close(self) -> None:
        """Every round is played out and every table closed, so that all money is home."""
        for table in self.tables:
            live = await self.house.table(table.id)
            await self._recovered()
            if live.table.status is Status.OPEN and live.table.signs.closing is None:
                closing = self.clock.at + 21 * MINUTE
                await self.ask(SUPERVISOR, table.id, AnnounceClosure(Moment(closing)))
                self.clock.at = closing
                await self.house.submit_authorized(HOUSE_ACTOR, table.id, "", live.table.version, FollowSigns())
            while live.table.status is not Status.CLOSED:
                await self.time_up(table.id)

    async def _recovered(self) -> None:
        """The house has the database again, after a fault that a test has put there."""
        while self.house.paused:
            await asyncio.sleep(0.01)

    async def step(self, table_id: str) -> Answer:
        """Somebody does something at a table: mostly what it waits for."""
        live = await self.house.table(table_id)
        drawn = self.rng.random()
        if drawn < self._wild:
            return await self._something_wild(table_id, live)
        if drawn < self._wild + self._staff:
            return await self.ask(self.rng.choice((SUPERVISOR, MANAGER)), table_id, self._staffs(live))
        table = live.table
        if table.in_round and self.rng.random() < self._rulings:
            return await self.ask(self.rng.choice((SUPERVISOR, MANAGER)), table_id, any_ruling(self.rng, table))
        if table.status is not Status.OPEN and not table.in_round and table.cut_offer is None:
            return await self.ask(SUPERVISOR, table_id, c.OpenForPlay())
        if table.cut_offer is not None:
            return await self._cut(table_id, live)
        if table.in_round:
            return await self._decide(table_id, live)
        return await self._before_the_cards(table_id, live)

    # Boards

    async def ask_board(self, person: Person, name: str, command: Any, version: int) -> Answer:
        """One command at a board."""
        self._commands += 1
        self.clock.at += self.rng.randint(1, SECOND)
        sent = (person, stream(name), f"{self._named}{self._commands}", version, command)
        self._sent_to_boards = [*self._sent_to_boards[-20:], sent]
        answer = await self.house.command(*sent)
        self._note(command, answer)
        return answer

    async def step_board(self, place: int) -> Answer:
        """Somebody does something at a board, or a command is sent twice, or its time is up."""
        rng, name = self.rng, self.boards[place]
        board = (await self.house.stream(stream(name))).state
        drawn = rng.random()
        if drawn < 0.05 and self._sent_to_boards:
            sent = rng.choice(self._sent_to_boards)
            answer = await self.house.command(*sent)
            self._note(sent[-1], answer)
            return answer
        if drawn < 0.06 and board.is_open:
            self.clock.at = max(self.clock.at, board.closes_at) + 1
            await self.house.submit_to(HOUSE_ACTOR, stream(name), "", board.version, CloseBoard(by_clock=True))
        if board.shown and not board.phones:
            self.boards[place] = after = next_name(name)
            return await self.ask_board(SUPERVISOR, after, set_up(rng, after, self.clock.now()), 0)
        command = board_command(rng, board, self.boards, [table.id for table in self.tables], self.clock.now())
        version = rng.choice((0, board.version, board.version, board.version + (rng.random() < 0.1)))
        return await self.ask_board(author(rng, command, self.people, SUPERVISOR), name, command, version)

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
        if drawn < 0.25 and (table.in_round or drawn < 0.05):
            return any_ruling(rng, table)
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
        person = rng.choice([*map(_player, self.people), SUPERVISOR, INSPECTOR, MANAGER])
        version = live.table.version
        if drawn < 0.4:
            version += rng.choice((-50, -3, -1, 1, 100))
        return await self.ask(person, table_id, any_command(rng, live.table), max(0, version))

    def _note(self, command: Any, answer: Answer) -> None:
        code = answer.code if isinstance(answer, Refused) else type(answer).__name__.lower()
        self.told[f"{type(command).__name__}: {code}"] += 1


_KINDS: tuple[c.ComputerKind, ...] = ("perfect", "chart", "loose")


def _player(name: str) -> Person:
    return Person(name, Role.PLAYER)


def any_ruling(rng: Random, table: Table) -> c.RulingCommand:
    """Any ruling of staff about the round in play, with names of players and reasons that mostly fit."""
    players = [*(table.round.net() if table.round is not None else ()), *table.patrons] or ["nobody"]
    name = "nobody" if rng.random() < 0.05 else rng.choice(players)
    some = tuple(rng.choice(players) for _ in range(rng.choice((0, 0, 1, 2))))
    kept, why = rng.random() < 0.2, rng.choice(("a card fell", "seen by the camera", "seen by the camera", "told", ""))
    without_device, then = rng.random() < 0.5, rng.choice(("", "", "", "deal-on", "shuffle"))
    failed = c.DeviceFailed(
        disadvantaged=rng.random() < 0.1,
        another_device=not without_device,
        damaged=rng.choice(("", "two of hearts")),
        returned_to=some if without_device else (),
        then=then,
        reason=why,
    )
    makers: tuple[tuple[int, Callable[[], c.RulingCommand]], ...] = (
        (2, lambda: c.VoidTheRound(why, rng.choice(("cannot-reconstruct", "found-later")))),
        (1, lambda: c.InvalidateTheRound(rng.choice(("disruption", "fraud", "impractical")), why)),
        (1, lambda: c.InvalidateTheRound("fraud", why, refund=not kept, forfeited_by=some)),
        (3, lambda: c.VoidTheWagers(name, rng.choice(("player-card", "device", "device", "rules")), why)),
        (3, lambda: failed),
        (1, lambda: rng.choice((c.CardMissing(why), c.ForeignCardFound("a joker", why), c.CheckTheCards(why)))),
        (2, lambda: c.DeferPayments(rng.choice((None, None, 1, 2, 3, 99)), why)),
    )
    return rng.choices([make for _, make in makers], [weight for weight, _ in makers])[0]()


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
        *[lambda: any_ruling(rng, table)] * 4,
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
        case _:
            raise AssertionError(f"no command for {act}")


def books(evening: Evening) -> dict[str, Book]:
    """The book of every table, as it is played there."""
    return {
        table.id: with_options(parse_book(table.text or book_text(table.game), source=table.game), table.options)
        for table in evening.tables
    }
