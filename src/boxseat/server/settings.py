"""Server settings: listening address, TLS, proxies, allowed origins, tables, log and rate limits."""

from __future__ import annotations

import ssl
import tomllib
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec

from boxseat.pit.payments.month import BadZone, read_zone

DEFAULT_PORT = 8021
RULES_TEXT_SUFFIXES = (".pdf", ".txt", ".md")
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")

TokensPerSecond = Annotated[float, msgspec.Meta(gt=0, le=1e9)]
BucketSize = Annotated[float, msgspec.Meta(ge=1, le=1e9)]
PositiveCount = Annotated[int, msgspec.Meta(ge=1, le=10**9)]


class BadSettings(ValueError):
    """Settings that are not valid; the message names the setting and says why."""


class Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Parameters of a token bucket: its size, and the tokens added per second."""

    at_once: BucketSize
    a_second: TokensPerSecond


class RateLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rate limits and bounds per address, account and socket."""

    requests: Rate = Rate(200, 50)
    """HTTP requests per address."""
    logins: Rate = Rate(10, 0.5)
    """Logins and password changes per address, and per name."""
    arrivals: Rate = Rate(40, 1)
    """Guests, new accounts and new practice tables per address."""
    commands: Rate = Rate(40, 10)
    """Commands per person, at all tables together."""
    frames: Rate = Rate(100, 50)
    """Frames per socket; further ones are read later."""
    faults: Rate = Rate(20, 0.5)
    """Frames per socket that cannot be decoded; beyond the limit the socket is closed."""
    odds: Rate = Rate(120, 10)
    """Questions about odds per address."""
    solving: Rate = Rate(20, 0.2)
    """Long computations without a cached answer, per address; computer players that learn a book, per person."""
    rulings: Rate = Rate(60, 5)
    """Rulings on rounds that staff key, per person."""
    history: Rate = Rate(30, 3)
    """Reads of past rounds, shoes and bankrolls per person."""
    history_an_address: Rate = Rate(120, 12)
    bytes: Rate = Rate(512 * 1024, 128 * 1024)
    """Bytes received per connection; beyond the limit reading pauses, and a socket that continues is closed."""
    bytes_an_address: Rate = Rate(8 * 1024 * 1024, 2 * 1024 * 1024)
    bytes_in_all: Rate = Rate(64 * 1024 * 1024, 16 * 1024 * 1024)
    raw_frames: Rate = Rate(200, 100)
    """WebSocket frames of any kind per socket; beyond the limit reading pauses, and then the socket is closed."""
    raw_frames_an_address: Rate = Rate(1_000, 500)
    raw_frames_in_all: Rate = Rate(20_000, 5_000)
    connections: PositiveCount = 20_500
    """Open connections on this node, sockets included; fewer where the system allows fewer open files."""
    connections_an_address: PositiveCount = 1_100
    new_connections: Rate = Rate(300, 50)
    """New connections per address."""
    new_connections_in_all: Rate = Rate(10_000, 1_000)
    unfinished: PositiveCount = 5_000
    """Connections with an incomplete request or handshake; beyond the limit the oldest is closed."""
    unfinished_an_address: PositiveCount = 500
    sockets_each: PositiveCount = 12
    """Open sockets per person."""
    sockets_an_address: PositiveCount = 1_000
    sockets: PositiveCount = 20_000
    """Open sockets on this node."""
    watched: PositiveCount = 64
    """Subscriptions per socket."""
    unsent: PositiveCount = 256
    """Queued answers per socket; beyond the limit the socket is closed."""
    frame_bytes: PositiveCount = 16 * 1024
    body_bytes: PositiveCount = 64 * 1024


class ServerSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings of the server."""

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65_535)] = DEFAULT_PORT
    public_url: str = ""
    """URL that people use, if it differs from host and port, as behind a proxy: ``https://play.example/casino``."""
    origins: tuple[str, ...] = ()
    """Further origins whose pages may call the server."""
    behind_proxy: bool = False
    """Whether a proxy handles TLS; its headers are then trusted for client addresses."""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses or networks of that proxy."""
    certificate: str = ""
    key: str = ""
    """Certificate and key files, where the server itself handles TLS."""
    metrics_to: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses or networks that may read /metrics."""
    tables: Annotated[int, msgspec.Meta(ge=0, le=1_000)] = 1
    """Number of tables of every game on a fresh floor."""
    books: tuple[str, ...] = ()
    """Files with rule books of the house's own, in addition to the four games."""
    devices: bool = False
    """Whether a fresh floor also has a table with a shuffling device, for every game that permits one."""
    rules_ask: Annotated[str, msgspec.Meta(max_length=200)] = "the Gaming Manager or a supervisor"
    """The person whom players ask for the rules of a game that has no file in `rules_text`."""
    time_zone: Annotated[str, msgspec.Meta(max_length=60)] = "Australia/Sydney"
    """Time zone of the casino, by which a month ends: a name, or an offset such as +10:00."""
    log: str = "-"
    """Log file; ``-`` for standard error."""
    rules_text: dict[str, str] = {}
    """Copy of the rules of each game for players: a PDF or a text file (CP 17.11; SP 20.15; R55)."""
    limits: RateLimits = RateLimits()

    @property
    def is_secure(self) -> bool:
        """Whether people reach the server over TLS."""
        return bool(self.certificate) or self.public_url.startswith("https:")

    @property
    def base(self) -> str:
        """Path prefix of all URLs, without a slash at its end."""
        return urlsplit(self.public_url).path.rstrip("/")

    def allowed_origins(self) -> frozenset[str]:
        """Origins named in the settings; a page may also call the server it came from."""
        named = (*self.origins, self.public_url) if self.public_url else self.origins
        return frozenset(origin_of(url) for url in named)

    def allowed_hosts(self) -> frozenset[str]:
        """Host names of this server; requests for any other are refused, which prevents DNS rebinding."""
        hosts = {urlsplit(origin).netloc for origin in self.allowed_origins()}
        if not is_any_address(self.host):
            hosts.add((f"[{self.host}]" if ":" in self.host else self.host).lower())
        return frozenset(hosts)


def origin_of(url: str) -> str:
    """Origin of a URL: scheme, host and port."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine only."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_any_address(host: str) -> bool:
    """Whether an address is the wildcard, on which a server listens but which clients cannot use."""
    try:
        return not host or ip_address(host).is_unspecified
    except ValueError:
        return False


def check(settings: ServerSettings) -> ServerSettings:
    """The settings unchanged; `BadSettings` where they are not valid."""
    for name, urls in (("public_url", (settings.public_url,)), ("origins", settings.origins)):
        for url in urls:
            _check_url(name, url)
    for name, networks in (("proxies", settings.proxies), ("metrics_to", settings.metrics_to)):
        for network in networks:
            _check_network(name, network)
    _check_files(settings)
    try:
        read_zone(settings.time_zone)
    except BadZone as bad:
        raise BadSettings(f"time_zone: {bad}") from None
    if not (is_loopback(settings.host) or settings.behind_proxy or settings.certificate):
        raise BadSettings(
            f"host: {settings.host or 'every address'} can be reached from other machines, and passwords may not travel in"
            " clear: set a certificate and its key, or --behind-proxy where a proxy handles TLS"
        )
    if settings.behind_proxy and not settings.public_url.startswith("https://"):
        raise BadSettings("public_url: behind a proxy, set the https:// URL that people use")
    if is_any_address(settings.host) and not settings.public_url:
        raise BadSettings("public_url: a server that listens on every address needs the URL that people use")
    return settings


def _check_files(settings: ServerSettings) -> None:
    if bool(settings.certificate) != bool(settings.key):
        raise BadSettings("certificate: a certificate needs its key, and a key its certificate")
    for name in ("certificate", "key", "log"):
        if "\0" in getattr(settings, name):
            raise BadSettings(f"{name}: this is not a file name")
    for file in settings.books:
        if not file.endswith(".toml"):
            raise BadSettings(f"books: {file[:60]!r} is not the path of a book (.toml)")
    for game, file in settings.rules_text.items():
        if "\0" in file or not file.lower().endswith(RULES_TEXT_SUFFIXES):
            raise BadSettings(f"rules_text.{game[:40]}: {file[:60]!r} is not a file that ends in .pdf, .txt or .md")
        if not Path(file).is_file():
            raise BadSettings(f"rules_text.{game[:40]}: there is no file {file}")
    for name in ("certificate", "key"):
        file = getattr(settings, name)
        if file and not Path(file).is_file():
            raise BadSettings(f"{name}: there is no file {file}")
    if settings.certificate:
        _check_certificate(settings.certificate, settings.key)


def _check_network(name: str, written: str) -> None:
    try:
        ip_network(written)
    except ValueError:
        example = "is not an address or a network such as 192.0.2.7 or 10.0.0.0/8"
        raise BadSettings(f"{name}: {written[:60]!r} {example}") from None


def _check_certificate(certificate: str, key: str) -> None:
    """Check that the certificate and its key can be loaded, before anything is opened."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_verify_locations(certificate)
    except ssl.SSLError:
        raise BadSettings(f"certificate: {certificate} is not a certificate in PEM format") from None
    except OSError as error:
        raise BadSettings(f"certificate: {certificate} cannot be read: {error.strerror}") from None
    try:
        # A key with a password would make an unattended start wait for input.
        context.load_cert_chain(certificate, key, password=lambda: "")
    except ssl.SSLError:
        raise BadSettings(f"key: {key} is not the certificate's key, in PEM format and without a password") from None
    except OSError as error:
        raise BadSettings(f"key: {key} cannot be read: {error.strerror}") from None


def _check_url(name: str, url: str) -> None:
    if not url:
        return
    try:
        parts = urlsplit(url)
        port_is_read = parts.port is None or parts.port >= 0
    except ValueError:
        port_is_read, parts = False, urlsplit("")
    right = port_is_read and parts.scheme in ("http", "https") and parts.hostname and not parts.query
    if not right or parts.username or parts.fragment or any(ord(each) <= 32 for each in url):
        raise BadSettings(f"{name}: {url[:60]!r} is not an address such as https://play.example")


def read_settings(path: str) -> dict[str, object]:
    """Settings of a TOML file; the command line overrides them."""
    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise BadSettings(f"{path}: cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, ValueError) as error:
        raise BadSettings(f"{path}: is not TOML: {' '.join(str(error).split())}") from None


def make_settings(values: dict[str, object]) -> ServerSettings:
    """Checked settings from raw values; `BadSettings` where one is unknown or not valid."""
    try:
        return check(msgspec.convert(values, ServerSettings))
    except msgspec.ValidationError as error:
        said, _, where = str(error).partition(" - at `$.")
        said = said[0].lower() + said[1:].replace("`", "")
        raise BadSettings(f"{where.rstrip('`')}: {said}" if where else said) from None
