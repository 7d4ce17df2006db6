"""``boxseat compare``: the effect on the house edge of each difference between two books."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from fractions import Fraction

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from boxseat.cli.books import table_book
from boxseat.cli.errors import WrongRequest
from boxseat.cli.odds.edge import who_is_ahead
from boxseat.cli.progress import telling
from boxseat.odds.exact.comparison import SUPER_BONUS_STAKE_CENTS, Comparison, Side, compare
from boxseat.odds.exact.hand_rules import Unsolvable
from boxseat.odds.json_answers import comparison_answer
from boxseat.rulebook.book import Book


def show_comparison(games: Sequence[str], *, settings: Sequence[str] | None, decks: int | None, as_json: bool) -> None:
    """Compare two books, or one book with and without the given settings."""
    if len(games) > 2:
        raise WrongRequest(f"GAME: {len(games)} games are given; only two can be compared")
    if len(games) == 1 and not settings and decks is None:
        raise WrongRequest("GAME: name a second game to compare with, or use --set or --decks")
    first, second = table_book(games[0]), table_book(games[-1], settings, decks)
    try:
        with telling(f"{first.title}: the house edge") as tell:
            found = compare(first, second, lambda number, of, said: tell(f"{first.title}: {number} of {of}, {said}"))
    except Unsolvable as error:
        raise WrongRequest(f"{' or '.join(dict.fromkeys((first.name, second.name)))}: {error}") from None
    if as_json:
        typer.echo(json.dumps(comparison_answer(first, second, found), indent=1, ensure_ascii=False))
    else:
        _show(first, second, found)


def _show(first: Book, second: Book, found: Comparison) -> None:
    console = Console(highlight=False, markup=False, emoji=False)
    for place, book, edge in (("first", first, found.first_edge), ("second", second, found.second_edge)):
        said = f"{place + ':':<8}{book.title}, {book.cards.decks.value} decks: "
        console.print(Text(said, "bold").append(who_is_ahead(edge), "not bold"))
    if found.differences:
        console.print(_differences(found))
    else:
        console.print(Text("No rule differs that changes what a main wager is worth."))
    if found.beside:
        console.print(_beside(found))
    if found.without_effect:
        said = f"Rules that differ and are no part of these figures: {', '.join(found.without_effect)}."
        for line in textwrap.wrap(said, console.width - 1, break_on_hyphens=False):
            console.print(Text(line, "dim"))


def _differences(found: Comparison) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("rule", "first", "second"):
        table.add_column(heading, overflow="fold")
    table.add_column("house edge", justify="right", no_wrap=True)
    table.add_column("who gains", no_wrap=True)
    for one in found.differences:
        table.add_row(one.said, _side(one.first), _side(one.second), *_effect(one.alone))
    table.add_section()
    if len(found.differences) > 1:
        table.add_row("what they do to each other", "", "", *_effect(found.interaction))
    table.add_row(Text("all together", "bold"), "", "", *_effect(found.together))
    return table


def _side(side: Side) -> str:
    value = side.value.replace("-", " ")  # the words an option is set by stand in the JSON
    return f"{value} ({side.clause})" if side.clause else value


def _effect(effect: float | None) -> tuple[str, str]:
    if effect is None:
        return "", "not alone"
    if abs(effect) < 5e-10:
        return f"{0:.4%}", "neither"
    return f"{effect:+.4%}", "the house" if effect > 0 else "the player"


def _beside(found: Comparison) -> Table:
    """Bets that are decided beside the main wager, by their own house edges."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("beside the main wager", "first", "second", "who gains"):
        table.add_column(heading)
    for one in found.beside:
        name = f"{one.name} at ${SUPER_BONUS_STAKE_CENTS // 100}" if one.name == "super-bonus" else one.name
        gains = ""
        if one.first is not None and one.second is not None:
            gains = _effect(float(one.second - one.first))[1]
        table.add_row(name, *map(_figure, (one.first, one.second), one.clauses), gains)
    return table


def _figure(edge: Fraction | None, clause: str) -> str:
    return "none" if edge is None else f"{float(edge):+.4%} ({clause})"
