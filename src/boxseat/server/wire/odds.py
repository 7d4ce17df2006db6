"""Answers about odds, with the same fields as the command line's JSON, so that the two can be compared."""

from __future__ import annotations

import msgspec


class _Seen(msgspec.Struct, frozen=True):
    """An answer about odds; values are in units of the initial main wager, edges are the house's."""


class ProgressSeen(_Seen, frozen=True, omit_defaults=True):
    """Progress of a long computation: the data of the stream's `progress` events. A simulation adds its figures so far."""

    done: int
    of: int
    said: str
    house_edge: float | None = None
    standard_error: float | None = None


class BonusFigures(_Seen, frozen=True):
    """Probability of the Super Bonus, and its value."""

    probability: float
    value_at_25: float
    """Its value for the player at a wager of 25 dollars, as a fraction of the wager."""


class EdgeSeen(_Seen, frozen=True):
    """House edge of a game, as `boxseat edge --json`."""

    game: str
    decks: int
    house_edge: float
    exact: bool
    error_bound: float
    standard_deviation: float
    super_bonus: BonusFigures | None
    side_bets: dict[str, float | None]
    insurance: float | None
    outcomes: dict[str, float]
    lines: dict[str, float]
    seconds: float


class HandWorths(_Seen, frozen=True, omit_defaults=True):
    """Value of every action on a hand, as `boxseat ev --json`."""

    game: str
    decks: int
    hand: str
    dealer: str
    actions: dict[str, float]
    best: str
    exact: bool
    error_bound: float = 0.0


class CellValue(_Seen, frozen=True):
    """Example hand of two cards for a cell, with the value of every action."""

    hand: str
    dealer: str
    actions: dict[str, float]
    best: str


class CellSeen(_Seen, frozen=True):
    """A cell of a strategy chart."""

    text: str
    action: str
    """Action that gives the cell its colour: ``hit``, ``stand``, ``double``, ``split``, ``surrender``, or empty."""
    said: str
    """Its meaning as a sentence."""
    value: CellValue | None


class ChartRow(_Seen, frozen=True):
    """A row of a chart: one hand against every first card of the dealer."""

    label: str
    cells: tuple[CellSeen, ...]


class ChartBlock(_Seen, frozen=True):
    """A part of a chart, such as the hard totals."""

    title: str
    rows: tuple[ChartRow, ...]


class MeaningSeen(_Seen, frozen=True):
    """An entry in the legend of a chart."""

    text: str
    action: str
    said: str


class ChartSeen(_Seen, frozen=True):
    """Best strategy chart that a player can carry, as `boxseat strategy` finds it."""

    game: str
    decks: int
    house_edge: float
    best_house_edge: float
    gives_away: float
    exact: bool
    columns: tuple[str, ...]
    blocks: tuple[ChartBlock, ...]
    meanings: tuple[MeaningSeen, ...]
    notes: tuple[str, ...]


class BookEdge(_Seen, frozen=True):
    """House edge of one of two compared books."""

    game: str
    decks: int
    house_edge: float


class SideSeen(_Seen, frozen=True):
    """Value of a rule in one of two compared books, with its clause."""

    value: str
    clause: str


class DifferenceSeen(_Seen, frozen=True):
    """A difference between two books, and what it alone changes in the house edge."""

    rules: tuple[str, ...]
    said: str
    first: SideSeen
    second: SideSeen
    alone: float | None


class BetSide(_Seen, frozen=True):
    """House edge of a side bet in one of two compared books."""

    house_edge: float | None
    clause: str


class BesideSeen(_Seen, frozen=True):
    """A side bet in two compared books."""

    bet: str
    first: BetSide
    second: BetSide


class ComparisonSeen(_Seen, frozen=True):
    """Differences between two books, as `boxseat compare --json`."""

    first: BookEdge
    second: BookEdge
    differences: tuple[DifferenceSeen, ...]
    interaction: float
    together: float
    beside: tuple[BesideSeen, ...]
    without_effect: tuple[str, ...]
    without_effect_said: tuple[str, ...] = ()
    """The same in words."""


class SimulationSeen(_Seen, frozen=True):
    """Result of a simulation, as `boxseat simulate --json`, without the sessions."""

    game: str
    rounds: int
    strategy: str
    seed: int
    house_edge: float
    standard_error: float
    rounds_per_second: int
    seconds: float
    finished: bool
    decks: int
    boxes: int
    dealing: str
    standard_deviation: float
    cards_per_round: float
    distribution: dict[str, float]
    hands: dict[str, int]


class OptionSeen(_Seen, frozen=True):
    """An option that a table may set in a book."""

    name: str
    said: str
    value: str
    permitted: tuple[str, ...]
    """Permitted values; empty where any value is."""
    clause: str


class SideBetSeen(_Seen, frozen=True):
    """A bet beside the main wager, and its house edge; below zero the player has the advantage."""

    name: str
    title: str
    house_edge: float
    ratio: str
    """The house edge as an exact fraction."""
    by_decks: dict[int, float]
    """House edge for every number of decks that the book permits."""
    pays: tuple[tuple[str, str], ...]
    clause: str


class GameOdds(_Seen, frozen=True):
    """Odds of a game that need no computation, and the house edges computed so far."""

    game: str
    title: str
    decks: int
    permitted_decks: tuple[int, ...]
    house_edges: dict[int, float]
    """By number of decks; those not computed yet are missing."""
    options: tuple[OptionSeen, ...]
    side_bets: tuple[SideBetSeen, ...]
    ranks: str
    """Ranks in a deck."""
