"""What a reconstruction deals and repeats: cards that lie out, decisions that were made, deeds of staff."""


class Lying:
    """A card out of the shoe that is the next card: drawn in error, or left over by a reconstruction."""

    def __init__(self, number, refusable, fate):
        self.number = number
        self.refusable = refusable
        self.fate = fate  # "burned" or "carried", if nobody needs it: R31, R32, R37


class Made:
    """A decision that was made, with what its maker saw (R36).

    Without a decision, it is a hand played for an absent player, or a forfeit that was passed over.
    """

    def __init__(self, order, decision, box, player, stage, seen):
        self.order = order
        self.decision = decision
        self.box = box.number
        self.player = player
        self.stage = stage  # "insurance", "surrender", "act", "pass", "absent"
        self.seen = seen


class Event:
    """What staff did to wagers or payments, and how many cards had left the shoe."""

    def __init__(self, order, left, deed, *given):
        self.order = order
        self.left = left
        self.deed = deed
        self.given = given

    def happen(self, table):
        self.deed(table, *self.given)
