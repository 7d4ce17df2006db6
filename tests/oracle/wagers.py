"""Boxes and hands, and which wagers on the table are in play: R17, R21, R22."""

from collections import Counter

from .cards import doubled_total, hard, is_natural, total
from .documents import CB, STAR


class Bet:
    """One player's own wager on one hand, with the amount doubled on it."""

    def __init__(self, player, stake, kind):
        self.player = player
        self.stake = stake
        self.kind = kind  # "main": the original wager; "split": the own wager of a further hand
        self.doubled = None
        self.forfeited = False
        self.surrendered = False
        self.even_money = False
        self.void = None  # the clause by which the wager came back: R40, R42


class Hand:
    def __init__(self, game, cards, bets):
        self.game = game
        self.cards = cards
        self.bets = bets
        self.from_split = False
        self.split_aces = False
        self.to_be_doubled = False  # before its card has come
        self.doubled = False
        self.surrendered = False
        self.done = False
        self.wants = None  # what a card is due for: "hit", "double", "second" (of a split hand), "absent" (R20)
        self.paid = False  # CP 8.1 and 10.2(b), SP 11.1 and 11.2: a pontoon or a 21, paid when made

    def bet_of(self, player):
        for bet in self.live():
            if bet.player == player:
                return bet
        return None

    def live(self):
        return [bet for bet in self.bets if bet.void is None]

    def total(self):
        if self.doubled and self.game != CB:  # R02
            return doubled_total(self.cards[:-1], self.cards[-1])
        if self.to_be_doubled and self.game != CB:
            return hard(self.cards)
        return total(self.cards)

    def natural(self):
        # CP 11.7, CB 10.7, SP 2.1 "pontoon": not after a split
        return is_natural(self.cards) and not self.from_split


def lost(hand, bet):
    """Collected before the final settlement: CP 11.8, 12.6 and 14.1(e), CB 13.1(d), SP 12.5 and 13.6."""
    return bet.forfeited or hand.total() > 21


def unsettled(hand, bet):
    return bet.void is None and not hand.paid and not lost(hand, bet)


class Box:
    """A box with at least one main wager."""

    def __init__(self, game, number, controller, mains, stakes):
        self.number = number
        self.controller = controller
        self.mains = mains  # the wagers that control the box in order of preference, as they were laid
        self.stakes = stakes  # player -> the main wager as it plays
        self.hands = [Hand(game, [], [Bet(player, stake, "main") for player, stake in stakes.items()])]
        self.dealt = []  # the box's cards in the order they came
        self.insurance = {}  # player -> amount
        self.perfect_pairs = []  # (player, amount)
        self.super_sevens = []
        self.suited_sevens_split = False
        self.void = {}  # (player, side bet or insurance) -> the clause by which it came back
        self.surplus = []  # cards that lie here by mistake: R35
        self.absent = False

    def finished(self):
        return all(hand.done for hand in self.hands)

    def empty(self):
        return not any(hand.live() for hand in self.hands)

    def seen(self, cards):
        """R36: cards as the players of the box see them, with those that lie there by mistake."""
        return Counter([*cards, *self.surplus])


def place(document):
    """The boxes that get cards, in dealing order, and what is returned as (box, player, wager, amount)."""
    boxes = []
    returned = []
    for number in range(1, 8):
        laid = [wager for wager in document.wagers if wager.box == number]
        if laid:
            box = place_box(document, number, laid, returned)
            if box is not None:
                boxes.append(box)
    return boxes, returned


def place_box(document, number, laid, returned):
    star = document.game in STAR
    mains = []
    for wager in laid:
        if wager.stake is None:
            continue
        under = document.minimum is not None and wager.stake < document.minimum
        if under and wager.warned and not star:  # CP 3.4, CB 3.4: "further wagers under the minimum shall be returned"
            returned.append((number, wager.player, "main", wager.stake))
        else:  # SP 7.2: valid
            mains.append(wager)

    box = None
    if mains:
        controlling = controlling_wager(mains, star)
        stakes = cap(document, controlling, mains, number, returned)
        in_play = [wager for wager in mains if wager.player in stakes]
        box = Box(document.game, number, controlling.player, in_play, stakes)
    place_side_bets(box, number, laid, star, returned)
    return box


def controlling_wager(mains, star):
    """R22: CP 4.5, CB 4.5, SP 6.6. The wagers stand nearest the dealer first."""
    for wager in mains:
        if wager.seated:
            return wager
    if not star:
        return mains[0]
    highest = mains[0]
    for wager in mains:
        if wager.stake > highest.stake:  # among equals the nearer one stays
            highest = wager
    return highest


def cap(document, controlling, mains, number, returned):
    """R21: CP 3.5, CB 3.5, SP 7.3.1. The controlling player first, then nearest the dealer first."""
    order = [controlling] + [wager for wager in mains if wager is not controlling]
    left = document.maximum
    allowed = {}
    for wager in order:
        amount = wager.stake
        if left is not None:
            amount = min(amount, left)
            left -= amount
        if amount == 0:
            returned.append((number, wager.player, "main", wager.stake))
        else:
            allowed[wager.player] = amount
    return {wager.player: allowed[wager.player] for wager in mains if wager.player in allowed}


def place_side_bets(box, number, laid, star, returned):
    with_main = box.stakes if box is not None else {}

    candidates = [wager for wager in laid if wager.perfect_pairs is not None]
    own = [wager for wager in candidates if wager.player in with_main]
    others = [wager for wager in candidates if wager.player not in with_main]
    if box is None:  # SP 16.5: no main wager on the box
        accepted = []
    elif star:  # SP 16.6: three, those with a main wager first
        accepted = (own + others)[:3]
    else:  # CP 18.10, CB 18.10: only with a main wager of one's own
        accepted = own
    for wager in candidates:
        if wager in accepted:
            box.perfect_pairs.append((wager.player, wager.perfect_pairs))
        else:
            returned.append((number, wager.player, "perfect-pairs", wager.perfect_pairs))

    for wager in laid:
        if wager.super_sevens is None:
            continue
        if wager.player in with_main:
            box.super_sevens.append((wager.player, wager.super_sevens))
        else:  # CB 17.5
            returned.append((number, wager.player, "super-sevens", wager.super_sevens))
