"""Solver and simulator against each other, and against errors planted in a book."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from boxseat.money import Odds
from boxseat.odds.exact.perfect_policy import best_policy
from boxseat.odds.exact.solver import edge
from boxseat.odds.policy import Policy
from boxseat.odds.simulator.figures import SimulationFigures, figures
from boxseat.odds.simulator.simulation import TableRun, make_plan, simulate
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, open_book
from tests.books import changed
from tests.odds.figures import game_figures
from tests.tiers import cases, size


def perfectly(book: Book, rounds: int, policy: Policy | None = None, seed: int = 1) -> SimulationFigures:
    """Rounds of perfect play, each from a full shoe."""
    table = TableRun(dealing="fresh")
    plan = make_plan(book, policy or best_policy(book), rounds=rounds, seed=seed, table=table, keep=True)
    return figures(plan, simulate(plan, threads=2))


def compare_with_edge(game: str, rounds: int) -> tuple[SimulationFigures, float]:
    """Simulated perfect play of a game, and the distance of its edge from the exact one in standard errors."""
    book = open_book(game)
    found = perfectly(book, rounds)
    return found, (found.house_edge - game_figures(game).house_edge) / found.standard_error


@pytest.mark.parametrize("game", cases(GAMES, ("canberra-blackjack",)))
def test_perfect_play_simulated_comes_to_the_edge(game: str) -> None:
    """Within three standard errors; so is the deviation, whose relative error is about one over the root of the
    rounds."""
    found, errors = compare_with_edge(game, size(4_000_000, 20_000_000))
    assert abs(errors) < 3
    exact = game_figures(game)
    assert found.standard_deviation == pytest.approx(exact.standard_deviation, abs=size(2.7e-3, 1.2e-3))
    for name, times in found.hands.items():
        if name in exact.lines:
            expected = exact.lines[name] * found.rounds
            assert abs(times - expected) < 5 * expected**0.5 + 5, name


@cache
def planted() -> dict[str, Book]:
    """The Star's Pontoon with one payout wrong at a time."""
    book = open_book("star-pontoon")
    lines, wrong_books = book.payouts.lines, dict[str, Book]()
    for place, line in enumerate(lines):
        wrong = msgspec.structs.replace(line, odds=Odds("5:1"))
        payouts = msgspec.structs.replace(book.payouts, lines=(*lines[:place], wrong, *lines[place + 1 :]))
        wrong_books[line.name] = msgspec.structs.replace(book, payouts=payouts)
    return wrong_books | {
        "natural": changed(book, natural__odds=Odds("2:1")),
        "any other win": changed(book, payouts__other=Odds("11:10")),
        "surrender": changed(book, surrender__loses=Odds("1:10")),
    }


@cache
def right() -> tuple[float, Policy, SimulationFigures]:
    book = open_book("star-pontoon")
    policy = best_policy(book)
    return edge(book).house_edge, policy, perfectly(book, 4_000_000, policy)


@pytest.mark.parametrize("name", cases(planted(), ("natural",)))
def test_a_planted_error_in_any_payout_changes_the_answers(name: str) -> None:
    """No compiled code and no table still uses a payout that has changed."""
    book = planted()[name]
    exact, policy, simulated = right()
    assert edge(book).house_edge < exact - 1e-7
    if name != "surrender":  # best play of the correct book does not use it
        assert perfectly(book, 4_000_000, policy).house_edge < simulated.house_edge
