"""The real engine played by a policy, as a person would follow it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from boxseat.odds.hands import place_of
from boxseat.odds.policy import ADDED, DOUBLE, ORIGINAL, SPLIT, STAND, SURRENDER, Policy, code
from boxseat.play.acts import Act, CloseOffer, Double, Forfeit, Hit, Insure, Split, Stand, Surrender
from boxseat.play.judge import refusal
from boxseat.play.state import Hand, Phase, Round
from boxseat.rulebook.book import Book


class Follower:
    """Follows a policy with one stake on every box; where the book does not allow a decision, it takes a card."""

    def __init__(self, book: Book, policy: Policy, stake: int, *, insured: bool = False) -> None:
        self.book, self.policy, self.stake, self.insured = book, policy, stake, insured

    def act(self, round_: Round) -> Act:
        if round_.phase is Phase.INSURANCE:
            wishes: list[Act] = [Insure(box.number, box.controller, self.stake // 2) for box in round_.boxes]
            return self._first_of(round_, wishes if self.insured else [], CloseOffer())
        if round_.phase is Phase.SURRENDER:
            dealers = code(round_.dealer[0])
            wishes = [
                Surrender(box.number, box.controller)
                for box in round_.boxes
                if self.policy.two[dealers, code(box.dealt[0]), code(box.dealt[1])] == SURRENDER
            ]
            return self._first_of(round_, wishes, CloseOffer())
        box, hand = round_.box_in_turn, round_.hand_in_turn
        if round_.phase is Phase.FORFEIT:
            return Forfeit(box.number, box.controller) if self._gives_up(round_, hand) else CloseOffer()
        decision = self._decision(round_, hand)
        if decision in (SPLIT, SURRENDER):
            split = Split(box.number, box.controller)
            if decision == SPLIT and refusal(self.book, round_, split) is None:
                return split
            decision = self._later(round_, hand)
        wished: dict[int, Act] = {
            STAND: Stand(box.number, box.controller),
            DOUBLE: Double(box.number, box.controller, self.stake),
        }
        return self._first_of(round_, [wished[decision]] if decision in wished else [], Hit(box.number, box.controller))

    def _first_of(self, round_: Round, wishes: Sequence[Act], otherwise: Act) -> Act:
        """The first act that is allowed, or else the one that nearly always is: a split ace may only stand."""
        for wish in wishes:
            if refusal(self.book, round_, wish) is None:
                return wish
        if isinstance(otherwise, Hit) and refusal(self.book, round_, otherwise) is not None:
            return Stand(otherwise.box, otherwise.player)
        return otherwise

    def _decision(self, round_: Round, hand: Hand) -> int:
        if len(hand.cards) > 2:
            return self._later(round_, hand)
        at = (code(round_.dealer[0]), code(hand.cards[0]), code(hand.cards[1]))
        if len(round_.box_in_turn.hands) == 1:
            return int(self.policy.two[at])
        return int(self.policy.split_two[(self._wager(round_), *at)])

    def _later(self, round_: Round, hand: Hand) -> int:
        first, place = round_.dealer[0].points - 1, _place(hand)
        if len(round_.box_in_turn.hands) == 1:
            return int(self.policy.later[first, place])
        return int(self.policy.split_later[self._wager(round_), first, hand.cards[0].points - 1, place])

    def _gives_up(self, round_: Round, hand: Hand) -> bool:
        first, place = round_.dealer[0].points - 1, _place(hand)
        hard = sum(held.points for held in hand.cards)
        ace = int(hand.cards[-1].is_ace and hand.total.points != hard)
        if len(round_.box_in_turn.hands) == 1:
            return bool(self.policy.forfeit[first, place, ace])
        start = hand.cards[0].points - 1
        return bool(self.policy.split_forfeit[self._wager(round_), first, start, place, ace])

    def _wager(self, round_: Round) -> int:
        return ADDED if round_.turn[1] else ORIGINAL


def _place(hand: Hand) -> int:
    return _place_of(tuple(sorted(held.points - 1 for held in hand.cards)))


@cache
def _place_of(values: tuple[int, ...]) -> int:
    return place_of(list(values))
