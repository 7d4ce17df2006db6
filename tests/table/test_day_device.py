"""Cards from a shuffling device: no cut, the discard rack returned when the book says, one commitment per round
(SP 5.7, 8.2; CP 19; CB 19)."""

from __future__ import annotations

from collections import Counter

import pytest

from boxseat.cards import Card
from boxseat.fairness.commitment import commitment
from boxseat.fairness.shuffle import shuffled, stage_label
from boxseat.money import Cents
from boxseat.play.acts import Deal
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.card_source import decks, decks_without
from boxseat.table.records import Acted, CardBurnt, CardsCut, CutOffered, RackReturned
from tests.table.day import SUPERVISOR, Day

games = pytest.mark.parametrize("game", GAMES)
STAR = ("star-pontoon", "star-pontoon-6to5")
CANBERRA = ("canberra-pontoon", "canberra-blackjack")


def _round(day: Day) -> list[Card]:
    """Play a round in which the player never answers; returns its cards."""
    dealt: list[Card] = []
    day.done("ann", c.Lay(1, Cents(1000)))
    day.time_up()
    while True:
        for record in day.happened:
            if isinstance(record, Acted):
                dealt += [act.card for act in record.acts if isinstance(act, Deal)]
        if not day.table.in_round:
            return dealt
        day.time_up()


def _device(game: str, seed: int = 1) -> Day:
    day = Day(game, seed, cards_from="device")
    day.done(SUPERVISOR, c.OpenForPlay())
    return day


@games
def test_the_cards_of_a_device_are_not_cut(game: str) -> None:
    """SP 5.7, CP 19.1, CB 19.1."""
    day = _device(game)
    day.done("ann", c.BuyIn(Cents(100_000)), c.Sit(1))
    assert day.table.cut_offer is None
    for _ in range(5):
        _round(day)
        assert not day.records(CutOffered)
        assert all(record.place is None for record in day.records(CardsCut) if isinstance(record, CardsCut))
        assert day.table.cut_offer is None


@pytest.mark.parametrize(("game", "burnt"), [*((game, 1) for game in STAR), *((game, 0) for game in CANBERRA)])
def test_the_first_card_of_a_device_is_burnt_at_the_star_when_it_is_loaded(game: str, burnt: int) -> None:
    """R24, SP 5.9: after each load, not in each round."""
    day = _device(game)
    assert len(day.records(CardBurnt)) == burnt
    day.done("ann", c.BuyIn(Cents(100_000)), c.Sit(1))
    for _ in range(3):
        _round(day)
        assert not day.records(CardBurnt)


@pytest.mark.parametrize("game", STAR)
def test_the_rack_goes_back_after_the_initial_deal(game: str) -> None:
    """SP 8.2: cards from the rack can come again in the same round; cards on the layout cannot."""
    day = _device(game)
    day.done("ann", c.BuyIn(Cents(100_000)), c.Sit(1))
    last = Counter(_round(day))
    pack = day.table.pack
    assert pack is not None
    assert Counter(pack.cards) + last == Counter(decks(day.book)), "the cards of the last round must be in the rack"
    day.deal("9S 6S 9H" if not {"9S", "6S", "9H"} & set(last) else "4C 6D 4D", ann=10)
    assert len(day.records(RackReturned)) == 1
    pack, round_ = day.table.pack, day.table.round
    assert pack is not None
    assert round_ is not None
    assert pack.stage == 2
    assert pack.stage_cards == decks_without(day.book, round_.cards_seen())
    assert pack.to_come == len(pack.stage_cards)


@pytest.mark.parametrize("game", CANBERRA)
def test_the_rack_goes_back_after_the_round(game: str) -> None:
    """CP 19.2, CB 19.2, by the reading in their books: every round is dealt from all the cards."""
    day = _device(game)
    day.done("ann", c.BuyIn(Cents(100_000)), c.Sit(1))
    for _ in range(4):
        _round(day)
        assert not day.records(RackReturned)
        assert day.table.pack is not None
        assert day.table.pack.cards == ()
        assert day.table.pack.size == len(decks(day.book))


@games
def test_each_round_has_its_promise_and_proof(game: str) -> None:
    """The seed shown after a round gives its cards, also those of the second stage."""
    day = _device(game)
    day.done("ann", c.BuyIn(Cents(100_000)), c.Sit(1))
    for _ in range(12):
        pack = day.table.pack
        assert pack is not None
        promised, shoe, burnt, cards = pack.commitment, pack.shoe, pack.burnt, pack.cards or decks(day.book)
        dealt = _round(day)
        revealed = day.table.revealed
        assert revealed is not None
        assert (revealed.shoe, revealed.commitment) == (shoe, promised)
        seed = bytes.fromhex(revealed.seed)
        assert commitment(day.book.name, shoe, seed) == promised
        first = shuffled(cards, seed, stage_label(1))[burnt:]
        initial = dealt[:3]
        if game in STAR:
            inside = decks_without(day.book, initial)
            assert dealt == [*first[:3], *shuffled(inside, seed, stage_label(2))[: len(dealt) - 3]]
        else:
            assert dealt == list(first[: len(dealt)])
        assert day.table.pack is not None
        assert day.table.pack.commitment != promised


@games
def test_nobody_is_late_at_a_device(game: str) -> None:
    """CB 19.1: rule 4.7 has no effect; SP 6.11 applies only to a card shoe."""
    day = Day(game, cards_from="device", late_to_minimum=True)
    day.done(SUPERVISOR, c.OpenForPlay())
    day.done("ann", c.BuyIn(Cents(100_000)), c.Sit(1))
    _round(day)
    day.done("bob", c.BuyIn(Cents(100_000)), c.Sit(2), c.Lay(2, Cents(5000)))
