"""The next state of a round after an allowed act and all its consequences, until somebody must act again."""

from __future__ import annotations

from msgspec.structs import replace

from boxseat.cards import TWENTY_ONE, Card
from boxseat.consistency import Inconsistent
from boxseat.play import settle, sidebets
from boxseat.play.acts import (
    Act,
    Burn,
    CloseOffer,
    Deal,
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    PlayAbsent,
    Split,
    Stand,
    Surrender,
)
from boxseat.play.dealer import needs_card
from boxseat.play.judge import may_resplit_aces, refusal, takes_only_one_card
from boxseat.play.state import Hand, Laid, Phase, Round, Stake, with_box, with_hand
from boxseat.play.void import void_round
from boxseat.rulebook.book import Book

ABSENT_DRAWS_TO = 11


class IllegalAct(Inconsistent):
    """An act that the judge refuses was passed to `step`: a mistake in the program, or a forged record."""


def step(book: Book, round_: Round, act: Act) -> Round:
    """The round after an act that the judge allows."""
    if refused := refusal(book, round_, act):
        raise IllegalAct(f"{act}: {refused.reason}")
    return replace(_done(book, round_, act), acts=(*round_.acts, act))


def _done(book: Book, round_: Round, act: Act) -> Round:
    match act:
        case Deal(card=card):
            return _deal(book, round_, card)
        case Hit():
            return replace(round_, phase=Phase.DRAW)
        case Stand():
            return _hand_done(book, round_)
        case Split():
            return _split(round_, act)
        case Double():
            return _double(book, round_, act)
        case CloseOffer():
            return _close_offer(book, round_)
        case Insure(box=number, player=player, amount=amount):
            place, box = round_.box_at(number)
            return with_box(round_, place, replace(box, insurance=(*box.insurance, Laid(player, amount))))
        case EvenMoney(box=number, player=player):
            return settle.pay_even_money(book, round_, round_.box_at(number)[0], player)
        case Surrender():
            return _surrender(book, round_, act)
        case Forfeit(player=player):
            return _forfeit(book, round_, player)
        case PlayAbsent():
            return _play_absent(book, _marked_absent(book, round_))
        case Burn(card=card):
            return replace(round_, burnt=(*round_.burnt, card))
        case _:
            return void_round(book, round_)


def _with_hand_in_turn(round_: Round, hand: Hand) -> Round:
    return with_hand(round_, *round_.turn, hand)


# The shoe


def _deal(book: Book, round_: Round, card: Card) -> Round:
    if round_.phase is Phase.INITIAL_DEAL:
        return _deal_initially(book, round_, card)
    if round_.phase is Phase.DEALER:
        round_ = replace(round_, dealer=(*round_.dealer, card))
        if len(round_.dealer) == 2:
            round_ = settle.collect_insurance(book, round_)
        return _dealers_hand(book, round_)
    return _drawn(book, _give(round_, *round_.turn, card))


def _deal_initially(book: Book, round_: Round, card: Card) -> Round:
    """Deal the next card of the initial deal: one to each box, one to the dealer, another to each box."""
    boxes = len(round_.boxes)
    dealt = round_.cards_used - len(round_.burnt)
    if dealt == boxes:
        return replace(round_, dealer=(card,))
    round_ = _give(round_, dealt % (boxes + 1), 0, card)
    if dealt < 2 * boxes:
        return round_
    round_ = sidebets.after_initial_deal(book, round_)
    return _offer_insurance(book, settle.pay_naturals(book, round_))


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
        return _next_hand(book, settle.collect_bust(book, round_))
    if points == TWENTY_ONE:
        if book.drawing.twenty_one.value == "wins-at-once":
            round_ = settle.pay_twenty_one(book, round_)
        return _hand_done(book, round_)
    if hand.doubled:
        return replace(round_, phase=Phase.FORFEIT) if book.doubling.forfeit.value else _hand_done(book, round_)
    if hand.absent:
        return _play_absent(book, round_)
    box = round_.box_in_turn
    if takes_only_one_card(book, box, hand) and not may_resplit_aces(book, box, hand):
        return _hand_done(book, round_)
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
    return _next_hand(book, round_)


def _close_offer(book: Book, round_: Round) -> Round:
    if round_.phase is Phase.INSURANCE:
        return _offer_surrender(book, round_)
    if round_.phase is Phase.SURRENDER:
        return _next_hand(book, round_)
    return _hand_done(book, round_)


def _surrender(book: Book, round_: Round, act: Surrender) -> Round:
    """Surrender: the box gets no more cards; all its players surrender, or only those who join (R08)."""
    place, box = round_.box_at(act.box)
    hand = box.hands[0]
    everyone = book.surrender.co_bettors.value == "all"
    stakes = tuple(
        replace(stake, surrendered=everyone or stake.player in (act.player, *act.joined_by)) for stake in hand.stakes
    )
    return with_hand(round_, place, 0, replace(hand, stakes=stakes, done=True))


def _forfeit(book: Book, round_: Round, player: str) -> Round:
    round_ = settle.forfeit(book, round_, player)
    if any(stake.double for stake in round_.hand_in_turn.stakes):
        return round_
    return _hand_done(book, round_)


# The hands in turn


def _split(round_: Round, act: Split) -> Round:
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


def _double(book: Book, round_: Round, act: Double) -> Round:
    hand = round_.hand_in_turn
    amounts = {act.player: act.amount, **dict(act.joined_by)}
    doubled = replace(
        hand,
        stakes=tuple(replace(stake, double=amounts.get(stake.player, 0)) for stake in hand.stakes),
        doubled=True,
        aces_at_one=len(hand.cards) if book.doubling.aces.value == "count-one" else 0,
    )
    return replace(_with_hand_in_turn(round_, doubled), phase=Phase.DRAW)


def _marked_absent(book: Book, round_: Round) -> Round:
    """Mark the hand in turn as an absent player's; if the book says so, all further hands of the box too."""
    if book.irregularities.absent_for.value == "hand":
        return _with_hand_in_turn(round_, replace(round_.hand_in_turn, absent=True))
    place, box = round_.turn[0], round_.box_in_turn
    hands = tuple(hand if hand.done else replace(hand, absent=True) for hand in box.hands)
    return with_box(round_, place, replace(box, hands=hands))


def _play_absent(book: Book, round_: Round) -> Round:
    """Play an absent player's hand: it draws past eleven, or gets no further card (R20)."""
    draws = book.irregularities.absent_player.value == "draw-past-11"
    hand = round_.hand_in_turn
    if draws and hand.total.points <= ABSENT_DRAWS_TO and not takes_only_one_card(book, round_.box_in_turn, hand):
        return replace(round_, phase=Phase.DRAW)
    return _hand_done(book, round_)


def _hand_done(book: Book, round_: Round) -> Round:
    return _next_hand(book, _with_hand_in_turn(round_, replace(round_.hand_in_turn, done=True)))


def _next_hand(book: Book, round_: Round) -> Round:
    """Go to the next hand that is still to be played, clockwise, or to the dealer's hand."""
    for place in range(round_.turn[0], len(round_.boxes)):
        for hand_place, hand in enumerate(round_.boxes[place].hands):
            if not hand.done:
                phase = Phase.DRAW if len(hand.cards) == 1 else Phase.DECISION
                return replace(round_, turn=(place, hand_place), phase=phase)
        round_ = sidebets.after_box(book, round_, place)
    return _dealers_hand(book, round_)


def _dealers_hand(book: Book, round_: Round) -> Round:
    if needs_card(book, round_):
        return replace(round_, phase=Phase.DEALER)
    return settle.final_settlement(book, round_)
