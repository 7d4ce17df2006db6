"""``boxseat edge``: a game's figures on the screen and as JSON, by decks, and requests that are wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boxseat.cli.odds.edge import gathered, who_is_ahead
from tests.books import PLAIN_BLACKJACK
from tests.cli.commands import Shell
from tests.tiers import heavy


def test_json_is_the_contracts(shell: Shell) -> None:
    told = json.loads(shell.run("edge", "star-pontoon", "--json").out)
    assert list(told) == [
        "game",
        "decks",
        "house_edge",
        "exact",
        "error_bound",
        "standard_deviation",
        "super_bonus",
        "side_bets",
        "insurance",
        "outcomes",
        "lines",
        "seconds",
    ]
    assert (told["game"], told["decks"], told["exact"], told["error_bound"]) == ("star-pontoon", 8, True, 0.0)
    assert told["house_edge"] == 0.004321411
    assert told["super_bonus"] == {"probability": round(1 / 549_188, 9), "value_at_25": 0.000364174}
    assert told["side_bets"] == {"perfect-pairs": round(17 / 383, 9), "super-sevens": None}
    assert told["insurance"] == round(95 / 383, 9)
    assert sum(told["outcomes"].values()) == pytest.approx(1, abs=1e-7)
    mean = sum(float(won) * chance for won, chance in told["outcomes"].items())
    assert mean == pytest.approx(-told["house_edge"], abs=1e-7)
    assert told["lines"]["Pontoon"] == 0.041775457
    assert told["seconds"] > 0


@heavy
def test_null_where_a_game_has_no_such_bet_and_a_bound_where_it_is_not_exact(shell: Shell) -> None:
    told = json.loads(shell.run("edge", "canberra-blackjack", "--json", "--decks", "4").out)
    assert told["decks"] == 4
    assert told["super_bonus"] is None
    assert told["side_bets"]["perfect-pairs"] == round(7 / 69, 9)
    assert round(told["side_bets"]["super-sevens"], 6) == 0.159193
    told = json.loads(shell.run("edge", "canberra-pontoon", "--json").out)
    assert told["exact"] is False
    assert 0 < told["error_bound"] < 1e-8


def test_the_screen_fits_eighty_columns_and_says_who_is_ahead(shell: Shell) -> None:
    ran = shell.run("edge", "star-pontoon")
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert "house edge 0.432141% the house keeps 0.4321% of the wager (exact)" in lines
    assert "Perfect Pairs 4.438642% the house keeps 4.4386% (17/383)" in lines
    assert "Super Bonus, on top of that: one round in 549,188, always drawing to it" in lines
    assert "wager $5 $10 $25 $50 $100" in lines
    assert "worth 0.0364% 0.0182% 0.0364% 0.0182% 0.0091%" in lines
    assert "-1 44.602% ████████████████████████████████" in lines
    assert "7,7,7 all spades 0.0003% one in 295,193" in lines


@heavy
def test_every_number_of_decks_a_book_permits(shell: Shell) -> None:
    told = json.loads(shell.run("edge", "star-pontoon", "--all-decks", "--json").out)
    assert told["game"] == "star-pontoon"
    assert [one["decks"] for one in told["by_decks"]] == [6, 8]
    six, eight = told["by_decks"]
    assert six["side_bets"]["perfect-pairs"] == round(19 / 287, 9)
    assert six["house_edge"] < eight["house_edge"] == 0.004321411
    ran = shell.run("edge", "star-pontoon", "--all-decks", "--set", "max_split_hands=3")
    rows = [line.split() for line in ran.out.splitlines() if line.strip()]
    assert [row[0] for row in rows[-2:]] == ["6", "8"]
    assert rows[-1][-3:] == ["1", "in", "549,188"]


def test_a_book_that_permits_one_number_of_decks_or_any(shell: Shell, tmp_path: Path) -> None:
    text = Path(PLAIN_BLACKJACK).read_text("utf-8")
    (line,) = (line for line in text.splitlines() if line.startswith("decks = "))
    own = tmp_path / "own.toml"
    own.write_text(text.replace(line, 'decks = { value = 2, clause = "1", permitted = "any" }'), "utf-8")
    assert shell.refused("edge", str(own), "--all-decks") == (
        "--all-decks: this book permits any number of decks; choose one with --decks"
    )
    own.write_text(text.replace(line, 'decks = { value = 2, clause = "1" }'), "utf-8")
    assert [
        one["decks"] for one in json.loads(shell.run("edge", str(own), "--all-decks", "--json").out)["by_decks"]
    ] == [2]


def test_results_are_gathered_where_they_are_rare() -> None:
    outcomes = {-4.0: 0.0004, -3.0: 0.0005, -1.0: 0.5, 0.5: 0.0001, 1.0: 0.49, 1.5: 0.008, 6.0: 0.001, 7.0: 0.0}
    assert gathered(outcomes) == [
        ("under -1", 0.0009),
        ("-1", 0.5),
        ("+1", 0.49),
        ("+1.5", 0.008),
        ("+6", 0.001),
        ("others between", 0.0001),
    ]


@pytest.mark.parametrize(
    ("edge", "said"),
    [
        (0.0261780, "the house keeps 2.6178%"),
        (-15 / 383, "the player is ahead by 3.9164%"),
        (0.0, "even: neither side is ahead"),
    ],
)
def test_an_edge_in_words(edge: float, said: str) -> None:
    assert who_is_ahead(edge) == said


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["nowhere.toml"], "nowhere.toml: cannot be read: No such file or directory"),
        (["roulette"], "roulette: no such game"),
        (["star-pontoon", "--decks", "5"], "decks: '5' is not permitted; it may be 6 or 8"),
        (["star-pontoon", "--set", "colour=red"], "colour: star-pontoon has no such option; it has decks"),
        (["star-pontoon", "--set", "decks"], "decks: a setting is written NAME=VALUE"),
        (
            ["star-pontoon", "--all-decks", "--decks", "6"],
            "--all-decks: cannot be used together with --decks",
        ),
        (["star-pontoon", "--all-decks", "--set", "decks=6"], "--all-decks: cannot be used together with"),
    ],
)
def test_wrong_requests(shell: Shell, arguments: list[str], reason: str) -> None:
    assert shell.refused("edge", *arguments).startswith(reason)


def test_a_book_that_cannot_be_solved_or_read(shell: Shell, tmp_path: Path) -> None:
    text = Path(PLAIN_BLACKJACK).read_text("utf-8")
    own = tmp_path / "own.toml"
    own.write_text(text.replace('ranks = "", suits = "any"', 'ranks = "", suits = "suited"'), "utf-8")
    assert shell.refused("edge", str(own)) == (
        "plain-blackjack: payouts.lines: 6 cards or more totalling 21: suits matter only where ranks are named"
    )
    assert shell.refused("compare", str(own), "star-pontoon").startswith(
        "plain-blackjack or star-pontoon: payouts.lines"
    )
    own.write_bytes(b"\xff\xfe")
    assert shell.refused("edge", str(own)) == f"{own}: is not UTF-8 text"
    assert shell.refused("edge", str(tmp_path) + "/") == f"{tmp_path}/: cannot be read: Is a directory"
