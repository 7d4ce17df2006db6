"""The ledger's rules: cents move and are never created or lost, and an error is corrected by another posting."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxseat.ledger.accounts import (
    BANK,
    CAGE,
    DOLLARS,
    BadAccount,
    Posting,
    chips,
    drop,
    in_unit,
    is_account,
    may_go_below_zero,
    may_hold,
    owed,
    table_float,
    unit_of,
    wager,
    wallet,
)
from boxseat.ledger.double_entry import BadPosting, check_postings, correction, fold, imbalances, overdrawn, totals
from boxseat.money import AMOUNT_CENTS_MAX

NAMES = st.text(min_size=1, max_size=8).filter(lambda name: "/" not in name and "\0" not in name)
ACCOUNTS = st.one_of(
    st.sampled_from([CAGE, BANK]),
    NAMES.map(owed),
    NAMES.map(wallet),
    NAMES.map(table_float),
    NAMES.map(drop),
    st.builds(chips, NAMES, NAMES),
    st.builds(wager, NAMES, st.integers(1, 9), NAMES),
)
UNITS = st.from_regex("[a-z0-9-]{1,80}", fullmatch=True)
IN_UNITS = ACCOUNTS.filter(lambda account: account != CAGE and not account.startswith("owed/"))
POSTINGS = st.builds(Posting, ACCOUNTS, ACCOUNTS, st.integers(1, AMOUNT_CENTS_MAX), st.text(max_size=5)).filter(
    lambda posting: posting.giver != posting.taker
)


@given(st.lists(POSTINGS, max_size=30))
def test_postings_move_cents_and_never_make_or_lose_them(postings: list[Posting]) -> None:
    check_postings(postings)
    held = fold(postings)
    assert imbalances(held) == {}
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


@given(UNITS, IN_UNITS)
def test_an_account_is_kept_in_one_unit(unit: str, account: str) -> None:
    named = in_unit(unit, account)
    assert named == f"{unit}:{account}"
    assert is_account(named)
    assert (unit_of(named), unit_of(account)) == (unit, DOLLARS)
    assert in_unit(DOLLARS, account) == account
    assert may_go_below_zero(named) == (account == BANK), "in another unit only its issuer may owe"
    with pytest.raises(BadAccount):
        in_unit(unit, named)


@pytest.mark.parametrize("unit", ["Tokens", "to kens", "a/b", "a:b", "é", "x" * 81, "\0", "tokens\n"])
def test_a_unit_is_named_by_lower_case_letters_digits_and_hyphens(unit: str) -> None:
    with pytest.raises(BadAccount):
        in_unit(unit, "wallet/ann")
    assert not is_account(f"{unit}:wallet/ann")


@pytest.mark.parametrize(
    "account", ["tokens:cage", "tokens:owed/ann", "tokens:pocket/ann", ":bank", "tokens:", "tokens"]
)
def test_other_units_have_no_cage_and_no_debts(account: str) -> None:
    assert not is_account(account)


@pytest.mark.parametrize("account", ["wallet/tokens:bank", "chips/t1/tokens:bank", "drop/a:bank"])
def test_a_name_with_a_colon_is_no_unit(account: str) -> None:
    assert is_account(account)
    assert unit_of(account) == DOLLARS
    assert not may_go_below_zero(account)


def test_a_posting_never_mixes_units() -> None:
    check_postings([Posting("tokens:bank", "tokens:wallet/ann", 5, "given")])
    for giver, taker in (("tokens:bank", "wallet/ann"), (BANK, "tokens:wallet/ann"), ("tokens:bank", "cup:wallet/ann")):
        with pytest.raises(BadPosting, match="different units"):
            check_postings([Posting(giver, taker, 5, "changed")])


def test_each_unit_adds_up_to_nothing() -> None:
    held = {CAGE: -5, "wallet/ann": 5, "tokens:bank": -7, "tokens:wallet/ann": 6, "cup:bank": -1, "cup:chips/p1/ann": 2}
    assert totals(held.items()) == {DOLLARS: 0, "tokens": -1, "cup": 1}
    assert imbalances(held) == {"tokens": -1, "cup": 1}


def test_what_is_owed_is_never_above_zero() -> None:
    assert [may_hold(owed("ann"), cents) for cents in (-1, 0, 1)] == [True, True, False]
    assert [may_hold(wallet("ann"), cents) for cents in (-1, 0, 1)] == [False, True, True]
    assert overdrawn({owed("ann"): -1, owed("bob"): 1, wallet("cat"): -1}) == ["owed/bob", "wallet/cat"]
