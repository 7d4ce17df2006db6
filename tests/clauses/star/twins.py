"""The Star's two orders, played by the same tests.

The order of 2017 (Pontoon 6 to 5) is that of 2024 with every section number one lower; in the sections on wagers and on
general provisions the second number is lower too. Tests use the numbers of 2024. Answers to rounds of 2017 are
renumbered, so a clause that the 2017 book cites wrongly is still a failure.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from boxseat.play.announce import announcements
from boxseat.play.document import read_document
from boxseat.play.opening import open_round
from boxseat.play.replay import play_document, replay
from boxseat.play.state import Round
from boxseat.play.step import step
from tests.notation import Answer, document

STAR = "star-pontoon"
STAR_6_TO_5 = "star-pontoon-6to5"
both = pytest.mark.parametrize("game", [STAR, STAR_6_TO_5])
PONTOON_ODDS = {STAR: "3:2", STAR_6_TO_5: "6:5"}
TWICE_RENUMBERED = (5, 19)

Settled = tuple[str, str | None, str, str]


def of_2024(game: str, clause: str) -> str:
    """The number that a clause of the game has in the order of 2024."""
    if game == STAR:
        return clause
    section, second, *rest = clause.split(".")
    shift = int(section) in TWICE_RENUMBERED
    return ".".join([str(int(section) + 1), str(int(second) + shift), *rest])


class StarAnswer(Answer):
    """An answer whose clauses have the numbers of 2024."""

    def __init__(self, game: str, answer: dict[str, Any]) -> None:
        for entry in (*answer["settlements"], *answer["refused"]):
            entry["clause"] = of_2024(game, entry["clause"])
        super().__init__(answer)

    def settled(self, player: str, wager: str = "main") -> list[Settled]:
        """Result, odds, net and clause of a player's wagers of a kind, in the order of their hands."""
        lines = sorted(self.lines(player, wager), key=lambda line: int(line["hand"]))
        return [(line["result"], line["odds"], line["net"], line["clause"]) for line in lines]

    @property
    def refused_at(self) -> list[int]:
        """The places of the refused decisions, for cases where several clauses could be cited."""
        return [place for place, _ in self.refused]


def play(
    game: str, cards: str, wagers: str, *decisions: str, limits: dict[str, str] | None = None, **options: object
) -> StarAnswer:
    """Play a round from its notation."""
    return played(document(game, cards, wagers, *decisions, limits=limits, **options))


def played(written: dict[str, Any]) -> StarAnswer:
    """Play a round from its document."""
    return StarAnswer(written["game"], replay(written))


def course(
    game: str, cards: str, wagers: str, *decisions: str, limits: dict[str, str] | None = None, **options: object
) -> list[Round]:
    """The round as it opened and after each act."""
    read = read_document(document(game, cards, wagers, *decisions, limits=limits, **options))
    rounds = [open_round(read.book, read.wagers, read.limits, as_found=True)]
    for act in play_document(read).round.acts:
        rounds.append(step(read.book, rounds[-1], act))
    return rounds


def said(
    game: str, cards: str, wagers: str, *decisions: str, limits: dict[str, str] | None = None, **options: object
) -> list[str]:
    """What the dealer says during a round."""
    book = read_document(document(game, cards, wagers, *decisions, limits=limits, **options)).book
    rounds = course(game, cards, wagers, *decisions, limits=limits, **options)
    return [sentence for before, after in pairwise(rounds) for sentence in announcements(book, before, after)]
