"""One worked example of each irregularity, with everything that its answer says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.notation import play

Case = tuple[str, str, str, tuple[str, ...], dict[str, Any]]
TWO = "1:ann*=10 2:bob*=10"
CASES: dict[str, Case] = {
    "18.1: the 3C is burnt; 17 against 17": (
        "star-pontoon",
        "9S 3C 7D 8H KD",
        "1:ann*=10",
        ("dealer burn @1", "1 stand"),
        {"net": {"ann": "0.00"}, "burned": "3C", "done": [(0, "18.1")], "cards_used": 5},
    ),
    "15.2: the 6C stays out; 20 against 17": (
        "canberra-pontoon",
        "KS 7D 5H 6C 5C KD",
        "1:ann*=10",
        ("1 hit", "dealer burn @3 because=in-error", "1 stand"),
        {"net": {"ann": "10.00"}, "burned": "6C", "done": [(1, "15.2")], "cards_used": 6},
    ),
    "18.3, 18.4: refused by all, the KC is the dealer's": (
        "star-pontoon",
        "KS 9S 7D 6H 2H KC 8D",
        TWO,
        ("dealer draw-in-error @5", "1 refuse", "2 refuse"),
        {"net": {"ann": "-10.00", "bob": "-10.00"}, "dealer": "7D KC", "done": [(0, "18.2")], "cards_used": 6},
    ),
    "18.6: the 2C is carried": (
        "star-pontoon",
        "KS 8D 9H KD 2C",
        "1:ann*=10",
        ("1 stand", "dealer extra-card exposed=false"),
        {"net": {"ann": "10.00"}, "carried": "2C", "done": [(1, "18.6")], "cards_used": 4},
    ),
    "18.8: the 4C is box 1's": (
        "star-pontoon",
        "KS 9S 7D 5H 8H 4C KD",
        TWO,
        ("1 hit", "dealer misplace @5 to=2", "supervisor reconstruct @6", "1 stand", "2 stand"),
        {
            "net": {"ann": "10.00", "bob": "0.00"},
            "dealer": "7D KD",
            "done": [(1, "18.8"), (2, "18.8")],
            "set_aside": [[]],
            "cards_used": 7,
        },
    ),
    "14.4: the KS and the 9S change places": (
        "canberra-blackjack",
        "KS 9S 7D 9H 8H TD",
        TWO,
        ("dealer misplace @0 to=2", "supervisor reconstruct @2", "1 stand", "2 stand"),
        {
            "net": {"ann": "10.00", "bob": "0.00"},
            "done": [(0, "14.4"), (1, "14.4")],
            "set_aside": [[]],
            "cards_used": 6,
        },
    ),
    "18.8, R23: the pontoon stays paid": (
        "star-pontoon",
        "AS 9S 7D QH 8H",
        "1:ann*=20 2:bob*=10",
        ("supervisor void @5",),
        {
            "net": {"ann": "30.00", "bob": "0.00"},
            "void": ("cannot-reconstruct", "18.8"),
            "done": [(0, "18.8")],
            "cards_used": 5,
        },
    ),
    "15.5, R23: the pontoon is undone": (
        "canberra-pontoon",
        "AS 9S 7D QH 8H",
        "1:ann*=20 2:bob*=10",
        ("supervisor void @5",),
        {
            "net": {"ann": "0.00", "bob": "0.00"},
            "void": ("cannot-reconstruct", "15.5"),
            "done": [(0, "15.5")],
            "cards_used": 5,
        },
    ),
    "18.13: the insurance wins what the hand loses": (
        "star-pontoon",
        "KS AD 5H 2C QD",
        "1:ann*=20",
        ("1 hit", "dealer insurance-missed", "1 insure 10", "1 stand"),
        {"net": {"ann": "0.00"}, "done": [(1, "18.13")], "cards_used": 5},
    ),
    "19.5: ann takes her wager back, and gets no card": (
        "star-pontoon",
        "KS 9S 7D 5H 9H KD",
        TWO,
        ("supervisor malfunction @5 another_device=false returned_to=ann", "2 stand"),
        {
            "net": {"ann": "0.00", "bob": "10.00"},
            "dealer": "7D KD",
            "done": [(0, "19.5")],
            "cards_used": 6,
            "cards_from": "device",
        },
    ),
    "19.5 of 6 to 5: the fraud's wager is forfeited": (
        "star-pontoon-6to5",
        "KS 7D 9H KD",
        "1:ann*=10 1:eve=20",
        ("supervisor invalidate @3 because=fraud forfeited_by=eve",),
        {
            "net": {"ann": "0.00", "eve": "-20.00"},
            "void": ("fraud", "19.4.2"),
            "done": [(0, "19.4.2")],
            "cards_used": 3,
        },
    ),
    "18.21.2: bob's wager comes back without winnings": (
        "star-pontoon",
        "KS 7D 9H KD",
        "1:ann*=20 1:bob=10",
        ("supervisor void-wagers @3 player=bob because=player-card", "1 stand"),
        {"net": {"ann": "20.00", "bob": "0.00"}, "done": [(0, "18.21.2")], "cards_used": 4},
    ),
}
NOTHING: dict[str, Any] = {
    "burned": "",
    "carried": "",
    "void": None,
    "after_round": [],
    "notified": [],
    "set_aside": [],
    "refused": [],
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_a_worked_example(case: Case) -> None:
    game, cards, wagers, decisions, expected = case
    told = play(game, cards, wagers, *decisions, cards_from=expected.get("cards_from", "shoe"))
    for part, value in {**NOTHING, **expected}.items():
        if part != "cards_from":
            assert getattr(told, part) == value, part
