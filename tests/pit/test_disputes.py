"""Disputes (R47): who decides, who reviews, who is told, and by which clause (CP 17.6, CB 16.6, SP 20.13-20.14, S6 19.12-19.13)."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.rehearsal.written_day import PEOPLE, WON, Played, command, outcomes, play, whole_round


class Venue(NamedTuple):
    """A game, with the clauses of its disputes."""

    game: str
    decision: str
    complaint: str


STAR = (Venue("star-pontoon", "20.13", "20.14"), Venue("star-pontoon-6to5", "19.12", "19.13"))
CANBERRA = (Venue("canberra-pontoon", "17.6", "17.6"), Venue("canberra-blackjack", "16.6", "16.6"))
AT_THE_STAR = pytest.mark.parametrize("venue", STAR, ids=[each.game for each in STAR])
AT_CANBERRA = pytest.mark.parametrize("venue", CANBERRA, ids=[each.game for each in CANBERRA])
EVERYWHERE = pytest.mark.parametrize("venue", STAR + CANBERRA, ids=[each.game for each in STAR + CANBERRA])


def raised(who: str = "ann", **fields: Any) -> dict[str, Any]:
    return command(who, "dispute", about="my 21 was not paid", **fields)


def _of(who: str, do: str, **fields: Any) -> dict[str, Any]:
    """A command about the first dispute, at no table."""
    return {"who": who, "do": do, "dispute": 1, **fields}


def ruled(who: str = "sue", *, upheld: bool = False, **fields: Any) -> dict[str, Any]:
    return _of(who, "rule-on-dispute", upheld=upheld, text="the cards say so", **fields)


def reviewed(who: str, *, upheld: bool = True, **fields: Any) -> dict[str, Any]:
    return _of(who, "review-dispute", upheld=upheld, text="seen again", **fields)


def asked(who: str = "ann") -> dict[str, Any]:
    return _of(who, "ask-review")


def complained(who: str = "ann") -> dict[str, Any]:
    return _of(who, "complain")


def at(venue: Venue, *steps: dict[str, Any]) -> Played:
    people = {**PEOPLE, "sam": "supervisor", "tom": "tournament-manager"}
    return play(*steps, people=people, tables={"p1": {"game": venue.game}})


def status(played: Played) -> str:
    return str(played.objects["disputes"][0]["status"])


def told(played: Played) -> list[tuple[str, str, str]]:
    return [(each["to"], each["table"], each["clause"]) for each in played.objects["notices"]]


@EVERYWHERE
def test_a_dispute_has_a_number_and_stops_nothing(venue: Venue) -> None:
    played = at(venue, whole_round(*WON), raised(), whole_round(*WON), raised("bob"))
    assert [step.get("dispute") for step in played.steps] == [None, 1, None, 2]
    assert played.objects["disputes"] == [
        {"dispute": 1, "player": "ann", "table": "p1", "status": "open", "decisions": []},
        {"dispute": 2, "player": "bob", "table": "p1", "status": "open", "decisions": []},
    ]
    assert played.objects["notices"] == []


@EVERYWHERE
def test_20_13_a_supervisor_decides_and_the_player_is_told(venue: Venue) -> None:
    played = at(venue, raised(), ruled("sue", upheld=True))
    assert played.objects["disputes"][0] == {
        "dispute": 1,
        "player": "ann",
        "table": "p1",
        "status": "decided",
        "decisions": [{"by": "sue", "instance": "first", "upheld": True}],
    }
    assert told(played) == [("ann", "p1", venue.decision)]


@EVERYWHERE
def test_20_13_a_dispute_is_decided_once(venue: Venue) -> None:
    assert outcomes(at(venue, raised(), ruled("sue"), ruled("sam"))) == ["done", "done", venue.decision]


@AT_THE_STAR
def test_20_13_the_first_instance_is_a_supervisor_not_a_gaming_manager(venue: Venue) -> None:
    played = at(venue, raised(), ruled("gus"))
    assert outcomes(played) == ["done", venue.decision]
    assert status(played) == "open"


@AT_CANBERRA
def test_17_6_a_gaming_manager_decides_for_the_operator_too(venue: Venue) -> None:
    assert outcomes(at(venue, raised(), ruled("gus"))) == ["done", "done"]


@EVERYWHERE
@pytest.mark.parametrize("who", ["dan", "ivy", "tom", "ann"])
def test_nobody_else_decides(venue: Venue, who: str) -> None:
    assert outcomes(at(venue, raised(), ruled(who))) == ["done", ""]


@EVERYWHERE
@pytest.mark.parametrize("who", ["sue", "gus", "dan", "ivy"])
def test_only_players_dispute(venue: Venue, who: str) -> None:
    assert outcomes(at(venue, raised(who))) == [""]


@AT_THE_STAR
@pytest.mark.parametrize("reviewer", ["sam", "gus"])
def test_20_13_on_request_another_supervisor_or_a_gaming_manager_reviews(venue: Venue, reviewer: str) -> None:
    played = at(venue, raised(), ruled("sue"), asked(), reviewed(reviewer))
    assert outcomes(played) == ["done"] * 4
    assert status(played) == "reviewed"
    assert played.objects["disputes"][0]["decisions"] == [
        {"by": "sue", "instance": "first", "upheld": False},
        {"by": reviewer, "instance": "review", "upheld": True},
    ]
    assert told(played) == [("ann", "p1", venue.decision), ("ann", "p1", venue.complaint)]


@AT_THE_STAR
def test_20_13_nobody_reviews_their_own_decision(venue: Venue) -> None:
    played = at(venue, raised(), ruled("sue"), asked(), reviewed("sue"))
    assert outcomes(played)[-1] == venue.decision
    assert status(played) == "review-asked"


@EVERYWHERE
def test_20_13_a_review_is_made_on_request_only(venue: Venue) -> None:
    played = at(venue, raised(), reviewed("sam"), ruled("sue"), reviewed("sam"))
    assert outcomes(played) == ["done", venue.decision, "done", venue.decision]


@EVERYWHERE
def test_20_13_only_the_complainant_asks_for_a_review_and_only_of_a_decision(venue: Venue) -> None:
    played = at(venue, raised(), asked(), ruled(), asked("bob"), asked(), asked())
    assert outcomes(played) == ["done", venue.decision, "done", venue.decision, "done", venue.decision]


@AT_THE_STAR
def test_20_13_what_is_reviewed_is_not_reviewed_again(venue: Venue) -> None:
    played = at(venue, raised(), ruled(), asked(), reviewed("sam"), asked(), reviewed("gus"))
    assert outcomes(played)[-2:] == [venue.decision, venue.decision]


@AT_CANBERRA
def test_17_6_on_request_the_inspector_reviews_and_that_closes_it(venue: Venue) -> None:
    played = at(venue, raised(), ruled(), asked(), reviewed("sam"), reviewed("ivy"), reviewed("ivy"))
    assert outcomes(played) == ["done", "done", "done", venue.decision, "done", venue.complaint]
    assert status(played) == "closed"
    assert played.objects["disputes"][0]["decisions"][-1] == {"by": "ivy", "instance": "inspector", "upheld": True}
    assert told(played) == [("ann", "p1", venue.decision), ("inspector", "p1", venue.decision)]


@AT_CANBERRA
def test_17_6_there_is_no_complaint_beside_the_review(venue: Venue) -> None:
    assert outcomes(at(venue, raised(), ruled(), complained())) == ["done", "done", venue.complaint]


@AT_THE_STAR
@pytest.mark.parametrize("before", [[], [asked()], [asked(), reviewed("sam")]], ids=["decided", "asked", "reviewed"])
def test_20_14_after_any_decision_the_player_may_complain_to_an_inspector(
    venue: Venue, before: list[dict[str, Any]]
) -> None:
    played = at(venue, raised(), ruled(), *before, complained(), reviewed("ivy"))
    assert set(outcomes(played)) == {"done"}
    assert status(played) == "closed"
    assert told(played)[-1] == ("inspector", "p1", venue.complaint)


@AT_THE_STAR
def test_20_14_no_complaint_before_a_decision_nor_of_anothers_nor_twice(venue: Venue) -> None:
    steps = [raised(), complained(), ruled(), complained("bob"), complained(), complained(), asked(), reviewed("sam")]
    clauses = [venue.complaint, "done", venue.complaint, "done", venue.complaint, venue.decision, venue.decision]
    assert outcomes(at(venue, *steps)) == ["done", *clauses]


@EVERYWHERE
def test_20_14_an_inspector_decides_only_what_lies_with_them(venue: Venue) -> None:
    played = at(venue, raised(), reviewed("ivy"), ruled(), reviewed("ivy"))
    assert outcomes(played) == ["done", venue.complaint, "done", venue.complaint]


@EVERYWHERE
def test_a_round_that_was_not_played_is_not_disputed(venue: Venue) -> None:
    played = at(venue, raised(number=1), whole_round(*WON), raised(number=1), raised(number=2))
    assert [step.get("dispute") for step in played.steps] == [None, None, 1, None]
    assert outcomes(played) == ["", "done", "done", ""]


@EVERYWHERE
def test_what_is_not_upheld_names_no_remedy(venue: Venue) -> None:
    played = at(venue, raised(), ruled(remedy="payment"), ruled(upheld=True, remedy="payment"))
    assert outcomes(played) == ["done", venue.decision, "done"]


def test_a_dispute_that_is_not_there() -> None:
    steps = [ruled(), asked(), complained(), reviewed("ivy")]
    assert outcomes(at(STAR[0], *steps)) == [""] * 4


def test_a_player_has_twenty_undecided_disputes_at_most() -> None:
    played = at(STAR[0], *[raised() for _ in range(20)], raised(), raised("bob"), ruled(), raised())
    assert outcomes(played) == [*["done"] * 20, "", "done", "done", "done"]


def test_no_notice_tells_the_players_own_words() -> None:
    for venue in STAR + CANBERRA:
        played = at(venue, raised(), ruled(), asked(), complained())
        assert "21 was not paid" not in str(played.objects["notices"])


PAYMENT = command("sue", "payment-error", player="ann", kind="under", amount="30", intentional="no")
REIMBURSED = {"who": "sue", "do": "rectify-payment", "error": 1, "how": "reimbursed"}
SETTLED = {"who": "sue", "do": "settle-dispute", "dispute": 1, "error": 1}


@EVERYWHERE
def test_an_upheld_dispute_is_settled_by_the_payment_that_puts_it_right(venue: Venue) -> None:
    steps = [whole_round(*WON), raised(), ruled(upheld=True, remedy="payment"), PAYMENT, SETTLED, REIMBURSED, SETTLED]
    played = at(venue, *steps, SETTLED)
    assert outcomes(played)[3:] == ["done", venue.decision, "done", "done", venue.decision]


def test_anothers_payment_and_one_that_settles_another_dispute_settle_nothing() -> None:
    upheld = {**ruled(upheld=True, remedy="payment"), "dispute": 2}
    begun = [whole_round(*WON), raised(), raised(), raised("bob"), ruled(upheld=True, remedy="payment"), upheld]
    begun += [{**upheld, "dispute": 3}, PAYMENT, REIMBURSED]
    played = at(STAR[0], *begun, {**SETTLED, "dispute": 3}, SETTLED, {**SETTLED, "dispute": 2})
    assert outcomes(played)[-3:] == ["20.13", "done", "20.13"]


def test_what_leaves_nothing_to_be_done_is_not_settled() -> None:
    begun = [whole_round(*WON), raised(), PAYMENT, REIMBURSED]
    for decided in ([], [ruled()], [ruled(upheld=True)], [ruled(upheld=True, remedy="payment"), asked()]):
        assert outcomes(at(STAR[0], *begun, *decided, SETTLED))[-1] == "20.13"


@AT_CANBERRA
def test_17_6_an_upheld_dispute_is_settled_by_the_correction_of_its_round(venue: Venue) -> None:
    by_round = {"who": "sue", "do": "settle-dispute", "dispute": 1}
    voided = command("sue", "void-past-round", number=1, reason="a card was misplaced")
    begun = [whole_round(*WON), raised(), whole_round(*WON), ruled(upheld=True, remedy="correction")]
    played = at(venue, *begun, by_round, voided, by_round, by_round)
    assert outcomes(played)[4:] == [venue.decision, "done", "done", venue.decision]
