"""The table as it lies: a supervisor keys one round of any table, and gets the ruling, the reconstruction and what to pay."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from boxseat.people.roles import Role
from boxseat.play.replay import replay
from tests.server.server_thread import Caller, Running
from tests.tiers import cases
from tests.web.visitor import Visitor

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 1024, "height": 768}}
WIDE = {"viewport": {"width": 1440, "height": 900}}
TARGET_PX = 48
SMALL = """() => [...document.querySelectorAll('.page button, .page input, .page summary')].filter((one) => one.checkVisibility())
  .map((one) => [one.getBoundingClientRect(), one])
  .filter(([at, one]) => at.height < %d - 0.5 && one.type !== 'radio' && one.type !== 'checkbox')
  .map(([at, one]) => `${Math.round(at.width)}x${Math.round(at.height)} ${one.outerHTML.slice(0, 120)}`)"""
"""Targets on the page that are too low for a thumb."""


@pytest.fixture
def supervisor(floor: Running) -> Caller:
    """A supervisor of this test only, as what is keyed is kept by name."""
    return floor.staff(Role.SUPERVISOR)


@pytest.fixture
def comes(visitor: Callable[..., Visitor], supervisor: Caller) -> Callable[..., Visitor]:
    """Opens the page for the supervisor."""

    def opened(**how: Any) -> Visitor:
        one = visitor(**how)
        one.context.add_cookies([{"name": "boxseat", "value": supervisor.token, "url": one.url}])
        one.go("/ruling")
        expect(one.page.locator("[data-game=star-pontoon]")).to_be_visible()
        return one

    return opened


class Keyed:
    """A round being keyed with the pointer."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def begin(self, game: str, *boxes: int, amount: int = 25) -> None:
        self.page.locator(f"[data-game={game}]").check()
        self.page.locator(f"[data-amount='{amount}']").click()
        for box in boxes:
            self.page.locator(f"[data-lay='{box}']").click()
        self.do("key-cards")

    def do(self, what: str) -> None:
        self.page.locator(f"[data-do={what}]").click()

    def cards(self, cards: str) -> None:
        for card in cards.split():
            self.page.locator(f".keys [data-rank='{card[0]}']").click()
            self.page.locator(f".keys [data-suit='{card[1]}']").click()

    def signal(self, what: str) -> None:
        self.page.locator(f"[data-signal={what}]").click()

    def is_due(self, place: str) -> None:
        expect(self.page.locator("[data-status]")).to_have_text(f"Next card: {place}")

    def see(self, view: str) -> None:
        self.page.locator(f"[data-view={view}]").click()

    def cards_at(self, place: str) -> list[str]:
        found: list[str] = self.page.locator(f".left [data-place='{place}'] [data-card]").evaluate_all(
            "all => all.map((one) => one.dataset.card)"
        )
        return found


def _misplaced(page: Page) -> Keyed:
    """Two boxes at The Star; box 1 draws, and the card lands on box 2."""
    keyed = Keyed(page)
    keyed.begin("star-pontoon", 1, 2)
    keyed.cards("KS 9S 7D 5H 8H")
    keyed.signal("hit")
    keyed.is_due("Box 1")
    page.locator(".left [data-place='2.1']").click()
    expect(page.locator("[data-status]")).to_contain_text("key the card that lies on Box 2")
    keyed.cards("4C")
    expect(page.locator("[data-view=ruling] .count, [data-ruling] .clause")).not_to_have_count(0)
    return keyed


def test_a_misplaced_card_is_found_shown_reconstructed_and_paid_on_a_phone(comes: Callable[..., Visitor]) -> None:
    one = comes(**PHONE)
    page = one.page
    keyed = _misplaced(page)
    expect(page.locator("[data-do=see-ruling]")).to_contain_text("18.8")
    assert keyed.cards_at("2.1") == ["9S", "8H", "4C"]
    keyed.do("see-ruling")
    expect(page.locator("[data-ruling] .clause")).to_contain_text("18.8")
    expect(page.locator("[data-ruling]")).to_contain_text("4♣ was dealt to box 2, where it was not due.")
    expect(page.locator("[data-rebuilt=trial] [data-move]")).to_have_text("4♣: Box 2 → Box 1")
    expect(page.locator("[data-arrow]")).to_have_count(1)
    expect(page.locator("[data-side=before].moves")).to_have_attribute("data-at", "2.1")
    expect(page.locator("[data-side=after].moves")).to_have_attribute("data-at", "1.1")
    expect(page.locator("[data-stands='0']")).to_contain_text("Box 1: Hit")
    keyed.see("pay")
    expect(page.locator(".pay")).to_contain_text("No payment before the ruling")
    keyed.see("ruling")
    keyed.do("reconstruct")
    expect(page.locator("[data-rebuilt=done]")).to_be_visible()
    keyed.do("go-on")
    assert keyed.cards_at("1.1") == ["KS", "5H", "4C"]
    keyed.signal("stand")
    expect(page.locator("[data-status]")).to_contain_text("Box 2")
    keyed.signal("stand")
    keyed.is_due("Dealer")
    keyed.cards("KD")
    keyed.do("see-pay")
    expect(page.locator("[data-pay-box='1'] [data-paid]")).to_have_text("$25")
    expect(page.locator("[data-pay-box='1'] .count")).to_contain_text("$25")
    expect(page.locator("[data-pay-box='2']")).to_contain_text("wager goes back")
    expect(page.locator(".lines li").first).to_contain_text("Box 1")


def test_a_thumb_reaches_everything_and_nothing_is_wider_than_the_phone(comes: Callable[..., Visitor]) -> None:
    one = comes(**PHONE)
    page = one.page

    def fits() -> None:
        assert page.evaluate(SMALL % TARGET_PX) == []
        assert page.evaluate("document.documentElement.scrollWidth") == 360

    fits()
    keyed = _misplaced(page)
    fits()
    for view in ("ruling", "pay", "report"):
        keyed.see(view)
        fits()
    keyed.see("table")
    keyed.do("wrong")
    expect(page.locator("dialog")).to_be_visible()
    fits()


def test_the_keys_stay_on_the_screen_with_seven_boxes(comes: Callable[..., Visitor]) -> None:
    one = comes(**PHONE)
    keyed = Keyed(one.page)
    keyed.begin("canberra-blackjack", *range(1, 8))
    keyed.is_due("Box 1")
    bottom = "document.querySelector('.keys').getBoundingClientRect().bottom"
    assert one.page.evaluate(bottom) <= 741
    keyed.cards("9S 9H 9D 9C 8S 8H")
    keyed.is_due("Box 7")
    lit = one.page.locator(".left [data-place='7.1']").bounding_box()
    keys = one.page.locator(".keys").bounding_box()
    assert lit is not None
    assert keys is not None
    assert lit["y"] + lit["height"] <= keys["y"]


def test_a_reload_loses_nothing_and_undo_goes_back(comes: Callable[..., Visitor]) -> None:
    one = comes(**TABLET)
    page = one.page
    keyed = _misplaced(page)
    page.reload()
    expect(page.locator("[data-ruling] .clause")).to_contain_text("18.8")
    assert keyed.cards_at("2.1") == ["9S", "8H", "4C"]
    keyed.do("undo")
    expect(page.locator(".left [data-place='2.1'] [data-card]")).to_have_count(2)
    keyed.is_due("Box 1")
    keyed.do("undo")
    expect(page.locator("[data-signal=hit]")).to_be_visible()
    keyed.do("new-round")
    keyed.do("begin-another")
    expect(page.locator("[data-lay='1']")).to_contain_text("no wager")
    page.reload()
    expect(page.locator("[data-lay='1']")).to_contain_text("no wager")


def test_what_is_keyed_without_a_connection_is_kept_and_sent_later(comes: Callable[..., Visitor]) -> None:
    one = comes(**PHONE)
    one.expected += ["ERR_INTERNET_DISCONNECTED", "WebSocket", "ERR_NETWORK"]
    page = one.page
    keyed = Keyed(page)
    keyed.begin("star-pontoon", 1)
    keyed.is_due("Box 1")
    one.context.set_offline(True)
    keyed.cards("9S 7D")
    expect(page.locator(".keys [role=alert]")).to_contain_text("does not answer")
    one.context.set_offline(False)
    expect(page.locator(".left [data-place='dealer'] [data-card='7D']")).to_be_visible()
    expect(page.locator(".keys [role=alert]")).to_have_count(0)
    keyed.is_due("Box 1")


def test_undo_leaves_the_wagers_as_they_are(comes: Callable[..., Visitor]) -> None:
    one = comes(**TABLET)
    page = one.page
    keyed = Keyed(page)
    keyed.begin("star-pontoon", 1)
    keyed.cards("9S")
    keyed.is_due("Dealer")
    keyed.do("set-up")
    page.locator("[data-lay='4']").click()
    keyed.do("key-cards")
    keyed.is_due("Box 4")
    keyed.do("undo")
    keyed.is_due("Box 1")
    expect(page.locator("[data-do=undo]")).to_be_disabled()
    expect(page.locator(".left [data-box='4'] .who")).to_contain_text("$25")


def test_a_document_that_cannot_be_says_why_and_is_undone(comes: Callable[..., Visitor]) -> None:
    """The same card nine times: the sentence names the field, and nothing is lost."""
    one = comes(**TABLET)
    one.expected.append("400")
    page = one.page
    keyed = Keyed(page)
    keyed.begin("star-pontoon", *range(1, 6))
    keyed.cards("9S 9S 9S 9S 9S 9S 9S 9S")
    expect(page.locator(".left [data-card='9S']")).to_have_count(8)
    keyed.cards("9S")
    expect(page.locator(".keys [role=alert]")).to_contain_text("9S is listed 9 times")
    keyed.do("undo")
    expect(page.locator(".keys [role=alert]")).to_have_count(0)
    expect(page.locator(".left [data-card='9S']")).to_have_count(8)


def test_a_card_that_nobody_is_due_is_asked_about(comes: Callable[..., Visitor]) -> None:
    one = comes(**PHONE)
    page = one.page
    keyed = Keyed(page)
    keyed.begin("star-pontoon", 1, 2)
    keyed.cards("9S 9H 7D 2H 8S 4C")
    pending = page.locator("[data-pending='4C']")
    expect(pending).to_contain_text("4♣ has left the shoe, and no card is due")
    pending.locator("[data-was=slip]").click()
    expect(pending).to_have_count(0)
    keyed.cards("4C")
    pending.locator("[data-was=hit]").click()
    expect(page.locator(".left [data-place='1.1'] [data-card]")).to_have_count(3)
    keyed.cards("KH")
    page.locator("[data-pending='KH'] [data-was='draw-in-error']").click()
    expect(page.locator("[data-view=ruling] .count")).to_have_text("1")
    keyed.see("ruling")
    expect(page.locator("[data-ruling] .clause")).to_contain_text("18.2")


def test_what_went_wrong_is_recorded_with_its_clause_and_what_is_not_possible_says_why(
    comes: Callable[..., Visitor],
) -> None:
    one = comes(**TABLET)
    page = one.page
    keyed = Keyed(page)
    keyed.begin("star-pontoon", 1, 2)
    keyed.cards("9S 9H 7D")
    keyed.is_due("Box 1")
    keyed.do("wrong")
    page.locator("dialog details summary").click()
    expect(page.locator("[data-not='insurance-missed']")).to_contain_text("not an ace (clause 9.1)")
    page.locator("[data-step='burn']").click()
    expect(page.locator("[data-status]")).to_have_text("Card found face up: key the card")
    keyed.cards("3C")
    expect(page.locator("[data-ruling] .clause")).to_contain_text("18.1")
    keyed.is_due("Box 1")
    keyed.do("wrong")
    page.locator("[data-step='void-wagers/device']").click()
    page.locator("dialog select").select_option("player 2")
    keyed.do("record-step")
    expect(page.locator("[data-ruling] .clause")).to_contain_text("20.4.1")
    keyed.see("pay")
    expect(page.locator("[data-pay-box='2']")).to_contain_text("wager goes back")


def test_a_card_keyed_wrongly_is_corrected_where_it_was_keyed(comes: Callable[..., Visitor]) -> None:
    one = comes(**WIDE)
    page = one.page
    keyed = Keyed(page)
    keyed.begin("canberra-blackjack", 3)
    keyed.cards("9S 7D 8S")
    expect(page.locator("[data-signal=hit]")).to_be_visible()
    page.locator(".record summary").click()
    page.locator("[data-row='2']").click()
    page.locator("dialog [data-rank='2']").click()
    page.locator("dialog [data-suit='C']").click()
    expect(page.locator(".left [data-place='3.1'] .total")).to_contain_text("11")
    page.locator("[data-row='0']").click()
    keyed.do("remove-entry")
    keyed.is_due("Box 3")
    assert keyed.cards_at("dealer") == ["2C"]


@pytest.fixture
def typist(comes: Callable[..., Visitor]) -> Iterator[Visitor]:
    """A supervisor without a pointer."""
    one = comes(**WIDE)
    one.page.evaluate(
        "window.pointers = 0; addEventListener('pointerdown', (event) => event.isTrusted && pointers++, true)"
    )
    yield one
    assert one.page.evaluate("window.pointers") == 0


def test_a_round_is_keyed_by_the_keyboard_alone(typist: Visitor) -> None:
    page = typist.page

    def reach(wanted: str, *keys: str) -> None:
        for _ in range(160):
            if page.evaluate("(wanted) => !!document.activeElement?.closest(wanted)", wanted):
                break
            page.keyboard.press("Tab")
        expect(page.locator(wanted).first).to_be_focused()
        for key in keys:
            page.keyboard.press(key)

    reach("[data-game]")
    while not page.evaluate("document.activeElement.matches('[data-game=star-pontoon]')"):
        page.keyboard.press("ArrowDown")
    expect(page.locator("[data-game=star-pontoon]")).to_be_checked()
    reach("[data-lay='1']", "Enter")
    expect(page.locator("[data-lay='1']")).to_contain_text("$25")
    reach("[data-lay='2']", "Enter")
    reach("[data-do=key-cards]", "Enter")
    keyed = Keyed(page)
    keyed.is_due("Box 1")
    for card in ("ks", "9s", "7d", "5h", "8h"):
        page.keyboard.type(card)
        page.keyboard.press("Enter")  # as a scanner ends what it read
    expect(page.locator("[data-signal=hit]")).to_be_visible()
    page.keyboard.press("h")
    keyed.is_due("Box 1")
    page.keyboard.type("b2")
    expect(page.locator(".left [data-place='2.1']")).to_have_attribute("aria-pressed", "true")
    page.keyboard.type("4c")
    expect(page.locator("[data-ruling] .clause")).to_contain_text("18.8")
    page.wait_for_timeout(400)
    reach("[data-do=reconstruct]", "Enter")
    expect(page.locator("[data-rebuilt=done]")).to_be_visible()
    expect(page.locator("[data-signal=stand]")).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator("[data-status]")).to_contain_text("Box 2")
    page.keyboard.press("s")
    keyed.is_due("Dealer")
    page.keyboard.type("kd")
    expect(page.locator("[data-status]")).to_have_text("The round is over.")
    page.keyboard.press("Backspace")
    keyed.is_due("Dealer")
    page.keyboard.press("w")
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    heard = typist.heard()
    assert any("Nine of Spades, Box 2." in said for said in heard), heard
    assert any(said.startswith("! 4♣ was dealt to box 2") for said in heard), heard


def test_the_incident_report_is_printed_without_the_keys(comes: Callable[..., Visitor]) -> None:
    one = comes(**WIDE)
    page = one.page
    keyed = _misplaced(page)
    keyed.do("reconstruct")
    keyed.see("report")
    page.locator("[data-report=table]").fill("SP 12")
    page.locator("[data-report=dealer]").fill("Dot")
    page.locator("[data-report=text]").fill("The dealer looked away.")
    page.evaluate("window.printed = 0; window.print = () => { window.printed += 1; }; undefined")
    keyed.do("print")
    assert page.evaluate("window.printed") == 1
    page.emulate_media(media="print")
    for hidden in (".keys", ".left", ".views", ".fill", "body > div > header, header:has(> .mark)"):
        expect(page.locator(hidden).first).to_be_hidden()
    sheet = page.locator(".sheet")
    for said in ("SP 12", "Dot", "The dealer looked away.", "18.8", "Cards as they lay", "Cards as they should be"):
        expect(sheet).to_contain_text(said)
    expect(sheet).to_contain_text("4♣: Box 2 → Box 1")
    expect(sheet).to_contain_text("K♠ 9♠ 7♦ 5♥ 8♥ 4♣")
    expect(sheet.locator(".sign")).to_have_count(5)  # dealer, supervisor, gaming manager, and the two players concerned
    page.emulate_media(media="screen")
    with page.expect_download() as download:
        page.locator("a[download]").click()
    written = json.loads(download.value.path().read_text("utf-8"))
    stands = [{"box": box, "do": "stand"} for box in (1, 2)]
    written.update(cards=written["cards"] + " KD", decisions=written["decisions"] + stands)
    assert replay(written)["net"] == {"player 1": "25.00", "player 2": "0.00"}
    page.reload()
    keyed.see("report")
    expect(page.locator("[data-report=table]")).to_have_value("SP 12")


@pytest.mark.parametrize("scheme", cases(("dark", "light"), ("light",)))
@pytest.mark.parametrize("how", cases((PHONE, TABLET, WIDE), (PHONE,)), ids=lambda how: str(how["viewport"]["width"]))
def test_axe_finds_nothing(comes: Callable[..., Visitor], scheme: str, how: dict[str, Any]) -> None:
    one = comes(color_scheme=scheme, **how)
    page = one.page
    assert one.axe() == []
    keyed = _misplaced(page)
    assert one.axe() == []
    for view in ("ruling", "pay", "report"):
        keyed.see(view)
        assert one.axe() == []
    keyed.see("ruling")
    keyed.do("reconstruct")
    expect(page.locator("[data-rebuilt=done]")).to_be_visible()
    assert one.axe() == []
    if how is PHONE:
        keyed.see("table")
    expect(page.locator("[data-signal=hit]")).to_be_visible()
    keyed.cards("2C")
    expect(page.locator("[data-pending]")).to_be_visible()
    assert one.axe() == []
    page.locator("[data-was=slip]").click()
    keyed.do("wrong")
    page.locator("dialog details summary").click()
    assert one.axe() == []
    page.locator("[data-step='invalidate/fraud']").click()
    assert one.axe() == []


def test_an_amount_other_than_the_usual_one(comes: Callable[..., Visitor]) -> None:
    """Insurance for part of the half, a double for less; what the rules refuse is said, and not kept."""
    one = comes(**TABLET)
    page = one.page
    keyed = Keyed(page)
    keyed.begin("star-pontoon", 1)
    keyed.cards("5S AD 6H")
    expect(page.locator("[data-signal=insure]")).to_contain_text("$12.50")
    keyed.do("exact")
    keyed.signal("insure")
    page.locator("dialog input").fill("40")
    page.locator("dialog button.first").click()
    expect(page.locator("[data-refused='insurance/too-much']")).to_contain_text("at the most")
    keyed.do("exact")
    keyed.signal("insure")
    page.locator("dialog input").fill("10")
    page.locator("dialog button.first").click()
    expect(page.locator(".left [data-place='1.1']")).to_contain_text("insured $10")
    page.locator("[data-more=double]").click()
    page.locator("dialog input").fill("15")
    page.locator("dialog button.first").click()
    keyed.is_due("Box 1")
    expect(page.locator(".left [data-box='1'] .who")).to_contain_text("$40")


def test_it_is_for_staff(visitor: Callable[..., Visitor]) -> None:
    stranger = visitor()
    stranger.go("/ruling")
    expect(stranger.page.locator("main")).to_contain_text("Log in as a dealer")
    stranger.expected.append("403")
    stranger.page.locator("[data-do=guest]").click()
    expect(stranger.page.locator("main [role=alert]")).to_have_text("A player may not ask for a ruling.")
    expect(stranger.page.locator("nav a", has_text="Ruling")).to_have_count(0)
