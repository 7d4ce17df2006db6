"""I3: thousands of invalid frames. `python -m tests.server.attacks.fuzz --frames 10000000` for the long run."""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, get_args

from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from boxseat.people.roles import Role
from boxseat.server.settings import RateLimits
from boxseat.server.wire.core import AnyCommand
from tests.house.board import BOARDS, KINDS
from tests.parallel import in_parts
from tests.progress import say
from tests.server.server_thread import FAST, TABLE, Caller, Line, Running, running

LIMITS = RateLimits(requests=FAST, logins=FAST, arrivals=FAST, commands=FAST, frames=FAST, faults=FAST)
NUMBERS = [0, -1, 1, 7, 8, 2**31, 2**53, 2**53 + 1, 2**63, 2**64, -(2**63), 10**40, 1e308, -0.0, 0.005, 1e-9, 3.7]
TEXTS = [
    "",
    "x",
    TABLE,
    "t1",
    "\0",
    "\u202e",
    "ann'; DROP TABLE entries; --",
    "é" * 50,
    "9" * 300,
    "NaN",
    "-5",
    "1e5",
    "5",
]
RAW = [
    *("NaN", "Infinity", "-Infinity", "1e999", "9" * 5000, "-0", "0x10", "01", "+1", '"\\ud800"', '"\\u0000"', "'x'"),
    *("[" * 8000, '{"a":' * 2500, "[" * 4000 + "]" * 4000, "", " ", "null", "true", "{", "}", "\x00", "\ufeff{}"),
]
STREAM = "board/north"
STREAMS = [
    *("board/south", "board/none", "board/", "board/%20", "board/north/2", "board/" + "x" * 81),
    *(f"table/{TABLE}", "account/ann", "notes/x", "north", "/", "", "Board/north", "board/north\n"),
]
TABLES_COMMANDS = {str(kind.__struct_config__.tag): kind.__struct_fields__ for kind in get_args(AnyCommand)}
BOARDS_COMMANDS = {str(kind.__struct_config__.tag): kind.__struct_fields__ for kind in get_args(BOARDS.commands)}
COMMANDS = TABLES_COMMANDS | BOARDS_COMMANDS
WORDS = [*TABLES_COMMANDS, "time-up", "seat-expired", "fly"]
BOARDS_WORDS = [*BOARDS_COMMANDS, "pin", "close-board", "buy-in", "fly"]
FIELDS = sorted({field for fields in COMMANDS.values() for field in fields} | {"extra"})
RIGHT: dict[str, list[Any]] = {
    "box": [1, 2, 3],
    "place": [60, 150, 200],
    "kind": ["chart", "loose"],
    "player": ["ann"],
    "points": [1, 2, 3],
    "phone": ["", "0491 570 156", "board/north/phone-1"],
    "keep_until": [None, 0, 2**53],
    "closes_at": [0, 2**53],
    "name": ["north", "south"],
    "other": ["north", "south", "none"],
    "table": [TABLE, "t1", "none"],
    "reason": ["a test"],
    **{field: [True, False] for field in ("to_minimum", "to_one_box", "inspector_notified", "replace_cards")},
    **{field: ["5", 20, "37.50"] for field in ("amount", "stake", "perfect_pairs", "super_sevens", "maximum")},
}
AT_A_SERVER = 50_000
AT_ONCE = 25
"""Frames sent before their answers are read."""


class Fuzzer:
    """Makes invalid frames, and now and then a valid one."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def value(self, depth: int = 0) -> Any:
        pick = self.chance.randrange(8 if depth < 4 else 5)
        if pick <= 1:
            return self.chance.choice(NUMBERS)
        if pick <= 3:
            return self.chance.choice(TEXTS)
        if pick == 4:
            return self.chance.choice([None, True, False])
        if pick == 5:
            return [self.value(depth + 1) for _ in range(self.chance.randrange(4))]
        return {self.chance.choice(FIELDS + TEXTS): self.value(depth + 1) for _ in range(self.chance.randrange(4))}

    def right(self, field: str) -> Any:
        return self.chance.choice(RIGHT[field]) if field in RIGHT else self.value()

    def command(self, words: list[str]) -> dict[str, Any]:
        command: dict[str, Any] = {"do": self.chance.choice(words)}
        if self.chance.random() < 0.5 and command["do"] in COMMANDS:
            return command | {field: self.right(field) for field in COMMANDS[command["do"]]}
        for field in self.chance.sample(FIELDS, self.chance.randrange(4)):
            command[field] = (
                self.chance.choice([1, 3, "5", "20", True, "ann"]) if self.chance.random() < 0.4 else self.value()
            )
        return command

    def stream(self) -> str:
        """The first board, one of many that may be set up, or what is no board."""
        pick = self.chance.random()
        return (
            STREAM
            if pick < 0.4
            else f"board/{self.chance.randrange(50)}"
            if pick < 0.7
            else self.chance.choice(STREAMS)
        )

    def at_stream(self) -> dict[str, Any]:
        where, command = self.stream(), self.command(BOARDS_WORDS)
        if command["do"] == "set-up-board" and self.chance.random() < 0.5:
            command |= {"name": where.removeprefix("board/"), "closes_at": 2**53}
        return {"stream": where, "version": self.chance.choice([0, 0, 0, 1, 2, 2**53]), "command": command}

    def frame(self, version: int) -> str | bytes:
        pick = self.chance.random()
        if pick < 0.1:
            return self.chance.choice(RAW)
        if pick < 0.15:
            return self.chance.randbytes(self.chance.randrange(200))
        if pick < 0.3:
            word = self.chance.choice(["watch", "unwatch", "resync", "ping", "id", "nonsense"])
            return json.dumps({word: self.value() if self.chance.random() < 0.7 else self.stream()})
        if pick < 0.35:
            return json.dumps(self.value())
        frame: dict[str, Any] = {
            "id": f"f{self.chance.random()}",
            "table": TABLE,
            "version": 1,
            "command": self.command(WORDS),
        }
        if self.chance.random() < 0.3:
            frame = {"id": frame["id"], **self.at_stream()}
        if self.chance.random() < 0.3:
            frame[self.chance.choice(list(frame))] = self.value()
        if self.chance.random() < 0.1:
            del frame[self.chance.choice(list(frame))]
        text = json.dumps(frame)
        if self.chance.random() < 0.2:
            place = self.chance.randrange(len(text))
            text = text[:place] + self.chance.choice(RAW) + text[place + 1 :]
        if self.chance.random() < 0.1:
            text = text.replace(f'"version": {version}', '"version": ' + self.chance.choice(RAW))
        return text


def fuzz(floor: Running, frames: int, seed: int) -> dict[str, int]:
    """Send invalid frames as a player and as a supervisor; each is answered, or closes the socket correctly."""
    told = {"frames": 0, "answers": 0, "errors": 0, "closed": 0, "pinned": 0}
    callers = [floor.guest(), floor.staff(Role.SUPERVISOR)]
    board = {"id": "b", "version": 0, "command": {"do": "set-up-board", "name": "north", "closes_at": 2**53}}
    assert callers[1].post(f"/api/streams/{STREAM}/commands", board).status_code == 200
    fuzzer = Fuzzer(seed)
    while told["frames"] < frames:
        _one_socket(floor, fuzzer, callers[fuzzer.chance.randrange(2)], frames, told)
    return told


def _one_socket(floor: Running, fuzzer: Fuzzer, caller: Caller, frames: int, told: dict[str, int]) -> None:
    broken = False
    with caller.socket(TABLE) as line:
        try:
            for _ in range(20):
                version = line.tables[TABLE]["version"]
                sent = [fuzzer.frame(version) for _ in range(min(AT_ONCE, frames - told["frames"]))]
                told["frames"] += len(sent)
                for each in sent:
                    line.send(each)
                if fuzzer.chance.random() < 0.05:
                    _break(fuzzer, line)
                    broken = True
                line.send(json.dumps({"ping": told["frames"]}))
                while (frame := line.next(30))["is"] != "pong" or frame["ping"] != told["frames"]:
                    assert frame.get("code") != "house/fault", (sent, frame)
                    told["answers"] += frame["is"] == "answer"
                    told["pinned"] += "result" in frame
                    told["errors"] += frame["is"] == "error"
        except ConnectionClosed as closed:
            told["closed"] += 1
            # If the connection closes while more frames are on their way to the server, its last message may be lost.
            cut_off = closed.rcvd is None and broken
            if not cut_off and (closed.rcvd is None or closed.rcvd.code not in (1002, 1007, 1009)):
                raise


def _break(fuzzer: Fuzzer, line: Line) -> None:
    """Violate the WebSocket protocol itself: too large, bad UTF-8, reserved bits, a fragment out of place."""
    pick = fuzzer.chance.randrange(4)
    raw = [
        Frame(Opcode.TEXT, b'"' + b"x" * 20_000 + b'"'),
        Frame(Opcode.TEXT, b"\xff\xfe\xc3\x28"),
        Frame(Opcode.TEXT, b"{}"),
        Frame(Opcode.CONT, b"{}"),
    ][pick]
    written = raw.serialize(mask=True)
    line.connection.socket.sendall(bytes((written[0] | (0x40 if pick == 2 else 0),)) + written[1:])


def _part(part: tuple[int, int]) -> dict[str, int]:
    """Send this many frames to a separate server."""
    seed, frames = part
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), limits=LIMITS, kinds=KINDS) as floor:
        told = fuzz(floor, frames, seed)
        assert floor.faults() == 0
        assert set(floor.run(floor.node.store.totals()).values()) == {0}
    return told


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=6, help="may exceed the cores, as they wait for commits")
    asked = parser.parse_args()
    parts = [(asked.seed + at, min(AT_A_SERVER, asked.frames - at)) for at in range(0, asked.frames, AT_A_SERVER)]
    told: Counter[str] = Counter()
    for one, left in in_parts(_part, parts, asked.workers):
        told.update(one)
        said = ", ".join(f"{number:,} {what}" for what, number in told.items())
        say(f"{said}, no fault, the ledger balances, {left:.0f} minutes left")
    return 0


if __name__ == "__main__":
    sys.exit(main())
