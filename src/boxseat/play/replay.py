"""Replay of a document: plays its cards and decisions, and returns the answer.

The engine waits for the dealer to close an offer or to play for an absent player; a document does not contain these steps. So each
decision is tried on the round after the dealer's steps that lead to it. If the judge refuses the decision, the round stays as it
was before these steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from boxseat.cards import Card, deck, total
from boxseat.money import dollars
from boxseat.play.acts import (
    Act,
    CloseOffer,
    Deal,
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    Malfunction,
    PlayAbsent,
    PlayersAct,
    Reconstruct,
    Refuse,
    Split,
    StaffAct,
    Stand,
    Surrender,
)
from boxseat.play.document import HAND_DECISIONS, Decision, Document, read_document
from boxseat.play.fields import BadDocument
from boxseat.play.irregularities.consequence import after_round, notified
from boxseat.play.irregularities.staff_judge import clause_of
from boxseat.play.judge import refusal, ruling
from boxseat.play.legal import legal
from boxseat.play.opening import open_round
from boxseat.play.state import OFFERS, Hand, Phase, Round, Settlement, irregular
from boxseat.play.step import step
from boxseat.refusal import Refusal, refuse


class RefusedDecision(msgspec.Struct, frozen=True):
    """A refused decision, by its index in the document."""

    decision: int
    do: str
    refusal: Refusal
    after_acts: int
    """The number of acts of the round before it was tried."""


class DoneStep(msgspec.Struct, frozen=True):
    """A step of staff that was done, by its index in the document."""

    decision: int
    do: str
    clause: str
    act: Act
    before: Round
    after: Round
    set_aside: tuple[int, ...] | None = None
    """The decisions that do not stand after a reconstruction."""

    @property
    def ended(self) -> bool:
        """Whether it ended the round without a settlement."""
        return self.after.void and not self.before.void


class Replayed(msgspec.Struct, frozen=True):
    """A round replayed to its end, or as far as its document goes."""

    document: Document
    round: Round
    refused: tuple[RefusedDecision, ...]
    steps: tuple[DoneStep, ...]
    """What staff did, without absences and closed offers."""
    made: Mapping[int, int]
    """The decision of the document that each act of the round comes from, by their places."""

    @property
    def left_over(self) -> tuple[Card, ...]:
        """The cards of the document that have not left the shoe."""
        return self.document.cards[_cards_out(self.round) :]


def replay(written: object) -> dict[str, object]:
    """The answer to a replay document, in the documented JSON format."""
    return answer(play_document(read_document(written)))


def play_document(document: Document, opened: Round | None = None) -> Replayed:
    """Play a document's round to its end: as its wagers were found, or as a table has `opened` it."""
    return _Replay(document).play(_opened(document) if opened is None else opened)


def play_so_far(document: Document) -> Replayed:
    """Play a document's round as far as its cards and decisions go: a hand without a decision waits for it."""
    return _Replay(document, open_end=True).play(_opened(document))


def _opened(document: Document) -> Round:
    return open_round(document.book, document.wagers, document.limits, as_found=True, device=document.device)


class _Replay:
    """Plays a document's decisions in order; the immutable round is replaced at each step."""

    def __init__(self, document: Document, *, open_end: bool = False) -> None:
        self._document = document
        self._open_end = open_end
        """Whether the document may stop in the middle of the round."""
        self._book = document.book
        self._made: dict[int, int] = {}
        """The decision of the document that each act of the round comes from."""
        self._refused: list[RefusedDecision] = []
        self._steps: list[DoneStep] = []
        self._fallen: list[int] = []
        """The number of acts set aside before each reconstruction."""

    def play(self, round_: Round) -> Replayed:
        document = self._document
        for place, decision in enumerate(document.decisions):
            if decision.do not in ("insure", "close") and decision.after_cards is None:
                round_ = self._late_insurance_closed(round_)
            at = round_ if decision.by else self._dealt(round_)
            tried = self._staff_step(at, decision, place) if decision.by else self._players(at, decision, place)
            if isinstance(tried, Refusal):
                self._refused.append(RefusedDecision(place, decision.do, tried, len(at.acts)))
            else:
                round_ = tried
        round_ = self._dealt(round_)
        while not round_.over and not self._open_end:
            if round_.phase is Phase.SETTLEMENT:
                raise BadDocument("decisions: a card is misplaced, and the round is neither reconstructed nor void")
            round_ = self._dealt(step(self._book, round_, self._dealers_next(round_)))
        steps = tuple(self._with_set_aside(round_))
        return Replayed(document, round_, tuple(self._refused), steps, self._made)

    def _with_set_aside(self, round_: Round) -> Iterator[DoneStep]:
        """The steps done, each reconstruction with the decisions that do not stand after it."""
        fallen = irregular(round_).set_aside
        bounds = [*self._fallen, len(fallen)]
        for done in self._steps:
            if isinstance(done.act, Reconstruct):
                earlier, later = bounds[0], bounds[1]
                bounds = bounds[1:]
                indices = sorted(self._made[act] for act in fallen[earlier:later] if act in self._made)
                done = replace(done, set_aside=tuple(indices))
            yield done

    def _players(self, round_: Round, decision: Decision, place: int) -> Round | Refusal:
        """Try a player's decision on the round after the dealer's steps that lead to it."""
        rest = self._document.decisions[place:]
        if decision.do == "surrender" and round_.phase is Phase.INSURANCE:
            round_ = step(self._book, round_, CloseOffer())
        elif decision.do in HAND_DECISIONS:
            round_ = self._gone_on_to(round_, decision, rest)
        act = _act(round_, decision)
        if refused := refusal(self._book, round_, act):
            return refused
        self._made[len(round_.acts)] = place
        return step(self._book, round_, act)

    def _late_insurance_closed(self, round_: Round) -> Round:
        """The round after insurance that was missed: it is laid straight after that was said (R33)."""
        is_open = round_.phase is Phase.INSURANCE and irregular(round_).resume
        return step(self._book, round_, CloseOffer()) if is_open else round_

    def _gone_on_to(self, round_: Round, decision: Decision, rest: Sequence[Decision]) -> Round:
        """The round after the dealer has closed offers and played absent players' hands, up to a box that is still to be played."""
        found = round_.find_box(decision.box)
        if found is None or all(hand.done for hand in found[1].hands):
            return round_
        while not self._waits(round_):
            if round_.phase is Phase.DECISION:
                number = round_.box_in_turn.number
                if number == decision.box or any(_plays_hand(later, number) for later in rest):
                    break
            round_ = self._dealt(step(self._book, round_, self._dealers_next(round_)))
        return round_

    def _staff_step(self, round_: Round, decision: Decision, place: int) -> Round | Refusal:
        """Try a step of staff at its moment: after so many cards, or where the next decision would be (R27)."""
        rest = self._document.decisions[place + 1 :]
        if decision.do == "extra-card" and not round_.void:
            dealt = self._dealt(round_)
            if self._has_decisions_left(dealt, rest):
                return refuse("irregular/not-complete", self._book.dealing_errors.extra_card, "a hand is still to act")
            round_ = self._played_out(dealt)
        else:
            round_ = self._reached(round_, decision, rest)
        act = self._act_of_staff(round_, decision)
        if isinstance(act, Refusal):
            return act
        if refused := refusal(self._book, round_, act):
            return refused
        clause = clause_of(self._book, round_, act)
        if isinstance(act, Reconstruct):
            self._fallen.append(len(irregular(round_).set_aside))
        self._made[len(round_.acts)] = place
        done = step(self._book, round_, act)
        if clause:
            self._steps.append(DoneStep(place, decision.do, clause, act, round_, done))
        return done

    def _reached(self, round_: Round, decision: Decision, rest: Sequence[Decision]) -> Round:
        """The round after so many cards; hands without further decisions are played for absent players on the way."""
        until = decision.after_cards
        round_ = self._dealt(round_, until=until)
        while self._goes_on(round_, decision, rest) or (decision.do == "absent" and round_.phase in OFFERS):
            round_ = self._dealt(step(self._book, round_, self._dealers_next(round_)), until=until)
        return round_

    def _goes_on(self, round_: Round, decision: Decision, rest: Sequence[Decision]) -> bool:
        """Whether the dealer must close an offer or play a hand before the step: for its cards, or for one that is misplaced."""
        if decision.after_cards is None and decision.do != "misplace":
            return decision.do != "close" and self._is_idle(round_)
        if round_.cards_used >= (decision.after_cards or 0) and decision.do != "misplace":
            return False
        if round_.phase is Phase.DECISION:
            number = round_.box_in_turn.number
            return not self._open_end and not any(_plays_hand(later, number) for later in rest)
        return round_.phase in OFFERS and not self._forfeit_follows(round_, rest)

    def _is_idle(self, round_: Round) -> bool:
        """Whether an offer to the table is open that nothing waits for: no hand is to act, no natural may be insured."""
        if round_.phase not in (Phase.INSURANCE, Phase.SURRENDER):
            return False
        if any(not hand.done for box in round_.boxes for hand in box.hands):
            return False
        answers = [choice.act for choice in legal(self._book, round_).open]
        return not any(isinstance(act, Insure | EvenMoney) and round_.box_at(act.box)[1].has_natural for act in answers)

    def _has_decisions_left(self, round_: Round, rest: Sequence[Decision]) -> bool:
        """Whether a hand that is still to act has a decision further on in the document."""
        open_boxes = [box.number for box in round_.boxes if not all(hand.done or hand.doubled for hand in box.hands)]
        plays = any(_plays_hand(later, number) for later in rest for number in open_boxes)
        insures = not open_boxes and round_.phase is Phase.INSURANCE and not self._is_idle(round_)
        insured = insures and any(later.do in ("insure", "even-money") for later in rest)
        return plays or insured or self._forfeit_follows(round_, rest)

    def _forfeit_follows(self, round_: Round, rest: Sequence[Decision]) -> bool:
        """Whether the open forfeit is taken further on, before the next decision about a hand."""
        players = (later for later in rest if later.by is None)
        before = takewhile(lambda later: later.do not in HAND_DECISIONS, players)
        forfeits = (_act(round_, later) for later in before if later.do == "forfeit")
        return round_.phase is Phase.FORFEIT and any(refusal(self._book, round_, act) is None for act in forfeits)

    def _played_out(self, round_: Round) -> Round:
        """The round up to the dealer's complete hand."""
        while not self._waits(round_):
            round_ = self._dealt(step(self._book, round_, self._dealers_next(round_)))
        return round_

    def _waits(self, round_: Round) -> bool:
        """Whether the dealer cannot go on: the round is over, waits for a ruling, or for a card that is not listed yet."""
        return round_.over or round_.phase is Phase.SETTLEMENT or round_.card_due

    def _act_of_staff(self, round_: Round, decision: Decision) -> Act | Refusal:
        """The act of a step, or the refusal of one that is refused whatever its card; then none need be listed."""
        made = decision.step
        if made is None:
            number = round_.box_in_turn.number if round_.boxes else 0
            return CloseOffer() if decision.do == "close" else PlayAbsent(number)
        if isinstance(made, StaffAct):
            return made
        any_card = deck(self._book.cards.ranks.value)[0]
        return ruling(self._book, round_, made(any_card)) or made(self._next_card(round_))

    def _dealers_next(self, round_: Round) -> Act:
        """The dealer's act if nobody decides: close the offer, or play for the absent player."""
        return CloseOffer() if round_.phase in OFFERS else PlayAbsent(round_.box_in_turn.number)

    def _dealt(self, round_: Round, *, until: int | None = None) -> Round:
        """The round after dealing all cards that are due, up to the number of cards at which a staff step is next."""
        while round_.card_due and (until is None or round_.cards_used < until):
            if self._open_end and _cards_out(round_) == len(self._document.cards):
                break
            act = Deal(self._next_card(round_))
            if refused := refusal(self._book, round_, act):
                raise BadDocument(f"cards: {refused.reason}")
            round_ = step(self._book, round_, act)
        return round_

    def _next_card(self, round_: Round) -> Card:
        cards, out = self._document.cards, _cards_out(round_)
        if out == len(cards):
            raise BadDocument(f"cards: the round needs more than the {len(cards)} listed")
        return cards[out]


def _cards_out(round_: Round) -> int:
    """The number of cards that have left the shoe, carried ones too."""
    return round_.cards_used + len(irregular(round_).carried)


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
        case "refuse":
            return Refuse(decision.box, player)
        case _:
            return Stand(decision.box, player)


def answer(replayed: Replayed) -> dict[str, object]:
    """The result of a round in the documented JSON format; with steps of staff, also what they came to."""
    round_ = replayed.round
    nets = round_.net()
    by_staff = any(decision.by for decision in replayed.document.decisions)
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
        **(_staff_answer(replayed) if by_staff else {}),
    }


def _staff_answer(replayed: Replayed) -> dict[str, object]:
    """What the steps of staff came to."""
    book, round_, steps = replayed.document.book, replayed.round, replayed.steps
    voids = [{"because": _because(step), "clause": step.clause} for step in steps if step.ended]
    return {
        "burned": list(round_.burnt),
        "carried": list(irregular(round_).carried),
        "void": voids[0] if voids else None,
        "irregularities": [_step_answer(step) for step in steps],
        "after_round": sorted({what for step in steps for what in after_round(book, step.act)}),
        "notified": sorted({who for step in steps for who in notified(book, step.act)}),
    }


def _because(step: DoneStep) -> str:
    """Why a round ended without a settlement: the step's own reason, or what happened."""
    return step.do if isinstance(step.act, Malfunction) else getattr(step.act, "because", step.do)


def _step_answer(step: DoneStep) -> dict[str, object]:
    answered: dict[str, object] = {"decision": step.decision, "do": step.do, "clause": step.clause}
    return answered if step.set_aside is None else {**answered, "set_aside": list(step.set_aside)}


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
