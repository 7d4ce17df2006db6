"""Random hand-dealt rounds: keyed card by card, with slips, misplaced cards and cards drawn in error, then put right.

However a round was keyed and put right, it ends as the same cards in the right places would have ended, and as its own replay
document ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from boxseat.cards import Card
from boxseat.fairness.shuffle import whole_pack
from boxseat.money import Cents
from boxseat.play.acts import CloseOffer, Double, PlayersAct, Split
from boxseat.play.document import read_document
from boxseat.play.document_writer import write_document
from boxseat.play.irregularities.record_correction import RecordFault
from boxseat.play.replay import play_document
from boxseat.play.state import OFFERS, Phase, Round, irregular
from boxseat.play.step import step
from boxseat.rulebook.load import open_book
from boxseat.table import commands as c
from boxseat.table.hand_dealt import commands as h
from boxseat.table.questions import open_to
from tests.house.random_evening import command_of
from tests.table.day import SUPERVISOR
from tests.table.hand_dealt.hand_day import DEALER, HandDay, games
from tests.tiers import size

ROUNDS = size(60, 1_000)
PEOPLE = ("ann", "bob", "cat")


class Dealt:
    """One round of a day, dealt from cards in a given order by a dealer who errs as often as is said."""

    def __init__(self, game: str, seed: int, *, errs: float) -> None:
        self.rng = Random(seed)
        self.day = HandDay(game).opened(*PEOPLE)
        pack = list(whole_pack(self.day.book.cards.ranks.value, self.day.book.cards.decks.value))
        Random(seed).shuffle(pack)
        self.pack: Iterator[Card] = iter(pack)
        self.errs = errs
        stakes = Random(seed + 1)
        self.day.bets(**{name: stakes.choice((10, 25, 40)) for name in PEOPLE[: stakes.randint(1, 3)]})

    def play(self) -> Round:
        """Play to the end; with a misplaced card, the supervisor has it put right sooner or later."""
        day, rng = self.day, self.rng
        while day.table.in_play:
            round_ = day.table.current_round
            misplaced = irregular(round_).misplaced
            if misplaced and (round_.phase is Phase.SETTLEMENT or rng.random() < 0.3):
                day.done(SUPERVISOR, h.ReconstructRound())
            elif round_.card_due:
                self._card()
            elif rng.random() < self.errs / 3 and not irregular(round_).waiting:
                due = self._due_after_offers()
                day.done(DEALER, h.KeyCard(str(next(self.pack))))
                assert due or (day.deviation is not None and day.deviation.kind == "drawn-in-error")
            else:
                self._decide()
        return day.table.current_round

    def _due_after_offers(self) -> bool:
        """Whether a card closes the open offers and is due then."""
        round_ = self.day.table.current_round
        while round_.phase in OFFERS:
            round_ = step(self.day.book, round_, CloseOffer())
        return round_.card_due

    def _card(self) -> None:
        day, rng = self.day, self.rng
        if rng.random() < self.errs:
            day.done(DEALER, h.KeyCard("2H"), h.UndoCard())
        card = str(next(self.pack))
        to = rng.choice(("dealer", "1", "2", "3")) if rng.random() < self.errs else ""
        day.done(DEALER, h.KeyCard(card, to))

    def _decide(self) -> None:
        """Every player decides by what they see, and nobody takes an offer."""
        day = self.day
        entry = day.waiting[0]
        if entry.what != "decision":
            day.done(DEALER, h.CloseTheOffer())
            return
        place, _ = day.table.current_round.box_at(entry.box)
        choices = [choice.act for choice in open_to(day.book, day.table, place, entry.player)]
        hand, dealers = day.table.current_round.hand_in_turn, day.table.current_round.dealer[0]
        taste = Random(f"{sorted(hand.cards)} {dealers}").random()
        kinds: dict[type, Any] = {type(act): act for act in choices}
        act = kinds.get(Split) if taste < 0.5 else None
        act = act or (kinds.get(Double) if taste < 0.2 else None)
        if act is None:
            act = next(act for act in choices if type(act).__name__ == ("Hit" if hand.total.points < 15 else "Stand"))
        assert isinstance(act, PlayersAct)
        day.done(DEALER, c.ForPlayer(entry.player, command_of(act)))


def _ended(round_: Round) -> object:
    """What a round came to: every hand, the dealer's cards, and what each player won."""
    hands = [(box.number, [hand.cards for hand in box.hands]) for box in round_.boxes]
    return hands, round_.dealer, round_.net()


@games
def test_however_it_was_dealt_it_ends_as_it_should_have(game: str) -> None:
    """R36: the cards go where they should have gone, and whoever would have seen the same is not asked again."""
    wrong = 0
    for seed in range(ROUNDS):
        right, erred = Dealt(game, seed, errs=0).play(), Dealt(game, seed, errs=0.12).play()
        wrong += irregular(erred) is not irregular(right)
        assert _ended(erred) == _ended(right), seed
    assert wrong > ROUNDS // 4


@games
def test_it_ends_as_its_replay_document(game: str) -> None:
    for seed in range(ROUNDS):
        round_ = Dealt(game, seed, errs=0.12).play()
        replayed = play_document(read_document(write_document(open_book(game), round_, game=game)))
        assert not replayed.refused, (seed, replayed.refused)
        assert _ended(replayed.round) == _ended(round_), seed
        assert replayed.round.burnt == round_.burnt
        assert replayed.round.settlements == round_.settlements


@pytest.mark.parametrize("seed", range(size(10, 100)))
def test_a_round_keyed_wrongly_comes_to_the_same_once_its_record_is_corrected(seed: int) -> None:
    """`correct-record`: with every card as it lay, the round is the one that was dealt."""
    game = ("canberra-pontoon", "star-pontoon")[seed % 2]
    dealt = Dealt(game, seed, errs=0)
    day = dealt.day
    round_ = dealt.play()
    ended, chips = _ended(round_), {name: day.chips(name) for name in PEOPLE}
    record = day.staff().record
    step = Random(seed).choice([one for one in record if one.do == "deal"])
    other = "9S" if step.card != "9S" else "8S"
    wrong = RecordFault(step.step, step.card, other)
    if day.do(SUPERVISOR, h.CorrectRecord((wrong,), "for a test")) is not None:
        return  # with that card the round could not have gone on as it did
    after = day.staff().record
    now = next(one for one in after if one.card == other and one.step >= step.step)
    day.done(SUPERVISOR, h.CorrectRecord((RecordFault(now.step, other, step.card),), "back again"))
    assert _ended(day.table.current_round) == ended
    assert {name: day.chips(name) for name in PEOPLE} == chips
    assert day.money.get("bank", 0) == -day.settings.opening_float
    assert Cents(0) == sum(day.money.values())
