"""Rounds for exercises, played by chance: wagers, a shuffled shoe, and every state of the round in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import cycle

import msgspec

from boxseat.cards import Card
from boxseat.fairness.shuffle import whole_pack
from boxseat.play.acts import (
    Act,
    CloseOffer,
    Deal,
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    PlayersAct,
    Split,
    Stand,
    Surrender,
)
from boxseat.play.legal import legal
from boxseat.play.opening import open_round
from boxseat.play.state import OFFERS, Phase, Round, Wager, irregular
from boxseat.play.step import step
from boxseat.rulebook.book import Book
from boxseat.training.chance import Chance

NAMES = ("Ada", "Ben", "Cleo", "Dev", "Esme", "Finn", "Gus", "Hana", "Ivo", "June")
STAKES_CHIPS = (10, 15, 20, 25, 30, 40, 50, 70, 100)
"""Wagers in the smallest chips of the table."""
DRAWS_TO = 14
"""Practice players draw hard totals below this, and soft ones below `DRAWS_SOFT_TO`."""
DRAWS_SOFT_TO = 18
WISHES: dict[type[Act], int] = {Insure: 25, EvenMoney: 25, Surrender: 15, Split: 50, Double: 25, Forfeit: 25}
"""In how many cases of a hundred a practice player takes what is open."""

Wish = Callable[[Round, type[Act]], bool]
"""Whether a practice player takes this kind of act, where it is open."""


class ShoeOut(Exception):
    """The shoe has no card left for a practice round: the book has too few."""


class PracticeRound(msgspec.Struct, frozen=True):
    """A round, the shoe it is dealt from, and its states: each before an act, and the last one."""

    book: Book
    shoe: tuple[Card, ...]
    states: tuple[Round, ...]

    def next_card(self, round_: Round) -> Card:
        """The next card of the shoe for a state of the round."""
        return next_card(self.shoe, round_)

    def open_states(self, fits: Callable[[Round], bool]) -> list[Round]:
        """The states with a card out in which the round is not over, as far as they fit."""
        return [one for one in self.states if one.cards_used and not one.over and fits(one)]


def next_card(shoe: tuple[Card, ...], round_: Round) -> Card:
    """The next card of a shoe for a round dealt from it."""
    out = round_.cards_used + len(irregular(round_).carried)
    if out >= len(shoe):
        raise ShoeOut
    return shoe[out]


def practice_wagers(
    book: Book, chance: Chance, boxes: Iterable[int], *, side_bets: bool = False, alone: bool = False
) -> tuple[Wager, ...]:
    """Wagers on these boxes, some with a co-bettor unless all are `alone`, and some with side bets."""
    names = cycle(chance.order(NAMES))
    wagers: list[Wager] = []
    for box in boxes:
        players = 2 if not alone and chance.percent(20) and book.layout.players_per_box.value > 1 else 1
        for place, name in zip(range(players), names, strict=False):
            wagers.append(
                Wager(
                    box,
                    name,
                    stake_cents(book, chance),
                    seated=place == 0,
                    perfect_pairs=side_bet_cents(book, chance, "perfect-pairs") if side_bets else 0,
                    super_sevens=side_bet_cents(book, chance, "super-sevens") if side_bets else 0,
                )
            )
    return tuple(wagers)


def stake_cents(book: Book, chance: Chance) -> int:
    """A wager in whole chips."""
    return chance.one_of(STAKES_CHIPS) * book.chips.smallest_chip.value


def side_bet_cents(book: Book, chance: Chance, bet: str) -> int:
    """A side bet, if the game has it, in one case of three."""
    return stake_cents(book, chance) if bet in book.offers.side_bets.value and chance.percent(33) else 0


def some_boxes(book: Book, chance: Chance, least: int, most: int) -> list[int]:
    """So many boxes of the layout, in order."""
    boxes = range(1, book.layout.boxes.value + 1)
    number = min(least + chance.below(most - least + 1), len(boxes))
    return sorted(chance.order(boxes)[:number])


def shuffled_shoe(book: Book, chance: Chance, first: Mapping[int, Card] | None = None) -> tuple[Card, ...]:
    """A shuffled shoe, with certain cards at certain places."""
    order = chance.order(whole_pack(book.cards.ranks.value, book.cards.decks.value))
    for held in (first or {}).values():
        order.remove(held)
    for place, held in sorted((first or {}).items()):
        order.insert(place, held)
    return tuple(order)


def opened(book: Book, wagers: tuple[Wager, ...], *, device: bool = False) -> Round:
    """A round before its first card."""
    return open_round(book, wagers, device=device)


def played(book: Book, round_: Round, shoe: tuple[Card, ...], wish: Wish) -> PracticeRound:
    """The round played on to its end, or to a settlement that waits for a misplaced card."""
    states = [round_]
    while not round_.over and round_.phase is not Phase.SETTLEMENT:
        round_ = step(book, round_, next_act(book, round_, shoe, wish))
        states.append(round_)
    return PracticeRound(book, shoe, tuple(states))


def next_act(book: Book, round_: Round, shoe: tuple[Card, ...], wish: Wish) -> Act:
    """The next act: the card that is due, a wish that is open, or the plainest decision."""
    if round_.card_due:
        return Deal(next_card(shoe, round_))
    found = {type(choice.act): choice.act for choice in legal(book, round_).open if isinstance(choice.act, PlayersAct)}
    for kind in WISHES:
        if kind in found and wish(round_, kind):
            return found[kind]
    if round_.phase in OFFERS:
        return CloseOffer()
    points, soft = round_.hand_in_turn.total
    wants = points < (DRAWS_SOFT_TO if soft else DRAWS_TO) or wish(round_, Hit)
    return found[Hit] if Hit in found and (wants or Stand not in found) else found[Stand]


def by_chance(chance: Chance, *, without: tuple[type[Act], ...] = ()) -> Wish:
    """Wishes as often as usual, but none of some kinds."""
    return lambda round_, kind: kind not in without and chance.percent(WISHES.get(kind, 0))


def no_wish(round_: Round, kind: type[Act]) -> bool:
    """Nobody wants more than to draw or to stand."""
    return False


def practice_round(
    book: Book,
    chance: Chance,
    *,
    boxes: tuple[int, int] = (2, 3),
    device: bool = False,
    side_bets: bool = False,
    alone: bool = False,
    without: tuple[type[Act], ...] = (),
) -> PracticeRound:
    """A whole round on so many boxes."""
    wagers = practice_wagers(book, chance, some_boxes(book, chance, *boxes), side_bets=side_bets, alone=alone)
    shoe = shuffled_shoe(book, chance)
    return played(book, opened(book, wagers, device=device), shoe, by_chance(chance, without=without))
