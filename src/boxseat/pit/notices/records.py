"""Records about notices. The name of a record never changes."""

from __future__ import annotations

import msgspec


class _Record(msgspec.Struct, frozen=True, gc=False, tag_field="is", forbid_unknown_fields=True, omit_defaults=True):
    """Something that happened at the desks."""


class DesksOpened(_Record, frozen=True, tag="desks-opened.1"):
    """The list of what is seen was begun."""


class NoticeAcknowledged(_Record, frozen=True, tag="notice-acknowledged.1"):
    """Somebody has seen a notice to a desk."""

    notice: int
    """Its number among all notices of the house, which the order of the journal gives."""
    desk: str
    by: str


class EventAcknowledged(_Record, frozen=True, tag="event-acknowledged.1"):
    """Somebody has seen a significant event."""

    event: int
    """The sequence number of its entry."""
    by: str


DeskRecord = DesksOpened | NoticeAcknowledged | EventAcknowledged
