"""Wire format of rulings: a round that staff key as it lies on a table, and what the rules say about it.

Amounts are dollars. Places are `dealer`, a hand of a box (`3.1`), `next` for a card that waits, `rack` for the discard rack.
"""

from __future__ import annotations

from typing import Any

import msgspec

from boxseat.server.wire.odds import OptionSeen
from boxseat.table.picture import AmountSeen, BoxInPlay, ClosedSeen, LineSeen


class RulingAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round to be ruled on."""

    document: dict[str, Any]
    """A replay document, which may stop in the middle of the round."""


class RulingGame(msgspec.Struct, frozen=True):
    """A game as a round of it is keyed."""

    name: str
    title: str
    boxes: int
    players_on_box: int
    ranks: str
    device: bool
    """Whether it may be dealt from a shuffling device."""
    side_bets: tuple[str, ...]
    options: tuple[OptionSeen, ...]
    split_hands: int
    after_malfunction: tuple[str, ...]
    """How the dealer may go on after the device has failed; empty where there is no choice."""


class LooseCard(msgspec.Struct, frozen=True):
    """A card that lies where no card was due."""

    card: str
    to: str


class RoundLying(msgspec.Struct, frozen=True):
    """A round as its cards and chips lie."""

    phase: str
    boxes: tuple[BoxInPlay, ...]
    dealer: tuple[str, ...]
    dealer_total: int
    dealer_soft: bool
    loose: tuple[LooseCard, ...]
    next: tuple[str, ...]
    """Cards that are out and wait for the next places due."""
    rack: tuple[str, ...]
    """Burnt cards."""
    carried: tuple[str, ...]
    """The first cards of the next round."""
    over: bool
    void: bool


class JoinerSeen(msgspec.Struct, frozen=True):
    """A co-bettor who may join a decision."""

    player: str
    amount: AmountSeen | None


class SignalSeen(msgspec.Struct, frozen=True):
    """A decision or step of the dealer that is open now, as a document has it."""

    decision: dict[str, Any]
    do: str
    box: int
    player: str
    amount: AmountSeen | None
    joiners: tuple[JoinerSeen, ...]
    draws_to: str
    """The place where a card is due after it; empty if none is."""


class StepSeen(msgspec.Struct, frozen=True):
    """A step of staff as a document has it, with one of its reasons, judged now."""

    step: dict[str, Any]
    do: str
    by: str
    fields: tuple[str, ...]
    """Further fields that it may have."""
    takes_card: bool
    """Whether a card leaves the shoe by it."""
    clause: str
    refused: ClosedSeen | None
    """Why it is not possible now."""


class RuledSeen(msgspec.Struct, frozen=True):
    """A step of staff that was done, and the ruling."""

    decision: int
    """Its place in the document."""
    do: str
    clause: str
    said: str
    summary: str
    """What the clause says, in the register's words; empty for a book that is not in the register."""
    after_round: tuple[str, ...]
    notified: tuple[str, ...]


class RefusedSeen(msgspec.Struct, frozen=True):
    """A decision or step of the document that was refused."""

    decision: int
    do: str
    code: str
    clause: str
    reason: str


class ChipsPaid(msgspec.Struct, frozen=True):
    """A number of chips of one value."""

    value: str
    number: int


class PaySeen(msgspec.Struct, frozen=True):
    """What is handed out to a player on a box, and what is collected."""

    box: int
    player: str
    paid: str
    collected: str
    chips: tuple[ChipsPaid, ...]
    """What is paid, in the fewest chips."""
    coins: str | None
    """The part of it that chips cannot make."""


class CardMoveSeen(msgspec.Struct, frozen=True):
    """A card that lay in one place and belongs in another."""

    card: str
    before: str
    after: str


class OutcomeSeen(msgspec.Struct, frozen=True):
    """What a ruling changes in the money: settlements undone and made, and what goes back and forth on each box."""

    clause: str
    undone: tuple[LineSeen, ...]
    made: tuple[LineSeen, ...]
    pay: tuple[PaySeen, ...]


class ReconstructionSeen(msgspec.Struct, frozen=True):
    """A reconstruction: the one that was done last, or a trial while a card is misplaced."""

    done: bool
    before: RoundLying
    after: RoundLying
    moves: tuple[CardMoveSeen, ...]
    stands: tuple[int, ...]
    """Decisions of the document that stand, by their places."""
    set_aside: tuple[int, ...]
    """Those that do not."""
    asked: str
    """The hand that is asked next, or the offer that is open again."""
    money: OutcomeSeen


class RecordSeen(msgspec.Struct, frozen=True):
    """A card that left the shoe, or something that was done, in its order."""

    card: str
    """Empty where no card left the shoe."""
    to: str
    decision: int | None
    """The place in the document of what was done; none for a card that was dealt, and for what the dealer does without it."""
    do: str


class RulingSeen(msgspec.Struct, frozen=True):
    """A round as it lies, what may be done, and what is to be paid."""

    game: str
    title: str
    round: RoundLying
    due: str
    """The place where the next card is due; empty if none is."""
    asked: str
    """The hand that is asked, or the offer that is open."""
    cards_out: int
    """How many cards of the document have left the shoe."""
    left_over: tuple[str, ...]
    """Cards of the document after those: no place was due for them."""
    signals: tuple[SignalSeen, ...]
    closed: tuple[ClosedSeen, ...]
    """What the hand in turn may not do, and why."""
    steps: tuple[StepSeen, ...]
    rulings: tuple[RuledSeen, ...]
    refused: tuple[RefusedSeen, ...]
    misplaced: bool
    """Whether the round waits to be reconstructed or declared void."""
    reconstruction: ReconstructionSeen | None
    void: OutcomeSeen | None
    """What a void would change, while a card is misplaced."""
    lines: tuple[LineSeen, ...]
    pay: tuple[PaySeen, ...]
    net: dict[str, str]
    house: str
    record: tuple[RecordSeen, ...]
