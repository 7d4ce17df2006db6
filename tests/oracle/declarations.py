"""What staff declares about wagers: CP 17.1 to 17.5, CB 16.1 to 16.5, SP 11.3, 18.21, 20.4 to 20.6, R40 to R43."""

from .cards import is_ten, perfect_pairs
from .clauses import Refused, clause
from .documents import SP
from .irregularities import cite, end
from .literal import DEALER
from .wagers import controlling_wager, lost, unsettled


def invalidate(table, step, rest):
    """CP 17.1, 17.4, 17.5; CB 16.1, 16.4, 16.5; SP 20.5, 20.6; R41."""
    because = step.said["because"]
    forfeited_by = step.said["forfeited_by"]
    if table.star and because == "impractical":
        raise Refused("impractical", "only disruption or fraud invalidates a round")
    if forfeited_by and not (table.star and because == "fraud"):
        raise Refused("forfeited by", "wagers are forfeited only for fraud, at The Star")
    players = {wager.player for wager in table.document.wagers}
    for player in forfeited_by:
        if player not in players:
            raise Refused("forfeited by", f"{player} has no wager")
    end(table, because, clause(table.game, because))
    table.manner = set(forfeited_by) if step.said["refund"] else players  # whose stakes are kept
    cite(table, step, because)


def void_wagers(table, step, rest):
    """CP 17.3(a), CB 16.3(a), SP 18.21.2 and 20.4.1, R42."""
    player = step.said["player"]
    because = step.said["because"]
    topic = "void-wagers"
    which = ("open", "won", "lost")
    if because == "player-card":
        topic = "void-wagers, player-card"
        which = ("open", "won")  # 18.21.2 returns winning ones
        if table.game != SP:
            raise Refused(topic, "no Player Card is needed")
    elif because == "rules" and table.star:
        raise Refused("void-wagers, rules", "only for a prohibited device")
    if not any(state in which for state, _, _ in wagers_of(table, player)):
        raise Refused(topic, f"{player} has no wager left")
    cite(table, step, topic)
    table.happen(take_back, (player,), which, clause(table.game, topic))


def wagers_of(table, player):
    """A player's wagers that have not come back: open, won or lost; the wager; and its box."""
    found = []
    for box in table.boxes:
        for hand in box.hands:
            for bet in hand.live():
                if bet.player == player:
                    state = "lost" if lost(hand, bet) else "won" if hand.paid else "open"
                    found.append((state, bet, box))
        laid = [("perfect-pairs", who) for who, _ in box.perfect_pairs]
        laid += [("super-sevens", who) for who, _ in box.super_sevens]
        laid += [("insurance", who) for who in box.insurance]
        for wager, who in laid:
            if who == player and (who, wager) not in box.void:
                found.append((side_state(table, box, wager), wager, box))
    return found


def side_state(table, box, wager):
    if wager == "perfect-pairs" and not table.unserved:  # CP 18.13, SP 16.9
        return "won" if perfect_pairs(*box.dealt[:2], table.star) else "lost"
    if wager == "insurance" and len(table.dealer) > 1 and not is_ten(table.dealer[1]):  # SP 15.2
        return "lost"
    return "open"


def take_back(table, players, which, cited):
    """Wagers of players come back and win nothing; others' hands go on, and control passes: R22."""
    for player in players:
        for state, wager, box in wagers_of(table, player):
            if state not in which:
                continue
            if isinstance(wager, str):
                box.void[(player, wager)] = cited
            else:
                wager.void = cited
    in_initial_deal = bool(table.unserved)
    for box in table.boxes:
        if in_initial_deal and box.empty():
            no_more_cards(table, box)
        if box.controller in players:
            pass_control(table, box)
    if in_initial_deal and not table.unserved and not all(box.empty() for box in table.boxes):
        table.initial_deal_complete()


def no_more_cards(table, box):
    """A box that empties in the initial deal; Perfect Pairs need a main wager on the box (SP 16.5)."""
    table.unserved = [place for place in table.unserved if place == DEALER or place[0] is not box]
    for who, _ in box.perfect_pairs:
        box.void.setdefault((who, "perfect-pairs"), clause(table.game, "returned perfect-pairs"))
    if all(one.empty() for one in table.boxes):
        table.unserved = []


def pass_control(table, box):
    """CP 4.5, CB 4.5, SP 6.6: among those who still have an unsettled wager on the box."""
    open_bets = [bet for hand in box.hands for bet in hand.live() if unsettled(hand, bet)]
    left = [wager for wager in box.mains if any(bet.player == wager.player for bet in open_bets)]
    if left:
        box.controller = controlling_wager(left, table.star).player


def pay_at_end(table, step, rest):
    """SP 11.3, R43."""
    if not table.star:
        raise Refused("pay-at-end", "it is paid when it is made")
    cite(table, step)
    number = step.said["box"]
    table.happen(defer, range(1, 8) if number is None else (number,))


def defer(table, numbers):
    table.deferred |= set(numbers)
