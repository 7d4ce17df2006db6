"""Rounds in which things go wrong: cards put where they do not belong, and whatever else staff have a step for."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Literal

from boxseat.cards import Card
from boxseat.play.acts import (
    Act,
    Burn,
    CloseOffer,
    Deal,
    DrawInError,
    ExtraCard,
    InsuranceMissed,
    Invalidate,
    Malfunction,
    Misplace,
    PayAtEnd,
    Reconstruct,
    Refuse,
    Report,
    VoidRound,
    VoidWagers,
    WrongPack,
)
from boxseat.play.document import Document
from boxseat.play.judge import refusal
from boxseat.play.legal import Choice, legal
from boxseat.play.opening import open_round
from boxseat.play.state import OFFERS, Phase, Round, irregular
from boxseat.play.step import step
from boxseat.rulebook.book import Book
from tests.random_rounds import LIKELY, PLAYERS, with_amounts

REPORTS: tuple[Literal["burn-forgotten", "cut-missed", "shuffle-missed", "rack-left", "check-cards"], ...] = (
    "burn-forgotten",
    "cut-missed",
    "shuffle-missed",
    "rack-left",
    "check-cards",
)
GROUNDS: tuple[Literal["disruption", "fraud", "impractical"], ...] = ("disruption", "fraud", "impractical")
BREACHES: tuple[Literal["player-card", "device", "rules"], ...] = ("player-card", "device", "rules")


def next_card(document: Document, round_: Round) -> Card:
    """The next card of the shoe."""
    return document.cards[round_.cards_used + len(irregular(round_).carried)]


def places(book: Book, round_: Round) -> list[str]:
    """Places on which a card may be put: of the dealer, of each box in play, and of a box without wagers."""
    hands = [f"{box.number}.{place + 1}" for box in round_.boxes for place in range(len(box.hands))]
    return ["dealer", *hands, f"{Random(str(hands)).randint(1, book.layout.boxes.value)}.1"]


def staffs_act(rng: Random, book: Book, round_: Round, card: Card) -> Act:
    """Any act of staff, mostly one after which the round goes on."""
    some = tuple(rng.sample(PLAYERS, rng.choice((0, 0, 1, 2))))
    going_on: tuple[Act, ...] = (
        Burn(card, rng.choice(("face-up", "in-error"))),
        DrawInError(card, rng.random() < 0.5),
        DrawInError(card, rng.random() < 0.5),
        ExtraCard(card, rng.random() < 0.5),
        *(Misplace(card, rng.choice(places(book, round_))) for _ in range(3)),
        Reconstruct(),
        Reconstruct(),
        InsuranceMissed(),
        InsuranceMissed(),
        Report(rng.choice(REPORTS)),
        Malfunction(
            another_device=rng.random() < 0.5,
            transferable=rng.random() < 0.5,
            returned_to=some,
            then=rng.choice(book.malfunction.then.value or ("",)),
        ),
        VoidWagers(rng.choice(PLAYERS), rng.choice(BREACHES)),
        PayAtEnd(rng.choice((0, *(box.number for box in round_.boxes)))),
    )
    ending: tuple[Act, ...] = (
        VoidRound(rng.choice(("cannot-reconstruct", "found-later"))),
        WrongPack("missing-card"),
        WrongPack("foreign-card", rng.choice(("", "a joker"))),
        Malfunction(disadvantaged=True, damaged=rng.choice(("", "two aces"))),
        Invalidate(rng.choice(GROUNDS), rng.random() < 0.7, some),
    )
    return rng.choice(ending if rng.random() < 0.04 else going_on)


def play_irregular(rng: Random, document: Document, *, error_rate: float = 0.25) -> Iterator[tuple[Round, Act, Round]]:
    """A random irregular round, act by act: the round before, the act, the round after."""
    book = document.book
    round_ = open_round(book, document.wagers, document.limits, as_found=True, device=document.device)
    while not round_.over or rng.random() < 0.3:
        act = _next_act(rng, book, round_, next_card(document, round_), error_rate)
        if refusal(book, round_, act) is None:
            after = step(book, round_, act)
            yield round_, act, after
            round_ = after


def _next_act(rng: Random, book: Book, round_: Round, card: Card, error_rate: float) -> Act:
    if round_.phase is Phase.SETTLEMENT:
        return VoidRound() if rng.random() < 0.1 else Reconstruct()
    if round_.over or rng.random() < error_rate:
        return staffs_act(rng, book, round_, card)
    if round_.card_due:
        return Deal(card)
    choices = [choice for choice in legal(book, round_).open if not isinstance(choice.act, VoidRound)]
    weights = [{**LIKELY, CloseOffer: 2, Refuse: 4}[type(choice.act)] for choice in choices]
    return with_amounts(rng, rng.choices(choices, weights)[0])


class Habits:
    """Players who always decide alike: what they do follows from what they see, and from nothing else."""

    def __init__(self, seed: object) -> None:
        self._seed = seed

    def decide(self, book: Book, round_: Round) -> Act:
        """What is decided now: an answer to an offer, or the decision about the hand in turn."""
        choices = [
            choice for choice in legal(book, round_).open if not isinstance(choice.act, VoidRound | CloseOffer | Refuse)
        ]
        if round_.phase in OFFERS:
            wanted = (choice for choice in choices if self._coin(round_, choice).random() < 0.3)
            choice = next(wanted, None)
            return CloseOffer() if choice is None else with_amounts(self._coin(round_, choice, "how"), choice)
        rng = Random(f"{self._seed} {self._seen(round_)}")
        choice = rng.choices(choices, [LIKELY[type(choice.act)] for choice in choices])[0]
        return with_amounts(rng, choice)

    def _coin(self, round_: Round, choice: Choice, about: str = "whether") -> Random:
        seen = self._seen(round_) if round_.phase is Phase.FORFEIT else self._seen_of_box(round_, choice.act.box)  # type: ignore[union-attr]
        return Random(f"{self._seed} {about} {type(choice.act).__name__} {choice.players_act.player} {seen}")

    def _seen(self, round_: Round) -> list[object]:
        cards = sorted([*round_.hand_in_turn.cards, *self._surplus(round_, round_.box_in_turn.number)])
        return [round_.phase, round_.box_in_turn.number, round_.turn[1], cards, round_.dealer[0]]

    def _seen_of_box(self, round_: Round, number: int) -> list[object]:
        _, box = round_.box_at(number)
        return [round_.phase, number, sorted([*box.dealt[:2], *self._surplus(round_, number)]), round_.dealer[0]]

    def _surplus(self, round_: Round, number: int) -> list[Card]:
        return [lying.card for lying in irregular(round_).surplus if lying.to.split(".")[0] == str(number)]
