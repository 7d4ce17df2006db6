"""Verification of the program's own files by SHA-256: code, books, clauses, migrations and pages (GLI-19, 2.3.2).

A built package has a manifest of its own files. A working copy has none, since it would be stale with every change: it is compared
with what git has committed. Operators may keep a manifest of their own and compare with that. Compiled files, which Python runs
instead of a source, are compared with the source.
"""

from __future__ import annotations

import hashlib
import json
import marshal
import struct
import subprocess
from collections.abc import Iterator, Mapping
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from typing import Literal

import msgspec

import boxseat

MANIFEST = "manifest.json"
"""The manifest in a built package, beside the code."""
MANIFEST_FORMAT = 1
"""Version of the manifest's JSON format."""
PACKAGE_FOLDER = Path(boxseat.__file__).parent
IGNORED_FOLDERS = ("__pycache__", ".git")
GIT_TIMEOUT_S = 30

ComparedWith = Literal["manifest", "git", "file", "nothing"]


class BadManifest(Exception):
    """A manifest that cannot be used; the message says why."""


class ProgramReport(msgspec.Struct, frozen=True):
    """The result of a verification: the files that differ from what they were compared with."""

    version: str
    compared_with: ComparedWith
    source: str
    """The manifest's path, or the git commit."""
    digest: str
    """The combined digest of all files."""
    files: dict[str, str]
    changed: tuple[str, ...]
    missing: tuple[str, ...]
    added: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether the files were compared with something, and none differs."""
        return self.compared_with != "nothing" and not (self.changed or self.missing or self.added)


def verify_program(against: Path | None = None, root: Path = PACKAGE_FOLDER) -> ProgramReport:
    """Compare the files with a manifest that is given, else with the package's own, else with git's last commit."""
    files = digests(root)
    if against is not None:
        report = _compared(files, read_manifest(against), "file", str(against))
    elif (root / MANIFEST).is_file():
        report = _compared(files, read_manifest(root / MANIFEST), "manifest", MANIFEST)
    else:
        report = _as_committed(root, files)
    return msgspec.structs.replace(report, changed=(*report.changed, *_foreign_bytecode(root)))


def digests(root: Path = PACKAGE_FOLDER) -> dict[str, str]:
    """The SHA-256 of every file of the program by its path, in the order of the paths."""
    return {name: hashlib.sha256((root / name).read_bytes()).hexdigest() for name in sorted(_names(root))}


def _names(root: Path) -> Iterator[str]:
    for path in root.rglob("*"):
        name = path.relative_to(root)
        if path.is_file() and name.as_posix() != MANIFEST and not set(name.parts) & set(IGNORED_FOLDERS):
            yield name.as_posix()


def combined_digest(files: Mapping[str, str]) -> str:
    """One digest of all files: the SHA-256 of lines with each file's digest and name."""
    lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(files.items()))
    return hashlib.sha256(lines.encode()).hexdigest()


def write_manifest(path: Path, files: Mapping[str, str]) -> None:
    """Write a manifest file."""
    kept = {
        "boxseat": MANIFEST_FORMAT,
        "version": boxseat.__version__,
        "digest": combined_digest(files),
        "files": dict(files),
    }
    path.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


class _Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    boxseat: int
    version: str
    digest: str
    files: dict[str, str]


def read_manifest(path: Path) -> dict[str, str]:
    """The digests in a manifest by file; `BadManifest` if it is damaged."""
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=_Manifest)
    except OSError as error:
        raise BadManifest(f"{path} cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadManifest(f"{path} is no manifest of boxseat: {error}") from None
    if kept.boxseat != MANIFEST_FORMAT:
        raise BadManifest(f"{path} is a manifest of form {kept.boxseat}; this program knows {MANIFEST_FORMAT}")
    if kept.digest != combined_digest(kept.files):
        raise BadManifest(f"{path} is damaged: its digest is not that of its files")
    return kept.files


def _compared(
    files: dict[str, str], kept: Mapping[str, str], compared_with: ComparedWith, source: str
) -> ProgramReport:
    return ProgramReport(
        version=boxseat.__version__,
        compared_with=compared_with,
        source=source,
        digest=combined_digest(files),
        files=files,
        changed=tuple(name for name, digest in files.items() if name in kept and kept[name] != digest),
        missing=tuple(sorted(kept.keys() - files.keys())),
        added=tuple(sorted(files.keys() - kept.keys())),
    )


def _as_committed(root: Path, files: dict[str, str]) -> ProgramReport:
    """Compare with a working copy's last commit, by git's blob hashes; with nothing where there is no commit."""
    commit = (_git(root, "rev-parse", "HEAD") or "").strip()
    listed = _git(root, "ls-tree", "-r", "-z", "HEAD", ".")
    if not listed:
        return _compared(files, files, "nothing", "")
    kept: dict[str, str] = {}
    for line in filter(None, listed.split("\0")):
        about, _, name = line.partition("\t")
        kept[name] = about.split()[2]
    ignored = set((_git(root, "ls-files", "-z", "--others", "--ignored", "--exclude-standard", ".") or "").split("\0"))
    here = {name: _blob(root / name) for name in files if name not in ignored or name in kept}
    compared = _compared(here, kept, "git", commit)
    return msgspec.structs.replace(compared, digest=combined_digest(files), files=files)


def _blob(path: Path) -> str:
    """A file's blob hash, as git computes it."""
    data = path.read_bytes()
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _foreign_bytecode(root: Path) -> Iterator[str]:
    """The sources for which Python would run a compiled file that was not made from them."""
    for source in root.rglob("*.py"):
        for level, mark in enumerate(("", "1", "2")):
            compiled = Path(cache_from_source(str(source), optimization=mark))
            if compiled.is_file() and not _is_made_from(compiled.read_bytes(), source, level):
                yield f"{source.relative_to(root).as_posix()}, as compiled"


def _is_made_from(compiled: bytes, source: Path, level: int) -> bool:
    head, stat = compiled[:16], source.stat()
    of_this_moment = struct.pack("<4sIII", MAGIC_NUMBER, 0, int(stat.st_mtime) & 0xFFFFFFFF, stat.st_size & 0xFFFFFFFF)
    if head[:4] != MAGIC_NUMBER or (not any(head[4:8]) and head != of_this_moment):
        return True  # another Python's, or older than its source: it is not run
    try:
        due = compile(source.read_bytes(), str(source), "exec", dont_inherit=True, optimize=level)
        return bool(marshal.loads(compiled[16:]) == due)
    except (ValueError, EOFError, TypeError, SyntaxError):
        return False


def _git(root: Path, *words: str) -> str | None:
    """The output of a git command in a folder; none where there is no git or the folder is not in a working copy."""
    try:
        said = subprocess.run(
            ["git", "-C", str(root), *words], capture_output=True, timeout=GIT_TIMEOUT_S, check=True, text=True
        )
    except (OSError, subprocess.SubprocessError, UnicodeError):
        return None
    return said.stdout
