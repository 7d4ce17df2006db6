"""L3: a truncated log or a flipped bit is read as an exact beginning of what was acknowledged, or refused."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from boxseat.journal.address import DATABASE_FILE, database_url
from boxseat.journal.entry import BadDatabase
from boxseat.journal.store import Store
from boxseat.journal.verify import verify
from tests.databases import run_async
from tests.journal.floor import all_entries, plain
from tests.journal.torn_files import Cuts, cut, cut_at, deceived, flip, log_of_an_evening
from tests.tiers import size


@run_async
async def test_a_log_cut_anywhere_is_read_as_a_beginning(tmp_path: Path) -> None:
    files, evidence = await log_of_an_evening(tmp_path, checkpoint=False)
    assert len(files[1]) > 100_000
    chance = Random(3)
    for _ in range(size(30, 170)):
        place = chance.randrange(len(files[1]))
        assert deceived(cut(files, place), tmp_path, evidence) is None, place


@pytest.mark.parametrize("checkpoint", [False, True], ids=["in the log", "in the database"])
@run_async
async def test_a_bit_turned_over_is_found_or_does_not_matter(tmp_path: Path, checkpoint: bool) -> None:
    files, evidence = await log_of_an_evening(tmp_path, checkpoint=checkpoint)
    chance = Random(4)
    which = 0 if checkpoint else 1
    for _ in range(size(30, 170)):
        place, bit = chance.randrange(len(files[which])), chance.randrange(8)
        assert deceived(flip(files, which, place, bit), tmp_path, evidence) is None, (place, bit)


@run_async
async def test_a_bit_turned_over_in_a_stored_answer_is_found(tmp_path: Path) -> None:
    """SQLite has no checksums of its pages, so the audit must find it."""
    files, _ = await log_of_an_evening(tmp_path, checkpoint=True)
    place = files[0].index(b'{"version": 7}')
    spoilt = flip(files, 0, place + 12, 0)
    (tmp_path / "spoilt").mkdir()
    (tmp_path / "spoilt" / DATABASE_FILE).write_bytes(spoilt[0])
    verdict = await verify(database_url(tmp_path / "spoilt"))
    assert verdict.fault is not None
    assert verdict.fault.seq == 7


@run_async
async def test_a_schema_that_is_no_text_is_refused_in_a_sentence(tmp_path: Path) -> None:
    files, _ = await log_of_an_evening(tmp_path, checkpoint=True)
    place = files[0].index(b"CREATE TABLE entries")
    (tmp_path / "spoilt").mkdir()
    spoilt = files[0][: place + 7] + b"\xce" + files[0][place + 8 :]
    (tmp_path / "spoilt" / DATABASE_FILE).write_bytes(spoilt)
    url = database_url(tmp_path / "spoilt")
    with pytest.raises(BadDatabase, match="is damaged"):
        await Store.open(url)
    assert "is damaged" in str((await verify(url)).fault)


@run_async
async def test_the_judge_of_these_tests_can_tell(tmp_path: Path) -> None:
    files, evidence = await log_of_an_evening(tmp_path, checkpoint=False)
    assert deceived(files, tmp_path, evidence) is None
    places = range(len(files[1]), len(files[1]) // 2, -7001)
    assert cut_at(Cuts(files, evidence, places)) == []
    evidence.entries[3] = (4, b"another hash")
    assert deceived(files, tmp_path, evidence) is not None
    assert len(cut_at(Cuts(files, evidence, places))) == len(places)


@run_async
async def test_a_store_opened_on_a_cut_log_goes_on_from_there(tmp_path: Path) -> None:
    files, evidence = await log_of_an_evening(tmp_path, checkpoint=False)
    chance = Random(5)
    opened = 0
    for number in range(size(5, 12)):
        folder = tmp_path / str(number)
        folder.mkdir()
        torn = cut(files, chance.randrange(len(files[1]) // 2, len(files[1])))
        (folder / DATABASE_FILE).write_bytes(torn[0])
        (folder / f"{DATABASE_FILE}-wal").write_bytes(torn[1])
        try:
            store = await Store.open(database_url(folder))
        except BadDatabase:
            continue
        entries = await all_entries(store)
        assert [(entry.seq, entry.hash) for entry in entries] == evidence.entries[: len(entries)]
        await store.append(plain("table/after"))
        assert (await verify(store)).fault is None
        await store.close()
        opened += 1
    assert opened
