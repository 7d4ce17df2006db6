"""The training page in a browser: a trainee's sheet, the board of cards, the keyboard alone, and axe."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from boxseat.rulebook.load import open_book
from boxseat.training.course import exercise
from boxseat.training.exercise import Asked
from boxseat.training.sheet import BACK_AFTER_EXERCISES, read_sheet
from tests.tiers import cases
from tests.web.test_by_keyboard import NO_POINTER
from tests.web.visitor import Visitor

GAME = "star-pontoon"
SEEDED = "() => { crypto.getRandomValues = (words) => words.fill(14); }"
"""The page then asks by seed 7."""
TABS_MAX = 60
EACH_FORM = ("misplace/7", "table-line/5", "misplace/5", "whole-round/5", "results/5", "doubled-total/5")
"""Exercises in which every form of answer is asked for."""
WIDTHS = (360, 768, 1440)


def _open(visitor: Visitor, *drills: str) -> Page:
    """The training page, with these exercises due."""
    sheet = {"trainee": "ann", "drills": [{"game": GAME, "key": key, "due": 0} for key in drills]}
    visitor.go("/train")
    name = visitor.page.evaluate("async () => (await (await fetch('api/visit')).json()).person.name")
    visitor.page.evaluate(
        "([at, sheet]) => localStorage.setItem(at, sheet)", [f"boxseat.training.{name}", json.dumps(sheet)]
    )
    page = visitor.go("/train")
    expect(page.get_by_role("radio", name="Irregularities")).to_be_visible()
    page.evaluate(SEEDED)
    return page


def _question(page: Page, key: str = "") -> tuple[Asked, ...]:
    """The parts of the question on the page, with their answers."""
    shown = page.locator("[data-exercise]" if not key else f"[data-exercise='{key}']")
    expect(shown).to_be_visible()
    return exercise(open_book(GAME), shown.get_attribute("data-exercise") or "").asked


def _answer(page: Page, asked: tuple[Asked, ...]) -> None:
    """Give the right answers with the mouse."""
    if any(one.part.form == "cards" for one in asked):
        _lay_cards(page, asked)
    for one in asked:
        answer, place = one.right.answer, page.locator(f"[data-part='{one.part.name}']")
        match one.part.form:
            case "choice" | "several":
                for option in answer.split():
                    place.locator(f"input[value='{option}']").check()
            case "amount":
                place.locator("input").fill(answer)
            case "total":
                place.locator("input").first.fill(answer.removeprefix("soft "))
                place.locator("[type=checkbox]").set_checked(answer.startswith("soft"))
            case "places":
                for box in answer.split():
                    page.locator(f"[data-to='{box}']").click()


def _lay_cards(page: Page, asked: tuple[Asked, ...]) -> None:
    """Move every card that lies elsewhere than it should."""
    for one in (one for one in asked if one.part.form == "cards"):
        place = page.locator(f"[data-place='{one.part.name}']")
        for card in set(one.right.answer.split()):
            while place.locator(f"[data-card='{card}']").count() < one.right.answer.split().count(card):
                elsewhere = [
                    other.part for other in asked if other.part.form == "cards" and _surplus(page, other, card)
                ]
                page.locator(f"[data-place='{elsewhere[0].name}'] button:has([data-card='{card}'])").first.click()
                place.locator("button.here").click()


def _surplus(page: Page, one: Asked, card: str) -> bool:
    lie = page.locator(f"[data-place='{one.part.name}'] [data-card='{card}']").count()
    return lie > one.right.answer.split().count(card)


def _marked(page: Page, *, right: bool) -> Locator:
    page.locator("[data-do=answer]").click()
    marks = page.locator("[data-marked]")
    expect(marks).to_have_attribute("data-marked", "right" if right else "wrong")
    return marks


def test_a_trainees_sheet(ann: Visitor) -> None:
    """One wrong, three others right, the wrong one again; then the sheet, its CSV, and the file for the command line."""
    page = _open(ann)
    page.locator("[data-do=start]").click()
    wrong = _question(page)
    first = page.locator("[data-exercise]").get_attribute("data-exercise") or ""
    page.locator("[data-do=answer]").click()
    expect(page.locator("form .bad")).to_contain_text("Not answered yet")
    _answer(page, wrong)
    one = next(one for one in wrong if one.part.form == "choice")
    other = next(option.id for option in one.part.options if option.id != one.right.answer)
    page.locator(f"[data-part='{one.part.name}'] input[value='{other}']").check()
    marks = _marked(page, right=False)
    expect(marks.locator("li.wrong")).to_have_count(1)
    expect(marks.locator("li.wrong")).to_contain_text(f"clause {one.right.clause}")
    expect(marks.locator("dl")).to_contain_text(one.right.clause)
    for _ in range(BACK_AFTER_EXERCISES):
        page.locator("[data-do=next-question]").click()
        expect(page.locator("[data-marked]")).to_have_count(0)
        assert page.locator("[data-exercise]").get_attribute("data-exercise") != first
        _answer(page, _question(page))
        _marked(page, right=True)
    page.locator("[data-do=next-question]").click()
    again = _question(page, first)
    expect(page.locator("h2")).to_contain_text("Comes back")
    _answer(page, again)
    _marked(page, right=True)
    expect(page.locator("[data-session]")).to_contain_text("4 of 5 right")

    page.get_by_role("link", name="Result sheet").click()
    expect(page.locator("[data-sheet='5']")).to_be_visible()
    with page.expect_download() as saved:
        page.locator("[data-do=csv]").click()
    rows = list(csv.DictReader(Path(saved.value.path()).read_text("utf-8").splitlines()))
    assert sum(int(row["seen"]) for row in rows) == 5
    assert sum(int(row["right"]) for row in rows) == 4
    assert {row["mistakes"] for row in rows if row["clause"] == one.right.clause} == {"1"}
    with page.expect_download() as kept:
        page.locator("[data-do=save-sheet]").click()
    assert read_sheet(Path(kept.value.path()).read_bytes()).answered == 5

    ann.expected.append("400")  # a file that is no sheet
    page.get_by_role("button", name="Begin a new sheet").click()
    page.locator("[data-do=delete-sheet]").click()
    expect(page.locator("[data-sheet='0']")).to_be_visible()
    page.locator("input[type=file]").set_input_files(
        {"name": "no.json", "mimeType": "application/json", "buffer": b"[]"}
    )
    expect(page.locator(".notice[role=alert]")).to_be_visible()
    page.locator("input[type=file]").set_input_files(kept.value.path())
    expect(page.locator("[data-sheet='5']")).to_be_visible()
    page.reload()
    expect(page.locator("[data-sheet='5']")).to_be_visible()


@pytest.mark.parametrize("key", cases(EACH_FORM, EACH_FORM[:2]))
def test_every_form_is_answered_with_the_mouse(ann: Visitor, key: str) -> None:
    page = _open(ann, key)
    page.locator("[data-do=start]").click()
    _answer(page, _question(page, key))
    _marked(page, right=True)


def test_a_payout_is_laid_in_chips(ann: Visitor) -> None:
    """Chips go to the amount that was chosen last; the second one here is the fifty-cent chip."""
    page = _open(ann, "natural/5")
    page.locator("[data-do=start]").click()
    _question(page, "natural/5")
    for number in (1, 2):
        page.locator(f"[data-part='pay:{number}'] input").click()
        for chip in (500, 500, 500):
            page.locator(f"[data-chip='{chip}']").click()
        expect(page.locator(f"[data-part='pay:{number}'] input")).to_have_value("15.00")
    _marked(page, right=True)


def _tab_to(page: Page, wanted: str, key: str = "Tab") -> None:
    for _ in range(TABS_MAX):
        if page.evaluate("(wanted) => document.activeElement?.matches(wanted)", wanted):
            return
        page.keyboard.press(key)
    pytest.fail(f"the keyboard does not reach {wanted}")


def test_by_keyboard_alone(ann: Visitor) -> None:
    """A card is put where it goes, a deal is made, and the marks are read out."""
    page = _open(ann, "misplace/5", "initial-deal/5")
    page.evaluate(NO_POINTER)
    _tab_to(page, "[data-do=start]")
    page.keyboard.press("Enter")
    _question(page, "misplace/5")
    expect(page.locator("h2")).to_be_focused()
    _tab_to(page, "[data-place='cards:5.1'] button:has([data-card='2S'])")
    page.keyboard.press("Enter")
    page.keyboard.press("4")
    expect(page.locator("[data-place='cards:dealer'] [data-card='2S']")).to_have_count(1)
    expect(page.locator("[data-place='cards:dealer'] button:has([data-card='2S'])")).to_be_focused()
    _tab_to(page, "input[name=ruling]")
    _tab_to(page, "input[value=reconstruct]", "ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("[data-marked=right]")).to_be_visible()
    expect(page.locator("[data-do=next-question]")).to_be_focused()
    page.keyboard.press("Enter")
    (deal,) = _question(page, "initial-deal/5")
    page.keyboard.press("1")  # no such box
    for place in ("3", "3", "Backspace", *deal.right.answer.split()[1:]):
        page.keyboard.press("d" if place == "dealer" else place)
    expect(page.locator("[data-dealt]")).to_have_attribute("data-dealt", str(len(deal.right.answer.split())))
    _tab_to(page, "[data-do=answer]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-marked=right]")).to_be_visible()
    assert page.evaluate("window.pointers") == 0
    assert any("Right." in said for said in ann.heard())
    assert "Two of Spades: The dealer." in ann.heard()


@pytest.mark.parametrize("scheme", cases(("dark", "light"), ("light",)))
@pytest.mark.parametrize("width", cases(WIDTHS, (360,)))
def test_axe_finds_nothing_and_nothing_is_cut_off(visitor: Callable[..., Visitor], scheme: str, width: int) -> None:
    one = visitor(color_scheme=scheme, viewport={"width": width, "height": 800})
    one.come_in()
    page = _open(one, "misplace/5", "void/5", "whole-round/5", "total/5")

    def looks_well() -> None:
        assert one.axe() == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    looks_well()
    page.locator("[data-do=start]").click()
    for key in ("misplace/5", "void/5", "whole-round/5", "total/5"):
        asked = _question(page, key)
        _answer(page, asked)
        looks_well()
        page.locator("[data-do=answer]").click()
        expect(page.locator("[data-marked]")).to_be_visible()
        looks_well()
        page.locator("[data-do=next-question]").click()
    expect(page.locator("[data-marked]")).to_have_count(0)
    page.get_by_role("link", name="Result sheet").click()
    expect(page.locator("[data-clause]").first).to_be_visible()
    looks_well()


def test_a_stranger_is_asked_to_come_in(visitor: Callable[..., Visitor]) -> None:
    stranger = visitor()
    page = stranger.go("/train")
    page.locator("[data-do=guest]").click()
    expect(page.locator("[data-do=start]")).to_be_visible()
