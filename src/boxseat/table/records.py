"""Records of a table, from which its state is folded; a record's name never changes.

A record that needs other fields one day gets the next number in its name, and the old one is turned into it when it is read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from boxseat.cards import Card
from boxseat.play.acts import Act, JoinedAct
from boxseat.play.state import Wager
from boxseat.table.settings import CardsFrom, Settings

HOUSE_CUTTER = "the house"
"""Who cut the cards where no player did."""


class Record(msgspec.Struct, frozen=True, tag_field="is", forbid_unknown_fields=True, omit_defaults=True):
    """Something that happened at a table."""


class TableOpened(Record, frozen=True, tag="table-opened.1"):
    """A table was set up."""

    table: str
    game: str
    title: str
    book: str
    """The digest of the book's text, which the journal keeps."""
    options: dict[str, bool | int | str]
    settings: Settings


class OpenedForPlay(Record, frozen=True, tag="opened-for-play.1"):
    """The table opened for play."""


class FinalRoundsAnnounced(Record, frozen=True, tag="final-rounds-announced.1"):
    """So many rounds are left before the table closes."""

    rounds: int


class Closing(Record, frozen=True, tag="closing.1"):
    """No new round begins."""


class TableClosed(Record, frozen=True, tag="closed.1"):
    """The table closed, and its float and drop went back to the bank."""


class ChipsBought(Record, frozen=True, tag="chips-bought.1"):
    """A player exchanged money for chips; the first time, they came to the table."""

    player: str
    cents: int
    computer: str = ""
    """The kind of computer player, where it is one."""


class LeftTable(Record, frozen=True, tag="left-table.1"):
    """A player took their chips and left."""

    player: str
    cents: int


class LeavingAfterRound(Record, frozen=True, tag="leaving-after-round.1"):
    """A player leaves the table once the round is over."""

    player: str
    why: str = ""
    """Nothing where it was their own wish."""


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
    """A player waits for a box that somebody else has to give up."""

    player: str
    box: int


class BoxReserved(Record, frozen=True, tag="box-reserved.1"):
    """A box is kept for a player; with no name, for nobody again."""

    box: int
    player: str = ""


class BoxMarked(Record, frozen=True, tag="box-marked.1"):
    """A box has a maximum of its own; with none, the sign holds again."""

    box: int
    maximum: int | None = None


class PlayerRestricted(Record, frozen=True, tag="player-restricted.1"):
    """A player is held to the minimum, to one box, or to neither."""

    player: str
    to_minimum: bool = False
    to_one_box: bool = False
    inspector_notified: bool = False
    """Whoever ordered it says that an inspector was told before; nothing where that is not on record."""


class WagerLaid(Record, frozen=True, tag="wager-laid.1"):
    """A wager lies on a box for the next round."""

    wager: Wager
    place: int | None = None
    """Which of the table's wagers it takes the place of, where it changes one."""


class WagerReturned(Record, frozen=True, tag="wager-returned.2"):
    """A wager came back before the first card."""

    player: str
    box: int
    why: str = ""
    """Nothing where its player took it back."""
    clause: str = ""
    by_house: bool = False
    """The house returned it: its player has not sat the round out (R21). Version 1 did not say so."""


class PlayerReady(Record, frozen=True, tag="player-ready.1"):
    """A player is ready for the cards."""

    player: str


class PlayerWarned(Record, frozen=True, tag="player-warned.1"):
    """A player was told that further wagers under the minimum are returned."""

    player: str


class CardsShuffled(Record, frozen=True, tag="cards-shuffled.1"):
    """The cards were shuffled under a seed that this commits to."""

    shoe: str
    commitment: str
    cards_from: CardsFrom
    pack: tuple[Card, ...] = ()
    """What was shuffled; nothing where it was the whole decks."""
    mid_round: bool = False
    why: str = ""
    at: int = 0
    """When, in microseconds UTC."""
    stacked: tuple[Card, ...] = ()
    """The cards that a practice table's owner set to come first; at any other table there are none."""


class CutOffered(Record, frozen=True, tag="cut-offered.1"):
    """The cut is offered to a player; with no name, to a supervisor."""

    player: str


class CutDeclined(Record, frozen=True, tag="cut-declined.1"):
    """A player did not cut."""

    player: str
    by_house: bool = False
    """Their time had run out."""


class CardsCut(Record, frozen=True, tag="cards-cut.1"):
    """The cards were cut, and the cutting card put in."""

    by: str
    place: int | None
    """How many cards in from the front; none for a shuffling device, which is not cut."""
    behind: int
    """How many cards the dealer left behind the cutting card."""


class CardBurnt(Record, frozen=True, tag="card-burnt.1"):
    """The first card of a shoe went to the discard rack unseen."""


class CuttingCardOut(Record, frozen=True, tag="cutting-card-out.1"):
    """The cutting card appeared: before a box's card, the dealer's, or a round's first card."""

    at: str
    """``box 3``, ``dealer`` or ``first card``."""
    discarded: bool = False
    """One of the final rounds is being dealt, and dealing goes on."""


class RackReturned(Record, frozen=True, tag="rack-returned.1"):
    """The discard rack went back into the shuffling device."""


class ShoeFinished(Record, frozen=True, tag="shoe-finished.1"):
    """No card of this shoe is dealt any more, and its seed is shown."""

    shoe: str
    seed: str


class RoundOpened(Record, frozen=True, tag="round-opened.2"):
    """No more bets: the wagers on the table are those of the round."""

    round: str
    number: int
    at: int = 0
    counted: bool = False
    """Who sat it out was counted as it opened, void or not, as in version 1; since then, when it is settled (R23)."""


class Acted(Record, frozen=True, tag="acted.1"):
    """Acts of a round, in order."""

    acts: tuple[Act, ...]
    by: str = ""
    """Whose decision it was; nobody's where it is the dealer's own."""
    instead_of: str = ""
    """The player for whom the house decided."""


class Declined(Record, frozen=True, tag="declined.1"):
    """A player let an offer go by."""

    player: str
    box: int


class JoinOffered(Record, frozen=True, tag="join-offered.1"):
    """Before the card, the box's co-bettors are asked whether they go along."""

    act: JoinedAct
    asked: tuple[str, ...]


class JoinAnswered(Record, frozen=True, tag="join-answered.1"):
    """A co-bettor joined a decision, or did not."""

    player: str
    joins: bool
    cents: int = 0


class TimeRanOut(Record, frozen=True, tag="time-ran-out.1"):
    """The house went on without an answer from these players."""

    players: tuple[str, ...] = ()
    boxes: tuple[int, ...] = ()
    """For which box each of them was asked."""
    offer: str = ""
    """What was offered to them (``insurance``, ``join``); nothing where a hand was theirs to decide."""


class RoundSettled(Record, frozen=True, tag="round-settled.2"):
    """The round is over and its cards are in the discard rack."""

    void: bool = False
    reason: str = ""
    counts: bool = True
    """It is a round for those who sat it out and for the final rounds: a void one is not (R23), but was in version 1."""


TableRecord = (
    TableOpened
    | OpenedForPlay
    | FinalRoundsAnnounced
    | Closing
    | TableClosed
    | ChipsBought
    | LeftTable
    | LeavingAfterRound
    | SeatTaken
    | SeatLeft
    | BoxWanted
    | BoxReserved
    | BoxMarked
    | PlayerRestricted
    | WagerLaid
    | WagerReturned
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
    | Acted
    | Declined
    | JoinOffered
    | JoinAnswered
    | TimeRanOut
    | RoundSettled
)


def _round_opened_2(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "counted": True}


def _as_it_was(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of version 1 mean the same in version 2; those it lacks have their default."""
    return fields


UPCASTERS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "wager-returned.1": _as_it_was,
    "round-opened.1": _round_opened_2,
    "round-settled.1": _as_it_was,
}
"""How a stored record of an earlier version is read."""
