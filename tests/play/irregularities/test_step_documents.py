"""Steps of staff that cannot be read: one sentence that names the field, and exit code 2."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boxseat.cards import card
from boxseat.play.acts import (
    Act,
    Burn,
    CloseOffer,
    DrawInError,
    ExtraCard,
    Hit,
    InsuranceMissed,
    Invalidate,
    Malfunction,
    Misplace,
    PayAtEnd,
    PlayAbsent,
    Reconstruct,
    Report,
    VoidRound,
    VoidWagers,
    WrongPack,
)
from boxseat.play.document import read_document
from boxseat.play.document_writer import write_document
from boxseat.play.fields import BadDocument
from boxseat.play.replay import replay
from boxseat.play.staff_steps import write_step
from boxseat.rulebook.load import open_book
from tests.books import changed
from tests.cli.commands import Shell
from tests.notation import document, play
from tests.play.rounds import dealt, so_far

AT = "decisions[0]"
UNREADABLE = [
    ("dealer dance", f"{AT}.do: 'dance' is none of absent, close, burn, draw-in-error, extra-card, misplace"),
    ("dealer reconstruct", f"{AT}.by: reconstruct is a step of the supervisor"),
    ("supervisor burn", f"{AT}.by: burn is a step of the dealer"),
    ("supervisor pay-at-end", f"{AT}.by: pay-at-end is a step of the gaming-manager"),
    ("dealer burn box=1", f"{AT}.box: unknown field; there are by, do, after_cards, because"),
    ("dealer burn because=found-later", f"{AT}.because: 'found-later' is none of face-up, in-error"),
    ("dealer draw-in-error exposed=perhaps", f"{AT}.exposed: 'perhaps' is neither true nor false"),
    ("dealer extra-card @3", f"{AT}.after_cards: unknown field; there are by, do, exposed"),
    ("dealer extra-card exposed=no", f"{AT}.exposed: 'no' is neither true nor false"),
    ("dealer misplace", f"{AT}.to: missing"),
    ("dealer misplace to=shoe", f"{AT}.to: 'shoe' is no place; it is dealer, a box (3), or a hand of a box (3.2)"),
    *(
        (f"dealer misplace to={to}", f"{AT}.to: '{to}' is no place; it is dealer, a box (3), or a hand of a box (3.2)")
        for to in ("1.", ".1", "1.x", "x.1", "1.2.3", "-1", "+1", "1.-2", "\u0663", "1.\u0663", "\u00b2", "dealer.1")
    ),
    ("dealer misplace to=0", f"{AT}.to: 0 is no box; they are numbered 1 to 7"),
    ("dealer misplace to=8", f"{AT}.to: 8 is no box; they are numbered 1 to 7"),
    ("dealer misplace to=1.0", f"{AT}.to: a box has hands 1 to 2"),
    ("dealer misplace to=1.3", f"{AT}.to: a box has hands 1 to 2"),
    ("supervisor reconstruct because=error", f"{AT}.because: unknown field; there are by, do, after_cards"),
    ("supervisor void because=fraud", f"{AT}.because: 'fraud' is none of cannot-reconstruct, found-later"),
    ("supervisor missing-card card=KS", f"{AT}.card: unknown field; there are by, do, after_cards"),
    (f"supervisor foreign-card card={'x' * 201}", f"{AT}.card: is longer than 200 characters"),
    ("supervisor foreign-card card=", f"{AT}.card: is empty"),
    ("supervisor malfunction then=shuffle", f"{AT}.then: unknown field; there are by, do, after_cards, disadvantaged"),
    ("supervisor malfunction another_device=maybe", f"{AT}.another_device: 'maybe' is neither true nor false"),
    ("supervisor malfunction transferable=1", f"{AT}.transferable: '1' is neither true nor false"),
    ("supervisor malfunction disadvantaged=1", f"{AT}.disadvantaged: '1' is neither true nor false"),
    ("supervisor malfunction damaged=", f"{AT}.damaged: is empty"),
    ("supervisor malfunction returned_to=ann,", f"{AT}.returned_to[1]: is empty"),
    ("supervisor invalidate", f"{AT}.because: missing; it is disruption, fraud, impractical"),
    ("supervisor invalidate because=rain", f"{AT}.because: 'rain' is none of disruption, fraud, impractical"),
    ("supervisor invalidate because=fraud refund=yes", f"{AT}.refund: 'yes' is neither true nor false"),
    ("supervisor void-wagers because=device", f"{AT}.player: missing"),
    ("supervisor void-wagers player=ann", f"{AT}.because: missing; it is player-card, device, rules"),
    ("supervisor void-wagers player=ann because=luck", f"{AT}.because: 'luck' is none of player-card, device, rules"),
    ("gaming-manager pay-at-end box=9", f"{AT}.box: 9 is no box; they are numbered 1 to 7"),
    ("dealer burn @10001", f"{AT}.after_cards: is not a number of cards"),
]


@pytest.mark.parametrize(("step", "sentence"), UNREADABLE)
def test_a_step_that_cannot_be_read_is_refused_in_a_sentence(step: str, sentence: str) -> None:
    with pytest.raises(BadDocument) as raised:
        play("star-pontoon", "KS 7D 9H KD", "1:ann=10", step, "1 stand")
    assert str(raised.value).startswith(sentence)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ({"do": "malfunction", "returned_to": "ann"}, "returned_to: 'ann' is not a list"),
        ({"do": "malfunction", "returned_to": [1]}, "returned_to[0]: 1 is not text"),
        ({"do": "invalidate", "because": 3}, "because: 3 is not text"),
        ({"do": "invalidate", "because": "fraud", "forfeited_by": {}}, "forfeited_by: dict is not a list"),
        ({"do": "void", "after_cards": "3"}, "after_cards: is not a number of cards"),
        ({"do": "void", "after_cards": True}, "after_cards: is not a number of cards"),
        ({"do": "void-wagers", "player": 7, "because": "device"}, "player: 7 is not text"),
        ({"do": "foreign-card", "card": ["KS"]}, "card: list is not text"),
    ],
)
def test_a_value_of_the_wrong_kind_is_named(step: dict[str, object], sentence: str) -> None:
    written = document("star-pontoon", "KS 7D 9H KD", "1:ann=10")
    with pytest.raises(BadDocument) as raised:
        replay({**written, "decisions": [{"by": "supervisor", **step}]})
    assert str(raised.value) == f"{AT}.{sentence}"


def test_a_place_is_text() -> None:
    written = document("star-pontoon", "KS 7D 9H KD", "1:ann=10")
    with pytest.raises(BadDocument, match=r"^decisions\[0\]\.to: 3 is not text$"):
        replay({**written, "decisions": [{"by": "dealer", "do": "misplace", "to": 3}]})


def test_at_canberra_pontoon_a_malfunction_says_how_the_dealer_goes_on() -> None:
    with pytest.raises(BadDocument, match=r"^decisions\[0\]\.then: 'wait' is none of deal-on, shuffle$"):
        play("canberra-pontoon", "KS 7D 9H KD", "1:ann=10", "supervisor malfunction then=wait", cards_from="device")


def test_cards_come_from_no_device_where_the_game_has_none() -> None:
    written = document("my-house.toml", "KS 7D 9H KD", "1:ann=10", cards_from="device")
    book = changed(open_book("star-pontoon"), device__offered=False)
    with pytest.raises(BadDocument, match=r"^cards_from: this game has no shuffling device$"):
        read_document(written, opener=lambda _: book)


def test_every_step_is_written_with_what_was_said_of_it() -> None:
    acts: list[tuple[Act, dict[str, object]]] = [
        (Burn(card("2C")), {"by": "dealer", "do": "burn", "after_cards": 4}),
        (Burn(card("2C"), "in-error"), {"by": "dealer", "do": "burn", "after_cards": 4, "because": "in-error"}),
        (DrawInError(card("2C")), {"by": "dealer", "do": "draw-in-error", "after_cards": 4}),
        (
            DrawInError(card("2C"), exposed=False),
            {"by": "dealer", "do": "draw-in-error", "after_cards": 4, "exposed": False},
        ),
        (ExtraCard(card("2C")), {"by": "dealer", "do": "extra-card"}),
        (ExtraCard(card("2C"), exposed=False), {"by": "dealer", "do": "extra-card", "exposed": False}),
        (Misplace(card("2C"), "3.1"), {"by": "dealer", "do": "misplace", "after_cards": 4, "to": "3.1"}),
        (Reconstruct(), {"by": "supervisor", "do": "reconstruct", "after_cards": 4}),
        (InsuranceMissed(), {"by": "dealer", "do": "insurance-missed", "after_cards": 4}),
        (Report("rack-left"), {"by": "dealer", "do": "rack-left", "after_cards": 4}),
        (Report("check-cards"), {"by": "supervisor", "do": "check-cards", "after_cards": 4}),
        (WrongPack("missing-card"), {"by": "supervisor", "do": "missing-card", "after_cards": 4}),
        (
            WrongPack("foreign-card", "a joker"),
            {"by": "supervisor", "do": "foreign-card", "after_cards": 4, "card": "a joker"},
        ),
        (
            Malfunction(another_device=False, damaged="two", returned_to=("ann", "bob")),
            {
                "by": "supervisor",
                "do": "malfunction",
                "after_cards": 4,
                "another_device": False,
                "damaged": "two",
                "returned_to": ["ann", "bob"],
            },
        ),
        (
            Malfunction(disadvantaged=True, transferable=False, then="shuffle"),
            {
                "by": "supervisor",
                "do": "malfunction",
                "after_cards": 4,
                "disadvantaged": True,
                "transferable": False,
                "then": "shuffle",
            },
        ),
        (
            Invalidate("fraud", refund=False, forfeited_by=("eve",)),
            {
                "by": "supervisor",
                "do": "invalidate",
                "after_cards": 4,
                "because": "fraud",
                "refund": False,
                "forfeited_by": ["eve"],
            },
        ),
        (
            VoidWagers("ann", "rules"),
            {"by": "supervisor", "do": "void-wagers", "after_cards": 4, "player": "ann", "because": "rules"},
        ),
        (PayAtEnd(), {"by": "gaming-manager", "do": "pay-at-end", "after_cards": 4}),
        (PayAtEnd(3), {"by": "gaming-manager", "do": "pay-at-end", "after_cards": 4, "box": 3}),
        (
            VoidRound("found-later"),
            {"by": "supervisor", "do": "void", "after_cards": 4, "because": "found-later"},
        ),
    ]
    for act, step in acts:
        assert write_step(act, 4) == step


def test_a_round_is_written_with_offers_closed_where_staff_did_something() -> None:
    book = open_book("star-pontoon")
    round_ = so_far(
        book,
        dealt(book, "5S AD 6H"),
        CloseOffer(),
        CloseOffer(),
        Hit(1, "ann"),
        Misplace(card("2C"), "dealer"),
        "3C",
        Reconstruct(),
        PlayAbsent(1),
    )
    written = write_document(book, so_far(book, round_, "7C"), game="star-pontoon")
    assert written["decisions"] == [
        {"by": "dealer", "do": "close"},
        {"by": "dealer", "do": "close"},
        {"box": 1, "do": "hit", "player": "ann"},
        {"by": "dealer", "do": "misplace", "after_cards": 3, "to": "dealer"},
        {"by": "supervisor", "do": "reconstruct", "after_cards": 5},
        {"by": "dealer", "do": "absent"},
    ]


def test_cards_come_from_a_shoe_or_a_device() -> None:
    with pytest.raises(BadDocument, match=r"^cards_from: 'hand' is neither shoe nor device$"):
        play("star-pontoon", "KS 7D 9H KD", "1:ann=10", cards_from="hand")
    shoe = {**document("star-pontoon", "KS 7D 9H KD", "1:ann=10"), "cards_from": "shoe"}
    assert replay(shoe)["net"] == {"ann": "10.00"}


@pytest.mark.parametrize(
    ("cards", "steps"),
    [
        ("KS 7D 9H", ("dealer burn",)),
        ("KS 7D 9H", ("dealer draw-in-error",)),
        ("KS 7D 9H KD", ("1 stand", "dealer extra-card")),
        ("KS 7D 9H", ("1 stand", "dealer misplace @3 to=1")),
    ],
)
def test_a_step_takes_a_card_that_must_be_listed(cards: str, steps: tuple[str, ...]) -> None:
    number = len(cards.split())
    with pytest.raises(BadDocument, match=f"^cards: the round needs more than the {number} listed$"):
        play("star-pontoon", cards, "1:ann=10", *steps)


def test_cards_of_a_step_must_be_in_the_pack() -> None:
    """Shuffled discards may be listed again, but not before they can have been."""
    written = document(
        "star-pontoon", "KS " * 8 + "7D 9H", "1:ann=10", "dealer burn @0", *["dealer burn"] * 7, "dealer burn"
    )
    written["cards"] = "KS " * 9 + "7D 9H"
    written["discards_shuffled"] = True
    with pytest.raises(BadDocument, match=r"^cards: every KS of 8 decks is out already$"):
        replay(written)


def test_the_command_says_it_in_one_line_and_exits_with_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "round.json"
    written = document("star-pontoon", "KS 7D 9H 5C KD", "1:ann=10", "1 stand", "dealer misplace @3 to=1")
    path.write_text(json.dumps(written), "utf-8")
    said = Shell(monkeypatch, capsys).refused("replay", str(path))
    assert said == f"{path}: decisions: a card is misplaced, and the round is neither reconstructed nor void"
