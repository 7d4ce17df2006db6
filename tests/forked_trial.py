"""One trial of a changed program, in a forked child: the tests run until one fails, and the exit code says how it ended."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import NoReturn

import pytest

MEMORY_BYTES_MAX = 4 << 30
SURVIVED, NOTICED, BROKEN = range(3)
"""The exit codes of a trial; `BROKEN` if the trial itself failed."""


class ChangeNotPossible(Exception):
    """The change cannot be made, so there is nothing to notice."""


def has_noticed(exit_code: int) -> bool:
    """Whether a test failed or ran out of processor time: a change may never come to an end."""
    return exit_code in (NOTICED, -signal.SIGPROF)


def run_trial(
    change: Callable[[], None],
    items: Sequence[pytest.Item],
    session: pytest.Session,
    cpu_s: Callable[[pytest.Item], float],
    started: Callable[[int], None] = lambda number: None,
) -> NoReturn:
    """In a child: make the change, run the tests until one fails, and exit. `started` is called with each test's number."""
    code = BROKEN
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_MAX, MEMORY_BYTES_MAX))
        change()
        code = SURVIVED
        for number, (item, following) in enumerate(_with_next(items)):
            started(number)
            signal.setitimer(signal.ITIMER_PROF, cpu_s(item))  # processor time, since others may use the machine
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                code = NOTICED
                break
    except ChangeNotPossible:
        code = SURVIVED
    except BaseException:
        code = BROKEN
    finally:
        os._exit(code)


def _with_next(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return zip(items, [*items[1:], None], strict=True)
