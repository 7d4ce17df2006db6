"""Documents that cannot be read are refused in one sentence that names the field; what can be read is for the judge."""

from __future__ import annotations

import copy
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from boxseat.play.document import read_document
from boxseat.play.fields import BadDocument
from boxseat.play.replay import replay
from boxseat.play.state import TableLimits
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
        (lambda d: d["wagers"][0].update(warned="no"), "wagers[0].warned: 'no' is neither true nor false"),
        (lambda d: d["wagers"][0].update(hat="red"), "wagers[0].hat: unknown field"),
        (lambda d: d["wagers"][2].pop("stake"), "wagers[2]: nothing is wagered"),
        (lambda d: d["wagers"][1].update({"super-sevens": "5"}), "wagers[1].super-sevens: unknown field"),
        (lambda d: d["wagers"][1].update(player="ann"), "wagers: a player is listed twice on box 1"),
        (lambda d: d["wagers"][1].update(seated=True), "wagers: two players are seated at box 1"),
        (
            lambda d: d["wagers"].extend({"box": 1, "player": name, "stake": 5} for name in ("dan", "eve")),
            "wagers: box 1 has more than 3 main wagers",
        ),
        (
            lambda d: d.update(wagers=[{"box": 6, "player": name, "stake": "0.01"} for name in "abcd"]),
            "wagers: box 6 has more than 3 main wagers",
        ),
        (lambda d: d.update(discards_shuffled="yes"), "discards_shuffled: 'yes' is neither true nor false"),
        (lambda d: d["limits"].update(marked=1), "limits.marked: 1 is not a list"),
        (lambda d: d["limits"].update(marked=[1, 8]), "limits.marked[1]: 8 is no box"),
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
        (lambda d: d["decisions"][1].update(joined_by={" ": "5"}), "decisions[1].joined_by: is empty"),
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


def _said(spoil: Spoil, *, at: str = "") -> str:
    """The whole sentence about a document that was spoilt."""
    written = _round()
    spoil(written)
    with pytest.raises(BadDocument) as raised:
        read_document(written, at=at)
    return str(raised.value)


def test_a_sentence_says_where_in_a_file_the_document_stands() -> None:
    for at, said in (("", "7 is not an object"), ("rounds[3]", "rounds[3]: 7 is not an object")):
        with pytest.raises(BadDocument) as raised:
            read_document(7, at=at)
        assert str(raised.value) == said
    assert _said(lambda d: d.pop("game"), at="rounds[3]") == "rounds[3].game: missing"
    assert _said(lambda d: d["wagers"][1].pop("box"), at="rounds[3]") == "rounds[3].wagers[1].box: missing"


@pytest.mark.parametrize(
    ("length", "shown"), [(38, f"'{'x' * 38}'"), (39, f"'{'x' * 36}..."), (150, f"'{'x' * 36}...")]
)
def test_a_wrong_value_is_shown_to_forty_characters_at_the_most(length: int, shown: str) -> None:
    said = _said(lambda d: d["wagers"][0].update(box="x" * length))
    assert said == f"wagers[0].box: {shown} is no box; they are numbered 1 to 7"


@pytest.mark.parametrize("length", [40, 41, 150])
def test_an_unknown_field_is_named_to_forty_characters_at_the_most(length: int) -> None:
    said = _said(lambda d: d.update({"X" * length: 1}))
    assert (
        said
        == f"{'X' * 40}: unknown field; there are game, options, limits, cards, cards_from, discards_shuffled, wagers, decisions"
    )


def test_an_unknown_field_is_told_the_known_ones() -> None:
    assert _said(lambda d: d["wagers"][0].update(hat="red")) == (
        "wagers[0].hat: unknown field; there are box, player, stake, seated, warned, perfect-pairs"
    )
    assert _said(lambda d: d["decisions"][1].update(hat="red")) == (
        "decisions[1].hat: unknown field; there are box, do, player, amount, joined_by"
    )
    assert _said(lambda d: d["decisions"].append({"by": "dealer", "do": "burn", "hat": "red"})) == (
        "decisions[3].hat: unknown field; there are by, do, after_cards, because"
    )
    assert _said(lambda d: d["decisions"].append({"by": "dealer", "do": "close", "because": "late"})) == (
        "decisions[3].because: unknown field; there are by, do, after_cards"
    )
    assert _said(lambda d: d["decisions"].append({"by": "dealer", "do": "burn", "because": "late"})) == (
        "decisions[3].because: 'late' is none of face-up, in-error"
    )


def test_a_name_may_have_two_hundred_characters() -> None:
    written = _round()
    written["wagers"][2]["player"] = "c" * 200
    assert read_document(written).wagers[2].player == "c" * 200
    assert _said(lambda d: d["wagers"][2].update(player="c" * 201)) == (
        "wagers[2].player: is longer than 200 characters"
    )


@pytest.mark.parametrize("after_cards", [0, 10_000, None])
def test_a_staff_step_may_say_after_how_many_cards_it_was_taken(after_cards: int | None) -> None:
    written = _round()
    written["decisions"].append({"by": "dealer", "do": "burn", "after_cards": after_cards})
    assert read_document(written).decisions[3].after_cards == after_cards


@pytest.mark.parametrize("after_cards", [-1, 10_001, 2.0, True, "3"])
def test_what_is_no_number_of_cards_is_refused(after_cards: object) -> None:
    step = {"by": "dealer", "do": "burn", "after_cards": after_cards}
    assert _said(lambda d: d["decisions"].append(step)) == "decisions[3].after_cards: is not a number of cards"


def test_a_decision_or_a_step_that_does_not_exist_is_told_all_that_do() -> None:
    assert _said(lambda d: d["decisions"][0].update(do="fold")) == (
        "decisions[0].do: 'fold' is none of insure, even-money, forfeit, surrender, hit, stand, split, double, refuse"
    )
    assert _said(lambda d: d["decisions"].append({"by": "dealer", "do": "dance"})) == (
        "decisions[3].do: 'dance' is none of absent, close, burn, draw-in-error, extra-card, misplace, insurance-missed, "
        "burn-forgotten, cut-missed, shuffle-missed, rack-left, reconstruct, void, check-cards, missing-card, foreign-card, "
        "malfunction, invalidate, void-wagers, pay-at-end"
    )
    assert _said(lambda d: d["decisions"].append({"by": "dealer", "do": "void"})) == (
        "decisions[3].by: void is a step of the supervisor"
    )


def test_a_table_may_have_the_same_least_and_most() -> None:
    written = _round()
    written["limits"] = {"min": "25", "max": "25"}
    assert read_document(written).limits == TableLimits(2500, 2500)


def test_a_document_keeps_its_game_and_its_options_as_they_were_written() -> None:
    read = read_document(_round())
    assert (read.game, read.options) == ("star-pontoon", {"decks": 8})


def test_the_cards_of_a_document_may_take_a_hundred_thousand_characters() -> None:
    written = _round()
    written["cards"] = written["cards"].ljust(100_000)
    assert replay(written)["cards_used"] == 7
    assert _said(lambda d: d.update(cards=d["cards"].ljust(100_001))) == "cards: is longer than 100000 characters"


def test_cards_may_be_written_over_several_lines() -> None:
    written = _round()
    written["cards"] = "KS 9D 7H\n\t6C 8D\n5S KD\n"
    assert replay(written)["cards_used"] == 7


def test_a_card_that_cannot_be_in_the_shoe_is_refused_by_the_judge() -> None:
    """R24: only cards of cleared hands come again."""
    written = {
        "game": "canberra-pontoon",
        "options": {"decks": 4},
        "cards": "9S 9S 9S 9S 9S 9S",
        "discards_shuffled": True,
        "wagers": [{"box": box, "player": name, "stake": 10} for box, name in ((1, "ann"), (2, "bob"))],
    }
    with pytest.raises(BadDocument, match="cards: every 9S of 4 decks is out already"):
        replay(written)
