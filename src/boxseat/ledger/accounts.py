"""The ledger's accounts: wallets, players' chips, wagers on boxes, a table's float and drop, the cage and the bank.

An account is named by a string, so that a stored posting can be read as it is: ``chips/t1/ann`` gives 2000 to ``wager/t1/3/ann``.
"""

from __future__ import annotations

import msgspec

CAGE = "cage"
"""The cashier's own money: what players bring to the casino and take home again."""
BANK = "bank"
"""The casino's own money: floats come out of it and winnings go back to it."""

_FLOAT = "float/"
_DROP = "drop/"
_WALLET = "wallet/"
_CHIPS = "chips/"
_WAGER = "wager/"
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


def may_go_below_zero(account: str) -> bool:
    """Whether an account may be negative: only the house's own may, not a player's and not a drop."""
    return account in (CAGE, BANK) or account.startswith(_FLOAT)


def is_account(account: str) -> bool:
    """Whether a text is an account's name as the functions above make them."""
    return account in (CAGE, BANK) or account.startswith((_WALLET, _CHIPS, _WAGER, _FLOAT, _DROP))


def _part(name: str) -> str:
    """Check a part of an account's name: with a slash in a part, two names could be the same account."""
    if not name or "/" in name or "\0" in name:
        raise BadAccount(f"{name!r} cannot be part of an account's name")
    return name
