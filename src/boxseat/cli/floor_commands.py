"""Definitions of the commands that run a floor: server, audit, recall, export, backup and verification."""

from __future__ import annotations

from typing import Annotated

import typer

from boxseat.cli.options import Data, Database, Json


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on; default 127.0.0.1.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; default 8021, 0 for any free port.")] = None,
    data: Data = "",
    database: Database = "",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the address in a browser.")] = False,
    tables: Annotated[int | None, typer.Option(help="Tables of each game in a new database.")] = None,
    book: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE", help="Also open tables of your own book; can be repeated."),
    ] = None,
    devices: Annotated[
        bool | None, typer.Option("--devices", help="In a new database, also open tables with shuffling devices.")
    ] = None,
    public_url: Annotated[str | None, typer.Option(metavar="URL", help="The address that people use.")] = None,
    behind_proxy: Annotated[
        bool | None, typer.Option("--behind-proxy", help="The server is behind a proxy that uses TLS.")
    ] = None,
    certificate: Annotated[
        str | None, typer.Option(metavar="FILE", help="Use TLS with this certificate (PEM).")
    ] = None,
    key: Annotated[str | None, typer.Option(metavar="FILE", help="The key of the certificate (PEM).")] = None,
    log: Annotated[str | None, typer.Option(metavar="FILE", help="Log to a file; - for standard error.")] = None,
    settings: Annotated[
        str, typer.Option("--settings", metavar="FILE", help="A TOML file of settings (docs/server.md).")
    ] = "",
    demo: Annotated[
        bool, typer.Option("--demo", help="Run a demo in a temporary database, with a person of every role.")
    ] = False,
) -> None:
    """Run the server: a table of each game, for everyone who can reach the port.

    Prints one line with the address when it is ready. Ctrl-C or SIGTERM stops it; rounds in play continue after the next start.
    """
    from boxseat.cli.errors import WrongRequest
    from boxseat.cli.floor.serve import open_demo, open_floor, settings_of

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
    if not demo:
        open_floor(chosen, data=data, database=database, browser=not no_browser)
    elif data or database:
        raise WrongRequest("--demo: a demo has a new database of its own, without --data and --database")
    else:
        open_demo(chosen, browser=not no_browser)


def administrator(
    name: Annotated[str, typer.Argument(help="The account's name.")] = "admin",
    data: Data = "",
    database: Database = "",
) -> None:
    """Open the first administrator's account and print its one-time password.

    The administrator then opens the other staff accounts. If there is an administrator already, nothing changes.
    """
    from boxseat.cli.floor.serve import make_administrator

    make_administrator(name, data=data, database=database)


def audit(
    data: Data = "",
    database: Database = "",
    expect: Annotated[
        str,
        typer.Option(metavar="HEAD", help="A head printed by an earlier audit, which the chain must still contain."),
    ] = "",
    json: Json = False,
) -> None:
    """Recompute every balance, result and card from the journal, and verify its hash chain.

    Runs beside a running server and changes nothing. Exit 0 if everything is in balance; 1 if not, with the first faults.
    """
    from boxseat.cli.floor.audit import audit_journal

    audit_journal(data=data, database=database, expect=expect, as_json=json)


def recall(
    round_id: Annotated[str, typer.Argument(metavar="ROUND", help="A round by its id, such as t1-17.")],
    data: Data = "",
    database: Database = "",
    json: Json = False,
) -> None:
    """Show a past round, card by card and decision by decision, marked REPLAY."""
    from boxseat.cli.floor.recall import recall_round

    recall_round(round_id, data=data, database=database, as_json=json)


def export(
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="DIR|FILE", help="A folder, or one .json file.")
    ] = "",
    table: Annotated[list[str] | None, typer.Option(help="Only rounds of this table.")] = None,
    since: Annotated[
        str, typer.Option("--from", metavar="TIME", help="Rounds that began at this time (UTC) or later.")
    ] = "",
    until: Annotated[str, typer.Option("--to", metavar="TIME", help="Rounds that began before this time.")] = "",
    rounds: Annotated[list[str] | None, typer.Option(help="Rounds by id: t1-17, or t1-17..40.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Replay each round and compare every cent.")] = False,
    data: Data = "",
    database: Database = "",
    json: Json = False,
) -> None:
    """Write past rounds as files for boxseat replay.

    Books of your own are written beside them. With --check, exit 1 if a round does not settle as in the ledger.
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
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to write; it must not exist.")],
    after: Annotated[
        str,
        typer.Option(metavar="LAST", help="Write a tail: only what is new since this backup or tail."),
    ] = "",
    data: Data = "",
    database: Database = "",
    json: Json = False,
) -> None:
    """Copy all data into one file while the server runs, and verify the copy.

    With --after it is an incremental backup (a tail), fast enough for every minute; it also works after the server was killed.
    docs/journal.md has an example for cron.
    """
    from boxseat.cli.floor.backup import back_up

    back_up(file, after=after, data=data, database=database, as_json=json)


def restore(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A backup.")],
    tail: Annotated[
        list[str] | None, typer.Option(metavar="TAIL", help="A tail to add; repeat for each, in order.")
    ] = None,
    data: Data = "",
    database: Database = "",
    json: Json = False,
) -> None:
    """Restore a backup and its tails into an empty database, and verify it."""
    from boxseat.cli.floor.backup import restore_backup

    restore_backup(file, tails=tail or (), data=data, database=database, as_json=json)


def verify(
    write: Annotated[str, typer.Option(metavar="FILE", help="Write a manifest to this file.")] = "",
    against: Annotated[str, typer.Option(metavar="FILE", help="Compare with the manifest in this file.")] = "",
    json: Json = False,
) -> None:
    """Check the program's own files by SHA-256: code, books, clauses, migrations and pages.

    Compares with the manifest of the package, or a working copy with the git commit. Exit 1 if a file differs.
    """
    from boxseat.cli.floor.verify import verify as run

    run(write=write, against=against, as_json=json)
