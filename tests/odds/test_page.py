"""The figures in docs/odds.md equal the solver's, and its pictures equal what the command draws."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxseat.odds.exact.solver import edge
from boxseat.odds.strategy.best_chart import best_chart
from boxseat.odds.strategy.chart_image import draw, svg
from boxseat.odds.strategy.legend import ChartFigures
from boxseat.rulebook.load import open_book, options, with_options
from tests.tiers import cases, heavy

DOCS = Path(__file__).parent.parent.parent / "docs"
COLUMNS = ("canberra-pontoon", "canberra-blackjack", "star-pontoon", "star-pontoon-6to5")


def shown() -> dict[tuple[str, int], str]:
    """The edges of the page's first table, by game and decks."""
    page = (DOCS / "odds.md").read_text("utf-8")
    rows = [line.strip("|").split("|") for line in page.splitlines() if line.startswith("|")]
    found: dict[tuple[str, int], str] = {}
    for decks, *edges in rows[2:8]:
        for game, cell in zip(COLUMNS, edges, strict=True):
            if cell.strip():
                found[game, int(decks)] = cell.strip(" *%")
    return found


@pytest.mark.parametrize("game", cases(COLUMNS, ("canberra-blackjack", "star-pontoon")))
def test_the_edges_of_the_fewest_and_the_most_decks(game: str) -> None:
    """Also, the page has every number of decks that the book permits."""
    book = open_book(game)
    permitted = options(book)["decks"].permitted
    assert {decks for name, decks in shown() if name == game} == set(permitted or ())
    for (name, decks), percent in shown().items():
        if name == game and decks in (min(permitted or ()), max(permitted or ())):
            assert f"{100 * edge(with_options(book, {'decks': decks})).house_edge:.4f}" == percent, decks


@heavy
@pytest.mark.parametrize("game", cases(("star-pontoon", "canberra-blackjack"), ("canberra-blackjack",)))
def test_the_pictures_are_the_best_charts(game: str) -> None:
    book = open_book(game)
    chart = best_chart(book)
    figures = ChartFigures(edge(book, chart.policy(book)).house_edge, edge(book).house_edge)
    drawn = svg(draw(chart, book, figures))
    assert (DOCS / "pictures" / f"chart-{game}.svg").read_text("utf-8") == drawn
