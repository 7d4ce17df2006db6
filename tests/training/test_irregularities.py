"""Every planted irregularity is ruled on as the rules say: clauses and rulings written out, game by game."""

from __future__ import annotations

import pytest

from boxseat.money import dollars
from boxseat.play.acts import Double, Hit, PlayAbsent, Split, Stand
from boxseat.play.state import Result
from boxseat.rulebook.load import open_book
from boxseat.training.course import skills_of
from tests.training.exercises import GAMES, exercises, of_part, right, table, told

STAR = GAMES[2:]
CLAUSES: dict[str, tuple[str, str, str, str]] = {
    "burn": ("15.1", "14.1", "18.1", "17.1"),
    "burnt-in-error": ("15.2", "14.2", "18.17", "17.17"),
    "draw-in-error": ("15.2", "14.2", "18.2", "17.2"),
    "draw-in-error-unseen": ("15.2", "14.2", "18.2", "17.2"),
    "refuse": ("15.2", "14.2", "18.3", "17.3"),
    "extra-card": ("15.3", "14.3", "18.5", "17.5"),
    "extra-card-unseen": ("15.3", "14.3", "18.6", "17.6"),
    "misplace": ("15.4", "14.4", "18.8", "17.8"),
    "void": ("15.5", "14.5", "18.8", "17.8"),
    "insurance-missed": ("7.2", "7.2", "18.13", "17.13"),
    "burn-forgotten": ("5.3", "5.7", "18.12", "17.12"),
    "burn-forgotten-device": ("5.3", "19.1", "18.12", "17.12"),
    "cut-missed": ("5.2", "5.2", "18.11", "17.11"),
    "cut-missed-device": ("19.1", "19.1", "5.7", "4.7"),
    "shuffle-missed": ("15.8", "14.8", "18.14", "17.14"),
    "shuffle-missed-device": ("19.1", "19.1", "5.7", "4.7"),
    "rack-left": ("19.2", "19.2", "18.15", "17.15"),
    "check-cards": ("15.1", "14.1", "18.1.1", "17.1.1"),
    "missing-card": ("17.4", "16.4", "18.16.2", "17.16.2"),
    "foreign-card": ("17.4", "16.4", "18.16.2", "17.16.2"),
    "malfunction": ("19.3", "19.3", "19.2", "18.2"),
    "malfunction-damage": ("19.3", "19.3", "19.3", "18.3"),
    "malfunction-disadvantage": ("19.3", "19.3", "19.4", "18.4"),
    "malfunction-alone": ("19.3", "19.3", "19.5", "18.5"),
    "invalidate-disruption": ("17.1", "16.1", "20.5.1", "19.4.1"),
    "invalidate-fraud": ("17.5", "16.5", "20.5.2", "19.4.2"),
    "invalidate-impractical": ("17.4", "16.4", "20.5", "19.4"),
    "void-wagers-card": ("17.3", "16.3", "18.21.2", "19.3"),
    "void-wagers-device": ("17.3(a)", "16.3(a)", "20.4.1", "19.3.1"),
    "void-wagers-rules": ("17.3(a)", "16.3(a)", "20.4", "19.3"),
    "pay-at-end": ("8.1", "8.1", "11.3", "10.3"),
}
RULINGS: dict[str, tuple[str, str, str, str]] = {
    "burn": ("burn", "burn", "burn", "burn"),
    "burnt-in-error": ("burn", "burn", "burn", "burn"),
    "extra-card": ("burn", "burn", "burn", "burn"),
    "extra-card-unseen": ("burn", "burn", "carry", "carry"),
    "misplace": ("reconstruct", "reconstruct", "reconstruct", "reconstruct"),
    "void": ("void", "void", "void", "void"),
    "burn-forgotten": ("next-card", "next-card", "next-card", "next-card"),
    "burn-forgotten-device": ("next-card", "next-card", "next-card", "next-card"),
    "cut-missed": ("play-on", "play-on", "play-on", "play-on"),
    "cut-missed-device": ("play-on", "play-on", "play-on", "play-on"),
    "shuffle-missed": ("play-on", "play-on", "play-on", "play-on"),
    "shuffle-missed-device": ("play-on", "play-on", "play-on", "play-on"),
    "rack-left": ("play-on", "play-on", "play-on", "play-on"),
    "check-cards": ("play-on", "play-on", "play-on", "play-on"),
    "missing-card": ("void", "void", "void", "void"),
    "foreign-card": ("void", "void", "void", "void"),
    "malfunction": ("play-on", "play-on", "play-on", "play-on"),
    "malfunction-damage": ("play-on", "play-on", "play-on", "play-on"),
    "malfunction-disadvantage": ("play-on", "play-on", "void", "void"),
    "malfunction-alone": ("play-on", "play-on", "refund", "refund"),
    "invalidate-disruption": ("void", "void", "void", "void"),
    "invalidate-fraud": ("void", "void", "void", "void"),
    "invalidate-impractical": ("void", "void", "play-on", "play-on"),
    "void-wagers-card": ("play-on", "play-on", "refund", "play-on"),
    "void-wagers-device": ("refund", "refund", "refund", "refund"),
    "void-wagers-rules": ("refund", "refund", "play-on", "play-on"),
    "pay-at-end": ("pay", "pay", "pay-at-end", "pay-at-end"),
}
"""Rulings that do not depend on the cards; the others have tests of their own."""
AFTERWARDS: dict[str, tuple[str, str, str, str]] = {
    "cut-missed": ("shuffle", "shuffle", "shuffle", "shuffle"),
    "cut-missed-device": ("nothing", "nothing", "nothing", "nothing"),
    "shuffle-missed": ("shuffle", "shuffle", "shuffle", "shuffle"),
    "shuffle-missed-device": ("nothing", "nothing", "nothing", "nothing"),
    "rack-left": ("nothing", "nothing", "rack-stays", "rack-stays"),
    "check-cards": ("nothing", "nothing", "check-cards", "check-cards"),
    "missing-card": ("check-cards", "check-cards", "check-cards", "check-cards"),
    "foreign-card": ("check-cards", "check-cards", "check-cards", "check-cards"),
    "malfunction": ("replace-device-after-shoe", "replace-device", "nothing", "nothing"),
    "malfunction-damage": ("replace-device-after-shoe", "replace-device", "nothing", "nothing"),
    "malfunction-disadvantage": ("replace-device-after-shoe", "replace-device", "nothing", "nothing"),
    "malfunction-alone": ("replace-device-after-shoe", "replace-device", "nothing", "nothing"),
}


@pytest.mark.parametrize("game", GAMES)
def test_every_irregularity_of_the_table_is_planted(game: str) -> None:
    assert {skill.name for skill in skills_of(open_book(game), "irregularities")} == set(CLAUSES)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("skill", CLAUSES)
def test_each_is_ruled_on_by_its_clause(game: str, skill: str) -> None:
    place = GAMES.index(game)
    for one in exercises(game, skill):
        assert (one.game, one.topic, one.clause) == (game, "irregularities", CLAUSES[skill][place]), one.key
        if skill in RULINGS:
            assert right(one)["ruling"] == RULINGS[skill][place], one.key
        assert right(one).get("after", "") == AFTERWARDS.get(skill, ("",) * 4)[place], one.key


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("skill", ["draw-in-error", "draw-in-error-unseen"])
def test_a_card_drawn_in_error_goes_to_whoever_is_due_one_next(game: str, skill: str) -> None:
    for one in exercises(game, skill):
        ruling, place = right(one)["ruling"], right(one)["place"]
        if "asks for a card" in told(one):
            turn = table(one).box_in_turn.number
            assert (ruling, place.partition(".")[0]) == ("next-card", str(turn)), one.key
        elif ruling == "next-card":  # somebody must draw, who may not stand
            assert place.partition(".")[0] in {str(box.number) for box in table(one).boxes}
        else:
            left = ("burn", "rack") if skill == "draw-in-error" else ("carry", "next")
            assert (ruling, place) in (("dealers-next", "dealer"), left), one.key


@pytest.mark.parametrize("game", GAMES)
def test_only_at_the_star_a_player_may_refuse_it_and_is_bound(game: str) -> None:
    for one in exercises(game, "refuse"):
        assert right(one)["bound"] == ("no" if game in STAR else "yes")
        turn = table(one).box_in_turn
        if game in STAR and len(turn.hands) == 1:
            assert right(one)["place"].partition(".")[0] != str(turn.number)


@pytest.mark.parametrize("game", GAMES)
def test_insurance_is_offered_late_until_the_dealers_second_card_or_the_first_decision(game: str) -> None:
    rulings = set()
    for one in exercises(game, "insurance-missed", 12):
        decided = any(isinstance(act, Hit | Stand | Split | Double | PlayAbsent) for act in table(one).acts)
        open_still = len(table(one).dealer) == 1 and (game in STAR or not decided)
        assert right(one)["ruling"] == ("offer" if open_still else "play-on"), one.key
        rulings.add(right(one)["ruling"])
        (most,) = (answer for part, answer in right(one).items() if part.startswith("most:"))
        assert open_still or most == "0.00"
    assert len(rulings) == 2


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("skill", ["void", "missing-card", "foreign-card", "malfunction-disadvantage"])
def test_in_a_void_round_payments_stand_at_the_star_only(game: str, skill: str) -> None:
    """Before the final settlement: what was won stays won, all else comes back."""
    for one in exercises(game, skill):
        lines = table(one).settlements
        for player in table(one).net():
            made = [line.net for line in lines if line.player == player]
            if game in STAR:
                expected = sum(net for net in made if net > 0)
            else:
                expected = sum(made) if skill == "malfunction-disadvantage" else 0
            assert right(one)[f"net:{player}"] == dollars(expected), one.key


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("skill", ["missing-card", "foreign-card"])
def test_a_wrong_pack_is_told_at_the_star(game: str, skill: str) -> None:
    for one in exercises(game, skill, 2):
        assert right(one)["told"] == ("inspector surveillance" if game in STAR else "")
        clause = {"star-pontoon": "18.16.4", "star-pontoon-6to5": "17.16.4"}.get(game)
        assert clause in (None, of_part(one, "told").clause)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_without_outcome_leaves_nothing_and_only_the_star_lets_a_cheat_forfeit(game: str) -> None:
    for one in (*exercises(game, "invalidate-disruption"), *exercises(game, "invalidate-fraud")):
        for part, answer in right(one).items():
            player = part.removeprefix("net:")
            back = [
                line for line in table(one).settlements if line.player == player and line.result is Result.STAND_OFF
            ]
            if part == "ruling":
                continue
            if told(one).startswith(f"{player} has marked") and game in STAR:
                laid = sum(
                    wager.stake + wager.perfect_pairs + wager.super_sevens
                    for wager in table(one).wagers
                    if wager.player == player
                )
                assert back or float(answer) <= -laid / 100, one.key
            else:
                assert answer == "0.00", one.key


@pytest.mark.parametrize("game", GAMES)
def test_void_wagers_come_back_whole(game: str) -> None:
    for one in exercises(game, "void-wagers-device"):
        ((part, back),) = ((part, answer) for part, answer in right(one).items() if part != "ruling")
        player = part.removeprefix("back:")
        added = [
            act for act in table(one).acts if getattr(act, "player", "") == player and not isinstance(act, Hit | Stand)
        ]
        laid = sum(w.stake + w.perfect_pairs + w.super_sevens for w in table(one).wagers if w.player == player)
        assert added or back == dollars(laid), one.key


@pytest.mark.parametrize("game", GAMES)
def test_what_is_paid_at_the_end_is_not_paid_at_once(game: str) -> None:
    for one in exercises(game, "pay-at-end"):
        ((_, paid),) = ((part, answer) for part, answer in right(one).items() if part != "ruling")
        assert (paid == "0.00") is (game in STAR), one.key


def test_canberra_cites_beside_a_void_that_the_round_could_not_be_put_right() -> None:
    for one in exercises("canberra-pontoon", "void", 1):
        assert "15.4" in of_part(one, "ruling").why
    for one in exercises("star-pontoon", "void", 1):
        assert of_part(one, "ruling").why == ""
