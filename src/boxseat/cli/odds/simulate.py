"""``boxseat simulate``: Monte Carlo simulation with progress, and its figures."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.util import find_spec
from math import sqrt
from typing import NamedTuple

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Columns

from boxseat.cli.books import table_book
from boxseat.cli.errors import WrongRequest
from boxseat.money import BadAmount, dollars, parse_dollars
from boxseat.odds.exact.hand_rules import Unsolvable
from boxseat.odds.json_answers import PlayerSetup, SimulationRun, simulation_answer
from boxseat.odds.json_object import JsonObject
from boxseat.odds.simulator.card_count import BadCount, CountFile, read_count
from boxseat.odds.simulator.cluster import ClusterLost, NoCluster, joined, played_on
from boxseat.odds.simulator.figures import (
    SESSION_ROUNDS_MAX,
    SessionFigures,
    SimulationFigures,
    bonus_value,
    figures,
    ruin_for_good,
    sessions,
    side_bet_edges,
)
from boxseat.odds.simulator.kernel_table import Tally
from boxseat.odds.simulator.simulation import (
    ROUNDS_MAX,
    Impossible,
    Plan,
    TableRun,
    added,
    check,
    empty_tally,
    make_plan,
    play_chunk,
    played,
)
from boxseat.odds.strategy.chart_file import BadChart
from boxseat.odds.strategy.named_policies import policy_by_name
from boxseat.rulebook.book import Book


class SimulationRequest(NamedTuple):
    """The options of the command."""

    game: str
    settings: list[str] | None
    decks: int | None
    rounds: str
    strategy: str
    count_file: str
    seed: int
    boxes: int
    dealing: str
    penetration: float | None
    insured: bool
    side_bets: bool
    stake: str
    bankroll: float
    hours: float
    rounds_per_hour: int
    session_number: int
    threads: int | None
    cluster: str | None
    picture: str
    as_json: bool


class SimulationReport(NamedTuple):
    """The results of a simulation, with all that is needed to print them."""

    book: Book
    asked: SimulationRequest
    counting: CountFile | None
    figures: SimulationFigures
    sessions: SessionFigures
    stake: int
    seconds: float
    finished: bool
    lost: str
    """Why the cluster could not finish; empty if it did."""


def run(asked: SimulationRequest) -> None:
    """Simulate, and print or draw the figures."""
    book = table_book(asked.game, asked.settings, asked.decks)
    if asked.picture:
        _check_picture(asked.picture)
    try:
        report = _simulated(book, asked)
    except BadChart as error:
        raise WrongRequest(f"--strategy: {error}") from None
    except BadCount as error:
        raise WrongRequest(f"--count: {error}") from None
    except (Impossible, Unsolvable) as error:
        raise WrongRequest(str(error)) from None
    except BadAmount as error:
        raise WrongRequest(f"--stake: {error}") from None
    except NoCluster as error:
        raise WrongRequest(f"--cluster: {error}") from None
    if asked.picture:
        _draw(report)
    if asked.as_json:
        typer.echo(json.dumps(_answer(report), indent=1, ensure_ascii=False))
    else:
        _show(report)
    if report.lost:
        typer.echo(f"boxseat: --cluster: {report.lost}; these are the figures so far", err=True)
        raise typer.Exit(1)


def _simulated(book: Book, asked: SimulationRequest) -> SimulationReport:
    rounds = _number(asked.rounds)
    stake = parse_dollars(asked.stake)
    session_rounds = _session_rounds(asked)
    table = TableRun(
        boxes=asked.boxes,
        dealing=asked.dealing,
        penetration=asked.penetration,
        insured=asked.insured,
        side_bets=asked.side_bets,
    )
    check(book, table, rounds, asked.seed)
    with _players(asked) as play:
        with _telling(f"{book.title}: the tables are made") as tell:
            counting = read_count(asked.count_file) if asked.count_file else None
            policy = policy_by_name(book, asked.strategy)
            plan = make_plan(book, policy, rounds=rounds, seed=asked.seed, table=table, counting=counting, keep=True)
            tell(f"{book.title}: compiling, once")
            play_chunk(plan._replace(rounds=8), 0)
        start = time.perf_counter()
        tally, finished, lost = empty_tally(plan), True, ""
        with ProgressBar(rounds) as progress:
            try:
                for one in play(plan):
                    tally = added(tally, one)
                    progress.advance(int(one.others[0]))
            except KeyboardInterrupt:
                finished = False
            except ClusterLost as error:
                if not tally.others[0]:
                    raise
                finished, lost = False, str(error)
        seconds = time.perf_counter() - start
    if not tally.others[0]:
        raise KeyboardInterrupt
    lived = sessions(plan, number=asked.session_number, rounds=session_rounds, bankroll=asked.bankroll)
    found = figures(plan, tally, counting.counts() if counting else None)
    return SimulationReport(book, asked, counting, found, lived, stake, seconds, finished, lost)


@contextmanager
def _players(asked: SimulationRequest) -> Iterator[Callable[[Plan], Iterator[Tally]]]:
    """Who plays the plan's chunks: threads of this machine, or the workers of a cluster."""
    if asked.cluster is None:
        yield partial(played, threads=asked.threads or _cores())
        return
    if asked.threads is not None:
        raise WrongRequest("--threads: cannot be used together with --cluster")
    with ExitStack() as until_done:
        with _telling("the cluster is joined"):
            client = until_done.enter_context(joined(asked.cluster))
        yield partial(played_on, client)


def _cores() -> int:
    """The cores this process may use, where the system says so."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _number(text: str) -> int:
    """A number of rounds as people write it: 1000000, 1_000_000, 1,000,000, 1e6, 20M."""
    plain = text.strip().replace("_", "").replace(",", "")
    times = {"k": 10**3, "M": 10**6, "G": 10**9}.get(plain[-1:], 1)
    try:
        number = float(plain if times == 1 else plain[:-1]) * times
    except ValueError:
        raise WrongRequest(f"--rounds: {text[:40]!r} is not a number") from None
    if not 1 <= number <= ROUNDS_MAX or number != int(number):
        raise WrongRequest(f"--rounds: {text[:40]} is not a whole number between 1 and {ROUNDS_MAX:,}")
    return int(number)


def _session_rounds(asked: SimulationRequest) -> int:
    rounds = round(asked.hours * asked.rounds_per_hour)
    if not 1 <= rounds * asked.session_number <= SESSION_ROUNDS_MAX or rounds < 1:
        raise WrongRequest(
            f"--sessions: {asked.session_number} sessions of {rounds} rounds are not between 1 and "
            f"{SESSION_ROUNDS_MAX:,} rounds in all"
        )
    if not asked.bankroll > 0:
        raise WrongRequest(f"--bankroll: {asked.bankroll:g} is not above zero")
    return rounds


@contextmanager
def _telling(words: str) -> Iterator[Callable[[str], None]]:
    """A status line on standard error, if that is a terminal."""
    with Console(stderr=True, highlight=False).status(words) as status:
        yield status.update


class ProgressBar:
    """A progress bar with rounds, their rate and the time left, on standard error if that is a terminal."""

    def __init__(self, rounds: int) -> None:
        console = Console(stderr=True, highlight=False)
        self._shown = Progress(
            TextColumn("{task.fields[rate]}"),
            BarColumn(),
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} rounds"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._shown.add_task("", total=rounds, rate="")
        self._start, self._done = time.perf_counter(), 0

    def advance(self, rounds: int) -> None:
        """Count rounds as done and show their rate."""
        self._done += rounds
        rate = self._done / (time.perf_counter() - self._start)
        self._shown.update(self._task, advance=rounds, rate=f"{rate / 1e6:.1f} million a second")

    def __enter__(self) -> ProgressBar:
        self._shown.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._shown.stop()


def _answer(report: SimulationReport) -> JsonObject:
    """The `--json` output."""
    asked = report.asked
    how_run = SimulationRun(asked.strategy, asked.seed, asked.boxes, asked.dealing, report.seconds, report.finished)
    setup = PlayerSetup(report.stake, asked.rounds_per_hour, report.sessions, report.counting)
    return simulation_answer(report.book, how_run, report.figures, setup)


def _show(report: SimulationReport) -> None:
    """The figures as a page of text."""
    found, book, asked = report.figures, report.book, report.asked
    console = Console(highlight=False, markup=False, emoji=False)
    say = partial(console.print, soft_wrap=True)
    often = "" if report.finished else " (stopped; these are the figures so far)"
    say(f"{book.title}, {book.cards.decks.value} decks: {found.rounds:,} rounds by {_whose(asked)}{often}")
    side = "the house keeps" if found.house_edge >= 0 else "the player gains"
    say(f"{side} {abs(found.house_edge):.4%} of what is laid, standard error {found.standard_error:.4%}")
    say(f"standard deviation of a box's round {found.standard_deviation:.4f} units")
    if found.covariance is not None:
        say(f"covariance between two boxes {found.covariance:.4f}")
    if report.counting:
        say(f"average bet {found.average_bet:.3f} units, by {report.counting.name}")
    say()
    lines = Columns(box=None, pad_edge=False)
    lines.add_column("hands")
    lines.add_column("number", justify="right")
    lines.add_column("in a round", justify="right")
    for name, number in found.hands.items():
        lines.add_row(name, f"{number:,}", f"{number / found.rounds:.6%}")
    say(lines)
    say()
    _show_counts(found, console)
    for name, kept in side_bet_edges(book, found).items():
        say(f"{name}: the house keeps {kept:.3%}")
    if book.super_bonus:
        worth = bonus_value(book, found, asked.boxes, report.stake) or 0
        say(f"Super Bonus: won {found.super_bonuses:,} times, worth {worth:.4%} of a stake of {dollars(report.stake)}")
    hourly = asked.rounds_per_hour
    expected = -found.house_edge * found.average_bet * asked.boxes * hourly * report.stake / 100
    scatter = found.round_deviation * sqrt(hourly) * report.stake / 100
    say(
        f"an hour of {hourly} rounds at {dollars(report.stake)}: {expected:+.2f} on average, give or take {scatter:.2f}"
    )
    lived = report.sessions
    say(
        f"{lived.sessions:,} sessions of {lived.rounds} rounds with {lived.bankroll:g} units: {lived.ruined:.1%} ruined, "
        f"{lived.ahead:.1%} ahead, longest run of wins {lived.longest_winning}, of losses {lived.longest_losing}"
    )
    say(f"risk of ruin, playing on and on: {ruin_for_good(found, lived.bankroll):.1%}")
    say(f"{found.rounds / report.seconds:,.0f} rounds a second, {report.seconds:.2f} s, seed {asked.seed}")


def _whose(asked: SimulationRequest) -> str:
    return {"chart": "the chart", "perfect": "perfect play", "mimic": "the dealer's own rule"}.get(
        asked.strategy, asked.strategy
    )


def _show_counts(found: SimulationFigures, console: Console) -> None:
    if not found.by_count:
        return
    lines = Columns(box=None, pad_edge=False)
    for name in ("true count", "rounds", "bet", "house edge", "standard error"):
        lines.add_column(name, justify="right")
    for one in found.by_count:
        lines.add_row(
            f"{one.true_count:+d}",
            f"{one.rounds / found.rounds:.3%}",
            str(one.bet),
            f"{one.house_edge:+.3%}",
            f"{one.standard_error:.3%}",
        )
    console.print(lines)
    console.print()


def _check_picture(path: str) -> None:
    if find_spec("matplotlib") is None:
        raise WrongRequest("--picture: needs matplotlib, which the extra boxseat[plot] installs")
    if not path.endswith((".png", ".svg", ".pdf")):
        raise WrongRequest(f"--picture: {path[:100]!r} ends in none of .png, .svg and .pdf")


def _draw(report: SimulationReport) -> None:
    from boxseat.odds.simulator.plots import draw_figures

    try:
        draw_figures(
            report.figures, report.sessions, report.asked.picture, title=f"{report.book.title}, {_whose(report.asked)}"
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise WrongRequest(f"--picture: {report.asked.picture[:200]!r} cannot be written: {reason}") from None
