"""Perfect Pairs and Super Sevens: wagers on the first cards of a box, independent of the result of its hands."""

from __future__ import annotations

from msgspec.structs import replace

from boxseat.cards import Card
from boxseat.money import Odds
from boxseat.play.payout import is_one_suit
from boxseat.play.state import Box, Laid, Result, Round, Settlement, WagerKind, with_box, with_lines
from boxseat.rulebook.book import Book, Cited, PerfectPairsRules, SuperSevensRules


def after_initial_deal(book: Book, round_: Round) -> Round:
    """Settle the side bets that the first two cards of each box decide, before any decision."""
    for place, box in enumerate(round_.boxes):
        if book.perfect_pairs is not None:
            round_ = _settle_pairs(book, round_, place, book.perfect_pairs)
        if book.super_sevens is not None and [card.rank for card in box.dealt] != ["7", "7"]:
            round_ = _settle_sevens(book, round_, place, book.super_sevens)
    return round_


def pair_rule(rules: PerfectPairsRules, cards: tuple[Card, ...]) -> tuple[Cited[Odds] | None, str]:
    """The line of Perfect Pairs that two cards make; none if they are no pair."""
    first, second = cards
    if first.rank != second.rank:
        return None, "no pair"
    if first.suit == second.suit:
        return rules.perfect, "a perfect pair"
    if first.is_red == second.is_red:
        return rules.coloured, "a coloured pair"
    return rules.mixed, "a mixed pair"


def sevens_rule(rules: SuperSevensRules, cards: tuple[Card, ...]) -> tuple[Cited[Odds] | None, str]:
    """The highest line of Super Sevens that the first cards of a box make, at most three (R18)."""
    sevens = 0
    while sevens < min(3, len(cards)) and cards[sevens].rank == "7":
        sevens += 1
    suited = is_one_suit(cards[:sevens])
    if sevens == 3:
        return (rules.three_suited, "three sevens of one suit") if suited else (rules.three, "three sevens")
    if sevens == 2:
        return (rules.two_suited, "two sevens of one suit") if suited else (rules.two, "two sevens")
    return (rules.one, "a seven as the first card") if sevens else (None, "the first card is no seven")


def after_box_card(book: Book, round_: Round, place: int) -> Round:
    """Settle a box's Super Sevens at its third card; three of one suit are paid when the round is over."""
    rules = book.super_sevens
    box = round_.boxes[place]
    if rules is None or not box.super_sevens or sevens_rule(rules, box.dealt)[0] is rules.three_suited:
        return round_
    return _settle_sevens(book, round_, place, rules)


def after_box(book: Book, round_: Round, place: int) -> Round:
    """Pay the two sevens of a box that took no third card."""
    rules = book.super_sevens
    if rules is None or len(round_.boxes[place].dealt) > 2:
        return round_
    return _settle_sevens(book, round_, place, rules)


def after_round(book: Book, round_: Round) -> Round:
    """Pay the Super Sevens that waited for the end of the round."""
    for place in range(len(round_.boxes)):
        if book.super_sevens is not None:
            round_ = _settle_sevens(book, round_, place, book.super_sevens)
    return round_


def _settle_pairs(book: Book, round_: Round, place: int, rules: PerfectPairsRules) -> Round:
    box = round_.boxes[place]
    if not box.perfect_pairs:
        return round_
    rule, why = pair_rule(rules, box.dealt)
    lines = (_line(book, box, WagerKind.PERFECT_PAIRS, laid, rule, rules.no_pair, why) for laid in box.perfect_pairs)
    return with_lines(with_box(round_, place, replace(box, perfect_pairs=())), *lines)


def _settle_sevens(book: Book, round_: Round, place: int, rules: SuperSevensRules) -> Round:
    box = round_.boxes[place]
    if not box.super_sevens:
        return round_
    rule, why = sevens_rule(rules, box.dealt)
    lines = (_line(book, box, WagerKind.SUPER_SEVENS, laid, rule, rules.no_seven, why) for laid in box.super_sevens)
    return with_lines(with_box(round_, place, replace(box, super_sevens=())), *lines)


def _line(
    book: Book, box: Box, kind: WagerKind, laid: Laid, rule: Cited[Odds] | None, lost: Cited[str], why: str
) -> Settlement:
    """Settle a side bet by the line it makes; without one it is lost."""
    return Settlement(
        box=box.number,
        hand=1,
        player=laid.player,
        wager=kind,
        stake=laid.cents,
        result=Result.WIN if rule else Result.LOSE,
        odds=rule.value if rule else None,
        net=rule.value.of(laid.cents, unit=book.payment_unit) if rule else -laid.cents,
        clause=rule.clause if rule else lost.clause,
        why=why,
    )
