"""The judge: whether an act is allowed now, and if not, by which clause.

This is the only place that decides it: for the list of legal acts, the buttons of the pages, and the errors of the API.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd
from typing import Any

from boxseat.cards import TWENTY_ONE, UNSEEN, Card
from boxseat.consistency import present
from boxseat.money import dollars
from boxseat.play.acts import (
    Act,
    Burn,
    CardAct,
    CloseOffer,
    Deal,
    Double,
    EvenMoney,
    Forfeit,
    HandAct,
    Hit,
    Insure,
    PlayAbsent,
    Refuse,
    Split,
    Stand,
    Surrender,
    VoidRound,
)
from boxseat.play.discards import cards_cleared
from boxseat.play.irregularities.staff_judge import RULINGS, ending_rule
from boxseat.play.state import OFFERS, Box, Hand, Phase, Round
from boxseat.refusal import Refusal, refuse
from boxseat.rulebook.book import Book, Cited

MAY_BE_OPEN: dict[Phase, tuple[type[Act], ...]] = {
    Phase.INITIAL_DEAL: (),
    Phase.INSURANCE: (Insure, EvenMoney),
    Phase.SURRENDER: (Surrender,),
    Phase.DECISION: (Split, Double, Hit, Stand, PlayAbsent),
    Phase.DRAW: (),
    Phase.FORFEIT: (Forfeit,),
    Phase.DEALER: (),
    Phase.SETTLEMENT: (),
    Phase.OVER: (),
}
"""The acts about a box that the judge can allow in each phase; all others are refused in it."""


def places_to_act(round_: Round) -> Sequence[int]:
    """The boxes for which an act can be allowed now: all during an offer to the table, otherwise the one in turn."""
    if round_.phase in (Phase.INSURANCE, Phase.SURRENDER):
        return range(len(round_.boxes))
    return round_.turn[:1] if MAY_BE_OPEN[round_.phase] else ()


def refusal(book: Book, round_: Round, act: Act) -> Refusal | None:
    """The refusal of an act; none if it is allowed."""
    return _void(book, round_, act) or _JUDGES[type(act)](book, round_, act)


def ruling(book: Book, round_: Round, act: Act) -> Refusal | None:
    """The refusal of an act of staff, whatever card leaves the shoe by it."""
    return _void(book, round_, act) or RULINGS[type(act)](book, round_, act)


def _void(book: Book, round_: Round, act: Act) -> Refusal | None:
    if not round_.void:
        return None
    again = " already" if isinstance(act, VoidRound) else ""
    return refuse("round/void", ending_rule(book, round_), f"the round is void{again}")


def _of_staff(book: Book, round_: Round, act: Act) -> Refusal | None:
    """Judge an act of staff about an irregularity; a card that leaves the shoe by it must be one of this pack."""
    refused = RULINGS[type(act)](book, round_, act)
    if refused is None and isinstance(act, CardAct):
        if act.card is UNSEEN and (isinstance(act, Burn) or not getattr(act, "exposed", True)):
            return None
        return refusal_of_card(book, round_, act.card)
    return refused


def _deal(book: Book, round_: Round, act: Deal) -> Refusal | None:
    if not round_.card_due:
        return refuse("deal/not-due", book.drawing.turn, "no card is due")
    if next_is_unseen(round_):
        rule = book.dealing_errors.drawn_in_error
        return refuse("deal/unseen", rule, "the card that lies out face down is next, and is turned first")
    return refusal_of_card(book, round_, act.card)


def next_is_unseen(round_: Round) -> bool:
    """Whether a card that nobody has seen lies out and is the next one (R29)."""
    waiting = round_.irregular.waiting if round_.irregular is not None else ()
    return bool(waiting) and waiting[0].card is UNSEEN


def refusal_of_card(book: Book, round_: Round, card: Card) -> Refusal | None:
    """The refusal of a card that is not of this pack, or of which all copies are out."""
    rules = book.cards
    if card is UNSEEN:
        return refuse("deal/unseen", rules.ranks, "a card that goes to a hand is seen and named")
    if card.rank not in rules.ranks.value:
        return refuse("deal/no-such-card", rules.ranks, f"{card} is not in this game's deck")
    if _times_out(book, round_, card) >= rules.decks.value:
        return refuse("deal/no-more", rules.decks, f"every {card} of {_decks(rules.decks.value)} is out already")
    return None


def _times_out(book: Book, round_: Round, card: Card) -> int:
    """How many copies of a card are on the layout or burnt; cards in the rack may be shuffled and dealt again (R24)."""
    out = round_.times_seen(card)
    return out if out < book.cards.decks.value else out - sum(one == card for one in cards_cleared(book, round_))


def _decks(number: int) -> str:
    return "1 deck" if number == 1 else f"{number} decks"


def _close_offer(book: Book, round_: Round, act: CloseOffer) -> Refusal | None:
    if round_.phase not in OFFERS:
        return refuse("offer/none", book.drawing.turn, "nothing is being offered")
    return None


def _about_box(book: Book, round_: Round, act: Insure | EvenMoney | Surrender | Forfeit) -> Refusal | None:
    """Judge a player's act that is not about the hand in turn, first by the conditions common to all of them."""
    if round_.phase is Phase.INITIAL_DEAL:
        return refuse("round/dealing", book.deal.order, "the initial deal is not complete")
    found = round_.find_box(act.box)
    if found is None:
        return refuse("box/empty", book.control.order, f"box {act.box} has no main wager")
    if not round_.dealer:
        return refuse("box/empty", book.control.order, "every wager went back before the dealer had a card")
    place, box = found
    match act:
        case Insure():
            return _insure(book, round_, box, act)
        case EvenMoney():
            return _even_money(book, round_, box, act)
        case Surrender():
            return _surrender(book, round_, box, act)
        case _:
            return _forfeit(book, round_, place, box, act)


def _insure(book: Book, round_: Round, box: Box, act: Insure) -> Refusal | None:
    rules = book.insurance
    dealers = round_.dealer[0]
    wager = box.main_of(act.player)
    if not rules.against.value:
        return refuse("insurance/not-offered", rules.against, "this game has no insurance")
    if dealers.rank not in rules.against.value:
        return refuse("insurance/dealers-card", rules.against, "the dealer's first card is not an ace")
    if not wager:
        return refuse("insurance/no-wager", rules.most, f"{act.player} has no main wager on box {box.number}")
    if box.has_natural and not rules.on_natural.value:
        return refuse("insurance/natural", rules.on_natural, f"box {box.number} has {book.natural.name.value}")
    if round_.phase is not Phase.INSURANCE or _is_bound(round_, box):
        return refuse("insurance/closed", rules.closes, "insurance is closed")
    if any(laid.player == act.player for laid in box.insurance):
        return refuse("insurance/twice", rules.most, f"{act.player} has insured box {box.number} already")
    if all(hand.stake_of(act.player) is None for hand in box.hands):
        if box.has_natural and book.natural.even_money.value:
            return refuse("insurance/even-money", book.natural.even_money, f"{act.player} has taken even money")
        return refuse("insurance/no-wager", rules.most, f"{act.player} has no wager left on box {box.number}")
    if act.amount <= 0:
        return refuse("insurance/nothing", rules.most, "an insurance wager is above zero")
    if act.amount * rules.most.value.per > wager * rules.most.value.pays:
        half = dollars(wager * rules.most.value.pays // rules.most.value.per)
        return refuse("insurance/too-much", rules.most, f"{act.player} may insure for {half} at the most")
    if act.amount % insurance_step(book, round_):
        step = dollars(insurance_step(book, round_))
        return refuse("insurance/multiples", rules.multiples, f"insurance is laid in multiples of {step}")
    return None


def insurance_step(book: Book, round_: Round) -> int:
    """The step of insurance wagers: half the smallest chip in whole cents (R09), chips, or any cents.

    For wagers found on the table, any cents are accepted (R19).
    """
    chip, multiples = book.chips.smallest_chip.value, book.insurance.multiples.value
    if multiples == "half-smallest-chip":
        return chip // gcd(chip, 2)
    return chip if multiples == "smallest-chip" and not round_.as_found else 1


def _even_money(book: Book, round_: Round, box: Box, act: EvenMoney) -> Refusal | None:
    rule = book.natural.even_money
    if not rule.value:
        return refuse("even-money/not-offered", rule, "this game has no even money")
    if round_.dealer[0].rank not in book.insurance.against.value:
        return refuse("even-money/dealers-card", rule, "the dealer's first card is not an ace")
    if not box.main_of(act.player):
        return refuse("even-money/no-wager", rule, f"{act.player} has no main wager on box {box.number}")
    if not box.has_natural:
        return refuse("even-money/no-natural", rule, f"box {box.number} has no {book.natural.name.value}")
    if round_.phase is not Phase.INSURANCE or _is_bound(round_, box):
        return refuse("even-money/closed", rule, "the interim settlement is over")
    if any(laid.player == act.player for laid in box.insurance):
        return refuse("even-money/insured", rule, f"{act.player} has insured this {book.natural.name.value}")
    if box.hands[0].stake_of(act.player) is None:
        return refuse("even-money/twice", rule, f"{act.player} has taken even money already")
    return None


def _surrender(book: Book, round_: Round, box: Box, act: Surrender) -> Refusal | None:
    rules = book.surrender
    if not rules.against.value:
        return refuse("surrender/not-offered", rules.against, "this game has no surrender")
    if round_.dealer[0].rank not in rules.against.value:
        *others, last = tuple(rules.against.value)
        ranks = f"{', '.join(others)} or {last}" if others else last
        return refuse("surrender/dealers-card", rules.against, f"only when the dealer shows {ranks}")
    if box.has_natural:
        return refuse("surrender/natural", rules.against, f"box {box.number} has {book.natural.name.value}")
    if act.player != box.controller:
        return refuse("control/not-yours", rules.declined, f"{box.controller} decides for box {box.number}")
    if any(stake.surrendered for stake in box.hands[0].stakes):
        return refuse("surrender/twice", rules.no_more_cards, f"box {box.number} has surrendered already")
    if round_.phase is Phase.INSURANCE:
        return refuse("surrender/not-yet", book.insurance.closes, "insurance is still open")
    if round_.phase is not Phase.SURRENDER or _is_bound(round_, box):
        return refuse("surrender/closed", rules.against, "the subsequent deal has begun")
    if not box.hands[0].stakes:
        return refuse("surrender/no-wager", rules.against, f"no wager is left on box {box.number}")
    return _joiners(box, box.hands[0], act.joined_by, rules.co_bettors)


def _is_bound(round_: Round, box: Box) -> bool:
    """Whether an offer that is open again after a reconstruction is not open to this box."""
    return round_.irregular is not None and box.number in round_.irregular.bound


def _forfeit(book: Book, round_: Round, place: int, box: Box, act: Forfeit) -> Refusal | None:
    rule = book.doubling.forfeit
    if not rule.value:
        return refuse("forfeit/not-offered", rule, "this game has no forfeit")
    if round_.phase is Phase.FORFEIT and round_.turn[0] == place:
        stake = round_.hand_in_turn.stake_of(act.player)
        if stake is None or not stake.double:
            return refuse("forfeit/not-doubled", rule, f"{act.player} has no doubled wager on this hand")
        return None
    doubled = next((hand for hand in reversed(box.hands) if hand.doubled), None)
    if doubled is None:
        return refuse("forfeit/not-doubled", rule, f"no hand of box {box.number} has been doubled")
    if doubled.total.points == TWENTY_ONE:
        return refuse("forfeit/twenty-one", rule, "the hand made 21 and is paid")
    if doubled.total.busted:
        return refuse("forfeit/busted", rule, "the hand went over 21 and has lost")
    return refuse("forfeit/closed", rule, "the next hand has been acted on")


def _hand_act(book: Book, round_: Round, act: HandAct) -> Refusal | None:
    """Judge a decision about the hand in turn, which only the controlling player may make."""
    if refused := _turn(book, round_, act.box):
        return refused
    box = round_.box_in_turn
    if act.player != box.controller:
        return _not_controller(book, box, act)
    match act:
        case Hit():
            return _only_one_card(book, box, round_.hand_in_turn)
        case Stand():
            return _stand(book, round_.hand_in_turn)
        case Split():
            return _split(book, box, round_.hand_in_turn, act)
        case _:
            return _double(book, round_, box, act)


def _not_controller(book: Book, box: Box, act: HandAct | Refuse) -> Refusal | None:
    if act.player == box.controller:
        return None
    return refuse("control/not-yours", book.control.order, f"{box.controller} decides for box {box.number}")


def _turn(book: Book, round_: Round, number: int) -> Refusal | None:
    """The refusal if it is not this box's turn to decide."""
    if round_.phase is Phase.DECISION and round_.box_in_turn.number == number:
        return None
    turn = book.drawing.turn
    if round_.phase is Phase.INITIAL_DEAL:
        return refuse("round/dealing", book.deal.order, "the initial deal is not complete")
    found = round_.find_box(number)
    if found is None:
        return refuse("box/empty", book.control.order, f"box {number} has no main wager")
    place, box = found
    if box.has_natural:
        return refuse("turn/natural", book.drawing.no_card_on_natural, f"box {number} has {book.natural.name.value}")
    if any(stake.surrendered for stake in box.hands[0].stakes):
        return refuse("turn/surrendered", book.surrender.no_more_cards, f"box {number} has surrendered")
    if all(hand.done for hand in box.hands):
        return _finished(book, box)
    if round_.phase in OFFERS:
        return refuse("turn/offer", turn, f"the dealer is still offering {_OFFERED[round_.phase]}")
    if round_.turn[0] != place:
        return refuse("turn/not-yet", turn, f"it is box {round_.box_in_turn.number}'s turn, not box {number}'s")
    return refuse("turn/card-due", turn, f"box {number} is waiting for a card")


def _finished(book: Book, box: Box) -> Refusal:
    """The refusal for a box whose hands are all finished."""
    last = box.hands[-1]
    points = last.total.points
    if takes_only_one_card(book, box, last):
        return refuse("turn/split-aces", book.splitting.one_card_to_aces, "a split ace gets one card only")
    if points == TWENTY_ONE:
        return refuse("turn/twenty-one", book.drawing.no_card_at_twenty_one, f"box {box.number} has made 21")
    if points > TWENTY_ONE:
        return refuse("turn/busted", book.drawing.over_twenty_one, f"box {box.number} has gone over 21")
    return refuse("turn/finished", book.drawing.turn, f"box {box.number} has finished its hands")


_OFFERED = {Phase.INSURANCE: "insurance", Phase.SURRENDER: "surrender", Phase.FORFEIT: "a forfeit"}


def _refuse_card(book: Book, round_: Round, act: Refuse) -> Refusal | None:
    """Judge the refusal of a card, which only the controlling player of the hand in turn may make (R30)."""
    rule = book.dealing_errors.refused_card
    if rule.value == "never":
        return refuse("irregular/never-refused", rule, "a card drawn in error cannot be refused")
    if not may_refuse_card(book, round_):
        return refuse("irregular/none-out", rule, "no card drawn in error lies out")
    return _turn(book, round_, act.box) or _not_controller(book, round_.box_in_turn, act)


def may_refuse_card(book: Book, round_: Round) -> bool:
    """Whether a card drawn in error lies out that a player may refuse."""
    if round_.irregular is None or book.dealing_errors.refused_card.value == "never":
        return False
    return any(out.is_refusable for out in round_.irregular.waiting)


def _stand(book: Book, hand: Hand) -> Refusal | None:
    least = book.drawing.stand_from
    points, soft = hand.total
    if not soft and points < least.value:
        return refuse("stand/too-low", least, f"a hard total of {points} must draw until it is {least.value} or more")
    return None


def _split(book: Book, box: Box, hand: Hand, act: Split) -> Refusal | None:
    rules = book.splitting
    if len(hand.cards) != 2:
        return refuse("split/played-on", rules.pairs, "only the first two cards of a hand may be split")
    if not rules.is_pair(*hand.cards):
        alike = "of the same rank" if rules.by_rank else "of equal value"
        return refuse("split/no-pair", rules.pairs, f"the two cards are not {alike}")
    if len(box.hands) >= rules.max_split_hands.value:
        most = rules.max_split_hands.value
        return refuse("split/too-many", rules.max_split_hands, f"no more than {most} hands may be formed")
    if _is_split_ace(box, hand) and not rules.resplit_aces.value:
        return refuse("split/aces", rules.resplit_aces, "aces may be split only once")
    return _joiners(box, hand, act.joined_by, rules.joined)


def may_resplit_aces(book: Book, box: Box, hand: Hand) -> bool:
    """Whether a player may decide on an ace dealt to a split ace (R15)."""
    rules = book.splitting
    room = len(box.hands) < rules.max_split_hands.value
    return rules.resplit_aces.value and room and len(hand.cards) == 2 and rules.is_pair(*hand.cards)


def takes_only_one_card(book: Book, box: Box, hand: Hand) -> bool:
    """Whether the hand is a split ace that gets one card only."""
    return book.splitting.one_card_to_aces.value and _is_split_ace(box, hand)


def _is_split_ace(box: Box, hand: Hand) -> bool:
    return len(box.hands) > 1 and hand.cards[0].is_ace


def _only_one_card(book: Book, box: Box, hand: Hand) -> Refusal | None:
    if takes_only_one_card(book, box, hand):
        return refuse("draw/split-aces", book.splitting.one_card_to_aces, "a split ace gets one card only")
    return None


def _double(book: Book, round_: Round, box: Box, act: Double) -> Refusal | None:
    rules = book.doubling
    hand = round_.hand_in_turn
    points, soft = hand.total
    if rules.on.value == "never":
        return refuse("double/not-offered", rules.on, "this game has no doubling")
    if refused := _only_one_card(book, box, hand):
        return refused
    if rules.on.value == "first-two" and len(hand.cards) != 2:
        return refuse("double/first-two", rules.on, "only a hand's first two cards may be doubled")
    if len(box.hands) > 1 and not rules.after_split.value:
        return refuse("double/after-split", rules.after_split, "a split hand may not be doubled")
    if not rules.totals.value[0] <= points <= rules.totals.value[1]:
        lowest, highest = rules.totals.value
        return refuse("double/total", rules.totals, f"only totals from {lowest} to {highest} may be doubled")
    if soft and not rules.soft.value:
        return refuse("double/soft", rules.soft, "a soft total may not be doubled")
    names = tuple(name for name, _ in act.joined_by)
    if refused := _joiners(box, hand, names, rules.joined):
        return refused
    for player, amount in ((act.player, act.amount), *act.joined_by):
        if refused := _double_amount(book, round_, hand, player, amount):
            return refused
    return None


def _double_amount(book: Book, round_: Round, hand: Hand, player: str, amount: int) -> Refusal | None:
    rule = book.doubling.amount
    stake = present(hand.stake_of(player), f"wager of {player} on the hand")
    if rule.value == "exactly-wager":
        if amount != stake.own:
            return refuse("double/amount", rule, f"{player} doubles for exactly {dollars(stake.own)}")
        return None
    if amount <= 0:
        return refuse("double/nothing", rule, "a double is above zero")
    if amount > stake.own:
        return refuse("double/too-much", rule, f"{player} may double for {dollars(stake.own)} at the most")
    if amount % double_step(book, round_):
        step = dollars(double_step(book, round_))
        return refuse("double/multiples", book.chips.smallest_chip, f"a double is laid in multiples of {step}")
    return None


def double_step(book: Book, round_: Round) -> int:
    """The step of doubles; any cents for wagers found on the table (R19)."""
    return 1 if round_.as_found else book.chips.smallest_chip.value


def _joiners(box: Box, hand: Hand, names: tuple[str, ...], rule: Cited[object]) -> Refusal | None:
    """The refusal of co-bettors who join twice or have no wager on the hand, or of a controlling player who has none."""
    if hand.stake_of(box.controller) is None:
        return refuse("join/no-wager", rule, f"{box.controller} has no wager on this hand")
    for place, name in enumerate(names):
        if name == box.controller:
            return refuse("join/controlling", rule, f"{name} is the controlling player and joins nobody")
        if hand.stake_of(name) is None:
            return refuse("join/no-wager", rule, f"{name} has no wager on this hand")
        if name in names[:place]:
            return refuse("join/twice", rule, f"{name} is named twice")
    return None


_JUDGES: dict[type[Act], Callable[[Book, Round, Any], Refusal | None]] = {
    Deal: _deal,
    CloseOffer: _close_offer,
    PlayAbsent: lambda book, round_, act: _turn(book, round_, act.box),
    Insure: _about_box,
    EvenMoney: _about_box,
    Surrender: _about_box,
    Forfeit: _about_box,
    Hit: _hand_act,
    Stand: _hand_act,
    Split: _hand_act,
    Double: _hand_act,
    Refuse: _refuse_card,
    **dict.fromkeys(RULINGS, _of_staff),
}
