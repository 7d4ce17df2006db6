"""What every wager of a played round wins, loses, or gets back. All amounts in cents."""

from .cards import perfect_pairs, same_suit, super_sevens, table_1, three_sevens, total
from .clauses import clause
from .dealer import dealer_natural, undecided
from .documents import CB, S6


def settle_played(ledger):
    """The final settlement, and what was settled before it."""
    table = ledger.table
    settle_returned(ledger)
    for box in table.boxes:
        settle_side_bets(ledger, box)
        settle_insurance(ledger, box)
        for hand in box.hands:
            for bet in hand.bets:
                settle_bet(ledger, box, hand, bet)
    settle_bonus(ledger)


def settle_returned(ledger):
    """Wagers that were never in play."""
    for number, player, wager, amount in ledger.table.returned:
        ledger.line(number, 1, player, wager, amount, "void", None, 0, "returned " + wager)


class Ledger:
    def __init__(self, table):
        self.table = table
        self.lines = []

    def up(self, numerator, denominator):
        """R19: to the next cent at Canberra, to the next multiple of the smallest chip at The Star (SP 6.10)."""
        step = self.table.document.smallest_chip if self.table.star else 1
        return -(-numerator // (denominator * step)) * step

    def line(self, box, hand, player, wager, stake, result, odds, net, topic):
        self.lines.append(
            {
                "box": box,
                "hand": hand,
                "player": player,
                "wager": wager,
                "stake": stake,
                "result": result,
                "odds": f"{odds[0]}:{odds[1]}" if odds else None,
                "net": net,
                "clause": clause(self.table.game, topic),
            }
        )

    def back(self, box, hand, player, wager, stake, cited):
        """R23, R40 to R42: a wager that came back by a clause."""
        self.line(box, hand, player, wager, stake, "void", None, 0, "void")
        self.lines[-1]["clause"] = cited

    def keep(self, box, hand, player, wager, stake, cited):
        """R41: a stake that is not refunded."""
        self.line(box, hand, player, wager, stake, "forfeit", None, -stake, "void")
        self.lines[-1]["clause"] = cited

    def win(self, box, hand, player, wager, stake, odds, topic):
        net = self.up(stake * odds[0], odds[1])
        self.line(box, hand, player, wager, stake, "win", odds, net, topic)

    def bonus(self, box, hand, player, wager, stake, amount):
        self.line(box, hand, player, wager, stake, "win", None, self.up(amount, 1), "super bonus")

    def lose(self, box, hand, player, wager, stake, topic):
        self.line(box, hand, player, wager, stake, "lose", None, -stake, topic)

    def stand_off(self, box, hand, player, wager, stake, topic):
        self.line(box, hand, player, wager, stake, "stand-off", None, 0, topic)


def settle_side_bets(ledger, box):
    for player, amount in box.perfect_pairs:
        settle_perfect_pairs(ledger, box, player, amount)
    for player, amount in box.super_sevens:
        place = (box.number, 1, player, "super-sevens", amount)
        if (player, "super-sevens") in box.void:
            ledger.back(*place, box.void[(player, "super-sevens")])
        elif super_sevens(box.dealt) is None:
            ledger.lose(*place, "super sevens")
        else:
            ledger.win(*place, super_sevens(box.dealt), "super sevens")


def settle_perfect_pairs(ledger, box, player, amount):
    place = (box.number, 1, player, "perfect-pairs", amount)
    if (player, "perfect-pairs") in box.void:
        ledger.back(*place, box.void[(player, "perfect-pairs")])
        return
    odds = perfect_pairs(*box.dealt[:2], ledger.table.star)
    if odds is None:
        ledger.lose(*place, "perfect pairs")
    else:
        ledger.win(*place, odds, "perfect pairs")


def settle_insurance(ledger, box):
    for player, amount in box.insurance.items():
        place = (box.number, 1, player, "insurance", amount)
        if (player, "insurance") in box.void:
            ledger.back(*place, box.void[(player, "insurance")])
        elif dealer_natural(ledger.table):
            ledger.win(*place, (2, 1), "insurance odds")
        else:
            ledger.lose(*place, "insurance lost")


def settle_bet(ledger, box, hand, bet):
    """One player's wager on a hand: the cases in the order in which they were decided during the round."""
    table = ledger.table
    place = (box.number, box.hands.index(hand) + 1, bet.player)
    if bet.void is not None:
        ledger.back(*place, bet.kind, bet.stake, bet.void)
        if bet.forfeited:  # the doubled part came back before
            ledger.stand_off(*place, "double", bet.doubled, "forfeited")
        elif bet.doubled is not None:
            ledger.back(*place, "double", bet.doubled, bet.void)
    elif bet.forfeited:  # R14
        ledger.line(*place, bet.kind, bet.stake, "forfeit", None, -bet.stake, "forfeited")
        ledger.stand_off(*place, "double", bet.doubled, "forfeited")
    elif bet.surrendered:
        settle_surrendered(ledger, place, bet)
    elif hand.natural():
        settle_natural(ledger, place, bet)
    elif hand.total() > 21:
        each(ledger.lose, place, bet, "bust")
    elif hand.total() == 21 and table.game != CB:  # R04, R05
        if hand.doubled:
            win_at(ledger, (1, 1), place, bet, "doubled 21")
        else:
            win_at(ledger, table_1(hand.cards), place, bet, "21")
    elif dealer_natural(table):
        settle_against_natural(ledger, place, box, hand, bet)
    else:
        settle_by_total(ledger, place, hand, bet)


def each(settle, place, bet, topic):
    """Settle a player's own wager, and the doubled part if there is one."""
    settle(*place, bet.kind, bet.stake, topic)
    if bet.doubled is not None:
        settle(*place, "double", bet.doubled, topic)


def win_at(ledger, odds, place, bet, topic):
    ledger.win(*place, bet.kind, bet.stake, odds, topic)
    if bet.doubled is not None:
        ledger.win(*place, "double", bet.doubled, odds, topic)


def settle_surrendered(ledger, place, bet):
    """R08: CP 9.3 and 9.4, SP 10.6 and 17.1.11."""
    if dealer_natural(ledger.table):
        ledger.lose(*place, bet.kind, bet.stake, "surrender annulled")
    else:
        back = ledger.up(bet.stake, 2)
        ledger.line(*place, bet.kind, bet.stake, "surrender", None, back - bet.stake, "surrendered")


def settle_natural(ledger, place, bet):
    game = ledger.table.game
    if game == S6:  # S6 10.1
        ledger.win(*place, bet.kind, bet.stake, (6, 5), "natural")
    elif game != CB:  # CP 8.1, SP 11.1
        ledger.win(*place, bet.kind, bet.stake, (3, 2), "natural")
    elif bet.even_money:  # CB 8.1(b)
        ledger.win(*place, bet.kind, bet.stake, (1, 1), "even money")
    elif dealer_natural(ledger.table):  # CB 13.1(g)
        ledger.stand_off(*place, bet.kind, bet.stake, "both naturals")
    else:  # CB 8.1(a), 13.2(a)
        ledger.win(*place, bet.kind, bet.stake, (3, 2), "natural")


def settle_against_natural(ledger, place, box, hand, bet):
    """R03, for a wager that was still undecided when the dealer made the natural."""
    takes = ledger.table.document.takes
    if takes == "everything":  # CB 13.1(f)
        each(ledger.lose, place, bet, "dealer natural")
        return
    if takes == "original-wager":  # SP 17.1.7, 17.1.8
        loses = bet.kind == "main"
    else:  # busted-plus-one: CP 11.9, 12.5
        loses = hand is first_undecided(ledger.table, box, bet.player)
    if loses:
        ledger.lose(*place, bet.kind, bet.stake, "dealer natural")
    else:
        ledger.stand_off(*place, bet.kind, bet.stake, "dealer natural, added")
    if bet.doubled is not None:
        ledger.stand_off(*place, "double", bet.doubled, "dealer natural, added")


def first_undecided(table, box, player):
    for hand in box.hands:
        bet = hand.bet_of(player)
        if bet is not None and not bet.forfeited and not bet.surrendered and undecided(table, hand):
            return hand
    return None


def settle_by_total(ledger, place, hand, bet):
    """CP 14.1, CB 13.1, SP 17.1.4 to 17.1.10."""
    dealer = total(ledger.table.dealer)
    if dealer > 21:
        win_at(ledger, (1, 1), place, bet, "dealer bust")
    elif hand.total() > dealer:
        win_at(ledger, (1, 1), place, bet, "higher")
    elif hand.total() < dealer:
        each(ledger.lose, place, bet, "lower")
    else:
        each(ledger.stand_off, place, bet, "equal")


# The Super Bonus, R07: CP 11.10, 12.7, 14.3; SP 11.5, 14.4


def wins_super_bonus(table, box, hand):
    if table.game == CB or not table.dealer or table.dealer[0][0] != "7":
        return False
    if not three_sevens(hand.cards) or not same_suit(hand.cards) or hand.doubled:
        return False
    if table.star:
        return not hand.from_split
    return not box.suited_sevens_split


def super_bonus(table, stake):
    if table.star and stake < 500:
        return None
    return 100_000 if stake < 2500 else 500_000


def settle_bonus(ledger, paid_only=False):
    """R07, R53; in a void round of hands that were paid before it (R38)."""
    table = ledger.table
    winning_boxes = []
    winners = []
    for box in table.boxes:
        for position, hand in enumerate(box.hands, start=1):
            if not wins_super_bonus(table, box, hand) or (paid_only and not hand.paid):
                continue
            for bet in hand.live():
                amount = super_bonus(table, bet.stake)
                if amount is not None:
                    ledger.bonus(box.number, position, bet.player, "super-bonus", bet.stake, amount)
                    winners.append(bet.player)
                    winning_boxes.append(box)
    if not winners:
        return
    rewarded = []
    for box in table.boxes:
        for player, stake in box.stakes.items():
            if box.hands[0].bet_of(player) is None:  # R42: no result
                due = False
            elif table.star:  # each other player of the round, once
                due = player not in winners and player not in rewarded
            else:  # each other main wager of the round, not on the winning box
                due = box not in winning_boxes
            if due:
                rewarded.append(player)
                ledger.bonus(box.number, 1, player, "shared-bonus", stake, 5000)
