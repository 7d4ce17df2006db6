"""A table is dealt the cards that its source gives, and waits while nobody has named the next one."""

from __future__ import annotations

from random import Random

from boxseat.cards import parse_cards
from boxseat.money import Cents
from boxseat.play.state import Phase
from boxseat.table import commands as c
from boxseat.table.card_source import NamedCards
from boxseat.table.desk import Desk
from boxseat.table.dispatch import carry_out
from boxseat.table.state import Table
from tests.table.day import HOUSE, Day


def _dealt(day: Day, who: str, command: c.TableCommand, cards: str) -> Table:
    named = NamedCards(parse_cards(cards))
    desk = Desk(
        day.book,
        day.table,
        day.at + 60_000_000,
        seeds=day.seeds,
        entropy=Random(0).randbytes,
        orders=day.orders,
        cards=named,
    )
    assert carry_out(desk, who, command) is None
    return desk.done()


def test_a_round_is_dealt_cards_that_somebody_names() -> None:
    day = Day("canberra-pontoon").opened("ann")
    day.done("ann", c.Lay(1, Cents(2_000)))
    day.table = _dealt(day, HOUSE, c.TimeUp(), "KH 9S 8D")
    assert day.table.current_round.boxes[0].dealt == parse_cards("KH 8D")
    assert day.table.current_round.dealer == parse_cards("9S")
    day.table = _dealt(day, "ann", c.DoStand(1), "KC")
    assert (day.table.in_round, day.table.current_round.net()) == (False, {"ann": -2_000})


def test_it_waits_while_nobody_has_named_the_next_card() -> None:
    day = Day("canberra-pontoon").opened("ann")
    day.done("ann", c.Lay(1, Cents(2_000)))
    table = _dealt(day, HOUSE, c.TimeUp(), "KH 9S")
    assert (table.in_round, table.current_round.phase) == (True, Phase.INITIAL_DEAL)
    assert table.current_round.cards_used == 2
