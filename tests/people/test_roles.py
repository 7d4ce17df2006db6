"""Who may do what (S2, GLI-19 2.8.9): the table in the code against one written here by hand, and separate duties."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from boxseat.people.roles import POWERS, READ_ONLY_POWERS, Person, Power, Role, may, refusal_of, spoken

AT_TABLES = frozenset(Power) - READ_ONLY_POWERS - {Power.PLAY, Power.END_SESSIONS, Power.MANAGE_ACCOUNTS}
"""Powers of staff that change what happens at a table."""
MATRIX = """
                    player dealer supervisor gaming-manager tournament-manager inspector cage surveillance administrator
play                yes    -      -          -              -                  -         -    -            -
watch               yes    yes    yes        yes            yes                yes       yes  yes          yes
recall-own-rounds   yes    -      -          -              -                  -         -    -            -
recall-any-round    -      -      yes        yes            yes                yes       -    -            -
see-floor           -      yes    yes        yes            yes                yes       -    -            -
ask-ruling          -      yes    yes        yes            yes                yes       -    -            -
see-log             -      -      -          yes            -                  yes       -    -            yes
see-accounts        -      -      -          -              -                  yes       -    -            yes
cut-for-the-house   -      -      yes        yes            -                  -         -    -            -
open-table          -      -      yes        yes            -                  -         -    -            -
close-table         -      -      yes        yes            -                  -         -    -            -
change-sign         -      -      yes        yes            -                  -         -    -            -
reserve-box         -      -      yes        yes            -                  -         -    -            -
hold-to-minimum     -      -      yes        yes            -                  -         -    -            -
restrict-player     -      -      -          yes            -                  -         -    -            -
refuse-wager        -      -      yes        yes            -                  -         -    -            -
replace-cards       -      -      yes        yes            -                  -         -    -            -
void-round          -      -      yes        yes            -                  -         -    -            -
deal-by-hand        -      yes    yes        yes            -                  -         -    -            -
report-irregularity -      yes    yes        yes            -                  -         -    -            -
decide-irregularity -      -      yes        yes            -                  -         -    -            -
invalidate          -      -      yes        yes            -                  -         -    -            -
keep-wagers         -      -      -          yes            -                  -         -    -            -
defer-payment       -      -      -          yes            -                  -         -    -            -
record-payment-error -     -      yes        yes            -                  -         -    -            -
see-payment-errors  -      -      yes        yes            -                  yes       -    -            -
decide-dispute      -      -      yes        yes            -                  -         -    -            -
review-dispute      -      -      yes        yes            -                  yes       -    -            -
acknowledge-notice  -      -      yes        yes            -                  yes       yes  yes          -
exclude             -      -      yes        yes            -                  -         -    -            -
readmit             -      -      -          yes            -                  -         -    -            -
attest              -      -      -          yes            -                  -         -    -            -
record-check        -      -      yes        yes            -                  -         -    -            -
change-settings     -      -      -          yes            -                  -         -    -            -
handle-float        -      yes    yes        yes            -                  -         -    -            -
confirm-count       -      -      yes        yes            -                  -         -    -            -
order-chips         -      -      yes        yes            -                  -         -    -            -
run-cage            -      -      -          -              -                  -         yes  -            -
see-cage            -      -      yes        yes            -                  yes       yes  -            -
see-results         -      -      -          yes            -                  yes       -    -            -
note-result         -      -      yes        yes            -                  -         -    -            -
rate-player         -      -      yes        yes            -                  -         -    -            -
write-shift-log     -      yes    yes        yes            -                  -         -    -            -
request-footage     -      -      yes        yes            -                  yes       -    -            -
see-footage         -      -      yes        yes            -                  yes       -    yes          -
answer-footage      -      -      -          -              -                  -         -    yes          -
run-tournament      -      -      -          -              yes                -         -    -            -
end-sessions        -      -      -          yes            -                  -         -    -            yes
manage-accounts     -      -      -          -              -                  -         -    -            yes
"""
HEADER, *ROWS = (line.split() for line in MATRIX.strip().splitlines())
ALLOWED = {(role, row[0]) for row in ROWS for role, word in zip(HEADER, row[1:], strict=True) if word == "yes"}


@pytest.mark.parametrize(("role", "power"), list(product(Role, Power)))
def test_s2_every_role_and_power(role: Role, power: Power) -> None:
    person = Person("ann", role)
    assert may(person, power) == ((role, power) in ALLOWED)
    assert (refusal_of(person, power) is None) == may(person, power)


def test_the_table_leaves_nothing_out() -> None:
    assert set(HEADER) == set(Role)
    assert {row[0] for row in ROWS} == set(Power)
    assert set(POWERS) == set(Role)


def test_every_power_is_somebodys() -> None:
    assert set().union(*POWERS.values()) == set(Power)


def test_an_inspector_changes_nothing_but_what_lies_with_them() -> None:
    own = {Power.REQUEST_FOOTAGE, Power.REVIEW_DISPUTE, Power.ACKNOWLEDGE_NOTICE}
    assert POWERS[Role.INSPECTOR] - READ_ONLY_POWERS == own


def test_surveillance_watches_and_answers_about_footage_and_nothing_else() -> None:
    assert POWERS[Role.SURVEILLANCE] == {
        Power.WATCH,
        Power.SEE_FOOTAGE,
        Power.ANSWER_FOOTAGE,
        Power.ACKNOWLEDGE_NOTICE,
    }


def test_whoever_runs_the_cage_neither_counts_floats_nor_orders_chips() -> None:
    assert [role for role in Role if Power.RUN_CAGE in POWERS[role]] == [Role.CAGE]
    assert POWERS[Role.CAGE] == {Power.WATCH, Power.SEE_CAGE, Power.RUN_CAGE, Power.ACKNOWLEDGE_NOTICE}


def test_who_keeps_accounts_touches_no_table_and_the_other_way_round() -> None:
    assert [role for role in Role if Power.MANAGE_ACCOUNTS in POWERS[role]] == [Role.ADMINISTRATOR]
    assert not POWERS[Role.ADMINISTRATOR] & AT_TABLES


def test_staff_do_not_play_and_players_have_no_staff_powers() -> None:
    assert [role for role in Role if Power.PLAY in POWERS[role]] == [Role.PLAYER]
    assert not POWERS[Role.PLAYER] & (AT_TABLES | {Power.SEE_LOG, Power.END_SESSIONS, Power.MANAGE_ACCOUNTS})


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("power", Power)
def test_a_closed_account_and_one_with_a_made_password_may_do_nothing(role: Role, power: Power) -> None:
    assert not may(Person("ann", role, disabled=True), power)
    assert not may(Person("ann", role, password_due=True), power)


def test_refusals_read_aloud() -> None:
    refused = refusal_of(Person("dot", Role.DEALER), Power.VOID_ROUND)
    assert refused is not None
    assert refused.reason == "a dealer may not declare a round void"
    refused = refusal_of(Person("ivy", Role.INSPECTOR), Power.CHANGE_SIGN)
    assert refused is not None
    assert refused.reason == "an inspector may not change a table's sign"


def test_the_manual_shows_the_same_table() -> None:
    manual = Path(__file__).parents[2] / "docs" / "people.md"
    shown = [line for line in manual.read_text("utf-8").splitlines() if line.startswith("|")]
    for power in Power:
        marks = " | ".join("yes" if power in POWERS[role] else "" for role in Role)
        assert f"| {spoken(power)} | {marks} |" in shown
    assert "| | " + " | ".join(spoken(role) for role in Role) + " |" in shown
