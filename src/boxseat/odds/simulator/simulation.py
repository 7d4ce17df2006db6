"""Monte Carlo simulation: a plan fixes all inputs, its chunks can be played anywhere, and their tallies are added.

A chunk's cards depend only on the seed and the chunk's number, and all counts are whole numbers. So the same seed gives the same
figures with one thread, with several, or on a cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import NamedTuple

import numpy as np

from boxseat.cards import deck
from boxseat.odds.disk_cache import Arrays, cached
from boxseat.odds.policy import Policy, code
from boxseat.odds.simulator.automaton import HandByHand, RoundEnd, WholeRound, hand_by_hand, whole_round
from boxseat.odds.simulator.card_count import CountFile, count_numbers, indexed_policies
from boxseat.odds.simulator.generator import Cards, Words, generator
from boxseat.odds.simulator.hand_ends import Ends
from boxseat.odds.simulator.kernel_count import Counted, by_count
from boxseat.odds.simulator.kernel_hands import CONTINUOUS, FRESH, SHOE, Counts, Dealing, SplitRules
from boxseat.odds.simulator.kernel_one_box import LANES, NUMBER, SHOE_FIELDS, Whole, from_fresh_shoes, from_shoes
from boxseat.odds.simulator.kernel_table import (
    CARDS,
    EMPTY,
    NO_PATH,
    OTHER_COUNTERS,
    ROUNDS,
    Count,
    SideOffers,
    Tally,
    at_the_table,
)
from boxseat.odds.simulator.symbols import Symbols, symbols
from boxseat.rulebook.book import Book

ROUNDS_PER_CHUNK = 1 << 18
"""The last chunk may have fewer."""
ROUNDS_MAX = 10**12
SEED_MAX = 2**63 - 1
FIRST_SESSION_CHUNK = 1 << 62
"""Chunk numbers from here on are used for the random numbers of sessions."""

DEALINGS = {"shoe": SHOE, "continuous": CONTINUOUS, "fresh": FRESH}
"""The ways to deal, by name."""


class Impossible(ValueError):
    """A request that cannot be simulated; the message says why."""


class TableRun(NamedTuple):
    """How a table is run, beyond the rules of the book."""

    boxes: int = 1
    dealing: str = "fresh"
    """`fresh`: all cards are shuffled before every round. `shoe`: down to the cutting card. `continuous`: a shuffling shoe."""
    penetration: float | None = None
    """The part of the cards before the cutting card; if left out, the card is placed at random where the book allows."""
    ready: int = 16
    """How many cards of a continuous shuffler lie ready to be dealt."""
    insured: bool = False
    side_bets: bool = False


class Plan(NamedTuple):
    """All inputs of a simulation; it can be sent to another machine."""

    seed: int
    rounds: int
    boxes: int
    dealing: Dealing
    cards: Cards
    """The whole shoe as symbols."""
    way: SplitRules
    whole: WholeRound | None
    """One box from the usual shoes is played as one automaton."""
    tables: HandByHand
    counting: Count
    offers: SideOffers
    unit: int
    """The parts of a unit that nets are counted in."""
    most: int
    """No round of a box wins or loses more, in those parts."""
    results: tuple[str, ...]

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return -(-self.rounds // ROUNDS_PER_CHUNK)

    def rounds_of(self, chunk: int) -> int:
        """The number of rounds of a chunk."""
        return min(ROUNDS_PER_CHUNK, self.rounds - chunk * ROUNDS_PER_CHUNK)


def make_plan(
    book: Book,
    policy: Policy,
    *,
    rounds: int,
    seed: int = 1,
    table: TableRun | None = None,
    counting: CountFile | None = None,
    keep: bool = False,
) -> Plan:
    """Compile book, policy, table and count into the tables of a plan; `keep` stores these in the disk cache."""
    table = table or TableRun()
    check(book, table, rounds, seed)
    ends = Ends(book)
    policies = [policy] if counting is None else indexed_policies(book, policy, counting)
    tags = counting.tag_list() if counting else ()
    found = symbols(book, policies, tags, every_card=table.side_bets)
    number = len(deck(book.cards.ranks.value)) * book.cards.decks.value
    dealing = dealing_of(book, table, number)
    one_box = table.boxes == 1 and not table.insured and not table.side_bets
    usual_shoe = dealing.way == SHOE and dealing.least_behind >= 26 and number >= 150
    usual_shoe = usual_shoe or (dealing.way == FRESH and number >= 40 and counting is None)
    count = (
        _no_count(found, insured=table.insured) if counting is None else count_numbers(book, counting, found, number)
    )
    return Plan(
        seed=seed,
        rounds=rounds,
        boxes=table.boxes,
        dealing=dealing,
        cards=shoe_of(book, found),
        way=SplitRules(
            book.splitting.max_split_hands.value, book.dealer.dealer_pontoon_takes.value == "busted-plus-one"
        ),
        whole=_whole_round(book, policies, found, keep=keep) if one_box and usual_shoe else None,
        tables=_hands(book, policies, found, keep=keep),
        counting=count,
        offers=_offers(book, table, found),
        unit=ends.unit,
        most=ends.most,
        results=ends.results,
    )


def _made_from(book: Book, policies: Sequence[Policy], found: Symbols) -> list[bytes]:
    """All that the tables depend on."""
    parts = [part.tobytes() for policy in policies for part in policy]
    return [repr(book).encode(), found.of.tobytes(), *parts]


def _whole_round(book: Book, policies: Sequence[Policy], found: Symbols, *, keep: bool) -> WholeRound:
    def make() -> Arrays:
        made = whole_round(book, policies, found)
        bounds = np.array([made.ends_below, made.splits_from])
        return {
            "table": made.table,
            "bounds": bounds,
            "splits": made.splits,
            "ends": np.array(made.ends),
            "seconds": made.seconds,
        }

    arrays = cached("round", _made_from(book, policies, found), make) if keep else make()
    below, splits_from = arrays["bounds"].tolist()
    ends = tuple(RoundEnd(net, result, bool(bonus)) for net, result, bonus in arrays["ends"].tolist())
    return WholeRound(arrays["table"], below, splits_from, arrays["splits"], ends, arrays["seconds"])


def _hands(book: Book, policies: Sequence[Policy], found: Symbols, *, keep: bool) -> HandByHand:
    def make() -> Arrays:
        memory, *numbers = hand_by_hand(book, policies, found)
        return {"memory": memory, "numbers": np.array(numbers)}

    arrays = cached("hands", _made_from(book, policies, found), make) if keep else make()
    return HandByHand(arrays["memory"], *arrays["numbers"].tolist())


def check(book: Book, table: TableRun, rounds: int, seed: int) -> None:
    """Raise `Impossible` if this cannot be simulated."""
    if not 1 <= rounds <= ROUNDS_MAX:
        raise Impossible(f"rounds: {rounds:.6g} is not between 1 and {ROUNDS_MAX:,}")
    if not 0 <= seed <= SEED_MAX:
        raise Impossible(f"seed: {seed} is not between 0 and {SEED_MAX}")
    if not 1 <= table.boxes <= book.layout.boxes.value:
        raise Impossible(f"boxes: {table.boxes} is not between 1 and {book.layout.boxes.value}")
    if table.dealing not in DEALINGS:
        raise Impossible(f"dealing: {table.dealing[:40]!r} is none of {', '.join(DEALINGS)}")
    if table.penetration is not None and not 0.1 <= table.penetration <= 1:
        raise Impossible(f"penetration: {table.penetration:g} is not between 0.1 and 1")
    if table.penetration is not None and table.dealing != "shoe":
        raise Impossible(f"penetration: cards dealt {table.dealing} have no cutting card")
    if table.side_bets and not book.offers.side_bets.value:
        raise Impossible(f"side bets: {book.name} has none")
    if table.insured and not book.insurance.against.value:
        raise Impossible(f"insurance: {book.name} has none")
    if not 0 <= table.ready <= 100:
        raise Impossible(f"ready: {table.ready} is not between 0 and 100")


def dealing_of(book: Book, table: TableRun, number: int) -> Dealing:
    """How a shoe of so many cards is dealt: where the cutting card lies, and what is burnt."""
    if table.penetration is None:
        part = book.shoe.cut_most.value
        most = number * part.pays // part.per
        least = min(number // book.cards.decks.value * book.shoe.cut_least_decks.value, most)
    else:
        least = most = min(number - round(number * table.penetration), number - 2)
    return Dealing(DEALINGS[table.dealing], number, int(book.shoe.burns.value), least, most, table.ready)


def shoe_of(book: Book, found: Symbols) -> Cards:
    """The whole shoe as symbols from one upwards, unshuffled."""
    one_deck = [int(found.of[code(one)]) + 1 for one in deck(book.cards.ranks.value)]
    return np.array(one_deck * book.cards.decks.value, dtype=np.uint8)


def _no_count(found: Symbols, *, insured: bool) -> Count:
    one, none = np.ones(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    tags = np.zeros(len(found) + 1, dtype=np.int64)
    return Count(False, tags, 0, 0, np.zeros((1, 1), dtype=np.int16), none, one, one if insured else none)


def _offers(book: Book, table: TableRun, found: Symbols) -> SideOffers:
    every = found.examples
    pairs = [
        0 if one.rank != other.rank else 3 if one.suit == other.suit else 2 if one.is_red == other.is_red else 1
        for one in every
        for other in every
    ]
    return SideOffers(
        insurable=np.array([one.rank in book.insurance.against.value for one in every], dtype=np.int64),
        natural_insured=book.insurance.on_natural.value,
        naturals=np.array([-1 if one.is_ace else int(one.points == 10) for one in every], dtype=np.int64),
        side_bets=table.side_bets,
        pairs=np.array(pairs, dtype=np.int64),
        sevens=np.array(["SHDC".index(one.suit) + 1 if one.rank == "7" else 0 for one in every], dtype=np.int64),
    )


def empty_tally(plan: Plan) -> Tally:
    """A tally of no rounds."""
    places, nets = len(plan.counting.bets), 2 * plan.most + 1
    return Tally(
        nets=np.zeros((places, nets), dtype=np.int64),
        tables=np.zeros((places, 2 * plan.most * plan.boxes + 1), dtype=np.int64),
        products=np.zeros((plan.boxes, plan.boxes), dtype=np.int64),
        results=np.zeros(len(plan.results) + 2, dtype=np.int64),
        pairs=np.zeros(4, dtype=np.int64),
        sevens=np.zeros(6, dtype=np.int64),
        insured=np.zeros((places, 2), dtype=np.int64),
        others=np.zeros(OTHER_COUNTERS, dtype=np.int64),
    )


def added(one: Tally, other: Tally) -> Tally:
    """The sum of two tallies."""
    return Tally(*(mine + theirs for mine, theirs in zip(one, other, strict=True)))


def play_chunk(plan: Plan, chunk: int) -> Tally:
    """Play one chunk of the plan; the tally is the same on every machine."""
    tally = empty_tally(plan)
    rounds = plan.rounds_of(chunk)
    chance = generator(plan.seed, 2 * chunk)
    if plan.whole is None:
        play_at_table(plan, rounds, chance, tally)
    elif plan.counting.counting:
        _play_by_count(plan, plan.whole, rounds, chance, tally)
    else:
        _play_whole(plan, plan.whole, rounds // LANES, chunk, chance, tally)
        play_at_table(plan, rounds % LANES, chance, tally)
    return tally


def play_at_table(plan: Plan, rounds: int, chance: Words, tally: Tally, path: Counts = NO_PATH) -> None:
    """Play rounds box by box into a tally, and into a path of nets if there is one."""
    at_the_table(
        plan.tables,
        plan.way,
        plan.dealing,
        plan.counting,
        plan.offers,
        plan.boxes,
        plan.cards.copy(),
        new_shoe(plan),
        rounds,
        chance,
        tally,
        path,
    )
    if tally.others[EMPTY]:
        raise Impossible(f"boxes: {plan.dealing.cards} cards are too few for {plan.boxes}")


def _play_whole(plan: Plan, whole: WholeRound, rounds: int, chunk: int, chance: Words, tally: Tally) -> None:
    """Rounds of one box through one automaton: its counts become the tally's."""
    width = plan.tables.symbols + 1
    table = whole.table.copy()
    counters = table.reshape(-1, width)[:, 0]
    counters[:] = 0
    loops = Whole(table, whole.ends_below, whole.splits_from, width, whole.splits)
    shoes = np.array([plan.cards] * LANES)
    nets = tally.nets[0]
    if plan.dealing.way == FRESH:
        own = generator(plan.seed, 2 * chunk + 1)
        from_fresh_shoes(loops, plan.tables, plan.way, shoes, rounds, own, chance, nets, tally.results)
    else:
        known = np.zeros((LANES, SHOE_FIELDS), dtype=np.int64)
        known[:, NUMBER] = plan.dealing.cards
        from_shoes(loops, plan.tables, plan.way, plan.dealing, shoes, known, rounds, chance, nets, tally.results)
    _add_ends(plan, whole, counters[: len(whole.ends)].astype(np.int64)[None], tally)
    tally.tables[0] += nets
    tally.others[ROUNDS] += LANES * rounds
    tally.others[CARDS] += int(counters.sum()) + int(tally.results[-2])
    tally.results[-2] = 0


def _play_by_count(plan: Plan, whole: WholeRound, rounds: int, chance: Words, tally: Tally) -> None:
    """Rounds of one box by a count, most of them through the automaton that the count chooses."""
    ends = np.zeros((len(plan.counting.bets), len(whole.ends)), dtype=np.int64)
    by_count(
        Counted(whole.table, whole.seconds.reshape(-1), whole.ends_below, whole.splits_from),
        plan.tables,
        plan.way,
        plan.dealing,
        plan.counting,
        plan.offers,
        plan.cards.copy(),
        new_shoe(plan),
        rounds,
        chance,
        tally,
        ends,
    )
    before = tally.nets.copy()
    _add_ends(plan, whole, ends, tally)
    tally.tables[:] += tally.nets - before


def new_shoe(plan: Plan) -> Counts:
    """The state of a shoe that is shuffled before its first card."""
    return np.array([0, 0, plan.dealing.cards, 0, plan.counting.initial], dtype=np.int64)


def _add_ends(plan: Plan, whole: WholeRound, times: Counts, tally: Tally) -> None:
    """Count rounds by how they ended, by the count's place."""
    for number, end in enumerate(whole.ends):
        tally.nets[:, end.net + plan.most] += times[:, number]
        tally.results[end.result] += times[:, number].sum()
        tally.results[-1] += times[:, number].sum() * end.bonus


def played(
    plan: Plan, *, threads: int = 1, chunks: Sequence[int] | None = None, stop: Callable[[], bool] = lambda: False
) -> Iterator[Tally]:
    """Yield the tallies of the plan's chunks as they finish; no chunk is started once `stop` returns true."""
    waiting = iter(range(plan.chunks) if chunks is None else chunks)
    with ThreadPoolExecutor(threads) as pool:
        running: set[Future[Tally]] = set()
        try:
            while True:
                while len(running) < 2 * threads and not stop():
                    chunk = next(waiting, None)
                    if chunk is None:
                        break
                    running.add(pool.submit(play_chunk, plan, chunk))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for one in done:
                    yield one.result()
        finally:
            for one in running:
                one.cancel()


def simulate(plan: Plan, *, threads: int = 1) -> Tally:
    """Play the whole plan."""
    tally = empty_tally(plan)
    for one in played(plan, threads=threads):
        tally = added(tally, one)
    return tally
