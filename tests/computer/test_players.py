"""Computer players: over many rounds of every game they do only what the rules allow, and some of everything."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from boxseat.cli.terminal.round_loop import deal_round
from boxseat.cli.terminal.shoe import Shoe, practice_seeds
from boxseat.computer import Kind, computer, thinking_time, with_joiners
from boxseat.play.acts import Act, Double, Forfeit, Hit, Insure, PlayersAct, Split, Stand, Surrender, VoidRound
from boxseat.play.judge import refusal
from boxseat.play.legal import Choice
from boxseat.play.opening import open_round
from boxseat.play.state import Phase, Round, TableLimits, Wager, WagerKind
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, open_book
from boxseat.table.affordability import chips_left, joiners_within_chips, least_chips, within_chips
from boxseat.table.names import COMPUTER_NAMES
from boxseat.table.sign import Sign
from boxseat.table.wager_rules import refusal_to_place
from tests.books import PLAIN_BLACKJACK, changed
from tests.tiers import cases

ROUNDS = 150
NAMES = COMPUTER_NAMES[:6]
MIXED_ROUNDS = 500
BANKROLL = 10**6
MIXED = (Kind.PERFECT, Kind.CHART, Kind.LOOSE, Kind.LOOSE, Kind.PERFECT, Kind.CHART)
"""Three sit; three stand behind and bet with them."""


class Watched:
    """A table of computer players, whose every act and wager is checked by the rules."""

    def __init__(
        self,
        book: Book,
        seed: int,
        *,
        sign: Sign | None = None,
        kinds: Sequence[Kind] = (Kind.LOOSE,) * 6,
        bankroll: int = BANKROLL,
    ) -> None:
        self.book = book
        self.sign = sign or Sign(TableLimits(500, 5_000), TableLimits(50, 2_000))
        self.shoe = Shoe(book, practice_seeds(f"shoe {seed}"))
        self.players = {
            name: computer(kind, name, Random(f"{name} {seed}")) for name, kind in zip(NAMES, kinds, strict=True)
        }
        self.chips = dict.fromkeys(NAMES, bankroll)
        self.acts: Counter[type] = Counter()
        self.joined = 0
        self.laid: Counter[str] = Counter()
        self.said: list[str] = []

    def wagers(self) -> list[Wager]:
        """Three sit at their own boxes; the others stand behind."""
        on_table: list[Wager] = []
        seats = {name: box for box, name in enumerate(NAMES[:3], 1)}
        for name, player in self.players.items():
            box = seats.get(name)
            chips = self.chips[name]
            if box and (wager := player.wager(self.book, self.sign, box, on_table, chips)):
                assert refusal_to_place(self.book, self.sign, on_table, wager) is None
                on_table.append(wager)
                chips -= wager.stake + wager.perfect_pairs + wager.super_sevens
            boxes = [wager.box for wager in on_table if wager.seated and wager.player != name]
            if wager := player.backing(self.book, self.sign, boxes, on_table, chips, seated=box is not None):
                assert refusal_to_place(self.book, self.sign, on_table, wager) is None
                on_table.append(wager)
                chips -= wager.stake
            assert chips >= 0
        assert all(wager.stake >= 500 for wager in on_table)
        return on_table

    def ask(self, round_: Round, player: str, choices: Sequence[Choice]) -> PlayersAct | None:
        left = chips_left(round_, player, self.chips[player])
        reached = [within_chips(choice, left) for choice in choices if least_chips(round_, choice) <= left]
        choice = self.players[player].decide(self.book, round_, reached)
        if choice is None:
            assert round_.phase is not Phase.DECISION
            return None
        assert choice in reached
        choice = joiners_within_chips(round_, choice, lambda name: chips_left(round_, name, self.chips[name]))
        assert isinstance(choice.act, PlayersAct)
        act = with_joiners(self.book, round_, choice, choice.act, self.players)
        assert refusal(self.book, round_, act) is None
        self.acts[type(act)] += 1
        self.joined += bool(getattr(act, "joined_by", ()))
        return act

    def watch(self, before: Round, after: Round) -> None:
        """Chips go down by what is laid and up by what is settled, and none is lost."""
        for name, cents in laid_by(before, after.acts[-1]):
            self.laid[name] += cents
        back: Counter[str] = Counter()
        for line in after.settlements:
            is_bonus = line.wager in (WagerKind.SUPER_BONUS, WagerKind.SHARED_BONUS)
            back[line.player] += line.net if is_bonus else line.stake + line.net
        for name in self.players:
            left = chips_left(after, name, self.chips[name])
            assert left == self.chips[name] - self.laid[name] + back[name]
            assert left >= 0

    def round(self) -> Round:
        if self.shoe.cutting_card_out:
            self.shoe.load()
        opened = open_round(self.book, self.wagers(), self.sign.box)
        assert not opened.settlements
        self.laid = Counter()
        for wager in opened.wagers:
            self.laid[wager.player] += wager.stake + wager.perfect_pairs + wager.super_sevens
        played = deal_round(self.book, self.shoe, opened, ask=self.ask, watch=self.watch, say=self.said.append)
        for name, net in played.net().items():
            self.chips[name] += net
        return played


def laid_by(before: Round, act: Act) -> Iterator[tuple[str, int]]:
    """The chips that an act puts on the table."""
    match act:
        case Insure(player=player, amount=amount):
            yield player, amount
        case Double(player=player, amount=amount, joined_by=joined):
            yield player, amount
            yield from joined
        case Split(player=player, joined_by=names):
            for name in (player, *names):
                stake = before.hand_in_turn.stake_of(name)
                assert stake is not None
                yield name, stake.own


@pytest.mark.parametrize("game", [*GAMES, PLAIN_BLACKJACK])
def test_computer_players_never_ask_for_what_is_not_allowed(game: str) -> None:
    table = Watched(open_book(game), 1)
    for _ in range(ROUNDS):
        round_ = table.round()
        assert round_.over
        assert not round_.void
    assert {Hit, Stand, Double, Split} <= table.acts.keys()
    assert table.joined
    if table.book.surrender.against.value:
        assert table.acts[Surrender]
    if table.book.doubling.forfeit.value:
        assert table.acts[Forfeit]
    assert any("cutting card is out" in sentence for sentence in table.said)


@pytest.mark.parametrize("game", cases([*GAMES, PLAIN_BLACKJACK], ("star-pontoon", "canberra-blackjack")))
def test_kinds_of_players_sit_at_one_table_and_nobody_is_refused(game: str) -> None:
    """A player without chips lays nothing more, and comes back with new ones."""
    table = Watched(open_book(game), 3, kinds=MIXED, bankroll=8_000)
    for _ in range(MIXED_ROUNDS):
        round_ = table.round()
        assert round_.over
        assert not round_.void
        for name, chips in table.chips.items():
            assert chips >= 0
            if chips < 500:
                table.chips[name] = 8_000
    assert {Hit, Stand, Double, Split} <= table.acts.keys()
    assert table.joined


def test_chips_that_do_not_reach_leave_the_other_choices() -> None:
    """With chips for one wager only, a hand is doubled for part of it or takes a card, and no pair is split."""
    for kind in Kind:
        book = open_book("star-pontoon")
        sign = Sign(TableLimits(500, 5_000), TableLimits(50, 2_000))
        table = Watched(book, 4, sign=sign, kinds=(kind,) * 6, bankroll=600)
        for _ in range(60):
            table.chips = dict.fromkeys(NAMES, 600)
            table.round()
        assert {Hit, Stand, Double} <= table.acts.keys()
        assert Split not in table.acts


def test_who_has_no_chips_lays_nothing() -> None:
    table = Watched(open_book("star-pontoon"), 1, kinds=MIXED, bankroll=499)
    assert table.wagers() == []


def test_thinking_takes_as_long_as_a_person_would() -> None:
    chance = Random(1)
    quick, slow = Choice(Hit(1, "ann")), Choice(Surrender(1, "ann"))
    times = {
        choice: [thinking_time(kind, chance, choice) for kind in Kind for _ in range(200)]
        for choice in (quick, slow, None)
    }
    assert all(0.6 <= seconds <= 4 for found in times.values() for seconds in found)
    assert sum(times[slow]) > 1.5 * sum(times[quick])
    assert thinking_time(Kind.PERFECT, chance, slow, at_once=True) == 0
    assert thinking_time(Kind.LOOSE, Random(2), slow) == thinking_time(Kind.LOOSE, Random(2), slow)


def test_the_table_opens_without_the_arithmetic() -> None:
    """`boxseat play` and the server start fast: nothing is compiled or computed before it is needed."""
    program = "import sys, boxseat.computer; print('numba' in sys.modules, 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "False False\n"


def test_the_same_seed_plays_the_same_rounds() -> None:
    book = open_book("star-pontoon")
    first, again, other = Watched(book, 5), Watched(book, 5), Watched(book, 6)
    rounds = [first.round() for _ in range(5)]
    assert rounds == [again.round() for _ in range(5)]
    assert rounds != [other.round() for _ in range(5)]


def test_at_a_tight_table_they_lay_what_fits_or_nothing() -> None:
    tight = Sign(TableLimits(500, 550), TableLimits(50, 100))
    table = Watched(open_book("canberra-blackjack"), 2, sign=tight)
    for _ in range(20):
        wagers = table.wagers()
        assert {wager.stake for wager in wagers} == {500}
        assert max(wager.perfect_pairs for wager in wagers) <= 100


def test_where_no_card_is_left_the_round_is_void() -> None:
    """A deck too small for the table: no one wins or loses, and the next round starts from the beginning."""
    book = changed(open_book("canberra-pontoon"), cards__ranks="A2", cards__decks=1)
    table = Watched(book, 1)
    round_ = table.round()
    assert round_.void
    assert isinstance(round_.acts[-1], VoidRound)
    assert set(round_.net().values()) == {0}


def test_where_the_shoe_runs_out_it_is_said_and_the_round_goes_on() -> None:
    table = Watched(changed(open_book("canberra-pontoon"), cards__ranks="A2345678", cards__decks=1), 4)
    rounds = [table.round() for _ in range(100)]
    assert any(not round_.void for round_ in rounds)
    assert any("discards are shuffled" in sentence for sentence in table.said)
