"""A round as an automaton: a table that says for every state and every card what the next state is.

Book and policy are worked into the table once. A round takes no state twice, so states are made from their futures and those with
equal futures are one: a chart that looks at totals alone gives a small table by itself. Rows are named by their place in the flat
table; the first column of a row is free for counting, and a card's symbol, from one upwards, is its column.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from boxseat.cards import TWENTY_ONE, Card, best_points
from boxseat.odds.ends import DEALER_BUST, NO_NATURAL, NOTHING, SECOND_CARD, TAKEN, End, Ends
from boxseat.odds.hands import ACE, hands
from boxseat.odds.policy import ADDED, DOUBLE, ORIGINAL, SPLIT, STAND, SURRENDER, Policy, code
from boxseat.odds.symbols import Symbols, suited_lines
from boxseat.play.dealer import draws_again
from boxseat.rulebook.book import Book

Table = npt.NDArray[np.uint32]
"""Unsigned, so that compiled code need not ask whether a place counts from the end."""
Ints = npt.NDArray[np.int32]
Last = TypeVar("Last", bound=Hashable)

SPLIT_AGAIN = (1 << 32) - 1

SPLITS = 1 << 40
"""Where a split leaves the table, while it is made."""


class States(Generic[Last]):
    """The states of one automaton while it is made, last ones first; equal ones are one."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._rows: dict[tuple[int, ...], int] = {}
        self.ends: dict[Last, int] = {}
        self.splits: list[tuple[int, int, int]] = []

    def row(self, nexts: Sequence[int]) -> int:
        """The state that goes to these, card by card."""
        return self._rows.setdefault(tuple(nexts), len(self._rows))

    def end(self, last: Last) -> int:
        return -1 - self.ends.setdefault(last, len(self.ends))

    def split(self, dealers: int, one: int, other: int) -> int:
        self.splits.append((dealers, one, other))
        return SPLITS + len(self.splits) - 1

    def place(self, state: int) -> int:
        """Where a state's row begins in the finished table: ends first, then rows, then splits."""
        if state < 0:
            row = -1 - state
        elif state < SPLITS:
            row = len(self.ends) + state
        else:
            row = len(self.ends) + len(self._rows) + state - SPLITS
        return row * (self.width + 1)

    def table(self) -> Table:
        made = np.zeros((len(self.ends) + len(self._rows) + len(self.splits), self.width + 1), dtype=np.uint32)
        for nexts, number in self._rows.items():
            made[len(self.ends) + number, 1:] = [self.place(state) for state in nexts]
        made[: len(self.ends), 0] = range(len(self.ends))
        return made.reshape(-1)

    @property
    def ends_below(self) -> int:
        return self.place(0)

    @property
    def splits_from(self) -> int:
        return self.place(SPLITS)


class Held(NamedTuple):
    """As much of a hand as its future depends on."""

    place: int
    """Among `hands()`, by the cards' values."""
    ranks: str | None
    """Its ranks in order, while they may still become a hand that the book names."""
    suit: str | None
    """The suit all its cards share, while suits matter."""


class Lines:
    """Which hands the book names by rank and suit, and how far a hand is on the way to one."""

    def __init__(self, book: Book) -> None:
        bonus = [book.super_bonus.ranks.value] if book.super_bonus else []
        named = [line.ranks for line in book.payouts.lines if line.ranks] + bonus
        self._on_the_way = {part for ranks in named for part in _parts("".join(sorted(ranks)))}
        self._suits_always = suited_lines(book)
        self.bonus = "".join(sorted(bonus[0])) if bonus else None
        single = np.flatnonzero(hands().size == 1)
        self._single = {int(hands().hard[place]): int(place) for place in single}

    def first(self, card: Card) -> Held:
        return self._held(self._single[card.points], card.rank, card.suit)

    def more(self, held: Held, card: Card, place: int) -> Held:
        ranks = None if held.ranks is None else "".join(sorted(held.ranks + card.rank))
        return self._held(place, ranks, held.suit if held.suit == card.suit else None)

    def _held(self, place: int, ranks: str | None, suit: str | None) -> Held:
        named = ranks if ranks in self._on_the_way else None
        return Held(place, named, suit if named is not None or self._suits_always else None)


def _parts(ranks: str) -> Iterator[str]:
    """Every choice of these ranks, in order."""
    for chosen in range(1 << len(ranks)):
        yield "".join(rank for at, rank in enumerate(ranks) if chosen >> at & 1)


class Deciding(NamedTuple):
    """What decides the play of one kind of hand beside its cards."""

    policy: int
    first: int
    """The value of the dealer's first card."""
    bonus: bool
    """The Super Bonus is open to it."""
    wager: int
    start: int
    """The value a split hand started with; -1 for a hand that was not split."""


class HandStates(Generic[Last]):
    """The states that hands go through, up to an end; `finish` says what state an end is, against a dealer's first card."""

    def __init__(
        self,
        book: Book,
        policies: Sequence[Policy],
        cards: Symbols,
        states: States[Last],
        finish: Callable[[int, End], int],
    ) -> None:
        self.book, self.policies, self.cards, self.states = book, policies, cards, states
        self.ends = Ends(book)
        self._finished = finish
        self._finishes: dict[tuple[object, ...], int] = {}
        self._lines = Lines(book)
        self._known: dict[tuple[Deciding, Held], int] = {}
        self._same: dict[tuple[int, int, int, int], tuple[int, int]] = {}
        self._representatives: dict[tuple[object, ...], tuple[int, int]] = {}
        self._decisions: dict[tuple[Deciding, Held, int], int] = {}
        self._values = [one.points - 1 for one in cards.examples]
        table = hands()
        self._hard, self._points, self._size = table.hard.tolist(), table.points.tolist(), table.size.tolist()
        self._child = table.child.tolist()
        self._later = [policy.later.tolist() for policy in policies]

    def dealt(self, policy: int, dealers: Card, one: Card, other: Card) -> int:
        """A hand that was not split, as its second card comes."""
        deciding = self._deciding(policy, dealers, ORIGINAL, -1)
        held = self._two(one, other)
        points = self._points[held.place]
        if points == TWENTY_ONE:
            return self._finish(deciding.first, self.ends.natural, first=deciding.first)
        decision = int(self.policies[policy].two[code(dealers), code(one), code(other)])
        if decision == SURRENDER and dealers.rank in self.book.surrender.against.value:
            return self._finish(deciding.first, self.ends.surrender)
        if decision == SPLIT and self._may_split(one, other):
            return self.states.split(*(self._symbol(card) for card in (dealers, one, other)))
        return self._decided(deciding, held, self._without_split(deciding, held, decision))

    def split_hand(
        self, policy: int, wager: int, dealers: Card, start: Card, second: Card, *, room: bool
    ) -> int | None:
        """A split hand as its second card comes; none where it is split again, which `room` for another hand allows."""
        deciding = self._deciding(policy, dealers, wager, start.points - 1)
        held = self._two(start, second)
        rules = self.book.splitting
        if self._points[held.place] == TWENTY_ONE:
            return self._made_twenty_one(deciding, held)
        again = room and self._may_split(start, second) and not (start.is_ace and not rules.resplit_aces.value)
        decision = int(self.policies[policy].split_two[wager, code(dealers), code(start), code(second)])
        if decision == SPLIT and again:
            return None
        if start.is_ace and rules.one_card_to_aces.value:
            return self._stands(deciding, held)
        return self._decided(deciding, held, self._without_split(deciding, held, decision))

    def _two(self, one: Card, other: Card) -> Held:
        held = self._lines.first(one)
        return self._lines.more(held, other, self._child[held.place][other.points - 1])

    def _deciding(self, policy: int, dealers: Card, wager: int, start: int) -> Deciding:
        bonus = self.book.super_bonus
        open_to_it = bonus is not None and dealers.rank in bonus.dealer.value
        if start >= 0 and bonus is not None and bonus.on_split.value == "never":
            open_to_it = False
        first = dealers.points - 1
        return Deciding(policy, first, open_to_it, *self._alike(policy, first, wager, start))

    def _alike(self, policy: int, first: int, wager: int, start: int) -> tuple[int, int]:
        """A wager and a start that are decided and settled in all ways as these are."""
        if start < 0:
            return wager, start
        asked = (policy, first, wager, start)
        if asked not in self._same:
            chosen = self.policies[policy]
            decisions = chosen.split_later[wager, first, start].tobytes()
            given_up = chosen.split_forfeit[wager, first, start].tobytes()
            told_apart = wager if self.ends.waits_for_natural(first) else None
            key = (policy, first, told_apart, decisions, given_up)
            self._same[asked] = self._representatives.setdefault(key, (wager, start))
        return self._same[asked]

    def _symbol(self, card: Card) -> int:
        return int(self.cards.of[code(card)])

    def _may_split(self, one: Card, other: Card) -> bool:
        rules = self.book.splitting
        alike = one.points == other.points if rules.pairs.value == "equal-value" else one.rank == other.rank
        return alike and rules.max_split_hands.value > 1

    def _without_split(self, deciding: Deciding, held: Held, decision: int) -> int:
        """The decision on two cards; where it is a split or surrender that is not allowed, what is decided of larger hands."""
        return self._decision(deciding, held) if decision in (SPLIT, SURRENDER) else decision

    def _decision(self, deciding: Deciding, held: Held) -> int:
        if deciding.start < 0:
            return int(self._later[deciding.policy][deciding.first][held.place])
        later = self.policies[deciding.policy].split_later
        return int(later[deciding.wager, deciding.first, deciding.start, held.place])

    def _decided(self, deciding: Deciding, held: Held, decision: int) -> int:
        """The state of a hand under 21 on which this is decided; what the book does not allow becomes a card."""
        key = (deciding, held, decision)
        if key not in self._decisions:
            self._decisions[key] = self._acted_on(deciding, held, decision)
        return self._decisions[key]

    def _acted_on(self, deciding: Deciding, held: Held, decision: int) -> int:
        if decision == STAND and self._may_stand(held):
            return self._stands(deciding, held)
        if decision == DOUBLE and self._may_double(deciding, held):
            by_suit = self.book.doubling.table_odds.value
            return self._row(deciding, held, self._doubled, by_suit=by_suit and held.ranks is not None)
        return self._row(deciding, held, self._drawn, by_suit=(held.ranks, held.suit) != (None, None))

    def _row(
        self, deciding: Deciding, held: Held, then: Callable[[Deciding, Held, Card], int], *, by_suit: bool
    ) -> int:
        if by_suit:
            return self.states.row([then(deciding, held, card) for card in self.cards.examples])
        by_value: dict[int, int] = {}
        for value, card in zip(self._values, self.cards.examples, strict=True):
            if value not in by_value:
                by_value[value] = then(deciding, held, card)
        return self.states.row([by_value[value] for value in self._values])

    def _drawn(self, deciding: Deciding, before: Held, card: Card) -> int:
        first = deciding.first
        place = self._child[before.place][card.points - 1]
        if place < 0:
            return self._finish(first, self.ends.bust, first=first, wager=deciding.wager, doubled=False)
        held = self._lines.more(before, card, place)
        key = (deciding, held)
        if key not in self._known:
            if self._points[place] == TWENTY_ONE:
                self._known[key] = self._made_twenty_one(deciding, held)
            else:
                decision = self._decision(deciding, held)
                self._known[key] = self._decided(deciding, held, decision)
        return self._known[key]

    def _doubled(self, deciding: Deciding, before: Held, card: Card) -> int:
        """The one card to a doubled hand, whose aces count one from then on where the book says so (R02)."""
        first, wager = deciding.first, deciding.wager
        place = self._child[before.place][card.points - 1]
        if place < 0:
            return self._finish(first, self.ends.bust, first=first, wager=wager, doubled=True)
        held = self._lines.more(before, card, place)
        points = self._points[place]
        if self.book.doubling.aces.value == "count-one":
            points = best_points(self._hard[place], int(card.is_ace))
        if points == TWENTY_ONE:
            odds, result = self.ends.line(self._size[place], held.ranks, held.suit, doubled=True)
            return self._finish(first, self.ends.twenty_one, odds=odds, result=result, doubled=True, bonus=False)
        if self.book.doubling.forfeit.value:
            ace_at_eleven = int(card.is_ace and points != self._hard[place])
            policy = self.policies[deciding.policy]
            if deciding.start < 0:
                gives_up = policy.forfeit[first, place, ace_at_eleven]
            else:
                gives_up = policy.split_forfeit[wager, first, deciding.start, place, ace_at_eleven]
            if gives_up:
                return self._finish(first, self.ends.forfeit, first=first, wager=wager)
        return self._finish(first, self.ends.plain, points=points, doubled=True, bonus=False)

    def _made_twenty_one(self, deciding: Deciding, held: Held) -> int:
        odds, result = self.ends.line(self._size[held.place], held.ranks, held.suit, doubled=False)
        bonus = self._earns_bonus(deciding, held)
        return self._finish(deciding.first, self.ends.twenty_one, odds=odds, result=result, doubled=False, bonus=bonus)

    def _stands(self, deciding: Deciding, held: Held) -> int:
        points, bonus = self._points[held.place], self._earns_bonus(deciding, held)
        return self._finish(deciding.first, self.ends.plain, points=points, doubled=False, bonus=bonus)

    def _finish(self, against: int, how: Callable[..., End], **about: object) -> int:
        """The state of an end, which is made once."""
        key = (against, how.__name__, *about.values())
        if key not in self._finishes:
            self._finishes[key] = self._finished(against, how(**about))
        return self._finishes[key]

    def _earns_bonus(self, deciding: Deciding, held: Held) -> bool:
        return deciding.bonus and held.ranks == self._lines.bonus and held.suit is not None

    def _may_stand(self, held: Held) -> bool:
        soft = self._points[held.place] != self._hard[held.place]
        return soft or bool(self._points[held.place] >= self.book.drawing.stand_from.value)

    def _may_double(self, deciding: Deciding, held: Held) -> bool:
        rules = self.book.doubling
        points, hard = self._points[held.place], self._hard[held.place]
        lowest, highest = rules.totals.value
        return (
            (rules.on.value == "any-cards" or (rules.on.value == "first-two" and self._size[held.place] == 2))
            and (deciding.start < 0 or rules.after_split.value)
            and lowest <= points <= highest
            and (rules.soft.value or points == hard)
        )


class DealerStates(Generic[Last]):
    """The states of a dealer's hand; `outcome` says what state a finished one is, for what is waiting for it."""

    def __init__(
        self, book: Book, cards: Symbols, states: States[Last], outcome: Callable[[End | None, int], int]
    ) -> None:
        self._book, self._states, self._outcome = book, states, outcome
        self._values = [one.points - 1 for one in cards.examples]
        self._known: dict[tuple[End | None, int, bool, bool], int] = {}

    def first(self, end: End | None, value: int) -> int:
        """One card on the table, another needed."""
        return self._state(end, value + 1, value == ACE, first=True)

    def _state(self, end: End | None, hard: int, ace: bool, *, first: bool) -> int:
        key = (end, hard, ace, first)
        if key not in self._known:
            by_value = {
                value: self._next(end, hard + value + 1, ace or value == ACE, second=first)
                for value in set(self._values)
            }
            self._known[key] = self._states.row([by_value[value] for value in self._values])
        return self._known[key]

    def _next(self, end: End | None, hard: int, ace: bool, *, second: bool) -> int:
        points = best_points(hard, int(ace))
        if second and points == TWENTY_ONE:
            return self._outcome(end, TAKEN)
        if end is not None and end.needs == SECOND_CARD:
            return self._outcome(end, NO_NATURAL)
        rules = self._book.dealer
        soft = points != hard
        if draws_again(points, soft=soft, stands_hard=rules.stands_hard.value, stands_soft=rules.stands_soft.value):
            return self._state(end, hard, ace, first=False)
        return self._outcome(end, DEALER_BUST if points > TWENTY_ONE else points)


class RoundEnd(NamedTuple):
    """How a round of one box that was not split ends."""

    net: int
    result: int
    bonus: bool


class WholeRound(NamedTuple):
    """One box and the dealer as one automaton. The last card of a round leads to its end, the next card begins another.

    With several policies it begins by the first; a count chooses among them by `seconds`.
    """

    table: Table
    ends_below: int
    splits_from: int
    """Rows before the one are ends, rows from the other on are splits, which the table leaves to be played hand by hand."""
    splits: Ints
    """The symbols of the dealer's card, the first and the second, by split."""
    ends: tuple[RoundEnd, ...]
    seconds: Table
    """The state of a box with its first card, by policy, the dealer's symbol and the card's."""


class HandByHand(NamedTuple):
    """Hands and the dealer as automata of their own: splits, several boxes, and whatever asks for more than the net.

    All tables lie one after another in `memory`; the numbers say where each begins.
    """

    memory: Table
    """First the hands' automaton. The first column of an end is the end's number."""
    symbols: int
    hands_end_below: int
    splits_from: int
    begins: int
    """The state of a hand with its first card, by policy, the dealer's symbol and the card's."""
    again: int
    """Split hands with their second card, by policy, whether there is room to split again, wager, and the symbols of the dealer's
    card, the start and the second card; `SPLIT_AGAIN` where it is split again."""
    dealer_begins: int
    """The state of the dealer's first card, by symbol."""
    dealer_from: int
    dealer_ends_below: int
    """The dealer's automaton; the first column of an end is the outcome."""
    net: int
    result: int
    """By the hand's end and the dealer's outcome."""
    needs: int
    undecided: int
    bonus: int
    """By the hand's end."""


def whole_round(book: Book, policies: Sequence[Policy], cards: Symbols) -> WholeRound:
    """The automaton of a round of one box, for each policy."""
    states: States[RoundEnd] = States(len(cards))

    def over(end: End | None, outcome: int) -> int:
        assert end is not None
        net = end.net[outcome]
        return states.end(RoundEnd(net, end.result[outcome], end.bonus and net > 0))

    dealer = DealerStates(book, cards, states, over)

    def finish(first: int, end: End) -> int:
        return over(end, NO_NATURAL) if end.needs == NOTHING else dealer.first(end, first)

    played = HandStates(book, policies, cards, states, finish)
    every = cards.examples
    seconds = [
        [
            [states.row([played.dealt(policy, dealers, one, other) for other in every]) for one in every]
            for dealers in every
        ]
        for policy in range(len(policies))
    ]
    begin = states.row([states.row([by_first[one] for by_first in seconds[0]]) for one in range(len(every))])
    table = states.table()
    width = len(cards) + 1
    begins = table[states.place(begin) + 1 : states.place(begin) + width]
    table.reshape(-1, width)[: len(states.ends), 1:] = begins
    splits = np.array(states.splits, dtype=np.int32).reshape(-1, 3)
    return WholeRound(
        table, states.ends_below, states.splits_from, splits, tuple(states.ends), _places(states, seconds)
    )


def hand_by_hand(book: Book, policies: Sequence[Policy], cards: Symbols) -> HandByHand:
    """The automata of hands and dealer, for each policy."""
    states: States[End] = States(len(cards))
    played = HandStates(book, policies, cards, states, lambda _first, end: states.end(end))
    every, number = cards.examples, len(cards)
    begins = [
        [
            [states.row([played.dealt(policy, dealers, one, other) for other in every]) for one in every]
            for dealers in every
        ]
        for policy in range(len(policies))
    ]
    again: dict[tuple[int, ...], int | None] = {}
    for policy in range(len(policies)):
        for dealers, start in _starts_of_splits(played, policy):
            for second in range(number):
                for room in (0, 1):
                    for wager in (ORIGINAL, ADDED):
                        again[policy, room, wager, dealers, start, second] = played.split_hand(
                            policy, wager, every[dealers], every[start], every[second], room=bool(room)
                        )
    outcomes: States[int] = States(number)
    dealer = DealerStates(book, cards, outcomes, lambda _end, outcome: outcomes.end(outcome))
    firsts = [dealer.first(None, one.points - 1) for one in every]
    split_again = np.zeros((len(policies), 2, 2, number, number, number), dtype=np.uint32)
    for key, state in again.items():
        split_again[key] = SPLIT_AGAIN if state is None else states.place(state)
    parts: list[Table] = []
    begins_at: list[int] = []

    def keep(numbers: object) -> int:
        """Lay a table down after the others; where it begins."""
        begins_at.append(sum(map(len, parts)))
        parts.append(np.array(numbers, dtype=np.int64).astype(np.uint32).reshape(-1))
        return begins_at[-1]

    ends = tuple(states.ends)
    keep(states.table())
    dealer_from = sum(map(len, parts))
    dealer_table = outcomes.table().reshape(-1, number + 1) + np.uint32(dealer_from)
    dealer_table[: len(outcomes.ends), 0] = list(outcomes.ends)
    keep(dealer_table)
    again_at, begins_from = keep(split_again), keep(_places(states, begins))
    dealer_begins = keep([dealer_from + outcomes.place(first) for first in firsts])
    net, result = keep([end.net for end in ends]), keep([end.result for end in ends])
    needs, undecided = keep([end.needs for end in ends]), keep([end.undecided for end in ends])
    bonus = keep([end.bonus for end in ends])
    return HandByHand(
        memory=np.concatenate(parts),
        symbols=number,
        hands_end_below=states.ends_below,
        splits_from=states.splits_from,
        begins=begins_from,
        again=again_at,
        dealer_begins=dealer_begins,
        dealer_from=dealer_from,
        dealer_ends_below=dealer_from + outcomes.ends_below,
        net=net,
        result=result,
        needs=needs,
        undecided=undecided,
        bonus=bonus,
    )


def _places(states: States[Last], begins: list[list[list[int]]]) -> Table:
    return np.array([[[states.place(one) for one in by] for by in every] for every in begins], dtype=np.uint32)


def _starts_of_splits(played: HandStates[End], policy: int) -> Iterator[tuple[int, int]]:
    """The dealer's symbols and starts, of which some hand may be split."""
    every = played.cards.examples
    split = {(dealers, every[one].points) for dealers, one, _ in played.states.splits}
    for dealers, points in sorted(split):
        for start, card in enumerate(every):
            if card.points == points:
                yield dealers, start
