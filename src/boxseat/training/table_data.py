"""A table as plain data, for pages and other programs: cards, chips, and cards that lie where they should not."""

from __future__ import annotations

from boxseat.cards import total
from boxseat.money import dollars
from boxseat.play.irregularities.reconstruction_account import CARRIED, IN_RACK, OUT, lying
from boxseat.play.places import hand_place
from boxseat.play.state import Box, Hand, Laid, Round, irregular


def table_data(round_: Round) -> dict[str, object]:
    """What lies on the table; amounts are dollars, places as in `play/places.py`."""
    return {
        "cards_from": "device" if round_.device else "shoe",
        "dealer": {"cards": list(round_.dealer), "total": str(total(round_.dealer)) if round_.dealer else ""},
        "boxes": [_box(box) for box in round_.boxes],
        "surplus": [{"card": lies.card, "place": lies.to} for lies in irregular(round_).surplus],
        "next": [card for card, place in lying(round_) if place in (OUT, CARRIED)],
        "rack": [card for card, place in lying(round_) if place == IN_RACK],
        "settled": [
            {
                "box": line.box,
                "hand": line.hand,
                "player": line.player,
                "wager": line.wager.value,
                "net": dollars(line.net),
            }
            for line in round_.settlements
        ],
    }


def _box(box: Box) -> dict[str, object]:
    return {
        "box": box.number,
        "player": box.controller,
        "hands": [_hand(box, place, hand) for place, hand in enumerate(box.hands)],
        "insurance": _chips(box.insurance),
        "perfect-pairs": _chips(box.perfect_pairs),
        "super-sevens": _chips(box.super_sevens),
    }


def _hand(box: Box, place: int, hand: Hand) -> dict[str, object]:
    return {
        "place": hand_place(box.number, place),
        "cards": list(hand.cards),
        "total": str(hand.total) if hand.cards else "",
        "doubled": hand.doubled,
        "wagers": [
            {
                "player": stake.player,
                "stake": dollars(stake.own),
                "double": dollars(stake.double),
                "surrendered": stake.surrendered,
            }
            for stake in hand.stakes
        ],
    }


def _chips(laid: tuple[Laid, ...]) -> list[dict[str, str]]:
    return [{"player": one.player, "amount": dollars(one.cents)} for one in laid]
