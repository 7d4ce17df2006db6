"""Practice, odds, rules and fairness in a browser: figures equal the command line's, and a changed card is found."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect
from typer.testing import CliRunner

from boxseat.cli.main import app
from boxseat.people.roles import Role
from tests.server.server_thread import Running
from tests.tiers import heavy
from tests.web.set_cards import Hands
from tests.web.visitor import Visitor

SLOW_MS = 90_000
"""The figures are computed during the test."""


def cli(*words: str) -> Any:
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def number(text: str) -> float:
    """A figure as the pages write it, as a number."""
    return float(text.replace("\N{MINUS SIGN}", "-").replace("+", "").replace("\u202f", "").split()[0])


def shown(rows: Locator) -> dict[str, float]:
    return {row.get_attribute("data-worth") or "": number(row.locator(".number").inner_text()) for row in rows.all()}


def test_a_practice_round_is_valued_on_request_and_graded(ann: Visitor) -> None:
    """A stand on eights against a king, set by hand: the values equal `boxseat ev`, and the grade is what it costs."""
    page = ann.go("/practice")
    page.get_by_role("link", name=re.compile("The Star, Pontoon$")).click()
    page.get_by_role("button", name=re.compile("[Ss]et")).first.click()
    for card in ("8S", "KH", "8D"):
        page.locator(f"[data-card='{card}']").click()
    page.locator("[data-set]").click()
    expect(page.locator("[data-set]")).to_have_count(0)
    ann.bet(25)
    ann.do("deal")
    ann.do("decline")
    expect(ann.button("split")).to_be_visible()
    page.locator("[data-show-values]").click()
    expect(page.locator("[data-advice] [data-worth]").first).to_be_visible(timeout=SLOW_MS)
    worths = cli("ev", "star-pontoon", "--hand", "8S 8D", "--dealer", "KH")["actions"]
    for name, worth in shown(page.locator("[data-advice] [data-worth]")).items():
        assert abs(worth - worths[name]) < 1e-6
    ann.do("stand")
    expect(page.locator("[data-grade]")).to_be_visible(timeout=SLOW_MS)
    gave_away = float(page.locator("[data-grade]").get_attribute("data-grade") or "")
    assert abs(gave_away - (max(worths.values()) - worths["stand"])) < 1e-6
    expect(page.locator("[data-decision=stand]")).to_contain_text("Split")


def test_at_a_real_table_there_is_no_advice(ann: Visitor, table: Callable[..., str]) -> None:
    page = ann.go(f"/table/{table('star-pontoon')}")
    expect(page.locator(".felt")).to_be_visible()
    expect(page.locator("[data-show-values]")).to_have_count(0)
    expect(page.locator("[data-advice]")).to_have_count(0)


@heavy
def test_a_cell_of_the_chart_has_the_values_of_boxseat_ev_behind_it(ann: Visitor) -> None:
    page = ann.go("/odds/star-pontoon/chart")
    cell = page.get_by_role("button", name=re.compile(", 11 against 6:")).first
    expect(cell).to_be_visible(timeout=SLOW_MS)
    cell.click()
    behind = page.locator("[data-behind]")
    expect(behind.locator("[data-worth]").first).to_be_visible()
    told = behind.inner_text()
    found = re.search(r"((?:[2-9AJQKT][SHDC] ?){2,}).*?([2-9AJQKT][SHDC])\b", told)
    assert found, told
    worths = cli("ev", "star-pontoon", "--hand", found.group(1).strip(), "--dealer", found.group(2))["actions"]
    cells = shown(behind.locator("[data-worth]"))
    assert cells
    for name, worth in cells.items():
        assert abs(worth - worths[name]) < 1e-6


def test_the_calculator_says_what_boxseat_ev_says(ann: Visitor) -> None:
    page = ann.go("/odds/canberra-blackjack/hand")
    for pile, cards in (("yours", ("9S", "7D")), ("dealer", ("TC",))):
        page.locator(f"input[name=pile][value={pile}]").check()
        for card in cards:
            page.locator(f"[data-card='{card}']").click()
    rows = page.locator("[data-values] [data-action]")
    expect(rows.first).to_be_visible(timeout=SLOW_MS)
    worths = cli("ev", "canberra-blackjack", "--hand", "9S 7D", "--dealer", "TC")["actions"]
    seen = {
        row.get_attribute("data-action") or "": float(row.locator("[data-worth]").get_attribute("data-worth") or "")
        for row in rows.all()
    }
    assert seen
    for name, worth in seen.items():
        assert abs(worth - worths[name]) < 1e-9


@heavy
def test_a_comparison_is_that_of_boxseat_compare(ann: Visitor) -> None:
    page = ann.go("/odds/star-pontoon/compare")
    both = page.locator("main select", has=page.locator("option[value=star-pontoon-6to5]"))
    both.last.select_option("star-pontoon-6to5")
    page.locator("main button.first").click()
    together = page.locator("[data-together]")
    expect(together).to_be_visible(timeout=SLOW_MS)
    compared = cli("compare", "star-pontoon", "star-pontoon-6to5")
    assert abs(float(together.get_attribute("data-together") or "") - compared["together"]) < 1e-9
    expect(page.locator("[data-differences] td.rule")).to_have_count(len(compared["differences"]))


def test_the_rules_are_searched(ann: Visitor) -> None:
    page = ann.go("/rules")
    page.get_by_role("searchbox").fill("surrender")
    expect(page.get_by_role("status").first).to_have_text(re.compile(r"\d+"))
    expect(page.locator("main li", has_text=re.compile("surrender", re.IGNORECASE)).first).to_be_visible()
    page.locator("main ol a.number").first.click()
    expect(page.locator("main")).to_contain_text(re.compile("tests?", re.IGNORECASE))
    page.go_back()
    page.get_by_role("searchbox").fill("zzzz no such words")
    expect(page.locator("main ol a.number")).to_have_count(0)


@heavy
def test_a_shoe_is_checked_in_the_browser_and_an_altered_card_is_found(
    visitor: Callable[..., Visitor], floor: Running, table: Callable[..., str], hands: Hands
) -> None:
    """A finished shoe passes its check; with one card changed, the check fails at that card."""
    ann, at = visitor(), table("star-pontoon")
    guest = floor.guest()
    with guest.socket(at) as line:
        line.done(at, "buy-in", amount="200")
        line.done(at, "sit", box=4)
        shoe = line.play_round(at, 4)["table"]["cards"]["shoe"]
        line.done(at, "leave")  # SP 20.9: with players there, a table closes by its sign
    ann.come_in()
    page = ann.go(f"/fairness/{shoe}")
    promised = page.locator("[data-commitment]")
    expect(promised).to_have_text(re.compile("^[0-9a-f]{64}$"))
    expect(page.locator("[data-verdict]")).to_have_count(0)  # it is still being dealt
    _finish(floor, at)
    before = promised.inner_text()
    page.reload()
    expect(page.locator("[data-verdict=verified]")).to_be_visible()
    assert promised.inner_text() == before
    page.get_by_role("button", name=re.compile("[Aa]lter|[Cc]hange|[Ee]xchange")).first.click()
    expect(page.locator("[data-verdict=refused]")).to_be_visible()
    expect(page.locator("li.differs")).to_have_count(1)


def _finish(floor: Running, at: str) -> None:
    """Close the table, which shows the seed of its shoe."""
    boss = floor.staff(Role.SUPERVISOR)
    version = boss.get(f"/api/tables/{at}").json()["version"]
    body = {"id": f"close-{at}", "version": version, "command": {"do": "close"}}
    answer = boss.post(f"/api/tables/{at}/commands", body)
    assert answer.status_code == 200, answer.text
