"""Recall (GLI-19 2.8.2, 4.14, 4.16; F5): any round as it was played, marked as a replay, with the house's decisions."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from boxseat.inspection.export import find_rounds
from boxseat.inspection.recall import NoSuchRound, Recalled, rebuild, recall
from boxseat.inspection.retrace import retraced
from boxseat.journal.address import database_url
from boxseat.journal.store import Store
from boxseat.money import Cents, parse_dollars
from boxseat.people.roles import Person, Role
from boxseat.table import commands as c
from boxseat.table.postings import postings
from tests.databases import run_async
from tests.house.random_evening import SUPERVISOR, Evening, Opened
from tests.inspection.stored_evening import played

__all__ = ["played"]


def cents(amount: str) -> int:
    if amount.startswith("-"):
        return -cents(amount[1:])
    return 0 if amount == "0.00" else int(parse_dollars(amount))


async def all_recalled(store: Store) -> list[Recalled]:
    return [await recall(store, index.id) for index in await find_rounds(store)]


@run_async
async def test_every_round_is_told_from_its_first_card_to_its_last_cent(played: Path) -> None:
    store = await Store.open(database_url(played))
    rounds = await all_recalled(store)
    await store.close()
    assert len(rounds) > 50
    for told in rounds:
        assert told.marked == "REPLAY"
        assert told.over
        assert told.began <= told.steps[0].at <= told.steps[-1].at == told.ended
        assert told.steps[0].what == "round-opened"
        assert told.steps[-1].what == "round-settled"
        assert sum(cents(net) for net in told.net.values()) == -cents(told.house)
        for player in told.players:
            before, bought, net = cents(player.before), cents(player.bought), cents(player.net)
            assert before + bought + net == cents(player.after), (told.id, player)
            assert cents(player.won) - cents(player.lost) == net == cents(told.net[player.name])
        lines = [line for player in told.players for line in told.settlements if line.player == player.name]
        assert len(lines) == len(told.settlements)
        assert all(line.clause for line in told.settlements)


@run_async
async def test_whose_decision_each_was(played: Path) -> None:
    """4.16: the platform's decisions are marked; a player's own are under their name."""
    store = await Store.open(database_url(played))
    rounds = await all_recalled(store)
    await store.close()
    by_house = [step for told in rounds for step in told.steps if step.instead_of]
    assert by_house
    assert {step.who for step in by_house} == {"house"}
    for told in rounds:
        names = {player.name for player in told.players}
        made = {
            (player.name, choice.box, choice.do)
            for player in told.players
            for choice in player.choices
            if choice.by_house
        }
        assert made == {(decision.player, decision.box, decision.what) for decision in told.house_decisions}
        assert {name for name, _, _ in made} <= {
            name for step in told.steps for name in step.instead_of.split(", ") if step.who == "house"
        }
        for step in told.steps:
            if step.what in ("hit", "stand", "split", "double", "surrender", "insure", "forfeit", "decline"):
                assert step.who in names


@run_async
async def test_the_cards_told_are_those_on_the_table_in_the_end(played: Path) -> None:
    store = await Store.open(database_url(played))
    for told in await all_recalled(store):
        dealt = [step.card for step in told.steps if step.card]
        last = next(step.picture for step in reversed(told.steps) if step.picture)
        lying = [*last.dealer, *(card for box in last.boxes for hand in box.hands for card in hand.cards)]
        assert sorted(dealt) == sorted(lying)
    await store.close()


@run_async
async def test_a_round_does_not_need_what_came_before_its_snapshot(played: Path) -> None:
    """F5: reading starts at a snapshot nearby, not at the table's beginning."""
    store = await Store.open(database_url(played))
    newest_rounds = [await store.rounds(state.stream, limit=1) for state in await store.streams("table/")]
    newest = max((found[0] for found in newest_rounds if found), key=lambda index: index.first)
    assert newest.first > 200
    read: list[int] = []
    inner = store.read

    async def watched(stream: str, after: int = 0, to: int | None = None):  # type: ignore[no-untyped-def]
        read.append(after)
        return await inner(stream, after, to)

    store.read = watched  # type: ignore[method-assign]
    await recall(store, newest.id)
    await store.close()
    assert read
    assert min(read) >= 200


@run_async
async def test_the_steps_retraced_move_the_money_that_was_moved(played: Path) -> None:
    """A round is followed step by step as the table code had it, so that it gives the same postings."""
    store = await Store.open(database_url(played))
    for index in (await find_rounds(store))[::7]:
        async for each in retraced(store, index.stream, index.first, index.last):
            due = postings(each.steps)
            stored = [
                line.posting
                for name in sorted({account for posting in due for account in (posting.giver, posting.taker)})
                for line in await store.statement(name, 1000)
                if line.seq == each.entry.seq and line.posting.giver == name
            ]
            assert sorted(map(str, due)) == sorted(map(str, stored))
    await store.close()


@run_async
async def test_a_round_in_play_is_told_so_far(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    evening = Evening(store, 3, [Opened("t1", "star-pontoon")], wild=0, staff=0)
    await evening.open()
    live = await evening.house.table("t1")
    while not live.table.in_round:
        await evening.step("t1")
    told = await recall(store, live.table.round_id)
    assert not told.over
    assert told.ended == ""
    assert all(cents(player.staked) > 0 for player in told.players)
    assert told.steps[-1].what != "round-settled"
    await evening.ask(SUPERVISOR, "t1", c.VoidTheRound("the wrong box was dealt to"))
    void = await recall(store, told.id)
    assert (void.over, void.void, void.reason) == (True, True, "the wrong box was dealt to")
    assert next(step for step in void.steps if step.what == "void").who == SUPERVISOR.name
    assert void.steps[: len(told.steps)] == told.steps
    await store.close()


@run_async
async def test_a_player_may_buy_chips_meanwhile(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    evening = Evening(store, 4, [Opened("t1", "canberra-blackjack")], wild=0, staff=0)
    await evening.open()
    live = await evening.house.table("t1")
    while not live.table.in_round:
        await evening.step("t1")
    assert live.table.round is not None
    name = live.table.round.wagers[0].player
    await evening.ask(Person(name, Role.PLAYER), "t1", c.BuyIn(Cents(10_000)))
    while live.table.in_round:
        await evening.time_up("t1")
    (player,) = [each for each in (await recall(store, "t1-1")).players if each.name == name]
    assert player.bought == "100.00"
    assert cents(player.before) + 10_000 + cents(player.net) == cents(player.after)
    await store.close()


@run_async
async def test_what_somebody_left_unanswered_is_the_house_s_answer(sqlite_url: str) -> None:
    """4.16: a co-bettor who leaves while asked to join has decided nothing; the house declines for them."""
    store = await Store.open(sqlite_url)
    evening = Evening(store, 5, [Opened("t1", "star-pontoon")], wild=0, staff=0)
    await evening.open()
    live = await evening.house.table("t1")
    while live.table.join_offer is None:
        await evening.step("t1")
    name, round_id = live.table.join_offer.asked[0], live.table.round_id
    await evening.ask(Person(name, Role.PLAYER), "t1", c.Leave())
    while live.table.in_round:
        await evening.time_up("t1")
    told = await recall(store, round_id)
    passed = next(step for step in told.steps if step.what == "pass" and name in (step.who, step.instead_of))
    assert (passed.who, passed.instead_of) == ("house", name)
    (player,) = [each for each in told.players if each.name == name]
    answers = [(choice.do, choice.by_house) for choice in player.choices if choice.do in ("pass", "did not join")]
    assert answers == [("did not join", True)]
    await store.close()


@run_async
async def test_no_such_round(played: Path) -> None:
    store = await Store.open(database_url(played))
    for name in ("t1-0", "t1-99999", "t1-s1", "", "../etc"):
        with pytest.raises(NoSuchRound):
            await rebuild(store, name)
    await store.close()


@run_async
async def test_it_is_written_as_json_in_dollars(played: Path) -> None:
    store = await Store.open(database_url(played))
    index = (await find_rounds(store))[0]
    told = msgspec.json.decode(msgspec.json.encode(await recall(store, index.id)))
    await store.close()
    assert told["marked"] == "REPLAY"
    assert all(amount.count(".") == 1 for amount in told["net"].values())
