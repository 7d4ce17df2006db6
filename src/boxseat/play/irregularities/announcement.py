"""Irregularities as the dealer or a supervisor announces them."""

from __future__ import annotations

from boxseat.play.acts import (
    Burn,
    DrawInError,
    ExtraCard,
    InsuranceMissed,
    Invalidate,
    Malfunction,
    Misplace,
    PayAtEnd,
    Reconstruct,
    Report,
    StaffAct,
    VoidWagers,
    WrongPack,
)
from boxseat.play.irregularities.reconstruction_account import place_name

_REPORTS = {
    "burn-forgotten": "No card was burnt; the first card stays in play.",
    "cut-missed": "The cards were not cut. The round stands; then they are shuffled and cut.",
    "shuffle-missed": "The cards were not shuffled. The round stands; then they are shuffled and cut.",
    "rack-left": "The discards stay in the rack until the next initial deal.",
    "check-cards": "The cards of the device are checked after the round.",
}
_GROUNDS = {"disruption": "the game is disrupted", "fraud": "of a fraud", "impractical": "it is impractical to go on"}
_BREACHES = {
    "player-card": "a missing Player Card",
    "device": "a forbidden device",
    "rules": "a breach of the rules",
}


def incident(act: StaffAct) -> str:
    """The sentence for an act of staff."""
    match act:
        case Burn(because=because):
            return "A card is burnt by mistake, and stays burnt." if because == "in-error" else "A card is burnt."
        case DrawInError():
            return "A card was drawn in error; it is the next card."
        case ExtraCard(exposed=exposed):
            return f"{'A' if exposed else 'An unseen'} card too many was drawn to the dealer."
        case Misplace(card=card, to=to):
            return f"{card} was dealt to {place_name(to)}, where it was not due."
        case Reconstruct():
            return "The round is put right: every card goes where it should have gone."
        case InsuranceMissed():
            return "Insurance was not offered in time, and is offered now."
        case Report(what=what):
            return _REPORTS[what]
        case PayAtEnd(box=box):
            return f"What {f'box {box} wins' if box else 'is won'} is paid at the final settlement."
        case VoidWagers(player=player, because=because):
            return f"{player}'s wagers are void, because of {_BREACHES[because]}."
        case _:
            return _ending(act)


def _ending(act: StaffAct) -> str:
    match act:
        case WrongPack(what="missing-card"):
            return "A card of the pack is missing: the round is over, and the cards are checked."
        case WrongPack(card=card):
            return (
                f"A foreign card was found{f' ({card})' if card else ''}: the round is over, and the cards are checked."
            )
        case Invalidate(because=because, refund=refund, forfeited_by=players):
            kept = "wagers are refunded" if refund else "wagers are kept"
            but = f", and {_all(players)} forfeit{_s(players)} all of theirs" if players else ""
            return f"The round has no outcome, because {_GROUNDS[because]}; {kept}{but}."
        case Malfunction(disadvantaged=True):
            return "The device failed to somebody's disadvantage: the round is void."
        case Malfunction(returned_to=players) if players:
            return f"The device failed; {_all(players)} take{_s(players)} back what is not settled."
        case Malfunction():
            return "The device failed; the round goes on."
        case _:
            return "The round is void."


def _all(players: tuple[str, ...]) -> str:
    return " and ".join(players)


def _s(players: tuple[str, ...]) -> str:
    """The ending of a verb for one player or several."""
    return "s" if len(players) == 1 else ""
