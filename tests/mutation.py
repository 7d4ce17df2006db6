"""Mutates the engine, a change at a time, and counts how many of the changes its tests notice.

`python -m tests.mutation`; `--only "boxseat.play.judge*"` for some of them. Changes that nobody noticed are named at the end,
`mutmut show NAME` prints one. The last score stands in docs/figures.md.

mutmut makes the changes and finds which tests reach which function. Its own trial collects the tests anew for every change,
which takes many hours; here they are collected once, and each change is tried in a fork of that process.
"""

from __future__ import annotations

import argparse
import fnmatch
import gc
import io
import mmap
import os
import shutil
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest
from mutmut.__main__ import create_mutants
from mutmut.configuration import config
from mutmut.mutation import trampoline
from mutmut.mutation.data import SourceFileMutationData
from mutmut.runners.harness import PytestRunner
from mutmut.state import state
from mutmut.utils.file_utils import (
    change_cwd,
    copy_also_copy_files,
    copy_src_dir,
    setup_source_paths,
    walk_mutatable_files,
)

from tests.forked_trial import NOTICED, SURVIVED, has_noticed, run_trial
from tests.progress import say

LEAST_NOTICED = 0.95
FOLDER = Path("mutants")
"""Where mutmut works, always."""
EVERY = 20
"""Seconds between two lines that say how far it has come."""
CHECKS = {"": SURVIVED, "fail": NOTICED}
"""Names that mutmut knows beside those of changes, the engine as it is and one that always fails, and how they must end."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Count how many small changes to the engine its tests notice.")
    parser.add_argument("--only", nargs="+", default=["*"], metavar="PATTERN", help="changes with such names")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    start = time.monotonic()
    names = [name for name in make_changes(asked.workers) if any(fnmatch.fnmatch(name, only) for only in asked.only)]
    if not names:
        parser.error("no change has such a name")
    find_tests()
    say(f"{len(names)} changes and {len(state().duration_by_test)} tests after {time.monotonic() - start:.0f} s")
    trials = Trials(names, asked.workers)
    with change_cwd(FOLDER):
        ended = PytestRunner().execute_pytest(
            # Children write to nowhere, so pytest need catch nothing.
            ["-qq", "--capture=no", "--tb=no", *config().pytest_add_cli_args_test_selection],
            plugins=[trials],
        )
    if ended != 0:
        return 2
    for name, why in trials.unnoticed.items():
        say(f"{name}: {why}")
    noticed = len(names) - len(trials.unnoticed)
    say(f"mutation: {noticed} of {len(names)} changes noticed, {100 * noticed / len(names):.1f} %")
    return int(noticed / len(names) < LEAST_NOTICED)


def make_changes(workers: int) -> list[str]:
    """Have mutmut write a copy of the project that has every change in it, asleep, and give their names."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    with redirect_stdout(io.StringIO()):
        copy_src_dir()
        copy_also_copy_files()
        create_mutants(workers)
    # From here on the copy is imported. `python -m` has loaded the package of this file, which is the original.
    setup_source_paths()
    del sys.modules["tests"]
    names: list[str] = []
    for path in walk_mutatable_files():
        data = SourceFileMutationData(path=path)
        data.load()
        names += data.exit_code_by_key
    return names


def find_tests() -> None:
    """Have mutmut run all tests once, to see which functions each reaches and how long it takes."""
    # mutmut reads a name that pytest has dropped.
    pytest.Item._nodeid = property(lambda item: item.nodeid)  # type: ignore[attr-defined]
    trampoline.set_mutant_under_test("stats")
    with redirect_stdout(io.StringIO()) as told:
        failed = PytestRunner().run_stats(tests=())
    if failed:
        sys.exit(f"{told.getvalue()}\nThe tests fail before anything is changed.")
    trampoline.set_mutant_under_test("")


@dataclass
class Trial:
    """A change under way in a child, which writes down the number of the test it has come to."""

    name: str
    tests: list[str]
    at: mmap.mmap

    @property
    def test(self) -> str:
        return self.tests[int.from_bytes(self.at[:4], "big")]


class Trials:
    """A plugin that, instead of running the tests that pytest has collected, runs them for each change until one fails."""

    def __init__(self, names: Sequence[str], workers: int) -> None:
        self.names = names
        self.workers = workers
        self.unnoticed: dict[str, str] = {}
        self.running: dict[int, Trial] = {}
        self.done = 0
        self.began = self.told = time.monotonic()
        self.kills: Counter[str] = Counter()
        self.kills_in: defaultdict[str, Counter[str]] = defaultdict(Counter)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed:
            return None  # Something could not be collected: pytest says what.
        items = {item.nodeid: item for item in session.items}
        gc.freeze()  # What is collected stays shared with the children.
        try:
            for name in (*CHECKS, *self.names):
                self.start(name, items, session)
                self.tell()
            while self.running:
                self.wait()
                self.tell()
        finally:
            for pid in self.running:
                os.kill(pid, signal.SIGKILL)
        return True

    def start(self, name: str, items: dict[str, pytest.Item], session: pytest.Session) -> None:
        """Try a change in a child, once there is room for one."""
        if len(self.running) == self.workers:
            self.wait()
        reaching = state().tests_by_mangled_function_name[_function(name)]
        tests = self.in_order(_function(name), items if name in CHECKS else reaching)
        if not tests:
            self.end(name, "no test reaches it")
            return
        trial = Trial(name, tests, mmap.mmap(-1, 4))
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            _try(trial, [items[test] for test in tests], session)
        self.running[pid] = trial

    def in_order(self, function: str, tests: Iterable[str]) -> list[str]:
        """Put first what is likeliest to notice a change for the time that it takes.

        Likely is what has noticed others, above all in the same function. The small number is the chance of a test that
        has noticed none yet; so the quick ones come first at the start, and a slow one only once it has proved its worth.
        """
        here, anywhere, seconds = self.kills_in[function], self.kills, state().duration_by_test
        return sorted(tests, key=lambda test: -(10 * here[test] + anywhere[test] + 0.1) / (seconds[test] + 0.002))

    def wait(self) -> None:
        """Take note of the next trial that ends."""
        pid, status = os.wait()
        trial, ended = self.running.pop(pid), os.waitstatus_to_exitcode(status)
        noticed = has_noticed(ended)
        if trial.name in CHECKS:
            if ended != CHECKS[trial.name]:
                pytest.exit(f"Trial {trial.name!r} ended with {ended} in {trial.test}: no verdict can be trusted", 2)
        elif noticed:
            self.kills[trial.test] += 1
            self.kills_in[_function(trial.name)][trial.test] += 1
            self.end(trial.name)
        else:
            self.end(trial.name, "survived" if ended == SURVIVED else f"broke {trial.test}, ended with {ended}")

    def end(self, name: str, unnoticed: str = "") -> None:
        self.done += 1
        if unnoticed:
            self.unnoticed[name] = unnoticed

    def tell(self) -> None:
        """Say now and then how far it has come."""
        now = time.monotonic()
        if now - self.told > EVERY:
            self.told = now
            left = (now - self.began) / max(self.done, 1) * (len(self.names) - self.done)
            say(
                f"{self.done} of {len(self.names)}: {self.done - len(self.unnoticed)} noticed,"
                f" {len(self.unnoticed)} not, {left / 60:.0f} minutes left"
            )


def _try(trial: Trial, items: Sequence[pytest.Item], session: pytest.Session) -> NoReturn:
    """In a child: activate the change and run the tests."""

    def activate() -> None:
        trampoline.set_mutant_under_test(trial.name)
        # Every call of a changed function asks for the name in the environment, which took a third of all the time.
        vars(trampoline)["get_mutant_under_test"] = lambda: trial.name

    def started(number: int) -> None:
        trial.at[:4] = number.to_bytes(4, "big")

    run_trial(activate, items, session, lambda item: 8 + 6 * state().duration_by_test[item.nodeid], started)


def _function(name: str) -> str:
    return name.partition("__mutmut_")[0]


if __name__ == "__main__":
    sys.exit(main())
