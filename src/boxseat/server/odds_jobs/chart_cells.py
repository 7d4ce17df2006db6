"""Strategy chart for the pages: one row per hand, and behind each cell an example hand with the value of every action."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from boxseat.cards import RANKS, Card, card, total
from boxseat.odds.exact.one_hand import BadHand, Values
from boxseat.odds.json_answers import hand_answer
from boxseat.odds.policy import NAMES
from boxseat.odds.strategy.cells import Cell
from boxseat.odds.strategy.chart import Chart, columns
from boxseat.odds.strategy.legend import ShownCell, blocks, named_lines, sentence
from boxseat.rulebook.book import Book
from boxseat.server.odds_jobs.jobs import JsonObject

CellValues = Callable[[str, str], JsonObject | None]
"""Example hand of a cell and its values, by row and column; None where there is no such hand."""


def shown_blocks(chart: Chart, book: Book) -> list[JsonObject]:
    """Blocks of a chart in reading order, highest totals first."""
    lines, cells = named_lines(book), _Cells(book)
    found = [
        _block("Hard totals", chart.hard, lines, cells.of_hard),
        _block("Soft totals", chart.soft, lines, cells.of_soft),
    ]
    if chart.pairs:
        found.append(_block("Pairs", chart.pairs, lines, cells.of_pair))
    others = [one for one in blocks(chart, book) if one.title not in ("Hard totals", "Soft totals", "Pairs")]
    for other in others:
        rows = [{"label": label, "cells": [_plain(one) for one in shown]} for label, shown in other.rows]
        found.append({"title": other.title, "rows": rows})
    return found


def _block(title: str, rows: Mapping[str, Mapping[str, Cell]], lines: str, value: CellValues) -> JsonObject:
    return {
        "title": title,
        "rows": [
            {
                "label": row,
                "cells": [
                    {**_plain(ShownCell(str(at), at.main, sentence(at, lines))), "value": value(row, column)}
                    for column, at in rows[row].items()
                ],
            }
            for row in reversed([*rows])
        ],
    }


def _plain(one: ShownCell) -> JsonObject:
    action = "" if one.action is None else NAMES[one.action]
    return {"text": one.text.strip(), "action": action, "said": one.said, "value": None}


class _Cells:
    """Example hands for the cells of a book's chart, and their values from a fresh shoe."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._values = Values(book)
        self._ranks = columns(book)
        self._cards = [rank for rank in RANKS if rank in book.cards.ranks.value]

    def of_hard(self, row: str, column: str) -> JsonObject | None:
        return self._of_total(int(row), False, column)

    def of_soft(self, row: str, column: str) -> JsonObject | None:
        return self._of_total(int(row), True, column)

    def _of_total(self, points: int, soft: bool, column: str) -> JsonObject | None:
        pairs = [pair for pair in self._two_cards() if total(pair) == (points, soft)]
        plain = [pair for pair in pairs if not self._book.splitting.may_split(*pair)]
        return self._valued((plain or pairs)[:1], column)

    def of_pair(self, row: str, column: str) -> JsonObject | None:
        points = 1 if row.startswith("A") else int(row.partition(",")[0])
        pairs = [pair for pair in self._two_cards() if pair[0].points == pair[1].points == points]
        return self._valued(pairs[:1], column)

    def _two_cards(self) -> Iterator[tuple[Card, Card]]:
        """Two cards for each pair of ranks, highest first; in two colours, so that no suited payout line applies."""
        high_first = [self._cards[0], *reversed(self._cards[1:])]
        for place, one in enumerate(high_first):
            for other in high_first[place:]:
                yield card(one + "S"), card(other + "H")

    def _valued(self, hands: list[tuple[Card, Card]], column: str) -> JsonObject | None:
        if not hands:
            return None
        try:
            found = self._values.of(hands[0], card(self._ranks[column][-1] + "D"))
        except BadHand:
            return None
        answer = hand_answer(self._book, found)
        return {name: answer[name] for name in ("hand", "dealer", "actions", "best")}
