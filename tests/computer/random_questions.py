"""Random rounds of one box that reach everything a game allows, so that computer players meet every kind of hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from boxseat.cards import deck, parse_cards
from boxseat.play.acts import Act, CloseOffer, Deal, PlayersAct, Split
from boxseat.play.legal import Choice, legal
from boxseat.play.opening import open_round
from boxseat.play.state import OFFERS, Phase, Round, TableLimits, Wager
from boxseat.play.step import step
from boxseat.rulebook.book import Book

PLAYER = "ann"
STAKE = 2_000


def questions(book: Book, rounds: int, seed: int) -> Iterator[tuple[Round, Sequence[Choice]]]:
    """Every question to the player of a box in rounds from full shoes, independent of the player's own decisions."""
    chance = Random(seed)
    shoe = deck(book.cards.ranks.value) * book.cards.decks.value
    for _ in range(rounds):
        cards = iter(chance.sample(shoe, 60))
        round_ = open_round(book, [Wager(1, PLAYER, STAKE, seated=True)], TableLimits())
        while not round_.over:
            act: Act
            if round_.card_due:
                act = Deal(next(cards))
            else:
                choices = players_choices(book, round_)
                if choices:
                    yield round_, choices
                acts = [choice.act for choice in choices]
                splits = [split for split in acts if isinstance(split, Split)]
                if round_.phase in OFFERS and (not acts or chance.random() < 0.7):
                    act = CloseOffer()
                else:
                    act = splits[0] if splits and chance.random() < 0.6 else chance.choice(acts)
            round_ = step(book, round_, act)


def players_choices(book: Book, round_: Round) -> list[Choice]:
    return [choice for choice in legal(book, round_).open if isinstance(choice.act, PlayersAct)]


def lying(
    book: Book,
    cards: str,
    *acts: Act,
    stake: int = STAKE,
    co_bettors: Sequence[str] = (),
    phase: Phase = Phase.DECISION,
) -> Round:
    """A round with these cards (box, dealer, box, …) and these acts; offers are closed until it reaches a phase."""
    wagers = [Wager(1, PLAYER, stake, seated=True), *(Wager(1, name, stake) for name in co_bettors)]
    round_ = open_round(book, wagers, TableLimits())
    left, todo = list(parse_cards(cards)), list(acts)
    while left or todo or (phase is not round_.phase and round_.phase in OFFERS):
        if round_.card_due:
            round_ = step(book, round_, Deal(left.pop(0)))
        elif todo and any(type(choice.act) is type(todo[0]) for choice in legal(book, round_).open):
            round_ = step(book, round_, todo.pop(0))
        else:
            round_ = step(book, round_, CloseOffer())
    return round_
