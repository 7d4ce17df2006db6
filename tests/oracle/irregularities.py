"""Errors of dealing: CP 15, CB 14, SP 18, S6 17, with R27 to R35."""

from . import offers
from .cards import is_ace
from .clauses import Refused, clause
from .decisions import lay_insurance, pass_over, until
from .documents import CB, CP, Unreadable
from .history import Lying
from .literal import DEALER
from .offers import STAGES, is_made, waits_for_closing
from .reconstruction import reconstruct
from .wagers import unsettled


def cite(table, step, topic=None):
    table.done(step, clause(table.game, topic or step.do))


def in_time(table, step, rest):
    """R27: after so many cards, or where the next decision would be; what is closed then is still open."""
    if step.after_cards is None:
        while table.due() is not None and not (step.do == "close" and waits_for_closing(table)):
            table.deal()
    else:
        until(table, step.after_cards, rest)


def absent(table, step, rest):
    while table.waits():
        table.pass_offer()
        table.deal_due()
    if table.asked() is None:
        raise Refused("absent", "no hand is to act")
    table.play_absent()


def close(table, step, rest):
    if table.waits():
        table.pass_offer()
        table.forfeit_open = None
        return
    for stage in STAGES:
        if (table.asked() or waits_for_closing(table)) and stage in table.open and is_made(table, stage):
            offers.close(table, stage)
            return
    raise Refused("close", "no offer is open")


def burn(table, step, rest):
    """CP 15.1, CB 14.1, SP 18.1; burned by mistake CP 15.2, CB 14.2, SP 18.17."""
    table.burned.append(table.from_shoe())
    if step.said["because"] == "face-up":
        table.faced_up = True
        cite(table, step)
    else:
        cite(table, step, "burned in error")


def draw_in_error(table, step, rest):
    """CP 15.2, CB 14.2, SP 18.2, R29, R31: it stays the next card."""
    if table.due() is not None and not waits_for_closing(table):
        table.deal()
    else:
        fate = "burned" if step.said["exposed"] else "carried"
        table.lying.append(Lying(table.from_shoe(), refusable=True, fate=fate))
    cite(table, step)


def extra_card(table, step, rest):
    """CP 15.3, CB 14.3, SP 18.5, 18.6, R32."""
    finish_hands(table, rest)
    if table.asked() is not None or table.waits():
        raise Refused("extra-card", "a hand is still to act")
    number = table.from_shoe()
    if table.star and not step.said["exposed"]:
        table.lying.append(Lying(number, refusable=False, fate="carried"))
        cite(table, step, "extra-card carried")
    else:
        table.burned.append(number)
        cite(table, step)


def finish_hands(table, rest):
    while True:
        table.deal_due()
        if not pass_over(table, rest):
            return


def misplace(table, step, rest):
    """R35: a card goes elsewhere than where it is due."""
    while table.due() is None and pass_over(table, rest):
        pass
    while table.due() is not None and table.lying:
        table.deal()
    due = table.due()
    if due is None:
        raise Refused("draw-in-error", "no card is due")
    place = place_named(table, step.said["to"])
    if place == due:
        raise Refused("misplace", "the card is due there")
    if due == DEALER and not table.unserved:  # the deal has gone on to the dealer's hand
        table.close_offers()
    number = table.from_shoe()
    table.misplaced = True
    if place is not None and place in table.unserved:
        table.deliver(number, place)
    elif place is not None and place != DEALER:
        place[0].surplus.append(table.document.cards[number])
    table.run()
    cite(table, step)


def place_named(table, to):
    """The dealer, a box with its hand, or None for a box that plays nothing."""
    if to == DEALER:
        return DEALER
    number, position = to
    for box in table.boxes:
        if box.number == number and position <= len(box.hands):
            return box, box.hands[position - 1]
        if box.number == number:
            raise Unreadable(f"to: box {number} has no hand {position}")
    if position > 1:
        raise Unreadable(f"to: box {number} has no hand {position}")
    return None


def put_right(table, step, rest):
    """CP 15.4, CB 14.4, SP 18.8, R36."""
    if not table.misplaced:
        raise Refused("reconstruct", "no card is misplaced")
    cite(table, step)
    table.record[-1]["set_aside"] = reconstruct(table)


def void(table, step, rest):
    """CP 15.5, CB 14.5, SP 18.8, R23, R38."""
    end(table, step.said["because"], clause(table.game, "void"))
    cite(table, step)


def end(table, because, cited):
    table.ended = {"because": because, "clause": cited}
    table.manner = "payments-stand" if table.star else "all-undone"
    table.turn = None


def insurance_missed(table, step, rest):
    """SP 18.13; at Canberra only before the subsequent deal (7.2): R33."""
    if not table.dealer or not is_ace(table.dealer[0]):
        raise Refused("no ace", "the dealer's first card is not an ace")
    if table.unserved:
        raise Refused("insurance-missed", "insurance is not due yet")
    if any(box.insurance for box in table.boxes):
        raise Refused("insurance-missed", "it was offered, as somebody has insured")
    hands_begun = any(made.stage in ("act", "absent") for made in table.history)
    if len(table.dealer) > 1 or (not table.star and hands_begun):
        raise Refused("insurance-missed", "it is too late for insurance")
    cite(table, step)


def insure_late(table, decision):
    """Each player with an unsettled wager on the box."""
    box = table.box_numbered(decision.box)
    player = decision.player or box.controller
    if not any(unsettled(hand, bet) for hand in box.hands for bet in hand.live() if bet.player == player):
        raise Refused("insurance", f"{player} has no unsettled wager on the box")
    lay_insurance(table, decision, box, player)


def burn_forgotten(table, step, rest):
    """CB 5.7, SP 18.12, R34: the card stays in play."""
    if table.game == CP:
        raise Refused("burn-forgotten", "no card is burned in this game")
    if table.game == CB and table.cards_from == "device":
        raise Refused("not cut in a device", "no card is burned from a device")
    if table.left > 0:
        raise Refused("burn-forgotten", "a card has left the shoe")
    cite(table, step)


def not_prepared(table, step, rest):
    """A cut or a shuffle that was missed: CP 15.8, CB 14.8, SP 18.11, 18.14, R34."""
    if table.cards_from == "device":
        raise Refused("not cut in a device", "the cards come from a device")
    table.after_round.add("shuffle")
    cite(table, step)


def rack_left(table, step, rest):
    """SP 18.15."""
    if not table.star or table.cards_from == "shoe" or table.unserved:
        raise Refused("rack-left", "the cards in the rack do not go into a device now")
    table.after_round.add("rack-stays")
    cite(table, step)


def check_cards(table, step, rest):
    """SP 18.1.1."""
    if not table.star or table.cards_from == "shoe" or not table.faced_up:
        raise Refused("check-cards", "no card was found face up in a device")
    table.after_round.add("check-cards")
    cite(table, step)


def wrong_card(table, step, rest):
    """A missing or a foreign card: SP 18.16; CP 17.4, CB 16.4 by R39."""
    end(table, step.do, clause(table.game, step.do))
    table.after_round.add("check-cards")
    if table.star:
        table.notified |= {"surveillance", "inspector"}
    else:
        table.manner = set()  # R39: invalidated, and everybody has the stakes back
    cite(table, step)
