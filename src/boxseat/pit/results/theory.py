"""What wagers should come to by a game's exact figures, and how far they stray from that by chance."""

from __future__ import annotations

import math

import msgspec

from boxseat.pit.results.wager_sums import WagerSums
from boxseat.rulebook.book import Book

DEVIATIONS = 1.959963984540054
"""The standard deviations to each side of the mean between which 95 % of a normal distribution lie."""
COVARIANCE_ROUNDS = 200_000
"""Rounds of two boxes that are simulated for the covariance between boxes, which has no closed form."""


class SideTheory(msgspec.Struct, frozen=True):
    """A side bet's house edge and the variance of its result, in units of the bet."""

    edge: float
    variance: float


class Theory(msgspec.Struct, frozen=True):
    """A game's figures under best play, in units of the main wager on a box."""

    edge: float
    deviation: float
    side: dict[str, SideTheory]
    bonus_chance: float
    """The probability of the Super Bonus."""
    bonus: tuple[tuple[int, int], ...]
    """What it pays, in cents, from which stake on; lowest first."""
    covariance: float = 0.0
    """Between the results of two boxes in the same round, who play against the same dealer's hand."""


NOTHING_WAGERED = Theory(edge=0.0, deviation=0.0, side={}, bonus_chance=0.0, bonus=())
"""For tables without wagers: nothing is expected there, and no game has to be solved."""


class Expected(msgspec.Struct, frozen=True):
    """What the house should win by some wagers, in cents, and its variance."""

    win: float = 0.0
    variance: float = 0.0

    def __add__(self, other: Expected) -> Expected:
        return Expected(self.win + other.win, self.variance + other.variance)

    @property
    def interval(self) -> tuple[int, int]:
        """Between which amounts the win lies with a probability of 95 %, in whole cents outwards."""
        away = DEVIATIONS * math.sqrt(self.variance)
        return math.floor(self.win - away), math.ceil(self.win + away)

    def is_outside(self, win: int) -> bool:
        """Whether a win lies outside the interval."""
        low, high = self.interval
        return not low <= win <= high


def theory_of(book: Book, *, several_boxes: bool) -> Theory | None:
    """A game's figures, solved once and then read from the disk cache; none for a game that cannot be solved."""
    # Imported here, since compiled code takes a moment to load, and most written days ask for no results.
    import numpy as np

    from boxseat.odds.disk_cache import cached
    from boxseat.odds.exact.hand_rules import Unsolvable

    try:
        found = cached(
            "pit-theory", [repr(book).encode()], lambda: {"text": np.array(msgspec.json.encode(_solved(book)).decode())}
        )
    except Unsolvable:
        return None
    theory = msgspec.json.decode(str(found["text"]), type=Theory)
    if not several_boxes:
        return theory
    shared = cached("pit-covariance", [repr(book).encode()], lambda: {"covariance": np.array(_covariance(book))})
    return msgspec.structs.replace(theory, covariance=float(shared["covariance"]))


def expected(theory: Theory, wagered: WagerSums) -> Expected:
    """What the house should win by some wagers."""
    win = theory.edge * wagered.main
    variance = theory.deviation**2 * wagered.squares + theory.covariance * wagered.products
    for name, one in theory.side.items():
        win += one.edge * wagered.side.get(name, 0)
        variance += one.variance * wagered.side_squares.get(name, 0)
    for stake, number in wagered.mains.items():
        pays = max((pays for least, pays in theory.bonus if stake >= least), default=0)
        win -= theory.bonus_chance * pays * number
        variance += theory.bonus_chance * pays**2 * number
    return Expected(win, variance)


def _solved(book: Book) -> Theory:
    from boxseat.odds.exact.side_bet_edges import variances
    from boxseat.odds.exact.whole_game import whole_game

    game = whole_game(book)
    edges = dict(game.side_bets) if game.insurance is None else {**game.side_bets, "insurance": game.insurance}
    spreads = variances(book)
    bonus = game.super_bonus
    return Theory(
        edge=game.house_edge,
        deviation=game.standard_deviation,
        side={name: SideTheory(float(edge), float(spreads[name])) for name, edge in edges.items()},
        bonus_chance=float(bonus.probability) if bonus else 0.0,
        bonus=tuple((int(tier.from_stake), int(tier.pays)) for tier in bonus.rules.tiers.value) if bonus else (),
    )


def _covariance(book: Book) -> float:
    from boxseat.odds.simulator.figures import figures
    from boxseat.odds.simulator.simulation import TableRun, added, empty_tally, make_plan, played
    from boxseat.odds.strategy.named_policies import policy_by_name

    plan = make_plan(
        book,
        policy_by_name(book, "perfect"),
        rounds=COVARIANCE_ROUNDS,
        seed=1,
        table=TableRun(boxes=2, dealing="fresh"),
        keep=True,
    )
    tally = empty_tally(plan)
    for one in played(plan, threads=1):
        tally = added(tally, one)
    return float(figures(plan, tally).covariance or 0.0)
