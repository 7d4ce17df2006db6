"""The dealer's outcomes against published figures."""

from __future__ import annotations

import numpy as np
import pytest

from boxseat.odds.exact.dealer_table import dealer_table
from boxseat.odds.exact.kernel_values import dealer_outcomes
from boxseat.odds.hands import ACE, BUST, LOWEST_STAND, NATURAL, TEN, VALUES
from boxseat.odds.shoe import by_value, full_shoe

NAMES: dict[object, int] = {
    17: 17 - LOWEST_STAND,
    18: 18 - LOWEST_STAND,
    19: 19 - LOWEST_STAND,
    20: 20 - LOWEST_STAND,
    21: 21 - LOWEST_STAND,
}


def outcomes(ranks: str, decks: int, first: int, stands_soft: int) -> dict[object, float]:
    """Outcomes by total, with only the dealer's first card out of the shoe."""
    shoe = by_value(full_shoe(ranks, decks))
    shoe[first] -= 1
    nothing_else = np.zeros((1, VALUES), dtype=np.int64)
    (found,) = dealer_outcomes(shoe, nothing_else, dealer_table(first, 17, stands_soft))
    assert found.sum() == pytest.approx(1, abs=1e-14)
    named = NAMES | {"natural": NATURAL, "bust": BUST}
    return {name: round(float(found[place]), 6) for name, place in named.items()}


def test_one_deck_ace_up() -> None:
    """Wizard of Odds, appendix 2b: dealer stands on soft 17, before the peek. A natural is 16/51, there rounded up."""
    expected = {
        17: 0.126128,
        18: 0.131003,
        19: 0.129486,
        20: 0.131553,
        21: 0.051565,
        "natural": 0.313726,
        "bust": 0.116540,
    }
    found = outcomes("A23456789TJQK", 1, ACE, 17)
    assert found.pop("natural") == round(16 / 51, 6) == pytest.approx(expected.pop("natural"), abs=1.1e-6)
    assert found == expected


def test_four_decks_of_forty_eight_ten_up() -> None:
    """From an independent computation: the dealer draws to soft 17."""
    expected = {
        17: 0.125258,
        18: 0.124825,
        19: 0.125320,
        20: 0.287226,
        21: 0.041633,
        "natural": 0.083770,
        "bust": 0.211968,
    }
    assert outcomes("A23456789JQK", 4, TEN, 18) == expected


def test_four_decks_of_forty_eight_six_up() -> None:
    assert outcomes("A23456789JQK", 4, 5, 18)["bust"] == 0.401336
