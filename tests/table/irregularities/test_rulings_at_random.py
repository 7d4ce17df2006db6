"""Rulings at random in rounds at random: every cent is accounted for, refusals change nothing, and each round replays alike."""

from __future__ import annotations

from random import Random

import pytest

from boxseat.money import Cents
from boxseat.play.acts import StaffAct
from boxseat.play.document import read_document
from boxseat.play.document_writer import write_document
from boxseat.play.replay import play_document
from boxseat.play.state import Round
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.fold import retrace
from boxseat.table.records import RoundSettled
from boxseat.table.state import Table
from tests.house.random_evening import any_ruling
from tests.table.day import SUPERVISOR, Day
from tests.table.test_day_at_random import commands_of
from tests.tiers import cases

PEOPLE = ("ann", "bob", "cat")


def _rounds_over(day: Day, before: Table) -> list[Round]:
    """The rounds that the last command ended, as the records tell them."""
    steps, _ = retrace(day.book, before, day.happened, day.at)
    return [step.before.current_round for step in steps if isinstance(step.record, RoundSettled)]


def _replays_alike(day: Day, played: Round) -> None:
    replayed = play_document(read_document(write_document(day.book, played, game=day.book.name)))
    assert replayed.refused == ()
    again = replayed.round
    assert (again.settlements, again.net(), again.void) == (played.settlements, played.net(), played.void)


def _next(day: Day, rng: Random) -> tuple[str, c.TableCommand]:
    """A decision of somebody who is asked, a ruling, or a wager."""
    table = day.table
    if table.in_round and rng.random() < 0.2:
        return SUPERVISOR, any_ruling(rng, table)
    if table.in_round and day.waiting and table.cut_offer is None:
        name = rng.choice(day.waiting).player
        choices = [command for choice in day.you(name).choices for command in commands_of(choice)]
        return name, rng.choice(choices)
    if rng.random() < 0.1 and not table.in_round:
        return SUPERVISOR, any_ruling(rng, table)
    name = rng.choice(PEOPLE)
    if day.chips(name) < 500:
        return name, c.BuyIn(Cents(50 * rng.randint(20, 60)))
    pairs = Cents(500 if rng.random() < 0.3 else 0)
    return name, c.Lay(rng.choice((1, 1, 2, 3)), Cents(500 * rng.randint(1, 3)), perfect_pairs=pairs)


def _play(day: Day, rng: Random, steps: int) -> int:
    """Play so many steps, and check each; the number of rounds in which staff ruled and that are over."""
    ruled = 0
    for _ in range(steps):
        before = day.table
        if before.cut_offer is not None or (before.has_stakes and not before.in_round and rng.random() < 0.4):
            day.time_up()
        else:
            who, command = _next(day, rng)
            if day.do(who, command) is not None:
                assert day.table is before, "a refused command changes nothing"
                continue
        for played in _rounds_over(day, before):
            if any(isinstance(act, StaffAct) for act in played.acts):
                ruled += 1
                _replays_alike(day, played)
    return ruled


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cards_from", ["shoe", "device"])
@pytest.mark.parametrize("seed", cases(range(12), (0, 1)))
def test_rulings_at_random(game: str, cards_from: str, seed: int) -> None:
    """After every command the ledger, the records, the snapshot and what is shown agree (`Day`)."""
    rng = Random(f"{game} {cards_from} {seed}")
    day = Day(game, seed, cards_from=cards_from).opened(*PEOPLE, chips=2000)
    assert _play(day, rng, 300)
    assert not {name for name, cents in day.money.items() if name.startswith("owed/") and cents > 0}
    day.close()
    while day.table.status != "closed":
        day.time_up()
    assert not [name for name, cents in day.money.items() if cents and name.startswith(("chips/", "wager/", "float/"))]
