"""What is approved before it is used at a table: its layout, Perfect Pairs, Super Sevens and their amounts (R50)."""

from __future__ import annotations

from boxseat.money import dollars
from boxseat.play.state import Wager
from boxseat.refusal import Refusal, refuse
from boxseat.rulebook.book import Book
from boxseat.table.state import Table


def is_approved(table: Table, what: str) -> bool:
    """Whether a layout was approved, when the table was set up or since."""
    return what in table.settings.approved or what in table.permissions.approvals


def refusal_to_open(book: Book, table: Table) -> Refusal | None:
    """The refusal to open a table whose layout is not approved (CP 1.1; CB 1.1)."""
    rule = book.permissions.table_approved
    if rule.value and not is_approved(table, "table"):
        return refuse("table/not-approved", rule, "the layout of the table is not approved")
    return None


def refusal_of_side_bets(book: Book, table: Table, wager: Wager) -> Refusal | None:
    """The refusal of side bets that are not approved, or not of an approved amount (CP 18.2; CB 17.2, 17.4, 18.2)."""
    rules, amounts = book.permissions, table.settings.super_sevens_amounts
    for cents, rule, what, name in (
        (wager.perfect_pairs, rules.pairs_approved, "perfect-pairs", "Perfect Pairs"),
        (wager.super_sevens, rules.sevens_approved, "super-sevens", "Super Sevens"),
    ):
        if cents and rule.value and not is_approved(table, what):
            return refuse("side-bet/not-approved", rule, f"the layout of {name} is not approved")
    if wager.super_sevens and amounts and wager.super_sevens not in amounts:
        approved = " or ".join(map(dollars, amounts))
        return refuse("side-bet/amount", rules.sevens_amounts, f"a wager on Super Sevens is {approved}")
    return None
