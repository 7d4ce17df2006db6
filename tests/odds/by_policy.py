"""The real engine played by a policy: what a person would do who follows it."""

from __future__ import annotations

from boxseat.cards import Card
from boxseat.odds.hands import place_of
from boxseat.odds.policy import ADDED, DOUBLE, HIT, ORIGINAL, SPLIT, STAND, SURRENDER, Policy, code
from boxseat.odds.shoe import value_of
from boxseat.play.acts import Act, CloseOffer, Double, Forfeit, Hit, Split, Stand, Surrender
from boxseat.play.judge import refusal
from boxseat.play.state import Hand, Phase, Round
from boxseat.rulebook.book import Book


def act(book: Book, policy: Policy, round_: Round) -> Act:
    """What the policy does next in a round with one player on each box, who never insures."""
    if round_.phase is Phase.INSURANCE:
        return CloseOffer()
    dealers = round_.dealer[0]
    if round_.phase is Phase.SURRENDER:
        for box in round_.boxes:
            gives_up = policy.two[code(dealers), code(box.hands[0].cards[0]), code(box.hands[0].cards[1])] == SURRENDER
            surrender = Surrender(box.number, box.main[0].player)
            if gives_up and refusal(book, round_, surrender) is None:
                return surrender
        return CloseOffer()
    box, (_, place) = round_.box_in_turn, round_.turn
    hand, player = round_.hand_in_turn, box.main[0].player
    wager = None if len(box.hands) == 1 else ADDED if place else ORIGINAL
    if hand.doubled:
        return Forfeit(box.number, player) if _forfeits(policy, dealers, hand, wager) else CloseOffer()
    decision = _decision(policy, dealers, hand.cards, wager)
    if decision == SPLIT and refusal(book, round_, Split(box.number, player)) is not None:
        assert wager is not None
        decision = policy.split_later[wager, value_of(dealers), value_of(hand.cards[0]), _place(hand.cards)]
    acts: dict[int, Act] = {
        STAND: Stand(box.number, player),
        HIT: Hit(box.number, player),
        DOUBLE: Double(box.number, player, hand.stakes[0].own),
        SPLIT: Split(box.number, player),
    }
    return acts[int(decision)]


def _decision(policy: Policy, dealers: Card, cards: tuple[Card, ...], wager: int | None) -> int:
    first, start = value_of(dealers), value_of(cards[0])
    if wager is None:
        if len(cards) == 2:
            return int(policy.two[code(dealers), code(cards[0]), code(cards[1])])
        return int(policy.later[first, _place(cards)])
    if len(cards) == 2:
        return int(policy.split_two[wager, code(dealers), code(cards[0]), code(cards[1])])
    return int(policy.split_later[wager, first, start, _place(cards)])


def _forfeits(policy: Policy, dealers: Card, hand: Hand, wager: int | None) -> bool:
    hard = sum(value_of(held) + 1 for held in hand.cards)
    high = int(hand.aces_at_one > 0 and hand.total.points == hard + 10)
    where = (value_of(dealers), _place(hand.cards), high)
    if wager is None:
        return bool(policy.forfeit[where])
    return bool(policy.split_forfeit[wager, where[0], value_of(hand.cards[0]), *where[1:]])


def _place(cards: tuple[Card, ...]) -> int:
    return place_of([value_of(held) for held in cards])
