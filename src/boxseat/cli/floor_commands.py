"""Definitions of the commands that run a floor: server, audit, recall, export, backup and verification."""

from __future__ import annotations

from typing import Annotated

import typer

from boxseat.cli.options import Data, Database, Json


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on; 127.0.0.1 if left out.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 8021 if left out, 0 for any that is free.")] = None,
    data: Data = "",
    database: Database = "",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the address in a browser.")] = False,
    tables: Annotated[int | None, typer.Option(help="How many tables of every game a fresh floor has.")] = None,
    book: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="A book of one's own, with tables beside the others; repeatable."),
    ] = None,
    devices: Annotated[
        bool | None, typer.Option("--devices", help="A fresh floor has shuffling devices too, where a game may.")
    ] = None,
    public_url: Annotated[str | None, typer.Option(metavar="URL", help="The address that people use.")] = None,
    behind_proxy: Annotated[
        bool | None, typer.Option("--behind-proxy", help="A proxy that speaks TLS stands before the server.")
    ] = None,
    certificate: Annotated[str | None, typer.Option(metavar="FILE", help="A certificate, to speak TLS.")] = None,
    key: Annotated[str | None, typer.Option(metavar="FILE", help="Its key.")] = None,
    log: Annotated[str | None, typer.Option(metavar="FILE", help="Log to a file; - for standard error.")] = None,
    settings: Annotated[
        str, typer.Option("--settings", metavar="FILE", help="A TOML file of settings (docs/server.md).")
    ] = "",
) -> None:
    """Open the casino floor: a table of every game, for everyone who can reach this machine's port.

    Prints one line that ends in the address once it serves. Ctrl-C or SIGTERM ends it; a round in play is resumed the next time.
    """
    from boxseat.cli.floor.serve import open_floor, settings_of

    given = {
        "host": host,
        "port": port,
        "tables": tables,
        "books": book or None,
        "devices": devices,
        "public_url": public_url,
        "behind_proxy": behind_proxy,
        "certificate": certificate,
        "key": key,
        "log": log,
    }
    chosen = settings_of(settings, {name: value for name, value in given.items() if value is not None})
    open_floor(chosen, data=data, database=database, browser=not no_browser)


def administrator(
    name: Annotated[str, typer.Argument(help="The account's name.")] = "admin",
    data: Data = "",
    database: Database = "",
) -> None:
    """Open the first administrator's account, and print its password for one login.

    All other accounts of staff are opened by the administrator. Where there is an administrator already, nothing is done.
    """
    from boxseat.cli.floor.serve import make_administrator

    make_administrator(name, data=data, database=database)


def audit(
    data: Data = "",
    database: Database = "",
    expect: Annotated[
        str,
        typer.Option(metavar="HEAD", help="A head that an earlier audit printed: the log must still run through it."),
    ] = "",
    json: Json = False,
) -> None:
    """Work out every balance, result and card again from the stored log, and check its chain of hashes.

    Runs beside a serving floor and changes nothing. Exit 0 where all is balanced, 1 with the first faults named where it is not.
    """
    from boxseat.cli.floor.audit import audit_journal

    audit_journal(data=data, database=database, expect=expect, as_json=json)


def recall(
    round_id: Annotated[str, typer.Argument(metavar="ROUND", help="A round by its id, such as t1-17.")],
    data: Data = "",
    database: Database = "",
    json: Json = False,
) -> None:
    """Tell any round that was ever played, card by card and decision by decision, marked REPLAY."""
    from boxseat.cli.floor.recall import recall_round

    recall_round(round_id, data=data, database=database, as_json=json)


def export(
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="DIR|FILE", help="A folder, or one .json file.")
    ] = "",
    table: Annotated[list[str] | None, typer.Option(help="Only rounds of this table.")] = None,
    since: Annotated[str, typer.Option("--from", metavar="TIME", help="Begun at this time (UTC) or later.")] = "",
    until: Annotated[str, typer.Option("--to", metavar="TIME", help="Begun before this time.")] = "",
    rounds: Annotated[list[str] | None, typer.Option(help="Rounds by id: t1-17, or t1-17..40.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Replay them at once, and compare every cent.")] = False,
    data: Data = "",
    database: Database = "",
    json: Json = False,
) -> None:
    """Write rounds of the floor as files for boxseat replay.

    A book of one's own is written beside them. With --check exit 1 where a round settles otherwise than the ledger says.
    """
    from boxseat.cli.floor.export import export as run

    run(
        data=data,
        database=database,
        tables=table or (),
        since=since,
        until=until,
        rounds=rounds or (),
        output=output,
        check=check,
        as_json=json,
    )


def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to write; it must not be there yet.")],
    after: Annotated[
        str,
        typer.Option(metavar="LAST", help="Only what was written since this backup or tail was taken: a tail of it."),
    ] = "",
    data: Data = "",
    database: Database = "",
    json: Json = False,
) -> None:
    """Copy the whole floor into one file while it plays on, and check the copy.

    With --after it is a tail, quick enough for every minute; a floor whose server was killed gives one too. docs/journal.md has
    the lines for cron.
    """
    from boxseat.cli.floor.backup import back_up

    back_up(file, after=after, data=data, database=database, as_json=json)


def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A backup.")],
    tail: Annotated[
        list[str] | None, typer.Option(metavar="TAIL", help="A tail to add; given again for each, in their order.")
    ] = None,
    data: Data = "",
    database: Database = "",
    json: Json = False,
) -> None:
    """Put a backup, and the tails that follow it, back into an empty place, and check it there."""
    from boxseat.cli.floor.backup import restore_backup

    restore_backup(file, tails=tail or (), data=data, database=database, as_json=json)


def verify(
    write: Annotated[str, typer.Option(metavar="FILE", help="Write a manifest to keep.")] = "",
    against: Annotated[str, typer.Option(metavar="FILE", help="Compare with a manifest that was kept.")] = "",
    json: Json = False,
) -> None:
    """Check the program's own files by SHA-256: code, books, clauses, migrations and pages.

    Compares with the manifest the package was built with, or in a working copy with what git has committed. Exit 1 where a file
    differs.
    """
    from boxseat.cli.floor.verify import verify as run

    run(write=write, against=against, as_json=json)
