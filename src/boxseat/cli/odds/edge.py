"""``boxseat edge``: the house edge of a game, the spread of its results, and its side bets."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from boxseat.cli.books import table_book
from boxseat.cli.errors import WrongRequest
from boxseat.cli.progress import telling
from boxseat.money import Cents
from boxseat.odds.exact.hand_rules import Unsolvable
from boxseat.odds.exact.whole_game import Game, whole_game
from boxseat.odds.json_answers import SIDE_BETS, edge_answer
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import with_options

SUPER_BONUS_STAKES_DOLLARS = (5, 10, 25, 50, 100)
"""Wagers for which the Super Bonus is shown."""
RARE_CHANCE = 0.001
"""Results rarer than this are shown together."""
BAR_CHARS = 32
"""The length of the longest bar of the histogram."""


def show_edge(game: str, *, settings: Sequence[str] | None, decks: int | None, all_decks: bool, as_json: bool) -> None:
    """Show the figures of a game, or of the game with every number of decks its book permits."""
    book = table_book(game, settings, decks)
    books = [book]
    if all_decks:
        if decks is not None or any(setting.startswith("decks=") for setting in settings or ()):
            raise WrongRequest("--all-decks: cannot be used together with --decks or --set decks")
        books = _by_decks(book)
    found = [_worked_out(one) for one in books]
    records = [edge_answer(one, figures) for one, figures in zip(books, found, strict=True)]
    if as_json:
        typer.echo(json.dumps({"game": book.name, "by_decks": records} if all_decks else records[0], indent=1))
        return
    console = Console(highlight=False, markup=False, emoji=False)
    if all_decks:
        _show_decks(console, books, found)
    else:
        _show(console, book, found[0])


def _by_decks(book: Book) -> list[Book]:
    permitted = book.cards.decks.permitted
    if permitted == "any":
        raise WrongRequest("--all-decks: this book permits any number of decks; choose one with --decks")
    return [with_options(book, {"decks": decks}) for decks in permitted] if permitted else [book]


def _worked_out(book: Book) -> Game:
    with telling(f"{book.title}: {book.cards.decks.value} decks"):
        try:
            return whole_game(book)
        except Unsolvable as error:
            raise WrongRequest(f"{book.name}: {error}") from None


def who_is_ahead(edge: float) -> str:
    """An edge in words, since its sign is easily misread."""
    if abs(edge) < 5e-10:
        return "even: neither side is ahead"
    return f"the house keeps {edge:.4%}" if edge > 0 else f"the player is ahead by {-edge:.4%}"


def _show(console: Console, book: Book, game: Game) -> None:
    console.print(
        Text(f"{book.title}, {book.cards.decks.value} decks: best play, first round from a fresh shoe", "bold")
    )
    exact = "exact" if game.exact else f"good to {game.error_bound:.1g}"
    facts = _plain_table()
    facts.add_row("house edge", f"{game.house_edge:.6%}", f"{who_is_ahead(game.house_edge)} of the wager ({exact})")
    facts.add_row("standard deviation", f"{game.standard_deviation:.6f}", "units a round")
    for name, edge in game.side_bets.items():
        facts.add_row(_title(name), f"{float(edge):.6%}", f"{who_is_ahead(float(edge))} ({edge})")
    if game.insurance is not None:
        said = f"{who_is_ahead(float(game.insurance))} ({game.insurance})"
        facts.add_row("insurance", f"{float(game.insurance):.6%}", said)
    console.print(facts)
    console.print()
    if game.super_bonus:
        bonus = game.super_bonus
        once = f"one round in {round(1 / bonus.probability):,}" if bonus.probability else "never"
        console.print(Text("Super Bonus", "bold").append(f", on top of that: {once}, always drawing to it", "not bold"))
        table = _plain_table()
        table.add_row("wager", *(f"${stake}" for stake in SUPER_BONUS_STAKES_DOLLARS))
        table.add_row("worth", *(f"{bonus.value_at(Cents(stake * 100)):.4%}" for stake in SUPER_BONUS_STAKES_DOLLARS))
        console.print(table)
        console.print()
    console.print(Text("Results of a round, in units", "bold"))
    console.print(_histogram(game.outcomes, plain=not console.encoding.lower().startswith("utf")))
    console.print()
    console.print(Text("How hands are settled, by how many a round", "bold"))
    lines = _plain_table()
    for name, often in game.lines.items():
        lines.add_row(name, f"{often:.4%}", f"one in {1 / often:,.0f}" if often < 0.1 else "")
    console.print(lines)


def _plain_table() -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    return table


def _histogram(outcomes: Mapping[float, float], *, plain: bool) -> Table:
    """A bar for every result that is not rare, and the rare ones together at the ends and between."""
    rows = gathered(outcomes)
    most = max(chance for _, chance in rows)
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right")
    table.add_column(justify="right")
    table.add_column(no_wrap=True)
    for name, chance in rows:
        eighths = round(chance / most * BAR_CHARS * 8)
        bar = "#" * round(eighths / 8) if plain else "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
        table.add_row(name, f"{chance:.3%}", bar)
    return table


def gathered(outcomes: Mapping[float, float]) -> list[tuple[str, float]]:
    """Results by name, lowest first; rare ones below, between and above the common ones are added up."""
    common = [won for won, chance in outcomes.items() if chance >= RARE_CHANCE]
    low, high = min(common), max(common)

    def together(name: str, chances: Iterable[float]) -> list[tuple[str, float]]:
        chance = sum(chances)
        return [(name, chance)] if chance else []

    return [
        *together(f"under {low:+g}", (chance for won, chance in outcomes.items() if won < low)),
        *((f"{won:+g}" if won else "0", outcomes[won]) for won in sorted(common)),
        *together(f"over {high:+g}", (chance for won, chance in outcomes.items() if won > high)),
        *together(
            "others between", (chance for won, chance in outcomes.items() if low < won < high and won not in common)
        ),
    ]


def _title(name: str) -> str:
    return name.replace("-", " ").title()


def _show_decks(console: Console, books: Sequence[Book], found: Sequence[Game]) -> None:
    console.print(Text(f"{books[0].title}: house edges by the number of decks", "bold"))
    bets = [name for name in SIDE_BETS if name in found[0].side_bets]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("decks", "house edge", "deviation", *map(_title, bets)):
        table.add_column(heading, justify="right")
    if found[0].insurance is not None:
        table.add_column("insurance", justify="right")
    if found[0].super_bonus:
        table.add_column("Super Bonus", justify="right")
    for book, game in zip(books, found, strict=True):
        cells = [f"{game.house_edge:.4%}", f"{game.standard_deviation:.4f}"]
        cells += [f"{float(game.side_bets[name]):+.4%}" for name in bets]
        if game.insurance is not None:
            cells.append(f"{float(game.insurance):.4%}")
        if game.super_bonus:
            cells.append(
                f"1 in {round(1 / game.super_bonus.probability):,}" if game.super_bonus.probability else "never"
            )
        table.add_row(str(book.cards.decks.value), *cells)
    console.print(table)
    if any(edge < 0 for game in found for edge in game.side_bets.values()):
        console.print(Text("A house edge below zero means that the player is ahead."))
