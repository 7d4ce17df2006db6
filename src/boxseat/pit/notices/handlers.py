"""The judge of what is said to be seen."""

from __future__ import annotations

from boxseat.people.roles import Role
from boxseat.pit.notices.commands import Acknowledge
from boxseat.pit.notices.records import NoticeAcknowledged
from boxseat.pit.notices.state import Desks, desks_of
from boxseat.refusal import Refusal


def acknowledge(
    desks: Desks, who: str, role: Role | None, command: Acknowledge, desk: str | None
) -> NoticeAcknowledged | Refusal:
    """The record of a notice that is seen; `desk` is the one that it went to, none if there is no such notice."""
    if desk is None:
        return Refusal("notice/none", "", f"there is no notice {command.notice}")
    if role is None or desk not in desks_of(who, role):
        return Refusal("notice/not-yours", "", f"notice {command.notice} went to another desk")
    if command.notice in desks.seen:
        return Refusal("notice/seen", "", f"{desks.seen[command.notice].by} has seen notice {command.notice}")
    return NoticeAcknowledged(command.notice, desk, who)
