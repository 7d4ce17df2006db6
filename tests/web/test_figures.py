"""Simulations of millions of rounds with their graph, and side bets: the figures equal the command line's."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect
from typer.testing import CliRunner

from boxseat.cli.main import app
from boxseat.odds.exact import side_bet_edges as sidebets
from boxseat.rulebook.load import open_book, with_options
from tests.tiers import heavy
from tests.web.visitor import Visitor

SLOW_MS = 90_000
WATCHING = """
window.grown = [];
new MutationObserver(() => {
  const line = document.querySelector('svg polyline.line');
  const points = line ? line.getAttribute('points').split(' ').length : 0;
  if (points && points !== window.grown.at(-1)) window.grown.push(points);
}).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['points'] });
"""
"""Records how many points the line had, each time more were drawn."""
MINUS = "\N{MINUS SIGN}"
BETS = {"perfect-pairs": sidebets.perfect_pairs, "super-sevens": sidebets.super_sevens, "insurance": sidebets.insurance}


def cli(*words: str) -> Any:
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def simulated(game: str, rounds: str) -> Any:
    """`boxseat simulate` by the dealer's own rule.

    It also leaves machine code and tables in the disk cache. The server's job has a lower priority than the tests, and on a
    busy machine would take minutes to make them.
    """
    return cli("simulate", game, "--rounds", rounds, "--strategy", "mimic", "--seed", "7", "--threads", "1")


@heavy
def test_a_simulation_draws_its_line_while_it_plays(ann: Visitor) -> None:
    """Twenty million rounds by the dealer's own rule: the line grows, and ends where `boxseat simulate` ends."""
    said = simulated("canberra-blackjack", "20M")
    page = ann.go("/odds/canberra-blackjack/simulate")
    page.locator("main form select").nth(0).select_option("20000000")
    page.locator("main form select").nth(1).select_option("mimic")
    page.locator("main input.seed").fill("7")
    page.evaluate(WATCHING)
    page.get_by_role("button", name="Play", exact=True).click()
    found = page.locator("[data-simulated]")
    expect(found).to_be_visible(timeout=SLOW_MS)
    grown: list[int] = page.evaluate("window.grown")
    assert len(grown) >= 3, "the graph must be drawn while the rounds are played"
    assert grown == sorted(grown)
    assert float(found.get_attribute("data-simulated") or "") == pytest.approx(said["house_edge"], abs=1e-9)
    expect(page.get_by_role("img", name=re.compile("House edge after 20.000.000 rounds"))).to_be_visible()


@heavy
def test_a_simulation_can_be_stopped(ann: Visitor) -> None:
    simulated("canberra-pontoon", "1k")
    page = ann.go("/odds/canberra-pontoon/simulate")
    page.locator("main form select").nth(0).select_option("50000000")
    page.locator("main form select").nth(1).select_option("mimic")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("svg polyline.line")).to_be_visible(timeout=SLOW_MS)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped; these are the figures so far.")).to_be_visible()
    expect(page.locator("[data-simulated]")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "decks", "sign", "who"),
    [
        ("canberra-pontoon", 4, "▼", "the house keeps"),
        ("canberra-pontoon", 5, "=", "neither side is ahead"),
        ("canberra-pontoon", 8, "▲", "the player is ahead"),
        pytest.param("canberra-blackjack", 8, "▼", "the house keeps", marks=heavy),
    ],
)
def test_side_bets_have_their_sign(ann: Visitor, game: str, decks: int, sign: str, who: str) -> None:
    """Canberra Pontoon Perfect Pairs favours the house with four decks, nobody with five, the player from six on."""
    page = ann.go(f"/odds/{game}/side/{decks}")
    book = with_options(open_book(game), {"decks": decks})
    offered = [name for name in BETS if name == "insurance" or name in book.offers.side_bets.value]
    expect(page.locator("[data-bet]")).to_have_count(len(offered))
    expect(page.locator("[data-bet=perfect-pairs] .edge")).to_have_text(re.compile(f"{sign} {who}"))
    for name in offered:
        edge = BETS[name](book)
        assert edge is not None
        percent = f"{MINUS if edge < 0 else ''}{abs(float(edge)) * 100:.3f}"
        expect(page.locator(f"[data-bet={name}] .edge .number")).to_have_text(re.compile(rf"^{re.escape(percent)}\D*$"))
        row = page.locator(f"[data-bet={name}] tr.on")
        expect(row).to_have_text(re.compile(rf"^\s*{decks}\s*\S\s+{re.escape(percent)}\D*$"))
