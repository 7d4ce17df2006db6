"""Where servers are born quickly: everything is imported once, and each server is a fork that can be killed like any other.

A server that is killed a thousand times would spend most of its lives importing. Orders come line by line on standard input: a list
of arguments starts a server, whose own words come on standard output; a number kills the one of that id for good.
"""

from __future__ import annotations

import json
import os
import signal
import sys

import boxseat.cli.floor.serve
import boxseat.cli.main
import boxseat.server.runner


def main() -> None:
    living: set[int] = set()
    for line in sys.stdin:
        order = json.loads(line)
        if isinstance(order, int):
            if order in living:
                living.discard(order)
                os.kill(order, signal.SIGKILL)
                os.waitpid(order, 0)
            _say({"killed": order})
            continue
        log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        child = os.fork()
        if child == 0:
            os.dup2(log, 2)
            os.close(0)
            sys.argv = ["boxseat", *order["arguments"]]
            boxseat.cli.main.main()
            os._exit(0)
        os.close(log)
        living.add(child)
        _say({"started": child})
    for child in living:
        os.kill(child, signal.SIGKILL)


def _say(word: dict[str, int]) -> None:
    sys.stdout.write(json.dumps(word) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
