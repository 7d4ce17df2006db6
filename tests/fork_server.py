"""Starts servers quickly: everything is imported once, and each server is a fork that can be killed like any process.

A server's start is mostly importing, and tests start hundreds. Orders come as lines of JSON on standard input, and each
is answered by a line on standard output: `start` a server with arguments, `kill` one by its id, or `stop` one as an
operator does. Servers started here know boards too (`tests/house/board.py`).
"""

from __future__ import annotations

import json
import os
import signal
import sys
from functools import partial
from unittest.mock import patch

import boxseat.cli.floor.serve
import boxseat.cli.main
import boxseat.server.runner
from boxseat.server.runner import serve
from tests.house.board import KINDS


def main() -> None:
    living: set[int] = set()
    for line in sys.stdin:
        order = json.loads(line)
        if order["do"] == "start":
            born = _start(order["arguments"], order["output"], order["log"])
            living.add(born)
            _answer({"id": born})
        else:
            _answer({"status": _end(living, order["id"], signal.SIGKILL if order["do"] == "kill" else signal.SIGTERM)})
    for one in tuple(living):
        _end(living, one, signal.SIGKILL)


def _start(arguments: list[str], output: str, log: str) -> int:
    """Fork a server that writes to these two files; return its process id."""
    files = [os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600) for path in (output, log)]
    if child := os.fork():
        for file in files:
            os.close(file)
        return child
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for place, file in enumerate(files, start=1):
        os.dup2(file, place)
    sys.argv = ["boxseat", *arguments]
    with patch("boxseat.server.runner.serve", partial(serve, kinds=KINDS)):
        boxseat.cli.main.main()
    os._exit(0)


def _end(living: set[int], one: int, how: signal.Signals) -> int:
    """End a server and return its exit status; 0 if it has ended already."""
    if one not in living:
        return 0
    os.kill(one, how)
    status = os.waitstatus_to_exitcode(os.waitpid(one, 0)[1])
    living.discard(one)
    return status


def _answer(word: dict[str, int]) -> None:
    sys.stdout.write(json.dumps(word) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
