"""The ledger's accounts: wallets, players' chips, wagers on boxes, a table's float and drop, the cage, and the bank.

An account is named by a string, so that a stored posting can be read as it is: ``chips/t1/ann`` gives 2000 to ``wager/t1/3/ann``.
An account of dollars is named as it is; one of another unit has the unit before it: ``tokens:wallet/ann``.
"""

from __future__ import annotations

import re

import msgspec

DOLLARS = ""
"""The unit of accounts that name none: dollars, counted in cents."""
UNIT_PATTERN = re.compile("[a-z0-9-]{1,80}")
"""What another unit may be called: a kind of tokens, or a tournament's chips."""
CAGE = "cage"
"""The cashier's own money: what players bring to the casino and take home again."""
BANK = "bank"
"""The casino's own money: floats come out of it and winnings go back to it. In another unit, who issues it: ``tokens:bank``."""

_FLOAT = "float/"
_DROP = "drop/"
_WALLET = "wallet/"
_CHIPS = "chips/"
_WAGER = "wager/"
OWED = "owed/"
"""How the names of accounts begin that hold what people owe the house."""
TRANSIT = "transit/"
"""How the names of accounts begin that hold what has left one place and was not counted in at the other."""
TABLES_MONEY = (_CHIPS, _WAGER, _FLOAT, _DROP)
"""How the names of accounts begin whose balances a table's state shows; the table follows."""
PLAYERS_MONEY_AT_TABLES = (_CHIPS, _WAGER)
"""How the names of accounts begin that hold what players have at tables; the table follows, and the player comes last."""


class BadAccount(ValueError):
    """A text that cannot be part of an account's name; the message says why."""


class Posting(msgspec.Struct, frozen=True, gc=False):
    """One movement of money: cents from the giver to the taker, why, and by which clause."""

    giver: str
    taker: str
    cents: int
    """Always above zero: money that goes back is a posting in the other direction."""
    why: str
    clause: str = ""


def wallet(name: str) -> str:
    """The account of a person's money with the casino that is at no table."""
    return _WALLET + _part(name)


def chips(table: str, name: str) -> str:
    """The account of a player's chips at a table that are not wagered."""
    return f"{_CHIPS}{_part(table)}/{_part(name)}"


def chips_of(account: str, table: str) -> str:
    """Whose chips at a table an account holds; empty where it holds none there."""
    prefix = f"{_CHIPS}{table}/"
    return account[len(prefix) :] if account.startswith(prefix) else ""


def wager(table: str, box: int, name: str) -> str:
    """The account of a player's wagers on a box, until they are settled."""
    return f"{_WAGER}{_part(table)}/{box}/{_part(name)}"


def table_float(table: str) -> str:
    """The account of a table's float, the chips in its tray; below zero once players have won more than was brought."""
    return _FLOAT + _part(table)


def drop(table: str) -> str:
    """The account of a table's drop, the box for the notes that chips are bought with."""
    return _DROP + _part(table)


def owed(name: str) -> str:
    """The account of what a person owes the casino after a correction: below zero until it is paid, and never above."""
    return OWED + _part(name)


def transit(table: str) -> str:
    """The account of chips and cash between a table and the cage: what was sent, less what was counted in at the other end.

    What stays there is a difference, which nobody may make up; it is below zero where more was counted in than was sent.
    """
    return TRANSIT + _part(table)


def unit_of(account: str) -> str:
    """The unit that an account is kept in."""
    unit, colon, _ = account.partition(":")
    return unit if colon and "/" not in unit else DOLLARS  # after a slash, a colon is part of somebody's name


def in_unit(unit: str, account: str) -> str:
    """The account of the same name in a unit."""
    if unit == DOLLARS:
        return account
    named = f"{unit}:{account}"
    if not is_account(account) or not is_account(named):
        raise BadAccount(f"{named!r} is no account in a unit")
    return named


def may_hold(account: str, cents: int) -> bool:
    """Whether an account may have a balance: few may be below zero, and what is owed is never above."""
    if cents < 0:
        return may_go_below_zero(account)
    return cents == 0 or not account.startswith(OWED)


def may_go_below_zero(account: str) -> bool:
    """Whether an account may be negative: what a person owes, a difference, and the house's own, but no drop and no player's.

    In a unit other than dollars only the bank may, which issues it.
    """
    if account in (CAGE, BANK) or account.startswith((_FLOAT, OWED, TRANSIT)):
        return True
    return account.endswith(f":{BANK}") and "/" not in account


def is_account(account: str) -> bool:
    """Whether a text is an account's name as the functions above make them."""
    if account in (CAGE, BANK) or account.startswith((_WALLET, _CHIPS, _WAGER, _FLOAT, _DROP, OWED, TRANSIT)):
        return True
    unit, _, name = account.partition(":")
    # Nobody brings another unit to the cage, and nobody can owe it.
    known = name == BANK or name.startswith((_WALLET, _CHIPS, _WAGER, _FLOAT, _DROP))
    return known and UNIT_PATTERN.fullmatch(unit) is not None


def _part(name: str) -> str:
    """Check a part of an account's name: with a slash in a part, two names could be the same account."""
    if not name or "/" in name or "\0" in name:
        raise BadAccount(f"{name!r} cannot be part of an account's name")
    return name
