"""The loop of one round: everybody is ready, the table deals, and each question is answered until the round is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boxseat.table import commands as c
from boxseat.table.fold import Step
from boxseat.table.memory_table import MemoryTable
from boxseat.table.questions import OpenQuestion

Answer = Callable[[OpenQuestion], c.TableCommand]
"""The command with which a player answers a question; `Leave` to leave the table instead."""
Watch = Callable[[Sequence[Step]], None]
"""Called after every command, with the steps that followed from it."""


def deal_round(table: MemoryTable, *, answer: Answer, watch: Watch) -> None:
    """Deal a round with the wagers on the table, from the moment everybody is ready until it is over.

    The cut is left to the house. A shuffle after the round waits for its cut until the next round.
    """
    number = table.table.round_number + 1
    for who in dict.fromkeys((*table.table.seats.values(), *(laid.player for laid in table.table.wagers))):
        watch(table.done(who, c.Ready()))
    while table.table.in_round or table.table.round_number < number:
        if (offer := table.table.cut_offer) is not None:
            watch(table.done(offer.player, c.DeclineCut()))
        else:
            question = table.waiting[0]
            watch(table.done(question.player, answer(question)))


def leave_cut_to_house(table: MemoryTable, *, watch: Watch) -> None:
    """Every player who is asked to cut declines, until the house cuts."""
    while (offer := table.table.cut_offer) is not None:
        watch(table.done(offer.player, c.DeclineCut()))
