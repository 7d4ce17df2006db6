"""The right places of a reconstruction, dealt anew by hand from the cards in their order."""

from __future__ import annotations

import re

import pytest

from boxseat.play.acts import Deal, Misplace
from boxseat.training.exercise import Exercise
from tests.tiers import size
from tests.training.exercises import GAMES, exercises, right, table

CARD = re.compile(r"^(\w\w) goes to (?:the dealer|box \d|box \d, hand \d)\.$")
SEEDS = size(40, 400)


def _in_initial_deal(one: Exercise) -> bool:
    """Whether no more is out than the initial deal takes."""
    return all(CARD.match(line) for line in one.log) and len(one.log) <= 2 * len(table(one).boxes) + 1


@pytest.mark.parametrize("game", GAMES)
def test_cards_of_the_initial_deal_go_to_the_places_in_their_order(game: str) -> None:
    found = 0
    for one in filter(_in_initial_deal, exercises(game, "misplace", SEEDS)):
        found += 1
        boxes = [f"{box.number}.1" for box in table(one).boxes]
        places = [*boxes, "dealer", *boxes]
        expected: dict[str, list[str]] = {}
        for line, place in zip(one.log, places, strict=False):
            expected.setdefault(f"cards:{place}", []).append(line[:2])
        asked = {part: answer for part, answer in right(one).items() if part.startswith("cards:")}
        assert asked == {part: " ".join(sorted(expected.get(part, []))) for part in asked}, one.key
        assert expected.keys() <= asked.keys()
    assert found > SEEDS // 8


@pytest.mark.parametrize("game", GAMES)
def test_no_card_is_lost_and_something_moves(game: str) -> None:
    for one in exercises(game, "misplace", SEEDS):
        asked = {each.part.name: each for each in one.asked if each.part.form == "cards"}
        before = sorted(card for each in asked.values() for card in each.part.start.split())
        after = sorted(card for each in asked.values() for card in each.right.answer.split())
        out = [act.card for act in table(one).acts if isinstance(act, Deal | Misplace)]
        assert before == after == sorted(out), one.key
        assert any(sorted(each.part.start.split()) != each.right.answer.split() for each in asked.values())


def test_the_log_tells_every_card_and_where_it_went() -> None:
    for one in exercises("star-pontoon", "misplace", SEEDS):
        cards = [match[1] for line in one.log if (match := CARD.match(line))]
        assert cards == [act.card for act in table(one).acts if isinstance(act, Deal | Misplace)]


def test_decisions_on_a_hand_that_was_another_are_set_aside() -> None:
    """Some exercises set decisions aside, some let them stand."""
    fallen = [right(one)["set-aside"] for one in exercises("star-pontoon", "misplace", 60) if "set-aside" in right(one)]
    assert any(fallen)
    assert not all(fallen)
