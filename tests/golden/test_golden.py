"""Floors and outputs of earlier programs: restored, audited, continued, and printed again to the byte.

History is never judged again: what a program stored must mean the same to every later program.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from boxseat.clock import SECOND
from boxseat.inspection.audit import Audited, audit
from boxseat.journal.address import database_url
from boxseat.journal.backup import restore
from boxseat.journal.store import Store
from boxseat.people.front import Front
from boxseat.people.login import Admitted
from boxseat.rulebook.load import GAMES
from tests.databases import run_async
from tests.golden.floor import CHEAP, HEADS, PASSWORD, PRACTICE_TABLE, read_backup, tables
from tests.golden.outputs import STORED_OUTPUTS, answered, sittings, solved_outputs, stored_outputs
from tests.house.random_evening import BEGAN, PEOPLE, Evening
from tests.tiers import cases, size

FOLDERS = sorted(folder.parent for folder in Path(__file__).parent.glob(f"*/{HEADS}"))
BACKUPS = [folder / name for folder in FOLDERS for name in json.loads((folder / HEADS).read_text())]
DATABASES = ("sqlite", "postgresql")
DAYS_LATER = 30 * 86_400 * SECOND
STEPS_PLAYED_ON = size(150, 400)


def _named(value: Path | str) -> str:
    return value if isinstance(value, str) else f"{value.parent.name}-{value.name.split('.')[0]}"


def _elsewhere(file: Path, database: str) -> bool:
    """Whether a backup comes from the other kind of database."""
    return not file.name.startswith(database)


def head(file: Path) -> tuple[int, bytes]:
    """The head of a backup, as its program recorded it."""
    entries, digest = json.loads((file.parent / HEADS).read_text())[file.name].split(":")
    return int(entries), bytes.fromhex(digest)


async def audited(url: str, expect: tuple[int, bytes]) -> Audited:
    found = await audit(url, expect=expect)
    assert found.balanced, found.faults
    return found


@pytest.mark.parametrize(
    ("file", "store_url"),
    cases(product(BACKUPS, DATABASES), [both for both in product(BACKUPS, DATABASES) if _elsewhere(*both)]),
    ids=_named,
    indirect=["store_url"],
)
@run_async
async def test_a_floor_of_an_earlier_program_is_restored_audited_and_played_on(
    file: Path, store_url: str, tmp_path: Path
) -> None:
    await restore(read_backup(file, tmp_path), store_url)
    before = await audited(store_url, head(file))
    assert before.rounds > 100
    store = await Store.open(store_url)
    evening = Evening(store, 1, tables(), staff=0.03)
    evening.name_commands("later")
    evening.clock.at = BEGAN + DAYS_LATER
    await evening.play(STEPS_PLAYED_ON)
    assert (await evening.house.table(PRACTICE_TABLE)).table.settings.owner == PEOPLE[0]
    front = Front(store, evening.clock, CHEAP)
    assert isinstance(await front.login.login("admin", PASSWORD), Admitted)
    await front.close()
    await store.close()
    after = await audited(store_url, head(file))
    assert after.rounds > before.rounds


@pytest.mark.parametrize(
    "file", cases(BACKUPS, [file for file in BACKUPS if file.name.startswith("sqlite")]), ids=_named
)
def test_commands_read_an_earlier_floor_with_and_without_assertions(file: Path, tmp_path: Path) -> None:
    """`python -O` removes assertions, and the audit finds the same; every replayed round settles to the cent."""
    data = tmp_path / "data"
    run_async(restore)(read_backup(file, tmp_path), database_url(data))
    for optimised in size((("-O",),), ((), ("-O",))):
        export = ("export", "-o", str(tmp_path / f"rounds{len(optimised)}"), "--check")
        for words in size((export,), (("audit",), export)):
            command = [sys.executable, *optimised, "-m", "boxseat", *words, "--data", str(data)]
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
            assert ran.returncode == 0, ran.stdout + ran.stderr


SAID_SINCE = {
    "0.1.0": {
        "Smallest chip 0.50            6.10 ": "Smallest chip 0.50            6.2  ",
        "Smallest chip 0.50            5.9  ": "Smallest chip 0.50            5.1  ",
        "the dealer's first card is none of J, Q, K, A": "only when the dealer shows J, Q, K or A",
    }
}
"""Texts that changed later: SP 6.2 and S6 5.1 require whole chips (R19), and one refusal is plainer."""


@cache
def printed_before() -> dict[str, str]:
    """What the earlier programs printed, in the words of today; a later program stores what it prints differently."""
    printed: dict[str, str] = {}
    for folder in FOLDERS:
        if (folder / STORED_OUTPUTS).exists():
            printed |= {name: _as_said_now(folder.name, text) for name, text in stored_outputs(folder).items()}
    return printed


def _as_said_now(program: str, printed: str) -> str:
    return "".join(_line_now(SAID_SINCE.get(program, {}), line) for line in printed.splitlines(keepends=True))


def _line_now(said: dict[str, str], line: str) -> str:
    """A line with its changed words; a line as wide as the screen stays so."""
    now = line
    for before, since in said.items():
        now = now.replace(before, since)
    return now[:-1].ljust(len(line) - 1) + "\n" if line.endswith(" \n") else now


@pytest.mark.parametrize("game", cases(GAMES, ("canberra-pontoon", "star-pontoon")))
def test_the_same_seeds_and_documents_give_the_same_bytes(game: str) -> None:
    """Sessions in the terminal, and replayed rounds."""
    printed = printed_before()
    for name, make in sittings(game).items():
        assert make() == printed[name], name
    replays = printed[f"replays-{game}.jsonl"]
    documents = [json.loads(line)["document"] for line in replays.splitlines()]
    assert answered(documents) == replays


@pytest.mark.parametrize("game", cases(GAMES, ("star-pontoon",)))
def test_charts_edges_and_simulations_are_the_same_to_the_digit(game: str) -> None:
    printed, outputs = printed_before(), solved_outputs(game)
    for name in size((f"chart-{game}.json", f"simulate-{game}.json"), tuple(outputs)):
        assert outputs[name]() == printed[name], name
