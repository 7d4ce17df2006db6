"""Written days: what a round leaves for the next one, and rounds that people deal by hand (R46)."""

from __future__ import annotations

from typing import Any

import pytest

from boxseat.play.fields import BadDocument
from tests.rehearsal.written_day import WON, command, outcomes, play, whole_round
from tests.table.hand_dealt.hand_day import CB, CP, S6, SP, by_clause, games

SIGN = {"min": "10", "max": "500"}
CUT = ("KS 7D 9H KD", "1:ann*=20", "dealer cut-missed @2", "1 stand")
SHUFFLE = ("KS 7D 9H KD", "1:ann*=20", "dealer shuffle-missed @2", "1 stand")
MISSING = ("KS 7D 9H KD", "1:ann*=20", "supervisor missing-card @3")
CARRIED = ("KS 7D 9H KD 2C", "1:ann*=20", "1 stand", "dealer extra-card exposed=false")


def at(game: str, **settings: object) -> dict[str, Any]:
    return {"tables": {"p1": {"game": game, "sign": SIGN, **settings}}}


@pytest.mark.parametrize("cards_from", ["shoe", "device"])
@pytest.mark.parametrize("written", [SHUFFLE, CUT], ids=["shuffle", "cut"])
@by_clause("15.8", "14.8", "18.14", "17.14")
def test_18_14_a_due_shuffle_comes_before_the_next_round(
    game: str, clause: str, written: tuple[str, ...], cards_from: str
) -> None:
    """By SP 18.11, S6 17.11 where the cut was missed; devices are neither shuffled by hand nor cut."""
    first = {SP: "18.11", S6: "17.11"}.get(game, clause) if written is CUT else clause
    played = play(whole_round(*written), whole_round(*WON), **at(game, cards_from=cards_from))
    if cards_from == "device":
        assert (outcomes(played), played.objects["tables"]["p1"]["due"]) == (["done", "done"], [])
        return
    assert outcomes(played) == ["done", first]
    assert played.objects["tables"]["p1"]["due"] == ["shuffle"]
    assert len(played.objects["rounds"]) == 1
    steps = (whole_round(*written), whole_round(*WON), command("sue", "shuffle"), whole_round(*WON))
    played = play(*steps, **at(game))
    assert outcomes(played) == ["done", first, "done", "done"]
    assert played.objects["tables"]["p1"]["due"] == []


@pytest.mark.parametrize("cards_from", ["shoe", "device"])
@by_clause("17.4", "16.4", "18.16.3", "17.16.3")
def test_18_16_3_the_cards_are_checked_before_the_next_round(game: str, clause: str, cards_from: str) -> None:
    steps = (whole_round(*MISSING), whole_round(*WON), command("sue", "shuffle"), whole_round(*WON))
    played = play(*steps, **at(game, cards_from=cards_from))
    assert outcomes(played) == ["done", clause, "done", "done"]
    assert [line["void"] for line in played.objects["rounds"]] == [True, False]
    assert play(whole_round(*MISSING), **at(game)).objects["tables"]["p1"]["due"] == ["check-cards"]


@pytest.mark.parametrize(("game", "clause"), [(SP, "18.6"), (S6, "17.6")])
def test_18_6_a_carried_card_is_the_first_of_the_next_round(game: str, clause: str) -> None:
    other, same = whole_round(*WON), whole_round("2C 7D TH KS KD" if game == CB else "2C 7D 9H KS KD", "1:ann*=20")
    assert play(whole_round(*CARRIED), **at(game)).objects["tables"]["p1"]["carried"] == ["2C"]
    played = play(whole_round(*CARRIED), other, same, other, **at(game))
    assert outcomes(played) == ["done", clause, "done", "done"]
    assert played.objects["tables"]["p1"]["carried"] == []
    shuffled = play(whole_round(*CARRIED), command("sue", "shuffle"), other, **at(game))
    assert outcomes(shuffled) == ["done", "done", "done"]


@pytest.mark.parametrize(("game", "clause"), [(CP, "15.2"), (CB, "14.2")])
def test_15_2_at_canberra_an_unseen_card_that_nobody_needed_is_carried(game: str, clause: str) -> None:
    """R31: drawn in error when the last hand had been played; one too many is burnt (15.3)."""
    drawn = ("KS 7D AH 2C", "1:ann*=20", "dealer draw-in-error exposed=false")
    played = play(whole_round(*drawn), whole_round(*WON), **at(game))
    if played.objects["tables"]["p1"]["carried"]:
        assert outcomes(played) == ["done", clause]
    assert play(whole_round(*CARRIED), whole_round(*WON), **at(game)).objects["tables"]["p1"]["carried"] == []


@games
def test_a_refused_round_has_not_happened(game: str) -> None:
    """Also the chips that were bought for it."""
    played = play(whole_round(*SHUFFLE), whole_round("KS 7D 9H KD", "1:bob*=400", "1 stand"), **at(game))
    without = play(whole_round(*SHUFFLE), **at(game))
    assert played.objects == without.objects


@games
def test_the_machine_shuffles_before_its_own_next_round(game: str) -> None:
    """What written cards have left to be done is done before cards of the machine are dealt."""
    laid = [command("ann", "wager", box=1, stake="20"), command("ann", "ready")]
    played = play(whole_round(*MISSING), *laid, **at(game, cards_from="device"))
    assert (outcomes(played), played.objects["tables"]["p1"]["due"]) == (["done"] * 3, [])


@pytest.mark.parametrize("cards_from", ["shoe", "device"])
def test_a_round_may_say_where_its_cards_come_from_as_the_table_does(cards_from: str) -> None:
    told = whole_round(*WON)
    told["round"]["cards_from"] = cards_from
    assert outcomes(play(told, **at(SP, cards_from=cards_from))) == ["done"]
    other = "shoe" if cards_from == "device" else "device"
    with pytest.raises(BadDocument, match=rf"^steps\[0\]\.round\.cards_from: .* come from a {other}"):
        play(told, **at(SP, cards_from=other))


@pytest.mark.parametrize("dealt", ["by-machine", "by-hand"])
@by_clause("19.3", "19.3", "19.1", "18.1")
def test_19_1_a_device_malfunctions_in_a_round_of_which_a_card_is_out(game: str, clause: str, dealt: str) -> None:
    """SP 19.1.1, 19.1.2, S6 18.1.1, 18.1.2: of a shoe never, and of a device not between rounds."""
    star = game in (SP, S6)
    failed = command("sue", "malfunction", reason="it stands still")
    for cards_from, condition in (("shoe", ".1"), ("device", ".2")):
        played = play(failed, **at(game, dealt=dealt, cards_from=cards_from))
        assert outcomes(played) == [clause + condition if star else clause]


# Rounds that people deal


def by_hand(game: str, **settings: object) -> dict[str, Any]:
    return at(game, dealt="by-hand", **settings)


def key(*cards: str) -> list[dict[str, Any]]:
    keyed = (text.partition(">") for text in cards)
    return [command("dan", "card", card=card, **({"to": to} if to else {})) for card, _, to in keyed]


LAID = [
    command("ann", "buy-in", amount="100"),
    command("ann", "sit", box=3),
    command("ann", "wager", box=3, stake="20"),
    command("dan", "no-more-bets"),
]


@by_clause("15.4", "14.4", "18.8", "17.8")
def test_18_8_a_misplaced_card_is_told_at_once_and_put_right(game: str, clause: str) -> None:
    stood = command("ann", "stand", box=3)
    steps = [*LAID, *key("QS", "8D>3"), command("sue", "reconstruct"), *key("9H"), stood, *key("JD")]
    played = play(*steps, **by_hand(game))
    assert outcomes(played) == ["done"] * len(steps)
    assert played.steps[5]["deviation"] == {"kind": "misplaced", "due": "dealer", "clause": clause}
    assert played.objects["rounds"] == [{"table": "p1", "round": 1, "void": False, "net": {"ann": "20.00"}}]


@games
def test_a_hand_dealt_round_is_listed_once_it_is_over_and_as_it_stands_after_corrections(game: str) -> None:
    stood = command("ann", "stand", box=3)
    dealt = [*LAID, *key("9S", "6S", "9H"), stood, *key("KD")]
    assert play(*dealt, **by_hand(game)).objects["rounds"] == []
    over = [*dealt, *key("3D")]
    lost = {"table": "p1", "round": 1, "void": False, "net": {"ann": "-20.00"}}
    won = {**lost, "net": {"ann": "20.00"}}
    assert play(*over, **by_hand(game)).objects["rounds"] == [lost]
    again = [*over, command("ann", "wager", box=3, stake="20"), command("dan", "no-more-bets"), *key("9S")]
    assert play(*again, **by_hand(game)).objects["rounds"] == [lost]
    faults = [{"step": 6, "keyed": "3D", "lay": "8D"}]
    fixed = command("sue", "correct-record", faults=faults, reason="the camera shows it", number=1)
    for steps in ([*over, fixed], [*again, fixed]):
        played = play(*steps, **by_hand(game))
        assert (outcomes(played)[-1], played.objects["rounds"]) == ("done", [won])


@games
def test_a_whole_round_is_dealt_at_a_hand_dealt_table_too(game: str) -> None:
    played = play(whole_round(*WON), whole_round(*WON), **by_hand(game))
    assert outcomes(played) == ["done", "done"]
    assert [line["net"] for line in played.objects["rounds"]] == [{"ann": "20.00"}] * 2


@games
def test_void_rounds_of_hand_dealt_tables_are_listed_as_void(game: str) -> None:
    void = command("sue", "void-round", reason="cards were picked up")
    played = play(*LAID, *key("QS"), void, **by_hand(game))
    assert outcomes(played)[-1] == "done"
    assert played.objects["rounds"] == [{"table": "p1", "round": 1, "void": True, "net": {"ann": "0.00"}}]


@pytest.mark.parametrize("game", [CP, CB, S6])
def test_a_patron_without_a_name_plays_in_a_written_day(game: str) -> None:
    def told(do: str, **fields: object) -> dict[str, Any]:
        return command("dan", "for-player", player="patron 3", what={"do": do, **fields})

    laid = [told("wager", box=3, stake="20"), command("dan", "no-more-bets"), *key("QS", "8D", "9H")]
    late = command("dan", "late-chips", box=3, player="patron 3", more="5")
    played = play(*laid, late, told("stand", box=3), *key("JD"), **by_hand(game))
    assert outcomes(played) == ["done"] * 8
    assert played.objects["rounds"][0]["net"] == {"patron 3": "20.00"}
    unknown = command("dan", "late-chips", box=3, player="patron 4", more="5")
    assert outcomes(play(*laid, unknown, **by_hand(game)))[-1] != "done"
    with pytest.raises(BadDocument, match=r"^steps\[0\]\.player: there is no person 'patron 3'"):
        play(laid[0], **at(game))


def test_20_1_everybody_has_a_player_card_and_so_a_name() -> None:
    laid = command("dan", "for-player", player="patron 3", what={"do": "wager", "box": 3, "stake": "20"})
    assert outcomes(play(laid, **by_hand(SP))) == ["20.1"]


@by_clause("7.2", "7.2", "18.13", "17.13")
def test_18_13_insurance_that_was_not_offered_at_a_hand_dealt_table(game: str, clause: str) -> None:
    """R33: who decides at a terminal has not been offered it; at Canberra the first decision ends the time for it."""
    hit = command("ann", "hit", box=3)
    missed = [command("dan", "insurance-missed"), command("ann", "insure", box=3, amount="10")]
    stood = command("ann", "stand", box=3)
    played = play(*LAID, *key("KS", "AD", "5H"), hit, *key("2C"), *missed, stood, *key("QD"), **by_hand(game))
    star = game in (SP, S6)
    assert outcomes(played) == ["done"] * 9 + (["done"] * 4 if star else [clause, clause, "done", "done"])
    assert played.objects["rounds"][0]["net"] == {"ann": "0.00" if star else "-20.00"}


def test_a_setting_that_is_none_is_no_day_that_can_be_played() -> None:
    for name, value in (("dealt", "by-foot"), ("terminals", "yes"), ("cards_on_record", 1)):
        with pytest.raises(BadDocument, match=rf"^tables\.p1\.{name}: "):
            play(**at(SP, **{name: value}))
