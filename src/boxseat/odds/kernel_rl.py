"""One box at each of many tables, compiled: decisions are asked for from outside, everything between two of them is done here.

Rules and tables are records, which compiled functions hand on without a cost. Every rule comes in as an argument.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from boxseat.cards import TWENTY_ONE, best_points
from boxseat.odds.chance import Cards, Number, Words, below
from boxseat.odds.compiled import compiled, inlined
from boxseat.odds.hands import ACE, TEN, VALUES

Numbers = npt.NDArray[np.int64]
Bits = npt.NDArray[np.int8]
Seen = npt.NDArray[np.int16]
Yes = npt.NDArray[np.bool_]
Rewards = npt.NDArray[np.float64]
Records = npt.NDArray[Any]

STAND, HIT, DOUBLE, SPLIT, SURRENDER, KEEP, FORFEIT = range(7)
ACTIONS = ("stand", "hit", "double", "split", "surrender", "keep", "forfeit")

RANKS, HARD, ACES, SIZE, SUITS, FIRST, SECOND, DOUBLED, END, OWN, BACK, WON, EARNED = range(13)
"""A hand: its ranks as one number, the total with aces at one, aces that may count eleven, cards, the suits all cards share, the
first two cards, whether it is doubled, how it ended; what it wins or loses, and against a dealer's natural; whether it has won, and
whether its Super Bonus has been looked at."""
HAND = 13
MOST_HANDS = 10

DECISION, KEEP_OR_FORFEIT, NATURAL, OVER = range(4)
"""What a table asks: a decision, whether a doubled hand is kept, nothing on a natural, nothing any more."""
OPEN, STANDS, WAITS, SETTLED = range(4)
"""How a hand ended: not yet; compared with the dealer's; decided but for a dealer's natural; altogether."""

ORIGINAL_WAGER, BUSTED_PLUS_ONE, EVERYTHING, ORIGINAL_BETS_ONLY = range(4)
"""What a dealer's natural takes (R03)."""
ANY, MIXED, ONE_SUIT, SPADES = range(4)
"""The suits of a payout line; a hand's are the bits of those that all its cards share, spades the lowest."""
ALL_SUITS = 15

NEXT_STEP, SAME_STEP, NEVER = range(3)
"""When the next round is dealt at a table: by the step after the last, by the last itself, or only when asked."""


class TableRules(NamedTuple):
    """What decides a round of one box, amounts in parts of the wager."""

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


class Row(Protocol):
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
    """A table's record, with room for so many cards; shoes of the usual sizes share one, and what is compiled for it."""
    long = (
        ("unseen", np.int64, VALUES),
        ("chance", np.uint64, 4),
        ("hands", np.int64, (MOST_HANDS, HAND)),
        ("mask", np.int8, 8),
        ("seen", np.int16, 24),
        ("shoe", np.uint8, max(512, 1 << (cards - 1).bit_length())),
    )
    plain = [name for name in Row.__annotations__ if name not in {field[0] for field in long}]
    return np.dtype([*((name, np.int64) for name in plain), *long], align=True)


class Told(NamedTuple):
    """What is told of every table after a step."""

    seen: Seen
    masks: Bits
    rewards: Rewards
    over: Yes
    refused: Yes
    finals: Seen
    """What was seen at the end of a round, where the next one is dealt in the same step."""


def as_record(rules: TableRules) -> Records:
    """Rules as compiled functions take them."""
    fields = [(name, np.int64, np.shape(value)) for name, value in rules._asdict().items()]
    record = np.zeros(1, dtype=fields)
    for name, value in rules._asdict().items():
        record[name] = value
    return record


_best = compiled(best_points)


@compiled
def _value(card: Number) -> Number:
    """A card's value, an ace 0 and a ten 9, from its code."""
    return min(card >> 2, TEN)


@compiled
def _swap_in(row: Row, place: Number) -> None:
    """Any of the cards from a place on comes to lie there, each as likely."""
    other = place + below(row.chance, row.number - place)
    held = row.shoe[other]
    row.shoe[other] = row.shoe[place]
    row.shoe[place] = held


@compiled
def _draw(row: Row) -> Number:
    """The next card. Where the shoe is empty, the discards from before the round finish it."""
    if row.place == row.number:
        row.place, row.number, row.deep = 0, row.began, 0
        for value in range(VALUES):
            row.unseen[value] = 0
        for place in range(row.number):
            row.unseen[_value(np.int64(row.shoe[place]))] += 1
    place = row.place
    if place >= row.deep:
        _swap_in(row, place)
    row.place = place + 1
    card = np.int64(row.shoe[place])
    row.unseen[_value(card)] -= 1
    return card


@compiled
def _give(row: Row, at: Number, card: Number) -> None:
    rank = card >> 2
    if row.hands[at, SIZE] == 0:
        row.hands[at, FIRST] = card
    elif row.hands[at, SIZE] == 1:
        row.hands[at, SECOND] = card
    row.hands[at, RANKS] += np.int64(1) << (4 * (rank - 1) if rank else 48)
    row.hands[at, HARD] += min(rank, TEN) + 1
    row.hands[at, ACES] += rank == 0
    row.hands[at, SIZE] += 1
    row.hands[at, SUITS] &= 1 << (card & 3)


@compiled
def _new_hand(row: Row, at: Number) -> None:
    for field in range(HAND):
        row.hands[at, field] = 0
    row.hands[at, SUITS] = ALL_SUITS


@compiled
def _alike(rules: TableRules, row: Row, at: Number) -> bool:
    """Whether a hand is two cards that may be split."""
    if row.hands[at, SIZE] != 2:
        return False
    one, other = row.hands[at, FIRST] >> 2, row.hands[at, SECOND] >> 2
    return bool(one == other or (not rules.same_rank and min(one, TEN) == min(other, TEN)))


@compiled
def _may_split(rules: TableRules, row: Row, at: Number) -> bool:
    split_ace = row.formed > 1 and row.hands[at, FIRST] >> 2 == ACE
    room = row.formed < rules.most_hands and (rules.resplit_aces or not split_ace)
    return bool(room and _alike(rules, row, at))


@compiled
def _gets_one_card(rules: TableRules, row: Row, at: Number) -> bool:
    return bool(rules.one_card_to_aces and row.formed > 1 and row.hands[at, FIRST] >> 2 == ACE)


@compiled
def _wins(rules: TableRules, row: Row, at: Number) -> Number:
    """What a winning hand is paid: the first line of the payout table that fits, or the plain odds (R05)."""
    paid = rules.plain
    lines = rules.double_lines or not row.hands[at, DOUBLED]
    if lines and _best(row.hands[at, HARD], row.hands[at, ACES]) == TWENTY_ONE:
        for line in range(rules.lines):
            suits, asked = row.hands[at, SUITS], rules.line_suits[line]
            fits = rules.line_least[line] <= row.hands[at, SIZE] <= rules.line_most[line]
            fits = fits and (rules.line_ranks[line] == 0 or rules.line_ranks[line] == row.hands[at, RANKS])
            fits = fits and (asked != MIXED or suits == 0)
            fits = fits and (asked != ONE_SUIT or suits != 0)
            fits = fits and (asked != SPADES or suits == 1)
            if fits:
                paid = rules.line_pays[line]
                break
    return paid * (1 + row.hands[at, DOUBLED])


@compiled
def _bonus(rules: TableRules, row: Row, at: Number) -> Number:
    """The Super Bonus of a hand that has won (R07)."""
    if rules.bonus == 0 or row.hands[at, RANKS] != rules.bonus_ranks:
        return 0
    if row.hands[at, SUITS] == 0 or row.hands[at, DOUBLED] or not rules.bonus_against[row.dealers >> 2]:
        return 0
    open_to_it = row.formed == 1 if rules.bonus_unsplit else row.suited == 0
    return rules.bonus if open_to_it else 0


@compiled
def _lost(rules: TableRules, row: Row, at: Number, own: Number, kept: Number) -> None:
    """A hand over 21 or given up: what it loses, and what of that a dealer's natural leaves lost (R03)."""
    row.hands[at, OWN], row.hands[at, BACK] = own, kept
    first = _value(row.dealers)
    waits = rules.reading == ORIGINAL_BETS_ONLY and (first in (ACE, TEN)) and own != kept
    row.hands[at, END] = WAITS if waits else SETTLED


@compiled
def _after_card(rules: TableRules, row: Row, at: Number) -> bool:
    """The hand in turn has its card: whether its player is asked."""
    points = _best(row.hands[at, HARD], row.hands[at, ACES])
    stake = rules.unit * (1 + row.hands[at, DOUBLED])
    if points > TWENTY_ONE:
        _lost(rules, row, at, -stake, -rules.unit if row.turn == 0 else 0)
        return False
    if points == TWENTY_ONE:
        row.hands[at, END] = STANDS
        if rules.wins_at_once:
            row.hands[at, END], row.hands[at, WON] = SETTLED, 1
            row.hands[at, OWN] = row.hands[at, BACK] = _wins(rules, row, at)
            if rules.bonus_at_once:
                row.hands[at, EARNED] = 1
                row.net += _bonus(rules, row, at)
        return False
    if row.hands[at, DOUBLED]:
        row.phase = KEEP_OR_FORFEIT
        if not rules.forfeit:
            row.hands[at, END] = STANDS
        return bool(rules.forfeit)
    if _gets_one_card(rules, row, at) and not _may_split(rules, row, at):
        row.hands[at, END] = STANDS
        return False
    row.phase = DECISION
    return True


@compiled
def _dealers_hand(rules: TableRules, row: Row, whole: bool) -> tuple[Number, Number]:
    """The dealer's total once no wager needs another card (R10), and 1 where it is a natural."""
    hard: Number = _value(row.dealers) + 1
    aces: Number = hard == 1
    size = 1
    points = _best(hard, aces)
    while size == 1 or (whole and rules.draws[points, np.int64(points != hard)]):
        card = _draw(row)
        hard += _value(card) + 1
        aces += card >> 2 == ACE
        size += 1
        points = _best(hard, aces)
    return points, np.int64(size == 2 and points == TWENTY_ONE)


@compiled
def _settle(rules: TableRules, row: Row) -> None:
    """The dealer's hand, as far as a wager waits for it, and what every hand comes to."""
    whole = waiting = False
    for at in range(row.formed):
        end = row.hands[at, END]
        whole = whole or end == STANDS
        waiting = waiting or end == WAITS
    dealers: Number = 0
    natural: Number = 0
    if whole or waiting:
        dealers, natural = _dealers_hand(rules, row, whole)
    collected = False
    for at in range(row.formed):
        if row.hands[at, END] != STANDS:
            row.net += row.hands[at, BACK] if natural and row.hands[at, END] == WAITS else row.hands[at, OWN]
        elif natural:
            takes = at == 0
            if rules.reading == BUSTED_PLUS_ONE:
                takes = not collected
                collected = True
            if rules.reading == EVERYTHING:
                row.net -= rules.unit * (1 + row.hands[at, DOUBLED])
            elif takes:
                row.net -= rules.unit
        else:
            points = _best(row.hands[at, HARD], row.hands[at, ACES])
            if dealers > TWENTY_ONE or points > dealers:
                row.hands[at, WON] = 1
                row.net += _wins(rules, row, at)
            else:
                stakes = 1 + row.hands[at, DOUBLED]
                row.net += stakes * (rules.equal if points == dealers else -rules.unit)
    for at in range(row.formed):
        # A natural that waited has won unless the dealer has one too.
        won = row.hands[at, WON] and not (natural and row.hands[at, END] == WAITS)
        if won and not row.hands[at, EARNED]:
            row.net += _bonus(rules, row, at)
    row.turn = row.formed - 1
    row.phase = OVER


@compiled
def _next_hand(rules: TableRules, row: Row) -> None:
    """Turn to the next hand, give it its second card, and so on up to a decision or the end of the round."""
    while row.turn + 1 < row.formed:
        row.turn += 1
        _give(row, row.turn, _draw(row))
        if _after_card(rules, row, row.turn):
            return
    _settle(rules, row)


@compiled
def _full_shoe(rules: TableRules, row: Row) -> None:
    row.place, row.number, row.deep = 0, rules.cards, 0
    for value in range(VALUES):
        row.unseen[value] = rules.by_value[value]


@compiled
def _new_shoe(rules: TableRules, row: Row) -> None:
    """All cards are shuffled, which is done as they are drawn, and cut; the first is burnt unseen where the book says so."""
    _full_shoe(rules, row)
    if not rules.fresh:
        row.cut = rules.cards - rules.least_behind - below(row.chance, rules.most_behind - rules.least_behind + 1)
        if rules.burns:
            _swap_in(row, 0)
            row.place = 1


@compiled
def _deal(rules: TableRules, row: Row) -> None:
    """The initial deal of a round: a card to the box, one to the dealer, another to the box."""
    row.began = row.place
    row.formed, row.turn, row.suited, row.net = 1, 0, 0, 0
    _new_hand(row, 0)
    _give(row, 0, _draw(row))
    row.dealers = _draw(row)
    _give(row, 0, _draw(row))
    row.phase = DECISION
    if _best(row.hands[0, HARD], row.hands[0, ACES]) == TWENTY_ONE:
        row.phase = NATURAL
        row.hands[0, OWN], row.hands[0, WON] = rules.natural_pays, 1
        waits = rules.natural_waits and _value(row.dealers) in (ACE, TEN)
        row.hands[0, END] = WAITS if waits else SETTLED
        row.hands[0, EARNED] = rules.bonus_at_once and not waits


@compiled
def _next_round(rules: TableRules, row: Row) -> None:
    """The next round of a table, from a new shoe where it is time for one."""
    if rules.fresh or row.place >= row.cut or row.number != rules.cards:
        _new_shoe(rules, row)
    _deal(rules, row)


@compiled
def _split(row: Row, at: Number) -> None:
    """The second card becomes a hand of its own, right after the first (R15)."""
    first, second = row.hands[at, FIRST], row.hands[at, SECOND]
    for hand in range(row.formed - 1, row.turn, -1):
        for field in range(HAND):
            row.hands[hand + 1, field] = row.hands[hand, field]
    row.formed += 1
    row.suited |= first == second
    _new_hand(row, at)
    _give(row, at, first)
    _new_hand(row, at + 1)
    _give(row, at + 1, second)


@compiled
def _act(rules: TableRules, row: Row, action: Number) -> None:
    """Do what was decided, and all that follows up to the next decision or the end of the round."""
    at = row.turn
    asked = False
    if row.phase == NATURAL:
        pass
    elif action in (STAND, KEEP):
        row.hands[at, END] = STANDS
    elif action == SURRENDER:
        row.hands[at, END], row.hands[at, OWN], row.hands[at, BACK] = WAITS, rules.surrender_net, rules.surrender_back
    elif action == FORFEIT:
        _lost(rules, row, at, -rules.unit, -rules.unit if row.turn == 0 else 0)
    else:
        if action == SPLIT:
            _split(row, at)
        elif action == DOUBLE:
            row.hands[at, DOUBLED] = 1
            if rules.aces_at_one:
                row.hands[at, ACES] = 0
        _give(row, at, _draw(row))
        asked = _after_card(rules, row, at)
    if not asked:
        _next_hand(rules, row)


@compiled
def _allow(rules: TableRules, row: Row) -> None:
    """What may be decided now. Where nothing is to be decided, only stand."""
    for action in range(len(ACTIONS)):
        row.mask[action] = 0
    phase = row.phase
    at = row.turn
    if phase == KEEP_OR_FORFEIT:
        row.mask[KEEP] = row.mask[FORFEIT] = 1
        return
    if phase != DECISION:
        row.mask[STAND] = 1
        return
    points = _best(row.hands[at, HARD], row.hands[at, ACES])
    soft = points != row.hands[at, HARD]
    one_card = _gets_one_card(rules, row, at)
    split_hand = row.formed > 1
    two = row.hands[at, SIZE] == 2
    row.mask[STAND] = soft or points >= rules.stand_from
    row.mask[HIT] = not one_card
    row.mask[SPLIT] = _may_split(rules, row, at)
    row.mask[SURRENDER] = two and not split_hand and rules.surrender_against[row.dealers >> 2]
    row.mask[DOUBLE] = (
        (rules.double_on == 2 or (rules.double_on == 1 and two))
        and not one_card
        and (rules.double_after_split or not split_hand)
        and rules.double_lowest <= points <= rules.double_highest
        and (rules.double_soft or not soft)
    )


@compiled
def _line_ahead(rules: TableRules, row: Row, at: Number) -> Number:
    """0 where the hand is not on the way to a line named by ranks or suits; else by the suits it has: mixed, one, spades."""
    if row.hands[at, SIZE] >= rules.longest or (row.hands[at, DOUBLED] and not rules.double_lines):
        return 0
    on_the_way = rules.ways == 0
    for way in range(rules.ways):
        on_the_way |= rules.parts[way] == row.hands[at, RANKS]
    suits = row.hands[at, SUITS]
    return 0 if not on_the_way else SPADES if suits == 1 else ONE_SUIT if suits else MIXED


SEEN = 12


@compiled
def _tell(rules: TableRules, row: Row) -> None:
    """What the player sees."""
    at = row.turn
    points = _best(row.hands[at, HARD], row.hands[at, ACES])
    standing = 0
    for hand in range(row.turn):
        standing += row.hands[hand, END] == STANDS
    row.seen[0] = points
    row.seen[1] = points != row.hands[at, HARD]
    row.seen[2] = row.hands[at, SIZE]
    row.seen[3] = _value(row.hands[at, FIRST]) + 1 if _alike(rules, row, at) else 0
    row.seen[4] = _value(row.dealers) + 1
    row.seen[5] = row.hands[at, DOUBLED]
    row.seen[6] = row.turn + 1
    row.seen[7] = row.formed
    row.seen[8] = row.formed - row.turn - 1
    row.seen[9] = standing
    row.seen[10] = _line_ahead(rules, row, at)
    row.seen[11] = row.number - row.place
    for value in range(VALUES):
        row.seen[SEEN + value] = row.unseen[value]


@compiled
def deal(packed: Records, rows: Records, which: Yes, told: Told) -> None:
    """Deal the next round at these tables."""
    rules: Any = packed[0]
    for table in range(len(rows)):
        if which[table]:
            row: Any = rows[table]
            _next_round(rules, row)
            _allow(rules, row)
            _tell(rules, row)
            _write(row, told.seen, told.masks, table)


@compiled
def deal_in_order(packed: Records, rows: Records, table: int, deep: int, told: Told) -> None:
    """Deal a round at one table from a full shoe whose first cards, up to `deep`, lie in order."""
    rules: Any = packed[0]
    row: Any = rows[table]
    _full_shoe(rules, row)
    row.deep, row.cut = deep, row.number
    _deal(rules, row)
    _allow(rules, row)
    _tell(rules, row)
    _write(row, told.seen, told.masks, table)


@inlined
def _write(row: Row, seen: Seen, masks: Bits, table: Number) -> None:
    for place in range(seen.shape[1]):
        seen[table, place] = row.seen[place]
    for action in range(masks.shape[1]):
        masks[table, action] = row.mask[action]


@compiled
def step(packed: Records, rows: Records, actions: Numbers, autoreset: int, told: Told) -> None:
    """One decision at every table. What is not allowed is refused and changes nothing."""
    rules: Any = packed[0]
    for table in range(len(rows)):
        row: Any = rows[table]
        told.rewards[table] = 0.0
        told.over[table] = told.refused[table] = False
        if row.phase == OVER:
            if autoreset != NEXT_STEP:
                told.refused[table] = True
                continue
            _next_round(rules, row)
        else:
            action = actions[table]
            if not 0 <= action < len(ACTIONS) or not row.mask[action]:
                told.refused[table] = True
                continue
            _act(rules, row, action)
            if row.phase == OVER:
                told.over[table] = True
                told.rewards[table] = row.net / rules.unit
                if autoreset == SAME_STEP:
                    _tell(rules, row)
                    for place in range(told.finals.shape[1]):
                        told.finals[table, place] = row.seen[place]
                    _next_round(rules, row)
        _allow(rules, row)
        _tell(rules, row)
        _write(row, told.seen, told.masks, table)


@compiled
def any_allowed(masks: Bits, chance: Words) -> Numbers:
    """A decision for every table, any of those allowed as likely as another."""
    chosen = np.zeros(len(masks), dtype=np.int64)
    for table in range(len(masks)):
        mask = masks[table]
        allowed = 0
        for action in range(len(mask)):
            allowed += mask[action] != 0
        left = below(chance, max(allowed, 1))
        for action in range(len(mask)):
            if mask[action]:
                if left == 0:
                    chosen[table] = action
                    break
                left -= 1
    return chosen
