"""A few hundred rounds of each game in both engines: fast enough to run for every mutation of the engine."""

from __future__ import annotations

import json

import pytest

from boxseat.rulebook.load import GAMES
from tests.rounds.agreement import disagreement, random_round

BEFORE_ALL_OTHERS = 500_000


@pytest.mark.parametrize("batch", range(4))
@pytest.mark.parametrize("game", GAMES)
def test_both_engines_settle_alike(game: str, batch: int) -> None:
    first = BEFORE_ALL_OTHERS + batch * 75
    for seed in range(first, first + 75):
        document = random_round(game, seed)
        differs = disagreement(document)
        assert not differs, f"seed {seed} differs in {differs}: {json.dumps(document)}"
