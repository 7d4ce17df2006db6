"""The house rules over HTTP: what the rules ask of people at a table (CP 17.2, 17.9-10; SP 4.7, 4.9, 20.8, 20.11 and others)."""

from __future__ import annotations

import pytest

from tests.server.server_thread import Running

SHOWN = {
    "canberra-pontoon": "17.2 17.2(a) 17.2(b) 17.2(c) 17.9 17.10",
    "canberra-blackjack": "16.2 16.2(a) 16.2(b) 16.2(c) 16.9 16.10",
    "star-pontoon": "4.7 4.9 6.15 7.4 20.2 20.3 20.8 20.11",
    "star-pontoon-6to5": "3.7 3.9 5.14 6.4 19.1 19.2 19.7 19.10",
}


@pytest.mark.parametrize(("game", "numbers"), SHOWN.items())
def test_the_house_rules_of_a_game_are_those_that_the_register_shows_there(
    floor: Running, game: str, numbers: str
) -> None:
    answer = floor.stranger().get(f"/api/house-rules/{game}")
    assert answer.status_code == 200, answer.text
    assert [one["clause"] for one in answer.json()] == numbers.split()
    assert all(one["summary"].endswith(".") for one in answer.json())


def test_a_game_that_is_not_registered_has_none(floor: Running) -> None:
    assert floor.stranger().get("/api/house-rules/poker").status_code == 404
