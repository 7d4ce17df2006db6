"""Cards and their values, as in the texts.

A card is a string such as "7H". In the comments CP, CB, SP and S6 are canberra-pontoon, canberra-blackjack,
star-pontoon and star-pontoon-6to5, and R01 to R53 the rulings.
"""

RANKS = "A23456789TJQK"
SUITS = "SHDC"
RED = "HD"


def points(card):
    """CP 2.5, CB 2.5, SP 4.2; the ace at its lower value."""
    rank = card[0]
    if rank == "A":
        return 1
    if rank in "TJQK":
        return 10
    return int(rank)


def is_ace(card):
    return card[0] == "A"


def is_ten(card):
    """R01: any ten-value card."""
    return points(card) == 10


def hard(cards):
    return sum(points(card) for card in cards)


def total(cards):
    """One ace counts 11 unless that exceeds 21."""
    low = hard(cards)
    if any(is_ace(card) for card in cards) and low + 10 <= 21:
        return low + 10
    return low


def is_soft(cards):
    return total(cards) != hard(cards)


def doubled_total(before, drawn):
    """R02: the aces held count 1; the drawn ace counts 11 unless that exceeds 21."""
    held = hard(before)
    if is_ace(drawn) and held + 11 <= 21:
        return held + 11
    return held + points(drawn)


def is_natural(cards):
    """An ace and a ten-value card as the initial two cards; the caller knows whether they are initial."""
    if len(cards) != 2:
        return False
    first, second = cards
    return (is_ace(first) and is_ten(second)) or (is_ten(first) and is_ace(second))


def same_suit(cards):
    return len({card[1] for card in cards}) == 1


def three_sevens(cards):
    return [card[0] for card in cards] == ["7", "7", "7"]


def table_1(cards):
    """Odds of a 21 that is neither doubled nor a pontoon: CP 14.2, SP 11.5, S6 10.5, with R06."""
    six_seven_eight = sorted(card[0] for card in cards) == ["6", "7", "8"]
    if six_seven_eight or three_sevens(cards):
        if not same_suit(cards):
            return (3, 2)
        if cards[0][1] == "S":
            return (3, 1)
        return (2, 1)
    if len(cards) >= 7:
        return (3, 1)
    if len(cards) == 6:
        return (2, 1)
    if len(cards) == 5:
        return (3, 2)
    return (1, 1)


def perfect_pairs(first, second, star):
    """CP 18.11 and 18.14, CB 18.11 and 18.13, SP 16.8; None is a losing wager."""
    if first[0] != second[0]:
        return None
    if first[1] == second[1]:
        return (25, 1)
    if (first[1] in RED) == (second[1] in RED):
        return (10, 1) if star else (12, 1)
    return (5, 1) if star else (6, 1)


def super_sevens(dealt):
    """CB 17.6 and 17.7 on a box's cards in the order they came to it (R18); None is a losing wager."""
    if dealt[0][0] != "7":
        return None
    if dealt[1][0] != "7":
        return (3, 1)
    if len(dealt) > 2 and dealt[2][0] == "7":
        return (5000, 1) if same_suit(dealt[:3]) else (500, 1)
    return (100, 1) if same_suit(dealt[:2]) else (50, 1)
