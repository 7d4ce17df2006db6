"""The verifier page, opened from disk without server or network: it checks a shoe, and rejects a changed card."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from boxseat.fairness.commitment import write_proof
from boxseat.rulebook.load import open_book
from tests.fairness.proofs import shoe_proof

CARDS = 30


@pytest.fixture
def proof() -> str:
    return write_proof(shoe_proof(open_book("star-pontoon"), "offline", dealt=CARDS, by="house")).decode()


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The saved file in a browser without network; any network request is recorded."""
    file = tmp_path / "verify-shoe.html"
    file.write_bytes(resources.files("boxseat.fairness").joinpath("verify-shoe.html").read_bytes())
    context = browser.new_context(offline=True)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    one = context.new_page()
    one.goto(file.as_uri())
    yield one
    context.close()
    assert asked == [file.as_uri()]


def _check(page: Page, proof: str, promised: str = "") -> None:
    page.locator("#text").fill(proof)
    page.locator("#promised").fill(promised)
    page.locator("#form button").click()


def test_a_shoe_is_verified_from_a_file(page: Page, proof: str, tmp_path: Path) -> None:
    file = tmp_path / "shoe.json"
    file.write_text(proof)
    page.locator("#file").set_input_files(file)
    expect(page.locator("#text")).to_have_value(proof)
    page.locator("#promised").fill(json.loads(proof)["commitment"])
    page.locator("#form button").click()
    expect(page.locator("#verdict")).to_have_text("Verified: the cards dealt are those that were promised.")
    expect(page.locator("#faults li")).to_have_count(0)
    expect(page.locator("#stages li:not(.left)")).to_have_count(CARDS)


def test_an_altered_card_is_refused_and_named(page: Page, proof: str) -> None:
    read = json.loads(proof)
    cards = read["stages"][0]["dealt"].split()
    cards[4] = "KS" if cards[4] != "KS" else "2H"
    read["stages"][0]["dealt"] = " ".join(cards)
    _check(page, json.dumps(read))
    expect(page.locator("#verdict")).to_have_text("NOT verified")
    expect(page.locator("#faults")).to_contain_text("Card 5")
    expect(page.locator("#stages li.differs")).to_have_count(1)


def test_another_promise_and_what_is_no_proof_are_refused(page: Page, proof: str) -> None:
    _check(page, proof, "0" * 64)
    expect(page.locator("#faults")).to_contain_text("The commitment is not the one you noted.")
    _check(page, "no proof")
    expect(page.locator("#verdict")).to_contain_text("This cannot be read as a proof")
