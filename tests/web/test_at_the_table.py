"""What people met at a table: clicks that come twice, results told too early, dead ends, and what the rules want shown."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from boxseat.people.roles import Role
from tests.server.server_thread import Running
from tests.tiers import heavy
from tests.web.set_cards import Hands
from tests.web.visitor import PATIENCE_MS, Visitor

Opens = Callable[..., str]
DOUBLE_CLICK_MS = 160
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
CLICK_WHERE_IT_IS = """([what, pause]) => new Promise((done) => {
  const place = document.querySelector(what).getBoundingClientRect();
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  const first = performance.now();
  const click = (when) => {
    const at = document.elementFromPoint(x, y);
    at?.closest('button, input, a')?.focus();
    const made = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y });
    Object.defineProperty(made, 'timeStamp', { value: when });
    at?.dispatchEvent(made);
  };
  click(first);
  setTimeout(() => { click(first + pause); setTimeout(done, 250); }, pause);
})"""
"""Two clicks on one place, as a hand makes them: the second hits whatever lies there by then, however late it is heard."""
FIRST_SEEN = """() => {
  window.seen = {};
  const note = (name, found) => { if (found && !(name in window.seen)) window.seen[name] = performance.now(); };
  const shown = (one) => one && one.checkVisibility({ opacityProperty: true });
  const look = () => {
    note('card', document.querySelectorAll('[data-dealer] .card svg').length > 1);
    note('verdict', shown(document.querySelector('.verdict')));
    note('results', shown(document.querySelector('section.results')));
    note('log', /The dealer has 19/.test(document.querySelector('.said')?.textContent ?? ''));
    note('chips', document.querySelector('[data-chips]')?.textContent !== '$175');
  };
  const often = () => { look(); requestAnimationFrame(often); };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  often();
}"""
"""Notes when each is first there: at once what is put into the page, and with the next frame what only becomes visible."""


def test_the_second_click_of_two_decides_nothing(ann: Visitor, table: Opens, hands: Hands) -> None:
    """Five and five draw a queen; the second click would draw a seven, and lose."""
    at = table("canberra-blackjack")
    hands.set(at, "5S 9D 5H QC 7S")
    ann.sit(at)
    ann.bet(25)
    ann.deal()
    expect(ann.button("hit")).to_be_enabled()
    ann.page.evaluate(CLICK_WHERE_IT_IS, ["[data-do=hit]", DOUBLE_CLICK_MS])
    expect(ann.total(4)).to_have_text("20")
    expect(ann.cards(4)).to_have_count(3)
    ann.do("stand")


def test_two_clicks_on_the_sign_open_and_close_it_while_a_question_is_new(
    ann: Visitor, table: Opens, hands: Hands
) -> None:
    """Both are meant for the sign, which the question does not move."""
    at = table("canberra-blackjack")
    hands.set(at, "8S 6D 8H")
    ann.sit(at)
    ann.bet(25)
    ann.deal()
    ann.page.evaluate(CLICK_WHERE_IT_IS, [".sign summary", DOUBLE_CLICK_MS])
    expect(ann.page.locator(".sign .panel")).to_be_hidden()
    ann.do("stand")


@heavy
def test_two_taps_on_stand_put_no_chip_out(visitor: Callable[..., Visitor], table: Opens, hands: Hands) -> None:
    """Where the button was, a chip or a field lies next."""
    for how in (PHONE, {}):
        ann, at = visitor(**how), table("star-pontoon")
        hands.set(at, "KS 9D 8H KC")
        ann.come_in()
        ann.sit(at)
        ann.bet(25)
        ann.deal()
        expect(ann.button("stand")).to_be_enabled()
        ann.page.evaluate(CLICK_WHERE_IT_IS, ["[data-do=stand]", DOUBLE_CLICK_MS])
        expect(ann.results).to_contain_text("You lost $25")
        expect(ann.chips).to_have_text("$175")
        expect(ann.page.locator("dialog")).to_have_count(0)
        expect(ann.button("rebet")).to_be_enabled()
        ann.page.keyboard.press("r")
        expect(ann.chips).to_have_text("$150")


@heavy
def test_a_letter_in_a_field_for_an_amount_is_a_key_of_the_table(ann: Visitor, table: Opens) -> None:
    ann.sit(table("canberra-blackjack"))
    ann.bet(25)
    field = ann.page.get_by_role("textbox", name="Wager")
    field.click()
    ann.page.keyboard.press("c")
    expect(ann.chips).to_have_text("$200")
    expect(field).to_have_value("")


@heavy
def test_the_result_is_told_after_the_card(visitor: Callable[..., Visitor], table: Opens, hands: Hands) -> None:
    """The dealer's last card is seen first; verdict, results, chips and the dealer's words come after it."""
    ann, at = visitor(reduced_motion="no-preference"), table("canberra-blackjack")
    hands.set(at, "KS 9D 8H TC")
    ann.come_in()
    ann.sit(at)
    ann.bet(25)
    ann.deal()
    expect(ann.button("stand")).to_be_enabled()
    ann.page.evaluate(FIRST_SEEN)
    ann.do("stand")
    expect(ann.results).to_contain_text("You lost $25")
    expect(ann.box(4).locator(".verdict")).to_be_visible()
    expect(ann.page.locator(".said")).to_contain_text("The dealer has 19")
    ann.page.wait_for_timeout(400)
    seen = ann.page.evaluate("window.seen")
    assert seen["verdict"] > seen["card"] + 100
    assert seen["results"] > seen["card"] + 100
    assert seen["log"] > seen["card"] + 100
    assert "chips" not in seen, "a lost wager changes nothing"


@heavy
def test_cards_come_from_the_shoe(visitor: Callable[..., Visitor], table: Opens, hands: Hands) -> None:
    ann, at = visitor(reduced_motion="no-preference"), table("star-pontoon")
    hands.set(at, "KS 9D 8H")
    ann.come_in()
    ann.sit(at)
    ann.bet(25)
    ann.deal()
    expect(ann.button("stand")).to_be_enabled()
    card = ann.cards(4).first.locator(".card")
    away = card.evaluate(
        """(card) => { const shoe = document.querySelector('figure.shoe svg').getBoundingClientRect();
        const own = card.getBoundingClientRect(); const from = (name) => parseFloat(card.style.getPropertyValue(name));
        const middle = shoe.top + shoe.height / 2;
        return [Math.abs(own.left + from('--from-x') - shoe.left), Math.abs(own.top + from('--from-y') - middle)] }"""
    )
    assert max(away) < 60
    ann.do("stand")


@heavy
def test_who_sits_down_after_a_round_does_not_find_its_cards_as_their_own(
    visitor: Callable[..., Visitor], table: Opens, hands: Hands
) -> None:
    at = table("star-pontoon")
    hands.set(at, "KS 9D 8H 5C TC")
    ann, bob = visitor(), visitor()
    ann.come_in()
    ann.sit(at)
    ann.bet(25)
    ann.deal()
    ann.do("hit")
    expect(ann.results).to_contain_text("You lost $25")
    ann.do("give-up")
    bob.come_in()
    bob.sit(at, box=4)
    expect(bob.box(4)).to_contain_text("Your box")
    expect(bob.box(4).locator(".verdict")).to_have_count(0)
    expect(bob.cards(4)).to_have_count(0)


@heavy
def test_a_natural_has_its_name(ann: Visitor, table: Opens, hands: Hands) -> None:
    for game, cards, name in (
        ("star-pontoon", "AS 9D KS", "Pontoon"),
        ("canberra-blackjack", "AS 9D QH KC", "Blackjack"),
    ):
        at = table(game)
        hands.set(at, cards)
        ann.go()
        ann.sit(at)
        ann.bet(25)
        ann.deal()
        expect(ann.results).to_be_visible()
        expect(ann.total(4)).to_have_text(re.compile(rf"^{name}\b"))


@heavy
def test_with_the_page_at_twice_its_size_hand_and_choices_are_in_view(
    visitor: Callable[..., Visitor], table: Opens, hands: Hands
) -> None:
    ann, at = visitor(viewport={"width": 720, "height": 450}), table("canberra-blackjack")
    hands.set(at, "8S 6D 8H")
    ann.come_in()
    ann.sit(at)
    ann.bet(25)
    ann.deal()
    expect(ann.button("split")).to_be_visible()
    for what in (ann.cards(4).first, ann.cards(4).last, ann.button("split"), ann.button("stand")):
        expect(what).to_be_in_viewport(ratio=0.9)
    hidden = """(card) => { const at = card.getBoundingClientRect();
      return !card.contains(document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)) }"""
    assert not ann.cards(4).last.evaluate(hidden)
    ann.do("stand")


@heavy
def test_with_company_ones_own_hand_is_in_view_beside_the_choices(
    visitor: Callable[..., Visitor], floor: Running, table: Opens, hands: Hands
) -> None:
    """On a telephone, with somebody behind on one's box and another box in play."""
    at = table("canberra-blackjack")
    ann, bob = visitor(**PHONE), floor.guest()
    ann.come_in()
    ann.sit(at)
    ann.bet(25)
    ann.do("bet")
    with bob.socket(at) as line:
        line.done(at, "buy-in", amount="300")
        line.done(at, "sit", box=6)
        line.done(at, "wager", box=6, stake="10")
        line.done(at, "wager", box=4, stake="10")
        line.done(at, "ready")
        hands.set(at, "8S 4C 6D 8H 3C")
        ann.deal()
        expect(ann.button("split")).to_be_enabled()
        expect(ann.button("split")).to_be_in_viewport()
        seen = """(card) => { const at = card.getBoundingClientRect();
          return card.contains(document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)) }"""
        assert ann.cards(4).last.evaluate(seen)
        ann.do("stand")


@heavy
def test_without_chips_and_money_there_is_a_way_on(ann: Visitor, table: Opens, hands: Hands) -> None:
    at = table("canberra-blackjack")
    hands.set(at, "KS 9D 8H TC")
    ann.sit(at, "1000")
    ann.bet(500)
    ann.page.get_by_role("textbox", name="Wager").fill("2000")
    ann.page.get_by_role("textbox", name="Wager").press("Tab")
    expect(ann.page.get_by_text("You have only $500 left in chips.")).to_be_visible()
    expect(ann.chips).to_have_text("$500")
    ann.deal()
    ann.do("stand")
    expect(ann.results).to_contain_text("You lost $500")
    hands.set(at, "KS 9D 8H TC")
    ann.do("rebet")
    ann.deal()
    ann.do("stand")
    broke = ann.page.locator("[data-broke]")
    expect(broke).to_contain_text("You have no chips left here.")
    expect(broke.get_by_role("link", name="Practise")).to_be_visible()
    before = ann.name
    ann.do("again")
    expect(ann.page.locator("dialog")).to_contain_text("$1,000")
    assert ann.name != before


@heavy
def test_chips_taken_back_while_they_are_on_their_way(ann: Visitor, table: Opens) -> None:
    """Clear pressed in the same moment as Bet: the wager does not stay."""
    ann.sit(table("canberra-blackjack"))
    ann.bet(25)
    expect(ann.button("bet")).to_be_enabled()
    ann.page.evaluate(
        "document.querySelector('[data-do=bet]').click(); document.querySelector('[data-do=clear]').click()"
    )
    expect(ann.chips).to_have_text("$200")
    ann.page.wait_for_timeout(300)
    expect(ann.chips).to_have_text("$200")
    expect(ann.box(4).get_by_role("button", name="Wager, box 4", exact=True)).to_be_visible()


@heavy
def test_letters_can_be_switched_off_and_a_click_on_a_chip_leaves_enter_free(
    ann: Visitor, table: Opens, hands: Hands
) -> None:
    at = table("canberra-blackjack")
    hands.set(at, "8S 6D 8H")
    ann.sit(at)
    ann.bet(25)
    ann.page.keyboard.press("Enter")
    expect(ann.button("split")).to_be_enabled()
    ann.page.get_by_role("button", name="Preferences").click()
    ann.page.get_by_label("Letter and number keys at the table").uncheck()
    ann.page.keyboard.press("Escape")
    expect(ann.button("stand").locator("kbd")).to_be_hidden()
    ann.page.keyboard.press("s")
    ann.page.wait_for_timeout(300)
    expect(ann.button("stand")).to_be_visible()
    ann.do("stand")


def test_5_3_who_never_wants_to_cut_declines_each_offer_on_record(
    ann: Visitor, floor: Running, table: Opens, hands: Hands
) -> None:
    """SP 5.3; CP, CB 5.2: the cut is offered all the same."""
    ann.page.get_by_role("button", name="Preferences").click()
    ann.page.get_by_label("Never ask me to cut the cards").check()
    ann.page.keyboard.press("Escape")
    at = table("star-pontoon")
    ann.sit(at)
    expect(ann.chip(5)).to_be_visible()
    expect(ann.button("cut")).to_have_count(0)
    expect(ann.page.locator(".said")).to_contain_text(f"{ann.name} is asked to cut the cards.")
    expect(ann.page.locator(".said")).to_contain_text("The house cuts the cards.")
    entries = floor.run(floor.node.store.read(f"table/{at}"))
    assert any("cut-declined" in str(entry.records) for entry in entries)


def test_14_6_the_one_card_of_a_split_ace_lies_sideways(ann: Visitor, table: Opens, hands: Hands) -> None:
    """SP 14.6, 14.7.1, 14.9.4."""
    at = table("star-pontoon")
    hands.set(at, "AS 6D AH 5C 7C KD")
    ann.sit(at)
    ann.bet(25)
    ann.deal()
    ann.do("split")
    expect(ann.box(4).locator(".hand")).to_have_count(2)
    for hand in (1, 2):
        expect(ann.cards(4, hand).nth(0).locator(".sideways")).to_have_count(0)
        expect(ann.cards(4, hand).nth(1).locator(".sideways")).to_be_visible()


def test_6_7_a_box_shows_its_wagers_in_line_and_who_decides(
    visitor: Callable[..., Visitor], table: Opens, floor: Running
) -> None:
    """SP 6.7, 6.8: the wager nearest the dealer first, and the controlling player is known before the round."""
    at = table("star-pontoon")
    ann = visitor()
    ann.come_in()
    ann.sit(at)
    bob = floor.guest()
    with bob.socket(at) as line:
        line.done(at, "buy-in", amount="300")
        line.done(at, "wager", box=4, stake="10")
    ann.bet(25)
    ann.do("bet")
    wagers = ann.box(4).locator("ol.line li")
    expect(wagers).to_have_count(2)
    expect(wagers.nth(0)).to_contain_text(re.compile(r"you \$25.*decides for the box"))
    expect(wagers.nth(1)).to_contain_text("$10")


def test_the_sign_says_what_players_must_be_told(ann: Visitor, floor: Running, table: Opens) -> None:
    """SP 7.1, 11.5, 14.9.1, 16.3, 16.4.2; CP 2.3, 3.3, 14.3: decks, shuffle, multiples, splits, Perfect Pairs, and the notes."""
    ann.go(f"/table/{table('star-pontoon')}")
    ann.page.locator(".sign summary").click()
    panel = ann.page.locator(".sign .panel")
    for name, said in (
        ("decks", "8, dealt from a shoe"),
        ("unit", re.compile(r"^any multiple of \$")),
        ("splits", "once, into 2 hands"),
        ("pairs", "on any box with a main wager"),
    ):
        expect(panel.locator(f"[data-sign={name}]")).to_have_text(said)
    expect(panel.locator("[data-sign=shuffle]")).not_to_be_empty()
    for minimum in ("Minimum", "Maximum", "Side bets"):
        expect(panel.locator("dt", has_text=minimum)).to_be_visible()
    for said in (
        "A doubled hand that wins is paid 1 to 1.",
        "There is no Super Bonus on a split hand.",
        "The Super Bonus is paid in addition to what the hand wins.",
        "wager of $5 to under $25",
        "wager of $25 or more",
        "Each other player in that round",
    ):
        expect(panel).to_contain_text(said)
    ann.go(f"/table/{table('canberra-pontoon')}")
    ann.page.locator(".sign summary").click()
    expect(panel).to_contain_text("Each other wager in that round")
    boss = floor.staff(Role.GAMING_MANAGER)
    for game in ("star-pontoon", "star-pontoon-6to5"):
        kept = {"id": f"{game}-pairs", "game": game, "options": {"perfect_pairs_needs": "own-main-wager"}}
        assert boss.post("/api/tables", kept).status_code == 201
        ann.go(f"/table/{game}-pairs")
        ann.page.locator(".sign summary").click()
        expect(panel.locator("[data-sign=pairs]")).to_have_text("only for players with a main wager on the box")


def test_a_telephone_says_that_the_table_closes(visitor: Callable[..., Visitor], floor: Running, table: Opens) -> None:
    """CP 16.2, CB 15.2: final rounds, and then the end."""
    at = table("canberra-pontoon")
    ann = visitor(**PHONE)
    ann.come_in()
    ann.go(f"/table/{at}")
    expect(ann.box(7)).to_be_attached()
    boss = floor.staff(Role.SUPERVISOR)
    version = boss.get(f"/api/tables/{at}").json()["version"]
    said = {"id": f"final-{at}", "version": version, "command": {"do": "final-rounds"}}
    assert boss.post(f"/api/tables/{at}/commands", said).status_code == 200
    expect(ann.page.locator(".notice-of")).to_be_in_viewport()
    expect(ann.page.locator(".notice-of")).to_have_text(re.compile("^Final"))


@heavy
def test_who_is_away_is_marked(ann: Visitor, floor: Running, table: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boxseat.server.presence.AWAY_AFTER_US", 1)
    at = table("star-pontoon")
    ann.sit(at)
    bob = floor.guest()
    with bob.socket(at) as line:
        line.done(at, "buy-in", amount="300")
        line.done(at, "sit", box=2)
    expect(ann.box(2).locator(".away")).to_have_text("away", timeout=PATIENCE_MS)
    with bob.socket(at):
        expect(ann.box(2).locator(".away")).to_have_count(0, timeout=PATIENCE_MS)
    expect(ann.box(4).locator(".away")).to_have_count(0)


def test_one_hears_ones_own_box_and_what_one_has(
    visitor: Callable[..., Visitor], floor: Running, table: Opens, hands: Hands
) -> None:
    """Another box is not read out before one's turn; the question names both totals."""
    at = table("canberra-blackjack")
    ann, bob = visitor(), floor.guest()
    ann.come_in()
    ann.sit(at)
    ann.bet(25)
    ann.do("bet")
    with bob.socket(at) as line:
        line.done(at, "buy-in", amount="300")
        line.done(at, "sit", box=6)
        line.done(at, "wager", box=6, stake="10")
        line.done(at, "ready")
        hands.set(at, "8S 4C 6D 8H 3C")
        ann.deal()
        expect(ann.button("stand")).to_be_enabled()
        heard = ann.heard()
        assert "! Your decision on box 4: you have 16, dealer 6." in heard
        assert not any("Box 6" in said for said in heard[-3:]), heard[-3:]
        ann.do("stand")
