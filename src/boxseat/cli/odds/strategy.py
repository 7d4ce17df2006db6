"""``boxseat strategy``: the best chart a player can carry, on the screen, as a file or as a picture."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import typer
from rich.console import Console
from rich.text import Text

from boxseat.cli.books import table_book
from boxseat.cli.errors import WrongRequest
from boxseat.odds.exact.hand_rules import Unsolvable
from boxseat.odds.exact.solver import edge
from boxseat.odds.json_answers import chart_answer
from boxseat.odds.policy import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from boxseat.odds.strategy.best_chart import best_chart
from boxseat.odds.strategy.chart import Chart
from boxseat.odds.strategy.chart_file import BadChart, chart_text, read_chart
from boxseat.odds.strategy.chart_image import NoMatplotlib, check_png, draw, save_png, svg
from boxseat.odds.strategy.legend import Block, ChartFigures, blocks, decks_of, meanings, notes
from boxseat.rulebook.book import Book

CELL_CHARS = 5
"""The width of a cell."""
LABEL_CHARS = 10
"""The width of the labels of rows."""
STYLES: dict[int | None, str] = {
    HIT: "",
    STAND: "bold black on yellow",
    DOUBLE: "bold white on blue",
    SPLIT: "bold black on cyan",
    SURRENDER: "bold white on magenta",
    None: "dim",
}
"""By action; colour only repeats the letters, so it may be missing."""


def show_strategy(
    game: str,
    *,
    settings: Sequence[str] | None,
    decks: int | None,
    own: str,
    svg_file: str,
    png_file: str,
    as_json: bool,
) -> None:
    """Find the best chart of a game, or read the player's own; value it; print, draw or write it."""
    book = table_book(game, settings, decks)
    for option, path in (("--svg", svg_file), ("--png", png_file)):
        if path and not Path(path).parent.is_dir():
            # Said at once, and not after the work.
            raise WrongRequest(f"{option}: {path[:200]!r} cannot be written: there is no such folder")
    try:
        if png_file:
            check_png()
        chart = read_chart(own, book) if own else None
        with _telling(f"{book.title}: finding the best chart") as tell:
            if chart is None:
                chart = best_chart(book, lambda column: tell(f"{book.title}: playing against {column}"))
            tell(f"{book.title}: valuing the chart")
            figures = ChartFigures(edge(book, chart.policy(book)).house_edge, edge(book).house_edge)
    except BadChart as error:
        raise WrongRequest(f"--chart: {error}") from None
    except NoMatplotlib as error:
        raise WrongRequest(f"--png: {error}") from None
    except Unsolvable as error:
        raise WrongRequest(f"{book.name}: {error}") from None
    _write_pictures(chart, book, figures, svg_file, png_file)
    if as_json:
        typer.echo(chart_text(chart_answer(chart, book, figures)))
    elif svg_file or png_file:
        typer.echo(f"Drawn in {' and '.join(filter(None, (svg_file, png_file)))}. {figures}")
    else:
        _show(chart, book, figures)


@contextmanager
def _telling(words: str) -> Iterator[Callable[[str], None]]:
    """A status line on standard error, if that is a terminal."""
    with Console(stderr=True, highlight=False).status(words) as status:
        yield status.update


def _write_pictures(chart: Chart, book: Book, figures: ChartFigures, svg_file: str, png_file: str) -> None:
    if not svg_file and not png_file:
        return
    drawing = draw(chart, book, figures)
    option, path = "--svg", svg_file
    try:
        if svg_file:
            Path(svg_file).write_text(svg(drawing), "utf-8")
        option, path = "--png", png_file
        if png_file:
            save_png(drawing, png_file)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise WrongRequest(f"{option}: {path[:200]!r} cannot be written: {reason}") from None


def _show(chart: Chart, book: Book, figures: ChartFigures) -> None:
    console = Console(highlight=False, markup=False, emoji=False)
    plain = not console.encoding.lower().startswith("utf")
    columns = list(chart.hard["20"])
    lines = [Text(f"{book.title}, {decks_of(book)}", "bold")]
    for block in blocks(chart, book):
        lines += [Text(), *_block(block, columns)]
    lines.append(Text())
    for sample, action, said in meanings(chart, book):
        lines.append(Text(" ").append(sample.center(CELL_CHARS), STYLES[action]).append(f" {said}"))
    lines += [Text(), *map(Text, notes(book)), *map(Text, textwrap.wrap(str(figures), 79))]
    for line in lines:
        if not console.is_terminal:
            line.rstrip()
        console.print(_in_ascii(line) if plain else line, soft_wrap=True)


def _block(block: Block, columns: Sequence[str]) -> Iterator[Text]:
    yield Text(block.title, "bold")
    yield Text("dealer".rjust(LABEL_CHARS) + " " + "".join(column.center(CELL_CHARS) for column in columns), "dim")
    for label, cells in block.rows:
        line = Text().append(label.rjust(LABEL_CHARS), "bold").append(" ")
        for text, action, _ in cells:
            line.append(text.center(CELL_CHARS), STYLES[action])
        yield line


def _in_ascii(line: Text) -> Text:
    """For a terminal that shows nothing else: spades as ^, and the sign for "or less" left out."""
    shown = line.copy()
    shown.plain = line.plain.replace("♠", "^").replace("≤", " ")
    return shown
