"""A table's state: patrons and chips, seats, wagers, cards, and the round in play.

It holds nothing that people may not know in the end: the seed of a shoe in play is kept elsewhere, and the cards dealt so far are
all that is known of it here.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from boxseat.cards import Card
from boxseat.consistency import present
from boxseat.play.acts import JoinedAct
from boxseat.play.state import Round, TableLimits, Wager
from boxseat.table.settings import CardsFrom, Settings
from boxseat.table.sign import SIGN, Sign


class Status(StrEnum):
    """Whether a table is open."""

    CLOSED = "closed"
    OPEN = "open"
    CLOSING = "closing"
    """A round in play is finished, and no other begins."""


class Patron(msgspec.Struct, frozen=True):
    """Somebody with chips at the table, seated or behind."""

    name: str
    chips: int
    computer: str = ""
    """The kind of computer player; none for a person."""
    warned: bool = False
    """They were told that further wagers under the minimum are returned (R21)."""
    leaving: bool = False
    """They leave after the round."""
    why_leaving: str = ""
    """Nothing where it is their own wish."""
    idle_rounds: int = 0
    """How many rounds in a row went by without a wager of theirs, while every seat was in use."""
    to_minimum: bool = False
    to_one_box: bool = False
    """What a Gaming Manager holds them to."""

    @property
    def is_remembered(self) -> bool:
        """Whether something is held against them that lasts when they leave."""
        return self.warned or self.is_restricted

    @property
    def is_restricted(self) -> bool:
        """Whether a Gaming Manager holds them to something."""
        return self.to_minimum or self.to_one_box


class Pack(msgspec.Struct, frozen=True):
    """The cards that are dealt from: a shoe, or a shuffling device for one round."""

    shoe: str
    commitment: str
    cards_from: CardsFrom
    size: int
    cards: tuple[Card, ...] = ()
    """What was shuffled; nothing where it was the whole decks."""
    stacked: tuple[Card, ...] = ()
    """What a practice table's owner set to come first."""
    cut: bool = False
    place: int | None = None
    """Where it was cut, in cards from the front."""
    behind: int = 0
    """How many cards lie behind the cutting card."""
    drawn: int = 0
    """How many have left it, a burnt one included."""
    burnt: int = 0
    stage: int = 1
    """A device deals the rest of a round from a second stage, once the discard rack is back in it."""
    stage_cards: tuple[Card, ...] = ()
    stage_drawn: int = 0
    out_at: str = ""
    """Where the cutting card appeared, if it has."""
    discarded: bool = False
    """It appeared in the final rounds, and dealing goes on."""
    mid_round: bool = False
    """These are the discards, shuffled to finish a round."""
    rounds: int = 0
    first: int = 0
    """The version it was shuffled with."""
    at: int = 0
    regulars: tuple[str, ...] | None = None
    """Who has wagered on every round of it; nobody is asked before its first."""

    @property
    def to_come(self) -> int:
        """How many cards are left to deal."""
        return self.size - self.drawn

    @property
    def cutting_card_next(self) -> bool:
        """Whether the cutting card comes before the next card."""
        return self.cards_from == "shoe" and not self.out_at and self.to_come <= self.behind


class CutOffer(msgspec.Struct, frozen=True):
    """The cards wait to be cut."""

    player: str
    """Who is asked; nobody where a supervisor or the house has to."""
    declined: tuple[str, ...] = ()


class JoinOffer(msgspec.Struct, frozen=True):
    """A controlling player's decision waits for the box's co-bettors."""

    act: JoinedAct
    asked: tuple[str, ...]
    joined: dict[str, int] = {}


class HouseDecision(msgspec.Struct, frozen=True):
    """A decision the house made for somebody who did not."""

    player: str
    box: int
    what: str


class Revealed(msgspec.Struct, frozen=True):
    """A shoe that is over, with its seed."""

    shoe: str
    commitment: str
    seed: str


class Table(msgspec.Struct, frozen=True):
    """A table's state at a version."""

    id: str = ""
    game: str = ""
    title: str = ""
    book: str = ""
    """The digest of the book's text."""
    options: dict[str, bool | int | str] = {}
    settings: Settings = Settings(sign=SIGN)
    status: Status = Status.CLOSED
    version: int = 0
    patrons: dict[str, Patron] = {}
    """By name, in the order they came."""
    seats: dict[int, str] = {}
    remembered: dict[str, Patron] = {}
    """Those who left warned or restricted, without their chips: coming back does not free them."""
    reserved: dict[int, str] = {}
    box_maxima: dict[int, int] = {}
    wanted: dict[int, str] = {}
    """Boxes that are given up to somebody once nothing is played on them; whoever has waited longest comes first."""
    wagers: tuple[Wager, ...] = ()
    """What lies on the table for the next round."""
    ready: tuple[str, ...] = ()
    made_way: tuple[str, ...] = ()
    """Whose wager for the next round the house has returned: they do not sit it out (R21)."""
    pack: Pack | None = None
    shoes: int = 0
    last_out_at: str = ""
    """Where the cutting card appeared in the shoe before this one."""
    beginning: bool = True
    """No round has been dealt since the table opened."""
    rack: tuple[Card, ...] = ()
    """The cards of the last round, where they stay out of a shuffling device."""
    cut_offer: CutOffer | None = None
    round: Round | None = None
    """The round in play, or the last one until the next begins."""
    settled: bool = True
    """The last round is over and cleared away."""
    round_id: str = ""
    round_number: int = 0
    round_first: int = 0
    """The version the round began with."""
    round_at: int = 0
    declined: tuple[tuple[str, int], ...] = ()
    """Who has let the present offer go by, for which box."""
    join_offer: JoinOffer | None = None
    house_decisions: tuple[HouseDecision, ...] = ()
    final_rounds: int | None = None
    """How many rounds are left before the table closes."""
    revealed: Revealed | None = None
    """The last shoe that was finished."""
    float_cents: int = 0
    drop_cents: int = 0
    asked_since: int = 0
    """The version from which what is being asked now has been asked."""
    open_since: int = 0
    """The version from which bets have been open."""
    deadline: int | None = None
    """When the house goes on by itself."""
    stakes_at: int = 0
    """When the first main wager for the next round was laid."""
    open_until: int = 0
    """Until when bets stay open where several people are at the table, whoever is ready (R56)."""

    @property
    def in_round(self) -> bool:
        """Whether a round is in play."""
        return not self.settled

    @property
    def current_round(self) -> Round:
        """The round in play, or the last one; only asked for where there has been one."""
        return present(self.round, f"round at table {self.id}")

    @property
    def current_pack(self) -> Pack:
        """The cards in use; only asked for where some were shuffled."""
        return present(self.pack, f"cards at table {self.id}")

    @property
    def current_join_offer(self) -> JoinOffer:
        """The decision that waits for co-bettors; only asked for where one does."""
        return present(self.join_offer, f"decision to join at table {self.id}")

    @property
    def sign(self) -> Sign:
        """The table's sign."""
        return self.settings.sign

    def sign_at(self, box: int) -> Sign:
        """The sign as it holds for one box, whose marker may give it a maximum of its own."""
        if box not in self.box_maxima:
            return self.sign
        limits = TableLimits(self.sign.box.minimum, self.box_maxima[box])
        return Sign(box=limits, side_bet=self.sign.side_bet, unit=self.sign.unit)

    def boxes_of(self, player: str) -> list[int]:
        """The boxes at which a player sits."""
        return sorted(box for box, name in self.seats.items() if name == player)

    def wager_of(self, player: str, box: int) -> Wager | None:
        """A player's wager on a box for the next round."""
        return next((laid for laid in self.wagers if laid.player == player and laid.box == box), None)

    def has_wager(self, player: str) -> bool:
        """Whether the player has a wager for the next round or in the one in play, settled or not: a void undoes settlements."""
        in_play = self.round.wagers if self.round is not None and self.in_round else ()
        return any(laid.player == player for laid in (*self.wagers, *in_play))

    @property
    def has_stakes(self) -> bool:
        """Whether a main wager lies on the table for the next round, so that it can be dealt."""
        return any(laid.stake for laid in self.wagers)

    @property
    def people(self) -> Iterator[Patron]:
        """The patrons who are no computers."""
        return (patron for patron in self.patrons.values() if not patron.computer)

    @property
    def has_company(self) -> bool:
        """Whether several people are at the table, so that somebody may be waiting for somebody else."""
        return sum(1 for _ in self.people) > 1

    @property
    def everyone_ready(self) -> bool:
        """Whether all who are waited for are ready: the people seated, and those whose wager lies."""
        waiting = {name for name in self.seats.values() if not self.patrons[name].computer}
        waiting |= {laid.player for laid in self.wagers if not self.patrons[laid.player].computer}
        return waiting <= set(self.ready)


def layout_chips(table: Table) -> dict[tuple[int, str], int]:
    """The chips on the layout, by box and player, in cents."""
    chips = {(laid.box, laid.player): laid.stake + laid.perfect_pairs + laid.super_sevens for laid in table.wagers}
    if table.round is not None:
        _add_unsettled(chips, table.round)
    return chips


def chips_on_layout(before: Table, after: Table) -> tuple[dict[tuple[int, str], int], dict[tuple[int, str], int]]:
    """The chips on the layout before something and after it, without those of a round that it left alone."""
    if before.round is after.round:
        before, after = replace(before, round=None), replace(after, round=None)
    return layout_chips(before), layout_chips(after)


def _add_unsettled(laid_chips: dict[tuple[int, str], int], round_: Round) -> None:
    """Add the chips of a round that are not settled."""
    for box in round_.boxes:
        number = box.number
        for hand in box.hands:
            for stake in hand.stakes:
                key = number, stake.player
                laid_chips[key] = laid_chips.get(key, 0) + stake.own + stake.double
        for chips in (box.insurance, box.perfect_pairs, box.super_sevens):
            for laid in chips:
                key = number, laid.player
                laid_chips[key] = laid_chips.get(key, 0) + laid.cents


def pending_question(table: Table) -> tuple[object, ...]:
    """What the table waits for: while it stays the same, an answer to it is not too late.

    The first three say what kind of question it is, after which round, and whether one is in play.
    """
    number, in_round = table.round_number, table.in_round
    if table.cut_offer is not None:
        return ("cut", number, in_round, table.pack.shoe if table.pack else "", table.cut_offer.player)
    round_ = table.round
    if round_ is not None and in_round:
        join = table.join_offer.act if table.join_offer else None
        return ("round", number, in_round, round_.phase, round_.turn, round_.cards_used, join)
    return ("wagering", number, in_round, table.has_stakes, table.status)
