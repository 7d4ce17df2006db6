"""The state of what staff have permitted and restricted at a table. It overrides the settings of the table."""

from __future__ import annotations

import msgspec

Options = dict[str, int | str]
"""Options of a book by name, as those of a table (`boxseat.rulebook.load.options`)."""
PAIRS_NEED, OWN_WAGER, WAGER_ON_BOX = "perfect_pairs_needs", "own-main-wager", "main-wager-on-box"
SPLIT_HANDS = "max_split_hands"
"""The options that a gaming manager may set at an open table, and the values of the first."""


class Permissions(msgspec.Struct, frozen=True, gc=False):
    """What staff have permitted and restricted since the table was set up."""

    players_on_box: int | None = None
    players_at_table: int | None = None
    """The most players on a box and at the table; none if staff have said nothing."""
    minimum: dict[str, bool] = {}
    """Players whom a supervisor has held to the minimum until the next shuffle, or released from it."""
    options: Options = {}
    """Options of the book that a gaming manager has set; an option that was set once stays here, whatever its value."""
    round_options: Options = {}
    """Those with which the last round began."""
    face_down: bool = False
    """Whether the first two cards of each player are dealt face down from the next round."""
    round_face_down: bool = False
    """Whether they were in the last round."""
    exposed: tuple[int, ...] = ()
    """The boxes of the last round whose first two cards their player has turned."""
    approvals: dict[str, str] = {}
    """What was approved since the table was set up, each with the reference of the approval."""


NOTHING_PERMITTED = Permissions()
