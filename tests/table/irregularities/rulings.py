"""What the tests of staff's rulings share: clauses of sentences and refusals, and rounds replayed."""

from __future__ import annotations

from boxseat.play.document import read_document
from boxseat.play.document_writer import write_document
from boxseat.play.replay import play_document
from boxseat.table import commands as c
from tests.clauses.star.twins import of_2024
from tests.table.day import SUPERVISOR, Day

STAR = ("star-pontoon", "star-pontoon-6to5")
CANBERRA = ("canberra-pontoon", "canberra-blackjack")


def by_clause(day: Day, said: str) -> str:
    """The clause that a sentence of the dealer ends with."""
    found = [sentence for sentence in day.said if sentence.startswith(said)]
    assert len(found) == 1, day.said
    clause = found[0].rpartition("(clause ")[2].removesuffix(").")
    return of_2024(day.book.name, clause) if day.book.name in STAR else clause


def clause_of_game(game: str, of_canberra_pontoon: str, of_blackjack: str, of_the_star: str) -> str:
    """The game's clause; The Star's are given as those of 2024."""
    return {CANBERRA[0]: of_canberra_pontoon, CANBERRA[1]: of_blackjack}.get(game, of_the_star)


def refused(day: Day, command: c.TableCommand) -> str:
    code, _, clause = day.refused(SUPERVISOR, command).partition(" ")
    return f"{code} {of_2024(day.book.name, clause) if day.book.name in STAR else clause}"


def replays_alike(day: Day) -> bool:
    """Whether the round, written as a document, comes to the same when it is replayed."""
    played = day.table.current_round
    again = play_document(read_document(write_document(day.book, played, game=day.book.name))).round
    return (again.settlements, again.net(), again.void) == (played.settlements, played.net(), played.void)
