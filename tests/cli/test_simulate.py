"""``boxseat simulate``: figures as text, JSON and a picture, Ctrl-C, and requests that are wrong."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from boxseat.cli.odds import simulate as command
from tests.books import ROOT
from tests.cli.commands import Shell
from tests.tiers import heavy

HI_LO = str(ROOT / "docs" / "examples" / "hi-lo.toml")
QUICK = ("--rounds", "20000", "--strategy", "mimic", "--sessions", "20")


def _json(shell: Shell, *arguments: str) -> dict[str, Any]:
    ran = shell.run("simulate", *arguments, "--json")
    assert ran.code == 0, ran
    answer = json.loads(ran.out)
    assert isinstance(answer, dict)
    return answer


def test_json_holds_what_the_contract_promises(shell: Shell) -> None:
    answer = _json(shell, "star-pontoon", *QUICK, "--seed", "7")
    assert list(answer)[:8] == [
        "game",
        "rounds",
        "strategy",
        "seed",
        "house_edge",
        "standard_error",
        "rounds_per_second",
        "seconds",
    ]
    assert (answer["game"], answer["rounds"], answer["strategy"], answer["seed"]) == ("star-pontoon", 20000, "mimic", 7)
    assert sum(answer["distribution"].values()) == pytest.approx(1)
    assert answer["standard_error"] == pytest.approx(answer["standard_deviation"] / 20000**0.5, rel=1e-6)
    assert sum(answer["hands"].values()) == 20000
    assert answer["finished"] is True


def test_the_same_seed_gives_the_same_figures_on_any_number_of_threads(shell: Shell) -> None:
    answers = [
        _json(shell, "canberra-blackjack", "--rounds", "600000", "--strategy", "mimic", "--threads", threads)
        for threads in ("1", "2", "5")
    ]
    for answer in answers:
        del answer["seconds"], answer["rounds_per_second"]
    assert answers[0] == answers[1] == answers[2]


def test_options_of_the_game_are_heard(shell: Shell) -> None:
    answer = _json(shell, "star-pontoon", *QUICK, "--decks", "6", "--set", "max_split_hands=3", "--boxes", "2")
    assert answer["decks"] == 6
    assert answer["covariance"] > 0
    own = _json(shell, str(ROOT / "docs" / "examples" / "plain-blackjack.toml"), *QUICK, "--dealing", "continuous")
    assert own["game"] == "plain-blackjack"


def test_the_text_says_it_all(shell: Shell) -> None:
    out = shell.run("simulate", "canberra-pontoon", *QUICK, "--side-bets", "--insure").out
    for words in (
        "Canberra Pontoon, 4 decks: 20,000 rounds by the dealer's own rule",
        "standard error",
        "7,7,7 of mixed suits",
        "perfect-pairs: the house keeps",
        "insurance: the house keeps",
        "Super Bonus",
        "an hour of 60 rounds at 25.00",
        "longest run of wins",
        "risk of ruin",
    ):
        assert words in " ".join(out.split()), words


def test_a_count_is_played(shell: Shell) -> None:
    answer = _json(shell, "canberra-blackjack", *QUICK, "--dealing", "shoe", "--penetration", "0.8", "--count", HI_LO)
    assert answer["count"] == "Hi-Lo"
    assert answer["average_bet"] > 1
    assert {"true_count", "rounds", "bet", "house_edge", "standard_error"} == set(answer["by_true_count"][0])


@heavy
def test_a_chart_file_is_played(shell: Shell, tmp_path: Path) -> None:
    shown = shell.run("strategy", "canberra-blackjack", "--json").out
    chart = tmp_path / "chart.json"
    chart.write_text(shown, "utf-8")
    assert _json(shell, "canberra-blackjack", "--rounds", "1000", "--strategy", str(chart))["strategy"] == str(chart)
    chart.write_text("{}", "utf-8")
    assert shell.refused("simulate", "canberra-blackjack", "--strategy", str(chart)).startswith("--strategy: ")


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_pictures_are_drawn(shell: Shell, tmp_path: Path, ending: str) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / f"figures.{ending}"
    arguments = ("canberra-blackjack", *QUICK, "--dealing", "shoe", "--count", HI_LO, "--picture", str(picture))
    assert shell.run("simulate", *arguments).code == 0
    assert picture.stat().st_size > 10_000


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--rounds", "0"), "--rounds: 0 is not a whole number between 1 and 1,000,000,000,000"),
        (("--rounds", "1e30"), "--rounds: 1e30 is not a whole number"),
        (("--rounds", "-5"), "--rounds: -5 is not a whole number"),
        (("--rounds", "nan"), "--rounds: nan is not a whole number"),
        (("--rounds", "many"), "--rounds: 'many' is not a number"),
        (("--boxes", "8"), "boxes: 8 is not between 1 and 7"),
        (("--dealing", "hand"), "dealing: 'hand' is none of shoe, continuous, fresh"),
        (("--penetration", "0.8"), "penetration: cards dealt fresh have no cutting card"),
        (("--dealing", "shoe", "--penetration", "7"), "penetration: 7 is not between 0.1 and 1"),
        (("--seed", "-1"), "seed: -1 is not between 0"),
        (("--strategy", "hope"), "--strategy: 'hope' cannot be read: No such file or directory"),
        (("--count", "/nowhere"), "--count: /nowhere: cannot be read: No such file or directory"),
        (("--stake", "0"), "--stake: '0' is not above zero"),
        (("--bankroll", "0"), "--bankroll: 0 is not above zero"),
        (("--hours", "0"), "--sessions: 500 sessions of 0 rounds"),
        (("--sessions", "1000000"), "--sessions: 1000000 sessions of 240 rounds"),
        (("--picture", "figures.doc"), "--picture: 'figures.doc' ends in none of .png, .svg and .pdf"),
        (("--set", "decks=7"), "decks: '7' is not permitted"),
        (("--threads", "0"), "--threads"),
    ],
    ids=str,
)
def test_wrong_requests(shell: Shell, arguments: tuple[str, ...], said: str) -> None:
    assert said in shell.refused("simulate", "star-pontoon", *arguments)


def test_what_a_game_does_not_have_is_refused(shell: Shell, tmp_path: Path) -> None:
    plain = (ROOT / "docs" / "examples" / "plain-blackjack.toml").read_text("utf-8")
    book = tmp_path / "own.toml"
    book.write_text(plain.replace('against = { value = "A"', 'against = { value = ""'), "utf-8")
    assert "insurance: plain-blackjack has none" in shell.refused("simulate", str(book), "--insure")


def test_a_picture_without_matplotlib_is_refused_at_once(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "find_spec", lambda _name: None)
    said = shell.refused("simulate", "star-pontoon", "--picture", "figures.png")
    assert said == "--picture: needs matplotlib, which the extra boxseat[plot] installs"


def test_control_c_gives_the_figures_so_far(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """The signal comes after the third part of a run that would take a day."""
    chunks: list[int] = []

    def advance(_progress: object, rounds: int) -> None:
        chunks.append(rounds)
        if len(chunks) == 3:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("boxseat.cli.odds.simulate.ProgressBar.advance", advance)
    answer = _json(shell, "star-pontoon", "--rounds", "1e12", "--strategy", "mimic", "--sessions", "20")
    assert answer["finished"] is False
    assert answer["rounds"] == sum(chunks)
    out = shell.run("simulate", "star-pontoon", *QUICK).out
    assert "so far" not in out


def test_control_c_before_the_first_round_is_an_end_without_figures(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "played", interrupted)
    ran = shell.run("simulate", "star-pontoon", *QUICK)
    assert (ran.code, ran.out) == (130, "")
