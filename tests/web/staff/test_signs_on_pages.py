"""Signs as they come and go: put up on the pit page, and shown at the players' table with their times."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from boxseat.people.roles import Role
from tests.server.server_thread import Running
from tests.web.staff.test_pit_page import PHONE, FloorPages
from tests.web.visitor import Visitor


def test_a_coming_minimum_and_the_closing_time_are_on_the_tile_and_at_the_table(
    visitor: Callable[..., Visitor], table: Callable[..., str], floor: Running
) -> None:
    """SP 7.5, 20.9: twenty minutes away or more, with the time; what is too soon is refused by its clause."""
    name = table("star-pontoon")
    ann = visitor(**PHONE)
    ann.come_in()
    ann.go(f"/table/{name}")
    sue = FloorPages(visitor(**PHONE), floor, Role.SUPERVISOR)
    sue.begin(name, "raise-minimum")
    expect(sue.page.locator("form[data-act] .clause")).to_have_text("clause 7.5")
    sue.fill(min="25")
    sue.page.locator("[data-field=from]").fill("2020-01-01T12:00")
    sue.give()
    expect(sue.refused()).to_contain_text("clause 7.5")
    sue.page.locator("[data-soon='30']").click()
    sue.give()
    sue.done()
    expect(sue.tile(name)).to_contain_text("Minimum $25 in")
    line = ann.page.locator("[data-sign-line^=coming]")
    expect(line).to_contain_text("the minimum is $25")
    sue.begin(name, "announce-closure")
    sue.page.locator("[data-soon='45']").click()
    sue.give()
    sue.done()
    expect(sue.tile(name)).to_contain_text("Closes in")
    expect(ann.page.locator("[data-sign-line=closing]")).to_contain_text("This table closes at")
    assert ann.axe() == []
    assert sue.visitor.axe() == []
