"""A shuffling device that fails: CP 19.3, CB 19.3, SP 19, S6 18, with R40."""

from .clauses import Refused, clause
from .declarations import take_back
from .documents import CB
from .irregularities import cite, end


def malfunction(table, step, rest):
    if table.cards_from == "shoe":
        raise Refused("malfunction of a shoe", "the cards come from a shoe")
    if table.left == 0:
        raise Refused("malfunction before a card", "no card is out")
    if table.star:
        at_the_star(table, step)
    else:
        at_canberra(table, step)


def at_canberra(table, step):
    """The round is completed."""
    if step.said["disadvantaged"] or step.said["returned_to"]:
        raise Refused("malfunction", "the round is completed")
    if table.game == CB:
        table.after_round.add("replace-device")
    else:
        table.after_round.add("replace-device-after-shoe")
        if step.said["then"] == "shuffle":
            table.after_round.add("shuffle")
    cite(table, step)


def at_the_star(table, step):
    said = step.said
    ends = said["disadvantaged"]
    goes_over = said["another_device"] and said["transferable"]
    if said["returned_to"] and (ends or goes_over):
        raise Refused("returned by choice", "wagers come back only where no other device takes over")
    players = {wager.player for wager in table.document.wagers}
    for player in said["returned_to"]:
        if player not in players:
            raise Refused("returned by choice", f"{player} has no wager")
    if ends:  # 19.4
        cite(table, step, "malfunction, disadvantaged")
        end(table, "malfunction", clause(table.game, "malfunction, disadvantaged"))
    elif not goes_over:  # 19.5: completed from a card shoe
        cite(table, step, "malfunction, no other device")
        table.cards_from = "shoe"
        if said["returned_to"]:
            table.happen(take_back, said["returned_to"], ("open",), clause(table.game, "returned by choice"))
    elif said["damaged"] is not None:  # 19.3
        cite(table, step, "malfunction, cards damaged")
    else:  # 19.2
        cite(table, step, "malfunction")
