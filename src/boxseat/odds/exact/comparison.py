"""Comparison of two books: the effect of each rule difference on the house edge, alone and together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from boxseat.money import Cents
from boxseat.odds.exact import side_bet_edges as sidebets
from boxseat.odds.exact.hand_rules import Unsolvable
from boxseat.odds.exact.solver import edge
from boxseat.rulebook.book import Book, Cited, PayoutLine
from boxseat.rulebook.load import cited_values

RULES = {
    "cards.ranks": "the ranks of a deck",
    "cards.decks": "decks",
    "natural.odds": "a natural pays",
    "natural.against_dealer_natural": "a natural against the dealer's",
    "natural.even_money": "even money",
    "surrender.against": "surrender against",
    "surrender.loses": "a surrender loses",
    "surrender.dealer_natural": "a surrender and a dealer's natural",
    "drawing.stand_from": "lowest hard total to stand on",
    "drawing.twenty_one": "a drawn 21",
    "doubling.on": "doubling on",
    "doubling.totals": "totals that may be doubled",
    "doubling.soft": "soft totals may be doubled",
    "doubling.aces": "aces of a doubled hand",
    "doubling.after_split": "doubling after a split",
    "doubling.table_odds": "better odds on doubled hands",
    "doubling.forfeit": "forfeit after doubling",
    "splitting.pairs": "pairs that may be split",
    "splitting.max_split_hands": "most hands by splitting",
    "splitting.resplit_aces": "aces split again",
    "splitting.one_card_to_aces": "one card to split aces",
    "dealer.stands_hard": "dealer stands on hard",
    "dealer.stands_soft": "dealer stands on soft",
    "dealer.dealer_pontoon_takes": "a dealer's natural takes",
    "outcomes.equal": "equal totals",
    "payouts.other": "a win pays",
}
"""The rules that the main wager's value is computed from, in words. The payout table's lines are compared separately."""

CHANGED_TOGETHER = (
    ("natural.against_dealer_natural", "natural.even_money"),
    ("dealer.stands_hard", "dealer.stands_soft"),
)
"""Rules that only make sense together: they are changed together."""

SIDE_BET_SECTIONS = ("perfect_pairs", "super_sevens", "insurance", "super_bonus", "offers")
"""Sections about side bets and bonuses, which have figures of their own."""
NAME_KEYS = ("natural.name",)
"""Keys that only name something."""
SUPER_BONUS_STAKE_CENTS = Cents(2500)
"""The wager that the Super Bonus is compared for."""

ProgressCallback = Callable[[int, int, str], None]
"""Called with the number of the difference being valued, how many there are, and its rule in words."""


class Side(msgspec.Struct, frozen=True):
    """The value and the clause of a rule in one book; empty where it has no such rule."""

    value: str
    clause: str


class Difference(msgspec.Struct, frozen=True):
    """One rule, or rules that go together, in which two books differ."""

    keys: tuple[str, ...]
    said: str
    """The rule in words."""
    first: Side
    second: Side
    alone: float | None
    """The change of the first book's house edge by this difference alone; `None` if it cannot be changed alone."""


class SideBetDifference(msgspec.Struct, frozen=True):
    """A side bet or bonus that differs: its house edge in both books, `None` where a book has no such bet."""

    name: str
    first: Fraction | None
    second: Fraction | None
    clauses: tuple[str, str]


class Comparison(msgspec.Struct, frozen=True):
    """The comparison of two books, largest effects first."""

    first_edge: float
    second_edge: float
    differences: tuple[Difference, ...]
    beside: tuple[SideBetDifference, ...]
    without_effect: tuple[str, ...]
    """Rules that differ but do not affect these figures."""

    @property
    def together(self) -> float:
        """The change of the house edge by all differences."""
        return self.second_edge - self.first_edge

    @property
    def interaction(self) -> float:
        """The part of that change that is not the sum of the single differences."""
        return self.together - sum(one.alone for one in self.differences if one.alone is not None)


def compare(first: Book, second: Book, tell: ProgressCallback = lambda number, of, said: None) -> Comparison:
    """Value every difference between two books; `tell` is called before each."""
    changes = list(_changes(first, second))
    tell(0, len(changes), "all together")
    first_edge = edge(first).house_edge
    second_edge = edge(second).house_edge if changes else first_edge
    found = []
    for number, (keys, said, sides, changed) in enumerate(changes, start=1):
        tell(number, len(changes), said)
        alone = second_edge - first_edge if len(changes) == 1 else _alone(changed, first_edge)
        found.append(Difference(keys, said, *sides, alone))
    found.sort(key=lambda one: -abs(one.alone or 0.0))
    valued = {key for one in found for key in one.keys}
    return Comparison(
        first_edge, second_edge, tuple(found), tuple(_beside(first, second)), _without_effect(first, second, valued)
    )


def _alone(changed: Book, before: float) -> float | None:
    try:
        return edge(changed).house_edge - before
    except Unsolvable:
        return None


Change = tuple[tuple[str, ...], str, tuple[Side, Side], Book]
"""Keys, rule in words, both sides, and the first book with this change."""


def _changes(first: Book, second: Book) -> Iterator[Change]:
    """Each difference with the first book changed by it alone."""
    ours, theirs = dict(cited_values(first)), dict(cited_values(second))
    differ = [key for key in RULES if ours[key].value != theirs[key].value]
    while differ:
        group = next((group for group in CHANGED_TOGETHER if differ[0] in group), (differ[0],))
        keys = tuple(key for key in group if key in differ)
        differ = [key for key in differ if key not in keys]
        if keys == ("natural.even_money",):
            continue
        sides = _side(ours, keys), _side(theirs, keys)
        yield keys, "; ".join(RULES[key] for key in keys), sides, _with(first, {key: theirs[key] for key in keys})
    yield from _line_changes(first, second)


def _side(values: dict[str, Cited[Any]], keys: tuple[str, ...]) -> Side:
    clauses = dict.fromkeys(values[key].clause for key in keys)
    return Side("; ".join(shown(values[key].value) for key in keys), ", ".join(clauses))


def _with(book: Book, rules: dict[str, Any]) -> Book:
    """The book with these rules changed, clause and all."""
    for key, rule in rules.items():
        section, _, name = key.partition(".")
        changed = msgspec.structs.replace(getattr(book, section), **{name: rule})
        book = msgspec.structs.replace(book, **{section: changed})
    return book


def _line_changes(first: Book, second: Book) -> Iterator[Change]:
    """The differences of the payout table: line by line if both describe the same hands, otherwise as a whole."""
    ours, theirs = first.payouts.lines, second.payouts.lines
    if [_hand(line) for line in ours] != [_hand(line) for line in theirs]:
        sides = _lines_side(ours), _lines_side(theirs)
        yield ("payouts.lines",), "better odds for some 21s", sides, _with(first, {"payouts.lines": theirs})
        return
    for place, (own, other) in enumerate(zip(ours, theirs, strict=True)):
        if own.odds != other.odds:
            lines = (*ours[:place], other, *ours[place + 1 :])
            sides = Side(own.odds, own.clause), Side(other.odds, other.clause)
            yield (f"payouts.lines[{place}]",), own.name, sides, _with(first, {"payouts.lines": lines})


def _hand(line: PayoutLine) -> tuple[object, ...]:
    return line.cards, line.ranks, line.suits


def _lines_side(lines: tuple[PayoutLine, ...]) -> Side:
    said = f"{len(lines)} lines" if lines else "none"
    return Side(said, ", ".join(dict.fromkeys(line.clause for line in lines)))


def shown(value: object) -> str:
    """A rule's value as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " to ".join(map(str, value))
    return str(value) or "none"


def _beside(first: Book, second: Book) -> Iterator[SideBetDifference]:
    for name, figure, key in (
        ("perfect-pairs", sidebets.perfect_pairs, "perfect_pairs.perfect"),
        ("super-sevens", sidebets.super_sevens, "super_sevens.one"),
        ("insurance", sidebets.insurance, "insurance.odds"),
        ("super-bonus", _super_bonus, "super_bonus.tiers"),
    ):
        ours, theirs = figure(first), figure(second)
        if ours != theirs:
            cited = (dict(cited_values(book)).get(key) for book in (first, second))
            one, other = ("" if rule is None else rule.clause for rule in cited)
            yield SideBetDifference(name, ours, theirs, (one, other))


def _super_bonus(book: Book) -> Fraction | None:
    """The house edge of the Super Bonus: negative, because it needs no wager."""
    chance, rules = sidebets.super_bonus_chance(book), book.super_bonus
    if chance is None or rules is None:
        return None
    stake = SUPER_BONUS_STAKE_CENTS
    return -chance * max((tier.pays for tier in rules.tiers.value if tier.from_stake <= stake), default=0) / stake


def _without_effect(first: Book, second: Book, valued: set[str]) -> tuple[str, ...]:
    theirs = dict(cited_values(second))
    return tuple(
        key
        for key, rule in cited_values(first)
        if key.partition(".")[0] not in SIDE_BET_SECTIONS and key not in NAME_KEYS and key not in valued
        if rule.value != theirs[key].value
    )
