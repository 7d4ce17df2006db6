"""Where chips and money lie: wallets, chips in front of people, wagers on boxes, a table's float and drop, the cage and the bank.

An account is named by a string, so that a posting reads aloud as it is stored: ``chips/t1/ann`` gives 2000 to ``wager/t1/3/ann``.
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


class BadAccount(ValueError):
    """A name nobody could keep an account under; the message says why."""


class Posting(msgspec.Struct, frozen=True):
    """One movement of money: so many cents from the giver to the taker, why, and by which clause."""

    giver: str
    taker: str
    cents: int
    """Always above zero: money that goes back is a posting the other way."""
    why: str
    clause: str = ""


def wallet(name: str) -> str:
    """A person's money with the casino, not at any table."""
    return _WALLET + _part(name)


def chips(table: str, name: str) -> str:
    """A player's chips in front of them at a table."""
    return f"{_CHIPS}{_part(table)}/{_part(name)}"


def wager(table: str, box: int, name: str) -> str:
    """A player's chips on a box, until they are settled."""
    return f"{_WAGER}{_part(table)}/{box}/{_part(name)}"


def table_float(table: str) -> str:
    """The chips in a table's tray; below zero once players have won more than was brought."""
    return _FLOAT + _part(table)


def drop(table: str) -> str:
    """The box under a table that notes go into when chips are bought there."""
    return _DROP + _part(table)


def may_go_below_zero(account: str) -> bool:
    """The house may owe; a player's account, and a box of notes, may not."""
    return account in (CAGE, BANK) or account.startswith(_FLOAT)


def is_account(account: str) -> bool:
    """Whether this is an account's name as the functions above give them."""
    return account in (CAGE, BANK) or account.startswith((_WALLET, _CHIPS, _WAGER, _FLOAT, _DROP))


def _part(name: str) -> str:
    """A part of an account's name: no part may hold the stroke that divides them, or two names could be one account."""
    if not name or "/" in name or "\0" in name:
        raise BadAccount(f"{name!r} cannot be part of an account's name")
    return name
