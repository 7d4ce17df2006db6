"""Commands at a table, as a client sends them: each with its fields and nothing else.

Amounts are dollars on the wire and whole cents here. Decisions about cards are the acts of `boxseat.play.acts` in the making: the
house adds the player, and co-bettors answer for themselves.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from boxseat.money import Cents

ComputerKind = Literal["perfect", "chart", "loose"]


class Command(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Something asked of the house at a table."""


class BuyIn(Command, frozen=True, tag="buy-in"):
    """Chips for money from one's wallet, or more of them."""

    amount: Cents


class Sit(Command, frozen=True, tag="sit"):
    """Take the seat at a box; one's first, or a further one."""

    box: int


class AskForBox(Command, frozen=True, tag="ask-for-box"):
    """Where no box is free: a box of somebody who has several, as soon as it can be had."""


class GiveUp(Command, frozen=True, tag="give-up"):
    """Give up one of one's boxes."""

    box: int


class Leave(Command, frozen=True, tag="leave"):
    """Leave the table with one's chips, after the round if one has a wager in it."""


class Lay(Command, frozen=True, tag="wager"):
    """Wager on a box: one's own, or behind somebody else's. It replaces what one had there."""

    box: int
    stake: Cents = Cents(0)
    perfect_pairs: Cents = Cents(0)
    super_sevens: Cents = Cents(0)


class TakeBack(Command, frozen=True, tag="take-back"):
    """Take a wager back while bets are open."""

    box: int


class Ready(Command, frozen=True, tag="ready"):
    """No need to wait for me: deal."""


class Cut(Command, frozen=True, tag="cut"):
    """Put the cutting card so many cards in from the front of the stack."""

    place: int


class DeclineCut(Command, frozen=True, tag="decline-cut"):
    """Let the next player cut."""


class DoInsure(Command, frozen=True, tag="insure"):
    """Insure one's wager on a box."""

    box: int
    amount: Cents


class DoEvenMoney(Command, frozen=True, tag="even-money"):
    """Have a natural paid 1 to 1 at once."""

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
    """The whole stake if it is left out."""


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
    """Not this time: the insurance, surrender, even money or forfeit that is being offered on a box."""

    box: int


class Join(Command, frozen=True, tag="join"):
    """Go along with what the controlling player has decided, for the amount where it takes one."""

    box: int
    amount: Cents | None = None


class Pass(Command, frozen=True, tag="pass"):
    """Do not go along with it."""

    box: int


class AskComputer(Command, frozen=True, tag="ask-computer"):
    """Ask a computer player to sit down at a free box."""

    box: int
    kind: ComputerKind = "chart"


class DismissComputer(Command, frozen=True, tag="dismiss-computer"):
    """Thank a computer player and free its box."""

    box: int


class SetCards(Command, frozen=True, tag="set-cards"):
    """At one's own practice table, between rounds: the cards that come next, first to last, such as ``8S TD 8H``."""

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
    """A supervisor cuts where no player wishes to."""

    place: int


class ShuffleNow(Command, frozen=True, tag="shuffle"):
    """All cards are shuffled after the round, because they may be badly mixed or are replaced."""

    replace_cards: bool = False


class ReserveBox(Command, frozen=True, tag="reserve"):
    """Keep a box for one player, or for nobody again."""

    box: int
    player: str = ""


class MarkBox(Command, frozen=True, tag="mark-box"):
    """Put a marker beside a box with a maximum of its own; without an amount it is taken away."""

    box: int
    maximum: Cents | None = None


class Restrict(Command, frozen=True, tag="restrict"):
    """Hold a player to the table's minimum, to one box, or to neither again."""

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
    """The time for what is being asked has run out."""


class SeatExpired(Command, frozen=True, tag="seat-expired"):
    """A player's connection has been gone for too long."""

    player: str


HouseCommand = TimeUp | SeatExpired
TableCommand = PlayersCommand | StaffCommand | HouseCommand
