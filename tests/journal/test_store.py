"""The store: entries in order, with their money and answers, and everything that can be read again."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from boxseat.journal.entry import (
    Conflict,
    Duplicate,
    Entry,
    Insufficient,
    RoundIndex,
    StatementLine,
    StoreDown,
    StreamState,
)
from boxseat.journal.store import Store
from boxseat.ledger.accounts import BANK, CAGE, Posting, chips, in_unit, owed, table_float, unit_of, wager, wallet
from boxseat.ledger.double_entry import BadPosting, fold
from tests.databases import run_async
from tests.journal.floor import AT, SECOND, all_entries, evening, opened, plain, play, together


@run_async
async def test_entries_come_back_in_order_as_they_went_in(store_url: str) -> None:
    writes = evening(3)
    async with opened(store_url) as store:
        stored = await play(store, writes)
        assert [entry.seq for entry in stored] == [entry.version for entry in stored] == list(range(1, len(writes) + 1))
        assert await store.read("table/t1") == stored == await all_entries(store)
        assert await store.read("table/t1", after=2, to=5) == stored[2:5]
        assert await store.since(3, 2) == stored[3:5]
        assert [entry.previous for entry in stored[1:]] == [entry.hash for entry in stored[:-1]]
        assert await store.newest() == (len(writes), stored[-1].hash)
    async with opened(store_url) as again:
        assert await again.read("table/t1") == stored
        assert [entry.records for entry in stored] == [write.records for write in writes]


@run_async
async def test_a_write_made_against_an_old_version_is_refused_with_the_version_now(store_url: str) -> None:
    async with opened(store_url) as store:
        await play(store, evening(1))
        for expected in (0, 2, 5, 99):
            with pytest.raises(Conflict) as refused:
                await store.append(plain(expected=expected))
            assert (refused.value.stream, refused.value.version) == ("table/t1", 4)
        assert len(await all_entries(store)) == 4


@run_async
async def test_a_write_is_refused_if_a_stream_that_it_relied_on_has_moved_on(store_url: str) -> None:
    async with opened(store_url) as store:
        await play(store, [plain("pit/p1"), plain("pit/p1", 1), plain("account/ann")])
        for version in (0, 1, 3):
            with pytest.raises(Conflict) as refused:
                await store.append(plain(relied_on=(("account/ann", 1), ("pit/p1", version))))
            assert (refused.value.stream, refused.value.version) == ("pit/p1", 2)
        with pytest.raises(Conflict) as refused:
            await store.append(plain(relied_on=(("pit/none", 1),)))
        assert (refused.value.stream, refused.value.version) == ("pit/none", 0)
        assert await store.read("table/t1") == []
        await store.append(plain(relied_on=(("pit/p1", 2), ("account/ann", 1), ("pit/none", 0))))
        with pytest.raises(Conflict) as refused:
            await store.append(plain(relied_on=(("pit/p1", 9),)))
        assert refused.value.stream == "table/t1", "its own stream comes first"


@run_async
async def test_of_writes_that_rely_on_each_others_streams_one_is_stored(store_url: str) -> None:
    """However many come together, and from however many nodes."""
    async with opened(store_url) as one, opened(store_url) as other:
        crossed = [
            plain(f"table/{n}", relied_on=tuple((f"table/{m}", 0) for m in range(8) if m != n)) for n in range(8)
        ]
        halves = await asyncio.gather(together(one, crossed[:4]), together(other, crossed[4:]))
        outcomes = [outcome for half in halves for outcome in half]
        (stored,) = [outcome for outcome in outcomes if isinstance(outcome, Entry)]
        refused = [outcome for outcome in outcomes if isinstance(outcome, Conflict)]
        assert {(each.stream, each.version) for each in refused} == {(stored.stream, 1)}
        assert len(refused) == 7


@run_async
async def test_relying_on_other_streams_takes_no_other_query(sqlite_url: str) -> None:
    asked: list[str] = []

    async with opened(sqlite_url) as store:
        engine = store._connections._writing  # type: ignore[attr-defined]
        raw = await asyncio.to_thread(engine.raw_connection)
        raw.driver_connection.set_trace_callback(asked.append)
        raw.close()
        counts = []
        for write in (plain("table/a"), plain("table/b", relied_on=(("table/a", 1), ("table/c", 0)))):
            asked.clear()
            await store.append(write)
            counts.append(len(asked))
        assert counts[0] == counts[1] > 0


@run_async
async def test_a_command_sent_again_has_its_answer_again_and_is_stored_once(store_url: str) -> None:
    async with opened(store_url) as store:
        first = plain(command="c-1", answer=b'{"you": "win"}')
        await store.append(first)
        for again in (first, replace(first, expected=1), replace(first, stream="table/t2", answer=b"other")):
            with pytest.raises(Duplicate) as refused:
                await store.append(again)
            assert refused.value.answer == b'{"you": "win"}'
        await store.append(replace(first, who="bob", expected=1))
        assert await store.answer("ann", "c-1") == b'{"you": "win"}'
        assert await store.answer("cat", "c-1") is None
        assert len(await all_entries(store)) == 2


@run_async
async def test_acts_of_the_house_need_no_command_id(store_url: str) -> None:
    async with opened(store_url) as store:
        await play(store, [plain(expected=version) for version in range(3)])
        assert len(await all_entries(store)) == 3
        assert await store.answer("ann", "") is None


@run_async
async def test_nobody_but_the_house_goes_below_zero(store_url: str) -> None:
    async with opened(store_url) as store:
        for account in (wallet("ann"), chips("t1", "ann"), wager("t1", 1, "ann"), "drop/t1"):
            with pytest.raises(Insufficient) as refused:
                await store.append(plain(postings=(Posting(account, CAGE, 1, "theft"),)))
            assert refused.value.account == account
        await store.append(plain(postings=(Posting(table_float("t1"), CAGE, 1, "fill"),)))
        assert await store.balances() == {"cage": 1, "float/t1": -1}


@run_async
async def test_what_is_owed_is_paid_and_never_more(store_url: str) -> None:
    debt = (Posting(owed("ann"), CAGE, 30, "paid twice; cannot give it back"),)
    async with opened(store_url) as store:
        await store.append(plain(postings=debt))
        assert await store.balances() == {"cage": 30, "owed/ann": -30}
        with pytest.raises(Insufficient) as refused:
            await store.append(plain(expected=1, postings=(Posting(CAGE, owed("ann"), 31, "paid"),)))
        assert str(refused.value) == "owed/ann does not owe that much"
        await store.append(plain(expected=1, postings=(Posting(CAGE, owed("ann"), 30, "paid"),)))
        assert await store.balances() == {"cage": 0, "owed/ann": 0}
        for sql in (
            "UPDATE balances SET cents = 1 WHERE account = 'owed/ann'",
            "INSERT INTO balances VALUES ('tokens:wallet/ann', -1)",
            "INSERT INTO balances VALUES ('wallet/tokens:bank', -1)",
        ):
            with pytest.raises(StoreDown):
                await store.change(lambda connection, sql=sql: connection.execute(text(sql)))  # type: ignore[misc]


@run_async
async def test_each_unit_is_issued_by_its_bank_and_adds_up_to_nothing(store_url: str) -> None:
    given = (Posting("tokens:bank", "tokens:wallet/ann", 5, "given"), Posting(CAGE, wallet("ann"), 7, "buys in"))
    async with opened(store_url) as store:
        assert await store.totals() == {}
        assert await store.total() == 0
        await store.append(plain(postings=given))
        for account in ("tokens:wallet/ann", "tokens:float/t1", "cup-heats:chips/p1/ann"):
            bank = in_unit(unit_of(account), BANK)
            with pytest.raises(Insufficient) as refused:
                await store.append(plain(expected=1, postings=(Posting(account, bank, 6, "spent"),)))
            assert refused.value.account == account
        with pytest.raises(BadPosting):
            await store.append(plain(expected=1, postings=(Posting("tokens:wallet/ann", CAGE, 1, "changed"),)))
        assert await store.balances("wallet/") == {"wallet/ann": 7}
        assert await store.balances("tokens:") == {"tokens:bank": -5, "tokens:wallet/ann": 5}
        assert await store.totals() == {"": 0, "tokens": 0}
        await store.change(
            lambda connection: connection.execute(text("UPDATE balances SET cents = 9 WHERE account LIKE 'tokens:w%'"))
        )
        assert await store.totals() == {"": 0, "tokens": 4}
        assert await store.total() == 0


@run_async
async def test_what_a_player_wins_may_go_through_the_box_in_one_entry(store_url: str) -> None:
    """An entry takes effect as a whole: only the balances after it count."""
    through = (
        Posting(wager("t1", 1, "ann"), chips("t1", "ann"), 5, "paid"),
        Posting(CAGE, wager("t1", 1, "ann"), 5, "win"),
    )
    async with opened(store_url) as store:
        await store.append(plain(postings=through))
        assert await store.balance(chips("t1", "ann")) == 5


@run_async
async def test_the_database_itself_refuses_a_balance_below_zero_and_a_posting_of_nothing(store_url: str) -> None:
    async with opened(store_url) as store:
        await play(store, evening(1))
        for sql in (
            "UPDATE balances SET cents = -1 WHERE account = 'wallet/ann'",
            "UPDATE postings SET cents = 0",
            "UPDATE postings SET giver = taker",
        ):
            with pytest.raises(StoreDown):
                await store.change(lambda connection, sql=sql: connection.execute(text(sql)))  # type: ignore[misc]


@run_async
async def test_balances_are_what_the_postings_come_to_and_their_sum_is_nothing(store_url: str) -> None:
    writes = evening(7)
    async with opened(store_url) as store:
        await play(store, writes)
        folded = fold(posting for write in writes for posting in write.postings)
        assert await store.balances() == folded
        assert await store.total() == 0
        assert await store.balances("chips/") == {"chips/t1/ann": folded["chips/t1/ann"]}
        assert await store.balance("chips/t1/nobody") == 0


@run_async
async def test_a_statement_is_newest_first_and_pages_back(store_url: str) -> None:
    writes = evening(4)
    mine = chips("t1", "ann")
    async with opened(store_url) as store:
        await play(store, writes)
        expected = [
            (seq, place, posting)
            for seq, write in enumerate(writes, start=1)
            for place, posting in enumerate(write.postings)
            if mine in (posting.giver, posting.taker)
        ][::-1]
        lines = await store.statement(mine, limit=100)
        assert [(line.seq, line.place, line.posting) for line in lines] == expected
        assert {line.at for line in lines} <= {write.at for write in writes}
        assert await store.statement(mine, limit=2) == lines[:2]
        assert await store.statement(mine, limit=2, before=lines[1].seq) == lines[2:4]


@run_async
async def test_an_entrys_lines_may_lie_on_two_pages_of_a_statement(store_url: str) -> None:
    box = wager("t1", 3, "ann")
    async with opened(store_url) as store:
        await play(store, evening(4))
        lines = await store.statement(box)
        assert len({line.seq for line in lines}) < len(lines)
        paged: list[StatementLine] = []
        while page := await store.statement(box, limit=1, before=(paged[-1].seq, paged[-1].place) if paged else None):
            paged += page
        assert paged == lines


@run_async
async def test_a_round_is_found_by_its_id_and_by_its_table(store_url: str) -> None:
    async with opened(store_url) as store:
        await play(store, [*evening(5), *evening(2, "t2", "bob")][:-1])
        assert await store.round("t1-2") == RoundIndex("t1-2", "table/t1", 2, 5, 7, AT + 4 * SECOND)
        assert await store.round("t1-9") is None
        still_open = await store.round("t2-2")
        assert still_open is not None
        assert still_open.last is None
        assert [each.number for each in await store.rounds("table/t1")] == [5, 4, 3, 2, 1]
        assert [each.number for each in await store.rounds("table/t1", before=4, limit=2)] == [3, 2]


@run_async
async def test_streams_say_how_far_they_are_and_when_they_need_the_clock(store_url: str) -> None:
    async with opened(store_url) as store:
        await play(store, [plain("table/a", deadline=30), plain("table/b", deadline=20), plain("table/c")])
        await play(store, [plain("account/ann"), plain("table/ab", deadline=40)])
        assert await store.streams("table/a") == [StreamState("table/a", 1, 30), StreamState("table/ab", 1, 40)]
        assert len(await store.streams()) == 5
        assert await store.overdue(19) == []
        assert await store.overdue(30) == ["table/b", "table/a"]
        await store.append(plain("table/b", 1))
        assert await store.overdue(30) == ["table/a"]


@run_async
async def test_snapshots_are_kept_by_version(store_url: str) -> None:
    async with opened(store_url) as store:
        assert await store.snapshot("table/t1") is None
        await play(store, evening(9))
        assert await store.snapshot("table/t1") == (25, b'{"rounds": 8}')
        assert await store.snapshot("table/t1", at=24) == (19, b'{"rounds": 6}')
        await store.save_snapshot("table/t1", 28, b"nine")
        await store.save_snapshot("table/t1", 28, b"nine again")
        assert await store.snapshot("table/t1") == (28, b"nine again")
        await store.change(
            lambda connection: connection.execute(text("UPDATE snapshots SET version = 29 WHERE version = 28"))
        )
        assert await store.snapshot("table/t1") == (25, b'{"rounds": 8}'), "a damaged snapshot is skipped"


@run_async
async def test_secrets_are_given_out_by_key_and_stand_in_no_entry(store_url: str) -> None:
    async with opened(store_url) as store:
        await play(store, evening(1))
        assert await store.secret("t1/shoe/1") == bytes(range(64))
        assert await store.secret("t1/shoe/2") is None
        assert all(bytes(range(64)) not in entry.records for entry in await all_entries(store))


@run_async
async def test_books_are_kept_by_digest_and_never_replaced(store_url: str) -> None:
    async with opened(store_url) as store:
        await store.put_book("d1", "decks = 8")
        await store.put_book("d1", "decks = 6")
        assert await store.book("d1") == "decks = 8"
        assert await store.book("d2") is None


@run_async
async def test_writes_that_come_together_are_decided_as_if_one_by_one(store_url: str) -> None:
    """I5: of fifty writes that spend the last chip at one version, exactly one succeeds."""
    async with opened(store_url) as store:
        await store.append(plain("account/ann", postings=(Posting(CAGE, wallet("ann"), 100, "buys in"),)))
        spend = (Posting(wallet("ann"), CAGE, 100, "spends it"),)
        outcomes = await together(store, [plain("table/t1", 0, f"c{n}", postings=spend) for n in range(50)])
        assert sum(isinstance(outcome, Entry) for outcome in outcomes) == 1
        assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 49
        outcomes = await together(store, [plain(f"table/x{n}", 0, f"x{n}", postings=spend) for n in range(50)])
        assert {type(outcome) for outcome in outcomes} == {Insufficient}
        assert await store.total() == 0


@run_async
async def test_two_stores_on_one_database_race_and_the_database_decides(store_url: str) -> None:
    async with opened(store_url) as one, opened(store_url) as other:

        async def climb(store: Store, who: str) -> int:
            won = 0
            for version in range(20):
                try:
                    await store.append(plain(expected=version, command=f"{who}{version}", who=who))
                    won += 1
                except Conflict:
                    while (await one.newest())[0] <= version:
                        await asyncio.sleep(0)
            return won

        wins = await asyncio.gather(climb(one, "ann"), climb(other, "bob"))
        assert sum(wins) == 20
        assert [entry.version for entry in await all_entries(other)] == list(range(1, 21))


@run_async
async def test_a_batch_does_not_suffer_for_one_write_that_the_database_will_not_take(store_url: str) -> None:
    async with opened(store_url) as store:
        await store.append(plain("table/a", secrets=(("key", b"1"),)))
        writes = [plain(f"table/{n}") for n in range(5)]
        writes[2] = replace(writes[2], secrets=(("key", b"2"),))
        outcomes = await together(store, writes)
        assert [isinstance(outcome, Entry) for outcome in outcomes] == [True, True, False, True, True]
        assert isinstance(outcomes[2], StoreDown)
        assert await store.secret("key") == b"1"
        assert len(await all_entries(store)) == 5


@dataclass
class _Bad:
    what: str
    more: dict[str, object]


@pytest.mark.parametrize(
    "bad",
    [
        _Bad("a NUL in a name", {"who": "a\0b"}),
        _Bad("half a character", {"stream": "table/\ud800"}),
        _Bad("no stream", {"stream": ""}),
        _Bad("a version below none", {"expected": -1}),
        _Bad("a NUL in a stream relied on", {"relied_on": (("table/\0", 1),)}),
        _Bad("relying on no stream", {"relied_on": (("", 1),)}),
        _Bad("relying on a version below none", {"relied_on": (("table/t2", -1),)}),
        _Bad("a posting of nothing", {"postings": (Posting(CAGE, wallet("ann"), 0, ""),)}),
        _Bad("a posting to itself", {"postings": (Posting(CAGE, CAGE, 1, ""),)}),
        _Bad("an account of no kind", {"postings": (Posting(CAGE, "pocket/ann", 1, ""),)}),
    ],
    ids=lambda bad: bad.what,
)
@run_async
async def test_a_programmers_mistake_is_no_refusal(sqlite_url: str, bad: _Bad) -> None:
    async with opened(sqlite_url) as store:
        with pytest.raises((ValueError, BadPosting)):
            await store.append(replace(plain(), **bad.more))
        assert await all_entries(store) == []


@run_async
async def test_a_name_that_no_database_takes_is_not_the_databases_trouble(store_url: str) -> None:
    """Such a request is wrong; the floor has no reason to pause."""
    async with opened(store_url) as store:
        with suppress(ValueError):
            assert await store.round("t1\0") is None
        await store.append(plain("table/after"))


@run_async
async def test_a_closed_store_takes_nothing_and_what_waited_is_stored(store_url: str) -> None:
    store = await Store.open(store_url)
    waiting = [asyncio.ensure_future(store.append(plain(f"table/{n}"))) for n in range(10)]
    await asyncio.sleep(0)
    await store.close()
    assert len(await asyncio.gather(*waiting)) == 10
    with pytest.raises(StoreDown):
        await store.append(plain("table/late"))
    with pytest.raises(StoreDown):
        await store.newest()
    await store.close()
    async with opened(store_url) as again:
        assert len(await all_entries(again)) == 10


@run_async
async def test_a_caller_who_gives_up_waiting_stops_nobody(store_url: str) -> None:
    async with opened(store_url) as store:
        gone = asyncio.ensure_future(store.append(plain("table/gone")))
        await asyncio.sleep(0)
        gone.cancel()
        await store.append(plain("table/here"))
        assert len(await store.streams("table/here")) == 1
