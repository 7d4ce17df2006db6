"""The skill of calling totals: hard and soft, and aces after a double."""

from __future__ import annotations

from boxseat.cards import TWENTY_ONE, Card, total
from boxseat.fairness.shuffle import whole_pack
from boxseat.play.state import Hand
from boxseat.rulebook.book import Book
from boxseat.training.chance import Chance
from boxseat.training.exercise import Draft, asked
from boxseat.training.skill import Skill

CARDS_MAX = 6


def _draft(book: Book, chance: Chance, *, doubled: bool) -> Draft | None:
    pack = whole_pack(book.cards.ranks.value, 1)
    aces = [card for card in pack if card.is_ace]
    count = 2 + chance.below(2) if doubled else 2 + chance.below(CARDS_MAX - 1)
    cards = [chance.one_of(pack) for _ in range(count)]
    if aces and chance.percent(60):
        cards[chance.below(count)] = chance.one_of(aces)
    if doubled and (not any(card.is_ace for card in cards) or not _may_be_doubled(book, cards)):
        return None
    if (
        any(total(cards[:number]).points >= TWENTY_ONE for number in range(2, count))
        or total(cards).points == TWENTY_ONE
    ):
        return None
    hand = Hand(tuple(cards))
    told = [f"A hand has {' '.join(cards)}."]
    if doubled:
        drawn = chance.one_of(pack)
        at_one = count if book.doubling.aces.value == "count-one" else 0
        hand = Hand((*cards, drawn), doubled=True, aces_at_one=at_one)
        told = [f"A hand of {' '.join(cards)} is doubled, and gets {drawn}."]
    clause = book.doubling.aces.clause if doubled else book.drawing.turn.clause
    if hand.total.busted:
        clause = book.drawing.over_twenty_one.clause
    return Draft(tuple(told), (asked("total", "Its total", "total", str(hand.total), clause),))


def _may_be_doubled(book: Book, cards: list[Card]) -> bool:
    rules = book.doubling
    points, soft = total(cards)
    lowest, highest = rules.totals.value
    return (
        (rules.on.value == "any-cards" or len(cards) == 2)
        and lowest <= points <= highest
        and (rules.soft.value or not soft)
    )


HAND_TOTALS = (
    Skill("total", "deal", "Call the total", lambda book, chance: _draft(book, chance, doubled=False), weight=3),
    Skill(
        "doubled-total",
        "deal",
        "Call the total after a double",
        lambda book, chance: _draft(book, chance, doubled=True),
        offered=lambda book: book.doubling.on.value != "never" and "A" in book.cards.ranks.value,
    ),
)
