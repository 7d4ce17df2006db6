"""Skills: how much of the wagers on a box plays, and who decides for it."""

from __future__ import annotations

from boxseat.money import dollars
from boxseat.play.opening import open_round
from boxseat.play.state import TableLimits, Wager
from boxseat.rulebook.book import Book
from boxseat.training.chance import Chance
from boxseat.training.exercise import Draft, asked, choice
from boxseat.training.practice_round import NAMES, stake_cents
from boxseat.training.skill import Skill


def _on_box(book: Book, chance: Chance) -> list[Wager]:
    """Wagers of two or three players on a box, some with a seat."""
    names = chance.order(NAMES)[: min(2 + chance.below(2), book.layout.players_per_box.value)]
    seated = chance.one_of([*names, ""])
    return [Wager(1, name, stake_cents(book, chance), seated=name == seated) for name in names]


def _told(wagers: list[Wager]) -> str:
    laid = ", ".join(
        f"{wager.player} {dollars(wager.stake)}{' (has the seat)' if wager.seated else ''}" for wager in wagers
    )
    return f"On box 1 lie, nearest the dealer first: {laid}."


def _over_maximum(book: Book, chance: Chance) -> Draft | None:
    wagers = _on_box(book, chance)
    sum_cents = sum(wager.stake for wager in wagers)
    limit = sum_cents - (1 + chance.below(9)) * sum_cents // 20
    limit -= limit % book.chips.smallest_chip.value
    if limit <= 0:
        return None
    round_ = open_round(book, wagers, TableLimits(None, limit), as_found=True)
    told = f"Together they are above the maximum of the box, {dollars(limit)}; this is noticed after the first card."
    clause = book.limits.over_maximum.clause
    parts = [
        asked(
            f"plays:{wager.player}",
            f"What plays for {wager.player}, in dollars",
            "amount",
            dollars(round_.boxes[0].main_of(wager.player)),
            clause,
        )
        for wager in wagers
    ]
    return Draft((_told(wagers), told), tuple(parts))


def _controlling_player(book: Book, chance: Chance) -> Draft | None:
    wagers = _on_box(book, chance)
    round_ = open_round(book, wagers, as_found=True)
    options = {wager.player.lower(): wager.player for wager in wagers}
    right = round_.boxes[0].controller.lower()
    return Draft(
        (_told(wagers),), (choice("controls", "Who decides for the box", options, right, book.control.order.clause),)
    )


def _is_shared(book: Book) -> bool:
    return book.layout.players_per_box.value > 1


TABLE_WAGERS = (
    Skill("over-maximum", "wagers-and-payouts", "A box above its maximum", _over_maximum, weight=1, offered=_is_shared),
    Skill("control", "wagers-and-payouts", "Who decides", _controlling_player, weight=1, offered=_is_shared),
)
