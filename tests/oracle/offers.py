"""Insurance and surrender: to whom they are open. CP 7.2 and 9.1, CB 7.2 and 8.1, SP 9.4 and 10.1; after a reconstruction R36."""

from .cards import is_ace
from .documents import CB

STAGES = ("insurance", "surrender")


def is_made(table, stage):
    """Whether the dealer's first card is one against which it is offered."""
    first = table.dealer[0]
    if stage == "insurance":
        return is_ace(first)
    return table.game != CB and first[0] in "JQKA"


def is_open(table, stage, box):
    """Whether it is open to a box: from the start, or again after a reconstruction."""
    return stage in table.open or (table.pause == stage and box.number in table.open_to)


def close(table, *stages):
    """The offer is over; what the players of each box saw then is remembered."""
    for stage in stages:
        if stage in table.open or table.pause == stage:
            table.open.discard(stage)
            table.closed[stage] = {box.number: table.seen_first(box) for box in table.boxes}
            if table.pause == stage:
                table.pause = None


def closed_late(table):
    """Insurance that was missed, and was offered when it had been closed already, is over (R33)."""
    if "insurance" not in table.open and table.pause != "insurance":
        table.closed["insurance"] = {box.number: table.seen_first(box) for box in table.boxes}


def again(table, stage):
    """The boxes to which a closed offer is made again: those whose players see other cards than when it was closed."""
    if not is_made(table, stage):
        return []
    closed = table.closed[stage]
    changed = [box for box in table.boxes if closed[box.number] != table.seen_first(box)]
    return [box.number for box in changed if somebody_may(table, stage, box)]


def somebody_may(table, stage, box):
    """Whether a player on the box may take it."""
    hand = box.hands[0]
    if stage == "surrender":
        return not hand.done and hand.bet_of(box.controller) is not None
    if hand.natural() and table.game != CB:
        return False
    return any(may_insure(table, box, bet) for bet in hand.live())


def may_insure(table, box, bet):
    if bet.even_money or bet.player in box.insurance:
        return False
    if box.hands[0].natural():  # CB 8.1(b): or take even money
        return True
    least = 2 if table.star else table.document.smallest_chip  # CP 7.3, CB 7.3: half of it
    return box.stakes[bet.player] >= least


def waits_for_closing(table):
    """Whether an offer is open though no hand is to act, as every box has surrendered."""
    if table.unserved or len(table.dealer) != 1 or not all(box.finished() for box in table.boxes):
        return False
    if all(box.hands[0].natural() for box in table.boxes):
        return False
    return any(stage in table.open and is_made(table, stage) for stage in STAGES)
