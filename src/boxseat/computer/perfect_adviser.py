"""An adviser with perfect play: the play that `boxseat edge` values.

Each decision depends on the hand's cards and the dealer's first card, from a full shoe. If that decision is not possible, because
the player has too few chips or another player decided before, it is the legal choice with the highest value.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from threading import Lock

from boxseat.cards import TWENTY_ONE, Card, card, total
from boxseat.computer.hand_question import HandQuestion, by_act
from boxseat.computer.rules_of_thumb import RulesOfThumb
from boxseat.money import Cents
from boxseat.odds.exact.hand_rules import HandKind, Unsolvable, ratio
from boxseat.odds.exact.one_hand import BadHand, Values
from boxseat.odds.exact.solver import Against
from boxseat.odds.hands import TEN, place_of, singles
from boxseat.odds.policy import ADDED, DOUBLE, HIT, ORIGINAL, SPLIT, STAND, SURRENDER, code
from boxseat.odds.shoe import ShortShoe, by_value, full_shoe, value_of, without
from boxseat.odds.strategy.named_policies import policy_by_name
from boxseat.play.acts import Double, EvenMoney, Forfeit, Hit, Insure, PlayersAct, Split, Stand, Surrender
from boxseat.play.legal import Choice, Joiner
from boxseat.play.payout import is_one_suit
from boxseat.play.state import Phase
from boxseat.rulebook.book import Book

ACTS: dict[int, type[PlayersAct]] = {STAND: Stand, HIT: Hit, DOUBLE: Double, SPLIT: Split, SURRENDER: Surrender}
"""A policy's decisions as acts."""
NAMES: dict[type[PlayersAct], str] = {
    Stand: "stand",
    Hit: "hit",
    Double: "double",
    Split: "split",
    Surrender: "surrender",
}
"""Acts by the solver's names."""
SHOES_CACHED_MAX = 8
"""Cached shoes (with a card removed or a stake for the Super Bonus); each takes some megabytes."""
CANNOT_BE_VALUED = (BadHand, ShortShoe, Unsolvable)
WORST = -9.0


class _NeverSplit(Against):
    """Values hands without splitting, which may take a second to value."""

    def may_split(self, one: Card, other: Card) -> bool:
        return False


class PerfectAdviser:
    """Perfect play of one book; safe for several threads."""

    def __init__(self, book: Book, tell: Callable[[str], None]) -> None:
        tell(f"{book.title}: finding perfect play")
        self._book = book
        self._policy = policy_by_name(book, "perfect")
        self._shoes: dict[tuple[tuple[Card, ...], Cents | None], Values] = {((), None): Values(book)}
        self._never_split: dict[Card, _NeverSplit] = {}
        self._values_in_use = Lock()
        self._thumb = RulesOfThumb()
        for rank in book.cards.ranks.value:
            # One hand against each first card of the dealer, after which every other is quick.
            tell(f"{book.title}: valuing hands against {rank}")
            self._values_of_any(rank)

    def best(self, asked: HandQuestion, choices: Collection[Choice]) -> type[PlayersAct] | None:
        """The legal choice with the highest value; none if an offer should be declined."""
        open_ = by_act(choices)
        try:
            if asked.phase is Phase.INSURANCE:
                return self._insurance(asked)
            if asked.phase is Phase.SURRENDER:
                return Surrender if self._decision(asked) == SURRENDER else None
            if asked.phase is Phase.FORFEIT:
                return Forfeit if self._gives_up(asked) else None
            return self._act(asked, open_)
        except CANNOT_BE_VALUED:
            return self._thumb.best(asked, choices)

    def joins(self, asked: HandQuestion, choice: Choice, joiner: Joiner) -> bool:
        """Whether a co-bettor joins: with more chips if those win in the long run, and to surrender a hand that is worth less.

        Splitting eights against a picture loses less than keeping them, but a co-bettor who joins adds a wager to a losing hand.

        A surrendered box gets no more cards, so co-bettors who do not join stand on its two cards (R08).
        """
        try:
            if isinstance(choice.act, Split):
                return self._added_hand(asked) > 0
            worths = self._worths(asked, split=False)
        except CANNOT_BE_VALUED:
            return self._thumb.joins(asked, choice, joiner)
        if isinstance(choice.act, Surrender):
            return worths.get("surrender", WORST) > worths.get("stand", WORST)
        return isinstance(choice.act, Double) and worths.get("double", WORST) > 0

    def _insurance(self, asked: HandQuestion) -> type[PlayersAct] | None:
        if total(asked.cards).points == TWENTY_ONE:
            worths = self._worths(asked)
            if worths.get("even-money", WORST) > worths.get("settled", WORST):
                return EvenMoney
        rules = self._book.insurance
        shoe = full_shoe(self._book.cards.ranks.value, self._book.cards.decks.value)
        left = by_value(without(shoe, [*asked.cards, asked.dealers]))
        return Insure if ratio(rules.odds.value) * left[TEN] > left.sum() - left[TEN] else None

    def _act(self, asked: HandQuestion, open_: Mapping[type[PlayersAct], Choice]) -> type[PlayersAct]:
        done = ACTS[self._decision(asked)]
        if done is Split and Split not in open_ and asked.split:
            done = ACTS[self._later(asked)]
        whole = done is not Double or self._part_doubled(asked, open_) == 1
        if done in open_ and whole and not self._bonus_stake(asked):
            return done
        worths = dict(self._worths(asked, split=Split in open_))
        if Double in open_ and "double" in worths:
            # A smaller double wins and loses with the hand's own wager.
            worths["double"] *= (1 + self._part_doubled(asked, open_)) / 2
        return max(open_, key=lambda act: worths.get(NAMES.get(act, ""), WORST))

    def _part_doubled(self, asked: HandQuestion, open_: Mapping[type[PlayersAct], Choice]) -> float:
        """The part of its wager that a hand can be doubled for."""
        bounds = open_[Double].amount if Double in open_ else None
        return bounds.most / asked.stake.own if bounds and asked.stake.own else 1.0

    def _decision(self, asked: HandQuestion) -> int:
        cards, dealers = asked.cards, asked.dealers
        if len(cards) > 2:
            return self._later(asked)
        pair = code(cards[0]), code(cards[1])
        if asked.split:
            return int(self._policy.split_two[(_wager(asked), code(dealers), *pair)])
        return int(self._policy.two[(code(dealers), *pair)])

    def _later(self, asked: HandQuestion) -> int:
        """Decide hands of three or more cards, and split pairs that may not be split again."""
        first, place = value_of(asked.dealers), _place(asked)
        if asked.split:
            return int(self._policy.split_later[_wager(asked), first, value_of(asked.cards[0]), place])
        return int(self._policy.later[first, place])

    def _gives_up(self, asked: HandQuestion) -> bool:
        if asked.stake.double < asked.stake.own:
            worths = self._worths(asked)
            part = asked.stake.double / asked.stake.own
            return worths.get("forfeit", WORST) > worths.get("keep", 0.0) * (1 + part) / 2
        first, place = value_of(asked.dealers), _place(asked)
        hard = sum(held.points for held in asked.cards)
        high = int(asked.hand.aces_at_one > 0 and asked.cards[-1].is_ace and asked.hand.total.points == hard + 10)
        if asked.split:
            start = value_of(asked.cards[0])
            return bool(self._policy.split_forfeit[_wager(asked), first, start, place, high])
        return bool(self._policy.forfeit[first, place, high])

    def _bonus_stake(self, asked: HandQuestion) -> Cents | None:
        """The wager, if the two cards can still make the Super Bonus, which perfect play of the main wager ignores."""
        rules = self._book.super_bonus
        if rules is None or len(asked.cards) != 2 or asked.dealers.rank not in rules.dealer.value:
            return None
        ranks = [held.rank for held in asked.cards]
        named = all(rules.ranks.value.count(rank) >= ranks.count(rank) for rank in ranks)
        return Cents(asked.stake.own) if named and is_one_suit(asked.cards) and asked.stake.own else None

    def _worths(self, asked: HandQuestion, *, split: bool = True) -> Mapping[str, float]:
        """The value of each action in units of the wager; a first split is valued only if it is asked for."""
        with self._values_in_use:
            if not split and not asked.split and not asked.hand.doubled:
                if asked.dealers not in self._never_split:
                    known = self._shoe((), None)
                    self._never_split[asked.dealers] = _NeverSplit(known.tables, asked.dealers, known.shoe)
                return self._never_split[asked.dealers].actions(asked.cards)
            shoe = self._shoe(asked.beside[:1], self._bonus_stake(asked))
            return shoe.of(asked.cards, asked.dealers, doubled=asked.hand.doubled, after_split=asked.split).actions

    def _added_hand(self, asked: HandQuestion) -> float:
        """The value of an added wager on a hand that starts with one card of a pair."""
        start = asked.cards[0]
        kind: HandKind = "added-ace" if start.is_ace and self._book.splitting.one_card_to_aces.value else "added"
        with self._values_in_use:
            played = self._shoe((), None).played(value_of(asked.dealers), kind, value_of(start))
        return float(played.hit[0, singles()[value_of(start)]])

    def _shoe(self, removed: tuple[Card, ...], stake: Cents | None) -> Values:
        key = (removed, stake)
        if key not in self._shoes:
            if len(self._shoes) > SHOES_CACHED_MAX:
                self._shoes.pop(next(other for other in self._shoes if other != ((), None)))
            self._shoes[key] = Values(self._book, removed=removed, stake=stake)
        return self._shoes[key]

    def _values_of_any(self, rank: str) -> None:
        """Value some undecided hand of two cards against a rank, if the shoe has one."""
        ranks = self._book.cards.ranks.value
        pairs = ((card(one + "H"), card(other + "D")) for one in ranks for other in ranks)
        held = next(
            (pair for pair in pairs if pair[0].points != pair[1].points and total(pair).points < TWENTY_ONE), None
        )
        if held:
            try:
                self._shoe((), None).of(held, card(rank + "S"))
            except BadHand:
                return


def _wager(asked: HandQuestion) -> int:
    return ORIGINAL if asked.split == "original" else ADDED


def _place(asked: HandQuestion) -> int:
    return place_of([value_of(held) for held in asked.cards])
