"""The figures as JSON objects, the same from the command line and from the server."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from boxseat.cards import BadCard, Card, parse_cards
from boxseat.money import BadAmount, Cents, dollars, parse_dollars
from boxseat.odds.exact.comparison import Comparison
from boxseat.odds.exact.one_hand import BadHand, HandValues, Wager
from boxseat.odds.exact.whole_game import Game
from boxseat.odds.json_object import JsonObject
from boxseat.odds.strategy.chart import Chart
from boxseat.odds.strategy.chart_file import as_record
from boxseat.odds.strategy.legend import ChartFigures
from boxseat.rulebook.book import Book
from boxseat.rulebook.wording import KEYS

if TYPE_CHECKING:
    from boxseat.odds.simulator.card_count import CountFile
    from boxseat.odds.simulator.figures import SessionFigures, SimulationFigures

HAND_REQUEST_FIELDS = ("hand", "dealer", "doubled", "after_split", "removed", "stake")
"""The fields of a request about one hand."""
SIDE_BETS = ("perfect-pairs", "super-sevens")
"""The side bets with a house edge of their own."""


class HandRequest(NamedTuple):
    """A request for the values of one hand."""

    hand: tuple[Card, ...]
    dealer: Card
    doubled: bool
    after_split: Wager | None
    removed: tuple[Card, ...]
    stake: Cents | None


def read_hand_request(fields: Mapping[str, object]) -> HandRequest:
    """Read a request from options or from a line of a batch; a field that is null counts as left out."""
    given = {name: value for name, value in fields.items() if value is not None}
    for name in given:
        if name not in HAND_REQUEST_FIELDS:
            raise BadHand(f"{name[:40]}: unknown field; there are {', '.join(HAND_REQUEST_FIELDS)}")
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


def hand_answer(book: Book, found: HandValues) -> JsonObject:
    """The JSON of `boxseat ev`: the value of every decision on a hand."""
    record: JsonObject = {
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


def edge_answer(book: Book, game: Game) -> JsonObject:
    """The JSON of `boxseat edge`: house edge, spread of results and settlements of a game."""
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


def comparison_answer(first: Book, second: Book, found: Comparison) -> JsonObject:
    """The JSON of `boxseat compare`; effects are on the house edge, so negative where the player gains."""
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
        "without_effect_said": [KEYS[key] for key in found.without_effect if key in KEYS],
    }


def _book(book: Book, edge: float) -> JsonObject:
    return {"game": book.name, "decks": book.cards.decks.value, "house_edge": _nine(edge)}


def _nine(value: Fraction | float | None) -> float | None:
    return None if value is None else round(float(value), 9) + 0.0


def chart_answer(chart: Chart, book: Book, figures: ChartFigures) -> JsonObject:
    """The JSON of `boxseat strategy`: a chart, with the house edge of it and of perfect play."""
    return {
        "game": book.name,
        "decks": book.cards.decks.value,
        "house_edge": round(figures.chart, 9),
        "best_house_edge": round(figures.best, 9),
        "gives_away": round(figures.gives_away, 9),
        "exact": True,
        **as_record(chart),
    }


class SimulationRun(NamedTuple):
    """How a simulation was run."""

    strategy: str
    seed: int
    boxes: int
    dealing: str
    seconds: float
    finished: bool


class PlayerSetup(NamedTuple):
    """A player's stake, speed of play, sessions and count, for the figures that depend on them."""

    stake: int
    """In cents."""
    rounds_per_hour: int
    sessions: SessionFigures
    counting: CountFile | None


def simulation_answer(
    book: Book, run: SimulationRun, found: SimulationFigures, player: PlayerSetup | None = None
) -> JsonObject:
    """The JSON of `boxseat simulate`; without a player, only the figures of the rounds themselves."""
    answer: JsonObject = {
        "game": book.name,
        "rounds": found.rounds,
        "strategy": run.strategy,
        "seed": run.seed,
        "house_edge": round(found.house_edge, 9),
        "standard_error": round(found.standard_error, 9),
        "rounds_per_second": round(found.rounds / run.seconds),
        "seconds": round(run.seconds, 3),
        "finished": run.finished,
        "decks": book.cards.decks.value,
        "boxes": run.boxes,
        "dealing": run.dealing,
        "standard_deviation": round(found.standard_deviation, 9),
    }
    if player is not None:
        answer["covariance"] = None if found.covariance is None else round(found.covariance, 9)
        answer["average_bet"] = round(found.average_bet, 9)
    answer["cards_per_round"] = round(found.cards_per_round, 6)
    answer["distribution"] = {net: round(part, 12) for net, part in found.distribution.items()}
    answer["hands"] = found.hands
    if player is not None:
        answer |= _player_answer(book, run.boxes, found, player)
    return answer


def _player_answer(book: Book, boxes: int, found: SimulationFigures, player: PlayerSetup) -> JsonObject:
    # Imported here, since the simulator's compiled code takes a moment to load and other answers do without it.
    from boxseat.odds.simulator.figures import bonus_value, ruin_for_good, side_bet_edges

    stake, hourly, lived = player.stake, player.rounds_per_hour, player.sessions
    answer: JsonObject = {
        "super_bonus": {
            "won": found.super_bonuses,
            "shared": found.shared_bonuses,
            "value_of_stake": bonus_value(book, found, boxes, stake),
        }
        if book.super_bonus
        else None,
        "side_bets": {name: round(edge, 9) for name, edge in side_bet_edges(book, found).items()},
        "hourly": {
            "rounds": hourly,
            "stake": dollars(stake),
            "expected": round(-found.house_edge * found.average_bet * boxes * hourly * stake / 100, 2),
            "standard_deviation": round(found.round_deviation * math.sqrt(hourly) * stake / 100, 2),
        },
        "sessions": {
            **lived._asdict(),
            "fan": {part: row[-1] for part, row in lived.fan.items()},
            "ruin_for_good": round(ruin_for_good(found, lived.bankroll), 9),
        },
    }
    if player.counting is not None:
        answer["count"] = player.counting.name
        answer["by_true_count"] = [one._asdict() for one in found.by_count]
    return answer
