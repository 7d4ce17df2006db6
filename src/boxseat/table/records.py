"""Records of a table, from which its state is folded. The name of a record never changes.

If a record needs other fields, it gets the next version number, and an upcaster converts the old version when it is read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from boxseat.cards import Card
from boxseat.play.acts import Act, JoinedAct
from boxseat.play.state import Wager
from boxseat.table.admission.records import AdmissionsChanged
from boxseat.table.checks.records import CheckRecorded
from boxseat.table.corrections.records import CorrectionRecord
from boxseat.table.hand_dealt.records import HandDealtRecord
from boxseat.table.permissions.records import PermissionRecord
from boxseat.table.settings import CardsFrom, Settings
from boxseat.table.signs.records import SignRecord

HOUSE_CUTTER = "the house"
"""Who cut the cards if no player did."""


class Record(msgspec.Struct, frozen=True, gc=False, tag_field="is", forbid_unknown_fields=True, omit_defaults=True):
    """Something that happened at a table."""


class TableOpened(Record, frozen=True, tag="table-opened.1"):
    """A table was set up."""

    table: str
    game: str
    title: str
    book: str
    """The digest of the book's text, which the journal stores."""
    options: dict[str, bool | int | str]
    settings: Settings


class OpenedForPlay(Record, frozen=True, tag="opened-for-play.1"):
    """The table opened for play."""


class FinalRoundsAnnounced(Record, frozen=True, tag="final-rounds-announced.1"):
    """The final rounds before the table closes were announced."""

    rounds: int


class Closing(Record, frozen=True, tag="closing.1"):
    """No new round begins."""

    told: bool = False
    """Whether players and desks have notice of it, as a supervisor's order gives them; earlier orders did not."""


class TableClosed(Record, frozen=True, tag="closed.2"):
    """The table closed, and its float went back to the bank. The drop stays in its box until it is counted."""

    with_drop: bool = False
    """Whether the drop went to the bank too, as in version 1."""


class FloatMoved(Record, frozen=True, tag="float-moved.1"):
    """Chips of an order came into the float, or left it."""

    order: int
    cents: int
    """Below zero for chips that left."""


class DropEmptied(Record, frozen=True, tag="drop-emptied.1"):
    """The drop box was emptied, and what it held is counted."""


class ChipsBought(Record, frozen=True, tag="chips-bought.1"):
    """A player exchanged money for chips; the first time, they came to the table."""

    player: str
    cents: int
    computer: str = ""
    """The kind of a computer player; none for a person."""


class LeftTable(Record, frozen=True, tag="left-table.1"):
    """A player took their chips and left."""

    player: str
    cents: int


class LeavingAfterRound(Record, frozen=True, tag="leaving-after-round.1"):
    """A player leaves the table once the round is over."""

    player: str
    why: str = ""
    """Empty if the player chose to leave."""


class PlayerAway(Record, frozen=True, tag="player-away.1"):
    """A player lost the connection, or is back."""

    player: str
    away: bool = True


class SeatTaken(Record, frozen=True, tag="seat-taken.1"):
    """A player sat down at a box."""

    player: str
    box: int


class SeatLeft(Record, frozen=True, tag="seat-left.1"):
    """A box became free."""

    player: str
    box: int
    why: str


class BoxWanted(Record, frozen=True, tag="box-wanted.1"):
    """A player waits for a box that another player has to give up."""

    player: str
    box: int


class BoxReserved(Record, frozen=True, tag="box-reserved.1"):
    """A box is reserved for a player; without a name, no longer."""

    box: int
    player: str = ""


class BoxMarked(Record, frozen=True, tag="box-marked.1"):
    """A box has its own maximum; without an amount, the sign applies again."""

    box: int
    maximum: int | None = None


class PlayerRestricted(Record, frozen=True, tag="player-restricted.1"):
    """A player is restricted to the minimum, to one box, or no longer."""

    player: str
    to_minimum: bool = False
    to_one_box: bool = False
    inspector_notified: bool = False
    """Whether an inspector was notified before, as the manager declared; none if that was not recorded."""
    told: bool = False
    """Whether the house tells the inspector's desk; earlier versions of the program did not."""


class WagerLaid(Record, frozen=True, tag="wager-laid.1"):
    """A wager was laid on a box for the next round."""

    wager: Wager
    place: int | None = None
    """The index of the wager it replaces, if it changes one."""


class WagerReturned(Record, frozen=True, tag="wager-returned.2"):
    """A wager was returned before the first card."""

    player: str
    box: int
    why: str = ""
    """Empty if its player took it back."""
    clause: str = ""
    by_house: bool = False
    """Whether the house returned it: then its player does not sit the round out (R21). Version 1 does not have it."""


class WagersVoided(Record, frozen=True, tag="wagers-voided.1"):
    """A player's wagers for the next round were declared void."""

    player: str
    because: str
    reason: str


class PlayerReady(Record, frozen=True, tag="player-ready.1"):
    """A player is ready for the cards."""

    player: str


class PlayerWarned(Record, frozen=True, tag="player-warned.1"):
    """A player was warned that further wagers under the minimum are returned."""

    player: str


class CardsShuffled(Record, frozen=True, tag="cards-shuffled.2"):
    """The cards were shuffled with a seed; the record has the commitment to it."""

    shoe: str
    commitment: str
    cards_from: CardsFrom
    pack: tuple[Card, ...] = ()
    """The cards that were shuffled; none for all decks."""
    mid_round: bool = False
    why: str = ""
    at: int = 0
    """When, in microseconds UTC."""
    stacked: tuple[Card, ...] = ()
    """The first cards set by the owner of a practice table; none at other tables."""
    last_out_at: str | None = None
    """Where the cutting card appeared in the last round; in version 1, where it appeared in the cards before these."""


class CutOffered(Record, frozen=True, tag="cut-offered.1"):
    """The cut is offered to a player; without a name, to a supervisor."""

    player: str


class CutDeclined(Record, frozen=True, tag="cut-declined.1"):
    """A player did not cut."""

    player: str
    by_house: bool = False
    """Whether the time ran out."""


class CardsCut(Record, frozen=True, tag="cards-cut.1"):
    """The cards were cut, and the cutting card was placed."""

    by: str
    place: int | None
    """The number of cards in front of the cut; none for a shuffling device, which is not cut."""
    behind: int
    """The number of cards behind the cutting card."""


class CardBurnt(Record, frozen=True, tag="card-burnt.1"):
    """The first card of a shoe went to the discard rack unseen."""


class CuttingCardOut(Record, frozen=True, tag="cutting-card-out.1"):
    """The cutting card appeared: before a box's card, the dealer's, or a round's first card."""

    at: str
    """``box 3``, ``dealer`` or ``first card``."""
    discarded: bool = False
    """Whether this is one of the final rounds, so that no shuffle follows."""


class RackReturned(Record, frozen=True, tag="rack-returned.1"):
    """The discard rack went back into the shuffling device."""


class ShoeFinished(Record, frozen=True, tag="shoe-finished.1"):
    """The shoe is over, and its seed is revealed."""

    shoe: str
    seed: str


class RoundOpened(Record, frozen=True, tag="round-opened.3"):
    """Bets are closed, and the round begins with the wagers on the table."""

    round: str
    number: int
    at: int = 0
    counted: bool = False
    """Whether rounds sat out are counted when the round opens, as in version 1; version 2 counts them when it is settled (R23)."""
    device: bool = False
    """Whether the cards come from a shuffling device; versions 1 and 2 do not say."""


class RoundWritten(Record, frozen=True, tag="round-written.1"):
    """The cards of the round that has just opened are those of a written document, and no card leaves the shoe."""


class WalletCredited(Record, frozen=True, tag="wallet-credited.1"):
    """A player of a rehearsal was given money."""

    player: str
    cents: int


class Acted(Record, frozen=True, tag="acted.2"):
    """Acts of a round, in order."""

    acts: tuple[Act, ...]
    by: str = ""
    """Who decided; none for acts of the dealer."""
    instead_of: str = ""
    """The player for whom the house decided."""
    reason: str = ""
    """Why staff ruled so, if they said."""
    summed: bool = False
    """Whether a void undid payments by one sum a player, as in version 1; version 2 undoes them line by line."""


class Declined(Record, frozen=True, tag="declined.1"):
    """A player declined an offer."""

    player: str
    box: int


class JoinOffered(Record, frozen=True, tag="join-offered.1"):
    """The box's co-bettors are asked whether they join a decision."""

    act: JoinedAct
    asked: tuple[str, ...]


class JoinAnswered(Record, frozen=True, tag="join-answered.1"):
    """A co-bettor joined a decision, or did not."""

    player: str
    joins: bool
    cents: int = 0


class TimeRanOut(Record, frozen=True, tag="time-ran-out.1"):
    """The house continued without an answer from these players."""

    players: tuple[str, ...] = ()
    boxes: tuple[int, ...] = ()
    """The box that each of them was asked about."""
    offer: str = ""
    """The offer (``insurance``, ``join``); empty if they had to decide a hand."""


class RoundSettled(Record, frozen=True, tag="round-settled.2"):
    """The round is over and its cards are in the discard rack."""

    void: bool = False
    reason: str = ""
    counts: bool = True
    """Whether it counts as a round, sat out or final: a void round does not (R23), but did in version 1."""


class DueDone(Record, frozen=True, tag="due-done.1"):
    """What irregularities had left to be done was done."""

    what: tuple[str, ...]


class WrittenWith(Record, frozen=True, tag="written-with.1"):
    """The entry is part of a command at another stream, and was stored together with that stream's entry."""

    stream: str
    version: int


TableRecord = (
    TableOpened
    | OpenedForPlay
    | FinalRoundsAnnounced
    | Closing
    | TableClosed
    | FloatMoved
    | DropEmptied
    | ChipsBought
    | LeftTable
    | LeavingAfterRound
    | PlayerAway
    | SeatTaken
    | SeatLeft
    | BoxWanted
    | BoxReserved
    | BoxMarked
    | PlayerRestricted
    | WagerLaid
    | WagerReturned
    | WagersVoided
    | PlayerReady
    | PlayerWarned
    | CardsShuffled
    | CutOffered
    | CutDeclined
    | CardsCut
    | CardBurnt
    | CuttingCardOut
    | RackReturned
    | ShoeFinished
    | RoundOpened
    | RoundWritten
    | WalletCredited
    | Acted
    | Declined
    | JoinOffered
    | JoinAnswered
    | TimeRanOut
    | RoundSettled
    | DueDone
    | WrittenWith
    | AdmissionsChanged
    | HandDealtRecord
    | PermissionRecord
    | CorrectionRecord
    | SignRecord
    | CheckRecorded
)


def _round_opened_2(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "counted": True}


def _acted_2(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "summed": True}


def _closed_2(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "with_drop": True}


def _as_it_was(fields: dict[str, Any]) -> dict[str, Any]:
    """Upcast version 1: its fields mean the same in version 2, and new fields have their default."""
    return fields


UPCASTERS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "cards-shuffled.1": _as_it_was,
    "wager-returned.1": _as_it_was,
    "acted.1": _acted_2,
    "closed.1": _closed_2,
    "round-opened.1": _round_opened_2,
    "round-opened.2": _as_it_was,
    "round-settled.1": _as_it_was,
}
"""The upcasters of stored records of earlier versions."""
