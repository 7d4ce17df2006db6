"""Skills: what is paid at the odds of the table, line by line, and how each wager of a round ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import msgspec

from boxseat.cards import SUITS, TWENTY_ONE, Card, card, total
from boxseat.fairness.shuffle import whole_pack
from boxseat.money import dollars
from boxseat.play.acts import Act, Double, Hit, Insure, Surrender
from boxseat.play.payout import fits
from boxseat.play.state import Result, Round, Settlement, WagerKind
from boxseat.play.step import before_final_settlement
from boxseat.play.void import BONUSES
from boxseat.rulebook.book import Book
from boxseat.training.chance import Chance
from boxseat.training.exercise import Asked, Draft, asked, choice
from boxseat.training.practice_round import (
    Wish,
    no_wish,
    opened,
    played,
    practice_round,
    practice_wagers,
    shuffled_shoe,
    some_boxes,
)
from boxseat.training.skill import Skill

LINES_ASKED_MAX = 5
HANDS_TRIED_MAX = 200
WAGERS = {
    WagerKind.MAIN: "wager",
    WagerKind.SPLIT: "wager on a split hand",
    WagerKind.DOUBLE: "double",
    WagerKind.INSURANCE: "insurance",
    WagerKind.PERFECT_PAIRS: "Perfect Pairs",
    WagerKind.SUPER_SEVENS: "Super Sevens",
    WagerKind.SUPER_BONUS: "Super Bonus",
    WagerKind.SHARED_BONUS: "share of the bonus",
}
RESULTS = {
    Result.WIN: "It wins",
    Result.LOSE: "It loses",
    Result.STAND_OFF: "It is a stand-off",
    Result.SURRENDER: "It is surrendered",
    Result.VOID: "It goes back as never laid",
    Result.FORFEIT: "It is forfeited",
}


class Hope(msgspec.Struct, frozen=True):
    """What a round should bring: cards for the first box and the dealer, wishes, and the line that is asked about."""

    first: Sequence[Card] = ()
    """The cards of the first box in play."""
    dealers: Card | None = None
    wish: Wish = no_wish
    brings: Callable[[Settlement], bool] = lambda line: True

    def wishes(self, round_: Round, kind: type[Act]) -> bool:
        """Whether something is wanted: on the first box, cards until it has those it should have."""
        if kind is Hit:
            return round_.turn == (0, 0) and len(round_.hand_in_turn.cards) < len(self.first)
        return self.wish(round_, kind)

    def held(self, boxes: int) -> dict[int, Card]:
        """The places in the shoe of the cards that it should have, with so many boxes in play."""
        places = (0, boxes + 1, *range(2 * boxes + 1, 2 * boxes + 1 + len(self.first)))
        held = dict(zip(places, self.first, strict=False))
        return held if self.dealers is None else {**held, boxes: self.dealers}


Hoped = Callable[[Book, Chance], Hope | None]
"""Makes a hope; none if these choices lead to none."""


def _paid(hope: Hoped) -> Callable[[Book, Chance], Draft | None]:
    """An exercise about the payments of a round that brings what is hoped for."""

    def draft(book: Book, chance: Chance) -> Draft | None:
        wanted = hope(book, chance)
        boxes = some_boxes(book, chance, 1, 3)
        if wanted is None or not _are_in_pack(book, wanted.held(len(boxes))):
            return None
        wagers = practice_wagers(book, chance, boxes, side_bets=True)
        shoe = shuffled_shoe(book, chance, wanted.held(len(boxes)))
        round_ = played(book, opened(book, wagers), shoe, wanted.wishes).states[-1]
        lines = [line for line in round_.settlements if line.result in (Result.WIN, Result.SURRENDER)]
        sought = [line for line in lines if wanted.brings(line)]
        if not sought:
            return None
        others = [line for line in lines if line not in sought]
        chosen = [*sought, *others][:LINES_ASKED_MAX]
        told = (
            f"The round is over. Amounts are paid in chips; the smallest is {dollars(book.chips.smallest_chip.value)}."
        )
        parts = tuple(_asked_payment(round_, place, line) for place, line in enumerate(chosen, 1))
        return Draft((told,), parts, _unsettled(book, round_))

    return draft


def _are_in_pack(book: Book, held: Mapping[int, Card]) -> bool:
    """Whether a shoe of the book can have all of these cards."""
    return Counter(held.values()) <= Counter(whole_pack(book.cards.ranks.value, book.cards.decks.value))


def _unsettled(book: Book, round_: Round) -> Round:
    """The round before its final settlement, as a picture that shows no result."""
    return msgspec.structs.replace(before_final_settlement(book, round_), settlements=())


def _asked_payment(round_: Round, place: int, line: Settlement) -> Asked:
    """The winnings of a line; for a surrender what goes back."""
    back = line.result is Result.SURRENDER
    asks = f"{'Back to' if back else 'To'} {line.player} for {_about(round_, line)}, in dollars"
    cents = line.stake + line.net if back else line.net
    return asked(f"pay:{place}", asks, "amount", dollars(cents), line.clause, why=line.why)


def _about(round_: Round, line: Settlement) -> str:
    """A line's wager in words: the wager of 20.00 on box 3 (AS KH)."""
    _, box = round_.box_at(line.box)
    deciding = {WagerKind.PERFECT_PAIRS: box.dealt[:2], WagerKind.SUPER_SEVENS: box.dealt[:3]}
    cards = " ".join(deciding.get(line.wager, box.hands[line.hand - 1].cards))
    if line.wager in BONUSES:
        wager = f", wager {dollars(line.stake)}" if line.stake else ""
        return f"the {WAGERS[line.wager]} on box {line.box} ({cards}{wager})"
    return f"the {WAGERS[line.wager]} of {dollars(line.stake)} on box {line.box} ({cards})"


def _results(book: Book, chance: Chance) -> Draft | None:
    round_ = practice_round(book, chance, side_bets=True).states[-1]
    lines = round_.settlements[:LINES_ASKED_MAX]
    if not any(line.result is not Result.WIN for line in lines):
        return None
    options = {result.value: label for result, label in RESULTS.items()}
    parts = tuple(
        choice(
            f"result:{place}",
            f"{line.player}, {_about(round_, line)}",
            options,
            line.result.value,
            line.clause,
            why=line.why,
        )
        for place, line in enumerate(lines, 1)
    )
    return Draft(("The round is over. How does each wager end?",), parts, _unsettled(book, round_))


# What is hoped for


def _natural(book: Book, chance: Chance) -> Hope:
    ace = chance.one_of([one for one in _pack(book) if one.is_ace])
    ten = chance.one_of([one for one in _pack(book) if one.points == 10])
    name = book.natural.name.value
    return Hope((ace, ten), brings=lambda line: line.wager is WagerKind.MAIN and line.why == name)


def _table_line(book: Book, chance: Chance) -> Hope | None:
    """A line of the payout table, with a hand that makes it."""
    line = chance.one_of(book.payouts.lines)
    if line.ranks:
        suit = "S" if line.suits == "spades" else chance.one_of(SUITS)
        mixed = line.suits == "mixed"
        cards = tuple(card(rank + (chance.one_of(SUITS) if mixed else suit)) for rank in chance.order(line.ranks))
    else:
        cards = _twenty_one(book, chance, line.cards[0])
    if not (_makes_twenty_one(cards) and fits(line, cards)):
        return None
    return Hope(cards, brings=lambda one: one.result is Result.WIN and one.why == line.name)


def _twenty_one(book: Book, chance: Chance, number: int) -> tuple[Card, ...]:
    """So many cards that make 21, if they are found."""
    small = [one for one in _pack(book) if one.points <= TWENTY_ONE // number + 2]
    for _ in range(HANDS_TRIED_MAX if small else 0):
        cards = tuple(chance.one_of(small) for _ in range(number))
        if _makes_twenty_one(cards):
            return cards
    return ()


def _makes_twenty_one(cards: Sequence[Card]) -> bool:
    """Whether the last of the cards makes 21, and none before it."""
    early = any(total(cards[:part]).points >= TWENTY_ONE for part in range(1, len(cards)))
    return not early and total(cards).points == TWENTY_ONE


def _doubled(book: Book, chance: Chance) -> Hope:
    return Hope(wish=_wishes(Double), brings=lambda line: line.wager is WagerKind.DOUBLE and line.result is Result.WIN)


def _insured(book: Book, chance: Chance) -> Hope:
    return Hope(
        dealers=_one_of(book, chance, book.insurance.against.value),
        wish=_wishes(Insure),
        brings=_won(WagerKind.INSURANCE),
    )


def _surrendered(book: Book, chance: Chance) -> Hope:
    return Hope(
        dealers=_one_of(book, chance, book.surrender.against.value),
        wish=_wishes(Surrender),
        brings=lambda line: line.result is Result.SURRENDER,
    )


def _one_of(book: Book, chance: Chance, ranks: str) -> Card | None:
    """A card of one of these ranks; none if the game has no such card."""
    found = [one for one in _pack(book) if one.rank in ranks]
    return chance.one_of(found) if found else None


def _pairs(book: Book, chance: Chance) -> Hope:
    first = chance.one_of(_pack(book))
    second = card(first.rank + chance.one_of(SUITS))
    return Hope((first, second), brings=_won(WagerKind.PERFECT_PAIRS))


def _sevens(book: Book, chance: Chance) -> Hope:
    suit, number = chance.one_of(SUITS), 1 + chance.below(3)
    sevens = tuple(card("7" + (suit if chance.percent(60) else chance.one_of(SUITS))) for _ in range(number))
    return Hope(sevens, brings=_won(WagerKind.SUPER_SEVENS))


def _bonus(book: Book, chance: Chance) -> Hope | None:
    rules = book.super_bonus
    if rules is None:
        return None
    suit = chance.one_of(SUITS)
    hand = tuple(card(rank + suit) for rank in rules.ranks.value)
    dealers = card(chance.one_of(rules.dealer.value) + chance.one_of(SUITS))
    return Hope(hand, dealers, brings=_won(WagerKind.SUPER_BONUS))


def _pack(book: Book) -> tuple[Card, ...]:
    return whole_pack(book.cards.ranks.value, 1)


def _wishes(*kinds: type[Act]) -> Wish:
    return lambda round_, kind: kind in kinds


def _won(wager: WagerKind) -> Callable[[Settlement], bool]:
    return lambda line: line.wager is wager and line.result is Result.WIN


def _payment(
    name: str,
    title: str,
    hope: Hoped,
    *,
    weight: int = 2,
    offered: Callable[[Book], bool] = lambda book: True,
) -> Skill:
    return Skill(name, "wagers-and-payouts", title, _paid(hope), weight, offered)


def _has_natural(book: Book) -> bool:
    return any(one.is_ace for one in _pack(book)) and any(one.points == 10 for one in _pack(book))


PAYMENTS = (
    _payment("natural", "A natural", _natural, weight=4, offered=_has_natural),
    _payment(
        "table-line", "A line of the payout table", _table_line, weight=6, offered=lambda book: bool(book.payouts.lines)
    ),
    _payment("double", "A double that wins", _doubled, offered=lambda book: book.doubling.on.value != "never"),
    _payment("insurance", "Insurance that wins", _insured, offered=lambda book: bool(book.insurance.against.value)),
    _payment(
        "surrender", "A surrender", _surrendered, weight=3, offered=lambda book: bool(book.surrender.against.value)
    ),
    _payment("perfect-pairs", "Perfect Pairs", _pairs, weight=3, offered=lambda book: book.perfect_pairs is not None),
    _payment("super-sevens", "Super Sevens", _sevens, weight=3, offered=lambda book: book.super_sevens is not None),
    _payment("super-bonus", "The Super Bonus", _bonus, offered=lambda book: book.super_bonus is not None),
    Skill("results", "wagers-and-payouts", "How wagers end", _results, weight=3),
)
