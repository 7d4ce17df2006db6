"""The pages for those who run the floor: a supervisor's day on a phone, every act with its clause, and what each role sees."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from boxseat.people.roles import Role
from tests.server.server_thread import PASSWORD, Running
from tests.web.visitor import Visitor

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
WIDE = {"viewport": {"width": 1440, "height": 900}}


class FloorPages:
    """A member of staff at the pages of the floor."""

    def __init__(self, visitor: Visitor, floor: Running, role: Role) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.name = floor.staff(role).name
        answer = visitor.context.request.post(f"{floor.url}/api/login", data={"name": self.name, "password": PASSWORD})
        assert answer.ok, answer.text()
        visitor.go("/floor")

    def tile(self, table: str) -> Locator:
        return self.page.locator(f"[data-tile='{table}']")

    def begin(self, table: str, act: str) -> None:
        """Open the form of an act at a table, in two clicks."""
        self.page.locator(f"[data-acts='{table}']").click()
        self.page.locator(f"[data-act-choice='{act}']").click()
        expect(self.page.locator(f"form[data-act='{act}']")).to_be_visible()

    def fill(self, **fields: str) -> None:
        for name, value in fields.items():
            field = self.page.locator(f"[data-field='{name}']").first
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            elif field.get_attribute("type") == "radio":
                self.page.locator(f"[data-field='{name}'][data-choice='{value}']").check()
            else:
                field.fill(value)

    def give(self) -> None:
        self.page.locator("[data-do=act]").click()

    def done(self) -> None:
        expect(self.page.locator("dialog")).to_have_count(0)

    def refused(self) -> Locator:
        return self.page.locator("dialog .refusal")


@pytest.fixture
def pages(visitor: Callable[..., Visitor], floor: Running) -> Callable[..., FloorPages]:
    return lambda role=Role.SUPERVISOR, **how: FloorPages(visitor(**(how or WIDE)), floor, role)


def _no_sideways_scroll(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"


def test_a_supervisors_day_on_a_phone(
    pages: Callable[..., FloorPages], table: Callable[..., str], floor: Running
) -> None:
    """A marker, a reserved box, a void round and the closing, each in two taps with its clause."""
    name = table("canberra-blackjack")
    at = pages(**PHONE)
    expect(at.tile(name).locator("[data-status]")).to_have_text("open")
    _no_sideways_scroll(at.page)
    at.begin(name, "mark-box")
    expect(at.page.locator("form[data-act] .clause")).to_have_text("clause 3.2")
    at.fill(box="3", maximum="1000")
    at.give()
    at.done()
    sign = at.tile(name).locator("[data-sign='mark-box']")
    expect(sign).to_contain_text("Box 3 takes $1,000 at the most")
    sign.click()  # it opens the act that clears it, filled in
    expect(at.page.locator("[data-field=box]")).to_have_value("3")
    at.give()
    at.done()
    expect(sign).to_have_count(0)
    guest = floor.guest()
    with guest.socket(name) as line:
        line.done(name, "buy-in", amount="300")
        line.done(name, "sit", box=4)
        line.done(name, "wager", box=4, stake="50")
        line.done(name, "ready")
        while line.tables[name]["table"]["cut"] is not None:
            line.done(name, "decline-cut")
    expect(at.tile(name)).to_contain_text("round 1")
    expect(at.tile(name)).to_contain_text(guest.name)
    at.begin(name, "void-round")
    at.give()
    expect(at.page.locator("dialog .wrong")).to_have_text("Please fill this in.")
    at.fill(reason="a card fell to the floor")
    at.give()
    at.done()
    expect(at.page.locator("[data-told]")).to_contain_text("Declare the round void: done")
    at.begin(name, "close")
    at.give()
    at.done()
    expect(at.tile(name).locator("[data-status]")).to_have_text("closed")
    at.tile(name).locator("[data-sign=open]").click()
    at.give()
    at.done()
    expect(at.tile(name).locator("[data-status]")).to_have_text("open")


def test_opening_and_closing_are_checklists(pages: Callable[..., FloorPages], table: Callable[..., str]) -> None:
    name = table("canberra-pontoon")
    at = pages()
    at.page.locator(f"[data-acts='{name}']").click()
    closing = at.page.locator("[data-checklist=closing]")
    closing.locator("summary").click()
    expect(closing.locator("li")).to_have_count(6)
    expect(closing.locator("li").last.locator("[data-step='shift-note']")).to_be_visible()
    expect(closing).to_contain_text("Count the drop (somebody else does this)")
    closing.locator("[data-step='count-float']").click()
    expect(at.page.locator("[data-field=when][data-choice=closing]")).to_be_checked()
    at.page.locator("[data-chip='25']").fill("four")
    at.give()
    expect(at.page.locator("dialog .wrong")).to_be_visible()
    at.page.locator("[data-chip='25']").fill("4")
    at.give()
    expect(at.page.locator("[data-told], dialog .refusal").first).to_be_visible()


def test_what_may_not_be_done_says_why_with_its_clause(
    pages: Callable[..., FloorPages], table: Callable[..., str]
) -> None:
    name = table("star-pontoon")
    at = pages()
    at.begin(name, "missing-card")
    at.fill(reason="one card short")
    at.give()
    expect(at.refused()).to_contain_text("No round is being played (clause 18.16.2)")
    at.page.locator("[data-do=all-acts]").click()
    at.page.locator("[data-find]").fill("invalid")
    at.page.keyboard.press("Escape")


def test_acts_are_found_by_keyboard_alone(pages: Callable[..., FloorPages], table: Callable[..., str]) -> None:
    name = table("star-pontoon")
    at = pages()
    page, keys = at.page, at.page.keyboard
    expect(at.tile(name)).to_be_visible()
    number = page.locator("[data-tile]").evaluate_all("tiles => tiles.map(tile => tile.dataset.tile)").index(name) + 1
    if number <= 9:
        keys.press(str(number))
    else:  # the first nine tables have keys of their own
        page.locator(f"[data-acts='{name}']").focus()
        keys.press("Enter")
    expect(page.locator("[data-find]")).to_be_focused()
    keys.type("reserve")
    keys.press("Enter")
    expect(page.locator("form[data-act=reserve]")).to_be_visible()
    expect(page.locator("[data-field=box]")).to_be_focused()
    keys.type("5")
    keys.press("Tab")
    keys.type("ann")
    keys.press("Enter")
    at.done()
    expect(at.tile(name)).to_contain_text("Box 5 is reserved for ann")


@pytest.mark.parametrize("role", [Role.SUPERVISOR, Role.GAMING_MANAGER, Role.INSPECTOR, Role.ADMINISTRATOR], ids=str)
def test_each_role_has_its_own_acts(pages: Callable[..., FloorPages], table: Callable[..., str], role: Role) -> None:
    """CP 17.7: what a role may not do is not offered; the server decides that."""
    name = table("star-pontoon")
    at = pages(role)
    if role is Role.ADMINISTRATOR:
        expect(at.page.locator("[data-do=open-staff]")).to_be_visible()
        return
    at.visitor.go("/floor/pit")
    expect(at.tile(name)).to_be_visible()
    acts = at.page.locator(f"[data-acts='{name}']")
    acts.click()
    if role is Role.INSPECTOR:
        expect(at.page.locator("[data-act-choice]")).to_have_count(1)
        expect(at.page.locator("[data-act-choice='request-footage']")).to_be_visible()
        return
    expect(at.page.locator("[data-act-choice='void-round']")).to_be_visible()
    expect(at.page.locator("[data-act-choice='restrict']")).to_have_count(int(role is Role.GAMING_MANAGER))


def test_an_administrator_opens_an_account(pages: Callable[..., FloorPages]) -> None:
    at = pages(Role.ADMINISTRATOR)
    at.page.locator("[data-field=name]").fill("newsupervisor")
    at.page.locator("[data-do=open-staff]").click()
    expect(at.page.locator("[data-password]")).to_have_text(re.compile(r"\S{8,}"))
    at.page.keyboard.press("Escape")
    expect(at.page.locator("[data-person='newsupervisor']")).to_contain_text("supervisor")


def test_players_are_not_let_in(ann: Visitor) -> None:
    ann.go("/floor")
    expect(ann.page.locator("main [role=alert]")).to_have_text("These pages are for those who run the floor.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("how", [PHONE, WIDE], ids=["phone", "wide"])
def test_axe_finds_nothing(
    pages: Callable[..., FloorPages], table: Callable[..., str], scheme: str, how: dict[str, Any]
) -> None:
    name = table("star-pontoon")
    at = pages(Role.GAMING_MANAGER, color_scheme=scheme, **how)
    expect(at.tile(name)).to_be_visible()
    _no_sideways_scroll(at.page)
    assert at.visitor.axe() == []
    at.page.locator(f"[data-acts='{name}']").click()
    assert at.visitor.axe() == []
    at.page.locator("[data-act-choice=malfunction]").click()
    assert at.visitor.axe() == []
