"""I7: no frame shows a card before it is dealt, or a seed too early. All frames are searched for seeds."""

from __future__ import annotations

import json
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from boxseat.house.table_stream import RECORDS
from boxseat.play.acts import Deal
from boxseat.rulebook.load import GAMES
from boxseat.table.records import Acted, RoundOpened
from tests.server.server_thread import TABLE, Line, Running, running

ROUNDS = 4
MONEY, STAKE = "1000", "10"

_CARD = re.compile(r'"([2-9TJQKA][SHDC])"')


def _dealt(floor: Running, table: str) -> dict[int, Counter[str]]:
    """The cards on the table at each version, from the journal."""
    at: dict[int, Counter[str]] = {}
    lying: Counter[str] = Counter()
    for entry in floor.run(floor.node.store.read(f"table/{table}")):
        for record in RECORDS.decode(entry.records):
            if isinstance(record, RoundOpened):
                lying = Counter()
            if isinstance(record, Acted):
                lying.update(str(act.card) for act in record.acts if isinstance(act, Deal))
        at[entry.version] = Counter(lying)
    return at


def _watched_rounds(data: Path, rounds: int) -> int:
    """Play this many rounds of each game and search everything that was sent; returns the number of pictures."""
    with running(data) as floor, ExitStack() as stack:
        lines = [stack.enter_context(floor.guest().socket(table)) for table in GAMES]

        def play(table: str, line: Line) -> None:
            line.done(table, "buy-in", amount=MONEY)
            line.done(table, "sit", box=1)
            for _ in range(rounds):
                line.play_round(table, 1, STAKE)

        with ThreadPoolExecutor(len(GAMES)) as pool:
            list(pool.map(play, GAMES, lines))
        frames = [json.loads(text) for text in floor.sent if text.startswith('{"is":"table"')]
        dealt = {table: _dealt(floor, table) for table in GAMES}
        for frame in frames:
            known = dealt[frame["id"]][frame["version"]]
            assert Counter(_CARD.findall(json.dumps(frame))) <= known, "a card that nobody had seen"
            assert _shown(frame) == known
        assert not list(floor.tainted())
        return len(frames)


def _shown(frame: dict[str, Any]) -> Counter[str]:
    round_ = frame["table"]["round"]
    if round_ is None:
        return Counter()
    hands = [hand for box in round_["boxes"] for hand in box["hands"]]
    return Counter(card for hand in hands for card in hand["cards"]) + Counter(round_["dealer"])


def test_i7_no_frame_holds_a_card_that_was_not_dealt(tmp_path: Path) -> None:
    assert _watched_rounds(tmp_path, ROUNDS) > 50


def test_i7_the_search_for_seeds_finds_one(tmp_path: Path) -> None:
    """A check of the search itself: it finds a seed in a frame."""
    with running(tmp_path) as floor:
        with floor.guest().socket(TABLE) as line:
            line.done(TABLE, "buy-in", amount="50")
            line.done(TABLE, "sit", box=1)
        seed = floor.run(floor.node.store.secret(f"{TABLE}-s1"))
        assert seed is not None
        assert not list(floor.tainted())
        floor.sent.append(seed[32:64].hex())
        assert list(floor.tainted()) == [f"{TABLE}-s1"]
        floor.sent.clear()
