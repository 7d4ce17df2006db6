"""The players' decisions."""

from .cards import hard, is_ace, is_soft, points, same_suit
from .clauses import Refused
from .documents import ACTS, CB, Unreadable
from .offers import close, is_open
from .wagers import Bet, Hand


def decide(table, decision, rest):
    """One decision; the rest are the players' decisions that follow it in the list."""
    if decision.do in ACTS:
        act(table, decision, rest)
        return
    table.deal_due()
    if decision.do == "insure":
        insure(table, decision)
    elif decision.do == "even-money":
        even_money(table, decision)
    elif decision.do == "surrender":
        surrender(table, decision)
    else:
        forfeit(table, decision)
    table.run()


def decides_later(box, rest):
    return any(later.box == box.number and later.do in ACTS for later in rest)


def pass_over(table, rest):
    """R20: an offer or a hand for which the list holds nothing more is passed over; whether there was one."""
    if table.pause or table.forfeit_waits() or table.naturals_wait():
        if table.pause:
            awaited = ()
        elif table.forfeit_waits():
            awaited = forfeits_to_come(table, rest)
        else:
            awaited = [later for later in rest if later.do in ("insure", "even-money")]
        if awaited:
            return False
        table.pass_offer()
        return True
    asked = table.asked()
    if asked is None or decides_later(asked[0], rest):
        return False
    table.play_absent()
    return True


def forfeits_to_come(table, rest):
    """Those of the open double that come before the next decision about a hand."""
    box, hand = table.forfeit_open
    players = [bet.player for bet in hand.live() if bet.doubled is not None and not bet.forfeited]
    found = []
    for later in rest:
        if later.do in ACTS:
            break
        if later.do == "forfeit" and later.box == box.number and (later.player or box.controller) in players:
            found.append(later)
    return found


# R27


def until(table, count, rest):
    """Until so many cards have left the shoe."""
    if table.left > count:
        raise Unreadable(f"after_cards: more than {count} cards have left the shoe")
    while table.left < count:
        if table.due() is not None:
            table.deal()
        elif not pass_over(table, rest):
            raise Unreadable(f"after_cards: no {count} cards leave the shoe before the next decision")


# CP 10, CB 9, SP 12; refusing a card: SP 18.3


def act(table, decision, rest):
    if decision.do == "refuse" and not table.star:
        raise Refused("refuse", "no card may be refused in this game")
    refusal = reach(table, decision, rest)
    if decision.do == "refuse" and not any(card.refusable for card in table.lying):  # before whose turn it is
        raise Refused("refuse", "no card that was drawn in error lies out")
    if refusal is not None:
        raise refusal
    box, hand = table.asked()
    only_controller(box, decision)
    seen = table.seen_of(box, hand)
    do_act(table, decision, box, hand)
    table.remember(decision, box, box.controller, "act", seen)
    table.run()


def reach(table, decision, rest):
    """Go on until the box is asked; why it cannot be, if so."""
    try:
        box = table.box_numbered(decision.box)
    except Refused as refusal:
        table.deal_due()
        return refusal
    while True:
        while table.unserved or table.turn != table.asked():
            table.deal()
        if box.finished():
            return Refused("turn", "the box has nothing left to decide")
        if table.waits():
            table.pass_offer()
            continue
        waiting, _ = table.asked()
        if waiting is box:
            return None
        if decides_later(waiting, rest):
            return Refused("turn", f"box {waiting.number} is to act first")
        table.play_absent()


def do_act(table, decision, box, hand):
    if decision.do == "hit":
        hit(hand)
    elif decision.do == "stand":
        stand(table, hand)
    elif decision.do == "split":
        split(table, box, hand, decision)
    elif decision.do == "double":
        double(table, box, hand, decision)
    else:
        table.no_more |= {one.number for one in table.boxes if one.controller == box.controller}
    table.close_offers()
    table.forfeit_open = (box, hand) if decision.do == "double" else None


def only_controller(box, decision):
    if decision.player is not None and decision.player != box.controller:
        raise Refused("control", f"{decision.player} does not control the box")


def check_joined(box, hand, names, topic):
    for player in names:
        if player == box.controller:
            raise Refused(topic, f"{player} controls the box and joins nobody")
        if hand.bet_of(player) is None:
            raise Refused(topic, f"{player} has no wager on the hand")


def check_own(box, hand, topic):
    """Control may have passed to a player who has no wager on this hand of the box: R15, R14."""
    if hand.bet_of(box.controller) is None:
        raise Refused(topic, f"{box.controller} has no wager on the hand")


def hit(hand):
    if hand.split_aces:
        raise Refused("split aces", "a split ace gets one card only")
    hand.wants = "hit"


def stand(table, hand):
    if not table.star and hard(hand.cards) < 12 and not is_soft(hand.cards):  # R11
        raise Refused("stand", "a hard total under 12 must draw")
    hand.done = True


def split(table, box, hand, decision):
    if len(hand.cards) != 2 or points(hand.cards[0]) != points(hand.cards[1]):
        raise Refused("split", "the hand is not two cards of equal value")
    if len(box.hands) >= table.document.max_hands:
        raise Refused("split again", f"no more than {table.document.max_hands} hands")
    check_own(box, hand, "split")
    check_joined(box, hand, decision.joined_by, "split joined")
    if hand.cards[0][0] == "7" and hand.cards[1][0] == "7" and same_suit(hand.cards):  # CP 11.10
        box.suited_sevens_split = True
    further = []
    for bet in hand.live():
        if bet.player == box.controller or bet.player in decision.joined_by:
            further.append(Bet(bet.player, box.stakes[bet.player], "split"))
    new = Hand(table.game, [hand.cards.pop()], further)
    box.hands.insert(box.hands.index(hand) + 1, new)
    for one in (hand, new):
        one.from_split = True
        one.split_aces = is_ace(one.cards[0])


def double(table, box, hand, decision):
    if hand.split_aces:
        raise Refused("split aces", "a split ace gets one card only")
    if table.game == CB and len(hand.cards) != 2:  # R12
        raise Refused("double", "only the first two cards may be doubled")
    check_own(box, hand, "double")
    check_joined(box, hand, decision.joined_by, "double joined")
    amounts = dict(decision.joined_by)
    amounts[box.controller] = decision.amount
    if decision.amount is None:
        amounts[box.controller] = box.stakes[box.controller]
    for player, amount in amounts.items():
        if amount > box.stakes[player]:  # CP "Double", SP 13.1
            raise Refused("double", f"more than the original wager of {player}")
        if table.game == CB and amount != box.stakes[player]:  # CB "Double"
            raise Refused("double", f"not the initial wager of {player}")
    for player, amount in amounts.items():
        hand.bet_of(player).doubled = amount
    hand.wants = "double"
    hand.to_be_doubled = True


# CP 7, CB 7 and 8, SP 9


def insure(table, decision):
    box = table.box_numbered(decision.box)
    player = decision.player or box.controller
    main = box.hands[0].bet_of(player)
    if main is None:
        raise Refused("insurance", f"{player} has no main wager on the box")
    if not is_ace(table.dealer[0]):
        raise Refused("insurance", "the dealer's first card is not an ace")
    if not is_open(table, "insurance", box):
        raise Refused("insurance time", "insurance is closed")
    lay_insurance(table, decision, box, player)


def lay_insurance(table, decision, box, player):
    if box.hands[0].natural() and table.game != CB:
        raise Refused("insurance on a natural", "a pontoon cannot be insured")
    if box.hands[0].natural() and box.hands[0].bet_of(player).even_money:
        raise Refused("even money", "even money was taken")
    if player in box.insurance:
        raise Refused("insurance", "insured already")
    if decision.amount * 2 > box.stakes[player]:
        raise Refused("insurance", "more than half the initial wager")
    if not table.star and decision.amount * 2 % table.document.smallest_chip != 0:
        raise Refused("insurance multiple", "not a multiple of half the smallest chip")
    box.insurance[player] = decision.amount
    table.remember(decision, box, player, "insurance", table.seen_first(box))


def even_money(table, decision):
    if table.game != CB:
        raise Refused("even money", "there is no even money in this game")
    box = table.box_numbered(decision.box)
    player = decision.player or box.controller
    bet = box.hands[0].bet_of(player)
    if bet is None:
        raise Refused("even money", f"{player} has no main wager on the box")
    if not box.hands[0].natural() or not is_ace(table.dealer[0]):
        raise Refused("even money", "only for a blackjack against an ace")
    if not is_open(table, "insurance", box):
        raise Refused("even money", "the interim settlement is over")
    if bet.even_money:
        raise Refused("even money", "taken already")
    if player in box.insurance:
        raise Refused("even money", "the blackjack is insured")
    bet.even_money = True
    table.remember(decision, box, player, "insurance", table.seen_first(box))


# CP 9, SP 10


def surrender(table, decision):
    if table.game == CB:
        raise Refused("surrender", "there is no surrender in this game")
    box = table.box_numbered(decision.box)
    only_controller(box, decision)
    if box.finished():
        raise Refused("surrender", "a pontoon or a surrendered hand")
    if table.dealer[0][0] not in "JQKA":
        raise Refused("surrender", "the dealer's first card is not a jack, queen, king or ace")
    if table.pause == "insurance":
        table.pass_offer()
    if not is_open(table, "surrender", box):
        raise Refused("surrender", "the subsequent deal has begun")
    check_own(box, box.hands[0], "surrender")
    check_joined(box, box.hands[0], decision.joined_by, "surrender joined")
    do_surrender(table, decision, box)
    table.remember(decision, box, box.controller, "surrender", table.seen_first(box))


def do_surrender(table, decision, box):
    hand = box.hands[0]
    for bet in hand.live():
        # CP 9.2: all on the box. SP 10.4: each may.
        if not table.star or bet.player == box.controller or bet.player in decision.joined_by:
            bet.surrendered = True
    hand.surrendered = True
    hand.done = True
    close(table, "insurance")


# CP 12.6, SP 13.5 to 13.7


def forfeit(table, decision):
    if table.game == CB:
        raise Refused("forfeit", "there is no forfeit in this game")
    box = table.box_numbered(decision.box)
    if table.forfeit_open is None or table.forfeit_open[0] is not box:
        raise Refused("forfeit", "no hand of the box was just doubled")
    hand = table.forfeit_open[1]
    if hand.total() > 21:
        raise Refused("forfeit", "the hand is busted")
    if hand.total() == 21:
        raise Refused("forfeit", "the hand made 21 and is paid")
    bet = hand.bet_of(decision.player or box.controller)
    if bet is None or bet.doubled is None:
        raise Refused("forfeit", "the player did not double")
    if bet.forfeited:
        raise Refused("forfeit", "forfeited already")
    bet.forfeited = True
    table.remember(decision, box, bet.player, "act", table.seen_of(box, hand))
