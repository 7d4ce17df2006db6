"""Changes the code that each clause of the register names, a little at a time, until the clause's own tests fail.

`python -m tests.rulebook.claim_mutants`; `--clauses "star-pontoon 6.*"` for some, `--one-in 40` for a sample. A clause holds if at
every place in `where` one of the small changes (`code_changes.py`) is noticed by the tests that the clause names; where none
is, clause and place are printed, and the run fails unless docs/figures.md has them in its list with a reason. Pages are left out,
as are tests in a browser, whose server is another process.

The tests are collected once, and each change is tried in a fork of that process.
"""

from __future__ import annotations

import argparse
import fnmatch
import functools
import gc
import os
import re
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest

from boxseat.rulebook.register import WAYS_MET, Clause, all_clauses
from tests.forked_trial import SURVIVED, ChangeNotPossible, has_noticed, run_trial
from tests.progress import say
from tests.rulebook.code_changes import Change, caches, changes
from tests.tiers import chosen

ROOT = Path(__file__).parent.parent.parent
FIGURES = ROOT / "docs" / "figures.md"
LISTED = re.compile(r"\| `([a-z0-9-]+ [0-9.()a-z]+)` \| `([^`]+)` \|")
"""A row of the list of survivors: the clause, the place in `where`; then the reason."""
CHANGES_MAX = 40
"""Changes tried at one place."""
TEST_CPU_S = 30
REPORT_INTERVAL_S = 20


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Try whether the tests that a clause names hold the code that it names."
    )
    parser.add_argument("--clauses", nargs="+", default=["*"], metavar="PATTERN", help="`star-pontoon 6.*`")
    parser.add_argument("--where", default="*", metavar="PATTERN", help="some places only: `boxseat.table.*`")
    parser.add_argument("--one-in", type=int, default=1, help="a sample of the clauses")
    parser.add_argument(
        "--from", dest="first", type=int, default=0, metavar="N", help="go on from a place of an earlier run"
    )
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kills", action="store_true", help="print what was noticed, too")
    asked = parser.parse_args()
    places = [
        place
        for place in all_places()
        if any(fnmatch.fnmatchcase(place.clause_name, pattern) for pattern in asked.clauses)
        and fnmatch.fnmatchcase(place.where, asked.where)
        and chosen(place.clause_name, asked.one_in)
    ][asked.first :]
    if not places:
        parser.error("no clause has such a number")
    trials = Trials(places, asked.workers, tell_kills=asked.kills)
    files = sorted({test.partition("::")[0] for place in places for test in in_process(place.clause)})
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # They take seconds to import.
    ended = pytest.main(["-qq", "--capture=no", "--tb=no", "-p", "no:cacheprovider", *files], plugins=[trials])
    if ended != 0:
        return 2
    listed = survivors_listed()
    unexpected = [place for place in trials.survivors if place.key not in listed]
    for place in unexpected:
        say(f"not listed: {place.clause_name} | {place.where}")
    clauses = {place.clause_name for place in places}
    say(
        f"claims: {len(clauses)} clauses, {len(places)} places, {trials.tried} changes; no change was noticed at"
        f" {len(trials.survivors)} places, {len(unexpected)} of them not listed"
    )
    return int(bool(unexpected))


@dataclass
class Place:
    """One place in `where` of one clause, and the changes still to be tried there."""

    clause: Clause
    where: str
    left: list[Change] = field(default_factory=list)
    tried: int = 0
    noticed: str = ""

    @property
    def clause_name(self) -> str:
        return f"{self.clause.instrument} {self.clause.number}"

    @property
    def key(self) -> tuple[str, str]:
        return self.clause_name, self.where


def all_places() -> Iterator[Place]:
    """Every place that can be changed, of every clause that is met."""
    for clause in all_clauses():
        if clause.way in WAYS_MET:
            for where in clause.where:
                if not where.startswith("web/"):
                    yield Place(clause, where)


def in_process(clause: Clause) -> list[str]:
    """The tests of a clause that run in the process of the change."""
    return [test for test in clause.tests if not test.startswith("tests/web/")]


def survivors_listed() -> set[tuple[str, str]]:
    """Clauses and places of which docs/figures.md says why no change there is noticed."""
    return {(found[1], found[2]) for found in LISTED.finditer(FIGURES.read_text("utf-8"))}


class Trials:
    """A plugin that, instead of running the tests that pytest has collected, runs them for each change until one fails."""

    def __init__(self, places: Sequence[Place], workers: int, *, tell_kills: bool) -> None:
        self.places = places
        self.workers = workers
        self.tell_kills = tell_kills
        self.survivors: list[Place] = []
        self.tried = 0
        self.items: dict[str, list[pytest.Item]] = {}
        self.running: dict[int, tuple[Place, Change | None]] = {}
        self.caches: list[functools._lru_cache_wrapper[Any]] = []
        self.sound: set[str] = set()
        """Clauses whose tests pass while nothing is changed."""
        self.told = time.monotonic()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed:
            return None  # Something could not be collected: pytest says what.
        for item in session.items:
            self.items.setdefault(item.nodeid.partition("[")[0], []).append(item)
        waiting = list(reversed(self.places))
        self.caches = caches()
        gc.freeze()  # What is collected stays shared with the children.
        try:
            while waiting or self.running:
                while waiting and len(self.running) < self.workers:
                    place = waiting.pop()
                    place.left = changes(place.where)
                    Random(f"{place.key}").shuffle(place.left)
                    del place.left[CHANGES_MAX:]
                    place.left.reverse()
                    self.start(place, self.next_change(place), session)
                self.wait(session)
        finally:
            for pid in self.running:
                os.kill(pid, signal.SIGKILL)
        return True

    def next_change(self, place: Place) -> Change | None:
        """The next change there; none at first, to see that the clause's tests pass without one."""
        return place.left.pop() if place.clause_name in self.sound and place.left else None

    def start(self, place: Place, change: Change | None, session: pytest.Session) -> None:
        """Try a change in a child."""
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            _try(change, self.tests_of(place.clause), session, self.caches)
        self.running[pid] = place, change

    def tests_of(self, clause: Clause) -> list[pytest.Item]:
        """The tests that a clause names; where one plays several games, the clause's own, if it is among them."""
        found: list[pytest.Item] = []
        for test in in_process(clause):
            items = self.items.get(test, [])
            found += [item for item in items if _game(item) in (None, clause.instrument)] or items
        return found

    def wait(self, session: pytest.Session) -> None:
        """Take note of the next trial that ends, and go on to the next change there."""
        pid, status = os.wait()
        (place, change), ended = self.running.pop(pid), os.waitstatus_to_exitcode(status)
        if change is None:
            if ended == SURVIVED and self.tests_of(place.clause):
                self.sound.add(place.clause_name)
            else:
                say(f"{place.clause_name}: its tests fail before anything is changed, or it has none")
                place.left.clear()
        else:
            self.tried += 1
            place.tried += 1
            if has_noticed(ended):
                place.noticed = change.what
            elif ended != SURVIVED:
                say(f"{place.clause_name} {place.where}, {change.what}: ended with {ended}")
        if place.noticed:
            if self.tell_kills:
                say(f"noticed: {place.clause_name} | {place.where} | {place.noticed} ({place.tried} changes)")
        elif place.left:
            self.start(place, place.left.pop(), session)
        else:
            self.survivors.append(place)
            say(f"not noticed: {place.clause_name} | {place.where} ({place.tried} changes)")
        if time.monotonic() - self.told > REPORT_INTERVAL_S:
            self.told = time.monotonic()
            at = self.places.index(place)
            say(f"place {at} of {len(self.places)}, {self.tried} changes, {len(self.survivors)} places without notice")


def _game(item: pytest.Item) -> str | None:
    """The game that a test is told to play."""
    game = item.callspec.params.get("game") if hasattr(item, "callspec") else None
    return game if isinstance(game, str) else None


def _try(
    change: Change | None,
    items: Sequence[pytest.Item],
    session: pytest.Session,
    caches: Sequence[functools._lru_cache_wrapper[Any]],
) -> NoReturn:
    """In a child: make the change and run the tests."""

    def make() -> None:
        if change is None:
            return
        try:
            change.make()
        except ValueError as error:  # The changed function has other closures.
            raise ChangeNotPossible(change.what) from error
        for cache in caches:  # They may hold what was worked out before the change.
            cache.cache_clear()

    run_trial(make, items, session, lambda item: TEST_CPU_S)


if __name__ == "__main__":
    sys.exit(main())
