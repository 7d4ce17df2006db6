"""Load tests of one server: full tables, spectators, a connection storm, clients that never read, wrong logins, floods.

`python -m benchmarks.floor full --seconds 30` and so on. The real server runs in a process of its own on loopback, with
a database in a temporary folder; the crowd is this process. Every test has a fixed size and duration.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import resource
import socket
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from benchmarks.attack import attack
from benchmarks.crowd import Seat, Times, in_turn, lost_in
from benchmarks.crowded_floor import BOXES, CONNECTING, LOOP_LAG, Evening, bound, evening, over, within
from benchmarks.floods import floods
from benchmarks.replays import replayed
from tests.server_process import Guest

FILES_WANTED = 16_384
OWN_CLOCK = ("boxseat_command_seconds", "boxseat_commit_seconds", LOOP_LAG)
"""Histograms of the server; the rest of a waiting time is due to the event loop, the sockets and the crowd."""
A_TURN_S = 1.9
"""With the waits for others' turns, every player acts about every two seconds."""

Figures = dict[str, Any]


async def full(asked: argparse.Namespace, data: Path) -> Figures:
    """P1: every box of every table is played, and every player acts about every two seconds."""
    async with evening(data, asked.tables, asked.tables * BOXES, asked.database) as floor:
        players = await floor.players(asked.tables, BOXES, asked.every)
        warm = asked.warm_up
        await floor.play(players, warm)
        said = floor.measured.said
        for times in (floor.measured.answers, floor.measured.own, floor.measured.others, floor.measured.lag):
            times.all.clear()
        before = {name: await floor.histogram(name) for name in OWN_CLOCK}
        cpu, own, began = floor.server.cpu_s(), time.process_time(), time.monotonic()
        await floor.play(players, asked.seconds)
        took = time.monotonic() - began
        figures = _figures(floor, len(players), took, said)
        for name, looked in before.items():
            after = await floor.histogram(name)
            figures[f"{name} p50, p99"] = ", ".join(within(looked, after, part) for part in (0.5, 0.99))
            if name == LOOP_LAG:
                figures["loop lag over 20 ms"] = over(looked, after, 0.02)
        figures["server CPU"] = f"{(floor.server.cpu_s() - cpu) / took:.0%} of a core"
        figures["crowd's CPU"] = f"{(time.process_time() - own) / took:.0%} of a core"
        figures["pictures a second"] = round(sum(seat.seen for seat in floor.seats) / (took + warm))
        await asyncio.sleep(0.5)
        figures["versions not seen"] = sum(seat.unseen for seat in floor.seats)
        await floor.close()
        figures["stopped with"] = await floor.server.stop()
        figures |= await lost_in(floor.server.database, floor.measured)
        return figures if asked.no_replay else figures | await replayed(floor.server.database, data)


async def idle(asked: argparse.Namespace, data: Path) -> Figures:
    """P2: thousands of spectators at tables where a few people play."""
    async with evening(data, asked.tables, asked.sockets, asked.database) as floor:
        players = await floor.players(asked.tables, 1, asked.every)
        more = [floor.tables[place % asked.tables] for place in range(asked.sockets - len(players))]
        began = time.monotonic()
        await in_turn([bound(lambda table, _: _come(floor, table), table, 0) for table in more], CONNECTING)
        entered = time.monotonic() - began
        for player, seat in zip(players, floor.seats[len(players) :], strict=False):
            player.neighbour = seat
        cpu, own, began = floor.server.cpu_s(), time.process_time(), time.monotonic()
        await floor.play(players, asked.seconds)
        took = time.monotonic() - began
        figures = _figures(floor, len(players), took, 0) | {
            "sockets": len(floor.seats),
            "entered in s": round(entered, 1),
        }
        figures["server CPU"] = f"{(floor.server.cpu_s() - cpu) / took:.0%} of a core"
        figures["crowd's CPU"] = f"{(time.process_time() - own) / took:.0%} of a core"
        await floor.close()
        await floor.server.stop()
        return figures | await lost_in(floor.server.database, floor.measured)


async def _come(floor: Evening, table: str) -> None:
    await floor.seat(table)


async def storm(asked: argparse.Namespace, data: Path) -> Figures:
    """P3: all clients connect at once, and again after the server was killed and restarted; all keep their seats."""
    async with evening(data, asked.tables, asked.sockets, asked.database) as floor:
        wanted = [floor.tables[place % asked.tables] for place in range(asked.sockets)]
        times = Times()
        cpu, own, began = floor.server.cpu_s(), time.process_time(), time.monotonic()

        async def come(table: str) -> None:
            at = time.monotonic()
            await floor.seat(table)
            times.all.append(time.monotonic() - at)

        await asyncio.gather(*(come(table) for table in wanted))
        figures: Figures = {"sockets": len(floor.seats), "all watching after s": round(time.monotonic() - began, 2)}
        figures["server CPU s"] = round(floor.server.cpu_s() - cpu, 2)
        figures["crowd's CPU s"] = round(time.process_time() - own, 2)
        figures["each waited ms"] = times.summary()
        boxed = min(asked.sockets, asked.tables * BOXES)
        for place, seat in enumerate(floor.seats[:boxed]):
            await _sit(seat, place // asked.tables + 1)
        figures["seated"] = boxed
        opened = [seat.client.line.opened for seat in floor.seats]
        await floor.server.kill()
        await asyncio.sleep(asked.down)
        began = time.monotonic()
        await floor.server.start()
        figures["started again in s"] = round(time.monotonic() - began, 2)
        began = time.monotonic()
        async with asyncio.timeout(120):
            while any(seat.client.line.opened <= had for seat, had in zip(floor.seats, opened, strict=True)):
                await asyncio.sleep(0.01)
            figures["all sockets back after s"] = round(time.monotonic() - began, 2)
            await asyncio.gather(*(seat.client.ping() for seat in floor.seats))
        figures["all answered after s"] = round(time.monotonic() - began, 2)
        figures["still seated"] = sum(
            1 for seat in floor.seats[:boxed] if seat.table.picture.you is not None and seat.table.picture.you.boxes
        )
        figures["server RSS MB"] = round(floor.server.rss_mb())
        await floor.close()
        await floor.server.stop()
        return figures


async def _sit(seat: Seat, box: int) -> None:
    await seat.table.buy_in("100")
    await seat.table.sit(box)


async def stuck(asked: argparse.Namespace, data: Path) -> Figures:
    """P4: some watching clients never read; latency for the others with and without them."""
    guests = asked.tables * BOXES + asked.stuck
    async with evening(data, asked.tables, guests, asked.database) as floor:
        players = await floor.players(asked.tables, BOXES, asked.every)
        await floor.play(players, asked.warm_up)
        figures: Figures = {}
        deaf: list[socket.socket] = []
        for part in ("without", "with"):
            floor.measure_anew(players)
            if part == "with":
                busy = [floor.tables[place % asked.tables] for place in range(asked.stuck)]
                deaf = [
                    await _never_reads(floor, guest, table)
                    for guest, table in zip(floor.guests[-asked.stuck :], busy, strict=True)
                ]
            await floor.play(players, asked.seconds)
            figures[f"answers ms, {part}"] = floor.measured.answers.summary()
            figures[f"others' pictures ms, {part}"] = floor.measured.others.summary()
        began = time.monotonic()
        while (
            open_ := sum(1 for one in deaf if not _dropped(one))
        ) and time.monotonic() - began < asked.dropped_within:
            await floor.play(players, 1.0)
        figures["stuck"] = len(deaf)
        figures["not dropped"] = open_
        figures["dropped within s"] = round(time.monotonic() - began + asked.seconds, 1)
        figures["disconnects of others"] = floor.disconnects()
        figures["server RSS MB"] = round(floor.server.rss_mb())
        for one in deaf:
            one.close()
        await floor.close()
        await floor.server.stop()
        return figures


async def _never_reads(floor: Evening, guest: Guest, table: str) -> socket.socket:
    """A socket that watches a table and never reads."""
    seat = Seat(guest, floor.server.url, floor.http)
    ticket = (await seat.client.post("/api/ticket"))["ticket"]
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.connect(("127.0.0.1", floor.server.port))
    one.sendall(
        f"GET /api/socket?ticket={ticket} HTTP/1.1\r\nHost: 127.0.0.1:{floor.server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    one.setblocking(False)
    await asyncio.sleep(0.05)
    said = json.dumps({"watch": table}).encode()
    one.send(bytes((0x81, 0x80 | len(said), 0, 0, 0, 0)) + said)
    return one


def _dropped(one: socket.socket) -> bool:
    """Whether the server has disconnected the socket; a reset shows when something is written to it."""
    ping = bytes((0x89, 0x80, 0, 0, 0, 0))
    try:
        one.send(ping)
        one.send(ping)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return False


def _figures(floor: Evening, players: int, took: float, said_before: int) -> Figures:
    measured = floor.measured
    return {
        "commands a second": round((measured.said - said_before) / took, 1),
        "seconds between acts": round(players * took / max(1, measured.said - said_before), 2),
        "answers ms": measured.answers.summary(),
        "own pictures ms": measured.own.summary(),
        "others' pictures ms": measured.others.summary(),
        "crowd's own lag ms": measured.lag.summary(),
        "said": measured.said,
        "answered": dict(measured.answered),
        "unanswered": measured.said - sum(measured.answered.values()),
        "refused": dict(measured.refusals.most_common(8)),
        "errors": dict(measured.errors),
        "disconnects": floor.disconnects(),
        "server RSS MB": round(floor.server.rss_mb()),
    }


def main() -> int:
    gc.disable()  # garbage collection in the crowd would distort the measurements
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="part", required=True)
    for name, run, tables, sockets, every in (
        ("full", full, 200, 0, A_TURN_S),
        ("idle", idle, 200, 5_000, 5.0),
        ("storm", storm, 200, 2_000, A_TURN_S),
        ("stuck", stuck, 50, 0, A_TURN_S),
        ("attack", attack, 50, 0, A_TURN_S),
        ("floods", floods, 4, 0, 0.3),
    ):
        part = parts.add_parser(name, help=(run.__doc__ or "").splitlines()[0])
        part.set_defaults(run=run)
        part.add_argument("--tables", type=int, default=tables, help="how many tables, of all games in turn")
        part.add_argument("--sockets", type=int, default=sockets, help="how many sockets in all")
        part.add_argument("--every", type=float, default=every, help="seconds between two acts of a player")
        part.add_argument("--seconds", type=float, default=30.0)
        part.add_argument("--warm-up", type=float, default=8.0, help="seconds that are not measured")
        part.add_argument("--stuck", type=int, default=20, help="how many clients never read")
        part.add_argument("--dropped-within", type=float, default=60.0, help="how long to wait for them to be dropped")
        part.add_argument("--logins", type=float, default=100.0, help="wrong logins per second")
        part.add_argument("--down", type=float, default=1.0, help="seconds between the kill and the start")
        part.add_argument("--no-replay", action="store_true", help="do not replay every round afterwards")
        part.add_argument("--database", default="", help="another database instead of a file; it must be empty")
        part.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_WANTED if hard == resource.RLIM_INFINITY else min(FILES_WANTED, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    with tempfile.TemporaryDirectory(prefix="floor") as folder:
        figures = _run(asked, Path(folder))
    command = "python -m benchmarks.floor " + " ".join(sys.argv[1:])
    if asked.json:
        sys.stdout.write(json.dumps({"command": command} | figures) + "\n")
    else:
        lines = [f"  {name:24} {figure}" for name, figure in figures.items()]
        sys.stdout.write("\n".join([command, *lines]) + "\n")
    return int(any(figure is False for figure in figures.values()))


def _run(asked: argparse.Namespace, data: Path) -> Figures:
    with suppress(ImportError):
        import uvloop

        return dict(uvloop.run(asked.run(asked, data)))
    return dict(asyncio.run(asked.run(asked, data)))


if __name__ == "__main__":
    sys.exit(main())
