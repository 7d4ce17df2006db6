"""I7: rounds of every game are played at a real server, and every frame is searched for cards that nobody had seen, and for seeds.

`python -m tests.server.secrecy --rounds 100000` for the long run, a few hundred at each server; the quick one is a test.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from boxseat.house.live import RECORDS
from boxseat.play.acts import Deal
from boxseat.rulebook.load import GAMES
from boxseat.table.records import Acted, RoundOpened
from tests.saying import say
from tests.server.running import Line, Running, running

AT_A_SERVER = 400
"""Rounds, with money that lasts for them."""
MONEY, STAKE = "1000", "10"

_CARD = re.compile(r'"([2-9TJQKA][SHDC])"')


def _dealt(floor: Running, table: str) -> dict[int, Counter[str]]:
    """The cards that lay on the table at each version, from the journal."""
    at: dict[int, Counter[str]] = {}
    lying: Counter[str] = Counter()
    for entry in floor.run(floor.premises.store.read(f"table/{table}")):
        for record in RECORDS.decode(entry.records):
            if isinstance(record, RoundOpened):
                lying = Counter()
            if isinstance(record, Acted):
                lying.update(str(act.card) for act in record.acts if isinstance(act, Deal))
        at[entry.version] = Counter(lying)
    return at


def watched_rounds(data: Path, rounds: int) -> int:
    """Play so many rounds of each game, and search everything that was sent; how many pictures that was."""
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000)
    asked = parser.parse_args()
    done, pictures, began = 0, 0, time.monotonic()
    while done < asked.rounds:
        with tempfile.TemporaryDirectory() as folder:
            pictures += watched_rounds(Path(folder), AT_A_SERVER // len(GAMES))
        done += AT_A_SERVER
        spent = time.monotonic() - began
        left = max(0, asked.rounds - done) * spent / done
        say(f"{done:,} rounds, {pictures:,} pictures, nothing told too soon, {left / 60:.0f} minutes left")
    return 0


if __name__ == "__main__":
    sys.exit(main())
