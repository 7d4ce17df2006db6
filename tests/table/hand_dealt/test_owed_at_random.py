"""Corrections and late rulings at random, when the money is gone: no balance is below zero, every cent is owed or held."""

from __future__ import annotations

from collections import Counter

import pytest

from boxseat.cards import deck
from boxseat.ledger.accounts import CAGE, OWED, owed
from boxseat.ledger.double_entry import overdrawn
from boxseat.money import Cents
from boxseat.play.acts import CardAct
from boxseat.play.irregularities.record_correction import RecordFault
from boxseat.play.state import Round
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.hand_dealt import commands as h
from boxseat.table.hand_dealt.fold import past_round
from tests.house.random_evening import any_ruling
from tests.table.day import SUPERVISOR
from tests.table.hand_dealt.hand_day import DEALER
from tests.table.hand_dealt.test_random_rounds import PEOPLE, Dealt
from tests.tiers import size

SEEDS = size(4, 60)
ROUNDS = 6


class Evening(Dealt):
    """Rounds at one table; between them players leave or wager all they have, and earlier rounds are put right."""

    def __init__(self, game: str, seed: int) -> None:
        super().__init__(game, seed, errs=0.05)
        self.corrected = 0
        self.ruled = 0

    def rounds(self) -> dict[int, Round]:
        """All rounds as they stand now, by number."""
        day = self.day
        found = {past.number: past_round(day.book, past) for past in day.kept.past}
        if day.table.in_round:
            found[day.table.round_number] = day.table.current_round
        return found

    def adds_up(self) -> None:
        """What a player holds, has at the cage, has wagered and owes comes to all rounds together, as they stand now."""
        day = self.day
        nets: Counter[str] = Counter()
        for round_ in self.rounds().values():
            nets.update(round_.net())
        for name in PEOPLE:
            own = sum(
                cents
                for account, cents in day.money.items()
                if account in (f"wallet/{name}", f"chips/t1/{name}", owed(name))
                or (account.startswith("wager/t1/") and account.endswith(f"/{name}"))
            )
            assert own == nets[name], (name, day.happened)
        assert day.money.get(CAGE, 0) == 0, "nobody brought chips along, and what was paid there came from the float"
        at_tables = {account: cents for account, cents in day.money.items() if not account.startswith("wallet/")}
        assert not overdrawn(at_tables)
        assert all(cents <= 0 for account, cents in day.money.items() if account.startswith(OWED))

    def put_right(self) -> None:
        """Correct a card of any round that is kept, or rule on the one that is over: it is never refused for want of money."""
        day, rng = self.day, self.rng
        if rng.random() < 0.25:
            refused = day.do(SUPERVISOR, any_ruling(rng, day.table))
            self.ruled += refused is None
            return
        dealt = [each for each in self.rounds().items() if any(isinstance(act, CardAct) for act in each[1].acts)]
        number, round_ = rng.choice(dealt)
        place = rng.choice([place for place, act in enumerate(round_.acts) if isinstance(act, CardAct)])
        keyed = round_.acts[place]
        assert isinstance(keyed, CardAct)
        lay = rng.choice(deck(day.book.cards.ranks.value))
        fault = RecordFault(place + 1, str(keyed.card), str(lay))
        refused = day.do(SUPERVISOR, h.CorrectRecord((fault,), "for a test", number=number))
        assert refused is None or refused.code == "record/wrong", refused
        self.corrected += refused is None

    def lose_sight_of_money(self) -> None:
        """Players take their chips away, or wager nearly all of them on the next round."""
        day, rng = self.day, self.rng
        for name in PEOPLE:
            what = rng.random()
            if name not in day.table.patrons or what < 0.3:
                continue
            if what < 0.7:
                day.done(name, c.Leave())
            elif day.chips(name) >= 1_000 and not day.table.in_play:
                most = min(day.chips(name) // 100 * 100, 50_000)
                day.do(name, c.Lay(rng.choice((1, 2, 3)), Cents(most)))

    def begin(self) -> None:
        """Everybody is there with chips enough for what they may decide, and one wagers at least."""
        day, rng = self.day, self.rng
        for box, name in enumerate(PEOPLE, start=1):
            chips = day.chips(name) if name in day.table.patrons else 0
            if chips < 300_000:
                day.done(name, c.BuyIn(Cents(300_000 - chips)))
            if name not in day.table.seats.values() and box not in day.table.seats:
                day.done(name, c.Sit(box))
            if rng.random() < 0.5:
                day.do(name, c.Lay(box, Cents(rng.choice((10, 25, 40)) * 100)))
        if not day.table.has_stakes:
            day.done(PEOPLE[0], c.Lay(1, Cents(1_000)))
        if day.table.due:
            day.done(DEALER, h.CardsShuffledByHand())
        day.done(DEALER, h.NoMoreBets())


@pytest.mark.parametrize("game", GAMES)
def test_what_is_owed_and_what_is_held_add_up(game: str) -> None:
    corrected, owing, ruled = 0, 0, 0
    for seed in range(SEEDS):
        evening = Evening(game, seed)
        for _ in range(ROUNDS):
            evening.play()
            evening.adds_up()
            for _ in range(4):
                evening.lose_sight_of_money()
                evening.put_right()
                evening.adds_up()
                owing += any(cents for account, cents in evening.day.money.items() if account.startswith(OWED))
            evening.begin()
            evening.put_right()
            evening.adds_up()
        corrected += evening.corrected
        ruled += evening.ruled
    assert corrected > 5 * SEEDS
    assert owing > SEEDS
    assert ruled
