"""The engine agrees with the literal reading of the texts on random rounds of each game: 20,000 in `make test-all`."""

from __future__ import annotations

import json

import pytest

from boxseat.play.replay import replay
from boxseat.rulebook.load import GAMES
from tests.rounds.agreement import disagreement, random_round
from tests.tiers import cases, size

BATCH = 1_000
BATCHES = 20


@pytest.mark.parametrize("batch", cases(range(BATCHES), (0,)))
@pytest.mark.parametrize("game", GAMES)
def test_both_engines_settle_alike(game: str, batch: int) -> None:
    for seed in range(batch * BATCH, batch * BATCH + size(150, BATCH)):
        document = random_round(game, seed)
        differs = disagreement(document)
        assert not differs, f"seed {seed} differs in {differs}: {json.dumps(document)}"


@pytest.mark.parametrize("game", cases(GAMES, ("canberra-blackjack", "star-pontoon", "star-pontoon-6to5")))
def test_the_random_rounds_reach_every_kind_of_settlement(game: str) -> None:
    pontoon = game != "canberra-blackjack"
    awaited: set[tuple[str, str]] = {
        *((wager, result) for wager in ("main", "split", "double") for result in ("win", "lose", "stand-off")),
        ("insurance", "win"),
        ("insurance", "lose"),
        ("perfect-pairs", "win"),
        ("perfect-pairs", "void"),
        *((("main", "surrender"), ("main", "forfeit"), ("split", "forfeit")) if pontoon else ()),
        *((("super-bonus", "win"), ("shared-bonus", "win")) if pontoon else (("super-sevens", "win"),)),
        *(("main", odds) for odds in ("1:1", "3:2", *(("2:1", "3:1") if pontoon else ()))),
    }
    for seed in range(2_000):
        for line in replay(random_round(game, seed))["settlements"]:  # type: ignore[attr-defined]
            awaited -= {(line["wager"], line["result"]), (line["wager"], line["odds"])}
        if not awaited:
            break
    assert not awaited
