"""An adviser with simple rules of thumb, for a book that is not or cannot be solved."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from boxseat.computer.hand_question import HandQuestion
from boxseat.play.acts import Double, EvenMoney, Forfeit, Hit, PlayersAct, Split, Stand, Surrender
from boxseat.play.legal import Choice, Joiner
from boxseat.play.state import Hand, Phase


class RulesOfThumb:
    """An adviser that does not use the book."""

    def best(self, asked: HandQuestion, choices: Collection[Choice]) -> type[PlayersAct] | None:
        """The preferred choice; none if an offer is declined."""
        open_ = {type(choice.act) for choice in choices}
        return next((wish for wish in thumb_wishes(asked) if wish in open_), None)

    def joins(self, asked: HandQuestion, choice: Choice, joiner: Joiner) -> bool:
        """Whether a co-bettor joins: with more chips against a weak dealer's card, and always to surrender."""
        return isinstance(choice.act, Surrender) or 2 <= asked.dealers.points <= 6


def thumb_wishes(asked: HandQuestion) -> Iterator[type[PlayersAct]]:
    """Preferred actions, best first; the judge says which are legal."""
    dealers = asked.dealers.points
    if asked.phase is Phase.INSURANCE:
        yield EvenMoney
    elif asked.phase is Phase.SURRENDER:
        if _gives_up(asked.hand, dealers):
            yield Surrender
    elif asked.phase is Phase.FORFEIT:
        if asked.hand.total.points < 17 and (dealers >= 8 or dealers == 1):
            yield Forfeit
    else:
        yield from _hand_wishes(asked.hand, dealers)


def _gives_up(hand: Hand, dealers: int) -> bool:
    points, soft = hand.total
    return not soft and (points in (16, 17) if dealers == 1 else points == 16)


def _hand_wishes(hand: Hand, dealers: int) -> Iterator[type[PlayersAct]]:
    points, soft = hand.total
    weak = 2 <= dealers <= 6
    if len(hand.cards) == 2 and hand.cards[0].points == hand.cards[1].points:
        pair = hand.cards[0].points
        if pair in (1, 8) or (pair in (2, 3, 6, 7, 9) and weak):
            yield Split
    if (
        not soft
        and len(hand.cards) <= 3
        and (
            (points == 11 and dealers != 1)
            or (points == 10 and 2 <= dealers <= 9)
            or (points == 9 and 3 <= dealers <= 6)
        )
    ):
        yield Double
    enough = (18 if dealers not in (1, 9, 10) else 19) if soft else (12 if 4 <= dealers <= 6 else 13 if weak else 17)
    yield from (Stand, Hit) if points >= enough else (Hit, Stand)
