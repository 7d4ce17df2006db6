"""What supervisors and gaming managers permit and restrict while a table is open (SP 6.5, 6.11, 6.16; CP 4.6; CB 4.7)."""

from __future__ import annotations

from boxseat.refusal import Refusal, refuse
from boxseat.table.desk import Desk
from boxseat.table.handlers.restrictions import return_what_is_over
from boxseat.table.handlers.seats import leave
from boxseat.table.permissions import commands as c
from boxseat.table.permissions.records import PlayerHeld, PlayersAtTableLimited, PlayersOnBoxLimited
from boxseat.table.wager_rules import has_sat_out, held_by


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
    """Hold a player who sat out a round of this shoe to the minimum until the next one."""
    rule, player = desk.book.seating.late_players, command.player
    if player not in desk.table.patrons:
        return refuse("player/none", rule, f"{player[:40]} is not at this table")
    if not has_sat_out(desk.table, player):
        return refuse("restrict/sat-out-none", rule, f"{player} has sat out no round of this shoe")
    desk.note(PlayerHeld(player))
    return_what_is_over(desk, player)
    return None


def release_from_minimum(desk: Desk, who: str, command: c.ReleaseFromMinimum) -> Refusal | None:
    """Let a player wager above the minimum again before the next shuffle."""
    rule, player = desk.book.seating.late_players, command.player
    if player not in desk.table.patrons or held_by(desk.book, desk.table, player) is not rule:
        return refuse("restrict/not-held", rule, f"{player[:40]} is not held to the minimum until the next shuffle")
    desk.note(PlayerHeld(player, held=False))
    return None
