"""What an irregularity leaves behind: how a round is dealt on, shuffles, checks, a device to be replaced, and who is told."""

from __future__ import annotations

from boxseat.cards import deck
from boxseat.play.acts import Act, Malfunction, Report, WrongPack
from boxseat.play.irregularities.staff_judge import malfunction_rule
from boxseat.rulebook.book import Book

_OF_REPORTS = {
    "cut-missed": ("shuffle",),
    "shuffle-missed": ("shuffle",),
    "rack-left": ("rack-stays",),
    "check-cards": ("check-cards",),
}
AFTER_SHOE = "replace-device-after-shoe"
"""What is due when the cards in use are dealt out."""
BEFORE_ROUND = frozenset(("shuffle", "check-cards", "replace-device"))
"""What is due before the next round (R46)."""
_OF_DEVICES = {"after-round": ("replace-device",), "after-shoe": (AFTER_SHOE,)}
CARDS_CHANGED = frozenset(("check-cards", "replace-device", AFTER_SHOE))
"""What is done with new cards."""

DEAL_ON = "deal-on"
"""The choice to deal on from the cards that are left as they are."""


def after_round(book: Book, act: Act) -> tuple[str, ...]:
    """What is to be done after the round because of an act of staff (R46)."""
    match act:
        case Report(what=what):
            return _OF_REPORTS.get(what, ())
        case WrongPack():
            return ("check-cards",)
        case Malfunction(then=then):
            shuffled = ("shuffle",) if then == "shuffle" else ()
            return (*shuffled, *_OF_DEVICES.get(book.malfunction.device_replaced.value, ()))
        case _:
            return ()


def deals_on_behind(book: Book, act: Malfunction) -> int | None:
    """The cards behind the cutting card where the dealer deals on from the cards that are left; none if these are shuffled."""
    if act.then != DEAL_ON:
        return None
    return book.malfunction.deal_on_decks.value * len(deck(book.cards.ranks.value))


def shuffles_on(book: Book, act: Malfunction) -> bool:
    """Whether the cards that are left in the device are shuffled and cut for the rest of the round (R40)."""
    by_hand = malfunction_rule(book, act).value in ("completed", "wagers-offered-back")
    return by_hand and act.then != DEAL_ON


def notified(book: Book, act: Act) -> tuple[str, ...]:
    """Who is to be notified of an act of staff."""
    return book.dealing_errors.wrong_pack_told.value if isinstance(act, WrongPack) else ()
