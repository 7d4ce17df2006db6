"""The schema of a book's rules about what is approved beforehand, and what staff may permit or restrict at a table."""

from __future__ import annotations

from typing import Literal

from boxseat.rulebook.citation import Cited, Strict, before


class PermissionRules(Strict, frozen=True):
    """What is approved before it is used, and what a gaming manager may permit or restrict while a table is open."""

    table_approved: Cited[bool] = before(False)
    pairs_approved: Cited[bool] = before(False)
    sevens_approved: Cited[bool] = before(False)
    """Whether the layout of the table, of Perfect Pairs and of Super Sevens is approved before it is used."""
    sevens_amounts: Cited[Literal["approved", "as-the-sign-says"]] = before("as-the-sign-says")
    """The amounts of Super Sevens."""
    pairs_restricted: Cited[Literal["desks-told-first", "never"]] = before("never")
    """Whether Perfect Pairs may be restricted to players with a main wager, of which surveillance and inspector are told first."""
    resplit: Cited[bool] = before(False)
    """Whether one more split may be allowed at a table, of which its players are told."""
    face_down: Cited[Literal["inspector-first", "never"]] = before("never")
    """Whether the first two cards of each player may be dealt face down, with the prior approval of an inspector."""
    exposed: Cited[Literal["before-third-card"]] = before("before-third-card")
    """When such cards are turned."""
