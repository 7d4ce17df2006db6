"""A chart as a file: JSON that `boxseat strategy GAME --json` writes, a player edits, and the simulator plays.

Every row is one line, with a cell for each of the dealer's first cards. Reading is strict: a chart that has no decision for a hand,
or one that the game does not allow, is refused with a sentence that names the cell.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

from boxseat.cards import card
from boxseat.odds.json_object import JsonObject
from boxseat.odds.policy import HIT, NAMES, SPLIT, SURRENDER
from boxseat.odds.strategy.cells import BadCell, Cell, CellStep, cell
from boxseat.odds.strategy.chart import (
    HARD,
    NOTHING_ELSE,
    SOFT,
    WAGERS,
    Chart,
    Rows,
    SplitCells,
    Wager,
    columns,
    gives_up,
    legal,
    pair_rows,
)
from boxseat.rulebook.book import Book

FILE_BYTES_MAX = 1_000_000
"""The largest chart file that is read."""
INFORMATION_FIELDS = ("game", "decks", "house_edge", "best_house_edge", "gives_away", "exact")
"""Fields for the reader only, which do not change how the chart is played."""


class BadChart(ValueError):
    """A chart that cannot be played; the message names the cell and why."""


def as_record(chart: Chart) -> JsonObject:
    """A chart as a JSON object, its rows in reading order."""
    record: JsonObject = {
        "hard": _written(chart.hard),
        "soft": _written(chart.soft),
        "pairs": _written(chart.pairs),
        "forfeit": dict(chart.forfeit),
    }
    other = {
        wager: {name: _written(rows) for name, rows in (("hard", cells.hard), ("soft", cells.soft)) if rows}
        for wager, cells in chart.split.items()
    }
    return {**record, "split": {wager: rows for wager, rows in other.items() if rows}}


def _written(rows: Rows) -> dict[str, dict[str, str]]:
    return {row: {column: str(at) for column, at in cells.items()} for row, cells in rows.items()}


def chart_text(record: Mapping[str, object]) -> str:
    """A chart's JSON object as text, each row on one line."""
    return "{\n" + ",\n".join(f' "{key}": {_text(value, 1)}' for key, value in record.items()) + "\n}"


def _text(value: object, depth: int) -> str:
    if not isinstance(value, dict) or not any(isinstance(inner, dict) for inner in value.values()):
        return json.dumps(value, ensure_ascii=False)
    pad = " " * (depth + 1)
    inner = ",\n".join(f"{pad}{json.dumps(key)}: {_text(below, depth + 1)}" for key, below in value.items())
    return "{\n" + inner + "\n" + " " * depth + "}"


def read_chart(path: str, book: Book) -> Chart:
    """Read a chart file; the book must allow everything it says."""
    try:
        with Path(path).open("rb") as file:
            raw = file.read(FILE_BYTES_MAX + 1)
    except (OSError, ValueError) as error:
        raise BadChart(f"{path[:200]!r} cannot be read: {getattr(error, 'strerror', error)}") from None
    if len(raw) > FILE_BYTES_MAX:
        raise BadChart(f"{path}: is larger than a chart can be")
    try:
        written = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_once)
    except UnicodeDecodeError:
        raise BadChart(f"{path}: is not UTF-8 text") from None
    except (ValueError, RecursionError) as error:
        raise BadChart(f"{path}: is not JSON: {error}") from None
    try:
        return chart_of(written, book)
    except BadChart as error:
        raise BadChart(f"{path}: {error}") from None


def chart_of(written: object, book: Book) -> Chart:
    """The chart that a JSON object describes."""
    fields = _object(written, "the chart")
    known = ("hard", "soft", "pairs", "forfeit", "split")
    for name in fields:
        if name not in (*known, *INFORMATION_FIELDS):
            raise BadChart(f"{_named(name)}: unknown field; a chart has {', '.join(known)}")
    for name in known[:-1]:
        if name not in fields:
            raise BadChart(f"{name}: is missing")
    reader = _Reader(book)
    chart = Chart(
        hard=reader.rows(fields["hard"], "hard", HARD),
        soft=reader.rows(fields["soft"], "soft", SOFT),
        pairs=reader.rows(fields["pairs"], "pairs", pair_rows(book)),
        forfeit=reader.forfeit(fields["forfeit"]),
        split=reader.split(fields.get("split", {})),
    )
    reader.check_tens(chart)
    return chart


class _Reader:
    """Reads the rows of a chart for one book."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._columns = columns(book)

    def rows(self, written: object, section: str, names: tuple[str, ...], *, whole: bool = True) -> Rows:
        """The rows of one section; only a `whole` section must have them all."""
        fields = _object(written, section)
        for name in fields:
            if name not in names:
                none = f"there are none in {self._book.name}" if not names else f"{names[0]} to {names[-1]} are"
                raise BadChart(f"{section} {_named(name)}: no such row; {none}")
        missing = [name for name in names if whole and name not in fields]
        if missing:
            raise BadChart(f"{section} {missing[0]}: the row is missing")
        return {name: self._row(fields[name], section, name, whole=whole) for name in names if name in fields}

    def _row(self, written: object, section: str, row: str, *, whole: bool) -> dict[str, Cell]:
        fields = self._by_column(written, f"{section} {row}", whole=whole)
        return {
            column: self._cell(fields[column], section, row, column) for column in self._columns if column in fields
        }

    def _by_column(self, written: object, at: str, *, whole: bool = True) -> JsonObject:
        fields = _object(written, at)
        for column in fields:
            if column not in self._columns:
                raise BadChart(f"{at}: no column {column[:20]!r}; the dealer's cards are {', '.join(self._columns)}")
        for column in self._columns:
            if whole and column not in fields:
                raise BadChart(f"{at}: the cell against {column} is missing")
        return fields

    def _cell(self, written: object, section: str, row: str, column: str) -> Cell:
        at = f"{section} {row} against {column}"
        if not isinstance(written, str):
            raise BadChart(f"{at}: is not text")
        try:
            found = cell(written)
        except BadCell as error:
            raise BadChart(f"{at}: {error}") from None
        if not found.steps and section != "pairs":
            raise BadChart(f"{at}: says nothing; only a pair may be left to its total")
        allowed = self._allowed(section, row, column)
        for step in found.steps:
            if step.action not in allowed:
                raise BadChart(f"{at}: {self._book.name} does not allow to {NAMES[step.action]} there")
        return found

    def _allowed(self, section: str, row: str, column: str) -> set[int]:
        """What a cell may ask for: whatever two cards of its row may do, split hands of theirs."""
        if section == "pairs":
            aces = row.startswith("A")
            soft, points = aces, 12 if aces else 2 * int(row.split(",")[0])
        else:
            soft, points = section.endswith("soft"), int(row)
        split = section.startswith("split")
        allowed = set(legal(self._book, points, soft, 2, split=split))
        if section == "pairs":
            allowed.add(SPLIT)
        if not split and self._columns[column][0] in self._book.surrender.against.value:
            allowed.add(SURRENDER)
        return allowed

    def forfeit(self, written: object) -> dict[str, int]:
        """The highest doubled total to forfeit, by column."""
        fields = _object(written, "forfeit")
        if not gives_up(self._book):
            if fields:
                raise BadChart(f"forfeit: {self._book.name} does not allow to give up a doubled hand")
            return {}
        found = self._by_column(fields, "forfeit")
        for column, highest in found.items():
            if not isinstance(highest, int) or isinstance(highest, bool) or not 0 <= highest <= 20:
                raise BadChart(f"forfeit against {column}: is no total from 0 (none) to 20")
        return {column: int(str(found[column])) for column in self._columns}

    def split(self, written: object) -> dict[Wager, SplitCells]:
        """The cells for split hands, by wager."""
        fields = _object(written, "split")
        if fields and not pair_rows(self._book):
            raise BadChart(f"split: {self._book.name} has no split hands")
        for name in fields:
            if name not in WAGERS:
                raise BadChart(f"split {_named(name)}: is no wager of a split hand, which is original or added")
        return {wager: self._split(fields.get(wager), wager) for wager in WAGERS}

    def _split(self, written: object, wager: Wager) -> SplitCells:
        if written is None:
            return NOTHING_ELSE
        fields = _object(written, f"split {wager}")
        for name in fields:
            if name not in ("hard", "soft"):
                raise BadChart(f"split {wager} {_named(name)}: unknown section; there are hard and soft")
        return SplitCells(
            self.rows(fields.get("hard", {}), f"split {wager} hard", HARD, whole=False),
            self.rows(fields.get("soft", {}), f"split {wager} soft", SOFT, whole=False),
        )

    def check_tens(self, chart: Chart) -> None:
        """Refuse two columns for ten-value cards that differ in more than surrender; later draws are the same in both."""
        tens = [column for column, ranks in self._columns.items() if card(ranks[0] + "S").points == 10]
        if len(tens) < 2:
            return
        sections: list[tuple[str, Rows]] = [("hard", chart.hard), ("soft", chart.soft)]
        for wager, cells in chart.split.items():
            sections += [(f"split {wager} hard", cells.hard), (f"split {wager} soft", cells.soft)]
        for section, rows in sections:
            for row, cells_ in rows.items():
                kept = [_kept(cells_.get(column)) for column in tens]
                if kept[0] != kept[1]:
                    _differ(f"{section} {row}", tens)
        if len({chart.forfeit.get(column) for column in tens}) > 1:
            _differ("forfeit", tens)


def _kept(at: Cell | None) -> Cell | None:
    """A cell as hands that are not surrendered see it."""
    if at is None:
        return None
    return at._replace(steps=tuple(step for step in at.steps if step.action != SURRENDER) or (CellStep(HIT),))


def _differ(at: str, tens: list[str]) -> NoReturn:
    raise BadChart(
        f"{at}: {tens[0]} and {tens[1]} differ in more than surrender, though the dealer's cards count the same"
    )


def _named(name: str) -> str:
    """A name as it can be printed."""
    return name[:40] if name.isprintable() else repr(name[:40])


def _object(written: object, at: str) -> JsonObject:
    if not isinstance(written, dict):
        raise BadChart(f"{at}: is not an object")
    return written


def _once(pairs: list[tuple[str, object]]) -> JsonObject:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the field {twice[:40]!r} is given twice")
    return fields
