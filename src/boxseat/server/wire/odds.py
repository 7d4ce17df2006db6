"""What the odds are answered with: the same words as the command line's JSON, so that one can be held against the other."""

from __future__ import annotations

import msgspec


class _Seen(msgspec.Struct, frozen=True):
    """An answer about odds; values are in units of the initial main wager, edges are the house's."""


class ProgressSeen(_Seen, frozen=True, omit_defaults=True):
    """How far a long answer is: the data of the stream's `progress` events. A simulation's figures so far are with it."""

    done: int
    of: int
    said: str
    house_edge: float | None = None
    standard_error: float | None = None


class BonusFigures(_Seen, frozen=True):
    probability: float
    value_at_25: float
    """What it adds for the player at a wager of 25 dollars, as a part of it."""


class EdgeSeen(_Seen, frozen=True):
    """As `boxseat edge --json`."""

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
    """As `boxseat ev --json`."""

    game: str
    decks: int
    hand: str
    dealer: str
    actions: dict[str, float]
    best: str
    exact: bool
    error_bound: float = 0.0


class CellValue(_Seen, frozen=True):
    """A hand of two cards that the cell is for, and what all it may do is worth."""

    hand: str
    dealer: str
    actions: dict[str, float]
    best: str


class CellSeen(_Seen, frozen=True):
    text: str
    action: str
    """What it is coloured by: ``hit``, ``stand``, ``double``, ``split``, ``surrender`` or nothing."""
    said: str
    """What it says in full."""
    value: CellValue | None


class ChartRow(_Seen, frozen=True):
    label: str
    cells: tuple[CellSeen, ...]


class ChartBlock(_Seen, frozen=True):
    title: str
    rows: tuple[ChartRow, ...]


class MeaningSeen(_Seen, frozen=True):
    text: str
    action: str
    said: str


class ChartSeen(_Seen, frozen=True):
    """The best chart a player can carry, as `boxseat strategy` finds it."""

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
    game: str
    decks: int
    house_edge: float


class SideSeen(_Seen, frozen=True):
    value: str
    clause: str


class DifferenceSeen(_Seen, frozen=True):
    rules: tuple[str, ...]
    said: str
    first: SideSeen
    second: SideSeen
    alone: float | None


class BetSide(_Seen, frozen=True):
    house_edge: float | None
    clause: str


class BesideSeen(_Seen, frozen=True):
    bet: str
    first: BetSide
    second: BetSide


class ComparisonSeen(_Seen, frozen=True):
    """As `boxseat compare --json`."""

    first: BookEdge
    second: BookEdge
    differences: tuple[DifferenceSeen, ...]
    interaction: float
    together: float
    beside: tuple[BesideSeen, ...]
    without_effect: tuple[str, ...]


class SimulationSeen(_Seen, frozen=True):
    """As `boxseat simulate --json`, without the sessions."""

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
    """What a table may set in a book."""

    name: str
    said: str
    value: str
    permitted: tuple[str, ...]
    """Nothing where anything goes."""
    clause: str


class SideBetSeen(_Seen, frozen=True):
    """A bet beside the main wager, and what the house keeps of it; below zero the player is ahead."""

    name: str
    title: str
    house_edge: float
    ratio: str
    """The same as an exact ratio."""
    by_decks: dict[int, float]
    """For every number of decks that the book permits."""
    pays: tuple[tuple[str, str], ...]
    clause: str


class GameOdds(_Seen, frozen=True):
    """A game's figures that take no time, and the others where they are known already."""

    game: str
    title: str
    decks: int
    permitted_decks: tuple[int, ...]
    house_edges: dict[int, float]
    """By the number of decks; those that nobody has worked out yet are missing."""
    options: tuple[OptionSeen, ...]
    side_bets: tuple[SideBetSeen, ...]
    ranks: str
    """The ranks of a deck, for picking cards."""
