"""The judge of what is said to be seen."""

from __future__ import annotations

from boxseat.people.roles import Role
from boxseat.pit.notices.commands import Acknowledge, AcknowledgeEvent
from boxseat.pit.notices.records import EventAcknowledged, NoticeAcknowledged
from boxseat.pit.notices.state import EVENTS, Desks, desks_of
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


def acknowledge_event(
    desks: Desks, who: str, role: Role | None, command: AcknowledgeEvent, *, there: bool
) -> EventAcknowledged | Refusal:
    """The record of a significant event that is seen; `there` says whether the entry is one."""
    if role is None or EVENTS not in desks_of(who, role):
        return Refusal("notice/not-yours", "", "gaming managers and inspectors acknowledge events")
    if not there:
        return Refusal("notice/none", "", f"entry {command.event} is no significant event")
    if command.event in desks.events:
        return Refusal("notice/seen", "", f"{desks.events[command.event].by} has seen event {command.event}")
    return EventAcknowledged(command.event, who)
