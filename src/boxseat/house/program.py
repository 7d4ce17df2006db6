"""The program verifies itself: every file of it, its books, clauses, migrations and pages, by SHA-256 (GLI-19, 2.3.2).

A package that was built carries a manifest of its own files. A working copy has none, since it would be stale with every change:
there git knows what was committed. Operators may keep a manifest of their own and compare with that.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

import msgspec

import boxseat

MANIFEST = "manifest.json"
FORM = 1
ROOT = Path(boxseat.__file__).parent
PASSED_OVER = ("__pycache__", ".git")
GIT_SECONDS = 30

ComparedWith = Literal["manifest", "git", "file", "nothing"]


class BadManifest(Exception):
    """A manifest that cannot be read; the message says why."""


class ProgramReport(msgspec.Struct, frozen=True):
    """What the program found of itself."""

    version: str
    compared_with: ComparedWith
    source: str
    """The manifest's path, or the commit."""
    digest: str
    """Of all files together."""
    files: dict[str, str]
    changed: tuple[str, ...]
    missing: tuple[str, ...]
    added: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Nothing differs from what it was compared with."""
        return not (self.changed or self.missing or self.added)


def verify_program(against: Path | None = None, root: Path = ROOT) -> ProgramReport:
    """Compare the program with a manifest: one given, its own, or what git has committed."""
    files = digests(root)
    if against is not None:
        return _compared(files, read_manifest(against), "file", str(against))
    if (root / MANIFEST).is_file():
        return _compared(files, read_manifest(root / MANIFEST), "manifest", MANIFEST)
    commit = _git(root, "rev-parse", "HEAD")
    if commit is None:
        return _compared(files, files, "nothing", "")
    return _as_committed(root, files, commit.strip())


def digests(root: Path = ROOT) -> dict[str, str]:
    """The SHA-256 of every file of the program, by its path, in order."""
    return {name: hashlib.sha256((root / name).read_bytes()).hexdigest() for name in sorted(_names(root))}


def _names(root: Path) -> Iterator[str]:
    for path in root.rglob("*"):
        name = path.relative_to(root)
        if path.is_file() and name.name != MANIFEST and not set(name.parts) & set(PASSED_OVER):
            yield name.as_posix()


def whole(files: Mapping[str, str]) -> str:
    """One digest of all files: of their names and digests, a line each."""
    lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(files.items()))
    return hashlib.sha256(lines.encode()).hexdigest()


def write_manifest(path: Path, files: Mapping[str, str]) -> None:
    """A manifest to keep."""
    kept = {"boxseat": FORM, "version": boxseat.__version__, "digest": whole(files), "files": dict(files)}
    path.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


class _Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    boxseat: int
    version: str
    digest: str
    files: dict[str, str]


def read_manifest(path: Path) -> dict[str, str]:
    """The files and digests of a manifest."""
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=_Manifest)
    except OSError as error:
        raise BadManifest(f"{path} cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadManifest(f"{path} is no manifest of boxseat: {error}") from None
    if kept.boxseat != FORM:
        raise BadManifest(f"{path} is a manifest of form {kept.boxseat}; this program knows {FORM}")
    if kept.digest != whole(kept.files):
        raise BadManifest(f"{path} is damaged: its digest is not that of its files")
    return kept.files


def _compared(
    files: dict[str, str], kept: Mapping[str, str], compared_with: ComparedWith, source: str
) -> ProgramReport:
    return ProgramReport(
        version=boxseat.__version__,
        compared_with=compared_with,
        source=source,
        digest=whole(files),
        files=files,
        changed=tuple(name for name, digest in files.items() if name in kept and kept[name] != digest),
        missing=tuple(sorted(kept.keys() - files.keys())),
        added=tuple(sorted(files.keys() - kept.keys())),
    )


def _as_committed(root: Path, files: dict[str, str], commit: str) -> ProgramReport:
    """The files against those of a working copy's last commit, byte by byte as git has them."""
    listed = _git(root, "ls-tree", "-r", "-z", "HEAD", ".") or ""
    kept: dict[str, str] = {}
    for line in filter(None, listed.split("\0")):
        about, _, name = line.partition("\t")
        kept[name] = about.split()[2]
    ignored = set((_git(root, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", ".") or "").split("\0"))
    here = {name: _blob(root / name) for name in files if name not in ignored or name in kept}
    compared = _compared(here, kept, "git", commit)
    return msgspec.structs.replace(compared, digest=whole(files), files=files)


def _blob(path: Path) -> str:
    """A file's name in git's own store."""
    data = path.read_bytes()
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _git(root: Path, *words: str) -> str | None:
    """What git says of a folder; none where there is no git or the folder is not in a working copy."""
    try:
        said = subprocess.run(
            ["git", "-C", str(root), *words], capture_output=True, timeout=GIT_SECONDS, check=True, text=True
        )
    except (OSError, subprocess.SubprocessError, UnicodeError):
        return None
    return said.stdout
