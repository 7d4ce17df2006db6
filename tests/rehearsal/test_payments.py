"""Wrong payments through the house: the register, the money at the table, and the report at the end of a month (SP 18.18-18.20)."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from boxseat.house.kinds import STREAM_KINDS
from boxseat.inspection.audit import audit_through
from boxseat.rehearsal.answer_objects import OBJECTS
from boxseat.rehearsal.day import opened
from boxseat.rehearsal.day_document import read_day
from tests.rehearsal.written_day import B1, P1, WON, command, day, outcomes, play, whole_round

GAMES = {
    "p1": P1,
    "b1": B1,
    "c1": {**B1, "game": "canberra-pontoon"},
    "s1": {**P1, "game": "star-pontoon-6to5"},
}


def wrong(kind: str, amount: str, player: str = "ann", table: str = "p1", **step: Any) -> dict[str, Any]:
    named = {"player": player} if player else {}
    return {**command("sue", "payment-error", table, kind=kind, amount=amount, intentional="no", **named), **step}


def right(error: int, how: str, **step: Any) -> dict[str, Any]:
    return {"who": "sue", "do": "rectify-payment", "error": error, "how": how, **step}


def identified(error: int, player: str) -> dict[str, Any]:
    return {"who": "sue", "do": "identify-patron", "error": error, "player": player}


def balances(*steps: dict[str, Any], **changed: Any) -> dict[str, int]:
    """What every account holds after these steps."""

    async def run() -> dict[str, int]:
        async with opened(read_day(day(*steps, **changed), STREAM_KINDS, OBJECTS)) as rehearsal:
            await rehearsal.play()
            assert all(each.refused is None for each in rehearsal.happenings)
            audited = await rehearsal.store.query(lambda connection: audit_through(connection, kinds=STREAM_KINDS))
            assert audited.faults == ()
            return await rehearsal.store.balances()

    return asyncio.run(run())


def moved(*steps: dict[str, Any], before: tuple[dict[str, Any], ...] = (), **changed: Any) -> dict[str, int]:
    """What these steps change in the accounts, after those before."""
    was, now = balances(*before, **changed), balances(*before, *steps, **changed)
    found = {name: now.get(name, 0) - was.get(name, 0) for name in was | now}
    return {name: cents for name, cents in found.items() if cents}


def test_18_20_1_1_an_underpayment_that_is_reimbursed_is_rectified() -> None:
    played = play(wrong("under", "30", "bob"), right(1, "reimbursed"))
    assert outcomes(played) == ["done", "done"]
    expected = {"error": 1, "table": "p1", "player": "bob", "kind": "under", "amount": "30.00"}
    (found,) = played.objects["payment_errors"]
    assert found == {**expected, "suspected": False, "status": "rectified", "month": "2024-09"}


def test_18_20_2_the_report_of_the_month_still_running_shows_what_is_in_it() -> None:
    played = play(wrong("over", "1200"))
    assert (outcomes(played), played.steps[0]["error"]) == (["done"], 1)
    report = {"2024-09": [{"error": 1, "player": "ann", "kind": "over", "amount": "1200.00"}]}
    assert played.objects["monthly_report"] == report


def test_wrong_payments_are_numbered_in_the_whole_house() -> None:
    played = play(wrong("over", "5"), wrong("under", "7", "bob", "b1"), wrong("over", "9", "cat"))
    assert [step["error"] for step in played.steps] == [1, 2, 3]
    assert [each["table"] for each in played.objects["payment_errors"]] == ["p1", "b1", "p1"]


@pytest.mark.parametrize(
    ("kind", "how", "clause", "status"),
    [
        ("over", "reimbursed", "18.20.1.1", "open"),
        ("under", "returned", "18.20.1.2", "open"),
        ("under", "demanded", "18.20.1.2", "open"),
        ("under", "reimbursed", "done", "rectified"),
        ("over", "returned", "done", "rectified"),
        ("over", "demanded", "done", "attempted"),
        ("over", "contacted", "done", "attempted"),
        ("under", "contacted", "done", "attempted"),
        ("over", "reported", "done", "reported"),
        ("under", "reported", "done", "reported"),
    ],
)
def test_18_20_1_how_each_kind_is_put_right(kind: str, how: str, clause: str, status: str) -> None:
    played = play(wrong(kind, "30"), right(1, how))
    assert outcomes(played) == ["done", clause]
    assert played.objects["payment_errors"][0]["status"] == status


@pytest.mark.parametrize("how", ["reimbursed", "contacted"])
def test_18_20_1_a_patron_is_identified_first(how: str) -> None:
    played = play(wrong("under", "30", ""), right(1, how), identified(1, "bob"), right(1, how))
    assert outcomes(played) == ["done", "18.20.1", "done", "done"]
    assert played.objects["payment_errors"][0]["player"] == "bob"
    unknown = play(wrong("under", "30", ""), right(1, "reported"), identified(1, "bob"), identified(1, "ann"))
    assert outcomes(unknown) == ["done", "done", "done", "18.20.1"], "the authority may be told of an unknown patron"


def test_18_18_2_what_is_done_is_not_done_again() -> None:
    for first, then in (("returned", "returned"), ("returned", "reported"), ("reported", "contacted")):
        assert outcomes(play(wrong("over", "30"), right(1, first), right(1, then))) == ["done", "done", "18.18.2"]
    tried = play(wrong("over", "30"), right(1, "demanded"), right(1, "returned"))
    assert tried.objects["payment_errors"][0]["status"] == "rectified", "an attempt that succeeds later"


def test_18_18_2_the_authority_is_told() -> None:
    notices = play(wrong("over", "30"), right(1, "reported")).objects["notices"]
    assert [(each["to"], each["table"], each["clause"]) for each in notices] == [("nicc", "p1", "18.18.2")]
    assert "ann was paid 30.00 too much" in notices[0]["text"]
    assert play(wrong("over", "30"), right(1, "returned")).objects["notices"] == []


def test_18_19_a_payment_that_may_have_been_made_on_purpose() -> None:
    suspected = {**wrong("over", "30"), "intentional": "suspected"}
    assert play(suspected).objects["payment_errors"][0]["suspected"] is True


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ({**wrong("over", "30"), "who": "dan"}, "a dealer may not record a wrong payment"),
        ({**wrong("over", "30"), "who": "ivy"}, "an inspector may not record a wrong payment"),
        ({**wrong("over", "30"), "who": "ann"}, "a player may not record a wrong payment"),
        ({**right(1, "reported"), "who": "dan"}, "a dealer may not record a wrong payment"),
        (right(1, "reported"), "there is no wrong payment 1"),
        (identified(7, "ann"), "there is no wrong payment 7"),
        (wrong("over", "30", "dan"), "no player has the account dan"),
    ],
)
def test_who_may_and_what_there_is(step: dict[str, Any], reason: str) -> None:
    played = play(step)
    assert played.steps[0]["refused"] == {"clause": "", "reason": reason}
    assert (played.objects["payment_errors"], played.objects["events"]) == ([], [])


@pytest.mark.parametrize(("table", "clause"), [("b1", "16.6"), ("c1", "17.6"), ("s1", "19.12")])
def test_games_without_these_clauses_keep_the_register_too(table: str, clause: str) -> None:
    """A wrong payment there is what a dispute is about; no report is due."""
    played = play(wrong("over", "1200", table=table), right(1, "reimbursed"), right(1, "returned"), tables=GAMES)
    assert outcomes(played) == ["done", clause, "done"]
    assert played.objects["monthly_report"] == {}


# Money


def test_the_tray_agrees_with_what_was_really_paid_until_it_is_put_right() -> None:
    assert moved(wrong("under", "30")) == {"float/p1": 30_00, "bank": -30_00}
    assert moved(wrong("over", "30")) == {"float/p1": -30_00, "bank": 30_00}
    assert moved(wrong("over", "30", "")) == {"float/p1": -30_00, "bank": 30_00}
    assert moved(wrong("over", "30"), right(1, "contacted")) == {"float/p1": -30_00, "bank": 30_00}


def test_18_20_1_1_who_has_left_is_paid_into_the_wallet() -> None:
    assert moved(wrong("under", "30"), right(1, "reimbursed")) == {"wallet/ann": 30_00, "bank": -30_00}


def test_18_20_1_1_who_is_there_is_paid_in_chips() -> None:
    before = (whole_round(*WON),)
    assert moved(wrong("under", "30"), right(1, "reimbursed"), before=before) == {
        "chips/p1/ann": 30_00,
        "bank": -30_00,
    }


def test_18_20_1_2_chips_that_are_gone_are_owed() -> None:
    before = (whole_round(*WON),)
    held = balances(*before)["chips/p1/ann"]
    given_back = (wrong("over", "100"), right(1, "returned"))
    assert moved(*given_back, before=before) == {
        "chips/p1/ann": -held,
        "owed/ann": held - 100_00,
        "bank": 100_00,
    }
    assert moved(*given_back) == {"owed/ann": -100_00, "bank": 100_00}


def test_who_is_identified_later_is_paid() -> None:
    steps = (wrong("under", "30", ""), identified(1, "bob"), right(1, "reimbursed"))
    assert moved(*steps) == {"wallet/bob": 30_00, "bank": -30_00}


COUNTED = {"25000.00": {"100": 200, "25": 200}, "25030.00": {"100": 200, "25": 201, "5": 1}}


@pytest.mark.parametrize("game", GAMES)
def test_the_count_of_the_tray_agrees_before_and_after_it_is_put_right(game: str) -> None:
    """30 that were not paid lie in the tray until they are."""
    counts = {sum_: command("dan", "count-float", game, chips=chips) for sum_, chips in COUNTED.items()}
    short = wrong("under", "30", table=game)
    assert play(short, counts["25030.00"], tables=GAMES).steps[-1]["difference"] == "0.00"
    assert play(short, right(1, "reimbursed"), counts["25000.00"], tables=GAMES).steps[-1]["difference"] == "0.00"
    asked = play(short, right(1, "contacted"), counts["25000.00"], tables=GAMES)
    assert asked.steps[-1]["difference"] == "-30.00", "an attempt has not moved anything"


def test_a_closed_table_has_no_tray() -> None:
    closed = (command("sue", "close"),)
    assert moved(wrong("over", "30"), before=closed) == {}
    assert moved(wrong("under", "30"), right(1, "reimbursed"), before=closed) == {"wallet/ann": 30_00, "bank": -30_00}
    assert moved(wrong("over", "30"), right(1, "returned"), before=closed) == {"owed/ann": -30_00, "bank": 30_00}


BY_HAND = {"p1": {**P1, "dealt": "by-hand"}, "c1": {**GAMES["c1"], "dealt": "by-hand"}}


def test_at_a_hand_dealt_table_the_difference_is_with_the_patron() -> None:
    """Real chips: what ann was not given is in the tray and not in her hand; the books follow."""
    there = (command("ann", "buy-in", amount="100"),)
    assert moved(wrong("over", "30"), before=there, tables=BY_HAND) == {"float/p1": -30_00, "chips/p1/ann": 30_00}
    assert moved(wrong("under", "30"), before=there, tables=BY_HAND) == {"float/p1": 30_00, "chips/p1/ann": -30_00}
    more = moved(wrong("under", "130"), before=there, tables=BY_HAND)
    assert more == {"float/p1": 130_00, "chips/p1/ann": -100_00, "bank": -30_00}
    for kind, how in (("under", "reimbursed"), ("over", "returned")):
        assert moved(wrong(kind, "30"), right(1, how), before=there, tables=BY_HAND) == {}


# The month's report


def test_18_20_2_at_midnight_of_the_last_day_the_report_goes_out_once() -> None:
    later = [command("sue", "shuffle", at="2024-10-03T18:00:00+10:00"), command("sue", "shuffle", at="+40d")]
    played = play(
        wrong("over", "1200"),
        wrong("under", "1000", "bob"),
        wrong("under", "1000.01", "cat", at="2024-09-30T23:59:59+10:00"),
        wrong("over", "5000", "eve", at="2024-10-01T00:00:00+10:00"),
        *later,
    )
    sent = [(each["at"], each["clause"]) for each in played.objects["notices"]]
    assert sent == [("2024-10-01T00:00:00+10:00", "18.20.2"), ("2024-11-01T00:00:00+10:00", "18.20.2")]
    assert {each["to"] for each in played.objects["notices"]} == {"nicc"}
    assert "wrong payment 1 at p1" in played.objects["notices"][0]["text"]
    assert "wrong payment 3 at p1" in played.objects["notices"][0]["text"]
    report = played.objects["monthly_report"]
    assert {month: [each["error"] for each in lines] for month, lines in report.items()} == {
        "2024-09": [1, 3],
        "2024-10": [4],
    }


def test_18_20_2_a_month_without_entries_has_no_report() -> None:
    steps = (wrong("over", "1000"), command("sue", "shuffle", at="2024-11-03T18:00:00+10:00"))
    played = play(*steps)
    assert (played.objects["notices"], played.objects["monthly_report"]) == ([], {})


def test_18_20_2_it_is_in_the_report_put_right_or_not_and_with_the_patron_known_by_then() -> None:
    steps = (wrong("over", "1200", ""), identified(1, "ann"), right(1, "returned"))
    (line,) = play(*steps).objects["monthly_report"]["2024-09"]
    assert line["player"] == "ann"
    (line,) = play(wrong("over", "1200", "")).objects["monthly_report"]["2024-09"]
    assert line["player"] is None


def test_the_month_is_that_of_the_offset_of_the_day() -> None:
    """A day written in UTC: its month ends ten hours later than one at Sydney's offset."""
    late = "2024-09-30T20:00:00+00:00"
    played = play(wrong("over", "1200"), start=late)
    assert list(played.objects["monthly_report"]) == ["2024-09"]
    played = play(wrong("over", "1200"), start="2024-10-01T06:00:00+10:00")
    assert list(played.objects["monthly_report"]) == ["2024-10"]


def test_the_same_day_gives_the_same_bytes() -> None:
    steps = (wrong("over", "1200"), right(1, "demanded"), command("sue", "shuffle", at="+60d"))
    assert json.dumps(play(*steps).objects) == json.dumps(play(*steps).objects)
