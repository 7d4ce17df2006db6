"""The keys of the choices: their names, what a choice costs, and parsing what was typed."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from boxseat.money import BadAmount, dollars, parse_dollars
from boxseat.play.acts import (
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    PlayersAct,
    Split,
    Stand,
    Surrender,
)
from boxseat.play.judge import refusal
from boxseat.play.legal import Choice, ClosedChoice
from boxseat.play.state import Phase, Round
from boxseat.refusal import Refusal
from boxseat.rulebook.book import Book
from boxseat.table.affordability import least_chips, stake_asked_about, within_chips

KEYS: dict[type[PlayersAct], tuple[str, str]] = {
    Hit: ("h", "hit"),
    Stand: ("s", "stand"),
    Double: ("d", "double"),
    Split: ("p", "split"),
    Insure: ("i", "insure"),
    EvenMoney: ("e", "even money"),
    Surrender: ("u", "surrender"),
    Forfeit: ("f", "forfeit"),
}
"""The key and the word of each act."""
DECLINE_KEYS = ("", "c", "n")
"""What declines an offer."""
_TYPED = re.compile(r"([a-z][a-z ]*?) ?\$?([0-9][0-9.]*)?")
"""A key or a word, and an amount where there is one: ``d``, ``d 5``, ``d5``, ``double 5``."""


class BoxPrompt(msgspec.Struct, frozen=True):
    """A question to the player about one box: the choices they can pay for, and those they cannot."""

    round: Round
    player: str
    box: int
    open: tuple[Choice, ...]
    beyond: tuple[Choice, ...]
    """Allowed, but they cost more than the player has left."""
    closed: tuple[ClosedChoice, ...]
    chips_left: int

    @property
    def is_offer(self) -> bool:
        """Whether this is an offer, which may be declined; a hand in turn must be decided."""
        return self.round.phase is not Phase.DECISION


class BadAnswer(msgspec.Struct, frozen=True):
    """An answer that is no valid choice, and the sentence that says so."""

    sentence: str


def box_prompt(round_: Round, choices: Sequence[Choice], closed: Sequence[ClosedChoice], chips_left: int) -> BoxPrompt:
    """The question about a box: its legal choices, divided by whether the player can pay for them."""
    first = choices[0].players_act
    by_key = sorted(choices, key=lambda choice: list(KEYS).index(type(choice.act)))  # type: ignore[arg-type]
    within = tuple(within_chips(choice, chips_left) for choice in by_key if least_chips(round_, choice) <= chips_left)
    return BoxPrompt(
        round=round_,
        player=first.player,
        box=first.box,
        open=within,
        beyond=tuple(choice for choice in choices if least_chips(round_, choice) > chips_left),
        closed=tuple(entry for entry in closed if getattr(entry.act, "box", 0) == first.box),
        chips_left=chips_left,
    )


def name(act: object) -> tuple[str, str]:
    """The key and the word of an act."""
    return KEYS[type(act)]  # type: ignore[index]


def price(book: Book, round_: Round, choice: Choice) -> str:
    """What a choice costs, or what happens to the wager."""
    act = choice.players_act
    stake = stake_asked_about(round_, act, act.player)
    own = dollars(stake.own)
    match act:
        case Double(amount=amount) | Insure(amount=amount):
            bounds = choice.amount
            part = f", or any part from {dollars(bounds.least)}" if bounds and bounds.least < bounds.most else ""
            return f"for {dollars(amount)}{part}"
        case Split():
            return f"for {own} more"
        case Surrender():
            part_lost = book.surrender.loses.value
            return f"{part_lost.pays}/{part_lost.per} of {own} is lost"
        case EvenMoney():
            return f"1 to 1 on {own}"
        case Forfeit():
            return f"give up {own}, take {dollars(stake.double)} back"
    return ""


def read_answer(book: Book, asked: BoxPrompt, typed: str) -> PlayersAct | BadAnswer | None:
    """Parse what was typed: an act, an error, or none where an offer is declined."""
    if asked.is_offer and typed in DECLINE_KEYS:
        return None
    match = _TYPED.fullmatch(typed)
    kind = next((kind for kind, names in KEYS.items() if match and match[1] in names), None)
    if match is None or kind is None:
        keys = ", ".join(
            [*(name(choice.act)[0] for choice in asked.open), *(["c"] if asked.is_offer else []), "?", "q"]
        )
        return BadAnswer(f"{typed!r} is none of the keys: {keys}." if typed else f"Type one of the keys: {keys}.")
    return _chosen(book, asked, kind, match[2] or "")


def _chosen(book: Book, asked: BoxPrompt, kind: type[PlayersAct], amount: str) -> PlayersAct | BadAnswer:
    for entry in asked.closed:
        if type(entry.act) is kind:
            hint = " Type c to go on." if asked.is_offer else ""
            return BadAnswer(why_not(KEYS[kind][1], entry.refusal) + hint)
    for dear in asked.beyond:
        if type(dear.act) is kind:
            return BadAnswer(out_of_reach(asked, dear))
    choice = next((choice for choice in asked.open if type(choice.act) is kind), None)
    if choice is None:
        return BadAnswer(f"There is nothing to {KEYS[kind][1]} now.")
    act = choice.players_act
    if amount:
        if not isinstance(act, Double | Insure):
            return BadAnswer(f"{KEYS[kind][1].capitalize()} takes no amount.")
        try:
            act = replace(act, amount=parse_dollars(amount))
        except BadAmount as error:
            return BadAnswer(f"{error}.")
        if refused := refusal(book, asked.round, act):
            return BadAnswer(why_not(KEYS[kind][1], refused))
        if act.amount > asked.chips_left:
            return BadAnswer(f"You have {dollars(asked.chips_left)} left.")
    return act


def why_not(words: str, refused: Refusal) -> str:
    """The sentence for a choice that the rules do not allow now."""
    return f"{words.capitalize()}: {refused.reason} (clause {refused.clause})."


def out_of_reach(asked: BoxPrompt, choice: Choice) -> str:
    """The sentence for a choice that the player cannot pay for."""
    takes, left = dollars(least_chips(asked.round, choice)), dollars(asked.chips_left)
    return f"{name(choice.act)[1].capitalize()}: this takes {takes}, and you have {left} left."
