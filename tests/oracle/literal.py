"""One round as it lies on the table: the deal, whose turn it is, and where the next card goes."""

from .cards import is_ace
from .clauses import Refused
from .dealer import dealer_due
from .documents import CB, STAR, Unreadable
from .history import Event, Made
from .offers import STAGES, close, waits_for_closing
from .reconstruction import repeat
from .wagers import place

DEALER = "dealer"


class Table:
    def __init__(self, document):
        self.document = document
        self.game = document.game
        self.star = document.game in STAR
        self.cards_from = document.cards_from
        self.left = 0  # the cards that have left the shoe
        self.burned = []  # their numbers
        self.refused = []
        self.record = []  # the steps of staff that were done
        self.after_round = set()
        self.notified = set()
        self.faced_up = False  # whether a card was found face up
        self.window = False  # R33: insurance that was missed may be laid now
        self.ended = None  # why the round is void, invalidated or terminated, and by which clause
        self.manner = None  # and how its wagers are settled then
        self.orders = 0
        self.history = []  # decisions that stand
        self.events = []  # what staff did to wagers and payments
        self.closed = {}  # insurance and surrender, when they were closed: what the players of each box saw then
        self.lay_out()

    def lay_out(self):
        """The table before the first card: at the start, and when the cards are dealt anew."""
        self.boxes, self.returned = place(self.document)
        self.dealer = []
        hands = [(box, box.hands[0]) for box in self.boxes]
        self.unserved = [*hands, DEALER, *hands] if hands else []  # CP 6.2, CB 6.2, SP 8.1
        self.turn = None  # (box, hand)
        self.open = set(STAGES)
        self.forfeit_open = None  # (box, the hand just doubled)
        self.forfeit_passed = False
        self.no_more = set()  # SP 18.3: boxes whose player refused a card
        self.deferred = set()  # SP 11.3: boxes that are paid at the end
        self.misplaced = False
        self.lying = []
        self.standing = []  # decisions to be repeated on the cards dealt anew
        self.pending_events = []
        self.asked_again = set()  # of insurance and surrender, what may have to be offered again
        self.pause = None  # what is offered again now
        self.open_to = ()  # and the boxes to which it is
        self.rebuilt = 0  # the last decision before the reconstruction, by its order
        self.set_aside = []

    # Cards

    def from_shoe(self):
        if self.left == len(self.document.cards):
            raise Unreadable("cards: too few for this round")
        self.left += 1
        return self.left - 1

    def deal(self):
        """The next card goes where it is due."""
        place = self.due()
        self.deliver(self.lying.pop(0).number if self.lying else self.from_shoe(), place)
        self.run()

    def deal_due(self):
        while self.due() is not None:
            self.deal()

    def due(self):
        """Where a card is due: a box and its hand, the dealer, or nowhere."""
        if self.ended:
            return None
        if self.unserved:
            return self.unserved[0]
        if self.turn is not None:
            return self.turn if self.turn[1].wants else None
        if self.waits() or not self.boxes:
            return None
        return DEALER if dealer_due(self) else None

    def deliver(self, number, place):
        card = self.document.cards[number]
        if place == DEALER:
            self.dealer.append(card)
        else:
            place[1].cards.append(card)
            place[0].dealt.append(card)
        if self.unserved:
            self.unserved.remove(place)
            if not self.unserved:
                self.initial_deal_complete()
        elif place == DEALER:
            self.close_offers()
        else:
            self.card_came(*place)

    def initial_deal_complete(self):
        for box in self.boxes:
            hand = box.hands[0]
            if hand.natural():  # CP 10.2(a), CB 9.2(a), SP 12.3
                hand.done = True
                self.pay(box, hand)

    def card_came(self, box, hand):
        wanted, hand.wants = hand.wants, None
        if wanted == "double":
            hand.doubled = True
            hand.done = True
        elif wanted == "absent":
            self.draw_or_stop(hand)
        elif wanted == "second" and hand.split_aces:
            # CP 11.5, CB 10.5, SP 14.6: one card only; SP 14.9: unless it may be split again
            hand.done = not (self.star and len(box.hands) < self.document.max_hands and is_ace(hand.cards[1]))
        elif hand.total() >= 21:
            hand.done = True
        if hand.done and hand.total() == 21:
            self.pay(box, hand)

    def pay(self, box, hand):
        """CP 8.1 and 10.2(b), SP 11.1 and 11.2: a pontoon and a 21 are paid when made, unless it was deferred (11.3)."""
        hand.paid = self.game != CB and box.number not in self.deferred

    # Whose turn it is: CP 10.1 and 11.4, CB 9.1 and 10.4, SP 12.1 and 14.2

    def run(self):
        """What follows by itself, with the cards that lie out, without a further card from the shoe."""
        while True:
            self.next_turn()
            if repeat(self):
                continue
            place = self.due()
            if place is not None and self.lying and not waits_for_closing(self):
                self.deliver(self.lying.pop(0).number, place)
            elif self.pending_events:
                self.pending_events.pop(0).happen(self)
            else:
                return

    def next_turn(self):
        self.turn = None
        # SP 13.5, 14.2: a forfeit is offered before the next hand gets a card
        if self.ended or self.unserved or self.pause or self.forfeit_waits():
            return
        for box in self.boxes:
            for hand in box.hands:
                if not hand.done and not self.passed_by(box, hand):
                    self.turn = (box, hand)
                    return

    def passed_by(self, box, hand):
        if not hand.live():  # R40, R42: no card without a wager
            hand.wants = None
            hand.done = True
        elif hand.wants is None and len(hand.cards) == 1:
            hand.wants = "second"
        elif hand.wants is None and (box.absent or box.number in self.no_more):  # SP 18.3, 18.10
            hand.done = True
        return hand.done

    def asked(self):
        """The box and hand that are to decide, or nobody."""
        return self.turn if self.turn is not None and not self.turn[1].wants else None

    # The offers

    def waits(self):
        """Whether an offer is open that comes before any further card."""
        return bool(self.pause) or self.forfeit_waits() or self.naturals_wait()

    def forfeit_waits(self):
        """CP 12.6, SP 13.5: after a double that neither busted nor made 21."""
        if self.forfeit_open is None or self.forfeit_passed or self.game == CB:
            return False
        hand = self.forfeit_open[1]
        if not hand.doubled or hand.total() >= 21:
            return False
        return any(bet.doubled is not None and not bet.forfeited for bet in hand.live())

    def naturals_wait(self):
        """CB 7.1, 8.1(b): blackjacks against an ace, when no hand is to act."""
        if self.game != CB or self.unserved or "insurance" not in self.open:
            return False
        if not self.dealer or not is_ace(self.dealer[0]):
            return False
        if not all(box.finished() for box in self.boxes):
            return False
        return any(
            not bet.even_money and bet.player not in box.insurance
            for box in self.boxes
            for bet in box.hands[0].live()
            if box.hands[0].natural()
        )

    def pass_offer(self):
        """An offer is passed over. A forfeit may still be declared until the next hand is acted on: R14."""
        if self.pause:
            self.asked_again.discard(self.pause)
            close(self, self.pause)
        elif self.forfeit_waits():
            box, hand = self.forfeit_open
            self.remember(None, box, None, "pass", self.seen_of(box, hand))
            self.forfeit_passed = True
        else:
            self.close_offers()
        self.run()

    def close_offers(self):
        close(self, *STAGES)
        self.forfeit_open = None
        self.forfeit_passed = False

    # R20: CP 15.7, CB 14.7, SP 18.10, S6 17.10 and 17.10.1

    def play_absent(self):
        box, hand = self.asked()
        self.remember(None, box, None, "absent", self.seen_of(box, hand))
        self.absent(box, hand)
        self.run()

    def absent(self, box, hand):
        self.close_offers()
        box.absent = self.document.absent == "stand"  # SP 18.10, S6 17.10.1: no further cards to that playing area
        if hand.split_aces:
            hand.done = True
        else:
            self.draw_or_stop(hand)

    def draw_or_stop(self, hand):
        if self.document.absent == "draw-past-11" and hand.total() <= 11:
            hand.wants = "absent"
        else:
            hand.done = True

    # R36: what was decided, and what its maker saw

    def remember(self, decision, box, player, stage, seen):
        self.orders += 1
        self.history.append(Made(self.orders, decision, box, player, stage, seen))

    def seen_of(self, box, hand):
        """The hand as it lies, and which it is."""
        return (box.hands.index(hand), box.seen(hand.cards), self.dealer[0])

    def seen_first(self, box):
        """For insurance, even money and surrender: the first two cards."""
        return (0, box.seen(box.dealt[:2]), self.dealer[0])

    def box_numbered(self, number):
        for box in self.boxes:
            if box.number == number:
                return box
        raise Refused("main wager", "the box has no main wager")

    def happen(self, deed, *given):
        """Staff does something that a reconstruction repeats."""
        self.orders += 1
        event = Event(self.orders, self.left, deed, *given)
        self.events.append(event)
        event.happen(self)
        self.run()

    def done(self, step, cited):
        if step.do not in ("absent", "close"):
            self.record.append({"decision": step.index, "do": step.do, "clause": cited})
