"""A dealer's final hands as arrays for the compiled kernels."""

from __future__ import annotations

from functools import cache

import numpy as np

from boxseat.odds.exact.kernel_values import DealerTable
from boxseat.odds.hands import BUST, dealer_hands


@cache
def dealer_table(first: int, stands_hard: int, stands_soft: int) -> DealerTable:
    """All hands a dealer can stand on with a first card, by value, sorted so that neighbours share beginnings."""
    found = dealer_hands(first, stands_hard, stands_soft)
    order = np.lexsort(found.drawn.T[::-1])
    order = order[found.outcome[order] != BUST]
    begins, shared = [0], list[int]()
    values, numbers = list[int](), list[int]()
    before: list[tuple[int, int]] = []
    for drawn in found.drawn[order].tolist():
        terms = [(value, number) for value, number in enumerate(drawn) if number]
        alike = 0
        while alike < min(len(terms), len(before)) and terms[alike] == before[alike]:
            alike += 1
        shared.append(alike)
        values.extend(value for value, _ in terms)
        numbers.extend(number for _, number in terms)
        begins.append(len(values))
        before = terms
    return DealerTable(
        begins=np.array(begins),
        shared=np.array(shared),
        value=np.array(values),
        number=np.array(numbers),
        size=found.size[order],
        ways=found.ways[order].astype(float),
        outcome=found.outcome[order],
    )
