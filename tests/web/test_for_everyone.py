"""Accessibility: axe-core finds nothing wrong in either theme, and a round is announced in words."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from boxseat.people.roles import Role
from tests.server.server_thread import Running
from tests.tiers import cases, chosen, heavy
from tests.web.set_cards import Hands
from tests.web.visitor import Visitor

Opens = Callable[..., str]
SLOW_MS = 120_000
"""The figures are computed during the test."""
PATHS = ("/", "/account", "/history", "/practice", "/train", "/odds", "/rules", "/fairness", "/no/such")
TRANSCRIPT = Path(__file__).with_name("transcript.txt")
"""What a screen reader reads out in one round. To change it, run with BOXSEAT_WRITE=1 and read the new text."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each test runs with both themes; in `make test`, with one."""
    if "reader" in metafunc.fixturenames:
        sample = "dark" if chosen(metafunc.function.__name__, 2) else "light"
        metafunc.parametrize("reader", cases(("dark", "light"), (sample,)), indirect=True)


@pytest.fixture
def reader(request: pytest.FixtureRequest, visitor: Callable[..., Visitor]) -> Visitor:
    one = visitor(color_scheme=request.param)
    one.come_in()
    return one


@pytest.mark.parametrize("path", cases(PATHS, ("/", "/account", "/practice")))
def test_axe_finds_nothing(reader: Visitor, path: str) -> None:
    reader.go(path)
    if path == "/odds":
        expect(reader.page.locator("main .cell").first).to_be_visible(timeout=90_000)
    expect(reader.page.locator("main h1, main h2").first).to_be_visible()
    expect(reader.page.locator("main")).not_to_contain_text("One moment")
    assert reader.axe() == []


def test_axe_finds_nothing_at_the_table(reader: Visitor, table: Opens, hands: Hands) -> None:
    """At the cut, the bets, a decision, the settlement and the recall, and with every panel open."""
    at = table("canberra-blackjack")
    hands.set(at, "8S 6D 8H 3C KD KS KC")
    reader.page.locator(f"button[data-table='{at}']").click()
    expect(reader.page.locator("dialog")).to_be_visible()
    assert reader.axe() == []
    reader.page.locator("dialog button.first").click()
    expect(reader.button("cut")).to_be_visible()
    assert reader.axe() == []
    reader.bet(25)
    assert reader.axe() == []
    reader.deal()
    reader.page.locator(".choices details summary").click()
    reader.page.locator(".sign summary").click()
    assert reader.axe() == []
    reader.page.locator(".sign summary").click()
    reader.do("split", "hit")
    expect(reader.total(4, 2)).to_have_text("18")
    reader.do("stand")
    expect(reader.results).to_be_visible()
    reader.page.get_by_role("button", name="Preferences").click()
    assert reader.axe() == []
    reader.go(f"/round/{at}-1")
    expect(reader.page.get_by_text("REPLAY").first).to_be_visible()
    assert reader.axe() == []
    reader.go(f"/history/{at}")
    expect(reader.page.locator("main")).to_contain_text("Round 1")
    assert reader.axe() == []


@heavy
def test_axe_finds_nothing_at_the_door(visitor: Callable[..., Visitor]) -> None:
    """What a new visitor sees: the lobby, and the forms for a name and a password."""
    for scheme in ("dark", "light"):
        stranger = visitor(color_scheme=scheme)
        stranger.go()
        for name in ("I have an account", "Not now", "I want an account"):
            stranger.page.get_by_role("button", name=name).click()
            assert stranger.axe() == []


@heavy
def test_axe_finds_nothing_with_four_hands_and_company(reader: Visitor, table: Opens, hands: Hands) -> None:
    """A box split to the limit, every dialog, a lost connection, and a recalled round being replayed."""
    at = table("canberra-blackjack")
    hands.set(at, "8S 6D 8H 8C 8D 5S 5H 5D 5C KD KS")
    reader.sit(at, "500")
    reader.do("decline-cut")
    reader.box(2).locator("[data-spot=stake]").click()
    reader.do("ask-computer")
    expect(reader.page.locator("dialog")).to_be_visible()
    assert reader.axe() == []
    reader.page.keyboard.press("Escape")
    reader.do("buy")
    expect(reader.page.locator("dialog")).to_be_visible()
    assert reader.axe() == []
    reader.page.keyboard.press("Escape")
    reader.box(4).locator("[data-spot=stake]").click()
    reader.bet(100)
    reader.deal()
    for count in (2, 3, 4):
        reader.do("split")
        expect(reader.box(4).locator(".hand")).to_have_count(count)
    assert reader.axe() == []
    reader.page.set_viewport_size({"width": 360, "height": 740})
    assert reader.axe() == []
    reader.expected += ["ERR_INTERNET_DISCONNECTED", "WebSocket", "ERR_NETWORK"]
    reader.context.set_offline(True)
    reader.page.evaluate("window.sockets.forEach((one) => one.close())")
    expect(reader.page.get_by_role("button", name="Try now")).to_be_visible()
    assert reader.axe() == []
    reader.context.set_offline(False)
    expect(reader.page.get_by_role("button", name="Try now")).to_have_count(0)
    for number in range(1, 5):
        expect(reader.total(4, number)).to_have_text("13")
        reader.do("stand")
    expect(reader.results).to_be_visible()
    assert reader.axe() == []
    reader.go(f"/round/{at}-1")
    for _ in range(8):
        reader.do("next")
    assert reader.axe() == []
    reader.page.get_by_role("button", name="Last").click()
    assert reader.axe() == []


@heavy
@pytest.mark.parametrize("tab", cases(("chart", "hand", "compare", "simulate", "side"), ("hand", "simulate")))
def test_axe_finds_nothing_among_the_odds(reader: Visitor, tab: str) -> None:
    """Every part of the odds page, with its answer visible."""
    page = reader.go(f"/odds/canberra-blackjack/{tab}")
    match tab:
        case "chart":
            page.locator("main .cell").first.click(timeout=SLOW_MS)
            answer = page.locator("[data-behind] [data-worth]").first
        case "hand":
            for card in ("9S", "7D", "TC"):
                page.locator(f"[data-card='{card}']").click()
            answer = page.locator("[data-values] [data-action]").first
        case "compare":
            page = reader.go("/odds/star-pontoon/compare")
            games = page.locator("main select", has=page.locator("option[value=star-pontoon-6to5]"))
            games.last.select_option("star-pontoon-6to5")
            page.locator("main button.first").click()
            answer = page.locator("[data-together]")
        case "simulate":
            page.locator("main select", has=page.locator("option", has_text="000")).first.select_option(index=0)
            page.locator("main form button.first").click()
            answer = page.locator("[data-simulated]")
        case _:
            answer = page.locator("main table").first
    expect(answer).to_be_visible(timeout=SLOW_MS)
    assert reader.axe() == []


@heavy
def test_axe_finds_nothing_at_practice(reader: Visitor) -> None:
    """Before the round, while the shoe is set, in play with the values shown, and graded."""
    page = reader.go("/practice/star-pontoon")
    expect(page.locator("[data-drill]")).to_be_visible()
    expect(page.locator(".felt")).to_be_visible()
    assert reader.axe() == []
    page.get_by_role("button", name="Set the shoe").click()
    for card in ("8S", "9H", "8D"):
        page.locator(f"[data-card='{card}']").click()
    assert reader.axe() == []
    page.locator("[data-set]").click()
    expect(page.locator("[data-set]")).to_have_count(0)
    reader.bet(25)
    reader.do("deal")
    expect(reader.button("split")).to_be_visible()
    page.locator("[data-show-values]").click()
    expect(page.locator("[data-advice] [data-worth]").first).to_be_visible(timeout=SLOW_MS)
    assert reader.axe() == []
    reader.do("stand")
    expect(page.locator("[data-grade]")).to_be_visible(timeout=SLOW_MS)
    assert reader.axe() == []


@pytest.mark.parametrize("path", cases(("/rules/star-pontoon/13.2", "/rules/differences"), ("/rules/differences",)))
def test_axe_finds_nothing_in_the_register(reader: Visitor, path: str) -> None:
    reader.go(path)
    expect(reader.page.locator("main :is(dl, table)").first).to_be_visible()
    assert reader.axe() == []


@heavy
def test_axe_finds_nothing_in_a_proof(reader: Visitor, floor: Running, table: Opens) -> None:
    """A shoe still in play, one that is shown and verified, and one with a changed card."""
    at = table("star-pontoon")
    with floor.guest().socket(at) as line:
        line.done(at, "buy-in", amount="200")
        line.done(at, "sit", box=4)
        shoe = line.play_round(at, 4)["table"]["cards"]["shoe"]
        line.done(at, "leave")  # SP 20.9: with players there, a table closes by its sign
    page = reader.go(f"/fairness/{shoe}")
    expect(page.locator("[data-commitment]")).to_be_visible()
    assert reader.axe() == []
    boss = floor.staff(Role.SUPERVISOR)
    version = boss.get(f"/api/tables/{at}").json()["version"]
    closed = {"id": f"close-{at}", "version": version, "command": {"do": "close"}}
    assert boss.post(f"/api/tables/{at}/commands", closed).status_code == 200
    page.reload()
    expect(page.locator("[data-verdict=verified]")).to_be_visible()
    assert reader.axe() == []
    page.get_by_role("button", name="Change a card").click()
    expect(page.locator("[data-verdict=refused]")).to_be_visible()
    assert reader.axe() == []


def test_a_round_as_a_screen_reader_tells_it(ann: Visitor, table: Opens, hands: Hands) -> None:
    at = table("star-pontoon")
    hands.set(at, "8S 6D 8H 3C 7D KC 9S QD")
    ann.sit(at)
    ann.bet(25)
    ann.deal()
    ann.do("split")
    expect(ann.total(4)).to_have_text("11")
    ann.do("hit")
    expect(ann.total(4)).to_have_text("18")
    ann.do("stand")
    expect(ann.total(4, 2)).to_have_text("18")
    ann.do("stand")
    expect(ann.results).to_be_visible()
    told = "\n".join(ann.heard()).replace(ann.name, "ann").replace("\u00a0", " ") + "\n"
    if os.environ.get("BOXSEAT_WRITE"):
        TRANSCRIPT.write_text(told, "utf-8")
    assert told == TRANSCRIPT.read_text("utf-8")


@heavy
def test_cards_move_only_where_motion_is_liked(visitor: Callable[..., Visitor], table: Opens, hands: Hands) -> None:
    moving = "document.getAnimations().filter((one) => one.playState === 'running' && one.effect.getTiming().duration > 50).length"
    for motion, moves in (("no-preference", True), ("reduce", False)):
        ann, at = visitor(reduced_motion=motion), table("star-pontoon")
        hands.set(at, "8S 6D 8H 3C 7D KC 9S QD")
        ann.come_in()
        ann.sit(at)
        ann.bet(25)
        ann.page.evaluate(f"window.moved = 0; setInterval(() => (window.moved = Math.max(window.moved, {moving})), 20)")
        ann.deal()
        expect(ann.button("stand")).to_be_visible()
        ann.page.wait_for_timeout(400)
        assert bool(ann.page.evaluate("window.moved")) is moves
        ann.do("stand")


def test_four_colours_and_the_light_are_kept(ann: Visitor) -> None:
    ann.page.get_by_role("button", name="Preferences").click()
    ann.page.get_by_label("Four colours for the suits").check()
    ann.page.get_by_label("Light", exact=True).check()
    ann.page.reload()
    expect(ann.page.locator("html")).to_have_attribute("data-theme", "light")
    expect(ann.page.locator("html")).to_have_attribute("data-colours", "four")
