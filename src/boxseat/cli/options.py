"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

GAME = (
    "A game (canberra-pontoon, canberra-blackjack, star-pontoon, star-pontoon-6to5) or the path of a book of one's own."
)

Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Settings = Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Set an option of the game.")]
Decks = Annotated[int | None, typer.Option("--decks", metavar="N", help="How many decks; short for --set decks=N.")]
Data = Annotated[
    str, typer.Option("--data", metavar="DIR", help="Where the floor is kept; BOXSEAT_DATA does the same.")
]
Database = Annotated[
    str,
    typer.Option("--database", metavar="URL", help="A PostgreSQL database in place of a file; or BOXSEAT_DATABASE."),
]
