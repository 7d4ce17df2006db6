"""Whole rounds through the client, on both databases, until every decision of a game has occurred."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random

import msgspec

from boxseat.client.bots import RandomBot, play
from boxseat.client.client import Client
from boxseat.client.frames import Picture
from boxseat.client.table import TableWatched
from boxseat.fairness.commitment import ShoeProof, check
from boxseat.inspection.export import differences, export_rounds, find_rounds
from boxseat.journal.store import Store
from boxseat.play.replay import replay
from boxseat.rulebook.load import GAMES
from boxseat.table.picture import ChoiceSeen
from tests.databases import run_async
from tests.live_server.crowd import floor
from tests.live_server.witness import Witness, compare
from tests.server_process import TableWanted
from tests.tiers import size

COMMON = {"insure", "split", "double", "hit", "stand", "join", "pass", "decline", "cut", "decline-cut"}
REACHED = {
    "canberra-pontoon": COMMON | {"surrender", "forfeit"},
    "canberra-blackjack": COMMON | {"even-money"},
    "star-pontoon": COMMON | {"surrender", "forfeit"},
    "star-pontoon-6to5": COMMON | {"surrender", "forfeit"},
}
PLAYED = size(("canberra-pontoon",), GAMES)
BOXES = 6
WITHIN_S = 300.0


class Thorough(RandomBot):
    """Chooses what has been done least at its table, so that rare decisions occur too."""

    def __init__(self, done: Counter[str], **how: object) -> None:
        super().__init__(**how)  # type: ignore[arg-type]
        self._done = done

    def wish(self, picture: Picture, what: str, box: int, open_: dict[str, ChoiceSeen]) -> str:
        return min(open_, key=lambda do: (self._done[do], self.chance.random()))


@run_async
async def test_every_decision_of_every_game_is_reached_and_every_round_settles_the_same_again(
    store_url: str, tmp_path: Path
) -> None:
    witness = Witness()
    done: dict[str, Counter[str]] = {game: Counter() for game in PLAYED}
    wanted = [TableWanted(game, game) for game in PLAYED]
    async with floor(tmp_path, wanted, len(PLAYED) * (BOXES + 1), database=store_url) as (server, people):
        playing = []
        for place, person in enumerate(people):
            game, box = PLAYED[place % len(PLAYED)], place // len(PLAYED) + 1
            playing.append(asyncio.create_task(_play(person, game, box, done[game], witness)))
        try:
            async with asyncio.timeout(WITHIN_S):
                while any(REACHED[game] - done[game].keys() for game in PLAYED):
                    assert not any(task.done() for task in playing), [task for task in playing if task.done()]
                    await asyncio.sleep(0.05)
        except TimeoutError:
            missing = {game: REACHED[game] - done[game].keys() for game in PLAYED}
            raise AssertionError(f"not reached: {missing}") from None
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        await _recall(people)
        database = server.database
    found = await compare(database, witness)
    assert found.clean, found
    await _replay_all(database)


async def _play(person: Client, game: str, box: int, done: Counter[str], witness: Witness) -> None:
    table = await person.watch(game)
    witness.attend(person.name, table)
    noted = table.answered
    assert noted is not None

    def answered(command: object, answer: object) -> None:
        noted(command, answer)  # type: ignore[arg-type]
        if answer.answer == "done":  # type: ignore[attr-defined]
            done[command["do"]] += 1  # type: ignore[index]

    table.answered = answered
    seated = box <= BOXES
    own, behind = ((box,), ()) if seated else ((), (1, 2, 3))
    await play(table, Thorough(done, boxes=own, behind=behind, buy_in="5000", side_bets=0.3, chance=Random(box)))


async def _recall(people: list[Client]) -> None:
    """A player recalls a round they were in, and it is marked as a replay."""
    me = people[0]
    over = next(one for one in await me.rounds(PLAYED[0]) if one["over"])
    recalled = await me.recall(over["id"])
    assert recalled["marked"] == "REPLAY"
    document = await me.document(over["id"])
    assert replay(document)["net"] == recalled["net"]


async def _replay_all(url: str) -> None:
    store = await Store.open(url)
    try:
        rounds = await find_rounds(store)
        assert len(rounds) >= len(PLAYED)
        for game in PLAYED:
            async for one in export_rounds(store, await find_rounds(store, tables=[game])):
                assert await differences(store, one) == []
    finally:
        await store.close()


@run_async
async def test_a_shoe_shows_its_promise_first_and_its_proof_at_the_end(store_url: str, tmp_path: Path) -> None:
    """The commitment shown before the first card is proved when the shoe is finished; before that, nothing is."""
    wanted = TableWanted("t1", "star-pontoon", options=(("decks", 6),))
    async with floor(tmp_path, [wanted], 2, database=store_url) as (_, people):
        tables = [await person.watch("t1") for person in people]
        promised: dict[str, str] = {}

        def note(picture: Picture) -> None:
            if picture.table.cards is not None:
                promised.setdefault(picture.table.cards.shoe, picture.table.cards.commitment)

        for table in tables:
            table.seen = note
            note(table.picture)
        playing = [
            asyncio.create_task(play(table, RandomBot(boxes=(place + 1, place + 4), buy_in="5000")))
            for place, table in enumerate(tables)
        ]
        picture = await tables[0].until(lambda picture: picture.table.revealed is not None, within_s=60)
        for task in playing:
            task.cancel()
        revealed = picture.table.revealed
        assert revealed is not None
        assert promised[revealed.shoe] == revealed.commitment
        shoe = await people[0].shoe(revealed.shoe)
        assert shoe["revealed"]
        assert shoe["commitment"] == revealed.commitment
        proof = msgspec.convert(shoe["proof"], ShoeProof)
        assert check(proof) == []
        in_play = await people[0].shoe(_shoe_in_play(tables[0]))
        assert not in_play["revealed"]
        assert in_play["proof"] is None


def _shoe_in_play(table: TableWatched) -> str:
    cards = table.picture.table.cards
    assert cards is not None
    return cards.shoe
