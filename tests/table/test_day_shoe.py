"""A shoe from shuffle to last card: committed to before the first card, shown after the last, burnt, exhausted, and
dealt to the end in the final rounds (CP 5.4-5.5, 15.6; CB 5.5-5.7, 14.6; SP 5.1, 5.9, 18.9)."""

from __future__ import annotations

from collections import Counter

import pytest

from boxseat.cards import Card
from boxseat.fairness.commitment import commitment
from boxseat.fairness.shuffle import cut, shuffled, stage_label
from boxseat.money import Cents
from boxseat.play.acts import Deal
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.card_source import decks
from boxseat.table.records import (
    Acted,
    CardBurnt,
    CardsShuffled,
    CuttingCardOut,
    RoundSettled,
    ShoeFinished,
    TableRecord,
)
from boxseat.table.state import Status
from tests.table.day import SUPERVISOR, Day

games = pytest.mark.parametrize("game", GAMES)
canberra = pytest.mark.parametrize("game", ["canberra-pontoon", "canberra-blackjack"])
CARDS = "9S 6S 9H"
"""One box has 18 against a six."""


def _kinds(happened: list[TableRecord]) -> list[type]:
    return [type(record) for record in happened]


def _dealt(happened: list[TableRecord]) -> list[Card]:
    return [
        act.card for record in happened if isinstance(record, Acted) for act in record.acts if isinstance(act, Deal)
    ]


@games
def test_a_shoe_is_promised_before_its_first_card_and_shown_after_its_last(game: str) -> None:
    """The commitment comes with the shuffle and the seed at the end; they match, and so does every card dealt."""
    day = Day(game).opened("ann")
    assert day.table.pack is not None
    promised, place, burnt = day.table.pack.commitment, day.table.pack.place, day.table.pack.burnt
    assert place is not None
    day.cutting_card_in(8)
    dealt: list[Card] = []
    for _ in range(9):
        if day.table.shoes > 1:
            break
        day.done("ann", c.Lay(1, Cents(1000)))
        day.time_up()
        dealt += _dealt(day.happened)
        assert day.table.revealed is None or not day.table.in_round
        while day.table.in_round:
            day.time_up()
            dealt += _dealt(day.happened)
    revealed = day.table.revealed
    assert revealed is not None
    assert (revealed.shoe, revealed.commitment) == ("t1-s1", promised)
    seed = bytes.fromhex(revealed.seed)
    assert commitment(day.book.name, "t1-s1", seed) == promised
    order = cut(shuffled(decks(day.book), seed, stage_label(1)), place)
    assert list(order[burnt : burnt + len(dealt)]) == dealt
    assert day.table.pack.shoe == "t1-s2"
    assert day.table.pack.commitment != promised


@games
def test_a_cutting_card_in_a_round_means_a_shuffle_after_it(game: str) -> None:
    """CP 5.4(b), CB 5.5(b), SP 5.1.3."""
    day = Day(game).opened("ann")
    day.cutting_card_in(2)
    day.deal(CARDS, ann=10)
    assert day.records(CuttingCardOut) == [CuttingCardOut("box 1")]
    day.play_out()
    kinds = _kinds(day.happened)
    assert kinds.index(RoundSettled) < kinds.index(ShoeFinished) < kinds.index(CardsShuffled)


@games
def test_a_cutting_card_between_rounds_means_a_shuffle_before_the_next(game: str) -> None:
    """CP 5.4(a), CB 5.5(a), SP 5.1.2: it comes out first in the new round, and no card is dealt before the shuffle."""
    day = Day(game).opened("ann")
    day.deal(CARDS, ann=10)
    day.play_out()
    day.cutting_card_in(0)
    day.done("ann", c.Lay(1, Cents(1000)))
    day.time_up()
    assert day.records(CuttingCardOut) == [CuttingCardOut("first card")]
    assert not _dealt(day.happened)
    assert not day.table.in_round


@canberra
def test_in_the_final_three_rounds_the_cutting_card_is_discarded(game: str) -> None:
    """CP 5.5, CB 5.6: dealing continues to the final hand, and then the table closes."""
    day = Day(game).opened("ann")
    day.done(SUPERVISOR, c.FinalRounds())
    assert day.table.final_rounds == 3
    assert day.refused(SUPERVISOR, c.FinalRounds()).startswith("table/final-rounds")
    day.cutting_card_in(1)
    for left in (2, 1, 0):
        assert day.table.status is Status.OPEN
        day.deal(CARDS, ann=10)
        if left == 2:
            assert day.records(CuttingCardOut) == [CuttingCardOut("dealer", discarded=True)]
        day.play_out()
        assert day.table.shoes == 1
        assert day.table.final_rounds == (left or None)
    assert day.table.status is Status.CLOSED
    assert "ann" not in day.table.patrons
    assert day.table.revealed is not None


@canberra
def test_in_the_final_rounds_a_cutting_card_as_the_first_card_is_discarded_too(game: str) -> None:
    day = Day(game).opened("ann")
    day.done(SUPERVISOR, c.FinalRounds())
    day.cutting_card_in(0)
    day.deal(CARDS, ann=10)
    assert day.records(CuttingCardOut) == [CuttingCardOut("first card", discarded=True)]
    assert day.table.in_round


@canberra
def test_a_round_in_play_is_not_one_of_the_final_three(game: str) -> None:
    """The announcement in CB 5.6's note is about later rounds; a cutting card before them still means a shuffle."""
    day = Day(game).opened("ann")
    day.cutting_card_in(3)
    day.deal(CARDS, ann=10)
    day.done(SUPERVISOR, c.FinalRounds())
    assert day.table.final_rounds == 4
    day.stack("2D 2H 2S")
    day.play_out()
    assert day.table.final_rounds == 3
    assert day.table.shoes == 2


@pytest.mark.parametrize("game", ["star-pontoon", "star-pontoon-6to5"])
def test_the_star_has_no_final_rounds(game: str) -> None:
    day = Day(game).opened("ann")
    assert day.refused(SUPERVISOR, c.FinalRounds()).startswith("table/final-rounds")


@pytest.mark.parametrize(
    ("game", "burnt"),
    [("canberra-pontoon", 0), ("canberra-blackjack", 1), ("star-pontoon", 1), ("star-pontoon-6to5", 1)],
)
def test_the_first_card_of_a_shoe_is_burnt_where_the_rules_say_so(game: str, burnt: int) -> None:
    """R24: SP 5.9, CB 5.7; no such rule in CP 5. Nobody sees the card: the record does not name it."""
    day = Day(game)
    day.done(SUPERVISOR, c.OpenForPlay())
    day.done("ann", c.BuyIn(Cents(10_000)), c.Sit(1))
    assert not day.records(CardBurnt)
    day.done("ann", c.Cut(60))
    assert day.records(CardBurnt) == [CardBurnt()] * burnt
    assert day.table.pack is not None
    assert day.table.pack.drawn == burnt


@games
@pytest.mark.parametrize("left", [0, 1, 2])
def test_too_few_cards_left_the_discards_are_shuffled_and_cut_and_finish_the_round(game: str, left: int) -> None:
    """CP 15.6, CB 14.6, SP 18.9: all cards are accounted for, and a new shoe follows the round."""
    day = Day(game).opened("ann")
    day.deal(CARDS, ann=10)
    day.play_out()
    day.cards_left(left)
    day.deal("9S 6S 9H"[: left * 3], ann=10)
    assert day.table.in_round
    assert day.table.round is not None
    assert day.table.cut_offer is not None
    pack = day.table.pack
    assert pack is not None
    assert pack.mid_round
    on_the_layout = Counter(day.table.round.cards_seen())
    assert Counter(pack.cards) + on_the_layout == Counter(decks(day.book))
    assert sum(on_the_layout.values()) == left
    shoe = day.table.shoes
    day.done("ann", c.Cut(pack.size // 2))
    assert len(list(day.table.round.cards_seen())) >= 3 or not day.table.in_round
    day.play_out()
    assert day.table.shoes == shoe + 1, "after the round all cards are shuffled"
    assert day.table.pack is not None
    assert day.table.pack.size == len(decks(day.book))


@games
def test_a_supervisor_may_void_a_round_that_waits_for_the_cut(game: str) -> None:
    """SP 18.9, 18.16.2: the round is void, and the offer to cut is now for the new shoe."""
    day = Day(game).opened("ann", "bob")
    day.deal("9S 8S 6S 9H 8H", ann=10, bob=10)
    day.play_out()
    day.cards_left(2)
    day.deal("9S 8S", ann=10, bob=10)
    day.done("bob", c.DeclineCut())
    day.done(SUPERVISOR, c.VoidTheRound("the cards fell on the floor"))
    assert not day.table.in_round
    assert day.table.pack is not None
    assert not day.table.pack.mid_round
    assert day.table.cut_offer is not None
    assert day.table.cut_offer.declined == (), "everyone is asked again"


@games
def test_cards_are_shuffled_by_a_supervisor_between_rounds_only(game: str) -> None:
    """SP 5.1.4, CP 2.4, CB 2.4."""
    day = Day(game).opened("ann")
    day.deal(CARDS, ann=10)
    assert day.refused(SUPERVISOR, c.ShuffleNow()).startswith("shuffle/in-round")
    day.play_out()
    day.done(SUPERVISOR, c.ShuffleNow())
    assert day.table.shoes == 2
    assert day.refused(SUPERVISOR, c.ShuffleNow()).startswith("shuffle/already")
    assert day.table.revealed is not None
    assert day.table.revealed.shoe == "t1-s1"


@games
def test_no_picture_depends_on_cards_that_are_still_to_come(game: str) -> None:
    """I7: two shoes that have dealt the same cards look the same, whatever cards are still in them."""
    pictures = []
    for seed in (1, 2):
        day = Day(game, seed)
        day.done(SUPERVISOR, c.OpenForPlay())
        for box, name in enumerate(("ann", "bob"), start=1):
            day.done(name, c.BuyIn(Cents(10_000)), c.Sit(box))
        day.done("ann", c.Cut(60))
        day.cutting_card_in(50)
        day.deal("9S 8S 6S 9H 8H", ann=10, bob=10)
        seen = str(day.seen()).replace(day.table.pack.commitment if day.table.pack else "", "PROMISE")
        pictures.append((seen, str(day.you("ann")), str(day.you("bob"))))
    assert pictures[0] == pictures[1]
