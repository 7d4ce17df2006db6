"""``boxseat backup`` and ``boxseat restore``: the journal in a file and its tails, and back into an empty database."""

from __future__ import annotations

import json
from collections.abc import Sequence

import typer

from boxseat.cli.errors import WrongRequest
from boxseat.cli.journal import journal_url, run_journal
from boxseat.cli.progress import working
from boxseat.journal.address import shown
from boxseat.journal.backup import backup, restore
from boxseat.journal.backup_files import BadBackup
from boxseat.journal.backup_tails import Head, take_tail

AFTER_RESTORE = (
    "  If rounds were played after the backup, void the rounds in play and shuffle at every table:"
    " otherwise the cards dealt since then will be dealt again."
)
AFTER_BACKUP = "  It contains the seeds of shoes in play: keep it secret."
"""Printed after a restore and after a backup."""


def back_up(file: str, *, after: str, data: str, database: str, as_json: bool) -> None:
    """Copy the journal, or what was written since an earlier copy, into a file, and verify it; the server keeps running."""
    url = journal_url(data, database)
    try:
        with working(f"copying {shown(url)}"):
            if after:
                tail = run_journal(take_tail(url, after, file))
            else:
                whole = run_journal(backup(url, file))
    except BadBackup as error:
        raise WrongRequest(str(error)) from None
    if after:
        _tell(file, tail.head, "written, and sound", as_json, tail.after)
    else:
        _tell(file, (whole.entries, whole.head), "written, and sound", as_json)
    if not as_json:
        typer.echo(AFTER_BACKUP)


def restore_backup(file: str, *, tails: Sequence[str], data: str, database: str, as_json: bool) -> None:
    """Fill an empty database from a backup and its tails, and verify the result."""
    url = journal_url(data, database, there=False)
    try:
        with working(f"filling {shown(url)}"):
            verdict = run_journal(restore(file, url, tails))
    except BadBackup as error:
        raise WrongRequest(str(error)) from None
    with_tails = f" and {len(tails):,} tail{'s' * (len(tails) > 1)}" if tails else ""
    _tell(shown(url), (verdict.entries, verdict.head), f"restored from {file}{with_tails}, and sound", as_json)
    if not as_json:
        typer.echo(AFTER_RESTORE)


def _tell(where: str, head: Head, what: str, as_json: bool, after: Head | None = None) -> None:
    written = _written(head)
    if as_json:
        follows = {} if after is None else {"after": _written(after)}
        typer.echo(json.dumps({"file": where, "entries": head[0], "head": written} | follows, indent=1))
    elif after is None:
        typer.echo(f"{where}: {what}: {head[0]:,} entries, head {written}")
    else:
        typer.echo(f"{where}: {what}: {head[0] - after[0]:,} entries after {after[0]:,}, head {written}")


def _written(head: Head) -> str:
    return f"{head[0]}:{head[1].hex()}"
