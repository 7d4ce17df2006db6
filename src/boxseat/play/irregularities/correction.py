"""The round after an irregularity, and after what staff do about it."""

from __future__ import annotations

from msgspec.structs import replace

from boxseat.play.acts import (
    Act,
    Burn,
    DrawInError,
    ExtraCard,
    InsuranceMissed,
    Invalidate,
    Malfunction,
    Misplace,
    PayAtEnd,
    Reconstruct,
    Refuse,
    VoidRound,
    VoidWagers,
    WrongPack,
)
from boxseat.play.flow import hand_done, serve
from boxseat.play.irregularities.irregular import CardOut, Surplus
from boxseat.play.irregularities.reconstruction import Effect, extra_is_burnt, reconstructed
from boxseat.play.irregularities.staff_judge import clause_of, malfunction_rule
from boxseat.play.irregularities.withdrawal import invalidated, void_wagers, wagers_returned
from boxseat.play.places import DEALERS, DEALERS_PLACE
from boxseat.play.state import Box, Phase, Round, irregular, with_irregular
from boxseat.play.void import void_round
from boxseat.rulebook.book import Book


def corrected(book: Book, round_: Round, act: Act, effect: Effect) -> Round:
    """The round after an act of staff, or after a player refused a card."""
    match act:
        case Burn(card=card):
            return replace(round_, burnt=(*round_.burnt, card))
        case DrawInError(card=card, exposed=exposed):
            return with_irregular(round_, waiting=(*irregular(round_).waiting, CardOut(card, exposed)))
        case ExtraCard():
            return _extra_card(book, round_, act)
        case Refuse(player=player):
            return _refused(book, round_, player)
        case Misplace():
            return _misplaced(book, round_, act)
        case Reconstruct():
            return reconstructed(book, round_, effect)
        case InsuranceMissed() if round_.phase is not Phase.INSURANCE:
            return with_irregular(replace(round_, phase=Phase.INSURANCE), resume=round_.phase.value)
        case InsuranceMissed() if irregular(round_).bound:
            return with_irregular(round_, bound=())
        case VoidWagers():
            return void_wagers(book, round_, act)
        case PayAtEnd(box=box):
            return with_irregular(round_, defers=(*irregular(round_).defers, box))
        case VoidRound():
            return void_round(book, round_, clause=clause_of(book, round_, act))
        case WrongPack() | Malfunction() | Invalidate():
            return _broken_off(book, round_, act)
        case _:
            return round_


def _broken_off(book: Book, round_: Round, act: WrongPack | Malfunction | Invalidate) -> Round:
    """The round after something that ends it, or after which players may leave it."""
    clause = clause_of(book, round_, act)
    match act:
        case WrongPack() if book.dealing_errors.wrong_pack.value == "void":
            return void_round(book, round_, clause=clause)
        case WrongPack():
            return invalidated(round_, Invalidate("impractical"), clause)
        case Invalidate():
            return invalidated(round_, act, clause)
        case Malfunction(disadvantaged=True):
            return void_round(book, round_, clause=clause, why="the device failed to somebody's disadvantage")
        case _:
            returned = book.malfunction.returned
            without_device = malfunction_rule(book, act) is book.malfunction.no_device
            round_ = wagers_returned(book, round_, act.returned_to, returned.clause) if act.returned_to else round_
            return with_irregular(round_, device_failed=True) if without_device else round_


def _extra_card(book: Book, round_: Round, act: ExtraCard) -> Round:
    """A card beyond the dealer's complete hand is burnt, or lies under the shoe as the first card of the next round (R32)."""
    if extra_is_burnt(book, act):
        return replace(round_, burnt=(*round_.burnt, act.card))
    out = CardOut(act.card, act.exposed, under_shoe=True)
    return with_irregular(round_, waiting=(*irregular(round_).waiting, out))


def _refused(book: Book, round_: Round, player: str) -> Round:
    """No further card goes to the boxes that a player controls; a split hand with one card still gets its second (R30)."""
    boxes = tuple(_bound(box) if box.controller == player else box for box in round_.boxes)
    bound = tuple(box.number for box in boxes if box.controller == player)
    round_ = with_irregular(replace(round_, boxes=boxes), no_more=(*irregular(round_).no_more, *bound))
    return hand_done(book, round_)


def _bound(box: Box) -> Box:
    return replace(box, hands=tuple(replace(hand, done=hand.done or len(hand.cards) > 1) for hand in box.hands))


def _misplaced(book: Book, round_: Round, act: Misplace) -> Round:
    """The card serves the place it was put on if that had no card yet in the initial deal; otherwise it lies there (R35)."""
    round_ = with_irregular(round_, misplaced=True)
    if round_.phase is Phase.INITIAL_DEAL:
        place = _unserved(round_, act.to)
        if place is not None:
            return serve(book, round_, place, act.card)
    return with_irregular(round_, surplus=(*irregular(round_).surplus, Surplus(act.card, act.to)))


def _unserved(round_: Round, to: str) -> int | None:
    """The place in the initial deal that a misplaced card serves, if that still lacks a card."""
    if to == DEALERS_PLACE:
        return None if round_.dealer else DEALERS
    box, _, hand = to.partition(".")
    found = round_.find_box(int(box))
    serves = found is not None and hand == "1" and len(found[1].dealt) < 2 and bool(found[1].hands[0].stakes)
    return found[0] if found is not None and serves else None
