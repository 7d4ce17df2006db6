"""Probabilities of test statistics: the tails of the chi-square and F distributions."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, log, log1p

import numpy as np
from numpy.typing import NDArray

TINY = 1e-300
ENOUGH = 1e-15
MOST_TERMS = 1_000_000


def chi_square_tail(figure: float, freedom: int) -> float:
    """The probability of a chi-square this large or larger."""
    a, x = freedom / 2, figure / 2
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a)) if a * log(x) - x - lgamma(a) > -700 else 0.0
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, MOST_TERMS):
            term *= x / (a + n)
            total += term
            if term < total * ENOUGH:
                break
        return max(0.0, 1 - scale * total)
    return scale * _gamma_fraction(a, x)


def _gamma_fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c, d = 1 / TINY, 1 / b
    value = d
    for n in range(1, MOST_TERMS):
        step = -n * (n - a)
        b += 2
        d = 1 / _away_from_zero(step * d + b)
        c = _away_from_zero(b + step / c)
        value *= d * c
        if abs(d * c - 1) < ENOUGH:
            break
    return value


def f_tail(figure: float, above: int, below: int) -> float:
    """The probability of an F with these degrees of freedom this large or larger."""
    return _beta_part(below / (below + above * figure), below / 2, above / 2) if figure > 0 else 1.0


def _beta_part(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function."""
    if x >= (a + 1) / (a + b + 2):
        return 1 - _beta_part(1 - x, b, a) if x < 1 else 1.0
    front = lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x) if x > 0 else -1e9
    return exp(front) * _beta_fraction(x, a, b) / a if front > -700 else 0.0


def _beta_fraction(x: float, a: float, b: float) -> float:
    c, d = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, MOST_TERMS):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _away_from_zero(1 + step * d)
            c = _away_from_zero(1 + step / c)
            value *= d * c
        if abs(d * c - 1) < ENOUGH:
            break
    return value


def _away_from_zero(number: float) -> float:
    return number if abs(number) > TINY else TINY


def histogram_tail(seen: NDArray[np.int64], chances: Sequence[float], least: float = 10.0) -> float:
    """Pearson's test of counts by value; neighbours are joined until at least `least` are expected in each."""
    number = int(seen.sum())
    bins: list[tuple[float, float]] = []
    count = expected = 0.0
    for found, chance in zip(seen, chances, strict=True):
        count, expected = count + float(found), expected + number * chance
        if expected >= least:
            bins.append((count, expected))
            count = expected = 0.0
    last_count, last_expected = bins.pop()
    bins.append((last_count + count, last_expected + expected))
    return chi_square_tail(sum((was - due) ** 2 / due for was, due in bins), len(bins) - 1)


def means_tail(
    number: int, total: NDArray[np.float64], products: NDArray[np.float64], due: NDArray[np.float64]
) -> float:
    """Hotelling's test that records of figures have the expected means; the spread is taken from the records."""
    mean = total / number
    spread = (products - number * np.outer(mean, mean)) / (number - 1)
    off = mean - due
    size = len(due)
    figure = number * float(off @ np.linalg.solve(spread, off))
    return f_tail(figure * (number - size) / (size * (number - 1)), size, number - size)


def holm(tails: dict[str, float], level: float) -> list[str]:
    """The tests that fail, if all together may reject a fair shuffle at this `level` (Holm's adjustment)."""
    failed: list[str] = []
    for place, (name, tail) in enumerate(sorted(tails.items(), key=lambda one: one[1])):
        if tail > level / (len(tails) - place):
            break
        failed.append(name)
    return failed
