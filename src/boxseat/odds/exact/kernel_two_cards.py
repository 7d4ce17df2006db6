"""JIT-compiled kernel for hands of two cards, where suits matter, pairs can be split and hands surrendered.

Cards are codes (four times the index of the rank, plus the index of the suit); shoes are numbers of cards by code.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boxseat.cards import TWENTY_ONE
from boxseat.odds.exact.kernel_values import NOT_ALLOWED, Floats, HandRules, Ints, Played
from boxseat.odds.hands import VALUES, Hands
from boxseat.odds.jit import compiled, inlined
from boxseat.odds.policy import CARDS, DOUBLE, HIT, SPLIT, STAND, SURRENDER, Bools, Decisions

NATURAL_HAND = 5
"""Stands for a decision: the two cards are settled as a natural."""


class Named(NamedTuple):
    """Lines of the payout table that name three ranks: what they pay more than any other 21 of three cards."""

    place: Ints
    """A card's place among those the lines name, by code; -1 for the others."""
    line: Ints
    """The line that three such cards make, by their places; -1 for none."""
    more: Floats
    """How much more it pays, by the same places."""
    lines: int
    """How many lines the payout table has."""


class FirstTwo(NamedTuple):
    """The rules for a box's first two cards, against one first card of the dealer."""

    natural: float
    """What a natural is worth; a little less than its odds where the dealer may have one too."""
    may_surrender: bool
    surrender_loses: float
    annulled: bool
    """A dealer's natural annuls the surrender."""
    stand_from: int
    double_lines: bool
    """Named lines are paid on doubled hands too."""
    one_card_places: Ints
    """Places of hands of one card by value."""


@inlined
def value_of(code: int) -> int:
    """The index of a card's value, from its code."""
    return min(code // 4, VALUES - 1)


@compiled
def better_lines(
    one: int, other: int, left: Floats, cards: float, scale: Floats, paid: Floats, named: Named, lines: Floats
) -> float:
    """What named lines add to the value of drawing; `lines` becomes the chance that each is paid.

    `scale` thins the cards of each code, `paid` is the chance that a 21 made by a third card of each value is paid.
    """
    lines[:] = 0.0
    here, there = named.place[one], named.place[other]
    worth = 0.0
    if here < 0 or there < 0 or cards <= 0:
        return worth
    for third in range(CARDS):
        place = named.place[third]
        line = named.line[here, there, place] if place >= 0 else -1
        if line >= 0:
            chance = left[third] * scale[third] / cards * paid[value_of(third)]
            lines[line] += chance
            worth += chance * named.more[here, there, place]
    return worth


@compiled
def paid_by_third(paid: Floats, table: Hands, place: int, by_value: Floats) -> None:
    """The chance that a 21 is paid, by the value of the third card that makes it."""
    for v in range(VALUES):
        c = table.child[place, v]
        by_value[v] = paid[c] if c >= 0 else 0.0


class TwoCardPlay(NamedTuple):
    """The results of the first two cards of a box, over all that it can be dealt."""

    worth: float
    decisions: Decisions
    """By the two cards' codes."""
    flow: Floats
    """Chances of standing, drawing and doubling on each hand, by decision and place."""
    lines: Floats
    """Chances that the named lines are paid, plain and doubled."""
    naturals: float
    surrendered: float
    annulled: float
    """Surrenders that meet a dealer's natural."""
    split: Floats
    """Chances of splitting, by the two cards' codes."""


@compiled
def decide_two(
    left: Floats,
    table: Hands,
    played: Played,
    natural_of: Floats,
    rules: FirstTwo,
    split: Floats,
    named: Named,
    fixed: Decisions,
) -> TwoCardPlay:
    """Decide every two cards of a box from the shoe `left`; `split` is the value of splitting, or `NOT_ALLOWED`."""
    cards = left.sum()
    decisions = np.zeros((CARDS, CARDS), dtype=np.int8)
    flow = np.zeros((3, len(table.hard)))
    chances = np.zeros((CARDS, CARDS))
    lines = np.zeros((2, named.lines))
    per_hand = np.zeros(named.lines)
    values = np.zeros(SURRENDER + 1)
    scale = np.ones(CARDS)
    paid = np.ones(VALUES)
    after = left.copy()
    worth, naturals, surrendered, annulled = 0.0, 0.0, 0.0, 0.0
    for one in range(CARDS):
        for other in range(CARDS):
            chance = left[one] * (left[other] - (one == other)) / (cards * (cards - 1))
            if chance <= 0.0:
                continue
            place = table.child[rules.one_card_places[value_of(one)], value_of(other)]
            if table.points[place] == TWENTY_ONE:
                decisions[one, other] = NATURAL_HAND
                naturals += chance
                worth += chance * rules.natural
                continue
            after[one] -= 1
            after[other] -= 1
            paid_by_third(played.paid[0], table, place, paid)
            more = better_lines(one, other, after, cards - 2, scale, paid, named, per_hand)
            after[one] += 1
            after[other] += 1
            two_values(place, table, played, natural_of[place], rules, more, split[one, other], values)
            chosen = HIT
            if len(fixed):
                chosen = fixed[one, other]
            else:
                for choice in range(len(values)):
                    if values[choice] > values[chosen]:
                        chosen = choice
            decisions[one, other] = chosen
            worth += chance * values[chosen]
            if chosen == SPLIT:
                chances[one, other] += chance
            elif chosen == SURRENDER:
                surrendered += chance
                annulled += chance * natural_of[place]
            else:
                flow[chosen, place] += chance
            if chosen == HIT:
                lines[0] += chance * per_hand
            elif chosen == DOUBLE and rules.double_lines:
                lines[1] += chance * per_hand
    return TwoCardPlay(worth, decisions, flow, lines, naturals, surrendered, annulled, chances)


@compiled
def two_values(
    place: int, table: Hands, played: Played, natural: float, rules: FirstTwo, more: float, split: float, values: Floats
) -> None:
    """Write the value of every decision on two cards that were not split into `values`."""
    values[:] = NOT_ALLOWED
    if table.points[place] != table.hard[place] or table.points[place] >= rules.stand_from:
        values[STAND] = played.stand[0, place]
    values[HIT] = played.hit[0, place] + more
    values[DOUBLE] = played.double[0, place]
    if rules.double_lines and values[DOUBLE] > NOT_ALLOWED:
        values[DOUBLE] += 2.0 * more
    values[SPLIT] = split
    if rules.may_surrender:
        lost_to_natural = natural * (1.0 - rules.surrender_loses) if rules.annulled else 0.0
        values[SURRENDER] = -rules.surrender_loses - lost_to_natural


class Pair(NamedTuple):
    """A pair being split: the shoe once it is out, and which ranks pair with it."""

    left: Floats
    pairs_with: Bools
    """By code."""
    gone: Ints
    """How many more of the pair's cards are gone, for each shoe."""
    start_place: int
    stand_from: int


class Second(NamedTuple):
    """The results of a split hand with its second card."""

    worth: float
    decisions: Decisions
    """By the second card's code; -1 for cards the shoe does not hold."""
    flow: Floats
    """Chances of decisions, by whether the second card pairs, shoe, decision and second card's value."""
    lines: Floats
    """Chances that named lines are paid, by whether the second card pairs, shoe, whether doubled, and line."""


@compiled
def second_cards(  # noqa: C901
    start: int,
    drawn: bool,
    pair: Pair,
    often_any: Floats,
    often_other: Floats,
    deciding_any: Floats,
    deciding_other: Floats,
    table: Hands,
    played: Played,
    rules: HandRules,
    named: Named,
    fixed: Decisions,
) -> Second:
    """The results of a split hand that starts with a card; `drawn` where that card was drawn and split again.

    `often` is how often such hands are played from each shoe, `deciding` how often all hands that share their decisions are.
    """
    layers = len(pair.gone)
    left = pair.left.copy()
    pairs, cards = 0.0, 0.0
    for code in range(CARDS):
        cards += left[code]
        pairs += left[code] if pair.pairs_with[code] else 0.0
    if drawn:
        left[start] -= 1
    flow = np.zeros((2, layers, 3, VALUES))
    lines = np.zeros((2, layers, 2, named.lines))
    per_hand = np.zeros((layers, named.lines))
    decisions = np.full(CARDS, -1, dtype=np.int8)
    chance = np.zeros(layers)
    values = np.zeros((layers, 3))
    worths = np.zeros(3)
    scale = np.ones(CARDS)
    paid = np.ones(VALUES)
    worth = 0.0
    for second in range(CARDS):
        if left[second] <= 0:
            continue
        is_pair = pair.pairs_with[second]
        place = table.child[pair.start_place, value_of(second)]
        soft = table.points[place] != table.hard[place]
        left[second] -= 1
        for k in range(layers):
            gone = pair.gone[k]
            number = left[second] + 1
            if is_pair:
                number *= max(pairs - gone, 0.0) / (pairs - drawn)
            chance[k] = number / (cards - gone) if cards > gone else 0.0
            unseen = gone - drawn
            pairs_left = pairs - drawn - is_pair
            thin = (pairs_left - unseen) / pairs_left if pairs_left > 0 else 0.0
            for code in range(CARDS):
                scale[code] = thin if pair.pairs_with[code] else 1.0
            paid_by_third(played.paid[k], table, place, paid)
            more = better_lines(start, second, left, cards - drawn - 1 - unseen, scale, paid, named, per_hand[k])
            values[k, STAND] = played.stand[k, place]
            values[k, HIT] = played.hit[k, place] + more
            values[k, DOUBLE] = played.double[k, place]
            if rules.double_lines and values[k, DOUBLE] > NOT_ALLOWED:
                values[k, DOUBLE] += 2.0 * more
            if table.points[place] == TWENTY_ONE and rules.wins_at_once:
                values[k, STAND] = rules.odds[2]
        left[second] += 1
        worths[:] = 0.0
        for k in range(layers):
            deciding = deciding_any[k] + (0.0 if is_pair else deciding_other[k])
            for choice in range(3):
                worths[choice] += deciding * chance[k] * values[k, choice]
        chosen = HIT
        if rules.one_card or table.points[place] == TWENTY_ONE:
            chosen = STAND
        elif len(fixed):
            chosen = fixed[second]
        else:
            if (soft or table.points[place] >= pair.stand_from) and worths[STAND] > worths[chosen]:
                chosen = STAND
            if values[0, DOUBLE] > NOT_ALLOWED and worths[DOUBLE] > worths[chosen]:
                chosen = DOUBLE
        decisions[second] = chosen
        for k in range(layers):
            often = often_any[k] + (0.0 if is_pair else often_other[k])
            worth += often * chance[k] * values[k, chosen]
            flow[int(is_pair), k, chosen, value_of(second)] += chance[k]
            if chosen == HIT or (chosen == DOUBLE and rules.double_lines):
                lines[int(is_pair), k, int(chosen == DOUBLE)] += chance[k] * per_hand[k]
    return Second(worth, decisions, flow, lines)
