"""The figures of simulated rounds: house edge, standard error, distribution, and sessions with a bankroll."""

from __future__ import annotations

from fractions import Fraction
from math import exp, sqrt
from typing import NamedTuple

import numpy as np

from boxseat.odds.simulator.generator import generator
from boxseat.odds.simulator.kernel_hands import Counts
from boxseat.odds.simulator.kernel_table import CARDS, ROUNDS, SHARED, Tally
from boxseat.odds.simulator.simulation import FIRST_SESSION_CHUNK, Plan, empty_tally, play_at_table
from boxseat.rulebook.book import Book

SESSION_ROUNDS_MAX = 5_000_000
"""The most rounds of all sessions together."""


class ByCount(NamedTuple):
    """The figures of rounds begun at one true count."""

    true_count: int
    rounds: int
    bet: int
    house_edge: float
    standard_error: float


class SimulationFigures(NamedTuple):
    """The figures of a simulation, in units of the initial wager on a box."""

    rounds: int
    house_edge: float
    """As a part of all initial wagers."""
    standard_error: float
    standard_deviation: float
    """Of one box's net in one round, with its bet."""
    covariance: float | None
    """Between two boxes in the same round; none with one box."""
    round_deviation: float
    """Of all boxes' net together in one round."""
    average_bet: float
    distribution: dict[str, float]
    """The part of rounds by a box's net, per unit bet."""
    hands: dict[str, int]
    """Hands by their result: the lines of the payout table and the rest."""
    cards_per_round: float
    super_bonuses: int
    shared_bonuses: int
    insurance: tuple[int, int]
    """Units insured, and those of them that won."""
    pairs: tuple[int, ...]
    sevens: tuple[int, ...]
    by_count: tuple[ByCount, ...]


def figures(plan: Plan, tally: Tally, counts: range | None = None) -> SimulationFigures:
    """The figures of a tally; `counts` are the true counts that were distinguished."""
    rounds = int(tally.others[ROUNDS])
    boxes, unit, bets = plan.boxes, plan.unit, plan.counting.bets
    one = np.arange(-plan.most, plan.most + 1)
    all_boxes = np.arange(-plan.most * boxes, plan.most * boxes + 1)
    laid = int((tally.nets.sum(axis=1) * bets).sum())
    won = int((tally.nets @ one * bets).sum())
    mean = won / (unit * laid) if laid else 0.0
    squares = int((tally.nets @ one**2 * bets**2).sum())
    box_mean = won / (unit * boxes * rounds)
    box_variance = squares / (unit**2 * boxes * rounds) - box_mean**2
    both_squares = int((tally.tables @ all_boxes**2 * bets**2).sum())
    round_mean = boxes * box_mean
    round_variance = both_squares / (unit**2 * rounds) - round_mean**2
    covariance = (round_variance - boxes * box_variance) / (boxes * (boxes - 1)) if boxes > 1 else None
    distribution = tally.nets.sum(axis=0)
    return SimulationFigures(
        rounds=rounds,
        house_edge=-mean,
        standard_error=_error(tally.tables, all_boxes / unit, bets, mean * boxes) / boxes,
        standard_deviation=sqrt(max(box_variance, 0.0)),
        covariance=covariance,
        round_deviation=sqrt(max(round_variance, 0.0)),
        average_bet=laid / (boxes * rounds),
        distribution={
            str(Fraction(int(one[at]), unit)): int(distribution[at]) / (boxes * rounds)
            for at in np.flatnonzero(distribution)
        },
        hands=dict(zip(plan.results, tally.results[:-2].tolist(), strict=True)),
        cards_per_round=int(tally.others[CARDS]) / rounds,
        super_bonuses=int(tally.results[-1]),
        shared_bonuses=int(tally.others[SHARED]),
        insurance=(int(tally.insured[:, 0].sum()), int(tally.insured[:, 1].sum())),
        pairs=tuple(tally.pairs.tolist()),
        sevens=tuple(tally.sevens.tolist()),
        by_count=tuple(_by_count(plan, tally, counts, all_boxes)) if counts else (),
    )


def _error(tables: Counts, nets: object, bets: Counts, mean: float) -> float:
    """The standard error of the net by unit laid: of a ratio, where bets differ."""
    rounds = tables.sum(axis=1)
    laid = float((rounds * bets).sum())
    if not laid:
        return 0.0
    spread = float((tables @ ((np.asarray(nets) - mean) ** 2) * bets**2).sum())
    return sqrt(spread) / laid


def _by_count(plan: Plan, tally: Tally, counts: range, nets: Counts) -> list[ByCount]:
    found: list[ByCount] = []
    for place, count in enumerate(counts):
        table = tally.tables[place]
        rounds = int(table.sum())
        if rounds:
            mean = float(table @ nets) / (plan.unit * plan.boxes * rounds)
            square = float(table @ nets**2) / ((plan.unit * plan.boxes) ** 2 * rounds)
            error = sqrt(max(square - mean**2, 0.0) / rounds)
            found.append(ByCount(count, rounds, int(plan.counting.bets[place]), -mean, error))
    return found


class SessionFigures(NamedTuple):
    """The results of many sessions of equal length for a player with a bankroll, in units."""

    sessions: int
    rounds: int
    """Of one session."""
    bankroll: float
    ruined: float
    """The part of sessions in which the bankroll was lost."""
    ahead: float
    mean: float
    worst: float
    best: float
    longest_winning: int
    longest_losing: int
    """Rounds in a row over all sessions; stand-offs neither add to a run nor end it."""
    fan: dict[str, list[float]]
    """The bankroll round by round, by percentile of the sessions."""


FAN_PERCENTILES = (5, 25, 50, 75, 95)
"""The percentiles of the sessions that are shown."""


def sessions(plan: Plan, *, number: int, rounds: int, bankroll: float) -> SessionFigures:
    """Play sessions round by round, with random cards of their own that depend on the seed alone."""
    tally = empty_tally(plan)
    path = np.zeros((number * rounds, plan.boxes + 1), dtype=np.int64)
    play_at_table(plan, number * rounds, generator(plan.seed, FIRST_SESSION_CHUNK), tally, path)
    nets = path[:, :-1].sum(axis=1)
    won = nets.reshape(number, rounds).cumsum(axis=1) / plan.unit
    gone = won.min(axis=1) <= -bankroll
    after = won[:, -1]
    ruined = np.where((won <= -bankroll).cumsum(axis=1) > 0, -bankroll, won)
    fan = np.percentile(ruined, FAN_PERCENTILES, axis=0) + bankroll
    return SessionFigures(
        sessions=number,
        rounds=rounds,
        bankroll=bankroll,
        ruined=float(gone.mean()),
        ahead=float((after > 0).mean()),
        mean=float(after.mean()),
        worst=float(won.min()),
        best=float(won.max()),
        longest_winning=longest_run(np.sign(nets), 1),
        longest_losing=longest_run(np.sign(nets), -1),
        fan={str(part): row.round(3).tolist() for part, row in zip(FAN_PERCENTILES, fan, strict=True)},
    )


def longest_run(signs: Counts, sign: int) -> int:
    """The longest run of one sign, leaving out stand-offs."""
    decided = signs[signs != 0]
    breaks = np.flatnonzero(decided != sign)
    edges = np.concatenate(([-1], breaks, [len(decided)]))
    return int(np.diff(edges).max()) - 1


def ruin_for_good(found: SimulationFigures, bankroll: float) -> float:
    """The risk that a bankroll, in units, is lost at some time in endless play: 1 unless the player is ahead.

    The usual approximation by mean and variance of a round.
    """
    ahead = -found.house_edge * found.average_bet
    if ahead <= 0:
        return 1.0
    return min(1.0, exp(-2 * ahead * bankroll / found.round_deviation**2)) if found.round_deviation else 0.0


def bonus_value(book: Book, found: SimulationFigures, boxes: int, stake_cents: int) -> float | None:
    """The value of the Super Bonus per unit of a stake, ignoring shares; `None` where the book has none."""
    rules = book.super_bonus
    if rules is None:
        return None
    earned = [tier.pays for tier in rules.tiers.value if stake_cents >= tier.from_stake]
    return found.super_bonuses * earned[-1] / (stake_cents * boxes * found.rounds) if earned else 0.0


def side_bet_edges(book: Book, found: SimulationFigures) -> dict[str, float]:
    """The house edges of the side bets and the insurance that were laid."""
    edges: dict[str, float] = {}
    if book.perfect_pairs is not None and any(found.pairs):
        pairs = book.perfect_pairs
        paid = (None, pairs.mixed, pairs.coloured, pairs.perfect)
        edges["perfect-pairs"] = _edge([-1.0] + [one.value.pays / one.value.per for one in paid if one], found.pairs)
    if book.super_sevens is not None and any(found.sevens):
        sevens = book.super_sevens
        lines = (sevens.one, sevens.two, sevens.two_suited, sevens.three, sevens.three_suited)
        edges["super-sevens"] = _edge([-1.0] + [one.value.pays / one.value.per for one in lines], found.sevens)
    insured, won = found.insurance
    if insured:
        odds = book.insurance.odds.value
        edges["insurance"] = _edge([-1.0, odds.pays / odds.per], (insured - won, won))
    return edges


def _edge(paid: list[float], times: tuple[int, ...]) -> float:
    return -sum(one * number for one, number in zip(paid, times, strict=True)) / sum(times)
