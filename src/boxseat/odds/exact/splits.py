"""The value of splitting a pair into at most a given number of hands, each played independently of the others.

The second cards are treated as if drawn first, which does not change the expected values. If more splits were possible, a hand
knows only that the other hands' second cards did not match the pair; this is counted with shoes from which more of the pair's
cards are removed. A pair is split again whenever that is possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from boxseat.cards import RANKS, SUITS, Card, card
from boxseat.odds.exact.hand_rules import HandKind
from boxseat.odds.exact.kernel_two_cards import Pair, Second, second_cards
from boxseat.odds.exact.kernel_values import Floats, Played
from boxseat.odds.exact.memo import NO_DECISIONS, SolverMemo
from boxseat.odds.exact.natural_ties import Endings
from boxseat.odds.exact.split_ways import Often, Origin, how_often
from boxseat.odds.hands import ACE, TEN, VALUES, doubles, hands, singles
from boxseat.odds.policy import ADDED, CARDS, ORIGINAL, SPLIT, Decisions, code
from boxseat.odds.shoe import by_value, value_of, without


class Formed(NamedTuple):
    """The play of one kind of the hands formed by a split, by the wager they carry."""

    kind: HandKind
    gone: tuple[int, ...]
    often: Often
    """By the shoes of `gone`."""
    played: Played
    seconds: dict[int, Second]
    """By the code of the card a hand started with."""
    fixed: dict[int, Decisions]
    """Decisions on two cards that were taken already, by the same."""


class Worth(NamedTuple):
    """The value of a pair split into at most a given number of hands."""

    worth: float
    hands: int
    formed: dict[HandKind, Formed]
    given_back: float = 0.0
    """What a dealer's natural does not take of hands that are tied together."""
    error: float = 0.0
    """The error bound of that."""


class SplitPair:
    """A pair against one first card of the dealer; `left` is the shoe with that card out and the pair still in."""

    def __init__(
        self, tables: SolverMemo, dealers: Card, left: Floats, one: Card, other: Card, *, added: bool | None = None
    ) -> None:
        book = tables.book
        self._tables = tables
        self._dealers, self._first = dealers, value_of(dealers)
        self._one, self._other = one, other
        self._start = value_of(one)
        self._may_be_natural = self._first in (ACE, TEN)
        self._added = added
        """Whether the hand that is split carries an added wager itself; none where it was not split before."""
        self._left = without(left, [one, other])
        alike = one.rank if book.splitting.by_rank else ""
        ranks = alike or "".join(rank for rank in RANKS if card(rank + "S").points == one.points)
        self._pairs_with = np.repeat([rank in ranks for rank in RANKS], len(SUITS))
        self._pairs = float(self._left[self._pairs_with].sum())
        self._cards = float(self._left.sum())

    @property
    def shoe(self) -> tuple[float, float]:
        """How many further cards of the pair's kind the shoe holds, and how many cards in all."""
        return self._pairs, self._cards

    def into(self, most: int) -> Worth:
        """The value of splitting into at most `most` hands."""
        often = how_often(most, self._pairs, self._cards)
        kinds = self._kinds()
        formed = {
            kind: self._formed(kind, often, [origin for origin in kinds if kinds[origin] == kind])
            for kind in kinds.values()
        }
        reading = self._tables.book.dealer.dealer_pontoon_takes.value
        if self._may_be_natural and reading == "busted-plus-one" and self._added is None:
            return self._tied(formed[kinds["one"]], most)
        return Worth(self._one_by_one(formed, most), most, formed)

    def _one_by_one(self, formed: dict[HandKind, Formed], most: int) -> float:
        """The hands' worth if each were alone."""
        often = how_often(most, self._pairs, self._cards)
        kinds = self._kinds()
        worth = self._hands(self._one, often["one"], formed[kinds["one"]])
        worth += self._hands(self._other, often["other"], formed[kinds["other"]])
        for start, chance in self._drawn_starts(most):
            worth += chance * self._hands(start, often["drawn"], formed[kinds["drawn"]], drawn=True)
        return worth

    def _tied(self, formed: Formed, most: int) -> Worth:
        """Hands of which a dealer's natural takes one wager in all: each is played best while the others are played alike."""
        tables, kind = self._tables, formed.kind
        rules, beside = tables.rules(kind), tuple(1 + number for number in formed.gone)
        shoes = tables.shoes(
            self._first, kind, self._start, beside, tuple(map(float, formed.often.any + formed.often.other))
        )
        endings = Endings(self._first, self._start, by_value(self._left), self._pairs)
        best: Worth | None = None
        while True:
            worth = self._one_by_one({kind: formed}, most)
            endings.follow(shoes.order, formed.played, rules, self._shares(formed))
            back = endings.given_back(most)
            if best and worth + back.worth <= best.worth:
                return best
            best = Worth(worth + back.worth, most, {kind: formed}, *back)
            if tables.policy or tables.presplit:
                return best
            spared = endings.spared(shoes.order, formed.gone, most)
            weights = tuple(map(float, shoes.weights))
            tuned = tables.played(self._first, kind, self._start, beside, weights, spared=spared)
            alike = formed._replace(played=tuned, seconds={}, fixed={})
            self._one_by_one({kind: alike}, most)
            plain = tables.played(
                self._first, kind, self._start, beside, weights, fixed=tuned.action, forfeits=tuned.forfeit
            )
            decided = {start: second.decisions for start, second in alike.seconds.items()}
            formed = formed._replace(played=plain, seconds={}, fixed=decided)

    def _shares(self, formed: Formed) -> Floats:
        """The parts of a second card's value that pair or not and stand, draw or double."""
        flow = np.mean([formed.seconds[code(start)].flow[:, 0] for start in (self._one, self._other)], axis=0)
        every = flow.sum(axis=(0, 1))
        shares: Floats = np.divide(flow, every, out=np.zeros_like(flow), where=every > 0)
        return shares

    def _kinds(self) -> dict[Origin, HandKind]:
        """What hands of each origin are; all alike unless a dealer's natural would treat added wagers otherwise."""
        book = self._tables.book
        one_card = self._one.is_ace and book.splitting.one_card_to_aces.value
        original: HandKind = "original-ace" if one_card else "original"
        added: HandKind = "added-ace" if one_card else "added"
        reading = book.dealer.dealer_pontoon_takes.value
        if (
            not self._may_be_natural
            or reading == "everything"
            or (reading == "busted-plus-one" and self._added is None)
        ):
            added = original
        return {"one": added if self._added else original, "other": added, "drawn": added}

    def _formed(self, kind: HandKind, often: dict[Origin, Often], origins: list[Origin]) -> Formed:
        alike = often[origins[0]]
        for origin in origins[1:]:
            alike |= often[origin]
        gone = tuple(int(number) for number in np.flatnonzero(alike.any + alike.other))
        alike = Often(alike.any[list(gone)], alike.other[list(gone)])
        weights = tuple(map(float, alike.any + alike.other)) if len(gone) > 1 else (1.0,)
        played = self._tables.split(self._first, kind, self._start, tuple(1 + number for number in gone), weights)
        return Formed(kind, gone, alike, played, {}, {})

    def _hands(self, start: Card, often: Often, formed: Formed, *, drawn: bool = False) -> float:
        """The hands that start with a card, over the ways a split can go."""
        tables, gone = self._tables, list(formed.gone)
        pair = Pair(
            left=self._left,
            pairs_with=self._pairs_with,
            gone=np.array(gone),
            start_place=int(singles()[self._start]),
            stand_from=tables.book.drawing.stand_from.value,
        )
        found = second_cards(
            code(start),
            drawn,
            pair,
            often.any[gone],
            often.other[gone],
            *formed.often,
            hands(),
            formed.played,
            tables.rules(formed.kind),
            tables.named_against(self._dealers, (self._one, self._other)),
            formed.fixed.get(code(start), self._fixed(formed.kind, start, formed.played)),
        )
        formed.seconds.setdefault(code(start), found)
        return found.worth

    def _fixed(self, kind: HandKind, start: Card, played: Played) -> Decisions:
        """The policy's decisions on two cards; a pair it would split again is played here because it may not be."""
        tables = self._tables
        by_value: Decisions = played.action[doubles()[self._start, np.minimum(np.arange(CARDS) // len(SUITS), TEN)]]
        if tables.presplit:
            return by_value
        if not tables.policy:
            return NO_DECISIONS
        wager = ORIGINAL if kind.startswith("original") else ADDED
        decisions = tables.policy.split_two[wager, code(self._dealers), code(start)]
        allowed: Decisions = np.where(decisions == SPLIT, by_value, decisions)
        return allowed

    def flows(self, worth: Worth) -> Iterator[tuple[Formed, Floats, Floats]]:
        """Each kind of hand with how often it stands, draws and doubles, and makes named lines, from each shoe."""
        often, kinds = how_often(worth.hands, self._pairs, self._cards), self._kinds()
        starts: list[tuple[Origin, Card, float]] = [("one", self._one, 1.0), ("other", self._other, 1.0)]
        starts.extend(("drawn", start, chance) for start, chance in self._drawn_starts(worth.hands))
        for kind, formed in worth.formed.items():
            gone = list(formed.gone)
            flow = np.zeros((len(gone), 3, VALUES))
            lines = np.zeros((len(gone), 2, self._tables.named.lines))
            for origin, start, chance in starts:
                if kinds[origin] == kind:
                    second = formed.seconds[code(start)]
                    any_, other = chance * often[origin].any[gone], chance * often[origin].other[gone]
                    flow += np.einsum("k,kav->kav", any_ + other, second.flow[0])
                    flow += np.einsum("k,kav->kav", any_, second.flow[1])
                    lines += np.einsum("k,kdl->kdl", any_ + other, second.lines[0])
                    lines += np.einsum("k,kdl->kdl", any_, second.lines[1])
            yield formed, flow, lines

    def _drawn_starts(self, most: int) -> Iterator[tuple[Card, float]]:
        """The cards a hand split again may start with; one of them where suits cannot matter."""
        if not self._pairs or most == 2:
            return
        cards = [card(rank + suit) for rank in RANKS for suit in SUITS]
        held = [one for one in cards if self._pairs_with[code(one)] and self._left[code(one)]]
        if not self._tables.is_named(self._one):
            yield held[0], 1.0
            return
        for one in held:
            yield one, float(self._left[code(one)]) / self._pairs
