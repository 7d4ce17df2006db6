"""Written days of what supervisors and gaming managers permit and restrict: answers, notices, restrictions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rehearsal.written_day import B1, P1, WON, command, outcomes, play, whole_round

S1 = {"game": "star-pontoon-6to5", "sign": {"min": "10", "max": "500"}}
C1 = {"game": "canberra-pontoon", "sign": {"min": "10", "max": "500"}}
BOB = (WON[0], "1:bob*=20", WON[2])
THREE = ("KS 7D 9H KD", "1:ann*=10 1:bob=10 1:cat=10", "1 stand")


def told(notices: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(notice["to"], notice["clause"]) for notice in notices]


@pytest.mark.parametrize(("table", "clause"), [("p1", "6.11"), ("s1", "5.10"), ("b1", "4.7"), ("c1", "4.6")])
def test_who_is_held_to_the_minimum_is_told_and_in_the_list_until_the_shuffle(table: str, clause: str) -> None:
    steps = [
        whole_round(*WON, table=table),
        whole_round(*BOB, table=table),
        command("sue", "hold-to-minimum", table, player="bob"),
        command("sue", "hold-to-minimum", table, player="ann"),
        command("dan", "hold-to-minimum", table, player="ann"),
        whole_round(*WON, table=table),
        whole_round("KS 7D 9H KD", "1:ann*=10", "1 stand", table=table),
    ]
    tables = {table: {"p1": P1, "s1": S1, "b1": B1, "c1": C1}[table]}
    played = play(*steps, tables=tables)
    assert outcomes(played) == ["done", "done", "done", "done", "", clause, "done"]
    assert told(played.objects["notices"]) == [("bob", clause), ("ann", clause)]
    held = {"table": table, "to_minimum": True, "to_one_box": False}
    assert played.objects["restrictions"] == [{**held, "player": "ann"}, {**held, "player": "bob"}]
    played = play(*steps, command("sue", "shuffle", table), whole_round(*WON, table=table), tables=tables)
    assert outcomes(played)[-1] == "done"
    assert played.objects["restrictions"] == []


@pytest.mark.parametrize(("table", "clause"), [("p1", "6.11"), ("s1", "5.10"), ("b1", "4.7"), ("c1", "4.6")])
def test_who_comes_after_the_first_round_is_held_before_they_wager(table: str, clause: str) -> None:
    held = {"table": table, "player": "bob", "to_minimum": True, "to_one_box": False}
    played = play(
        command("sue", "hold-to-minimum", table, player="bob"),
        whole_round(*WON, table=table),
        command("sue", "hold-to-minimum", table, player="bob"),
        whole_round(*BOB, table=table),
        whole_round("KS 7D 9H KD", "1:bob*=10", "1 stand", table=table),
        tables={table: {"p1": P1, "s1": S1, "b1": B1, "c1": C1}[table]},
    )
    assert outcomes(played) == [clause, "done", "done", clause, "done"]
    assert told(played.objects["notices"]) == [("bob", clause)]
    assert played.objects["restrictions"] == [held]


def test_who_is_released_is_told() -> None:
    played = play(
        whole_round(*WON),
        whole_round(*BOB),
        command("sue", "hold-to-minimum", player="ann"),
        command("gus", "release-from-minimum", player="ann"),
        command("gus", "release-from-minimum", player="ann"),
        whole_round(*WON),
    )
    assert outcomes(played) == ["done", "done", "done", "done", "6.11", "done"]
    assert told(played.objects["notices"]) == [("ann", "6.11"), ("ann", "6.11")]


@pytest.mark.parametrize(("table", "clause"), [("p1", "6.13"), ("s1", "5.12")])
def test_an_inspector_is_told_of_a_player_who_is_held_to_one_box(table: str, clause: str) -> None:
    restrict = {"player": "ann", "to_one_box": True}
    played = play(
        whole_round(*WON, table=table),
        command("gus", "restrict", table, **restrict),
        command("sue", "restrict", table, **restrict, inspector_notified=True),
        command("gus", "restrict", table, **restrict, inspector_notified=True),
        whole_round(*WON, table=table),
        whole_round("KS 7D 9H KD", "1:ann*=10", "1 stand", table=table),
        command("gus", "restrict", table, player="ann"),
        tables={table: P1 if table == "p1" else S1},
    )
    assert outcomes(played) == ["done", clause, "", "done", clause, "done", "done"]
    assert told(played.objects["notices"]) == [("inspector", clause)]


@pytest.mark.parametrize(("table", "clause"), [("p1", "6.12"), ("s1", "5.11")])
def test_an_inspector_is_told_of_a_player_who_is_held_beyond_the_shoe(table: str, clause: str) -> None:
    restrict = {"player": "ann", "to_minimum": True, "inspector_notified": True}
    played = play(
        whole_round(*WON, table=table),
        command("gus", "restrict", table, **restrict),
        whole_round(*BOB, table=table),
        command("gus", "restrict", table, **restrict),
        command("sue", "shuffle", table),
        whole_round(*WON, table=table),
        tables={table: P1 if table == "p1" else S1},
    )
    assert outcomes(played) == ["done", clause, "done", "done", "done", clause]
    assert told(played.objects["notices"]) == [("inspector", clause)]


def test_canberra_restricts_to_one_box_and_tells_no_inspector() -> None:
    played = play(
        whole_round(*WON, table="b1"),
        command("gus", "restrict", "b1", player="ann", to_one_box=True),
        command("gus", "restrict", "b1", player="ann", to_minimum=True),
        whole_round(*WON, table="b1"),
    )
    assert outcomes(played) == ["done", "done", "4.7", "done"]
    assert played.objects["notices"] == []
    restricted = {"table": "b1", "player": "ann", "to_minimum": False, "to_one_box": True}
    assert played.objects["restrictions"] == [restricted]


@pytest.mark.parametrize(("table", "on_box", "at_table"), [("p1", "6.5", "6.16"), ("s1", "5.4", ""), ("b1", "", "")])
def test_the_number_of_players_holds_from_the_next_round(table: str, on_box: str, at_table: str) -> None:
    steps = [
        whole_round(*THREE, table=table),
        command("sue", "players-on-box", table, most=2),
        whole_round(*THREE, table=table),
        command("sue", "players-on-box", table, most=3),
        whole_round(*THREE, table=table),
        command("sue", "players-at-table", table, most=2),
        whole_round(*THREE, table=table),
        command("dan", "players-at-table", table, most=2),
    ]
    played = play(*steps, tables={table: {"p1": P1, "s1": S1, "b1": B1}[table]})
    limited = ["done", on_box, "done", "done"] if on_box else ["4.5", "done", "4.5", "done"]
    most = ["done", at_table] if at_table else [on_box or "4.5", "done"]
    assert outcomes(played) == ["done", *limited, *most, ""]


PAIRS_ALONE = ("KS 7D 9H KD", "1:ann*=20 1:bob=-+pp5", "1 stand")
NOTIFIED: dict[str, Any] = {"surveillance_notified": True, "inspector_notified": True}


@pytest.mark.parametrize(("table", "clause"), [("p1", "16.4"), ("s1", "15.4")])
def test_perfect_pairs_are_restricted_when_surveillance_and_an_inspector_know(table: str, clause: str) -> None:
    played = play(
        whole_round(*PAIRS_ALONE, table=table),
        command("gus", "restrict-perfect-pairs", table, surveillance_notified=True),
        command("sue", "restrict-perfect-pairs", table, **NOTIFIED),
        command("gus", "restrict-perfect-pairs", table, **NOTIFIED),
        whole_round(*PAIRS_ALONE, table=table),
        command("gus", "restrict-perfect-pairs", table, restricted=False),
        whole_round(*PAIRS_ALONE, table=table),
        tables={table: P1 if table == "p1" else S1},
    )
    assert outcomes(played) == ["done", f"{clause}.1", "", "done", clause, "done", "done"]
    assert told(played.objects["notices"]) == [("surveillance", f"{clause}.1"), ("inspector", f"{clause}.1")]


SPLIT_TWICE = ("8S 6S 8H 8D 2C 3C 4C KD KC", "1:ann*=20", "1 split", "1 split", "1 stand", "1 stand", "1 stand")


@pytest.mark.parametrize(("table", "clause"), [("p1", "14.9.1"), ("s1", "13.9.1")])
def test_players_are_told_that_hands_may_be_split_again_from_the_next_round(table: str, clause: str) -> None:
    played = play(
        command("gus", "allow-resplit", table, on=True),
        whole_round(*SPLIT_TWICE, table=table),
        command("sue", "allow-resplit", table, on=False),
        tables={table: P1 if table == "p1" else S1},
    )
    assert outcomes(played) == ["done", "done", ""]
    assert len(played.steps[1]["boxes"][0]["hands"]) == 3
    assert told(played.objects["notices"]) == [("players", clause)]
    without = play(whole_round(*SPLIT_TWICE, table=table), tables={table: P1 if table == "p1" else S1})
    assert without.steps[0]["refused"][0]["clause"] == ("14.8" if table == "p1" else "13.8")


def test_what_is_not_approved_is_recorded_before_it_is_used() -> None:
    """CB 1.1, 17.2, 17.4, 18.2."""
    b1 = {**B1, "approved": ["perfect-pairs"], "super_sevens_amounts": ["5", "10"]}
    played = play(
        whole_round(*WON, table="b1"),
        command("sue", "open", "b1"),
        command("sue", "record-approval", "b1", what="table", reference="AGC 1"),
        command("gus", "record-approval", "b1", what="table", reference="AGC 1"),
        command("sue", "open", "b1"),
        whole_round("KS 7D 9H KD", "1:ann*=20+pp5", "1 stand", table="b1"),
        whole_round("KS 7D 9H KD", "1:ann*=20+ss5", "1 stand", table="b1"),
        command("gus", "record-approval", "b1", what="super-sevens"),
        whole_round("KS 7D 9H KD", "1:ann*=20+ss7", "1 stand", table="b1"),
        whole_round("KS 7D 9H KD", "1:ann*=20+ss5", "1 stand", table="b1"),
        tables={"b1": b1},
    )
    assert outcomes(played) == ["4.2", "1.1", "", "done", "done", "done", "17.2", "done", "17.4", "done"]
    pairs = play(
        whole_round("KS 7D 9H KD", "1:ann*=20+pp5", "1 stand", table="b1"), tables={"b1": {**B1, "approved": ["table"]}}
    )
    assert outcomes(pairs) == ["18.2"]


@pytest.mark.parametrize(("table", "clause"), [("p1", "4.6.2"), ("s1", "3.6.2"), ("b1", "6.1"), ("c1", "6.1")])
def test_cards_are_dealt_face_down_only_with_an_inspectors_approval(table: str, clause: str) -> None:
    played = play(
        command("gus", "face-down", table, on=True),
        command("sue", "face-down", table, on=True, inspector_approved=True),
        command("gus", "face-down", table, on=True, inspector_approved=True),
        whole_round(*WON, table=table),
        command("ann", "expose", table, box=1),
        tables={table: {"p1": P1, "s1": S1, "b1": B1, "c1": C1}[table]},
    )
    star = table in ("p1", "s1")
    assert outcomes(played) == [clause, "", "done" if star else clause, "done", clause]


def test_a_player_turns_cards_that_lie_face_down() -> None:
    """SP 4.6.2: once, and only on a box of one's own."""
    played = play(
        command("gus", "face-down", on=True, inspector_approved=True),
        command("ann", "buy-in", amount="100"),
        command("ann", "sit", box=1),
        command("ann", "cut", place=100),
        command("ann", "wager", box=1, stake="20"),
        command("ann", "ready"),
        command("bob", "expose", box=1),
        command("ann", "expose", box=1),
        command("ann", "expose", box=1),
    )
    assert outcomes(played)[:6] == ["done"] * 6
    assert outcomes(played)[6:] == ["6.6", "done", "4.6.2"]


def test_the_signs_tell_of_face_down_cards_and_restricted_pairs() -> None:
    def told_of(*steps: dict[str, Any], **table: Any) -> tuple[bool, bool]:
        sign = play(*steps, tables={"p1": {**P1, **table}}).objects["signs"]["p1"]
        return sign["perfect_pairs_restricted"], sign["face_down"]

    restricted = command("gus", "restrict-perfect-pairs", **NOTIFIED)
    face_down = command("gus", "face-down", on=True, inspector_approved=True)
    assert told_of() == (False, False)
    assert told_of(restricted, face_down) == (True, True)
    assert told_of(restricted, command("gus", "restrict-perfect-pairs", restricted=False)) == (False, False)
    assert told_of(face_down, command("gus", "face-down", on=False)) == (False, False)
    assert told_of(options={"perfect_pairs_needs": "own-main-wager"}) == (True, False)
    assert not play(tables={"b1": B1}).objects["signs"]["b1"]["perfect_pairs_restricted"], "there it is the rule itself"
