"""A round as a finite automaton: a table with the next state for every state and every card.

Book and policy are compiled into the table once. A round never repeats a state, so states are built from their successors, and
states with equal successors are merged: a chart that uses totals only gives a small table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boxseat.consistency import present
from boxseat.odds.policy import ADDED, ORIGINAL, Policy
from boxseat.odds.simulator.dealer_states import DealerStates
from boxseat.odds.simulator.hand_ends import NO_NATURAL, NOTHING, End
from boxseat.odds.simulator.hand_states import HandStates
from boxseat.odds.simulator.state_table import Last, States, Table
from boxseat.odds.simulator.symbols import Symbols
from boxseat.rulebook.book import Book

Ints = npt.NDArray[np.int32]

SPLIT_AGAIN = (1 << 32) - 1
"""In place of a state: the hand is split again."""


class RoundEnd(NamedTuple):
    """How a round of one box that was not split ends."""

    net: int
    result: int
    bonus: bool


class WholeRound(NamedTuple):
    """One box and the dealer as one finite automaton: the last card leads to the end, the next begins a round.

    With several policies it begins by the first; a count chooses among them by `seconds`.
    """

    table: Table
    ends_below: int
    splits_from: int
    """Rows before the one are ends, rows from the other on are splits, which the table leaves to be played hand by hand."""
    splits: Ints
    """The symbols of the dealer's card, the first and the second, by split."""
    ends: tuple[RoundEnd, ...]
    seconds: Table
    """The state of a box with its first card, by policy, the dealer's symbol and the card's."""


class HandByHand(NamedTuple):
    """Hands and dealer as separate finite automata: for splits, several boxes, and results beyond the net.

    All tables lie one after another in `memory`; the numbers say where each begins.
    """

    memory: Table
    """First the hands' automaton. The first column of an end is the end's number."""
    symbols: int
    hands_end_below: int
    splits_from: int
    begins: int
    """The state of a hand with its first card, by policy, the dealer's symbol and the card's."""
    again: int
    """Split hands with their second card, by policy, whether there is room to split again, wager, and the symbols of the dealer's
    card, the start and the second card; `SPLIT_AGAIN` where it is split again."""
    dealer_begins: int
    """The state of the dealer's first card, by symbol."""
    dealer_from: int
    dealer_ends_below: int
    """The dealer's automaton; the first column of an end is the outcome."""
    net: int
    result: int
    """By the hand's end and the dealer's outcome."""
    needs: int
    undecided: int
    bonus: int
    """By the hand's end."""


def whole_round(book: Book, policies: Sequence[Policy], cards: Symbols) -> WholeRound:
    """The automaton of a round of one box, for each policy."""
    states: States[RoundEnd] = States(len(cards))

    def over(end: End | None, outcome: int) -> int:
        ended = present(end, "end of the hand that the dealer draws for")
        net = ended.net[outcome]
        return states.end(RoundEnd(net, ended.result[outcome], ended.bonus and net > 0))

    dealer = DealerStates(book, cards, states, over)

    def finish(first: int, end: End) -> int:
        return over(end, NO_NATURAL) if end.needs == NOTHING else dealer.first(end, first)

    played = HandStates(book, policies, cards, states, finish)
    every = cards.examples
    seconds = [
        [
            [states.row([played.dealt(policy, dealers, one, other) for other in every]) for one in every]
            for dealers in every
        ]
        for policy in range(len(policies))
    ]
    begin = states.row([states.row([by_first[one] for by_first in seconds[0]]) for one in range(len(every))])
    table = states.table()
    width = len(cards) + 1
    begins = table[states.place(begin) + 1 : states.place(begin) + width]
    table.reshape(-1, width)[: len(states.ends), 1:] = begins
    splits = np.array(states.splits, dtype=np.int32).reshape(-1, 3)
    return WholeRound(
        table, states.ends_below, states.splits_from, splits, tuple(states.ends), _places(states, seconds)
    )


def hand_by_hand(book: Book, policies: Sequence[Policy], cards: Symbols) -> HandByHand:
    """The automata of hands and dealer, for each policy."""
    states: States[End] = States(len(cards))
    played = HandStates(book, policies, cards, states, lambda _first, end: states.end(end))
    every, number = cards.examples, len(cards)
    begins = [
        [
            [states.row([played.dealt(policy, dealers, one, other) for other in every]) for one in every]
            for dealers in every
        ]
        for policy in range(len(policies))
    ]
    again: dict[tuple[int, ...], int | None] = {}
    for policy in range(len(policies)):
        for dealers, start in _starts_of_splits(played, policy):
            for second in range(number):
                for room in (0, 1):
                    for wager in (ORIGINAL, ADDED):
                        again[policy, room, wager, dealers, start, second] = played.split_hand(
                            policy, wager, every[dealers], every[start], every[second], room=bool(room)
                        )
    outcomes: States[int] = States(number)
    dealer = DealerStates(book, cards, outcomes, lambda _end, outcome: outcomes.end(outcome))
    firsts = [dealer.first(None, one.points - 1) for one in every]
    split_again = np.zeros((len(policies), 2, 2, number, number, number), dtype=np.uint32)
    for key, state in again.items():
        split_again[key] = SPLIT_AGAIN if state is None else states.place(state)
    parts: list[Table] = []
    begins_at: list[int] = []

    def keep(numbers: object) -> int:
        """Lay a table down after the others; where it begins."""
        begins_at.append(sum(map(len, parts)))
        parts.append(np.array(numbers, dtype=np.int64).astype(np.uint32).reshape(-1))
        return begins_at[-1]

    ends = tuple(states.ends)
    keep(states.table())
    dealer_from = sum(map(len, parts))
    dealer_table = outcomes.table().reshape(-1, number + 1) + np.uint32(dealer_from)
    dealer_table[: len(outcomes.ends), 0] = list(outcomes.ends)
    keep(dealer_table)
    again_at, begins_from = keep(split_again), keep(_places(states, begins))
    dealer_begins = keep([dealer_from + outcomes.place(first) for first in firsts])
    net, result = keep([end.net for end in ends]), keep([end.result for end in ends])
    needs, undecided = keep([end.needs for end in ends]), keep([end.undecided for end in ends])
    bonus = keep([end.bonus for end in ends])
    return HandByHand(
        memory=np.concatenate(parts),
        symbols=number,
        hands_end_below=states.ends_below,
        splits_from=states.splits_from,
        begins=begins_from,
        again=again_at,
        dealer_begins=dealer_begins,
        dealer_from=dealer_from,
        dealer_ends_below=dealer_from + outcomes.ends_below,
        net=net,
        result=result,
        needs=needs,
        undecided=undecided,
        bonus=bonus,
    )


def _places(states: States[Last], begins: list[list[list[int]]]) -> Table:
    return np.array([[[states.place(one) for one in by] for by in every] for every in begins], dtype=np.uint32)


def _starts_of_splits(played: HandStates[End], policy: int) -> Iterator[tuple[int, int]]:
    """The dealer's symbols and starts, of which some hand may be split."""
    every = played.cards.examples
    split = {(dealers, every[one].points) for dealers, one, _ in played.states.splits}
    for dealers, points in sorted(split):
        for start, card in enumerate(every):
            if card.points == points:
                yield dealers, start
