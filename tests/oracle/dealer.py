"""The dealer's hand: CP 13.1, CB 12, SP 15, with R10."""

from .cards import is_ace, is_natural, is_soft, is_ten, total
from .documents import CB


def dealer_due(table):
    """Whether a card is due to the dealer when every hand has been played."""
    hands = [hand for box in table.boxes for hand in box.hands]
    if any(undecided(table, hand) for hand in hands):
        return len(table.dealer) < 2 or draws(table)
    return len(table.dealer) == 1 and any(waits_for_second_card(table, box) for box in table.boxes)


def undecided(table, hand):
    """Whether some wager on the hand waits for the dealer's total."""
    if hand.natural():
        return False
    if hand.total() > 21:  # CP 14.1(e), CB 13.1(d), SP 12.5: lost
        return False
    if hand.total() == 21 and table.game != CB:  # CP 10.2(b), SP 11.2.1: paid
        return False
    return any(not bet.forfeited and not bet.surrendered for bet in hand.live())


def waits_for_second_card(table, box):
    """Whether insurance, a surrender or a blackjack waits to see if the dealer has a natural."""
    if any((player, "insurance") not in box.void for player in box.insurance):
        return True
    hand = box.hands[0]
    if any(bet.surrendered for bet in hand.live()):
        return True
    first = table.dealer[0]
    if table.game == CB and hand.natural() and (is_ace(first) or is_ten(first)):  # CB 8.1, R16
        return any(not bet.even_money for bet in hand.live())
    return False


def draws(table):
    held = total(table.dealer)
    if table.game != CB and is_soft(table.dealer):  # CP 13.1(a), SP 15.4: stands on a soft 18
        return held <= 17
    return held <= 16  # CP 13.1(a), CB 12, SP 15.4


def dealer_natural(table):
    return is_natural(table.dealer)
