"""Time limits: how long players have, what the house decides for those who do not answer, and what comes too late
(CP 15.7, CB 14.7, SP 18.10, S6 17.10; R20; O5)."""

from __future__ import annotations

from random import Random

import pytest

from boxseat.money import Cents
from boxseat.play.acts import PlayAbsent
from boxseat.rulebook.load import GAMES, open_book, with_options
from boxseat.table import commands as c
from boxseat.table.questions import open_to
from boxseat.table.records import Acted, TimeRanOut
from boxseat.table.settings import Times
from tests.house.random_evening import command_of
from tests.table.day import HOUSE, Day

games = pytest.mark.parametrize("game", GAMES)
DRAWS = ["canberra-pontoon", "canberra-blackjack", "star-pontoon-6to5"]


def _decided(day: Day) -> list[tuple[str, int, str]]:
    return [(one.player, one.box, one.what) for one in day.table.house_decisions]


@games
def test_everybody_has_the_time_that_the_table_gives(game: str) -> None:
    """For wagers the time starts with the first one, for decisions with each new question; more wagers add no time."""
    day = Day(game).opened("ann", "bob")
    assert day.table.deadline is None, "the clock does not run before the first wager"
    day.done("ann", c.Lay(1, Cents(1000)))
    first = day.at + day.settings.times.wager
    assert day.table.deadline == first
    day.at += 5_000_000
    day.done("bob", c.Lay(2, Cents(1000)))
    day.done("ann", c.Lay(1, Cents(2000)))
    assert day.table.deadline == first
    day.stack("9S 8S 6S 9H 8H")
    day.time_up()
    assert day.table.deadline == day.at + day.settings.times.decide
    day.at += 5_000_000
    day.done("ann", c.DoStand(1))
    assert day.table.deadline == day.at + day.settings.times.decide


@games
def test_a_wager_taken_back_stops_the_clock(game: str) -> None:
    day = Day(game).opened("ann")
    day.done("ann", c.Lay(1, Cents(1000)), c.TakeBack(1))
    assert day.table.deadline is None
    assert day.refused(HOUSE, c.TimeUp()).startswith("clock/nothing")


@games
def test_all_who_may_insure_have_the_same_time(game: str) -> None:
    """One player's answer does not change the others' time."""
    day = Day(game).opened("ann", "bob", "cat")
    day.deal("9S 8S 7S AS 9H 8H 7H", ann=10, bob=10, cat=10)
    assert [(name, what) for name, _, what in day.asked] == [(name, "insurance") for name in ("ann", "bob", "cat")]
    deadline = day.table.deadline
    day.at += 3_000_000
    day.done("bob", c.DoInsure(2, Cents(500)))
    day.done("ann", c.Decline(1))
    assert day.table.deadline == deadline
    assert [name for name, _, _ in day.asked] == ["cat"]
    assert day.refused("ann", c.Decline(1)).startswith("offer/none")


@games
def test_offers_let_go_by_are_the_houses_decisions_for_each_player_and_box(game: str) -> None:
    """GLI-19 4.16: the decisions that the platform made are shown, and for whom."""
    day = Day(game).opened("ann", "bob", "cat")
    day.deal("9S 8S 7S AS 9H 8H 7H", ann=10, bob=10, cat=10)
    day.done("bob", c.DoInsure(2, Cents(500)))
    day.time_up()
    assert day.records(TimeRanOut) == [TimeRanOut(("ann", "cat"), (1, 3), "insurance")]
    assert _decided(day)[:2] == [("ann", 1, "let the insurance go by"), ("cat", 3, "let the insurance go by")]
    assert day.seen().house_decisions[0].player == "ann"


@pytest.mark.parametrize("game", DRAWS)
def test_an_absent_players_hand_draws_past_eleven(game: str) -> None:
    """CP 15.7, CB 14.7, S6 17.10, R20: recorded as the house's decision."""
    day = Day(game).opened("ann")
    day.deal("2S 6S 3H 4D 9D KS KH", ann=10)
    day.time_up()
    absent = [record for record in day.happened if isinstance(record, Acted) and record.instead_of == "ann"]
    assert [record.acts[0] for record in absent] == [PlayAbsent(1)]
    assert day.table.round is not None
    assert day.table.round.boxes[0].dealt == ("2S", "3H", "4D", "9D"), "nine must draw a card, and eighteen none"
    assert _decided(day) == [("ann", 1, "played the hand by the absent player's rule")]


def test_an_absent_player_at_the_star_gets_no_further_card() -> None:
    """SP 18.10, R20."""
    day = Day("star-pontoon").opened("ann")
    day.deal("2S 6S 3H KD KS 4D", ann=10)
    day.time_up()
    assert day.table.round is not None
    assert day.table.round.boxes[0].dealt == ("2S", "3H")


def test_the_six_to_five_game_may_choose_to_stand() -> None:
    """S6 17.10.1, R20."""
    book = with_options(open_book("star-pontoon-6to5"), {"absent_player": "stand"})
    day = Day("star-pontoon-6to5", book=book).opened("ann")
    day.deal("2S 6S 3H KD KS 4D", ann=10)
    day.time_up()
    assert day.table.round is not None
    assert day.table.round.boxes[0].dealt == ("2S", "3H")


@games
def test_the_houses_decisions_are_of_one_round(game: str) -> None:
    day = Day(game).opened("ann")
    day.deal("9S 6S 9H", ann=10)
    day.play_out()
    assert _decided(day)
    day.done("ann", c.Lay(1, Cents(1000)))
    day.stack("9S 6S 9H")
    day.time_up()
    assert not _decided(day)


@games
def test_an_answer_to_an_older_question_is_too_late(game: str) -> None:
    """A stand meant for one hand is never used for the next."""
    day = Day(game).opened("ann", "bob")
    day.deal("9S 8S 6S 9H 8H", ann=10, bob=10)
    asked = day.table.version
    assert not day.is_stale(asked, c.DoStand(1))
    day.done("ann", c.DoStand(1))
    assert day.is_stale(asked, c.DoStand(1))
    assert day.is_stale(asked, c.TimeUp()), "a time-out counts for its own question only"
    assert not day.is_stale(0, c.Leave()), "leaving answers no question"
    assert not day.is_stale(0, c.BuyIn(Cents(1000)))


@games
def test_what_leaves_the_question_as_it_is_makes_no_answer_late(game: str) -> None:
    day = Day(game).opened("ann", "bob")
    day.deal("9S 8S 6S 9H 8H", ann=10, bob=10)
    asked = day.table.version
    day.done("cat", c.BuyIn(Cents(1000)))
    assert not day.is_stale(asked, c.DoStand(1))


@games
@pytest.mark.parametrize("cutting_card", [False, True], ids=["shoe-goes-on", "cards-to-be-cut"])
def test_a_wager_sent_before_a_round_is_too_late_for_the_next(game: str, cutting_card: bool) -> None:
    """I6: also if it arrives while the cards are being cut."""
    day = Day(game).opened("ann", "bob")
    day.done("ann", c.Lay(1, Cents(1000)))
    before = day.table.version
    if cutting_card:
        day.cutting_card_in(1)
    day.stack("9S 6S 9H")
    day.time_up()
    day.play_out()
    assert (day.table.cut_offer is not None) == cutting_card
    for command in (c.Lay(2, Cents(1000)), c.TakeBack(1), c.Ready()):
        assert day.is_stale(before, command)
        assert not day.is_stale(day.table.version, command)
    during = day.table.version
    day.cut_by_house()
    assert not day.is_stale(during, c.Lay(2, Cents(1000))), "bets are open while the cards are cut"


@games
def test_a_wager_is_not_late_because_others_wager(game: str) -> None:
    day = Day(game).opened("ann", "bob")
    looked = day.table.version
    day.done("ann", c.Lay(1, Cents(1000)))
    assert not day.is_stale(looked, c.Lay(2, Cents(1000)))


# O5: a player who does not answer costs the others nothing.


def _others_play(day: Day, rng: Random, *, absent: str, acts_himself: bool) -> None:
    """Everyone plays at random, except one who is silent, or who acts as the house would act for him."""
    while day.table.in_round:
        if day.table.cut_offer is not None:
            day.time_up()
            continue
        waiting = [one for one in day.waiting if one.player != absent]
        if waiting and waiting[0].what != "decision":
            one = waiting[0]
            day.done(one.player, c.Pass(one.box) if one.what == "join" else c.Decline(one.box))
        elif waiting:
            assert day.table.round is not None
            place = day.table.round.turn[0]
            act = rng.choice(open_to(day.book, day.table, place, waiting[0].player)).act
            day.done(waiting[0].player, command_of(act))  # type: ignore[arg-type]
        elif acts_himself:
            day.done(absent, _as_the_house_would(day, absent))
        else:
            assert day.table.deadline is not None
            assert day.table.deadline - day.at <= day.settings.times.decide
            day.time_up()


def _as_the_house_would(day: Day, name: str) -> c.TableCommand:
    one = next(one for one in day.waiting if one.player == name)
    if one.what == "join":
        return c.Pass(one.box)
    if one.what != "decision":
        return c.Decline(one.box)
    assert day.table.round is not None
    draws = day.book.irregularities.absent_player.value == "draw-past-11"
    low = day.table.round.hand_in_turn.total.points <= 11
    return c.DoHit(one.box) if draws and low else c.DoStand(one.box)


@games
def test_an_absent_player_changes_nothing_for_the_others(game: str) -> None:
    """O5: the others' results are the same to the cent as if he had acted the same himself in time."""
    for seed in range(6):
        ends = []
        for acts_himself in (True, False):
            day = Day(game, seed, times=Times(decide=25_000_000)).opened("ann", "bob", "cat")
            rng = Random(seed)
            results = []
            for _ in range(6):
                for box, name in enumerate(("ann", "bob", "cat"), start=1):
                    day.done(name, c.Lay(box, Cents(1000)))
                day.time_up()
                _others_play(day, rng, absent="bob", acts_himself=acts_himself)
                assert day.table.round is not None
                results.append((day.table.round.dealer, day.table.round.settlements, day.table.round.boxes))
                day.cut_by_house()
            ends.append(([_without_absence(one) for one in results], day.money))
        assert ends[0] == ends[1], (game, seed)


def _without_absence(result: object) -> str:
    return str(result).replace("absent=True", "absent=False")


@games
def test_a_table_where_nobody_answers_plays_its_round_to_the_end(game: str) -> None:
    day = Day(game).opened("ann", "bob")
    for _ in range(5):
        for name in ("ann", "bob"):
            day.done(name, c.Lay(day.table.boxes_of(name)[0], Cents(1000)))
        day.time_up()
        day.play_out()
        day.cut_by_house()
    assert day.table.round_number == 5
    day.close()
