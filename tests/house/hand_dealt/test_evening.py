"""Hand-dealt tables through the house's door: at random, killed, audited, recalled, exported, and an example day."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from boxseat.consistency import present
from boxseat.house.answers import Done, Refused
from boxseat.house.house import House
from boxseat.inspection.audit import audit
from boxseat.inspection.export import differences, export_rounds, find_rounds
from boxseat.inspection.recall import recall
from boxseat.journal.address import database_url
from boxseat.journal.store import Store
from boxseat.ledger.accounts import BANK, Posting, wallet
from boxseat.ledger.double_entry import imbalances, overdrawn
from boxseat.money import Cents
from boxseat.people.account_store import AccountStore
from boxseat.people.login import OPENING_MONEY
from boxseat.people.records import AccountOpened
from boxseat.people.roles import Person, Role
from boxseat.table import commands as c
from boxseat.table.hand_dealt import commands as h
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from tests.house import kills as killing
from tests.house.hand_dealt.hand_dealt_evening import DEALER, HandDealtEvening, hand_dealt_tables
from tests.house.memory_store import MemoryStore
from tests.house.random_evening import BEGAN, Opened
from tests.house.reference import table_is_the_ledger
from tests.house.test_matrix import PEOPLE, PLAYERS, SUPERVISOR, Floor, every_command, judge_answer
from tests.tiers import size

STEPS = size(900, 6_000)


@pytest.mark.parametrize("seed", [1, 2])
def test_an_evening_of_real_cards_is_in_order(tmp_path: Path, seed: int) -> None:
    """Every few steps another node goes on from the journal; at the end audit, recall and export agree."""
    asyncio.run(_evening(database_url(tmp_path), seed))


async def _evening(url: str, seed: int) -> None:
    store = await Store.open(url)
    evening = HandDealtEvening(store, seed, hand_dealt_tables())
    await evening.open()
    for _ in range(10):
        await evening.play(STEPS // 10)
        money = await store.balances()
        assert not imbalances(money)
        assert not overdrawn(money)
        for table in evening.tables:
            table_is_the_ledger((await evening.house.table(table.id)).table, money)
        await evening.house.close()
        evening.house = House(store, evening.clock, evening.rng.randbytes)
    tables = [table.id for table in evening.tables]
    rounds = await find_rounds(store, tables=tables)
    assert len(rounds) > STEPS // 60, evening.told
    for index in rounds:
        recalled = await recall(store, index.id)
        assert recalled.over
    for name in tables:
        of_table = [index for index in rounds if index.stream.endswith(f"/{name}")]
        async for exported in export_rounds(store, of_table):
            assert await differences(store, exported) == [], exported.document
    found = await audit(url)
    assert not found.faults, found.faults
    await store.close()


def test_a_hand_dealt_floor_survives_kills(monkeypatch: pytest.MonkeyPatch) -> None:
    """L1: a process that keys cards is killed at random, and the next one goes on from its data."""
    monkeypatch.setattr(killing, "Evening", HandDealtEvening)
    monkeypatch.setattr(killing, "TABLES", hand_dealt_tables())
    found = killing.kills(size(12, 200), seed=7)
    assert found["acknowledged"] > 20


# Every command by every role

HAND_SETTINGS = {
    "terminals": Settings(sign=SIGN, dealt="by-hand"),
    "signals": Settings(sign=SIGN, dealt="by-hand", terminals=False, cards_on_record=True),
}
CARDS = {
    "wagers": "",
    "dealing": "8S",
    "decision": "8S 9S 6S 8H 9H",
    "misplaced": "8S 9S>2",
    "out": "8S 9S 6S 8H 9H 2D",
}
"""The cards keyed in each phase; ann and bob play on box 1, cat on box 2."""


@pytest.mark.parametrize("settings", HAND_SETTINGS)
@pytest.mark.parametrize("phase", [*CARDS, "over"])
@pytest.mark.parametrize("game", ["canberra-pontoon", "star-pontoon"])
def test_every_command_at_a_hand_dealt_table(game: str, phase: str, settings: str) -> None:
    asyncio.run(_hand_dealt_matrix(Floor(game, settings=HAND_SETTINGS[settings]), phase))


async def _hand_dealt_matrix(floor: Floor, phase: str) -> None:
    roll = AccountStore(floor.house.store)
    for name in PLAYERS:
        opened = AccountOpened(name, Role.PLAYER, True, 1_000_000, "", False)
        money = (Posting(BANK, wallet(name), 1_000_000, OPENING_MONEY),)
        await roll.write(name, None, (opened,), at=BEGAN, who=name, postings=money)
    await floor.set_up()
    await floor.done(SUPERVISOR, c.OpenForPlay())
    for name, box, seated in (("ann", 1, True), ("bob", 1, False), ("cat", 2, True), ("dan", 0, False)):
        await floor.done(DEALER, c.ForPlayer(name, c.BuyIn(Cents(100_000))))
        await floor.done(DEALER, *([c.ForPlayer(name, c.Sit(box))] if seated else []))
        await floor.done(DEALER, *([c.ForPlayer(name, c.Lay(box, Cents(1000)))] if box else []))
    if phase != "wagers":
        await floor.done(DEALER, h.NoMoreBets())
    for keyed in CARDS.get(phase, "AS 9S 6S KH 9H 9D").split():
        card, _, to = keyed.partition(">")
        await floor.done(DEALER, h.KeyCard(card, to))
    if phase == "over":
        await floor.done(SUPERVISOR, c.VoidTheWagers("ann", "device", "seen"))
        await floor.done(DEALER, h.PlayForAbsent(2), h.KeyCard("2D"))
    await _matrix(floor)


async def _matrix(start: Floor) -> None:
    """Whatever is refused changes nothing, and whatever is done leaves the ledger in order."""
    floor = await start.copied()
    standing = floor.live.table
    for person in PEOPLE:
        for command in every_command():
            seq, money = floor.disk.found.seq, dict(floor.disk.found.balances)
            answer = await floor.do(person, command)
            judge_answer(floor.game, person, command, answer)
            after = floor.disk.found.balances
            assert not imbalances(after)
            assert not overdrawn(after), (command, overdrawn(after))
            table_is_the_ledger(floor.live.table, after)
            if not isinstance(answer, Done):
                assert (floor.disk.found.seq, after, floor.live.table) == (seq, money, standing)
            if floor.live.table is not standing:
                floor = await start.copied()
                standing = floor.live.table


# The example day: bob's second card goes to the wrong place


@pytest.mark.parametrize("terminals", [True, False])
def test_15_4_a_misplaced_card_is_told_at_once_and_rebuilt(terminals: bool) -> None:
    """CP 15.4 through the house's door, from the first chip to the net result."""
    asyncio.run(_example(Settings(sign=SIGN, dealt="by-hand", terminals=terminals)))


async def _example(settings: Settings) -> None:
    evening = HandDealtEvening(MemoryStore(), 1, [Opened("h2", "canberra-pontoon", settings)])
    await evening.open()

    async def done(person: Person, command: c.TableCommand) -> Any:
        answer = await evening.ask(person, "h2", command)
        assert isinstance(answer, Done), answer
        again = await evening.house.submit(*present(evening.last_sent, "command"))
        assert again == answer, "the same command again has the same answer"
        return answer.result

    bob = Person("bob", Role.PLAYER)
    for what in (c.BuyIn(Cents(10_000)), c.Sit(3), c.Lay(3, Cents(2_000))):
        await (done(bob, what) if settings.terminals else done(DEALER, c.ForPlayer("bob", what)))
    assert await done(DEALER, h.NoMoreBets()) == {"deviation": None}
    assert await done(DEALER, h.KeyCard("QS")) == {"deviation": None}
    told = await done(DEALER, h.KeyCard("8D", "3"))
    assert told == {"deviation": {"kind": "misplaced", "due": "dealer", "clause": "15.4"}}
    account = (await done(SUPERVISOR, h.ReconstructRound()))["account"]
    assert account["moves"] == [{"card": "8D", "before": "3.1", "after": "dealer"}]
    assert account["sentences"] == ["8D goes from box 3 to the dealer."]
    assert await done(DEALER, h.KeyCard("9H")) == {"deviation": None}
    assert await done(DEALER, c.ForPlayer("bob", c.DoStand(3))) is None
    assert await done(DEALER, h.KeyCard("JD")) == {"deviation": None}
    table = (await evening.house.table("h2")).table
    assert table.current_round.net() == {"bob": 2_000}
    assert table.patrons["bob"].chips == 12_000


@pytest.mark.parametrize("who", ["nobody", "sue", "dot"])
def test_only_players_with_an_account_are_recorded(who: str) -> None:
    asyncio.run(_strangers(who))


async def _strangers(who: str) -> None:
    evening = HandDealtEvening(MemoryStore(), 1, hand_dealt_tables()[:1])
    await evening.open()
    for command in (c.ForPlayer(who, c.BuyIn(Cents(1000))), c.ForPlayer(who, c.Lay(1, Cents(1000)))):
        answer = await evening.ask(DEALER, "h1", command)
        assert isinstance(answer, Refused)
        assert answer.code == "patron/no-account"
