"""The objects of an answer, as they stand at the end of a day, and commands that are refused by role or rule."""

from __future__ import annotations

from tests.rehearsal.written_day import P1, WON, command, outcomes, play, whole_round


def test_only_what_is_asked_for_is_in_the_answer() -> None:
    assert play(ask=[]).objects == {}
    assert [*play(ask=["wallets", "signs"]).objects] == ["wallets", "signs"]


def test_tables_and_signs() -> None:
    laid = [
        command("ann", "buy-in", amount=100),
        command("ann", "wager", box=3, stake="20", perfect_pairs="5"),
        command("bob", "buy-in", amount="50"),
    ]
    played = play(*laid, command("sue", "close", "b1"))
    assert played.objects["tables"] == {
        "p1": {
            "status": "open",
            "due": [],
            "carried": [],
            "players": ["ann", "bob"],
            "wagers": [{"box": 3, "player": "ann", "stake": "20.00"}],
        },
        "b1": {"status": "closed", "due": [], "carried": [], "players": [], "wagers": []},
    }
    sign: dict[str, object] = {
        "min": "10.00",
        "max": "500.00",
        "coming": [],
        "old_minimum": None,
        "private": [],
        "perfect_pairs_restricted": False,
        "closing": None,
        "low_limit": False,
        "face_down": False,
    }
    assert played.objects["signs"] == {"p1": sign, "b1": sign}
    usual = play(tables={"p1": {"game": "star-pontoon"}})
    assert usual.objects["signs"] == {"p1": {**sign, "min": "5.00"}}


def test_rounds_are_listed_by_table() -> None:
    rounds = [whole_round(*WON, table=table) for table in ("b1", "p1", "b1")]
    listed = [(each["table"], each["round"]) for each in play(*rounds).objects["rounds"]]
    assert listed == [("p1", 1), ("b1", 1), ("b1", 2)]


def test_restrictions_last_when_their_player_has_left() -> None:
    held = command("gus", "restrict", player="ann", to_one_box=True, inspector_notified=True)
    line = {"table": "p1", "player": "ann", "to_minimum": True, "to_one_box": True}
    for steps in ((), (command("ann", "leave"),)):
        assert play(whole_round(*WON), held, *steps).objects["restrictions"] == [line]
    assert play(whole_round(*WON), held, {**held, "to_one_box": False}).objects["restrictions"] == []


def test_events_are_the_commands_that_were_done() -> None:
    played = play(
        whole_round(*WON, at="18:01"),
        command("sue", "mark-box", box=2, maximum=50, at="18:02"),
        command("sue", "mark-box", box=9),
        command("dan", "close"),
    )
    assert played.objects["events"] == [
        {
            "at": "2024-09-02T18:02:00+10:00",
            "who": "sue",
            "table": "p1",
            "do": "mark-box",
            "box": 2,
            "maximum": "50.00",
        }
    ]


def test_a_role_that_may_not_is_refused() -> None:
    played = play(
        command("dan", "close"),
        command("ivy", "shuffle"),
        command("sue", "restrict", player="ann"),
        command("ann", "open"),
        command("sue", "buy-in", amount="5"),
        command("ann", "buy-in", amount="5"),
        command("ann", "shuffle"),
    )
    assert outcomes(played) == ["", "", "", "", "", "done", ""]
    assert played.steps[0]["refused"] == {"clause": "", "reason": "a dealer may not close a table"}


def test_commands_are_refused_by_their_clause() -> None:
    played = play(
        command("sue", "open"),
        command("ann", "wager", box=1, stake="20"),
        command("ann", "buy-in", amount="100"),
        command("ann", "wager", box=1, stake="600"),
        command("ann", "ask-computer", box=2),
    )
    assert outcomes(played) == ["6.2", "6.2", "done", "7.1", "6.9"]


def test_a_refused_step_changes_nothing() -> None:
    done = [whole_round(*WON), command("ann", "wager", box=1, stake="20", at="18:05")]
    refused = [
        command("dan", "close"),
        command("ann", "wager", box=1, stake="6000"),
        command("cat", "buy-in", amount="5000"),
        whole_round("KS 7D 9H KD", "1:bob*=6000"),
    ]
    played, without = play(done[0], *refused, done[1], *refused), play(*done)
    assert played.objects == without.objects
    assert played.head.split(":")[0] == without.head.split(":")[0], "as many entries"


def test_the_same_document_gives_the_same_journal() -> None:
    steps = [whole_round(*WON), command("sue", "shuffle"), command("bob", "buy-in", amount="50")]
    tables = {"p1": {**P1, "cards_from": "device"}}
    assert play(*steps, tables=tables) == play(*steps, tables=tables)
