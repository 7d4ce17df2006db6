"""What players read and hear at the table page when staff rule on a round: their chips, the reason, the clause."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from boxseat.people.roles import Role
from tests.server.server_thread import Running
from tests.web.set_cards import Hands
from tests.web.visitor import Visitor

Opens = Callable[..., str]


def _ruled(floor: Running, at: str, role: Role, **command: object) -> None:
    boss = floor.staff(role)
    version = boss.get(f"/api/tables/{at}").json()["version"]
    told = boss.post(f"/api/tables/{at}/commands", {"id": f"ruling-{at}", "version": version, "command": command})
    assert told.status_code == 200, told.json()


def test_a_void_round_is_told_with_what_came_back_the_reason_and_the_clause(
    ann: Visitor, floor: Running, table: Opens, hands: Hands
) -> None:
    at = table("canberra-pontoon")
    hands.set(at, "8S 9D 8H KC")
    ann.sit(at)
    ann.bet(25)
    ann.deal()
    expect(ann.button("stand")).to_be_enabled()
    _ruled(floor, at, Role.SUPERVISOR, do="void-round", reason="a card fell")
    told = ann.page.locator(".said")
    expect(told).to_contain_text(f"{ann.name} has $25 returned (clause 15.5).")
    expect(told).to_contain_text("Reason: a card fell (clause 15.4, 15.5).")
    expect(ann.page.locator("[data-chips]")).to_have_text("$200")
    heard = "\n".join(ann.heard())
    assert re.search(r"The round is void\..*Reason: a card fell", heard, re.DOTALL)


def test_void_wagers_are_told_to_their_player(ann: Visitor, floor: Running, table: Opens, hands: Hands) -> None:
    at = table("star-pontoon")
    hands.set(at, "8S 6D 8H KC 9D")
    ann.sit(at)
    ann.bet(25)
    ann.deal()
    expect(ann.button("stand")).to_be_enabled()
    ruling = {"do": "void-wagers", "player": ann.name, "because": "device", "reason": "a telephone"}
    _ruled(floor, at, Role.GAMING_MANAGER, **ruling)
    told = ann.page.locator(".said")
    expect(told).to_contain_text("wager of $25 returned: the wager is void (clause 20.4.1).")
    expect(told).to_contain_text("Reason: a telephone (clause 20.4.1).")
    expect(ann.page.locator("[data-chips]")).to_have_text("$200")
