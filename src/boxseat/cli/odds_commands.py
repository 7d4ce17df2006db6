"""Definitions of the commands that compute odds: values, edges, charts, comparisons and simulations."""

from __future__ import annotations

from typing import Annotated

import typer

from boxseat.cli.options import GAME, Decks, Json, Settings


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
    from boxseat.cli.odds.ev import show_values

    fields = {
        "hand": hand,
        "dealer": dealer,
        "doubled": doubled,
        "after_split": after_split,
        "removed": removed,
        "stake": stake,
    }
    show_values(game, settings=settings, decks=decks, fields=fields, batch=batch, as_json=json)


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
    from boxseat.cli.odds.edge import show_edge

    show_edge(game, settings=settings, decks=decks, all_decks=all_decks, as_json=json)


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
    from boxseat.cli.odds.strategy import show_strategy

    show_strategy(game, settings=settings, decks=decks, own=chart, svg_file=svg, png_file=png, as_json=json)


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
    from boxseat.cli.odds.compare import show_comparison

    show_comparison(games, settings=settings, decks=decks, as_json=json)


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
    from boxseat.cli.odds.simulate import SimulationRequest, run

    run(
        SimulationRequest(
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
