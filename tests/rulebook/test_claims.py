"""The tests that a clause names fail if the code that it names is changed: tried for a sample of the clauses."""

from __future__ import annotations

import subprocess
import sys

import pytest

from boxseat.rulebook.register import WAYS_MET, all_clauses
from tests.rulebook.claim_mutants import ROOT, survivors_listed
from tests.rulebook.code_changes import changes
from tests.tiers import heavy

SAMPLES = [pytest.param(75), pytest.param(12, marks=heavy)]


@pytest.mark.parametrize("one_in", SAMPLES)
def test_a_changed_place_is_noticed_by_the_tests_that_the_clause_names(one_in: int) -> None:
    """One clause in so many; `make soak` tries all of them."""
    command = [sys.executable, "-m", "tests.rulebook.claim_mutants", "--one-in", str(one_in), "--workers", "1"]
    tried = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stdout + tried.stderr
    assert "0 of them not listed" in tried.stdout


def test_a_change_that_no_named_test_notices_fails_the_run() -> None:
    """A check of the run itself: code unrelated to the clause's test survives every change."""
    program = (
        "import sys, msgspec, boxseat.rulebook.register as register\n"
        "clause = next(one for one in register.clauses('star-pontoon') if one.number == '3.2.1')\n"
        "false = msgspec.structs.replace(clause, where=('boxseat.table.handlers.shuffle:shuffle_now',))\n"
        "register.all_clauses = lambda: (false,)\n"
        "from tests.rulebook.claim_mutants import main\n"
        "sys.argv = ['claim_mutants']\n"
        "sys.exit(main())\n"
    )
    tried = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert tried.returncode == 1, tried.stdout + tried.stderr
    assert "not listed: star-pontoon 3.2.1 | boxseat.table.handlers.shuffle:shuffle_now" in tried.stdout


def test_every_place_that_is_no_page_can_be_changed() -> None:
    places = {where for clause in all_clauses() if clause.way in WAYS_MET for where in clause.where}
    assert [where for where in sorted(places) if not where.startswith("web/") and not changes(where)] == []


def test_survivors_that_are_listed_are_places_of_the_register() -> None:
    places = {(f"{clause.instrument} {clause.number}", where) for clause in all_clauses() for where in clause.where}
    assert survivors_listed() <= places
