"""How the server is run: where it listens, who may call it from where, and how much anyone may ask of it."""

from __future__ import annotations

import ssl
import tomllib
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec

PORT = 8021
LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")

Positive = Annotated[float, msgspec.Meta(gt=0, le=1e9)]
AtLeastOne = Annotated[float, msgspec.Meta(ge=1, le=1e9)]
Count = Annotated[int, msgspec.Meta(ge=1, le=10**9)]


class BadSettings(ValueError):
    """Settings the server cannot be run with; the message names the setting and says why."""


class Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many at once, and so many a second after that."""

    at_once: AtLeastOne
    a_second: Positive


class RateLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one address, one account and one socket may ask for."""

    requests: Rate = Rate(200, 50)
    """HTTP requests from an address."""
    logins: Rate = Rate(10, 0.5)
    """Logins and changes of password from an address, and for a name."""
    arrivals: Rate = Rate(40, 1)
    """Guests, new accounts and new practice tables from an address."""
    commands: Rate = Rate(40, 10)
    """Commands of a person, at all tables."""
    frames: Rate = Rate(100, 50)
    """Frames on a socket; the next ones are read later."""
    faults: Rate = Rate(20, 0.5)
    """Frames on a socket that cannot be read; after that it is closed."""
    odds: Rate = Rate(120, 10)
    """Questions about odds, from an address."""
    solving: Rate = Rate(20, 0.2)
    """Those of them that take long and that nobody has asked before, from an address."""
    sockets_each: Count = 12
    """Sockets of a person."""
    sockets_an_address: Count = 1_000
    sockets: Count = 20_000
    """Sockets in all."""
    watched: Count = 64
    """Tables on a socket."""
    unsent: Count = 256
    """Answers that wait for a slow reader; then the socket is closed."""
    frame_bytes: Count = 16 * 1024
    body_bytes: Count = 64 * 1024


class ServerSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The operator's choices."""

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65_535)] = PORT
    public_url: str = ""
    """The address people use where a proxy stands before the server, such as ``https://play.example/casino``."""
    origins: tuple[str, ...] = ()
    """Further origins whose pages may call the server."""
    behind_proxy: bool = False
    """A proxy that speaks TLS stands before the server; its word is taken for people's addresses."""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """The addresses or networks such a proxy calls from."""
    certificate: str = ""
    key: str = ""
    """Files with a certificate and its key, where the server speaks TLS itself."""
    metrics_to: tuple[str, ...] = ("127.0.0.1", "::1")
    """The addresses or networks that may read /metrics."""
    tables: Annotated[int, msgspec.Meta(ge=0, le=1_000)] = 1
    """How many tables of every game a fresh floor is opened with."""
    books: tuple[str, ...] = ()
    """Files with books of the house's own, which have tables beside those of the four games."""
    devices: bool = False
    """Whether a fresh floor also has a table dealt from a shuffling device, for every game that may be."""
    log: str = "-"
    """The file that is logged to; ``-`` for standard error."""
    limits: RateLimits = RateLimits()

    @property
    def is_secure(self) -> bool:
        """Whether people reach the server over TLS."""
        return bool(self.certificate) or self.public_url.startswith("https:")

    @property
    def base(self) -> str:
        """What comes before every path, without a stroke at its end."""
        return urlsplit(self.public_url).path.rstrip("/")

    def allowed_origins(self) -> frozenset[str]:
        """The origins named in the settings; beside them, a page may call the server it came from."""
        named = (*self.origins, self.public_url) if self.public_url else self.origins
        return frozenset(origin_of(url) for url in named)

    def allowed_hosts(self) -> frozenset[str]:
        """The names under which the server may be called; others would be somebody's trick with a name server."""
        hosts = {urlsplit(origin).netloc for origin in self.allowed_origins()}
        if not is_any_address(self.host):
            hosts.add((f"[{self.host}]" if ":" in self.host else self.host).lower())
        return frozenset(hosts)


def origin_of(url: str) -> str:
    """The scheme, host and port of an address."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


def is_loopback(host: str) -> bool:
    """Whether only this machine can call that address."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_any_address(host: str) -> bool:
    """Whether a server listens on all addresses that its machine has, and so has none of them for a name."""
    try:
        return not host or ip_address(host).is_unspecified
    except ValueError:
        return False


def check(settings: ServerSettings) -> ServerSettings:
    """The settings as they are, or `BadSettings`."""
    for name, urls in (("public_url", (settings.public_url,)), ("origins", settings.origins)):
        for url in urls:
            _check_url(name, url)
    for name, networks in (("proxies", settings.proxies), ("metrics_to", settings.metrics_to)):
        for network in networks:
            _check_network(name, network)
    _check_files(settings)
    if not (is_loopback(settings.host) or settings.behind_proxy or settings.certificate):
        raise BadSettings(
            f"host: {settings.host or 'every address'} can be reached from other machines, and passwords may not travel in"
            " clear: name a certificate and its key, or say --behind-proxy where a proxy speaks TLS"
        )
    if settings.behind_proxy and not settings.public_url.startswith("https://"):
        raise BadSettings("public_url: behind a proxy the server must know the https:// address that people use")
    if is_any_address(settings.host) and not settings.public_url:
        raise BadSettings("public_url: a server that listens on every address must know the one that people use")
    return settings


def _check_files(settings: ServerSettings) -> None:
    if bool(settings.certificate) != bool(settings.key):
        raise BadSettings("certificate: a certificate needs its key, and a key its certificate")
    for name in ("certificate", "key", "log"):
        if "\0" in getattr(settings, name):
            raise BadSettings(f"{name}: this is no file's name")
    for file in settings.books:
        if not file.endswith(".toml"):
            raise BadSettings(f"books: {file[:60]!r} is not the path of a book (.toml)")
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
    """Whether a certificate and its key can be used, which is found out before anything is opened."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_verify_locations(certificate)
    except ssl.SSLError:
        raise BadSettings(f"certificate: {certificate} is no certificate in PEM") from None
    except OSError as error:
        raise BadSettings(f"certificate: {certificate} cannot be read: {error.strerror}") from None
    try:
        # A key that asks for a password would stop a server that starts by itself.
        context.load_cert_chain(certificate, key, password=lambda: "")
    except ssl.SSLError:
        raise BadSettings(f"key: {key} is not that certificate's key, in PEM and without a password") from None
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
    """The settings in a TOML file, to be changed by the command line."""
    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise BadSettings(f"{path}: cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, ValueError) as error:
        raise BadSettings(f"{path}: is not TOML: {' '.join(str(error).split())}") from None


def make_settings(values: dict[str, object]) -> ServerSettings:
    """Settings from what was written; `BadSettings` where something is unknown or wrong."""
    try:
        return check(msgspec.convert(values, ServerSettings))
    except msgspec.ValidationError as error:
        said, _, where = str(error).partition(" - at `$.")
        said = said[0].lower() + said[1:].replace("`", "")
        raise BadSettings(f"{where.rstrip('`')}: {said}" if where else said) from None
