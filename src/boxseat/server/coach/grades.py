"""Grades: every decision of a round compared with the best choice, by exact value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from boxseat.inspection.recall import Rebuilt
from boxseat.money import dollars
from boxseat.play.acts import Double, Insure, PlayersAct
from boxseat.server.coach.advice import DECLINE, VALUE_TOLERANCE, AdviceQuestion, advice_question, worth_of, worths
from boxseat.server.wire.practice import DecisionGraded
from boxseat.table import records as r


class PlayerDecision(NamedTuple):
    """A decision that the player made; decisions of the house for them are not included."""

    question: AdviceQuestion
    did: str
    part: float
    """Fraction of the wager that the choice was made for."""
    stake: int


def questions_of(rebuilt: Rebuilt, player: str) -> list[PlayerDecision]:
    """All decisions that a player made in a round; those the house made for them are left out."""
    return list(_decided(rebuilt, player))


def _decided(rebuilt: Rebuilt, player: str) -> Iterator[PlayerDecision]:
    for each in rebuilt.entries:
        for before, record, _, _ in each.steps:
            match record:
                case r.Acted(acts=(act,), by=by) if by == player and isinstance(act, PlayersAct):
                    asked = advice_question(each.book, before, player, act.box)
                    own = asked.hand.stake.own
                    part = act.amount / own if isinstance(act, Double | Insure) and own else 1.0
                    yield PlayerDecision(asked, str(type(act).__struct_config__.tag), part, own)
                case r.Declined(player=name, box=box) if name == player:
                    asked = advice_question(each.book, before, player, box)
                    yield PlayerDecision(asked, DECLINE, 1.0, asked.hand.stake.own)


def graded(made: PlayerDecision, actions: Mapping[str, float]) -> DecisionGraded:
    """One decision compared with the best choice."""
    asked, choices = made.question, worths(made.question, actions)
    worth = worth_of(asked, actions, made.did, made.part)
    best = choices[0] if choices else None
    gave_away = best.worth - worth if best is not None and worth is not None else 0.0
    gave_away = 0.0 if gave_away < 2 * VALUE_TOLERANCE else round(gave_away, 9)
    return DecisionGraded(
        box=asked.box,
        what=asked.what,
        cards=tuple(map(str, asked.hand.cards)),
        dealer=str(asked.hand.dealers),
        did=made.did,
        best=made.did if best is None or not gave_away else best.do,
        gave_away=gave_away,
        cost=dollars(round(gave_away * made.stake)),
        choices=choices,
        asked=asked.fields,
    )
