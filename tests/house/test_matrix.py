"""I4, order attacks: every command in every phase by every role, for own and other players' boxes, the whole matrix.

Each is done, or refused with a code, a sentence and, where a rule decides, its clause; and a refusal changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import get_args

import pytest

from boxseat.cards import parse_cards
from boxseat.clock import MINUTE, Moment
from boxseat.house.answers import Answer, Behind, Done, Refused
from boxseat.house.authority import NEEDS, power_needed
from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.house.table_stream import LiveTable
from boxseat.money import Cents
from boxseat.people.roles import POWERS, Person, Role
from boxseat.play.state import Phase
from boxseat.rulebook.load import GAMES, parse_book
from boxseat.table import commands as c
from boxseat.table.admission.commands import CopyAdmissions
from boxseat.table.card_source import decks
from boxseat.table.checks.commands import CheckName, RecordCheck
from boxseat.table.corrections.commands import FindPaymentWrong, PutPaymentRight, VoidPastRound
from boxseat.table.permissions import commands as p
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from boxseat.table.signs import commands as s
from boxseat.table.state import Status
from tests.house.hand_dealt.hand_dealt_evening import every_hand_dealt
from tests.house.memory_store import Disk, MemoryStore, endow
from tests.house.random_evening import BEGAN, SteppedClock, book_text
from tests.house.reference import Reference

PLAYERS = ("ann", "bob", "cat", "dan", "eve")
"""Ann sits at box 1, bob has a wager behind hers, cat sits at box 2, dan has chips and nothing else, eve has not come yet."""
ASKED = Person("ann", Role.PLAYER)
SUPERVISOR = Person("sue", Role.SUPERVISOR)
PEOPLE = (
    *(Person(name, Role.PLAYER) for name in PLAYERS),
    Person("dot", Role.DEALER),
    SUPERVISOR,
    Person("gil", Role.GAMING_MANAGER),
    Person("tom", Role.TOURNAMENT_MANAGER),
    Person("kim", Role.CAGE),
    Person("eye", Role.SURVEILLANCE),
    Person("ira", Role.INSPECTOR),
    Person("ada", Role.ADMINISTRATOR),
    Person("ann", Role.PLAYER, disabled=True),
    Person("ann", Role.PLAYER, password_due=True),
)
BOXES = (1, 2, 7, 0, 8)
"""Ann's, cat's, one that nobody has, and two that there are not."""


class Floor:
    """One table, brought into a phase with cards of our choosing."""

    def __init__(self, game: str, disk: Disk | None = None, settings: Settings | None = None) -> None:
        self.game = game
        self.settings = settings or Settings(sign=SIGN)
        self.disk = disk or Disk()
        self.clock = SteppedClock(BEGAN)
        self.house = House(MemoryStore(self.disk), self.clock, lambda n: bytes(n))
        self.live: LiveTable
        self.number = 0

    async def open(self) -> None:
        endow(self.disk, PLAYERS, 1_000_000)
        await self.set_up()

    async def set_up(self) -> None:
        text = book_text(self.game)
        await self.house.open_table("t1", parse_book(text, source=self.game), text, self.settings)
        self.live = await self.house.table("t1")

    async def copied(self) -> Floor:
        """The same floor again, to go on from."""
        other = Floor(self.game, self.disk.copied(), self.settings)
        other.clock.at, other.number = self.clock.at, self.number
        other.live = await other.house.table("t1")
        other.live.cached = dict(self.live.cached)
        return other

    async def do(self, person: Person, command: c.TableCommand) -> Answer:
        self.number += 1
        return await self.house.submit(person, "t1", f"c{self.number}", self.live.table.version, command)

    async def done(self, person: Person, *commands: c.TableCommand) -> None:
        for command in commands:
            answer = await self.do(person, command)
            assert isinstance(answer, Done), (person, command, answer)

    async def time_up(self) -> None:
        self.clock.at = max(self.clock.at, self.live.table.deadline or 0)
        assert isinstance(
            await self.house.submit_authorized(HOUSE_ACTOR, "t1", "", self.live.table.version, c.TimeUp()), Done
        )

    async def seated(self) -> None:
        await self.done(SUPERVISOR, c.OpenForPlay())
        for name, command in (("ann", c.Sit(1)), ("bob", None), ("cat", c.Sit(2)), ("dan", None)):
            await self.done(Person(name, Role.PLAYER), c.BuyIn(Cents(100_000)), *([command] if command else ()))

    async def dealt(self, cards: str) -> None:
        await self.seated()
        await self.time_up()
        while self.live.table.cut_offer is not None:
            await self.time_up()
        for name, box in (("ann", 1), ("bob", 1), ("cat", 2)):
            await self.done(Person(name, Role.PLAYER), c.Lay(box, Cents(1000)))
        pack = self.live.table.pack
        assert pack is not None
        wanted = parse_cards(cards)
        rest = decks(self.live.book)
        self.live.cached[pack.shoe, 1] = (*rest[: pack.drawn], *wanted, *rest)
        await self.time_up()


async def _closed(floor: Floor) -> None:
    assert floor.live.table.status is Status.CLOSED


async def _cutting(floor: Floor) -> None:
    await floor.seated()
    assert floor.live.table.cut_offer is not None


async def _wagering(floor: Floor) -> None:
    await floor.seated()
    while floor.live.table.cut_offer is not None:
        await floor.time_up()
    await floor.done(ASKED, c.Lay(1, Cents(1000)))


async def _insurance(floor: Floor) -> None:
    await floor.dealt("8S 9S AS 8H 9H")
    await _in(floor, Phase.INSURANCE)


async def _surrender(floor: Floor) -> None:
    await floor.dealt("8S 9S KS 8H 9H")
    await _in(floor, Phase.SURRENDER)


async def _decision(floor: Floor) -> None:
    await floor.dealt("8S 9S 6S 8H 9H 9D")
    await _in(floor, Phase.DECISION)


async def _join(floor: Floor) -> None:
    await floor.dealt("8S 9S 6S 8H 9H 9D 3H")
    await floor.done(ASKED, c.DoSplit(1))
    assert floor.live.table.join_offer is not None


async def _forfeit(floor: Floor) -> None:
    await floor.dealt("5S 9S 6S 6H 9H 2D")
    await floor.done(ASKED, c.DoDouble(1))
    await floor.done(Person("bob", Role.PLAYER), c.Join(1))
    await _in(floor, Phase.FORFEIT)


async def _closing(floor: Floor) -> None:
    await floor.dealt("8S 9S 6S 8H 9H 9D")
    closing = floor.clock.at + 20 * MINUTE
    await floor.done(SUPERVISOR, s.AnnounceClosure(Moment(closing)))
    floor.clock.at = closing
    await floor.house.submit_authorized(HOUSE_ACTOR, "t1", "", floor.live.table.version, s.FollowSigns())
    assert floor.live.table.status is Status.CLOSING


async def _in(floor: Floor, phase: Phase) -> None:
    assert floor.live.table.round is not None
    assert floor.live.table.round.phase is phase


PHASES: dict[str, Callable[[Floor], Awaitable[None]]] = {
    "closed": _closed,
    "cutting": _cutting,
    "wagering": _wagering,
    "insurance": _insurance,
    "surrender": _surrender,
    "decision": _decision,
    "join": _join,
    "forfeit": _forfeit,
    "closing": _closing,
}
WITHOUT_CLAUSE = ("patron/no-account", "record/wrong", "round/unknown", "ruling/reason")
"""Refusals at hand-dealt tables that no rule decides."""
NOT_IN = {"surrender": "canberra-blackjack", "forfeit": "canberra-blackjack"}
"""What a game does not offer."""


def sign_commands() -> Iterator[c.TableCommand]:
    """Commands about signs, with times and amounts that fit or do not."""
    soon, later = Moment(BEGAN + MINUTE), Moment(BEGAN + 24 * 60 * MINUTE)
    for cents in (100, 1000, 900_000):
        yield from (s.RaiseMinimum(Cents(cents)), s.RaiseMinimum(Cents(cents), bet="perfect-pairs"))
        yield from (s.RaiseMinimum(Cents(cents), later), s.RaiseMinimum(Cents(cents), soon))
        yield from (s.ChangeLimits(min=Cents(cents)), s.ChangeLimits(max=Cents(cents), unit=Cents(500)))
        yield s.ChangeLimits(super_sevens=s.BetLimits(max=Cents(cents)))
        yield s.SetPrivateLimits("ann", Cents(1000), Cents(cents))
    for box in BOXES:
        yield from (s.RefuseWager("ann", box, "a quarrel"), s.RefuseWager("ann", box, " "))
    yield from (s.EndOldMinimum(later), s.EndPrivateLimits("ann"), s.MarkLowLimit(True), s.MarkLowLimit(False))
    yield from (s.AnnounceClosure(soon), s.AnnounceClosure(later), s.AnnounceClosure(Moment(0)), s.FollowSigns())


def permission_commands() -> Iterator[c.TableCommand]:
    """Commands about what is permitted and restricted, about past rounds, and the house's own at a table."""
    for most in (0, 1, 3):
        yield from (p.LimitPlayersOnBox(most), p.LimitPlayersAtTable(most))
    for name in ("ann", "dan", "eve"):
        yield from (p.HoldToMinimum(name), p.ReleaseFromMinimum(name))
    yield from (p.RestrictPerfectPairs(), p.RestrictPerfectPairs(True, True, True), p.RestrictPerfectPairs(False))
    yield from (p.AllowResplit(True), p.AllowResplit(False), p.DealFaceDown(True), p.DealFaceDown(True, True))
    yield from (p.DealFaceDown(False), p.ExposeCards(1), p.ExposeCards(8))
    for check in get_args(CheckName):
        yield from (RecordCheck(check), RecordCheck(check, "ann", "seen"), RecordCheck(check, "eve"))
    yield from (p.RecordApproval("table"), p.RecordApproval("perfect-pairs", "L-12"))
    yield from (VoidPastRound(1, "found later"), VoidPastRound(1, ""), FindPaymentWrong(1, "ann", 100, suspected=False))
    yield from (PutPaymentRight(1, "ann", 100, suspected=False), CopyAdmissions(), c.MoveFloat(1, 100), c.EmptyDrop())


def every_command() -> Iterator[c.TableCommand]:
    """Every command there is, about every kind of box and with amounts that fit or do not."""
    for box in BOXES:
        yield from (c.Sit(box), c.GiveUp(box), c.TakeBack(box), c.DoEvenMoney(box), c.DoSurrender(box), c.DoSplit(box))
        yield from (c.DoForfeit(box), c.DoHit(box), c.DoStand(box), c.DoRefuse(box), c.Decline(box), c.Pass(box))
        yield c.DismissComputer(box)
        yield from (c.Lay(box, Cents(1000)), c.Lay(box, Cents(1000), Cents(500)), c.AskComputer(box))
        yield from (c.DoInsure(box, Cents(500)), c.DoDouble(box), c.Join(box), c.MarkBox(box, Cents(60_000)))
        yield from (c.ReserveBox(box, "eve"), c.MarkBox(box), c.ReserveBox(box))
    yield c.SetCards("AS 7D")
    yield from (c.BuyIn(Cents(5000)), c.BuyIn(Cents(123)), c.AskForBox(), c.Leave(), c.Ready(), c.DeclineCut())
    yield from (c.Cut(100), c.Cut(0), c.CutForHouse(100), c.OpenForPlay(), c.FinalRounds(), c.CloseTable())
    yield from (c.ShuffleNow(), c.ShuffleNow(replace_cards=True), c.VoidTheRound("a card fell"), c.VoidTheRound(""))
    for because in ("disruption", "fraud", "impractical"):
        yield from (c.InvalidateTheRound(because, "fire"), c.InvalidateTheRound(because, ""))
        yield c.InvalidateTheRound(because, "fire", refund=False)
        yield c.InvalidateTheRound(because, "fire", forfeited_by=("bob",))
    for name in ("ann", "dan", "eve"):
        for ground in ("player-card", "device", "rules"):
            yield c.VoidTheWagers(name, ground, "seen")
    yield from (c.VoidTheWagers("ann", "device", ""), c.DeviceFailed(), c.DeviceFailed(then="deal-on"))
    yield from (c.CardMissing(), c.ForeignCardFound("a joker", "seen"), c.CheckTheCards())
    yield from (c.DeferPayments(), c.DeferPayments(1), c.DeferPayments(8))
    yield from (c.DoInsure(1, Cents(100_000)), c.DoDouble(1, Cents(1)), c.Join(1, Cents(10**9)), c.Lay(1))
    yield from (c.Restrict("ann", to_minimum=True), c.Restrict("ann", to_one_box=True, inspector_notified=True))
    yield from (c.Restrict("eve"), c.TimeUp(), c.SeatExpired("ann"))
    yield from (*sign_commands(), *permission_commands())
    yield from (c.NoteAway("ann", away=True), c.NoteAway("ann", away=False))
    yield from (c.CreditWallet("ann", Cents(100)), c.DealWritten(()), *every_hand_dealt())


def test_every_command_is_tried() -> None:
    assert {type(command) for command in every_command()} == set(get_args(c.TableCommand)) - {c.SetUpTable}
    assert set(NEEDS) == set(get_args(c.PlayersCommand)) | set(get_args(c.StaffCommand)), "no command without a power"


@pytest.mark.parametrize(
    ("game", "phase"), [(game, phase) for game in GAMES for phase in PHASES if NOT_IN.get(phase) != game]
)
def test_every_command_in_every_phase_by_every_role(game: str, phase: str) -> None:
    asyncio.run(_whole_matrix(game, phase))


async def _whole_matrix(game: str, phase: str) -> None:
    start = Floor(game)
    await start.open()
    await PHASES[phase](start)
    floor = await start.copied()
    standing = floor.live.table
    for person in PEOPLE:
        for command in every_command():
            before = Reference(floor.disk, floor.live.table, PLAYERS)
            answer = await floor.do(person, command)
            before.judge(person.name, command, answer, floor.live.table)
            judge_answer(game, person, command, answer)
            if floor.live.table is not standing:
                floor = await start.copied()
                standing = floor.live.table


def judge_answer(game: str, person: Person, command: c.TableCommand, answer: Answer) -> None:
    """Check that the answer fits the role, and that a refusal names its clause."""
    where = f"{game}: {person.name} ({person.role}) {command} {answer}"
    power = power_needed(command)
    barred = person.disabled or person.password_due
    if isinstance(answer, Done | Behind):
        assert power in POWERS[person.role], where
        assert not barred, where
        return
    assert isinstance(answer, Refused), where
    if power is None:
        assert answer.code == "power/house-only", where
    elif barred:
        assert answer.code in ("account/disabled", "password/due"), where
    elif power not in POWERS[person.role]:
        assert answer.code == "power/none", where
    else:
        assert answer.clause or answer.code in WITHOUT_CLAUSE, f"no clause: {where}"
