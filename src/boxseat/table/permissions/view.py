"""What people see of what is permitted and restricted: restrictions in force, and cards that lie face down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from boxseat.cards import UNSEEN
from boxseat.rulebook.book import Book
from boxseat.table.permissions.face_down import boxes_face_down
from boxseat.table.permissions.state import OWN_WAGER, PAIRS_NEED
from boxseat.table.picture import BoxInPlay, FaceDownSeen
from boxseat.table.state import Patron, Table


class RestrictionSeen(NamedTuple):
    """The restrictions of one player, who may have left."""

    player: str
    to_minimum: bool
    to_one_box: bool


def restrictions_now(book: Book, table: Table) -> Iterator[RestrictionSeen]:
    """The players who are held to the minimum or to one box; one box may mean its minimum too (R54)."""
    held = [player for player, is_held in table.permissions.minimum.items() if is_held]
    with_minimum = book.seating.one_box_minimum.value
    for player in dict.fromkeys((*table.patrons, *table.remembered, *held)):
        known = table.patrons.get(player) or table.remembered.get(player) or Patron(player, 0)
        to_minimum = known.to_minimum or player in held or (known.to_one_box and with_minimum)
        if to_minimum or known.to_one_box:
            yield RestrictionSeen(player, to_minimum, known.to_one_box)


def are_pairs_restricted(table: Table) -> bool:
    """Whether Perfect Pairs are restricted to players with a main wager where the rules leave it to the house (R17)."""
    options: dict[str, bool | int | str] = {**table.options, **table.permissions.options}
    return options.get(PAIRS_NEED) == OWN_WAGER


# Cards that lie face down


def covered(box: BoxInPlay) -> BoxInPlay:
    """A box as everybody sees it while its cards lie face down."""
    hands = (replace(hand, cards=(str(UNSEEN),) * len(hand.cards), total=0, soft=False) for hand in box.hands)
    return replace(box, hands=tuple(hands))


def own_cards(table: Table, viewer: str) -> tuple[FaceDownSeen, ...]:
    """The cards that lie face down on boxes on which the viewer has a main wager."""
    hidden = boxes_face_down(table)
    if not hidden:
        return ()
    return tuple(
        FaceDownSeen(box.number, tuple(map(str, box.dealt)), points, soft)
        for box in table.current_round.boxes
        if box.number in hidden and box.main_of(viewer)
        for points, soft in (box.hands[0].total,)
    )
