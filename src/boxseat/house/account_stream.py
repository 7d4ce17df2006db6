"""Accounts as a kind of stream. Their commands go through `people`; here they are folded for the audit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boxseat.consistency import Inconsistent, present
from boxseat.house.streams import Change, CommandCase, Effects, Stale, StreamKind
from boxseat.ledger.accounts import BANK, Posting, wallet
from boxseat.people.account import Account, fold
from boxseat.people.account_store import STREAM_PREFIX, account_stream
from boxseat.people.login import OPENING_MONEY
from boxseat.people.records import CODEC, AccountOpened, Record
from boxseat.people.roles import Role
from boxseat.refusal import Refusal


class AccountKind(StreamKind[Account]):
    """Accounts. An account before its first entry has no name."""

    prefix = STREAM_PREFIX
    noun = "account"
    begun = "opened"
    records = CODEC
    empty = Account("", Role.PLAYER, 0, 0)

    def may_begin(self, stream: str, first: Any) -> bool:
        """Whether a record opens the account of this name."""
        return isinstance(first, AccountOpened) and account_stream(first.name) == stream

    def judge(self, case: CommandCase[Account]) -> Change[Account] | Refusal | Stale:
        """Accounts take no commands here."""
        raise Inconsistent("an account is changed by its own administration")

    def fold(self, context: Any, state: Account, records: Sequence[Record], at: int) -> Account:
        """The account after one entry."""
        before = state if state.version else None
        return present(fold(before, state.version + 1, at, tuple(records)), "an account")

    def follow(self, context: Any, stream: str, state: Account, records: Sequence[Record], at: int) -> Effects[Account]:
        """The account after one entry, with its opening money."""
        opened = [record for record in records if isinstance(record, AccountOpened) and record.cents]
        money = tuple(Posting(BANK, wallet(record.name), record.cents, OPENING_MONEY) for record in opened)
        return Effects(self.fold(context, state, records, at), money)


ACCOUNTS = AccountKind()
