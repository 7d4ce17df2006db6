"""What people met before and after a table: in the lobby, at practice, among their rounds, and as staff."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from boxseat.people.roles import Role
from tests.server.server_thread import PASSWORD, Running
from tests.tiers import heavy
from tests.web.set_cards import Hands
from tests.web.visitor import Visitor

Opens = Callable[..., str]


def test_who_comes_in_is_welcomed_and_led_to_a_table(visitor: Callable[..., Visitor]) -> None:
    ann = visitor()
    ann.come_in()
    welcome = ann.page.locator("[data-welcome]")
    expect(welcome).to_contain_text(f"Welcome, {ann.name}.")
    expect(welcome).to_contain_text("$1,000")
    ann.do("play")
    expect(ann.page.locator("dialog")).to_contain_text("Sit down at box")


@heavy
def test_a_welcome_that_comes_late_takes_the_focus_from_nothing(visitor: Callable[..., Visitor]) -> None:
    ann = visitor()
    ann.go()
    expect(ann.page.locator("[data-do=guest]")).to_be_visible()
    waiting: list[Route] = []
    ann.page.route("**/api/me", lambda route: route.continue_() if waiting else waiting.append(route))
    with ann.page.expect_request("**/api/me"):
        ann.page.locator("[data-do=guest]").click()
    ann.page.get_by_role("button", name="Preferences").click()
    waiting[0].continue_()
    expect(ann.page.locator("[data-welcome]")).to_be_visible()
    expect(ann.page.get_by_role("group", name="Preferences")).to_be_visible()


def test_a_stranger_who_chooses_a_game_to_practise_is_at_its_table(visitor: Callable[..., Visitor]) -> None:
    ann = visitor()
    ann.go("/practice")
    ann.page.get_by_role("link", name=re.compile("The Star, Pontoon$")).click()
    expect(ann.page.locator("[data-drill]")).to_be_visible()
    bob = visitor()
    bob.go("/practice/star-pontoon")
    expect(bob.page.get_by_role("heading", name="Practise The Star, Pontoon")).to_be_visible()
    expect(bob.page.locator("[data-do=guest]")).to_have_text("Practise The Star, Pontoon as a guest")


@heavy
def test_a_guest_is_asked_before_all_is_lost(ann: Visitor) -> None:
    ann.go("/account")
    ann.page.get_by_role("button", name="Leave", exact=True).click()
    expect(ann.page.locator("dialog")).to_contain_text("you cannot get your money and rounds back")
    ann.do("stay")
    expect(ann.page.locator("header a.who")).to_be_visible()
    ann.page.get_by_role("button", name="Leave", exact=True).click()
    ann.do("leave-for-good")
    expect(ann.page.locator("[data-do=guest]")).to_be_visible()


@heavy
def test_money_at_a_table_is_counted_and_there_is_a_way_back_to_the_seat(ann: Visitor, table: Opens) -> None:
    at = table("star-pontoon")
    ann.sit(at, "1000")
    ann.do("decline-cut")
    expect(ann.page.locator("header .wallet")).to_contain_text("$1,000")
    ann.page.get_by_role("link", name="Tables").click()
    expect(ann.page.locator(f"a[data-table='{at}']")).to_have_text("Back to your seat ($1,000)")
    ann.do("back-to-seat")
    expect(ann.chips).to_have_text("$1,000")


@heavy
def test_a_full_table_offers_another(visitor: Callable[..., Visitor], floor: Running, table: Opens) -> None:
    at = table("star-pontoon")
    line = floor.guest()
    with line.socket(at) as socket:
        socket.done(at, "buy-in", amount="500")
        for box in range(1, 8):
            socket.done(at, "sit", box=box)
        ann = visitor()
        ann.come_in()
        card = ann.page.locator(".table", has=ann.page.locator(f"a[href='/table/{at}']"))
        expect(card).to_contain_text("all 7 boxes taken")
        expect(card.get_by_role("button", name="Take a seat at another table")).to_be_visible()
        expect(card.locator(f"button[data-table='{at}']")).to_have_count(0)
        ann.go(f"/table/{at}")
        expect(ann.page.locator("main")).to_contain_text("All boxes are taken.")


def test_staff_choose_a_password_first_and_are_offered_no_seat(visitor: Callable[..., Visitor], floor: Running) -> None:
    """No dead end, and no false word of a lost connection."""
    admin = floor.staff(Role.ADMINISTRATOR)
    made = admin.post("/api/people", {"name": "pat", "role": "supervisor"})
    assert made.status_code in (200, 201), made.text
    pat = visitor()
    pat.go()
    pat.page.get_by_role("button", name="I have an account").click()
    pat.page.get_by_label("Name").fill("pat")
    pat.page.get_by_label("Password").fill(made.json()["password"])
    pat.page.get_by_role("button", name="Log in").click()
    expect(pat.page.get_by_label("New password")).to_be_visible()
    pat.page.wait_for_timeout(600)
    expect(pat.page.get_by_text("Connection lost.")).to_have_count(0)
    pat.page.get_by_label("Current password").fill(made.json()["password"])
    pat.page.get_by_label("New password").fill(PASSWORD)
    pat.page.get_by_role("button", name="Change password").click()
    expect(pat.page.get_by_text("Your password is changed.")).to_be_visible()
    pat.page.get_by_role("link", name="Tables").click()
    expect(pat.page.get_by_role("link", name=re.compile("^Watch")).first).to_be_visible()
    expect(pat.page.locator("button[data-table]")).to_have_count(0)


@heavy
def test_rounds_lead_on_to_their_clauses_and_their_shoe(ann: Visitor, table: Opens, hands: Hands) -> None:
    at = table("star-pontoon")
    hands.set(at, "KS 9D 8H KC")
    ann.sit(at)
    ann.bet(25)
    ann.deal()
    ann.do("stand")
    ann.results.get_by_role("link", name="Step through this round").click()
    ann.page.get_by_role("button", name="Last").click()
    expect(ann.page.get_by_role("link", name=re.compile(r"^clause 17\.1"))).to_have_attribute(
        "href", re.compile(r"/rules/star-pontoon/17\.1")
    )
    expect(ann.page.get_by_role("link", name=re.compile("Check its shoe"))).to_have_attribute(
        "href", re.compile(f"/fairness/{at}-s1")
    )


@heavy
def test_only_rounds_that_can_be_seen_are_listed(visitor: Callable[..., Visitor], floor: Running, table: Opens) -> None:
    at = table("star-pontoon")
    with floor.guest().socket(at) as line:
        line.done(at, "buy-in", amount="200")
        line.done(at, "sit", box=4)
        line.play_round(at, 4)
    ann = visitor()
    ann.come_in()
    ann.go(f"/history/{at}")
    expect(ann.page.locator("main")).to_contain_text("You have not played a round at this table.")
    expect(ann.page.locator("main a[href*='/round/']")).to_have_count(0)
    bob = visitor()
    bob.go(f"/round/{at}-1")
    expect(bob.page.locator("main")).to_contain_text("Only the players of a round can see it.")


@heavy
@pytest.mark.parametrize("width", [360, 1440])
def test_a_hand_in_the_calculator_is_in_the_address_and_its_answer_in_view(
    visitor: Callable[..., Visitor], width: int
) -> None:
    ann = visitor(viewport={"width": width, "height": 740})
    ann.go("/odds/canberra-blackjack/hand")
    for card in ("9S", "7D", "TC"):
        ann.page.locator(f"[data-card='{card}']").click()
    answer = ann.page.locator("[data-values] [data-action]").first
    expect(answer).to_be_visible(timeout=90_000)
    expect(answer).to_be_in_viewport()
    bob = visitor()
    bob.page.goto(ann.page.url)
    expect(bob.page.locator("[data-values] [data-action]").first).to_be_visible(timeout=90_000)
    expect(bob.page.locator("[data-pile=dealer] [data-card]")).to_have_attribute("data-card", "TC")


@heavy
def test_a_comparison_keeps_to_the_decks_chosen_and_speaks_in_words(ann: Visitor) -> None:
    page = ann.go("/odds/star-pontoon/compare/6?to=star-pontoon-6to5")
    sides = page.locator(".sides .panel")
    expect(sides.first).to_contain_text("6 decks", timeout=240_000)  # two edges solved on a busy machine
    expect(page.locator("main")).not_to_contain_text(re.compile(r"seating\.|irregularities\."))


def test_20_15_a_copy_of_the_rules_or_whom_to_ask(ann: Visitor) -> None:
    """CP 17.11, SP 20.15, R55: this floor has no file; the register's summaries say that they are no copy."""
    ann.go("/rules")
    expect(ann.page.locator("main")).to_contain_text("These summaries are no copy of the rules.")
    ann.page.get_by_role("link", name="A copy of the rules").click()
    expect(ann.page.locator("[data-copy=star-pontoon]")).to_contain_text("Ask the Gaming Manager or a supervisor.")


def test_print_leaves_the_menus_out(ann: Visitor) -> None:
    ann.go("/rules")
    expect(ann.page.locator("main li a.number").first).to_be_visible()
    ann.page.emulate_media(media="print")
    expect(ann.page.locator("main li a.number").first).to_be_visible()
    for menu in ("header nav", "header .prefs", "main nav", "main form"):
        expect(ann.page.locator(menu).first).to_be_hidden()
