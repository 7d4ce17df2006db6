"""A whole round at a table of a rehearsal: its players lay its wagers, and it is dealt by its written cards and decisions.

Everything is tried first and stored in one commit, so that a round of which one wager may not be laid has not happened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from boxseat.consistency import require
from boxseat.house.answers import Answer, Done, Refused
from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.house.table_stream import LiveTable
from boxseat.house.trial import Trial
from boxseat.ledger.accounts import wallet
from boxseat.money import Cents
from boxseat.people.roles import Person
from boxseat.play.acts import Double, Insure, Split
from boxseat.play.document import Document
from boxseat.play.replay import Replayed, play_document
from boxseat.play.state import Round, Wager
from boxseat.play.step import step
from boxseat.rulebook.book import Book
from boxseat.table import commands as c
from boxseat.table.affordability import stake_asked_about
from boxseat.table.fold import next_round
from boxseat.table.permissions.overlay import book_of_bets
from boxseat.table.state import Table


class RoundRefused(Exception):
    """The house refuses a command of the round, and so the whole round."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.reason)
        self.refused = refused


async def play_round(house: House, people: Mapping[str, Person], live: LiveTable, document: Document) -> Replayed:
    """Play a document's round at a table; `RoundRefused` if one of its wagers may not be laid, and `BadDocument` by its cards."""
    async with live.lock:
        trial = Trial(house, live)
        replayed = await _RoundTrial(house, people, live.book, trial).play(document)
        await trial.keep()
        return replayed


class _RoundTrial:
    """The commands of one round."""

    def __init__(self, house: House, people: Mapping[str, Person], book: Book, trial: Trial) -> None:
        self._house = house
        self._people = people
        self._book = book
        self._trial = trial
        self._wallets: dict[str, int] = {}

    @property
    def _table(self) -> Table:
        table: Table = self._trial.state
        return table

    async def play(self, document: Document) -> Replayed:
        for wager in document.wagers:
            await self._lay(wager)
        while self._table.cut_offer is not None:
            await self._house_does(c.TimeUp())
        opened = next_round(self._book, self._table, device=self._table.current_pack.cards_from == "device")
        book = book_of_bets(self._book, self._table)
        replayed = play_document(replace(document, book=book), opened)
        for name, cents in _laid_later(book, opened, replayed.round).items():
            await self._buy_chips(name, cents)
        await self._house_does(c.DealWritten(replayed.round.acts))
        return replayed

    async def _lay(self, wager: Wager) -> None:
        """Lay a wager, with the chips for it, by a player who sits at the box if the document says so."""
        lying = self._table.wager_of(wager.player, wager.box)
        await self._buy_chips(wager.player, _cents(wager) - (0 if lying is None else _cents(lying)))
        holder = self._table.seats.get(wager.box, "")
        if (holder == wager.player) != wager.seated and holder in self._people:
            await self._does(holder, c.GiveUp(wager.box))
        if wager.seated and holder != wager.player:
            await self._does(wager.player, c.Sit(wager.box))
        amounts = Cents(wager.stake), Cents(wager.perfect_pairs), Cents(wager.super_sevens)
        await self._does(wager.player, c.Lay(wager.box, *amounts))

    async def _buy_chips(self, name: str, needed: int) -> None:
        """Buy the chips that are missing, in whole chips; a wallet that is too small is credited with the rest."""
        patron, chip = self._table.patrons.get(name), self._book.chips.smallest_chip.value
        missing = needed - (0 if patron is None else patron.chips)
        if missing <= 0:
            return
        cents = -(-missing // chip) * chip
        if name not in self._wallets:
            self._wallets[name] = await self._house.store.balance(wallet(name))
        if (short := cents - self._wallets[name]) > 0:
            await self._house_does(c.CreditWallet(name, Cents(short)))
            self._wallets[name] += short
        await self._does(name, c.BuyIn(Cents(cents)))
        self._wallets[name] -= cents

    async def _does(self, name: str, command: c.PlayersCommand) -> None:
        _check(await self._trial.command(self._people[name], command))

    async def _house_does(self, command: c.HouseCommand) -> None:
        _check(await self._trial.submit(HOUSE_ACTOR, command))


def _check(answer: Answer) -> None:
    if isinstance(answer, Refused):
        raise RoundRefused(answer)
    require(isinstance(answer, Done), f"the house answers a command of a whole round: {answer}")


def _cents(wager: Wager) -> int:
    return wager.stake + wager.perfect_pairs + wager.super_sevens


def _laid_later(book: Book, round_: Round, played: Round) -> Counter[str]:
    """The chips that each player lays after the first card: insurance, doubles and splits, by those who decide and who join."""
    chips: Counter[str] = Counter()
    for act in played.acts:
        match act:
            case Insure(player=player, amount=amount):
                chips[player] += amount
            case Double(player=player, amount=amount, joined_by=joined):
                chips.update({player: amount} | dict(joined))
            case Split(player=player, joined_by=joined):
                chips.update({name: stake_asked_about(round_, act, name).own for name in (player, *joined)})
            case _:
                pass
        round_ = step(book, round_, act)
    return chips
