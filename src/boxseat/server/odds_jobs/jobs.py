"""Arithmetic that takes long, as it is done in the counting room: each piece is a function of plain words and numbers.

It runs in processes of its own. Whatever it imports is loaded there, and the tables' process never waits for it.
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

from boxseat.rulebook.book import Book
from boxseat.rulebook.load import open_book, parse_book, with_options

Told = dict[str, Any]
Tell = Callable[[Told], None]
"""Told how far it is: `done` of `of`, and in words what is being worked out."""
Stop = Callable[[], bool]
Work = Callable[[Told, Tell, Stop], Told]

LEAST_BETWEEN = 0.05
"""Seconds between two words about a simulation."""
SHOES = 24
BOOKS = 24

_news: Any = None
_stopped: Any = None


class CannotBe(ValueError):
    """What is asked cannot be worked out; the message says why."""


def begin(news: Any, stopped: Any) -> None:
    """A process of the counting room starts: the tables come first on this machine."""
    global _news, _stopped
    _news, _stopped = news, stopped
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_house, daemon=True).start()
    with suppress(OSError, AttributeError):
        os.nice(10)


def _end_with_the_house() -> None:
    """A house that was killed leaves nobody behind who goes on counting."""
    house = multiprocessing.parent_process()
    if house is not None:
        house.join()
    os._exit(0)


def do(number: int, slot: int, name: str, asked: Told) -> Told:
    """One piece of work, with word of how far it is under its number."""
    from boxseat.odds.exact.hand_rules import Unsolvable
    from boxseat.odds.exact.one_hand import BadHand
    from boxseat.odds.shoe import ShortShoe
    from boxseat.odds.simulator.simulate import Impossible

    try:
        return WORK[name](asked, lambda told: _news.put((number, told)), lambda: bool(_stopped[slot]))
    except (BadHand, Unsolvable, ShortShoe, Impossible) as error:
        raise CannotBe(str(error)) from None


def _book(asked: Mapping[str, Any]) -> Book:
    return with_options(_opened(asked["game"], asked.get("book", "")), asked["options"])


@lru_cache(maxsize=BOOKS)
def _opened(game: str, text: str) -> Book:
    """A game's book; one of the house's own is read from its text."""
    return parse_book(text, source=game) if text else open_book(game)


def _cached(name: str, made_from: Sequence[object], find: Callable[[], Told]) -> Told:
    """An answer that was found before, or found now and kept on the disk."""
    import numpy as np

    from boxseat.odds.disk_cache import cached

    parts = [repr(part).encode() for part in made_from]
    found = cached(f"told-{name}", parts, lambda: {"text": np.array(json.dumps(find()))})
    answer: Told = json.loads(str(found["text"]))
    return answer


def edge(asked: Told, tell: Tell, stop: Stop) -> Told:
    """`boxseat edge`."""
    from boxseat.odds.answers import edge_answer
    from boxseat.odds.exact.whole_game import whole_game

    book = _book(asked)
    tell({"done": 0, "of": 1, "said": f"{book.title}, {book.cards.decks.value} decks"})
    return _cached("edge", [book], lambda: edge_answer(book, whole_game(book)))


def values(asked: Told, tell: Tell, stop: Stop) -> Told:
    """`boxseat ev`."""
    from boxseat.odds.answers import hand_answer, read_hand_request

    book = _book(asked)
    hand = read_hand_request(asked["fields"])
    options = json.dumps(asked["options"], sort_keys=True)
    shoe = _shoe(asked["game"], asked.get("book", ""), options, hand.removed, hand.stake)
    return hand_answer(book, shoe.of(hand.hand, hand.dealer, doubled=hand.doubled, after_split=hand.after_split))


@lru_cache(maxsize=SHOES)
def _shoe(game: str, text: str, options: str, removed: Any, stake: Any) -> Any:
    """A shoe's values; hands from the same shoe share what is worked out."""
    from boxseat.odds.exact.one_hand import Values

    return Values(with_options(_opened(game, text), json.loads(options)), removed=removed, stake=stake)


def many_values(asked: Told, tell: Tell, stop: Stop) -> Told:
    """`boxseat ev` for several hands at once; a hand that cannot be valued has the reason in place of values."""
    from boxseat.odds.exact.one_hand import BadHand

    found: list[Told] = []
    for fields in asked["hands"]:
        try:
            found.append(values({**asked, "fields": fields}, tell, stop))
        except BadHand as error:
            found.append({"cannot": str(error)})
    return {"hands": found}


def comparison(asked: Told, tell: Tell, stop: Stop) -> Told:
    """`boxseat compare`."""
    from boxseat.odds.answers import comparison_answer
    from boxseat.odds.exact.compare import compare

    first, second = _book(asked["first"]), _book(asked["second"])

    def told(number: int, of: int, said: str) -> None:
        tell({"done": number, "of": of + 1, "said": said})

    return _cached("compare", [first, second], lambda: comparison_answer(first, second, compare(first, second, told)))


def chart(asked: Told, tell: Tell, stop: Stop) -> Told:
    """`boxseat strategy`, with the values behind every cell."""
    book = _book(asked)
    return _cached("chart", [book], lambda: _chart(book, tell))


def _chart(book: Book, tell: Tell) -> Told:
    from boxseat.odds.answers import chart_answer
    from boxseat.odds.exact.solver import edge as edge_of
    from boxseat.odds.strategy.best_chart import best_chart
    from boxseat.odds.strategy.chart import columns
    from boxseat.odds.strategy.legend import ChartFigures, meanings, notes
    from boxseat.server.odds_jobs.chart_cells import shown_blocks

    dealers = columns(book)
    steps = len(dealers) + 3
    done = 0

    def next_step(said: str) -> None:
        nonlocal done
        tell({"done": done, "of": steps, "said": said})
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


def simulation(asked: Told, tell: Tell, stop: Stop) -> Told:
    """`boxseat simulate`, until it is done or nobody wants it any more."""
    from boxseat.odds.simulator.figures import figures
    from boxseat.odds.simulator.simulate import TableRun, added, empty_tally, make_plan, played
    from boxseat.odds.strategy.by_name import player

    book, rounds = _book(asked), asked["rounds"]
    tell({"done": 0, "of": rounds, "said": "the tables are made"})
    table = TableRun(boxes=asked["boxes"], dealing=asked["dealing"])
    plan = make_plan(book, player(book, asked["strategy"]), rounds=rounds, seed=asked["seed"], table=table, keep=True)
    began = told_at = time.perf_counter()
    tally = empty_tally(plan)
    for one in played(plan, threads=1, stop=stop):
        tally = added(tally, one)
        now = time.perf_counter()
        if now - told_at >= LEAST_BETWEEN:
            told_at = now
            so_far = figures(plan, tally)
            tell(
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
        raise CannotBe("rounds: none were played")
    found = figures(plan, tally)
    return {
        "game": book.name,
        "rounds": found.rounds,
        "strategy": asked["strategy"],
        "seed": asked["seed"],
        "house_edge": round(found.house_edge, 9),
        "standard_error": round(found.standard_error, 9),
        "rounds_per_second": round(found.rounds / seconds),
        "seconds": round(seconds, 3),
        "finished": found.rounds >= rounds,
        "decks": book.cards.decks.value,
        "boxes": asked["boxes"],
        "dealing": asked["dealing"],
        "standard_deviation": round(found.standard_deviation, 9),
        "cards_per_round": round(found.cards_per_round, 6),
        "distribution": {net: round(part, 12) for net, part in found.distribution.items()},
        "hands": found.hands,
    }


WORK: dict[str, Work] = {
    "edge": edge,
    "values": values,
    "many-values": many_values,
    "comparison": comparison,
    "chart": chart,
    "simulation": simulation,
}
