"""Co-bettors are asked, before the next card and with their own clock, whether they join a double, split or surrender
(CP 9.2, 11.2, 12.3; CB 10, 11; SP 10, 13, 14; R08, R13-R15)."""

from __future__ import annotations

import pytest

from boxseat.money import Cents
from boxseat.play.acts import Double, Split, Surrender
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.records import Acted, JoinOffered, TimeRanOut
from tests.table.day import HOUSE, SUPERVISOR, Day

games = pytest.mark.parametrize("game", GAMES)
STAR = ["star-pontoon", "star-pontoon-6to5"]
PONTOON = [*STAR, "canberra-pontoon"]
LOW = "5S 6S 6H"
"""Eleven against a six: a double."""
PAIR = "8S 6S 8H"
"""Eights against a six: a split."""


def _box_of_three(game: str, cards: str, *, cats_chips: int = 100_000) -> Day:
    """Ann decides; bob and cat wager behind her."""
    day = Day(game).opened("ann")
    day.done("bob", c.BuyIn(Cents(100_000)), c.Lay(1, Cents(1000)))
    day.done("cat", c.BuyIn(Cents(cats_chips)), c.Lay(1, Cents(2000)))
    day.deal(cards, ann=10)
    assert day.asked == [("ann", 1, "decision")]
    return day


def _will_be_asked(day: Day, do: str) -> tuple[str, ...]:
    """The players of whom ann is told, before she decides, that they will be asked."""
    return next(choice.co_bettors for choice in day.you("ann").choices if choice.do == do)


def _act(day: Day) -> object:
    """The player's act that the last command led to."""
    return next(record.acts[0] for record in day.happened if isinstance(record, Acted) and record.by)


@games
def test_a_double_waits_for_the_co_bettors(game: str) -> None:
    """CP 12.3, SP 13.1: each may join with their own amount; in blackjack for exactly the wager (R12)."""
    day = _box_of_three(game, LOW)
    day.done("ann", c.DoDouble(1))
    assert isinstance(day.happened[-1], JoinOffered), "no card is dealt before they have answered"
    assert sorted(day.asked) == [("bob", 1, "join"), ("cat", 1, "join")]
    assert day.refused("ann", c.DoHit(1)).startswith("join/waiting")
    assert day.refused("ann", c.Join(1)).startswith("join/not-asked")
    assert day.refused("bob", c.Join(2)).startswith("join/not-asked")
    exact = game == "canberra-blackjack"
    if exact:
        assert day.refused("bob", c.Join(1, Cents(500))).startswith("double/")
    assert day.refused("bob", c.Join(1, Cents(1500))).startswith("double/")
    day.done("bob", c.Join(1, None if exact else Cents(500)))
    assert day.refused("bob", c.Join(1)).startswith("join/not-asked")
    assert day.refused("bob", c.Pass(1)).startswith("join/not-asked")
    day.done("cat", c.Pass(1))
    assert _act(day) == Double(1, "ann", 1000, (("bob", 1000 if exact else 500),))


@games
def test_a_split_waits_for_the_co_bettors_who_match_their_wager(game: str) -> None:
    """CP 11.2, CB 10, SP 14, R15."""
    day = _box_of_three(game, PAIR)
    day.done("ann", c.DoSplit(1))
    day.done("cat", c.Join(1))
    day.done("bob", c.Pass(1))
    assert _act(day) == Split(1, "ann", ("cat",))
    assert day.chips("cat") == 96_000


@pytest.mark.parametrize("game", STAR)
def test_at_the_star_each_co_bettor_surrenders_or_not(game: str) -> None:
    """SP 10, R08."""
    day = Day(game).opened("ann")
    day.done("bob", c.BuyIn(Cents(100_000)), c.Lay(1, Cents(1000)))
    day.done("cat", c.BuyIn(Cents(100_000)), c.Lay(1, Cents(2000)))
    day.deal("9S KS 7H", ann=10)
    assert day.asked == [("ann", 1, "surrender")]
    day.done("ann", c.DoSurrender(1))
    assert sorted(day.asked) == [("bob", 1, "join"), ("cat", 1, "join")]
    day.done("cat", c.Join(1))
    day.done("bob", c.Pass(1))
    assert _act(day) == Surrender(1, "ann", ("cat",))


def test_at_canberra_all_surrender_with_the_controlling_player() -> None:
    """CP 9.2, R08: nobody is asked."""
    day = Day("canberra-pontoon").opened("ann")
    day.done("bob", c.BuyIn(Cents(100_000)), c.Lay(1, Cents(1000)))
    day.deal("9S KS 7H", ann=10)
    assert _will_be_asked(day, "surrender") == ()
    day.done("ann", c.DoSurrender(1))
    assert not day.records(JoinOffered)
    assert _act(day) == Surrender(1, "ann")


@games
def test_the_clock_of_a_join_is_its_own_and_silence_is_no(game: str) -> None:
    day = _box_of_three(game, LOW)
    day.at += 20_000_000
    day.done("ann", c.DoDouble(1))
    assert day.table.deadline == day.at + day.settings.times.decide
    day.done("bob", c.Join(1))
    day.time_up()
    assert _act(day) == Double(1, "ann", 1000, (("bob", 1000),))
    decided = [(one.player, one.box, one.what) for one in day.table.house_decisions]
    assert decided == [("cat", 1, "did not join")]


@games
def test_whoever_has_too_few_chips_is_not_asked(game: str) -> None:
    day = _box_of_three(game, PAIR, cats_chips=2500)
    assert _will_be_asked(day, "split") == ("bob",)
    day.done("ann", c.DoSplit(1))
    assert day.asked == [("bob", 1, "join")]


@pytest.mark.parametrize("game", PONTOON)
def test_whoever_has_few_chips_joins_a_double_for_what_they_have(game: str) -> None:
    """CP 12.3, SP 13.1, R13: any amount up to the wager, in chips (R19)."""
    day = _box_of_three(game, LOW, cats_chips=2550)
    day.done("ann", c.DoDouble(1))
    offered = day.you("cat").choices[0]
    assert offered.amount is not None
    assert (offered.do, offered.amount.least, offered.amount.most) == ("join", "0.50", "5.50")
    assert day.refused("cat", c.Join(1, Cents(600))).startswith("chips/short")
    day.done("bob", c.Pass(1))
    day.done("cat", c.Join(1))
    assert _act(day) == Double(1, "ann", 1000, (("cat", 550),))


def test_chips_in_odd_cents_join_for_what_whole_chips_make() -> None:
    """R09, R19: insurance may leave odd cents; a double is still laid in whole chips."""
    day = Day("canberra-pontoon").opened("ann")
    day.done("bob", c.BuyIn(Cents(2000)), c.Lay(1, Cents(1000)))
    day.deal("5S AS 6H", ann=10)
    day.done("ann", c.Decline(1))
    day.done("bob", c.DoInsure(1, Cents(325)))
    day.done("ann", c.Decline(1))
    assert day.chips("bob") == 675
    day.done("ann", c.DoDouble(1))
    day.done("bob", c.Join(1))
    assert _act(day) == Double(1, "ann", 1000, (("bob", 650),))


@games
def test_a_co_bettor_who_has_left_is_not_waited_for(game: str) -> None:
    day = _box_of_three(game, LOW)
    day.done("cat", c.Leave())
    assert _will_be_asked(day, "double") == ("bob",)
    day.done("ann", c.DoDouble(1))
    assert day.asked == [("bob", 1, "join")]
    day.done("bob", c.Leave())
    assert _act_somewhere(day) == Double(1, "ann", 1000)


def _act_somewhere(day: Day) -> object:
    return next(record.acts[0] for record in day.happened if isinstance(record, Acted) and record.by == "ann")


@games
def test_a_round_is_voided_while_a_join_is_open(game: str) -> None:
    day = _box_of_three(game, LOW)
    day.done("ann", c.DoDouble(1))
    day.done("bob", c.Join(1))
    day.done(SUPERVISOR, c.VoidTheRound("a card was exposed"))
    assert day.table.join_offer is None
    assert [day.chips(name) for name in ("ann", "bob", "cat")] == [100_000] * 3


@games
def test_the_controlling_player_may_leave_while_the_others_are_asked(game: str) -> None:
    """Their decision is carried out, and the rest is played by R20."""
    day = _box_of_three(game, PAIR)
    day.done("ann", c.DoSplit(1))
    day.done(HOUSE, c.SeatExpired("ann"))
    day.done("bob", c.Pass(1))
    day.stack("9D 9H 9C 9S" if game == "canberra-blackjack" else "9D 9H KC KS")
    day.done("cat", c.Join(1))
    assert not day.table.in_round
    assert "ann" not in day.table.patrons
    assert {one.player for one in day.table.house_decisions} == {"ann"}


@pytest.mark.parametrize("game", STAR)
def test_insurance_is_laid_in_chips_at_the_star(game: str) -> None:
    """SP 6.10, S6 5.9, R19: insurance is laid in whole chips, so that no odd cent is paid as a whole chip."""
    day = Day(game).opened("ann")
    day.deal("5S AS 6H", ann=10)
    for cents in (1, 49, 333):
        assert day.refused("ann", c.DoInsure(1, Cents(cents))).startswith("insurance/multiples")
    day.done("ann", c.DoInsure(1, Cents(450)))


def test_what_the_house_answers_for_those_who_leave_is_shown() -> None:
    """A join or an offer left unanswered by a player who leaves is answered by the house, as after a time-out."""
    day = _box_of_three("star-pontoon", LOW)
    day.done("ann", c.DoDouble(1))
    day.done(HOUSE, c.SeatExpired("bob"))
    assert [(one.player, one.what) for one in day.seen().house_decisions] == [("bob", "did not join")]
    day = Day("star-pontoon").opened("ann", "bob")
    day.done("bob", c.Lay(2, Cents(1000)))
    day.deal("5S 9S AS 6H 8H", ann=10)
    day.done(HOUSE, c.SeatExpired("bob"))
    day.done("ann", c.Decline(1))
    decided = [(one.player, one.box, one.what) for one in day.seen().house_decisions]
    assert ("bob", 2, "let the insurance go by") in decided


@games
@pytest.mark.parametrize(("cards", "command"), [(LOW, c.DoDouble(1)), (PAIR, c.DoSplit(1))], ids=["double", "split"])
def test_the_houses_no_for_a_co_bettor_who_had_left_before_is_shown(
    game: str, cards: str, command: c.PlayCommand
) -> None:
    """SP 13.4, 14.10, CP 11.2, 12.3, GLI-19 4.16: the house's answers for a player are recorded as such, whenever they
    left."""
    day = _box_of_three(game, cards)
    day.done(HOUSE, c.SeatExpired("cat"))
    day.done("ann", command)
    assert day.records(TimeRanOut) == [TimeRanOut(("cat",), (1,), "join")]
    assert day.asked == [("bob", 1, "join")]
    day.done("bob", c.Pass(1))
    assert [(one.player, one.box, one.what) for one in day.seen().house_decisions] == [("cat", 1, "did not join")]


@pytest.mark.parametrize("game", STAR)
def test_the_houses_no_to_a_surrender_for_a_co_bettor_who_had_left_is_shown(game: str) -> None:
    """SP 10.4, R08: there is no one to ask, and the surrender is carried out at once."""
    day = Day(game).opened("ann")
    day.done("bob", c.BuyIn(Cents(100_000)), c.Lay(1, Cents(1000)))
    day.deal("9S KS 7H", ann=10)
    day.done("bob", c.Leave())
    day.done("ann", c.DoSurrender(1))
    assert _act(day) == Surrender(1, "ann")
    assert [(one.player, one.what) for one in day.table.house_decisions] == [("bob", "did not join")]
