"""What the commands print for a seed, and the command that stores it.

`python -m tests.golden.outputs FOLDER [NAME…]` writes `outputs.json.xz`: sessions in the terminal, replays, charts, edges and
simulations, or those named. Like the golden floors they are written once per program. If a later program prints something
else, the change must be justified, and the later program's folder holds the changed outputs:

0.2.0   play-canberra-pontoon-7-boxes.txt: at a table, co-bettors are not asked whether they surrender with the box (CP 9.2),
        and the cutting card is called when it is drawn, and not one card before.
"""

from __future__ import annotations

import json
import lzma
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from boxseat.play.replay import replay
from boxseat.rulebook.load import GAMES, open_book
from tests.cli.typist import any_key, sit
from tests.progress import say
from tests.random_rounds import random_document

STORED_OUTPUTS = "outputs.json.xz"
SITTINGS = ((1, 0, 1), (2, 3, 2), (7, 6, 3))
"""How many boxes are played, how many others sit at the table, and the seed."""
ROUNDS_A_SITTING = 6
REPLAYS_A_GAME = 120
TIMED = ("seconds", "rounds_per_second")
"""Fields that depend on the machine's speed."""


def sitting(game: str, boxes: int, others: int, seed: int) -> str:
    """A session in the terminal, 80 columns wide; the player's keys are drawn from the same seed."""
    with patch.dict(os.environ, {"COLUMNS": "80"}):
        return sit(any_key(seed, ROUNDS_A_SITTING), game, boxes=boxes, others=others, seed=seed, explain=True)


def replays(game: str) -> str:
    """Random rounds, each with its answer."""
    rng, book = Random(20261118), open_book(game)
    return answered([random_document(rng, game, book) for _ in range(REPLAYS_A_GAME)])


def answered(documents: list[dict[str, Any]]) -> str:
    """Rounds, each with its answer."""
    return "".join(json.dumps({"document": one, "answer": replay(one)}) + "\n" for one in documents)


def printed(*arguments: str) -> str:
    """What a command prints; for JSON, without the fields that depend on the machine's speed."""
    command = [sys.executable, "-m", "boxseat", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "COLUMNS": "80"})
    if "--json" not in arguments:
        return ran.stdout
    answer = json.loads(ran.stdout)
    return json.dumps({key: value for key, value in answer.items() if key not in TIMED}, indent=1) + "\n"


def drawn(game: str) -> str:
    """A chart as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "chart.svg"
        printed("strategy", game, "--svg", str(file))
        return file.read_text("utf-8")


def sittings(game: str) -> dict[str, Callable[[], str]]:
    """Sessions in the terminal, by name."""
    return {
        f"play-{game}-{boxes}-boxes.txt": lambda at=(boxes, others, seed): sitting(game, *at)  # type: ignore[misc]
        for boxes, others, seed in SITTINGS
    }


def solved_outputs(game: str) -> dict[str, Callable[[], str]]:
    """Outputs of solver and simulator, by name."""
    simulated = ("simulate", game, "--rounds", "1M", "--seed", "7", "--side-bets", "--json")
    shoe = ("simulate", game, "--rounds", "300k", "--seed", "8", "--boxes", "3", "--dealing", "shoe", "--json")
    return {
        f"chart-{game}.txt": lambda: printed("strategy", game),
        f"chart-{game}.json": lambda: printed("strategy", game, "--json"),
        f"chart-{game}.svg": lambda: drawn(game),
        f"edge-{game}.json": lambda: printed("edge", game, "--json"),
        f"simulate-{game}.json": lambda: printed(*simulated),
        f"simulate-shoe-{game}.json": lambda: printed(*shoe),
    }


def stored_outputs(folder: Path) -> dict[str, str]:
    """The outputs stored by a program, by name."""
    outputs: dict[str, str] = json.loads(lzma.decompress((folder / STORED_OUTPUTS).read_bytes()))
    return outputs


def main() -> None:
    folder, names = Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    outputs: dict[str, str] = {}
    for game in GAMES:
        made = sittings(game) | {f"replays-{game}.jsonl": lambda: replays(game)} | solved_outputs(game)  # noqa: B023
        for name, make in made.items():
            if not names or name in names:
                outputs[name] = make()
                say(name)
    (folder / STORED_OUTPUTS).write_bytes(lzma.compress(json.dumps(outputs).encode(), preset=9))


if __name__ == "__main__":
    main()
