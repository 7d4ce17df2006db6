"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

GAME = "A game (canberra-pontoon, canberra-blackjack, star-pontoon, star-pontoon-6to5) or the path of your own book."

Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Settings = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Set an option of the game.")]
Decks = Annotated[int | None, typer.Option("--decks", metavar="N", help="Number of decks; short for --set decks=N.")]
Data = Annotated[
    str, typer.Option("--data", metavar="DIR", help="Folder of the SQLite database; default BOXSEAT_DATA.")
]
Database = Annotated[
    str,
    typer.Option("--database", metavar="URL", help="A PostgreSQL database instead; default BOXSEAT_DATABASE."),
]
