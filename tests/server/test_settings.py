"""Running the server: impossible settings give a one-line error, rate limits recover, and the program ends well."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import httpx
import pytest

from boxseat.journal.address import data_folder
from boxseat.server.guard import is_allowed_origin, is_known_host
from boxseat.server.limits.addresses import address_of, is_among
from boxseat.server.logs import log, open_log
from boxseat.server.rate_limits import BUCKETS_MAX, RateLimiter
from boxseat.server.runner import with_ipv4_mapped
from boxseat.server.settings import BadSettings, Rate, RateLimits, ServerSettings, make_settings, read_settings
from tests.server_process import free_port
from tests.tiers import heavy

START_S = 30


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"port": 70_000}, "port: "),
        ({"port": "x"}, "port: "),
        ({"prot": 1}, "prot"),
        ({"limits": {"requests": {"at_once": 0, "a_second": 1}}}, "limits.requests.at_once: "),
        ({"limits": {"sockets": -1}}, "limits.sockets: "),
        ({"limits": {"speed": 1}}, "speed"),
        ({"origins": ["play.example"]}, "origins: "),
        ({"origins": ["https://user:secret@play.example"]}, "origins: "),
        ({"origins": ["https://play.example:port"]}, "origins: "),
        ({"public_url": "ftp://play.example"}, "public_url: "),
        ({"public_url": "https://play.example/?a=b"}, "public_url: "),
        ({"behind_proxy": True}, "public_url: "),
        ({"behind_proxy": True, "public_url": "http://play.example"}, "public_url: "),
        ({"certificate": "/nowhere/cert.pem"}, "certificate: "),
        ({"certificate": "/nowhere/cert.pem", "key": "/nowhere/key.pem"}, "certificate: there is no file"),
        ({"host": "0.0.0.0"}, "host: "),
        ({"tables": -1}, "tables: "),
        ({"limits": {"commands": {"at_once": 0.5, "a_second": 10}}}, "limits.commands.at_once: "),
        ({"proxies": ["proxy.example"]}, "proxies: "),
        ({"proxies": ["*"]}, "proxies: "),
        ({"metrics_to": ["127.0.0.1", "monitoring"]}, "metrics_to: 'monitoring'"),
        ({"metrics_to": ["10.0.0.1/8"]}, "metrics_to: "),
    ],
    ids=str,
)
def test_settings_that_cannot_be_are_named(values: dict[str, object], said: str) -> None:
    with pytest.raises(BadSettings) as bad:
        make_settings(values)
    assert said in str(bad.value)
    assert "\n" not in str(bad.value)


def test_a_certificate_that_is_none_is_named_before_a_database_is_made(tmp_path: Path) -> None:
    for name in ("certificate", "key"):
        (tmp_path / name).write_text("no such thing")
    files = ("--certificate", str(tmp_path / "certificate"), "--key", str(tmp_path / "key"))
    _is_one_line(_serve("--port", "0", "--data", str(tmp_path / "data"), *files), "certificate: ")
    assert not (tmp_path / "data" / "boxseat.db").exists()


def test_addresses_may_be_networks() -> None:
    settings = make_settings({"proxies": ["10.0.0.0/8"], "metrics_to": ["2001:db8::/32", "192.0.2.7"]})
    for host, may in (("2001:db8::1", True), ("192.0.2.7", True), ("::ffff:192.0.2.7", True), ("192.0.2.8", False)):
        assert is_among(host, settings.metrics_to) == may, host
    assert list(with_ipv4_mapped(settings.proxies)) == ["10.0.0.0/8", "::ffff:10.0.0.0/104"]


def test_the_page_lists_every_setting_that_a_file_takes() -> None:
    """Each with its default value."""
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
    (written,) = re.findall(r"```toml\n(.*?)```", page, flags=re.DOTALL)
    listed = tomllib.loads(written)
    assert list(listed) == list(ServerSettings.__struct_fields__)
    assert list(listed["limits"]) == list(RateLimits.__struct_fields__)
    examples = {"public_url", "origins", "certificate", "key", "books", "behind_proxy", "log", "rules_text"}
    usual = {name: value for name, value in listed.items() if name not in examples}
    assert make_settings(usual) == ServerSettings()


def test_a_settings_file_is_read_or_the_reason_is_told(tmp_path: Path) -> None:
    file = tmp_path / "serve.toml"
    file.write_text("port = 1\n[limits]\ncommands = {at_once = 5, a_second = 1}\n")
    assert make_settings(read_settings(str(file))).limits.commands == Rate(5, 1)
    file.write_text("port = ")
    with pytest.raises(BadSettings, match="is not TOML"):
        read_settings(str(file))
    with pytest.raises(BadSettings, match="cannot be read"):
        read_settings(str(tmp_path / "none.toml"))


def test_the_data_folder_is_the_systems_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("BOXSEAT_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert data_folder() == tmp_path / "boxseat"
    monkeypatch.setenv("BOXSEAT_DATA", str(tmp_path / "mine"))
    assert data_folder() == tmp_path / "mine"


# Origins and addresses


def test_origins_and_hosts_that_are_allowed() -> None:
    settings = ServerSettings(public_url="https://play.example/casino", origins=("http://localhost:5173",))
    for origin, host, allowed in (
        (None, "127.0.0.1:8021", True),
        ("http://127.0.0.1:8021", "127.0.0.1:8021", True),
        ("https://play.example", "127.0.0.1:8021", True),
        ("http://localhost:5173", "127.0.0.1:8021", True),
        ("http://localhost:5174", "127.0.0.1:8021", False),
        ("http://play.example", "127.0.0.1:8021", False),
        ("https://play.example.evil.example", "127.0.0.1:8021", False),
        ("null", "127.0.0.1:8021", False),
        ("", "127.0.0.1:8021", False),
        ("http://evil//127.0.0.1:8021", "127.0.0.1:8021", False),
    ):
        assert is_allowed_origin(settings, origin, host) == allowed, origin
    hosts: tuple[tuple[str | None, bool], ...] = (
        ("play.example", True),
        ("PLAY.example", True),
        ("localhost:9", True),
        ("[::1]:9", True),
        ("[::1]", True),
        ("evil.example", False),
        ("127.0.0.1, evil.example", False),
        ("", False),
        (None, False),
    )
    for name, known in hosts:
        assert is_known_host(settings, name) == known, name


def test_a_household_is_one_address() -> None:
    one, two = ({"client": (f"2001:db8:1:2::{end}", 1)} for end in (1, 2))
    assert address_of(one) == address_of(two) != address_of({"client": ("2001:db8:1:3::1", 1)})
    assert address_of({"client": ("192.0.2.7", 1)}) == "192.0.2.7"
    assert address_of({}) == ""


def test_a_server_on_ipv6_tells_its_ipv4_callers_apart() -> None:
    one, other = (address_of({"client": (f"::ffff:192.0.2.{end}", 1)}) for end in (7, 8))
    assert (one, other) == ("192.0.2.7", "192.0.2.8")


# Buckets


def test_a_bucket_fills_again_and_each_name_has_its_own() -> None:
    now = 0.0
    allowance = RateLimiter(Rate(3, 0.5), lambda: now)
    assert [allowance.take("a") for _ in range(3)] == [0, 0, 0]
    assert allowance.take("a") == 2.0
    assert allowance.take("b") == 0
    now = 2.0
    assert allowance.take("a") == 0
    assert allowance.take("a") > 0
    now = 1000.0
    assert [allowance.take("a") for _ in range(4)][:3] == [0, 0, 0]


def test_buckets_are_forgotten_and_never_too_many() -> None:
    now = 0.0
    allowance = RateLimiter(Rate(3, 0.5), lambda: now)
    for number in range(BUCKETS_MAX + 500):
        allowance.take(str(number))
    assert len(allowance) <= BUCKETS_MAX
    now = 100.0
    allowance.take("later")
    assert len(allowance) == 1


# The program


def _serve(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "boxseat", "serve", "--no-browser", *arguments],
        capture_output=True,
        text=True,
        timeout=START_S,
        env=os.environ | more,
        check=False,
    )


def _is_one_line(done: subprocess.CompletedProcess[str], said: str) -> None:
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    lines = [line for line in done.stderr.splitlines() if not line.startswith("{")]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("boxseat: ")
    assert said in lines[0]


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        _is_one_line(_serve("--port", str(port), "--data", str(tmp_path)), f"127.0.0.1:{port}")


def test_a_folder_or_database_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    _is_one_line(_serve("--port", "0", "--data", str(tmp_path / "file" / "x")), "--data")
    (tmp_path / "newer").mkdir()
    with sqlite3.connect(tmp_path / "newer" / "boxseat.db") as newer:
        newer.execute("CREATE TABLE boxseat_schema (version_num TEXT)")
        newer.execute("INSERT INTO boxseat_schema VALUES ('9999')")
    newer.close()
    _is_one_line(_serve("--port", "0", "--data", str(tmp_path / "newer")), "newer boxseat")
    nobody = f"postgresql://ann:secret@127.0.0.1:{free_port()}/boxseat"
    done = _serve("--port", "0", "--database", nobody)
    _is_one_line(done, "database")
    assert "secret" not in done.stderr


@heavy
def test_a_log_that_cannot_be_written_to(tmp_path: Path) -> None:
    _is_one_line(_serve("--port", "0", "--data", str(tmp_path), "--log", str(tmp_path)), f"log: {tmp_path}")


def test_a_log_is_its_owners_alone_and_what_is_there_already_is_left_as_it_is(tmp_path: Path) -> None:
    with open_log(str(tmp_path / "new")):
        log().info("hello")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o600
    (tmp_path / "shared").touch()
    (tmp_path / "shared").chmod(0o644)
    with open_log(str(tmp_path / "shared")):
        log().info("hello")
    assert stat.S_IMODE((tmp_path / "shared").stat().st_mode) == 0o644
    assert "hello" in (tmp_path / "shared").read_text()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_a_full_disk_under_the_log_stops_nothing_and_its_end_is_orderly() -> None:
    with open_log("/dev/full"):
        log().info("hello")


def test_a_server_on_every_address_has_a_name_that_people_call_it_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise everyone who calls it from elsewhere would be refused for a wrong host name."""
    monkeypatch.setattr("boxseat.server.settings._check_files", lambda settings: None)
    tls = {"certificate": "cert.pem", "key": "key.pem"}
    for host in ("0.0.0.0", "::", "::0", ""):
        with pytest.raises(BadSettings, match=r"^public_url: "):
            make_settings({"host": host, **tls})
        named = make_settings({"host": host, "public_url": "https://Play.Example", **tls})
        assert is_known_host(named, "PLAY.example")
    assert is_known_host(make_settings({"host": "Play.Example", **tls}), "play.example:8021")


@heavy
def test_a_host_that_others_can_reach_needs_tls(tmp_path: Path) -> None:
    _is_one_line(_serve("--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path)), "--behind-proxy")


def test_it_says_where_it_serves_within_two_seconds_and_ends_with_0(tmp_path: Path) -> None:
    """On a busy machine the start may take longer; the benchmark measures the real figure."""
    began = time.monotonic()
    with subprocess.Popen(
        [sys.executable, "-m", "boxseat", "serve", "--no-browser", "--port", "0", "--data", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        line = server.stdout.readline().strip()
        took = time.monotonic() - began
        address = line.split()[-1]
        assert httpx.get(f"{address}/healthz", trust_env=False).json() == {"status": "ok"}
        server.send_signal(signal.SIGTERM)
        rest, log = server.communicate(timeout=START_S)
        assert server.returncode == 0, log
        assert rest == ""
        assert "Traceback" not in log
        assert took < START_S


def test_the_first_administrator_is_made_once(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "boxseat", "administrator", "--data", str(tmp_path)]
    first = subprocess.run(command, capture_output=True, text=True, timeout=START_S, check=False)
    assert first.returncode == 0, first.stderr
    assert first.stderr == ""
    assert first.stdout.startswith("admin's password, for one login: ")
    again = subprocess.run(command, capture_output=True, text=True, timeout=START_S, check=False)
    assert again.returncode == 2
    assert "there is an administrator already" in again.stderr


def test_nothing_heavy_is_loaded_to_serve() -> None:
    """Numba takes seconds to load, and a floor without perfect players never needs it."""
    code = "import boxseat.server.runner, sys; print([name for name in ('numba', 'numpy') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=START_S, check=True)
    assert done.stdout.strip() == "[]"
