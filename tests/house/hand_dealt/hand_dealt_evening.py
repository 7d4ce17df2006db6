"""An evening at hand-dealt tables, at random: cards keyed right and wrong, signals, nameless patrons, rulings, corrections."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from boxseat.cards import RANKS, SUITS
from boxseat.house.answers import Answer
from boxseat.house.table_stream import LiveTable
from boxseat.money import Cents
from boxseat.people.account_store import AccountStore
from boxseat.people.administration import FIRST_ADMINISTRATOR
from boxseat.people.records import AccountOpened
from boxseat.people.roles import Person, Role
from boxseat.play.acts import PlayersAct, Refuse
from boxseat.play.irregularities.record_correction import RecordFault, keyed_text
from boxseat.play.state import Phase, irregular
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.hand_dealt import commands as h
from boxseat.table.questions import OpenQuestion, open_to
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from boxseat.table.state import Status, Table
from tests.house.random_evening import SUPERVISOR, Evening, Opened, any_command, any_ruling, book_of, command_of

DEALER = Person("dot", Role.DEALER)
UNNAMED = ("patron 1", "patron 2")


def hand_dealt_tables() -> tuple[Opened, ...]:
    """A hand-dealt table of each game: with and without terminals, from a shoe and a device, with cards on record and without."""
    made: list[Opened] = []
    for place, game in enumerate(GAMES):
        device = book_of(game).device.offered.value and place % 2 == 1
        settings = Settings(
            sign=SIGN,
            cards_from="device" if device else "shoe",
            dealt="by-hand",
            terminals=place % 2 == 0,
            cards_on_record=place > 1,
        )
        made.append(Opened(f"h{place + 1}", game, settings))
    return tuple(made)


class HandDealtEvening(Evening):
    """A floor of hand-dealt tables."""

    async def _open_staff(self, roll: AccountStore) -> None:
        await super()._open_staff(roll)
        opened = AccountOpened(DEALER.name, DEALER.role, False, 0, "", False)
        await roll.write(DEALER.name, None, (opened,), at=self.clock.now(), who=FIRST_ADMINISTRATOR)

    async def step(self, table_id: str) -> Answer:
        """Somebody does something at a table: mostly what it waits for."""
        live = await self.house.table(table_id)
        table, rng = live.table, self.rng
        if rng.random() < self._wild:
            person = rng.choice((DEALER, SUPERVISOR, *(Person(name, Role.PLAYER) for name in self.people[:3])))
            return await self.ask(person, table_id, any_hand_dealt(rng, table))
        if table.status is not Status.OPEN and not table.in_round:
            return await self.ask(SUPERVISOR, table_id, c.OpenForPlay())
        if table.in_play:
            return await self._in_play(table_id, live)
        return await self._between(table_id, live)

    async def _in_play(self, table_id: str, live: LiveTable) -> Answer:
        table, rng = live.table, self.rng
        round_ = table.current_round
        drawn = rng.random()
        if irregular(round_).misplaced and (drawn < 0.3 or round_.phase is Phase.SETTLEMENT):
            ruling = h.ReconstructRound() if drawn < 0.28 or drawn > 0.35 else c.VoidTheRound("it cannot be rebuilt")
            return await self.ask(SUPERVISOR, table_id, ruling)
        if drawn < 0.04:
            return await self.ask(DEALER, table_id, h.UndoCard())
        if drawn < 0.09:
            return await self.ask(DEALER, table_id, a_report(rng))
        if drawn < 0.10:
            return await self.ask(SUPERVISOR, table_id, any_ruling(rng, table))
        if drawn < 0.12:
            return await self.ask(SUPERVISOR, table_id, a_correction(rng, table))
        waiting = live.waiting()
        if not waiting:
            return await self.ask(DEALER, table_id, a_card(rng, live))
        if drawn < 0.16:
            return await self.ask(DEALER, table_id, a_card(rng, live))
        if drawn < 0.2:
            return await self.ask(DEALER, table_id, h.CloseTheOffer())
        entry = rng.choice(waiting)
        if drawn < 0.23:
            return await self.ask(DEALER, table_id, h.PlayForAbsent(entry.box))
        return await self._signal(table_id, live, entry.player, self._decided(live, entry))

    def _decided(self, live: LiveTable, entry: OpenQuestion) -> c.RecordedCommand:
        rng = self.rng
        if entry.what == "join":
            return c.Join(entry.box) if rng.random() < 0.6 else c.Pass(entry.box)
        place, _ = live.table.current_round.box_at(entry.box)
        choices = open_to(live.book, live.table, place, entry.player)
        if not choices or (entry.what != "decision" and rng.random() < 0.4):
            return c.Decline(entry.box)
        act = rng.choice(choices).act
        assert isinstance(act, PlayersAct)
        return c.DoRefuse(act.box) if isinstance(act, Refuse) else command_of(act)

    async def _signal(self, table_id: str, live: LiveTable, player: str, what: c.RecordedCommand) -> Answer:
        """A player does something at a terminal, or staff record it."""
        named = player not in UNNAMED
        if named and live.table.settings.terminals and self.rng.random() < 0.5:
            return await self.ask(Person(player, Role.PLAYER), table_id, what)
        return await self.ask(DEALER, table_id, c.ForPlayer(player, what))

    async def _between(self, table_id: str, live: LiveTable) -> Answer:
        table, rng = live.table, self.rng
        drawn = rng.random()
        if drawn < 0.03:
            return await self.ask(DEALER, table_id, a_card(rng, live))
        if drawn < 0.05:
            return await self.ask(DEALER, table_id, h.UndoCard())
        if drawn < 0.08:
            return await self.ask(SUPERVISOR, table_id, a_correction(rng, table))
        if drawn < 0.10 and table.in_round:
            return await self.ask(SUPERVISOR, table_id, any_ruling(rng, table))
        if table.due or drawn < 0.14:
            return await self.ask(
                DEALER, table_id, rng.choice((h.CardsShuffledByHand(), c.Cut(by="ann"), h.CardsLoaded("??")))
            )
        if drawn < 0.17:
            return await self.ask(DEALER, table_id, a_patron(rng, table))
        if drawn < 0.3 and table.has_stakes:
            return await self.ask(DEALER, table_id, h.NoMoreBets())
        name = rng.choice((*self.people[:4], *(() if live.book.invalidation.player_card.value else UNNAMED)))
        if name not in table.patrons:
            return await self._signal(table_id, live, name, c.BuyIn(Cents(50 * rng.randint(100, 2000))))
        if drawn < 0.36:
            free = [box for box in range(1, live.book.layout.boxes.value + 1) if box not in table.seats]
            what: c.RecordedCommand = c.Sit(rng.choice(free)) if free and drawn < 0.34 else c.Leave()
            return await self._signal(table_id, live, name, what)
        return await self._signal(table_id, live, name, self._wager(live, name))


def a_card(rng: Random, live: LiveTable) -> h.KeyCard:
    """A card, mostly of this pack and where it is due."""
    drawn = rng.random()
    rank = rng.choice(RANKS if drawn < 0.01 else live.book.cards.ranks.value)
    card = "??" if 0.02 < drawn < 0.05 else rank + rng.choice(SUITS)
    to = rng.choice(("dealer", "1", "2", "3", "3.2")) if rng.random() < 0.06 else ""
    return h.KeyCard(card, to)


def a_report(rng: Random) -> h.ErrorCommand | h.TurnCard | h.CuttingCardSeen | h.ShoeIsEmpty | h.ChipsTouchedLate:
    """Something that went wrong."""
    card = rng.choice(("??", "9S", "2D", "KH"))
    return rng.choice(
        (
            h.BurnCard(card, rng.choice(("face-up", "in-error"))),
            h.CardDrawnInError(card, rng.choice((None, False))),
            h.CardTooMany(card),
            h.InsuranceForgotten(),
            h.BurnForgotten(),
            h.CutForgotten(),
            h.ShuffleForgotten(),
            h.RackForgotten(),
            h.TurnCard("5C"),
            h.TurnCard("JH"),
            h.CuttingCardSeen(),
            h.ShoeIsEmpty(),
            h.ChipsTouchedLate(rng.randint(1, 3), "ann", more=Cents(500)),
        )
    )


def a_correction(rng: Random, table: Table) -> h.CorrectRecord:
    """A correction of a card of the last round, or of an earlier one."""
    acts = () if table.round is None else table.round.acts
    kept = table.by_hand
    number = table.round_number
    if kept is not None and kept.past and rng.random() < 0.5:
        past = rng.choice(kept.past)
        acts, number = past.acts, past.number
    step = rng.randint(1, max(1, len(acts)))
    keyed = keyed_text(acts[step - 1]) if acts else "9S"
    lay = rng.choice(("8C", "TD", "KD", "stand", "hit", "", "double 5"))
    return h.CorrectRecord((RecordFault(step, keyed, lay),), "the camera shows it", "", number)


def a_patron(rng: Random, table: Table) -> h.Rebet | h.NotePatron | h.LinkPatron:
    """Something about patrons."""
    name = rng.choice(UNNAMED)
    return rng.choice((h.Rebet(), h.Rebet("ann"), h.NotePatron(name, "grey cap"), h.LinkPatron(name, "hal")))


def every_hand_dealt() -> Iterator[c.TableCommand]:
    """Every command of hand-dealt tables, with fields that fit or do not."""
    for card in ("9S", "??", "TS", "nine", ""):
        yield from (h.KeyCard(card), h.TurnCard(card), h.BurnCard(card), h.CardDrawnInError(card), h.CardTooMany(card))
        yield from (h.CardsLoaded(card), h.KeyCard(card, "dealer"))
    for to in ("1", "2", "1.2", "9", "box", "1.9", "dealer."):
        yield h.KeyCard("8D", to)
    yield from (h.NoMoreBets(), h.UndoCard(), h.CloseTheOffer(), h.ReconstructRound(), h.InsuranceForgotten())
    yield from (h.BurnForgotten(), h.CutForgotten(), h.ShuffleForgotten(), h.RackForgotten(), h.CardsShuffledByHand())
    yield from (h.CuttingCardSeen(), h.ShoeIsEmpty(), h.Rebet(), h.Rebet("ann"), h.Rebet("eve"), c.Cut(by="ann"))
    for box in (1, 2, 9):
        yield from (
            h.PlayForAbsent(box),
            h.ChipsTouchedLate(box, "ann", more=Cents(500)),
            h.ChipsTouchedLate(box, "ann"),
        )
    whats: tuple[c.RecordedCommand, ...] = (
        *(
            c.BuyIn(Cents(5000)),
            c.BuyIn(Cents(0)),
            c.Sit(3),
            c.GiveUp(1),
            c.Leave(),
            c.TakeBack(1),
            c.Lay(3, Cents(1000)),
        ),
        *(c.DoHit(1), c.DoStand(1), c.DoSplit(1), c.DoDouble(1), c.DoInsure(1, Cents(500)), c.DoEvenMoney(1)),
        *(c.DoSurrender(1), c.DoForfeit(1), c.DoRefuse(1), c.Decline(1), c.Join(1), c.Pass(1)),
    )
    for what in whats:
        yield from (c.ForPlayer("ann", what), c.ForPlayer("patron 1", what))
    yield from (c.ForPlayer("", c.Leave()), c.ForPlayer("a/b", c.Leave()), c.ForPlayer("nobody", c.BuyIn(Cents(5000))))
    yield from (h.NotePatron("patron 1", "grey cap"), h.NotePatron("ann", ""), h.LinkPatron("patron 1", "eve"))
    fault = RecordFault(1, "8S", "9S")
    yield from (h.CorrectRecord((fault,), "seen"), h.CorrectRecord((fault,), ""), h.CorrectRecord((), "seen"))
    yield from (h.CorrectRecord((fault,), "seen", number=99), h.CorrectRecord((RecordFault(0),), "seen"))


def any_hand_dealt(rng: Random, table: Table) -> c.TableCommand:
    """Any command at all."""
    makers: tuple[Callable[[], c.TableCommand], ...] = (
        lambda: any_command(rng, table),
        lambda: rng.choice(_EVERY),
    )
    return rng.choice(makers)()


_EVERY = tuple(every_hand_dealt())
