"""Writes to several streams that are stored together: all of them or none, whatever refuses or fails."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from boxseat.journal.backup import backup, restore
from boxseat.journal.backup_tails import take_tail
from boxseat.journal.entry import Conflict, Duplicate, Entry, Insufficient, StoreDown, Write, WriteRefused
from boxseat.journal.store import Store
from boxseat.journal.verify import verify
from boxseat.ledger.accounts import CAGE, Posting, wallet
from boxseat.server.node import TimedStore
from tests.databases import run_async
from tests.journal.floor import all_entries, evening, everything, opened, plain, play
from tests.journal.test_faults import EVERY_STEP, FAULTS, At

STREAMS = ("promotion/p1", "account/ann", "table/t1")
Spoiling = Callable[[list[Write], int], None]


def _three(expected: int = 0, command: str = "give") -> list[Write]:
    """A gift to a player: each stream has money of its own to move, which the one before it has brought."""
    gift = (
        Posting(CAGE, wallet("pool"), 50, "put in"),
        Posting(wallet("pool"), wallet("ann"), 50, "given"),
        Posting(wallet("ann"), CAGE, 50, "spent"),
    )
    return [
        plain(
            stream,
            expected,
            command if place == 0 else "",
            answer=b'{"given": 50}' if place == 0 else b"",
            postings=(posting,),
            snapshot=b"state",
        )
        for place, (stream, posting) in enumerate(zip(STREAMS, gift, strict=True))
    ]


def _conflict(writes: list[Write], place: int) -> None:
    writes[place] = replace(writes[place], expected=7)


def _relied_on(writes: list[Write], place: int) -> None:
    writes[place] = replace(writes[place], relied_on=(("account/bob", 1), ("pit/p1", 3)))


def _insufficient(writes: list[Write], place: int) -> None:
    more = Posting(wallet("zoe"), CAGE, 1, "theft")
    writes[place] = replace(writes[place], postings=(*writes[place].postings, more))


async def _refusal(store: Store, writes: list[Write]) -> WriteRefused:
    before = await everything(store.url)
    with pytest.raises(WriteRefused) as refused:
        await store.append_all(writes)
    assert await everything(store.url) == before
    return refused.value


@run_async
async def test_writes_to_several_streams_are_stored_as_entries_one_after_another(store_url: str) -> None:
    async with opened(store_url) as store:
        await store.append(plain("account/bob"))
        stored = await store.append_all(_three())
        assert [(entry.seq, entry.stream, entry.version) for entry in stored] == [
            (seq, stream, 1) for seq, stream in enumerate(STREAMS, start=2)
        ]
        assert [entry.command for entry in stored] == ["give", "", ""]
        assert (await all_entries(store))[1:] == stored
        assert await store.answer("ann", "give") == b'{"given": 50}'
        assert await store.balances() == {"cage": 0, "wallet/ann": 0, "wallet/pool": 0}
        assert await store.snapshot("table/t1") == (1, b"state")
        assert await store.append_all([]) == []
        assert (await verify(store)).fault is None


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("spoil", [_conflict, _relied_on, _insufficient])
@run_async
async def test_refused_at_any_place_none_is_stored_and_all_can_be_tried_again(
    store_url: str, spoil: Spoiling, place: int
) -> None:
    async with opened(store_url) as store:
        await play(store, [plain("account/bob"), plain("pit/p1")])
        writes = _three()
        spoil(writes, place)
        refused = await _refusal(store, writes)
        if isinstance(refused, Conflict):
            own = spoil is _conflict
            assert (refused.stream, refused.version) == ((STREAMS[place], 0) if own else ("pit/p1", 1))
        else:
            assert isinstance(refused, Insufficient)
            assert refused.account == wallet("zoe")
        assert len(await store.append_all(_three())) == 3


@pytest.mark.parametrize(("place", "account"), [(1, wallet("pool")), (2, wallet("ann"))])
@run_async
async def test_each_has_what_those_before_it_brought_and_no_more(store_url: str, place: int, account: str) -> None:
    async with opened(store_url) as store:
        writes = _three()
        writes[place] = replace(writes[place], postings=(replace(writes[place].postings[0], cents=51),))
        refused = await _refusal(store, writes)
        assert isinstance(refused, Insufficient)
        assert refused.account == account


@run_async
async def test_a_node_measures_every_commit(sqlite_url: str) -> None:
    took: list[float] = []
    store = await TimedStore.open(sqlite_url)
    store.committed = took.append
    await store.append(plain("table/a"))
    await store.append_all(_three())
    await store.append_run([plain("table/a", 1)])
    await store.close()
    assert len(took) == 3


@run_async
async def test_the_first_that_is_refused_says_why(store_url: str) -> None:
    async with opened(store_url) as store:
        writes = _three()
        _insufficient(writes, 1)
        _conflict(writes, 2)
        assert isinstance(await _refusal(store, writes), Insufficient)
        _conflict(writes, 0)
        refused = await _refusal(store, writes)
        assert isinstance(refused, Conflict)
        assert refused.stream == STREAMS[0]


@run_async
async def test_sent_again_it_has_its_answer_again(store_url: str) -> None:
    async with opened(store_url) as store:
        await store.append_all(_three())
        for again in (_three(), _three(1)):
            refused = await _refusal(store, again)
            assert isinstance(refused, Duplicate)
            assert refused.answer == b'{"given": 50}'
        assert len(await store.append_all(_three(1, "give again"))) == 3


@run_async
async def test_what_they_relied_on_is_what_was_there_before_all_of_them(store_url: str) -> None:
    async with opened(store_url) as store:
        writes = _three()
        writes[2] = replace(writes[2], relied_on=((STREAMS[0], 0), (STREAMS[1], 0)))
        assert len(await store.append_all(writes)) == 3


@run_async
async def test_other_writes_of_the_same_commit_are_stored_or_refused_for_themselves(store_url: str) -> None:
    async with opened(store_url) as store:
        await store.append(plain("account/bob"))
        bad = _three()
        _insufficient(bad, 2)
        outcomes = await asyncio.gather(
            store.append(plain("table/a")),
            store.append_all(bad),
            store.append_run([plain("table/b", 0), plain("table/b", 7), plain("table/b", 1)]),
            store.append_all(_three(command="second")),
            store.append(plain(STREAMS[1], 0)),
            store.append(plain(STREAMS[2], 1)),
            return_exceptions=True,
        )
        run = outcomes[2]
        assert isinstance(run, list)
        assert [type(each) for each in run] == [Entry, Conflict, Conflict]
        kinds = [type(outcome) for outcome in outcomes]
        assert kinds == [Entry, Insufficient, list, list, Conflict, Entry]
        assert [entry.stream for entry in await all_entries(store)] == [
            "account/bob", "table/a", "table/b", *STREAMS, "table/t1",
        ]  # fmt: skip
        assert (await verify(store)).fault is None


@run_async
async def test_a_write_that_the_database_will_not_take_fails_its_siblings_and_nobody_else(store_url: str) -> None:
    async with opened(store_url) as store:
        await store.append(plain("table/a", secrets=(("key", b"1"),)))
        bad = _three()
        bad[1] = replace(bad[1], secrets=(("key", b"2"),))
        outcomes = await asyncio.gather(
            store.append(plain("table/b")),
            store.append_all(bad),
            store.append(plain("table/c")),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [Entry, StoreDown, Entry]
        assert [entry.stream for entry in await all_entries(store)] == ["table/a", "table/b", "table/c"]


@run_async
async def test_a_fault_at_each_step_leaves_all_or_nothing(store_url: str) -> None:
    told = At(-1, FAULTS[0])
    async with opened(store_url, told) as store:
        await store.append_all(_three())
    assert set(told.steps) >= EVERY_STEP - {"rounds", "secrets", "notices", "personal"}
    for index, step in enumerate(told.steps):
        fault = At(index, FAULTS[index % len(FAULTS)])
        writes = _three(index + 1, f"give {index}")
        async with opened(store_url, fault) as store:
            with pytest.raises(StoreDown):
                await store.append_all(writes)
            kept = step == "after commit"
            assert [state.version for state in await store.streams()] == [index + 2 if kept else index + 1] * 3
            assert (await store.answer("ann", f"give {index}") is not None) == kept
            if kept:
                assert isinstance(await _refusal(store, writes), Duplicate)
            else:
                await store.append_all(writes)
            assert await store.total() == 0
            assert (await verify(store)).fault is None


@run_async
async def test_two_nodes_race_and_one_of_them_has_all(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        for version in range(10):
            # The other node names the streams in another order, so that locks in that order would be a deadlock.
            backwards = [replace(write, command="", answer=b"", postings=()) for write in _three(version)[::-1]]
            outcomes = await asyncio.gather(
                one.append_all(_three(version, f"c{version}")), other.append_all(backwards), return_exceptions=True
            )
            assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "list"]
        assert [state.version for state in await one.streams()] == [10] * 3
        assert (await verify(one)).fault is None


@run_async
async def test_backups_tails_and_the_audit_see_ordinary_entries(
    store_url: str, target_url: str, tmp_path: Path
) -> None:
    async with opened(store_url) as store:
        await store.append_all(_three())
        await backup(store, tmp_path / "whole")
        await store.append_all(_three(1, "again"))
        await play(store, evening(1, "t2", "bob"))
        await take_tail(store, tmp_path / "whole", tmp_path / "tail")
        assert (await verify(store)).entries == 10
    await restore(tmp_path / "whole", target_url, [tmp_path / "tail"])
    assert await everything(target_url) == await everything(store_url)


@pytest.mark.parametrize(
    ("second", "why"),
    [
        (plain("table/t1"), "each to another stream"),
        (plain("table/t2", command="c2"), "the first carries"),
        (plain("table/t2", postings=(Posting(CAGE, CAGE, 1, ""),)), "itself"),
        (plain("table/\0"), "without NUL"),
    ],
)
@run_async
async def test_a_programmers_mistake_is_no_refusal(sqlite_url: str, second: Write, why: str) -> None:
    second = replace(second, answer=b"")
    async with opened(sqlite_url) as store:
        with pytest.raises(ValueError, match=why):
            await store.append_all([plain("table/t1", command="c1"), second])
        assert await all_entries(store) == []
