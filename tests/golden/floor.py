"""A floor with an example of everything that a journal can hold, and the command that stores it as a golden backup.

`python -m tests.golden.floor FOLDER` plays it on SQLite and on PostgreSQL and writes `sqlite.db.xz`,
`postgresql.db.xz` and `heads.json`. A folder is named after the program that wrote it and is never written again: later
programs restore it, audit it and continue play.
"""

from __future__ import annotations

import asyncio
import json
import lzma
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import get_args

import msgspec

from boxseat.computer.table_runner import Computers
from boxseat.house.answers import Done
from boxseat.journal.address import database_url
from boxseat.journal.backup import backup
from boxseat.journal.store import Store
from boxseat.money import Cents
from boxseat.people import records as people
from boxseat.people.administration import OneTimePassword
from boxseat.people.front import Front
from boxseat.people.login import Admitted
from boxseat.people.roles import Person, Role
from boxseat.people.settings import AccountSettings, Hashing
from boxseat.play import acts
from boxseat.table import commands as c
from boxseat.table import records as r
from boxseat.table.names import PRACTICE
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from boxseat.table.state import Status
from tests.databases import Postgres
from tests.house.random_evening import SUPERVISOR, Evening, Opened, book_of, book_text, tables_of_all_games
from tests.progress import say

CHEAP = AccountSettings(hashing=Hashing(passes=1, kibibytes=8), failed_answer_after=0)
HEADS = "heads.json"
PASSWORD = "kettle on the verandah"
GAMING_MANAGER = Person("gil", Role.GAMING_MANAGER)
STEPS = 2_600
ROUNDS_WITH_COMPUTERS = 6
PRACTICE_TABLE = PRACTICE + "0" * 20
NOT_IN_FLOORS = (acts.Burn, r.WrittenWith)
"""Burns are in replay documents only; no command of this program changes a table from another stream."""
PRACTICE_CARDS = ("8S TD 8H 3C 9D", "AS AD KS 6C 5D", "9S 9D 2H 4C 6S")
"""The second is a natural against an ace, which may be paid even money."""
WRONG_PASSWORDS_MAX = 6
SHORT_SHOE_ENTRIES_MAX = 3_000


async def play(url: str) -> None:
    """Play the floor in an empty database."""
    store = await Store.open(url)
    try:
        evening = Evening(store, 20261118, tables(), staff=0.03)
        await _accounts(store, evening)
        await evening.open()
        await evening.play(STEPS)
        await _rare_acts(evening)
        await _shoe_runs_out(evening)
        await _practice(evening)
        await _computers(evening)
        missing = await missing_kinds(store)
        if missing:
            raise RuntimeError(f"the floor lacks {', '.join(sorted(missing))}")
    finally:
        await store.close()


def tables() -> tuple[Opened, ...]:
    """All games, by shoe and by device, tables with all settings changed, and one whose two decks run out."""
    text = book_text("star-pontoon").replace("decks = { value = 8, clause", "decks = { value = 2, clause")
    text = text.replace("[6, 8]", "[2, 6, 8]").replace("cut_least_decks = { value = 1", "cut_least_decks = { value = 0")
    strict = Settings(sign=SIGN, players_on_box=1, late_to_minimum=True, supervisor_cuts=True, computers=False)
    return (
        *tables_of_all_games(),
        Opened("strict", "star-pontoon", strict),
        Opened("decks", "canberra-pontoon", options={"decks": 4, "smallest_chip": "1.00"}),
        Opened("short", "star-pontoon", text=text),
    )


async def _accounts(store: Store, evening: Evening) -> None:
    """A person of every role, and everything that can happen to an account."""
    front = Front(store, evening.clock, CHEAP)
    made = _made(await front.administration.create_first_administrator())
    visit = await front.sessions.find(_admitted(await front.login.login(made.name, made.password)).token)
    assert visit is not None
    admin = _admitted(await front.administration.change_password(visit, made.password, PASSWORD)).person
    for role in Role:
        if role is not Role.PLAYER:
            await front.login.login(
                _made(await front.administration.open_staff(admin, f"my-{role}", role)).name, PASSWORD
            )
    walter = _admitted(await front.login.open_account("walter", PASSWORD))
    await front.login.open_guest()
    visit = await front.sessions.find(walter.token)
    assert visit is not None
    await front.login.logout(visit)
    for _ in range(WRONG_PASSWORDS_MAX):
        await front.login.login("walter", "not the password")
    for changed in (
        await front.administration.enable(admin, "walter"),
        await front.administration.give_role(admin, "walter", Role.DEALER),
        await front.administration.end_sessions(admin, "walter"),
        await front.administration.disable(admin, "walter"),
    ):
        assert isinstance(changed, Person), changed
    await front.close()


async def _shoe_runs_out(evening: Evening) -> None:
    """Seven boxes draw from two decks until these run out during a round, twice."""
    for number, name in enumerate(evening.people[:7], start=1):
        await evening.ask(Person(name, Role.PLAYER), "short", c.BuyIn(Cents(100_000)))
        await evening.ask(Person(name, Role.PLAYER), "short", c.Sit(number))
    live = await evening.house.table("short")
    shuffles = 0
    while shuffles < 2:
        table = live.table
        assert table.version < SHORT_SHOE_ENTRIES_MAX, "the shoe never ran out"
        before = table.pack is not None and table.pack.mid_round
        if table.status is not Status.OPEN and not table.in_round:
            await evening.ask(SUPERVISOR, "short", c.OpenForPlay())
        elif table.in_round and table.cut_offer is None and (waiting := live.waiting()):
            one = waiting[0]
            hit = c.DoHit(one.box) if one.what == "decision" else c.Decline(one.box)
            if not isinstance(await evening.ask(Person(one.player, Role.PLAYER), "short", hit), Done):
                await evening.time_up("short")
        elif not table.in_round and table.cut_offer is None:
            for box, name in table.seats.items():
                await evening.ask(Person(name, Role.PLAYER), "short", c.Lay(box, Cents(500)))
            await evening.time_up("short")
        else:
            await evening.time_up("short")
        after = live.table.pack is not None and live.table.pack.mid_round
        shuffles += after and not before


async def _rare_acts(evening: Evening) -> None:
    """What a random evening may miss: a full table, a player who is away or leaves during a round, a restriction."""
    table_id = "rare"
    game = "star-pontoon"
    await evening.house.open_table(table_id, book_of(game), book_text(game), Settings(sign=SIGN))
    await evening.ask(SUPERVISOR, table_id, c.OpenForPlay())
    ann, bob, cat = (Person(name, Role.PLAYER) for name in ("ann", "bob", "cat"))
    for person in (ann, bob, cat):
        await evening.ask(person, table_id, c.BuyIn(Cents(200_000)))
    for box in range(1, 8):
        await evening.ask(ann, table_id, c.Sit(box))
    live = await evening.house.table(table_id)
    while live.table.cut_offer is not None:
        await evening.time_up(table_id)
    for box in range(1, 8):
        await evening.ask(ann, table_id, c.Lay(box, Cents(1_000)))
    await evening.ask(bob, table_id, c.Lay(2, Cents(1_000)))
    await evening.ask(bob, table_id, c.AskForBox())
    await evening.time_up(table_id)
    assert isinstance(await evening.ask(ann, table_id, c.Leave()), Done)
    while live.table.in_round:
        await evening.time_up(table_id)
    assert isinstance(
        await evening.house.submit_authorized("house", table_id, "", 0, c.NoteAway("bob", away=True)), Done
    )
    await evening.ask(cat, table_id, c.Lay(1, Cents(1_000)))
    while live.table.round_number < 2 or live.table.in_round:  # bob sits it out
        await evening.time_up(table_id)
    assert isinstance(await evening.ask(GAMING_MANAGER, table_id, c.Restrict("bob", True, False, True)), Done)
    assert isinstance(await evening.ask(GAMING_MANAGER, table_id, c.Restrict("bob", True, True, True)), Done)


async def _practice(evening: Evening) -> None:
    """A practice table whose owner sets the cards."""
    game = "canberra-blackjack"
    settings = Settings(sign=SIGN, practice=True, owner="ann")
    await evening.house.open_table(PRACTICE_TABLE, book_of(game), book_text(game), settings, by="ann")
    await evening.house.submit_authorized("house", PRACTICE_TABLE, "", 1, c.OpenForPlay())
    live = await evening.house.table(PRACTICE_TABLE)
    ann = Person("ann", Role.PLAYER)
    await evening.ask(ann, PRACTICE_TABLE, c.BuyIn(Cents(100_000)))
    await evening.ask(ann, PRACTICE_TABLE, c.Sit(4))
    while live.table.cut_offer is not None:
        await evening.time_up(PRACTICE_TABLE)
    for cards in PRACTICE_CARDS:
        await evening.ask(ann, PRACTICE_TABLE, c.SetCards(cards))
        assert isinstance(await evening.ask(ann, PRACTICE_TABLE, c.Lay(4, Cents(1_000))), Done)
        await evening.ask(ann, PRACTICE_TABLE, c.Ready())
        await evening.ask(ann, PRACTICE_TABLE, c.DoEvenMoney(4))
        while live.table.in_round:
            stood = await evening.ask(ann, PRACTICE_TABLE, c.DoStand(4))
            if not isinstance(stood, Done):
                await evening.time_up(PRACTICE_TABLE)


async def _computers(evening: Evening) -> None:
    """Computer players of every kind beside a person."""
    table_id = "company"
    ann = Person("ann", Role.PLAYER)
    game = "canberra-pontoon"
    await evening.house.open_table(table_id, book_of(game), book_text(game), Settings(sign=SIGN))
    await evening.ask(SUPERVISOR, table_id, c.OpenForPlay())
    await evening.ask(ann, table_id, c.BuyIn(Cents(200_000)))
    await evening.ask(ann, table_id, c.Sit(1))
    kinds: tuple[c.ComputerKind, ...] = get_args(c.ComputerKind)
    for box, kind in enumerate(kinds, start=2):
        assert isinstance(await evening.ask(ann, table_id, c.AskComputer(box, kind)), Done)
    computers = Computers(evening.house, at_once=True, chance=Random(3))
    computers.start()
    live = await evening.house.table(table_id)
    while live.table.round_number < ROUNDS_WITH_COMPUTERS or live.table.in_round:
        table = live.table
        if table.cut_offer is not None:
            await evening.time_up(table_id)
        elif not table.in_round and not table.wager_of("ann", 1):
            stake = 1_000 if table.patrons["ann"].warned else 100  # the first is under the minimum
            await evening.ask(ann, table_id, c.Lay(1, Cents(stake)))
        elif not table.in_round and len({laid.player for laid in table.wagers}) > len(kinds):
            await evening.ask(ann, table_id, c.Ready())
        elif any(one.player == "ann" for one in live.waiting()):
            await evening.time_up(table_id)
        await asyncio.sleep(0.01)
    await computers.close()


async def missing_kinds(store: Store) -> set[str]:
    """Kinds of records and acts that a journal contains no example of."""
    found = {name for entry in await store.since(0, 1_000_000) for name in _names(msgspec.json.decode(entry.records))}
    kinds = (*get_args(r.TableRecord), *get_args(people.Record), *get_args(acts.Act))
    return {str(kind.__struct_config__.tag) for kind in kinds if kind not in NOT_IN_FLOORS} - found


def _names(stored: object) -> Iterable[str]:
    """Every tag in stored JSON, of records and of the acts in them."""
    if isinstance(stored, dict):
        for key, value in stored.items():
            if key in ("is", "do"):
                yield value
            yield from _names(value)
    elif isinstance(stored, list):
        for value in stored:
            yield from _names(value)


def _made(answer: object) -> OneTimePassword:
    assert isinstance(answer, OneTimePassword), answer
    return answer


def _admitted(answer: object) -> Admitted:
    assert isinstance(answer, Admitted), answer
    return answer


def read_backup(file: Path, folder: Path) -> Path:
    """A golden backup, unpacked into a folder."""
    unpacked = folder / file.name.removesuffix(".xz")
    unpacked.write_bytes(lzma.decompress(file.read_bytes()))
    return unpacked


async def _store(url: str, file: Path) -> str:
    await play(url)
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "backup.db"
        verdict = await backup(url, written)
        file.write_bytes(lzma.compress(written.read_bytes(), preset=9))
    say(f"{file}: {verdict.entries} entries, {file.stat().st_size} bytes")
    return f"{verdict.entries}:{verdict.head.hex()}"


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    postgres = Postgres()
    try:
        with tempfile.TemporaryDirectory() as data:
            urls = {"sqlite.db.xz": database_url(data), "postgresql.db.xz": database_url(data, postgres.fresh())}
            heads = {name: asyncio.run(_store(url, folder / name)) for name, url in urls.items()}
            (folder / HEADS).write_text(json.dumps(heads, indent=1) + "\n")
    finally:
        postgres.close()


if __name__ == "__main__":
    main()
