"""I5: fifty clients want the same thing at once, and exactly one gets it."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

from boxseat.client.bots import Bot
from boxseat.client.frames import AnswerFrame, Picture
from tests.databases import run_async
from tests.live_server.crowd import clients, floor
from tests.live_server.witness import Witness, compare
from tests.server_process import TableWanted
from tests.tiers import heavy, size

CLIENTS = 50
BOX_TRIALS = size(2, 12)
CHIP_TRIALS = size(1, 4)
INSURANCES = size(1, 3)
ROUNDS_MOST = 400
TABLE = TableWanted("t1", "star-pontoon")


def _count(answers: list[AnswerFrame]) -> Counter[str]:
    return Counter(answer.code or answer.answer for answer in answers)


@run_async
async def test_fifty_clients_claim_one_box_and_one_sits_there(tmp_path: Path) -> None:
    witness = Witness()
    async with floor(tmp_path, [TABLE], CLIENTS) as (server, people):
        tables = await asyncio.gather(*(one.watch("t1") for one in people))
        await asyncio.gather(*(table.buy_in("20") for table in tables))
        for one, table in zip(people, tables, strict=True):
            witness.attend(one.name, table)
        for trial in range(BOX_TRIALS):
            box = trial % 7 + 1
            answers = await asyncio.gather(*(table.ask({"do": "sit", "box": box}) for table in tables))
            assert _count(answers) == {"done": 1, "seat/taken": CLIENTS - 1}
            (winner,) = (place for place, answer in enumerate(answers) if answer.answer == "done")
            picture = await tables[winner].at(answers[winner].version)
            assert picture.table.boxes[box - 1].seated == people[winner].name
            await tables[winner].give_up(box)
        database = server.database
    found = await compare(database, witness)
    assert found.clean, found


@heavy
@run_async
async def test_fifty_clients_of_one_person_spend_the_last_of_the_wallet_once(tmp_path: Path) -> None:
    """At one table the house prevents it; between tables only the ledger can."""
    names = ["t1", "t2", "t3"]
    wanted = [TableWanted(name, "canberra-blackjack") for name in names]
    async with floor(tmp_path, wanted, CHIP_TRIALS, money=1_000_00) as (server, people):
        for person in people:
            async with clients(server.url, [person.token] * CLIENTS) as same:
                tables = await asyncio.gather(*(one.watch(names[n % 3]) for n, one in enumerate(same)))
                answers = await asyncio.gather(*(table.ask({"do": "buy-in", "amount": "1000"}) for table in tables))
            assert _count(answers) == {"done": 1, "wallet/short": CLIENTS - 1}
            assert await person.wallet() == "0.00"
        database = server.database
    assert (await compare(database, Witness())).clean


@heavy
@run_async
async def test_insurance_accepted_fifty_times_at_once_is_laid_once(tmp_path: Path) -> None:
    found = 0
    async with (
        floor(tmp_path, [TABLE], 1) as (server, (person,)),
        clients(server.url, [person.token] * CLIENTS) as same,
    ):
        tables = await asyncio.gather(*(one.watch("t1") for one in same))
        table, bot = tables[0], Bot(boxes=(3,), buy_in="5000")
        while found < INSURANCES:
            assert (table.picture.table.round.number if table.picture.table.round else 0) < ROUNDS_MOST
            picture = table.picture
            if not _may_insure(picture):
                command = bot.next(picture)
                assert command is not None
                await table.command(command)
                continue
            await asyncio.gather(*(other.at(picture.version) for other in tables))
            assert picture.you is not None
            amount = next(choice.amount for choice in picture.you.choices if choice.do == "insure")
            assert amount is not None
            insure = {"do": "insure", "box": 3, "amount": amount.most}
            answers = await asyncio.gather(*(other.ask(insure, version=picture.version) for other in tables))
            counted = _count(answers)
            assert counted["done"] == 1, counted
            (version,) = (answer.version for answer in answers if answer.answer == "done")
            after = (await table.at(version)).table
            assert after.round is not None
            laid = after.round.boxes[0].insurance
            settled = [line for line in after.round.settlements if line.wager == "insurance"]
            assert len(laid) + len(settled) == 1
            found += 1
        database = server.database
    assert (await compare(database, Witness())).clean


def _may_insure(picture: Picture) -> bool:
    return picture.you is not None and any(choice.do == "insure" for choice in picture.you.choices)
