"""Replay of a document: plays its cards and decisions, and returns the answer.

The engine waits for the dealer to close an offer or to play for an absent player; a document does not contain these steps. So each
decision is tried on the round after the dealer's steps that lead to it. If the judge refuses the decision, the round stays as it
was before these steps.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from boxseat.cards import Card, total
from boxseat.money import dollars
from boxseat.play.acts import (
    Act,
    Burn,
    CloseOffer,
    Deal,
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    PlayAbsent,
    PlayersAct,
    Split,
    Stand,
    Surrender,
    VoidRound,
)
from boxseat.play.document import HAND_DECISIONS, BadDocument, Decision, Document, read_document
from boxseat.play.judge import refusal
from boxseat.play.opening import open_round
from boxseat.play.state import OFFERS, Hand, Phase, Round, Settlement
from boxseat.play.step import step
from boxseat.refusal import Refusal


class RefusedDecision(msgspec.Struct, frozen=True):
    """A refused decision, by its index in the document."""

    decision: int
    do: str
    refusal: Refusal
    after_acts: int
    """The number of acts of the round before it was tried."""


class Replayed(msgspec.Struct, frozen=True):
    """A round replayed to its end."""

    document: Document
    round: Round
    refused: tuple[RefusedDecision, ...]


def replay(written: object) -> dict[str, object]:
    """The answer to a replay document, in the documented JSON format."""
    return answer(play_document(read_document(written)))


def play_document(document: Document) -> Replayed:
    """Play a document's round to its end."""
    return _Replay(document).play()


class _Replay:
    """Plays a document's decisions in order; the immutable round is replaced at each step."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._book = document.book

    def play(self) -> Replayed:
        document = self._document
        round_ = open_round(self._book, document.wagers, document.limits, as_found=True)
        refused: list[RefusedDecision] = []
        for place, decision in enumerate(document.decisions):
            if decision.by:
                tried = self._staff_step(round_, decision)
            else:
                round_ = self._dealt(round_)
                tried = self._players(round_, decision, document.decisions[place:])
            if isinstance(tried, Refusal):
                refused.append(RefusedDecision(place, decision.do, tried, len(round_.acts)))
            else:
                round_ = tried
        round_ = self._dealt(round_)
        while not round_.over:
            round_ = self._dealt(step(self._book, round_, self._dealers_next(round_)))
        return Replayed(document, round_, tuple(refused))

    def _players(self, round_: Round, decision: Decision, rest: Sequence[Decision]) -> Round | Refusal:
        """Try a player's decision on the round after the dealer's steps that lead to it."""
        if decision.do == "surrender" and round_.phase is Phase.INSURANCE:
            round_ = step(self._book, round_, CloseOffer())
        elif decision.do in HAND_DECISIONS:
            round_ = self._gone_on_to(round_, decision, rest)
        act = _act(round_, decision)
        refused = refusal(self._book, round_, act)
        return refused or self._dealt(step(self._book, round_, act), until=self._stop_before(rest[1:]))

    def _gone_on_to(self, round_: Round, decision: Decision, rest: Sequence[Decision]) -> Round:
        """The round after the dealer has closed offers and played absent players' hands, up to a box that is still to be played."""
        found = round_.find_box(decision.box)
        if found is None or all(hand.done for hand in found[1].hands):
            return round_
        while not round_.over:
            if round_.phase is Phase.DECISION:
                number = round_.box_in_turn.number
                if number == decision.box or any(_plays_hand(later, number) for later in rest):
                    break
            round_ = self._dealt(step(self._book, round_, self._dealers_next(round_)))
        return round_

    def _staff_step(self, round_: Round, decision: Decision) -> Round | Refusal:
        until = decision.after_cards
        round_ = self._dealt(round_, until=until)
        while round_.phase in OFFERS and (decision.do in ("burn", "absent") or round_.cards_used < (until or 0)):
            round_ = self._dealt(step(self._book, round_, CloseOffer()), until=until)
        act: Act
        match decision.do:
            case "void":
                act = VoidRound()
            case "burn":
                act = Burn(self._next_card(round_))
            case "close":
                act = CloseOffer()
            case _:
                act = PlayAbsent(round_.box_in_turn.number if round_.boxes else 0)
        return refusal(self._book, round_, act) or step(self._book, round_, act)

    def _dealers_next(self, round_: Round) -> Act:
        """The dealer's act if nobody decides: close the offer, or play for the absent player."""
        return CloseOffer() if round_.phase in OFFERS else PlayAbsent(round_.box_in_turn.number)

    def _dealt(self, round_: Round, *, until: int | None = None) -> Round:
        """The round after dealing all cards that are due, up to the number of cards at which a staff step is next."""
        while round_.card_due and (until is None or round_.cards_used < until):
            act = Deal(self._next_card(round_))
            if refused := refusal(self._book, round_, act):
                raise BadDocument(f"cards: {refused.reason}")
            round_ = step(self._book, round_, act)
        return round_

    def _stop_before(self, rest: Sequence[Decision]) -> int | None:
        """The number of cards dealt before the next decision, if that is a staff step."""
        return rest[0].after_cards if rest else None

    def _next_card(self, round_: Round) -> Card:
        cards = self._document.cards
        if round_.cards_used == len(cards):
            raise BadDocument(f"cards: the round needs more than the {len(cards)} listed")
        return cards[round_.cards_used]


def _plays_hand(decision: Decision, box: int) -> bool:
    return decision.by is None and decision.box == box and decision.do in HAND_DECISIONS


def _act(round_: Round, decision: Decision) -> PlayersAct:
    """The act of a decision: the controlling player's unless it names a player."""
    found = round_.find_box(decision.box)
    box = found[1] if found else None
    player = decision.player or (box.controller if box else "")
    names = tuple(name for name, _ in decision.joined_by)
    match decision.do:
        case "insure":
            return Insure(decision.box, player, decision.amount or 0)
        case "even-money":
            return EvenMoney(decision.box, player)
        case "surrender":
            return Surrender(decision.box, player, names)
        case "split":
            return Split(decision.box, player, names)
        case "double":
            whole = box.main_of(player) if box else 0
            return Double(decision.box, player, decision.amount or whole, decision.joined_by)
        case "forfeit":
            return Forfeit(decision.box, player)
        case "hit":
            return Hit(decision.box, player)
        case _:
            return Stand(decision.box, player)


def answer(replayed: Replayed) -> dict[str, object]:
    """The result of a round in the documented JSON format."""
    round_ = replayed.round
    nets = round_.net()
    return {
        "dealer": {"cards": list(round_.dealer), "total": total(round_.dealer).points},
        "boxes": [{"box": box.number, "hands": [_hand_answer(hand) for hand in box.hands]} for box in round_.boxes],
        "settlements": [_line_answer(line) for line in round_.settlements],
        "refused": [
            {
                "decision": entry.decision,
                "do": entry.do,
                "clause": entry.refusal.clause,
                "reason": entry.refusal.reason,
            }
            for entry in replayed.refused
        ],
        "net": {player: dollars(cents) for player, cents in nets.items()},
        "house": dollars(-sum(nets.values())),
        "cards_used": round_.cards_used,
    }


def _hand_answer(hand: Hand) -> dict[str, object]:
    return {"cards": list(hand.cards), "total": hand.total.points}


def _line_answer(line: Settlement) -> dict[str, object]:
    return {
        "box": line.box,
        "hand": line.hand,
        "player": line.player,
        "wager": line.wager.value,
        "stake": dollars(line.stake),
        "result": line.result.value,
        "odds": line.odds and str(line.odds),
        "net": dollars(line.net),
        "clause": line.clause,
    }
