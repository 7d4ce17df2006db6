"""Commands at a table, as a client sends them.

Amounts are dollars on the wire and whole cents here. Decisions about cards become acts of `boxseat.play.acts`: the house adds the
player, and co-bettors answer for themselves.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from boxseat.money import Cents

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
    """Cut the cards: place the cutting card this many cards from the front of the stack."""

    place: int


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


PlayCommand = DoInsure | DoEvenMoney | DoSurrender | DoSplit | DoDouble | DoForfeit | DoHit | DoStand
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
    | Decline
    | Join
    | Pass
    | AskComputer
    | DismissComputer
    | SetCards
)


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


StaffCommand = (
    OpenForPlay | FinalRounds | CloseTable | CutForHouse | ShuffleNow | ReserveBox | MarkBox | Restrict | VoidTheRound
)


# What the house itself does, by the clock or for its own order.


class TimeUp(Command, frozen=True, tag="time-up"):
    """The time for the open question is over."""


class SeatExpired(Command, frozen=True, tag="seat-expired"):
    """A player has been disconnected for too long."""

    player: str


class NoteAway(Command, frozen=True, tag="note-away"):
    """A player has been disconnected for a while, or is back."""

    player: str
    away: bool


HouseCommand = TimeUp | SeatExpired | NoteAway
TableCommand = PlayersCommand | StaffCommand | HouseCommand
