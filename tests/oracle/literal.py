"""One round, played as the texts say: the deal and the decisions."""

import copy

from .cards import hard, is_ace, is_soft, points, same_suit
from .clauses import Refused, clause
from .documents import ACTS, CB, STAR, Unreadable
from .wagers import Bet, Hand, place


class Table:
    def __init__(self, document):
        self.document = document
        self.game = document.game
        self.star = document.game in STAR
        self.boxes, self.returned = place(document)
        self.used = 0
        self.dealer = []
        self.refused = []
        self.turn = None  # (box, hand)
        self.insurance_open = True
        self.surrender_open = True
        self.forfeit_open = None  # (box, the hand just doubled)

    def card(self):
        if self.used == len(self.document.cards):
            raise Unreadable("cards: too few for this round")
        self.used += 1
        return self.document.cards[self.used - 1]

    def card_to(self, box, hand):
        card = self.card()
        hand.cards.append(card)
        box.dealt.append(card)

    # The initial deal: CP 6.2, CB 6.2, SP 8.1

    def initial_deal(self):
        if not self.boxes:
            return
        for box in self.boxes:
            bets = [Bet(player, stake, "main") for player, stake in box.stakes.items()]
            box.hands = [Hand(self.game, [], bets)]
            self.card_to(box, box.hands[0])
        self.dealer.append(self.card())
        for box in self.boxes:
            self.card_to(box, box.hands[0])
            if box.hands[0].natural():  # CP 10.2(a), CB 9.2(a), SP 12.3
                box.hands[0].done = True
        self.next_turn()

    # Whose turn it is: CP 10.1 and 11.4, CB 9.1 and 10.4, SP 12.1 and 14.2

    def next_turn(self):
        self.turn = None
        for box in self.boxes:
            for hand in box.hands:
                if hand.done:
                    continue
                if len(hand.cards) == 1:
                    self.second_card_to_split_hand(box, hand)
                if not hand.done:
                    self.turn = (box, hand)
                    return

    def second_card_to_split_hand(self, box, hand):
        self.card_to(box, hand)
        if hand.split_aces:
            # CP 11.5, CB 10.5, SP 14.6: one card only; SP 14.9: unless it may be split again
            hand.done = not self.may_split_again(box, hand)
        elif hand.total() == 21:
            hand.done = True

    def may_split_again(self, box, hand):
        return self.star and len(box.hands) < self.document.max_hands and is_ace(hand.cards[1])

    # The decisions

    def take_decisions(self):
        decisions = self.document.decisions
        for decision in decisions:
            rest = decisions[decision.index + 1 :]
            # A refused decision counts as not made, so hands that were passed over to reach it are not finished either.
            passes_over = decision.do in ACTS and self.turn is not None and self.turn[0].number != decision.box
            before = copy.deepcopy(self.__dict__) if passes_over else None
            try:
                if decision.do in ACTS:
                    self.act(decision, rest)
                elif decision.do == "insure":
                    self.insure(decision)
                elif decision.do == "even-money":
                    self.even_money(decision)
                elif decision.do == "surrender":
                    self.surrender(decision)
                else:
                    self.forfeit(decision)
            except Refused as refusal:
                if before is not None:
                    self.__dict__ = before
                self.refused.append(
                    {
                        "decision": decision.index,
                        "do": decision.do,
                        "clause": clause(self.game, refusal.topic),
                        "reason": refusal.reason,
                    }
                )
        while self.turn is not None:
            self.play_absent()

    def box_of(self, decision):
        for box in self.boxes:
            if box.number == decision.box:
                return box
        raise Refused("main wager", "the box has no main wager")

    def act(self, decision, rest):
        box = self.box_of(decision)
        while True:
            if box.finished():
                raise Refused("turn", "the box has nothing left to decide")
            if self.turn[0] is box:
                break
            waiting = self.turn[0].number
            if any(later.box == waiting and later.do in ACTS for later in rest):
                raise Refused("turn", f"box {waiting} is to act first")
            self.play_absent()
        self.only_controller(box, decision)
        hand = self.turn[1]
        if decision.do == "hit":
            self.hit(box, hand)
        elif decision.do == "stand":
            self.stand(hand)
        elif decision.do == "split":
            self.split(box, hand, decision)
        else:
            self.double(box, hand, decision)
        self.insurance_open = False
        self.surrender_open = False
        self.forfeit_open = (box, hand) if decision.do == "double" else None
        self.next_turn()

    def only_controller(self, box, decision):
        if decision.player is not None and decision.player != box.controller:
            raise Refused("control", f"{decision.player} does not control the box")

    def check_joined(self, box, hand, names, topic):
        for player in names:
            if player == box.controller:
                raise Refused(topic, f"{player} controls the box and joins nobody")
            if hand.bet_of(player) is None:
                raise Refused(topic, f"{player} has no wager on the hand")

    def play_absent(self):
        """R20: CP 15.7, CB 14.7, SP 18.10, S6 17.10 and 17.10.1."""
        box, hand = self.turn
        if self.document.absent == "draw-past-11" and not hand.split_aces:
            while hand.total() <= 11:
                self.card_to(box, hand)
        hand.done = True
        self.insurance_open = False
        self.surrender_open = False
        self.forfeit_open = None
        self.next_turn()

    def hit(self, box, hand):
        if hand.split_aces:
            raise Refused("split aces", "a split ace gets one card only")
        self.card_to(box, hand)
        if hand.total() >= 21:
            hand.done = True

    def stand(self, hand):
        if not self.star and hard(hand.cards) < 12 and not is_soft(hand.cards):  # R11
            raise Refused("stand", "a hard total under 12 must draw")
        hand.done = True

    def split(self, box, hand, decision):
        if len(hand.cards) != 2 or points(hand.cards[0]) != points(hand.cards[1]):
            raise Refused("split", "the hand is not two cards of equal value")
        if len(box.hands) >= self.document.max_hands:
            raise Refused("split again", f"no more than {self.document.max_hands} hands")
        self.check_joined(box, hand, decision.joined_by, "split joined")
        if hand.cards[0][0] == "7" and hand.cards[1][0] == "7" and same_suit(hand.cards):  # CP 11.10
            box.suited_sevens_split = True
        further = []
        for bet in hand.bets:
            if bet.player == box.controller or bet.player in decision.joined_by:
                further.append(Bet(bet.player, box.stakes[bet.player], "split"))
        new = Hand(self.game, [hand.cards.pop()], further)
        box.hands.insert(box.hands.index(hand) + 1, new)
        for one in (hand, new):
            one.from_split = True
            one.split_aces = is_ace(one.cards[0])

    def double(self, box, hand, decision):
        if hand.split_aces:
            raise Refused("split aces", "a split ace gets one card only")
        if self.game == CB and len(hand.cards) != 2:  # R12
            raise Refused("double", "only the first two cards may be doubled")
        self.check_joined(box, hand, decision.joined_by, "double joined")
        amounts = dict(decision.joined_by)
        amounts[box.controller] = decision.amount
        if decision.amount is None:
            amounts[box.controller] = box.stakes[box.controller]
        for player, amount in amounts.items():
            if amount > box.stakes[player]:  # CP "Double", SP 13.1
                raise Refused("double", f"more than the original wager of {player}")
            if self.game == CB and amount != box.stakes[player]:  # CB "Double"
                raise Refused("double", f"not the initial wager of {player}")
        for player, amount in amounts.items():
            hand.bet_of(player).doubled = amount
        self.card_to(box, hand)
        hand.doubled = True
        hand.done = True

    # CP 7, CB 7 and 8, SP 9

    def insure(self, decision):
        box = self.box_of(decision)
        player = decision.player or box.controller
        if player not in box.stakes:
            raise Refused("insurance", f"{player} has no main wager on the box")
        if not is_ace(self.dealer[0]):
            raise Refused("insurance", "the dealer's first card is not an ace")
        if not self.insurance_open:
            raise Refused("insurance time", "insurance is closed")
        if box.hands[0].natural() and self.game != CB:
            raise Refused("insurance on a natural", "a pontoon cannot be insured")
        if box.hands[0].bet_of(player).even_money:
            raise Refused("even money", "even money was taken")
        if player in box.insurance:
            raise Refused("insurance", "insured already")
        if decision.amount * 2 > box.stakes[player]:
            raise Refused("insurance", "more than half the initial wager")
        if not self.star and decision.amount * 2 % self.document.smallest_chip != 0:
            raise Refused("insurance multiple", "not a multiple of half the smallest chip")
        box.insurance[player] = decision.amount

    def even_money(self, decision):
        if self.game != CB:
            raise Refused("even money", "there is no even money in this game")
        box = self.box_of(decision)
        player = decision.player or box.controller
        if player not in box.stakes:
            raise Refused("even money", f"{player} has no main wager on the box")
        if not box.hands[0].natural() or not is_ace(self.dealer[0]):
            raise Refused("even money", "only for a blackjack against an ace")
        if not self.insurance_open:
            raise Refused("even money", "the interim settlement is over")
        bet = box.hands[0].bet_of(player)
        if bet.even_money:
            raise Refused("even money", "taken already")
        if player in box.insurance:
            raise Refused("even money", "the blackjack is insured")
        bet.even_money = True

    # CP 9, SP 10

    def surrender(self, decision):
        if self.game == CB:
            raise Refused("surrender", "there is no surrender in this game")
        box = self.box_of(decision)
        self.only_controller(box, decision)
        if self.dealer[0][0] not in "JQKA":
            raise Refused("surrender", "the dealer's first card is not a jack, queen, king or ace")
        if not self.surrender_open:
            raise Refused("surrender", "the subsequent deal has begun")
        if box.finished():
            raise Refused("surrender", "a pontoon or a surrendered hand")
        hand = box.hands[0]
        self.check_joined(box, hand, decision.joined_by, "surrender joined")
        for bet in hand.bets:
            # CP 9.2: all on the box. SP 10.4: each may.
            if not self.star or bet.player == box.controller or bet.player in decision.joined_by:
                bet.surrendered = True
        hand.surrendered = True
        hand.done = True
        self.insurance_open = False
        self.next_turn()

    # CP 12.6, SP 13.5 to 13.7

    def forfeit(self, decision):
        if self.game == CB:
            raise Refused("forfeit", "there is no forfeit in this game")
        box = self.box_of(decision)
        if self.forfeit_open is None or self.forfeit_open[0] is not box:
            raise Refused("forfeit", "no hand of the box was just doubled")
        hand = self.forfeit_open[1]
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
