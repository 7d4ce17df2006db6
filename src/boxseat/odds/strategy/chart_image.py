"""A chart as a picture: SVG, or PNG by matplotlib.

Letters have the meaning; colours only repeat it. The colours differ in brightness, so they can be distinguished in grey print and
by colour-blind readers.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.util import find_spec
from typing import NamedTuple

from boxseat.odds.policy import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from boxseat.odds.strategy.chart import Chart
from boxseat.odds.strategy.legend import Block, ChartFigures, blocks, decks_of, meanings, notes
from boxseat.rulebook.book import Book

INK, PAPER, QUIET, LINE = "#1d1d1b", "#ffffff", "#55534e", "#8a8780"
"""Colours of text, background, secondary text and lines."""
FILLS: dict[int | None, tuple[str, str]] = {
    HIT: ("#fbf6e6", INK),
    STAND: ("#f5c04a", INK),
    SPLIT: ("#63b3a4", INK),
    DOUBLE: ("#2a5da8", "#ffffff"),
    SURRENDER: ("#3b1f3f", "#ffffff"),
    None: (PAPER, QUIET),
}
"""Colour of the cell and of its letters, by action; from light to dark."""

CELL_WIDTH_PX, CELL_HEIGHT_PX, LABEL_WIDTH_PX, GAP_PX, MARGIN_PX = 46.0, 30.0, 70.0, 44.0, 36.0
"""Sizes in units of the SVG."""
PIXELS_PER_INCH = 100


class NoMatplotlib(RuntimeError):
    """PNG was asked for where matplotlib is not installed."""


class Area(NamedTuple):
    """A filled rectangle, with its meaning in words."""

    x: float
    y: float
    width: float
    height: float
    fill: str
    said: str = ""


class Words(NamedTuple):
    """A line of text; `y` is the middle of its height."""

    x: float
    y: float
    text: str
    size: float = 15.0
    bold: bool = False
    anchor: str = "middle"
    colour: str = INK


class ChartPicture(NamedTuple):
    """The laid-out picture of a chart: its size, areas and texts."""

    title: str
    description: str
    width: float
    height: float
    areas: list[Area]
    words: list[Words]


def draw(chart: Chart, book: Book, figures: ChartFigures) -> ChartPicture:
    """Lay the chart out: hard totals and the legend on the left, everything else on the right."""
    columns = list(chart.hard["20"])
    wide = LABEL_WIDTH_PX + CELL_WIDTH_PX * len(columns)
    left, right = MARGIN_PX, MARGIN_PX + wide + GAP_PX
    decks = decks_of(book)
    drawing = ChartPicture(
        title=f"{book.title}: how to play every hand ({decks})",
        description=f"{figures} {_described(chart, book, columns)}",
        width=2 * MARGIN_PX + 2 * wide + GAP_PX,
        height=0.0,
        areas=[],
        words=[],
    )
    words = drawing.words
    words.append(Words(left, 44, book.title, 28, bold=True, anchor="start"))
    words.append(Words(left, 76, f"{decks} · {figures}", 14, anchor="start", colour=QUIET))
    first, *others = blocks(chart, book)
    below_left = _legend(drawing, chart, book, left, _block(drawing, first, columns, left, 118))
    below_right = 118.0
    for block in others:
        below_right = _block(drawing, block, columns, right, below_right) + 22
    return drawing._replace(height=max(below_left, below_right) + MARGIN_PX - 12)


def _described(chart: Chart, book: Book, columns: Sequence[str]) -> str:
    """The whole chart as text, for screen readers."""
    said = []
    for block in blocks(chart, book):
        for label, cells in block.rows:
            told = ", ".join(f"{column} {text}" for column, (text, _, _) in zip(columns, cells, strict=True))
            said.append(f"{block.title} {label}: {told}.")
    letters = "; ".join(f"{sample} {words}" for sample, _, words in meanings(chart, book))
    return " ".join([f"Each cell is for one first card of the dealer. {letters}.", *said, *notes(book)])


def _block(drawing: ChartPicture, block: Block, columns: Sequence[str], x: float, y: float) -> float:
    """One heading, the dealer's cards and the rows under them; where it ends."""
    areas, words = drawing.areas, drawing.words
    words.append(Words(x, y, block.title, 16, bold=True, anchor="start"))
    y += 26
    words.append(Words(x + LABEL_WIDTH_PX - 12, y, "dealer", 12, anchor="end", colour=QUIET))
    for place, column in enumerate(columns):
        words.append(Words(x + LABEL_WIDTH_PX + CELL_WIDTH_PX * (place + 0.5), y, column, 14, bold=True))
    y += 14
    for label, cells in block.rows:
        words.append(
            Words(x + LABEL_WIDTH_PX - 12, y + CELL_HEIGHT_PX / 2, _dashed(label), 14, bold=True, anchor="end")
        )
        for place, (text, action, said) in enumerate(cells):
            fill, colour = FILLS[action]
            at = x + LABEL_WIDTH_PX + CELL_WIDTH_PX * place
            areas.append(Area(at, y, CELL_WIDTH_PX, CELL_HEIGHT_PX, fill, f"{label} against {columns[place]}: {said}"))
            shown = _dashed(text)
            said_aloud = action not in (HIT, None) or text not in ("-", "H")
            words.append(
                Words(at + CELL_WIDTH_PX / 2, y + CELL_HEIGHT_PX / 2, shown, 15, bold=said_aloud, colour=colour)
            )
        y += CELL_HEIGHT_PX
    return y


def _dashed(text: str) -> str:
    """With dashes as they are set in print."""
    return text.replace("-", "\N{EN DASH}")


def _legend(drawing: ChartPicture, chart: Chart, book: Book, x: float, y: float) -> float:
    y += 22
    drawing.words.append(Words(x, y, "What the cells say", 16, bold=True, anchor="start"))
    y += 18
    for sample, action, said in meanings(chart, book):
        fill, colour = FILLS[action]
        drawing.areas.append(Area(x, y, CELL_WIDTH_PX, 25, fill))
        shown = _dashed(sample)
        drawing.words.append(
            Words(x + CELL_WIDTH_PX / 2, y + 12.5, shown, 14, bold=action not in (HIT, None), colour=colour)
        )
        drawing.words.append(Words(x + CELL_WIDTH_PX + 12, y + 12.5, said, 14, anchor="start"))
        y += 28
    for note in notes(book):
        drawing.words.append(Words(x, y + 14, note, 14, anchor="start", colour=QUIET))
        y += 24
    return y


def svg(drawing: ChartPicture) -> str:
    """The picture as SVG, text as text, each cell with its sentence."""
    width, height = f"{drawing.width:g}", f"{drawing.height:g}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
        ' role="img" aria-labelledby="title description" font-family="Helvetica, Arial, \'Liberation Sans\', sans-serif">',
        f'<title id="title">{escape(drawing.title)}</title>',
        f'<desc id="description">{escape(drawing.description)}</desc>',
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        f'<g stroke="{LINE}" stroke-width="1">',
    ]
    for area in drawing.areas:
        place = f'x="{area.x:g}" y="{area.y:g}" width="{area.width:g}" height="{area.height:g}" fill="{area.fill}"'
        said = f"<title>{escape(area.said)}</title>" if area.said else ""
        lines.append(f"<rect {place}>{said}</rect>" if said else f"<rect {place}/>")
    lines.append('</g><g dominant-baseline="central" pointer-events="none">')
    for words in drawing.words:
        weight = ' font-weight="700"' if words.bold else ""
        place = f'x="{words.x:g}" y="{words.y:g}" font-size="{words.size:g}" text-anchor="{words.anchor}"'
        lines.append(f'<text {place} fill="{words.colour}"{weight}>{escape(words.text)}</text>')
    return "\n".join([*lines, "</g>", "</svg>", ""])


def check_png() -> None:
    """Raise `NoMatplotlib` if PNG cannot be drawn; called before the work begins."""
    if find_spec("matplotlib") is None:
        raise NoMatplotlib("needs matplotlib, which the extra boxseat[plot] installs; --svg needs nothing")


def save_png(drawing: ChartPicture, path: str) -> None:
    """Write the picture as PNG, at twice its size for print."""
    check_png()
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    figure = Figure(figsize=(drawing.width / PIXELS_PER_INCH, drawing.height / PIXELS_PER_INCH), facecolor=PAPER)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, drawing.width), ylim=(drawing.height, 0))
    axes.axis("off")
    for area in drawing.areas:
        place = (area.x, area.y)
        axes.add_patch(Rectangle(place, area.width, area.height, facecolor=area.fill, edgecolor=LINE, linewidth=0.7))
    anchors = {"start": "left", "middle": "center", "end": "right"}
    for words in drawing.words:
        axes.text(
            words.x,
            words.y,
            words.text,
            fontsize=0.92 * words.size * 72 / PIXELS_PER_INCH,
            fontweight="bold" if words.bold else "normal",
            ha=anchors[words.anchor],
            va="center_baseline",
            color=words.colour,
        )
    figure.savefig(path, dpi=2 * PIXELS_PER_INCH, format="png", metadata={"Title": drawing.title})
