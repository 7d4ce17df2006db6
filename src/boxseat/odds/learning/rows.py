"""Records of the learning tables for the compiled kernels: rules, shoe, hands and the results of a step."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from boxseat.odds.hands import VALUES
from boxseat.odds.simulator.generator import Cards, Number, Words

Numbers = npt.NDArray[np.int64]
Bits = npt.NDArray[np.int8]
Seen = npt.NDArray[np.int16]
Bools = npt.NDArray[np.bool_]
Rewards = npt.NDArray[np.float64]
Records = npt.NDArray[Any]

STAND, HIT, DOUBLE, SPLIT, SURRENDER, KEEP, FORFEIT = range(7)
ACTIONS = ("stand", "hit", "double", "split", "surrender", "keep", "forfeit")
"""The names of the decisions, by number."""

RANKS, HARD, ACES, SIZE, SUITS, FIRST, SECOND, DOUBLED, END, OWN, BACK, WON, EARNED = range(13)
"""A hand: its ranks as one number, the total with aces at one, aces that may count eleven, cards, the suits all cards share, the
first two cards, whether it is doubled, how it ended; what it wins or loses, and against a dealer's natural; whether it has won, and
whether its Super Bonus has been looked at."""
HAND_FIELDS = 13
"""The number of fields of a hand."""
HANDS_MAX = 10
"""The most hands of a box."""

DECISION, KEEP_OR_FORFEIT, NATURAL, OVER = range(4)
"""What a table waits for: a decision, whether a doubled hand is kept, nothing on a natural, nothing after the round."""
OPEN, STANDS, WAITS, SETTLED = range(4)
"""How a hand ended: not yet; compared with the dealer's; settled but for a dealer's natural; settled."""

ORIGINAL_WAGER, BUSTED_PLUS_ONE, EVERYTHING, ORIGINAL_BETS_ONLY = range(4)
"""What a dealer's natural takes (R03)."""
ANY, MIXED, ONE_SUIT, SPADES = range(4)
"""The suits of a payout line; a hand's are the bits of those that all its cards share, spades the lowest."""
ALL_SUITS = 15
"""The bits of all four suits."""

NEXT_STEP, SAME_STEP, NEVER = range(3)
"""When the next round is dealt at a table: by the step after the last, by the last itself, or only when asked."""

SEEN_NAMES = (
    "total",
    "soft",
    "cards",
    "pair",
    "dealer",
    "doubled",
    "hand",
    "hands",
    "to come",
    "standing",
    "line",
    "left",
)
"""The fields of an observation, in order; the unseen cards of each value may follow them."""
SEEN_FIELDS = len(SEEN_NAMES)


class TableRules(NamedTuple):
    """The rules for a round of one box, amounts in parts of the wager."""

    unit: int
    cards: int
    by_value: Numbers
    """How many cards of each value a full shoe has."""
    fresh: int
    burns: int
    least_behind: int
    most_behind: int
    draws: Numbers
    """Whether the dealer draws again, by total and whether it is soft."""
    natural_pays: int
    natural_waits: int
    wins_at_once: int
    equal: int
    """What an equal total comes to for each wager."""
    stand_from: int
    surrender_against: Numbers
    """By the rank of the dealer's card."""
    surrender_net: int
    surrender_back: int
    double_on: int
    double_lowest: int
    double_highest: int
    double_soft: int
    double_after_split: int
    double_lines: int
    aces_at_one: int
    forfeit: int
    same_rank: int
    most_hands: int
    resplit_aces: int
    one_card_to_aces: int
    reading: int
    plain: int
    lines: int
    line_least: Numbers
    line_most: Numbers
    line_ranks: Numbers
    line_suits: Numbers
    line_pays: Numbers
    ways: int
    parts: Numbers
    """Ranks on the way to a line that names them; none where every hand is."""
    longest: int
    """The most cards of a line that names ranks or asks for suits."""
    bonus: int
    bonus_ranks: int
    bonus_against: Numbers
    bonus_at_once: int
    bonus_unsplit: int


class TableRow(Protocol):
    """A table: its shoe and the round that is being played."""

    place: Number
    """Of the next card."""
    number: Number
    """How many cards are dealt from."""
    deep: Number
    """How many of them lie in order; the rest is shuffled as it is drawn."""
    cut: Number
    began: Number
    dealers: Number
    phase: Number
    formed: Number
    turn: Number
    suited: Number
    """A pair of one suit was split."""
    net: Number
    unseen: Numbers
    """Cards of each value that have not been seen."""
    chance: Words
    hands: Numbers
    mask: Bits
    """What may be decided."""
    seen: Seen
    """What the player sees."""
    shoe: Cards


def row_type(cards: int) -> np.dtype[Any]:
    """The NumPy type of a table's record with room for so many cards; usual sizes share one and its compiled code."""
    long = (
        ("unseen", np.int64, VALUES),
        ("chance", np.uint64, 4),
        ("hands", np.int64, (HANDS_MAX, HAND_FIELDS)),
        ("mask", np.int8, 8),
        ("seen", np.int16, 24),
        ("shoe", np.uint8, max(512, 1 << (cards - 1).bit_length())),
    )
    plain = [name for name in TableRow.__annotations__ if name not in {field[0] for field in long}]
    return np.dtype([*((name, np.int64) for name in plain), *long], align=True)


class StepOutcome(NamedTuple):
    """The results of a step at every table."""

    seen: Seen
    masks: Bits
    rewards: Rewards
    over: Bools
    refused: Bools
    finals: Seen
    """The observation at the end of a round, where the next one is dealt in the same step."""


def as_record(rules: TableRules) -> Records:
    """The rules as the compiled functions take them."""
    fields = [(name, np.int64, np.shape(value)) for name, value in rules._asdict().items()]
    record = np.zeros(1, dtype=fields)
    for name, value in rules._asdict().items():
        record[name] = value
    return record
