"""The wagers of a round that is void, invalidated or terminated: R23, R38 to R41."""

from .cards import perfect_pairs
from .settlements import settle_bet, settle_bonus, settle_perfect_pairs, settle_returned


def settle_ended(ledger):
    settle_returned(ledger)
    for box in ledger.table.boxes:
        for player, amount in box.perfect_pairs:
            if pair_was_paid(ledger.table, box, player):
                settle_perfect_pairs(ledger, box, player, amount)
            else:
                side(ledger, box, player, "perfect-pairs", amount)
        for player, amount in box.super_sevens:
            side(ledger, box, player, "super-sevens", amount)
        for player, amount in box.insurance.items():
            side(ledger, box, player, "insurance", amount)
        for hand in box.hands:
            for bet in hand.bets:
                if ledger.table.manner == "payments-stand" and hand.paid:  # SP 11.1, 11.2
                    settle_bet(ledger, box, hand, bet)
                else:
                    settle_stake(ledger, box, hand, bet)
    if ledger.table.manner == "payments-stand":
        settle_bonus(ledger, paid_only=True)


def pair_was_paid(table, box, player):
    """SP 16.9: at the completion of the initial deal."""
    if table.manner != "payments-stand" or table.unserved or (player, "perfect-pairs") in box.void:
        return False
    return perfect_pairs(*box.dealt[:2], table.star) is not None


def side(ledger, box, player, wager, amount):
    settle(ledger, (box.number, 1, player, wager, amount), box.void.get((player, wager)))


def settle_stake(ledger, box, hand, bet):
    place = (box.number, box.hands.index(hand) + 1, bet.player)
    settle(ledger, (*place, bet.kind, bet.stake), bet.void)
    if bet.forfeited and isinstance(ledger.table.manner, set):  # R41: it stays its owner's
        ledger.stand_off(*place, "double", bet.doubled, "forfeited")
    elif bet.doubled is not None:
        withdrawn = ledger.table.ended["clause"] if bet.forfeited else bet.void
        settle(ledger, (*place, "double", bet.doubled), withdrawn)


def settle(ledger, place, returned):
    """A stake comes back or is kept; one that came back before stays with its owner."""
    table = ledger.table
    player = place[2]
    if returned is None and isinstance(table.manner, set) and player in table.manner:
        ledger.keep(*place, table.ended["clause"])
    else:
        ledger.back(*place, returned or table.ended["clause"])
