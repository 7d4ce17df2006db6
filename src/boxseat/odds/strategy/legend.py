"""A chart in words: its rows as a player reads them, and the meaning of its letters, numbers and marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from boxseat.odds.policy import DOUBLE, HIT, NAMES, SPLIT, STAND, SURRENDER
from boxseat.odds.strategy.cells import ALWAYS, LETTERS, MARKS, ONE_SUIT, SPADES, Cell
from boxseat.odds.strategy.chart import Chart, Rows
from boxseat.rulebook.book import Book

SURRENDER_MEANING = "surrender two cards, where allowed; else hit"
DOUBLE_MEANING = "double two cards, where allowed; else hit"


class ShownCell(NamedTuple):
    """A cell as it is shown."""

    text: str
    action: int | None
    """The action whose colour it has."""
    said: str
    """Its meaning in words."""


class Block(NamedTuple):
    """Rows that stand together under one heading, each with its label."""

    title: str
    rows: tuple[tuple[str, tuple[ShownCell, ...]], ...]


class ChartFigures(NamedTuple):
    """The house edge with a chart, and with perfect play."""

    chart: float
    best: float

    @property
    def gives_away(self) -> float:
        """What the chart costs against perfect play."""
        return self.chart - self.best

    def __str__(self) -> str:
        return (
            f"House edge with this chart {self.chart:.4%}, with perfect play {self.best:.4%}; "
            f"the chart gives away {self.gives_away:.4%}."
        )


def decks_of(book: Book) -> str:
    """How many decks, in words."""
    decks = book.cards.decks.value
    return "1 deck" if decks == 1 else f"{decks} decks"


def blocks(chart: Chart, book: Book) -> list[Block]:
    """The chart as it is shown: highest totals first, totals that are played alike in one row."""
    lines = named_lines(book)
    found = [Block("Hard totals", _totals(chart.hard, lines)), Block("Soft totals", _totals(chart.soft, lines))]
    if chart.pairs:
        found.append(Block("Pairs", tuple((row, _cells(chart.pairs[row], lines)) for row in reversed([*chart.pairs]))))
    found.extend(_split_blocks(chart, lines))
    if chart.forfeit:
        cells = tuple(ShownCell(f"≤{high}" if high else "-", None, _giving_up(high)) for high in chart.forfeit.values())
        found.append(Block("After a double, give up", (("total", cells),)))
    return found


def _split_blocks(chart: Chart, lines: str) -> Iterator[Block]:
    """The cells for split hands alone; in one block where all split hands are played alike."""
    if chart.split["original"] == chart.split["added"]:
        found = [("Split hands, where they differ", chart.split["added"])]
    else:
        found = [(f"Split hands with the {wager} wager", cells) for wager, cells in chart.split.items()]
    columns = list(chart.hard["20"])
    for title, cells in found:
        rows = []
        for soft, other in (("", cells.hard), ("soft ", cells.soft)):
            for row, by_column in reversed([*other.items()]):
                shown = [by_column.get(column) for column in columns]
                alike = tuple(_shown(at, lines) if at else ShownCell(" ", None, "as other hands") for at in shown)
                rows.append((f"{soft}{row}", alike))
        if rows:
            yield Block(title, tuple(rows))


def _giving_up(highest: int) -> str:
    return f"give up {highest} or less" if highest else "give up nothing"


def _totals(rows: Rows, lines: str) -> tuple[tuple[str, tuple[ShownCell, ...]], ...]:
    groups: list[list[str]] = []
    for row in reversed([*rows]):
        if groups and rows[groups[-1][0]] == rows[row]:
            groups[-1].append(row)
        else:
            groups.append([row])
    return tuple(
        (group[0] if len(group) == 1 else f"{group[-1]}-{group[0]}", _cells(rows[group[0]], lines)) for group in groups
    )


def _cells(cells: Mapping[str, Cell], lines: str) -> tuple[ShownCell, ...]:
    return tuple(_shown(at, lines) for at in cells.values())


def _shown(at: Cell, lines: str) -> ShownCell:
    return ShownCell(str(at), at.main, sentence(at, lines))


def named_lines(book: Book) -> str:
    """The hands that lines of the payout table name: 6-7-8 or 7-7-7."""
    return " or ".join(dict.fromkeys("-".join(line.ranks) for line in book.payouts.lines if line.ranks))


def sentence(at: Cell, lines: str) -> str:
    """A cell in words."""
    if not at.steps:
        return "play by the total"
    parts: list[str] = []
    since = 2
    for step in at.steps:
        said = NAMES[step.action]
        if since > 2:
            said += f" with {since} cards or more"
        elif parts:
            said = f"else {said}"
        parts.append(said)
        since = step.below if step.below < ALWAYS else since
    last = at.steps[-1]
    if last.below < ALWAYS:
        parts.append(f"hit with {last.below} cards or more")
    elif last.action in (DOUBLE, SURRENDER):
        parts.append("else hit")
    if at.mark:
        parts.append(f"hit two cards that can become {lines}{_in_suits(at.mark)}")
    return "; ".join(parts)


def _in_suits(mark: int) -> str:
    return " in spades" if mark == SPADES else " in one suit" if mark == ONE_SUIT else ""


def meanings(chart: Chart, book: Book) -> list[ShownCell]:
    """What the chart's letters, numbers and marks mean: a sample, the action it is coloured by, and the words."""
    cells = list(_all_cells(chart))
    words = {SURRENDER: SURRENDER_MEANING}
    if book.doubling.on.value == "first-two":
        words[DOUBLE] = DOUBLE_MEANING
    found: list[ShownCell] = []
    for action in (HIT, STAND, DOUBLE, SPLIT, SURRENDER):
        if any(step.action == action for at in cells for step in at.steps):
            found.append(ShownCell(LETTERS[action], action, words.get(action, NAMES[action])))
    if any(not at.steps for at in cells):
        found.append(ShownCell("-", None, "play the pair by its total"))
    numbers = [at for at in cells if any(step.below < ALWAYS and step.action != HIT for step in at.steps)]
    for main in (STAND, DOUBLE):
        sample = next((at for at in numbers if at.main == main and len(at.steps) == 1), None)
        if sample:
            text = str(sample._replace(mark=0))
            found.append(ShownCell(text, main, f"{NAMES[main]}, but hit with {sample.steps[0].below} cards or more"))
    compound = {str(at._replace(mark=0)): at._replace(mark=0) for at in cells if len(at.steps) > 1}
    found.extend(ShownCell(text, at.main, sentence(at, "")) for text, at in compound.items())
    for mark in sorted({at.mark for at in cells} - {0}):
        found.append(
            ShownCell(MARKS[mark], None, f"hit two cards that can become {named_lines(book)}{_in_suits(mark)}")
        )
    highest = next(filter(None, chart.forfeit.values()), 0)
    if highest:
        found.append(
            ShownCell(f"≤{highest}", None, f"doubled to {highest} or less: give up the wager, take the double back")
        )
    return found


def notes(book: Book) -> list[str]:
    """Notes on what the chart and its figures leave out."""
    bonus = book.super_bonus
    if bonus is None or "super-bonus" not in book.offers.bonuses.value:
        return []
    two = " and ".join(bonus.ranks.value[:2])
    return [f"Left out: for the Super Bonus, hit {two} of one suit against {', '.join(bonus.dealer.value)}."]


def _all_cells(chart: Chart) -> Iterator[Cell]:
    sections = [chart.hard, chart.soft, chart.pairs]
    for other in chart.split.values():
        sections += [other.hard, other.soft]
    for rows in sections:
        for cells in rows.values():
            yield from cells.values()
