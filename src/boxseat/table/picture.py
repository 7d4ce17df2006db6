"""The picture of a table as it is sent: a public part, `You` for the viewer only, and a part for staff.

Amounts are strings in dollars.
"""

from __future__ import annotations

import msgspec

from boxseat.table.checks.state import Check
from boxseat.table.hand_dealt.layout_picture import HandDealtForStaff, HandDealtSeen
from boxseat.table.questions import OpenQuestion
from boxseat.table.state import HouseDecision, Revealed


class ChipsSeen(msgspec.Struct, frozen=True, gc=False):
    """A player's chips in one place, in dollars."""

    player: str
    amount: str


class WagerSeen(msgspec.Struct, frozen=True, gc=False):
    """A wager laid for the next round."""

    player: str
    stake: str
    perfect_pairs: str
    super_sevens: str


class BoxSeen(msgspec.Struct, frozen=True, gc=False):
    """A box of the layout."""

    number: int
    seated: str
    reserved_for: str
    wanted_by: str
    maximum: str | None
    """The marker beside the box, if it has one."""
    wagers: tuple[WagerSeen, ...]
    """Nearest the dealer first; the first one is the controlling player's."""
    old_minimum: str | None = None
    """The minimum on the marker in front of the box, whose player may go on at it."""


class HandSeen(msgspec.Struct, frozen=True, gc=False):
    """A hand in play."""

    cards: tuple[str, ...]
    """``??`` for cards that lie face down; the total is 0 then."""
    total: int
    soft: bool
    doubled: bool
    in_turn: bool
    wagers: tuple[ChipsSeen, ...]
    surrendered: tuple[str, ...]
    cleared: bool
    """The hand is paid or lost, and its cards are in the discard rack."""


class BoxInPlay(msgspec.Struct, frozen=True, gc=False):
    """A box in play."""

    number: int
    controller: str
    hands: tuple[HandSeen, ...]
    insurance: tuple[ChipsSeen, ...]
    perfect_pairs: tuple[ChipsSeen, ...]
    super_sevens: tuple[ChipsSeen, ...]


class LineSeen(msgspec.Struct, frozen=True, gc=False):
    """One wager paid, collected or returned."""

    box: int
    hand: int
    player: str
    wager: str
    stake: str
    result: str
    odds: str | None
    net: str
    clause: str
    why: str


class RoundSeen(msgspec.Struct, frozen=True, gc=False):
    """The round in play, or the last one."""

    id: str
    number: int
    phase: str
    boxes: tuple[BoxInPlay, ...]
    dealer: tuple[str, ...]
    dealer_total: int
    dealer_soft: bool
    settlements: tuple[LineSeen, ...]
    net: dict[str, str]
    void: bool


class PatronSeen(msgspec.Struct, frozen=True, gc=False):
    """A person or computer player with chips at the table."""

    name: str
    computer: str
    leaving: bool
    away: bool
    """Disconnected: the table does not wait for their wagers."""


class ComingSeen(msgspec.Struct, frozen=True, gc=False):
    """A change that the sign shows before it comes into force."""

    what: str
    """``raise-minimum`` or ``end-old-minimum``."""
    bet: str
    """``main`` or ``perfect-pairs``."""
    minimum: str
    at: int
    """In milliseconds since 1970."""


class OwnLimitsSeen(msgspec.Struct, frozen=True, gc=False):
    """The limits of one player, on a sign of their own."""

    player: str
    minimum: str
    maximum: str


class SignSeen(msgspec.Struct, frozen=True, gc=False):
    """The table's sign."""

    minimum: str | None
    maximum: str | None
    side_bet_minimum: str | None
    side_bet_maximum: str | None
    unit: str | None
    """The step of wagers above the minimum; none if any amount in chips is allowed."""
    smallest_chip: str
    decks: int
    players_on_box: int
    players_at_table: int | None
    """The maximum number of players; none for no limit."""
    split_hands: int
    """The maximum number of hands of a box after splits."""
    side_bets: tuple[str, ...]
    """The side bets that the table offers."""
    perfect_pairs_needs: str | None
    """``main-wager-on-box`` or ``own-main-wager``; none if the table does not offer the bet."""
    super_sevens_minimum: str | None = None
    super_sevens_maximum: str | None = None
    """The limits of Super Sevens where they are not those of the other side bet."""
    coming: tuple[ComingSeen, ...] = ()
    """Changes to come, in their order."""
    old_minima: tuple[str, ...] = ()
    """Earlier minima of a box at which some players may go on, the lowest first."""
    private_limits: tuple[OwnLimitsSeen, ...] = ()
    """The limits of players who have their own."""
    closing: int | None = None
    """When the table closes, in milliseconds since 1970; none if no time is announced."""
    face_down: bool = False
    """Each player's first two cards are dealt face down."""
    low_limit: bool = False


class CardsSeen(msgspec.Struct, frozen=True, gc=False):
    """The shoe or device: its commitment, and how many cards are dealt."""

    shoe: str
    commitment: str
    cards_from: str
    shuffle: str
    """The kind of shuffle, as the manual names it."""
    size: int
    drawn: int
    cut: bool
    cutting_card_out: bool
    rounds: int
    rack: int
    """The number of cards in the discard rack."""


class CutSeen(msgspec.Struct, frozen=True, gc=False):
    """The open offer to cut."""

    player: str
    least: int
    most: int


class JoinSeen(msgspec.Struct, frozen=True, gc=False):
    """The controlling player's decision, which waits for the co-bettors' answers."""

    box: int
    controller: str
    what: str
    asked: tuple[str, ...]


class TableSeen(msgspec.Struct, frozen=True, gc=False):
    """The table as everybody sees it."""

    id: str
    game: str
    title: str
    status: str
    version: int
    asked_since: int
    open_since: int
    sign: SignSeen
    boxes: tuple[BoxSeen, ...]
    patrons: tuple[PatronSeen, ...]
    round: RoundSeen | None
    in_round: bool
    due: tuple[str, ...]
    """What irregularities have left to be done before the next round: ``shuffle``, ``check-cards``, ``replace-device``."""
    asked: tuple[OpenQuestion, ...]
    ready: tuple[str, ...]
    cut: CutSeen | None
    join: JoinSeen | None
    cards: CardsSeen | None
    revealed: Revealed | None
    house_decisions: tuple[HouseDecision, ...]
    final_rounds: int | None
    deadline: int | None
    """When the house continues without an answer, in milliseconds since 1970; a practice table has no time limits."""
    said: tuple[str, ...]
    practice: bool
    dealt: str
    """``by-machine`` or ``by-hand``."""
    by_hand: HandDealtSeen | None
    """What a hand-dealt table shows besides its round."""


class PatronForStaff(msgspec.Struct, frozen=True, gc=False):
    """What staff see of somebody with chips at the table, besides what everybody sees."""

    name: str
    chips: str
    warned: bool
    idle_rounds: int
    """Consecutive rounds without a wager of theirs while every seat was taken."""
    to_minimum: bool
    to_one_box: bool
    why_leaving: str


class StaffSeen(msgspec.Struct, frozen=True, gc=False):
    """The part of a table's picture that is for staff."""

    patrons: tuple[PatronForStaff, ...]
    by_hand: HandDealtForStaff | None
    shut_out: dict[str, str] = {}
    """Players who may not play here, each with the clause; empty for a bar outside the rules."""
    without_card: tuple[str, ...] = ()
    """Players without a valid Player Card of their own."""
    checklist: dict[str, str] = {}
    """The checks that supervisors record here, each with its clause."""
    checks: tuple[Check, ...] = ()
    """The checks recorded since the table was last closed."""


class AmountSeen(msgspec.Struct, frozen=True, gc=False):
    """The amounts that may be laid, in dollars."""

    least: str
    most: str
    step: str


class ChoiceSeen(msgspec.Struct, frozen=True, gc=False):
    """An action that the viewer may do now."""

    do: str
    box: int
    amount: AmountSeen | None = None
    co_bettors: tuple[str, ...] = ()
    """The co-bettors who will be asked whether they join."""


class ClosedSeen(msgspec.Struct, frozen=True, gc=False):
    """An action that the viewer may not do now, and why."""

    do: str
    box: int
    code: str
    clause: str
    reason: str


class FaceDownSeen(msgspec.Struct, frozen=True, gc=False):
    """Cards that lie face down on a box, as its players see them."""

    box: int
    cards: tuple[str, ...]
    total: int
    soft: bool


class You(msgspec.Struct, frozen=True, gc=False):
    """What only the viewer sees."""

    name: str
    chips: str | None
    """None for a viewer without chips at this table."""
    boxes: tuple[int, ...]
    warned: bool
    minimum_only: bool
    """The viewer may wager the minimum only."""
    minimum_until: str
    """``next-shoe``, or ``further-notice`` by a Gaming Manager's order; empty without a restriction."""
    minimum_clause: str
    one_box: bool
    """A Gaming Manager has restricted the viewer to one box."""
    asked: tuple[OpenQuestion, ...]
    choices: tuple[ChoiceSeen, ...]
    closed: tuple[ClosedSeen, ...]
    own_minimum: str | None = None
    own_maximum: str | None = None
    """The viewer's limits where they are not those of the sign: an old minimum, or limits of their own."""
    face_down: tuple[FaceDownSeen, ...] = ()
    """The cards on the viewer's boxes that others do not see."""
