"""The skill of putting a round right after a card has gone to the wrong place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from boxseat.play.acts import EvenMoney, Insure, Misplace, PlayersAct, Reconstruct, Split
from boxseat.play.irregularities.reconstruction_account import IN_RACK, OUT, account, lying, place_name
from boxseat.play.irregularities.staff_judge import clause_of
from boxseat.play.judge import refusal
from boxseat.play.places import DEALERS_PLACE, due_place, hand_place
from boxseat.play.state import Phase, Round
from boxseat.play.step import step
from boxseat.rulebook.book import Book
from boxseat.training.answer_text import cards_text
from boxseat.training.chance import Chance
from boxseat.training.exercise import Asked, Draft, asked, several
from boxseat.training.practice_round import by_chance, next_act, practice_round
from boxseat.training.rulings import Ruling, asked_ruling
from boxseat.training.situation import done_sentence
from boxseat.training.skill import Skill

LATER_ACTS_MAX = 5
"""So many cards and decisions may follow before the misplaced card is noticed."""
WITHOUT = (Split, Insure, EvenMoney)
"""What nobody does in these rounds, so that they can be read."""

UNUSED = {OUT: "Cards out of the shoe that wait for a place", IN_RACK: "Cards that are burnt"}


def _draft(book: Book, chance: Chance) -> Draft | None:
    practice = practice_round(book, chance, without=WITHOUT)
    at = chance.below(len(practice.states))
    states = list(practice.states[: at + 1])
    place = _wrong_place(book, chance, states[-1])
    if not place:
        return None
    misplaced = Misplace(practice.next_card(states[-1]), place)
    if refusal(book, states[-1], misplaced) is not None:
        return None
    states.append(step(book, states[-1], misplaced))
    wish = by_chance(chance, without=WITHOUT)
    for _ in range(chance.below(LATER_ACTS_MAX + 1)):
        if not (states[-1].over or states[-1].phase is Phase.SETTLEMENT):
            states.append(step(book, states[-1], next_act(book, states[-1], practice.shoe, wish)))
    before = states[-1]
    after = step(book, before, Reconstruct())
    done = account(before, after)
    if not done.moves:
        return None
    clause = clause_of(book, before, Reconstruct())
    return Draft(
        told=("A card went to the wrong place, and it is noticed now. These are the cards and decisions so far.",),
        asked=(
            asked_ruling(Ruling.RECONSTRUCT, clause),
            *_asked_cards(before, after, clause),
            *_asked_decisions(book, states, done.set_aside, clause),
        ),
        table=before,
        log=tuple(_log(book, states)),
    )


def _wrong_place(book: Book, chance: Chance, round_: Round) -> str:
    """A place to which no card is due: another hand, the dealer's, or now and then an empty box."""
    due = due_place(round_)
    hands = [hand_place(box.number, hand) for box in round_.boxes for hand in range(len(box.hands))]
    wrong = [place for place in (*hands, DEALERS_PLACE) if place != due]
    empty = [box for box in range(1, book.layout.boxes.value + 1) if round_.find_box(box) is None]
    if not due:
        return ""
    return hand_place(chance.one_of(empty), 0) if empty and chance.percent(10) else chance.one_of(wrong)


def _asked_cards(before: Round, after: Round, clause: str) -> Iterator[Asked]:
    """What lies in each place once the round has been put right."""
    lay, lies = list(lying(before)), list(lying(after))
    hands = {place for _, place in (*lay, *lies)} - {DEALERS_PLACE, OUT, IN_RACK}
    for place in (*sorted(hands), DEALERS_PLACE, OUT, IN_RACK):
        asks = UNUSED.get(place) or place_name(place).capitalize()
        right = cards_text(card for card, where in lies if where == place)
        yield asked(
            f"cards:{place}",
            asks,
            "cards",
            right,
            clause,
            start=" ".join(card for card, where in lay if where == place),
        )


def _asked_decisions(book: Book, states: list[Round], set_aside: Iterable[int], clause: str) -> Iterator[Asked]:
    """Which decisions do not stand, if any were made."""
    made = {index: act for index, act in enumerate(states[-1].acts) if isinstance(act, PlayersAct)}
    if made:
        options = {f"decision-{index}": done_sentence(book, *states[index : index + 2]) for index in made}
        fallen = tuple(f"decision-{index}" for index in set_aside)
        yield several("set-aside", "Decisions that are set aside", options, fallen, clause)


def _log(book: Book, states: list[Round]) -> Iterator[str]:
    """The cards with their places, and the decisions, as they were."""
    for before, after in pairwise(states):
        act = after.acts[-1]
        if isinstance(act, Misplace):
            yield f"{act.card} goes to {place_name(act.to)}."
        elif said := done_sentence(book, before, after):
            yield said


MISPLACED_CARD = Skill(
    "misplace",
    "irregularities",
    "A card in the wrong place",
    _draft,
    weight=8,
    offered=lambda book: book.dealing_errors.misplaced.value == "reconstructed",
)
