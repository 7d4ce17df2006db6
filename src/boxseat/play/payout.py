"""Payment of a winning hand: the lines of the payout table, and the Super Bonus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from boxseat.cards import TWENTY_ONE, Card
from boxseat.money import Odds
from boxseat.play.state import Box, Hand, Result, Round, Settlement, Stake, WagerKind
from boxseat.rulebook.book import Book, PayoutLine, SuperBonusRules


def is_one_suit(cards: Sequence[Card]) -> bool:
    """Whether all cards have the same suit."""
    return len({card.suit for card in cards}) == 1


def fits(line: PayoutLine, cards: Sequence[Card]) -> bool:
    """Whether a hand of 21 matches a line of the payout table."""
    if not line.cards[0] <= len(cards) <= line.cards[1]:
        return False
    if line.ranks and sorted(card.rank for card in cards) != sorted(line.ranks):
        return False
    if line.suits == "any":
        return True
    if line.suits == "spades":
        return all(card.suit == "S" for card in cards)
    return is_one_suit(cards) == (line.suits == "suited")


def winning_odds(book: Book, hand: Hand, stake: Stake, *, clause: str) -> tuple[Odds, str, str]:
    """The odds of a winning hand for one player, with clause and line; `clause` is the one by which it won.

    Unless the book says otherwise, every wager on a doubled hand wins at the plain odds, doubled or not (R05).
    """
    plain = book.payouts.other.value
    if hand.doubled and not book.doubling.table_odds.value:
        rule = book.doubling.table_odds if stake.double else book.doubling.undoubled
        return plain, rule.clause, "a doubled hand"
    if hand.total.points == TWENTY_ONE:
        for line in book.payouts.lines:
            if fits(line, hand.cards):
                return line.odds, line.clause, line.name
    return plain, clause, f"a total of {hand.total.points}"


def super_bonus(book: Book, round_: Round, lines: Iterable[Settlement]) -> Iterator[Settlement]:
    """The Super Bonus for those of these settlements that earn it, each by its own stake (R07)."""
    rules = book.super_bonus
    if rules is None or not _is_bonus_card(rules, round_):
        return
    for line in lines:
        if line.result is not Result.WIN or line.wager not in (WagerKind.MAIN, WagerKind.SPLIT):
            continue
        earned = [tier.pays for tier in rules.tiers.value if line.stake >= tier.from_stake]
        if earned and _wins_super_bonus(rules, round_, line):
            yield replace(
                line,
                wager=WagerKind.SUPER_BONUS,
                odds=None,
                net=_in_chips(book, earned[-1]),
                clause=rules.tiers.clause,
                why=f"{','.join(rules.ranks.value)} of one suit against the dealer's {round_.dealer[0].rank}",
            )


def without_set_off(round_: Round) -> Round:
    """The round without the shared bonus of players who have won a Super Bonus since; it is set off against that (R53)."""
    winners = {line.player for line in _decided(round_) if line.wager is WagerKind.SUPER_BONUS}

    def left(lines: tuple[Settlement, ...]) -> tuple[Settlement, ...]:
        return tuple(line for line in lines if line.wager is not WagerKind.SHARED_BONUS or line.player not in winners)

    return replace(round_, settlements=left(round_.settlements), deferred=left(round_.deferred)) if winners else round_


def _decided(round_: Round) -> tuple[Settlement, ...]:
    """The settlements so far, with those that are paid at the end."""
    return round_.settlements + round_.deferred


def may_win_super_bonus(book: Book, round_: Round, box: Box, hand: Hand) -> bool:
    """Whether a hand's cards earn a Super Bonus that is paid at the end of the round."""
    rules = book.super_bonus
    if rules is None or rules.paid.value != "end-of-round" or not _is_bonus_card(rules, round_):
        return False
    return _earns_super_bonus(rules, box, hand)


def _is_bonus_card(rules: SuperBonusRules, round_: Round) -> bool:
    """Whether the dealer's first card is one that the Super Bonus needs; there is none if all wagers went back early."""
    return bool(round_.dealer) and round_.dealer[0].rank in rules.dealer.value


def _wins_super_bonus(rules: SuperBonusRules, round_: Round, line: Settlement) -> bool:
    box = next(box for box in round_.boxes if box.number == line.box)
    return _earns_super_bonus(rules, box, box.hands[line.hand - 1])


def _earns_super_bonus(rules: SuperBonusRules, box: Box, hand: Hand) -> bool:
    if hand.doubled or not is_one_suit(hand.cards):
        return False
    if sorted(card.rank for card in hand.cards) != sorted(rules.ranks.value):
        return False
    return not box.suited_pair_split if rules.on_split.value == "unless-suited-pair-split" else len(box.hands) == 1


def shared_bonus(book: Book, round_: Round) -> Iterator[Settlement]:
    """The shared bonus of the others at the table, once per round with a Super Bonus (R07)."""
    rules = book.super_bonus
    won = [line for line in _decided(round_) if line.wager is WagerKind.SUPER_BONUS]
    if rules is None or not won:
        return
    if any(line.wager is WagerKind.SHARED_BONUS for line in _decided(round_)):
        return  # once a round, however many hands win
    winning_boxes = {line.box for line in won}
    paid_players = {line.player for line in won}
    for box in round_.boxes:
        for laid in box.main:
            if rules.shared_with.value == "other-main-wagers":
                if box.number in winning_boxes:
                    continue
            elif laid.player in paid_players:
                continue
            paid_players.add(laid.player)
            yield Settlement(
                box=box.number,
                hand=1,
                player=laid.player,
                wager=WagerKind.SHARED_BONUS,
                stake=0,
                result=Result.WIN,
                odds=None,
                net=_in_chips(book, rules.shared.value),
                clause=rules.shared.clause,
                why="another wager of the round won the Super Bonus",
            )


def _in_chips(book: Book, cents: int) -> int:
    """The payment rounded to chips (R19)."""
    return -(-cents // book.payment_unit) * book.payment_unit
