"""The ledger's rules: cents move and are never created or lost, and an error is corrected by another posting."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxseat.ledger.accounts import (
    BANK,
    CAGE,
    BadAccount,
    Posting,
    chips,
    drop,
    is_account,
    may_go_below_zero,
    table_float,
    wager,
    wallet,
)
from boxseat.ledger.double_entry import BadPosting, check_postings, correction, fold, imbalance, overdrawn
from boxseat.money import AMOUNT_CENTS_MAX

NAMES = st.text(min_size=1, max_size=8).filter(lambda name: "/" not in name and "\0" not in name)
ACCOUNTS = st.one_of(
    st.sampled_from([CAGE, BANK]),
    NAMES.map(wallet),
    NAMES.map(table_float),
    NAMES.map(drop),
    st.builds(chips, NAMES, NAMES),
    st.builds(wager, NAMES, st.integers(1, 9), NAMES),
)
POSTINGS = st.builds(Posting, ACCOUNTS, ACCOUNTS, st.integers(1, AMOUNT_CENTS_MAX), st.text(max_size=5)).filter(
    lambda posting: posting.giver != posting.taker
)


@given(st.lists(POSTINGS, max_size=30))
def test_postings_move_cents_and_never_make_or_lose_them(postings: list[Posting]) -> None:
    check_postings(postings)
    held = fold(postings)
    assert imbalance(held) == 0
    for account, cents in held.items():
        taken = sum(posting.cents for posting in postings if posting.taker == account)
        given_away = sum(posting.cents for posting in postings if posting.giver == account)
        assert cents == taken - given_away


@given(st.lists(POSTINGS, max_size=20), st.integers(0, 20))
def test_folding_may_stop_and_go_on_anywhere(postings: list[Posting], place: int) -> None:
    assert fold(postings[place:], fold(postings[:place])) == fold(postings)


@given(POSTINGS)
def test_a_correction_is_another_posting_that_undoes_the_first(wrong: Posting) -> None:
    right = correction(wrong, "box 3 was paid twice")
    check_postings([right])
    assert set(fold([wrong, right]).values()) == {0}
    assert right.why.startswith("correction")
    assert "box 3" in right.why


@given(ACCOUNTS, ACCOUNTS)
def test_two_accounts_have_two_names(one: str, other: str) -> None:
    assert is_account(one)
    assert (one == other) == (one.split("/") == other.split("/"))


@pytest.mark.parametrize("name", ["", "a/b", "/", "a\0"])
def test_a_name_that_could_be_two_accounts_is_refused(name: str) -> None:
    for make in (wallet, table_float, drop, lambda part: chips("t1", part), lambda part: wager(part, 1, "ann")):
        with pytest.raises(BadAccount):
            make(name)


@pytest.mark.parametrize("cents", [0, -1, AMOUNT_CENTS_MAX + 1, 1.5, True, "5", None])
def test_an_amount_nobody_could_move_is_refused(cents: Any) -> None:
    with pytest.raises(BadPosting):
        check_postings([Posting(CAGE, wallet("ann"), cents, "")])


def test_only_the_house_may_owe() -> None:
    postings = [Posting(wallet("ann"), chips("t1", "ann"), 5, ""), Posting(table_float("t1"), wallet("bob"), 5, "")]
    assert overdrawn(fold(postings)) == ["wallet/ann"]
    assert [may_go_below_zero(name) for name in (CAGE, BANK, "float/t1", "drop/t1", "wager/t1/1/a")] == [True] * 3 + [
        False
    ] * 2
