"""Figures as the contract writes them: one JSON object an answer, the same from the command line and from the server."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from boxseat.cards import BadCard, Card, parse_cards
from boxseat.money import BadAmount, Cents, parse_dollars
from boxseat.odds.exact.compare import Comparison
from boxseat.odds.exact.one_hand import BadHand, HandValues, Wager
from boxseat.odds.exact.whole_game import Game
from boxseat.odds.strategy.chart import Chart
from boxseat.odds.strategy.chartfile import as_record
from boxseat.odds.strategy.legend import ChartFigures
from boxseat.rulebook.book import Book

FIELDS = ("hand", "dealer", "doubled", "after_split", "removed", "stake")
SIDE_BETS = ("perfect-pairs", "super-sevens")


class HandRequest(NamedTuple):
    """One hand that is asked about."""

    hand: tuple[Card, ...]
    dealer: Card
    doubled: bool
    after_split: Wager | None
    removed: tuple[Card, ...]
    stake: Cents | None


def read_hand_request(fields: Mapping[str, object]) -> HandRequest:
    """What is asked, from options or from a line of a batch; a field that is null counts as left out."""
    given = {name: value for name, value in fields.items() if value is not None}
    for name in given:
        if name not in FIELDS:
            raise BadHand(f"{name[:40]}: unknown field; there are {', '.join(FIELDS)}")
    for name, example in (("hand", "8S 8D"), ("dealer", "KH")):
        if name not in given:
            raise BadHand(f"{name}: is missing; it is written as in {example!r}")
    dealer = _cards(given, "dealer")
    if len(dealer) != 1:
        raise BadHand(f"dealer: takes the dealer's one card, not {len(dealer)}")
    doubled, after_split = given.get("doubled", False), given.get("after_split")
    if not isinstance(doubled, bool):
        raise BadHand("doubled: is neither true nor false")
    if after_split not in (None, "original", "added"):
        raise BadHand(f"after_split: {str(after_split)[:40]!r} is neither original nor added")
    wager: Wager | None = None if after_split is None else "original" if after_split == "original" else "added"
    try:
        stake = parse_dollars(given["stake"]) if "stake" in given else None
    except BadAmount as error:
        raise BadHand(f"stake: {error}") from None
    return HandRequest(_cards(given, "hand"), dealer[0], doubled, wager, _cards(given, "removed"), stake)


def _cards(fields: Mapping[str, object], name: str) -> tuple[Card, ...]:
    written = fields.get(name, "")
    if not isinstance(written, str):
        raise BadHand(f"{name}: is not text such as '8S 8D'")
    try:
        return parse_cards(written)
    except BadCard as error:
        raise BadHand(f"{name}: {error}") from None


def hand_answer(book: Book, found: HandValues) -> dict[str, object]:
    """What every decision on a hand is worth."""
    record: dict[str, object] = {
        "game": book.name,
        "decks": book.cards.decks.value,
        "hand": " ".join(found.hand),
        "dealer": found.dealer,
        "actions": {name: round(value, 9) + 0.0 for name, value in found.actions.items()},
        "best": found.best,
        "exact": found.exact,
    }
    if not found.exact:
        record["error_bound"] = math.ceil(found.error_bound * 1e9) / 1e9
    return record


def edge_answer(book: Book, game: Game) -> dict[str, object]:
    """What the house keeps of a game, how results spread and how hands are settled."""
    bonus = game.super_bonus
    return {
        "game": book.name,
        "decks": book.cards.decks.value,
        "house_edge": _nine(game.house_edge),
        "exact": bool(game.exact),
        "error_bound": math.ceil(float(game.error_bound) * 1e9) / 1e9,
        "standard_deviation": _nine(game.standard_deviation),
        "super_bonus": bonus
        and {"probability": _nine(bonus.probability), "value_at_25": _nine(bonus.value_at(Cents(2500)))},
        "side_bets": {name: _nine(game.side_bets[name]) if name in game.side_bets else None for name in SIDE_BETS},
        "insurance": None if game.insurance is None else _nine(game.insurance),
        "outcomes": {f"{won:g}": _nine(chance) for won, chance in game.outcomes.items()},
        "lines": {name: _nine(often) for name, often in game.lines.items()},
        "seconds": round(game.seconds, 3),
    }


def comparison_answer(first: Book, second: Book, found: Comparison) -> dict[str, object]:
    """The comparison as JSON; effects are on the house edge, so below zero where the player gains."""
    return {
        "first": _book(first, found.first_edge),
        "second": _book(second, found.second_edge),
        "differences": [
            {
                "rules": list(one.keys),
                "said": one.said,
                "first": {"value": one.first.value, "clause": one.first.clause},
                "second": {"value": one.second.value, "clause": one.second.clause},
                "alone": _nine(one.alone),
            }
            for one in found.differences
        ],
        "interaction": _nine(found.interaction),
        "together": _nine(found.together),
        "beside": [
            {
                "bet": one.name,
                "first": {"house_edge": _nine(one.first), "clause": one.clauses[0]},
                "second": {"house_edge": _nine(one.second), "clause": one.clauses[1]},
            }
            for one in found.beside
        ],
        "without_effect": list(found.without_effect),
    }


def _book(book: Book, edge: float) -> dict[str, object]:
    return {"game": book.name, "decks": book.cards.decks.value, "house_edge": _nine(edge)}


def _nine(value: Fraction | float | None) -> float | None:
    return None if value is None else round(float(value), 9) + 0.0


def chart_answer(chart: Chart, book: Book, figures: ChartFigures) -> dict[str, object]:
    """A chart with what the house keeps by it, and by perfect play."""
    return {
        "game": book.name,
        "decks": book.cards.decks.value,
        "house_edge": round(figures.chart, 9),
        "best_house_edge": round(figures.best, 9),
        "gives_away": round(figures.gives_away, 9),
        "exact": True,
        **as_record(chart),
    }
