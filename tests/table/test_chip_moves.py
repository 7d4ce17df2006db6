"""Money follows from any two states of a round, forwards and backwards."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from boxseat.money import Cents
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.chip_moves import balances_at, moves_between
from boxseat.table.state import Table
from tests.table.day import Day
from tests.table.test_day_at_random import commands_of


def _states_of_a_round(game: str, seed: int) -> list[Table]:
    """Every state of a round in which three people decide at random."""
    rng, day = Random(seed), Day(game, seed).opened("ann", "bob", "cat")
    for box, name in enumerate(("ann", "bob", "cat"), start=1):
        day.done(name, c.Lay(box, Cents(2_000 * box), perfect_pairs=Cents(500 if rng.random() < 0.5 else 0)))
        day.do(name, c.Lay(rng.randint(1, 3), Cents(1_000)))
    day.time_up()
    states = []
    while day.table.in_round:
        states.append(day.table)
        name = rng.choice(day.waiting).player
        day.done(name, rng.choice([command for choice in day.you(name).choices for command in commands_of(choice)]))
    return states


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_from_any_state_of_a_round_to_any_other_the_money_follows(game: str, seed: int) -> None:
    for before, after in permutations(_states_of_a_round(game, seed), 2):
        money = Counter(balances_at(before))
        for giver, taker, cents, why, clause in moves_between(before, after, "put right", "15.4"):
            money[giver] -= cents
            money[taker] += cents
            assert (why in ("wager", "put right", "correction: put right"), clause) == (True, "15.4")
        assert +money == +Counter(balances_at(after))
