"""Commands at a table, as a client sends them.

Amounts are dollars on the wire and whole cents here. Decisions about cards become acts of `boxseat.play.acts`: the house adds the
player, and co-bettors answer for themselves.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from boxseat.money import Cents
from boxseat.play.acts import Act
from boxseat.table.admission.commands import CopyAdmissions
from boxseat.table.checks.commands import RecordCheck
from boxseat.table.corrections.commands import CorrectionOfHouse, VoidPastRound
from boxseat.table.hand_dealt.commands import HandDealtCommand
from boxseat.table.permissions.commands import ExposeCards, PermissionCommand
from boxseat.table.settings import Settings
from boxseat.table.signs.commands import FollowSigns, SignCommand

ComputerKind = Literal["perfect", "chart", "loose"]


class Command(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    """A command at a table."""


class BuyIn(Command, frozen=True, tag="buy-in"):
    """Buy chips with money from the wallet."""

    amount: Cents


class Sit(Command, frozen=True, tag="sit"):
    """Sit down at a free box, the first or a further one."""

    box: int


class AskForBox(Command, frozen=True, tag="ask-for-box"):
    """Ask for a box of a player who has several, if no box is free."""


class GiveUp(Command, frozen=True, tag="give-up"):
    """Give up one of your boxes."""

    box: int


class Leave(Command, frozen=True, tag="leave"):
    """Leave the table with your chips; after the round, if you have a wager in it."""


class Lay(Command, frozen=True, tag="wager"):
    """Wager on a box, your own or another player's. It replaces your earlier wager there."""

    box: int
    stake: Cents = Cents(0)
    perfect_pairs: Cents = Cents(0)
    super_sevens: Cents = Cents(0)


class TakeBack(Command, frozen=True, tag="take-back"):
    """Take a wager back while bets are open."""

    box: int


class Ready(Command, frozen=True, tag="ready"):
    """Be ready for the deal; the table does not wait for this player."""


class Cut(Command, frozen=True, tag="cut"):
    """Cut the cards: place the cutting card this many cards from the front of the stack. Of real cards, staff record who cut."""

    place: int = 0
    by: str = ""
    """Who has cut real cards: a player, or one of the staff."""


class DeclineCut(Command, frozen=True, tag="decline-cut"):
    """Decline to cut; the next player is asked."""


class DoInsure(Command, frozen=True, tag="insure"):
    """Insure your wager on a box."""

    box: int
    amount: Cents


class DoEvenMoney(Command, frozen=True, tag="even-money"):
    """Take even money: a natural is paid 1 to 1 at once."""

    box: int


class DoSurrender(Command, frozen=True, tag="surrender"):
    """Surrender the hand."""

    box: int


class DoSplit(Command, frozen=True, tag="split"):
    """Split the pair."""

    box: int


class DoDouble(Command, frozen=True, tag="double"):
    """Double the hand."""

    box: int
    amount: Cents | None = None
    """Default: the whole wager."""


class DoForfeit(Command, frozen=True, tag="forfeit"):
    """Forfeit after a double."""

    box: int


class DoHit(Command, frozen=True, tag="hit"):
    """Draw a card."""

    box: int


class DoStand(Command, frozen=True, tag="stand"):
    """Take no more cards."""

    box: int


class DoRefuse(Command, frozen=True, tag="refuse"):
    """Refuse a card that was drawn in error, and all further cards of the round."""

    box: int


class Decline(Command, frozen=True, tag="decline"):
    """Decline the offer on a box: insurance, surrender, even money or forfeit."""

    box: int


class Join(Command, frozen=True, tag="join"):
    """Join the controlling player's decision, with an amount if it needs one."""

    box: int
    amount: Cents | None = None


class Pass(Command, frozen=True, tag="pass"):
    """Do not join the controlling player's decision."""

    box: int


class AskComputer(Command, frozen=True, tag="ask-computer"):
    """Ask for a computer player at a free box."""

    box: int
    kind: ComputerKind = "chart"


class DismissComputer(Command, frozen=True, tag="dismiss-computer"):
    """Send a computer player away from its box."""

    box: int


class SetCards(Command, frozen=True, tag="set-cards"):
    """Set the next cards at your practice table, between rounds, first to last, such as ``8S TD 8H``."""

    cards: str


PlayCommand = DoInsure | DoEvenMoney | DoSurrender | DoSplit | DoDouble | DoForfeit | DoHit | DoStand | DoRefuse
AnswerCommand = Decline | Join | Pass
PlayersCommand = (
    BuyIn
    | Sit
    | AskForBox
    | GiveUp
    | Leave
    | Lay
    | TakeBack
    | Ready
    | Cut
    | DeclineCut
    | DoInsure
    | DoEvenMoney
    | DoSurrender
    | DoSplit
    | DoDouble
    | DoForfeit
    | DoHit
    | DoStand
    | DoRefuse
    | Decline
    | Join
    | Pass
    | ExposeCards
    | AskComputer
    | DismissComputer
    | SetCards
)


RecordedCommand = BuyIn | Sit | GiveUp | Leave | Lay | TakeBack | PlayCommand | AnswerCommand
"""What staff record at a hand-dealt table for players who decide by signal."""


class ForPlayer(Command, frozen=True, tag="for-player"):
    """Record what a player does or says at a hand-dealt table; ``patron 3`` is one without a name. Chips are bought in cash."""

    player: str
    what: RecordedCommand


# What staff ask.


class OpenForPlay(Command, frozen=True, tag="open"):
    """Open a closed table for play."""


class FinalRounds(Command, frozen=True, tag="final-rounds"):
    """Announce the table's final rounds, after which it closes."""


class CloseTable(Command, frozen=True, tag="close"):
    """Close the table: no new round begins, and one in play is finished."""


class CutForHouse(Command, frozen=True, tag="cut-for-the-house"):
    """Cut as a supervisor, if no player wants to cut."""

    place: int


class ShuffleNow(Command, frozen=True, tag="shuffle"):
    """Shuffle all cards between rounds, because they are badly mixed or are replaced."""

    replace_cards: bool = False


class ReserveBox(Command, frozen=True, tag="reserve"):
    """Reserve a box for one player; without a name, end the reservation."""

    box: int
    player: str = ""


class MarkBox(Command, frozen=True, tag="mark-box"):
    """Put a marker with its own maximum beside a box; without an amount, remove it."""

    box: int
    maximum: Cents | None = None


class Restrict(Command, frozen=True, tag="restrict"):
    """Restrict a player to the minimum or to one box, or end the restriction."""

    player: str
    to_minimum: bool = False
    to_one_box: bool = False
    inspector_notified: bool = False


class VoidTheRound(Command, frozen=True, tag="void-round"):
    """Declare the round in play void."""

    reason: str
    because: Literal["cannot-reconstruct", "found-later"] = "cannot-reconstruct"


class InvalidateTheRound(Command, frozen=True, tag="invalidate"):
    """Declare that the round in play has no outcome; a gaming manager may have wagers kept, or forfeited by some players."""

    because: Literal["disruption", "fraud", "impractical"]
    reason: str
    refund: bool = True
    forfeited_by: tuple[str, ...] = ()


class VoidTheWagers(Command, frozen=True, tag="void-wagers"):
    """Declare a player's wagers void: those of the round in play, or those that lie for the next one."""

    player: str
    because: Literal["player-card", "device", "rules"]
    reason: str


class DeviceFailed(Command, frozen=True, tag="malfunction"):
    """The shuffling device has failed in the round in play."""

    disadvantaged: bool = False
    another_device: bool = True
    transferable: bool = True
    damaged: str = ""
    """The damaged cards, in words."""
    returned_to: tuple[str, ...] = ()
    """The players who want their unsettled wagers back."""
    then: str = ""
    """How the dealer goes on, where the rules leave a choice: ``deal-on`` or ``shuffle``."""
    reason: str = ""


class CardMissing(Command, frozen=True, tag="missing-card"):
    """A card of the pack is missing."""

    reason: str = ""


class ForeignCardFound(Command, frozen=True, tag="foreign-card"):
    """A card was found that is not of this pack."""

    card: str = ""
    """The card, in words."""
    reason: str = ""


class CheckTheCards(Command, frozen=True, tag="check-cards"):
    """Have the cards of a shuffling device checked after the round, because one was found face up."""

    reason: str = ""


class DeferPayments(Command, frozen=True, tag="pay-at-end"):
    """Make interim payments at the final settlement, for one box or for all."""

    box: int | None = None
    reason: str = ""


RulingCommand = (
    VoidTheRound
    | InvalidateTheRound
    | VoidTheWagers
    | DeviceFailed
    | CardMissing
    | ForeignCardFound
    | CheckTheCards
    | DeferPayments
)
"""Rulings of staff about irregularities of a round."""
StaffCommand = (
    OpenForPlay
    | FinalRounds
    | CloseTable
    | CutForHouse
    | ShuffleNow
    | ReserveBox
    | MarkBox
    | Restrict
    | RulingCommand
    | SignCommand
    | ForPlayer
    | HandDealtCommand
    | PermissionCommand
    | RecordCheck
    | VoidPastRound
)


# What the house itself does, by the clock or for its own order.


class SetUpTable(Command, frozen=True, tag="set-up-table"):
    """Set up a new table; it is closed until somebody opens it for play."""

    table: str
    game: str
    title: str
    book: str
    """The digest of the book's text, which the journal stores."""
    options: dict[str, bool | int | str]
    settings: Settings


class TimeUp(Command, frozen=True, tag="time-up"):
    """The time for the open question is over."""


class SeatExpired(Command, frozen=True, tag="seat-expired"):
    """A player has been disconnected for too long."""

    player: str


class NoteAway(Command, frozen=True, tag="note-away"):
    """A player has been disconnected for a while, or is back."""

    player: str
    away: bool


class CreditWallet(Command, frozen=True, tag="credit-wallet"):
    """Give a player of a rehearsal money."""

    player: str
    amount: Cents


class DealWritten(Command, frozen=True, tag="deal-written"):
    """Play a whole round of a rehearsal by its written cards and decisions."""

    acts: tuple[Act, ...]
    """All acts of the round, in order."""


class MoveFloat(Command, frozen=True, tag="move-float"):
    """Bring ordered chips into the float, or take them out of it, as the cage's books say."""

    order: int
    cents: int
    """Below zero for chips that leave the float."""


class EmptyDrop(Command, frozen=True, tag="empty-drop"):
    """Take out what the drop box holds: it is counted."""


HouseCommand = (
    SetUpTable
    | TimeUp
    | SeatExpired
    | NoteAway
    | CopyAdmissions
    | CreditWallet
    | DealWritten
    | MoveFloat
    | EmptyDrop
    | CorrectionOfHouse
    | FollowSigns
)
TableCommand = PlayersCommand | StaffCommand | HouseCommand
