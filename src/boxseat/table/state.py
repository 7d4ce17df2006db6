"""A table's state: patrons and chips, seats, wagers, cards, and the round in play.

It contains no secrets: the seed of a shoe in play is stored elsewhere, and only the cards dealt so far are known here.
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
from boxseat.play.void import BONUSES
from boxseat.table.admission.state import Admissions
from boxseat.table.checks.state import Check
from boxseat.table.corrections.state import Amended
from boxseat.table.hand_dealt.state import HandDealt
from boxseat.table.permissions.state import NOTHING_PERMITTED, Permissions
from boxseat.table.settings import CardsFrom, Settings
from boxseat.table.sign import SIGN, Sign
from boxseat.table.signs.state import NO_SIGNS, Signs


class Status(StrEnum):
    """Whether a table is open."""

    CLOSED = "closed"
    OPEN = "open"
    CLOSING = "closing"
    """A round in play is finished, and no new one begins."""


class TableUse(StrEnum):
    """What a table is used for."""

    GAMING = "gaming"
    """Wagers of money."""
    PRACTICE = "practice"
    """Chips that are not money, and advice."""


class Patron(msgspec.Struct, frozen=True, gc=False):
    """A person or computer player with chips at the table, seated or not."""

    name: str
    chips: int
    computer: str = ""
    """The kind of computer player; none for a person."""
    warned: bool = False
    """Whether they were warned that further wagers under the minimum are returned (R21)."""
    leaving: bool = False
    """Whether they leave after the round."""
    why_leaving: str = ""
    """Empty if they chose to leave."""
    away: bool = False
    """Whether they are disconnected; nobody waits for their wagers."""
    idle_rounds: int = 0
    """Consecutive rounds without a wager of theirs while every seat was taken."""
    to_minimum: bool = False
    to_one_box: bool = False
    """Restrictions by a Gaming Manager."""

    @property
    def is_remembered(self) -> bool:
        """Whether they have a warning or restriction that must be remembered when they leave."""
        return self.warned or self.is_restricted

    @property
    def is_restricted(self) -> bool:
        """Whether a Gaming Manager has restricted them."""
        return self.to_minimum or self.to_one_box


class Pack(msgspec.Struct, frozen=True, gc=False):
    """The cards in use: a shoe, or a shuffling device for one round."""

    shoe: str
    commitment: str
    cards_from: CardsFrom
    size: int
    cards: tuple[Card, ...] = ()
    """The cards that were shuffled; none for all decks."""
    stacked: tuple[Card, ...] = ()
    """The first cards set by the owner of a practice table."""
    cut: bool = False
    place: int | None = None
    """The place of the cut, in cards from the front."""
    behind: int = 0
    """The number of cards behind the cutting card."""
    drawn: int = 0
    """The number of cards dealt, including a burnt one."""
    burnt: int = 0
    stage: int = 1
    """The stage: a device deals the rest of a round from a second one, after the discard rack went back into it."""
    stage_cards: tuple[Card, ...] = ()
    stage_drawn: int = 0
    out_at: str = ""
    """Where the cutting card appeared, if it has."""
    discarded: bool = False
    """Whether it appeared in the final rounds, so that no shuffle follows."""
    mid_round: bool = False
    """Whether these are discards that were shuffled to finish a round."""
    rounds: int = 0
    first: int = 0
    """The version at which it was shuffled."""
    at: int = 0
    regulars: tuple[str, ...] | None = None
    """The players who have wagered in every round of it; none before its first round."""

    @property
    def to_come(self) -> int:
        """The number of cards left to deal."""
        return self.size - self.drawn

    @property
    def cutting_card_next(self) -> bool:
        """Whether the cutting card comes before the next card."""
        return self.cards_from == "shoe" and not self.out_at and self.to_come <= self.behind


class CutOffer(msgspec.Struct, frozen=True, gc=False):
    """The cards wait to be cut."""

    player: str
    """The player who is asked; none if a supervisor or the house has to cut."""
    declined: tuple[str, ...] = ()


class JoinOffer(msgspec.Struct, frozen=True, gc=False):
    """A controlling player's decision that waits for the box's co-bettors."""

    act: JoinedAct
    asked: tuple[str, ...]
    joined: dict[str, int] = {}


class HouseDecision(msgspec.Struct, frozen=True, gc=False):
    """A decision that the house made for a player who did not answer."""

    player: str
    box: int
    what: str


class Revealed(msgspec.Struct, frozen=True, gc=False):
    """A finished shoe with its seed."""

    shoe: str
    commitment: str
    seed: str


class Table(msgspec.Struct, frozen=True, gc=False):
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
    """By name, in order of arrival."""
    seats: dict[int, str] = {}
    remembered: dict[str, Patron] = {}
    """Players who left with a warning or restriction, which applies again when they return."""
    reserved: dict[int, str] = {}
    box_maxima: dict[int, int] = {}
    wanted: dict[int, str] = {}
    """Boxes promised to players who wait, given up when no round is played on them; the longest wait comes first."""
    wagers: tuple[Wager, ...] = ()
    """The wagers for the next round."""
    ready: tuple[str, ...] = ()
    made_way: tuple[str, ...] = ()
    """Players whose wager for the next round the house has returned: they do not sit it out (R21)."""
    pack: Pack | None = None
    shoes: int = 0
    last_out_at: str = ""
    """Where the cutting card appeared in the previous shoe."""
    beginning: bool = True
    """No round has been dealt since the table opened."""
    rack: tuple[Card, ...] = ()
    """The cards of the last round, if they stay out of a shuffling device."""
    cut_offer: CutOffer | None = None
    round: Round | None = None
    """The round in play, or the last one until the next begins."""
    settled: bool = True
    """Whether the last round is over and cleared."""
    due: tuple[str, ...] = ()
    """What irregularities have left to be done before the next round: ``shuffle``, ``check-cards``, ``replace-device`` (R46)."""
    carried: tuple[Card, ...] = ()
    """The first cards of the next round, if a card of the last one is carried (R31, R32)."""
    round_id: str = ""
    round_number: int = 0
    round_first: int = 0
    """The version at which the round began."""
    round_at: int = 0
    written: bool = False
    """Whether the round's cards are those of a written document."""
    declined: tuple[tuple[str, int], ...] = ()
    """The players who declined the current offer, with the box."""
    join_offer: JoinOffer | None = None
    house_decisions: tuple[HouseDecision, ...] = ()
    final_rounds: int | None = None
    """The number of rounds left before the table closes."""
    revealed: Revealed | None = None
    """The last finished shoe."""
    float_cents: int = 0
    drop_cents: int = 0
    closing_float: int | None = None
    """The float at the last closing, in cents, for the closing count; none where the table is open or has never closed."""
    asked_since: int = 0
    """The version at which the open question was asked."""
    open_since: int = 0
    """The version at which bets opened."""
    deadline: int | None = None
    """When the house continues without an answer."""
    stakes_at: int = 0
    """When the first main wager for the next round was laid."""
    open_until: int = 0
    """Until when bets stay open if several people are at the table, even if all are ready (R56)."""
    admissions: Admissions = Admissions()
    """Who may not play here, by the house's register of persons."""
    amended: dict[int, Amended] = {}
    """What has been corrected in rounds of the past, by number."""
    by_hand: HandDealt | None = None
    """What only a hand-dealt table keeps; none where the machine deals."""
    permissions: Permissions = NOTHING_PERMITTED
    """What staff have permitted and restricted since it was set up."""
    signs: Signs = NO_SIGNS
    checks: tuple[Check, ...] = ()
    """The checks that supervisors have recorded since the table was last closed."""

    @property
    def use(self) -> TableUse:
        """What the table is used for now."""
        return TableUse.PRACTICE if self.settings.practice else TableUse.GAMING

    @property
    def in_round(self) -> bool:
        """Whether a round is in play."""
        return not self.settled

    @property
    def in_play(self) -> bool:
        """Whether a round is in play and not over. At a hand-dealt table one that is over can still be put right for a while."""
        return self.in_round and not self.current_round.over

    @property
    def current_round(self) -> Round:
        """The round in play, or the last one; there must have been one."""
        return present(self.round, f"round at table {self.id}")

    @property
    def current_pack(self) -> Pack:
        """The cards in use; they must have been shuffled."""
        return present(self.pack, f"cards at table {self.id}")

    @property
    def current_join_offer(self) -> JoinOffer:
        """The decision that waits for co-bettors; there must be one."""
        return present(self.join_offer, f"decision to join at table {self.id}")

    @property
    def sign(self) -> Sign:
        """The table's limits. Approved amounts of Super Sevens are its limits of them."""
        sign, amounts = self.signs.limits or self.settings.sign, self.settings.super_sevens_amounts
        return replace(sign, super_sevens=TableLimits(min(amounts), max(amounts))) if amounts else sign

    @property
    def players_on_box(self) -> int:
        """The most players on a box; 1 for one player a box."""
        return self.permissions.players_on_box or self.settings.players_on_box

    @property
    def players_at_table(self) -> int:
        """The most players at the table; 0 for no limit."""
        return self.permissions.players_at_table or self.settings.players_at_table

    def sign_at(self, box: int) -> Sign:
        """The sign for one box, whose marker may have its own maximum."""
        if box not in self.box_maxima:
            return self.sign
        return replace(self.sign, box=TableLimits(self.sign.box.minimum, self.box_maxima[box]))

    def sign_for(self, player: str, box: int) -> Sign:
        """The sign for one player's wager on a box: with their old minimum, or limits of their own (R45)."""
        sign, signs = self.sign_at(box), self.signs
        if player in signs.old_minimum:
            old = signs.old_minimum[player]
            sign = sign if old.main is None else sign.with_minimum("main", old.main)
            sign = sign if old.perfect_pairs is None else sign.with_minimum("perfect-pairs", old.perfect_pairs)
        if player in signs.private:
            own, most = signs.private[player], sign.box.maximum
            maximum = own.maximum if own.maximum is None or most is None else max(own.maximum, most)
            sign = replace(sign, box=TableLimits(own.minimum, maximum))
        return sign

    def boxes_of(self, player: str) -> list[int]:
        """The boxes at which a player sits."""
        return sorted(box for box, name in self.seats.items() if name == player)

    def wager_of(self, player: str, box: int) -> Wager | None:
        """A player's wager on a box for the next round."""
        return next((laid for laid in self.wagers if laid.player == player and laid.box == box), None)

    def has_wager(self, player: str) -> bool:
        """Whether the player has a wager for the next round or in the round in play, settled or not: a void undoes settlements."""
        in_play = self.round.wagers if self.round is not None and self.in_play else ()
        return any(laid.player == player for laid in (*self.wagers, *in_play))

    @property
    def has_stakes(self) -> bool:
        """Whether there is a main wager for the next round, so that it can be dealt."""
        return any(laid.stake for laid in self.wagers)

    @property
    def people(self) -> Iterator[Patron]:
        """The patrons who are not computer players."""
        return (patron for patron in self.patrons.values() if not patron.computer)

    @property
    def has_company(self) -> bool:
        """Whether several people are at the table, so that one may wait for another."""
        return sum(1 for _ in self.people) > 1

    @property
    def everyone_ready(self) -> bool:
        """Whether everybody the table waits for is ready: all seated people, and all who have a wager.

        While somebody is there, it does not wait for those who are away.
        """
        waiting = {name for name in self.seats.values() if not self.patrons[name].computer}
        waiting |= {laid.player for laid in self.wagers if not self.patrons[laid.player].computer}
        here = {name for name in waiting if not self.patrons[name].away}
        return (here or waiting) <= set(self.ready)


def layout_chips(table: Table) -> dict[tuple[int, str], int]:
    """The chips on the layout, by box and player, in cents."""
    chips = {(laid.box, laid.player): laid.stake + laid.perfect_pairs + laid.super_sevens for laid in table.wagers}
    if table.round is not None:
        _add_unsettled(chips, table.round)
    return chips


def chips_on_layout(before: Table, after: Table) -> tuple[dict[tuple[int, str], int], dict[tuple[int, str], int]]:
    """The chips on the layout before and after a step, without those of a round that it did not change."""
    if before.round is after.round:
        before, after = replace(before, round=None), replace(after, round=None)
    return layout_chips(before), layout_chips(after)


def _add_unsettled(laid_chips: dict[tuple[int, str], int], round_: Round) -> None:
    """Add the unsettled chips of a round, and those that are paid at its end (R43)."""
    for line in round_.deferred:
        if line.wager not in BONUSES:
            laid_chips[line.box, line.player] = laid_chips.get((line.box, line.player), 0) + line.stake
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
    """The question that the table waits for: as long as it is the same, an answer is not stale.

    The first three parts are the kind of question, the last round, and whether a round is in play.
    """
    number, in_round = table.round_number, table.in_play
    if table.cut_offer is not None:
        return ("cut", number, in_round, table.pack.shoe if table.pack else "", table.cut_offer.player)
    round_ = table.round
    if round_ is not None and in_round:
        join = table.join_offer.act if table.join_offer else None
        return ("round", number, in_round, round_.phase, round_.turn, round_.cards_used, join)
    return ("wagering", number, in_round, table.has_stakes, table.status)
