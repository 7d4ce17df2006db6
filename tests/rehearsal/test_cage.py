"""Days at the cage: counts of floats, fills and credits, the drop, cash, the shift log, and footage. Nothing is smoothed."""

from __future__ import annotations

from typing import Any

import pytest

from boxseat.rehearsal.answer_objects import OBJECTS
from tests.rehearsal.written_day import PEOPLE, WON, Played, command, outcomes, play, whole_round

STAFF = {**PEOPLE, "sam": "supervisor", "kim": "cage", "kit": "cage", "eye": "surveillance"}
OPENING = {"100": 200, "25": 200}
"""The float of 25,000 that a table opens with."""
HUNDREDS = {"100": 5}


def at_cage(*steps: dict[str, Any], **changed: Any) -> Played:
    return play(*steps, people=STAFF, **changed)


def _told(played: Played, desk: str) -> list[str]:
    return [each["text"] for each in played.objects["notices"] if each["to"] == desk]


def _fill(**received: Any) -> list[dict[str, Any]]:
    return [
        command("sue", "request-fill", chips=HUNDREDS),
        command("kim", "issue-fill", order=1, chips=HUNDREDS),
        command("dan", "receive-fill", **{"order": 1, "chips": HUNDREDS, **received}),
    ]


def test_an_opening_count_that_agrees_is_confirmed_by_somebody_else() -> None:
    played = at_cage(
        command("dan", "count-float", chips=OPENING, when="opening"),
        command("dan", "confirm-count"),
        command("sue", "confirm-count", chips=OPENING),
        command("sam", "confirm-count"),
    )
    assert outcomes(played) == ["done", "", "done", ""]
    assert played.steps[0]["difference"] == played.steps[2]["difference"] == "0.00"
    assert played.objects["float"]["p1"] == {
        "opening": "25000.00",
        "fills": "0.00",
        "credits": "0.00",
        "closing": None,
        "difference": "0.00",
        "transit": "0.00",
    }
    assert _told(played, "gaming-manager") == []


def test_a_supervisor_who_counted_does_not_confirm_it() -> None:
    played = at_cage(command("sue", "count-float", chips=OPENING), command("sue", "confirm-count"))
    assert outcomes(played) == ["done", ""]
    assert "somebody else" in played.steps[1]["refused"]["reason"]


def test_another_second_count_is_refused_and_the_first_still_waits() -> None:
    played = at_cage(
        command("dan", "count-float", chips=OPENING),
        command("sue", "confirm-count", chips={"100": 250}),
        command("sue", "confirm-count", when="closing"),
        command("sue", "confirm-count", when="check"),
    )
    assert outcomes(played) == ["done", "", "", "done"]


def test_a_closing_count_after_the_table_has_closed_is_held_against_its_last_float() -> None:
    """Ann takes 40 in chips away: the 20 that she bought, and 20 that she won."""
    short = {"100": 200, "25": 196, "10": 5}
    played = at_cage(
        whole_round(*WON),
        command("ann", "leave"),
        command("sue", "close"),
        command("dan", "count-float", chips=short, when="closing"),
        command("sue", "confirm-count", when="closing"),
    )
    assert outcomes(played)[2:] == ["done", "done", "done"]
    assert played.steps[3]["counted"] == "24950.00"
    assert played.steps[3]["difference"] == "-10.00"
    assert played.objects["float"]["p1"]["closing"] == "24950.00"
    assert played.objects["float"]["p1"]["difference"] == "-10.00"
    assert _told(played, "gaming-manager") == ["the closing count of p1 is 24950.00, and by the books 24960.00"]
    opened = at_cage(command("sue", "close"), command("sue", "open"), command("dan", "count-float", chips=OPENING))
    assert opened.steps[2]["difference"] == "0.00"


def test_a_fill_that_agrees_leaves_nothing_between() -> None:
    played = at_cage(*_fill(), command("dan", "count-float", chips={**OPENING, **HUNDREDS, "100": 205}))
    assert [step.get("order", step.get("difference")) for step in played.steps] == [1, "0.00", "0.00", "0.00"]
    assert played.objects["float"]["p1"]["fills"] == "500.00"
    assert _told(played, "cage") == ["fill 1 of 500.00 is ordered for p1"]
    assert _told(played, "gaming-manager") == []


def test_other_amounts_than_ordered_and_issued_are_differences_that_stay() -> None:
    played = at_cage(
        command("sue", "request-fill", chips=HUNDREDS),
        command("kim", "issue-fill", order=1, chips={"100": 4}),
        command("dan", "receive-fill", order=1, chips={"100": 3, "25": 1}),
    )
    assert [step.get("difference") for step in played.steps] == [None, "-100.00", "-75.00"]
    assert played.objects["float"]["p1"]["fills"] == "325.00"
    assert played.objects["float"]["p1"]["transit"] == "75.00"
    assert _told(played, "gaming-manager") == [
        "fill 1 of p1: 400.00 left, and not 500.00",
        "fill 1 of p1: 325.00 came, and not 400.00",
    ]


def test_more_may_be_counted_in_than_was_sent_and_other_chips_of_the_same_worth() -> None:
    played = at_cage(*_fill(chips={"100": 6}))
    assert played.objects["float"]["p1"]["transit"] == "-100.00"
    played = at_cage(*_fill(chips={"500": 1}))
    assert played.objects["float"]["p1"]["transit"] == "0.00"
    assert _told(played, "gaming-manager") == [
        "fill 1 of p1: other denominations came than before, for the same 500.00"
    ]


def test_a_credit_goes_the_other_way_and_no_step_is_done_twice_or_out_of_turn() -> None:
    chips = {"100": 10}
    played = at_cage(
        command("dan", "send-credit", order=1, chips=chips),
        command("sue", "request-credit", chips=chips),
        command("kim", "receive-credit", order=1, chips=chips),
        command("kim", "issue-fill", order=1, chips=chips),
        command("dan", "send-credit", "b1", order=1, chips=chips),
        command("dan", "send-credit", order=1, chips=chips),
        command("dan", "send-credit", order=1, chips=chips),
        command("kim", "receive-credit", order=1, chips=chips),
        command("kim", "receive-credit", order=1, chips=chips),
    )
    assert outcomes(played) == ["", "done", "", "", "", "done", "", "done", ""]
    assert played.objects["float"]["p1"]["credits"] == "1000.00"
    assert played.objects["float"]["p1"]["transit"] == "0.00"


def test_orders_have_numbers_of_the_whole_house() -> None:
    played = at_cage(
        command("sue", "request-fill", "b1", chips=HUNDREDS), command("sue", "request-credit", chips=HUNDREDS)
    )
    assert [step["order"] for step in played.steps] == [1, 2]


@pytest.mark.parametrize("chips", [{}, {"3": 5}, {"0.30": 1}, {"100": -1}, {"100": 2_000_000}, {"ten": 1}, {"100": 0}])
def test_no_order_of_chips_that_there_are_not(chips: dict[str, int]) -> None:
    assert outcomes(at_cage(command("sue", "request-fill", chips=chips))) == [""]


def test_chips_below_the_smallest_of_the_table_are_refused() -> None:
    dollar = {"p1": {"game": "star-pontoon", "options": {"smallest_chip": "1.00"}, "sign": {"min": "10", "max": "500"}}}
    fifty = command("sue", "request-fill", chips={"2.50": 4})
    assert outcomes(at_cage(fifty)) == ["done"]
    assert outcomes(at_cage(fifty, command("sue", "request-fill", chips={"5": 4}), tables=dollar)) == ["", "done"]


def test_a_credit_is_no_more_than_the_float_and_a_closed_table_has_none() -> None:
    lots = {"1000": 26}
    played = at_cage(
        command("sue", "request-credit", chips=lots),
        command("dan", "send-credit", order=1, chips=lots),
        command("sue", "close"),
        command("dan", "send-credit", order=1, chips={"1000": 1}),
    )
    assert outcomes(played) == ["done", "", "done", ""]
    assert played.objects["float"]["p1"]["credits"] == "0.00"


def test_the_drop_is_what_chips_were_bought_for_also_after_closing() -> None:
    played = at_cage(
        command("ann", "buy-in", amount="100"),
        command("ann", "leave"),
        command("kim", "count-drop", amount={"50": 2}),
        command("bob", "buy-in", amount="200"),
        command("bob", "leave"),
        command("sue", "close"),
        command("kim", "count-drop", amount={"50": 3}),
        command("kim", "count-drop", amount={}),
    )
    assert [step.get("difference") for step in played.steps if "counted" in step] == ["0.00", "-50.00", "0.00"]
    assert played.objects["float"]["p1"]["transit"] == "50.00"
    assert _told(played, "gaming-manager") == ["the drop of p1 is 150.00, and by the books 200.00"]


def test_a_payout_is_no_more_than_the_wallet_and_only_a_player_has_one() -> None:
    played = at_cage(
        command("kim", "pay-out", player="ann", amount="250", **{"for": "redemption"}),
        command("kim", "pay-out", player="ann", amount="800", **{"for": "redemption"}),
        command("kim", "pay-out", player="sue", amount="8", **{"for": "redemption"}),
        command("kim", "collect-owed", player="ann", amount="5", **{"for": "a correction"}),
    )
    assert outcomes(played) == ["done", "", "", ""]
    assert [step["refused"]["reason"] for step in played.steps[1:]] == [
        "ann has too little money for that",
        "sue is not a player, and has no money with the house",
        "ann owes less than that",
    ]
    assert played.objects["wallets"]["ann"] == "750.00"
    assert played.objects["owed"] == {}


def test_the_shift_log_has_notes_and_who_deals_where() -> None:
    played = at_cage(
        command("sue", "dealer-in", dealer="dan"),
        command("sue", "dealer-in", dealer="ann"),
        {"who": "sue", "do": "shift-note", "text": "box 3 plays slowly"},
        command("dan", "shift-note", text="   "),
        command("ann", "shift-note", text="let me write too"),
    )
    assert outcomes(played) == ["done", "", "done", "", ""]


def test_footage_is_asked_of_surveillance_and_answered_once() -> None:
    played = at_cage(
        whole_round(*WON, at="18:05"),
        command("sue", "request-footage", round=1, text="a card on box 2", at="18:06"),
        command("ivy", "request-footage", at="18:07"),
        command("sue", "request-footage", round=2),
        {"who": "eye", "do": "answer-footage", "request": 1, "reference": "cam 4, 18:05"},
        {"who": "eye", "do": "answer-footage", "request": 1, "reference": "cam 5, 18:05"},
        {"who": "sue", "do": "answer-footage", "request": 2, "reference": "cam 5"},
        {"who": "eye", "do": "answer-footage", "request": 2, "reference": "", "text": " "},
    )
    assert outcomes(played) == ["done", "done", "done", "", "done", "", "", ""]
    assert [step["request"] for step in played.steps if "request" in step] == [1, 2]
    first, second = played.objects["footage"]
    assert (first["round"], first["status"], first["reference"]) == (1, "answered", "cam 4, 18:05")
    assert (second["round"], second["status"], second["at"]) == (None, "open", "2024-09-02T18:07:00+10:00")
    assert _told(played, "surveillance") == ["footage 1 is asked for p1 a card on box 2", "footage 2 is asked for p1"]
    assert _told(played, "sue") == ["footage 1: cam 4, 18:05"]


@pytest.mark.parametrize(
    ("who", "do", "fields"),
    [
        ("kim", "count-float", {"chips": OPENING}),
        ("ann", "count-float", {"chips": OPENING}),
        ("ivy", "confirm-count", {}),
        ("dan", "request-fill", {"chips": HUNDREDS}),
        ("sue", "issue-fill", {"order": 1, "chips": HUNDREDS}),
        ("kim", "receive-fill", {"order": 1, "chips": HUNDREDS}),
        ("gus", "count-drop", {"amount": {}}),
        ("gus", "pay-out", {"player": "ann", "amount": 5, "for": "x"}),
        ("dan", "rate", {"player": "ann", "average": 20, "minutes": 30}),
        ("kim", "shift-note", {"text": "x"}),
        ("eye", "request-footage", {}),
    ],
)
def test_a_role_that_may_not_is_refused(who: str, do: str, fields: dict[str, Any]) -> None:
    assert outcomes(at_cage(command(who, do, **fields))) == [""]


def test_a_refused_day_leaves_no_trace() -> None:
    refused = [
        command("sue", "request-fill", chips={"3": 5}),
        command("dan", "receive-fill", order=1, chips=HUNDREDS),
        command("sue", "confirm-count"),
        command("sue", "note-result", day="2024-13-40", text="why"),
    ]
    played, without = at_cage(*refused), at_cage()
    assert outcomes(played) == ["", "", "", ""]
    assert played.objects == without.objects
    assert {*OBJECTS} >= {"float", "owed", "footage"}
