"""``boxseat compare``: two books, or one with options changed, on the screen and as JSON."""

from __future__ import annotations

import json

import pytest

from tests.cli.commands import Shell
from tests.tiers import heavy

NATURALS = 2 * 32 * 96 / (384 * 383)


def test_json_has_every_rule_with_both_clauses(shell: Shell) -> None:
    told = json.loads(shell.run("compare", "star-pontoon", "star-pontoon-6to5", "--json").out)
    assert told == {
        "first": {"game": "star-pontoon", "decks": 8, "house_edge": 0.004321411},
        "second": {"game": "star-pontoon-6to5", "decks": 8, "house_edge": 0.016854048},
        "differences": [
            {
                "rules": ["natural.odds"],
                "said": "a natural pays",
                "first": {"value": "3:2", "clause": "11.5"},
                "second": {"value": "6:5", "clause": "10.5"},
                "alone": round(0.3 * NATURALS, 9),
            }
        ],
        "interaction": 0.0,
        "together": round(0.3 * NATURALS, 9),
        "beside": [],
        "without_effect": [
            "seating.fewer_at_table",
            "irregularities.absent_player",
            "invalidation.player_card",
            "invalidation.card_wagers",
            "wrong_payments.unintended",
            "wrong_payments.suspected",
            "wrong_payments.monthly_report",
            "persons.card_since",
            "checks.cashless",
        ],
        "without_effect_said": [
            "Fewer players may be allowed at a table",
            "The hand of an absent player",
            "Players need a Player Card of their own",
            "Void wagers for want of a Player Card",
            "A wrong payment made by mistake",
            "A wrong payment that may be on purpose",
            "Large wrong payments are reported every month",
            "A Player Card is needed since",
            "The drop box is removed where no cash is taken",
        ],
    }


def test_the_screen_fits_eighty_columns_and_says_who_gains(shell: Shell) -> None:
    ran = shell.run("compare", "star-pontoon", "star-pontoon-6to5")
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert "first: The Star, Pontoon, 8 decks: the house keeps 0.4321%" in lines
    assert "a natural pays 3:2 (11.5) 6:5 (10.5) +1.2533% the house" in lines
    assert "all together +1.2533% the house" in lines
    assert any(line.startswith("Rules that differ and are no part of these figures:") for line in lines)


@heavy
def test_one_game_with_options_changed(shell: Shell) -> None:
    ran = shell.run("compare", "star-pontoon", "--set", "max_split_hands=3", "--decks", "6")
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert "most hands by splitting 2 (14.8) 3 (14.9.3) -0.1145% the player" in lines
    assert any(line.startswith("decks 8 (4.1) 6 (4.1) -0.0298% the player") for line in lines)
    assert any(line.startswith("what they do to each other") for line in lines)
    assert "perfect-pairs +4.4386% (16.8.3) +6.6202% (16.8.3) the house" in lines
    assert "super-bonus at $25 -0.0364% (11.5) -0.0299% (11.5) the house" in lines


@heavy
def test_what_a_dealers_natural_takes(shell: Shell) -> None:
    setting = "dealer_pontoon_takes=everything"
    (rule,) = json.loads(shell.run("compare", "star-pontoon", "--set", setting, "--json").out)["differences"]
    assert rule["rules"] == ["dealer.dealer_pontoon_takes"]
    assert rule["alone"] > 0


@heavy
def test_a_game_with_itself(shell: Shell) -> None:
    ran = shell.run("compare", "star-pontoon", "star-pontoon")
    assert ran.out.splitlines()[2:] == ["No rule differs that changes what a main wager is worth."]
    told = json.loads(shell.run("compare", "star-pontoon", "--decks", "8", "--json").out)
    assert (told["differences"], told["beside"], told["together"]) == ([], [], 0.0)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["star-pontoon"], "GAME: name a second game to compare with, or use --set or --decks"),
        (["star-pontoon"] * 3, "GAME: 3 games are given; only two can be compared"),
        (["star-pontoon", "roulette"], "roulette: no such game"),
        (["star-pontoon", "nowhere.toml"], "nowhere.toml: cannot be read: No such file or directory"),
        (["star-pontoon", "--decks", "4"], "decks: '4' is not permitted; it may be 6 or 8"),
        (["star-pontoon", "--set", "dealer_pontoon_takes=all"], "dealer_pontoon_takes: 'all' is not permitted"),
        (["star-pontoon", "--set", "natural.odds=6:5"], "natural.odds: star-pontoon has no such option"),
    ],
)
def test_wrong_requests(shell: Shell, arguments: list[str], reason: str) -> None:
    assert shell.refused("compare", *arguments).startswith(reason)
