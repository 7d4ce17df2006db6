"""Twelve irregular rounds, one of each kind, with their answers."""

import pytest

from tests.oracle import settle
from tests.oracle.irregular.shorthand import (
    ANN,
    ANN_AND_BOB,
    CB,
    CP,
    S6,
    SP,
    bet,
    do,
    document,
    hands,
    nets,
    step,
)

# The document; what the players win; what the answer holds besides; where told, the cards of boxes and dealer (0).
EXAMPLES = {
    "sp-face-up-card": (
        document(SP, "9S 3C 7D 8H KD", ANN, step("burn", 1), "stand"),
        {"ann": 0},
        {"burned": ["3C"], "cards_used": 5},
        [(0, "burn", "18.1")],
        {0: "7D KD"},
    ),
    "cp-burnt-in-error": (
        document(CP, "KS 7D 5H 6C 5C KD", ANN, "hit", step("burn", 3, because="in-error"), "stand"),
        {"ann": 10},
        {"burned": ["6C"], "cards_used": 6},
        [(1, "burn", "15.2")],
        {0: "7D KD"},
    ),
    "sp-card-refused": (
        document(SP, "KS 9S 7D 6H 2H KC 8D", ANN_AND_BOB, step("draw-in-error", 5), do("refuse"), do("refuse", box=2)),
        {"ann": -10, "bob": -10},
        {"cards_used": 6},
        [(0, "draw-in-error", "18.2")],
        {0: "7D KC", 1: ["KS 6H"], 2: ["9S 2H"]},
    ),
    "sp-card-under-the-shoe": (
        document(SP, "KS 8D 9H KD 2C", ANN, "stand", step("extra-card", exposed=False)),
        {"ann": 10},
        {"carried": ["2C"], "cards_used": 4},
        [(1, "extra-card", "18.6")],
        {0: "8D KD"},
    ),
    "sp-misplaced-hit-card": (
        document(
            SP,
            "KS 9S 7D 5H 8H 4C KD",
            ANN_AND_BOB,
            "hit",
            step("misplace", 5, to="2"),
            step("reconstruct", 6),
            "stand",
            do("stand", box=2),
        ),
        {"ann": 10, "bob": 0},
        {"cards_used": 7},
        [(1, "misplace", "18.8"), (2, "reconstruct", "18.8", [])],
        {0: "7D KD", 1: ["KS 5H 4C"], 2: ["9S 8H"]},
    ),
    "cb-misplaced-first-card": (
        document(
            CB,
            "KS 9S 7D 9H 8H TD",
            ANN_AND_BOB,
            step("misplace", 0, to="2"),
            step("reconstruct", 2),
            "stand",
            do("stand", box=2),
        ),
        {"ann": 10, "bob": 0},
        {"cards_used": 6},
        [(0, "misplace", "14.4"), (1, "reconstruct", "14.4", [])],
        {0: "7D TD", 1: ["KS 9H"], 2: ["9S 8H"]},
    ),
    "sp-void-pontoon-stands": (
        document(SP, "AS 9S 7D QH 8H", [bet("ann", stake=20), bet("bob", box=2)], step("void", 5)),
        {"ann": 30, "bob": 0},
        {"void": {"because": "cannot-reconstruct", "clause": "18.8"}, "cards_used": 5},
        [(0, "void", "18.8")],
        {0: "7D"},
    ),
    "cp-void-pontoon-undone": (
        document(CP, "AS 9S 7D QH 8H", [bet("ann", stake=20), bet("bob", box=2)], step("void", 5)),
        {"ann": 0, "bob": 0},
        {"void": {"because": "cannot-reconstruct", "clause": "15.5"}, "cards_used": 5},
        [(0, "void", "15.5")],
        {0: "7D"},
    ),
    "sp-insurance-missed": (
        document(
            SP,
            "KS AD 5H 2C QD",
            [bet("ann", stake=20)],
            "hit",
            step("insurance-missed"),
            do("insure", amount="10"),
            "stand",
        ),
        {"ann": 0},
        {"cards_used": 5},
        [(1, "insurance-missed", "18.13")],
        {0: "AD QD"},
    ),
    "sp-malfunction-refund": (
        document(
            SP,
            "KS 9S 7D 5H 9H KD",
            ANN_AND_BOB,
            step("malfunction", 5, another_device=False, returned_to=["ann"]),
            do("stand", box=2),
            cards_from="device",
        ),
        {"ann": 0, "bob": 10},
        {"cards_used": 6},
        [(0, "malfunction", "19.5")],
        {0: "7D KD", 1: ["KS 5H"], 2: ["9S 9H"]},
    ),
    "s6-fraud-forfeited": (
        document(
            S6,
            "KS 7D 9H KD",
            [bet("ann"), bet("eve", stake=20, seated=False)],
            step("invalidate", 3, because="fraud", forfeited_by=["eve"]),
        ),
        {"ann": 0, "eve": -20},
        {"void": {"because": "fraud", "clause": "19.4.2"}, "cards_used": 3},
        [(0, "invalidate", "19.4.2")],
        {0: "7D"},
    ),
    "sp-invalid-wager": (
        document(
            SP,
            "KS 7D 9H KD",
            [bet("ann", stake=20), bet("bob", seated=False)],
            step("void-wagers", 3, player="bob", because="player-card"),
            "stand",
        ),
        {"ann": 20, "bob": 0},
        {"cards_used": 4},
        [(0, "void-wagers", "18.21.2")],
        {0: "7D KD"},
    ),
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_example(example):
    made, net, held, record, cards = EXAMPLES[example]
    answer = settle(made)
    assert nets(answer) == net
    assert answer["refused"] == []
    expected = {"burned": [], "carried": [], "void": None, "after_round": [], "notified": [], **held}
    assert {key: answer[key] for key in expected} == expected
    told = [tuple(one.values()) for one in answer["irregularities"]]
    assert told == record
    assert {box: hands(answer)[box] for box in cards} == cards
