"""The keys and values of books in words, for people who read and compare rules."""

from __future__ import annotations

from typing import Any

from boxseat.money import Cents, Odds, dollars
from boxseat.rulebook.book import BonusTier

SECTIONS = {
    "cards": "Cards",
    "shoe": "Shoe, shuffle and cut",
    "device": "Shuffling device",
    "layout": "Layout",
    "seating": "Seats",
    "control": "Control of a box",
    "chips": "Chips",
    "limits": "Limits",
    "deal": "Deal",
    "natural": "An ace and a ten-point card",
    "insurance": "Insurance",
    "surrender": "Surrender",
    "drawing": "Drawing",
    "doubling": "Doubling",
    "splitting": "Splitting",
    "dealer": "The dealer's hand",
    "outcomes": "Results",
    "payouts": "What is paid",
    "offers": "Side bets and bonuses",
    "irregularities": "Irregularities",
    "conduct": "Conduct",
    "super_bonus": "Super Bonus",
    "perfect_pairs": "Perfect Pairs",
    "super_sevens": "Super Sevens",
}
"""The sections of a book and their titles, in its order."""

KEYS = {
    "cards.ranks": "The ranks of a deck",
    "cards.decks": "Decks",
    "cards.replaced": "When a shoe's cards are replaced",
    "shoe.burns": "The first card is burnt",
    "shoe.cut_from_ends": "Decks from either end that a cut must be in",
    "shoe.cut_least_decks": "Decks behind the cutting card, at least",
    "shoe.cut_most": "Part of the cards behind it, at most",
    "shoe.cutting_card_out": "When the cutting card comes out",
    "shoe.final_rounds": "Final rounds without a further shuffle",
    "shoe.runs_out": "When a shoe runs out",
    "shoe.burns_in_mid_round": "A card is burnt after that shuffle",
    "shoe.cut_of_replaced": "Who is offered the cut of replaced cards",
    "device.offered": "May be used",
    "device.burns": "The first card is burnt",
    "device.cut": "The cards are cut",
    "device.rack_returns": "When the discard rack goes back in",
    "layout.boxes": "Boxes",
    "layout.players_per_box": "Players on a box",
    "layout.players_on_marked_box": "Players on a box with a marker",
    "seating.several_boxes": "A player with several boxes",
    "seating.reserved": "Boxes may be reserved",
    "seating.fewer_on_box": "Fewer players may be allowed on a box",
    "seating.fewer_at_table": "Fewer players may be allowed at a table",
    "seating.late_players": "Those who come late to a shoe",
    "seating.held_to_minimum": "Holding a player to the minimum",
    "seating.one_box": "Holding a player to one box",
    "seating.abstaining_rounds": "Rounds without a wager before a seat may go",
    "seating.held_wagers": "Wagers of a player held to the minimum",
    "seating.one_box_minimum": "One box means its minimum too",
    "control.order": "Who decides for a box",
    "control.locked": "Wagers may not be touched",
    "chips.laid": "Wagers are laid in",
    "chips.smallest_chip": "Smallest chip",
    "chips.paid": "Amounts that chips cannot make",
    "limits.multiples": "Multiples of wagers",
    "limits.box_marker": "A box may have a maximum of its own",
    "limits.placed_under_minimum": "A wager placed under the minimum",
    "limits.placed_over_maximum": "A wager placed over the maximum",
    "limits.under_minimum": "Found under the minimum once dealt",
    "limits.warned_under_minimum": "The same after a warning",
    "limits.over_maximum": "Found over the maximum once dealt",
    "limits.marker_above_sign": "A marker is above the sign",
    "limits.first_option": "First option on a box's maximum",
    "deal.order": "Order of the deal",
    "natural.name": "Name",
    "natural.odds": "Pays",
    "natural.interim": "When the dealer can no longer match it",
    "natural.against_dealer_natural": "Against the dealer's own",
    "natural.even_money": "Even money is offered",
    "insurance.against": "Offered against",
    "insurance.most": "Part of the wager, at most",
    "insurance.on_natural": "Also on an ace and a ten-point card",
    "insurance.multiples": "Amounts",
    "insurance.closes": "Open until",
    "insurance.odds": "Pays",
    "insurance.lost": "Lost",
    "surrender.against": "Offered against",
    "surrender.loses": "Part of the wager that is lost",
    "surrender.co_bettors": "Others on the box who surrender",
    "surrender.declined": "Once declined",
    "surrender.no_more_cards": "No more cards",
    "surrender.dealer_natural": "A dealer's ace and ten-point card",
    "surrender.settled": "Once settled",
    "drawing.turn": "Turn",
    "drawing.stand_from": "Lowest hard total to stand on",
    "drawing.twenty_one": "A drawn 21",
    "drawing.over_twenty_one": "Over 21",
    "drawing.no_card_on_natural": "Cards on an ace and a ten-point card",
    "drawing.no_card_at_twenty_one": "Cards at 21",
    "drawing.cleared": "Cards of a hand that is paid or lost",
    "doubling.on": "Allowed on",
    "doubling.totals": "Totals",
    "doubling.soft": "Soft totals",
    "doubling.amount": "Amount",
    "doubling.aces": "Aces held when doubling",
    "doubling.after_split": "After a split",
    "doubling.joined": "Others on the box who double",
    "doubling.one_card": "Cards after it",
    "doubling.table_odds": "Better odds on doubled hands",
    "doubling.undoubled": "Wagers on the hand not doubled",
    "doubling.forfeit": "Forfeit after doubling",
    "splitting.pairs": "Pairs",
    "splitting.max_split_hands": "Most hands",
    "splitting.resplit_aces": "Aces may be split again",
    "splitting.one_card_to_aces": "One card to split aces",
    "splitting.joined": "Others on the box",
    "splitting.twenty_one": "21 on a split hand",
    "dealer.stands_hard": "Stands on hard",
    "dealer.stands_soft": "Stands on soft",
    "dealer.draws": "Draws",
    "dealer.dealer_pontoon_takes": "The dealer's ace and ten-point card takes",
    "dealer.split_wagers": "Wagers added by splitting",
    "dealer.double_wagers": "Wagers added by doubling",
    "outcomes.dealer_busts": "The dealer goes over 21",
    "outcomes.higher": "A higher total",
    "outcomes.lower": "A lower total",
    "outcomes.equal": "Equal totals",
    "outcomes.dealer_natural": "The dealer's ace and ten-point card",
    "payouts.other": "Other winning wagers",
    "offers.side_bets": "Side bets",
    "offers.bonuses": "Bonuses",
    "irregularities.absent_player": "The hand of an absent player",
    "irregularities.void_round": "A round declared void",
    "irregularities.face_up_card": "A card face up in the shoe",
    "irregularities.absent_for": "An absent player is absent for the",
    "irregularities.cannot_rebuild": "A round that cannot be dealt again",
    "conduct.advice": "Advice on play",
    "super_bonus.ranks": "Cards of one suit",
    "super_bonus.dealer": "Dealer's first card",
    "super_bonus.tiers": "Pays",
    "super_bonus.on_split": "On split hands",
    "super_bonus.paid": "Paid",
    "super_bonus.shared": "To the others",
    "super_bonus.shared_with": "Who they are",
    "super_bonus.shared_paid": "When they are paid",
    "perfect_pairs.mixed": "Mixed pair",
    "perfect_pairs.coloured": "Coloured pair",
    "perfect_pairs.perfect": "Perfect pair",
    "perfect_pairs.no_pair": "No pair",
    "perfect_pairs.perfect_pairs_needs": "Needs",
    "perfect_pairs.per_box": "Wagers on a box",
    "super_sevens.one": "First card a seven",
    "super_sevens.two": "Two sevens",
    "super_sevens.two_suited": "Two suited sevens",
    "super_sevens.three": "Three sevens",
    "super_sevens.three_suited": "Three suited sevens",
    "super_sevens.no_seven": "No seven",
    "super_sevens.needs": "Needs",
    "super_sevens.paid": "Paid",
    "super_sevens.three_suited_paid": "Three suited sevens are paid",
    "super_sevens.after_split": "After a split",
}
"""Every key of a book in words, to be read below its section's title."""


FRACTION_KEYS = ("shoe.cut_most", "insurance.most", "surrender.loses")
"""Keys whose ratio is a fraction of an amount, not odds."""


def value_in_words(value: Any, key: str = "") -> str:
    """A value of a book in words; `key` says whether a ratio is odds or a fraction."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Cents():
            return f"${dollars(value)}"
        case Odds():
            return f"{value.pays}/{value.per}" if key in FRACTION_KEYS else f"{value.pays} to {value.per}"
        case BonusTier(from_stake=stake, pays=pays):
            return f"${dollars(pays)} from ${dollars(stake)}"
        case (int(), int()):
            return f"{value[0]} to {value[1]}"
        case tuple():
            return ", ".join(value_in_words(one) for one in value) or "none"
        case str():
            return (
                value.replace("-", " ") if value.islower() else " ".join(value) if value.isupper() else value or "none"
            )
    return str(value)
