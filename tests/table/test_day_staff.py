"""What staff do at a table: open, restrict, mark, declare a round void (SP 18.8, 18.16.2; CP 15.5; CB 14.5; R23)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from boxseat.money import Cents
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.records import CardsShuffled, Closing, RoundSettled, ShoeFinished
from boxseat.table.state import Status
from tests.table.day import SUPERVISOR, Day

games = pytest.mark.parametrize("game", GAMES)


@games
def test_nothing_is_done_at_a_table_that_is_not_open(game: str) -> None:
    day = Day(game)
    assert day.refused("ann", c.BuyIn(Cents(1000))).startswith("table/closed")
    assert day.refused("ann", c.AskComputer(1)).startswith("computer/none")
    for command in (c.CloseTable(), c.FinalRounds(), c.ShuffleNow(), c.VoidTheRound("why"), c.CutForHouse(60)):
        day.refused(SUPERVISOR, command)
    day.done(SUPERVISOR, c.OpenForPlay())
    assert day.table.status is Status.OPEN
    assert day.table.float_cents == day.settings.opening_float
    assert day.refused("ann", c.Lay(1, Cents(1000))).startswith("chips/none")
    assert day.refused("ann", c.Ready()).startswith("chips/none")
    assert day.refused("ann", c.TakeBack(1)).startswith("chips/none")


@games
def test_a_void_round_needs_a_reason_and_a_round(game: str) -> None:
    day = Day(game).opened("ann")
    assert day.refused(SUPERVISOR, c.VoidTheRound("a card fell")).startswith("round/none")
    day.deal("9S 6S 9H", ann=10)
    assert day.refused(SUPERVISOR, c.VoidTheRound("  ")).startswith("void/reason")
    day.done(SUPERVISOR, c.VoidTheRound("a card fell"))
    assert day.records(RoundSettled) == [RoundSettled(void=True, reason="a card fell", counts=False)]
    assert day.chips("ann") == 100_000


@games
def test_a_void_sent_for_one_round_is_too_late_for_the_next(game: str) -> None:
    """SP 18.8, CP 15.5, CB 14.5, R23: only the round in play that the supervisor saw can be declared void."""
    day = Day(game).opened("ann")
    day.deal("9S 6S 9H", ann=10)
    seen, void = day.table.version, c.VoidTheRound("a card fell")
    assert not day.is_stale(seen, void)
    day.done("cat", c.BuyIn(Cents(1000)))
    assert not day.is_stale(seen, void), "it is still the same round"
    day.done("ann", c.DoStand(1))
    between = day.table.version
    day.deal("9S 6S 9H", ann=10)
    assert day.is_stale(seen, void)
    assert day.is_stale(between, void)
    assert not day.is_stale(day.table.version, void)


@pytest.mark.parametrize(
    ("game", "keeps"),
    [("star-pontoon", True), ("star-pontoon-6to5", True), ("canberra-pontoon", False)],
)
def test_payments_made_before_a_round_is_void_stand_at_the_star_and_are_undone_at_canberra(
    game: str, keeps: bool
) -> None:
    """R23, R04: a pontoon is paid at once."""
    day = Day(game).opened("ann", "bob")
    day.deal("AS 8S 6S KH 8H", ann=10, bob=10)
    won = 101_200 if game == "star-pontoon-6to5" else 101_500
    assert day.chips("ann") == won
    day.done(SUPERVISOR, c.VoidTheRound("a card fell"))
    assert day.chips("ann") == (won if keeps else 100_000)
    assert day.chips("bob") == 100_000


@games
def test_what_lost_before_a_round_is_void_comes_back(game: str) -> None:
    day = Day(game).opened("ann", "bob")
    day.deal("9S 8S 6S 6H 8H KD", ann=10, bob=10)
    day.done("ann", c.DoHit(1))
    assert day.chips("ann") == 99_000
    day.done(SUPERVISOR, c.VoidTheRound("a card fell"))
    assert (day.chips("ann"), day.chips("bob")) == (100_000, 100_000)


@games
def test_a_void_round_counts_as_a_round(game: str) -> None:
    """The next round has the next number, and the void round's cards are in the rack."""
    day = Day(game).opened("ann")
    day.deal("9S 6S 9H", ann=10)
    day.done(SUPERVISOR, c.VoidTheRound("a card fell"))
    drawn = day.table.pack.drawn if day.table.pack else 0
    day.deal("9S 6S 9H", ann=10)
    assert day.table.round_number == 2
    assert day.table.pack is not None
    assert day.table.pack.drawn == drawn + 3


@pytest.mark.parametrize(
    ("game", "final"), [*((game, False) for game in GAMES), ("canberra-pontoon", True), ("canberra-blackjack", True)]
)
def test_no_cards_are_shuffled_for_a_table_that_is_closing(game: str, final: bool) -> None:
    """No further round begins: the seed of the shoe in use is shown, and there is no other shoe."""
    day = Day(game).opened("ann")
    day.done("ann", c.Lay(1, Cents(1000)))
    if final:
        day.done(SUPERVISOR, c.FinalRounds())
        day.table = replace(day.table, final_rounds=1)
    day.cutting_card_in(1)
    day.stack("9S 6S 9H")
    day.time_up()
    assert day.table.pack is not None
    assert day.table.pack.out_at
    shoe = day.table.pack.shoe
    day.close()
    day.done("ann", c.DoStand(1))
    assert day.table.status is Status.CLOSED
    assert not day.records(CardsShuffled, Closing)
    assert [record.shoe for record in day.records(ShoeFinished) if isinstance(record, ShoeFinished)] == [shoe]


@games
def test_the_float_is_the_houses_at_the_end_of_the_day(game: str) -> None:
    """Every cent that was brought is in the bank, in a wallet or in the drop box, and no chip is left at the table."""
    day = Day(game).opened("ann", "bob")
    for _ in range(10):
        for box, name in enumerate(("ann", "bob"), start=1):
            day.done(name, c.Lay(box, Cents(5000)))
        day.time_up()
        day.play_out()
        day.cut_by_house()
    day.close()
    left = {name: cents for name, cents in day.money.items() if cents}
    assert set(left) <= {"bank", "wallet/ann", "wallet/bob", "drop/t1"}
    assert sum(left.values()) == 0
    assert day.table.closing_float is not None
    day.done("house", c.EmptyDrop())
    assert day.money["transit/t1"] == left["drop/t1"] == 200_000


@pytest.mark.parametrize("game", ["star-pontoon", "star-pontoon-6to5"])
def test_wagers_that_a_player_may_no_longer_lay_come_back_before_the_first_card(game: str) -> None:
    """SP 6.12, 6.13: of several boxes only the player's own stays, with the minimum wager."""
    day = Day(game).opened("ann", "bob")
    day.done("ann", c.Lay(2, Cents(500)), c.Lay(1, Cents(500)))
    day.done("bob", c.Lay(2, Cents(5000)))
    day.done(SUPERVISOR, c.Restrict("ann", to_minimum=False, to_one_box=True, inspector_notified=True))
    assert [(laid.player, laid.box) for laid in day.table.wagers] == [("bob", 2), ("ann", 1)]
    day.done(SUPERVISOR, c.Restrict("ann"))
    day.done("ann", c.Lay(1, Cents(5000)))
    day.done(SUPERVISOR, c.Restrict("ann", to_one_box=True, inspector_notified=True))
    assert [(laid.player, laid.box) for laid in day.table.wagers] == [("bob", 2)]
    assert day.chips("ann") == 100_000
