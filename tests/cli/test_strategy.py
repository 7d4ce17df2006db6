"""``boxseat strategy``: the chart on the screen, as a file and as pictures."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from boxseat.odds.strategy import chart_image as charts
from tests.cli.commands import Shell
from tests.tiers import heavy


def test_the_chart_in_the_terminal_fits_eighty_columns_and_needs_no_colour(shell: Shell) -> None:
    ran = shell.run("strategy", "star-pontoon")
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert "        17   S    S    S    S    S    S    S6   S6   S6   H\n" in ran.out
    assert "House edge with this chart 0.43" in ran.out
    assert " S4  stand, but hit with 4 cards or more\n" in ran.out


@heavy
def test_json_is_a_chart_file_that_is_valued_again_alike(shell: Shell, tmp_path: Path) -> None:
    """`boxseat strategy GAME --json > my.json`, edit, and use it: the file alone changes nothing, an edit does."""
    told = shell.run("strategy", "canberra-blackjack", "--json").out
    path = tmp_path / "my.json"
    path.write_text(told, "utf-8")
    assert shell.run("strategy", "canberra-blackjack", "--chart", str(path), "--json").out == told
    chart = json.loads(told)
    assert chart["game"] == "canberra-blackjack"
    assert chart["exact"] is True
    assert chart["house_edge"] == pytest.approx(chart["best_house_edge"] + chart["gives_away"], abs=2e-9)
    assert chart["hard"]["16"]["10"] == "H3s"
    chart["hard"]["20"]["6"] = "H"
    path.write_text(json.dumps(chart), "utf-8")
    worse = json.loads(shell.run("strategy", "canberra-blackjack", "--chart", str(path), "--json").out)
    assert worse["house_edge"] > chart["house_edge"] + 0.001
    assert worse["best_house_edge"] == chart["best_house_edge"]
    path.write_text(json.dumps({**chart, "hard": {}}), "utf-8")
    assert shell.refused("strategy", "canberra-blackjack", "--chart", str(path)) == (
        f"--chart: {path}: hard 4: the row is missing"
    )


@heavy
def test_pictures(shell: Shell, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    drawn, painted = tmp_path / "chart.svg", tmp_path / "chart.png"
    ran = shell.run("strategy", "star-pontoon", "--decks", "6", "--svg", str(drawn), "--png", str(painted))
    assert ran.out.startswith(f"Drawn in {drawn} and {painted}. House edge")
    root = ElementTree.fromstring(drawn.read_text("utf-8"))
    name = "{http://www.w3.org/2000/svg}"
    assert [root[0].tag, root[1].tag] == [f"{name}title", f"{name}desc"]
    assert root[0].text == "The Star, Pontoon: how to play every hand (6 decks)"
    assert {"H", "S", "S6", "D4", "P"} <= {text.text for text in root.iter(f"{name}text")}
    assert painted.read_bytes().startswith(b"\x89PNG")


def test_wrong_requests(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shell.refused("strategy", "star-pontoon", "--decks", "5").startswith("decks")
    assert "nowhere.toml" in shell.refused("strategy", "nowhere.toml")
    assert shell.refused("strategy", "star-pontoon", "--chart", "nowhere.json") == (
        "--chart: 'nowhere.json' cannot be read: No such file or directory"
    )
    monkeypatch.setattr(charts, "find_spec", lambda name: None)
    assert shell.refused("strategy", "star-pontoon", "--png", str(tmp_path / "a.png")) == (
        "--png: needs matplotlib, which the extra boxseat[plot] installs; --svg needs nothing"
    )
    nowhere = str(tmp_path / "nowhere" / "a.svg")
    assert shell.refused("strategy", "star-pontoon", "--svg", nowhere) == (
        f"--svg: {nowhere!r} cannot be written: there is no such folder"
    )
