"""``boxseat``: every command, and the one place where a wrong request becomes one line and exit 2.

A command's work is imported when the command runs, so that the quick ones stay quick.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from boxseat.cli.wrong import WrongRequest

app = typer.Typer(
    help="Casino twenty-one by the gazetted rules: played, run and proved exactly.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GAME = (
    "A game (canberra-pontoon, canberra-blackjack, star-pontoon, star-pontoon-6to5) or the path of a book of one's own."
)

Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Settings = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Set an option of the game.")]
Decks = Annotated[int | None, typer.Option("--decks", metavar="N", help="How many decks; short for --set decks=N.")]


def _version(show: bool) -> None:
    if show:
        from boxseat import __version__

        typer.echo(f"boxseat {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _boxseat(
    context: typer.Context,
    _version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show it.")] = False,
) -> None:
    if context.invoked_subcommand is None:
        serve()


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on; 127.0.0.1 if left out.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 8021 if left out, 0 for any that is free.")] = None,
    data: Annotated[str, typer.Option(metavar="DIR", help="Where the floor is kept; BOXSEAT_DATA does the same.")] = "",
    database: Annotated[
        str, typer.Option(metavar="URL", help="A PostgreSQL database in place of a file; or BOXSEAT_DATABASE.")
    ] = "",
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
    from boxseat.cli.serve import open_floor, settings_of

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


@app.command()
def administrator(
    name: Annotated[str, typer.Argument(help="The account's name.")] = "admin",
    data: Annotated[str, typer.Option(metavar="DIR", help="Where the floor is kept; BOXSEAT_DATA does the same.")] = "",
    database: Annotated[str, typer.Option(metavar="URL", help="A PostgreSQL database in place of a file.")] = "",
) -> None:
    """Open the first administrator's account, and print its password for one login.

    All other accounts of staff are opened by the administrator. Where there is an administrator already, nothing is done.
    """
    from boxseat.cli.serve import make_administrator

    make_administrator(name, data=data, database=database)


@app.command()
def play(
    game: Annotated[str, typer.Argument(help=GAME)],
    settings: Settings = None,
    decks: Decks = None,
    boxes: Annotated[int, typer.Option(help="How many boxes you play.", min=1, max=7)] = 1,
    others: Annotated[int, typer.Option(help="How many computer players sit at the table.", min=0, max=6)] = 2,
    others_play: Annotated[str, typer.Option(help="How they play: loose, chart or perfect.")] = "loose",
    bankroll: Annotated[str, typer.Option(help="What you sit down with, in dollars.")] = "500",
    minimum: Annotated[str, typer.Option("--min", help="The least wager.")] = "5",
    maximum: Annotated[str, typer.Option("--max", help="The most on a box.")] = "1000",
    seed: Annotated[int | None, typer.Option(help="Deal the same shoes again, for practice.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say what each closed choice would need.")] = False,
) -> None:
    """Sit down at a table in the terminal."""
    from boxseat.cli.books import table_book
    from boxseat.cli.table import Sitting, read_kind, sit_down

    sit_down(
        Sitting(
            book=table_book(game, settings, decks),
            boxes=boxes,
            others=others,
            others_play=read_kind(others_play),
            bankroll=bankroll,
            minimum=minimum,
            maximum=maximum,
            seed=seed,
            explain=explain,
        )
    )


@app.command()
def replay(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Replay documents (JSON); - for standard input.")],
    json: Json = False,
    settings: Settings = None,
    decks: Decks = None,
) -> None:
    """Play recorded rounds again and settle them.

    A file holds one round, or {"rounds": [...]} of independent ones: game, cards, wagers, decisions. Without --json each round is
    told card by card and clause by clause. Steps of staff stand among the decisions with "by" in place of "box": {"by": "dealer",
    "do": "absent"} plays the hand in turn for an absent player, {"by": "dealer", "do": "burn"} burns the next card, {"by":
    "dealer", "do": "close"} closes an offer, {"by": "supervisor", "do": "void"} voids the round; "after_cards": N says how many
    cards had left the shoe.
    """
    from boxseat.cli.replay import replay_files

    replay_files(files, as_json=json, settings=settings, decks=decks)


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help="One of the four games; all where left out.")] = "",
    clause: Annotated[str, typer.Argument(help="A clause and those below it, such as 7.5.")] = "",
    way: Annotated[str, typer.Option(help="Only clauses met this way.")] = "",
    room: Annotated[str, typer.Option(help="Only clauses of this room of the software.")] = "",
    search: Annotated[str, typer.Option(help="Only clauses with these words.")] = "",
    summary: Annotated[bool, typer.Option("--summary", help="Count them.")] = False,
    json: Json = False,
) -> None:
    """Browse the register: what each clause asks and what the software does about it."""
    from boxseat.cli.rules import show_rules

    show_rules(game, clause, way=way, room=room, text=search, summary=summary, as_json=json)


@app.command()
def strategy(
    game: Annotated[str, typer.Argument(help=GAME)],
    settings: Settings = None,
    decks: Decks = None,
    chart: Annotated[str, typer.Option(metavar="FILE", help="Value a chart of one's own in place of the best.")] = "",
    svg: Annotated[str, typer.Option(metavar="FILE", help="Draw it as SVG.")] = "",
    png: Annotated[str, typer.Option(metavar="FILE", help="Draw it as PNG (with the extra boxseat[plot]).")] = "",
    json: Json = False,
) -> None:
    """Show the best chart a player can carry, with its own edge and what it gives away against perfect play.

    The JSON is a chart file: change cells as you like, value it with --chart FILE, play it with boxseat simulate --strategy FILE.
    """
    from boxseat.cli.strategy import show_strategy

    show_strategy(game, settings=settings, decks=decks, own=chart, svg_file=svg, png_file=png, as_json=json)


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help=GAME)],
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds: 1000000, 1e9, 20M.")] = "10M",
    strategy: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="chart, perfect, mimic (the dealer's own rule) or a chart file.")
    ] = "chart",
    count: Annotated[str, typer.Option(metavar="FILE", help="A counting system (TOML): tags, bets, index plays.")] = "",
    seed: Annotated[
        int, typer.Option(help="The same seed gives the same figures on any number of threads or workers.")
    ] = 1,
    boxes: Annotated[int, typer.Option(help="How many boxes are played, all by the strategy.")] = 1,
    dealing: Annotated[
        str,
        typer.Option(help="fresh (all cards shuffled before each round), shoe (to the cutting card) or continuous."),
    ] = "fresh",
    penetration: Annotated[
        float | None, typer.Option(help="The part of a shoe before the cutting card; as the book allows if left out.")
    ] = None,
    insure: Annotated[bool, typer.Option("--insure", help="Insure whenever it is offered.")] = False,
    side_bets: Annotated[bool, typer.Option("--side-bets", help="Lay the game's side bets every round.")] = False,
    stake: Annotated[
        str, typer.Option(help="The wager on a box, in dollars, for hourly figures and Super Bonus.")
    ] = "25",
    bankroll: Annotated[float, typer.Option(help="What a session begins with, in units of the stake.")] = 100,
    hours: Annotated[float, typer.Option(help="How long a session is.")] = 4,
    rounds_per_hour: Annotated[int, typer.Option(help="How fast the table is.")] = 60,
    sessions: Annotated[int, typer.Option(help="How many sessions are played out round by round.")] = 500,
    threads: Annotated[int | None, typer.Option(min=1, max=256, help="As many as there are cores if left out.")] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Play on the workers of a Dask scheduler, or local:N processes (with boxseat[cluster]).",
        ),
    ] = None,
    picture: Annotated[
        str, typer.Option(metavar="FILE", help="Draw histogram, sessions and edge by count (with boxseat[plot]).")
    ] = "",
    settings: Settings = None,
    decks: Decks = None,
    json: Json = False,
) -> None:
    """Play rounds by the million and say what they came to. Ctrl-C stops with the figures so far.

    All values are in units of the initial wager on a box.
    """
    from boxseat.cli.simulate import Asked, run

    run(
        Asked(
            game=game,
            settings=settings,
            decks=decks,
            rounds=rounds,
            strategy=strategy,
            count_file=count,
            seed=seed,
            boxes=boxes,
            dealing=dealing,
            penetration=penetration,
            insured=insure,
            side_bets=side_bets,
            stake=stake,
            bankroll=bankroll,
            hours=hours,
            rounds_per_hour=rounds_per_hour,
            session_number=sessions,
            threads=threads,
            cluster=cluster,
            picture=picture,
            as_json=json,
        )
    )


@app.command()
def ev(
    game: Annotated[str, typer.Argument(help=GAME)],
    hand: Annotated[str, typer.Option(metavar="CARDS", help='The hand, such as "8S 8D".')] = "",
    dealer: Annotated[str, typer.Option(metavar="CARD", help="The dealer's first card.")] = "",
    doubled: Annotated[bool, typer.Option("--doubled", help="The last card is the double card.")] = False,
    after_split: Annotated[
        str, typer.Option(metavar="original|added", help="The hand was split and carries this wager.")
    ] = "",
    removed: Annotated[str, typer.Option(metavar="CARDS", help="Further cards that have left the shoe.")] = "",
    stake: Annotated[str, typer.Option(metavar="DOLLARS", help="Count the Super Bonus this stake may earn.")] = "",
    batch: Annotated[str, typer.Option(metavar="FILE", help="Answer a file of hands; - for standard input.")] = "",
    json: Json = False,
    settings: Settings = None,
    decks: Decks = None,
) -> None:
    """Say what every decision on a hand is worth, exactly.

    Values are in units of the initial wager, from a fresh shoe without the cards named. A batch holds one JSON object a line, with
    hand, dealer, doubled, after_split, removed and stake as keys, and is answered with one a line; it ends at the first line that
    cannot be answered.
    """
    from boxseat.cli.ev import show_values

    fields = {
        "hand": hand,
        "dealer": dealer,
        "doubled": doubled,
        "after_split": after_split,
        "removed": removed,
        "stake": stake,
    }
    show_values(game, settings=settings, decks=decks, fields=fields, batch=batch, as_json=json)


@app.command()
def edge(
    game: Annotated[str, typer.Argument(help=GAME)],
    all_decks: Annotated[
        bool, typer.Option("--all-decks", help="With every number of decks the book permits.")
    ] = False,
    json: Json = False,
    settings: Settings = None,
    decks: Decks = None,
) -> None:
    """Say what the house keeps of every wager and side bet.

    With best play: the house edge, how results spread, how hands are settled, side bets, insurance and the Super Bonus.
    """
    from boxseat.cli.edge import show_edge

    show_edge(game, settings=settings, decks=decks, all_decks=all_decks, as_json=json)


@app.command()
def compare(
    games: Annotated[list[str], typer.Argument(metavar="GAME [GAME]", help=GAME)],
    json: Json = False,
    settings: Settings = None,
    decks: Decks = None,
) -> None:
    """Value every difference between two books.

    Each rule is changed alone, then all together, with the clauses of both books. --set and --decks change the second game; with
    one game alone, it is compared with itself so changed.
    """
    from boxseat.cli.compare import show_comparison

    show_comparison(games, settings=settings, decks=decks, as_json=json)


@app.command("verify-shoe")
def verify_shoe(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE…", help="Proofs of shoes (JSON); - for standard input.")
    ] = None,
    page: Annotated[
        str, typer.Option(metavar="FILE", help="Write the page that checks a proof offline, in any browser.")
    ] = "",
    json: Json = False,
) -> None:
    """Check that the cards dealt from a shoe are those that were promised before the first.

    Exit 0 where every proof is verified, 1 where one has a fault, which is named. docs/fairness.md says what is proved and how.
    """
    from boxseat.cli.verify_shoe import verify_files

    verify_files(files or [], page=page, as_json=json)


Data = Annotated[
    str, typer.Option("--data", metavar="DIR", help="Where the floor is kept; BOXSEAT_DATA does the same.")
]
Database = Annotated[
    str,
    typer.Option("--database", metavar="URL", help="A PostgreSQL database in place of a file; or BOXSEAT_DATABASE."),
]


@app.command()
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
    from boxseat.cli.audit import audit_journal

    audit_journal(data=data, database=database, expect=expect, as_json=json)


@app.command()
def recall(
    round_id: Annotated[str, typer.Argument(metavar="ROUND", help="A round by its id, such as t1-17.")],
    data: Data = "",
    database: Database = "",
    json: Json = False,
) -> None:
    """Tell any round that was ever played, card by card and decision by decision, marked REPLAY."""
    from boxseat.cli.recall import recall_round

    recall_round(round_id, data=data, database=database, as_json=json)


@app.command()
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
    from boxseat.cli.export import export as run

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


@app.command()
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
    from boxseat.cli.backup import back_up

    back_up(file, after=after, data=data, database=database, as_json=json)


@app.command()
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
    from boxseat.cli.backup import put_back

    put_back(file, tails=tail or (), data=data, database=database, as_json=json)


@app.command()
def verify(
    write: Annotated[str, typer.Option(metavar="FILE", help="Write a manifest to keep.")] = "",
    against: Annotated[str, typer.Option(metavar="FILE", help="Compare with a manifest that was kept.")] = "",
    json: Json = False,
) -> None:
    """Check the program's own files by SHA-256: code, books, clauses, migrations and pages.

    Compares with the manifest the package was built with, or in a working copy with what git has committed. Exit 1 where a file
    differs.
    """
    from boxseat.cli.verify import verify as run

    run(write=write, against=against, as_json=json)


def main() -> None:
    """Run a command. Exit 2 with one line on standard error where the request was wrong."""
    try:
        code = app(standalone_mode=False)
    except WrongRequest as error:
        _refuse(str(error))
    except typer.BadParameter as error:
        _refuse(error.format_message())
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        _refuse(error.format_message())
    sys.exit(code if isinstance(code, int) else 0)


def _refuse(reason: str) -> None:
    print(f"boxseat: {' '.join(reason.split())}", file=sys.stderr)  # noqa: T201
    sys.exit(2)
