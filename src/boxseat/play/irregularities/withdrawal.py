"""Wagers taken out of a round: those of one player, those returned after a malfunction, all of a round without an outcome."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from boxseat.play.acts import Invalidate, VoidWagers
from boxseat.play.flow import resumed
from boxseat.play.irregularities.staff_judge import loses_stand, wagers_rule
from boxseat.play.opening import controller
from boxseat.play.state import Box, Hand, Result, Round, Settlement, WagerKind, with_irregular, with_lines
from boxseat.play.void import BONUSES, TAKEN_BACK, ended, returned, unsettled
from boxseat.rulebook.book import Book


def void_wagers(book: Book, round_: Round, act: VoidWagers) -> Round:
    """All wagers of a player come back and win nothing; one lost before a missing Player Card was noticed stays lost (R42)."""
    clause, why = wagers_rule(book, act.because).clause, "the wager is void"
    keeps_losses = loses_stand(act.because)

    def stands(line: Settlement) -> bool:
        return line.player != act.player or line.result in TAKEN_BACK or (keeps_losses and line.net < 0)

    made = (*round_.settlements, *round_.deferred)
    undone = [returned(line, clause, why) for line in made if not stands(line) and line.wager not in BONUSES]
    left = replace(
        round_,
        settlements=tuple(line for line in round_.settlements if stands(line)),
        deferred=tuple(line for line in round_.deferred if stands(line)),
    )
    left = replace(left, boxes=tuple(_not_in_play(box, (act.player,)) for box in left.boxes))
    return _withdrawn(book, _without_lone_shares(with_lines(left, *undone)), (act.player,), clause, why)


def _not_in_play(box: Box, players: Collection[str]) -> Box:
    """A box on which these players' original wagers do not play any more."""
    return replace(box, main=tuple(laid for laid in box.main if laid.player not in players))


def _without_lone_shares(round_: Round) -> Round:
    """The round without shared bonuses if no Super Bonus is left that they come from (R07)."""
    if any(line.wager is WagerKind.SUPER_BONUS for line in (*round_.settlements, *round_.deferred)):
        return round_
    return replace(
        round_,
        settlements=tuple(line for line in round_.settlements if line.wager is not WagerKind.SHARED_BONUS),
        deferred=tuple(line for line in round_.deferred if line.wager is not WagerKind.SHARED_BONUS),
    )


def wagers_returned(book: Book, round_: Round, players: Collection[str], clause: str) -> Round:
    """Players take back their unsettled wagers; what was settled stands (R40)."""
    return _withdrawn(book, round_, players, clause, "taken back after the device failed")


def invalidated(round_: Round, act: Invalidate, clause: str) -> Round:
    """The round has no outcome: each wager goes back, or is kept; what was taken back before stays with its owner (R41)."""
    lines: list[Settlement] = []
    for line in (*round_.settlements, *round_.deferred):
        if line.result in TAKEN_BACK:
            lines.append(line)
        elif line.wager not in BONUSES:
            lines.append(_without_outcome(line, act, clause))
    for box in round_.boxes:
        lines.extend(_without_outcome(line, act, clause) for line in unsettled(box))
    return ended(round_, lines)


def _without_outcome(line: Settlement, act: Invalidate, clause: str) -> Settlement:
    if act.refund and line.player not in act.forfeited_by:
        return returned(line, clause, "the round has no outcome")
    why = "forfeited, as the round has no outcome" if line.player in act.forfeited_by else "not refunded"
    return replace(line, result=Result.FORFEIT, odds=None, net=-line.stake, clause=clause, why=why)


def _withdrawn(book: Book, round_: Round, players: Collection[str], clause: str, why: str) -> Round:
    """The round without the unsettled wagers of these players; whoever is left without any gets no card."""
    lines: list[Settlement] = []
    boxes: list[Box] = []
    for box in round_.boxes:
        gone = [line for line in unsettled(box) if line.player in players]
        lines.extend(returned(line, clause, why) for line in gone)
        off = [line.player for line in gone if line.wager is WagerKind.MAIN]  # a main wager that was settled stands
        left = _without(book, round_, _not_in_play(box, off), players) if gone else box
        lines.extend(_pairs_alone(book, left) if gone else ())
        boxes.append(left if any(hand.stakes for hand in left.hands) else replace(left, perfect_pairs=()))
    return resumed(book, with_irregular(with_lines(replace(round_, boxes=tuple(boxes)), *lines)))


def _without(book: Book, round_: Round, box: Box, players: Collection[str]) -> Box:
    """A box without these players' unsettled chips; control passes to whoever has it now (R22)."""

    def hand_left(hand: Hand) -> Hand:
        stakes = tuple(stake for stake in hand.stakes if stake.player not in players)
        return replace(hand, stakes=stakes, done=hand.done or not stakes)

    hands = tuple(hand_left(hand) for hand in box.hands)
    still = {stake.player for hand in hands for stake in hand.stakes}
    wagers = [wager for wager in round_.wagers if wager.box == box.number and wager.player in still]
    return replace(
        box,
        hands=hands,
        controller=controller(book, wagers) if wagers and box.controller not in still else box.controller,
        insurance=tuple(laid for laid in box.insurance if laid.player not in players),
        perfect_pairs=tuple(laid for laid in box.perfect_pairs if laid.player not in players),
        super_sevens=tuple(laid for laid in box.super_sevens if laid.player not in players),
    )


def _pairs_alone(book: Book, box: Box) -> Iterator[Settlement]:
    """Perfect Pairs wagers on a box that has no main wager any more go back (R17)."""
    if book.perfect_pairs is None or any(hand.stakes for hand in box.hands):
        return
    for line in unsettled(box):
        if line.wager is WagerKind.PERFECT_PAIRS:
            yield returned(line, book.perfect_pairs.perfect_pairs_needs.clause, "no main wager on the box is left")
