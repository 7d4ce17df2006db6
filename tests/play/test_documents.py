"""Documents that cannot be read are refused in one sentence that names the field; what can be read is for the judge."""

from __future__ import annotations

import copy
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from boxseat.play.document import BadDocument, read_document
from boxseat.play.replay import replay
from tests.notation import document

Spoil = Callable[[dict[str, Any]], object]


def _round() -> dict[str, Any]:
    return document(
        "star-pontoon",
        "KS 9D 7H 6C 8D 5S KD",
        "1:ann*=20+pp5 1:bob=10 3:cat=25",
        "1 insure bob 5",
        "1 double 20 +bob=10",
        "3 stand",
        limits={"min": "5", "max": "1000"},
        decks=8,
    )


DEEP: list[Any] = []
for _ in range(100):
    DEEP = [DEEP]


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda d: d.pop("game"), "game: missing"),
        (lambda d: d.update(game="whist"), "game: whist: no such game"),
        (lambda d: d.update(game=7), "game: 7 is not text"),
        (lambda d: d.update(game=""), "game: is empty"),
        (lambda d: d.update(game="x" * 300), "game: is longer than 200"),
        (lambda d: d.update(colour="red"), "colour: unknown field"),
        (lambda d: d.update(options=[]), "options: list is not an object"),
        (lambda d: d["options"].update(decks=7), "options: decks: '7' is not permitted"),
        (lambda d: d["options"].update(speed=1), "options: speed: star-pontoon has no such option"),
        (lambda d: d.update(limits=None), "limits: None is not an object"),
        (lambda d: d["limits"].update(max="0"), "limits.max: '0' is not above zero"),
        (lambda d: d["limits"].update(min="2000"), "limits: min is above max"),
        (lambda d: d["limits"].update(most="1"), "limits.most: unknown field"),
        (lambda d: d.pop("cards"), "cards: missing"),
        (lambda d: d.update(cards=["KS"]), "cards: list is not text"),
        (lambda d: d.update(cards="KS 1D"), "cards: '1D' is no card"),
        (
            lambda d: d.update(cards="KS 10D"),
            "cards: '10D' is no card, which is a rank of A23456789TJQK and a suit of SHDC: a ten",
        ),
        (lambda d: d.update(cards="ks"), "cards: 'ks' is no card"),
        (lambda d: d.update(cards="KS TD"), "cards: TD is not in this game's deck"),
        (lambda d: d.update(cards="KS " * 9), "cards: KS is listed 9 times, and 8 decks hold it 8 times"),
        (lambda d: d.update(cards="KS 9D"), "cards: the round needs more than the 2 listed"),
        (lambda d: d.update(cards="KS 9D 7H 6C 8D 5S"), "cards: the round needs more than the 6 listed"),
        (lambda d: d.update(cards=""), "cards: the round needs more than the 0 listed"),
        (lambda d: d.pop("wagers"), "wagers: missing"),
        (lambda d: d.update(wagers=[]), "wagers: a round needs at least one"),
        (lambda d: d.update(wagers={}), "wagers: dict is not a list"),
        (lambda d: d.update(wagers=[7]), "wagers[0]: 7 is not an object"),
        (lambda d: d["wagers"][0].pop("box"), "wagers[0].box: missing"),
        (lambda d: d["wagers"][0].update(box=8), "wagers[0].box: 8 is no box; they are numbered 1 to 7"),
        (lambda d: d["wagers"][0].update(box=0), "wagers[0].box: 0 is no box"),
        (lambda d: d["wagers"][0].update(box=True), "wagers[0].box: True is no box"),
        (lambda d: d["wagers"][0].update(box="1"), "wagers[0].box: '1' is no box"),
        (lambda d: d["wagers"][0].update(box=1.0), "wagers[0].box: 1.0 is no box"),
        (lambda d: d["wagers"][0].pop("player"), "wagers[0].player: missing"),
        (lambda d: d["wagers"][0].update(player=" "), "wagers[0].player: is empty"),
        (lambda d: d["wagers"][0].update(player="ann\nbob"), "wagers[0].player: has characters that cannot be printed"),
        (lambda d: d["wagers"][0].update(player=None), "wagers[0].player: None is not text"),
        (lambda d: d["wagers"][0].update(seated=1), "wagers[0].seated: 1 is neither true nor false"),
        (lambda d: d["wagers"][0].update(hat="red"), "wagers[0].hat: unknown field"),
        (lambda d: d["wagers"][2].pop("stake"), "wagers[2]: nothing is wagered"),
        (lambda d: d["wagers"][1].update({"super-sevens": "5"}), "wagers[1].super-sevens: unknown field"),
        (lambda d: d["wagers"][1].update(player="ann"), "wagers: a player is listed twice on box 1"),
        (lambda d: d["wagers"][1].update(seated=True), "wagers: two players are seated at box 1"),
        (
            lambda d: d["wagers"].extend({"box": 1, "player": name, "stake": 5} for name in ("dan", "eve")),
            "wagers: box 1 has more than 3 main wagers",
        ),
        *(
            (lambda d, amount=amount: d["wagers"][0].update(stake=amount), f"wagers[0].stake: {said}")
            for amount, said in (
                (0, "0 is not above zero"),
                (-5, "-5 is not above zero"),
                ("-5", "'-5' is not an amount"),
                ("0.001", "'0.001' is no whole number of cents"),
                (0.001, "0.001 is no whole number of cents"),
                (float("nan"), "nan is not an amount"),
                (float("inf"), "inf is not an amount"),
                (Decimal("1e400"), "1E+400 is more than any table takes"),
                (Decimal("1e-400"), "1E-400 is no whole number"),
                ("1e400", "'1e400' is not an amount"),
                (2**63, "9223372036854775808 is more than any table takes"),
                (str(2**63), "'9223372036854775808' is not an amount"),
                (True, "True is not an amount"),
                (None, "None is not an amount"),
                ("", "'' is not an amount"),
                (" 5", "' 5' is not an amount"),
                ("\u0665", "'\u0665' is not an amount"),
                (DEEP, "["),
            )
        ),
        (lambda d: d.update(decisions={}), "decisions: dict is not a list"),
        (lambda d: d.update(decisions=["hit"]), "decisions[0]: 'hit' is not an object"),
        (lambda d: d["decisions"][0].pop("do"), "decisions[0].do: missing"),
        (lambda d: d["decisions"][0].update(do="fold"), "decisions[0].do: 'fold' is none of insure"),
        (lambda d: d["decisions"][0].update(do=3), "decisions[0].do: 3 is not text"),
        (lambda d: d["decisions"][0].pop("box"), "decisions[0].box: missing"),
        (lambda d: d["decisions"][0].update(box=9), "decisions[0].box: 9 is no box"),
        (lambda d: d["decisions"][0].pop("amount"), "decisions[0].amount: missing"),
        (lambda d: d["decisions"][0].update(amount="0"), "decisions[0].amount: '0' is not above zero"),
        (lambda d: d["decisions"][0].update(player=""), "decisions[0].player: is empty"),
        (lambda d: d["decisions"][0].update(joined_by=["bob"]), "decisions[0].joined_by: unknown field"),
        (lambda d: d["decisions"][2].update(amount="5"), "decisions[2].amount: unknown field"),
        (lambda d: d["decisions"][1].update(joined_by=["bob"]), "decisions[1].joined_by: list is not an object"),
        (
            lambda d: d["decisions"][1].update(joined_by={"bob": "x"}),
            "decisions[1].joined_by.bob: 'x' is not an amount",
        ),
        (
            lambda d: d["decisions"].append({"box": 1, "do": "split", "joined_by": {"bob": 1}}),
            "decisions[3].joined_by: dict is not a list",
        ),
        (
            lambda d: d["decisions"].append({"box": 1, "do": "split", "joined_by": [1]}),
            "decisions[3].joined_by: 1 is not text",
        ),
        (
            lambda d: d["decisions"].append({"by": "dealer", "do": "dance"}),
            "decisions[3].do: 'dance' is none of absent",
        ),
        (
            lambda d: d["decisions"].append({"by": "dealer", "do": "void"}),
            "decisions[3].by: void is a step of the supervisor",
        ),
        (lambda d: d["decisions"].append({"by": 1, "do": "void"}), "decisions[3].by: 1 is not text"),
        (
            lambda d: d["decisions"].append({"by": "dealer", "do": "absent", "box": 1}),
            "decisions[3].box: unknown field",
        ),
        (
            lambda d: d["decisions"].append({"by": "dealer", "do": "burn", "after_cards": -1}),
            "decisions[3].after_cards: is not a number of cards",
        ),
    ],
)
def test_an_unreadable_document_is_refused_in_a_sentence(spoil: Spoil, sentence: str) -> None:
    spoilt = copy.deepcopy(_round())
    spoil(spoilt)
    with pytest.raises(BadDocument) as raised:
        replay(spoilt)
    assert str(raised.value).startswith(sentence)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("written", [None, 7, "round", [], True])
def test_what_is_no_object_is_no_document(written: object) -> None:
    with pytest.raises(BadDocument, match="is not an object"):
        replay(written)
    with pytest.raises(BadDocument, match=r"rounds\[3\]: .* is not an object"):
        read_document(written, at="rounds[3]")


def test_amounts_may_be_numbers_or_text() -> None:
    for amount in ("20", "20.0", "20.00", 20, 20.0, Decimal("2e1")):
        written = _round()
        written["wagers"][0]["stake"] = amount
        assert replay(written)["net"] == {"ann": "35.00", "bob": "20.00", "cat": "0.00"}


def test_options_limits_and_decisions_may_be_left_out() -> None:
    written = {
        "game": "star-pontoon",
        "cards": "KS 7H QC TD".replace("TD", "KD"),
        "wagers": [{"box": 1, "player": "ann", "stake": 5}],
    }
    assert replay(written)["net"] == {"ann": "5.00"}


def test_more_cards_may_be_listed_than_are_used() -> None:
    written = _round()
    written["cards"] += " 2S 2S"
    assert replay(written)["cards_used"] == 7
