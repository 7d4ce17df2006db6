"""What supervisors and gaming managers permit and restrict while a table is open.

The number of players (SP 6.5, 6.16), players held to the minimum (SP 6.11; CP 4.6; CB 4.7), Perfect Pairs (SP 16.4), one more
split (SP 14.9), cards dealt face down (SP 4.6.2), and approvals (CP 1.1, 18.2; CB 1.1, 17.2, 18.2).
"""

from __future__ import annotations

from boxseat.consistency import present
from boxseat.play.state import Phase
from boxseat.refusal import Refusal, refuse
from boxseat.table.desk import Desk
from boxseat.table.handlers.restrictions import return_what_is_over
from boxseat.table.handlers.seats import leave
from boxseat.table.permissions import commands as c
from boxseat.table.permissions.face_down import lies_face_down
from boxseat.table.permissions.records import (
    ApprovalRecorded,
    CardsExposed,
    FaceDownChosen,
    PerfectPairsRestricted,
    PlayerHeld,
    PlayersAtTableLimited,
    PlayersOnBoxLimited,
    SplitHandsAllowed,
)
from boxseat.table.permissions.state import OWN_WAGER, WAGER_ON_BOX
from boxseat.table.records import WagerReturned
from boxseat.table.wager_rules import has_sat_out, held_by

REFERENCE_CHARACTERS_MAX = 200


def limit_players_on_box(desk: Desk, who: str, command: c.LimitPlayersOnBox) -> Refusal | None:
    """Allow fewer players on a box, or again as many as the rules do; wagers that lie already stay."""
    rule, most = desk.book.seating.fewer_on_box, desk.book.layout.players_per_box.value
    if not rule.value:
        return refuse("permit/players", rule, f"a box takes {most} players, and no fewer")
    if not 1 <= command.most <= most:
        return refuse("permit/players", rule, f"a box takes from 1 to {most} players")
    desk.note(PlayersOnBoxLimited(command.most))
    return None


def limit_players_at_table(desk: Desk, who: str, command: c.LimitPlayersAtTable) -> Refusal | None:
    """Limit how many play at the table; computer players make way, and wagers that lie already stay."""
    layout, rule = desk.book.layout, desk.book.seating.fewer_at_table
    most = layout.boxes.value * layout.players_per_box.value
    if not rule.value:
        return refuse("permit/players", rule, "the number of players is not limited")
    if not 1 <= command.most <= most:
        return refuse("permit/players", rule, f"a table takes from 1 to {most} players")
    desk.note(PlayersAtTableLimited(command.most))
    staying = [patron for patron in desk.table.patrons.values() if not patron.leaving]
    computers = [patron.name for patron in staying if patron.computer]
    for name in computers[: max(0, len(staying) - command.most)]:
        leave(desk, name, "the number of players is limited")
    return None


def hold_to_minimum(desk: Desk, who: str, command: c.HoldToMinimum) -> Refusal | None:
    """Hold a player who sat out a round of this shoe to the minimum until the next one, even before they come (SP 6.11)."""
    rule, player = desk.book.seating.late_players, command.player
    if not player.strip():
        return refuse("player/none", rule, "a player is named")
    if not has_sat_out(desk.table, player):
        return refuse("restrict/sat-out-none", rule, f"{player[:40]} has sat out no round of this shoe")
    desk.note(PlayerHeld(player))
    return_what_is_over(desk, player)
    return None


def release_from_minimum(desk: Desk, who: str, command: c.ReleaseFromMinimum) -> Refusal | None:
    """Let a player wager above the minimum again before the next shuffle."""
    rule, player, table = desk.book.seating.late_players, command.player, desk.table
    is_here = player in table.patrons
    if not (held_by(desk.book, table, player) is rule if is_here else table.permissions.minimum.get(player)):
        return refuse("restrict/not-held", rule, f"{player[:40]} is not held to the minimum until the next shuffle")
    desk.note(PlayerHeld(player, held=False))
    return None


def restrict_perfect_pairs(desk: Desk, who: str, command: c.RestrictPerfectPairs) -> Refusal | None:
    """Keep Perfect Pairs for players with a main wager of their own, or open them again to all on a box with one (R17)."""
    rule, pairs = desk.book.permissions.pairs_restricted, desk.book.perfect_pairs
    if pairs is None:
        return refuse("side-bet/not-offered", desk.book.offers.side_bets, "this table has no Perfect Pairs")
    values = pairs.perfect_pairs_needs.permitted
    if rule.value == "never" or not isinstance(values, tuple) or not {OWN_WAGER, WAGER_ON_BOX} <= {*values}:
        return refuse("permit/pairs", rule, "who may wager on Perfect Pairs is not for the house to say")
    if command.restricted and not (command.surveillance_notified and command.inspector_notified):
        return refuse("permit/told-first", rule, "surveillance and an inspector are notified first")
    told = {"surveillance_notified": command.surveillance_notified, "inspector_notified": command.inspector_notified}
    desk.note(PerfectPairsRestricted(command.restricted, **told))
    needs = present(desk.book_of_bets.perfect_pairs, "rules of Perfect Pairs").perfect_pairs_needs
    for laid in desk.table.wagers if command.restricted else ():
        if laid.perfect_pairs and not laid.stake:
            why = "Perfect Pairs need a main wager of one's own"
            desk.note(WagerReturned(laid.player, laid.box, why, needs.clause, by_house=True))
    return None


def allow_resplit(desk: Desk, who: str, command: c.AllowResplit) -> Refusal | None:
    """Allow one more split of a box from the next round, or no longer."""
    rule, hands = desk.book.permissions.resplit, desk.book.splitting.max_split_hands.permitted
    if not rule.value or not isinstance(hands, tuple) or len(hands) < 2:
        return refuse("permit/resplit", rule, "the number of hands after splits is not for the house to say")
    desk.note(SplitHandsAllowed(max(hands) if command.on else min(hands)))
    return None


def record_approval(desk: Desk, who: str, command: c.RecordApproval) -> Refusal | None:
    """Record that a layout was approved (R50)."""
    desk.note(ApprovalRecorded(command.what, command.reference.strip()[:REFERENCE_CHARACTERS_MAX]))
    return None


def deal_face_down(desk: Desk, who: str, command: c.DealFaceDown) -> Refusal | None:
    """Have each player's first two cards dealt face down from the next round, if an inspector has approved it (SP 4.6.2)."""
    rule = desk.book.permissions.face_down
    if rule.value == "never":
        return refuse("permit/face-down", rule, "all cards are dealt face up")
    if desk.table.by_hand is not None:
        return refuse("table/by-hand", rule, "cards that people deal to a hand are seen and named")
    if command.on and not command.inspector_approved:
        return refuse("permit/approved-first", rule, "an inspector approves it first")
    desk.note(FaceDownChosen(command.on, command.inspector_approved))
    return None


def expose_cards(desk: Desk, who: str, command: c.ExposeCards) -> Refusal | None:
    """Turn the first two cards of a box: its controlling player does, before a third card is dealt (SP 4.6.2)."""
    rule, table = desk.book.permissions.exposed, desk.table
    if not lies_face_down(table, command.box):
        return refuse("expose/none", rule, f"no cards lie face down on box {command.box}")
    round_ = table.current_round
    if round_.phase is Phase.INITIAL_DEAL:
        return refuse("expose/none", rule, "the initial deal is not complete")
    _, box = round_.box_at(command.box)
    if box.controller != who:
        return refuse("control/not-yours", desk.book.control.order, f"{box.controller} decides for box {box.number}")
    desk.note(CardsExposed(who, box.number))
    return None
