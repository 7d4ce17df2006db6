"""Authority at tables: the power that each command needs, and the power that the records of an entry show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from boxseat.house.streams import HOUSE_ONLY, HouseOnly
from boxseat.people.roles import Power
from boxseat.play.acts import (
    Act,
    Invalidate,
    Malfunction,
    PayAtEnd,
    Reconstruct,
    Report,
    StaffAct,
    VoidRound,
    VoidWagers,
    WrongPack,
)
from boxseat.table import commands as c
from boxseat.table.admission.records import AdmissionsChanged
from boxseat.table.checks.commands import RecordCheck
from boxseat.table.checks.records import CheckRecorded
from boxseat.table.corrections.commands import VoidPastRound
from boxseat.table.corrections.records import PastRoundVoided, PaymentRecord
from boxseat.table.hand_dealt import commands as h
from boxseat.table.hand_dealt.records import HandDealtRecord, RecordCorrected
from boxseat.table.permissions import commands as p
from boxseat.table.permissions.records import (
    ApprovalRecorded,
    FaceDownChosen,
    PerfectPairsRestricted,
    PlayerHeld,
    PlayersAtTableLimited,
    PlayersOnBoxLimited,
    SplitHandsAllowed,
)
from boxseat.table.records import (
    Acted,
    BoxMarked,
    BoxReserved,
    CardsCut,
    CardsShuffled,
    Closing,
    DropEmptied,
    FinalRoundsAnnounced,
    FloatMoved,
    OpenedForPlay,
    PlayerRestricted,
    RoundOpened,
    RoundSettled,
    RoundWritten,
    ShoeFinished,
    TableRecord,
    WagersVoided,
)
from boxseat.table.signs import commands as s
from boxseat.table.signs import records as signs
from boxseat.table.state import Table, TableUse

NEEDS: dict[type, Power] = {
    **dict.fromkeys(get_args(c.PlayersCommand), Power.PLAY),
    c.OpenForPlay: Power.OPEN_TABLE,
    c.FinalRounds: Power.CLOSE_TABLE,
    c.CloseTable: Power.CLOSE_TABLE,
    c.CutForHouse: Power.CUT_FOR_THE_HOUSE,
    c.ShuffleNow: Power.REPLACE_CARDS,
    c.ReserveBox: Power.RESERVE_BOX,
    c.MarkBox: Power.CHANGE_SIGN,
    c.Restrict: Power.RESTRICT_PLAYER,
    c.VoidTheRound: Power.VOID_ROUND,
    VoidPastRound: Power.VOID_ROUND,
    c.ForPlayer: Power.DEAL_BY_HAND,
    **dict.fromkeys((*get_args(h.DealCommand), *get_args(h.FloorCommand)), Power.DEAL_BY_HAND),
    **dict.fromkeys(get_args(h.ErrorCommand), Power.REPORT_IRREGULARITY),
    h.ReconstructRound: Power.DECIDE_IRREGULARITY,
    h.CorrectRecord: Power.DECIDE_IRREGULARITY,
    c.InvalidateTheRound: Power.INVALIDATE,
    c.VoidTheWagers: Power.DECIDE_IRREGULARITY,
    c.DeviceFailed: Power.DECIDE_IRREGULARITY,
    c.CardMissing: Power.DECIDE_IRREGULARITY,
    c.ForeignCardFound: Power.DECIDE_IRREGULARITY,
    c.CheckTheCards: Power.DECIDE_IRREGULARITY,
    c.DeferPayments: Power.DEFER_PAYMENT,
    p.LimitPlayersOnBox: Power.CHANGE_SIGN,
    p.LimitPlayersAtTable: Power.CHANGE_SIGN,
    p.HoldToMinimum: Power.HOLD_TO_MINIMUM,
    p.ReleaseFromMinimum: Power.HOLD_TO_MINIMUM,
    p.RestrictPerfectPairs: Power.CHANGE_SETTINGS,
    p.AllowResplit: Power.CHANGE_SETTINGS,
    p.RecordApproval: Power.ATTEST,
    RecordCheck: Power.RECORD_CHECK,
    s.RaiseMinimum: Power.CHANGE_SIGN,
    s.ChangeLimits: Power.CHANGE_SIGN,
    s.EndOldMinimum: Power.CHANGE_SIGN,
    s.SetPrivateLimits: Power.CHANGE_SIGN,
    s.EndPrivateLimits: Power.CHANGE_SIGN,
    s.MarkLowLimit: Power.CHANGE_SETTINGS,
    s.RefuseWager: Power.REFUSE_WAGER,
    s.AnnounceClosure: Power.CLOSE_TABLE,
    p.DealFaceDown: Power.CHANGE_SETTINGS,
}
"""The power that each command needs; commands of the house itself (`HouseCommand`) have none, and no person may send them."""

STAFF_COMMANDS = frozenset(get_args(c.StaffCommand))


STAFF_RECORDS: dict[type, Power] = {
    OpenedForPlay: Power.OPEN_TABLE,
    FinalRoundsAnnounced: Power.CLOSE_TABLE,
    BoxReserved: Power.RESERVE_BOX,
    BoxMarked: Power.CHANGE_SIGN,
    PlayerRestricted: Power.RESTRICT_PLAYER,
    **dict.fromkeys(get_args(HandDealtRecord), Power.DEAL_BY_HAND),
    RecordCorrected: Power.DECIDE_IRREGULARITY,
    WagersVoided: Power.DECIDE_IRREGULARITY,
    PlayersOnBoxLimited: Power.CHANGE_SIGN,
    PlayersAtTableLimited: Power.CHANGE_SIGN,
    PlayerHeld: Power.HOLD_TO_MINIMUM,
    PerfectPairsRestricted: Power.CHANGE_SETTINGS,
    SplitHandsAllowed: Power.CHANGE_SETTINGS,
    ApprovalRecorded: Power.ATTEST,
    CheckRecorded: Power.RECORD_CHECK,
    FloatMoved: Power.HANDLE_FLOAT,
    DropEmptied: Power.RUN_CAGE,
    signs.LimitsChanged: Power.CHANGE_SIGN,
    signs.MinimumRaised: Power.CHANGE_SIGN,
    signs.ChangeAnnounced: Power.CHANGE_SIGN,
    signs.PrivateLimitsSet: Power.CHANGE_SIGN,
    signs.LowLimitMarked: Power.CHANGE_SETTINGS,
    signs.WagerRefused: Power.REFUSE_WAGER,
    signs.ClosureAnnounced: Power.CLOSE_TABLE,
    FaceDownChosen: Power.CHANGE_SETTINGS,
    **dict.fromkeys(get_args(PaymentRecord), Power.RECORD_PAYMENT_ERROR),
    PastRoundVoided: Power.VOID_ROUND,
}
"""Records that only commands of staff create, at any place in an entry."""
ACTS_OF_SUPERVISORS = (VoidWagers, Malfunction, WrongPack, Reconstruct)
"""Acts of a round that decide on an irregularity; other acts of staff report one."""
RECORDS_OF_THE_CLOCK = (signs.ChangeInForce, signs.ClosingTimeCame)
"""Records of what the house alone does."""


def power_needed(command: c.TableCommand) -> Power | None:
    """The power that a command needs; none for commands of the house itself."""
    if isinstance(command, c.InvalidateTheRound) and (not command.refund or command.forfeited_by):
        return Power.KEEP_WAGERS
    if isinstance(command, c.Cut) and command.by:
        return Power.DEAL_BY_HAND
    return NEEDS.get(type(command))


def power_of_act(act: Act) -> Power | None:
    """The power that an act of staff in a round needs; none for acts of players and of the dealer's routine."""
    match act:
        case VoidRound():
            return Power.VOID_ROUND
        case Invalidate(refund=refund, forfeited_by=forfeited_by):
            return Power.INVALIDATE if refund and not forfeited_by else Power.KEEP_WAGERS
        case PayAtEnd():
            return Power.DEFER_PAYMENT
        case Report(what="check-cards"):
            return Power.DECIDE_IRREGULARITY
        case _ if isinstance(act, ACTS_OF_SUPERVISORS):
            return Power.DECIDE_IRREGULARITY
        case _:
            return Power.REPORT_IRREGULARITY if isinstance(act, StaffAct) else None


def _power_to_admit(record: AdmissionsChanged) -> Power:
    """The least power of a command at the register of persons after which a table copies these changes."""
    if record.let_in:
        return Power.READMIT
    return Power.EXCLUDE if record.shut_out else Power.REPORT_IRREGULARITY


def power_of_staff(happened: Sequence[TableRecord], table: Table) -> Power | HouseOnly | None:
    """The staff power that an entry needed, by its records; none for a player's command."""
    if any(isinstance(record, RECORDS_OF_THE_CLOCK) for record in happened):
        return HOUSE_ONLY
    settled = False
    if any(isinstance(record, RoundWritten) for record in happened):  # in a rehearsal only
        return None
    for place, record in enumerate(happened):
        if type(record) in STAFF_RECORDS:
            return STAFF_RECORDS[type(record)]
        match record:
            case AdmissionsChanged() if place == 0:
                return _power_to_admit(record)
            case RoundSettled():
                settled = True
            case Closing() if not settled:  # after a round it is the last of the final rounds
                return Power.CLOSE_TABLE
            case RoundOpened() if table.by_hand is not None:
                return Power.DEAL_BY_HAND
            case Acted(acts=(act,), by=by) if by and (power := power_of_act(act)) is not None:
                return power
            case CardsCut(by=by, place=int()) if place == 0 and by in table.patrons:
                return None
            case CardsCut(place=int()) if place == 0 and table.cut_offer is not None and not table.cut_offer.player:
                return Power.CUT_FOR_THE_HOUSE
            case ShoeFinished() | CardsShuffled() if place == 0 and table.use is not TableUse.PRACTICE:
                return Power.REPLACE_CARDS
            case _:
                pass
    # Where players have no terminals, nobody but staff gives commands.
    return Power.DEAL_BY_HAND if table.by_hand is not None and not table.settings.terminals else None
