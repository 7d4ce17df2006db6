"""What staff may do about an irregularity now, and by which clause: the judge's part about acts of staff."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boxseat.play.acts import (
    Act,
    Burn,
    Double,
    DrawInError,
    EndingAct,
    ExtraCard,
    Hit,
    InsuranceMissed,
    Insure,
    Invalidate,
    Malfunction,
    Misplace,
    PayAtEnd,
    PlayAbsent,
    Reconstruct,
    Refuse,
    Report,
    Split,
    Stand,
    VoidRound,
    VoidWagers,
    WrongPack,
)
from boxseat.play.places import due_place
from boxseat.play.state import Phase, Result, Round, Settlement, WagerKind, irregular
from boxseat.play.void import BONUSES, unsettled
from boxseat.refusal import Refusal, refuse
from boxseat.rulebook.book import Book, Cited

DECISIONS = (Hit, Stand, Split, Double, Refuse, PlayAbsent)


def clause_of(book: Book, round_: Round, act: Act) -> str:
    """The clause by which an act of staff is done; empty for an act that is no irregularity."""
    cited = rule_of(book, act)
    return cited.clause if cited else ""


def rule_of(book: Book, act: Act) -> Cited[Any] | None:
    """The key of the book by which an act of staff is done; none for an act that is no irregularity."""
    rules, errors = book.irregularities, book.dealing_errors
    match act:
        case Burn(because=because):
            return rules.burnt_in_error if because == "in-error" else rules.face_up_card
        case DrawInError():
            return errors.drawn_in_error
        case ExtraCard(exposed=exposed):
            return errors.extra_card if exposed else errors.extra_unseen
        case Misplace() | Reconstruct():
            return errors.misplaced
        case InsuranceMissed():
            return errors.insurance_missed
        case Report(what=what):
            return _reported(book, what)
        case WrongPack():
            return errors.wrong_pack
        case Malfunction():
            return malfunction_rule(book, act)
        case Invalidate(because=because):
            return ground_rule(book, because)
        case VoidWagers(because=because):
            return wagers_rule(book, because)
        case PayAtEnd():
            return book.interim_payment.at_end
        case VoidRound():
            return rules.void_round
        case _:
            return None


def ending_rule(book: Book, round_: Round) -> Cited[Any]:
    """The key by which a round ended without a settlement."""
    ended_by = next((act for act in reversed(round_.acts) if isinstance(act, EndingAct)), None)
    return (rule_of(book, ended_by) if ended_by else None) or book.irregularities.void_round


def _reported(book: Book, what: str) -> Cited[Any]:
    errors = book.dealing_errors
    return {
        "burn-forgotten": errors.burn_forgotten,
        "cut-missed": errors.cut_missed,
        "shuffle-missed": errors.shuffle_missed,
        "rack-left": errors.rack_left,
        "check-cards": errors.check_cards,
    }[what]


def malfunction_rule(book: Book, act: Malfunction) -> Cited[Any]:
    """The key that says what a malfunction of this kind comes to."""
    rules = book.malfunction
    if act.disadvantaged:
        return rules.disadvantaged
    if not (act.another_device and act.transferable):
        return rules.no_device
    return rules.damaged if act.damaged else rules.continued


def wagers_rule(book: Book, because: str) -> Cited[bool]:
    """The key that says whether a player's wagers may be void for this reason."""
    rules = book.invalidation
    return {"player-card": rules.card_wagers, "device": rules.device_wagers}.get(because, rules.rules_wagers)


def ground_rule(book: Book, because: str) -> Cited[bool]:
    """The key that says whether a round may be invalidated for this reason."""
    rules = book.invalidation
    return {"disruption": rules.disruption, "fraud": rules.fraud}.get(because, rules.impractical)


def loses_stand(because: str) -> bool:
    """Whether a wager that was lost before stays lost: so it does if a Player Card was missing (R42)."""
    return because == "player-card"


def has_wager(book: Book, round_: Round, player: str, *, lost_too: bool) -> bool:
    """Whether a player has a wager in the round that can come back; the final settlement does not count as made."""
    lines = (*round_.settlements, *round_.deferred, *(line for box in round_.boxes for line in unsettled(box)))
    own = [line for line in lines if line.player == player and line.wager not in BONUSES]
    return any(lost_too or not _lost_before_end(book, line) for line in own if not _has_come_back(book, line))


def _has_come_back(book: Book, line: Settlement) -> bool:
    """Whether a wager has gone back to its owner: as void, or as the doubled part with a forfeit."""
    return line.clause != "" and (line.result is Result.VOID or _is_forfeited_double(book, line))


def _is_forfeited_double(book: Book, line: Settlement) -> bool:
    return line.result is Result.STAND_OFF and line.clause == book.doubling.forfeit.clause


def _lost_before_end(book: Book, line: Settlement) -> bool:
    """Whether a wager was lost before the final settlement: a side bet, insurance, a forfeit, or a hand over 21."""
    if line.net >= 0 or line.result is Result.FORFEIT:
        return line.result is Result.FORFEIT
    on_hand = line.wager in (WagerKind.MAIN, WagerKind.SPLIT, WagerKind.DOUBLE)
    return not on_hand or line.clause == book.drawing.over_twenty_one.clause


def _burn(book: Book, round_: Round, act: Burn) -> Refusal | None:
    rule = book.irregularities.face_up_card
    if act.because == "face-up" and rule.value == "stays-in-play":
        return refuse("irregular/stays", rule, "a card found face up stays in play")
    return None


def _extra_card(book: Book, round_: Round, act: ExtraCard) -> Refusal | None:
    if round_.phase not in (Phase.SETTLEMENT, Phase.OVER):
        return refuse("irregular/not-complete", book.dealing_errors.extra_card, "the dealer's hand is not complete")
    return None


def _misplace(book: Book, round_: Round, act: Misplace) -> Refusal | None:
    due = due_place(round_)
    if not due:
        return refuse(
            "irregular/not-due", book.dealing_errors.drawn_in_error, "no card is due: the card is drawn in error"
        )
    if due == act.to:
        return refuse("irregular/right-place", book.dealing_errors.misplaced, "the card is due there")
    return None


def _reconstruct(book: Book, round_: Round, act: Reconstruct) -> Refusal | None:
    rule = book.dealing_errors.misplaced
    if not irregular(round_).misplaced:
        return refuse("irregular/none-misplaced", rule, "no card is misplaced")
    if rule.value == "void":
        return refuse("irregular/void-instead", rule, "a round with a misplaced card is void in this house")
    return None


def _insurance_missed(book: Book, round_: Round, act: InsuranceMissed) -> Refusal | None:
    against, rule = book.insurance.against, book.dealing_errors.insurance_missed
    if not round_.dealer or round_.dealer[0].rank not in against.value:
        return refuse("insurance/dealers-card", against, "the dealer's first card is not an ace")
    if round_.phase is Phase.INITIAL_DEAL:
        return refuse("irregular/too-early", rule, "the initial deal is not complete")
    made = [one for place, one in enumerate(round_.acts) if place not in irregular(round_).set_aside]
    if any(isinstance(one, Insure) for one in made):
        return refuse("irregular/was-offered", rule, "insurance was offered: somebody has insured")
    first = rule.value == "until-first-decision"
    if len(round_.dealer) > 1 or (first and any(isinstance(one, DECISIONS) for one in made)):
        return refuse("irregular/too-late", rule, "it is too late to offer insurance")
    return None


def _report(book: Book, round_: Round, act: Report) -> Refusal | None:
    rule = _reported(book, act.what)
    match act.what:
        case "burn-forgotten":
            return _burn_forgotten(book, round_, rule)
        case "cut-missed" | "shuffle-missed" if round_.from_device:
            return refuse(
                "irregular/device", book.device.cut, "cards in a shuffling device are neither shuffled nor cut"
            )
        case "rack-left" if rule.value == "not-used" or not round_.from_device or round_.phase is Phase.INITIAL_DEAL:
            return refuse("irregular/no-rack", rule, "no cards of the rack were due to go back into a device")
        case "check-cards" if not (rule.value == "after-face-up" and round_.from_device and _found_face_up(round_)):
            return refuse("irregular/no-check", rule, "no card was found face up in a shuffling device")
        case _:
            return None


def _burn_forgotten(book: Book, round_: Round, rule: Cited[Any]) -> Refusal | None:
    for burns in (book.shoe.burns, *((book.device.burns,) if round_.from_device else ())):
        if not burns.value:
            return refuse("irregular/no-burn", burns, "no card is burnt before the first round here")
    if round_.cards_used:
        return refuse("irregular/card-out", rule, "a card is out already")
    return None


def _found_face_up(round_: Round) -> bool:
    return any(isinstance(act, Burn) and act.because == "face-up" for act in round_.acts)


def _malfunction(book: Book, round_: Round, act: Malfunction) -> Refusal | None:
    rules = book.malfunction
    if not round_.from_device:
        return refuse("malfunction/shoe", rules.needs_device, "the cards come from a shoe")
    if not round_.cards_used:
        return refuse("malfunction/no-card", rules.card_out, "no card of the round is out")
    if act.disadvantaged and rules.disadvantaged.value == "no-ground":
        return refuse(
            "malfunction/completed", rules.disadvantaged, "the round is completed, whoever is at a disadvantage"
        )
    if act.returned_to and rules.returned.value == "never":
        return refuse("malfunction/completed", rules.returned, "the round is completed: no wager is returned")
    if act.returned_to and malfunction_rule(book, act) is not rules.no_device:
        why = "the round ends" if act.disadvantaged else "another device takes over"
        return refuse("malfunction/not-offered", rules.returned, f"{why}: no wager is returned on request")
    players = {wager.player for wager in round_.wagers}
    for player in act.returned_to:
        if player not in players:
            return refuse("malfunction/stranger", rules.returned, f"{player} has no wager in this round")
    return None


def _invalidate(book: Book, round_: Round, act: Invalidate) -> Refusal | None:
    ground, forfeiture = ground_rule(book, act.because), book.invalidation.forfeiture
    if not ground.value:
        return refuse("invalid/no-ground", ground, "that is no ground for invalidating a round here")
    if act.forfeited_by and (forfeiture.value == "never" or act.because != "fraud"):
        return refuse("invalid/no-forfeiture", forfeiture, "no player forfeits wagers on this ground")
    players = {wager.player for wager in round_.wagers}
    for player in act.forfeited_by:
        if player not in players:
            return refuse("invalid/stranger", forfeiture, f"{player} has no wager in this round")
    return None


def _void_wagers(book: Book, round_: Round, act: VoidWagers) -> Refusal | None:
    rule = wagers_rule(book, act.because)
    if not rule.value:
        return refuse("wagers/no-ground", rule, "that is no ground for voiding wagers here")
    if not has_wager(book, round_, act.player, lost_too=not loses_stand(act.because)):
        return refuse("wagers/none", rule, f"{act.player} has no wager left in this round")
    return None


def _pay_at_end(book: Book, round_: Round, act: PayAtEnd) -> Refusal | None:
    rule = book.interim_payment.at_end
    return (
        None
        if rule.value
        else refuse("payment/interim", rule, "what is won before the final settlement is paid at once")
    )


RULINGS: dict[type[Act], Callable[[Book, Round, Any], Refusal | None]] = {
    Burn: _burn,
    DrawInError: lambda book, round_, act: None,
    ExtraCard: _extra_card,
    Misplace: _misplace,
    Reconstruct: _reconstruct,
    InsuranceMissed: _insurance_missed,
    Report: _report,
    WrongPack: lambda book, round_, act: None,
    Malfunction: _malfunction,
    Invalidate: _invalidate,
    VoidWagers: _void_wagers,
    PayAtEnd: _pay_at_end,
    VoidRound: lambda book, round_, act: None,
}
"""The judgement of each act of staff, in a round that has not ended."""
