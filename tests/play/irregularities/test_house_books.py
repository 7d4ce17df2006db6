"""A house's own book settles errors by its own keys, and cites its own clauses."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from boxseat.cards import card
from boxseat.play.acts import DrawInError, ExtraCard, Hit, Misplace, Reconstruct, Refuse, Stand
from boxseat.play.document import read_document
from boxseat.play.judge import refusal
from boxseat.play.replay import answer, play_document
from boxseat.play.state import irregular
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import book_text, cited_values, open_book, parse_book
from boxseat.rulebook.stored_book import ADDED_SECTIONS
from tests.books import PLAIN_BLACKJACK, ROOT, changed
from tests.notation import Answer, document
from tests.play.rounds import dealt, so_far

MANUAL = ROOT / "docs" / "books.md"


def _house() -> Book:
    """The worked example with the sections that the manual shows."""
    shown = re.search(r"```toml\n(\[irregularities\].+?)```", MANUAL.read_text("utf-8"), re.DOTALL)
    assert shown is not None
    text = re.sub(r"^\[irregularities\]\n(?:.+\n)+", "", book_text(PLAIN_BLACKJACK), flags=re.MULTILINE)
    return parse_book(f"{text}\n{shown[1]}", source="my-house.toml")


HOUSE = _house()
PLAIN = open_book(PLAIN_BLACKJACK)
STAR = open_book("star-pontoon")


def _play(book: Book, cards: str, wagers: str, *decisions: str) -> Answer:
    written = document("my-house.toml", cards, wagers, *decisions)
    return Answer(answer(play_document(read_document(written, opener=lambda _: book))))


def test_every_key_of_the_added_sections_is_in_the_manual() -> None:
    text = MANUAL.read_text("utf-8")
    for key, cited in cited_values(PLAIN):
        section, _, name = key.partition(".")
        if section in ADDED_SECTIONS and _is_a_choice(section, name):
            assert f"`{key}`" in text or f"`.{name}`" in text, (key, cited)


def _is_a_choice(section: str, name: str) -> bool:
    """Whether a key has more than one value; the others exist for their clause."""
    only = ("drawn_in_error", "burn_forgotten", "cut_missed", "shuffle_missed", "needs_device", "card_out")
    return (section, name) not in [(section, one) for one in only]


def test_a_card_found_face_up_stays_in_play() -> None:
    told = _play(HOUSE, "KS 7D 9H KD", "1:ann=10", "dealer burn @1", "1 stand")
    assert (told.refused, told.reasons) == ([(0, "house 7.3")], ["a card found face up stays in play"])
    assert (told.hands(), told.burned) == (["KS 9H"], "")
    told = _play(HOUSE, "KS 2C 7D 9H KD", "1:ann=10", "dealer burn @1 because=in-error", "1 stand")
    assert (told.done, told.burned) == ([(0, "not said")], "2C")


def test_an_exposed_card_to_the_dealers_complete_hand_is_carried_and_an_unseen_one_burnt() -> None:
    told = _play(HOUSE, "KS 8D 9H KD 2C", "1:ann=10", "1 stand", "dealer extra-card")
    assert (told.carried, told.burned, told.cards_used, told.done) == ("2C", "", 4, [(1, "house 7.6")])
    told = _play(HOUSE, "KS 8D 9H KD 2C", "1:ann=10", "1 stand", "dealer extra-card exposed=false")
    assert (told.carried, told.burned, told.cards_used, told.done) == ("", "2C", 5, [(1, "house 7.7")])


def test_a_round_with_a_misplaced_card_is_void() -> None:
    steps = ("dealer misplace @0 to=dealer", "supervisor reconstruct @3", "supervisor void", "1 stand")
    told = _play(HOUSE, "KS 7D 9H KD", "1:ann=10", *steps)
    assert told.refused == [(1, "house 7.8"), (3, "house 7.2")]
    assert told.reasons[0] == "a round with a misplaced card is void in this house"
    assert (told.void, told.net) == (("cannot-reconstruct", "house 7.2"), {"ann": "0.00"})


def test_a_card_drawn_in_error_is_refused() -> None:
    told = _play(HOUSE, "KS 7D 5H KC", "1:ann=10", "dealer draw-in-error", "1 refuse")
    assert (told.hands(), told.dealer, told.refused) == (["KS 5H"], "7D KC", [])
    told = _play(HOUSE, "KS 7D 5H KC", "1:ann=10", "1 refuse", "1 stand")
    assert told.refused == [(0, "house 7.5")]


def test_grounds_and_desks_are_the_houses() -> None:
    told = _play(HOUSE, "KS 7D 9H", "1:ann=10", "supervisor missing-card @3")
    assert (told.notified, told.void) == (["inspector"], ("missing-card", "house 7.10"))
    told = _play(HOUSE, "KS 7D 9H", "1:ann=10", "supervisor invalidate @3 because=impractical")
    assert told.void == ("impractical", "house 8.1")
    told = _play(HOUSE, "KS 7D 9H", "1:ann=10", "supervisor invalidate @3 because=fraud forfeited_by=ann")
    assert told.net == {"ann": "-10.00"}
    told = _play(HOUSE, "KS 7D 9H", "1:ann=10", "supervisor void-wagers @3 player=ann because=rules")
    assert told.done == [(0, "house 8.3")]
    told = _play(HOUSE, "AS 7D KH", "1:ann=10", "gaming-manager pay-at-end @0")
    assert (told.done, told.net) == ([(0, "house 8.4")], {"ann": "15.00"})


@pytest.mark.parametrize(
    ("step", "because"),
    [
        ("dealer rack-left", "no cards of the rack were due to go back into a device"),
        ("supervisor check-cards", "no card was found face up in a shuffling device"),
        ("supervisor malfunction @1", "the cards come from a shoe"),
        ("gaming-manager pay-at-end @0", "what is won before the final settlement is paid at once"),
        ("supervisor invalidate @1 because=impractical", "that is no ground for invalidating a round here"),
        ("supervisor void-wagers @1 player=ann because=rules", "that is no ground for voiding wagers here"),
        ("supervisor void-wagers @1 player=ann because=player-card", "that is no ground for voiding wagers here"),
        ("1 refuse", "a card drawn in error cannot be refused"),
    ],
)
def test_a_book_that_says_nothing_does_what_was_done_before(step: str, because: str) -> None:
    told = _play(PLAIN, "KS 7D 9H KD", "1:ann=10", step, "1 stand")
    assert (told.refused, told.reasons, told.net) == ([(0, "not said")], [because], {"ann": "10.00"})


def test_a_book_that_says_nothing_reconstructs_and_burns_extra_cards() -> None:
    told = _play(PLAIN, "KS 7D 9H KD", "1:ann=10", "dealer misplace @0 to=dealer", "supervisor reconstruct", "1 stand")
    assert (told.hands(), told.done) == (["KS 9H"], [(0, "not said"), (1, "not said")])
    told = _play(PLAIN, "KS 8D 9H KD 2C", "1:ann=10", "1 stand", "dealer extra-card exposed=false")
    assert (told.burned, told.carried) == ("2C", "")
    told = _play(PLAIN, "KS 7D 9H", "1:ann=10", "supervisor foreign-card @3")
    assert (told.notified, told.void) == ([], ("foreign-card", "not said"))


def _with(**values: Any) -> Book:
    return changed(STAR, **values)


def test_an_exposed_card_under_the_shoe_is_still_there_after_a_reconstruction() -> None:
    """It is the next card if a hand is asked again, nobody may refuse it, and else it is carried."""
    book = _with(dealing_errors__extra_card="carried")
    before = so_far(
        book,
        dealt(book, "9S 7D 3H"),
        Hit(1, "ann"),
        Misplace(card("2C"), "dealer"),
        "8C",
        Stand(1, "ann"),
        "KC",
        ExtraCard(card("8C")),
        Reconstruct(),
    )
    assert [out.card for out in irregular(before).waiting] == ["8C", "KC", "8C"]
    drawn = so_far(book, before, Hit(1, "ann"))
    assert drawn.boxes[0].hands[0].cards == ("9S", "3H", "2C", "8C")
    assert (drawn.burnt, irregular(drawn).carried, drawn.cards_used) == (("KC",), ("8C",), 6)
    stood = so_far(book, before, Stand(1, "ann"))
    assert (stood.dealer, stood.burnt, irregular(stood).carried) == (("7D", "8C", "KC"), (), ("8C",))


def test_a_card_under_the_shoe_cannot_be_refused_and_one_drawn_after_it_can() -> None:
    before = so_far(
        STAR,
        dealt(STAR, "9S 7D 3H"),
        Hit(1, "ann"),
        Misplace(card("2C"), "dealer"),
        "8H",
        Stand(1, "ann"),
        "KC",
        ExtraCard(card("8C"), exposed=False),
        Reconstruct(),
    )
    assert before.hand_in_turn.cards == ("9S", "3H", "2C")
    refused = refusal(STAR, before, Refuse(1, "ann"))
    assert refused is not None
    assert refused.code == "irregular/none-out"
    more = so_far(STAR, before, DrawInError(card("5C")))
    assert refusal(STAR, more, Refuse(1, "ann")) is None


def test_a_device_of_the_house_ends_the_round_or_gives_wagers_back_by_its_keys(tmp_path: Path) -> None:
    text = book_text("canberra-pontoon")
    text = text.replace('disadvantaged = { value = "no-ground"', 'disadvantaged = { value = "terminated"')
    text = text.replace('no_device = { value = "completed"', 'no_device = { value = "wagers-offered-back"')
    text = text.replace('returned = { value = "never"', 'returned = { value = "on-request"')
    path = tmp_path / "my-house.toml"
    path.write_text(text, "utf-8")
    book = open_book(str(path))
    steps = ("supervisor malfunction @5 another_device=false returned_to=ann", "2 stand")
    written = document("my-house.toml", "KS 9S 7D 5H 9H KD", "1:ann=10 2:bob=10", *steps, cards_from="device")
    told = Answer(answer(play_document(read_document(written, opener=lambda _: book))))
    assert (told.net, told.done) == ({"ann": "0.00", "bob": "10.00"}, [(0, "19.3")])
    written["decisions"] = [{"by": "supervisor", "do": "malfunction", "after_cards": 5, "disadvantaged": True}]
    told = Answer(answer(play_document(read_document(written, opener=lambda _: book))))
    assert (told.void, told.after_round) == (("malfunction", "19.3"), ["replace-device-after-shoe"])
