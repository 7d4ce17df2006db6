"""Long odds computations, run in worker processes: each job is a function from JSON to JSON.

A job imports its modules in the worker process, so that the server's own process never waits for them.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

import msgspec

from boxseat.rulebook.book import Book
from boxseat.rulebook.load import open_book, parse_book, with_options

JsonObject = dict[str, Any]
ReportProgress = Callable[[JsonObject], None]
"""Reports progress: `done` out of `of`, and what is being computed, in words."""
IsCancelled = Callable[[], bool]
Job = Callable[[JsonObject, ReportProgress, IsCancelled], JsonObject]

PROGRESS_INTERVAL_S = 0.05
"""Minimum time between two progress reports of a simulation."""
SHOES_CACHED_MAX = 24
BOOKS_CACHED_MAX = 24

_progress: Any = None
_cancelled: Any = None


class NoSolution(ValueError):
    """The question has no answer; the message says why."""


def start_worker(progress: Any, cancelled: Any) -> None:
    """Initialize a worker process, with lower priority than the server's own process."""
    global _progress, _cancelled
    _progress, _cancelled = progress, cancelled
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    with suppress(OSError, AttributeError):
        os.nice(10)


def _exit_with_parent() -> None:
    """Exit when the server's process has ended, even if it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)


def run_job(number: int, slot: int, name: str, asked: JsonObject) -> JsonObject:
    """Run one job; its progress is reported under its number."""
    from boxseat.odds.exact.hand_rules import Unsolvable
    from boxseat.odds.exact.one_hand import BadHand
    from boxseat.odds.shoe import ShortShoe
    from boxseat.odds.simulator.simulation import Impossible

    try:
        return JOBS[name](asked, lambda progress: _progress.put((number, progress)), lambda: bool(_cancelled[slot]))
    except (BadHand, Unsolvable, ShortShoe, Impossible) as error:
        raise NoSolution(str(error)) from None


def _book(asked: Mapping[str, Any]) -> Book:
    return with_options(_opened(asked["game"], asked.get("book", "")), asked["options"])


@lru_cache(maxsize=BOOKS_CACHED_MAX)
def _opened(game: str, text: str) -> Book:
    """Book of a game; a book of the operator is parsed from its text."""
    return parse_book(text, source=game) if text else open_book(game)


def _cached(name: str, made_from: Sequence[object], find: Callable[[], JsonObject]) -> JsonObject:
    """An answer from the disk cache, or computed now and stored there."""
    import numpy as np

    from boxseat.odds.disk_cache import cached

    parts = [repr(part).encode() for part in made_from]
    found = cached(f"told-{name}", parts, lambda: {"text": np.array(json.dumps(find()))})
    answer: JsonObject = json.loads(str(found["text"]))
    return answer


def edge(asked: JsonObject, report: ReportProgress, is_cancelled: IsCancelled) -> JsonObject:
    """House edge under best play, as `boxseat edge`."""
    from boxseat.odds.exact.whole_game import whole_game
    from boxseat.odds.json_answers import edge_answer

    book = _book(asked)
    report({"done": 0, "of": 1, "said": f"{book.title}, {book.cards.decks.value} decks"})
    return _cached("edge", [book], lambda: edge_answer(book, whole_game(book)))


def values(asked: JsonObject, report: ReportProgress, is_cancelled: IsCancelled) -> JsonObject:
    """Value of every decision on a hand, as `boxseat ev`."""
    from boxseat.odds.json_answers import hand_answer, read_hand_request

    book = _book(asked)
    hand = read_hand_request(asked["fields"])
    options = json.dumps(asked["options"], sort_keys=True)
    shoe = _shoe(asked["game"], asked.get("book", ""), options, hand.removed, hand.stake)
    return hand_answer(book, shoe.of(hand.hand, hand.dealer, doubled=hand.doubled, after_split=hand.after_split))


@lru_cache(maxsize=SHOES_CACHED_MAX)
def _shoe(game: str, text: str, options: str, removed: Any, stake: Any) -> Any:
    """Values for one shoe; hands from the same shoe share the computation."""
    from boxseat.odds.exact.one_hand import Values

    return Values(with_options(_opened(game, text), json.loads(options)), removed=removed, stake=stake)


def many_values(asked: JsonObject, report: ReportProgress, is_cancelled: IsCancelled) -> JsonObject:
    """Values of several hands; a hand that cannot be valued has the reason in place of values."""
    from boxseat.odds.exact.one_hand import BadHand

    found: list[JsonObject] = []
    for fields in asked["hands"]:
        try:
            found.append(values({**asked, "fields": fields}, report, is_cancelled))
        except BadHand as error:
            found.append({"cannot": str(error)})
    return {"hands": found}


def comparison(asked: JsonObject, report: ReportProgress, is_cancelled: IsCancelled) -> JsonObject:
    """Comparison of two books, as `boxseat compare`."""
    from boxseat.odds.exact.comparison import compare
    from boxseat.odds.json_answers import comparison_answer

    first, second = _book(asked["first"]), _book(asked["second"])

    def told(number: int, of: int, said: str) -> None:
        report({"done": number, "of": of + 1, "said": said})

    return _cached("compare", [first, second], lambda: comparison_answer(first, second, compare(first, second, told)))


def chart(asked: JsonObject, report: ReportProgress, is_cancelled: IsCancelled) -> JsonObject:
    """Best strategy chart, as `boxseat strategy`, with the values behind every cell."""
    book = _book(asked)
    return _cached("chart", [book], lambda: _chart(book, report))


def _chart(book: Book, report: ReportProgress) -> JsonObject:
    from boxseat.odds.exact.solver import edge as edge_of
    from boxseat.odds.json_answers import chart_answer
    from boxseat.odds.strategy.best_chart import best_chart
    from boxseat.odds.strategy.chart import columns
    from boxseat.odds.strategy.legend import ChartFigures, meanings, notes
    from boxseat.server.odds_jobs.chart_cells import shown_blocks

    dealers = columns(book)
    steps = len(dealers) + 3
    done = 0

    def next_step(said: str) -> None:
        nonlocal done
        report({"done": done, "of": steps, "said": said})
        done += 1

    found = best_chart(book, lambda column: next_step(f"playing against {column}"))
    next_step("valuing the chart")
    by_chart = edge_of(book, found.policy(book)).house_edge
    next_step("valuing perfect play")
    figures = ChartFigures(by_chart, edge_of(book).house_edge)
    next_step("valuing every cell")
    return {
        **chart_answer(found, book, figures),
        "columns": list(dealers),
        "blocks": shown_blocks(found, book),
        "meanings": [
            {"text": one.text, "action": _named(one.action), "said": one.said} for one in meanings(found, book)
        ],
        "notes": notes(book),
    }


def _named(action: int | None) -> str:
    from boxseat.odds.policy import NAMES

    return "" if action is None else NAMES[action]


def simulation(asked: JsonObject, report: ReportProgress, is_cancelled: IsCancelled) -> JsonObject:
    """Simulation, as `boxseat simulate`; stops early when it is cancelled."""
    from boxseat.odds.json_answers import SimulationRun, simulation_answer
    from boxseat.odds.simulator.figures import figures
    from boxseat.odds.simulator.simulation import TableRun, added, empty_tally, make_plan, played
    from boxseat.odds.strategy.named_policies import policy_by_name

    book, rounds = _book(asked), asked["rounds"]
    report({"done": 0, "of": rounds, "said": "the tables are made"})
    table = TableRun(boxes=asked["boxes"], dealing=asked["dealing"])
    plan = make_plan(
        book, policy_by_name(book, asked["strategy"]), rounds=rounds, seed=asked["seed"], table=table, keep=True
    )
    began = told_at = time.perf_counter()
    tally = empty_tally(plan)
    for one in played(plan, threads=1, stop=is_cancelled):
        tally = added(tally, one)
        now = time.perf_counter()
        if now - told_at >= PROGRESS_INTERVAL_S:
            told_at = now
            so_far = figures(plan, tally)
            report(
                {
                    "done": so_far.rounds,
                    "of": rounds,
                    "said": "",
                    "house_edge": round(so_far.house_edge, 9),
                    "standard_error": round(so_far.standard_error, 9),
                }
            )
    seconds = time.perf_counter() - began
    if not tally.others[0]:
        raise NoSolution("rounds: none were played")
    found = figures(plan, tally)
    finished = found.rounds >= rounds
    run = SimulationRun(asked["strategy"], asked["seed"], asked["boxes"], asked["dealing"], seconds, finished)
    return simulation_answer(book, run, found)


def theory(asked: JsonObject, report: ReportProgress, is_cancelled: IsCancelled) -> JsonObject:
    """What a game's results are held against: its exact edge and deviation, and those of its side bets."""
    from boxseat.pit.results.theory import theory_of

    book = _book(asked)
    report({"done": 0, "of": 1, "said": f"{book.title}, {book.cards.decks.value} decks"})
    found = theory_of(book, several_boxes=asked["several_boxes"])
    if found is None:
        raise NoSolution(f"{book.title} cannot be solved")
    answer: JsonObject = msgspec.to_builtins(found)
    return answer


JOBS: dict[str, Job] = {
    "theory": theory,
    "edge": edge,
    "values": values,
    "many-values": many_values,
    "comparison": comparison,
    "chart": chart,
    "simulation": simulation,
}
