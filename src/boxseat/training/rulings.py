"""Rulings on irregularities, found by doing to a round what the book allows and looking at what became of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from enum import StrEnum

import msgspec

from boxseat.cards import Card
from boxseat.play.acts import Act, CloseOffer, Deal, Hit, Stand
from boxseat.play.irregularities.consequence import after_round
from boxseat.play.irregularities.reconstruction_account import CARRIED, IN_RACK, OUT, lying, place_name
from boxseat.play.irregularities.staff_judge import clause_of
from boxseat.play.judge import refusal
from boxseat.play.places import DEALERS_PLACE, hand_place
from boxseat.play.state import OFFERS, Phase, Result, Round, Settlement
from boxseat.play.step import step
from boxseat.rulebook.book import Book
from boxseat.training.exercise import Asked, choice
from boxseat.training.practice_round import PracticeRound


class Ruling(StrEnum):
    """What is ruled."""

    BURN = "burn"
    NEXT_CARD = "next-card"
    DEALERS_NEXT = "dealers-next"
    CARRY = "carry"
    RECONSTRUCT = "reconstruct"
    VOID = "void"
    PAY = "pay"
    PAY_AT_END = "pay-at-end"
    REFUND = "refund"
    OFFER = "offer"
    PLAY_ON = "play-on"


RULINGS: dict[str, str] = {
    Ruling.BURN: "The card is burnt, or stays burnt",
    Ruling.NEXT_CARD: "It is the next card, for the hand that is due one",
    Ruling.DEALERS_NEXT: "It is the dealer's next card",
    Ruling.CARRY: "It goes under the shoe: the first card of the next round",
    Ruling.RECONSTRUCT: "The round is put right, card by card",
    Ruling.VOID: "The round ends here, without a result",
    Ruling.PAY: "It is paid at once",
    Ruling.PAY_AT_END: "It is paid at the final settlement",
    Ruling.REFUND: "The player's wagers go back, and the round goes on",
    Ruling.OFFER: "It is offered now",
    Ruling.PLAY_ON: "Nothing changes: the round goes on as it is",
}
AFTERWARDS: dict[str, str] = {
    "nothing": "Nothing",
    "shuffle": "The cards are shuffled, and cut",
    "check-cards": "The cards are checked",
    "rack-stays": "The discards stay in the rack until after the next initial deal",
    "replace-device": "The device is replaced",
    "replace-device-after-shoe": "The device is replaced once its cards are used up",
}
"""What may be due after the round."""


class Ruled(msgspec.Struct, frozen=True):
    """A ruling, with its clause and the round after it."""

    ruling: Ruling
    clause: str
    after: Round
    done: Act | None
    """The act that was done; none if the book does not allow it."""
    why: str = ""
    """Why it was not allowed."""


def ruled(book: Book, before: Round, act: Act, *, instead: Act | None = None) -> Ruled:
    """What becomes of an act that somebody wants done; if the book refuses it, of what may be done instead."""
    refused = refusal(book, before, act)
    if refused is None:
        after = step(book, before, act)
        return Ruled(_ruling(before, after), clause_of(book, before, act), after, act)
    after = before if instead is None else step(book, before, instead)
    return Ruled(_ruling(before, after), refused.clause, after, instead, refused.reason)


def _ruling(before: Round, after: Round) -> Ruling:
    if after.void:
        return Ruling.VOID
    if after.phase is Phase.INSURANCE and before.phase is not Phase.INSURANCE:
        return Ruling.OFFER
    return Ruling.REFUND if lines_returned(before, after) else Ruling.PLAY_ON


def lines_returned(before: Round, after: Round) -> list[Settlement]:
    """The wagers that went back to their owners between two states of a round."""
    left = Counter(before.settlements)
    return [line for line in (Counter(after.settlements) - left).elements() if line.result is Result.VOID]


def asked_ruling(ruling: Ruling, clause: str, why: str = "") -> Asked:
    """The part that asks for the ruling."""
    return choice("ruling", "Your ruling", RULINGS, ruling, clause, why=why)


def asked_afterwards(book: Book, result: Ruled, clause: str = "") -> Asked:
    """The part that asks what is due after the round."""
    due = after_round(book, result.done) if result.done else ()
    return choice("after", "After the round", AFTERWARDS, due[0] if due else "nothing", clause or result.clause)


# Where a card goes


def resting_place(
    practice: PracticeRound, before: Round, after: Round, card: Card, *, draws: Callable[[Round], bool] | None = None
) -> str:
    """Where a card comes to lie that was still in the shoe, while every player stands; the first in turn for whom `draws` holds
    asks for one card."""
    book, lay = practice.book, Counter(lying(before))
    while True:
        places = [place for held, place in (Counter(lying(after)) - lay).elements() if held == card]
        if places and (after.over or places[0] != OUT):
            return OUT if places[0] == CARRIED else places[0]
        act = _plainest(practice, after)
        if draws and after.phase is Phase.DECISION and draws(after):
            act, draws = Hit(after.box_in_turn.number, after.box_in_turn.controller), None
        after = step(book, after, act)


def _plainest(practice: PracticeRound, round_: Round) -> Act:
    if round_.card_due:
        return Deal(practice.next_card(round_))
    if round_.phase in OFFERS:
        return CloseOffer()
    box = round_.box_in_turn
    stands = Stand(box.number, box.controller)
    return stands if refusal(practice.book, round_, stands) is None else Hit(box.number, box.controller)


def ruling_for(place: str) -> Ruling:
    """The ruling on a card that comes to lie in this place."""
    return {IN_RACK: Ruling.BURN, OUT: Ruling.CARRY, DEALERS_PLACE: Ruling.DEALERS_NEXT}.get(place, Ruling.NEXT_CARD)


def asked_place(round_: Round, place: str, clause: str) -> Asked:
    """The part that asks where a card goes."""
    hands = [hand_place(box.number, number) for box in round_.boxes for number in range(len(box.hands))]
    places = {one: place_name(one).capitalize() for one in (*hands, DEALERS_PLACE, IN_RACK)}
    places[OUT] = "Under the shoe, for the next round"
    return choice("place", "The card goes to", places, place, clause)
