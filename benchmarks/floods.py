"""Floods from one address during play from another: pongs, fragments, half requests, bad handshakes, expensive reads.

The attacker is a separate process with a fixed number of threads and a fixed time. The server has its default limits.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from benchmarks.crowd import Seat, Times
from benchmarks.crowded_floor import LOOP_LAG, evening, over
from boxseat.client.errors import Behind, Refused

ATTACKERS_ADDRESS = "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"
PLAYERS = 2
"""Players per table; few enough to stay below the default limits of an address."""
COMMAND_INTERVAL_S = 0.15
"""Between two commands of a player, who may send ten per second."""
SOCKETS = 10
HALF_REQUESTS = 1_500
THREADS = 4
FACTOR_MAX = 3.0
"""Factor by which the p99 of others' commands may grow while a flood runs."""
CALM_P99_MS_MIN = 10.0
"""A p99 without flood below this counts as this, because nobody notices such short delays."""
UPGRADE = (
    "Host: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
SETTINGS = "tables = 0\n"
Attack = Callable[[int, str, float], Counter[str]]


def _connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=5, source_address=(ATTACKERS_ADDRESS, 0))


def _get(port: int, path: str, token: str, method: str = "GET") -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(ATTACKERS_ADDRESS, 0))
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    connection.request(method, path, body=b"{}" if method == "POST" else None, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body


def _on_threads(work: Callable[[Counter[str]], None], threads: int) -> Counter[str]:
    counts = [Counter[str]() for _ in range(threads)]
    running = [threading.Thread(target=work, args=(count,)) for count in counts]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return sum(counts, Counter())


def _frames(opening: bytes, frame: bytes) -> Attack:
    def flood(port: int, token: str, until: float) -> Counter[str]:
        def one(count: Counter[str]) -> None:
            while time.time() < until:
                status, body = _get(port, "/api/ticket", token, "POST")
                if status != 200:
                    count[f"ticket {status}"] += 1
                    time.sleep(0.5)
                    continue
                with suppress(OSError), _connected(port) as raw:
                    ticket = json.loads(body)["ticket"]
                    raw.sendall(f"GET /api/socket?ticket={ticket} HTTP/1.1\r\n{UPGRADE}\r\n".encode())
                    raw.recv(65_536)
                    raw.sendall(opening)
                    count["sockets"] += 1
                    raw.settimeout(0.5)
                    while time.time() < until:
                        with suppress(TimeoutError):
                            count["bytes"] += raw.send(frame * 20_000)
                count["closed"] += 1

        return _on_threads(one, SOCKETS)

    return flood


def _half_requests(port: int, token: str, until: float) -> Counter[str]:
    count: Counter[str] = Counter()
    held: list[socket.socket] = []
    while time.time() < until:
        with suppress(OSError):
            raw = _connected(port)
            count["connections"] += 1  # counted here, because sending fails once the server has reset the connection
            raw.sendall(b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nX: ")
            held.append(raw)
            count["half requests"] += 1
        if len(held) > HALF_REQUESTS:
            held.pop(0).close()
    for raw in held:
        raw.close()
    return count


def _malformed_handshakes(port: int, token: str, until: float) -> Counter[str]:
    head = f"GET /api/socket HTTP/1.1\r\n{UPGRADE}X: {'a' * 9000}\r\n\r\n".encode()

    def one(count: Counter[str]) -> None:
        while time.time() < until:
            with suppress(OSError), _connected(port) as raw:
                raw.sendall(head)
                count[raw.recv(65_536)[9:12].decode() or "closed"] += 1

    return _on_threads(one, THREADS)


def _dear_reads(port: int, token: str, until: float) -> Counter[str]:
    def one(count: Counter[str]) -> None:
        while time.time() < until:
            with suppress(OSError, http.client.HTTPException):
                kept = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(ATTACKERS_ADDRESS, 0))
                while time.time() < until:
                    kept.request("GET", "/api/rounds", headers={"Authorization": f"Bearer {token}"})
                    answer = kept.getresponse()
                    answer.read()
                    count[str(answer.status)] += 1

    return _on_threads(one, THREADS)


FLOODS: dict[str, Attack] = {
    "pongs": _frames(b"", b"\x8a\x80\0\0\0\0"),
    "fragments": _frames(b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0"),
    "half requests": _half_requests,
    "malformed handshakes": _malformed_handshakes,
    "dear reads": _dear_reads,
}


def _attack(name: str, port: int, token: str, until: float, sender: Any) -> None:
    if sys.platform == "linux":  # a real attacker does not use the server's processor
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    sender.send(dict(FLOODS[name](port, token, until)))


async def _commands(seats: Sequence[tuple[Seat, int]], seconds: float) -> dict[str, float | int]:
    """Waiting times of players who lay a wager and take it back, as often as the rate limit allows."""
    times = Times()

    async def one(seat: Seat, box: int) -> None:
        until = time.monotonic() + seconds
        commands: tuple[Callable[[], Awaitable[object]], ...] = (
            partial(seat.table.wager, box, "10"),
            partial(seat.table.take_back, box),
        )
        while time.monotonic() < until:
            for do in commands:
                began = time.monotonic()
                with suppress(Refused, Behind):
                    await do()
                times.all.append(time.monotonic() - began)
                await asyncio.sleep(COMMAND_INTERVAL_S)

    await asyncio.gather(*(one(seat, box) for seat, box in seats))
    return times.summary()


async def floods(asked: argparse.Namespace, data: Path) -> dict[str, Any]:
    """Latency for the other players, with and without each flood."""
    figures: dict[str, Any] = {}
    async with evening(data, asked.tables + 1, (asked.tables + 1) * PLAYERS + 1, asked.database, SETTINGS) as floor:
        readers = await floor.players(1, PLAYERS, asked.every)
        await floor.play(readers, asked.warm_up)  # so that there are rounds to read
        seats = [(await floor.seat(table), box) for table in floor.tables[1:] for box in range(1, PLAYERS + 1)]
        for seat, box in seats:
            await seat.table.buy_in("100")
            await seat.table.sit(box)
        context = get_context("spawn")
        attackers = floor.guests[0].token, floor.guests[-1].token
        for name in FLOODS:
            cpu = floor.server.cpu_s()
            calm = await _commands(seats, asked.seconds)
            calm_cpu = (floor.server.cpu_s() - cpu) / asked.seconds
            receiver, sender = context.Pipe(duplex=False)
            token = attackers[0 if name == "dear reads" else 1]
            until = time.time() + asked.seconds + 2
            process = context.Process(target=_attack, args=(name, floor.server.port, token, until, sender))
            process.start()
            await asyncio.sleep(2)
            cpu, looked = floor.server.cpu_s(), await floor.histogram(LOOP_LAG)
            stormy = await _commands(seats, asked.seconds)
            stormy_cpu = (floor.server.cpu_s() - cpu) / asked.seconds
            figures[f"{name}: loop lag over 20 ms"] = over(looked, await floor.histogram(LOOP_LAG), 0.02)
            did = await asyncio.to_thread(lambda: receiver.recv() if receiver.poll(60) else {})  # noqa: B023
            process.join(10)
            factor = round(float(stormy["p99"]) / max(float(calm["p99"]), CALM_P99_MS_MIN), 2)
            figures[name] = {"without ms": calm, "with ms": stormy, "times": factor, "attacker": did}
            figures[f"{name}: server CPU"] = f"{calm_cpu:.0%} of a core without, {stormy_cpu:.0%} with"
            figures[f"{name}: within {FACTOR_MAX:g} times"] = factor <= FACTOR_MAX
        figures["disconnects of others"] = floor.disconnects()
        said = (await floor.http.get(f"{floor.server.url}/metrics")).text
        figures["turned away"] = {
            line.split('"')[1]: int(float(line.split()[-1]))
            for line in said.splitlines()
            if line.startswith("boxseat_turned_away_total{")
        }
        figures["server RSS MB"] = round(floor.server.rss_mb())
        await floor.close()
        await floor.server.stop()
    return figures
