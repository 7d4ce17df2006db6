"""The place to which the next card is due."""

from __future__ import annotations

from boxseat.play.state import Phase, Round

DEALERS = -1
"""The dealer's place in the initial deal, among the indexes of the boxes."""
DEALERS_PLACE = "dealer"


def place_due(round_: Round) -> int | None:
    """The first place of the initial deal without its card, where places may have been served out of order (R35).

    A box without wagers is passed over (R40); none if every place has its card.
    """
    playing = [place for place, box in enumerate(round_.boxes) if box.hands[0].stakes]
    for place in playing:
        if not round_.boxes[place].dealt:
            return place
    if playing and not round_.dealer:
        return DEALERS
    return next((place for place in playing if len(round_.boxes[place].dealt) == 1), None)


def due_place(round_: Round) -> str:
    """`dealer`, or a box with the number of its hand (`3.1`); empty if no card is due."""
    if not round_.card_due:
        return ""
    if round_.phase is Phase.DRAW:
        return hand_place(round_.box_in_turn.number, round_.turn[1])
    place = DEALERS if round_.phase is Phase.DEALER else place_due(round_)
    return DEALERS_PLACE if place is None or place == DEALERS else hand_place(round_.boxes[place].number, 0)


def hand_place(box: int, hand: int) -> str:
    """The name of a hand's place: `3.1`."""
    return f"{box}.{hand + 1}"
