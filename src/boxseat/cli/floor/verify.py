"""``boxseat verify``: compares the program's files with a manifest or with git."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import typer

from boxseat.cli.errors import WrongRequest
from boxseat.program import BadManifest, ProgramReport, verify_program, write_manifest


def verify(*, write: str, against: str, as_json: bool) -> None:
    """Verify the program's files and print the report; exit 1 where one differs."""
    try:
        report = verify_program(Path(against) if against else None)
    except BadManifest as error:
        raise WrongRequest(f"--against: {error}") from None
    except OSError as error:
        raise WrongRequest(f"the program's own file {error.filename} cannot be read: {error.strerror}") from None
    if write:
        _write(write, report)
    if as_json:
        typer.echo(json.dumps({"sound": report.sound, **msgspec.to_builtins(report)}, indent=1))
    else:
        typer.echo(_told(report, write))
    if not report.sound and not (write and report.compared_with == "nothing"):
        raise typer.Exit(1)


def _write(path: str, report: ProgramReport) -> None:
    try:
        write_manifest(Path(path), report.files)
    except (OSError, ValueError) as error:
        raise WrongRequest(f"--write: {path[:200]!r} cannot be written: {getattr(error, 'strerror', error)}") from None


def _told(report: ProgramReport, written: str) -> str:
    with_what = {
        "manifest": "the manifest it was built with",
        "git": f"commit {report.source[:12]} of this working copy",
        "file": report.source,
        "nothing": "nothing: there is no manifest and no git commit",
    }[report.compared_with]
    lines = [f"boxseat {report.version}: {len(report.files)} files, compared with {with_what}"]
    for what, names in (("changed", report.changed), ("missing", report.missing), ("added", report.added)):
        lines.extend(f"  {what}: {name}" for name in names)
    if report.compared_with == "nothing":
        lines.extend(f"  {digest}  {name}" for name, digest in report.files.items())
    lines.append("  All files are unchanged." if report.sound else "  NOT VERIFIED.")
    lines.append(f"  together {report.digest}")
    if written:
        lines.append(f"  {written}: manifest written")
    return "\n".join(lines)
