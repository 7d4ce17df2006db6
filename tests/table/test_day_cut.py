"""The cut: who is asked, in which order, where they may cut, who cuts in the end
(CP 5.2-5.3, CB 5.2-5.4, SP 5.3-5.6)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from boxseat.fairness.shuffle import cut, cut_bounds, shuffled, stage_label
from boxseat.money import Cents
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.card_source import decks
from boxseat.table.records import CardsCut, CutDeclined, CutOffered
from boxseat.table.state import Status
from tests.table.day import SUPERVISOR, Day

games = pytest.mark.parametrize("game", GAMES)
CARDS = "9S 8S 7S 6S 9H 8H 7H"
"""Three boxes stand on 18, 16 and 14, and the dealer has a six."""


def _cutter(day: Day) -> str:
    assert day.table.cut_offer is not None
    return day.table.cut_offer.player


def _asked_round_the_table(day: Day) -> list[str]:
    """Everyone who is asked, if all decline."""
    names: list[str] = []
    while day.table.cut_offer is not None and day.table.cut_offer.player:
        names.append(day.table.cut_offer.player)
        day.done(names[-1], c.DeclineCut())
    return names


@games
def test_the_first_player_to_the_table_cuts_when_the_game_begins(game: str) -> None:
    """CP 5.2(a), CB 5.2(a), SP 5.3.1: the player who came first, wherever they sit."""
    day = Day(game)
    day.done(SUPERVISOR, c.OpenForPlay())
    day.done("ann", c.BuyIn(Cents(10_000)))
    day.done("bob", c.BuyIn(Cents(10_000)), c.Sit(2))
    assert _cutter(day) == "bob"
    day.done("ann", c.Sit(7))
    day.cut_by_house()
    day.done(SUPERVISOR, c.ShuffleNow())
    assert _asked_round_the_table(day) == ["ann", "bob"]


@games
@pytest.mark.parametrize(
    ("cards", "order"),
    [
        (1, ["bob", "cat", "ann"]),
        (2, ["cat", "ann", "bob"]),
        (3, ["cat", "ann", "bob"]),
        (4, ["ann", "bob", "cat"]),
    ],
    ids=["box-2", "box-3", "dealer", "box-1"],
)
def test_the_player_on_whose_box_the_cutting_card_came_out_cuts(game: str, cards: int, order: list[str]) -> None:
    """CP 5.2(b)-(d), CB 5.2(b)-(d), SP 5.3.2-5.3.3, 5.4: that player, or the one farthest to the dealer's right; then
    clockwise."""
    day = Day(game).opened("ann", "bob", "cat")
    day.cutting_card_in(cards)
    day.deal(CARDS, ann=10, bob=10, cat=10)
    assert day.table.cut_offer is None, "the round is finished first"
    day.play_out()
    assert _asked_round_the_table(day) == order
    assert isinstance(day.happened[-1 if game == "canberra-pontoon" else -2], CardsCut)


@games
def test_a_cutting_card_on_the_dealers_later_card_is_the_dealers(game: str) -> None:
    day = Day(game).opened("ann", "bob", "cat")
    day.cutting_card_in(7)
    day.deal(CARDS, ann=10, bob=10, cat=10)
    day.stack("TS TD" if "T" in day.book.cards.ranks.value else "KS KD")
    for box, name in enumerate(("ann", "bob", "cat"), start=1):
        day.done(name, c.DoStand(box))
    assert day.table.last_out_at == "dealer"
    assert _cutter(day) == "cat"


@games
def test_a_cutting_card_drawn_as_the_first_card_goes_to_the_player_farthest_right(game: str) -> None:
    """SP 5.3.4; the wagers stay, and the round begins with the new shoe (CP 5.4(a), CB 5.5(a), SP 5.1.2)."""
    day = Day(game).opened("ann", "bob", "cat")
    day.deal(CARDS, ann=10, bob=10, cat=10)
    day.play_out()
    day.cutting_card_in(0)
    shoe, number = day.table.shoes, day.table.round_number
    day.done("ann", c.Lay(1, Cents(1000)))
    day.time_up()
    assert not day.table.in_round
    assert day.table.shoes == shoe + 1
    assert _asked_round_the_table(day) == ["cat", "ann", "bob"]
    day.time_up()
    assert day.table.round_number == number + 1
    assert day.table.round is not None
    assert [laid.player for laid in day.table.round.wagers] == ["ann"]


@pytest.mark.parametrize("game", GAMES)
def test_replaced_cards_are_cut_by_the_player_farthest_right_at_the_star(game: str) -> None:
    """SP 5.3.5, even if the cutting card came out on another box: at The Star it then means new cards (SP 4.5.1)."""
    day = Day(game).opened("ann", "bob", "cat")
    day.cutting_card_in(1)
    day.deal(CARDS, ann=10, bob=10, cat=10)
    day.play_out()
    out_at = day.table.last_out_at
    day.done(SUPERVISOR, c.ShuffleNow(replace_cards=True))
    at_the_star = ["cat", "ann", "bob"]
    at_canberra = {"box 1": ["ann", "bob", "cat"], "box 2": ["bob", "cat", "ann"], "box 3": ["cat", "ann", "bob"]}
    assert _asked_round_the_table(day) == (at_the_star if game.startswith("star") else at_canberra[out_at])


@games
def test_who_plays_without_a_seat_is_asked_though_others_have_laid_their_next_wager(game: str) -> None:
    """CP 5.2(b), (d); CB 5.2(b), (d); SP 5.3.2, 5.4: the player on whose box it appeared, and then every player."""
    day = Day(game).opened("ann")
    day.done("ann", c.GiveUp(1))
    day.done("bob", c.BuyIn(Cents(100_000)))
    for name, box in (("ann", 1), ("bob", 3)):
        day.done(name, c.Lay(box, Cents(1000)))
    day.cutting_card_in(1)
    day.stack(CARDS)
    day.time_up()
    day.play_out()
    assert day.table.last_out_at == "box 3"
    day.done("ann", c.Lay(1, Cents(1000)))
    assert day.table.cut_offer is not None
    assert _asked_round_the_table(day) == ["bob", "ann"]


@games
def test_somebody_with_several_boxes_is_asked_for_the_one_the_cutting_card_came_out_on(game: str) -> None:
    """SP 5.3.2, 5.4: if they decline, the next player clockwise from that box is asked, not from another box."""
    day = Day(game).opened("ann", "bob")
    day.done("ann", c.Sit(3))
    day.done("cat", c.BuyIn(Cents(100_000)), c.Sit(4))
    day.done("ann", c.Lay(3, Cents(1000)))
    day.cutting_card_in(2)
    day.deal("9S 8S 7S 6S 6H 9H 8H 7H 7D", ann=10, bob=10, cat=10)
    day.play_out()
    assert day.table.last_out_at == "box 3"
    assert _asked_round_the_table(day) == ["ann", "cat", "bob"]


@games
def test_where_the_boxs_player_has_left_the_next_one_clockwise_is_asked(game: str) -> None:
    day = Day(game).opened("ann", "bob", "cat")
    day.cutting_card_in(1)
    day.deal(CARDS, ann=10, bob=10, cat=10)
    day.done("bob", c.Leave())
    day.play_out()
    assert "bob" not in day.table.patrons
    assert _cutter(day) == "cat"


@games
def test_players_who_stand_behind_with_a_wager_are_asked_where_they_stand(game: str) -> None:
    day = Day(game).opened("ann", "bob")
    day.done("cat", c.BuyIn(Cents(100_000)), c.Lay(7, Cents(1000)))
    day.deal("9S 8S 7S 6S 9H 8H 7H", ann=10, bob=10)
    day.play_out()
    day.done("cat", c.Lay(7, Cents(1000)))
    day.done(SUPERVISOR, c.ShuffleNow())
    assert _asked_round_the_table(day) == ["cat", "ann", "bob"], "box 7 is farthest to the right of the dealer"


@games
def test_computers_do_not_cut(game: str) -> None:
    day = Day(game)
    day.done(SUPERVISOR, c.OpenForPlay())
    day.done("ann", c.BuyIn(Cents(10_000)), c.AskComputer(1))
    assert day.table.pack is not None
    assert day.table.pack.cut, "no player can cut, so the house does"
    assert day.table.cut_offer is None


@games
def test_where_nobody_wishes_to_a_supervisor_cuts(game: str) -> None:
    """CP 5.2, CB 5.3, SP 5.4."""
    day = Day(game, supervisor_cuts=True)
    day.done(SUPERVISOR, c.OpenForPlay())
    day.done("ann", c.BuyIn(Cents(10_000)), c.Sit(1))
    assert day.refused(SUPERVISOR, c.CutForHouse(100)).startswith("cut/not-yours")
    day.done("ann", c.DeclineCut())
    assert _cutter(day) == ""
    assert day.refused("ann", c.Cut(100)).startswith("cut/not-yours")
    assert day.refused(SUPERVISOR, c.CutForHouse(1)).startswith("cut/place")
    day.done(SUPERVISOR, c.CutForHouse(100))
    assert day.table.pack is not None
    assert day.records(CardsCut) == [CardsCut(SUPERVISOR, 100, day.table.pack.behind)]


@games
def test_the_house_cuts_for_a_supervisor_who_does_not_come(game: str) -> None:
    day = Day(game, supervisor_cuts=True)
    day.done(SUPERVISOR, c.OpenForPlay())
    day.done("ann", c.BuyIn(Cents(10_000)), c.Sit(1), c.DeclineCut())
    day.time_up()
    assert day.table.cut_offer is None
    assert [record.by for record in day.records(CardsCut) if isinstance(record, CardsCut)] == ["the house"]


@games
def test_no_answer_is_a_cut_declined_and_is_recorded_as_the_houses_doing(game: str) -> None:
    day = Day(game)
    day.done(SUPERVISOR, c.OpenForPlay())
    day.done("ann", c.BuyIn(Cents(10_000)), c.Sit(1))
    day.done("bob", c.BuyIn(Cents(10_000)), c.Sit(2))
    offered = day.at - 2000
    assert day.table.deadline == offered + day.settings.times.cut, (
        "the next one's coming does not give the first more time"
    )
    day.time_up()
    assert day.happened == [CutDeclined("ann", by_house=True), CutOffered("bob")]


@games
def test_the_cut_is_at_least_one_deck_from_either_end(game: str) -> None:
    """CP 5.3, CB 5.4, SP 5.5."""
    day = Day(game)
    day.done(SUPERVISOR, c.OpenForPlay())
    day.done("ann", c.BuyIn(Cents(10_000)), c.Sit(1))
    assert day.table.pack is not None
    size = day.table.pack.size
    deck = size // day.book.cards.decks.value
    clause = day.book.shoe.cut_from_ends.clause
    for place in (-1, 0, deck - 1, size - deck + 1, size, 10**6):
        assert day.refused("ann", c.Cut(place)) == f"cut/place {clause}"
    assert day.refused("bob", c.Cut(deck)) == f"cut/not-yours {clause}"
    assert cut_bounds(day.book, size) == (deck, size - deck)
    assert day.may("ann", c.Cut(size - deck)) is None
    day.done("ann", c.Cut(deck))
    assert day.refused("ann", c.Cut(deck)) == f"cut/none {clause}"


@games
def test_the_cards_in_front_of_the_cut_go_to_the_back(game: str) -> None:
    """CP 5.3, CB 5.4, SP 5.6: the cards dealt are those of the committed order, cut where the player cut."""
    day = Day(game)
    day.done(SUPERVISOR, c.OpenForPlay())
    day.done("ann", c.BuyIn(Cents(10_000)), c.Sit(1), c.Cut(77), c.Lay(1, Cents(1000)))
    assert day.table.pack is not None
    burnt = day.table.pack.burnt
    order = cut(shuffled(decks(day.book), day.seeds["t1-s1"], stage_label(1)), 77)
    day.time_up()
    assert day.table.round is not None
    first, second = day.table.round.boxes[0].dealt[:2]
    assert (first, day.table.round.dealer[0], second) == order[burnt : burnt + 3]


@games
def test_the_cutting_card_leaves_as_many_cards_behind_it_as_the_rules_allow(game: str) -> None:
    """CP 5.3, CB 5.4: from one deck to half the cards; SP 5.6: up to half of them."""
    for seed in range(20):
        day = Day(game, seed).opened("ann")
        pack = day.table.pack
        assert pack is not None
        deck = pack.size // day.book.cards.decks.value
        least = 0 if game.startswith("star") else deck
        assert least <= pack.behind <= pack.size // 2


@games
def test_a_player_who_leaves_while_asked_to_cut_is_followed_by_the_next_at_once(game: str) -> None:
    day = Day(game)
    day.done(SUPERVISOR, c.OpenForPlay())
    day.done("ann", c.BuyIn(Cents(10_000)), c.Sit(1))
    day.done("bob", c.BuyIn(Cents(10_000)), c.Sit(2))
    day.done("ann", c.Leave())
    assert _cutter(day) == "bob"
    day.done("bob", c.Leave())
    assert day.table.cut_offer is None
    assert day.table.pack is not None
    assert not day.table.patrons


@games
def test_a_table_that_closes_does_not_wait_for_the_cut(game: str) -> None:
    day = Day(game)
    day.done(SUPERVISOR, c.OpenForPlay())
    day.done("ann", c.BuyIn(Cents(10_000)), c.Sit(1))
    assert _cutter(day) == "ann"
    day.close()
    assert day.table.status is Status.CLOSED
    assert day.table.cut_offer is None
    assert day.money["wallet/ann"] == 0


@games
def test_a_player_without_a_seat_cuts_where_the_cutting_card_came_out_on_their_box(game: str) -> None:
    """CP 5.2(b), CB 5.2(b), SP 5.3.2: the box's player is asked, seated or not; then the others (5.2(d), SP 5.4)."""
    day = Day(game)
    day.done(SUPERVISOR, c.OpenForPlay())
    day.done("ann", c.BuyIn(Cents(10_000)), c.Sit(6))
    day.done("bob", c.BuyIn(Cents(10_000)))
    day.cut_by_house()
    day.done("bob", c.Lay(3, Cents(1000)))
    day.done("ann", c.Lay(6, Cents(1000)))
    day.cutting_card_in(3)
    day.stack("9S 9D 6S 2H 3H")
    day.time_up()
    day.play_out()
    assert day.table.last_out_at == "box 3"
    assert _asked_round_the_table(day) == ["bob", "ann"]


@games
def test_the_cutting_cards_place_is_remembered_where_the_discards_finish_the_round(game: str) -> None:
    """CP 5.2(b), CB 5.2(b), SP 5.3.2: the same player is asked to cut the discards and then the next shoe."""
    day = Day(game).opened("ann", "bob", "cat")
    pack = day.table.pack
    assert pack is not None
    # Five cards are left, and the cutting card comes before bob's first card.
    day.table = replace(day.table, pack=replace(pack, drawn=pack.size - 5, behind=4))
    for box, name in enumerate(("ann", "bob", "cat"), start=1):
        day.done(name, c.Lay(box, Cents(1000)))
    day.time_up()
    assert _cutter(day) == "bob"
    day.cut_by_house()
    day.play_out()
    assert _cutter(day) == "bob"
