"""Settlement: every wager gets a result, its odds and a clause.

A hand is settled as soon as it is decided (interim settlement); the final settlement compares the other hands with the dealer's.
Settled chips leave the hand, so the chips that are still on a hand are undecided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from boxseat.cards import TWENTY_ONE, total
from boxseat.consistency import present
from boxseat.money import Odds
from boxseat.play import sidebets
from boxseat.play.payout import shared_bonus, super_bonus, winning_odds, without_set_off
from boxseat.play.settlement_lines import both_lines, insurance_line, wager_line
from boxseat.play.state import Box, Hand, Phase, Result, Round, Settlement, Stake, cleared, with_hand, with_lines
from boxseat.rulebook.book import Book


def pay_naturals(book: Book, round_: Round) -> Round:
    """The interim settlement: pay naturals that the dealer can no longer match (R16)."""
    waits = book.natural.against_dealer_natural.value == "stand-off" and round_.dealer_may_have_natural
    for place, box in enumerate(round_.boxes):
        if not box.has_natural:
            continue
        hand = box.hands[0]
        if waits:
            round_ = with_hand(round_, place, 0, replace(hand, done=True))
            continue
        lines = [_natural_won(book, box, stake, book.natural.interim.clause) for stake in hand.stakes]
        round_ = _paid(with_hand(round_, place, 0, replace(hand, done=True, stakes=())), box, lines)
    return round_


def _paid(round_: Round, box: Box, lines: Iterable[Settlement]) -> Round:
    """The round after interim payments for a box, which may be left to the final settlement (R43)."""
    if round_.irregular is not None and not {0, box.number}.isdisjoint(round_.irregular.defers):
        return replace(round_, deferred=(*round_.deferred, *lines))
    return with_lines(round_, *lines)


def pay_even_money(book: Book, round_: Round, place: int, player: str) -> Round:
    """Pay a natural 1 to 1 at its owner's request."""
    box = round_.boxes[place]
    hand = box.hands[0]
    stake = present(hand.stake_of(player), f"wager of {player} on the hand")
    even = wager_line(
        book, box, 0, stake, Result.WIN, clause=book.natural.even_money.clause, why="even money", odds=Odds("1:1")
    )
    left = tuple(other for other in hand.stakes if other.player != player)
    return with_lines(with_hand(round_, place, 0, replace(hand, stakes=left)), even)


def pay_twenty_one(book: Book, round_: Round) -> Round:
    """Pay the hand in turn, which made 21 where that wins at once, with any Super Bonus (R04)."""
    place, hand_place = round_.turn
    box = round_.box_in_turn
    hand = round_.hand_in_turn
    lines = [
        line for stake in hand.stakes for line in _won(book, box, hand_place, stake, book.drawing.twenty_one.clause)
    ]
    if _super_bonus_at_once(book):
        lines.extend(super_bonus(book, round_, tuple(lines)))
    paid = _paid(with_hand(round_, place, hand_place, replace(hand, done=True, stakes=())), box, lines)
    return without_set_off(_paid(paid, box, shared_bonus(book, paid))) if _shared_at_once(book) else paid


def collect_bust(book: Book, round_: Round) -> Round:
    """Collect the hand in turn, which went over 21.

    If a dealer's natural returns added wagers of busted hands too, those wait for the dealer's second card (R03).
    """
    place, hand_place = round_.turn
    box = round_.box_in_turn
    hand = round_.hand_in_turn
    waiting: list[Stake] = []
    lines: list[Settlement] = []
    for stake in hand.stakes:
        if not _added_wagers_wait(book, round_):
            lines.extend(_lost(book, box, hand_place, stake))
            continue
        if hand_place == 0:
            lines.append(_lost_own(book, box, hand_place, stake))
            stake = replace(stake, own=0)
        if stake.own or stake.double:
            waiting.append(stake)
    return with_lines(with_hand(round_, place, hand_place, replace(hand, done=True, stakes=tuple(waiting))), *lines)


def forfeit(book: Book, round_: Round, player: str) -> Round:
    """Collect the own wager of a player who forfeits, and return the doubled part (R14)."""
    place, hand_place = round_.turn
    box = round_.box_in_turn
    hand = round_.hand_in_turn
    stake = present(hand.stake_of(player), f"wager of {player} on the hand")
    clause = book.doubling.forfeit.clause
    lines = [
        wager_line(
            book, box, hand_place, stake, Result.STAND_OFF, clause=clause, why="taken back by forfeiting", double=True
        )
    ]
    left = [other for other in hand.stakes if other.player != player]
    if hand_place > 0 and _added_wagers_wait(book, round_):
        left.append(replace(stake, double=0, forfeited=True))
    else:
        lines.insert(0, _given_up(book, box, hand_place, stake))
    return with_lines(with_hand(round_, place, hand_place, replace(hand, stakes=tuple(left))), *lines)


def collect_insurance(book: Book, round_: Round) -> Round:
    """Collect insurance: the dealer's second card makes no natural."""
    if not round_.dealer_has_natural:
        for box in round_.boxes:
            round_ = with_lines(
                round_,
                *(
                    insurance_line(box, laid.player, laid.cents, -laid.cents, book.insurance.lost.clause, None)
                    for laid in box.insurance
                ),
            )
        round_ = replace(round_, boxes=tuple(replace(box, insurance=()) for box in round_.boxes))
    return round_


def final_settlement(book: Book, round_: Round) -> Round:
    """Settle all remaining wagers and end the round."""
    if round_.deferred:
        round_ = replace(with_lines(round_, *round_.deferred), deferred=())
    interim = len(round_.settlements)
    for box in round_.boxes:
        collected: set[str] = set()
        for hand_place, hand in enumerate(box.hands):
            for stake in hand.stakes:
                round_ = with_lines(round_, *_final(book, round_, box, hand_place, stake, collected))
    odds, clause = book.insurance.odds.value, book.insurance.odds.clause
    for box in round_.boxes:
        for laid in box.insurance:
            paid = odds.of(laid.cents, unit=book.payment_unit)
            round_ = with_lines(round_, insurance_line(box, laid.player, laid.cents, paid, clause, odds))
    round_ = sidebets.after_round(book, round_)
    due = round_.settlements[interim:] if _super_bonus_at_once(book) else round_.settlements
    round_ = with_lines(round_, *super_bonus(book, round_, due))
    round_ = with_lines(round_, *shared_bonus(book, round_))
    return replace(round_, boxes=tuple(cleared(box) for box in round_.boxes), phase=Phase.OVER)


def _final(
    book: Book, round_: Round, box: Box, hand_place: int, stake: Stake, collected: set[str]
) -> Iterator[Settlement]:
    """Settle one player's wagers on one hand; `collected` are the players from whom a natural has taken its one wager."""
    hand = box.hands[hand_place]
    outcomes = book.outcomes
    points, dealers = hand.total.points, total(round_.dealer).points
    if box.has_natural:
        yield _natural_at_end(book, round_, box, stake)
    elif stake.surrendered:
        yield _surrendered(book, round_, box, stake)
    elif stake.forfeited or hand.total.busted:
        if round_.dealer_has_natural:
            yield from _given_back(book, box, hand_place, stake)
        elif stake.forfeited:
            yield _given_up(book, box, hand_place, stake)
        else:
            yield from _lost(book, box, hand_place, stake)
    elif round_.dealer_has_natural:
        yield from _taken_by_natural(book, box, hand_place, stake, collected)
    elif dealers > TWENTY_ONE:
        yield from _won(book, box, hand_place, stake, outcomes.dealer_busts.clause)
    elif points > dealers:
        yield from _won(book, box, hand_place, stake, outcomes.higher.clause)
    else:
        rule = outcomes.lower if points < dealers else outcomes.equal
        why = f"{points} against the dealer's {dealers}"
        yield from both_lines(book, box, hand_place, stake, Result(rule.value), clause=rule.clause, why=why)


def _natural_at_end(book: Book, round_: Round, box: Box, stake: Stake) -> Settlement:
    if round_.dealer_has_natural:
        clause = book.natural.against_dealer_natural.clause
        why = f"the dealer has {book.natural.name.value} too"
        return wager_line(book, box, 0, stake, Result.STAND_OFF, clause=clause, why=why)
    return _natural_won(book, box, stake, book.natural.odds.clause)


def _natural_won(book: Book, box: Box, stake: Stake, clause: str) -> Settlement:
    name = book.natural.name.value
    return wager_line(book, box, 0, stake, Result.WIN, clause=clause, why=name, odds=book.natural.odds.value)


def _surrendered(book: Book, round_: Round, box: Box, stake: Stake) -> Settlement:
    """Settle a surrender: part of the wager is lost, or all if the dealer's natural annuls the surrender (R08)."""
    rules = book.surrender
    if round_.dealer_has_natural and rules.dealer_natural.value == "annuls":
        why = f"the dealer's {book.natural.name.value} annuls the surrender"
        return wager_line(book, box, 0, stake, Result.LOSE, clause=rules.dealer_natural.clause, why=why)
    line = wager_line(book, box, 0, stake, Result.SURRENDER, clause=rules.settled.clause, why="no further cards")
    kept = Odds(f"{rules.loses.value.per - rules.loses.value.pays}:{rules.loses.value.per}")
    return replace(line, net=kept.of(stake.own, unit=book.payment_unit) - stake.own)


def _taken_by_natural(book: Book, box: Box, hand_place: int, stake: Stake, collected: set[str]) -> Iterator[Settlement]:
    """What the dealer's natural takes from an undecided hand, by the table's option (R03)."""
    reading = book.dealer.dealer_pontoon_takes.value
    why = f"the dealer has {book.natural.name.value}"
    clause = book.outcomes.dealer_natural.clause
    if reading == "everything":
        yield from both_lines(book, box, hand_place, stake, Result.LOSE, clause=clause, why=why)
        return
    takes_own = stake.player not in collected if reading == "busted-plus-one" else hand_place == 0
    if takes_own:
        collected.add(stake.player)
        yield wager_line(book, box, hand_place, stake, Result.LOSE, clause=clause, why=why)
        stake = replace(stake, own=0)
    yield from _given_back(book, box, hand_place, stake)


def _given_back(book: Book, box: Box, hand_place: int, stake: Stake) -> Iterator[Settlement]:
    """Return added wagers that a dealer's natural does not take."""
    why = f"added to the original wager, and the dealer has {book.natural.name.value}"
    if stake.own:
        clause = book.dealer.split_wagers.clause
        yield wager_line(book, box, hand_place, stake, Result.STAND_OFF, clause=clause, why=why)
    if stake.double:
        clause = book.dealer.double_wagers.clause
        yield wager_line(book, box, hand_place, stake, Result.STAND_OFF, clause=clause, why=why, double=True)


def _super_bonus_at_once(book: Book) -> bool:
    return book.super_bonus is not None and book.super_bonus.paid.value == "at-once"


def _shared_at_once(book: Book) -> bool:
    """Whether the shared bonus is paid as soon as the Super Bonus is won (R53)."""
    return (
        _super_bonus_at_once(book) and book.super_bonus is not None and book.super_bonus.shared_paid.value == "at-once"
    )


def _added_wagers_wait(book: Book, round_: Round) -> bool:
    """Whether added wagers on a lost hand could still be returned, by the table's option and the dealer's first card."""
    return book.dealer.dealer_pontoon_takes.value == "original-bets-only" and round_.dealer_may_have_natural


def _won(book: Book, box: Box, hand_place: int, stake: Stake, clause: str) -> Iterator[Settlement]:
    odds, clause, why = winning_odds(book, box.hands[hand_place], stake, clause=clause)
    return both_lines(book, box, hand_place, stake, Result.WIN, clause=clause, why=why, odds=odds)


def _lost(book: Book, box: Box, hand_place: int, stake: Stake) -> Iterator[Settlement]:
    hand = box.hands[hand_place]
    clause = book.drawing.over_twenty_one.clause
    return both_lines(book, box, hand_place, stake, Result.LOSE, clause=clause, why=_over(hand))


def _lost_own(book: Book, box: Box, hand_place: int, stake: Stake) -> Settlement:
    clause = book.drawing.over_twenty_one.clause
    return wager_line(book, box, hand_place, stake, Result.LOSE, clause=clause, why=_over(box.hands[hand_place]))


def _over(hand: Hand) -> str:
    return f"{hand.total.points} is over 21"


def _given_up(book: Book, box: Box, hand_place: int, stake: Stake) -> Settlement:
    return wager_line(
        book,
        box,
        hand_place,
        stake,
        Result.FORFEIT,
        clause=book.doubling.forfeit.clause,
        why="forfeited after doubling",
    )
