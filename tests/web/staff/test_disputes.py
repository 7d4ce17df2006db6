"""A dispute from the player's button to the inspector's decision, and the desks of those who read and decide."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from boxseat.people.roles import Role
from tests.server.server_thread import Running
from tests.web.staff.test_pit_page import PHONE, WIDE, FloorPages
from tests.web.visitor import Visitor


def test_a_dispute_from_the_players_button_to_the_inspectors_decision(
    visitor: Callable[..., Visitor], table: Callable[..., str], floor: Running
) -> None:
    """SP 20.13, 20.14: a supervisor, another one on request, and an inspector after any decision."""
    name = table("star-pontoon")
    ann = visitor(**PHONE)
    ann.come_in()
    ann.go(f"/table/{name}")
    ann.do("dispute")
    ann.page.locator("dialog [data-field=about]").fill("My 21 was not paid; it should have been.")
    ann.do("send-dispute")
    expect(ann.page.locator("[data-sent]")).to_be_visible()
    number = ann.page.locator("[data-sent]").get_attribute("data-sent")
    sue = FloorPages(visitor(**PHONE), floor, Role.SUPERVISOR)
    sign = sue.tile(name).locator("[data-sign='rule-on-dispute']")
    expect(sign).to_contain_text(
        f"Dispute {number} of {ann.name}" if ann.page.locator("header .who .name").is_visible() else f"Dispute {number}"
    )
    sign.click()  # the warning on the tile opens the act that clears it, filled in
    expect(sue.page.locator("[data-field=dispute]")).to_have_value(str(number))
    sue.fill(text="The cards say 20.")
    sue.give()
    sue.done()
    expect(sign).to_have_count(0)
    ann.page.keyboard.press("Escape")
    ann.go("/account")
    card = ann.page.locator(f"[data-dispute='{number}']")
    expect(card).to_contain_text("The cards say 20.")
    expect(card).to_contain_text("You may go to an inspector after any decision (clause 20.14)")
    ann.page.locator(f"[data-ask-review='{number}']").click()
    expect(card).to_have_attribute("data-state", "review-asked")
    sam = FloorPages(visitor(**WIDE), floor, Role.SUPERVISOR)
    sam.page.locator("[data-desk=disputes]").click()
    sam.page.locator(f"[data-dispute='{number}'] [data-act-for='review-dispute']").click()
    sam.fill(text="It is as the first decision says.")
    sam.give()
    sam.done()
    expect(card).to_have_attribute("data-state", "reviewed")
    assert ann.axe() == []
    ann.page.locator(f"[data-complain='{number}']").click()
    expect(card).to_have_attribute("data-state", "with-inspector")
    ivy = FloorPages(visitor(**WIDE), floor, Role.INSPECTOR)
    ivy.page.locator("[data-desk=disputes]").click()
    ivy.page.locator(f"[data-dispute='{number}'] [data-act-for='review-dispute']").click()
    ivy.page.locator("[data-field=upheld]").check()
    ivy.fill(text="The recording shows 21.")
    ivy.give()
    ivy.done()
    expect(card).to_contain_text("Inspector: the player is right.")
    assert ivy.visitor.axe() == []


def test_an_inspector_reads_everything_and_changes_nothing_else(
    visitor: Callable[..., Visitor], floor: Running, table: Callable[..., str]
) -> None:
    name = table("canberra-pontoon")
    sue = FloorPages(visitor(**WIDE), floor, Role.SUPERVISOR)
    sue.begin(name, "close")
    sue.give()
    sue.done()
    ivy = FloorPages(visitor(**WIDE), floor, Role.INSPECTOR)
    notice = ivy.page.locator("[data-notice]", has_text="16.2").first
    expect(notice).to_be_visible()  # CP 16.2: the inspector is told of a closing
    notice.locator("[data-acknowledge]").click()
    expect(notice).to_contain_text(f"seen by {ivy.name}")
    for desk in ("disputes", "payments", "persons", "chips", "events", "log", "people"):
        ivy.page.locator(f"[data-desk={desk}]").click()
        expect(ivy.page.locator("main h1")).to_be_visible()
        expect(ivy.page.locator("main")).not_to_contain_text("One moment")
        assert ivy.visitor.axe() == [], desk
        offered = ivy.page.locator("[data-act-for]").evaluate_all("all => all.map(one => one.dataset.actFor)")
        assert set(offered) <= {"review-dispute", "request-footage"}, offered
    ivy.page.locator("[data-desk=events]").click()
    ivy.page.locator("[data-field=table]").select_option(name)
    ivy.page.locator("[data-do=find-rounds]").click()
    expect(ivy.page.locator("main")).to_contain_text("Nothing was found.")
    ivy.page.locator("[data-desk=log]").click()
    ivy.page.locator("[data-field=who]").fill(sue.name)
    ivy.page.locator("[data-do=find-log]").click()
    expect(ivy.page.locator("[data-entry]", has_text=name).first).to_contain_text("closing")


def test_a_wrong_payment_is_recorded_put_right_and_reported(
    visitor: Callable[..., Visitor], floor: Running, table: Callable[..., str]
) -> None:
    """SP 18.18-18.20: recorded from the tile, cleared from its warning, and in the month's report as a file."""
    name = table("star-pontoon")
    sue = FloorPages(visitor(**PHONE), floor, Role.SUPERVISOR)
    guest = floor.guest()
    sue.begin(name, "payment-error")
    expect(sue.page.locator("form[data-act] .clause")).to_contain_text("18.18")
    sue.fill(kind="over", amount="1200", intentional="no", player=guest.name)
    sue.give()
    sue.done()
    sign = sue.tile(name).locator("[data-sign='rectify-payment']")
    expect(sign).to_contain_text("of $1,200 is not put right")
    sign.click()
    sue.fill(how="contacted")
    sue.give()
    sue.done()
    expect(sign).to_have_count(0)
    sue.page.locator("[data-desk=payments]").click()
    with sue.page.expect_download() as download:
        sue.page.locator("[data-report]").first.click()
    text = download.value.path().read_text("utf-8")
    assert "1200.00" in text
    assert name in text
    assert sue.visitor.axe() == []
