"""Both engines play random rounds in which something goes wrong alike: 2,000 of each game, 4,000 in `make test-all`."""

from __future__ import annotations

import json

import pytest

from boxseat.rulebook.load import GAMES
from tests.rounds.agreement import disagreement, irregular_round
from tests.tiers import size

BATCHES = 10


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("game", GAMES)
def test_both_engines_play_irregular_rounds_alike(game: str, batch: int) -> None:
    rounds = size(200, 400)
    for seed in range(batch * rounds, (batch + 1) * rounds):
        document = irregular_round(game, seed)
        differs = disagreement(document)
        assert not differs, f"seed {seed} differs in {differs}: {json.dumps(document)}"
