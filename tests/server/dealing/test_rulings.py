"""Rulings on rounds that staff key as they lie: what is answered agrees with the replay of the same document."""

from __future__ import annotations

from typing import Any

import pytest

from boxseat.people.roles import POWERS, Power, Role
from boxseat.play.replay import replay
from boxseat.rulebook.load import GAMES
from boxseat.server.routes.rulings import (
    RULING_CARDS_MAX,
    RULING_DECISIONS_MAX,
    RULING_STEPS_MAX,
    RULING_WAGERS_MAX,
)
from boxseat.server.settings import Rate, RateLimits
from tests.notation import document
from tests.server.server_thread import Caller, Running, running

MISPLACED = {"by": "dealer", "do": "misplace", "after_cards": 5, "to": "2"}
RECONSTRUCTED = {"by": "supervisor", "do": "reconstruct", "after_cards": 6}


def _ask(caller: Caller, written: dict[str, Any]) -> dict[str, Any]:
    answer = caller.post("/api/rulings", {"document": written})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def _misdealt(*steps: dict[str, Any], cards: str = "KS 9S 7D 5H 8H 4C") -> dict[str, Any]:
    """ann's box hits, and the card lands on bob's."""
    written = document("star-pontoon", cards, "1:ann=10 2:bob=10", "1 hit")
    return {**written, "decisions": [*written["decisions"], *steps]}


def test_a_round_that_has_only_begun_says_where_the_next_card_is_due(supervisor: Caller) -> None:
    told = _ask(supervisor, document("canberra-blackjack", "KS", "2:ann=10 5:bob=10"))
    assert (told["due"], told["asked"], told["cards_out"], told["left_over"]) == ("5.1", "", 1, [])
    assert told["round"]["phase"] == "initial-deal"
    assert told["record"] == [{"card": "KS", "to": "2.1", "decision": None, "do": "deal"}]


def test_an_open_question_lists_what_may_be_signalled_and_where_the_card_then_goes(supervisor: Caller) -> None:
    told = _ask(supervisor, document("star-pontoon", "8S 9D 8H", "1:ann=10 1:bob=5"))
    assert (told["asked"], told["due"]) == ("1.1", "")
    found = {one["do"]: one for one in told["signals"]}
    assert set(found) == {"split", "double", "hit", "stand", "absent"}
    assert (found["hit"]["draws_to"], found["stand"]["draws_to"]) == ("1.1", "dealer")
    assert found["double"]["amount"]["most"] == "10.00"
    assert found["double"]["joiners"][0]["player"] == "bob"
    again = document("star-pontoon", "8S 9D 8H", "1:ann=10 1:bob=5")
    for one in found.values():
        next_told = _ask(supervisor, {**again, "decisions": [one["decision"]]})
        assert next_told["refused"] == []


def test_signals_on_a_hand_are_listed_beside_the_offer_that_they_close(supervisor: Caller) -> None:
    told = _ask(supervisor, document("star-pontoon", "KS AD 5H", "1:ann=20"))
    assert told["asked"] == "insurance"
    assert {one["do"] for one in told["signals"]} == {
        "insure",
        "close",
        "surrender",
        "double",
        "hit",
        "stand",
        "absent",
    }
    assert [one["do"] for one in told["closed"]] == ["split"]


def test_a_card_that_nobody_is_due_is_left_over(supervisor: Caller) -> None:
    told = _ask(supervisor, document("star-pontoon", "8S 9D 3H 4C", "1:ann=10"))
    assert (told["cards_out"], told["left_over"]) == (3, ["4C"])
    drawn = {"by": "dealer", "do": "draw-in-error", "after_cards": 3}
    told = _ask(supervisor, {**document("star-pontoon", "8S 9D 3H 4C", "1:ann=10"), "decisions": [drawn]})
    assert (told["left_over"], told["round"]["next"]) == ([], ["4C"])
    assert [(one["do"], one["clause"]) for one in told["rulings"]] == [("draw-in-error", "18.2")]


def test_a_misplaced_card_is_ruled_on_reconstructed_on_trial_and_not_settled(supervisor: Caller) -> None:
    told = _ask(supervisor, _misdealt(MISPLACED))
    assert told["misplaced"]
    assert told["round"]["loose"] == [{"card": "4C", "to": "2.1"}]
    (ruled,) = told["rulings"]
    assert (ruled["clause"], ruled["said"]) == ("18.8", "4C was dealt to box 2, where it was not due.")
    assert "put right" in ruled["summary"]
    trial = told["reconstruction"]
    assert not trial["done"]
    assert trial["moves"] == [{"card": "4C", "before": "2.1", "after": "1.1"}]
    assert trial["before"]["loose"] == told["round"]["loose"]
    assert trial["after"]["boxes"][0]["hands"][0]["cards"] == ["KS", "5H", "4C"]
    assert (trial["stands"], trial["set_aside"], trial["asked"]) == ([0], [], "1.1")
    assert told["void"]["clause"] == "18.8"
    possible = {one["do"]: one["refused"] is None for one in told["steps"]}
    assert possible["reconstruct"]
    assert possible["void"]


@pytest.mark.parametrize("stops", range(6, 8))
def test_what_is_answered_of_a_finished_round_is_what_replay_answers(supervisor: Caller, stops: int) -> None:
    stands = [{"box": 1, "do": "stand"}, {"box": 2, "do": "stand"}]
    whole = _misdealt(MISPLACED, RECONSTRUCTED, *stands, cards="KS 9S 7D 5H 8H 4C KD")
    said: dict[str, Any] = replay(whole)
    told = _ask(supervisor, whole)
    assert told["round"]["over"]
    assert (told["net"], told["house"]) == (said["net"], said["house"])
    seen = [
        {name: line[name] for name in ("box", "hand", "player", "wager", "stake", "result", "odds", "net", "clause")}
        for line in told["lines"]
    ]
    assert seen == said["settlements"]
    done = [{name: one[name] for name in ("decision", "do", "clause")} for one in told["rulings"]]
    assert done == [{name: one[name] for name in done[0]} for one in said["irregularities"]]
    assert told["reconstruction"]["done"]
    part = _ask(supervisor, {**whole, "cards": " ".join(whole["cards"].split()[:stops])})
    assert part["round"]["over"] == (stops == 7)
    assert part["cards_out"] == stops


def test_what_to_pay_is_in_the_fewest_chips_of_the_table(supervisor: Caller) -> None:
    told = _ask(supervisor, document("star-pontoon", "AS 9S 7D KS 8H KD", "1:ann=125 2:bob=10", "2 stand"))
    ann, bob = told["pay"]
    assert (ann["paid"], ann["coins"]) == ("187.50", None)
    assert [(one["value"], one["number"]) for one in ann["chips"]] == [
        ("100.00", 1),
        ("25.00", 3),
        ("5.00", 2),
        ("1.00", 2),
        ("0.50", 1),
    ]
    assert (bob["paid"], bob["collected"]) == ("0.00", "0.00")
    told = _ask(supervisor, document("canberra-pontoon", "AS 7D KS", "1:ann=10.01"))
    assert [(one["paid"], one["coins"]) for one in told["pay"]] == [("15.02", "0.02")]


def test_a_payment_on_wrong_cards_goes_back(supervisor: Caller) -> None:
    """bob's ace is ann's: his pontoon was paid, and is taken back; she is paid hers."""
    written = document("star-pontoon", "AS 9S 7D KS QS", "1:ann=20 2:bob=10")
    wrong = {"by": "dealer", "do": "misplace", "after_cards": 0, "to": "2"}
    told = _ask(supervisor, {**written, "decisions": [wrong]})
    money = told["reconstruction"]["money"]
    assert [(line["player"], line["net"]) for line in money["undone"]] == [("bob", "15.00")]
    assert [(line["player"], line["net"]) for line in money["made"]] == [("ann", "30.00")]
    assert [(one["box"], one["paid"], one["collected"]) for one in money["pay"]] == [
        (1, "30.00", "0.00"),
        (2, "0.00", "15.00"),
    ]
    assert told["void"]["pay"] == []  # payments that were made stand


@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_staff_is_listed_and_done_as_judged(supervisor: Caller, game: str) -> None:
    written = document(game, "9S 9H 7D 8S 8H 2C", "1:ann=10 2:bob=10")
    told = _ask(supervisor, {**written, "cards": "9S 9H 7D 8S 8H"})
    assert len({str(one["step"]) for one in told["steps"]}) == len(told["steps"]) >= 25
    fill: dict[str, Any] = {"player": "ann", "to": "dealer"}
    for one in told["steps"]:
        if one["do"] == "extra-card":  # a document plays the hands out before it
            assert one["refused"]["code"] == "irregular/not-complete"
            continue
        more = {name: fill[name] for name in one["fields"] if name in fill}
        done = _ask(supervisor, {**written, "decisions": [{**one["step"], **more}]})
        if one["refused"] is None:
            assert [(each["do"], each["clause"]) for each in done["rulings"]] == [(one["do"], one["clause"])]
        else:
            (refused,) = done["refused"]
            assert (refused["code"], refused["reason"]) == (one["refused"]["code"], one["refused"]["reason"])


def test_it_is_for_staff_and_players_are_told_so(floor: Running, guest: Caller) -> None:
    written = {"document": document("star-pontoon", "KS", "1:ann=10")}
    for role in Role:
        caller = guest if role is Role.PLAYER else floor.staff(role)
        may = Power.ASK_RULING in POWERS[role]
        assert caller.post("/api/rulings", written).status_code == (200 if may else 403)
        assert caller.get("/api/rulings").status_code == (200 if may else 403)
    assert guest.get("/api/rulings").json()["reason"] == "a player may not ask for a ruling"
    assert floor.stranger().post("/api/rulings", written).status_code == 401


def test_the_games_say_how_a_round_of_each_is_keyed(supervisor: Caller) -> None:
    found = {one["name"]: one for one in supervisor.get("/api/rulings").json()}
    assert set(found) == set(GAMES)
    star, blackjack = found["star-pontoon"], found["canberra-blackjack"]
    assert ("T" in star["ranks"], "T" in blackjack["ranks"]) == (False, True)
    assert blackjack["side_bets"] == ["perfect-pairs", "super-sevens"]
    assert {one["name"] for one in star["options"]} >= {"decks", "max_split_hands", "smallest_chip"}


ROUND = document("star-pontoon", "KS 9D 5H", "1:ann=10")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "whist"}, "game: there is no such game; there are canberra-pontoon"),
        ({"game": "/etc/passwd.toml"}, "game: there is no such game"),
        ({"cards": "KS TD"}, "cards: TD is not in this game's deck"),
        ({"cards": "KS 1D"}, "cards: '1D' is no card"),
        ({"wagers": []}, "wagers: a round needs at least one"),
        ({"wagers": [{"box": 9, "player": "ann", "stake": "10"}]}, "wagers[0].box: 9 is no box"),
        ({"decisions": [{"by": "player", "do": "misplace", "to": "2"}]}, "decisions[0].by: misplace is a step of"),
        ({"decisions": [{"by": "dealer", "do": "misplace", "to": "9"}]}, "decisions[0].to: 9 is no box"),
        ({"decisions": [{"by": "dealer", "do": "burn"}]}, "cards: the round needs more than the 3 listed"),
        ({"colour": "red"}, "colour: unknown field"),
        ({"cards": "2S " * (RULING_CARDS_MAX + 1), "discards_shuffled": True}, "cards: a round to be ruled on has 200"),
        (
            {"decisions": [{"box": 1, "do": "hit"}] * (RULING_DECISIONS_MAX + 1)},
            "decisions: a round to be ruled on has",
        ),
        (
            {"decisions": [{"by": "dealer", "do": "cut-missed"}] * (RULING_STEPS_MAX + 1)},
            "decisions: a round to be ruled on has 40 steps of staff",
        ),
        ({"wagers": ROUND["wagers"] * (RULING_WAGERS_MAX + 1)}, "wagers: a round to be ruled on has 40"),
    ],
)
def test_a_document_that_cannot_be_read_gets_one_sentence(
    supervisor: Caller, change: dict[str, Any], sentence: str
) -> None:
    answer = supervisor.post("/api/rulings", {"document": {**ROUND, **change}})
    assert answer.status_code == 400, answer.text
    assert answer.json()["code"] == "document/bad"
    assert answer.json()["reason"].startswith(sentence)
    assert "\n" not in answer.json()["reason"]


def test_a_body_of_another_shape_is_refused(supervisor: Caller) -> None:
    bodies: list[dict[str, Any]] = [{}, {"document": []}, {"document": {}, "more": 1}]
    for body in bodies:
        assert supervisor.post("/api/rulings", body).json()["code"] in ("request/shape", "document/bad")
    large = {"document": {**ROUND, "cards": "KS " * 40_000}}
    assert supervisor.post("/api/rulings", large).status_code == 413


def test_rulings_are_asked_for_no_faster_than_a_hand_can_key(tmp_path: Any) -> None:
    with running(tmp_path, limits=RateLimits(rulings=Rate(3, 0.001))) as slow:
        dealer, other = slow.staff(Role.DEALER), slow.staff(Role.SUPERVISOR)
        for _ in range(3):
            _ask(dealer, ROUND)
        late = dealer.post("/api/rulings", {"document": ROUND})
        assert (late.status_code, late.json()["code"]) == (429, "rate/too-fast")
        assert int(late.headers["retry-after"]) >= 1
        _ask(other, ROUND)
