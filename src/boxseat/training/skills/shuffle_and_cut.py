"""Skills of the shuffle: where a cut and the cutting card may be, what is burnt, and when the cards are shuffled."""

from __future__ import annotations

from boxseat.cards import deck
from boxseat.fairness.shuffle import cut_bounds, cut_region
from boxseat.rulebook.book import Book
from boxseat.training.chance import Chance
from boxseat.training.exercise import Draft, choice
from boxseat.training.skill import Skill
from boxseat.training.skills.loose_cards import has_device

GOOD_OR_NOT = {"good": "It is good", "again": "It must be done again"}
NEAR_CARDS_MAX = 15
"""Exercises ask about places this near to a bound."""


def _pack_size(book: Book) -> int:
    return len(deck(book.cards.ranks.value)) * book.cards.decks.value


def _near(chance: Chance, bounds: tuple[int, int], size: int) -> int:
    """A number of cards near one of the bounds."""
    near = chance.one_of(bounds) + chance.below(2 * NEAR_CARDS_MAX + 1) - NEAR_CARDS_MAX
    return max(1, min(near, size - 1))


def _decks_text(book: Book) -> str:
    return f"{book.cards.decks.value} decks of {len(deck(book.cards.ranks.value))} cards, {_pack_size(book)} in all"


def _cut(book: Book, chance: Chance) -> Draft | None:
    bounds = cut_bounds(book, _pack_size(book))
    at = _near(chance, bounds, _pack_size(book))
    told = f"The shoe takes {_decks_text(book)}. A player cuts with {at} cards in front of the cutting card."
    right = "good" if bounds[0] <= at <= bounds[1] else "again"
    why = f"{bounds[0]} to {bounds[1]} cards"
    return Draft((told,), (choice("cut", "The cut", GOOD_OR_NOT, right, book.shoe.cut_from_ends.clause, why=why),))


def _cutting_card(book: Book, chance: Chance) -> Draft | None:
    bounds = cut_region(book)
    behind = _near(chance, bounds, _pack_size(book))
    right = "good" if bounds[0] <= behind <= bounds[1] else "again"
    rule = book.shoe.cut_least_decks if behind < bounds[0] else book.shoe.cut_most
    told = (
        f"The shoe takes {_decks_text(book)}. After the cut, the dealer puts the cutting card in with {behind} cards behind "
        "it. At this table at least "
        f"{book.shoe.cut_least_decks.value} deck is left behind it."
    )
    why = f"{bounds[0]} to {bounds[1]} cards"
    return Draft((told,), (choice("cutting-card", "Its place", GOOD_OR_NOT, right, rule.clause, why=why),))


def _first_card(book: Book, chance: Chance) -> Draft | None:
    device = has_device(book) and chance.percent(50)
    rule = book.device.burns if device else book.shoe.burns
    told = f"The cards have just been put into the {'shuffling device' if device else 'shoe'}."
    options = {"burn": "It is burnt, face down", "deal": "It is dealt to the first box with a wager"}
    right = "burn" if rule.value else "deal"
    return Draft((told,), (choice("first-card", "The first card", options, right, rule.clause),))


def _cutting_card_out(book: Book, chance: Chance) -> Draft | None:
    shoe = book.shoe
    first, final = chance.percent(40), shoe.final_rounds.value > 0 and chance.percent(40)
    where = "as the first card of a round" if first else f"after {1 + chance.below(12)} cards of a round"
    last = f" The table is about to close: its last {shoe.final_rounds.value} rounds were announced." if final else ""
    options = {
        "at-once": "The cards are shuffled at once, before the round",
        "after": "The round is finished; then the cards are shuffled",
        "aside": "It is put aside, and the game goes on without a shuffle",
    }
    right = "aside" if final else "at-once" if first else "after"
    rule = shoe.final_rounds if final else shoe.cutting_card_out
    told = f"The cutting card comes out of the shoe {where}.{last}"
    return Draft((told,), (choice("shuffle", "What follows", options, right, rule.clause),))


def _device_cut(book: Book, chance: Chance) -> Draft | None:
    device = has_device(book) and chance.percent(60)
    rule = book.device.cut if device else book.shoe.cut_from_ends
    told = f"The cards are shuffled, and go into the {'shuffling device' if device else 'shoe'}."
    options = {"cut": "A player is asked to cut them", "none": "Nobody cuts them"}
    right = "none" if device and not book.device.cut.value else "cut"
    return Draft((told,), (choice("cut", "The cut", options, right, rule.clause),))


SHUFFLE_AND_CUT = (
    Skill("cut", "shuffle-and-cut", "A player's cut", _cut, weight=3),
    Skill("cutting-card", "shuffle-and-cut", "The place of the cutting card", _cutting_card, weight=3),
    Skill("first-card", "shuffle-and-cut", "The first card", _first_card),
    Skill("cutting-card-out", "shuffle-and-cut", "The cutting card comes out", _cutting_card_out),
    Skill("cut-or-none", "shuffle-and-cut", "Whether the cards are cut", _device_cut),
)
