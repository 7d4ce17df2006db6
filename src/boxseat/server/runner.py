"""Start-up and shutdown of the server: the port first, then the database, then the tables; and an orderly stop."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from ipaddress import IPv4Network, ip_network
from typing import cast

import uvicorn

from boxseat.house.kinds import STREAM_KINDS
from boxseat.house.streams import StreamKinds
from boxseat.people.settings import AccountSettings
from boxseat.people.tokens import new_token
from boxseat.server.app import AsgiApp
from boxseat.server.bookshelf import Shelf
from boxseat.server.first_tables import set_up_tables
from boxseat.server.limits.connection_limits import Connection, raise_files_limit
from boxseat.server.listener import Listener
from boxseat.server.logs import log, open_log
from boxseat.server.node import Node, TimedStore
from boxseat.server.settings import BadSettings, ServerSettings, is_any_address
from boxseat.server.websocket.slow_clients import HttpProtocol, ServerConfig, WebSocketProtocol

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
SHUTDOWN_TIMEOUT_S = 5
"""Time that requests in progress have to finish when the server stops."""
PING_INTERVAL_S = 20.0
KEEP_ALIVE_TIMEOUT_S = 65
LISTEN_BACKLOG = 2048


class FloorServer(uvicorn.Server):
    """uvicorn server with its own listener, that reports when it is ready.

    `serve` handles signals, so that a requested stop is no error.
    """

    config: ServerConfig

    def __init__(self, config: ServerConfig, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._told = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving, and report it."""
        await super().startup(sockets=[])  # the listeners below accept, in place of uvicorn's
        config = self.config
        for bound in sockets or ():
            listener = Listener(bound, config.connections, self._protocol, config.ssl)
            self.servers.append(cast("asyncio.Server", listener))
        self._told()

    def _protocol(self, connection: Connection) -> HttpProtocol:
        return HttpProtocol(connection, self.config, self.server_state, self.lifespan.state)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Install no signal handlers; `serve` has its own."""
        yield


def bind(settings: ServerSettings) -> socket.socket:
    """Listening socket at the configured address; `BadSettings` where it cannot be bound."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((settings.host, settings.port))
        bound.listen(LISTEN_BACKLOG)
    except OSError as error:
        bound.close()
        field = "port" if error.errno is not None and not isinstance(error, socket.gaierror) else "host"
        why = (error.strerror or str(error)).lower()
        raise BadSettings(f"{field}: cannot listen on {settings.host}:{settings.port}: {why}") from None
    bound.setblocking(False)
    return bound


def address(settings: ServerSettings, bound: socket.socket) -> str:
    """URL that people open."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    port = bound.getsockname()[1]
    host = "localhost" if is_any_address(settings.host) else settings.host
    scheme = "https" if settings.certificate else "http"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


async def serve(
    settings: ServerSettings,
    database: str,
    serving: Callable[[str, str], None],
    *,
    door: AccountSettings | None = None,
    opened: Callable[[Node, FloorServer], None] | None = None,
    kinds: StreamKinds = STREAM_KINDS,
) -> None:
    """Serve until stopped. `serving` is called once the server is ready, with its URL and the link for the first administrator.

    There is a link only if the journal was empty: who can start the server on it makes its first administrator.
    """
    shelf = Shelf(settings.books)
    with open_log(settings.log), bind(settings) as bound:
        before, after = raise_files_limit(settings.limits.connections)
        if before != after:
            log().info("limit of open files raised", before=before, after=after)
        store = await TimedStore.open(database)
        node = Node(store, settings, door, shelf, kinds)
        try:
            empty = not await store.streams()
            tables = await set_up_tables(node.house, settings, shelf)
            node.start()
            where = address(settings, bound)

            def started() -> None:
                log().info("serving", address=where, tables=tables)
                serving(where, first_link(node, where) if empty else "")

            server = FloorServer(uvicorn_config(node), started)
            if opened is not None:
                opened(node, server)
            with _stopping(node, server):
                await server.serve(sockets=[bound])
        finally:
            await node.close()
            log().info("closed")


def first_link(node: Node, where: str) -> str:
    """A link that makes the first administrator, once; its token is in the fragment, which no browser sends or logs."""
    node.first_token = new_token()
    return f"{where}/first#{node.first_token}"


def uvicorn_config(node: Node) -> ServerConfig:
    """uvicorn configuration with this server's protocols, limits and timeouts."""
    settings = node.settings
    return ServerConfig(
        node.connections,
        AsgiApp(node),
        http=HttpProtocol,
        ws=WebSocketProtocol,
        ws_max_size=settings.limits.frame_bytes,
        ws_ping_interval=PING_INTERVAL_S,
        ws_ping_timeout=PING_INTERVAL_S,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips=list(with_ipv4_mapped(settings.proxies)),
        timeout_keep_alive=KEEP_ALIVE_TIMEOUT_S,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
        ssl_certfile=settings.certificate or None,
        ssl_keyfile=settings.key or None,
    )


def with_ipv4_mapped(networks: Iterable[str]) -> Iterator[str]:
    """Addresses and networks, and for IPv4 also the mapped form that a socket listening on IPv6 reports."""
    for each in networks:
        yield each
        network = ip_network(each)
        if isinstance(network, IPv4Network):
            yield f"::ffff:{network.network_address}/{96 + network.prefixlen}"


@contextmanager
def _stopping(node: Node, server: FloorServer) -> Iterator[None]:
    """Stop on a signal: no new round begins, and rounds in play are resumed at the next start."""
    loop = asyncio.get_running_loop()

    def stop() -> None:
        node.stop_play()
        server.should_exit = True

    caught: list[signal.Signals] = []
    for each in STOP_SIGNALS:
        with suppress(NotImplementedError, RuntimeError, ValueError):  # not in this thread, or not on this system
            loop.add_signal_handler(each, stop)
            caught.append(each)
    try:
        yield
    finally:
        for each in caught:
            loop.remove_signal_handler(each)
