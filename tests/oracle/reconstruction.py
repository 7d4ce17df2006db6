"""The round dealt anew after an error of card placement: CP 15.4, CB 14.4, SP 18.8, with R36 and R37."""

from .clauses import Refused
from .decisions import do_act, do_surrender
from .history import Lying
from .offers import STAGES, again


def reconstruct(table):
    """Deal the cards that left the shoe in their order, burned ones left out; answers the decisions set aside."""
    carried = [card for card in table.lying if card.fate == "carried" and not card.refusable]  # never left: SP 18.6
    numbers = [card.number for card in carried]
    table.lay_out()
    table.lying = [
        Lying(number, refusable=False, fate="burned")
        for number in range(table.left)
        if number not in table.burned and number not in numbers
    ]
    table.lying += carried
    table.standing = list(table.history)
    table.pending_events = list(table.events)
    table.rebuilt = table.orders
    table.set_aside = []
    table.asked_again = set(table.closed)
    table.open -= table.asked_again
    table.run()
    return table.set_aside


def repeat(table):
    """Repeat what was decided or done next, if it stands; whether there was something."""
    if not (table.standing or table.pending_events or table.asked_again):
        return False
    made = next_standing(table)
    if table.pending_events:
        # What staff did comes before the decisions that followed it, and before the cards that left after it.
        event = table.pending_events[0]
        reached = not table.lying or table.lying[0].number >= event.left
        if event.order < made.order if made else reached:
            table.pending_events.pop(0)
            event.happen(table)
            return True
    if made is None:
        return False
    question = question_for(table, made)
    if question != made.seen:
        set_aside(table, made)
        return True
    table.standing.remove(made)
    try:
        once_more(table, made)
    except Refused:
        set_aside(table, made)
    return True


def next_standing(table):
    """The decision that was made on what is asked now: insurance, surrender, then the hands in turn."""
    if table.unserved or table.pause or not table.dealer:
        return None
    drop_unasked(table)
    for stage in STAGES:
        for made in table.standing:
            if made.stage == stage:
                return made
        if stage in table.asked_again:
            table.open_to = again(table, stage)
            if table.open_to:
                table.pause = stage
                table.turn = None
                return None
            table.asked_again.remove(stage)
    if table.forfeit_waits():
        return first_of(table, table.forfeit_open[0], forfeits=True)
    asked = table.asked()
    return None if asked is None else first_of(table, asked[0], forfeits=False)


def first_of(table, box, forfeits):
    """The first decision on a box that waits. A forfeit that was not declared is no decision."""
    for made in list(table.standing):
        if made.box != box.number:
            continue
        if made.stage == "pass" and not forfeits:
            forget(table, made)
            continue
        if forfeits and made.stage != "pass" and (made.decision is None or made.decision.do != "forfeit"):
            return None
        return made
    return None


def question_for(table, made):
    """What the maker of a decision sees now."""
    if made.stage in STAGES:
        return table.seen_first(table.box_numbered(made.box))
    if table.forfeit_waits():
        return table.seen_of(*table.forfeit_open)
    return table.seen_of(*table.asked())


def once_more(table, made):
    box = table.box_numbered(made.box)
    if made.stage == "absent":
        table.absent(*table.asked())
    elif made.stage == "pass":
        table.forfeit_passed = True
    elif made.stage == "surrender":
        do_surrender(table, made.decision, box)
    elif made.decision.do == "insure":
        own_bet(box.hands[0], made.player)
        box.insurance[made.player] = made.decision.amount
    elif made.decision.do == "even-money":
        own_bet(box.hands[0], made.player).even_money = True
    elif made.decision.do == "forfeit":
        own_bet(table.forfeit_open[1], made.player).forfeited = True
    else:
        do_act(table, made.decision, box, table.asked()[1])


def own_bet(hand, player):
    bet = hand.bet_of(player)
    if bet is None:
        raise Refused("main wager", f"the wager of {player} came back")
    return bet


def set_aside(table, made):
    """R36: the decision and all later ones on the box do not stand."""
    if made.stage == "pass":
        forget(table, made)
        return
    box = table.box_numbered(made.box)
    for later in list(table.history):
        if later.box != made.box or not made.order <= later.order <= table.rebuilt:
            continue
        forget(table, later)
        if later.decision is not None:
            table.set_aside.append(later.decision.index)
        if later.stage == "insurance":
            box.insurance.pop(later.player, None)
    table.set_aside.sort()


def forget(table, made):
    table.history.remove(made)
    if made in table.standing:
        table.standing.remove(made)


def drop_unasked(table):
    """Decisions on a box that has nothing left to decide do not stand."""
    for box in table.boxes:
        if not box.finished() or (table.forfeit_waits() and table.forfeit_open[0] is box):
            continue
        for made in list(table.standing):
            if made.box == box.number and made.stage == "act" and made in table.standing:
                set_aside(table, made)
