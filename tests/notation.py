"""Rounds in a line of notation, for tests that read like a dispute at the table.

    answer = play("star-pontoon", "KS 7H 6C 5S KD", "1:ann*=20+pp5 1:bob=10", "1 double 20 +bob=10", "1 forfeit bob")
    answer.net                      {"ann": 35.0, …} as the document words it: {"ann": "35.00", …}
    answer.line("ann", "double")    the settlement of ann's doubled part
    answer.refused                  [(1, "13.5")], place and clause of each refused decision

A wager is ``box:player=stake``, an asterisk after the player who is seated, ``+pp5`` and ``+ss5`` for side bets, ``-`` for no main
wager.
A decision is ``box do [player] [amount] [+joiner[=amount]…]``.
"""

from __future__ import annotations

import re
from typing import Any

from boxseat.play.replay import replay

SIDE_BETS = {"pp": "perfect-pairs", "ss": "super-sevens"}
AMOUNT = re.compile(r"[0-9]+(\.[0-9]+)?")


class Answer:
    """What replay answers, with a shorter way to ask for parts of it."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.all = answer
        self.net: dict[str, str] = answer["net"]
        self.house: str = answer["house"]
        self.settlements: list[dict[str, Any]] = answer["settlements"]
        self.refused: list[tuple[int, str]] = [(entry["decision"], entry["clause"]) for entry in answer["refused"]]
        self.reasons: list[str] = [entry["reason"] for entry in answer["refused"]]
        self.cards_used: int = answer["cards_used"]
        self.dealer: str = " ".join(answer["dealer"]["cards"])
        self.dealer_total: int = answer["dealer"]["total"]

    def hands(self, box: int = 1) -> list[str]:
        """The hands of a box as cards: ``["8S KD", "8D 3C"]``."""
        found = [entry for entry in self.all["boxes"] if entry["box"] == box]
        return [" ".join(hand["cards"]) for entry in found for hand in entry["hands"]]

    def total(self, box: int = 1, hand: int = 1) -> int:
        found = next(entry for entry in self.all["boxes"] if entry["box"] == box)
        total = found["hands"][hand - 1]["total"]
        assert isinstance(total, int)
        return total

    def lines(self, player: str, wager: str) -> list[dict[str, Any]]:
        return [line for line in self.settlements if (line["player"], line["wager"]) == (player, wager)]

    def line(self, player: str, wager: str = "main") -> dict[str, Any]:
        """The one settlement of a player's wager."""
        (found,) = self.lines(player, wager)
        return found


def play(
    game: str, cards: str, wagers: str, *decisions: str, limits: dict[str, Any] | None = None, **options: object
) -> Answer:
    """Play a round from its notation."""
    return Answer(replay(document(game, cards, wagers, *decisions, limits=limits, **options)))


def document(
    game: str, cards: str, wagers: str, *decisions: str, limits: dict[str, Any] | None = None, **options: object
) -> dict[str, Any]:
    """The replay document of a round in notation."""
    return {
        "game": game,
        "options": options,
        "cards": cards,
        "wagers": [_wager(word) for word in wagers.split()],
        "decisions": [_decision(line) for line in decisions],
        **({"limits": limits} if limits else {}),
    }


def _wager(word: str) -> dict[str, Any]:
    box, player, seated, laid = re.fullmatch(r"(\d+):(\w+?)(\*?)=(.+)", word).groups()  # type: ignore[union-attr]
    stake, *bets = laid.split("+")
    return {
        "box": int(box),
        "player": player,
        **({} if stake == "-" else {"stake": stake}),
        **({"seated": True} if seated else {}),
        **{SIDE_BETS[bet[:2]]: bet[2:] for bet in bets},
    }


def _decision(line: str) -> dict[str, Any]:
    box, do, *words = line.split()
    decision: dict[str, Any] = {"box": int(box), "do": do}
    joined: dict[str, str] = {}
    for word in words:
        if word.startswith("+"):
            name, _, amount = word[1:].partition("=")
            joined[name] = amount
        elif AMOUNT.fullmatch(word):
            decision["amount"] = word
        else:
            decision["player"] = word
    if joined:
        decision["joined_by"] = joined if do == "double" else list(joined)
    return decision
