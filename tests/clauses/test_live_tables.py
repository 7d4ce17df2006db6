"""The clauses at a live table: questions asked, words said, marks and cards that all see, chips that go to the float.

The rules of a round are tested in the games' folders. Here the tests check that players at a table experience them.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from boxseat.clock import SECOND
from boxseat.money import Cents
from boxseat.rulebook.load import GAMES, open_book
from boxseat.server.bookshelf import Volume
from boxseat.server.routes.games import GameSeen, game_seen
from boxseat.table import commands as c
from boxseat.table.picture import HandSeen
from boxseat.table.records import PlayerRestricted
from boxseat.table.settings import Times
from tests.clauses.star.twins import PONTOON_ODDS
from tests.table_notation import AtTable, at_table

STAR = ["star-pontoon", "star-pontoon-6to5"]
PONTOON = ["canberra-pontoon", *STAR]
games = pytest.mark.parametrize("game", GAMES)
star = pytest.mark.parametrize("game", STAR)
pontoon = pytest.mark.parametrize("game", PONTOON)
canberra = pytest.mark.parametrize("game", ["canberra-pontoon", "canberra-blackjack"])


def _two_on_a_box(game: str) -> AtTable:
    """Ann has box 1 and decides; bob wagers behind her."""
    return at_table(game).seat(1, "ann").come("bob").wager(1, "bob", 10)


def _hand(table: AtTable, box: int = 1) -> HandSeen:
    """The first hand of a box, as everyone sees it."""
    seen = table.day.seen().round
    assert seen is not None
    return next(one for one in seen.boxes if one.number == box).hands[0]


# Everyone sees (SP 4.6.1, 10.3; CP 6.1, 9.2; CB 6.1)


@games
def test_every_card_of_every_hand_is_seen_by_all_as_it_is_dealt(game: str) -> None:
    """SP 4.6.1, CP 6.1, CB 6.1."""
    table = at_table(game).seat(1, "ann").seat(3, "cat").round("5S 9S 6S 6H 9H 2D", ann=10, cat=10)
    assert (_hand(table).cards, _hand(table, 3).cards) == (("5S", "6H"), ("9S", "9H"))
    table.do("ann", c.DoHit(1))
    assert _hand(table).cards == ("5S", "6H", "2D")
    seen = table.day.seen().round
    assert seen is not None
    assert seen.dealer == ("6S",)


@pontoon
def test_a_surrendered_wager_is_marked_for_all_to_see(game: str) -> None:
    """SP 10.3, CP 9.2: the mark is on the wager of the player who surrendered, and on no other box."""
    table = at_table(game).seat(1, "ann").seat(2, "bob").round("9S 8S KS 7H 8H", ann=10, bob=10)
    assert _hand(table).surrendered == ()
    table.do("ann", c.DoSurrender(1))
    assert _hand(table).surrendered == ("ann",)
    assert _hand(table, 2).surrendered == ()


# Everyone is asked (SP 9.1, 10.1, 10.4, 13.4, 13.5, 13.7, 14.10; CP 7.1, 9.1, 11.2, 12.3; CB 7.1, 8.1(b), 10.2, 11.2)


@games
def test_insurance_is_asked_of_each_player_against_an_ace_and_only_then(game: str) -> None:
    """SP 9.1, 9.3, CP 7.1, CB 7.1."""
    table = _two_on_a_box(game).round("9S AS 7H", ann=10)
    assert sorted(table.day.asked) == [("ann", 1, "insurance"), ("bob", 1, "insurance")]
    table.do("bob", c.DoInsure(1, Cents(500)))
    assert table.day.asked == [("ann", 1, "insurance")]
    assert "bob insures box 1 for 5.00." in table.heard
    other = _two_on_a_box(game).round("9S 6S 7H", ann=10)
    assert [what for _, _, what in other.day.asked] == ["decision"]


@pontoon
def test_surrender_is_asked_against_a_picture_and_not_against_a_number(game: str) -> None:
    """SP 10.1, CP 9.1."""
    assert at_table(game).seat(1, "ann").round("9S KS 7H", ann=10).day.asked == [("ann", 1, "surrender")]
    assert at_table(game).seat(1, "ann").round("9S 9D 7H", ann=10).day.asked == [("ann", 1, "decision")]


def test_even_money_is_asked_of_a_blackjack_against_an_ace() -> None:
    """CB 8.1(b)."""
    table = at_table("canberra-blackjack").seat(1, "ann").seat(2, "bob").round("AS 9S AD KH 8H", ann=10, bob=10)
    assert "even-money" in [choice.do for choice in table.day.you("ann").choices]
    assert "even-money" not in [choice.do for choice in table.day.you("bob").choices]
    table.do("ann", c.DoEvenMoney(1))
    assert table.chips("ann") == 1010


@pontoon
def test_each_who_doubled_is_asked_whether_to_forfeit(game: str) -> None:
    """SP 13.5, 13.7, CP 12.6: also if the controlling player does not."""
    table = _two_on_a_box(game).round("5S 6S 6H 2D", ann=10)
    table.do("ann", c.DoDouble(1, Cents(1000))).do("bob", c.Join(1, Cents(1000)))
    assert sorted(table.day.asked) == [("ann", 1, "forfeit"), ("bob", 1, "forfeit")]
    table.do("ann", c.Decline(1))
    assert table.day.asked == [("bob", 1, "forfeit")]
    table.do("bob", c.DoForfeit(1))
    assert "bob forfeits on box 1." in table.heard
    assert table.chips("bob") == 990


# The dealer says (SP 8.1, 9.3, 10.2, 12.1, 12.4, 14.7; CP 6.2, 9.1, 10.2(b); CB 6.2, 9.2)


@games
def test_the_dealer_calls_no_more_bets_and_each_total(game: str) -> None:
    """SP 8.1, 12.1, 12.4, CP 6.2, CB 6.2: live, in the order of the table."""
    table = at_table(game).seat(1, "ann").round("5S 6S 6H 2D", ann=10)
    said = table.heard
    assert said.index("No more bets.") < said.index("Box 1 has 11; ann to decide.")
    table.do("ann", c.DoHit(1))
    assert said[said.index("Box 1 draws.") :][:2] == ["Box 1 draws.", "Box 1 has 13."]


@games
def test_the_dealer_calls_insurance_and_that_it_is_closed(game: str) -> None:
    """SP 9.3, CP 7.1, CB 7.1."""
    table = at_table(game).seat(1, "ann").round("9S AS 7H", ann=10)
    assert "Insurance." in table.heard
    assert "Insurance is closed." not in table.heard
    table.do("ann", c.Decline(1))
    assert "Insurance is closed." in table.heard


@pontoon
def test_the_dealer_calls_surrender(game: str) -> None:
    """SP 10.2, CP 9.1."""
    assert "Surrender." in at_table(game).seat(1, "ann").round("9S KS 7H", ann=10).heard


@games
def test_the_dealer_calls_the_total_of_each_split_hand(game: str) -> None:
    """SP 14.7, CP 11.4, CB 10.4."""
    table = at_table(game).seat(1, "ann").round("8S 6S 8H 3D 2D", ann=10)
    table.do("ann", c.DoSplit(1))
    assert any("has 11." in said for said in table.heard)


@pontoon
def test_a_21_is_announced_and_paid_at_once(game: str) -> None:
    """CP 10.2(b), SP 11.2.1: while others still decide."""
    table = at_table(game).seat(1, "ann").seat(2, "bob").round("5S 9S 6S 6H 8H KD", ann=10, bob=10)
    table.do("ann", c.DoHit(1))
    assert table.day.asked == [("bob", 2, "decision")]
    assert any("21" in said and "Box 1" in said for said in table.heard)
    assert table.chips("ann") == 1010


@games
def test_nothing_that_the_dealer_says_is_advice(game: str) -> None:
    """SP 20.7, CP 17.7(a), CB 16.7(a): every sentence at a live table is a call, a fact or a rule."""
    table = _two_on_a_box(game).seat(2, "cat").round("5S 8S AS 6H 8H 2D 3D", ann=10, cat=10)
    while table.table.in_round:
        table.time_up()
    for said in table.heard:
        assert not any(word in said.lower() for word in ADVICE), said
    assert any(said.startswith("Box 1 has") for said in table.heard)


ADVICE = (
    "should",
    "better",
    "best",
    "advise",
    "recommend",
    "consider",
    "try ",
    "chance",
    "odds are",
    "wise",
    "good time",
)


# Chips (SP 12.5, 17.2)


@games
def test_wagers_of_a_hand_over_21_go_to_the_float_at_once(game: str) -> None:
    """SP 12.5, CP 10.2(a), CB 9.2: all wagers on the hand, while others still decide."""
    table = _two_on_a_box(game).seat(2, "cat").round("9S 8S 6S 7H 8H KD", ann=10, cat=10)
    before = table.table.float_cents
    table.do("ann", c.DoHit(1))
    assert table.day.asked == [("cat", 2, "decision")]
    assert table.day.money["float/t1"] == table.table.float_cents == before + 2000


@games
def test_wagers_that_lose_to_the_dealer_go_to_the_float(game: str) -> None:
    """SP 17.2."""
    table = at_table(game).seat(1, "ann").round("9S 9D 8H", ann=10)
    before = table.table.float_cents
    table.day.stack("KD")
    table.do("ann", c.DoStand(1))
    assert not table.table.in_round
    assert table.day.money["float/t1"] == table.table.float_cents == before + 1000


# The sign (SP 11.5; CP 14.2, 14.3)


def _layout(game: str) -> GameSeen:
    return game_seen(Volume(open_book(game), "", registered=True))


TABLE_1 = {
    "canberra-pontoon": {"3 to 2", "2 to 1", "3 to 1", "1 to 1"},
    "star-pontoon": {"3 to 2", "2 to 1", "3 to 1", "1 to 1"},
    "star-pontoon-6to5": {"6 to 5", "3 to 2", "2 to 1", "3 to 1", "1 to 1"},
}


@pontoon
def test_the_sign_has_both_payout_tables(game: str) -> None:
    """SP 11.5, CP 14.2, 14.3: each line with its odds, the Super Bonus with its amounts."""
    layout = _layout(game)
    assert layout.pays[0].what == "Pontoon"
    assert layout.pays[-1].what == "Other winning wagers"
    assert {line.pays for line in layout.pays} == TABLE_1[game]
    assert len(layout.pays) > 6
    assert [line.pays for line in layout.bonus] == ["$1000.00", "$5000.00", "$50.00"]


# The layout (SP 3.2.3, 3.2.4, 3.3.3)


@star
def test_the_layout_says_what_is_paid_and_when_the_dealer_stands(game: str) -> None:
    """SP 3.2, 3.2.3, 3.2.3.1 to 3.2.3.3, in three sentences."""
    pontoon_pays, dealer_stands, insurance_pays = _layout(game).inscriptions
    assert pontoon_pays.text == f"Pontoon pays {PONTOON_ODDS[game].replace(':', ' to ')}"
    assert dealer_stands.text == "Dealer must stand on hard 17 or soft 18"
    assert insurance_pays.text == "Insurance pays 2 to 1"
    assert _layout(game).boxes == 7


@star
def test_the_layout_has_perfect_pairs_where_it_is_offered(game: str) -> None:
    """SP 3.2, 3.2.4."""
    assert [line.what for line in _layout(game).perfect_pairs] == ["Perfect pair", "Coloured pair", "Mixed pair"]
    assert [line.pays for line in _layout(game).perfect_pairs] == ["25 to 1", "10 to 1", "5 to 1"]


# Closing (CP 16.2, CB 15.2)


@canberra
def test_players_are_told_that_a_table_closes_between_rounds(game: str) -> None:
    """CP 16.2, CB 15.2."""
    table = at_table(game).seat(1, "ann").round("9S 6S 9H", ann=10).over()
    table.staff(c.CloseTable())
    assert any("closes" in said for said in table.heard)


# The cards (CP 2.3(a), CB 2.3(a))

DECKS = {"canberra-pontoon": 4, "canberra-blackjack": 8}


@canberra
def test_players_are_told_how_many_decks_there_are_when_the_table_opens(game: str) -> None:
    """CP 2.3(a), CB 2.3(a): in the dealer's words and on the sign, as the table has them."""
    for decks in (None, 6):
        table, number = at_table(game, decks=decks), decks or DECKS[game]
        assert table.heard[0].startswith(f"The table is open: {number} decks of ")
        assert table.sign.decks == number


# Time (CP 4.1, CB 4.1)


@games
def test_bets_stay_open_for_as_long_as_the_table_says(game: str) -> None:
    """CP 4.1, CB 4.1: from the first wager on, for the table's own time."""
    table = at_table(game, times=Times(wager=20 * SECOND)).seat(1, "ann").seat(2, "bob").cut().wager(1, "ann", 10)
    assert table.table.deadline == table.day.at + 20_000_000


# The discard rack (SP 11.1, 11.2.1, 11.2.2, 12.5, 13.6; CP 10.2(b))


@pontoon
def test_hands_that_are_paid_or_lost_are_cleared_away_while_others_play(game: str) -> None:
    """SP 11.1, 11.2.1, 12.5, CP 10.2(b): a pontoon, a 21 and a bust; a hand that waits for the dealer stays."""
    table = at_table(game)
    for box, name in enumerate(("ann", "bob", "cat", "dan"), start=1):
        table.seat(box, name)
    table.round("AS 5S 9S 9C 6S KS 6H 7H 8H KD QC", ann=10, bob=10, cat=10, dan=10)
    assert [_hand(table, box).cleared for box in (1, 2, 3, 4)] == [True, False, False, False]
    table.do("bob", c.DoHit(2)).do("cat", c.DoHit(3))
    assert [_hand(table, box).total for box in (2, 3)] == [21, 26]
    assert [_hand(table, box).cleared for box in (1, 2, 3, 4)] == [True, True, True, False]


@pytest.mark.parametrize(("game", "cleared"), [(STAR[0], True), (STAR[1], True), ("canberra-pontoon", False)])
def test_a_super_bonus_hand_is_cleared_away_once_it_is_paid(game: str, cleared: bool) -> None:
    """SP 11.2.2: at once; CP 10.2(b): it stays until it is paid at the end of the round."""
    table = at_table(game).seat(1, "ann").seat(2, "bob").round("7S 9S 7H 7S 8S 7S", ann=25, bob=10)
    table.do("ann", c.DoHit(1))
    assert _hand(table).cleared is cleared


@star
def test_a_hand_that_all_forfeit_is_cleared_away(game: str) -> None:
    """SP 13.6: but not before all have forfeited."""
    table = _two_on_a_box(game).seat(2, "cat").round("5S 9S 6S 6H 8H 2D", ann=10, cat=10)
    table.do("ann", c.DoDouble(1, Cents(1000))).do("bob", c.Join(1, Cents(1000)))
    table.do("ann", c.DoForfeit(1))
    assert not _hand(table).cleared
    table.do("bob", c.DoForfeit(1))
    assert _hand(table).cleared


# Restrictions (SP 6.12, 6.13)


@star
def test_that_an_inspector_was_told_first_is_on_record(game: str) -> None:
    """SP 6.12, 6.13: no one can be restricted without it, and the record contains it."""
    table = at_table(game).seat(1, "ann").seat(2, "bob").round("9S 6S 9H", bob=10).over()
    for restriction in (c.Restrict("ann", to_minimum=True), c.Restrict("ann", to_one_box=True)):
        assert table.refuses("max", restriction).startswith("restrict/")
        table.do("max", replace(restriction, inspector_notified=True))
    held = [record for record in table.happened if isinstance(record, PlayerRestricted)]
    assert [record.inspector_notified for record in held] == [True, True]
