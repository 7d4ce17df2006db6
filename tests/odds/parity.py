"""The same cards and policy through the engine and through the simulator's tables, round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from boxseat.cards import Card, deck
from boxseat.odds.hands import VALUES, hands, place_of
from boxseat.odds.policy import ADDED, ALL_CARDS, DOUBLE, HIT, ORIGINAL, SPLIT, STAND, SURRENDER, Policy, blank, code
from boxseat.odds.simulator.automaton import WholeRound
from boxseat.odds.simulator.generator import Cards, generator
from boxseat.odds.simulator.kernel_hands import Counts
from boxseat.odds.simulator.kernel_one_box import CUT, DEEP, LANES, NUMBER, SHOE_FIELDS, Whole, from_shoes
from boxseat.odds.simulator.kernel_table import at_the_table
from boxseat.odds.simulator.simulation import Plan, TableRun, empty_tally, make_plan
from boxseat.odds.simulator.symbols import named_ranks, symbols
from boxseat.play.acts import Deal
from boxseat.play.opening import open_round
from boxseat.play.state import Round, Wager, WagerKind
from boxseat.play.step import step
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import open_book
from tests.odds.by_policy import Follower

STAKE = 60_000
"""An amount in cents that all odds divide into whole chips, and enough for the higher Super Bonus."""
MAIN = (WagerKind.MAIN, WagerKind.SPLIT, WagerKind.DOUBLE)


# Policies


def random_policy(book: Book, chance: Random) -> Policy:
    """Random decisions, by total, number of cards and dealer's card, and by suit where the book names ranks."""
    made = blank()
    table = hands()
    draw = np.random.default_rng(chance.getrandbits(32))
    soft = table.points != table.hard
    group = table.points * 20 + soft * 10 + np.minimum(table.size, 7)
    for first in range(VALUES):
        for which in range(2):
            by_group = draw.choice([STAND, HIT, DOUBLE], size=int(group.max()) + 1, p=[0.25, 0.6, 0.15])
            gives_up = draw.random((int(group.max()) + 1, 2)) < 0.3
            if which == 0:
                made.later[first] = by_group[group]
                made.forfeit[first] = gives_up[group]
            made.split_later[which, first] = by_group[group]
            made.split_forfeit[which, first] = gives_up[group]
    named = named_ranks(book)
    cards = deck(book.cards.ranks.value)
    kind = {one: str(one) if one.rank in named else str(one.points) for one in cards}
    for first in range(VALUES):
        dealers = [code(one) for one in ALL_CARDS if one.points == first + 1]
        chosen: dict[tuple[str, str], np.ndarray[tuple[int], np.dtype[np.int8]]] = {}
        for one in cards:
            for other in cards:
                key = (min(kind[one], kind[other]), max(kind[one], kind[other]))
                if key not in chosen:
                    weights = [0.2, 0.5, 0.1, 0.15, 0.05] if one.points != other.points else [0.1, 0.1, 0.05, 0.7, 0.05]
                    chosen[key] = draw.choice([STAND, HIT, DOUBLE, SPLIT, SURRENDER], size=3, p=weights).astype(np.int8)
                decisions = chosen[key]
                made.two[dealers, code(one), code(other)] = decisions[0]
                made.split_two[ORIGINAL, dealers, code(one), code(other)] = decisions[1]
                made.split_two[ADDED, dealers, code(one), code(other)] = decisions[2]
    return made


def sensible_policy(book: Book) -> Policy:
    """Draws to 17, on four cards to 20; doubles, splits, surrenders and forfeits fairly sensibly."""
    made = blank()
    table = hands()
    many = (table.size >= 4) & (table.points == table.hard)
    decisions = np.where(table.points >= np.where(many, 20, 17), STAND, HIT).astype(np.int8)
    doubles = (table.points == table.hard) & ((table.points == 10) | (table.points == 11)) & (table.size <= 3)
    decisions[doubles] = DOUBLE
    made.later[:] = made.split_later[:] = decisions
    made.forfeit[6:] = made.split_forfeit[:, 6:] = (table.points < 15)[:, None]
    for one in deck(book.cards.ranks.value):
        for other in deck(book.cards.ranks.value):
            decision = decisions[place_of([one.points - 1, other.points - 1])]
            made.two[:, code(one), code(other)] = decision
            made.split_two[:, :, code(one), code(other)] = decision
            if one.points == other.points and one.points in (1, 7, 8):
                against = [code(held) for held in ALL_CARDS if one.points != 7 or 2 <= held.points <= 6]
                made.two[against, code(one), code(other)] = SPLIT
                made.split_two[:, against, code(one), code(other)] = SPLIT
            if one.points + other.points == 16 and one.points != 8:
                made.two[[code(held) for held in ALL_CARDS if held.points in (1, 10)], code(one), code(other)] = (
                    SURRENDER
                )
    return made


# The engine


class Engine:
    """Plays rounds by a policy from given cards."""

    def __init__(self, book: Book, policy: Policy, boxes: int, *, insured: bool = False) -> None:
        self.book = book
        self._follower = Follower(book, policy, STAKE, insured=insured)
        wagers = [Wager(box + 1, f"player {box}", STAKE) for box in range(boxes)]
        self._opened = open_round(book, wagers, as_found=True)
        """Every round begins with the same wagers."""
        self.reached: Counter[str] = Counter()

    def play(self, cards: Iterator[Card]) -> Round:
        round_ = self._opened
        while not round_.over:
            act = Deal(next(cards)) if round_.card_due else self._follower.act(round_)
            round_ = step(self.book, round_, act)
        for line in round_.settlements:
            self.reached[line.why] += 1
        if any(len(box.hands) > 1 for box in round_.boxes):
            self.reached["split"] += 1
            self.reached[f"{max(len(box.hands) for box in round_.boxes)} hands"] += 1
        return round_


def nets_of(round_: Round, unit: int) -> list[int]:
    """The net result of each box's main, split and double wagers, in parts of a unit."""
    nets = Counter({box.number: 0 for box in round_.boxes})
    for line in round_.settlements:
        if line.wager in MAIN:
            nets[line.box] += line.net
    for net in nets.values():
        assert net * unit % STAKE == 0
    return [nets[box.number] * unit // STAKE for box in round_.boxes]


# Both


RICH = (
    ("678", "SHDC"),
    ("678", "S"),
    ("678", "H"),
    ("7", "SHDC"),
    ("7", "S"),
    ("7", "D"),
    ("A", "SHDC"),
    ("A23", "SHDC"),
    ("8A", "SHDC"),
    ("JQKA", "SHDC"),
    ("2345", "SHDC"),
    ("23", "SHDC"),
)
"""The ranks at the front of a stacked shoe."""


def stacked_shoe(book: Book, chance: Random) -> list[Card]:
    """A whole shoe in some order: random, or with many cards of a few ranks in front, so that rare hands occur."""
    cards = list(deck(book.cards.ranks.value)) * book.cards.decks.value
    chance.shuffle(cards)
    if chance.random() < 0.6:
        rich, suits = chance.choice(RICH)
        part = chance.choice((0.5, 0.7, 0.9))
        front = [one for one in cards if one.rank in rich and one.suit in suits and chance.random() < part]
        left = Counter(front)
        rest = []
        for one in cards:
            if left[one]:
                left[one] -= 1
            else:
                rest.append(one)
        mixed = front + rest[: len(front) // 2]
        chance.shuffle(mixed)
        cards = mixed + rest[len(front) // 2 :]
    return cards


class Differs(NamedTuple):
    """A round with different results."""

    cards: str
    engine: object
    simulator: object


def compare(
    book: Book,
    policy: Policy,
    *,
    rounds: int,
    boxes: int,
    chance: Random,
    reached: Counter[str],
    insured: bool = False,
    keep: bool = False,
) -> list[Differs]:
    """Play shoes through engine and simulator, at least this many rounds; returns those that differ in a net result or
    in the number of cards. `keep` takes the simulator's tables from the disk cache if they are there."""
    table = TableRun(boxes=boxes, dealing="shoe", insured=insured)
    plan = make_plan(book, policy, rounds=1, table=table, keep=keep)
    found = symbols(book, [policy])
    whole = plan.whole
    assert (whole is not None) == (boxes == 1 and not insured)
    walk = whole.table.tolist() if whole else []
    engine = Engine(book, policy, boxes, insured=insured)
    played, differ = 0, list[Differs]()
    while played < rounds and not differ:
        cards = stacked_shoe(book, chance)
        as_symbols = np.array([found.of[code(one)] + 1 for one in cards], dtype=np.uint8)
        path, bonuses = _at_the_table(plan, as_symbols)
        begins, nets = 0, list[list[int]]()
        engine_bonuses = 0
        for row in path:
            ends = begins + int(row[-1])
            round_ = engine.play(iter(cards[begins:]))
            expected = [*nets_of(round_, plan.unit), round_.cards_used]
            nets.append(expected[:-1])
            engine_bonuses += sum(line.wager is WagerKind.SUPER_BONUS for line in round_.settlements)
            seen = row.tolist()
            if whole and seen == expected:
                seen = _walked(whole, walk, as_symbols, begins, expected)
            if seen != expected:
                differ.append(Differs(" ".join(cards[begins : max(ends, begins + round_.cards_used)]), expected, seen))
                break
            begins = ends
            played += 1
        else:
            if bonuses != engine_bonuses:
                differ.append(Differs("a whole shoe's Super Bonuses", engine_bonuses, bonuses))
            if whole:
                counted = _by_loops(plan, whole, as_symbols, len(path))
                expected_nets = Counter(net for (net,) in nets)
                if counted != expected_nets:
                    differ.append(Differs("a whole shoe", expected_nets, counted))
    reached.update(engine.reached)
    return differ


def _at_the_table(plan: Plan, cards: Cards) -> tuple[Counts, int]:
    """The rounds that one shoe gives, and the number of Super Bonuses in them."""
    number = len(cards)
    rounds = number // (2 * plan.boxes + 1) + 1
    path, _ = _run(plan, cards, rounds)
    whole = int(np.searchsorted(np.cumsum(path[:, -1]), number - 1, side="right"))
    path, bonuses = _run(plan, cards, whole)
    return path, bonuses


def _run(plan: Plan, cards: Cards, rounds: int) -> tuple[Counts, int]:
    tally, number = empty_tally(plan), plan.dealing.cards
    path = np.zeros((rounds, plan.boxes + 1), dtype=np.int64)
    at_the_table(
        plan.tables,
        plan.way,
        plan.dealing,
        plan.counting,
        plan.offers,
        plan.boxes,
        cards.copy(),
        np.array([0, number, number, number, 0], dtype=np.int64),
        rounds,
        generator(1, 1),
        tally,
        path,
    )
    return path, int(tally.results[-1])


def _walked(whole: WholeRound, table: list[int], cards: Cards, begins: int, expected: list[int]) -> list[int]:
    """A round through the automaton, card by card; a split leaves it, and is taken from the expected result."""
    width = whole.ends_below // len(whole.ends)
    state = 0
    for used, symbol in enumerate(cards[begins:].tolist(), start=1):
        state = table[state + symbol]
        if state < whole.ends_below:
            return [whole.ends[state // width].net, used]
        if state >= whole.splits_from:
            return expected
    raise AssertionError("the round did not end")


def _by_loops(plan: Plan, whole: WholeRound, cards: Cards, rounds: int) -> Counter[int]:
    """The net results of a shoe's rounds as the fast loop counts them, four times."""
    width = whole.ends_below // len(whole.ends)
    table = whole.table.copy()
    counters = table.reshape(-1, width)[:, 0]
    counters[:] = 0
    known = np.zeros((LANES, SHOE_FIELDS), dtype=np.int64)
    known[:, [NUMBER, DEEP, CUT]] = len(cards)
    tally = empty_tally(plan)
    nets = tally.nets[0]
    loops = Whole(table, whole.ends_below, whole.splits_from, width, whole.splits)
    from_shoes(
        loops,
        plan.tables,
        plan.way,
        plan.dealing,
        np.array([cards] * LANES),
        known,
        rounds,
        generator(1, 1),
        nets,
        tally.results,
    )
    for end, times in zip(whole.ends, counters.tolist(), strict=False):
        nets[end.net + plan.most] += times
    assert not (nets % LANES).any()
    return Counter({int(at) - plan.most: int(nets[at]) // LANES for at in np.flatnonzero(nets)})


def missed(book: Book, reached: Counter[str]) -> set[str]:
    """The ways in which a hand of this book can end, and the splits, that did not occur."""
    ways = {line.name for line in book.payouts.lines} | {book.natural.name.value}
    ways |= {f"{hands} hands" for hands in range(2, book.splitting.max_split_hands.value + 1)}
    if book.super_bonus:
        ways.add("7,7,7 of one suit against the dealer's 7")
    if book.surrender.against.value:
        ways.add("no further cards")
    if book.doubling.forfeit.value:
        ways.add("forfeited after doubling")
    return ways - set(reached)


def soak_batch(job: tuple[str, int, int]) -> tuple[int, list[str], Counter[str]]:
    """For the long run: rounds of a game with their own policy and shoes; returns differences and what occurred."""
    game, number, rounds = job
    chance, reached = Random(f"soak {game} {number}"), Counter[str]()
    book = open_book(game)
    policy = random_policy(book, chance) if number % 3 else sensible_policy(book)
    boxes = chance.choice((1,) * 12 + (2, 2, 3, 7))
    differ = compare(book, policy, rounds=rounds, boxes=boxes, chance=chance, reached=reached)
    return rounds, [f"{game} {number}: {one}" for one in differ], reached
