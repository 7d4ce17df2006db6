"""Steps of staff in a document: who takes them, and what belongs to them."""

import re

from .documents import CP, Unreadable, fields, listed, name, whole, word, yes_or_no

BY = {
    "absent": "dealer",
    "close": "dealer",
    "burn": "dealer",
    "draw-in-error": "dealer",
    "extra-card": "dealer",
    "misplace": "dealer",
    "insurance-missed": "dealer",
    "burn-forgotten": "dealer",
    "cut-missed": "dealer",
    "shuffle-missed": "dealer",
    "rack-left": "dealer",
    "reconstruct": "supervisor",
    "void": "supervisor",
    "check-cards": "supervisor",
    "missing-card": "supervisor",
    "foreign-card": "supervisor",
    "malfunction": "supervisor",
    "invalidate": "supervisor",
    "void-wagers": "supervisor",
    "pay-at-end": "gaming-manager",
}

# The fields of a step with what they hold if left out
DEFAULTS = {
    "burn": {"because": "face-up"},
    "draw-in-error": {"exposed": True},
    "extra-card": {"exposed": True},
    "void": {"because": "cannot-reconstruct"},
    "foreign-card": {"card": None},
    "malfunction": {
        "disadvantaged": False,
        "another_device": True,
        "transferable": True,
        "damaged": None,
        "returned_to": (),
        "then": "deal-on",
    },
    "invalidate": {"refund": True, "forfeited_by": ()},
    "pay-at-end": {"box": None},
}
REQUIRED = {"misplace": ("after_cards", "to"), "invalidate": ("because",), "void-wagers": ("player", "because")}

BECAUSE = {
    "burn": ("face-up", "in-error"),
    "void": ("cannot-reconstruct", "found-later"),
    "invalidate": ("disruption", "fraud", "impractical"),
    "void-wagers": ("player-card", "device", "rules"),
}


class Step:
    def __init__(self, index, by, do):
        self.index = index
        self.by = by
        self.do = do
        self.after_cards = None
        self.said = dict(DEFAULTS.get(do, {}))


def read_step(game, index, raw, field):
    do = word(raw.get("do"), f"{field}.do", tuple(BY))
    step = Step(index, word(raw["by"], f"{field}.by", (BY[do],)), do)
    required = REQUIRED.get(do, ())
    allowed = {"by", "do", "after_cards", *step.said, *required}
    if do == "extra-card":  # R32: only when the dealer's hand is complete
        allowed.discard("after_cards")
    if game != CP:  # CP 19.3(a)-(b)
        allowed.discard("then")
    fields(raw, field, allowed, required)
    for key in raw:
        if key == "after_cards":
            step.after_cards = count(raw[key], f"{field}.after_cards")
        elif key not in ("by", "do"):
            step.said[key] = read_field(do, key, raw[key], f"{field}.{key}")
    return step


def count(value, field):
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise Unreadable(f"{field}: {value!r} is not a number of cards")
    return value


def read_field(do, key, value, field):
    if key == "because":
        return word(value, field, BECAUSE[do])
    if key == "then":
        return word(value, field, ("deal-on", "shuffle"))
    if key in ("exposed", "disadvantaged", "another_device", "transferable", "refund"):
        return yes_or_no(value, field)
    if key in ("returned_to", "forfeited_by"):
        return [name(one, field) for one in listed(value, field)]
    if key == "box":
        return whole(value, field, range(1, 8))
    if key == "to":
        return read_place(value, field)
    return name(value, field)  # player, card, damaged


def read_place(value, field):
    """The dealer, a box, or a hand of a box: a box alone is its first hand."""
    if value == "dealer":
        return value
    found = re.fullmatch(r"([1-7])(?:\.([1-9]))?", value) if isinstance(value, str) else None
    if found is None:
        raise Unreadable(f"{field}: {value!r} is neither the dealer nor a box or a hand of one")
    return int(found[1]), int(found[2] or 1)
