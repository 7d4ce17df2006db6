"""Rounds in a line of notation, for tests that read like a dispute at the table.

    answer = play("star-pontoon", "KS 7H 6C 5S KD", "1:ann*=20+pp5 1:bob=10", "1 double 20 +bob=10", "1 forfeit bob")
    answer.net                      {"ann": 35.0, …} as the document words it: {"ann": "35.00", …}
    answer.line("ann", "double")    the settlement of ann's doubled part
    answer.refused                  [(1, "13.5")], place and clause of each refused decision

A wager is ``box:player=stake``, an asterisk after the player who is seated, ``+pp5`` and ``+ss5`` for side bets, ``-`` for no main
wager.
A decision is ``box do [player] [amount] [+joiner[=amount]…]``; a step of staff is ``who do [@cards] [field=value…]``:

    "dealer misplace @5 to=2"   "supervisor malfunction @5 another_device=false returned_to=ann,bob"
"""

from __future__ import annotations

import re
from typing import Any

from boxseat.play.replay import replay

SIDE_BETS = {"pp": "perfect-pairs", "ss": "super-sevens"}
AMOUNT = re.compile(r"[0-9]+(\.[0-9]+)?")
STAFF = ("dealer", "supervisor", "gaming-manager")
LISTS = ("returned_to", "forfeited_by")
FLAGS = {"true": True, "false": False}


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
        self.burned: str = " ".join(answer.get("burned", ()))
        self.carried: str = " ".join(answer.get("carried", ()))
        self.void: tuple[str, str] | None = tuple((answer.get("void") or {}).values()) or None
        """Because of what, and by which clause."""
        self.after_round: list[str] = answer.get("after_round", [])
        self.notified: list[str] = answer.get("notified", [])
        self.done: list[tuple[int, str]] = [
            (entry["decision"], entry["clause"]) for entry in answer.get("irregularities", ())
        ]
        """Place and clause of each step of staff that was done."""
        self.set_aside: list[list[int]] = [
            entry["set_aside"] for entry in answer.get("irregularities", ()) if "set_aside" in entry
        ]
        """For each reconstruction the decisions that do not stand."""

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

    def results(self, player: str) -> list[tuple[str, str, str, str]]:
        """Each settlement of a player: wager, result, net and clause."""
        own = (line for line in self.settlements if line["player"] == player)
        return [(line["wager"], line["result"], line["net"], line["clause"]) for line in own]

    def line(self, player: str, wager: str = "main") -> dict[str, Any]:
        """The one settlement of a player's wager."""
        (found,) = self.lines(player, wager)
        return found


def play(
    game: str,
    cards: str,
    wagers: str,
    *decisions: str,
    limits: dict[str, Any] | None = None,
    cards_from: object = "shoe",
    **options: object,
) -> Answer:
    """Play a round from its notation."""
    return Answer(replay(document(game, cards, wagers, *decisions, limits=limits, cards_from=cards_from, **options)))


def document(
    game: str,
    cards: str,
    wagers: str,
    *decisions: str,
    limits: dict[str, Any] | None = None,
    cards_from: object = "shoe",
    **options: object,
) -> dict[str, Any]:
    """The replay document of a round in notation."""
    return {
        "game": game,
        "options": options,
        "cards": cards,
        "wagers": [_wager(word) for word in wagers.split()],
        "decisions": [_decision(line) for line in decisions],
        **({"limits": limits} if limits else {}),
        **({} if cards_from == "shoe" else {"cards_from": cards_from}),
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


def _step(by: str, do: str, words: list[str]) -> dict[str, Any]:
    step: dict[str, Any] = {"by": by, "do": do}
    for word in words:
        name, _, value = word.partition("=")
        if word.startswith("@"):
            step["after_cards"] = int(word[1:])
        elif name in LISTS:
            step[name] = value.split(",")
        else:
            step[name] = int(value) if name == "box" else FLAGS.get(value, value)
    return step


def _decision(line: str) -> dict[str, Any]:
    box, do, *words = line.split()
    if box in STAFF:
        return _step(box, do, words)
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
