"""``boxseat backup`` and ``boxseat restore``: the whole floor in one file, and back into an empty place."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from boxseat.cli.kept import journal_url, run_journal
from boxseat.cli.telling import working
from boxseat.cli.wrong import WrongRequest
from boxseat.journal.address import parse, shown
from boxseat.journal.backup import BadBackup, backup, restore
from boxseat.journal.verify import Verdict


def back_up(file: str, *, data: str, database: str, as_json: bool) -> None:
    """Copy the journal into a file, beside the running floor, and audit the copy's chain."""
    url = journal_url(data, database)
    try:
        with working(f"copying {shown(url)}"):
            verdict = run_journal(backup(url, file))
    except BadBackup as error:
        raise WrongRequest(str(error)) from None
    _tell(file, verdict, "written, and sound", as_json)
    if not as_json:
        typer.echo("  It holds the seeds of shoes in play: guard it like the cage's keys.")


def put_back(file: str, *, data: str, database: str, as_json: bool) -> None:
    """Fill an empty database from a backup, and audit it there."""
    url = journal_url(data, database, there=False)
    read = parse(url)
    if read.drivername == "sqlite":
        folder = Path(str(read.database)).parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WrongRequest(f"--data: the folder {folder} cannot be made: {error.strerror}") from None
    try:
        with working(f"filling {shown(url)}"):
            verdict = run_journal(restore(file, url))
    except BadBackup as error:
        raise WrongRequest(str(error)) from None
    _tell(shown(url), verdict, f"restored from {file}, and sound", as_json)


def _tell(where: str, verdict: Verdict, what: str, as_json: bool) -> None:
    head = f"{verdict.entries}:{verdict.head.hex()}"
    if as_json:
        typer.echo(json.dumps({"file": where, "entries": verdict.entries, "head": head}, indent=1))
    else:
        typer.echo(f"{where}: {what}: {verdict.entries:,} entries, head {head}")
