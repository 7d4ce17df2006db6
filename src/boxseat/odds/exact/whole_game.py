"""The figures of a whole game with best play: house edge, spread of results, settlements and side bets."""

from __future__ import annotations

import time
from collections import defaultdict
from fractions import Fraction

import msgspec

from boxseat.money import Cents
from boxseat.odds.exact import side_bet_edges as sidebets
from boxseat.odds.exact.endings import nets, settlement, three_cards_win
from boxseat.odds.exact.hand_rules import hand_rules, ratio
from boxseat.odds.exact.kernel_flow import MADE_21, MADE_21_DOUBLED, follow
from boxseat.odds.exact.kernel_two_cards import TwoCardPlay
from boxseat.odds.exact.memo import SolverMemo
from boxseat.odds.exact.solver import Against, first_cards
from boxseat.odds.exact.split_spread import RESULT_DECIMALS, Chances, SplitHands
from boxseat.odds.hands import BUST, hands, place_of
from boxseat.odds.policy import Policy, code
from boxseat.odds.shoe import full_shoe, value_of
from boxseat.rulebook.book import Book, SuperBonusRules


class BonusValue(msgspec.Struct, frozen=True):
    """The Super Bonus for a player who always draws to suited sevens against a seven."""

    probability: Fraction
    rules: SuperBonusRules

    def value_at(self, stake: Cents) -> float:
        """Its value per round for a stake, in units of the stake."""
        pays = max((tier.pays for tier in self.rules.tiers.value if stake >= tier.from_stake), default=0)
        return float(self.probability * pays / stake)


class Game(msgspec.Struct, frozen=True):
    """A game's figures for the first round from a fresh shoe, in units of the initial wager."""

    house_edge: float
    error_bound: float
    standard_deviation: float
    outcomes: dict[float, float]
    """How often each result comes, lowest first."""
    lines: dict[str, float]
    """How many hands a round settles in each way, on average."""
    super_bonus: BonusValue | None
    side_bets: dict[str, Fraction]
    """House edges, negative where the player is ahead."""
    insurance: Fraction | None
    seconds: float

    @property
    def exact(self) -> bool:
        """Whether the house edge is exact, without an error bound."""
        return self.error_bound == 0

    def __str__(self) -> str:
        return f"house edge {self.house_edge:.6%}, standard deviation {self.standard_deviation:.6f}"


def whole_game(book: Book, policy: Policy | None = None, *, presplit: bool = False, exactly: bool = False) -> Game:
    """The figures of a game with best play, or by a policy; `presplit` as in `SolverMemo`.

    The standard deviation of split rounds is good to about 1e-7; to all digits for two hands with `exactly`, which takes longer.
    """
    began = time.perf_counter()
    found = _Figures(book, policy, presplit=presplit, exactly=exactly)
    bonus = sidebets.super_bonus_chance(book)
    bets = {"perfect-pairs": sidebets.perfect_pairs(book), "super-sevens": sidebets.super_sevens(book)}
    return Game(
        house_edge=-found.worth,
        error_bound=float(found.error),
        standard_deviation=float((found.square - found.worth**2) ** 0.5),
        outcomes={won: float(found.outcomes[won]) for won in sorted(found.outcomes) if found.outcomes[won] > 0},
        lines={name: chance for name, chance in sorted(found.lines.items(), key=lambda line: -line[1]) if chance > 0},
        super_bonus=BonusValue(bonus, book.super_bonus) if bonus is not None and book.super_bonus else None,
        side_bets={name: edge for name, edge in bets.items() if edge is not None},
        insurance=sidebets.insurance(book),
        seconds=time.perf_counter() - began,
    )


class _Figures:
    """All that rounds against every first card of the dealer come to."""

    def __init__(self, book: Book, policy: Policy | None, *, presplit: bool, exactly: bool) -> None:
        self._book = book
        shoe = full_shoe(book.cards.ranks.value, book.cards.decks.value)
        self._tables = SolverMemo(book, shoe, policy, presplit=presplit)
        self._nets = nets(book, "unsplit")
        self.worth = self.square = self.error = 0.0
        self.outcomes: Chances = defaultdict(float)
        self.lines: dict[str, float] = defaultdict(float)
        self._splits: dict[tuple[int, int, int], SplitHands] = {}
        for dealers in first_cards(self._tables):
            against = Against(self._tables, dealers[0], shoe)
            chance = float(sum(shoe[code(held)] for held in dealers)) / float(shoe.sum())
            decided = against.decided()
            self.worth += chance * decided.worth
            self._unsplit(against, decided, chance)
            self._split(against, decided, chance)
        for split in self._splits.values():
            split.play()
            self._add_split(split)
            self.square += split.square(exactly=exactly)

    def _add(self, won: float, chance: float, line: str) -> None:
        """Count rounds of one hand that end with a result."""
        self.outcomes[round(won, RESULT_DECIMALS)] += chance
        self.square += chance * won**2
        self.lines[line] += chance

    def _unsplit(self, against: Against, decided: TwoCardPlay, chance: float) -> None:
        book, first = self._book, against.first
        shoes = self._tables.shoes(first, "unsplit", -1, (0,), (1.0,))
        rules = hand_rules(book, "unsplit")
        ends, _ = follow(shoes, 0, hands(), against.unsplit, rules, decided.flow, self._nets)
        for end, dealers in zip(*ends.nonzero(), strict=True):
            name = settlement(book, int(end), int(dealers))
            self._add(float(self._nets[end, dealers]), chance * float(ends[end, dealers]), name)
        for doubled, plain in enumerate(three_cards_win(book)):
            for line, likely in zip(book.payouts.lines, decided.lines[doubled], strict=True):
                if likely:
                    self._add(plain, -chance * float(likely), self._plain_line(doubled))
                    self._add((1 + doubled) * ratio(line.odds), chance * float(likely), line.name)
        self._naturals(against, decided.naturals * chance)
        loses = ratio(book.surrender.loses.value)
        annulled = decided.annulled if book.surrender.dealer_natural.value == "annuls" else 0.0
        self._add(-loses, chance * (decided.surrendered - annulled), "surrendered")
        self._add(-1.0, chance * annulled, "surrender annulled")

    def _naturals(self, against: Against, chance: float) -> None:
        book = self._book
        name, odds = book.natural.name.value, ratio(book.natural.odds.value)
        matched = 0.0
        if book.natural.against_dealer_natural.value != "wins":
            matched = float(against.naturals[place_of([0, 9])])
        self._add(odds, chance * (1 - matched), name)
        self._add(0.0, chance * matched, f"{name} on both sides")

    def _split(self, against: Against, decided: TwoCardPlay, chance: float) -> None:
        reading = self._book.dealer.dealer_pontoon_takes.value
        tied = reading == "busted-plus-one" and against.first in (0, 9)
        for one, other, alike in against.pairs():
            likely = sum(
                float(decided.split[pair] + (decided.split[pair[::-1]] if pair[0] != pair[1] else 0.0))
                for pair in alike
            )
            if not likely:
                continue
            worth = against.splits[one, other]
            self.error += chance * likely * worth.error
            key = (against.first, value_of(one), worth.hands)
            if key not in self._splits:
                self._splits[key] = SplitHands(self._tables, *key, tied=tied)
            split = against.splitting(one, other)
            self._splits[key].add(chance * likely, *split.shoe, worth.given_back)
            for formed, flow, lines in split.flows(worth):
                self._splits[key].add_flow(formed, chance * likely * flow, chance * likely * lines)

    def _add_split(self, split: SplitHands) -> None:
        for won, chance in split.outcomes().items():
            self.outcomes[won] += chance
        for kind, ends in split.ends.items():
            for end, dealers in zip(*ends.nonzero(), strict=True):
                self.lines[settlement(self._book, int(end), int(dealers))] += float(ends[end, dealers])
            for doubled, chances in enumerate(split.lines[kind].sum(axis=0)):
                for line, chance in zip(self._book.payouts.lines, chances, strict=True):
                    self.lines[self._plain_line(doubled)] -= float(chance)
                    self.lines[line.name] += float(chance)

    def _plain_line(self, doubled: int) -> str:
        """How a 21 of three cards is settled that makes no named line."""
        return settlement(self._book, (MADE_21_DOUBLED if doubled else MADE_21) + 3, BUST)
