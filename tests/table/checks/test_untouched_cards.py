"""Where the machine deals, nobody touches a card: no command changes one that is dealt, or the next (SP 4.8, S6 3.8)."""

from __future__ import annotations

from copy import deepcopy

import pytest

from boxseat.house.authority import NEEDS
from boxseat.play.acts import Deal
from boxseat.rulebook.load import GAMES
from boxseat.table.card_source import decks
from boxseat.table.state import Table
from tests.house.test_matrix import every_command
from tests.table.day import SUPERVISOR, Day

BEGUN = "8S 9S 6S 8H 9H 9D 3H 4C 5D 2S"
MANAGER = "gus"


def dealt(table: Table) -> list[str]:
    """The cards of the round, in the order in which they were dealt."""
    return [str(act.card) for act in table.current_round.acts if isinstance(act, Deal)]


def in_play(game: str) -> Day:
    """A round that waits for ann's decision, with the rest of the shoe in a known order."""
    day = Day(game).opened("ann", "bob", "cat")
    day.deal(BEGUN, ann=10, bob=10)
    return day


@pytest.mark.parametrize("game", GAMES)
def test_4_8_no_command_touches_a_card_that_the_machine_has_dealt(game: str) -> None:
    day = in_play(game)
    before, round_ = dealt(day.table), day.table.round_id
    assert day.table.pack is not None
    order = [str(card) for card in day.orders[day.table.pack.shoe, 1]]
    first = day.table.pack.drawn - len(before)
    assert order[first : day.table.pack.drawn] == before
    done = 0
    for command in every_command():
        if type(command) not in NEEDS:
            continue  # the house's own, which nobody may send
        for who in ("ann", "bob", SUPERVISOR, MANAGER):
            if day.may(who, command) is not None:
                continue
            after = deepcopy(day)
            after.done(who, command)
            done += 1
            assert after.table.round_id == round_
            cards = dealt(after.table)
            assert cards[: len(before)] == before, command
            assert cards == order[first : first + len(cards)], command
            assert len(order) == len(decks(day.book))
    assert done > 10, "some commands were done"
