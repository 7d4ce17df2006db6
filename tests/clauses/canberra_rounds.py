"""Questions about a Canberra round: settlements and their order, the dealer's cards, and each moment of play."""

from __future__ import annotations

from itertools import pairwise

from boxseat.play.announce import announcements
from boxseat.play.document import read_document
from boxseat.play.opening import open_round
from boxseat.play.replay import play_document
from boxseat.play.state import Round
from boxseat.play.step import step
from boxseat.rulebook.load import open_book
from tests.notation import Answer, document, play


def told(answer: Answer, player: str, wager: str = "main") -> str:
    """A player's settlements of one kind in the dealer's words: ``win 3:2 30.00 by 8.1``."""
    return "; ".join(
        " ".join(part for part in (line["result"], line["odds"], line["net"], "by", line["clause"]) if part)
        for line in answer.lines(player, wager)
    )


def order(answer: Answer) -> list[str]:
    """Whose wagers were settled, in order: ``ann main``."""
    return [f"{line['player']} {line['wager']}" for line in answer.settlements]


def drawn(game: str, dealer: str) -> tuple[str, int]:
    """The dealer's hand and total against a 19, if the dealer gets these cards and then a deuce."""
    first, _, rest = dealer.partition(" ")
    answer = play(game, f"KS {first} 9D {rest} 2H", "1:ann=20", "1 stand")
    return answer.dealer, answer.dealer_total


def moments(game: str, cards: str, wagers: str, *decisions: str) -> list[Round]:
    """The round before its first card, and after every act of players, shoe and dealer."""
    read = read_document(document(game, cards, wagers, *decisions))
    stood = [open_round(read.book, read.wagers, read.limits, as_found=True)]
    for act in play_document(read).round.acts:
        stood.append(step(read.book, stood[-1], act))
    return stood


def said(game: str, cards: str, wagers: str, *decisions: str) -> list[list[str]]:
    """What the dealer says at every act of the round."""
    stood = moments(game, cards, wagers, *decisions)
    return [announcements(open_book(game), before, after) for before, after in pairwise(stood)]
