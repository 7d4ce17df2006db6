"""Running the server: the port first, then the database, then the tables; and an orderly end."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from ipaddress import IPv4Network, ip_network

import uvicorn

from boxseat.people.settings import DoorSettings
from boxseat.server.app import Entrance
from boxseat.server.bookshelf import Shelf
from boxseat.server.first_tables import open_floor
from boxseat.server.logs import log, open_log
from boxseat.server.node import Node, TimedStore
from boxseat.server.settings import BadSettings, ServerSettings, is_any_address
from boxseat.server.slow_clients import Frames, Requests

SIGNALS = (signal.SIGINT, signal.SIGTERM)
FINISHED_WITHIN = 5
"""How long requests may take to finish when the server stops, in seconds."""
PING_EVERY = 20.0


class FloorServer(uvicorn.Server):
    """uvicorn, which says when it serves, and leaves signals to us: a server that was asked to stop has done nothing wrong."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._told = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._told()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def bind(settings: ServerSettings) -> socket.socket:
    """Take the port, or say in one line why it cannot be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((settings.host, settings.port))
        bound.listen(2048)
    except OSError as error:
        bound.close()
        field = "port" if error.errno is not None and not isinstance(error, socket.gaierror) else "host"
        why = (error.strerror or str(error)).lower()
        raise BadSettings(f"{field}: {settings.host}:{settings.port} cannot be listened on: {why}") from None
    bound.setblocking(False)
    return bound


def address(settings: ServerSettings, bound: socket.socket) -> str:
    """The address people open."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    port = bound.getsockname()[1]
    host = "localhost" if is_any_address(settings.host) else settings.host
    scheme = "https" if settings.certificate else "http"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


async def serve(
    settings: ServerSettings,
    database: str,
    serving: Callable[[str], None],
    *,
    door: DoorSettings | None = None,
    opened: Callable[[Node, FloorServer], None] | None = None,
) -> None:
    """Serve until told to stop. `serving` is called with the address once it does."""
    shelf = Shelf(settings.books)
    with open_log(settings.log), bind(settings) as bound:
        store = await TimedStore.open(database)
        node = Node(store, settings, door, shelf)
        try:
            tables = await open_floor(node.house, settings, shelf)
            node.start()
            where = address(settings, bound)

            def started() -> None:
                log().info("serving", address=where, tables=tables)
                serving(where)

            server = FloorServer(uvicorn_config(node), started)
            if opened is not None:
                opened(node, server)
            with _stopping(node, server):
                await server.serve(sockets=[bound])
        finally:
            await node.close()
            log().info("closed")


def uvicorn_config(node: Node) -> uvicorn.Config:
    settings = node.settings
    return uvicorn.Config(
        Entrance(node),
        http=Requests,
        ws=Frames,
        ws_max_size=settings.limits.frame_bytes,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_EVERY,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips=list(as_seen(settings.proxies)),
        timeout_keep_alive=65,
        timeout_graceful_shutdown=FINISHED_WITHIN,
        ssl_certfile=settings.certificate or None,
        ssl_keyfile=settings.key or None,
    )


def as_seen(networks: Iterable[str]) -> Iterator[str]:
    """Addresses and networks, and those of IPv4 also as a server sees them that listens on IPv6."""
    for each in networks:
        yield each
        network = ip_network(each)
        if isinstance(network, IPv4Network):
            yield f"::ffff:{network.network_address}/{96 + network.prefixlen}"


@contextmanager
def _stopping(node: Node, server: FloorServer) -> Iterator[None]:
    """Stop at a signal: no new round begins, and those that are open stay to be resumed."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        node.stop_play()
        server.should_exit = True

    caught: list[signal.Signals] = []
    for each in SIGNALS:
        with suppress(NotImplementedError, RuntimeError, ValueError):  # not in this thread, or not on this system
            loop.add_signal_handler(each, stop)
            caught.append(each)
    try:
        yield
    finally:
        for each in caught:
            loop.remove_signal_handler(each)
