"""The dealer's page of a hand-dealt table: rounds by keyboard and by touch, what went wrong, what to pay."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from boxseat.people.roles import Role
from tests.server.server_thread import PASSWORD, Running
from tests.web.test_by_keyboard import NO_POINTER
from tests.web.visitor import Visitor

TABLET = {"width": 1024, "height": 768}
AT_ONCE_MS = 100
"""From the second keystroke until a card lies on the felt."""
LATENCY = """() => {
  window.latencies = [];
  let struck = 0;
  addEventListener('keydown', (event) => { if (/^[shdc]$/i.test(event.key)) struck = performance.now(); }, true);
  const cards = () => document.querySelectorAll('.deal .laid').length;
  let before = cards();
  new MutationObserver(() => {
    const now = cards();
    if (now > before && struck) { window.latencies.push(performance.now() - struck); struck = 0; }
    before = now;
  }).observe(document.querySelector('.deal'), { subtree: true, childList: true });
}"""
ADVICE = re.compile(r"\b(best|should (hit|stand|double|split)|advice|recommend|expected value|chart)\b", re.IGNORECASE)


class DealersPage:
    """A member of staff at the dealer's page."""

    def __init__(self, visitor: Visitor, floor: Running, role: Role, at: str) -> None:
        self.visitor, self.page, self.at = visitor, visitor.page, at
        name = floor.staff(role).name
        answer = visitor.context.request.post(f"{floor.url}/api/login", data={"name": name, "password": PASSWORD})
        assert answer.ok, answer.text()
        visitor.go(f"/deal/{at}")
        expect(self.page.locator("[data-phase]")).to_be_visible()

    def phase(self, name: str) -> None:
        expect(self.page.locator(f"[data-phase={name}]")).to_be_visible()

    def pile(self, place: str) -> Locator:
        return self.page.locator(f".deal [data-place='{place}'] .laid:not(.ghost)")

    def type_cards(self, text: str) -> None:
        """Type cards, such as ``8s 9d``, each when the one before it is confirmed."""
        for card in text.split():
            before = self.page.locator(".deal .laid").count()
            self.page.keyboard.type(card)
            expect(self.page.locator(".deal .laid")).to_have_count(before + 1)
            expect(self.page.locator("[data-ghost]")).to_have_count(0)

    def tap_cards(self, text: str) -> None:
        """Tap cards on the keypad: the rank, then the suit."""
        for card in text.upper().split():
            before = self.page.locator(".deal .laid").count()
            self.page.locator(f"[data-rank='{card[0]}']").tap()
            self.page.locator(f"[data-suit='{card[1]}']").tap()
            expect(self.page.locator(".deal .laid")).to_have_count(before + 1)
            expect(self.page.locator("[data-ghost]")).to_have_count(0)

    def sign(self, *words: str) -> None:
        """Press the buttons of signals."""
        for word in words:
            self.page.locator(f"[data-signal='{word}']").first.click()
            expect(self.page.locator("[data-signal][aria-disabled=true]")).to_have_count(0)

    def paid(self, box: int, player: str) -> Locator:
        return self.page.locator(f"[data-pay='{box}'][data-player='{player}']")

    def lay(self, box: int, amount: int, player: str = "", spot: str = "") -> None:
        """Lay a wager with the keyboard; the box is chosen, and the field of the amount has the focus."""
        keys, field = self.page.keyboard, self.page.locator("[data-amount]")
        if player:
            keys.press("c")
            expect(self.page.locator("[data-player]")).to_be_focused()
            keys.type(player)
            field.focus()
        if spot:
            keys.press(spot)
        keys.type(str(amount))
        keys.press("Enter")
        expect(field).to_have_value("")
        expect(self.page.locator(f"[data-bet-box='{box}'] .unseen").first).to_contain_text(str(amount))


@pytest.fixture
def hand_table(table: Callable[..., str]) -> Callable[..., str]:
    """Opens a hand-dealt table without terminals."""
    return lambda game="canberra-pontoon": table(game, dealt="by-hand", terminals=False)


@pytest.fixture
def dealing(
    visitor: Callable[..., Visitor], floor: Running, hand_table: Callable[..., str]
) -> Callable[..., DealersPage]:
    """Opens the dealer's page on a tablet."""

    def opened(role: Role = Role.SUPERVISOR, game: str = "canberra-pontoon", **how: object) -> DealersPage:
        return DealersPage(visitor(viewport=TABLET, **how), floor, role, hand_table(game))

    return opened


def test_seven_boxes_by_keyboard_alone(dealing: Callable[..., DealersPage]) -> None:
    """Wagers, a co-bettor, a side bet, cards, signals and payments without a pointer."""
    at = dealing(Role.DEALER)
    page, keys = at.page, at.page.keyboard
    page.evaluate(NO_POINTER)
    keys.press("i")
    page.locator("dialog input").nth(1).focus()
    keys.type("200")
    keys.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)
    keys.press("1")
    expect(page.locator("[data-amount]")).to_be_focused()
    for box in range(1, 8):
        at.lay(box, 25)
        if box == 3:
            at.lay(3, 10, player="patron 8")
        if box == 5:
            at.lay(5, 5, spot="p")
        keys.press("Enter")
    keys.press("n")
    at.phase("deal")
    page.evaluate(LATENCY)
    at.type_cards("8s 9d 3h kc qs jd 2c 9h 8h 9c 8d ah qc kd kh")
    latencies: list[float] = page.evaluate("window.latencies")
    assert len(latencies) > 10
    # The machine may be busy: a quarter of the cards tells what the page takes.
    assert sorted(latencies)[len(latencies) // 4] < AT_ONCE_MS, latencies
    expect(at.paid(4, "patron 4")).to_contain_text("Pay $37.50")
    expect(at.paid(5, "patron 5")).to_contain_text("Pay $")
    keys.press("p")  # box 1 splits its eights
    at.type_cards("ks")
    keys.press("s")
    at.type_cards("kd")
    keys.press("s")
    expect(page.locator("[data-place='2.1'].asked")).to_be_visible()
    keys.press("s")
    expect(page.locator("[data-place='3.1'].asked")).to_be_visible()
    keys.press("d")
    expect(page.locator("[data-join]")).to_have_count(1)
    keys.press("y")
    expect(page.locator("[data-place='3.1'].lit")).to_be_visible()
    at.type_cards("9s")
    expect(page.locator("[data-place='3.1'].asked")).to_be_visible()
    keys.press("n")  # nobody takes the double back
    for box, signal in ((5, "s"), (6, "s"), (7, "h")):
        expect(page.locator(f"[data-place='{box}.1'].asked")).to_be_visible()
        keys.press(signal)
    expect(page.locator("[data-place='7.1'].lit")).to_be_visible()
    at.type_cards("9c 8c")
    at.phase("pay")
    expect(at.paid(3, "patron 3")).to_contain_text("Pay $50")
    expect(at.paid(3, "patron 8")).to_contain_text("Pay $20")
    assert page.evaluate("window.pointers") == 0
    assert not ADVICE.search(page.locator("main").inner_text())
    keys.press("t")
    at.phase("bets")
    keys.press("r")
    expect(page.locator("[data-bet-box='5']")).to_contain_text("PP $5")


def test_seven_boxes_by_touch(dealing: Callable[..., DealersPage]) -> None:
    """An amount and a tap for each box, two taps for a card, one for a signal."""
    at = dealing(has_touch=True)
    page = at.page
    page.locator("[data-brush='2500']").tap()
    for box in range(1, 8):
        page.locator(f"[data-bet-box='{box}']").tap()
        expect(page.locator(f"[data-bet-box='{box}'] .unseen").first).to_contain_text("$25")
    page.locator("[data-brush='500']").tap()
    page.locator("[data-spot=perfect_pairs]").tap()
    page.locator("[data-bet-box='2']").tap()
    expect(page.locator("[data-bet-box='2']")).to_contain_text("PP $5")
    page.locator("[data-do=no-more-bets]").tap()
    at.phase("deal")
    at.tap_cards("9s 9d 9h kc qs jd kh 9c 8h 8d 8c qh qc kd qd")
    small = page.evaluate(
        "[...document.querySelectorAll('.page button, .page a.button')].filter((one) => one.offsetHeight &&"
        " (one.offsetHeight < 44 || one.offsetWidth < 44)).map((one) => one.outerHTML.slice(0, 90))"
    )
    assert small == []
    for box in range(1, 8):
        expect(page.locator(f"[data-place='{box}.1'].asked")).to_be_visible()
        page.locator("[data-signal=stand]").tap()
    expect(page.locator("[data-place='dealer'].lit")).to_be_visible()
    at.tap_cards("8s")
    at.phase("pay")
    for box in (4, 5, 6, 7):
        expect(at.paid(box, f"patron {box}")).to_contain_text("Pay $25")
    page.locator("[data-do=take-bets]").tap()
    at.phase("bets")


def one_player(at: DealersPage) -> None:
    """A wager on box 3, and its first card."""
    at.page.keyboard.press("3")
    expect(at.page.locator("[data-amount]")).to_be_focused()
    at.lay(3, 20)
    at.page.keyboard.press("n")
    at.phase("deal")
    at.type_cards("qs")


def test_a_misplaced_card_is_shown_put_right_and_paid(dealing: Callable[..., DealersPage]) -> None:
    """CP 15.4: a red banner, the table as it lies and as it should be, an arrow, the account, the payment."""
    at = dealing()
    page, keys = at.page, at.page.keyboard
    one_player(at)
    keys.type("b3")
    expect(page.locator("[data-place='3.1'].wrong")).to_be_visible()
    at.type_cards("8d")
    banner = page.locator("[data-deviation=misplaced]")
    expect(banner).to_contain_text("15.4")
    expect(banner).to_contain_text("It was due on Dealer.")
    assert at.visitor.axe() == []
    banner.locator("[data-do=compare]").click()
    expect(page.locator("[data-rebuilt=trial] [data-arrow]")).to_have_count(1)
    expect(page.locator("[data-move='8D']")).to_contain_text("Dealer")
    assert at.visitor.axe() == []
    page.locator("[data-do=reconstruct]").click()
    expect(page.locator("[data-rebuilt=done]")).to_be_visible()
    expect(banner).to_have_count(0)
    page.locator("[data-do=rebuilt-done]").click()
    expect(at.pile("dealer")).to_have_count(1)
    at.type_cards("9h")
    at.sign("stand")
    at.type_cards("jd")
    at.phase("pay")
    expect(at.paid(3, "patron 3")).to_contain_text("Pay $20")


def test_a_dealer_calls_a_supervisor(dealing: Callable[..., DealersPage]) -> None:
    at = dealing(Role.DEALER)
    one_player(at)
    at.page.locator("[data-place='3.1']").click()
    at.type_cards("8d")
    at.page.locator("[data-do=compare]").click()
    expect(at.page.locator("[data-do=reconstruct]")).to_have_attribute("aria-disabled", "true")
    expect(at.page.get_by_text("A supervisor decides.")).to_be_visible()


def test_slips_are_undone_and_a_card_without_its_signal_is_asked_about(dealing: Callable[..., DealersPage]) -> None:
    at = dealing(Role.DEALER)
    page, keys = at.page, at.page.keyboard
    one_player(at)
    keys.press("Backspace")
    expect(page.locator(".deal .laid")).to_have_count(0)
    at.type_cards("2s 8d 4h")
    page.keyboard.type("7h")
    expect(page.locator("[data-pending='7H']")).to_be_visible()
    keys.press("h")
    expect(at.pile("3.1")).to_have_count(3)
    page.keyboard.type("7h")
    page.locator("[data-was=slip]").click()
    expect(page.locator("[data-pending]")).to_have_count(0)
    expect(at.pile("3.1")).to_have_count(3)


def test_a_refusal_is_told_and_changes_nothing(dealing: Callable[..., DealersPage]) -> None:
    """SP 20.1: at The Star nobody is without a name."""
    at = dealing(game="star-pontoon")
    at.page.keyboard.press("2")
    expect(at.page.locator("[data-amount]")).to_be_focused()
    at.page.keyboard.type("25")
    at.page.keyboard.press("Enter")
    expect(at.page.locator(".refusal")).to_contain_text("Player Card")
    expect(at.page.locator("[data-bet-box='2'] .unseen")).to_contain_text("no wager")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_axe_finds_nothing(dealing: Callable[..., DealersPage], theme: str) -> None:
    at = dealing(color_scheme=theme)
    assert at.visitor.axe() == []
    one_player(at)
    at.type_cards("8d 9h")
    assert at.visitor.axe() == []
    at.page.keyboard.press("w")
    expect(at.page.locator("dialog")).to_be_visible()
    assert at.visitor.axe() == []
    at.page.keyboard.press("Escape")
    at.page.locator("[data-do=floor]").click()
    assert at.visitor.axe() == []


def test_players_are_sent_to_the_table(ann: Visitor, hand_table: Callable[..., str]) -> None:
    at = hand_table()
    ann.go(f"/deal/{at}")
    expect(ann.page).to_have_url(re.compile(f"/table/{at}$"))
    expect(ann.page.locator("[data-do=deal-here]")).to_have_count(0)


@pytest.mark.parametrize("width", [360, 768, 1024, 1440])
def test_nothing_is_cut_off(dealing: Callable[..., DealersPage], width: int) -> None:
    at = dealing()
    one_player(at)
    at.page.set_viewport_size({"width": width, "height": 768})
    wide = at.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


def test_chips_touched_late_are_put_right_and_the_wager_stands(dealing: Callable[..., DealersPage]) -> None:
    """CP 4.3: recorded from the menu, after the first card; the box shows the wager as it was."""
    at = dealing(Role.DEALER)
    page = at.page
    one_player(at)
    late = page.get_by_role("region", name="Chips touched after the first card")
    for way in ("added", "taken"):
        page.locator("[data-do=floor]").click()
        late.get_by_role("textbox").fill("15")
        assert at.visitor.axe() == []
        late.locator(f"[data-floor={way}]").click()
        expect(page.locator("dialog")).to_have_count(0)
    at.type_cards("8d 9h")
    at.sign("stand")
    at.type_cards("jd")
    at.phase("pay")
    expect(at.paid(3, "patron 3")).to_contain_text("Pay $20")


def test_a_card_keyed_wrongly_is_corrected_after_the_round(dealing: Callable[..., DealersPage]) -> None:
    """The supervisor says what lay, and why it is known; the round is settled again. A correction that cannot be says why."""
    at = dealing()
    page = at.page
    one_player(at)
    at.type_cards("8d 9h")
    at.sign("stand")
    at.type_cards("jd")
    expect(at.paid(3, "patron 3")).to_contain_text("Pay $20")
    page.locator("[data-do=correct]").click()
    page.locator("dialog select").select_option("1")
    page.locator("[data-lay]").fill("zz")
    page.locator("[data-reason]").fill("the camera shows a seven")
    page.locator("[data-do=correct-record]").click()
    expect(page.locator("dialog .refusal")).to_contain_text("is no card")
    assert at.visitor.axe() == []
    page.locator("[data-lay]").fill("7s")
    page.locator("[data-do=correct-record]").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(at.pile("3.1").first).to_contain_text("7")
    expect(at.paid(3, "patron 3")).to_contain_text("$20")
    expect(at.paid(3, "patron 3")).not_to_contain_text("Pay $20")


def test_a_dealer_does_not_correct_the_record(dealing: Callable[..., DealersPage]) -> None:
    at = dealing(Role.DEALER)
    one_player(at)
    expect(at.page.locator("[data-do=floor]")).to_be_visible()
    expect(at.page.locator("[data-do=correct]")).to_have_count(0)


def test_a_patron_without_a_name_is_described_and_linked_to_an_account(
    dealing: Callable[..., DealersPage], ann: Visitor
) -> None:
    """CP 17.2: staff record for them, and know them by a note, until an account is theirs."""
    at = dealing()
    page = at.page
    one_player(at)
    at.type_cards("8d 9h")
    at.sign("stand")
    at.type_cards("jd")
    at.phase("pay")
    page.locator("[data-do=floor]").click()
    page.get_by_label("How to know them").fill("grey cap")
    page.locator("[data-floor=note]").click()
    expect(page.locator("dialog")).to_have_count(0)
    page.locator("[data-do=floor]").click()
    expect(page.get_by_label("How to know them")).to_have_value("grey cap")
    assert at.visitor.axe() == []
    page.get_by_label("Account").fill(ann.name)
    page.locator("[data-floor=link]").click()
    expect(page.locator("dialog")).to_have_count(0)
    page.locator("[data-do=floor]").click()
    expect(page.get_by_text("No patron without a name is here.")).to_be_visible()
    expect(page.locator(f"[data-floor-leave='{ann.name}']")).to_be_visible()
