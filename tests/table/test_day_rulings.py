"""Rulings at a live table: void rounds, players who make way, time to wager, discards in mid-round, the shared bonus."""

from __future__ import annotations

import pytest

from boxseat.cards import parse_cards
from boxseat.clock import SECOND
from boxseat.money import Cents
from boxseat.play.document import read_document
from boxseat.play.document_writer import write_document
from boxseat.play.fields import BadDocument
from boxseat.play.replay import play_document
from boxseat.rulebook.load import GAMES, open_book, with_options
from boxseat.table import commands as c
from boxseat.table.records import CardBurnt, CardsShuffled, SeatLeft
from boxseat.table.settings import Times
from tests.table.day import SUPERVISOR, Day

STAR = ("star-pontoon", "star-pontoon-6to5")
CANBERRA = ("canberra-pontoon", "canberra-blackjack")
CARDS = "9S 8S 6S 9H 8H"
SEVEN = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")
LEAST = 5 * SECOND


def _void(day: Day, **stakes: int) -> None:
    day.deal(CARDS, **stakes)
    day.done(SUPERVISOR, c.VoidTheRound("a card fell"))


@pytest.mark.parametrize("game", CANBERRA)
def test_a_void_round_is_no_final_round(game: str) -> None:
    """CP 5.5, CB 5.6, R23."""
    day = Day(game).opened("ann")
    day.done(SUPERVISOR, c.FinalRounds())
    _void(day, ann=10)
    assert day.table.final_rounds == 3
    day.deal(CARDS, ann=10)
    day.play_out()
    assert day.table.final_rounds == 2


@pytest.mark.parametrize("game", GAMES)
def test_a_void_round_is_not_sat_out(game: str) -> None:
    """CP 4.6, CB 4.7, SP 6.11, R23: neither as the first round of a shoe nor as a later one."""
    day = Day(game, late_to_minimum=True).opened("ann", "bob")
    _void(day, ann=10)
    day.done("bob", c.Lay(2, Cents(5000)))
    day.deal(CARDS + " 9D", ann=10)
    day.play_out()
    _void(day, ann=10)
    assert not day.you("bob").minimum_only
    day.done("bob", c.Lay(2, Cents(5000)))


@pytest.mark.parametrize("game", GAMES)
def test_void_rounds_cost_no_seat(game: str) -> None:
    """CP 17.8, CB 16.8, SP 20.10, R23."""
    day = Day(game).opened(*SEVEN)
    for _ in range(3):
        _void(day, ann=10)
    assert len(day.table.seats) == 7


@pytest.mark.parametrize("game", STAR)
def test_who_had_to_make_way_has_not_sat_out(game: str) -> None:
    """SP 6.11, 20.10, R21: a wager that the house returned is none that its player did not lay."""
    day = Day(game, late_to_minimum=True).opened(*SEVEN, chips=1_000_000)
    for _ in range(3):
        day.done("gus", c.Lay(1, Cents(40_000)))
        day.deal(CARDS, ann=500)
        assert {laid.player for laid in day.table.current_round.wagers} == {"ann"}
        day.play_out()
    assert day.table.seats[7] == "gus"
    assert not day.you("gus").minimum_only


@pytest.mark.parametrize("game", GAMES)
def test_of_many_idle_players_the_longest_idle_leaves_and_then_the_table_is_not_full(game: str) -> None:
    """CP 17.8, CB 16.8, SP 20.10: a seat goes while all other seats are in use."""
    day = Day(game).opened(*SEVEN)
    for number in range(4):
        if number < 1:
            day.done("fay", c.Lay(6, Cents(1000)))
        day.deal(f"{CARDS} 9D 9C", ann=10)
        day.play_out()
        if len(day.table.seats) < 7:
            break
    gone = [one.player for one in day.records(SeatLeft) if isinstance(one, SeatLeft)]
    assert len(gone) == 1
    assert gone[0] != "fay"


def test_the_marker_of_a_box_lets_any_number_wager_on_it_at_canberra() -> None:
    """CB 4.6, CP 4.7, R21; at The Star three wager on any box (SP 6.5)."""
    for game, fits in ((CANBERRA[0], True), (CANBERRA[1], True), (STAR[0], False)):
        day = Day(game).opened("ann")
        day.done(SUPERVISOR, c.MarkBox(1, Cents(60_000)))
        for name in ("bob", "cat", "dan"):
            day.done(name, c.BuyIn(Cents(100_000)), c.Lay(1, Cents(5000)))
        if fits:
            day.done("ann", c.Lay(1, Cents(5000)))
            assert day.refused("ann", c.Lay(1, Cents(50_000))).startswith("wager/over-maximum")
            day.time_up()
            day.play_out()
            played = day.table.current_round
            document = read_document(write_document(day.book, played, game=game))
            assert document.wagers == played.wagers
            assert play_document(document).round.net() == played.net(), "the document says that the box is marked"
        else:
            assert day.refused("ann", c.Lay(1, Cents(5000))).startswith("box/full")


@pytest.mark.parametrize(("game", "allowed"), [(CANBERRA[0], False), (CANBERRA[1], False), (STAR[0], True)])
def test_a_marker_at_canberra_is_above_the_sign(game: str, allowed: bool) -> None:
    """CP 3.2, CB 3.2: wagers in excess of the stated maximum; SP 7.1 leaves it open."""
    day = Day(game).opened("ann")
    if allowed:
        day.done(SUPERVISOR, c.MarkBox(1, Cents(20_000)))
    else:
        assert day.refused(SUPERVISOR, c.MarkBox(1, Cents(50_000))) == "limits/marker 3.2"
        day.done(SUPERVISOR, c.MarkBox(1, Cents(50_100)))


@pytest.mark.parametrize("game", STAR)
def test_the_fifty_dollars_are_paid_at_once_and_stand_in_a_void(game: str) -> None:
    """SP 11.2.3, S6 10.2.3, R38, R53."""
    day = Day(game).opened("ann", "bob")
    day.done("bob", c.Lay(2, Cents(1000)))
    day.deal("7S 9S 7H 7S 6S 7S", ann=25)
    day.done("ann", c.DoHit(1))
    assert day.chips("bob") == 100_000 - 1000 + 5000, "before bob has decided"
    day.done(SUPERVISOR, c.VoidTheRound("a card fell"))
    assert day.chips("bob") == 105_000
    assert day.chips("ann") == 100_000 + 7500 + 500_000
    assert any("a card fell" in sentence for sentence in day.said)


@pytest.mark.parametrize("game", STAR)
def test_fifty_dollars_are_set_off_against_a_second_super_bonus(game: str) -> None:
    """R53: no winner has both."""
    day = Day(game).opened("ann", "bob")
    day.done("bob", c.Lay(2, Cents(2500)))
    day.deal("7S 7D 7H 7S 7D 7S 7D KS", ann=25)
    day.done("ann", c.DoHit(1))
    assert day.chips("bob") == 100_000 - 2500 + 5000
    day.done("bob", c.DoHit(2))
    assert day.chips("bob") == 100_000 + 5000 + 500_000, "2 to 1, and the Super Bonus"
    assert day.table.current_round.net() == {"ann": 507_500, "bob": 505_000}


@pytest.mark.parametrize("game", GAMES)
def test_side_bets_are_an_option_of_a_table(game: str) -> None:
    """SP 16.1, CP 18.1, CB 17.1, 18.1: at the operator's discretion."""
    book = with_options(open_book(game), {"side_bets": "none"})
    day = Day(game, book=book).opened("ann")
    assert day.refused("ann", c.Lay(1, Cents(1000), Cents(500))).startswith("side-bet/not-offered")
    assert day.seen().sign.perfect_pairs_needs is None


# Time for a wager (R56: CP 4.1, 18.8, CB 4.1, SP 9.3)


def _timed(game: str, *people: str) -> Day:
    return Day(game, times=Times(least=LEAST)).opened(*people)


@pytest.mark.parametrize("game", GAMES)
def test_alone_ready_deals_at_once(game: str) -> None:
    day = _timed(game, "ann")
    day.stack(CARDS)
    day.done("ann", c.Lay(1, Cents(1000)), c.Ready())
    assert day.table.in_round


@pytest.mark.parametrize("game", GAMES)
def test_with_others_at_the_table_bets_stay_open_for_their_least_time(game: str) -> None:
    day = _timed(game, "ann")
    day.done("bob", c.BuyIn(Cents(100_000)))
    came = day.at
    day.stack(CARDS)
    day.done("ann", c.Lay(1, Cents(1000)), c.Ready())
    assert not day.table.in_round, "bob has had no time"
    assert day.table.deadline == came + LEAST
    day.done("bob", c.Lay(2, Cents(1000)))
    day.time_up()
    assert day.table.in_round
    day.play_out()
    opened = day.at
    day.done("ann", c.Lay(1, Cents(1000)), c.Ready())
    assert not day.table.in_round
    assert opened < (day.table.deadline or 0) <= opened + LEAST


def test_a_newcomer_has_time_of_their_own() -> None:
    day = _timed("star-pontoon", "ann", "bob")
    day.stack(CARDS)
    day.done("ann", c.Lay(1, Cents(1000)))
    first = day.table.deadline
    assert first is not None
    day.at = first - 1_000_000
    day.done("cat", c.BuyIn(Cents(100_000)))
    assert day.table.deadline == day.at + LEAST


def test_where_nobody_else_waits_no_clock_runs() -> None:
    day = Day("star-pontoon", times=Times(least=LEAST, alone=False))
    day.done(SUPERVISOR, c.OpenForPlay())
    day.done("ann", c.BuyIn(Cents(100_000)), c.Sit(1))
    assert day.table.deadline is None
    day.done("ann", c.DeclineCut())
    day.stack(CARDS)
    day.done("ann", c.Lay(1, Cents(1000)), c.Ready())
    assert day.table.in_round
    assert day.table.deadline is None
    day.done("bob", c.BuyIn(Cents(100_000)))
    assert day.table.deadline == day.at + day.settings.times.decide
    day.done("bob", c.Leave())
    assert day.table.deadline is None


# Discards shuffled in mid-round (R24: SP 18.9, CP 15.6, CB 14.6)


@pytest.mark.parametrize(
    ("game", "in_the_rack", "burnt"),
    [
        ("star-pontoon", True, 1),
        ("star-pontoon-6to5", True, 1),
        ("canberra-pontoon", True, 0),
        ("canberra-blackjack", False, 0),
    ],
)
def test_discards_in_mid_round_hold_the_hands_cleared_away(game: str, in_the_rack: bool, burnt: int) -> None:
    day = Day(game).opened("ann", "bob")
    day.done("bob", c.Lay(2, Cents(1000)))
    day.deal("9S 6S 6H 9H 5S 9D", ann=10)
    day.done("ann", c.DoHit(1))
    day.cards_left(0)
    day.done("bob", c.DoHit(2))
    shuffled = [one for one in day.records(CardsShuffled) if isinstance(one, CardsShuffled)][-1]
    whole = day.book.cards.decks.value
    nine = parse_cards("9S")[0]
    assert shuffled.pack.count(nine) == (whole if in_the_rack else whole - 1)
    day.cut_by_house()
    assert len(day.records(CardBurnt)) == burnt
    day.play_out()


def test_a_round_finished_with_its_own_discards_is_replayed() -> None:
    """CP 15.6, R24: a card of a cleared hand comes again, though the decks hold it no further time."""
    book = with_options(open_book(CANBERRA[0]), {"decks": 3})
    day = Day(CANBERRA[0], book=book).opened("ann", "bob")
    day.done("bob", c.Lay(2, Cents(1000)))
    day.deal("9S 5D 6H 9S 6D 9S", ann=10)
    day.done("ann", c.DoHit(1))
    day.cards_left(0)
    day.done("bob", c.DoHit(2))
    day.stack("9S")
    day.cut_by_house()
    day.play_out()
    played = day.table.current_round
    assert [str(card) for card in played.cards_seen()].count("9S") == 4
    written = write_document(day.book, played, game=CANBERRA[0])
    assert play_document(read_document(written)).round.net() == played.net()
    with pytest.raises(BadDocument, match="9S is listed 4 times"):
        read_document({**written, "discards_shuffled": False})
