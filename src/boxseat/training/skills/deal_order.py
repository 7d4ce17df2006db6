"""Skills: the order of places in the initial deal and in a whole round, and what is announced next."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from boxseat.play.acts import PlayersAct, Split, word
from boxseat.play.announce import OFFERED
from boxseat.play.places import DEALERS_PLACE, due_place
from boxseat.play.state import Box, Phase, Round
from boxseat.rulebook.book import Book
from boxseat.training.chance import Chance
from boxseat.training.exercise import Asked, Draft, choice, places_in_order
from boxseat.training.practice_round import PracticeRound, practice_round
from boxseat.training.situation import done_sentence
from boxseat.training.skill import Skill

CARDS_BEYOND = 3
"""Cards that are listed after the last one of a round, so that the list does not say when it ends."""
ANNOUNCED = (Phase.INSURANCE, Phase.SURRENDER, Phase.DECISION, Phase.DEALER)
"""Phases that begin with an announcement."""
ORDER = "The place of each card in order: the number of the box, d for the dealer"


def _boxes_text(round_: Round) -> str:
    numbers = [str(box.number) for box in round_.boxes]
    return f"box {numbers[0]}" if len(numbers) == 1 else f"boxes {', '.join(numbers[:-1])} and {numbers[-1]}"


def _places(practice: PracticeRound) -> Iterator[tuple[str, str]]:
    """The place of each card, with its clause; last the clause of what comes after them."""
    book = practice.book
    clause = book.deal.order.clause
    for state in practice.states:
        if not state.card_due:
            continue
        rules = {Phase.DRAW: book.drawing.turn, Phase.DEALER: book.dealer.draws}
        clause = rules[state.phase].clause if state.phase in rules else book.deal.order.clause
        yield due_place(state).partition(".")[0], clause
    yield "", book.dealer.draws.clause


def _asked_order(practice: PracticeRound) -> Asked:
    places = list(_places(practice))
    options = {str(box.number): f"Box {box.number}" for box in practice.states[0].boxes}
    return places_in_order(
        "places",
        ORDER,
        {**options, DEALERS_PLACE: "The dealer"},
        tuple(place for place, _ in places if place),
        [clause for _, clause in places],
        cards=_cards_listed(practice),
    )


def _cards_listed(practice: PracticeRound) -> str:
    dealt = sum(state.card_due for state in practice.states)
    used = practice.states[0].cards_used
    return " ".join(map(str, practice.shoe[used : used + dealt + CARDS_BEYOND]))


def _initial_deal(book: Book, chance: Chance) -> Draft | None:
    boxes = book.layout.boxes.value
    least = boxes if chance.percent(50) else min(3, boxes)
    whole = practice_round(book, chance, boxes=(least, boxes))
    first = [state for state in whole.states if state.phase is Phase.INITIAL_DEAL]
    practice = PracticeRound(book, whole.shoe, tuple(first))
    told = f"Wagers lie on {_boxes_text(first[0])}. Deal the initial deal."
    return Draft((told,), (_asked_order(practice),))


def _whole_round(book: Book, chance: Chance) -> Draft | None:
    practice = practice_round(book, chance, boxes=(min(3, book.layout.boxes.value), 7), alone=True, without=(Split,))
    told = (
        f"Wagers lie on {_boxes_text(practice.states[-1])}. Deal the whole round to its end; more cards are listed than it"
        " needs.",
        f"The cards in order: {_cards_listed(practice)}",
        *_signals(practice),
    )
    return Draft(told, (_asked_order(practice),))


def _signals(practice: PracticeRound) -> Iterator[str]:
    """What the players of each box want, in the order in which they say it."""
    last = practice.states[-1]
    for box in last.boxes:
        said = [word(act) for act in last.acts if isinstance(act, PlayersAct) and act.box == box.number]
        yield f"Box {box.number}: {', '.join(said) if said else 'no signal'}"


def _announcement(book: Book, chance: Chance) -> Draft | None:
    practice = practice_round(book, chance, without=(Split,))
    moments = [
        (before, after)
        for before, after in pairwise(practice.states)
        if after.phase in ANNOUNCED and (before.phase, before.turn) != (after.phase, after.turn)
    ]
    offers = [moment for moment in moments if moment[1].phase in OFFERED]
    if not moments:
        return None
    before, state = chance.one_of(offers if offers and chance.percent(70) else moments)
    options = {
        **{phase.value: f"{name}." for phase, name in OFFERED.items()},
        **{f"box-{box.number}": f"Box {box.number} has {_called(book, box)}." for box in state.boxes},
        "dealer": "Nobody is to decide any more: the dealer draws.",
    }
    right, clause = _announced(book, state)
    done = done_sentence(book, before, state)
    told = "The initial deal is complete." if before.phase is Phase.INITIAL_DEAL else done
    asked = choice("announcement", "What you announce now", options, right, clause)
    return Draft((told or "The hand before is settled.",), (asked,), state)


def _called(book: Book, box: Box) -> str:
    return book.natural.name.value if box.has_natural else str(box.hands[0].total)


def _announced(book: Book, round_: Round) -> tuple[str, str]:
    """What the dealer announces when the round waits as it does, by the name of the option, and its clause."""
    match round_.phase:
        case Phase.INSURANCE:
            return Phase.INSURANCE.value, book.insurance.against.clause
        case Phase.SURRENDER:
            return Phase.SURRENDER.value, book.surrender.against.clause
        case Phase.DECISION:
            return f"box-{round_.box_in_turn.number}", book.drawing.turn.clause
        case _:
            return "dealer", book.dealer.draws.clause


DEAL_ORDER = (
    Skill("initial-deal", "deal", "The order of the initial deal", _initial_deal),
    Skill("whole-round", "deal", "A whole round", _whole_round, weight=3),
    Skill("announcement", "deal", "What is announced", _announcement),
)
