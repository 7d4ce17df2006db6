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
        str, typer.Option(metavar="original|added", help="The hand comes from a split and has this wager.")
    ] = "",
    removed: Annotated[str, typer.Option(metavar="CARDS", help="Other cards that are no longer in the shoe.")] = "",
    stake: Annotated[str, typer.Option(metavar="DOLLARS", help="Include the Super Bonus for this stake.")] = "",
    batch: Annotated[str, typer.Option(metavar="FILE", help="Value all hands in a file; - for standard input.")] = "",
    json: Json = False,
    settings: Settings = None,
    decks: Decks = None,
) -> None:
    """Show the exact value of every decision on a hand.

    Values are in units of the initial wager, from a fresh shoe without the given cards. A batch file has one JSON object per line,
    with the keys hand, dealer, doubled, after_split, removed and stake; so has the output. It stops at the first invalid line.
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
        bool, typer.Option("--all-decks", help="For every number of decks that the book permits.")
    ] = False,
    json: Json = False,
    settings: Settings = None,
    decks: Decks = None,
) -> None:
    """Show the house edge of a game and its side bets.

    With best play: house edge, distribution of results, how hands are settled, side bets, insurance and the Super Bonus.
    """
    from boxseat.cli.odds.edge import show_edge

    show_edge(game, settings=settings, decks=decks, all_decks=all_decks, as_json=json)


def strategy(
    game: Annotated[str, typer.Argument(help=GAME)],
    settings: Settings = None,
    decks: Decks = None,
    chart: Annotated[str, typer.Option(metavar="FILE", help="Value the chart in this file instead.")] = "",
    svg: Annotated[str, typer.Option(metavar="FILE", help="Draw it as SVG.")] = "",
    png: Annotated[str, typer.Option(metavar="FILE", help="Draw it as PNG (needs boxseat[plot]).")] = "",
    json: Json = False,
) -> None:
    """Show the best strategy chart, its house edge, and the loss against perfect play.

    --json prints a chart file: edit it, value it with --chart FILE, simulate it with boxseat simulate --strategy FILE.
    """
    from boxseat.cli.odds.strategy import show_strategy

    show_strategy(game, settings=settings, decks=decks, own=chart, svg_file=svg, png_file=png, as_json=json)


def compare(
    games: Annotated[list[str], typer.Argument(metavar="GAME [GAME]", help=GAME)],
    json: Json = False,
    settings: Settings = None,
    decks: Decks = None,
) -> None:
    """Show what each difference between two games is worth.

    Each rule is changed alone, then all together, with the clauses of both books. --set and --decks change the second game. With
    one game, its default is compared with the game as changed by --set and --decks.
    """
    from boxseat.cli.odds.compare import show_comparison

    show_comparison(games, settings=settings, decks=decks, as_json=json)


def simulate(
    game: Annotated[str, typer.Argument(help=GAME)],
    rounds: Annotated[str, typer.Option(metavar="N", help="Number of rounds: 1000000, 1e9, 20M.")] = "10M",
    strategy: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="chart, perfect, mimic (the dealer's own rule) or a chart file.")
    ] = "chart",
    count: Annotated[str, typer.Option(metavar="FILE", help="A counting system (TOML): tags, bets, index plays.")] = "",
    seed: Annotated[
        int, typer.Option(help="The same seed gives the same figures on any number of threads or workers.")
    ] = 1,
    boxes: Annotated[int, typer.Option(help="Number of boxes, all played by the strategy.")] = 1,
    dealing: Annotated[
        str,
        typer.Option(help="fresh (all cards shuffled before each round), shoe (to the cutting card) or continuous."),
    ] = "fresh",
    penetration: Annotated[
        float | None, typer.Option(help="The part of the shoe before the cutting card; default as in the book.")
    ] = None,
    insure: Annotated[bool, typer.Option("--insure", help="Take insurance whenever it is offered.")] = False,
    side_bets: Annotated[bool, typer.Option("--side-bets", help="Lay the game's side bets every round.")] = False,
    stake: Annotated[
        str, typer.Option(help="The wager on a box in dollars, for hourly figures and the Super Bonus.")
    ] = "25",
    bankroll: Annotated[float, typer.Option(help="Bankroll at the start of a session, in units of the stake.")] = 100,
    hours: Annotated[float, typer.Option(help="Length of a session.")] = 4,
    rounds_per_hour: Annotated[int, typer.Option(help="Speed of the table.")] = 60,
    sessions: Annotated[int, typer.Option(help="Number of sessions to simulate.")] = 500,
    threads: Annotated[int | None, typer.Option(min=1, max=256, help="Default: the number of cores.")] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Run on the workers of a Dask scheduler, or on local:N processes (needs boxseat[cluster]).",
        ),
    ] = None,
    picture: Annotated[
        str, typer.Option(metavar="FILE", help="Draw histogram, sessions and edge by count (needs boxseat[plot]).")
    ] = "",
    settings: Settings = None,
    decks: Decks = None,
    json: Json = False,
) -> None:
    """Simulate millions of rounds and show the results. Ctrl-C stops and shows the figures so far.

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
