"""Compares two engines on one document: the project's own, and the literal reading of the texts in `tests/oracle`."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from boxseat.play.fields import BadDocument
from boxseat.play.replay import replay
from boxseat.play.staff_steps import STAFF_STEPS
from boxseat.rulebook.load import open_book
from tests.oracle import Unreadable, irregular_rounds, settle
from tests.random_rounds import random_document

ON_A_HAND = ("main", "split", "double")
BONUSES = ("super-bonus", "shared-bonus")
REFUSED_CARD = ("15.2", "14.2", "18.3", "17.3")
"""The clauses about a card drawn in error that a player refuses."""
OF_STAFF = ("burned", "carried", "void", "irregularities", "after_round", "notified")


def random_round(game: str, seed: int) -> dict[str, Any]:
    return random_document(Random(f"{game} {seed}"), game, open_book(game))


def irregular_round(game: str, seed: int) -> dict[str, Any]:
    document: dict[str, Any] = irregular_rounds.random_document(seed, game)  # type: ignore[no-untyped-call]
    return document


def disagreement(document: dict[str, Any]) -> str:
    """What the two engines differ in for a document; empty if they agree."""
    ours, theirs = _ours(document), _theirs(document)
    if ours is None or theirs is None:
        return "" if ours is theirs else f"only {'theirs' if ours is None else 'ours'} could read it"
    return ", ".join(part for part in ours if ours[part] != theirs[part])


def _ours(document: dict[str, Any]) -> dict[str, Any] | None:
    try:
        return _compared(replay(document))
    except BadDocument:
        return None


def _theirs(document: dict[str, Any]) -> dict[str, Any] | None:
    try:
        return _compared(settle(document))
    except Unreadable:
        return None


def _compared(answer: dict[str, Any]) -> dict[str, Any]:
    """The parts that must be equal; the order of settlements, and the wording of odds and clauses, may differ."""
    return {
        "settlements": Counter(_line(line) for line in answer["settlements"]),
        "refused": [(one["decision"], one["do"], _cited(one)) for one in answer["refused"]],
        **{part: answer[part] for part in ("dealer", "boxes", "net", "house", "cards_used")},
        **{part: answer[part] for part in OF_STAFF if part in answer},
    }


def _cited(refused: dict[str, Any]) -> str:
    """The clause that must be the same: a player's decision may break several, and the engines differ in which they name."""
    by_staff = refused["do"] in STAFF_STEPS and refused["do"] not in ("absent", "close")
    return refused["clause"] if by_staff or refused["clause"] in REFUSED_CARD else ""


def _line(line: dict[str, Any]) -> tuple[Any, ...]:
    if line["wager"] in BONUSES:
        return line["player"], line["wager"], line["net"]
    # A wager that came back keeps the number that its hand had then; a later split may give the hand another.
    numbered = line["wager"] in ON_A_HAND and line["result"] != "void"
    place = (line["box"], line["hand"] if numbered else 0)
    return *place, line["player"], line["wager"], line["stake"], line["result"], line["net"]
