"""Written days about signs: higher minima, changed limits, limits of one player, refused wagers, closing (R45, R52)."""

from __future__ import annotations

from typing import Any

import pytest

from boxseat.rulebook.load import GAMES
from tests.rehearsal.written_day import Played, command, outcomes, play, whole_round

STAR = ("star-pontoon", "star-pontoon-6to5")
CANBERRA = ("canberra-pontoon", "canberra-blackjack")
LIMITS = dict(zip(GAMES, ("3.1", "3.1", "7.5", "6.5"), strict=True))
AT_ONCE = dict(zip(GAMES, ("3.1", "3.1", "7.5.1", "6.5.1"), strict=True))
UNDER = dict(zip(GAMES, ("3.4", "3.4", "7.1", "6.1"), strict=True))
OVER = dict(zip(GAMES, ("3.1", "3.1", "7.1", "6.1"), strict=True))
CLOSING = dict(zip(GAMES, ("16.2", "15.2", "20.9", "19.8"), strict=True))
games = pytest.mark.parametrize("game", GAMES)
star = pytest.mark.parametrize("game", STAR)
canberra = pytest.mark.parametrize("game", CANBERRA)


def at(game: str, *steps: dict[str, Any], **table: Any) -> Played:
    """A day at one table of this game, whose sign says 10 to 500."""
    return play(*steps, tables={"p1": {"game": game, "sign": {"min": "10", "max": "500"}, **table}})


def bets(dollars: int, player: str = "ann", box: int = 1, **step: Any) -> dict[str, Any]:
    return whole_round("KS 7D 9H KD", f"{box}:{player}*={dollars}", f"{box} stand", **step)


def sue(do: str, **fields: Any) -> dict[str, Any]:
    return command("sue", do, **fields)


def told(played: Played) -> list[tuple[str, str]]:
    return [(notice["to"], notice["clause"]) for notice in played.objects["notices"]]


def sign(played: Played) -> dict[str, Any]:
    shown: dict[str, Any] = played.objects["signs"]["p1"]
    return shown


# A higher minimum


@star
def test_7_5_a_sign_shows_a_higher_minimum_for_twenty_minutes(game: str) -> None:
    early = sue("raise-minimum", min="20", at="18:05", **{"from": "18:24:59"})
    played = at(game, early, sue("raise-minimum", min="20", **{"from": "18:25"}))
    assert outcomes(played) == [LIMITS[game], "done"]
    assert sign(played)["min"] == "10.00"
    assert sign(played)["coming"] == [
        {"what": "raise-minimum", "bet": "main", "min": "20.00", "from": "2024-09-02T18:25:00+10:00"}
    ]
    assert told(played) == [("players", LIMITS[game])]


@star
def test_7_5_the_minimum_on_the_sign_holds_from_its_time_for_everybody(game: str) -> None:
    raised = sue("raise-minimum", min="20", at="18:05", **{"from": "18:25"})
    played = at(game, bets(10, at="18:01"), raised, bets(10, at="18:24"), bets(10, at="18:25"), bets(20))
    assert outcomes(played) == ["done", "done", "done", UNDER[game], "done"]
    assert ("2024-09-02T18:25:00+10:00", "table/p1", "follow-signs") in played.told
    assert (sign(played)["min"], sign(played)["coming"], sign(played)["old_minimum"]) == ("20.00", [], None)
    assert told(played) == [("players", LIMITS[game])], "nobody is told a second time"


@canberra
def test_3_1_at_canberra_a_notice_of_any_length_will_do(game: str) -> None:
    past = sue("raise-minimum", min="20", at="18:05", **{"from": "18:04"})
    soon = sue("raise-minimum", min="20", **{"from": "18:06"})
    played = at(game, bets(10, at="18:01"), past, soon, bets(10, at="18:05:30"), bets(5, at="18:06"), bets(10))
    assert outcomes(played) == ["done", "3.1", "done", "done", "done", "3.4"], "the first one under it is warned"
    assert told(played) == [("players", "3.1")]


@canberra
def test_3_1_a_minimum_raised_at_once_at_canberra_is_everybodys(game: str) -> None:
    played = at(game, bets(10), sue("raise-minimum", min="20"), bets(10), bets(10))
    assert outcomes(played) == ["done", "done", "done", "3.4"], "warned once, then refused"
    assert sign(played)["old_minimum"] is None
    assert told(played) == [("players", "3.1")]


@games
def test_a_minimum_is_raised_above_the_one_in_force_and_up_to_the_maximum(game: str) -> None:
    by_sign = {"from": "18:30"}
    steps = [
        sue("raise-minimum", min="10", at="18:00"),
        sue("raise-minimum", min="500.50"),
        sue("raise-minimum", min="10", **by_sign),
        sue("raise-minimum", min="600", **by_sign),
        sue("raise-minimum", min="25", **by_sign),
        sue("raise-minimum", min="20", **{"from": "18:40"}),
        sue("raise-minimum", min="500", **{"from": "18:40"}),
    ]
    no = LIMITS[game]
    assert outcomes(at(game, *steps)) == [no, no, no, no, "done", no, "done"]


@games
def test_the_minimum_of_perfect_pairs_is_raised_apart(game: str) -> None:
    pairs = whole_round("KS 7D 9H KD", "1:ann*=10+pp1", "1 stand")
    later = sue("raise-minimum", min="5", bet="perfect-pairs", at="18:00", **{"from": "18:20"})
    played = at(game, pairs, later, pairs, {**pairs, "at": "18:20"}, bets(10))
    outside = dict(zip(GAMES, ("18.9", "18.9", "7.1", "6.1"), strict=True))[game]
    assert outcomes(played) == ["done", "done", "done", outside, "done"]
    assert sign(played)["min"] == "10.00"


# The old minimum


@star
def test_7_5_1_who_plays_already_goes_on_at_the_old_minimum_and_who_comes_later_does_not(game: str) -> None:
    """SP 7.5.1, 7.5.4; S6 6.5.1, 6.5.4."""
    played = at(game, bets(10), sue("raise-minimum", min="25"), bets(10, box=4), bets(10, "bob", 2), bets(25, "bob", 2))
    assert outcomes(played) == ["done", "done", "done", UNDER[game], "done"]
    assert sign(played)["min"] == "25.00"
    assert sign(played)["old_minimum"] == {"min": "10.00", "players": ["ann"]}
    assert told(played) == [("players", AT_ONCE[game])]


@star
def test_7_5_1_a_wager_under_the_old_minimum_too_is_refused(game: str) -> None:
    assert outcomes(at(game, bets(10), sue("raise-minimum", min="25"), bets(5)))[-1] == UNDER[game]


@star
def test_7_5_1_2_the_old_minimum_goes_when_its_player_leaves(game: str) -> None:
    played = at(game, bets(10), sue("raise-minimum", min="25"), command("ann", "leave"), bets(10))
    assert outcomes(played)[-1] == UNDER[game]
    assert sign(played)["old_minimum"] is None


@star
def test_7_5_2_a_sign_ends_the_old_minimum_after_twenty_minutes(game: str) -> None:
    ended = dict(zip(STAR, ("7.5.2", "6.5.2"), strict=True))[game]
    steps = [
        sue("end-old-minimum", at="18:00", **{"from": "18:30"}),
        bets(10),
        sue("raise-minimum", min="25"),
        sue("end-old-minimum", **{"from": "18:19"}),
        sue("end-old-minimum", **{"from": "18:20"}),
        bets(10, at="18:19"),
        bets(10, at="18:20"),
        bets(25),
    ]
    played = at(game, *steps)
    assert outcomes(played) == [ended, "done", "done", ended, "done", "done", UNDER[game], "done"]
    assert sign(played)["old_minimum"] is None
    shown = at(game, *steps[:5])
    line = {"what": "end-old-minimum", "bet": "main", "min": "25.00", "from": "2024-09-02T18:20:00+10:00"}
    assert sign(shown)["coming"] == [line]
    assert told(shown) == [("players", AT_ONCE[game])]


@canberra
def test_3_1_there_is_no_old_minimum_at_canberra(game: str) -> None:
    played = at(game, bets(10), sue("raise-minimum", min="25"), sue("end-old-minimum", **{"from": "19:00"}))
    assert outcomes(played) == ["done", "done", "3.1"]


@star
def test_7_5_1_the_one_who_plays_at_twenty_keeps_twenty_at_the_second_raise(game: str) -> None:
    steps = [bets(10), sue("raise-minimum", min="20"), bets(20, "bob", 2), sue("raise-minimum", min="50")]
    played = at(game, *steps, bets(10), bets(10, "bob", 2), bets(20, "bob", 2), bets(20, "cat", 3))
    assert outcomes(played)[4:] == ["done", UNDER[game], "done", UNDER[game]]


# Changed limits


@games
def test_limits_are_changed_from_the_next_round_and_players_are_told(game: str) -> None:
    played = at(game, bets(500), sue("change-limits", max="200", unit="5"), bets(500), bets(12), bets(15))
    assert outcomes(played) == [
        "done",
        "done",
        OVER[game],
        dict(zip(GAMES, ("3.3", "3.3", "7.1", "6.1"), strict=True))[game],
        "done",
    ]
    assert sign(played)["max"] == "200.00"
    assert told(played) == [("players", LIMITS[game])]


@star
def test_7_5_at_the_star_limits_are_not_changed_to_a_higher_minimum(game: str) -> None:
    pairs = {"min": "2"}
    steps = [sue("change-limits", min="20"), sue("change-limits", perfect_pairs=pairs), sue("change-limits", min="5")]
    played = at(game, *steps, bets(5))
    assert outcomes(played) == [LIMITS[game], LIMITS[game], "done", "done"]


@canberra
def test_3_1_at_canberra_they_are(game: str) -> None:
    played = at(game, sue("change-limits", min="20"))
    assert (outcomes(played), sign(played)["min"]) == (["done"], "20.00")


@games
def test_a_minimum_is_never_above_the_maximum(game: str) -> None:
    steps = [
        sue("change-limits", max="5"),
        sue("change-limits", min="8", max="6"),
        sue("change-limits", perfect_pairs={"max": "0.50"}),
        sue("raise-minimum", min="100", **{"from": "18:30"}),
        sue("change-limits", max="50"),
    ]
    no = LIMITS[game]
    assert outcomes(at(game, *steps)) == [no, no, no, "done", no]


def test_super_sevens_have_limits_of_their_own() -> None:
    """CB 3.1."""
    sevens = whole_round("KS 7D 9H KD", "1:ann*=10+pp50+ss50", "1 stand")
    played = at("canberra-blackjack", sue("change-limits", super_sevens={"max": "20"}), sevens)
    assert played.steps[1]["refused"]["reason"].startswith("a wager on Super Sevens is 1.00 at the least")
    assert "refused" in at("star-pontoon", sue("change-limits", super_sevens={"max": "20"})).steps[0]


# Limits of one player


@star
def test_7_6_a_player_may_wager_above_the_maximum_by_limits_of_their_own(game: str) -> None:
    clause = dict(zip(STAR, ("7.6", "6.6"), strict=True))[game]
    own = {"player": "ann", "min": "50", "max": "2000"}
    steps = [
        sue("private-limits", **{**own, "max": "500"}),
        sue("private-limits", **own),
        bets(2000),
        bets(2001),
        bets(49),
        bets(600, "bob", 2),
        sue("end-private-limits", player="ann"),
        bets(600),
        sue("end-private-limits", player="ann"),
    ]
    played = at(game, *steps)
    over, under = OVER[game], UNDER[game]
    assert outcomes(played) == [clause, "done", "done", over, under, over, "done", over, clause]
    assert played.steps[2]["net"] == {"ann": "2000.00"}
    shown = at(game, *steps[:2])
    assert sign(shown)["private"] == [{"player": "ann", "min": "50.00", "max": "2000.00"}]
    assert told(shown) == []


@star
def test_45_a_maximum_of_ones_own_leaves_others_the_room_up_to_the_sign(game: str) -> None:
    """R45: others fill the box only up to the sign; what the player lays beside them plays whole."""
    own = sue("private-limits", player="ann", min="10", max="2000")
    above = whole_round("KS 7D 9H KD", "1:bob*=400 1:ann=800", "1 stand")
    assert at(game, own, above).steps[1]["net"] == {"bob": "400.00", "ann": "800.00"}
    room = whole_round("KS 7D 9H KD", "1:ann*=300 1:bob=200", "1 stand")
    full = whole_round("KS 7D 9H KD", "1:ann*=300 1:bob=201", "1 stand")
    assert outcomes(at(game, own, room, full)) == ["done", "done", OVER[game]]


@star
def test_7_6_they_end_when_the_player_leaves(game: str) -> None:
    own = sue("private-limits", player="ann", min="10", max="2000")
    played = at(game, own, bets(1000), command("ann", "leave"), bets(1000))
    assert outcomes(played) == ["done", "done", "done", OVER[game]]
    assert sign(played)["private"] == []


@canberra
def test_3_2_canberra_has_a_marker_beside_the_box_instead(game: str) -> None:
    played = at(
        game, sue("private-limits", player="ann", min="10", max="2000"), sue("end-private-limits", player="ann")
    )
    assert outcomes(played) == ["3.2", "3.2"]


# Low limits


@star
def test_7_7_2_a_table_of_low_limits_is_dealt_from_a_device(game: str) -> None:
    clause = dict(zip(STAR, ("7.7.2", "6.7.2"), strict=True))[game]
    on = command("gus", "low-limit", on=True)
    assert outcomes(at(game, on)) == [clause]
    played = at(game, on, sue("low-limit", on=False), cards_from="device")
    assert outcomes(played) == ["done", ""], "a supervisor may not"
    assert sign(played)["low_limit"]
    assert not sign(at(game, on, command("gus", "low-limit", on=False), cards_from="device"))["low_limit"]


# Refused wagers


@star
def test_20_12_a_supervisor_refuses_a_wager_before_the_first_card(game: str) -> None:
    clause = dict(zip(STAR, ("20.12", "19.11"), strict=True))[game]
    laid = [command("ann", "buy-in", amount="100"), command("ann", "wager", box=3, stake="20")]
    refused = sue("refuse-wager", player="ann", box=3, reason="drunk")
    played = at(game, refused, *laid, {**refused, "reason": " "}, {**refused, "box": 2}, refused, refused)
    assert outcomes(played) == [clause, "done", "done", clause, clause, "done", clause]
    assert played.objects["tables"]["p1"]["wagers"] == []
    assert told(played) == [("ann", clause)]
    dealt = [command("ann", "sit", box=3), command("ann", "ready"), command("ann", "decline-cut")]
    assert outcomes(at(game, *laid, *dealt, refused))[-1] == clause, "the first card is out"


@canberra
def test_4_1_every_player_has_the_opportunity_to_wager_at_canberra(game: str) -> None:
    laid = [command("ann", "buy-in", amount="100"), command("ann", "wager", box=3, stake="20")]
    assert outcomes(at(game, *laid, sue("refuse-wager", player="ann", box=3, reason="drunk")))[-1] == "4.1"


# Closing


@star
def test_20_9_a_table_with_players_closes_after_twenty_minutes_by_sign(game: str) -> None:
    clause = CLOSING[game]
    soon = sue("announce-closure", closing="18:21", at="18:02")
    steps = [
        bets(10, at="18:01"),
        soon,
        sue("close"),
        sue("announce-closure", closing="18:22"),
        bets(10, at="18:21:59"),
    ]
    shown = at(game, *steps)
    assert outcomes(shown) == ["done", clause, clause, "done", "done"]
    assert sign(shown)["closing"] == "2024-09-02T18:22:00+10:00"
    assert shown.objects["tables"]["p1"]["status"] == "open"
    played = at(game, *steps, bets(10, at="18:22"))
    assert "refused" in played.steps[-1]
    assert (played.objects["tables"]["p1"]["status"], sign(played)["closing"]) == ("closed", None)
    assert ("2024-09-02T18:22:00+10:00", "table/p1", "follow-signs") in played.told
    assert told(played) == [("players", clause)]


@star
def test_52_where_nobody_is_there_a_star_table_closes_at_once(game: str) -> None:
    for steps in (
        [sue("close")],
        [sue("announce-closure", closing="18:00")],
        [bets(10), command("ann", "leave"), sue("close")],
    ):
        played = at(game, *steps)
        assert (outcomes(played)[-1], played.objects["tables"]["p1"]["status"]) == ("done", "closed")
        assert told(played) == [("players", CLOSING[game])]


@canberra
def test_16_2_at_canberra_a_table_closes_at_once_with_notice(game: str) -> None:
    """CP 16.2 names an Authorised Officer too, CB 15.2 does not."""
    played = at(game, bets(10), sue("close"))
    assert played.objects["tables"]["p1"]["status"] == "closed"
    desks = ["players", "inspector"] if game == "canberra-pontoon" else ["players"]
    assert told(played) == [(desk, CLOSING[game]) for desk in desks]
    later = at(
        game, bets(10), sue("announce-closure", closing="18:00:10"), bets(10, at="18:00:09"), bets(10, at="18:01")
    )
    assert [outcome == "done" for outcome in outcomes(later)] == [True, True, True, False]


def test_a_round_in_play_is_finished_before_the_table_closes() -> None:
    dealt = [
        command("ann", "buy-in", amount="100"),
        command("ann", "sit", box=2),
        command("ann", "wager", box=2, stake="20"),
    ]
    dealt += [sue("announce-closure", closing="18:20", at="18:00"), command("ann", "ready", at="18:19")]
    dealt += [command("ann", "decline-cut")]
    during = at("star-pontoon", *dealt, command("bob", "buy-in", amount="10", at="18:21"))
    assert during.objects["tables"]["p1"]["status"] == "closing"
    after = at("star-pontoon", *dealt, command("ann", "leave", at="18:21"))
    assert after.objects["tables"]["p1"]["status"] == "closed"
    assert len(after.objects["rounds"]) == 1


def test_nothing_of_the_signs_is_left_when_the_table_opens_again_but_its_limits() -> None:
    steps = [bets(10), sue("raise-minimum", min="20"), sue("raise-minimum", min="50", at="18:00", **{"from": "19:00"})]
    steps += [sue("private-limits", player="ann", min="10", max="600"), sue("announce-closure", closing="18:20")]
    shown = sign(at("star-pontoon", *steps, sue("open", at="18:30")))
    assert (shown["min"], shown["coming"], shown["old_minimum"], shown["private"]) == ("20.00", [], None, [])


@games
@pytest.mark.parametrize("who", ["dan", "ivy", "ann"])
def test_only_supervisors_change_signs(game: str, who: str) -> None:
    steps = [
        command(who, "raise-minimum", min="20"),
        command(who, "change-limits", max="200"),
        command(who, "end-old-minimum", **{"from": "19:00"}),
        command(who, "private-limits", player="bob", min="10", max="600"),
        command(who, "end-private-limits", player="bob"),
        command(who, "low-limit", on=True),
        command(who, "refuse-wager", player="bob", box=1, reason="none"),
        command(who, "announce-closure", closing="19:00"),
    ]
    played = at(game, *steps)
    assert outcomes(played) == [""] * len(steps)
    assert (played.objects["events"], told(played)) == ([], [])
