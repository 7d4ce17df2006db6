"""What was wagered and won at a table on a day, and by each player, as sums that can be added up."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from boxseat.play.state import Result, Round, WagerKind
from boxseat.play.void import BONUSES

SIDE_BETS = (WagerKind.PERFECT_PAIRS, WagerKind.SUPER_SEVENS, WagerKind.INSURANCE)


class WagerSums(msgspec.Struct):
    """Wagers of any number of rounds, in cents. Bettors on one box win and lose together, so deviations are those of boxes."""

    rounds: int = 0
    turnover: int = 0
    """All that was wagered: main wagers, splits, doubles, insurance and side bets."""
    mains: dict[int, int] = {}
    """How many main wagers there were of each amount."""
    squares: int = 0
    """The sum of the squares of the main wagers on each box in each round."""
    products: int = 0
    """Twice the sum of the products of the main wagers on two boxes in the same round."""
    side: dict[str, int] = {}
    """The sum of each kind of side bet."""
    side_squares: dict[str, int] = {}

    @property
    def main(self) -> int:
        """The sum of the main wagers."""
        return sum(stake * number for stake, number in self.mains.items())

    def add(self, other: WagerSums) -> None:
        """Add the wagers of other rounds."""
        self.rounds += other.rounds
        self.turnover += other.turnover
        self.squares += other.squares
        self.products += other.products
        for own, more in ((self.mains, other.mains), (self.side, other.side), (self.side_squares, other.side_squares)):
            _add(own, more)


class TableDay(msgspec.Struct):
    """A table's day."""

    table: str
    day: str
    game: str
    drop: int = 0
    """What chips were bought for, by the books."""
    win: int = 0
    """What the house won, with all corrections that were posted on the day."""
    wagered: WagerSums = msgspec.field(default_factory=WagerSums)


class PlayerDay(msgspec.Struct):
    """A player's play at a table on a day."""

    table: str
    day: str
    player: str
    time_us: int = 0
    wagered: WagerSums = msgspec.field(default_factory=WagerSums)


def wagered_in(round_: Round, player: str = "") -> WagerSums:
    """What was wagered in a round that had an outcome, by everybody or by one player."""
    found = WagerSums(rounds=1)
    boxes: list[int] = []
    for box in round_.boxes:
        stakes = [laid.cents for laid in box.main if player in ("", laid.player) and laid.cents]
        for stake in stakes:
            found.mains[stake] = found.mains.get(stake, 0) + 1
        boxes.append(sum(stakes))
    found.squares = sum(stake**2 for stake in boxes)
    found.products = sum(boxes) ** 2 - found.squares
    for line in round_.settlements:
        if line.wager in BONUSES or line.result is Result.VOID or player not in ("", line.player):
            continue
        found.turnover += line.stake
        if line.wager in SIDE_BETS:
            _add(found.side, {line.wager.value: line.stake})
            _add(found.side_squares, {line.wager.value: line.stake**2})
    return found


def _add(own: dict[str, int] | dict[int, int], more: Mapping[str, int] | Mapping[int, int]) -> None:
    sums: dict[str | int, int] = own  # type: ignore[assignment]
    for name, value in more.items():
        sums[name] = sums.get(name, 0) + value
