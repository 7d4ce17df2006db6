"""The lock files are complete: they install without resolving anything, so later releases change nothing."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-pages.lock")
NOT_LOCKED = {"boxseat", "pip", "setuptools"}
"""The project itself, and the packages of a new virtual environment."""


def pins(lock: str) -> list[Requirement]:
    """The requirements in a lock file, each with its marker."""
    lines = (ROOT / lock).read_text("utf-8").replace("\\\n", "").splitlines()
    return [Requirement(line.split("--hash")[0].strip()) for line in lines if line and not line.startswith("#")]


def pinned(lock: str) -> dict[str, str]:
    """The versions that a lock file gives for this machine."""
    here = [pin for pin in pins(lock) if pin.marker is None or pin.marker.evaluate()]
    return {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in here}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_line_is_one_exact_version_with_its_hash(lock: str) -> None:
    for pin in pins(lock):
        assert re.fullmatch(r"==[0-9][0-9a-z.]*", str(pin.specifier)), pin
    text = (ROOT / lock).read_text("utf-8")
    assert text.count("--hash=sha256:") >= len(pins(lock))
    assert "://" not in text, "a lock names no host"


def test_the_environment_is_what_the_locks_say_and_lacks_nothing() -> None:
    """`make` installs the lock files with --no-deps; `pip check` finds anything that they leave out."""
    expected = pinned("requirements.lock") | pinned("requirements-dev.lock")
    found = {str(canonicalize_name(each.metadata["Name"])): each.version for each in distributions()}
    assert {name: found.get(name) for name in expected} == expected
    assert set(found) - set(expected) <= NOT_LOCKED
    checked = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_the_locked_versions_lie_within_the_ranges_of_the_project() -> None:
    """`pyproject.toml` has ranges, so that the package installs beside others. Exact versions are in the lock files."""
    groups = PROJECT["dependency-groups"]
    for lock, wanted in (
        ("requirements.lock", PROJECT["project"]["dependencies"]),
        ("requirements-dev.lock", groups["dev"]),
        (
            "requirements-dev.lock",
            [each for extra in PROJECT["project"]["optional-dependencies"].values() for each in extra],
        ),
        ("requirements-pages.lock", groups["pages"]),
    ):
        versions = pinned(lock)
        for each in map(Requirement, wanted):
            if each.marker is None or each.marker.evaluate():
                assert "==" not in str(each.specifier), each
                assert each.specifier.contains(versions[canonicalize_name(each.name)]), each


def test_the_makefile_installs_locks_without_resolving() -> None:
    installs = [line for line in (ROOT / "Makefile").read_text("utf-8").splitlines() if "--require-hashes" in line]
    assert len(installs) == len(LOCKS)
    assert all("--no-deps" in line for line in installs)
