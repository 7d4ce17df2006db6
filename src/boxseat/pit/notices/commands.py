"""Commands about notices."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

NUMBER_MAX = 2**53
NoticeNumber = Annotated[int, Meta(ge=1, le=NUMBER_MAX)]


class _AtDesk(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    """A command about notices."""


class Acknowledge(_AtDesk, frozen=True, tag="acknowledge"):
    """Say that a notice to one's desk is seen."""

    notice: NoticeNumber
    """Its number among all notices of the house, from 1 in the order of the journal."""


class AcknowledgeEvent(_AtDesk, frozen=True, tag="acknowledge-event"):
    """Say that a significant event is seen."""

    event: NoticeNumber
    """The sequence number of its entry."""


DeskCommand = Acknowledge | AcknowledgeEvent


class OpenDesks(_AtDesk, frozen=True, tag="open-desks"):
    """The house begins the list of what is seen."""
