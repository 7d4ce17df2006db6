"""Computer players: their wagers, their decisions, and when they join a decision."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Literal

from msgspec.structs import replace

from boxseat.computer.advisers import AdviserKind, solved_book
from boxseat.computer.hand_question import HandQuestion, by_act, hand_question
from boxseat.computer.rules_of_thumb import thumb_wishes
from boxseat.play.acts import Double, Hit, Insure, PlayersAct, Stand
from boxseat.play.legal import Choice, Joiner
from boxseat.play.state import Phase, Round, Wager
from boxseat.rulebook.book import Book
from boxseat.table.sign import Sign, least_stake
from boxseat.table.wager_rules import refusal_to_place, room_on_box

BACK_BET_CHANCE = 0.15
"""Probability that a loose player with a box also wagers on another player's box."""
SIDE_BET_CHANCE = 0.2
JOIN_CHANCE = 0.8
INSURE_CHANCE = 0.1
HUNCH_CHANCE = 0.05
HUNCH_TOTAL_MIN, HUNCH_TOTAL_MAX = 12, 17
"""Totals on which a loose player sometimes hits or stands at random."""


class Kind(StrEnum):
    """How a computer player plays."""

    PERFECT = "perfect"
    CHART = "chart"
    LOOSE = "loose"


class Computer(ABC):
    """One computer player. Its random choices come from `chance`, so a practice table with a seed repeats itself.

    Chips are what it can still wager, in cents; `None` if they are not counted.
    """

    kind: Kind

    def __init__(self, name: str, chance: Random) -> None:
        self.name = name
        self._chance = chance

    def prepare(self, book: Book, tell: Callable[[str], None] = lambda words: None) -> None:
        """Compute what it needs of a book, which may take seconds; `tell` is called with the progress."""
        return

    @abstractmethod
    def wager(
        self, book: Book, sign: Sign, box: int, on_table: Sequence[Wager], chips: int | None = None
    ) -> Wager | None:
        """Its wager on its own box; none if its chips or the box's limits do not allow one."""

    @abstractmethod
    def backing(
        self,
        book: Book,
        sign: Sign,
        boxes: Sequence[int],
        on_table: Sequence[Wager],
        chips: int | None = None,
        *,
        seated: bool,
    ) -> Wager | None:
        """Its wager on another player's box; `seated` if it has a box of its own."""

    @abstractmethod
    def _wish(
        self, book: Book, asked_: HandQuestion, choices: Mapping[type[PlayersAct], Choice]
    ) -> type[PlayersAct] | None:
        """The choice it prefers."""

    @abstractmethod
    def _goes_along(self, book: Book, asked_: HandQuestion, choice: Choice, joiner: Joiner) -> bool:
        """Whether it wants to join the controlling player's decision."""

    def decide(self, book: Book, round_: Round, choices: Sequence[Choice]) -> Choice | None:
        """Its decision among the legal choices for a box; none if it declines an offer. A hand in turn is always decided."""
        open_ = {act: choice for act, choice in by_act(choices).items() if _in_reach(choice)}
        if not open_:
            return None
        first = choices[0].players_act
        wish = self._wish(book, hand_question(round_, first.player, first.box), open_)
        if wish not in open_ and round_.phase is Phase.DECISION:
            wish = next((act for act in (Stand, Hit) if act in open_), next(iter(open_)))
        return _whole(open_[wish]) if wish in open_ else None

    def joins(self, book: Book, round_: Round, choice: Choice, joiner: Joiner) -> int | None:
        """The amount with which it joins a decision: 0 if no amount is needed, `None` if it does not join."""
        act = choice.players_act
        if joiner.amount is not None and joiner.amount.most < joiner.amount.least:
            return None
        if not self._goes_along(book, hand_question(round_, joiner.player, act.box), choice, joiner):
            return None
        return joiner.amount.most if joiner.amount is not None else 0


class Loose(Computer):
    """Plays by rules of thumb with some random choices, often backs other players, and sometimes takes side bets and insurance."""

    kind = Kind.LOOSE

    def wager(
        self, book: Book, sign: Sign, box: int, on_table: Sequence[Wager], chips: int | None = None
    ) -> Wager | None:
        """A small multiple of the minimum, sometimes with a side bet."""
        stake = self._stake(book, sign, on_table, box)
        pairs = self._side_bet(book, sign) if "perfect-pairs" in book.offers.side_bets.value else 0
        sevens = self._side_bet(book, sign) if "super-sevens" in book.offers.side_bets.value else 0
        wishes = (
            Wager(box, self.name, stake, seated=True, perfect_pairs=pairs, super_sevens=sevens),
            Wager(box, self.name, stake, seated=True),
            Wager(box, self.name, least_stake(book, sign), seated=True),
        )
        return _first_allowed(book, sign, on_table, wishes, chips)

    def backing(
        self,
        book: Book,
        sign: Sign,
        boxes: Sequence[int],
        on_table: Sequence[Wager],
        chips: int | None = None,
        *,
        seated: bool,
    ) -> Wager | None:
        """A wager on another box: always if it has no box of its own, sometimes if it has."""
        if not boxes or (seated and self._chance.random() >= BACK_BET_CHANCE):
            return None
        box = self._chance.choice(boxes)
        wishes = (
            Wager(box, self.name, self._stake(book, sign, on_table, box, most=3)),
            Wager(box, self.name, least_stake(book, sign)),
        )
        return _first_allowed(book, sign, on_table, wishes, chips)

    def _wish(
        self, book: Book, asked_: HandQuestion, choices: Mapping[type[PlayersAct], Choice]
    ) -> type[PlayersAct] | None:
        return next((wish for wish in self._wishes(asked_) if wish in choices), None)

    def _wishes(self, asked_: HandQuestion) -> Iterator[type[PlayersAct]]:
        stiff = asked_.phase is Phase.DECISION and HUNCH_TOTAL_MIN <= asked_.hand.total.points <= HUNCH_TOTAL_MAX
        if stiff and self._chance.random() < HUNCH_CHANCE:
            yield self._chance.choice((Hit, Stand))
        yield from thumb_wishes(asked_)
        if asked_.phase is Phase.INSURANCE and self._chance.random() < INSURE_CHANCE:
            yield Insure

    def _goes_along(self, book: Book, asked_: HandQuestion, choice: Choice, joiner: Joiner) -> bool:
        return self._chance.random() < JOIN_CHANCE

    def _stake(self, book: Book, sign: Sign, on_table: Sequence[Wager], box: int, *, most: int = 10) -> int:
        least = least_stake(book, sign)
        times = self._chance.choice([times for times in (1, 2, 2, 3, 4, 5, 10) if times <= most])
        room = room_on_box(sign, on_table, box)
        return least * times if room is None or least * times <= room else least

    def _side_bet(self, book: Book, sign: Sign) -> int:
        if self._chance.random() >= SIDE_BET_CHANCE:
            return 0
        return _least_side_bet(book, sign) * self._chance.choice((2, 4, 10))


class Studied(Computer):
    """Plays by the solved book, perfectly or by the best chart, with the same wager every round.

    It backs another player only if it has no box of its own, and takes a side bet only if that wins in the long run.
    """

    TIMES = (1, 2, 3, 5)
    """Multiples of the minimum that it may wager; each player keeps to one."""

    def __init__(self, name: str, chance: Random, study: AdviserKind) -> None:
        super().__init__(name, chance)
        self.kind = Kind(study)
        self._study: AdviserKind = study
        self._times = chance.choice(self.TIMES)

    def prepare(self, book: Book, tell: Callable[[str], None] = lambda words: None) -> None:
        """Solve the book, if that has not been done."""
        solved_book(book).adviser(self._study, tell)

    def wager(
        self, book: Book, sign: Sign, box: int, on_table: Sequence[Wager], chips: int | None = None
    ) -> Wager | None:
        """Its wager, or the minimum if it could not double a larger one, with a side bet if that pays."""
        stakes = self._stakes(book, sign, chips)
        alone = [Wager(box, self.name, stake, seated=True) for stake in stakes]
        with_side_bets = [replace(wager, **self._side_bets(book, sign)) for wager in alone]
        return _first_allowed(book, sign, on_table, (*with_side_bets, *alone), chips)

    def backing(
        self,
        book: Book,
        sign: Sign,
        boxes: Sequence[int],
        on_table: Sequence[Wager],
        chips: int | None = None,
        *,
        seated: bool,
    ) -> Wager | None:
        """A wager on another player's box, only if it has no box of its own."""
        if seated or not boxes:
            return None
        box = self._chance.choice(boxes)
        wishes = [Wager(box, self.name, stake) for stake in self._stakes(book, sign, chips)]
        return _first_allowed(book, sign, on_table, wishes, chips)

    def _stakes(self, book: Book, sign: Sign, chips: int | None) -> tuple[int, ...]:
        least = least_stake(book, sign)
        usual = least * self._times
        return (usual, least) if chips is None or 2 * usual <= chips else (least,)

    def _side_bets(self, book: Book, sign: Sign) -> dict[str, int]:
        """Its side bets that win in the long run; only perfect players compute that."""
        bets: tuple[tuple[Literal["perfect-pairs", "super-sevens"], str], ...] = (
            ("perfect-pairs", "perfect_pairs"),
            ("super-sevens", "super_sevens"),
        )
        return {
            field: _least_side_bet(book, sign) * self._times
            for bet, field in bets
            if self.kind is Kind.PERFECT and bet in book.offers.side_bets.value and solved_book(book).side_bet_pays(bet)
        }

    def _wish(
        self, book: Book, asked_: HandQuestion, choices: Mapping[type[PlayersAct], Choice]
    ) -> type[PlayersAct] | None:
        return solved_book(book).adviser(self._study).best(asked_, choices.values())

    def _goes_along(self, book: Book, asked_: HandQuestion, choice: Choice, joiner: Joiner) -> bool:
        return solved_book(book).adviser(self._study).joins(asked_, choice, joiner)


def computer(kind: Kind | Literal["perfect", "chart", "loose"], name: str, chance: Random) -> Computer:
    """A computer player of a kind."""
    match Kind(kind):
        case Kind.PERFECT:
            return Studied(name, chance, "perfect")
        case Kind.CHART:
            return Studied(name, chance, "chart")
        case Kind.LOOSE:
            return Loose(name, chance)


def _in_reach(choice: Choice) -> bool:
    """Whether the chips suffice for an amount, if one is needed."""
    return choice.amount is None or choice.amount.most >= choice.amount.least


def _whole(choice: Choice) -> Choice:
    """The choice at its maximum amount."""
    act, bounds = choice.act, choice.amount
    if bounds is None or not isinstance(act, Double | Insure) or act.amount == bounds.most:
        return choice
    return replace(choice, act=replace(act, amount=bounds.most))


def _least_side_bet(book: Book, sign: Sign) -> int:
    chip = book.chips.smallest_chip.value
    return -(-(sign.side_bet.minimum or 1) // chip) * chip


def _first_allowed(
    book: Book, sign: Sign, on_table: Sequence[Wager], wishes: Sequence[Wager], chips: int | None
) -> Wager | None:
    for wager in wishes:
        costs = wager.stake + wager.perfect_pairs + wager.super_sevens
        if (chips is None or costs <= chips) and refusal_to_place(book, sign, on_table, wager) is None:
            return wager
    return None
