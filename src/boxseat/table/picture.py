"""The picture of a table as it is sent: one part for all, and `You` for the viewer alone. Amounts are strings in dollars."""

from __future__ import annotations

import msgspec

from boxseat.table.questions import OpenQuestion
from boxseat.table.state import HouseDecision, Revealed


class ChipsSeen(msgspec.Struct, frozen=True):
    """A player's chips in one place, in dollars."""

    player: str
    amount: str


class WagerSeen(msgspec.Struct, frozen=True):
    """A wager laid for the next round."""

    player: str
    stake: str
    perfect_pairs: str
    super_sevens: str


class BoxSeen(msgspec.Struct, frozen=True):
    """A place on the layout."""

    number: int
    seated: str
    reserved_for: str
    wanted_by: str
    maximum: str | None
    """The marker beside the box, if it has one."""
    wagers: tuple[WagerSeen, ...]
    """Nearest the dealer first, which is the controlling player's."""


class HandSeen(msgspec.Struct, frozen=True):
    """A hand in play."""

    cards: tuple[str, ...]
    total: int
    soft: bool
    doubled: bool
    in_turn: bool
    wagers: tuple[ChipsSeen, ...]
    surrendered: tuple[str, ...]
    cleared: bool
    """It is paid or lost, and its cards lie in the discard rack."""


class BoxInPlay(msgspec.Struct, frozen=True):
    """A box in play."""

    number: int
    controller: str
    hands: tuple[HandSeen, ...]
    insurance: tuple[ChipsSeen, ...]
    perfect_pairs: tuple[ChipsSeen, ...]
    super_sevens: tuple[ChipsSeen, ...]


class LineSeen(msgspec.Struct, frozen=True):
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


class RoundSeen(msgspec.Struct, frozen=True):
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


class PatronSeen(msgspec.Struct, frozen=True):
    """Somebody with chips at the table."""

    name: str
    computer: str
    leaving: bool


class SignSeen(msgspec.Struct, frozen=True):
    """What the sign says."""

    minimum: str | None
    maximum: str | None
    side_bet_minimum: str | None
    side_bet_maximum: str | None
    unit: str | None
    """The multiples in which a wager goes above the minimum; none where any chips will do."""
    smallest_chip: str
    decks: int
    players_on_box: int
    players_at_table: int | None
    """How many may play here; none for as many as come."""
    split_hands: int
    """The most hands that a box may be split into."""
    perfect_pairs_needs: str | None
    """``main-wager-on-box`` or ``own-main-wager``; none where there is no such bet."""


class CardsSeen(msgspec.Struct, frozen=True):
    """The shoe or device: its promise, and how far it is dealt."""

    shoe: str
    commitment: str
    cards_from: str
    shuffle: str
    """Which shuffle is used, as the manual names it."""
    size: int
    drawn: int
    cut: bool
    cutting_card_out: bool
    rounds: int
    rack: int
    """How many cards lie in the discard rack."""


class CutSeen(msgspec.Struct, frozen=True):
    """The cut that is being offered."""

    player: str
    least: int
    most: int


class JoinSeen(msgspec.Struct, frozen=True):
    """What the controlling player of a box has decided, before its card."""

    box: int
    controller: str
    what: str
    asked: tuple[str, ...]


class TableSeen(msgspec.Struct, frozen=True):
    """The table as everyone sees it."""

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
    asked: tuple[OpenQuestion, ...]
    ready: tuple[str, ...]
    cut: CutSeen | None
    join: JoinSeen | None
    cards: CardsSeen | None
    revealed: Revealed | None
    house_decisions: tuple[HouseDecision, ...]
    final_rounds: int | None
    deadline: int | None
    """When the house goes on by itself, in milliseconds since 1970; at a practice table nobody is hurried."""
    said: tuple[str, ...]
    practice: bool


class AmountSeen(msgspec.Struct, frozen=True):
    """The amounts that may be laid, in dollars."""

    least: str
    most: str
    step: str


class ChoiceSeen(msgspec.Struct, frozen=True):
    """Something the viewer may do now."""

    do: str
    box: int
    amount: AmountSeen | None = None
    co_bettors: tuple[str, ...] = ()
    """Who will be asked whether they go along."""


class ClosedSeen(msgspec.Struct, frozen=True):
    """Something the viewer may not do now, and why."""

    do: str
    box: int
    code: str
    clause: str
    reason: str


class You(msgspec.Struct, frozen=True):
    """What only the viewer sees."""

    name: str
    chips: str | None
    """None for somebody who has none at this table."""
    boxes: tuple[int, ...]
    warned: bool
    minimum_only: bool
    """Every wager is the least that the sign allows."""
    minimum_until: str
    """``next-shoe``, or ``further-notice`` where a Gaming Manager has said so; empty for others."""
    minimum_clause: str
    one_box: bool
    """A Gaming Manager has limited the viewer to one box."""
    asked: tuple[OpenQuestion, ...]
    choices: tuple[ChoiceSeen, ...]
    closed: tuple[ClosedSeen, ...]
