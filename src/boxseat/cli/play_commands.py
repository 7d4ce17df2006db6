"""Definitions of the commands for players and dealers: a table in the terminal, training, replay, rules, a shoe's proof."""

from __future__ import annotations

from typing import Annotated

import typer

from boxseat.cli.options import GAME, Decks, Json, Settings


def play(
    game: Annotated[str, typer.Argument(help=GAME)],
    settings: Settings = None,
    decks: Decks = None,
    boxes: Annotated[int, typer.Option(help="Number of boxes you play.", min=1, max=7)] = 1,
    others: Annotated[int, typer.Option(help="Number of computer players at the table.", min=0, max=6)] = 2,
    others_play: Annotated[str, typer.Option(help="How they play: loose, chart or perfect.")] = "loose",
    bankroll: Annotated[str, typer.Option(help="Your chips at the start, in dollars.")] = "500",
    minimum: Annotated[str, typer.Option("--min", help="The minimum wager.")] = "5",
    maximum: Annotated[str, typer.Option("--max", help="The maximum on a box.")] = "1000",
    seed: Annotated[int | None, typer.Option(help="Deal the same shoes again, for practice.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say why each other choice is not allowed.")] = False,
) -> None:
    """Play at a table in the terminal."""
    from boxseat.cli.books import table_book
    from boxseat.cli.terminal.seat import Sitting, read_kind, sit_down

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


def train(
    game: Annotated[str, typer.Argument(help=GAME)],
    settings: Settings = None,
    decks: Decks = None,
    seed: Annotated[int | None, typer.Option(help="Ask the same questions again.")] = None,
    questions: Annotated[int, typer.Option(help="Number of questions; 0 shows the sheet only.", min=0, max=1000)] = 10,
    topic: Annotated[str, typer.Option(help="Only shuffle-and-cut, deal, wagers-and-payouts or irregularities.")] = "",
    sheet: Annotated[
        str, typer.Option(metavar="FILE", help="Your training sheet (JSON); it is made if it is not there.")
    ] = "",
    csv: Annotated[str, typer.Option(metavar="FILE", help="Write the result as CSV at the end.")] = "",
    json: Json = False,
) -> None:
    """Train as a dealer: irregularities, payouts, totals and the order of the deal, marked by clause.

    Answers are computed by the engine that plays the game. Questions that were answered wrong come back. Ctrl-C or q ends; what was
    answered is on the sheet. With --json the questions are printed with their right answers, and nobody is asked.
    """
    from boxseat.cli.books import table_book
    from boxseat.cli.train import TrainingRequest, run

    run(
        TrainingRequest(
            book=table_book(game, settings, decks),
            seed=seed,
            questions=questions,
            topic=topic,
            sheet_file=sheet,
            csv_file=csv,
            as_json=json,
        )
    )


def replay(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Replay documents (JSON); - for standard input.")],
    json: Json = False,
    settings: Settings = None,
    decks: Decks = None,
) -> None:
    """Replay written rounds and settle them.

    A file has one round (game, cards, wagers, decisions), or {"rounds": [...]} with independent ones. Without --json each round is
    printed card by card, with clauses. A decision with "by" instead of "box" is a step of staff: {"by": "dealer", "do": "absent"}
    plays the hand in turn for an absent player, {"by": "dealer", "do": "burn"} burns the next card, {"by": "dealer", "do": "close"}
    closes an offer, {"by": "supervisor", "do": "void"} voids the round; "after_cards": N gives the number of cards dealt before it.
    """
    from boxseat.cli.replay import replay_files

    replay_files(files, as_json=json, settings=settings, decks=decks)


def rehearse(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A written day (JSON); - for standard input.")],
    json: Json = False,
) -> None:
    """Play a written day through the real house: people, tables, commands and whole rounds, at the times the document says.

    Nothing is kept. Steps that the house refuses are part of the answer, with their clauses. docs/rehearse.md describes the format.
    """
    from boxseat.cli.rehearse import rehearse_day

    rehearse_day(file, as_json=json)


def rules(
    game: Annotated[str, typer.Argument(help="One of the four games; default all.")] = "",
    clause: Annotated[str, typer.Argument(help="A clause with its subclauses, such as 7.5.")] = "",
    way: Annotated[str, typer.Option(help="Only clauses met this way.")] = "",
    room: Annotated[str, typer.Option(help="Only clauses of this package of the software.")] = "",
    search: Annotated[str, typer.Option(help="Only clauses with these words.")] = "",
    summary: Annotated[bool, typer.Option("--summary", help="Show the numbers of clauses.")] = False,
    copy: Annotated[
        bool, typer.Option("--text", help="Print the operator's copy of the game's rules instead (needs --settings).")
    ] = False,
    server_settings: Annotated[
        str, typer.Option("--settings", metavar="FILE", help="The server's settings, which name the copy.")
    ] = "",
    json: Json = False,
) -> None:
    """Look up clauses: what each requires and how the software meets it. The summaries are not a copy of the rules."""
    from boxseat.cli.rules import show_rules

    if copy:
        from boxseat.cli.floor.rules_copy import print_copy

        print_copy(game, server_settings)
        return
    show_rules(game, clause, way=way, room=room, text=search, summary=summary, as_json=json)


def verify_shoe(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE…", help="Proofs of shoes (JSON); - for standard input.")
    ] = None,
    page: Annotated[
        str, typer.Option(metavar="FILE", help="Write the page that checks a proof offline, in any browser.")
    ] = "",
    json: Json = False,
) -> None:
    """Check the cards dealt from a shoe against the commitment published before the first card.

    Exit 0 if every proof is valid; 1 if one is not, with the reason. docs/fairness.md explains what is proved.
    """
    from boxseat.cli.floor.verify_shoe import verify_files

    verify_files(files or [], page=page, as_json=json)
