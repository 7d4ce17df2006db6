"""What the dealer hands out and collects on each box: the settlements of a player on a box together, in chips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from boxseat.play.state import Settlement
from boxseat.rulebook.book import Book

CHIPS_CENTS = (100_000, 50_000, 10_000, 2_500, 500, 100, 50)
"""The chips of a rack, largest first; a table has those that its smallest chip divides."""


class ChipCount(msgspec.Struct, frozen=True):
    """A number of chips of one value, in cents."""

    value: int
    number: int


class PayOut(msgspec.Struct, frozen=True):
    """What one player gets and loses on one box."""

    box: int
    player: str
    paid: int
    """Handed out to the player, in cents."""
    collected: int
    """Taken from the player."""
    chips: tuple[ChipCount, ...]
    """What is paid, in the fewest chips."""
    coins: int
    """The part of it that chips cannot make, in cents."""


def pay_outs(book: Book, lines: Iterable[Settlement]) -> tuple[PayOut, ...]:
    """What settlements come to, by box and player, clockwise."""
    sums: dict[tuple[int, str], list[int]] = {}
    for line in lines:
        sums.setdefault((line.box, line.player), []).append(line.net)
    return tuple(_pay_out(book, *of, nets) for of, nets in sorted(sums.items(), key=_box))


def corrections(book: Book, undone: Iterable[Settlement], made: Iterable[Settlement]) -> tuple[PayOut, ...]:
    """The money that goes back and forth where settlements are undone and others made, by box and player."""
    sums: Counter[tuple[int, str]] = Counter()
    for lines, sign in ((undone, -1), (made, 1)):
        for line in lines:
            sums[line.box, line.player] += sign * line.net
    return tuple(_pay_out(book, *of, [cents]) for of, cents in sorted(sums.items(), key=_box) if cents)


def _box(of: tuple[tuple[int, str], object]) -> int:
    return of[0][0]


def _pay_out(book: Book, box: int, player: str, nets: Sequence[int]) -> PayOut:
    paid = sum(cents for cents in nets if cents > 0)
    return PayOut(box, player, paid, paid - sum(nets), *in_chips(book, paid))


def in_chips(book: Book, cents: int) -> tuple[tuple[ChipCount, ...], int]:
    """An amount in the fewest chips of a table, and what chips cannot make."""
    smallest = book.chips.smallest_chip.value
    found: list[ChipCount] = []
    for value in (*(chip for chip in CHIPS_CENTS if chip > smallest and chip % smallest == 0), smallest):
        number, cents = divmod(cents, value)
        if number:
            found.append(ChipCount(value, number))
    return tuple(found), cents
