"""Reconstruction: a round with misplaced cards as it should have been (R35 to R37).

The cards, burnt ones left out, go anew to their places in the order in which they left the shoe. A decision stands if its maker
would have seen the same hand and the same first card of the dealer; otherwise it and the later ones on its box are set aside, and
the player is asked again. Until then, decisions on other boxes and cards that are out already wait; `use_up` goes on with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from boxseat.cards import UNSEEN, Card
from boxseat.play.acts import (
    Act,
    CloseOffer,
    Deal,
    DrawInError,
    EvenMoney,
    ExtraCard,
    Hit,
    InsuranceMissed,
    Insure,
    Malfunction,
    Misplace,
    PayAtEnd,
    PlayAbsent,
    PlayersAct,
    Reconstruct,
    Refuse,
    Stand,
    Surrender,
    VoidWagers,
)
from boxseat.play.flow import deal
from boxseat.play.irregularities.irregular import CardOut, Irregular, Pending
from boxseat.play.judge import refusal
from boxseat.play.legal import legal
from boxseat.play.opening import reopened
from boxseat.play.state import OFFERS, Phase, Round, irregular, with_irregular
from boxseat.rulebook.book import Book

Effect = Callable[[Book, Round, Act], Round]
"""What an act does to a round; `step` passes it, as it uses this module itself."""
REPEATED = (Malfunction, PayAtEnd, VoidWagers)
"""Acts of staff that hold for the round as it should have been, too."""


def reconstructed(book: Book, round_: Round, effect: Effect) -> Round:
    """The round as it should have been, up to the next question."""
    return _rebuilt(book, round_, retraced(book, round_, effect)[1], effect)


def retraced(book: Book, round_: Round, effect: Effect) -> tuple[Round, tuple[Pending, ...]]:
    """The round again from its acts, without its final settlement, and its decisions with what their makers saw."""
    so_far = reopened(book, round_)
    made: tuple[Pending, ...] = ()
    for index, act in enumerate(round_.acts):
        if isinstance(act, InsuranceMissed):
            made = tuple(one for one in made if not (isinstance(one.act, CloseOffer) and one.offer == Phase.INSURANCE))
        made = (*made, *_witnessed(so_far, index, act))
        done = _rebuilt(book, so_far, made, effect) if isinstance(act, Reconstruct) else effect(book, so_far, act)
        so_far = replace(done if done.irregular is None else use_up(book, done, effect), acts=(*so_far.acts, act))
    return so_far, made


def _rebuilt(book: Book, round_: Round, made: Sequence[Pending], effect: Effect) -> Round:
    fallen = irregular(round_).set_aside
    pending = tuple(one for one in made if one.index not in fallen)
    again = replace(reopened(book, round_), burnt=round_.burnt, acts=round_.acts)
    loose = Irregular(waiting=tuple(_cards_in_order(book, round_.acts)), pending=pending, set_aside=fallen)
    return use_up(book, replace(again, irregular=loose), effect)


def _cards_in_order(book: Book, acts: Sequence[Act]) -> Iterator[CardOut]:
    """The cards that are not burnt, in the order in which they left the shoe; everybody accepts them now (R37)."""
    for act in acts:
        if isinstance(act, Deal | DrawInError | Misplace):
            yield CardOut(act.card, exposed=True, accepted=True)
        elif isinstance(act, ExtraCard) and not extra_is_burnt(book, act):
            yield CardOut(act.card, act.exposed, under_shoe=True)


def extra_is_burnt(book: Book, act: ExtraCard) -> bool:
    """Whether a card beyond the dealer's complete hand is burnt; else it lies under the shoe (R32)."""
    errors = book.dealing_errors
    rule = errors.extra_card if act.exposed else errors.extra_unseen
    return rule.value == "burnt"


def _witnessed(so_far: Round, index: int, act: Act) -> Iterator[Pending]:
    """An act that may hold after a reconstruction, with what its maker saw."""
    phase = so_far.phase
    if isinstance(act, REPEATED):
        yield Pending(index, act, cards=_cards_out(so_far))
    elif isinstance(act, CloseOffer) and phase is not Phase.FORFEIT:
        yield Pending(index, act, 0, _seen_at_table(so_far), phase)
    elif isinstance(act, CloseOffer):
        yield Pending(index, act, so_far.box_in_turn.number, _seen_of_hand(so_far), phase)
    elif isinstance(act, Insure | EvenMoney | Surrender):
        yield Pending(index, act, act.box, _seen_of_box(so_far, so_far.box_at(act.box)[0]), phase)
    elif isinstance(act, PlayersAct | PlayAbsent):
        yield Pending(index, act, act.box, _seen_of_hand(so_far), phase if phase is Phase.FORFEIT else "")


def _cards_out(round_: Round) -> int:
    """The number of cards that have left the shoe, without burnt ones and those under it."""
    loose = irregular(round_)
    return round_.cards_placed + len(loose.surplus) + sum(not out.under_shoe for out in loose.waiting)


def _seen_of_hand(round_: Round) -> tuple[str, ...]:
    """What a player sees who decides about the hand in turn: its cards, any surplus on the box, the dealer's first card."""
    place, hand = round_.turn
    return _seen(round_, place, hand, round_.hand_in_turn.cards)


def _seen_of_box(round_: Round, place: int) -> tuple[str, ...]:
    """What a player sees who insures, takes even money or surrenders: as above, with the box's first two cards."""
    return _seen(round_, place, 0, round_.boxes[place].dealt[:2])


def _seen_at_table(round_: Round) -> tuple[str, ...]:
    """What the players of each box see during an offer to the table."""
    return tuple(" ".join(_seen_of_box(round_, place)) for place in range(len(round_.boxes)))


def _seen(round_: Round, place: int, hand: int, cards: Sequence[Card]) -> tuple[str, ...]:
    number = str(round_.boxes[place].number)
    surplus = [lying.card for lying in irregular(round_).surplus if lying.to.partition(".")[0] == number]
    return (str(hand), *sorted([*cards, *surplus]), *round_.dealer[:1])


def use_up(book: Book, round_: Round, effect: Effect) -> Round:
    """The round after cards that wait, and decisions that stand, have been used as far as they go."""
    while round_.irregular is not None and (round_.irregular.waiting or round_.irregular.pending):
        gone_on = _gone_on(book, round_, effect)
        if gone_on is None:
            break
        round_ = gone_on
    return round_


def _gone_on(book: Book, round_: Round, effect: Effect) -> Round | None:
    """The round after the next card that waits, act of staff, or decision that stands.

    None if somebody is to be asked, or if nobody has seen the card that is to go to its place.
    """
    loose = irregular(round_)
    unasked = next((one for one in loose.pending if _is_past(round_, one)), None)
    if unasked is not None:
        return _set_aside(round_, unasked)
    of_staff = next((one for one in loose.pending if isinstance(one.act, REPEATED)), None)
    if round_.card_due and loose.waiting:
        if loose.waiting[0].card is UNSEEN:
            return None
        if of_staff is None or of_staff.cards > round_.cards_placed:
            return deal(book, with_irregular(round_, waiting=loose.waiting[1:]), loose.waiting[0].card)
    elif not round_.card_due:
        decided = _decided(round_)
        if decided is not None and (of_staff is None or decided.index < of_staff.index):
            return _decided_again(book, round_, decided, effect)
    return None if of_staff is None else effect(book, _without(round_, of_staff), of_staff.act)


def _is_past(round_: Round, one: Pending) -> bool:
    """Whether nobody is asked any more for what was decided: the box has nothing left to decide, or its offer is over."""
    if not one.box or round_.phase in (Phase.INITIAL_DEAL, Phase.INSURANCE):
        return False
    if one.offer in (Phase.INSURANCE, Phase.SURRENDER):
        return one.offer != round_.phase
    if round_.phase is Phase.FORFEIT and one.box == round_.box_in_turn.number:
        return False
    return all(hand.done for hand in round_.box_at(one.box)[1].hands)


def _decided(round_: Round) -> Pending | None:
    """What was decided before about that which is asked now; an offer to the table is answered, and then closed."""
    pending = irregular(round_).pending
    match round_.phase:
        case Phase.INSURANCE | Phase.SURRENDER:
            answers = [one for one in pending if one.offer == round_.phase]
            return next(
                (one for one in answers if not isinstance(one.act, CloseOffer)), answers[-1] if answers else None
            )
        case Phase.DECISION | Phase.FORFEIT:
            one = next((one for one in pending if one.box == round_.box_in_turn.number), None)
            untaken = one is not None and round_.phase is Phase.FORFEIT and one.offer != Phase.FORFEIT
            return None if untaken else one
        case _:
            return None


def _decided_again(book: Book, round_: Round, one: Pending, effect: Effect) -> Round:
    """The round after a decision that stands, or without it."""
    if round_.phase in (Phase.INSURANCE, Phase.SURRENDER):
        if isinstance(one.act, CloseOffer):
            return _offered_again(book, round_, one, effect)
        seen = _seen_of_box(round_, round_.box_at(one.box)[0])
    else:
        seen = _seen_of_hand(round_)
    asked = one.offer == (round_.phase if round_.phase in OFFERS else "")
    act = _of_controller(round_, one.act)
    if asked and one.seen == seen and _is_allowed(book, round_, act):
        return effect(book, _without(round_, one), act)
    return _without(round_, one) if isinstance(one.act, CloseOffer) else _set_aside(round_, one)


def _offered_again(book: Book, round_: Round, closed: Pending, effect: Effect) -> Round:
    """An offer that was closed is open again to boxes that have other cards than then, if a player there may take it."""
    seen = _seen_at_table(round_)
    bound = tuple(box.number for box, then, now in zip(round_.boxes, closed.seen, seen, strict=True) if then == now)
    answers = [one for one in irregular(round_).pending if one.offer == round_.phase]
    again = with_irregular(_without(round_, *answers), bound=bound)
    if any(isinstance(choice.act, Insure | EvenMoney | Surrender) for choice in legal(book, again).open):
        return again
    return effect(book, again, closed.act)


def _of_controller(round_: Round, act: Act) -> Act:
    """A hit or stand for the box, though control of it has passed since (R22, R42)."""
    if not isinstance(act, Hit | Stand):
        return act
    return replace(act, player=round_.box_at(act.box)[1].controller)


def _is_allowed(book: Book, round_: Round, act: Act) -> bool:
    return isinstance(act, Refuse) or refusal(book, round_, act) is None


def _without(round_: Round, *used: Pending) -> Round:
    left = tuple(one for one in irregular(round_).pending if all(one is not other for other in used))
    return with_irregular(round_, pending=left)


def _set_aside(round_: Round, first: Pending) -> Round:
    """The round without a decision that does not stand, and the later ones on its box."""
    before = irregular(round_)
    fallen = [one for one in before.pending if one.box == first.box and one.index >= first.index]
    indices = tuple(one.index for one in fallen if _is_decision(one))
    return with_irregular(_without(round_, *fallen), set_aside=(*before.set_aside, *indices))


def _is_decision(one: Pending) -> bool:
    return isinstance(one.act, PlayersAct)


def put_away(book: Book, round_: Round) -> Round:
    """A round that has ended: cards that wait are burnt or carried, decisions that wait do not stand (R31, R37)."""
    before = round_.irregular
    if before is None or not (before.waiting or before.pending):
        return round_
    burnt = tuple(out.card for out in before.waiting if not out.is_carried)
    carried = tuple(out.card for out in before.waiting if out.is_carried)
    fallen = () if round_.void else tuple(one.index for one in before.pending if _is_decision(one))
    return with_irregular(
        replace(round_, burnt=(*round_.burnt, *burnt)),
        waiting=(),
        pending=(),
        carried=(*before.carried, *carried),
        set_aside=(*before.set_aside, *fallen),
    )
