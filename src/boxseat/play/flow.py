"""The course of a round: the initial deal, the dealer's offers, the hands in turn, the dealer's hand.

`step` and the irregularities change a round by these functions; each goes on until somebody must act or a card is due.
"""

from __future__ import annotations

from msgspec.structs import replace

from boxseat.cards import TWENTY_ONE, Card
from boxseat.consistency import present
from boxseat.play import settle, sidebets
from boxseat.play.acts import Double, Split, Surrender
from boxseat.play.dealer import needs_card
from boxseat.play.judge import may_resplit_aces, takes_only_one_card
from boxseat.play.places import DEALERS, place_due
from boxseat.play.state import Hand, Phase, Round, Stake, with_box, with_hand, with_irregular
from boxseat.rulebook.book import Book

ABSENT_DRAWS_TO = 11


def with_hand_in_turn(round_: Round, hand: Hand) -> Round:
    """The round with the hand in turn changed."""
    return with_hand(round_, *round_.turn, hand)


# The shoe


def deal(book: Book, round_: Round, card: Card) -> Round:
    """The round after the next card has gone to the place that is due."""
    if round_.phase is Phase.INITIAL_DEAL:
        return _deal_initially(book, round_, card)
    if round_.phase is Phase.DEALER:
        round_ = replace(round_, dealer=(*round_.dealer, card))
        if len(round_.dealer) == 2:
            round_ = settle.collect_insurance(book, round_)
        return dealers_hand(book, round_)
    return _drawn(book, _give(round_, *round_.turn, card))


def _deal_initially(book: Book, round_: Round, card: Card) -> Round:
    """Deal the next card of the initial deal: one to each box, one to the dealer, another to each box."""
    if round_.irregular is not None:
        return serve(book, round_, present(place_due(round_), "a place in the initial deal"), card)
    boxes = len(round_.boxes)
    dealt = round_.cards_placed
    if dealt == boxes:
        return replace(round_, dealer=(card,))
    round_ = _give(round_, dealt % (boxes + 1), 0, card)
    return round_ if dealt < 2 * boxes else initial_deal_done(book, round_)


def serve(book: Book, round_: Round, place: int, card: Card) -> Round:
    """Give a card to a place of the initial deal, due or not."""
    served = replace(round_, dealer=(card,)) if place == DEALERS else _give(round_, place, 0, card)
    return initial_deal_done(book, served) if place_due(served) is None else served


def initial_deal_done(book: Book, round_: Round) -> Round:
    """Settle what the first cards decide, and go on to the offers; the dealer has no card if no wager is left (R40)."""
    if not round_.dealer:
        return dealers_hand(book, round_)
    return _offer_insurance(book, settle.pay_naturals(book, sidebets.after_initial_deal(book, round_)))


def _give(round_: Round, place: int, hand_place: int, card: Card) -> Round:
    box = round_.boxes[place]
    hand = box.hands[hand_place]
    given = replace(hand, cards=(*hand.cards, card))
    hands = (*box.hands[:hand_place], given, *box.hands[hand_place + 1 :])
    return with_box(round_, place, replace(box, dealt=(*box.dealt, card), hands=hands))


def _drawn(book: Book, round_: Round) -> Round:
    """Continue after a card to the hand in turn: it is settled, gets another card, or waits for its player."""
    round_ = sidebets.after_box_card(book, round_, round_.turn[0])
    hand = round_.hand_in_turn
    points = hand.total.points
    if points > TWENTY_ONE:
        return next_hand(book, settle.collect_bust(book, round_))
    if points == TWENTY_ONE:
        if book.drawing.twenty_one.value == "wins-at-once":
            round_ = settle.pay_twenty_one(book, round_)
        return hand_done(book, round_)
    if hand.doubled:
        return replace(round_, phase=Phase.FORFEIT) if book.doubling.forfeit.value else hand_done(book, round_)
    if hand.absent:
        return _play_absent(book, round_)
    box = round_.box_in_turn
    if round_.irregular is not None and box.number in round_.irregular.no_more:
        return hand_done(book, round_)
    if takes_only_one_card(book, box, hand) and not may_resplit_aces(book, box, hand):
        return hand_done(book, round_)
    return replace(round_, phase=Phase.DECISION)


# The dealer's offers


def _offer_insurance(book: Book, round_: Round) -> Round:
    rules = book.insurance
    open_to_someone = rules.on_natural.value or any(not box.has_natural for box in round_.boxes)
    if round_.dealer[0].rank in rules.against.value and open_to_someone:
        return replace(round_, phase=Phase.INSURANCE)
    return _offer_surrender(book, round_)


def _offer_surrender(book: Book, round_: Round) -> Round:
    against = book.surrender.against.value
    if round_.dealer[0].rank in against and any(not box.has_natural for box in round_.boxes):
        return replace(round_, phase=Phase.SURRENDER)
    return next_hand(book, round_)


def close_offer(book: Book, round_: Round) -> Round:
    """The round after the dealer has closed the open offer."""
    if round_.irregular is not None and round_.irregular.bound:
        round_ = with_irregular(round_, bound=())
    if round_.irregular is not None and round_.irregular.resume:
        return resumed(book, with_irregular(replace(round_, phase=Phase(round_.irregular.resume)), resume=""))
    if round_.phase is Phase.INSURANCE:
        return _offer_surrender(book, round_)
    if round_.phase is Phase.SURRENDER:
        return next_hand(book, round_)
    return hand_done(book, round_)


def surrender(book: Book, round_: Round, act: Surrender) -> Round:
    """Surrender: the box gets no more cards; all its players surrender, or only those who join (R08)."""
    place, box = round_.box_at(act.box)
    hand = box.hands[0]
    everyone = book.surrender.co_bettors.value == "all"
    stakes = tuple(
        replace(stake, surrendered=everyone or stake.player in (act.player, *act.joined_by)) for stake in hand.stakes
    )
    return with_hand(round_, place, 0, replace(hand, stakes=stakes, done=True))


def forfeit(book: Book, round_: Round, player: str) -> Round:
    """A player gives up the own wager of the doubled hand."""
    round_ = settle.forfeit(book, round_, player)
    if any(stake.double for stake in round_.hand_in_turn.stakes):
        return round_
    return hand_done(book, round_)


# The hands in turn


def split(round_: Round, act: Split) -> Round:
    """Split: the second card becomes a new hand after the first; each gets its second card in turn (R15)."""
    place, hand_place = round_.turn
    box, hand = round_.box_in_turn, round_.hand_in_turn
    first, second = hand.cards
    joining = (act.player, *act.joined_by)
    kept = replace(hand, cards=(first,))
    formed = Hand(cards=(second,), stakes=tuple(Stake(s.player, s.own) for s in hand.stakes if s.player in joining))
    hands = (*box.hands[:hand_place], kept, formed, *box.hands[hand_place + 1 :])
    suited = box.suited_pair_split or first == second
    return replace(with_box(round_, place, replace(box, hands=hands, suited_pair_split=suited)), phase=Phase.DRAW)


def double(book: Book, round_: Round, act: Double) -> Round:
    """Double: the hand in turn gets exactly one more card."""
    hand = round_.hand_in_turn
    amounts = {act.player: act.amount, **dict(act.joined_by)}
    doubled = replace(
        hand,
        stakes=tuple(replace(stake, double=amounts.get(stake.player, 0)) for stake in hand.stakes),
        doubled=True,
        aces_at_one=len(hand.cards) if book.doubling.aces.value == "count-one" else 0,
    )
    return replace(with_hand_in_turn(round_, doubled), phase=Phase.DRAW)


def _marked_absent(book: Book, round_: Round) -> Round:
    """Mark the hand in turn as an absent player's; if the book says so, all further hands of the box too."""
    if book.irregularities.absent_for.value == "hand":
        return with_hand_in_turn(round_, replace(round_.hand_in_turn, absent=True))
    place, box = round_.turn[0], round_.box_in_turn
    hands = tuple(hand if hand.done else replace(hand, absent=True) for hand in box.hands)
    return with_box(round_, place, replace(box, hands=hands))


def absent(book: Book, round_: Round) -> Round:
    """The dealer plays the hand in turn, whose player does not decide."""
    return _play_absent(book, _marked_absent(book, round_))


def _play_absent(book: Book, round_: Round) -> Round:
    """Play an absent player's hand: it draws past eleven, or gets no further card (R20)."""
    draws = book.irregularities.absent_player.value == "draw-past-11"
    hand = round_.hand_in_turn
    if draws and hand.total.points <= ABSENT_DRAWS_TO and not takes_only_one_card(book, round_.box_in_turn, hand):
        return replace(round_, phase=Phase.DRAW)
    return hand_done(book, round_)


def hand_done(book: Book, round_: Round) -> Round:
    """The round goes on after the hand in turn."""
    return next_hand(book, with_hand_in_turn(round_, replace(round_.hand_in_turn, done=True)))


def next_hand(book: Book, round_: Round) -> Round:
    """Go to the next hand that is still to be played, clockwise, or to the dealer's hand."""
    for place in range(round_.turn[0], len(round_.boxes)):
        for hand_place, hand in enumerate(round_.boxes[place].hands):
            if not hand.done:
                phase = Phase.DRAW if len(hand.cards) == 1 else Phase.DECISION
                return replace(round_, turn=(place, hand_place), phase=phase)
        round_ = sidebets.after_box(book, round_, place)
    return dealers_hand(book, round_)


def dealers_hand(book: Book, round_: Round) -> Round:
    """The dealer's hand gets a card if a wager depends on it; otherwise the final settlement is next."""
    return replace(round_, phase=Phase.DEALER if needs_card(book, round_) else Phase.SETTLEMENT)


def resumed(book: Book, round_: Round) -> Round:
    """The round goes on after wagers have been taken from it, or laid: whoever has none is not asked and gets no card."""
    if round_.phase in (Phase.DEALER, Phase.SETTLEMENT):
        return dealers_hand(book, round_)
    if round_.phase is Phase.INITIAL_DEAL:
        return initial_deal_done(book, round_) if place_due(round_) is None else round_
    if round_.phase in (Phase.INSURANCE, Phase.SURRENDER, Phase.OVER):
        return round_
    if round_.hand_in_turn.done:
        return next_hand(book, round_)
    if round_.phase is Phase.FORFEIT and not any(stake.double for stake in round_.hand_in_turn.stakes):
        return hand_done(book, round_)
    return round_
