"""Exports every round of a load test, settles it again with `boxseat replay`, and compares the results."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

from boxseat.inspection.export import Exported, differences, export_rounds, find_rounds
from boxseat.journal.store import Store
from boxseat.money import dollars

ROUNDS_A_FILE = 500


async def replayed(url: str, folder: Path) -> dict[str, object]:
    """Number of rounds, and how many of them were settled differently."""
    store = await Store.open(url)
    try:
        rounds = unlike = 0
        batch: list[Exported] = []
        for stream in await store.streams("table/"):
            indexes = await find_rounds(store, tables=[stream.stream.removeprefix("table/")])
            async for one in export_rounds(store, indexes):
                rounds += 1
                unlike += bool(await differences(store, one))
                batch.append(one)
                if len(batch) >= ROUNDS_A_FILE:
                    unlike += await asyncio.to_thread(_unlike, batch, folder / "rounds.json")
                    batch = []
        unlike += await asyncio.to_thread(_unlike, batch, folder / "rounds.json")
    finally:
        await store.close()
    return {"rounds": rounds, "not settled the same": unlike}


def _unlike(exported: list[Exported], file: Path) -> int:
    """Replay rounds with the command, and count those with a different result for a player."""
    file.write_text(json.dumps({"rounds": [one.document for one in exported]}))
    command = [sys.executable, "-m", "boxseat", "replay", "--json", str(file)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    answers = json.loads(said)["rounds"]
    nets = [{name: dollars(cents) for name, cents in one.round.net().items()} for one in exported]
    return sum(answer["net"] != net or bool(answer["refused"]) for answer, net in zip(answers, nets, strict=True))
