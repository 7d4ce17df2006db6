"""The table's sign on the screen: limits, chips, the dealer's rule and the payouts, each with its clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from boxseat.cards import RANKS
from boxseat.cli.terminal.blocks import wrapped
from boxseat.cli.terminal.screen import QUIET, Screen
from boxseat.money import Odds, dollars
from boxseat.play.announce import spoken
from boxseat.play.state import TableLimits
from boxseat.rulebook.book import Book, Cited
from boxseat.table.sign import Sign

Row = tuple[str, str, str]
"""What, how much, and the clause."""


def show_sign(screen: Screen, book: Book, sign: Sign) -> None:
    """Show the sign."""
    parts = {"The table": _rules(book, sign), "What it pays": _pays(book), "Side bets": _side_bets(book)}
    columns = [_column(title, rows) for title, rows in ((title, list(rows)) for title, rows in parts.items()) if rows]
    screen.show(wrapped(columns, screen.width))


def _column(title: str, rows: Sequence[Row]) -> list[Text]:
    what, much = (max(len(row[place]) for row in rows) for place in (0, 1))
    lines = [Text.assemble(f"{row[0]:<{what}} {row[1]:<{much}} ", (row[2], QUIET)) for row in rows]
    return [Text(title, "bold"), *lines]


def _rules(book: Book, sign: Sign) -> Iterator[Row]:
    chip = book.chips.smallest_chip
    missing = [rank for rank in RANKS if rank not in book.cards.ranks.value]
    without = f", no {' or '.join('10' if rank == 'T' else rank for rank in missing)}" if missing else ""
    yield "A box takes", _span(sign.box), book.limits.placed_over_maximum.clause
    if book.offers.side_bets.value:
        yield "A side bet", _span(sign.side_bet), book.offers.side_bets.clause
    yield "Smallest chip", dollars(chip.value), chip.clause
    yield "Decks", f"{book.cards.decks.value}{without}", book.cards.decks.clause
    dealer = book.dealer
    yield (
        "Dealer stands",
        f"{dealer.stands_hard.value}, soft {dealer.stands_soft.value}",
        dealer.stands_hard.clause,
    )
    if book.drawing.stand_from.value:
        yield "You stand from", f"{book.drawing.stand_from.value}, or soft", book.drawing.stand_from.clause
    if book.insurance.against.value:
        yield "Insurance", _ranks(book.insurance.against), book.insurance.against.clause
    if book.surrender.against.value:
        yield "Surrender", _ranks(book.surrender.against), book.surrender.against.clause
    hands = book.splitting.max_split_hands
    if hands.value > 1:
        yield "Split into", f"{hands.value} hands at most", hands.clause
    if book.doubling.on.value != "never":
        on = "first two cards" if book.doubling.on.value == "first-two" else "any cards"
        yield "Double on", on, book.doubling.on.clause


def _pays(book: Book) -> Iterator[Row]:
    yield _odds(book.natural.name.value, book.natural.odds)
    for line in book.payouts.lines:
        yield line.name, spoken(line.odds), line.clause
    yield _odds("Any other win", book.payouts.other)
    if book.insurance.against.value:
        yield _odds("Insurance", book.insurance.odds)
    if book.super_bonus is not None:
        bonus = book.super_bonus
        ranks = ",".join(bonus.ranks.value)
        for tier in bonus.tiers.value:
            name = f"Super Bonus, {dollars(tier.from_stake)} or more"
            yield name, dollars(tier.pays), bonus.tiers.clause
        yield f"  for suited {ranks} against", f"a {bonus.dealer.value}", bonus.dealer.clause


def _side_bets(book: Book) -> Iterator[Row]:
    if (pairs := book.perfect_pairs) is not None:
        yield _odds("Perfect pair (pp)", pairs.perfect)
        yield _odds("Coloured pair", pairs.coloured)
        yield _odds("Mixed pair", pairs.mixed)
    if (sevens := book.super_sevens) is not None:
        yield _odds("Three suited sevens (ss)", sevens.three_suited)
        yield _odds("Three sevens", sevens.three)
        yield _odds("Two suited sevens", sevens.two_suited)
        yield _odds("Two sevens", sevens.two)
        yield _odds("First card a seven", sevens.one)


def _odds(name: str, odds: Cited[Odds]) -> Row:
    return name, spoken(odds.value), odds.clause


def _span(limits: TableLimits) -> str:
    if limits.maximum is None:
        return f"{dollars(limits.minimum or 0)} or more"
    return f"{dollars(limits.minimum or 0)} to {dollars(limits.maximum)}"


def _ranks(ranks: Cited[str]) -> str:
    return "on " + ", ".join("10" if rank == "T" else rank for rank in ranks.value)
