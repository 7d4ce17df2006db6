"""Whole random days: all invariants hold, and the lists of open and closed choices are correct."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from boxseat.fairness.shuffle import cut_bounds
from boxseat.money import Cents, parse_dollars
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.picture import ChoiceSeen, ClosedSeen
from boxseat.table.state import Status
from tests.house.random_evening import any_command
from tests.table.day import HOUSE, SUPERVISOR, Day
from tests.tiers import cases

PEOPLE = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ivy")
WORDS: dict[str, Callable[[int], c.TableCommand]] = {
    "even-money": c.DoEvenMoney,
    "surrender": c.DoSurrender,
    "split": c.DoSplit,
    "forfeit": c.DoForfeit,
    "hit": c.DoHit,
    "stand": c.DoStand,
    "decline": c.Decline,
    "pass": c.Pass,
}


def commands_of(choice: ChoiceSeen | ClosedSeen) -> list[c.TableCommand]:
    """The commands that a client may send for a choice: with its least and greatest amount, and with none."""
    amount = choice.amount if isinstance(choice, ChoiceSeen) else None
    amounts = [Cents(500)] if amount is None else [parse_dollars(amount.least), parse_dollars(amount.most)]
    match choice.do:
        case "insure":
            return [c.DoInsure(choice.box, cents) for cents in amounts]
        case "double":
            return [c.DoDouble(choice.box, cents) for cents in amounts] if amount else [c.DoDouble(choice.box)]
        case "join":
            return [c.Join(choice.box), *(c.Join(choice.box, cents) for cents in amounts if amount)]
    return [WORDS[choice.do](choice.box)]


def look_at_choices(day: Day) -> None:
    """An open choice can be carried out, and a closed one is refused for the reason given."""
    for name in day.table.patrons:
        you = day.you(name)
        for choice in you.choices:
            for command in commands_of(choice):
                refused = day.may(name, command)
                assert refused is None, (name, command, refused)
        for closed in you.closed:
            for command in commands_of(closed):
                refused = day.may(name, command)
                assert refused is not None, (name, command)
                assert (refused.code, refused.clause, refused.reason) == (closed.code, closed.clause, closed.reason)


def _step(day: Day, rng: Random) -> None:
    table = day.table
    if rng.random() < 0.08:
        name = rng.choice((*PEOPLE, SUPERVISOR))
        day.do(name, any_command(rng, table))
    elif table.status is Status.CLOSED:
        day.done(SUPERVISOR, c.OpenForPlay())
    elif table.cut_offer is not None or (table.in_round and rng.random() < 0.05):
        pack, player = table.pack, table.cut_offer.player if table.cut_offer else ""
        if player and pack is not None and rng.random() < 0.7:
            day.done(player, rng.choice((c.Cut(rng.randint(*cut_bounds(day.book, pack.size))), c.DeclineCut())))
        else:
            day.time_up()
    elif table.in_round:
        look_at_choices(day)
        name = rng.choice(day.waiting).player
        day.done(name, rng.choice([command for choice in day.you(name).choices for command in commands_of(choice)]))
    elif len(table.patrons) < 4:
        day.do(rng.choice(PEOPLE), c.BuyIn(Cents(50 * rng.randint(20, 800))))
    elif table.has_stakes and rng.random() < 0.2:
        day.time_up()
    else:
        name = rng.choice(list(table.patrons))
        stake = Cents(50 * rng.randint(1, 100))
        pairs = Cents(100 * rng.randint(1, 9) if rng.random() < 0.2 else 0)
        command: c.TableCommand = c.Lay(rng.randint(1, 7), stake, perfect_pairs=pairs)
        day.do(name, rng.choices((command, c.Ready(), c.Sit(rng.randint(1, 7)), c.Leave()), (8, 4, 2, 0.3))[0])


def a_day(game: str, seed: int, steps: int) -> Day:
    rng = Random(seed)
    day = Day(
        game,
        seed,
        cards_from=rng.choice(("shoe", "shoe", "device")),
        late_to_minimum=rng.random() < 0.3,
        supervisor_cuts=rng.random() < 0.3,
    )
    for _ in range(steps):
        _step(day, rng)
        assert all(said[0].isupper() or said.startswith(PEOPLE) for said in day.said), day.said
    return day


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", cases(range(6), (0, 1)))
def test_a_day_at_random(game: str, seed: int) -> None:
    """After every command of a day: money, records, snapshots, secrecy and choices."""
    day = a_day(game, seed, 250)
    assert day.table.round_number > 3
    if day.table.status is Status.OPEN:
        day.close()
    while day.table.status is not Status.CLOSED:
        day.done(HOUSE, c.TimeUp())
    day.done(HOUSE, c.EmptyDrop())
    assert all(
        cents == 0 for name, cents in day.money.items() if name.startswith(("chips/", "wager/", "float/", "drop/"))
    )
